import { bisector } from 'd3-array';
import { spanOf } from '../../plot/axes/scale.ts';

/** A table of steps as columns; all of one length. */
export interface StepTable {
  group: readonly string[];
  time: Float64Array;
  survival: Float64Array;
  lower: Float64Array | null;
  upper: Float64Array | null;
  censored: Float64Array;
}

/** One group's curve: its rows of the table, by time; the first is time 0. */
export interface Curve {
  name: string;
  rows: readonly number[];
}

/** The curves in order of first appearance; rows without a time or a survival are left out. */
export function curvesOf({ group, time, survival }: Pick<StepTable, 'group' | 'time' | 'survival'>): Curve[] {
  const rows = new Map<string, number[]>();
  group.forEach((name, row) => {
    if (!Number.isFinite(time[row] as number) || !Number.isFinite(survival[row] as number)) return;
    const own = rows.get(name);
    if (own === undefined) rows.set(name, [row]);
    else own.push(row);
  });
  for (const own of rows.values()) own.sort((a, b) => (time[a] as number) - (time[b] as number));
  return [...rows].map(([name, own]) => ({ name, rows: own }));
}

/** Corners of a step function within a span of time; it ends where the curve or the axis does. */
export function stepPoints(rows: readonly number[], time: Float64Array, value: Float64Array, end: number): [number, number][] {
  const points: [number, number][] = [];
  for (const row of rows) {
    const at = time[row] as number;
    const last = points.at(-1);
    if (last !== undefined) points.push([Math.min(at, end), last[1]]);
    if (at > end) break;
    points.push([at, value[row] as number]);
  }
  return points;
}

/** The row that holds at a time: the last step before it; null after the curve's end. */
export function rowAt({ rows }: Curve, time: Float64Array, at: number): number | null {
  const last = rows.at(-1);
  if (last === undefined || at > (time[last] as number)) return null;
  return rows[bisector((row: number) => time[row] as number).right(rows, at) - 1] ?? null;
}

/** When a curve first comes to one half; null when it does not. */
export function medianOf({ rows }: Curve, { time, survival }: Pick<StepTable, 'time' | 'survival'>): number | null {
  const row = rows.find((one) => (survival[one] as number) <= 0.5);
  return row === undefined ? null : (time[row] as number);
}

/** Where the axis ends: at the limit, or at the last time; at 1 where nobody was followed beyond the beginning. */
export function lastTime(time: Float64Array, limit: number): number {
  return limit > 0 ? limit : Math.max(spanOf(time)?.[1] ?? 0, 0) || 1;
}

/** Patients of a curve who were followed to a time at least. @param counts At risk at each row: every time at which somebody left has one. */
export function atRiskAt({ rows }: Curve, time: Float64Array, counts: Float64Array, at: number): number {
  const row = rows.find((one) => (time[one] as number) >= at);
  return row === undefined ? 0 : (counts[row] as number);
}
