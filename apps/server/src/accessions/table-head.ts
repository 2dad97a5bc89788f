import { detectLayout, type Layout, splitCells } from '../files/service.ts';
import type { Chunks } from '../platform/inflate.ts';
import { packedLines } from '../platform/packed-lines.ts';

/** What the first lines of a table tell. */
export interface TableHead {
  layout: Layout;
  /** Cells of its header, one for each cell of a row. */
  header: string[];
  /** Columns of numbers that may be samples: places in `header`. */
  numbers: number[];
  /** All their numbers are whole. */
  whole: boolean;
}

const LOOKED_AT = 256 * 1024;
const ROWS = 60;
/** As the reader of matrices names columns that describe genes; those with words are told by these. */
const DESCRIBING =
  /^(gene|gene_?length|length|width|start|end|strand|chr|chromosome|entrez(_?gene)?(_?id)?|gene_?id|exon_?count|effective_?length|total|sum)$/i;
const NUMBER = /^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/;
const MISSING = new Set(['', 'NA', 'NaN', 'null', '-']);

export class UnreadableTable extends Error {}

/** A text of a table as it lies at its source. @throws UnreadableTable from it */
export const tableLines = (chunks: Chunks): AsyncGenerator<string> =>
  packedLines(chunks, { size: 4 * 1024 ** 3, line: 64 * 1024 ** 2, refuse: () => new UnreadableTable('压缩文件不完整或已损坏') });

export const cellsOf = (line: string, delimiter: Layout['delimiter']): string[] =>
  splitCells(line, delimiter).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/s, '$1')
      .replaceAll('""', '"')
      .replace(/[\t\n]/g, ' ')
      .trim(),
  );

/** Looks at the first rows of a table, and asks for no more of it. Undefined: it is none of samples. */
export async function readTableHead(chunks: Chunks): Promise<TableHead | undefined> {
  const lines: string[] = [];
  let size = 0;
  for await (const line of tableLines(chunks)) {
    // What is no text ends the look.
    if (line.includes('\0')) return undefined;
    lines.push(line);
    size += line.length + 1;
    if (size > LOOKED_AT && lines.length > ROWS) break;
  }
  const layout = detectLayout(lines.join('\n'), true);
  if (layout.geo !== null || layout.gct !== null || layout.numberSets) return undefined;
  const [title = '', ...body] = lines.slice(layout.leadingLines);
  const rows = body
    .filter((line) => line.trim() !== '')
    .slice(0, ROWS)
    .map((line) => cellsOf(line, layout.delimiter));
  const header = cellsOf(layout.commentHeader ? title.replace(/^#/, '') : title, layout.delimiter);
  const [first] = rows;
  if (first === undefined) return undefined;
  // R writes no title above the rows' names.
  if (header.length === first.length - 1) header.unshift('');
  const columns = header.map((_, i) => rows.map((row) => row[i] ?? '').filter((cell) => !MISSING.has(cell)));
  const numbers = header.flatMap((name, i) => {
    const cells = columns[i] ?? [];
    return i > 0 && !DESCRIBING.test(name) && cells.length > 0 && cells.every((cell) => NUMBER.test(cell)) ? [i] : [];
  });
  if (numbers.length < 2) return undefined;
  return { layout, header, numbers, whole: numbers.every((i) => (columns[i] ?? []).every((cell) => Number.isInteger(Number(cell)))) };
}
