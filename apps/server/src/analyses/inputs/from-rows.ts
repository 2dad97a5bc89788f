import { type InputFacts, type InputParameter, numbersOf } from '@oncoloom/tool-kit';
import { sha256Of } from '../../platform/checksum.ts';
import type { UsedInput } from '../tables.ts';
import type { Described } from './kind.ts';

/** Rows that came with the request. */
export function describeRows(field: string, parameter: InputParameter, value: { columns: string[]; rows: string[][] }): Described {
  const { columns, rows } = value;
  const text = JSON.stringify({ columns, rows });
  const sha256 = sha256Of(text);
  const numeric = columns.map((_, column) => numbersOf(rows.map((row) => row[column] ?? '')) !== undefined);
  const facts: InputFacts = {
    name: parameter.label,
    table: { columns, numeric, rowCount: rows.length, cells: rows },
  };
  const used: UsedInput = {
    field,
    input: parameter.input,
    type: 'table',
    name: parameter.label,
    sha256,
    blob: sha256,
    format: 'json',
    rows: rows.length,
    columns: columns.length,
    request: { from: 'rows', columns, rows },
  };
  return { facts, used: [used], pasted: text };
}
