import type { FigureStyle, Size } from '../data/types.ts';
import { rangedView } from '../plot/axes/axis-range.ts';
import { fitHeadline, type Headline, middleWithin } from '../plot/headline.tsx';
import {
  cutsNames,
  holdsPoint,
  type LegendEntry,
  layoutLegend,
  legendGround,
  legendPositionOf,
  type NamedEntry,
  nameEntries,
  type PlacedEntry,
} from '../plot/legend-layout.ts';
import { panelColumns } from '../plot/panels.ts';
import { overlap, type PlacedLabel, placeLabels, type Rect } from '../plot/place-labels.ts';
import { fitHeading, type Heading, layoutFrame, type PlotFrame } from '../plot/plot-frame.ts';
import { checkRoom } from '../plot/room.ts';
import type { View } from '../plot/view.ts';
import { sayIn } from '../text/language.ts';
import { textWidth } from '../text/measure.ts';
import { type Typeface, typefaceOf } from '../text/typeface.ts';
import type { DataLine, Guide } from './lines.ts';
import { movedFrom, movedLabels } from './moved-labels.ts';
import type { PointLook } from './point-look.ts';
import { drawOrder, type Projected, project, type ScatterData } from './scatter-data.ts';
import type { ScatterModel, ScatterPanel } from './scatter-model.ts';

/** One scatter before it is zoomed: its own points, and what stands around them. */
export interface ScatterPlot {
  data: ScatterData;
  looks: readonly PointLook[];
  thinned: number | null;
  guides: readonly Guide[];
  ticks: ScatterModel['ticks'];
  italic: boolean;
  home: View;
  /** Points that a chosen range of the axes hides. */
  hidden: number;
  lines: readonly DataLine[];
  titles: ScatterPanel['titles'];
  heading: Heading | undefined;
  /** Of all panels together, so that their plots stand side by side. */
  headingLines: number;
  legend: readonly LegendEntry[];
  /** Places in `data`. */
  labelled: readonly number[];
  stops: readonly number[];
  style: FigureStyle;
  size: Size;
}

/** Where everything of one scatter stands. */
export interface ScatterLayout {
  plot: ScatterPlot;
  frame: PlotFrame;
  points: Projected;
  /** Places of the points in drawing order: those on screen, where thinned ones that lie under others are left out, or all. */
  order: Int32Array;
  /** Points of the thinned look that the screen leaves out before any zoom. */
  omitted: number;
  labels: { rows: readonly number[]; placed: readonly PlacedLabel[]; unplaced: number };
}

/** One scatter, or several side by side under one title and one legend, each with axes of its own. */
export interface ScatterGrid extends Size {
  typeface: Typeface;
  /** Null where a single scatter carries them itself. */
  head: {
    /** Height above the panels. */
    top: number;
    headline: Headline & { x: number };
    legend: Size & {
      side: 'above' | 'right' | 'bottom' | 'none';
      x: number;
      y: number;
      entries: readonly PlacedEntry[];
      named: readonly NamedEntry[];
    };
  } | null;
  columns: number;
  cells: readonly { x: number; y: number; plot: ScatterPlot }[];
}

const BETWEEN = { x: 16, y: 8 };
const EDGE = 12;
const NO_LEGEND: readonly LegendEntry[] = [];
/** Half the way between two corners of an outline: a side may cross where no corner lies. */
const CORNER_REACH = 10;

/** The points of one panel. */
function dataOf(model: ScatterModel, { rows }: ScatterPanel): ScatterData {
  const all = rows.length === model.names.length;
  if (all) return { names: model.names, x: model.x, y: model.y, looks: model.look };
  return {
    names: rows.map((row) => model.names[row] as string),
    x: Float64Array.from(rows, (row) => model.x[row] as number),
    y: Float64Array.from(rows, (row) => model.y[row] as number),
    looks: Uint16Array.from(rows, (row) => model.look[row] as number),
  };
}

/** The points without those that a chosen view leaves out: these have no place. */
function withinView(data: ScatterData, view: View, own: View): { data: ScatterData; hidden: number } {
  if (view.x === own.x && view.y === own.y) return { data, hidden: 0 };
  let hidden = 0;
  const [x, y] = [data.x.slice(), data.y.slice()];
  for (let i = 0; i < x.length; i += 1) {
    const [px, py] = [x[i] as number, y[i] as number];
    if (!Number.isFinite(px) || !Number.isFinite(py)) continue;
    if (px >= view.x[0] && px <= view.x[1] && py >= view.y[0] && py <= view.y[1]) continue;
    hidden += 1;
    x[i] = Number.NaN;
  }
  return { data: { ...data, x, y }, hidden };
}

