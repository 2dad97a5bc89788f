import {
  distinctGroups,
  facetsOf,
  groupsOf,
  layoutPanels,
  MARK,
  numbersOf,
  optionalTexts,
  panelAt,
  spanOf,
  styleNumber,
  tableOf,
  textsOf,
  writeDecimal,
} from '@oncoloom/figures';
import { formatCount } from '@oncoloom/tool-kit';
import { useCallback, useMemo } from 'react';
import { lineOpacity, linesOf, nearestLine, peakOf } from './density-lines.ts';
import { ItemStage } from './item-stage.tsx';
import { panelsHeight } from './look.ts';

import { PanelAxes } from './panel-axes.tsx';
import { TitleHints } from './title-hints.tsx';

import type { ChartProps } from './types.ts';

const REACH = 24;

/**
 * Densities of samples as thin lines, panels side by side on the same axes. Table `lines`, a row per point of a line; columns
 * `label`, `x`, `y`, optionally `group`, `facet`.
 */
export default function Density({ figure, tables, style, words, width, highlight, onPointClick }: ChartProps) {
  const { columns } = figure;
  const table = tableOf(tables, 'lines');
  const labels = textsOf(table, columns.label);
  const membership = optionalTexts(table, columns.group);
  const x = numbersOf(table, columns.x);
  const y = numbersOf(table, columns.y);
  const facets = useMemo(() => facetsOf(optionalTexts(table, columns.facet), table.rowCount), [table, columns]);
  const lines = useMemo(() => linesOf(labels, facets, x), [labels, facets, x]);
  const groups = useMemo(
    () => groupsOf(distinctGroups(labels, membership ?? labels.map(() => '')), words, style),
    [labels, membership, words, style],
  );
  const colours = useMemo(() => {
    const byGroup = new Map(groups.map(({ name, colour }) => [name, colour]));
    return lines.map((line) => byGroup.get(membership?.[line.rows[0] as number] ?? '') ?? MARK.ink);
  }, [groups, lines, membership]);

  const height = panelsHeight(style, width, facets.names.length);
  const panels = useMemo(() => {
    const across = spanOf(x) ?? ([0, 1] as const);
    const highest = spanOf(y)?.[1] ?? 1;
    return layoutPanels(
      {
        width,
        height,
        view: { x: across, y: [0, highest * 1.06] },
        titles: { x: '数值', y: '密度' },
        style,
        legend: membership === null ? [] : groups.map(({ name, colour, count }) => ({ label: name, colour, count: formatCount(count) })),
      },
      facets.names.map((name) => ({ name, x: across })),
    );
  }, [x, y, facets, width, height, style, groups, membership]);

  const pathOf = useCallback(
    (at: number): Path2D => {
      const path = new Path2D();
      const line = lines[at];
      const panel = line === undefined ? undefined : panels.panels[line.facet];
      if (line === undefined || panel === undefined) return path;
      for (const row of line.rows) path.lineTo(panel.x(x[row] as number), panel.y(y[row] as number));
      return path;
    },
    [lines, panels, x, y],
  );
  const lineWidth = styleNumber(style, 'line_width', 1);
  const perPanel = lines.length / facets.names.length;
  const opacity = styleNumber(style, 'line_opacity', lineOpacity(perPanel));
  const draw = useCallback(
    (context: CanvasRenderingContext2D) => {
      context.lineWidth = lineWidth;
      context.lineJoin = 'round';
      context.globalAlpha = opacity;
      for (const at of lines.keys()) {
        context.strokeStyle = colours[at] as string;
        context.stroke(pathOf(at));
      }
    },
    [lines, colours, pathOf, lineWidth, opacity],
  );
  const stops = useMemo(() => [...lines.keys()], [lines]);
  const found = highlight === undefined ? -1 : lines.findIndex(({ label }) => label.toUpperCase() === highlight.toUpperCase());

  return (
    <ItemStage
      width={width}
      height={height}
      alternative={words.alternative ?? figure.title}
      items="图中的线"
      stops={stops}
      draw={draw}
      hit={(at) => {
        const facet = panelAt(panels.panels, at);
        const panel = facet === null ? undefined : panels.panels[facet];
        return facet === null || panel === undefined ? null : nearestLine(lines, facet, panel, x, y, at, REACH);
      }}
      anchor={(at) => {
        const line = lines[at];
        const panel = line === undefined ? undefined : panels.panels[line.facet];
        if (line === undefined || panel === undefined) return { x: 0, y: 0 };
        const peak = peakOf(line, y);
        return { x: panel.x(x[peak] as number), y: panel.y(y[peak] as number) };
      }}
      describe={(at) => {
        const line = lines[at];
        const first = line?.rows[0] ?? 0;
        const rows: (readonly [string, string])[] = [['最高处', writeDecimal(line === undefined ? undefined : x[peakOf(line, y)])]];
        const panel = facets.names[line?.facet ?? 0] ?? '';
        return {
          name: line?.label ?? '',
          italic: false,
          tag: membership?.[first] ?? '',
          rows: panel === '' ? rows : [['图', panel], ...rows],
        };
      }}
      highlighted={found === -1 ? null : found}
      onPress={(at) => onPointClick?.(lines[at]?.label ?? '')}
      hints={<TitleHints frame={panels.frame} />}
    >
      {(active) => (
        <>
          {/* The same sample in every panel. */}
          {active !== null &&
            lines.map(
              (line, at) =>
                line.label === lines[active]?.label && (
                  <polyline
                    key={line.facet}
                    points={line.rows.map((row) => placeOf(line.facet, row)).join(' ')}
                    fill="none"
                    stroke={colours[at]}
                    strokeWidth={lineWidth + 1.5}
                    strokeLinejoin="round"
                  />
                ),
            )}
          <PanelAxes panels={panels} />
        </>
      )}
    </ItemStage>
  );

  function placeOf(facet: number, row: number): string {
    const panel = panels.panels[facet];
    return panel === undefined ? '' : `${panel.x(x[row] as number).toFixed(1)},${panel.y(y[row] as number).toFixed(1)}`;
  }
}
