import { formatCount, formatPercent } from '@oncoloom/tool-kit';
import { styleFlag, styleNumber } from '../../data/table.ts';
import type { FigureData, Size } from '../../data/types.ts';
import { type NumberAxis, numberAxis, outsideNote } from '../../plot/axes/axis-range.ts';
import { type Scale, withinScale } from '../../plot/axes/scale.ts';
import { formatTick, type Tick } from '../../plot/axes/tick.ts';
import { percentTicksOf } from '../../plot/axes/ticks.ts';
import type { LegendEntry } from '../../plot/legend-layout.ts';
import type { Rect } from '../../plot/place-labels.ts';
import { type Heading, layoutFrame, type PlotFrame } from '../../plot/plot-frame.ts';
import { checkRoom } from '../../plot/room.ts';
import { heightFor } from '../../plot/screen-size.ts';
import { movedFrom } from '../../points/moved-labels.ts';
import { sayIn } from '../../text/language.ts';
import { textWidth } from '../../text/measure.ts';
import { type Typeface, typefaceOf } from '../../text/typeface.ts';
import type { ItemLayout } from '../kind.ts';
import { lastTime, medianOf, rowAt, stepPoints } from './km-curves.ts';
import { type KmData, kmDataOf } from './km-data.ts';
import { heightForRisk, layoutRisk, planRisk, type RiskPlan, type RiskTable, tickTimes, timeTicks, widestNumber } from './risk-table.ts';
import { freePlace, kmSentences } from './statistics.ts';

type Place = readonly [number, number];

/** One group's line with its interval and the marks of those who left. */
export interface PlacedCurve {
  name: string;
  colour: string;
  line: readonly Place[];
  /** Around the interval; empty where none is drawn. */
  band: readonly Place[];
  /** Middles of the marks. */
  censored: readonly Place[];
}

/** What the tests say: a line each, one below the other. */
export interface Statistics {
  lines: readonly { text: string; x: number; y: number }[];
  anchor: 'start' | 'end';
  /** What the style calls them where they were put elsewhere. */
  name: string;
}

/** What the style calls the lines of the tests. */
const STATISTICS = '检验结果';

export interface KmLayout extends ItemLayout {
  curves: readonly PlacedCurve[];
  lineWidth: number;
  /** A chosen range cuts the curves. */
  cut: boolean;
  /** Where curves come to one half: `half` is its height. */
  medians: { half: number; places: readonly number[] };
  statistics: Statistics;
  risk: RiskTable | null;
  /** Of a row of the curves' table. */
  colourOf: (row: number) => string;
}

/** Half the height of the mark of a patient who left. */
export const CENSOR_REACH = 4;
/** How far from a step the pointer may be. */
const REACH = 40;
/** The axes go a little beyond the last time and 100%. */
const BEYOND = { x: 1.02, y: 1.03 };
/** A line of the statistics, in its size. */
const LINE = 1.4;
/** Between a text and the edge of the figure. */
const EDGE = 2;
/** Half a line down to the letters' foot. */
const FOOT = 0.35;
/** What a screen can show. */
const HIGHEST = 690;
const LEGEND_SHARE = 0.2;
const NO_RISK: RiskPlan = { stacked: false, line: 0, shown: 0, depth: 0, left: 0 };

const hasRisk = ({ style }: FigureData): boolean => styleFlag(style, 'risk_table', true);

export function screenHeight(data: FigureData, width: number): number {
  const usual = heightFor(data.style, width);
  return hasRisk(data) ? Math.max(usual, Math.min(heightForRisk(kmDataOf(data), typefaceOf(data.style), width), HIGHEST)) : usual;
}

/** Days are whole, months and years are not. */
const writeTime = (time: number | undefined = Number.NaN): string => formatTick(time, Number.isInteger(time) ? 0 : 2);

/** Ticks of the survival: quarters, or halves where there is no room; of a part of it round shares. */
function shareTicks(scale: Scale, typeface: Typeface, wanted: number | undefined): Tick[] {
  const whole = scale.domain[0] === 0 && scale.domain[1] >= 1;
  if (wanted !== undefined || !whole) return percentTicksOf(scale, wanted ?? typeface.size * 3.5);
  const quarter = Math.abs(scale(0.25) - scale(0));
  const parts = quarter >= typeface.size * 1.3 ? 4 : 2;
  return Array.from({ length: parts + 1 }, (_, i) => ({ value: i / parts, text: `${formatTick((i / parts) * 100, 0)}%` }));
}

/** Groups with their patients at the beginning. */
const legendEntries = ({ curves, atRisk }: KmData): LegendEntry[] =>
  curves.map(({ curve, group }) => ({
    label: group.name,
    colour: group.colour,
    count: formatCount(atRisk[curve.rows[0] ?? 0] ?? 0),
    mark: 'line',
  }));

