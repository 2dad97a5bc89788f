import { numbersOf, styleFlag, styleNumber, styleSize, styleText } from '../../data/table.ts';
import type { FigureData, FigureStyle, Size } from '../../data/types.ts';
import { logSpanOf, type NumberAxis, numberAxis, outsideNote } from '../../plot/axes/axis-range.ts';
import { padSpan, type Span, spanOf, withinScale } from '../../plot/axes/scale.ts';
import { type PlacedTopRow, placeTopRows, topNamesWidth, topNamesX, topRowsOf } from '../../plot/axes/top-numbers.ts';
import { freeCorner, placesAlong } from '../../plot/free-place.ts';
import { cutsNames, type LegendEntry } from '../../plot/legend-layout.ts';
import { type FrameOptions, layoutFrame, type PlotFrame } from '../../plot/plot-frame.ts';
import {
  alongLines,
  type LineLabel,
  lineEntries,
  linePath,
  lineValues,
  placeLineLabels,
  type ReferenceLine,
  referenceLines,
} from '../../plot/reference-lines.ts';
import { checkRoom } from '../../plot/room.ts';
import { heightFor } from '../../plot/screen-size.ts';
import { writeInterval, writeNumber } from '../../plot/written.ts';
import { sayIn } from '../../text/language.ts';
import { plainTitle } from '../../text/title-marks.ts';
import { typefaceOf } from '../../text/typeface.ts';
import type { ItemLayout, Step } from '../kind.ts';
import { type CurveData, type CurveMode, curveDataOf, type Series } from './curve-data.ts';

type Place = readonly [x: number, y: number];

/** A series as it is drawn. */
export interface PlacedSeries {
  name: string;
  colour: string;
  dashed: boolean;
  /** Parts of its line, parted where a value is missing; none of a series of points alone. */
  line: readonly (readonly Place[])[];
  points: readonly Place[];
  /** Outlines of its intervals as a band. */
  bands: readonly (readonly Place[])[];
  /** Intervals as upright bars. */
  bars: readonly { x: number; low: number; high: number }[];
}

export interface CurveBandsLayout extends ItemLayout {
  series: readonly PlacedSeries[];
  lines: readonly string[];
  /** Short strokes on the axis across, one a value; '' where there is none. */
  rug: string;
  lineLabels: readonly LineLabel[];
  top: { rows: readonly PlacedTopRow[]; namesX: number };
  lineWidth: number;
  radius: number;
  /** Half the width of the ends of a bar. */
  cap: number;
  /** A chosen range cuts curves. */
  cut: boolean;
  colourOf: (row: number) => string;
}

/** How far from a point the pointer may be. */
const REACH = 30;
/** Free room around the curves: a line may begin at the axis, a point not. */
const ROOM = { line: 0.01, points: 0.04, y: 0.04 };
/** Between the legend and what it stands beside. */
const LEGEND_ROOM = 8;
/** Of the figure's width: what a legend in the plot takes as a rule, and where a name would be cut off otherwise. */
const LEGEND_WIDTH = { usual: 0.62, most: 0.78 };
const LEGEND_SHARE = 0.35;
const CAP = 3;
/** Per tick of a logarithmic axis across, in sizes of the typeface: 1, 2, 5, 10 stand closer than numbers of equal steps. */
const LOG_TICK = 2;
/** How far strokes of single values reach into the plot. */
const RUG = 5;

const hasPoints = (mode: CurveMode) => mode === 'points' || mode === 'points-and-line';

interface Axes {
  x: NumberAxis;
  y: NumberAxis;
}

/** The span of values within `[0, 1]` stays there. */
function padded(span: Span, share: number): Span {
  const [low, high] = padSpan(span, share);
  return span[0] >= 0 && span[1] <= 1 ? [Math.max(low, 0), Math.min(high, 1)] : [low, high];
}

