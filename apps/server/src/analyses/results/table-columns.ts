import { readFile } from 'node:fs/promises';
import type { Storage } from '../../storage/storage.ts';

/** Columns of a stored table by their names, as they stand in it; undefined for one that it does not have. */
export async function tableColumns(storage: Storage, sha256: string, names: readonly string[]): Promise<(string[] | undefined)[]> {
  const [header = '', ...lines] = (await readFile(await storage.path(sha256), 'utf8')).replace(/\n$/, '').split('\n');
  const columns = header.split('\t');
  const places = names.map((name) => columns.indexOf(name));
  const rows = lines.map((line) => line.split('\t'));
  return places.map((at) => (at < 0 ? undefined : rows.map((row) => row[at] ?? '')));
}

/** A cell as a number; a blank one is none. */
export const numberOf = (cell: string | undefined): number => (cell === undefined || cell.trim() === '' ? Number.NaN : Number(cell));