/** Where the axis of the shares ends: survival at 100%, incidences at the next tenth above everything drawn: few patients have a rare event. */
function topOf(data: FigureData, { curves, steps, rising }: KmData): number {
  if (!rising) return 1;
  const rows = curves.flatMap(({ curve }) => curve.rows);
  const banded = curves.flatMap(({ curve }) => bandRows(data, steps, curve.rows));
  const highest = [...rows.map((row) => steps.survival[row]), ...banded.map((row) => steps.upper?.[row])].reduce<number>(
    (top, value) => Math.max(top, value ?? 0),
    0,
  );
  return Math.min(1, Math.max(1, Math.ceil(highest * 10 - 1e-9)) / 10);
}

/** What the values are called. */
const shareName = ({ rising }: KmData): string => (rising ? '累积发生率' : '生存率');

/** Both axes: time, and survival, whose range is written in percent. */
interface KmAxes {
  x: NumberAxis;
  y: NumberAxis;
  /** Where the curves end. */
  end: number;
}

function axesOf(data: FigureData, km: KmData): KmAxes {
  const { style } = data;
  const limit = lastTime(km.steps.time, styleNumber(style, 'time_limit', 0));
  const x = numberAxis(style, 'x', [0, limit * BEYOND.x]);
  const y = numberAxis(style, 'y', [0, topOf(data, km) * BEYOND.y], null, (percent) => percent / 100);
  return { x, y, end: x.fixed.high ? x.span[1] : limit };
}

/** Everything but the statistics, with a line over the plot where they stand in it. */
function frameOf(data: FigureData, km: KmData, size: Size, { x, y, end }: KmAxes, plan: RiskPlan, { heading, below }: Reserved): PlotFrame {
  const { style } = data;
  const typeface = typefaceOf(style);
  const say = sayIn(style);
  const unit = km.words.unit_word;
  const times = tickTimes(km.risk.time, [x.span[0], end], styleNumber(style, 'axis_breaks_x', 0));
  const widest = hasRisk(data) ? widestNumber(km, typeface) : 0;
  return layoutFrame({
    width: size.width,
    height: size.height - plan.depth - below,
    view: { x: x.span, y: y.span },
    titles: { x: unit === undefined ? '时间' : say({ zh: '时间（{unit}）', en: 'Time ({unit})' }, { unit: say(unit) }), y: shareName(km) },
    style,
    legendAbove: true,
    legend: legendEntries(km),
    legendShare: LEGEND_SHARE,
    leftAtLeast: plan.left,
    heading,
    ticks: { x: (scale) => timeTicks(times, scale, widest, typeface), y: (scale, wanted) => shareTicks(scale, typeface, wanted) },
  });
}

/** Of a curve the rows between whose bounds an interval is drawn; where nobody is left the bounds are not known, and it ends. */
function bandRows({ style }: FigureData, { lower, upper }: KmData['steps'], rows: readonly number[]): number[] {
  if (!styleFlag(style, 'conf_int', true)) return [];
  return rows.filter((row) => Number.isFinite(lower?.[row]) && Number.isFinite(upper?.[row]));
}

function placeCurves(data: FigureData, km: KmData, frame: PlotFrame, end: number): PlacedCurve[] {
  const { time, survival, lower, upper, censored } = km.steps;
  const place = ([x, y]: Place): Place => [frame.x(x), frame.y(y)];
  return km.curves.map(({ curve: { name, rows }, group }) => {
    const known = bandRows(data, km.steps, rows);
    const edge = (values: Float64Array | null) => (values === null ? [] : stepPoints(known, time, values, end));
    const left = rows.filter((row) => (censored[row] as number) > 0 && (time[row] as number) <= end);
    return {
      name,
      colour: group.colour,
      line: stepPoints(rows, time, survival, end).map(place),
      band: [...edge(upper), ...edge(lower).reverse()].map(place),
      censored: styleFlag(data.style, 'show_censored', true)
        ? left.map((row) => place([time[row] as number, survival[row] as number]))
        : [],
    };
  });
}

function placeMedians(data: FigureData, { curves, steps, rising }: KmData, frame: PlotFrame, end: number): KmLayout['medians'] {
  const medians = !rising && styleFlag(data.style, 'show_median', true) ? curves.flatMap(({ curve }) => medianOf(curve, steps) ?? []) : [];
  const [[from], [low, high]] = [frame.x.domain, frame.y.domain];
  const shown = low < 0.5 && high > 0.5 ? medians.filter((median) => median >= from && median <= end) : [];
  return { half: frame.y(0.5), places: shown.map((median) => frame.x(median)) };
}

