import { and, count, desc, eq, gte, inArray, lt, not, notInArray, or, sql } from 'drizzle-orm';
import { WORKER_LOCKS } from '../../machines/service.ts';
import type { Queryable } from '../../platform/postgres/database.ts';
import { isQueued } from '../../platform/queue.ts';
import { type AnalysisRecord, analyses, analysisRecord } from '../tables.ts';

interface TaskFilter {
  userId?: number;
  status?: AnalysisRecord['status'];
  taskType?: string;
  limit: number;
}

/** Tasks of all users as the operator sees them, the newest first. */
export async function listTasks(db: Queryable, { userId, status, taskType, limit }: TaskFilter): Promise<AnalysisRecord[]> {
  const where = and(
    userId === undefined ? undefined : eq(analyses.userId, userId),
    status === undefined ? undefined : eq(analyses.status, status),
    taskType === undefined ? undefined : eq(analyses.taskType, taskType),
  );
  return db.select(analysisRecord).from(analyses).where(where).orderBy(desc(analyses.id)).limit(limit);
}

/** How many tasks there are of each type in each state. */
export async function countTasks(
  db: Queryable,
  userId?: number,
): Promise<{ taskType: string; status: AnalysisRecord['status']; tasks: number }[]> {
  return db
    .select({ taskType: analyses.taskType, status: analyses.status, tasks: count() })
    .from(analyses)
    .where(userId === undefined ? undefined : eq(analyses.userId, userId))
    .groupBy(analyses.taskType, analyses.status);
}

export type EndedTask = Pick<AnalysisRecord, 'id' | 'taskType' | 'status' | 'errorCode' | 'createdAt' | 'startedAt'> & { finishedAt: Date };

/** Tasks of all users that have ended since then, whichever worker ran them. */
export async function endedSince(db: Queryable, since: Date): Promise<EndedTask[]> {
  const { id, taskType, status, errorCode, createdAt, startedAt, finishedAt } = analyses;
  const rows = await db
    .select({ id, taskType, status, errorCode, createdAt, startedAt, finishedAt })
    .from(analyses)
    .where(and(inArray(analyses.status, ['completed', 'failed']), gte(analyses.finishedAt, since)));
  return rows.flatMap((row) => (row.finishedAt === null ? [] : [{ ...row, finishedAt: row.finishedAt }]));
}

/** Workers that live, on all machines: each holds a lock as long. */
export async function countWorkers(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ workers: number }>(sql`
    SELECT count(*)::int AS workers FROM pg_locks JOIN pg_database d ON d.oid = database
    WHERE locktype = 'advisory' AND classid = ${WORKER_LOCKS} AND objsubid = 2 AND granted AND d.datname = current_database()`);
  return rows[0]?.workers ?? 0;
}

/** How many tasks each worker runs, by its number. */
export async function runningByWorker(db: Queryable): Promise<Map<number, number>> {
  const rows = await db
    .select({ worker: analyses.worker, tasks: count() })
    .from(analyses)
    .where(eq(analyses.status, 'running'))
    .groupBy(analyses.worker);
  return new Map(rows.flatMap(({ worker, tasks }) => (worker === null ? [] : [[worker, tasks]])));
}

/** Workers look every five seconds after a task that has waited for so long, s. */
const FORGOTTEN = sql`interval '10 seconds'`;

/** Tasks that the next worker to start will queue anew, by what they take: those of workers that live no more, and those that wait for a job that is gone. */
export async function strandedTasks(db: Queryable, living: readonly number[]): Promise<{ memoryMiB: number; tasks: number }[]> {
  const lost = and(eq(analyses.status, 'running'), notInArray(analyses.worker, [...living]));
  const forgotten = and(
    eq(analyses.status, 'pending'),
    lt(analyses.updatedAt, sql`now() - ${FORGOTTEN}`),
    not(isQueued(analyses.queueJob)),
  );
  return db.select({ memoryMiB: analyses.memoryMiB, tasks: count() }).from(analyses).where(or(lost, forgotten)).groupBy(analyses.memoryMiB);
}
