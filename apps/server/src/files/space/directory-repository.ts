import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres/database.ts';
import { type DirectoryRecord, directories, type FileRecord, files } from '../tables.ts';
import { DirectoryTree } from './directory-tree.ts';

const now = sql`now()`;

/** All folders of a user; a user has at most some thousands. */
export async function readTree(database: Queryable, userId: number): Promise<DirectoryTree> {
  const [rows, counts] = await Promise.all([
    database.select().from(directories).where(eq(directories.userId, userId)),
    database
      .select({ directoryId: files.directoryId, count: count() })
      .from(files)
      .where(eq(files.userId, userId))
      .groupBy(files.directoryId),
  ]);
  return new DirectoryTree(rows, new Map(counts.map((entry) => [entry.directoryId, entry.count])));
}

/** Names of the files and folders in one folder: they share one set of names. */
export async function namesIn(
  database: Queryable,
  userId: number,
  directoryId: number | null,
  except: { file?: number; directory?: number } = {},
): Promise<string[]> {
  const [folders, inFolder] = await Promise.all([
    database
      .select({ id: directories.id, name: directories.name })
      .from(directories)
      .where(
        and(eq(directories.userId, userId), directoryId === null ? isNull(directories.parentId) : eq(directories.parentId, directoryId)),
      ),
    database
      .select({ id: files.id, name: files.name })
      .from(files)
      .where(and(eq(files.userId, userId), directoryId === null ? isNull(files.directoryId) : eq(files.directoryId, directoryId))),
  ]);
  return [
    ...folders.filter(({ id }) => id !== except.directory).map(({ name }) => name),
    ...inFolder.filter(({ id }) => id !== except.file).map(({ name }) => name),
  ];
}

export async function insertDirectory(
  database: Queryable,
  values: { userId: number; parentId: number | null; name: string; description: string },
): Promise<DirectoryRecord> {
  const [row] = await database.insert(directories).values(values).returning();
  if (row === undefined) throw new Error('a folder was inserted without an answer');
  return row;
}

export async function updateDirectory(
  database: Queryable,
  userId: number,
  id: number,
  change: Partial<Pick<DirectoryRecord, 'name' | 'description' | 'parentId'>>,
): Promise<void> {
  await database
    .update(directories)
    .set({ ...change, updatedAt: now })
    .where(and(eq(directories.id, id), eq(directories.userId, userId)));
}

/** Takes the folders below and all their files along. */
export async function removeDirectory(database: Queryable, userId: number, id: number): Promise<void> {
  await database.delete(directories).where(and(eq(directories.id, id), eq(directories.userId, userId)));
}

/** Those of the given files that the user has. */
export async function findFiles(database: Queryable, userId: number, ids: readonly number[]): Promise<FileRecord[]> {
  return database
    .select()
    .from(files)
    .where(and(eq(files.userId, userId), inArray(files.id, [...ids])));
}

export async function placeFile(database: Queryable, id: number, place: { directoryId: number | null; name: string }): Promise<FileRecord> {
  const [row] = await database
    .update(files)
    .set({ ...place, updatedAt: now })
    .where(eq(files.id, id))
    .returning();
  if (row === undefined) throw new Error('a file was placed without an answer');
  return row;
}
