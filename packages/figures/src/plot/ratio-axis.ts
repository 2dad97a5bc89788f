import { formatTick, type Scale, type Span, type Tick } from './scale.ts';

/** Intervals are drawn within these ratios: one that knows nothing would press all others flat. */
const MOST = 20;

/** The span of ratios and their intervals as powers of ten, 1 among them, with a little room. */
export function ratioSpan(ratio: Float64Array, low: Float64Array, high: Float64Array): Span {
  const within = (value: number) => Math.min(Math.max(value, 1 / MOST), MOST);
  const ends = [...ratio, ...[...low, ...high, 1].map(within)].filter((value) => Number.isFinite(value) && value > 0).map(Math.log10);
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  const room = 0.05 * Math.max(to - from, 0.1);
  return [from - room, to + room];
}

/** More doublings than these stand in steps of four. */
const DOUBLINGS = 6;

/** Ticks at halves and doubles of 1 on a scale of powers of ten. @param wanted Units per tick where their number was chosen. */
export function ratioTicks(scale: Scale, wanted?: number): Tick[] {
  const [low, high] = scale.domain.map((power) => power / Math.log10(2)) as [number, number];
  const first = Math.ceil(low - 1e-9);
  const all = Array.from({ length: Math.max(0, Math.floor(high + 1e-9) - first + 1) }, (_, i) => first + i);
  const most = wanted === undefined ? DOUBLINGS : Math.abs(scale.range[1] - scale.range[0]) / wanted;
  const step = wanted === undefined ? 2 : Math.ceil(all.length / most);
  const shown = all.length > most ? all.filter((double) => double % step === 0) : all;
  return shown.map((double) => ({ value: double * Math.log10(2), text: formatTick(2 ** double, Math.max(0, -double)) }));
}
