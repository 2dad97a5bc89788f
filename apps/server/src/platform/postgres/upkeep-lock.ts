import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from './database.ts';

/** Any number that no other lock has. */
const UPKEEP_LOCK = 7_310_041;
/** Asked again and again: a statement that waits for hours would keep PostgreSQL from clearing rows that are gone. */
const LOOK_MS = 1_000;

/** Runs work while no other such work goes on, in whatever process: a sweep would remove contents that a backup has still to copy. It waits for its turn. */
export async function withUpkeepLock<T>(database: Database, work: () => Promise<T>): Promise<T> {
  const session = await database.$client.connect();
  try {
    const take = () => session.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [UPKEEP_LOCK]);
    while ((await take()).rows[0]?.taken !== true) await wait(LOOK_MS);
    return await work();
  } finally {
    await session.query('SELECT pg_advisory_unlock($1)', [UPKEEP_LOCK]).catch(() => undefined);
    session.release();
  }
}
