import type { Finding, LogLine } from '@oncoloom/contract';
import { and, asc, count, desc, eq, gt, gte, inArray, isNull, lt, not, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '../platform/postgres/database.ts';
import { prepared } from '../platform/postgres/prepared.ts';
import { isQueued } from '../platform/queue.ts';
import type { StoredBlob } from '../storage/storage.ts';
import { isOwned } from './owned.ts';
import {
  type AnalysisRecord,
  analyses,
  analysisLogs,
  analysisRecord,
  figureThemes,
  renderings,
  styleVariants,
  type UsedInput,
} from './tables.ts';

const ownedRow = prepared((db) => db.select(analysisRecord).from(analyses).where(isOwned).prepare('analysis_of_user'));

export async function findOwned(db: Queryable, userId: number, id: number): Promise<AnalysisRecord | undefined> {
  const [row] = await ownedRow(db).execute({ userId, id });
  return row;
}

/** Data sets of those of these analyses that are this user's and have one, by their numbers. */
export async function dataSetsOf(db: Queryable, userId: number, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: analyses.id, dataSet: analyses.dataSet })
    .from(analyses)
    .where(and(eq(analyses.userId, userId), inArray(analyses.id, [...ids])));
  return new Map(rows.flatMap(({ id, dataSet }) => (dataSet === null ? [] : [[id, dataSet]])));
}

/** Those of these analyses that are this user's. */
export async function findOwnedAmong(db: Queryable, userId: number, ids: readonly number[]): Promise<AnalysisRecord[]> {
  if (ids.length === 0) return [];
  return db
    .select(analysisRecord)
    .from(analyses)
    .where(and(eq(analyses.userId, userId), inArray(analyses.id, [...ids])));
}

/**
 * Changes whenever the row, one of its renderings or the look of its user's figures is written: PostgreSQL names in `xmin` the
 * transaction that wrote a row.
 */
const version = sql<string>`${analyses}.xmin || '/' || coalesce(
  (SELECT t.xmin::text FROM ${figureThemes} t WHERE t.user_id = ${analyses}.user_id), ''
) || '/' || (
  SELECT count(*) || '/' || coalesce(sum(r.xmin::text::bigint), 0) FROM ${renderings} r WHERE r.analysis_id = ${analyses}.id
)`;

const ownedVersion = prepared((db) => db.select({ version }).from(analyses).where(isOwned).prepare('version_of_analysis'));

/** Tells whether what was made of an analysis and its renderings is still what one would make now. Undefined for another's. */
export async function findVersion(db: Queryable, userId: number, id: number): Promise<string | undefined> {
  const [row] = await ownedVersion(db).execute({ userId, id });
  return row?.version;
}

export async function findById(db: Queryable, id: number): Promise<AnalysisRecord | undefined> {
  const [row] = await db.select(analysisRecord).from(analyses).where(eq(analyses.id, id));
  return row;
}

export async function countWaiting(db: Queryable, userId?: number): Promise<number> {
  const where = and(eq(analyses.status, 'pending'), userId === undefined ? undefined : eq(analyses.userId, userId));
  const [row] = await db.select({ count: count() }).from(analyses).where(where);
  return row?.count ?? 0;
}

export async function insert(db: Queryable, values: typeof analyses.$inferInsert): Promise<AnalysisRecord> {
  const [row] = await db.insert(analyses).values(values).returning(analysisRecord);
  if (row === undefined) throw new Error('insert returned no row');
  return row;
}

/** Types of the examples of tools that a user has submitted since then; published figures are none. */
export async function exampleTypesSince(db: Queryable, userId: number, since: Date): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ taskType: analyses.taskType })
    .from(analyses)
    .where(and(eq(analyses.userId, userId), eq(analyses.example, true), isNull(analyses.published), gte(analyses.createdAt, since)));
  return new Set(rows.map(({ taskType }) => taskType));
}

/**
 * Has the user completed an analysis with this fingerprint? One that an update overtook between its creation and its run
 * was computed by another version than the one that its fingerprint names: it does not count.
 */
export async function hasCompleted(db: Queryable, userId: number, same: { fingerprint: string; toolVersion: string }): Promise<boolean> {
  const where = and(
    eq(analyses.userId, userId),
    eq(analyses.fingerprint, same.fingerprint),
    eq(analyses.toolVersion, same.toolVersion),
    eq(analyses.status, 'completed'),
  );
  const [row] = await db.select({ id: analyses.id }).from(analyses).where(where).limit(1);
  return row !== undefined;
}

