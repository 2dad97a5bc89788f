import type { TableDeclaration } from '@oncoloom/tool-kit';
import type { ColumnarTable } from './types.ts';

const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = 34;
const NUMERIC = new Set(['integer', 'number', 'log2', 'p', 'fraction']);

/** Numbers as R's `fwrite` writes them; empty and NA are NaN. */
function toNumber(cell: string): number {
  if (cell === '' || cell === 'NA') return Number.NaN;
  if (cell === 'Inf') return Number.POSITIVE_INFINITY;
  if (cell === '-Inf') return Number.NEGATIVE_INFINITY;
  return Number(cell);
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return text.endsWith('\n') || text === '' ? lines : lines + 1;
}

/**
 * Calls `cell` for every cell, row by row; a row's cells come in order. Fields with a tab, a quote or a line end are quoted,
 * quotes inside doubled, as `fwrite` does.
 */
function scan(text: string, cell: (value: string, row: number, column: number) => void): number {
  let at = 0;
  let row = 0;
  let column = 0;
  while (at < text.length) {
    let value: string;
    if (text.charCodeAt(at) === QUOTE) {
      let end = text.indexOf('"', at + 1);
      while (end !== -1 && text.charCodeAt(end + 1) === QUOTE) end = text.indexOf('"', end + 2);
      if (end === -1) end = text.length;
      value = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
    } else {
      const start = at;
      let code = text.charCodeAt(at);
      while (at < text.length && code !== TAB && code !== LINE_FEED) {
        at += 1;
        code = text.charCodeAt(at);
      }
      const end = code === LINE_FEED && text.charCodeAt(at - 1) === CARRIAGE_RETURN && at > start ? at - 1 : at;
      value = text.slice(start, end);
    }
    cell(value, row, column);
    if (text.charCodeAt(at) === CARRIAGE_RETURN) at += 1;
    if (text.charCodeAt(at) === TAB) {
      column += 1;
      at += 1;
      if (at === text.length) cell('', row, column);
    } else {
      row += 1;
      column = 0;
      at += 1;
    }
  }
  return row;
}

/** A line before the header that says what the whole table is. */
const withoutComment = (text: string): string => (text.startsWith('# ') ? text.slice(text.indexOf('\n') + 1) : text);

/**
 * Reads a result's TSV into columns. Column types come from the declaration, never from the cells: a gene called `1E5`
 * stays a name. Columns that neither `columns` nor `rest` declare are text.
 */
export function parseTsv(file: string, declaration: TableDeclaration): ColumnarTable {
  const text = withoutComment(file);
  const types = new Map(declaration.columns.map((column) => [column.name, column.type]));
  const capacity = Math.max(countLines(text) - 1, 0);
  const order: string[] = [];
  const columns: (string[] | Float64Array)[] = [];
  const rows = scan(text, (value, row, column) => {
    if (row === 0) {
      const type = types.get(value) ?? declaration.rest?.type ?? 'text';
      order.push(value);
      columns.push(NUMERIC.has(type) ? new Float64Array(capacity).fill(Number.NaN) : []);
      return;
    }
    const target = columns[column];
    if (target instanceof Float64Array) target[row - 1] = toNumber(value);
    else if (target !== undefined) target[row - 1] = value;
  });
  const rowCount = Math.max(rows - 1, 0);
  const entries = order.map((name, i): [string, string[] | Float64Array] => {
    const column = columns[i] ?? [];
    // Line ends inside quotes make the first count too large.
    return [name, column instanceof Float64Array && column.length !== rowCount ? column.slice(0, rowCount) : column];
  });
  return { rowCount, columns: Object.fromEntries(entries), order };
}