/** The lines of the medians as what no text may cover. */
function medianBoxes({ half, places }: KmLayout['medians'], { plot }: PlotFrame): Rect[] {
  if (places.length === 0) return [];
  const across = { x: plot.x, y: half - 0.5, width: Math.max(...places) - plot.x, height: 1 };
  return [across, ...places.map((x) => ({ x: x - 0.5, y: half, width: 1, height: plot.y + plot.height - half }))];
}

function linesIn(texts: readonly string[], box: Rect, { plot, typeface }: PlotFrame): Statistics {
  const atRight = box.x + box.width / 2 > plot.x + plot.width / 2;
  const line = typeface.size * LINE;
  return {
    lines: texts.map((text, i) => ({ text, x: atRight ? box.x + box.width : box.x, y: box.y + line * (i + 0.5) + typeface.size * FOOT })),
    anchor: atRight ? 'end' : 'start',
    name: STATISTICS,
  };
}

/** The same in one line over the plot. */
function movedHeading({ style }: FigureData, text: string, { plot, typeface, width, height }: PlotFrame): Heading {
  const own = { x: plot.x + plot.width / 2, y: plot.y - typeface.size, width: textWidth(text, typeface), height: typeface.size };
  return { text, strong: false, label: { name: STATISTICS, ...movedFrom(style, STATISTICS, own, { width, height }) } };
}

/** The lines of the tests where somebody put them. */
function movedStatistics({ style }: FigureData, statistics: Statistics, { typeface, heading }: PlotFrame, size: Size) {
  const { lines, anchor, name } = statistics;
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return { statistics, movable: heading.label === undefined ? [] : [heading.label] };
  const width = Math.max(...lines.map(({ text }) => textWidth(text, typeface)));
  const middle = { x: first.x + (anchor === 'end' ? -width / 2 : width / 2), y: (first.y + last.y) / 2 - typeface.size * FOOT };
  const by = movedFrom(style, name, { ...middle, width, height: typeface.size * LINE * lines.length }, size);
  return {
    statistics: { ...statistics, lines: lines.map(({ text, x, y }) => ({ text, x: x + by.x, y: y + by.y })) },
    movable: [{ name, ...by }],
  };
}

/** What stands over the plot and how much is kept free below the table. */
interface Reserved {
  heading?: Heading;
  below: number;
}

/** The plot with what the tests say: where neither curve nor interval is, else in a line over the plot, else in lines of their own below everything. */
function withStatistics(data: FigureData, km: KmData, frameWith: (reserved: Reserved) => PlotFrame, end: number, height: number) {
  const frame = frameWith({ below: 0 });
  const { typeface, plot } = frame;
  const texts = kmSentences(km.words, sayIn(data.style));
  const nothing: Statistics = { lines: [], anchor: 'start', name: STATISTICS };
  if (texts.length === 0) return { frame, statistics: nothing, below: 0 };
  const size = { width: Math.max(...texts.map((text) => textWidth(text, typeface))), height: typeface.size * LINE * texts.length };
  const boxes = medianBoxes(placeMedians(data, km, frame, end), frame);
  const curves = km.curves.map(({ curve }) => curve);
  const bands = curves.map(({ name, rows }) => ({ name, rows: bandRows(data, km.steps, rows) }));
  const place = freePlace(size, { curves, bands, steps: km.steps, frame, boxes, reach: CENSOR_REACH + 2, rising: km.rising });
  if (place !== null) return { frame, statistics: linesIn(texts, place, frame), below: 0 };
  const text = texts.join('\u2003');
  if (textWidth(text, typeface) <= plot.width)
    return { frame: frameWith({ heading: movedHeading(data, text, frame), below: 0 }), statistics: nothing, below: 0 };
  const lines = linesIn(texts, { x: EDGE, y: height - size.height - EDGE, width: 0, height: size.height }, frame);
  const below = size.height + 2 * EDGE;
  return { frame: frameWith({ below }), statistics: lines, below };
}

/**
 * Kaplan–Meier curves with the numbers at risk below. Table `curve`, a row per step from time 0: columns `group`, `time`, `survival`, `lower`,
 * `upper`, `at_risk`, `censored`; `incidence` in place of `survival` is the share that had the event, whose curves rise and have no medians. Table `risk`: columns `group`, `time` as above, and `n`; its times are the ticks of the axis. What the
 * tests say stands in the words `p_name`, `p`, `hr`, `hr_low`, `hr_high`, `hr_unknown`; `unit_word` is the unit of time. A figure of one
 * `row` has a table `parts` too: of its row the column `part` says which rows of the others are its own, and the texts are words of its own.
 * Throws `ChartDataError` where nobody was followed.
 */
