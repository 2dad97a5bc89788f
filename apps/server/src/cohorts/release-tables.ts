import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TABLE_COLUMNS, type TableName, tableFile } from './layout.ts';

/** A small table: cells by row, in the order of the columns. */
export interface Table {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

const plain = (cell: string): string => cell.replace(/[\t\n\r]+/g, ' ').trim();

/** Writes a table of a release. Throws when its first columns are others than the layout's, or a row is ragged. */
export async function writeTable(folder: string, name: TableName, { columns, rows }: Table): Promise<void> {
  const wanted: readonly string[] = TABLE_COLUMNS[name];
  if (wanted.some((column, i) => columns[i] !== column) || new Set(columns).size !== columns.length)
    throw new Error(`${name}: columns must begin with ${wanted.join(', ')}`);
  const lines = rows.map((row, i) => {
    if (row.length !== columns.length) throw new Error(`${name}: row ${i + 1} has ${row.length} cells for ${columns.length} columns`);
    return row.map(plain).join('\t');
  });
  await writeFile(join(folder, tableFile(name)), `${[columns.join('\t'), ...lines].join('\n')}\n`, { flush: true });
}

/** Lines of a tab separated file with a header, as cells. */
export async function readTable(path: string): Promise<Table> {
  const [header = '', ...lines] = (await readFile(path, 'utf8')).replace(/\n$/, '').split('\n');
  return { columns: header.split('\t'), rows: lines.map((line) => line.split('\t')) };
}

/** The cells of one column; throws when there is none of the name. */
export function columnOf({ columns, rows }: Table, name: string): string[] {
  const at = columns.indexOf(name);
  if (at < 0) throw new Error(`no column ${name}`);
  return rows.map((row) => row[at] ?? '');
}
