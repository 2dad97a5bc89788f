import { tickIncrement, ticks } from 'd3-array';

/** A closed interval of data values. */
export type Span = readonly [number, number];

export interface Scale {
  (value: number): number;
  domain: Span;
  range: Span;
  invert: (pixel: number) => number;
}

/** A linear map from data to pixels. A domain without width is widened, so that a single value stands in the middle. */
export function linearScale(domain: Span, range: Span): Scale {
  const [low, high] = domain[0] === domain[1] ? [domain[0] - 0.5, domain[1] + 0.5] : domain;
  const slope = (range[1] - range[0]) / (high - low);
  const scale = (value: number) => range[0] + (value - low) * slope;
  return Object.assign(scale, { domain: [low, high] as const, range, invert: (pixel: number) => low + (pixel - range[0]) / slope });
}

/** Smallest and largest finite value; null when there is none. */
export function spanOf(values: Float64Array): Span | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : null;
}

/** Widens a span by a share of its width on both sides. */
export function padSpan([low, high]: Span, share: number): Span {
  const pad = (high - low || 1) * share;
  return [low - pad, high + pad];
}

/** −m to m, so that up and down are comparable by eye. */
export function symmetricSpan(span: Span | null, atLeast: number): Span {
  const reach = Math.max(Math.abs(span?.[0] ?? 0), Math.abs(span?.[1] ?? 0), atLeast) * 1.08;
  return [-reach, reach];
}

export interface Tick {
  value: number;
  text: string;
}

/** Ticks with true minus and thousands separators; about one per `spacing` pixels. */
export function ticksOf(scale: Scale, spacing: number): Tick[] {
  const [low, high] = scale.domain;
  const count = Math.max(2, Math.round(Math.abs(scale.range[1] - scale.range[0]) / spacing));
  const step = tickIncrement(low, high, count);
  // d3 gives a negative increment for steps below one: minus its reciprocal.
  const digits = step < 0 ? Math.max(0, Math.ceil(Math.log10(-step) - 1e-9)) : 0;
  const long = digits > DIGITS_MAX || Math.max(Math.abs(low), Math.abs(high)) >= WHOLE_MAX;
  return ticks(low, high, count).map((value) => ({ value, text: long ? inPowers(value) : formatTick(value, digits) }));
}

/** Numbers with more decimals, or as large as this, are written in powers of ten. */
const DIGITS_MAX = 6;
const WHOLE_MAX = 1e10;

/** 1.5e−12; 0 stays 0. */
function inPowers(value: number): string {
  return value === 0 ? '0' : Number(value.toPrecision(12)).toExponential().replace('+', '').replaceAll('-', '−');
}

/**
 * Ticks along a lower axis as dense as their numbers allow. @param spacing Units per tick where the numbers are short.
 * @param widthOf Width of a number.
 */
export function fittingTicks(scale: Scale, spacing: number, widthOf: (text: string) => number, ticks = ticksOf): Tick[] {
  const dense = ticks(scale, spacing);
  const [first, second] = dense;
  if (first === undefined || second === undefined) return dense;
  const widest = Math.max(...dense.map(({ text }) => widthOf(text)));
  const apart = Math.abs(scale(second.value) - scale(first.value));
  const most = Math.abs(scale.range[1] - scale.range[0]);
  return widest * 1.4 <= apart || spacing > most ? dense : fittingTicks(scale, spacing * 1.4, widthOf, ticks);
}

/** Ticks of shares: 0.2 → 20%. */
export function percentTicksOf(scale: Scale, spacing: number): Tick[] {
  const [low, high] = scale.domain;
  const hundreds = linearScale([low * 100, high * 100], scale.range);
  return ticksOf(hundreds, spacing).map(({ value, text }) => ({ value: value / 100, text: `${text}%` }));
}

/** 6000 → 6,000; −0.5 → −0.5 with a true minus. */
export function formatTick(value: number, digits: number): string {
  const least = value === 0 ? 0 : digits;
  const format =
    formats.get(`${least} ${digits}`) ?? new Intl.NumberFormat('en-US', { minimumFractionDigits: least, maximumFractionDigits: digits });
  formats.set(`${least} ${digits}`, format);
  return format.format(Math.abs(value) < 1e-12 ? 0 : value).replace('-', '−');
}

/** Made once each: that takes longer than a hundred numbers. */
const formats = new Map<string, Intl.NumberFormat>();
