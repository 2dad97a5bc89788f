import { formatCount, formatP } from '@oncoloom/tool-kit';
import { type Group, groupsOf, legendOf } from '../../data/groups.ts';
import { subjectOf } from '../../data/subject.ts';
import {
  ChartDataError,
  inOrder,
  isOrdered,
  numbersOf,
  optionalTexts,
  styleFlag,
  styleNumber,
  styleSize,
  styleText,
  tableOf,
  textsOf,
} from '../../data/table.ts';
import type { FigureData, Size } from '../../data/types.ts';
import { axisEntries } from '../../plot/axes/axis-entries.ts';
import { type NumberAxis, numberAxis, outsideNote } from '../../plot/axes/axis-range.ts';
import { padSpan, spanOf, withinScale } from '../../plot/axes/scale.ts';
import { placesAlong } from '../../plot/free-place.ts';
import type { LegendEntry } from '../../plot/legend-layout.ts';
import type { Rect } from '../../plot/place-labels.ts';
import { layoutFrame, type PlotFrame } from '../../plot/plot-frame.ts';
import { type LineLabel, linePath, lineValues, placeLineLabels, type ReferenceLine, referenceLines } from '../../plot/reference-lines.ts';
import { checkRoom } from '../../plot/room.ts';
import { writeInterval, writeNumber } from '../../plot/written.ts';
import { shorten } from '../../text/axis-titles.ts';
import { sayIn } from '../../text/language.ts';
import { textWidth } from '../../text/measure.ts';
import { plainTitle } from '../../text/title-marks.ts';
import { typefaceOf, UNITS_PER_INCH } from '../../text/typeface.ts';
import type { ItemLayout } from '../kind.ts';

/** A variable's row. */
export interface ImportanceRow {
  /** Row of the table. */
  row: number;
  name: string;
  label: string;
  y: number;
  colour: string;
  /** Null where there is no importance. */
  mark: { x: number; low: number | null; high: number | null } | null;
  /** What chance gives; null where it is not known. */
  chance: Rect | null;
}

export interface ImportanceLayout extends ItemLayout {
  rows: readonly ImportanceRow[];
  /** What chance gives to all variables alike, over the whole plot. */
  chance: Rect | null;
  shape: 'points' | 'bars';
  /** Where bars begin. */
  zero: number;
  barHeight: number;
  radius: number;
  labelX: number;
  italic: boolean;
  lines: readonly string[];
  lineLabels: readonly LineLabel[];
  lineWidth: number;
  /** A line below the last row where some do not fit. */
  omitted: { text: string; y: number } | null;
}

/** The colour of what chance gives. */
export const CHANCE = '#C9D1D5';
const VALUE_NAME = '重要性';
const CHANCE_NAME = '随机（2.5%–97.5%）';
/** Height of a row on screen, in print, and the least that a file gives it, in the size of its text. */
const LINE = { screen: 1.8, paper: 1.4, least: 1.1 };
const REST = 8;
const ROWS_LEAST = 4;
const NAMES_SHARE = 0.4;
const GAP = 9;
const ROOM = 0.04;

interface Values {
  labels: readonly string[];
  groups: readonly string[] | null;
  value: Float64Array;
  low: Float64Array | null;
  high: Float64Array | null;
  chanceLow: Float64Array | null;
  chanceHigh: Float64Array | null;
  p: Float64Array | null;
}

function valuesOf({ figure: { columns }, tables }: FigureData): Values {
  const table = tableOf(tables, 'variables');
  const optional = (name: string | undefined) => (name === undefined ? null : numbersOf(table, name));
  return {
    labels: textsOf(table, columns.label),
    groups: optionalTexts(table, columns.group),
    value: numbersOf(table, columns.value),
    low: optional(columns.low),
    high: optional(columns.high),
    chanceLow: optional(columns.null_low),
    chanceHigh: optional(columns.null_high),
    p: optional(columns.p),
  };
}

/** Rows from the most important down, those without a number last; or as the style orders them. */
function orderedRows({ labels, value }: Values, { style }: FigureData): number[] {
  const rows = [...labels.keys()];
  const number = (row: number) => (Number.isFinite(value[row]) ? (value[row] as number) : Number.NEGATIVE_INFINITY);
  if (styleFlag(style, 'sort_rows', true)) rows.sort((a, b) => (number(a) === number(b) ? a - b : number(b) - number(a)));
  return isOrdered(style, labels) ? inOrder(style, rows, (row) => labels[row] as string) : rows;
}

function axisOf({ style }: FigureData, values: Values, lines: readonly ReferenceLine[]): NumberAxis {
  const { value, low, high, chanceLow, chanceHigh } = values;
  const all = [value, low, high, chanceLow, chanceHigh].flatMap((column) => (column === null ? [] : [...column]));
  const [from, to] = spanOf(Float64Array.from([...all, 0, ...lineValues(lines, 'x')])) ?? [0, 1];
  const [padFrom, padTo] = padSpan([from, to], ROOM);
  return numberAxis(style, 'x', [from === 0 ? 0 : padFrom, to === 0 ? 0 : padTo]);
}

