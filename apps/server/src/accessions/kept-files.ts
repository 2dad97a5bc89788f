import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Ask } from '../fetching/ask.ts';
import { Downloads, WrongChecksum } from '../fetching/download.ts';
import type { Located } from '../fetching/place.ts';
import { sha256Of } from '../platform/checksum.ts';
import { chinaDate } from '../platform/china-time.ts';
import type { Disk } from '../platform/disk.ts';
import type { Log } from '../platform/log.ts';
import type { Database } from '../platform/postgres/database.ts';
import { discard, type Storage } from '../storage/storage.ts';
import * as repository from './repository.ts';
import { Slots } from './slots.ts';
import type { SeriesFileRecord } from './tables.ts';

/** Files that one process fetches at once; each holds a connection to the database. */
const AT_ONCE = 4;
/** How far a file is, is written down so often, ms. */
const TOLD_MS = 500;
const LOOK_MS = 500;
/** What is left of a download that nobody took up again goes after so long, ms. */
const ABANDONED_MS = 24 * 3600_000;
/** First half of the locks under which one process at a time fetches a file: any number that every process of the product agrees on. */
const FILE_LOCKS = 7_310_051;

/** The reason of an abort after which nothing of a download is to stay. */
export class Cancelled extends Error {}

interface Parts {
  database: Database;
  storage: Storage;
  disk: Pick<Disk, 'require'>;
  log: Log;
  ask: Ask;
  /** For what is being fetched. */
  folder: string;
  /** Before each further try, ms; tests alone set others. */
  pauses?: readonly number[] | undefined;
}

interface Running {
  outcome: Promise<string>;
  controller: AbortController;
  /** How many wait for it. */
  waiting: number;
}

/** What has to be known of a file before it is there. */
type Wanted = Pick<SeriesFileRecord, 'path' | 'version' | 'bytes'>;

/** Public files, fetched once for all users of all processes: whoever asks meanwhile waits for the same bytes. */
export class KeptFiles {
  readonly #parts: Parts;
  readonly #running = new Map<string, Running>();
  readonly #slots = new Slots(AT_ONCE);

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * A file of the place; answers its checksum. What has come stays when the signal ends it, unless for Cancelled and nobody else waits.
   * @throws ImportError, ApiError 507
   */
  get(located: Located, signal: AbortSignal): Promise<string> {
    const { path } = located.file;
    return this.#once(path, signal, (ending) => this.#kept(wantedOf(located), ending, (folder) => this.#download(located, folder, ending)));
  }