type Change = Partial<typeof analyses.$inferInsert>;

/** Now, or the row's own time where that is later: the clock may have been set back. Browsers leave out what is older than what they know. */
const notBefore = (time: PgColumn, now = new Date()) => sql<Date>`greatest(${time}, ${now.toISOString()}::timestamptz)`;
const touched = () => ({ updatedAt: notBefore(analyses.updatedAt) });

export async function update(db: Queryable, id: number, change: Change): Promise<void> {
  await db
    .update(analyses)
    .set({ ...change, ...touched() })
    .where(eq(analyses.id, id));
}

/**
 * Changes a task only while it is in one of these states (and, when given, in this attempt): the guard that lets every
 * end of a task happen exactly once. Early tables belong to one run: a change of state drops them. Returns the changed row.
 */
export async function transition(
  db: Queryable,
  id: number,
  from: readonly AnalysisRecord['status'][],
  change: Change,
  attempt?: number,
): Promise<AnalysisRecord | undefined> {
  const where = and(
    eq(analyses.id, id),
    inArray(analyses.status, [...from]),
    attempt === undefined ? undefined : eq(analyses.attempts, attempt),
  );
  const [row] = await db
    .update(analyses)
    .set({
      ...(change.status === undefined ? {} : { early: [] }),
      ...change,
      ...(change.finishedAt == null ? {} : { finishedAt: notBefore(analyses.startedAt, change.finishedAt) }),
      ...touched(),
    })
    .where(where)
    .returning(analysisRecord);
  return row;
}

/** Keeps what a check of a result has found; those of others stay, also when two are saved at once. */
export async function saveRobustness(db: Queryable, id: number, check: string, finding: Finding): Promise<void> {
  const kept = sql`coalesce(${analyses.result} -> 'robustness', '{}'::jsonb) || ${JSON.stringify({ [check]: finding })}::jsonb`;
  await db
    .update(analyses)
    .set({ result: sql`jsonb_set(${analyses.result}, '{robustness}', ${kept})` })
    .where(and(eq(analyses.id, id), eq(analyses.status, 'completed')));
}

/** Keeps the look of one figure; those of the others stay, also when two are saved at once. */
export async function saveStyle(db: Queryable, id: number, figure: string, style: Record<string, unknown>): Promise<void> {
  const merged = sql`${analyses.styles} || ${JSON.stringify({ [figure]: style })}::jsonb`;
  await db
    .update(analyses)
    .set({ styles: merged, ...touched() })
    .where(eq(analyses.id, id));
}

/** A waiting task starts its next attempt on a worker. */
export async function begin(db: Queryable, id: number, worker: number): Promise<AnalysisRecord | undefined> {
  const change = {
    status: 'running' as const,
    worker,
    attempts: sql`${analyses.attempts} + 1`,
    startedAt: notBefore(analyses.createdAt),
    progress: 0,
    steps: [],
  };
  const [row] = await db
    .update(analyses)
    .set({ ...change, ...touched() })
    .where(and(eq(analyses.id, id), eq(analyses.status, 'pending')))
    .returning(analysisRecord);
  return row;
}

export async function remove(db: Queryable, id: number): Promise<void> {
  await db.delete(analyses).where(eq(analyses.id, id));
}

/** Inputs of all analyses that wait or run. */
export async function inputsInUse(db: Queryable): Promise<UsedInput[]> {
  const rows = await db
    .select({ inputs: analyses.inputs })
    .from(analyses)
    .where(inArray(analyses.status, ['pending', 'running']));
  return rows.flatMap(({ inputs }) => inputs);
}

export async function running(db: Queryable): Promise<AnalysisRecord[]> {
  return db.select(analysisRecord).from(analyses).where(eq(analyses.status, 'running'));
}

/** Tasks that have been waiting since before `since` and that no worker will get. */
export async function forgottenSince(db: Queryable, since: Date): Promise<AnalysisRecord[]> {
  return db
    .select(analysisRecord)
    .from(analyses)
    .where(and(eq(analyses.status, 'pending'), lt(analyses.updatedAt, since), not(isQueued(analyses.queueJob))))
    .orderBy(asc(analyses.id));
}

export async function appendLog(
  db: Queryable,
  analysisId: number,
  lines: readonly { level: LogLine['level']; text: string; time: Date }[],
): Promise<void> {
  if (lines.length > 0) await db.insert(analysisLogs).values(lines.map((line) => ({ ...line, analysisId })));
}

