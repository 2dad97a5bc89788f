import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../platform/log.ts';
import { StorageTrouble } from '../../storage/errors.ts';

const AGAIN_MS = 2_000;
/** A run may have taken hours: a storage that comes back within this time costs none of it. */
const PATIENCE_MS = 5 * 60_000;

/**
 * Does work that needs the storage; while that does not answer or has no room, again.
 * @param work leaves nothing by halves, and may be done twice. @param given Whether the task has been given up meanwhile.
 * @throws StorageTrouble after five minutes.
 */
export async function throughOutage<T>(work: () => Promise<T>, { log, given }: { log: Log; given: () => boolean }): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StorageTrouble) || given() || Date.now() > deadline) throw error;
      log.warn({ err: error }, 'a task waits for the storage');
      await delay(AGAIN_MS);
    }
  }
}
