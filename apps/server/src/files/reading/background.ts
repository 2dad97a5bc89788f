import { setTimeout as delay } from 'node:timers/promises';
import { type Disk, isDiskFull } from '../../platform/disk.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { StorageTrouble } from '../../storage/errors.ts';
import type { Storage } from '../../storage/storage.ts';
import { guardLimits } from '../intake/limits.ts';
import { FileRefused } from '../intake/refusal.ts';
import type { Staging } from '../intake/staging.ts';
import * as repository from '../repository.ts';
import type { FileRecord } from '../tables.ts';
import { type FileParser, knownOf, type Reading } from './parser.ts';

/** A file over which the engine was lost this often is at fault itself. */
const ATTEMPTS = 2;
/** Files whose process died wait for their claim to end: they are looked for this often. */
const LOOK_MS = 30_000;

/** More users than this that all wait for a file is more than a night's work. */
const SERVED_MAX = 1_000;

const KILLER = '读取这个文件时，计算引擎两次意外退出，可能是文件太大。请减少样本或行数，或另存为 CSV 后再上传';

interface Parts {
  database: Database;
  disk: Pick<Disk, 'isLow'>;
  storage: Storage;
  log: Log;
  parser: FileParser;
  staging: Staging;
}

/** Reads pending files one after the other, whenever the engine is ready; takes over what a process that died left. */
export class BackgroundReader {
  readonly #parts: Parts;
  readonly #stopping = new AbortController();
  readonly #late = new Set<Promise<void>>();
  #unwatch: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #again = false;
  /** Users whose files were read, the last one last: the next file is another's, where there is one. */
  readonly #served: number[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    await repository.unclaimAll(this.#parts.database);
    this.#unwatch = this.#parts.parser.onReady(() => this.wake());
    // A file that waits for another one of its user.
    this.#parts.parser.turns.onEnd = () => this.wake();
    this.#timer = setInterval(() => this.wake(), LOOK_MS).unref();
    this.wake();
  }

  async stop(): Promise<void> {
    this.#unwatch?.();
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#round;
    await Promise.all(this.#late);
  }

  /** Looks for pending files soon. */
  wake(): void {
    if (this.#stopping.signal.aborted) return;
    this.#again = true;
    this.#round ??= this.#work().finally(() => {
      this.#round = undefined;
    });
  }

  /** Finishes a file whose reading began within a call. */
  finishLater(id: number, reading: Promise<Reading>): Promise<void> {
    const late = this.#settle(id, reading).finally(() => this.#late.delete(late));
    this.#late.add(late);
    return late;
  }

  async #work(): Promise<void> {
    while (this.#again && !this.#stopping.signal.aborted) {
      this.#again = false;
      try {
        while (this.#parts.parser.ready && !this.#stopping.signal.aborted && !(await this.#parts.disk.isLow())) {
          const { turns } = this.#parts.parser;
          const file = await repository.claim(this.#parts.database, { busy: turns.busy, served: this.#served });
          if (file === undefined) break;
          await this.#settle(file.id, this.#inTurn(file));
        }
      } catch (error) {
        this.#parts.log.warn({ err: error }, 'reading pending files was interrupted');
        await delay(1000, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
        this.#again = true;
      }
    }
  }

  async #inTurn(file: FileRecord): Promise<Reading> {
    if (file.userId === null) return this.#read(file);
    const at = this.#served.indexOf(file.userId);
    if (at >= 0 || this.#served.length >= SERVED_MAX) this.#served.splice(Math.max(at, 0), 1);
    this.#served.push(file.userId);
    const end = this.#parts.parser.turns.tryTake(file.userId);
    return this.#read(file).finally(() => end?.());
  }

  async #read(file: FileRecord): Promise<Reading> {
    const { parser, storage, staging } = this.#parts;
    const readable = await staging.again(await storage.path(file.blob), file.format, guardLimits('pay'));
    try {
      const job = { readable, name: file.name, fileType: file.requestedType, known: knownOf(file.facts) };
      return await parser.read(job, 'background', this.#stopping.signal);
    } finally {
      await readable.discard();
    }
  }

  /** Writes what became of a file. A row that was deleted meanwhile stays deleted. */
  async #settle(id: number, pending: Promise<Reading>): Promise<void> {
    const { database, log } = this.#parts;
    let away = false;
    const reading = await pending.catch((error: unknown): Reading => {
      if (error instanceof FileRefused) return { outcome: 'refused', refusal: error };
      log.error({ err: error, file: id }, 'a file could not be read');
      // It waits for room, or for the storage, through no fault of its own.
      away = error instanceof StorageTrouble;
      return { outcome: away || isNoRoom(error) ? 'slow' : 'lost' };
    });
    if (reading.outcome === 'read') return repository.markRead(database, id, reading);
    if (reading.outcome === 'refused') return this.#refuse(id, reading.refusal.message);
    const stopped = this.#stopping.signal.aborted;
    const attempts = await repository.unclaim(database, id, !stopped && reading.outcome === 'lost');
    if (attempts >= ATTEMPTS) return this.#refuse(id, KILLER);
    // What found no room, or no storage, is looked for again in a while.
    if (!stopped && !away && !(await this.#parts.disk.isLow())) this.wake();
  }

  #refuse(id: number, message: string): Promise<void> {
    return repository.markInvalid(this.#parts.database, id, { findings: [{ code: 'unreadable', level: 'must', message }] });
  }
}

const isNoRoom = (error: unknown): boolean => isDiskFull(error) || (error instanceof ApiError && error.status === 507);
