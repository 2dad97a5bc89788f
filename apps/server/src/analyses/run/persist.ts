import type { Log } from '../../platform/log.ts';
import { type Database, isDatabaseAway, type Transaction } from '../../platform/postgres/database.ts';

const AGAIN_MS = 250;
/** A database that answers, and refuses, is asked for so long. */
const PATIENCE_MS = 30_000;

/**
 * Writes an end that was reached. While the database is away it waits, however long: computing again would cost minutes, and whether the task is still
 * this worker's the row says, once it can be read (`write` changes it in its own attempt alone).
 * @param given Whether the task has been given up meanwhile.
 */
export async function writeAtLast(
  database: Pick<Database, 'transaction'>,
  write: (tx: Transaction) => Promise<void>,
  { log, given }: { log: Log; given: () => boolean },
): Promise<void> {
  for (let deadline: number | undefined; ; ) {
    try {
      return await database.transaction(write);
    } catch (error) {
      deadline = isDatabaseAway(error) ? undefined : (deadline ?? Date.now() + PATIENCE_MS);
      if (given() || (deadline !== undefined && Date.now() > deadline)) throw error;
      log.warn({ err: error }, 'the end of a task waits for the database');
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
