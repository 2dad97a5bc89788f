import { z } from 'zod';
import { type Base, type InputKind, OWN } from './kind.ts';
import { cell, NAME_MAX, pleaseChoose, refusedNames, unreadable } from './reading.ts';

/** A pasted table {columns, rows}, or under two fields of their own. */
export interface TableParameter extends Base {
  kind: 'table';
  input: string;
  maxRows: number;
  maxColumns: number;
  /** Fields of a request for the two halves of the table. */
  halves?: { columns: string; rows: string };
  optional?: boolean;
}

const [COLUMNS, ROWS] = ['columns', 'rows'];

export const table: InputKind<TableParameter> = {
  fields: ({ halves }) =>
    halves === undefined
      ? []
      : [
          [halves.columns, COLUMNS],
          [halves.rows, ROWS],
        ],
  joint: true,
  read({ label, maxRows, maxColumns }, given) {
    const schema = z.object({
      columns: z.array(z.string().trim().min(1).max(NAME_MAX)).min(1).max(maxColumns),
      rows: z.array(z.array(cell)).min(1).max(maxRows),
    });
    const raw = given.get(OWN) ?? { columns: given.get(COLUMNS), rows: given.get(ROWS) };
    const parsed = schema.safeParse(raw);
    if (!parsed.success) {
      const names = z.object({ columns: z.array(z.string()) }).safeParse(raw);
      return (names.success ? refusedNames(label, names.data.columns) : undefined) ?? parsed.error;
    }
    const { columns, rows } = parsed.data;
    const even = rows.every((row) => row.length === columns.length) && new Set(columns).size === columns.length;
    return even ? { from: 'rows', columns, rows } : unreadable();
  },
  write: (_, name, { columns, rows }) => [[name, { columns, rows }]],
  missing: (parameter) => (parameter.optional === true ? undefined : pleaseChoose(parameter)),
  expected: () => '要有 columns 和 rows',
  schema: () => ({
    type: 'object',
    required: ['columns', 'rows'],
    properties: { columns: { type: 'array', items: { type: 'string' } }, rows: { type: 'array', items: { type: 'array' } } },
  }),
};
