import { eForm, formatCount, formatDecimal, formatP, type Told } from '@oncoloom/tool-kit';
import { styleText } from '../../data/table.ts';
import type { FigureStyle } from '../../data/types.ts';
import type { Say } from '../../text/language.ts';
import { textWidth } from '../../text/measure.ts';
import type { Typeface } from '../../text/typeface.ts';

/** What is written beside each row of the table. */
export interface WrittenColumn {
  title: string;
  /** Of the plot. */
  side: 'left' | 'right';
  texts: readonly string[];
}

/** The same where it stands. */
export interface NumberColumn {
  title: string;
  /** Where its texts end. */
  x: number;
  align: 'end';
  /** One of each drawn row. */
  texts: readonly string[];
}

/** Counts that a declaration may name, by the roles of their columns, in their order. */
export const COUNTS = {
  n: { zh: '例数', en: 'n' },
  events: { zh: '事件', en: 'Events' },
  cases: { zh: '阳性', en: 'Cases' },
} as const satisfies Record<string, Told>;

/** Numbers that columns are written from. */
export interface ColumnValues {
  labels: readonly string[];
  estimate: Float64Array;
  low: Float64Array;
  high: Float64Array;
  p: Float64Array | null;
  /** P as its source writes it, `< 0.001`; empty: as the number is. */
  pTexts: readonly string[] | null;
  /** Counts that the declaration names. */
  counts: readonly { role: keyof typeof COUNTS; values: Float64Array }[];
  /** What stands in place of an estimate where there is none; empty: that it cannot be had. */
  remarks: readonly string[] | null;
}

export const MISSING = '—';
/** Between two columns. */
export const GAP = 14;
const DIGITS_MAX = 4;

function writeNumber(value: number | undefined, digits: number): string {
  if (value === undefined || Number.isNaN(value)) return MISSING;
  return Math.abs(value) >= 1000 && Number.isFinite(value) ? eForm(value) : formatDecimal(value, digits);
}

/** 0.69 (0.54–0.89), −0.2 (−0.5 至 0.1), or why there is no estimate. */
function intervalText({ estimate, low, high, remarks }: ColumnValues, row: number, say: Say): string {
  if (!Number.isFinite(estimate[row])) return say(remarks?.[row] || { zh: '不可估计', en: 'Not estimable' });
  const ends = (digits: number) => [writeNumber(low[row], digits), writeNumber(high[row], digits)] as const;
  // 1.00 (1.00–1.00) says nothing: more decimals where the ends read the same.
  const digits = [2, 3, DIGITS_MAX].find((some) => ends(some)[0] !== ends(some)[1]) ?? 2;
  // A dash before a minus cannot be told from one.
  const between = (low[row] ?? 0) < 0 ? ` ${say({ zh: '至', en: 'to' })} ` : '–';
  return `${writeNumber(estimate[row], digits)} (${ends(digits).join(between)})`;
}

/** What is written beside each row: counts left of the plot, the estimate with its interval and P right of it; no column without a number. */
export function writtenColumns(values: ColumnValues, style: FigureStyle, say: Say): WrittenColumn[] {
  const rows = [...values.labels.keys()];
  const count = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? MISSING : formatCount(value));
  const { p, pTexts } = values;
  const pOf = (row: number) => pTexts?.[row] || (p === null || Number.isNaN(p[row]) ? MISSING : formatP(p[row] as number));
  const pColumn = rows.map(pOf);
  return [
    ...values.counts
      .filter((one) => one.values.some((value) => !Number.isNaN(value)))
      .map(
        (one): WrittenColumn => ({
          title: say(COUNTS[one.role]),
          side: 'left',
          texts: rows.map((row) => count(one.values[row])),
        }),
      ),
    {
      title: `${say(styleText(style, 'estimate_name', 'HR'))} (95% CI)`,
      side: 'right',
      texts: rows.map((row) => intervalText(values, row, say)),
    },
    ...(pColumn.every((text) => text === MISSING) ? [] : [{ title: '*P*', side: 'right' as const, texts: pColumn }]),
  ];
}

/** Columns from an edge leftwards, each as wide as its longest text; `left` is where they begin. */
export function placeColumns(
  columns: readonly WrittenColumn[],
  shown: readonly number[],
  right: number,
  typeface: Typeface,
): { placed: NumberColumn[]; left: number } {
  let edge = right;
  const fromRight = columns.toReversed().map(({ title, texts }): NumberColumn => {
    const kept = shown.map((row) => texts[row] as string);
    const width = Math.max(...kept.map((text) => textWidth(text, typeface)), textWidth(title.replaceAll('*', ''), typeface, 'bold'));
    const column: NumberColumn = { title, x: edge, align: 'end', texts: kept };
    edge -= width + GAP;
    return column;
  });
  return { placed: fromRight.toReversed(), left: edge };
}