/** Spans of both axes: equal ones where the figure asks for it, each as far as the data and the lines reach. */
function axesOf(style: FigureStyle, data: CurveData, lines: readonly ReferenceLine[]): Axes {
  const rows = data.series.flatMap((one) => one.rows).filter((row) => Number.isFinite(data.y[row]));
  const take = (values: Float64Array | null) => (values === null ? [] : rows.map((row) => values[row] as number));
  const xs = Float64Array.from([...take(data.x), ...lineValues(lines, 'x')]);
  const ys = Float64Array.from([...take(data.y), ...take(data.lower), ...take(data.upper), ...lineValues(lines, 'y')]);
  const room = data.series.some(({ mode }) => hasPoints(mode)) ? ROOM.points : ROOM.line;
  if (styleFlag(style, 'equal_axes', false)) {
    const both = padded(spanOf(Float64Array.from([...xs, ...ys])) ?? [0, 1], room);
    return { x: numberAxis(style, 'x', both), y: numberAxis(style, 'y', both) };
  }
  const [least, most] = spanOf(ys) ?? [0, 1];
  const floor = styleNumber(style, 'axis_floor_y', Number.NEGATIVE_INFINITY);
  // What is cut takes no room: net benefit falls without end, and its margin would flatten all curves.
  const own = padSpan([floor < most ? Math.max(least, floor) : least, most], ROOM.y);
  const zero = styleFlag(style, 'axis_zero_y', false) ? Math.min(own[0], 0) : own[0];
  const low = floor < own[1] ? Math.max(zero, floor) : zero;
  return {
    x: numberAxis(style, 'x', padSpan(spanOf(xs) ?? [0, 1], room), logSpanOf(xs)),
    y: numberAxis(style, 'y', [zero === 0 && spanOf(ys)?.[0] === 0 ? 0 : low, own[1]], logSpanOf(ys)),
  };
}

