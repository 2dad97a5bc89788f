import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { fileSha256 } from '../platform/checksum.ts';
import { withUpkeepLock } from '../platform/postgres/upkeep-lock.ts';
import type { StoredBlob } from '../storage/storage.ts';
import { namedChecksums } from '../storage/unnamed.ts';
import { dataFiles } from './data-files.ts';
import { addressOf, dumpDatabase, programsOf } from './dump.ts';
import { noteBackup } from './history.ts';
import type { BackupPlace } from './place.ts';
import { type Pruned, pruneSnapshots } from './prune.ts';
import { beginSnapshot, contentsOf, finishSnapshot, type NamedSnapshot, type Snapshot } from './snapshot.ts';

interface BackedUp {
  name: string;
  /** All that the backup holds. */
  contents: number;
  bytes: number;
  /** What was copied now; the rest was there already. */
  copied: number;
  copiedBytes: number;
  /** Checksums of contents whose bytes in the storage are others: the backup is without them. */
  damaged: string[];
  pruned: Pruned;
}

/** Copied at once: most contents are small, and each waits for the disk. */
const AT_ONCE = 8;
const SHA256 = /^[0-9a-f]{64}$/;

type Parts = Pick<App, 'config' | 'database' | 'storage' | 'log'>;

/**
 * Backs up a server that may be at work: the database as it is at one moment, and all contents that it names then. What the place has already is not
 * copied again, so one that was broken off is gone on with by the next.
 * @param keep So many of the newest backups stay; undefined: all.
 */
export function backUp(parts: Parts, place: BackupPlace, keep?: number): Promise<BackedUp> {
  return withUpkeepLock(parts.database, async () => {
    const begun = await beginSnapshot(place, await takeSnapshot(parts, place));
    const copied = await copyContents(parts, place, begun.snapshot.contents);
    const damaged = new Set(copied.damaged);
    const whole = { ...begun.snapshot, contents: begun.snapshot.contents.filter(({ sha256 }) => !damaged.has(sha256)) };
    const finished = damaged.size === 0 ? begun : await beginSnapshot(place, whole);
    await finishSnapshot(place, finished);
    if (finished !== begun) await place.contents.remove(begun.description.sha256);
    const pruned = await pruneSnapshots(place, keep);
    const done = { ...told(finished), ...copied, pruned };
    await noteBackup(parts.database, { name: done.name, bytes: done.bytes });
    parts.log.info({ ...done, damaged: done.damaged.length }, 'a backup was made');
    return done;
  });
}

function told(snapshot: NamedSnapshot): Pick<BackedUp, 'name' | 'contents' | 'bytes'> {
  const all = contentsOf(snapshot);
  return { name: snapshot.name, contents: all.length, bytes: all.reduce((sum, { size }) => sum + size, 0) };
}

/** The dump and the list of contents are of one moment: both are read in the same snapshot of PostgreSQL. */
async function takeSnapshot({ config, database, storage }: Parts, place: BackupPlace): Promise<Snapshot> {
  const createdAt = new Date().toISOString();
  const { dump, contents } = await database.transaction(
    async (tx) => {
      // This session waits while pg_dump reads, which takes longer than sessions may idle.
      await tx.execute(sql`SET LOCAL idle_in_transaction_session_timeout = 0`);
      const { rows } = await tx.execute<{ id: string }>(sql`SELECT pg_export_snapshot() AS id`);
      const dumping = dumpDatabase(programsOf(config), addressOf(database), rows[0]?.id ?? '');
      const [dump] = await Promise.all([place.contents.put(dumping.stdout), dumping.ended]);
      const contents = new Map<string, StoredBlob>();
      for await (const sha256 of namedChecksums(tx)) {
        // Checksums of other things stand there as well: those the storage does not know.
        const size = contents.has(sha256) || !SHA256.test(sha256) ? undefined : await storage.size(sha256);
        if (size !== undefined) contents.set(sha256, { sha256, size });
      }
      return { dump, contents: [...contents.values()] };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  const files: Snapshot['files'] = [];
  for await (const file of dataFiles(config)) files.push({ ...file, ...(await keepFile(join(config.folders.data, file.path), place)) });
  return { format: 1, createdAt, dump, contents, files };
}

async function keepFile(path: string, { contents }: BackupPlace): Promise<StoredBlob> {
  const sha256 = await fileSha256(path);
  const size = await contents.size(sha256);
  return size === undefined ? contents.put(path) : { sha256, size };
}

async function copyContents({ storage, log }: Parts, place: BackupPlace, wanted: readonly StoredBlob[]) {
  const done = { copied: 0, copiedBytes: 0, damaged: [] as string[] };
  // A generator ends for all who take from it when one of them throws.
  const waiting = (function* () {
    yield* wanted;
  })();
  const copyNext = async () => {
    for (const { sha256, size } of waiting) {
      await breathe();
      if ((await place.contents.size(sha256)) === size) continue;
      // One that is there with another size was damaged in the place.
      await place.contents.remove(sha256);
      const put = await place.contents.put(await storage.open(sha256));
      if (put.sha256 === sha256) {
        done.copied += 1;
        done.copiedBytes += size;
        continue;
      }
      log.error({ sha256 }, 'a stored content is damaged');
      done.damaged.push(sha256);
      await place.contents.remove(put.sha256);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, copyNext));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return done;
}
