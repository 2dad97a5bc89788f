import type { FilePreview } from '@oncoloom/contract';
import { formatCount, formatDecimal } from '@oncoloom/tool-kit';

export type SampleTotal = NonNullable<FilePreview['sample_totals']>[number];

const named = ({ sample, total }: SampleTotal): string => `${formatCount(total)}（${sample}）`;

/** The samples with the most and the least counts, and how far they are apart. */
export function sayTotals(most: SampleTotal, least: SampleTotal): string {
  const apart = least.total <= 0 || most.total === least.total ? '' : `，相差 ${formatDecimal(most.total / least.total, 1)} 倍`;
  return `最多 ${named(most)}，最少 ${named(least)}${apart}。`;
}

/** The unit in which a number of this size is read at a glance. */
export function unitOf(largest: number): { size: number; word: string } {
  if (largest >= 1e6) return { size: 1e6, word: '百万' };
  return largest >= 1e4 ? { size: 1e3, word: '千' } : { size: 1, word: '次' };
}
