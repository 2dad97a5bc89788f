import type { InputFacts, InputParameter } from '@oncoloom/tool-kit';
import { sha256Of } from '../../platform/checksum.ts';
import type { UsedInput } from '../tables.ts';
import type { Described } from './kind.ts';

const NUMBER = /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/;
const MISSING = new Set(['', 'NA', 'NaN', 'na', 'n/a', 'N/A', 'null', '-']);

/** Does the column hold numbers only (missing cells aside)? */
function isNumeric(rows: readonly (readonly string[])[], column: number): boolean {
  let seen = false;
  for (const row of rows) {
    const cell = row[column] ?? '';
    if (MISSING.has(cell)) continue;
    if (!NUMBER.test(cell)) return false;
    seen = true;
  }
  return seen;
}

/** Rows that came with the request. */
export function describeRows(field: string, parameter: InputParameter, value: { columns: string[]; rows: string[][] }): Described {
  const { columns, rows } = value;
  const text = JSON.stringify({ columns, rows });
  const sha256 = sha256Of(text);
  const facts: InputFacts = {
    name: parameter.label,
    table: { columns, numeric: columns.map((_, i) => isNumeric(rows, i)), rowCount: rows.length, cells: rows },
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
