import { and, desc, eq } from 'drizzle-orm';
import { ApiError } from '../../platform/errors.ts';
import type { Queryable, Transaction } from '../../platform/postgres/database.ts';
import * as repository from '../repository.ts';
import { type FileRecord, type FileVersionRecord, fileVersions } from '../tables.ts';

/** What a version is made of. */
const CONTENT = [
  'name',
  'fileType',
  'requestedType',
  'format',
  'fileSize',
  'validationStatus',
  'blob',
  'parsed',
  'cells',
  'parsedBytes',
  'cellsBytes',
  'facts',
  'parserVersion',
] as const;
export type Content = Pick<FileRecord, (typeof CONTENT)[number]>;

export function contentOf(row: FileRecord | FileVersionRecord): Content {
  return Object.fromEntries(CONTENT.map((key) => [key, row[key]])) as Content;
}

/** Earlier versions of a file, the newest first. */
export function listVersions(database: Queryable, fileId: number): Promise<FileVersionRecord[]> {
  return database.select().from(fileVersions).where(eq(fileVersions.fileId, fileId)).orderBy(desc(fileVersions.version));
}

/** Throws ApiError 404. */
export async function findVersion(database: Queryable, fileId: number, version: number): Promise<FileVersionRecord> {
  const [row] = await database
    .select()
    .from(fileVersions)
    .where(and(eq(fileVersions.fileId, fileId), eq(fileVersions.version, version)));
  if (row === undefined)
    throw new ApiError(404, '没有这个版本，可能已经删除。请刷新页面。', { errors: [{ field: 'version', detail: '没有这个版本' }] });
  return row;
}

/**
 * Makes the next version of a file and keeps the present one.
 * @param file as it was when the change began. Throws ApiError 404, 409 where it is another one by now.
 */
export async function putVersion(
  tx: Transaction,
  file: FileRecord,
  content: Content,
  fix: NonNullable<FileRecord['fix']>,
): Promise<FileRecord> {
  const present = await repository.lockOwned(tx, file.userId ?? 0, file.id);
  if (present === undefined) throw new ApiError(404, '文件不存在，可能已经删除。请刷新列表。');
  if (present.version !== file.version || present.blob !== file.blob) {
    throw new ApiError(409, '这个文件刚刚被改过。请刷新后再试。');
  }
  await tx.insert(fileVersions).values({ ...contentOf(present), fileId: present.id, version: present.version, fix: present.fix });
  return repository.update(tx, present.id, { ...content, version: present.version + 1, fix, claimedUntil: null, attempts: 0 });
}