/** Parts a figure of scatters into its panels, all of one size. */
export function layoutScatterGrid(model: ScatterModel, { width, height }: Size): ScatterGrid {
  const { style, panels } = model;
  const typeface = typefaceOf(style);
  const plotOf = (
    panel: ScatterPanel,
    size: Size,
    own: Pick<ScatterPlot, 'heading' | 'headingLines' | 'legend' | 'style'>,
  ): ScatterPlot => {
    const places = new Map(panel.rows.map((row, place) => [row, place]));
    const placesOf = (rows: readonly number[]) => rows.map((row) => places.get(row)).filter((place) => place !== undefined);
    const { looks, thinned, guides, ticks, italic } = model;
    const { lines, titles } = panel;
    const home = rangedView(model.style, panel.home, model.places);
    const { data, hidden } = withinView(dataOf(model, panel), home, panel.home);
    const [labelled, stops] = [placesOf(panel.labelled), placesOf(panel.stops)];
    return { data, hidden, looks, thinned, guides, ticks, italic, home, lines, titles, labelled, stops, size, ...own };
  };
  const [single] = panels;
  if (panels.length === 1 && single?.name === '') {
    const heading = single.text === '' ? undefined : { text: sayIn(style)(single.text), strong: false };
    return {
      width,
      height,
      typeface,
      head: null,
      columns: 1,
      cells: [{ x: 0, y: 0, plot: plotOf(single, { width, height }, { heading, headingLines: 1, legend: model.legend, style }) }],
    };
  }
  const position = legendPositionOf(style);
  const legendAt = position === 'top-right' ? 'above' : position;
  const legend = layoutLegend(model.legend, style, legendAt, { width: width - EDGE, height });
  const room = width - (legendAt === 'right' ? legend.width + EDGE * 2 : 0);
  const columns = panelColumns(panels.length, room);
  const rows = Math.ceil(panels.length / columns);
  const headline = fitHeadline(style, { width, height }, typeface);
  const top = headline.height + (legendAt === 'above' ? legend.height : 0);
  const below = legendAt === 'bottom' ? legend.height : 0;
  const cell = {
    width: Math.floor((room - BETWEEN.x * (columns - 1)) / columns),
    height: Math.floor((height - top - below - BETWEEN.y * (rows - 1)) / rows),
  };
  const corners: Record<typeof legendAt, { x: number; y: number }> = {
    above: { x: EDGE, y: headline.height },
    right: { x: room + EDGE, y: top },
    bottom: { x: EDGE, y: height - below },
    none: { x: 0, y: 0 },
  };
  const named = nameEntries(model.legend, style);
  const headings = panels.map((panel) => headingOf(panel, style, cell));
  const headingLines = Math.max(...headings.map((heading) => fitHeading(heading, cell.width - EDGE, typeface).lines.length));
  const untitled = { ...style, plot_title: '' };
  return {
    width,
    height,
    typeface,
    head: {
      top,
      headline: { ...headline, x: middleWithin(room / 2, headline.width, width) },
      legend: { side: legendAt, width: legend.width, height: legend.height, ...corners[legendAt], entries: legend.entries, named },
    },
    columns,
    cells: panels.map((panel, i) => ({
      x: (i % columns) * (cell.width + BETWEEN.x),
      y: top + Math.floor(i / columns) * (cell.height + BETWEEN.y),
      plot: plotOf(panel, cell, {
        heading: headings[i],
        headingLines,
        legend: NO_LEGEND,
        style: untitled,
      }),
    })),
  };
}

/** The name of a panel and what the statistics say of it, where somebody put it. */
function headingOf({ name, text }: ScatterPanel, style: FigureStyle, cell: Size): Heading {
  const say = sayIn(style);
  const typeface = typefaceOf(style);
  const written = text === '' ? say(name) : `${say(name)}　${say(text)}`;
  const own = { x: cell.width / 2, y: typeface.size, width: textWidth(written, typeface, 'bold'), height: typeface.size };
  return { text: written, strong: true, label: { name, ...movedFrom(style, name, own, cell) } };
}

/** Names that somebody put elsewhere, as a span at the middle of each. */
function movedNames({ data, labelled, style }: ScatterPlot, frame: PlotFrame): Rect[] {
  const moved = movedLabels(style);
  return labelled.flatMap((row) => {
    const name = data.names[row] as string;
    const by = moved.get(name);
    if (by === undefined) return [];
    const width = textWidth(name, frame.typeface);
    const x = frame.x(data.x[row] as number) + by.x - width / 2;
    return [{ x, y: frame.y(data.y[row] as number) + by.y - frame.typeface.size / 2, width, height: frame.typeface.size }];
  });
}

/** Is the upper right corner too narrow for the legend's names, or taken by points, lines or names that were put there? */
function legendMoves(frame: PlotFrame, plot: ScatterPlot): boolean {
  const { data, lines, looks } = plot;
  const { position, box, entries } = frame.legend;
  if (position !== 'top-right' || entries.length === 0) return false;
  if (cutsNames(frame.legend)) return true;
  const { xs, ys } = project(data, frame);
  const ground = legendGround(box);
  const radius = Math.max(...looks.map((look) => look.radius));
  const along = (points: DataLine['points'], axis: 0 | 1) => points.map((point) => (axis === 0 ? frame.x : frame.y)(point[axis]));
  return (
    holdsPoint(ground, xs, ys, radius) ||
    movedNames(plot, frame).some((name) => overlap(name, ground) > 0) ||
    lines.some(({ points }) => holdsPoint(ground, along(points, 0), along(points, 1), CORNER_REACH))
  );
}

