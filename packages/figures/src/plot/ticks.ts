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
  if (widest * 1.4 <= apart) return dense;
  if (spacing <= most) return fittingTicks(scale, spacing * 1.4, widthOf, ticks);
  return widest > apart ? [first, dense.at(-1) ?? second] : dense;
}

/** Ticks of shares: 0.2 → 20%. */
export function percentTicksOf(scale: Scale, spacing: number): Tick[] {
  const [low, high] = scale.domain;
  const hundreds = (scale.log === true ? logScale : linearScale)([low * 100, high * 100], scale.range);
  return ticksOf(hundreds, spacing).map(({ value, text }) => ({ value: value / 100, text: `${text}%` }));
}
