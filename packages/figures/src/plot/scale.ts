import { tickIncrement, ticks } from 'd3-array';
import { logTicksOf } from './log-ticks.ts';

/** A closed interval of data values. */
export type Span = readonly [number, number];

export interface Scale {
  (value: number): number;
  domain: Span;
  range: Span;
  invert: (pixel: number) => number;
  /** Equal ways are equal ratios. */
  log?: true;
}

/** A linear map from data to pixels. A domain without width is widened, so that a single value stands in the middle. */
export function linearScale(domain: Span, range: Span): Scale {
  const [low, high] = domain[0] === domain[1] ? [domain[0] - 0.5, domain[1] + 0.5] : domain;
  const slope = (range[1] - range[0]) / (high - low);
  const scale = (value: number) => range[0] + (value - low) * slope;
  return Object.assign(scale, { domain: [low, high] as const, range, invert: (pixel: number) => low + (pixel - range[0]) / slope });
}

/** What has no logarithm stands so many lengths of the axis before its beginning: nothing of it is seen, and nothing is infinite. */
const FAR = 4;

/** A map from positive values to pixels whose equal ways are equal ratios. */
export function logScale(domain: Span, range: Span): Scale {
  const powers = linearScale([Math.log10(domain[0]), Math.log10(domain[1])], range);
  const nowhere = range[0] - FAR * (range[1] - range[0]);
  const scale = (value: number) => (value <= 0 ? nowhere : powers(Math.log10(value)));
  return Object.assign(scale, {
    domain: [10 ** powers.domain[0], 10 ** powers.domain[1]] as const,
    range,
    invert: (pixel: number) => 10 ** powers.invert(pixel),
    log: true as const,
  });
}

/** A pixel of a scale, or the end of the axis beyond which it would lie. */
export function withinScale({ range }: Scale, pixel: number): number {
  return Math.min(Math.max(pixel, Math.min(...range)), Math.max(...range));
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
  if (scale.log === true) {
    const powers = linearScale([Math.log10(low), Math.log10(high)], scale.range);
    return logTicksOf(powers, spacing, true).map(({ value, text }) => ({ value: 10 ** value, text }));
  }
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
  const hundreds = (scale.log === true ? logScale : linearScale)([low * 100, high * 100], scale.range);
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