function frameOf(plot: ScatterPlot, view: View, legendAbove: boolean): PlotFrame {
  const { titles, style, legend, heading, headingLines, ticks, size } = plot;
  return layoutFrame({ ...size, view, titles, style, legend, heading, headingLines, ticks, legendAbove });
}

/** The frame that shows all points: the legend stands in the upper right corner where this is free, else above. @throws ChartDataError without room for it. */
export function homeFrame(plot: ScatterPlot): PlotFrame {
  const inside = frameOf(plot, plot.home, false);
  const frame = legendMoves(inside, plot) ? frameOf(plot, plot.home, true) : inside;
  checkRoom(frame);
  return frame;
}

/** The frame of a part of the points; the legend keeps its place. @param home See `homeFrame`. */
export function zoomedFrame(plot: ScatterPlot, view: View, home: PlotFrame): PlotFrame {
  return frameOf(plot, view, home.legend.position === 'above');
}

/** Edge of the cells of the screen in which one thinned point is enough. */
function thinningCell({ looks, thinned }: ScatterPlot): number {
  return Math.max(1.5, (thinned === null ? 0 : (looks[thinned]?.radius ?? 0)) * 0.8);
}

/** Radius of the points that are named: they have the last look. */
export function namedRadius({ looks }: ScatterPlot): number {
  return looks.at(-1)?.radius ?? 2;
}

function inside({ x, y, width, height }: Rect, px: number, py: number): boolean {
  return px >= x && px <= x + width && py >= y && py <= y + height;
}

/** Height of a label's line, in the size of its text. */
const LABEL_LINE = 1.25;

function placeNames(scatter: ScatterPlot, frame: PlotFrame, points: Projected, order: Int32Array): ScatterLayout['labels'] {
  const { plot, typeface } = frame;
  const rows = scatter.labelled.filter((row) => inside(plot, points.xs[row] as number, points.ys[row] as number));
  if (rows.length === 0) return { rows, placed: [], unplaced: 0 };
  const variant = scatter.italic ? 'italic' : 'normal';
  const anchors = rows.map((row) => {
    const text = scatter.data.names[row] as string;
    return { x: points.xs[row] as number, y: points.ys[row] as number, text, width: textWidth(text, typeface, variant) + 2 };
  });
  const drawn = { xs: Array.from(order, (i) => points.xs[i] as number), ys: Array.from(order, (i) => points.ys[i] as number) };
  const blocked = frame.legend.position === 'top-right' && scatter.legend.length > 0 ? [legendGround(frame.legend.box)] : [];
  const bounds = { ...plot, x: plot.x + 2, y: plot.y - 6, width: plot.width + 8, height: plot.height + 6 };
  const moved = movedLabels(scatter.style);
  const fixed = new Map(
    anchors.flatMap(({ x, y, text }, i): [number, { x: number; y: number }][] => {
      const by = moved.get(text);
      return by === undefined ? [] : [[i, { x: x + by.x, y: y + by.y }]];
    }),
  );
  const lineHeight = typeface.size * LABEL_LINE;
  const placed = placeLabels(anchors, { bounds, lineHeight, radius: namedRadius(scatter), blocked, fixed, points: drawn });
  return { rows, placed, unplaced: rows.length - placed.length };
}

/**
 * Lays out one scatter.
 *
 * @param home See `homeFrame`. @param frame `home`, or `zoomedFrame`.
 * @param complete All points are drawn, as files have them; labels then keep off the same points as on screen.
 */
export function layoutScatter(plot: ScatterPlot, home: PlotFrame, frame: PlotFrame, complete: boolean): ScatterLayout {
  const points = project(plot.data, frame);
  const cell = thinningCell(plot);
  const drawn = drawOrder(points, frame, plot.thinned, cell);
  const labels = placeNames(plot, frame, points, drawn.order);
  const { omitted } = frame === home ? drawn : drawOrder(project(plot.data, home), home, plot.thinned, cell);
  const order = complete && drawn.omitted > 0 ? drawOrder(points, frame, plot.thinned, null).order : drawn.order;
  return { plot, frame, points, order, omitted, labels };
}

/** A scatter at its place in the figure. */
export interface PlacedScatter {
  x: number;
  y: number;
  layout: ScatterLayout;
}

/** Lays out all scatters of a figure before any zoom. @param complete See `layoutScatter`. */
export function layoutScatters(grid: ScatterGrid, complete: boolean): PlacedScatter[] {
  return grid.cells.map(({ x, y, plot }) => {
    const home = homeFrame(plot);
    return { x, y, layout: layoutScatter(plot, home, home, complete) };
  });
}
