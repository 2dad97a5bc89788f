import { trueMinus } from '@oncoloom/tool-kit';

/** A place on an axis, and what stands there. */
export interface Tick {
  value: number;
  text: string;
}

/** 6000 → 6,000; −0.5 → −0.5 with a true minus. */
export function formatTick(value: number, digits: number): string {
  const least = value === 0 ? 0 : digits;
  const format =
    formats.get(`${least} ${digits}`) ?? new Intl.NumberFormat('en-US', { minimumFractionDigits: least, maximumFractionDigits: digits });
  formats.set(`${least} ${digits}`, format);
  return trueMinus(format.format(Math.abs(value) < 1e-12 ? 0 : value));
}

/** Made once each: that takes longer than a hundred numbers. */
const formats = new Map<string, Intl.NumberFormat>();
