import type { ColumnType } from '@oncoloom/contract';
import { eForm, formatCount, formatDecimal, formatP, formatPercent } from './format.ts';

/** A value of a statistic: two decimals, or e-form where they would show nothing. */
function formatStatistic(value: number): string {
  const size = Math.abs(value);
  if (size >= 10_000) return formatCount(value);
  if (size >= 0.005 || value === 0) return formatDecimal(value, 2);
  return eForm(value);
}

/** A cell the way a reader expects it; the type comes from the declaration. */
export function formatTyped(value: string | number | undefined, type: ColumnType, digits?: number): string {
  if (value === undefined || value === '' || value === 'NA' || Number.isNaN(value)) return '—';
  if (typeof value === 'string') return type === 'flag' ? formatFlag(value) : value;
  if (!Number.isFinite(value)) return formatDecimal(value, 0);
  switch (type) {
    case 'integer':
      return formatCount(value);
    case 'p':
      return formatP(value);
    case 'fraction':
      return formatPercent(value);
    case 'log2':
      return formatDecimal(value, 2);
    default:
      return digits === undefined ? formatStatistic(value) : formatDecimal(value, digits);
  }
}

/** What the classes of a gene mean; the file keeps words that other software reads. */
export const CHANGE_WORDS: Readonly<Record<string, string>> = { up: '上调', down: '下调', none: '不显著' };

function formatFlag(value: string): string {
  return /^true$/i.test(value) ? '是' : '否';
}
