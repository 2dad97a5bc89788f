import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from './errors.ts';
import type { Log } from './log.ts';

const MIB = 1024 ** 2;
/** What stays free for the database, its log and what is running already: a twentieth of the disk within these bounds. */
const FLOOR_MIN = 48 * MIB;
const FLOOR_MAX = 1024 * MIB;
/** PostgreSQL has to write a piece of its log of 16 MB, and the engine its code, before anything can start. */
const START_BYTES = 32 * MIB;
/** Free entries of the file system's table of files. */
const FILES_MIN = 500;
/** So much more than the floor ends a shortage: at the floor itself it would come and go. */
const RECOVERED = 1.25;
/** A look is good for so long, and one is taken at least so often, ms. */
const FRESH_MS = 250;
const LOOK_MS = 2_000;

export interface DiskSpace {
  /** Bytes. */
  free: number;
  total: number;
  floor: number;
  /** `low`: nothing new is begun; `critical`: what runs is ended. */
  state: 'enough' | 'low' | 'critical';
}

/** ENOSPC and EDQUOT of the kernel, disk_full of PostgreSQL. */
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', '53100']);
const FULL_WORDS = /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/i;

/** Does an error, or what caused it, mean that a disk is full? */
export function isDiskFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== undefined && FULL_CODES.has(code)) return true;
  }
  return false;
}

export const diskFull = () =>
  new ApiError(507, '磁盘已满，现在不能上传文件、提交任务或生成新的图。已有的结果可以照常查看；请稍后再试，或联系管理员清理空间。', {
    code: 'disk_full',
    retryAfter: 60,
  });

/** The free space of the data folder. Below the floor nothing new is begun, so that what runs, and the database, find room. */
export class Disk {
  readonly #folders: readonly string[];
  readonly #log: Log;
  readonly #listeners = new Set<(space: DiskSpace) => void>();
  #known: DiskSpace = { free: 0, total: 0, floor: 0, state: 'enough' };
  #looked = 0;
  #looking: Promise<DiskSpace> | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param folders of which some may lie on disks of their own; one that does not exist yet counts for nothing. */
  constructor(folders: readonly string[], log: Log) {
    this.#folders = folders;
    this.#log = log;
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), LOOK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Calls back when a shortage begins, gets worse or ends. */
  onChange(listener: (space: DiskSpace) => void): void {
    this.#listeners.add(listener);
  }

  /** How it is now. Never rejects. */
  look(): Promise<DiskSpace> {
    if (performance.now() - this.#looked < FRESH_MS) return Promise.resolve(this.#known);
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async isLow(): Promise<boolean> {
    return (await this.look()).state !== 'enough';
  }

  async isCritical(): Promise<boolean> {
    return (await this.look()).state === 'critical';
  }

  /** Throws ApiError 507 where there is no room for `bytes` more. */
  async require(bytes = 0): Promise<void> {
    const { state, free, floor } = await this.look();
    if (state !== 'enough' || free - bytes < floor) throw diskFull();
  }

  /** Waits until a server can start. */
  async awaitStart(signal: AbortSignal): Promise<void> {
    while ((await this.look()).free < START_BYTES && !signal.aborted) await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }

  /** Whether there is room to start. */
  async canStart(): Promise<boolean> {
    return (await this.look()).free >= START_BYTES;
  }

  /** Did a job of the engine end because the disk is full? */
  async stopped({ code, detail = '' }: { code: string; detail?: string }): Promise<boolean> {
    if (code === 'input' || code === 'cancelled' || code === 'timeout') return false;
    return FULL_WORDS.test(detail) || this.isCritical();
  }

  async #look(): Promise<DiskSpace> {
    const spaces = await Promise.all(this.#folders.map((folder) => this.#measure(folder)));
    const space = spaces
      .filter((each) => each !== undefined)
      .reduce((worst, each) => (each.free - each.floor < worst.free - worst.floor ? each : worst), {
        free: Number.MAX_SAFE_INTEGER,
        total: Number.MAX_SAFE_INTEGER,
        floor: 0,
      });
    const before = this.#known.state;
    const bound = before === 'enough' ? space.floor : space.floor * RECOVERED;
    const state = space.free < space.floor / 2 ? 'critical' : space.free < bound ? 'low' : 'enough';
    this.#known = { ...space, state };
    this.#looked = performance.now();
    if (state !== before) {
      this.#log.warn({ ...space, state }, 'free space of the data folder');
      for (const listener of this.#listeners) listener(this.#known);
    }
    return this.#known;
  }

  async #measure(folder: string): Promise<Omit<DiskSpace, 'state'> | undefined> {
    const found = await statfs(folder).catch(() => undefined);
    if (found === undefined) return undefined;
    const total = found.blocks * found.bsize;
    // A file system that counts no files says 0 of 0.
    const free = found.files > 0 && found.ffree < FILES_MIN ? 0 : found.bavail * found.bsize;
    return { free, total, floor: Math.min(FLOOR_MAX, Math.max(FLOOR_MIN, total / 20)) };
  }
}
