import { cellTypeName } from './cell-types.ts';

/** A hyphen before a digit reads as a dash. Files of numbers keep it: other software reads them. */
const MINUS = '−';
const MISSING = '—';

/** A number as JavaScript or R wrote it, for a reader: a true minus, also of an exponent, which has no plus. */
export function trueMinus(written: string): string {
  return written.replaceAll('-', MINUS).replace('e+', 'e');
}

/** The same for a text of which it is not known whether it is a number; any other text stays. */
export function numberOrText(text: string): string {
  return /^-?\d+(\.\d*)?(e[-+]?\d+)?$/.test(text) ? trueMinus(text) : text;
}

/** 12403 → 12,403 */
export function formatCount(value: number): string {
  return trueMinus(Math.round(value).toLocaleString('en-US'));
}

/** A fixed number of decimals with a true minus; ∞ where there is no end. */
export function formatDecimal(value: number, digits: number): string {
  if (Math.abs(value) === Number.POSITIVE_INFINITY) return value > 0 ? '∞' : `${MINUS}∞`;
  return trueMinus(value.toFixed(digits));
}

/** The same, but what the decimals would round to nothing in e-form: 0.00002 → 2.0e−5. */
export function formatCell(value: number, digits: number): string {
  return value !== 0 && Math.abs(value) < 0.5 / 10 ** digits ? eForm(value) : formatDecimal(value, digits);
}

/** p values: below 0.001 in e-form with two digits, else three decimals. */
export function formatP(value: number): string {
  if (value === 0) return '< 1e−300';
  return value >= 0.001 ? value.toFixed(3) : eForm(value);
}

/** 1.2e−5 */
export function eForm(value: number): string {
  return trueMinus(value.toExponential(1));
}

/** 0.3321 → 33.2% */
export function formatPercent(share: number): string {
  return `${formatDecimal(share * 100, 1)}%`;
}

/** 1258291 → 1.2 MB, 524288000 → 500 MB */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${size >= 100 || Number.isInteger(size) ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}

/** 83 → 1 分 23 秒 */
export function formatSeconds(seconds: number): string {
  if (seconds < 1) return '不到 1 秒';
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} 秒`;
  if (whole < 3600) return `${Math.floor(whole / 60)} 分 ${String(whole % 60).padStart(2, '0')} 秒`;
  return `${Math.floor(whole / 3600)} 小时 ${Math.floor((whole % 3600) / 60)} 分`;
}

/** How a fact of a result is written in a sentence; `cell`: a cell type, by the label that its package has for it. */
export type FactFormat = 'count' | 'log2' | 'decimal' | 'p' | 'percent' | 'gene' | 'cell' | 'text' | 'number' | 'flag';

/** Writes one fact the way a reader expects it. */
export function formatFact(value: string | number | boolean | null | undefined, format: FactFormat): string {
  if (value === null || value === undefined || (typeof value === 'number' && Number.isNaN(value))) return MISSING;
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value === 'string') return format === 'cell' ? (cellTypeName(value, 'zh') ?? value) : value;
  switch (format) {
    case 'count':
      return formatCount(value);
    case 'log2':
      return formatDecimal(value, 2);
    case 'decimal':
      return Number.isInteger(value) || Math.abs(value) >= 1000 ? formatCount(value) : formatDecimal(value, Math.abs(value) >= 100 ? 1 : 2);
    case 'p':
      return formatP(value);
    case 'percent':
      return formatPercent(value);
    default:
      return Number.isInteger(value) ? formatCount(value) : formatDecimal(value, 3);
  }
}

/** Names of a list that a sentence says. */
export const LISTED = 3;

/** 「T07、T08、T09 等」: the first few of a list of names. */
export function listNames(names: readonly string[], limit: number = LISTED): string {
  return names.slice(0, limit).join('、') + (names.length > limit ? ' 等' : '');
}
