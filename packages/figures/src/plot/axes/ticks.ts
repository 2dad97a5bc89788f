import { trueMinus } from '@oncoloom/tool-kit';
import { tickIncrement, ticks } from 'd3-array';
import { logTicksOf } from './log-ticks.ts';
import { linearScale, logScale, type Scale } from './scale.ts';
import { formatTick, type Tick } from './tick.ts';

/** Ticks with true minus and thousands separators; about one per `spacing` pixels. */
export function ticksOf(scale: Scale, spacing: number): Tick[] {
  const [low, high] = scale.domain;
  if (scale.log === true) {
    const powers = linearScale([Math.log10(low), Math.log10(high)], scale.range);
    return logTicksOf(powers, spacing, true).map(({ value, text }) => ({ value: 10 ** value, text }));
  }
  const count = tellingCount(low, high, Math.max(2, Math.round(Math.abs(scale.range[1] - scale.range[0]) / spacing)));
  const step = tickIncrement(low, high, count);
  // d3 gives a negative increment for steps below one: minus its reciprocal.
  const digits = step < 0 ? Math.max(0, Math.ceil(Math.log10(-step) - 1e-9)) : 0;
  const long = digits > DIGITS_MAX || Math.max(Math.abs(low), Math.abs(high)) >= WHOLE_MAX;
  return ticks(low, high, count).map((value) => ({ value, text: long ? inPowers(value) : formatTick(value, digits) }));
}

/** A single tick tells no scale: from −38 to 34 two ticks would be at −50, 0 and 50. */
function tellingCount(low: number, high: number, count: number): number {
  return count < COUNT_MOST && ticks(low, high, count).length < 2 ? tellingCount(low, high, count + 1) : count;
}

/** By then any range has two ticks. */
const COUNT_MOST = 10;
/** Numbers with more decimals, or as large as this, are written in powers of ten. */
const DIGITS_MAX = 6;
const WHOLE_MAX = 1e10;

/** 1.5e−12; 0 stays 0. */
function inPowers(value: number): string {
  return value === 0 ? '0' : trueMinus(Number(value.toPrecision(12)).toExponential());
}

/** More ticks tell no more, however long the axis is. */
const TICKS_MOST = 11;

/** Units per tick along a scale: what was asked for, as long as the ticks do not become too many. */
export const tickSpacing = (scale: Scale, spacing: number): number =>
  Math.max(spacing, Math.abs(scale.range[1] - scale.range[0]) / TICKS_MOST);

/** Between two numbers, as a share of their width. */
const APART = 1.4;
/** Numbers from here on are shorter in powers of ten. */
const LONG = 10_000;

/**
 * Ticks along a lower axis as dense as their numbers allow; where long ones leave only two, they are written in powers of ten.
 * @param spacing Units per tick where the numbers are short. @param widthOf Width of a number.
 */
export function fittingTicks(scale: Scale, spacing: number, widthOf: (text: string) => number, ticks = ticksOf): Tick[] {
  const plain = thinnedTicks(scale, spacing, widthOf, ticks);
  const long = plain.some(({ value, text }) => Math.abs(value) >= LONG && text.includes(','));
  if (plain.length > 2 || !long) return plain;
  const short = thinnedTicks(scale, spacing, widthOf, (...asked) => ticks(...asked).map(({ value }) => ({ value, text: inPowers(value) })));
  return short.length >= plain.length ? short : plain;
}

/** Does no number along a lower axis stand over its neighbour? @param share Room for a number, as a share of its width. */
export function standApart(ticks: readonly Tick[], scale: Scale, widthOf: (text: string) => number, share = 1): boolean {
  return ticks.every(({ value, text }, i) => {
    const before = ticks[i - 1];
    return before === undefined || ((widthOf(before.text) + widthOf(text)) / 2) * share <= Math.abs(scale(value) - scale(before.value));
  });
}

function thinnedTicks(scale: Scale, spacing: number, widthOf: (text: string) => number, ticks: typeof ticksOf): Tick[] {
  const dense = ticks(scale, spacing);
  const [first] = dense;
  const last = dense.at(-1);
  if (first === undefined || last === undefined || first === last) return dense;
  if (standApart(dense, scale, widthOf, APART)) return dense;
  if (spacing <= Math.abs(scale.range[1] - scale.range[0])) return thinnedTicks(scale, spacing * APART, widthOf, ticks);
  return standApart(dense, scale, widthOf) ? dense : [first, last];
}

/** Ticks of shares: 0.2 → 20%. */
export function percentTicksOf(scale: Scale, spacing: number): Tick[] {
  const [low, high] = scale.domain;
  const hundreds = (scale.log === true ? logScale : linearScale)([low * 100, high * 100], scale.range);
  return ticksOf(hundreds, spacing).map(({ value, text }) => ({ value: value / 100, text: `${text}%` }));
}
