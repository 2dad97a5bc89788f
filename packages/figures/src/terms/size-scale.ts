import { formatCount } from '@oncoloom/tool-kit';
import { ticks } from 'd3-array';
import { isCount } from '../data/table.ts';
import type { SizeKey } from './keys.ts';

/** A disc below this shows no colour. */
const LEAST = 1.8;

/** Discs whose area is a count. */
interface SizeScale {
  radiusOf: (count: number | undefined) => number;
  /** Null where no count is known. */
  key: SizeKey | null;
}

/** Round numbers from the smallest to the largest count, at most four. */
function roundCounts(least: number, most: number): number[] {
  if (least === most) return [most];
  for (const wanted of [4, 3, 2]) {
    const found = ticks(least, most, wanted).filter((count) => Number.isInteger(count) && count > 0);
    if (found.length >= 2 && found.length <= 4) return found;
  }
  return [...new Set([Math.max(least, 1), most])];
}

/** The area of a disc is its count; the largest has this radius, and the smallest are drawn as large as can be seen. */
export function sizeScale(counts: ArrayLike<number>, largest: number, title: string): SizeScale {
  const known = Array.from(counts).filter(isCount);
  const most = known.reduce((one, other) => Math.max(one, other), 0);
  const least = known.reduce((one, other) => Math.min(one, other), most);
  const radiusOf = (count: number | undefined) =>
    known.length === 0 ? largest * 0.7 : isCount(count) && most > 0 ? Math.max(LEAST, largest * Math.sqrt(count / most)) : LEAST;
  const discs = most === 0 ? [] : roundCounts(least, most).map((count) => ({ text: formatCount(count), radius: radiusOf(count) }));
  return { radiusOf, key: discs.length === 0 ? null : { kind: 'sizes', title, discs } };
}
