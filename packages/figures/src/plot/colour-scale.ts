import { trueMinus } from '@oncoloom/tool-kit';
import { quantile } from 'd3-array';
import { numbersOf, textsOf } from '../data/table.ts';
import type { ColumnarTable } from '../data/types.ts';
import { linearScale, spanOf } from './axes/scale.ts';
import { fittingTicks } from './axes/ticks.ts';

/** What the colours stand for. Values beyond the ends take the colours of the ends. */
export interface ColourScale {
  title: string;
  low: number;
  high: number;
  /** The value of the white between two colours; null where the colours run from one straight to the other. */
  middle: number | null;
}

/** z values: white is 0, and the values tell the ends. */
export const Z_SCALE: ColourScale = { title: '行 z 值', low: Number.NaN, high: Number.NaN, middle: 0 };

/** Of the values, what a scale covers that has its ends from them: a few far ones would leave pale all others. */
const COVERED = 0.98;

/** The scale of a figure whose values are no z values: the one row of its table (title, low, high, middle). */
export function scaleOf(table: ColumnarTable | undefined): ColourScale {
  if (table === undefined) return Z_SCALE;
  const [low, high, middle] = ['low', 'high', 'middle'].map((name) => numbersOf(table, name)[0] ?? Number.NaN) as [number, number, number];
  return { title: textsOf(table, 'title')[0] ?? '', low, high, middle: Number.isFinite(middle) ? middle : null };
}

/** Ends that cover 98% of the values: as far from the middle on both sides where there is one. Of values that hardly differ, all. */
function endsOf(values: Float64Array, middle: number | null): readonly [number, number] {
  const finite = values.filter(Number.isFinite);
  if (middle !== null) {
    const distances = finite.map((value) => Math.abs(value - middle));
    const reach = quantile(distances, COVERED) || (spanOf(distances)?.[1] ?? 0);
    return [middle - reach, middle + reach];
  }
  const [low = 0, high = 0] = [(1 - COVERED) / 2, (1 + COVERED) / 2].map((share) => quantile(finite, share));
  return low < high ? [low, high] : (spanOf(finite) ?? [0, 0]);
}

/** The same with ends that are numbers, the lower first: where the table has none, those of the values. @param values One at least is finite. */
export function usableScale(scale: ColourScale, values: Float64Array): ColourScale {
  const { low, high } = scale;
  if (Number.isFinite(low) && Number.isFinite(high)) return { ...scale, low: Math.min(low, high), high: Math.max(low, high) };
  const [least, most] = endsOf(values, scale.middle);
  return { ...scale, low: least, high: most };
}

/** A number on the scale, with its place (0 low, 1 high). */
export interface ScaleTick {
  share: number;
  text: string;
}

/** About so many numbers, as far as they have room. */
const TICKS = 5;

/**
 * Round numbers along a scale that is drawn `length` units long, none over another.
 *
 * @param extentOf Units that a number takes along the scale.
 */
export function scaleTicks({ low, high }: ColourScale, length: number, extentOf: (text: string) => number): ScaleTick[] {
  if (low === high) {
    return [{ share: 0.5, text: trueMinus(`${Number(low.toPrecision(3))}`) }];
  }
  const along = linearScale([low, high], [0, length]);
  const ticks = fittingTicks(along, length / TICKS, extentOf).map(({ value, text }) => ({ at: along(value), text }));
  // Numbers too long for even two of them: those that have room behind the one before.
  const apart: typeof ticks = [];
  for (const tick of ticks) {
    const last = apart.at(-1);
    if (last === undefined || tick.at - last.at > (extentOf(tick.text) + extentOf(last.text)) / 2) apart.push(tick);
  }
  return apart.map(({ at, text }) => ({ share: at / length, text }));
}

type Rgb = readonly [number, number, number];

export function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

export const hexOf = (rgb: ArrayLike<number>) => `#${Array.from(rgb, (one) => one.toString(16).padStart(2, '0')).join('')}`;

const STEPS = 256;

/** Colours in even distances as 257 steps, three bytes each. */
export function colourRamp(colours: readonly string[]): Uint8ClampedArray {
  const stops = colours.map(rgbOf);
  const ramp = new Uint8ClampedArray((STEPS + 1) * 3);
  for (let step = 0; step <= STEPS; step += 1) {
    const place = (step / STEPS) * (stops.length - 1);
    const at = Math.min(Math.floor(place), stops.length - 2);
    const [from, to] = [stops[at] as Rgb, stops[at + 1] as Rgb];
    for (let channel = 0; channel < 3; channel += 1) {
      ramp[step * 3 + channel] = (from[channel] as number) + ((to[channel] as number) - (from[channel] as number)) * (place - at);
    }
  }
  return ramp;
}

/** Colours of a scale from low to high: with white between where it has a middle. */
export function scaleColours(scale: ColourScale, low: string, high: string): readonly string[] {
  return scale.middle === null ? [low, high] : [low, '#ffffff', high];
}

/** Place of a value in the ramp: the middle of the scale is the middle of the ramp. */
export function rampStep(value: number, { low, high, middle }: ColourScale): number {
  const centre = middle ?? (low + high) / 2;
  if (value === centre) return STEPS / 2;
  const side = value < centre ? centre - low : high - centre;
  // Beyond the end where a side has no width.
  const share = side > 0 ? 0.5 + (value - centre) / (2 * side) : value < centre ? 0 : 1;
  return Math.round(Math.max(0, Math.min(1, share)) * STEPS);
}

/** Colours of the scale as it is drawn: even in its values, so that an uneven middle does not stand halfway. */
export function scaleStops(scale: ColourScale, ramp: Uint8ClampedArray): { offset: number; colour: string }[] {
  const { low, high, middle } = scale;
  const inside = middle !== null && middle > low && middle < high ? [middle] : [];
  return [low, ...inside, high].map((value, i, all) => {
    const step = rampStep(value, scale) * 3;
    const offset = low === high ? i / (all.length - 1) : (value - low) / (high - low);
    return { offset, colour: hexOf(ramp.subarray(step, step + 3)) };
  });
}
