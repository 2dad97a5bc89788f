import { and, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../platform/postgres/database.ts';
import { type SeriesFetchRecord, type SeriesFileRecord, seriesFetches, seriesFiles } from './tables.ts';

/** A process that has had a fetch in hand for longer than this, without a word, is gone. */
const CLAIM = sql`now() + interval '1 minute'`;
const now = sql`now()`;

export async function findFile(database: Queryable, path: string): Promise<SeriesFileRecord | undefined> {
  const [row] = await database.select().from(seriesFiles).where(eq(seriesFiles.path, path));
  return row;
}

/** A file begins to come, in the place of an earlier version. */
export async function beginFile(database: Queryable, file: Pick<SeriesFileRecord, 'path' | 'version' | 'bytes'>): Promise<void> {
  const set = { ...file, loaded: 0, sha256: null, usedAt: now };
  await database.insert(seriesFiles).values(set).onConflictDoUpdate({ target: seriesFiles.path, set });
}

export async function updateFile(
  database: Queryable,
  path: string,
  change: Partial<Pick<SeriesFileRecord, 'loaded' | 'sha256'>>,
): Promise<void> {
  await database
    .update(seriesFiles)
    .set({ ...change, usedAt: now })
    .where(eq(seriesFiles.path, path));
}

/** Forgets a file that has not come. */
export async function removeUnfinished(database: Queryable, path: string): Promise<void> {
  await database.delete(seriesFiles).where(and(eq(seriesFiles.path, path), isNull(seriesFiles.sha256)));
}

export async function insertFetch(tx: Transaction, fetch: typeof seriesFetches.$inferInsert): Promise<SeriesFetchRecord> {
  const [row] = await tx
    .insert(seriesFetches)
    .values({ ...fetch, claimedUntil: CLAIM })
    .returning();
  if (row === undefined) throw new Error('a fetch was inserted without an answer');
  return row;
}

const open = isNull(seriesFetches.endedAt);
const owned = (userId: number, id: string) => and(eq(seriesFetches.id, id), eq(seriesFetches.userId, userId));

export function openFetches(database: Queryable, userId: number): Promise<SeriesFetchRecord[]> {
  return database
    .select()
    .from(seriesFetches)
    .where(and(eq(seriesFetches.userId, userId), open));
}

/** Those that go on or ended within the last hour, the newest first, with how far their files are. */
export function recentFetches(database: Queryable, userId: number) {
  return database
    .select({ fetch: seriesFetches, loaded: seriesFiles.loaded, bytes: seriesFiles.bytes, sha256: seriesFiles.sha256 })
    .from(seriesFetches)
    .leftJoin(seriesFiles, eq(seriesFiles.path, seriesFetches.path))
    .where(and(eq(seriesFetches.userId, userId), or(open, sql`${seriesFetches.endedAt} > now() - interval '1 hour'`)))
    .orderBy(desc(seriesFetches.createdAt), seriesFetches.name);
}

/** Takes a fetch away, whatever its state; false where the user has none such. */
export async function removeFetch(database: Queryable, userId: number, id: string): Promise<boolean> {
  return (await database.delete(seriesFetches).where(owned(userId, id)).returning({ id: seriesFetches.id })).length > 0;
}

export async function findFetch(database: Queryable, userId: number, id: string): Promise<SeriesFetchRecord | undefined> {
  const [row] = await database.select().from(seriesFetches).where(owned(userId, id));
  return row;
}

/** Lets one that was refused go on; undefined where it does already. */
export async function reopenFetch(database: Queryable, userId: number, id: string): Promise<SeriesFetchRecord | undefined> {
  const [row] = await database
    .update(seriesFetches)
    .set({ refusal: null, endedAt: null, claimedUntil: CLAIM })
    .where(and(owned(userId, id), sql`${seriesFetches.refusal} IS NOT NULL`))
    .returning();
  return row;
}

/** Ends a fetch; false where it has ended or was taken away. */
export async function endFetch(
  database: Queryable,
  id: string,
  outcome: Partial<Pick<SeriesFetchRecord, 'fileId' | 'note' | 'refusal'>>,
): Promise<boolean> {
  const rows = await database
    .update(seriesFetches)
    .set({ ...outcome, endedAt: now, claimedUntil: null })
    .where(and(eq(seriesFetches.id, id), open))
    .returning({ id: seriesFetches.id });
  return rows.length > 0;
}

/** Keeps fetches in hand; answers those that are still to be done. */
export async function renewClaims(database: Queryable, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await database
    .update(seriesFetches)
    .set({ claimedUntil: CLAIM })
    .where(and(inArray(seriesFetches.id, [...ids]), open))
    .returning({ id: seriesFetches.id });
  return new Set(rows.map(({ id }) => id));
}

export async function releaseClaim(database: Queryable, id: string): Promise<void> {
  await database.update(seriesFetches).set({ claimedUntil: null }).where(eq(seriesFetches.id, id));
}

/** Takes those in hand that nobody has: their process has stopped or died. */
export function claimAbandoned(database: Queryable): Promise<SeriesFetchRecord[]> {
  const free = or(isNull(seriesFetches.claimedUntil), lt(seriesFetches.claimedUntil, now));
  const next = database
    .select({ id: seriesFetches.id })
    .from(seriesFetches)
    .where(and(open, free))
    .limit(50)
    .for('update', { skipLocked: true });
  return database.update(seriesFetches).set({ claimedUntil: CLAIM }).where(inArray(seriesFetches.id, next)).returning();
}

/** Bytes that are on their way into a user's space. */
export async function comingBytes(database: Queryable, userId: number): Promise<number> {
  const [row] = await database
    .select({ bytes: sql<string>`coalesce(sum(${seriesFetches.size}), 0)` })
    .from(seriesFetches)
    .where(and(eq(seriesFetches.userId, userId), open));
  return Number(row?.bytes ?? 0);
}

/** Forgets fetches that ended a day ago, and files that nobody has asked for in a month. */
export async function removeOld(database: Database): Promise<void> {
  await database.delete(seriesFetches).where(sql`${seriesFetches.endedAt} < now() - interval '1 day'`);
  await database.delete(seriesFiles).where(sql`${seriesFiles.usedAt} < now() - interval '30 days'`);
}
