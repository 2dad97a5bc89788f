import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disk } from '../../platform/disk.ts';
import type { Chunks } from '../../platform/inflate.ts';
import type { FileFormat } from '../tables.ts';
import { type GuardLimits, peek } from './guard.ts';
import { type GuardedFile, type Part, writing } from './guard-file.ts';
import { Guarding } from './guarding.ts';
import type { Delimiter } from './layout.ts';
import { formatByContent, HEAD_BYTES } from './signatures.ts';
import { WORKBOOK_BYTES } from './workbook.ts';

/** What R reads of an upload, until it is discarded. */
export interface Readable extends GuardedFile {
  discard(): Promise<void>;
}

/** An upload on the disk, guarded, but not yet part of anything. */
export interface StagedFile extends Readable {
  /** Bytes as uploaded. */
  raw: string;
  sha256: string;
  size: number;
  /** How the bytes are read. */
  format: FileFormat;
  /** `raw` is a file of the staging's own, that nobody needs any more. */
  owned: boolean;
}

interface Parts {
  parts: Part[];
  discard(): Promise<void>;
}

const ABANDONED_MS = 3600_000;

/** Half-taken uploads: a folder each, gone when the upload is kept or refused. */
export class Staging {
  readonly #folder: string;
  readonly #disk: Pick<Disk, 'require'>;
  readonly #guarding: Guarding;

  /** @param folder where no child of the engine can walk; on the storage's disk bytes are kept without copying them. */
  constructor(folder: string, disk: Pick<Disk, 'require'>) {
    this.#folder = folder;
    this.#disk = disk;
    this.#guarding = new Guarding(disk);
  }

  /** Removes what processes that died have left; answers its bytes. */
  async start(): Promise<number> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    let gone = 0;
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      const found = await Promise.all([path, join(path, 'raw'), join(path, 'text')].map((each) => stat(each).catch(() => undefined)));
      // A slow upload is written to all the time, its folder is not.
      const written = Math.max(...found.map((each) => each?.mtimeMs ?? 0));
      if (Date.now() - written < ABANDONED_MS) continue;
      gone += found.slice(1).reduce((sum, each) => sum + (each?.size ?? 0), 0);
      await rm(path, { recursive: true, force: true });
    }
    return gone;
  }

  /** Ends the threads. */
  stop(): Promise<void> {
    return this.#guarding.stop();
  }

  /**
   * Streams an upload to the disk while it is hashed and guarded.
   * @throws FileRefused; nothing is left then.
   */
  take(source: Chunks, told: FileFormat, limits: GuardLimits): Promise<StagedFile> {
    return this.#within(async (folder) => {
      const raw = join(folder, 'raw');
      const { found: format, all } = await peek(source, HEAD_BYTES, (head) => formatByContent(told, head));
      const chunks = writing(withRoom(all, this.#disk), raw, format === 'xlsx' ? WORKBOOK_BYTES : limits.bytes);
      const guarded = await this.#guarding.guardSent({ folder, raw, format, limits, inPlace: false }, chunks);
      // Begun now, the disk writes while R reads; the storage waits for it in the end.
      flush(raw);
      return { ...guarded, format, raw, owned: true, discard: () => discard(folder) };
    });
  }

  /**
   * The same for bytes that lie on the disk already and stay where they are: hashed and guarded, not copied.
   * @param onVerbatim as the guard's; with a path that stands until the upload is discarded.
   */
  takeFile(
    path: string,
    told: FileFormat,
    limits: GuardLimits,
    onVerbatim?: (path: string, separator: Delimiter) => void,
  ): Promise<StagedFile> {
    return this.#within(async (folder) => {
      const raw = join(folder, 'raw');
      // Some file systems have no links.
      await link(path, raw).catch(() => copyFile(path, raw));
      const format = formatByContent(told, await headOf(raw));
      const onSeparator = (separator: Delimiter) => onVerbatim?.(raw, separator);
      const guarded = await this.#guarding.guard({ folder, raw, format, limits, inPlace: true }, onSeparator);
      return { ...guarded, format, raw, owned: false, discard: () => discard(folder) };
    });
  }

  /** Guards bytes that are stored already, to have what R reads. */
  again(path: string, format: FileFormat, limits: GuardLimits): Promise<Readable> {
    return this.#within(async (folder) => {
      const guarded = await this.#guarding.guard({ folder, raw: path, format, limits, inPlace: true });
      return { ...guarded, discard: () => discard(folder) };
    });
  }

  /**
   * The texts of a stored file that are to be joined with others: itself, or all tables of an archive, by their names.
   * @throws FileRefused, with the name of what is at fault; nothing is left then.
   */
  parts(path: string, { name, format }: { name: string; format: FileFormat }, limits: GuardLimits): Promise<Parts> {
    return this.#within(async (folder) => ({
      parts: await this.#guarding.parts({ folder, raw: path, format, limits, inPlace: true, name }),
      discard: () => discard(folder),
    }));
  }

  async #within<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const folder = await this.#open();
    try {
      return await work(folder);
    } catch (error) {
      await discard(folder);
      throw error;
    }
  }

  async #open(): Promise<string> {
    await this.#disk.require();
    const folder = join(this.#folder, randomUUID());
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  }
}

function discard(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  const head = Buffer.alloc(HEAD_BYTES);
  const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0).finally(() => file.close());
  return head.subarray(0, bytesRead);
}

/** Has the system write a file to the disk, soon. */
function flush(path: string): void {
  open(path, 'r')
    .then((handle) => handle.datasync().finally(() => handle.close()))
    // A refused upload is gone before its bytes are written.
    .catch(() => undefined);
}

/** Ends what is being written before the disk is full: the database needs the rest. */
export async function* withRoom(source: Chunks, disk: Pick<Disk, 'require'>): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    await disk.require();
    yield chunk;
  }
}
