import { hostname } from 'node:os';
import { eq, not, sql } from 'drizzle-orm';
import type { Queryable } from '../platform/postgres/database.ts';
import { pilotSizes, workers } from './tables.ts';

/** First half of the advisory locks by which workers show that they live. */
export const WORKER_LOCKS = 7_310;
/** What nobody has repeated for so long does not hold any more. */
const SAID_FOR = "interval '5 minutes'";

export type WorkerRow = typeof workers.$inferSelect;

/** What a worker tells of itself. */
type OwnWorker = Pick<WorkerRow, 'number' | 'pilot' | 'memoryMiB' | 'tasks' | 'draining'>;

/** Two keys make an advisory lock: PostgreSQL shows them as `classid` and `objid`. */
const lives = sql`EXISTS (
  SELECT 1 FROM pg_locks l WHERE l.locktype = 'advisory' AND l.classid = ${WORKER_LOCKS}::oid AND l.objid = ${workers.number}::oid AND l.objsubid = 2
    AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
)`;

/** A worker tells what it is; it holds its number's lock. Those that live no more are forgotten. */
export async function enter(db: Queryable, worker: OwnWorker): Promise<void> {
  await db.delete(workers).where(not(lives));
  await db.insert(workers).values({ ...worker, host: hostname() });
}

/** A worker takes no more tasks. */
export async function drain(db: Queryable, number: number): Promise<void> {
  await db.update(workers).set({ draining: true }).where(eq(workers.number, number));
}

/** Workers that live, the oldest first. */
export async function livingWorkers(db: Queryable): Promise<WorkerRow[]> {
  return db.select().from(workers).where(lives).orderBy(workers.startedAt);
}

/** Says which sizes of pilots can be started, in the place of what was said before. */
export async function offer(db: Queryable, sizes: readonly { name: string; memoryMiB: number }[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(pilotSizes);
    if (sizes.length > 0) await tx.insert(pilotSizes).values(sizes.map(({ name, memoryMiB }) => ({ name, memoryMiB, saidAt: sql`now()` })));
  });
}

/** What the largest machine gives one task, MiB: of the workers that live and of the pilots that can be started. Undefined while there is none. */
export async function largestMiB(db: Queryable): Promise<number | undefined> {
  const { rows } = await db.execute<{ most: number | null }>(sql`SELECT max(mib) AS most FROM (
    SELECT ${workers.memoryMiB} AS mib FROM ${workers} WHERE ${lives} AND NOT ${workers.draining}
    UNION ALL SELECT ${pilotSizes.memoryMiB} FROM ${pilotSizes} WHERE ${pilotSizes.saidAt} > now() - ${sql.raw(SAID_FOR)}
  ) sizes`);
  return rows[0]?.most ?? undefined;
}
