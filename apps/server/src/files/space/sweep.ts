import { setTimeout as delay } from 'node:timers/promises';
import type { App } from '../../app.ts';
import { withUpkeepLock } from '../../platform/postgres/upkeep-lock.ts';
import type { StoredBlob } from '../../storage/storage.ts';
import { removeUnnamed } from '../../storage/unnamed.ts';

export interface Swept {
  /** Stored contents that nothing named any more, and their bytes. */
  blobs: number;
  bytes: number;
  /** Bytes of uploads that were never finished, in folders and files of their own. */
  uploads: number;
}

type Sweeping = Pick<App, 'database' | 'storage' | 'files' | 'log'>;

/** Bytes are stored before the row that names them: what is younger than this may still get one, ms. */
const GRACE_MS = 24 * 3600 * 1000;
/** Within this time bytes that have been stored get their row, ms. */
export const NAMING_MS = 60_000;
/** Contents looked up at once. */
const BATCH = 10_000;
const SHA256 = /^[0-9a-f]{64}$/;

/**
 * Removes stored contents that nothing names, and what is left of uploads that were never finished: what a process that was
 * killed, and every deletion, leaves behind. Safe beside everything else, in any number of processes; waits for a backup that goes on.
 * @param grace contents used since so many ms stay.
 */
export function sweepStorage(app: Sweeping, grace = GRACE_MS): Promise<Swept> {
  return sweepBefore(app, new Date(Date.now() - grace));
}

async function sweepBefore({ database, storage, files, log }: Sweeping, moment: Date): Promise<Swept> {
  const swept: Swept = { blobs: 0, bytes: 0, uploads: await files.sweep() };
  await storage.removeAbandoned();
  const remove = async (batch: readonly StoredBlob[]) => {
    for (const { size } of await removeUnnamed({ database, storage }, batch, moment)) {
      swept.blobs += 1;
      swept.bytes += size;
    }
  };
  let batch: StoredBlob[] = [];
  await withUpkeepLock(database, async () => {
    for await (const blob of storage.unusedSince(moment)) {
      if (!SHA256.test(blob.sha256)) continue;
      batch.push(blob);
      if (batch.length < BATCH) continue;
      await remove(batch);
      batch = [];
    }
    if (batch.length > 0) await remove(batch);
  });
  log.info(swept, 'the storage was swept');
  return swept;
}

/**
 * The same whatever the age of the contents: those that are there now are removed if nothing names them when all that was being stored has
 * got its row.
 * @param naming how long that takes, ms; tests alone shorten it.
 */
export async function sweepAll(app: Sweeping, naming = NAMING_MS): Promise<Swept> {
  const moment = new Date();
  await delay(naming);
  return sweepBefore(app, moment);
}