export function layout(data: FigureData, size: Size): KmLayout {
  const { style } = data;
  const km = kmDataOf(data);
  const { steps, atRisk, words } = km;
  const axes = axesOf(data, km);
  const { end } = axes;
  const plan = hasRisk(data) ? planRisk(km, typefaceOf(style), size) : NO_RISK;
  const frameWith = (reserved: Reserved) => frameOf(data, km, size, axes, plan, reserved);
  const { frame, statistics: placed, below } = withStatistics(data, km, frameWith, end, size.height);
  const { statistics, movable } = movedStatistics(data, placed, frame, size);
  const outside = stepsOutside(km, axes);
  checkRoom(frame);
  const colours = new Map(km.curves.map(({ group }) => [group.name, group.colour]));
  const anchor = (row: number) => ({
    x: withinScale(frame.x, frame.x(steps.time[row] as number)),
    y: withinScale(frame.y, frame.y(steps.survival[row] as number)),
  });
  return {
    ...size,
    frame,
    curves: placeCurves(data, km, frame, end),
    lineWidth: styleNumber(style, 'line_width', 1.6),
    cut: axes.x.span[0] > 0 || axes.y.chosen,
    axes: { x: axes.x.controls, y: axes.y.controls },
    movable,
    medians: placeMedians(data, km, frame, end),
    statistics,
    risk: hasRisk(data) ? layoutRisk(km, plan, frame, size.height - plan.depth - below, sayIn(style)) : null,
    colourOf: (row) => colours.get(steps.group[row] ?? '') ?? 'none',
    items: '曲线的每一步',
    stops: km.curves.flatMap(({ curve }) => curve.rows.filter((row) => (steps.time[row] as number) <= end)),
    hit: (at) => nearestStep(km, frame, at),
    anchor,
    describe: (row) => ({
      name: steps.group[row] ?? '',
      italic: false,
      tag: `${writeTime(steps.time[row])}${words.unit_word === undefined ? '' : ` ${words.unit_word}`}`,
      rows: [
        [shareName(km), formatPercent(steps.survival[row] as number)],
        ...intervalOf(km, row),
        ['风险人数', formatCount(atRisk[row] as number)],
      ],
    }),
    find: () => null,
    named: () => '',
    note: [noteOf(km, plan, end, hasRisk(data)), outsideNote(outside, '个时间点', axes.y)].filter((part) => part !== '').join('；'),
  };
}

/** Steps before the beginning of the axis of time, or beyond the range of the survival; those after its end are told of with the follow-up. */
function stepsOutside({ curves, steps }: KmData, { x, y, end }: KmAxes): number {
  const rows = curves.flatMap(({ curve }) => curve.rows).filter((row) => (steps.time[row] as number) <= end);
  return rows.filter((row) => (steps.time[row] as number) < x.span[0] || y.hides(steps.survival[row] as number)).length;
}

/** The step of the curve that is nearest to a place of the plot. */
function nearestStep({ curves, steps }: KmData, { plot, x, y }: PlotFrame, at: { x: number; y: number }): number | null {
  if (at.x < plot.x || at.x > plot.x + plot.width || at.y > plot.y + plot.height) return null;
  const rows = curves.flatMap(({ curve }) => rowAt(curve, steps.time, x.invert(at.x)) ?? []);
  const distance = (row: number) => Math.abs(y(steps.survival[row] as number) - at.y);
  const [best] = rows.sort((a, b) => distance(a) - distance(b));
  return best === undefined || distance(best) > REACH ? null : best;
}

function intervalOf({ steps }: KmData, row: number): (readonly [string, string])[] {
  const [low, high] = [steps.lower?.[row], steps.upper?.[row]];
  if (low === undefined || high === undefined || Number.isNaN(low) || Number.isNaN(high)) return [];
  return [['95% CI', `${formatPercent(low)}–${formatPercent(high)}`]];
}

/** What the axis and the table below leave out. */
function noteOf({ curves, steps, words }: KmData, plan: RiskPlan, end: number, withRisk: boolean): string {
  const last = lastTime(steps.time, 0);
  const unit = words.unit_word === undefined ? '' : ` ${words.unit_word}`;
  const later = last > end ? [`横轴只到 ${writeTime(end)}${unit}，更晚的随访不在图上（最晚 ${writeTime(last)}${unit}），仍参与检验`] : [];
  const left =
    withRisk && plan.shown < curves.length ? [`风险人数只列出 ${plan.shown} 组，共 ${curves.length} 组：加大图的高度可以看到更多`] : [];
  return [...later, ...left].join('；');
}