/** Parts of a series' rows between those without a value. */
function runsOf(rows: readonly number[], known: (row: number) => boolean): number[][] {
  const runs: number[][] = [[]];
  for (const row of rows) {
    if (known(row)) runs.at(-1)?.push(row);
    else if (runs.at(-1)?.length !== 0) runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

/** Points of a line, with corners where it goes in steps. */
function lineThrough(rows: readonly number[], placeOf: (row: number) => Place, mode: CurveMode): Place[] {
  return rows.flatMap((row, i): Place[] => {
    const place = placeOf(row);
    const before = i === 0 ? undefined : placeOf(rows[i - 1] as number);
    return mode === 'step' && before !== undefined ? [[place[0], before[1]], place] : [place];
  });
}

function placeSeries(one: Series, data: CurveData, frame: PlotFrame, style: FigureStyle): PlacedSeries {
  const { x, y, lower, upper } = data;
  const { mode, rows } = one;
  const to =
    (values: Float64Array) =>
    (row: number): Place => [frame.x(x[row] as number), frame.y(values[row] as number)];
  const drawn = rows.filter((row) => Number.isFinite(y[row]));
  const hasInterval = (row: number) => Number.isFinite(lower?.[row]) && Number.isFinite(upper?.[row]);
  const chosen = styleText(style, 'curve_interval', 'auto');
  const interval = chosen === 'auto' ? (hasPoints(mode) ? 'bars' : 'band') : chosen;
  const bounded = lower !== null && upper !== null;
  return {
    name: one.name,
    colour: one.group.colour,
    dashed: one.dashed,
    line: mode === 'points' ? [] : runsOf(rows, (row) => Number.isFinite(y[row])).map((run) => lineThrough(run, to(y), mode)),
    points: hasPoints(mode) ? drawn.map(to(y)) : [],
    bands:
      bounded && interval === 'band'
        ? runsOf(rows, hasInterval)
            .filter((run) => run.length > 1)
            .map((run) => [...lineThrough(run, to(upper), mode), ...lineThrough(run, to(lower), mode).reverse()])
        : [],
    bars:
      bounded && interval === 'bars'
        ? drawn.filter(hasInterval).map((row) => ({ x: to(y)(row)[0], low: to(lower)(row)[1], high: to(upper)(row)[1] }))
        : [],
  };
}

function legendEntries({ series }: CurveData, lines: readonly ReferenceLine[], style: FigureStyle): LegendEntry[] {
  const say = sayIn(style);
  const own = series.map(
    ({ name, text, mode, dashed, group }): LegendEntry => ({
      label: name,
      colour: group.colour,
      count: say(text),
      coloured: true,
      ...(mode === 'points' ? {} : { mark: dashed ? ('dashes' as const) : ('line' as const) }),
    }),
  );
  const single = own.length === 1 && own[0]?.count === '' && !styleFlag(style, 'name_single', false);
  return [...(single ? [] : own), ...lineEntries(lines)];
}

/** A plot as wide as high, in the middle of the figure. */
function squared(options: FrameOptions): PlotFrame {
  const frame = layoutFrame(options);
  const { plot, width } = frame;
  const more = plot.width - plot.height;
  if (more > 0) {
    const right = width - plot.x - plot.width;
    return layoutFrame({ ...options, leftAtLeast: plot.x + more / 2, rightAtLeast: right + more / 2 });
  }
  return more < 0 ? layoutFrame({ ...options, height: options.height + more }) : frame;
}

/** The frame with its legend where nothing runs through and no name is cut off: in a corner of the plot, else over it. */
function framedWithLegend(options: FrameOptions, curvesIn: (frame: PlotFrame) => readonly Place[], square: boolean): PlotFrame {
  const make = (some: FrameOptions) => (square ? squared(some) : layoutFrame(some));
  const within = (legendWidth: number) => make({ ...options, legendWidth });
  const usual = within(LEGEND_WIDTH.usual);
  const inside = cutsNames(usual.legend) ? within(LEGEND_WIDTH.most) : usual;
  const { legend, plot } = inside;
  if (legend.position !== 'top-right' || legend.entries.length === 0) return inside;
  const complete = !cutsNames(legend) && legend.entries.every(({ name }) => name !== '');
  const corner = complete ? freeCorner(legend.box, plot, curvesIn(inside), LEGEND_ROOM) : null;
  return corner === null
    ? make({ ...options, legendAbove: true, legendShare: LEGEND_SHARE })
    : { ...inside, legend: { ...legend, box: { ...legend.box, ...corner } } };
}

/** Where everything stands: the parts of the data that are placed, and the frame that they are placed in. */
function place(data: FigureData, size: Size) {
  const { style } = data;
  const curves = curveDataOf(data);
  const lines = referenceLines(data);
  const top = topRowsOf(data);
  const axes = axesOf(style, curves, lines);
  const placedIn = (frame: PlotFrame) => curves.series.map((one) => placeSeries(one, curves, frame, style));
  const frame = framedWithLegend(
    {
      ...size,
      view: { x: axes.x.span, y: axes.y.span },
      titles: { x: '', y: '' },
      style,
      legend: legendEntries(curves, lines, style),
      log: { x: axes.x.log, y: axes.y.log },
      spacing: axes.x.log ? { x: typefaceOf(style).size * LOG_TICK } : undefined,
      heading: top.length > 0 ? { text: '', strong: false } : undefined,
      headingLines: top.length,
      leftAtLeast: topNamesWidth(top, typefaceOf(style), sayIn(style), size.width),
    },
    (some) => [...runsAlong(placedIn(some)), ...alongLines(lines, some)],
    styleFlag(style, 'equal_axes', false),
  );
  return { curves, lines, top, axes, frame, series: placedIn(frame) };
}

const runsAlong = (placed: readonly PlacedSeries[]) =>
  placesAlong(
    placed.flatMap(({ line, points, bars }) => [
      ...line,
      points,
      ...bars.map(({ x, low, high }): Place[] => [
        [x, low],
        [x, high],
      ]),
    ]),
  );

/** Where single values lie on the axis across, each place once: thousands of patients have few places. */
function rugPath({ figure: { columns }, tables }: FigureData, { plot, x }: PlotFrame): string {
  if (tables.rug === undefined) return '';
  const foot = (plot.y + plot.height).toFixed(2);
  const places = new Set([...numbersOf(tables.rug, columns.rug)].map(x).filter((at) => at >= plot.x && at <= plot.x + plot.width));
  return [...new Set([...places].map((at) => at.toFixed(1)))].map((at) => `M${at},${foot}v${-RUG}`).join('');
}

/** A plot as wide as high takes no more than that. */
export function screenHeight(data: FigureData, width: number): number {
  const height = heightFor(data.style, width);
  return styleFlag(data.style, 'equal_axes', false) ? Math.ceil(place(data, { width, height }).frame.height) : height;
}

/**
 * Lines over a number, with intervals where they have some: ROC and calibration curves, errors, cross-validation. Table `curves`, a row per
 * point in the order in which its line runs: columns `series`, `x`, `y`, optionally `lower`, `upper`, `label` (what the legend says of the
 * series, with or without its name before it), `mode` (`line`, `step`, `points`, `points-and-line`), `line_type` (`dashed`), `colour`.
 * Table `lines`, optional: see reference-lines.ts; table `rug`, optional: its column `rug` has values that stand as strokes on the axis across; table `top`, optional: see top-numbers.ts. Style: `curve_mode` for series without a
 * mode of their own, `curve_interval` (`auto`, `band`, `bars`, `none`), `equal_axes`, `axis_zero_y`, `axis_floor_y` (what lies lower is cut),
 * `name_single` (a legend for one series too), `line_width`, `point_size`.
 */
export function layout(data: FigureData, size: Size): CurveBandsLayout {
  const { style } = data;
  const say = sayIn(style);
  const { curves, lines, top, axes, frame, series } = place(data, size);
  checkRoom(frame);
  const blocked = frame.legend.position === 'top-right' && frame.legend.entries.length > 0 ? [frame.legend.box] : [];
  const { labels, unplaced } = placeLineLabels(lines, frame, blocked, runsAlong(series), say);
  const stops = curves.series.map(({ rows }) => rows.filter((row) => Number.isFinite(curves.y[row])));
  const outside = stops.filter((rows) =>
    rows.some((row) => axes.x.hides(curves.x[row] as number) || axes.y.hides(curves.y[row] as number)),
  );
  const floor = axes.y.span[0];
  return {
    ...size,
    frame,
    series,
    lines: lines.map((line) => linePath(line, frame)).filter((path) => path !== ''),
    rug: rugPath(data, frame),
    lineLabels: labels,
    top: { rows: placeTopRows(top, frame, say), namesX: topNamesX(frame) },
    lineWidth: styleNumber(style, 'line_width', 1.6),
    radius: styleSize(style, 'point_size', stops.flat().length > 150 ? 2 : 3),
    cap: CAP,
    cut:
      outside.length > 0 ||
      axes.x.chosen ||
      stops.flat().some((row) => (curves.y[row] as number) < floor || (curves.lower?.[row] ?? floor) < floor),
    axes: { x: axes.x.controls, y: axes.y.controls },
    colourOf: (row) => curves.series.find(({ name }) => name === curves.of[row])?.group.colour ?? 'none',
    ...itemsOf(data, curves, frame, stops),
    note: [
      outsideNote(outside.length, '条曲线', axes.x, axes.y),
      unplaced > 0 ? `有 ${unplaced} 条参考线的名称放不下；把图加宽可以看到。` : '',
    ].join(''),
  };
}

/** The points as what is pointed at: arrows across walk along a curve, arrows down to the next one. */
function itemsOf(
  { style }: FigureData,
  { series, of, x, y, lower, upper }: CurveData,
  frame: PlotFrame,
  stops: readonly (readonly number[])[],
) {
  const anchor = (row: number) => ({
    x: withinScale(frame.x, frame.x(x[row] as number)),
    y: withinScale(frame.y, frame.y(y[row] as number)),
  });
  const all = stops.flat();
  const named = (axis: 'x' | 'y') => plainTitle(styleText(style, `axis_title_${axis}`, axis === 'x' ? '横轴' : '纵轴'));
  const distance = (row: number, at: { x: number; y: number }) => Math.hypot(anchor(row).x - at.x, anchor(row).y - at.y);
  const nearest = (rows: readonly number[], at: { x: number; y: number }) =>
    rows.reduce<number | null>((best, row) => (best === null || distance(row, at) < distance(best, at) ? row : best), null);
  return {
    items: '曲线上的点',
    stops: all.length === 0 ? [] : [all[0] as number, all.at(-1) as number],
    walk: (from: number | null, { across, down }: Step): number => {
      if (from === null) return all[0] ?? 0;
      const own = stops.findIndex((rows) => rows.includes(from));
      if (down !== 0) {
        const next = stops[Math.min(Math.max(own + down, 0), stops.length - 1)] ?? [];
        const x0 = anchor(from).x;
        return next.reduce((best, row) => (Math.abs(anchor(row).x - x0) < Math.abs(anchor(best).x - x0) ? row : best), next[0] ?? from);
      }
      const rows = stops[own] ?? [];
      return rows[Math.min(Math.max(rows.indexOf(from) + across, 0), rows.length - 1)] ?? from;
    },
    hit: (at: { x: number; y: number }) => {
      const row = nearest(all, at);
      return row !== null && distance(row, at) <= REACH ? row : null;
    },
    anchor,
    describe: (row: number) => {
      const own = series.find(({ name }) => name === of[row]);
      const interval: (readonly [string, string])[] = Number.isFinite(lower?.[row])
        ? [['区间', writeInterval(lower?.[row], upper?.[row])]]
        : [];
      return {
        name: of[row] ?? '',
        italic: false,
        tag: own?.text ?? '',
        rows: [[named('x'), writeNumber(x[row])], [named('y'), writeNumber(y[row])], ...interval] as (readonly [string, string])[],
      };
    },
    find: (name: string) => {
      const found = series.findIndex((one) => one.name.toUpperCase() === name.toUpperCase());
      return found === -1 ? null : (stops[found]?.[0] ?? null);
    },
    named: () => '',
  };
}