/** Is chance the same for all variables? */
function isCommon({ chanceLow, chanceHigh }: Values): boolean {
  const same = (column: Float64Array) => column.every((one) => one === column[0]);
  return (
    chanceLow !== null &&
    chanceHigh !== null &&
    same(chanceLow) &&
    same(chanceHigh) &&
    Number.isFinite(chanceLow[0]) &&
    Number.isFinite(chanceHigh[0])
  );
}

/** Rows that a figure has room for: a legend and an axis need that of some. */
const roomyRows = ({ tables }: FigureData) => Math.max(ROWS_LEAST, tableOf(tables, 'variables').rowCount);

export function screenHeight(data: FigureData): number {
  const { size } = typefaceOf(data.style);
  return Math.round(roomyRows(data) * size * LINE.screen + size * REST);
}

/** Inches that a file needs to show all rows. */
export function paperHeight(data: FigureData): number {
  const { size } = typefaceOf(data.style);
  return ((roomyRows(data) * LINE.paper + REST) * size) / UNITS_PER_INCH;
}

/** Between two places of the axis, within the plot. */
function between(frame: PlotFrame, low: number, high: number): { x: number; width: number } {
  const [from, to] = [withinScale(frame.x, frame.x(Math.min(low, high))), withinScale(frame.x, frame.x(Math.max(low, high)))];
  return { x: from, width: to - from };
}

function legendEntries(values: Values, groups: readonly Group[]): LegendEntry[] {
  const known = values.chanceLow?.some(Number.isFinite) === true && values.chanceHigh?.some(Number.isFinite) === true;
  const chance: LegendEntry = { label: CHANCE_NAME, colour: CHANCE, count: '', mark: 'square' };
  return [...(values.groups === null ? [] : legendOf(groups)), ...(known ? [chance] : [])];
}

/**
 * Importance of variables, the largest uppermost, beside what chance gives. Table `variables`; columns `label`, `value`, optionally `low`,
 * `high` (interval), `null_low`, `null_high` (2.5th and 97.5th percentile under chance; the same in all rows: one band), `group` (chosen or not),
 * `p`. Table `lines`, optional: see reference-lines.ts; an upright one is the cut-off. Style: `importance_mark` (`points`, `bars`), `sort_rows`,
 * `bar_color` without groups, `point_size`, `line_width`. In print the figure is as high as its rows need, until somebody chooses a height.
 */
