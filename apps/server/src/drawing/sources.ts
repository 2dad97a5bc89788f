import { readFile, stat } from 'node:fs/promises';
import { type ColumnarTable, parseTsv } from '@oncoloom/figures';
import type { ToldTable } from '@oncoloom/tool-kit';
import { LRUCache } from 'lru-cache';

/** Where stored tables are, and how they are declared. */
export type TableSources = Readonly<Record<string, { path: string; declaration: ToldTable }>>;

/** Bytes of files whose tables are kept: those of a large result. Columns take a few times as much. */
const KEPT_BYTES = 8 * 1024 * 1024;
/** A figure is wanted in several formats, and again after each change of its look. */
const kept = new LRUCache<string, ColumnarTable>({ maxSize: KEPT_BYTES });

async function readTable({ path, declaration }: TableSources[string]): Promise<ColumnarTable> {
  const { size, mtimeMs } = await stat(path);
  const key = JSON.stringify([path, size, mtimeMs, declaration.columns, declaration.rest]);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const table = parseTsv(await readFile(path, 'utf8'), declaration);
  kept.set(key, table, { size: Math.max(size, 1) });
  return table;
}

export async function readTables(sources: TableSources): Promise<Record<string, ColumnarTable>> {
  const read = Object.entries(sources).map(async ([name, source]): Promise<[string, ColumnarTable]> => [name, await readTable(source)]);
  return Object.fromEntries(await Promise.all(read));
}
