import { type InputFacts, type InputParameter, numbersOf } from '@oncoloom/tool-kit';
import { LRUCache } from 'lru-cache';
import { sha256Of } from '../../platform/checksum.ts';
import type { Described } from '../inputs/kind.ts';
import type { UsedInput } from '../tables.ts';

/** Which columns of a table are numbers, by the checksum of its text: every preview while a form changes sends the same table. */
const numericColumns = new LRUCache<string, boolean[]>({ max: 200 });

/** Rows that came with the request. */
export function describeRows(field: string, parameter: InputParameter, value: { columns: string[]; rows: string[][] }): Described {
  const { columns, rows } = value;
  const text = JSON.stringify({ columns, rows });
  const sha256 = sha256Of(text);
  const numeric = numericColumns.get(sha256) ?? columns.map((_, column) => numbersOf(rows.map((row) => row[column] ?? '')) !== undefined);
  numericColumns.set(sha256, numeric);
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
    bytes: Buffer.byteLength(text),
    rows: rows.length,
    columns: columns.length,
    request: { from: 'rows', columns, rows },
  };
  return { facts, used: [used], pasted: text };
}
