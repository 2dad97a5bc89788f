import type { Span } from '../plot/axes/scale.ts';
import type { PlotFrame } from '../plot/plot-frame.ts';
import { thinPoints } from './thin.ts';

export interface ScatterData {
  names: readonly string[];
  x: Float64Array;
  y: Float64Array;
  /** Place of each point's look. */
  looks: Uint8Array | Uint16Array;
}

export interface Projected {
  xs: Float64Array;
  ys: Float64Array;
  looks: Uint8Array | Uint16Array;
}

/** Data to pixels; NaN stays NaN. */
export function project(data: ScatterData, frame: PlotFrame): Projected {
  return { xs: data.x.map(frame.x), ys: data.y.map(frame.y), looks: data.looks };
}

interface DrawOrder {
  /** Indices in drawing order. */
  order: Int32Array;
  /** Points of the thinned look that would lie under another, and are left out on screen. */
  omitted: number;
}

/**
 * Points in drawing order: thinned ones below; of the others, rows that come first in the table lie above.
 *
 * @param cell Edge of the cells in which one thinned point is enough; null: all are drawn.
 */
export function drawOrder(points: Projected, frame: PlotFrame, thinned: number | null, cell: number | null): DrawOrder {
  const { xs, ys, looks } = points;
  const pale: number[] = [];
  const strong: number[] = [];
  for (let i = 0; i < xs.length; i += 1) {
    if (!Number.isFinite(xs[i]) || !Number.isFinite(ys[i])) continue;
    if (looks[i] === thinned) pale.push(i);
    else strong.push(i);
  }
  const area = { width: frame.width, height: frame.height };
  const kept = thinned === null || cell === null ? Int32Array.from(pale) : thinPoints(xs, ys, Int32Array.from(pale), area, cell);
  const order = new Int32Array(kept.length + strong.length);
  order.set(kept.reverse());
  order.set(strong.reverse(), kept.length);
  return { order, omitted: pale.length - kept.length };
}

/** The nearest drawn point within `reach` pixels; points of other looks win over the thinned one. */
export function nearestPoint(points: Projected, at: { x: number; y: number }, reach: number, thinned: number | null): number | null {
  let best: number | null = null;
  let bestDistance = reach;
  for (let i = 0; i < points.xs.length; i += 1) {
    const dx = Math.abs((points.xs[i] as number) - at.x);
    const dy = Math.abs((points.ys[i] as number) - at.y);
    if (!(dx < reach && dy < reach)) continue;
    const distance = Math.hypot(dx, dy) + (points.looks[i] === thinned ? 3 : 0);
    if (distance >= bestDistance) continue;
    best = i;
    bestDistance = distance;
  }
  return best;
}

/** Rows inside a box of data values, in the table's order. */
export function pointsWithin(data: ScatterData, x: Span, y: Span): number[] {
  const found: number[] = [];
  for (let i = 0; i < data.x.length; i += 1) {
    const [px, py] = [data.x[i] as number, data.y[i] as number];
    if (px >= x[0] && px <= x[1] && py >= y[0] && py <= y[1]) found.push(i);
  }
  return found;
}

/** A side of a box that reaches past all data is no bound worth telling. */
export interface OpenSpan {
  low: number | null;
  high: number | null;
}

export function openSpan(span: Span, data: Span | null): OpenSpan {
  return { low: data !== null && span[0] > data[0] ? span[0] : null, high: data !== null && span[1] < data[1] ? span[1] : null };
}

/** 「log2FC < −3.50」, 「log2FC −2.00 至 2.00」; empty when both sides are open. */
export function spanText(label: string, { low, high }: OpenSpan, format: (value: number) => string): string {
  if (low !== null && high !== null) return `${label} ${format(low)} 至 ${format(high)}`;
  if (high !== null) return `${label} < ${format(high)}`;
  return low === null ? '' : `${label} > ${format(low)}`;
}

/** The next point along an axis, for the arrow keys. Starts at the first of `stops` when none is active. */
export function nextStop(stops: readonly number[], values: Float64Array, current: number | null, direction: 1 | -1): number | null {
  const sorted = [...stops].sort((a, b) => (values[a] as number) - (values[b] as number));
  if (current === null || !sorted.includes(current)) return stops[0] ?? null;
  return sorted[sorted.indexOf(current) + direction] ?? current;
}
