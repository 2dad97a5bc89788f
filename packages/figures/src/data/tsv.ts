import type { TableDeclaration } from '@oncoloom/tool-kit';
import type { ColumnarTable } from './types.ts';

const NUMERIC = new Set(['integer', 'number', 'log2', 'p', 'fraction']);

/** Numbers as R's `fwrite` writes them; empty and NA are NaN. */
function toNumber(cell: string): number {
  if (cell === '' || cell === 'NA') return Number.NaN;
  if (cell === 'Inf') return Number.POSITIVE_INFINITY;
  if (cell === '-Inf') return Number.NEGATIVE_INFINITY;
  return Number(cell);
}

/** A line before the header that says what the whole table is. */
const withoutComment = (text: string): string => (text.startsWith('# ') ? text.slice(text.indexOf('\n') + 1) : text);

/**
 * Reads a result's TSV into columns. No cell is quoted: tabs and line ends within a text have become blanks. Column types come from
 * the declaration, never from the cells: a gene called `1E5` stays a name. Columns that neither `columns` nor `rest` declare are text.
 */
export function parseTsv(file: string, declaration: TableDeclaration<unknown>): ColumnarTable {
  const [header = '', ...lines] = withoutComment(file).split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const order = header.split('\t');
  const types = new Map(declaration.columns.map((column) => [column.name, column.type]));
  const columns = order.map((name): string[] | Float64Array => {
    const type = types.get(name) ?? declaration.rest?.type ?? 'text';
    return NUMERIC.has(type) ? new Float64Array(lines.length) : new Array<string>(lines.length);
  });
  lines.forEach((line, row) => {
    const cells = line.split('\t');
    columns.forEach((column, i) => {
      const cell = cells[i] ?? '';
      if (column instanceof Float64Array) column[row] = toNumber(cell);
      else column[row] = cell;
    });
  });
  const worded = order.flatMap((name) => {
    const declared = declaration.columns.find((column) => column.name === name) ?? declaration.rest;
    return declared?.codes === undefined ? [] : [[name, declared] as const];
  });
  return {
    rowCount: lines.length,
    columns: Object.fromEntries(order.map((name, i) => [name, columns[i] as string[]])),
    order,
    ...(worded.length > 0 && { words: Object.fromEntries(worded) }),
  };
}
