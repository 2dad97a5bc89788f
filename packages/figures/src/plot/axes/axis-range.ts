import { formatCount } from '@oncoloom/tool-kit';
import { styleFlag, styleTuples } from '../../data/table.ts';
import type { FigureStyle } from '../../data/types.ts';
import type { View } from '../view.ts';
import { type Span, spanOf } from './scale.ts';

/** Places a number that the user writes on an axis, as its logarithm on a logarithmic one. */
export type AxisPlace = (written: number) => number;
const AS_WRITTEN: AxisPlace = (written) => written;

/** What of an axis can be chosen. */
interface AxisControls {
  breaks: boolean;
  range: boolean;
  log: boolean;
}
export const NO_CONTROLS: AxisControls = { breaks: false, range: false, log: false };
/** Of an axis of numbers that keeps its kind. */
export const OF_NUMBERS: AxisControls = { breaks: true, range: true, log: false };

/** What of both axes of a figure can be chosen. */
export interface EditableAxes {
  x: AxisControls;
  y: AxisControls;
}

/** One end of an axis: the number that was written, or the end that the data ask for. */
function endOf(written: string | undefined, place: AxisPlace, own: number): number {
  const value = written === undefined || written.trim() === '' ? Number.NaN : place(Number(written));
  return Number.isFinite(value) ? value : own;
}

/** The span of an axis as the style's `axis_range_x` or `_y` (from, to; an empty one is free) wants it; a range that holds nothing is not taken. */
export function rangedSpan(style: FigureStyle, key: 'axis_range_x' | 'axis_range_y', own: Span, place: AxisPlace = AS_WRITTEN): Span {
  const [from, to] = styleTuples(style, key, 2)[0] ?? [];
  if (from === undefined) return own;
  const span: Span = [endOf(from, place, own[0]), endOf(to, place, own[1])];
  return span[0] < span[1] ? span : own;
}

/** What a plot shows before any zoom: all of the data, or the ranges that the user chose. */
export function rangedView(style: FigureStyle, own: View, places: { x?: AxisPlace; y?: AxisPlace } = {}): View {
  return {
    x: rangedSpan(style, 'axis_range_x', own.x, places.x),
    y: rangedSpan(style, 'axis_range_y', own.y, places.y),
  };
}

/** An axis of numbers as the style wants it. */
export interface NumberAxis {
  span: Span;
  log: boolean;
  /** Another span than the data ask for, or another kind of axis. */
  chosen: boolean;
  /** Ends that the user wrote. */
  fixed: { low: boolean; high: boolean };
  controls: AxisControls;
  /** Does the axis leave out a value, or a part of what reaches from one to another? */
  hides: (...values: readonly number[]) => boolean;
}

/** Room around the data on a logarithmic axis, as a share of its length. */
const LOG_ROOM = 0.04;

/** The span of positive values with a little room, where there are such. */
export function logSpanOf(values: Iterable<number>): Span | null {
  const powers = spanOf(
    Float64Array.from(
      [...values].filter((value) => value > 0),
      Math.log10,
    ),
  );
  if (powers === null) return null;
  const room = (powers[1] - powers[0] || 1) * LOG_ROOM;
  return [10 ** (powers[0] - room), 10 ** (powers[1] + room)];
}

/**
 * An axis of numbers as the style wants it.
 *
 * @param own What the data ask for. @param ownLog The same of a logarithmic axis, where one makes sense; null where nothing is positive.
 * @param place See `AxisPlace`.
 */
export function numberAxis(style: FigureStyle, axis: 'x' | 'y', own: Span, ownLog: Span | null = null, place = AS_WRITTEN): NumberAxis {
  const log = ownLog !== null && styleFlag(style, `axis_log_${axis}`, false);
  const positive: AxisPlace = (written) => (place(written) > 0 ? place(written) : Number.NaN);
  const natural = log ? ownLog : own;
  const span = rangedSpan(style, `axis_range_${axis}`, natural, log ? positive : place);
  const fixed = { low: span[0] !== natural[0], high: span[1] !== natural[1] };
  const chosen = log || fixed.low || fixed.high;
  return {
    span,
    log,
    chosen,
    fixed,
    controls: { ...OF_NUMBERS, log: ownLog !== null },
    hides: (...values) => chosen && values.some((value) => Number.isFinite(value) && (value < span[0] || value > span[1])),
  };
}

/** A span with free room above, as a share of the whole. */
export function withRoomAbove([low, high]: Span, room: number, log: boolean): Span {
  if (!log) return [low, low + (high - low) / (1 - room)];
  return [low, low * (high / low) ** (1 / (1 - room))];
}

/** How many points a chosen range hides, in a sentence; empty where it hides none. */
export function hiddenNote(hidden: number): string {
  return hidden === 0 ? '' : `坐标轴范围以外还有 ${formatCount(hidden)} 个点没有画出；统计数字不受影响。`;
}

/**
 * How many of a figure's items a chosen axis hides, wholly or in part; empty where it hides none. @param counted 「个箱子」.
 * @param axes Of those that may hide some.
 */
export function outsideNote(hidden: number, counted: string, ...axes: readonly NumberAxis[]): string {
  if (hidden === 0) return '';
  const zeros = axes.some(({ log }) => log) ? '（对数坐标上没有 0 和负数的位置）' : '';
  return `有 ${formatCount(hidden)} ${counted}全部或一部分在坐标轴范围以外，没有画出${zeros}；统计数字不受影响。`;
}
