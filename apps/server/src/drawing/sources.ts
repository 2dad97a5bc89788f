import { readFile } from 'node:fs/promises';
import { type ColumnarTable, parseTsv } from '@oncoloom/figures';
import type { TableDeclaration } from '@oncoloom/tool-kit';

/** Where stored tables are, and how they are declared. */
export type TableSources = Readonly<Record<string, { path: string; declaration: TableDeclaration }>>;

export async function readTables(sources: TableSources): Promise<Record<string, ColumnarTable>> {
  const read = Object.entries(sources).map(async ([name, { path, declaration }]): Promise<[string, ColumnarTable]> => {
    return [name, parseTsv(await readFile(path, 'utf8'), declaration)];
  });
  return Object.fromEntries(await Promise.all(read));
}
