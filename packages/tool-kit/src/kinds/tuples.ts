import { z } from 'zod';
import type { Base, ValueKind } from './kind.ts';

/**
 * Rows of so many texts each, one after the other in one list: the order of groups (1), names written instead of others (2),
 * brackets between groups (2), labels with the millimetres that they were moved by (3). Of figures, whose editor sets them, and of tools that
 * compare chosen pairs. A request may also write each row as a list of its own.
 */
export interface TuplesParameter extends Base {
  kind: 'tuples';
  width: 1 | 2 | 3;
  /** Rows. */
  max: number;
  /** Of a tool: the parameter that names the column out of which each text comes. */
  of?: string;
  /** Where no column names the groups, each column of numbers is one: the parameter that chooses among them. */
  columns?: string;
  /** One list of all rows (default: none). */
  default?: readonly string[];
}

const TEXT_MAX = 120;

const read = ({ label, width, max }: TuplesParameter) =>
  z
    .preprocess((rows) => (Array.isArray(rows) ? rows.flat() : rows), z.array(z.unknown()))
    .pipe(z.array(z.string().trim().max(TEXT_MAX, `「${label}」里的每一项最多 ${TEXT_MAX} 个字`)))
    .refine(({ length }) => length % width === 0, `「${label}」要每 ${width} 项一组`)
    .refine(({ length }) => length <= max * width, `「${label}」最多 ${max} 组`);

export const tuples: ValueKind<TuplesParameter> = {
  read,
  absent: ({ default: rows = [] }) => [...rows],
  missing: () => undefined,
  expected: () => '要填一列文字',
  schema: ({ width, max }) => ({ type: 'array', items: { type: 'string', maxLength: TEXT_MAX }, maxItems: max * width }),
};
