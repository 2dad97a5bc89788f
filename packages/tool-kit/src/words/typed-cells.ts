import type { ColumnType } from '@oncoloom/contract';
import type { Codes } from './codes.ts';
import { eForm, formatCount, formatDecimal, formatP, formatPercent } from './format.ts';

/** A value of a statistic: two decimals, or e-form where they would show nothing. */
function formatStatistic(value: number): string {
  const size = Math.abs(value);
  if (size >= 10_000) return formatCount(value);
  if (size >= 0.005 || value === 0) return formatDecimal(value, 2);
  return eForm(value);
}

/** What stands where there is no value: a dash, or nothing in a column that only some rows fill. */
export const absentIn = (column: { blank?: true } | undefined): string => (column?.blank === true ? '' : '—');

/** A cell the way a reader expects it; the type comes from the declaration. @param absent See `absentIn`. */
export function formatTyped(value: string | number | undefined, type: ColumnType, digits?: number, absent = '—'): string {
  if (value === undefined || value === '' || value === 'NA' || Number.isNaN(value)) return absent;
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

/** What flags are told as, and columns of texts that say yes or no. */
export const YES_NO = { yes: { zh: '是', en: 'Yes' }, no: { zh: '否', en: 'No' } } as const satisfies Codes;

const formatFlag = (value: string): string => YES_NO[/^true$/i.test(value) ? 'yes' : 'no'].zh;
