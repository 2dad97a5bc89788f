import { formatLogTick } from './log-ticks.ts';
import type { Scale, Span } from './scale.ts';
import { formatTick, type Tick } from './tick.ts';

/** Intervals are drawn within these ratios: one that knows nothing would press all others flat. */
const MOST = 20;

/** The span of ratios and their intervals as powers of ten, 1 among them, with a little room. @param most Intervals are drawn up to it. */
export function ratioSpan(ratio: Float64Array, low: Float64Array, high: Float64Array, most = MOST): Span {
  const within = (value: number) => Math.min(Math.max(value, 1 / most), most);
  const ends = [...ratio, ...[...low, ...high, 1].map(within)].filter((value) => Number.isFinite(value) && value > 0).map(Math.log10);
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  const room = 0.05 * Math.max(to - from, 0.1);
  return [from - room, to + room];
}

/** More doublings than these stand in steps of four. */
const DOUBLINGS = 6;
/** Numbers reach little farther. */
const FARTHEST = 1000;

/** Doublings whose ratios are written in full. */
const PLAIN = { from: -8, to: 16 };

function writeDoubling(double: number): string {
  return double < PLAIN.from || double > PLAIN.to ? formatLogTick(2 ** double) : formatTick(2 ** double, Math.max(0, -double));
}

/**
 * Ticks at halves and doubles of 1 on a scale of powers of ten, in steps as wide as their texts need.
 *
 * @param wanted Units per tick where their number was chosen. @param roomOf Units that a text takes along the axis.
 */
export function ratioTicks(scale: Scale, wanted: number | undefined, roomOf: (text: string) => number): Tick[] {
  const [low, high] = scale.domain.map((power) => power / Math.log10(2)) as [number, number];
  const [first, last] = [Math.max(Math.ceil(low - 1e-9), -FARTHEST), Math.min(Math.floor(high + 1e-9), FARTHEST)];
  const all = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  const written = all.map((double) => ({ double, value: double * Math.log10(2), text: writeDoubling(double) }));
  const room = Math.max(0, ...written.map(({ text }) => roomOf(text)));
  const doubling = Math.abs(scale(Math.log10(2)) - scale(0));
  const most = wanted === undefined ? DOUBLINGS : Math.abs(scale.range[1] - scale.range[0]) / wanted;
  let step = all.length <= most ? 1 : wanted === undefined ? 2 : Math.ceil(all.length / most);
  while (step * doubling < room && step < all.length) step *= 2;
  return written.filter(({ double }) => double % step === 0).map(({ value, text }) => ({ value, text }));
}
