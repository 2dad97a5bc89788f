import type { FilePreview } from '@oncoloom/contract';
import { formatDecimal } from '@oncoloom/tool-kit';

export type SampleTotal = NonNullable<FilePreview['sample_totals']>[number];

/** The samples with the most and the least counts, and how far they are apart in words; null where there is no count. */
export function extremesOf(totals: readonly SampleTotal[]): { most: SampleTotal; least: SampleTotal; ratio: string } | null {
  const [most, least] = [totals.toSorted((a, b) => b.total - a.total)[0], totals.toSorted((a, b) => a.total - b.total)[0]];
  if (most === undefined || least === undefined || most.total <= 0) return null;
  const ratio = least.total <= 0 || most.total === least.total ? '' : `，相差 ${formatDecimal(most.total / least.total, 1)} 倍`;
  return { most, least, ratio };
}

/** The unit in which a number of this size is read at a glance. */
export function unitOf(largest: number): { size: number; word: string } {
  if (largest >= 1e6) return { size: 1e6, word: '百万' };
  return largest >= 1e4 ? { size: 1e3, word: '千' } : { size: 1, word: '次' };
}