export async function readLog(db: Queryable, analysisId: number): Promise<LogLine[]> {
  const rows = await db
    .select()
    .from(analysisLogs)
    .where(eq(analysisLogs.analysisId, analysisId))
    .orderBy(asc(analysisLogs.id))
    .limit(5_000);
  return rows.map((row) => ({ time: row.time.toISOString(), level: row.level, text: row.text }));
}

const renderingsOf = prepared((db) =>
  db
    .select()
    .from(renderings)
    .where(eq(renderings.analysisId, sql.placeholder('analysisId')))
    .prepare('renderings_of_analysis'),
);

export async function findRenderings(db: Queryable, analysisId: number): Promise<Map<string, { sha256: string; size: number }>> {
  const rows = await renderingsOf(db).execute({ analysisId });
  return new Map(rows.map((row) => [row.key, { sha256: row.sha256, size: row.size }]));
}

/**
 * Keeps what was made. Two processes may have made it at once: the first one's stands, so that pieces of a download that come from both fit together.
 * @param lost Checksum of a kept one whose content was found to be gone: this one takes its place. @returns the one that is kept.
 */
export async function addRendering(db: Queryable, analysisId: number, key: string, blob: StoredBlob, lost?: string): Promise<StoredBlob> {
  const [kept] = await db
    .insert(renderings)
    .values({ analysisId, key, ...blob })
    .onConflictDoUpdate({
      target: [renderings.analysisId, renderings.key],
      set: { ...blob, createdAt: sql`now()` },
      setWhere: lost === undefined ? sql`false` : eq(renderings.sha256, lost),
    })
    .returning({ sha256: renderings.sha256, size: renderings.size });
  return kept ?? (await findRenderings(db, analysisId)).get(key) ?? blob;
}

/** Removes a user's oldest renderings until the others take `keep` bytes at most; answers what they named. */
export async function removeOldRenderings(db: Queryable, userId: number, keep: number): Promise<StoredBlob[]> {
  const { rows } = await db.execute<{ sha256: string; size: string }>(sql`
    DELETE FROM ${renderings} r USING (
      SELECT d.analysis_id, d.key, sum(d.size) OVER (ORDER BY d.created_at DESC, d.analysis_id, d.key) AS newer
      FROM ${renderings} d JOIN ${analyses} ON ${analyses.id} = d.analysis_id WHERE ${analyses.userId} = ${userId}
    ) old
    WHERE r.analysis_id = old.analysis_id AND r.key = old.key AND old.newer > ${Math.floor(keep)}::bigint
    RETURNING r.sha256, r.size`);
  return rows.map(({ sha256, size }) => ({ sha256, size: Number(size) }));
}

/** Drafts of looks that an analysis keeps; a file key of an older one leads nowhere. */
export const STYLE_VARIANTS_MAX = 100;

export async function addStyleVariant(db: Queryable, values: Omit<typeof styleVariants.$inferInsert, 'createdAt'>): Promise<void> {
  await db
    .insert(styleVariants)
    .values(values)
    .onConflictDoUpdate({ target: [styleVariants.analysisId, styleVariants.hash], set: { createdAt: sql`clock_timestamp()` } });
  const older = db
    .select({ hash: styleVariants.hash })
    .from(styleVariants)
    .where(eq(styleVariants.analysisId, values.analysisId))
    .orderBy(desc(styleVariants.createdAt))
    .offset(STYLE_VARIANTS_MAX);
  await db.delete(styleVariants).where(and(eq(styleVariants.analysisId, values.analysisId), inArray(styleVariants.hash, older)));
}

export async function findStyleVariant(
  db: Queryable,
  analysisId: number,
  hash: string,
): Promise<typeof styleVariants.$inferSelect | undefined> {
  const [row] = await db
    .select()
    .from(styleVariants)
    .where(and(eq(styleVariants.analysisId, analysisId), eq(styleVariants.hash, hash)));
  return row;
}

/** The newest completed analyses that ended after `since`. */
export async function completedSince(db: Queryable, since: Date, limit: number): Promise<AnalysisRecord[]> {
  return db
    .select(analysisRecord)
    .from(analyses)
    .where(and(eq(analyses.status, 'completed'), gt(analyses.finishedAt, since)))
    .orderBy(desc(analyses.finishedAt))
    .limit(limit);
}
