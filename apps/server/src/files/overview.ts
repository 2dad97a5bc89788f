import { isNotNull, sql } from 'drizzle-orm';
import type { Queryable } from '../platform/postgres/database.ts';
import { files, fileVersions } from './tables.ts';

/** Files of all users, and the bytes that they count for, with the versions that they replaced. */
export async function storedFiles(db: Queryable): Promise<{ files: number; bytes: number }> {
  const [row] = await db
    .select({
      files: sql<number>`count(*)::int`,
      bytes: sql<string>`coalesce(sum(${files.fileSize}), 0) + (SELECT coalesce(sum(${fileVersions.fileSize}), 0) FROM ${fileVersions})`,
    })
    .from(files)
    .where(isNotNull(files.userId));
  return { files: row?.files ?? 0, bytes: Number(row?.bytes ?? 0) };
}
