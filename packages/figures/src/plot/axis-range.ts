import { formatCount } from '@oncoloom/tool-kit';
import { styleTuples } from '../data/table.ts';
import type { FigureStyle } from '../data/types.ts';
import type { Span } from './scale.ts';
import type { View } from './view.ts';

/** Places a number that the user writes on an axis, as its logarithm on a logarithmic one. */
export type AxisPlace = (written: number) => number;
const AS_WRITTEN: AxisPlace = (written) => written;

/** One end of an axis: the number that was written, or the end that the data ask for. */
function endOf(written: string | undefined, place: AxisPlace, own: number): number {
  const value = written === undefined || written.trim() === '' ? Number.NaN : place(Number(written));
  return Number.isFinite(value) ? value : own;
}

/** The span of an axis as the style's `axis_range_x` or `_y` (from, to; an empty one is free) wants it; a range that holds nothing is not taken. */
function rangedSpan(style: FigureStyle, key: string, own: Span, place: AxisPlace): Span {
  const [from, to] = styleTuples(style, key, 2)[0] ?? [];
  if (from === undefined) return own;
  const span: Span = [endOf(from, place, own[0]), endOf(to, place, own[1])];
  return span[0] < span[1] ? span : own;
}

/** What a plot shows before any zoom: all of the data, or the ranges that the user chose. */
export function rangedView(style: FigureStyle, own: View, places: { x?: AxisPlace; y?: AxisPlace } = {}): View {
  return {
    x: rangedSpan(style, 'axis_range_x', own.x, places.x ?? AS_WRITTEN),
    y: rangedSpan(style, 'axis_range_y', own.y, places.y ?? AS_WRITTEN),
  };
}

/** How many points a chosen range hides, in a sentence; empty where it hides none. */
export function hiddenNote(hidden: number): string {
  return hidden === 0 ? '' : `坐标轴范围以外还有 ${formatCount(hidden)} 个点没有画出；统计数字不受影响。`;
}
