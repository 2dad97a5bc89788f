import { UPLOAD_HOURS } from '@oncoloom/contract';
import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../platform/postgres/database.ts';
import { type UploadRecord, uploads } from '../tables.ts';

const EXPIRED = sql`now() - make_interval(hours => ${UPLOAD_HOURS})`;

export async function insertUpload(tx: Transaction, upload: typeof uploads.$inferInsert): Promise<void> {
  await tx.insert(uploads).values(upload);
}

export async function findUpload(database: Queryable, id: string): Promise<UploadRecord | undefined> {
  const [row] = await database.select().from(uploads).where(eq(uploads.id, id));
  return row;
}

/** Number and bytes of a user's uploads that are still to end, also of those whose time is over: their bytes are there until they are swept. */
export async function openUploads(database: Queryable, userId: number): Promise<{ count: number; bytes: number }> {
  const [row] = await database
    .select({ count: sql<string>`count(*)`, bytes: sql<string>`coalesce(sum(${uploads.size}), 0)` })
    .from(uploads)
    .where(and(eq(uploads.userId, userId), isNull(uploads.endedAt)));
  return { count: Number(row?.count ?? 0), bytes: Number(row?.bytes ?? 0) };
}

/** Uploads that have not ended, the oldest first. @param userId Undefined: of all users. */
export function unendedUploads(database: Queryable, userId?: number): Promise<UploadRecord[]> {
  const whose = userId === undefined ? undefined : eq(uploads.userId, userId);
  return database
    .select()
    .from(uploads)
    .where(and(isNull(uploads.endedAt), whose))
    .orderBy(asc(uploads.createdAt));
}

/** Ends an upload; false where it has ended or been removed already. */
export async function endUpload(
  database: Queryable,
  id: string,
  outcome: Partial<Pick<UploadRecord, 'fileId' | 'refusal'>>,
): Promise<boolean> {
  const rows = await database
    .update(uploads)
    .set({ ...outcome, endedAt: sql`now()` })
    .where(and(eq(uploads.id, id), isNull(uploads.endedAt)))
    .returning({ id: uploads.id });
  return rows.length > 0;
}

export async function removeUpload(database: Database, id: string): Promise<void> {
  await database.delete(uploads).where(eq(uploads.id, id));
}

export async function removeExpired(database: Database): Promise<string[]> {
  const rows = await database.delete(uploads).where(lt(uploads.createdAt, EXPIRED)).returning({ id: uploads.id });
  return rows.map(({ id }) => id);
}

/** Ids of uploads whose bytes are still needed. */
export async function uploadsWithBytes(database: Database): Promise<Set<string>> {
  const rows = await database.select({ id: uploads.id }).from(uploads).where(isNull(uploads.endedAt));
  return new Set(rows.map(({ id }) => id));
}
