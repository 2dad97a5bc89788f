import { ticks } from 'd3-array';
import { formatTick, type Scale, type Tick } from './scale.ts';

/** A number on a logarithmic axis: 0.001 to 100,000 in full, others as 1e−8. */
export function formatLogTick(value: number): string {
  const power = Math.floor(Math.log10(value) + 1e-9);
  if (power >= -3 && power <= 5) return formatTick(value, Math.max(-power, 0));
  return `${Number((value / 10 ** power).toPrecision(2))}e${power < 0 ? '−' : ''}${Math.abs(power)}`;
}

/**
 * Ticks of a scale whose values are powers of ten: whole powers, every second or third where they would stand too close; between
 * powers, when one is zoomed in, round numbers.
 */
export function logTicksOf(scale: Scale, spacing: number): Tick[] {
  const [low, high] = scale.domain;
  const most = Math.max(2, Math.floor(Math.abs(scale.range[1] - scale.range[0]) / spacing));
  const first = Math.ceil(low - 1e-9);
  const powers = Math.floor(high + 1e-9) - first + 1;
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
