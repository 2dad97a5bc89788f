import { facetsOf } from '../../data/facets.ts';
import { distinctGroups, groupsOf, legendOf } from '../../data/groups.ts';
import { ChartDataError, numbersOf, optionalTexts, styleNumber, styleSize, tableOf, textsOf } from '../../data/table.ts';
import type { FigureData, Size } from '../../data/types.ts';
import { numberAxis, outsideNote } from '../../plot/axes/axis-range.ts';
import { spanOf } from '../../plot/axes/scale.ts';
import { MARK } from '../../plot/marks.ts';
import { layoutPanels, type Panels, panelAt, panelEntries, panelLabels, plotsOf } from '../../plot/panels.ts';
import { checkRoom } from '../../plot/room.ts';
import { panelsHeight } from '../../plot/screen-size.ts';
import { writeDecimal } from '../../points/differential-points.ts';
import type { CanvasContext, ItemLayout } from '../kind.ts';
import { lineOpacity, linesOf, nearestLine, peakOf } from './density-lines.ts';

/** One sample's line in one panel. */
export interface PlacedLine {
  label: string;
  facet: number;
  colour: string;
  points: readonly (readonly [number, number])[];
}

export interface DensityLayout extends ItemLayout {
  panels: Panels;
  lines: readonly PlacedLine[];
  lineWidth: number;
  opacity: number;
  /** A chosen range cuts some lines. */
  cut: boolean;
}

/** How far from a line the pointer may be. */
const REACH = 24;

function facetsOfFigure({ figure, tables }: FigureData) {
  const table = tableOf(tables, 'lines');
  return facetsOf(optionalTexts(table, figure.columns.facet), table.rowCount);
}

export function screenHeight(data: FigureData, width: number): number {
  return panelsHeight(data.style, width, facetsOfFigure(data).names.length);
}

/**
 * Densities of samples as thin lines, panels side by side on the same axes. Table `lines`, a row per point of a line; columns
 * `label`, `x`, `y`, optionally `group`, `facet`.
 */
export function layout(data: FigureData, size: Size): DensityLayout {
  const { figure, tables, style, words } = data;
  const { columns } = figure;
  const table = tableOf(tables, 'lines');
  const labels = textsOf(table, columns.label);
  const membership = optionalTexts(table, columns.group);
  const x = numbersOf(table, columns.x);
  const y = numbersOf(table, columns.y);
  const facets = facetsOfFigure(data);
  const isDrawn = (row: number) => Number.isFinite(x[row]) && Number.isFinite(y[row]);
  const lines = linesOf(labels, facets, x).filter(({ rows }) => rows.some(isDrawn));
  if (lines.length === 0) throw new ChartDataError('没有可画的曲线：表里没有一个样本有数值');
  const groups = groupsOf(distinctGroups(labels, membership ?? labels.map(() => '')), words, style);
  const colours = new Map(groups.map(({ name, colour }) => [name, colour]));
  const axes = {
    x: numberAxis(style, 'x', spanOf(x) ?? [0, 1]),
    y: numberAxis(style, 'y', [0, (spanOf(y)?.[1] ?? 1) * 1.06]),
  };
  const cut = lines.filter(({ rows }) => rows.some((row) => axes.x.hides(x[row] as number) || axes.y.hides(y[row] as number))).length;
  const panels = layoutPanels(
    {
      ...size,
      view: { x: axes.x.span, y: axes.y.span },
      titles: { x: '数值', y: '密度' },
      style,
      legend: membership === null ? [] : legendOf(groups),
    },
    facets.names.map((name) => ({ name, x: axes.x.span })),
  );
  checkRoom(panels.frame, plotsOf(panels));
  const placeOf = (facet: number, row: number) => {
    const panel = panels.panels[facet];
    return [panel?.x(x[row] as number) ?? 0, panel?.y(y[row] as number) ?? 0] as const;
  };
  return {
    ...size,
    frame: panels.frame,
    panels,
    lines: lines.map(({ label, facet, rows }) => ({
      label,
      facet,
      colour: colours.get(membership?.[rows[0] as number] ?? '') ?? MARK.ink,
      points: rows.filter(isDrawn).map((row) => placeOf(facet, row)),
    })),
    lineWidth: styleNumber(style, 'line_width', 1),
    opacity: styleSize(style, 'line_opacity', lineOpacity(lines.length / facets.names.length)),
    cut: cut > 0,
    axes: { x: axes.x.controls, y: axes.y.controls },
    movable: panelLabels(panels),
    entries: [...panels.frame.legend.named, ...panelEntries(panelLabels(panels), data.style)],
    items: '图中的线',
    stops: [...lines.keys()],
    hit: (at) => {
      const facet = panelAt(panels.panels, at);
      const panel = facet === null ? undefined : panels.panels[facet];
      return facet === null || panel === undefined ? null : nearestLine(lines, facet, panel, x, y, at, REACH);
    },
    anchor: (item) => {
      const line = lines[item];
      const [left, top] = line === undefined ? [0, 0] : placeOf(line.facet, peakOf(line, y));
      return { x: left, y: top };
    },
    describe: (item) => {
      const line = lines[item];
      const rows: (readonly [string, string])[] = [['最高处', writeDecimal(line === undefined ? undefined : x[peakOf(line, y)])]];
      const panel = facets.names[line?.facet ?? 0] ?? '';
      return {
        name: line?.label ?? '',
        italic: false,
        tag: membership?.[line?.rows[0] ?? 0] ?? '',
        rows: panel === '' ? rows : [['图', panel], ...rows],
      };
    },
    find: (name) => {
      const found = lines.findIndex(({ label }) => label.toUpperCase() === name.toUpperCase());
      return found === -1 ? null : found;
    },
    named: (item) => lines[item]?.label ?? '',
    note: outsideNote(cut, '条线', axes.x, axes.y),
  };
}

/** Hundreds of lines of hundreds of points. */
export function paint(context: CanvasContext, layout: DensityLayout): void {
  const { panels, lines, lineWidth, opacity } = layout;
  context.lineWidth = lineWidth;
  context.lineJoin = 'round';
  context.globalAlpha = opacity;
  panels.panels.forEach(({ plot }, panel) => {
    context.save();
    if (layout.cut) {
      context.beginPath();
      context.rect(plot.x, plot.y, plot.width, plot.height);
      context.clip();
    }
    for (const { colour, points } of lines.filter(({ facet }) => facet === panel)) {
      context.strokeStyle = colour;
      context.beginPath();
      for (const [x, y] of points) context.lineTo(x, y);
      context.stroke();
    }
    context.restore();
  });
}