export function layout(data: FigureData, size: Size): ImportanceLayout {
  const { figure, style, words } = data;
  const say = sayIn(style);
  const typeface = typefaceOf(style);
  const values = valuesOf(data);
  if (!values.value.some(Number.isFinite)) throw new ChartDataError('没有可画的变量：表里没有一个变量有重要性');
  const lines = referenceLines(data);
  const axis = axisOf(data, values, lines);
  const italic = subjectOf(figure, words) === 'gene';
  const measure = (text: string) => textWidth(text, typeface, italic ? 'italic' : 'normal');
  const names = Math.min(Math.max(...values.labels.map((label) => measure(say(label)))), size.width * NAMES_SHARE);
  const groups = groupsOf(values.groups ?? [], words, style);
  const frame = layoutFrame({
    ...size,
    view: { x: axis.span, y: [0, 1] },
    titles: { x: VALUE_NAME, y: '' },
    style: { ...style, axis_title_y: '' },
    legend: legendEntries(values, groups),
    legendAbove: true,
    names: { y: names + GAP },
    spacing: { x: typeface.size * 5, y: 1 },
  });
  checkRoom(frame);
  const order = orderedRows(values, data);
  const most = Math.max(1, Math.floor(frame.plot.height / (typeface.size * LINE.least)));
  const shown = order.length <= most ? order : order.slice(0, Math.max(1, most - 1));
  const left = order.length - shown.length;
  const pitch = frame.plot.height / (shown.length + (left > 0 ? 1 : 0));
  const common = isCommon(values);
  const rows = shown.map((row, i): ImportanceRow => {
    const y = frame.plot.y + pitch * (i + 0.5);
    const at = values.value[row] as number;
    const [low, high] = [values.low?.[row] ?? Number.NaN, values.high?.[row] ?? Number.NaN];
    const [from, to] = [values.chanceLow?.[row] ?? Number.NaN, values.chanceHigh?.[row] ?? Number.NaN];
    const bounded = Number.isFinite(low) && Number.isFinite(high);
    const name = values.labels[row] as string;
    return {
      row,
      name,
      label: shorten(say(name), names, measure),
      y,
      colour: groups.find((group) => group.name === values.groups?.[row])?.colour ?? styleText(style, 'bar_color', '#2f4b5c'),
      mark: Number.isFinite(at)
        ? {
            x: withinScale(frame.x, frame.x(at)),
            low: bounded ? withinScale(frame.x, frame.x(low)) : null,
            high: bounded ? withinScale(frame.x, frame.x(high)) : null,
          }
        : null,
      chance:
        !common && Number.isFinite(from) && Number.isFinite(to)
          ? { ...between(frame, from, to), y: y - pitch * 0.42, height: pitch * 0.84 }
          : null,
    };
  });
  const outside = shown.filter((row) => axis.hides(values.value[row] as number)).length;
  const [from, to] = [values.chanceLow?.[0] ?? 0, values.chanceHigh?.[0] ?? 0];
  const barHeight = Math.min(pitch * 0.7, typeface.size * 1.4);
  // What a label keeps off: the bars or points with their intervals, at both edges and in the middle.
  const marks = rows.flatMap(({ mark, y }) => {
    if (mark === null) return [];
    const ends = [withinScale(frame.x, frame.x(0)), mark.x, mark.low ?? mark.x, mark.high ?? mark.x];
    const [from, to] = [Math.min(...ends), Math.max(...ends)];
    return [-barHeight / 2, 0, barHeight / 2].map((off) => [[from, y + off] as const, [to, y + off] as const]);
  });
  return {
    ...size,
    frame,
    rows,
    chance: common ? { ...between(frame, from, to), y: frame.plot.y, height: frame.plot.height } : null,
    shape: styleText(style, 'importance_mark', 'points') === 'bars' ? 'bars' : 'points',
    zero: withinScale(frame.x, frame.x(0)),
    barHeight,
    radius: styleSize(style, 'point_size', Math.min(typeface.size * 0.32, pitch * 0.36)),
    labelX: frame.plot.x - GAP,
    italic,
    lines: lines.map((line) => linePath(line, frame)).filter((path) => path !== ''),
    lineLabels: placeLineLabels(lines, frame, [], placesAlong(marks), say).labels,
    lineWidth: styleNumber(style, 'line_width', 1.2),
    omitted:
      left > 0
        ? {
            text: say({ zh: '另有 {n} 行放不下', en: '{n} more rows do not fit' }, { n: left }),
            y: frame.plot.y + pitch * (shown.length + 0.5),
          }
        : null,
    axes: { x: axis.controls },
    entries: [...frame.legend.named, ...axisEntries(values.labels, style)],
    ...itemsOf(values, rows, frame, pitch, { italic, valueName: plainTitle(styleText(style, 'axis_title_x', VALUE_NAME)) }),
    note: [
      left > 0 ? `共 ${formatCount(order.length)} 个变量，图高只放得下前 ${formatCount(shown.length)} 个；把图加高或把字号调小。` : '',
      outsideNote(outside, '个变量', axis),
    ].join(''),
  };
}

interface Shown {
  italic: boolean;
  /** What the axis calls the numbers. */
  valueName: string;
}

function itemsOf(values: Values, rows: readonly ImportanceRow[], frame: PlotFrame, pitch: number, { italic, valueName }: Shown) {
  const intervalRow = (title: string, low: Float64Array | null, high: Float64Array | null, row: number): (readonly [string, string])[] =>
    Number.isFinite(low?.[row]) && Number.isFinite(high?.[row]) ? [[title, writeInterval(low?.[row], high?.[row])]] : [];
  return {
    items: '图中的变量',
    stops: [...rows.keys()],
    hit: (at: { x: number; y: number }) => {
      const found = rows.findIndex(({ y }) => Math.abs(at.y - y) <= pitch / 2);
      return found === -1 ? null : found;
    },
    anchor: (item: number) => ({ x: rows[item]?.mark?.x ?? frame.plot.x, y: rows[item]?.y ?? 0 }),
    describe: (item: number) => {
      const row = rows[item]?.row ?? 0;
      const p: (readonly [string, string])[] = Number.isFinite(values.p?.[row]) ? [['P', formatP(values.p?.[row] as number)]] : [];
      return {
        name: values.labels[row] ?? '',
        italic,
        tag: values.groups?.[row] ?? '',
        rows: [
          [valueName, writeNumber(values.value[row])] as const,
          ...intervalRow('区间', values.low, values.high, row),
          ...intervalRow('随机的 2.5%–97.5%', values.chanceLow, values.chanceHigh, row),
          ...p,
        ],
      };
    },
    find: (name: string) => {
      const found = rows.findIndex((one) => one.name.toUpperCase() === name.toUpperCase());
      return found === -1 ? null : found;
    },
    named: (item: number) => rows[item]?.name ?? '',
  };
}
