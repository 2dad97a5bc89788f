import { trueMinus } from '@oncoloom/tool-kit';
import { ticks } from 'd3-array';
import type { Scale } from './scale.ts';
import { formatTick, type Tick } from './tick.ts';

/** Ticks of each power of ten where there is room. */
const ROUND = [1, 2, 5];

/** A number on a logarithmic axis: 0.001 to 100,000 in full, others as 1e−8. */
export function formatLogTick(value: number): string {
  const power = Math.floor(Math.log10(value) + 1e-9);
  if (power >= -3 && power <= 5) return formatTick(value, Math.max(-power, 0));
  return trueMinus(`${Number((value / 10 ** power).toPrecision(2))}e${power}`);
}

/**
 * Ticks of a scale whose values are powers of ten: whole powers, every second or third where they would stand too close; between
 * powers, when one is zoomed in, round numbers. @param between Twice and five times the powers too, where there is room for all of them.
 */
export function logTicksOf(scale: Scale, spacing: number, between = false): Tick[] {
  const [low, high] = scale.domain;
  const most = Math.max(2, Math.floor(Math.abs(scale.range[1] - scale.range[0]) / spacing));
  const first = Math.ceil(low - 1e-9);
  const powers = Math.floor(high + 1e-9) - first + 1;
  if (between && powers >= 1 && powers * ROUND.length <= most) {
    const exponents = Array.from({ length: powers + 1 }, (_, i) => first - 1 + i);
    const numbers = exponents.flatMap((exponent) => ROUND.map((factor) => Number((factor * 10 ** exponent).toPrecision(1))));
    const places = numbers.map((number) => ({ value: Math.log10(number), text: formatLogTick(number) }));
    return places.filter(({ value }) => value >= low - 1e-9 && value <= high + 1e-9);
  }
  if (powers >= 2) {
    const step = Math.ceil(powers / most);
    return Array.from({ length: Math.ceil(powers / step) }, (_, i) => first + i * step).map((value) => ({
      value,
      text: formatLogTick(10 ** value),
    }));
  }
  return ticks(10 ** low, 10 ** high, most).map((value) => ({
    value: Math.log10(value),
    text: formatLogTick(Number(value.toPrecision(6))),
  }));
}
