import { formatCount, formatP } from '@oncoloom/tool-kit';
import { styleText } from '../data/table.ts';
import type { FigureStyle } from '../data/types.ts';
import { formatLogTick } from '../plot/axes/log-ticks.ts';
import { type Span, spanOf } from '../plot/axes/scale.ts';
import { colourRamp, hexOf, type ScaleTick } from '../plot/colour-scale.ts';
import { MARK } from '../plot/marks.ts';
import type { RampKey } from './keys.ts';

/**
 * Colours from the smallest P to the largest: each lighter than the one before, also for readers who do not tell red from green. The light
 * ends are left off, which white paper would swallow. `viridis` and `plasma` of matplotlib, `blues` and `reds` of ColorBrewer.
 */
const RAMPS: Readonly<Record<string, readonly string[]>> = {
  viridis: ['#440154', '#443983', '#31688e', '#21918c', '#35b779', '#90d743'],
  plasma: ['#0d0887', '#6a00a8', '#b12a90', '#e16462', '#fca636'],
  blues: ['#08306b', '#2171b5', '#6baed6', '#b7d4ea'],
  reds: ['#67000d', '#cb181d', '#fb6a4a', '#fcb398'],
};
const STEPS = 256;
/** The smallest P that a computer tells from 0. */
const LEAST = 1e-300;

/** How P is written as colour. */
interface PScale {
  colourOf: (p: number | undefined) => string;
  /** Null where no P is known. */
  key: RampKey | null;
  missing: number;
}

const isP = (p: number | undefined): p is number => p !== undefined && p >= 0 && p <= 1;

/** Colours of P by its logarithm, from the smallest to the largest of those that are drawn; P that is missing is grey. */
export function pScale(values: ArrayLike<number>, style: FigureStyle): PScale {
  const known = Array.from(values).filter(isP);
  const colours = RAMPS[styleText(style, 'p_colours', 'viridis')] ?? (RAMPS.viridis as readonly string[]);
  const ramp = colourRamp(colours);
  const span: Span | null = spanOf(Float64Array.from(known, (p) => Math.log10(Math.max(p, LEAST))));
  const shareOf = (p: number): number => {
    if (span === null || span[0] === span[1]) return 0;
    return (Math.log10(Math.max(p, LEAST)) - span[0]) / (span[1] - span[0]);
  };
  const at = (share: number) => {
    const step = Math.round(Math.min(Math.max(share, 0), 1) * STEPS) * 3;
    return hexOf(ramp.subarray(step, step + 3));
  };
  return {
    colourOf: (p) => (isP(p) ? at(shareOf(p)) : MARK.missing),
    missing: values.length - known.length,
    key: span === null ? null : pKey(span, at, styleText(style, 'p_name', '校正后 *P*')),
  };
}

/** The scale as a legend shows it: the smallest P on top, or at the left. */
function pKey(span: Span, at: (share: number) => string, title: string): RampKey {
  const stops = span[0] === span[1] ? [0, 0] : [0, 0.2, 0.4, 0.6, 0.8, 1];
  return {
    kind: 'ramp',
    title,
    stops: stops.map((share, i) => ({ offset: i / (stops.length - 1), colour: at(share) })),
    ticks: (length, extentOf) => pTicks(span, length, extentOf),
  };
}

/** About so many numbers at most. */
const TICKS = 6;

/**
 * Numbers along the scale: round ones of each power of ten as close as they have room, else every second, third … power; where none of
 * them lies on the scale, its ends.
 */
function pTicks(span: Span, length: number, extentOf: (text: string) => number): ScaleTick[] {
  if (span[0] === span[1]) return [{ share: 0.5, text: formatP(10 ** span[0]) }];
  const [first, last] = [Math.floor(span[0]), Math.ceil(span[1])];
  const shareOf = (power: number) => (power - span[0]) / (span[1] - span[0]);
  const numbersOf = (factors: readonly number[], step: number) =>
    Array.from({ length: last - first + 1 }, (_, i) => first + i)
      .filter((power) => power % step === 0)
      .flatMap((power) =>
        factors.map((factor) => ({ share: shareOf(power + Math.log10(factor)), text: formatLogTick(factor * 10 ** power) })),
      )
      .filter(({ share }) => share >= -1e-6 && share <= 1 + 1e-6)
      .toSorted((a, b) => a.share - b.share);
  const apart = (ticks: readonly ScaleTick[]) =>
    ticks.every(
      ({ share, text }, i) =>
        i === 0 ||
        (share - (ticks[i - 1] as ScaleTick).share) * length >= Math.max(extentOf(text), extentOf((ticks[i - 1] as ScaleTick).text)),
    );
  const powers = Array.from({ length: last - first + 1 }, (_, i) => i + 1);
  const choices = [
    numbersOf([1, 2, 5], 1),
    numbersOf([1, 3], 1),
    numbersOf([1, 2, 3, 4, 5, 6, 7, 8, 9], 1),
    ...powers.map((step) => numbersOf([1], step)),
  ];
  const found = choices.find((ticks) => ticks.length >= 2 && ticks.length <= TICKS && apart(ticks));
  const ends = span.map((power, share) => ({ share, text: formatP(10 ** power) }));
  return found ?? (apart(ends) ? ends : choices.find((ticks) => ticks.length === 1)) ?? ends.slice(0, 1);
}

/** What is said of P that is missing; empty where none is. */
export const missingPNote = (missing: number): string => (missing === 0 ? '' : `有 ${formatCount(missing)} 个词条没有 P 值，画成灰色。`);
