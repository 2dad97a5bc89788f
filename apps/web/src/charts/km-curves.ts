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

/** The curves in order of first appearance. */
export function curvesOf({ group, time }: Pick<StepTable, 'group' | 'time'>): Curve[] {
  const rows = new Map<string, number[]>();
  group.forEach((name, row) => {
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
  let found: number | null = null;
  for (const row of rows) {
    if ((time[row] as number) > at) break;
    found = row;
  }
  return found;
}

/** When a curve first comes to one half; null when it does not. */
export function medianOf({ rows }: Curve, { time, survival }: Pick<StepTable, 'time' | 'survival'>): number | null {
  const row = rows.find((one) => (survival[one] as number) <= 0.5);
  return row === undefined ? null : (time[row] as number);
}

/** Where the axis ends: at the limit, or at the last time. */
export function lastTime(time: Float64Array, limit: number): number {
  return limit > 0 ? limit : Math.max(...time, 1e-9);
}

/** Where the later part of an axis begins, and how low all curves must run there for a text to stand above them. */
const LATER = 0.4;
const LOW = 0.72;

/** Below this a curve runs through a text at the bottom, in the half of the axis where it stands. */
const BOTTOM = 0.2;

/**
 * Which corner no curve comes into: upper right where all run low in the later part of the axis, else lower left, or lower right where one comes
 * down on the left and ends there; figure-km.R decides the same.
 */
export function textCorner(
  curves: readonly Curve[],
  { time, survival }: Pick<StepTable, 'time' | 'survival'>,
  end: number,
): 'upper' | 'left' | 'right' {
  const low = curves.every(({ rows }) => {
    const row = rows.findLast((one) => (time[one] as number) <= end * LATER);
    return row === undefined || (survival[row] as number) < LOW;
  });
  if (low) return 'upper';
  const isLow = (row: number) => (survival[row] as number) < BOTTOM;
  const onLeft = curves.some(({ rows }) => rows.some((row) => isLow(row) && (time[row] as number) < end / 2));
  const onRight = curves.some(({ rows }) => rows.some(isLow) && (time[rows.at(-1) ?? 0] as number) >= end / 2);
  return onLeft && !onRight ? 'right' : 'left';
}

/** 「Log-rank P = 0.012」 and 「HR = 1.84（95% CI 1.10–3.07）」; figure-km.R writes the same. */
export function kmSentences(words: Readonly<Record<string, string>>): string[] {
  const { p = '', p_name = 'P', hr = '', hr_low, hr_high, hr_unknown } = words;
  const test = p === '' ? [] : [`${p_name}${p.startsWith('<') ? ' ' : ' = '}${p}`];
  const ratio = hr === '' ? (hr_unknown === 'true' ? ['HR 不可估计'] : []) : [`HR = ${hr}（95% CI ${hr_low}–${hr_high}）`];
  return [...test, ...ratio];
}