  /** A file that is made of others; `write` gets the path that it is to be written to. */
  make(wanted: Omit<Wanted, 'bytes'>, signal: AbortSignal, write: (path: string) => Promise<void>): Promise<string> {
    return this.#once(wanted.path, signal, (ending) =>
      this.#kept({ ...wanted, bytes: null }, ending, async (folder) => {
        const target = join(folder, 'made');
        await rm(target, { force: true });
        await write(target);
        return target;
      }),
    );
  }

  /** Removes a content that is not what its checksum says: the file is fetched anew, and compared with it. */
  dropDamaged(sha256: string): Promise<void> {
    return discard(this.#parts.storage, sha256);
  }

  /** Removes what is left of downloads that were given up. */
  async sweep(): Promise<void> {
    for (const name of await readdir(this.#parts.folder).catch(() => [])) {
      const path = join(this.#parts.folder, name);
      const files = await readdir(path).catch(() => []);
      const times = await Promise.all([path, ...files.map((file) => join(path, file))].map((each) => stat(each).catch(() => undefined)));
      if (times.every((found) => found === undefined || Date.now() - found.mtimeMs > ABANDONED_MS))
        await rm(path, { recursive: true, force: true });
    }
  }

  async #once(path: string, signal: AbortSignal, begin: (signal: AbortSignal) => Promise<string>): Promise<string> {
    signal.throwIfAborted();
    const running = this.#running.get(path) ?? this.#begin(path, begin);
    running.waiting += 1;
    const leave = new AbortController();
    try {
      return await Promise.race([running.outcome, aborted(AbortSignal.any([signal, leave.signal]))]);
    } finally {
      leave.abort();
      running.waiting -= 1;
      if (running.waiting === 0) {
        // Who asks from now on begins anew, and waits for the lock until this one has cleared up.
        if (this.#running.get(path) === running) this.#running.delete(path);
        running.controller.abort(signal.reason);
      }
    }
  }

  #begin(path: string, begin: (signal: AbortSignal) => Promise<string>): Running {
    const controller = new AbortController();
    const running: Running = { outcome: begin(controller.signal), controller, waiting: 0 };
    // The last one who waited may have gone.
    running.outcome.catch(() => undefined);
    this.#running.set(path, running);
    return running;
  }

  async #kept(wanted: Wanted, signal: AbortSignal, bring: (folder: string) => Promise<string>): Promise<string> {
    const known = await this.#fresh(wanted);
    if (known !== undefined) return known;
    return this.#slots.run(() =>
      this.#locked(wanted.path, signal, async () => (await this.#fresh(wanted)) ?? (await this.#bring(wanted, signal, bring))),
    );
  }

  async #fresh({ path, version }: Wanted): Promise<string | undefined> {
    const { database, storage } = this.#parts;
    const row = await repository.findFile(database, path);
    if (row?.version !== version || row.sha256 === null || !(await storage.has(row.sha256))) return undefined;
    await repository.updateFile(database, path, {});
    return row.sha256;
  }

  async #bring(wanted: Wanted, signal: AbortSignal, bring: (folder: string) => Promise<string>): Promise<string> {
    const { database, storage, disk } = this.#parts;
    const { path } = wanted;
    const folder = join(this.#parts.folder, sha256Of(path).slice(0, 16));
    const earlier = await repository.findFile(database, path);
    await disk.require(wanted.bytes ?? 0);
    await repository.beginFile(database, wanted);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await bring(folder);
      signal.throwIfAborted();
      // A mirror's own file stays where it lies.
      const { sha256, size } = file.startsWith(folder) ? await storage.adoptFile(file) : await storage.put(file);
      requireSame(wanted, earlier, { sha256, size });
      await repository.updateFile(database, path, { sha256, loaded: size });
      await rm(folder, { recursive: true, force: true });
      return sha256;
    } catch (error) {
      await repository.removeUnfinished(database, path);
      if (signal.reason instanceof Cancelled || error instanceof WrongChecksum) await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  async #download(located: Located, folder: string, signal: AbortSignal): Promise<string> {
    const { database, log, ask, pauses } = this.#parts;
    let told = Date.now();
    const progress = (_: string, loaded: number) => {
      if (Date.now() - told < TOLD_MS) return;
      told = Date.now();
      repository
        .updateFile(database, located.file.path, { loaded })
        .catch((error: unknown) => log.warn({ err: error }, 'how far a download is was not written down'));
    };
    return new Downloads(folder, progress, { pauses, ask, signal }).fetch(located);
  }

  /** One process at a time; the lock goes with the connection, however the process ends. */
  async #locked<T>(path: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const session = await this.#parts.database.$client.connect();
    try {
      const take = () =>
        session.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1::int, hashtext($2)) AS taken', [FILE_LOCKS, path]);
      while ((await take()).rows[0]?.taken !== true) await wait(LOOK_MS, undefined, { signal });
      return await work();
    } finally {
      await session.query('SELECT pg_advisory_unlock($1::int, hashtext($2))', [FILE_LOCKS, path]).catch(() => undefined);
      session.release();
    }
  }
}

/** A place that tells no version is asked anew each day. */
const wantedOf = ({ file, version, bytes }: Located): Wanted => ({
  path: file.path,
  version: `${version === '' ? chinaDate(new Date()) : version} ${bytes ?? ''}`,
  bytes: bytes ?? null,
});

/** @throws WrongChecksum where the source says that nothing has changed, and something has */
function requireSame(wanted: Wanted, earlier: SeriesFileRecord | undefined, now: { sha256: string; size: number }): void {
  if (wanted.bytes !== null && wanted.bytes !== now.size)
    throw new WrongChecksum(`${wanted.path} 有 ${now.size} 字节，应有 ${wanted.bytes}`);
  const isAsBefore = earlier?.version !== wanted.version || earlier.sha256 === null || earlier.sha256 === now.sha256;
  if (!isAsBefore) throw new WrongChecksum(`${wanted.path} 的内容和记下的校验和不同`);
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
