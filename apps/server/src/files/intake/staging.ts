import { createHash, randomUUID } from 'node:crypto';
import { copyFile, type FileHandle, link, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { formatBytes } from '@oncoloom/tool-kit';
import type { Disk } from '../../platform/disk.ts';
import type { Chunks } from '../../platform/inflate.ts';
import type { FileFormat } from '../tables.ts';
import { type GuardedSource, type GuardedText, type GuardLimits, guardText, peek, readChunks } from './guard.ts';
import type { Delimiter } from './layout.ts';
import { formatOf } from './names.ts';
import { FileRefused } from './refusal.ts';
import { formatByContent } from './signatures.ts';
import { guardWorkbook, WORKBOOK_BYTES } from './workbook.ts';
import { readEntry, severalTables, tableEntries, type ZipEntry } from './zip.ts';

/** What R reads of an upload. */
export interface Readable {
  /** The guarded text, or a workbook. */
  path: string;
  readAs: 'text' | 'gmt' | 'xlsx';
  /** Undefined for a workbook. */
  guarded: GuardedText | undefined;
  /** Of an archive of several tables, of which this is the first: how many there are. */
  several?: number | undefined;
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

/** What tells a workbook from a text. */
const HEAD_BYTES = 512;
/** A text that becomes a part of a matrix. */
export interface Part {
  /** Its file's, with the folders of an archive. */
  name: string;
  path: string;
  separator: Delimiter | undefined;
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

  /** @param folder on the storage's disk, where no child of the engine can walk. */
  constructor(folder: string, disk: Pick<Disk, 'require'>) {
    this.#folder = folder;
    this.#disk = disk;
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

  /**
   * Streams an upload to the disk while it is hashed and guarded.
   * @throws FileRefused; nothing is left then.
   */
  take(source: Chunks, told: FileFormat, limits: GuardLimits): Promise<StagedFile> {
    return this.#within(async (folder) => {
      const raw = join(folder, 'raw');
      const { found: format, all } = await peek(source, HEAD_BYTES, (head) => formatByContent(told, head));
      const copied = copyHashing(withRoom(all, this.#disk), raw, format === 'xlsx' ? WORKBOOK_BYTES : limits.bytes);
      const readable = await this.#guard(folder, raw, format, limits, copied.chunks);
      // Begun now, the disk writes while R reads; the storage waits for it in the end.
      flush(raw);
      return { ...readable, format, raw, owned: true, ...copied.result() };
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
      const { found: format, all } = await peek(readChunks(raw), HEAD_BYTES, (head) => formatByContent(told, head));
      const read = hashing(withRoom(all, this.#disk), format === 'xlsx' ? WORKBOOK_BYTES : limits.bytes);
      const readable = await this.#guard(folder, raw, format, limits, read.chunks, {
        original: raw,
        onVerbatim: (separator) => onVerbatim?.(raw, separator),
      });
      return { ...readable, format, raw, owned: false, ...read.result() };
    });
  }

  /** Guards bytes that are stored already, to have what R reads. */
  again(path: string, format: FileFormat, limits: GuardLimits): Promise<Readable> {
    return this.#within((folder) => this.#guard(folder, path, format, limits, withRoom(readChunks(path), this.#disk), { original: path }));
  }

  /** @param chunks the bytes of `raw`; what can't be read as a stream is looked at once they have all come. */
  async #guard(
    folder: string,
    raw: string,
    format: FileFormat,
    limits: GuardLimits,
    chunks: Chunks,
    source: Omit<GuardedSource, 'kind'> = {},
  ): Promise<Readable> {
    const end = () => discard(folder);
    const text = join(folder, 'text');
    if (format === 'text' || format === 'gmt') {
      return { ...(await guarded(format, chunks, text, limits, source)), discard: end };
    }
    for await (const _ of chunks);
    if (format === 'xlsx') {
      await guardWorkbook(raw, limits.bytes);
      return { path: raw, readAs: 'xlsx', guarded: undefined, discard: end };
    }
    const [entry, ...more] = await tableEntries(raw);
    if (entry === undefined) throw severalTables(0);
    if (more.length > 0) {
      const first = await entryText(raw, entry, text, limits).catch((error: unknown) => {
        throw error instanceof FileRefused ? severalTables(more.length + 1) : error;
      });
      return { ...first, several: more.length + 1, discard: end };
    }
    const { found: inner, all } = await peek(readEntry(raw, entry), HEAD_BYTES, (head) => formatByContent(formatOf(entry.name), head));
    if (inner === 'zip') throw new FileRefused(415, 'wrong_kind', '压缩包里还是压缩包。请解压后上传其中的表格');
    if (inner !== 'xlsx') {
      return { ...(await guarded(inner, all, text, limits)), discard: end };
    }
    const workbook = join(folder, 'workbook');
    for await (const _ of copyHashing(all, workbook, WORKBOOK_BYTES).chunks);
    await guardWorkbook(workbook, limits.bytes);
    return { path: workbook, readAs: 'xlsx', guarded: undefined, discard: end };
  }

  /**
   * The texts of a stored file that are to be joined with others: itself, or all tables of an archive, by their names.
   * @throws FileRefused, with the name of what is at fault; nothing is left then.
   */
  parts(path: string, { name, format }: { name: string; format: FileFormat }, limits: GuardLimits): Promise<Parts> {
    return this.#within(async (folder) => {
      const discardAll = () => discard(folder);
      if (format !== 'zip') {
        const readable = await this.#guard(folder, path, format, limits, withRoom(readChunks(path), this.#disk), { original: path });
        return { parts: [{ name, path: readable.path, separator: readable.guarded?.separator }], discard: discardAll };
      }
      const parts: Part[] = [];
      let { bytes } = limits;
      for (const [i, entry] of (await tableEntries(path)).entries()) {
        const read = await entryText(path, entry, join(folder, `part-${i}`), { ...limits, bytes });
        bytes -= read.guarded?.unpackedBytes ?? 0;
        parts.push({ name: entry.name, path: read.path, separator: read.guarded?.separator });
      }
      return { parts, discard: discardAll };
    });
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

/** A table of an archive as text. */
async function entryText(path: string, entry: ZipEntry, text: string, limits: GuardLimits): Promise<Omit<Readable, 'discard'>> {
  if (formatOf(entry.name) !== 'text') throw new FileRefused(415, 'wrong_kind', `压缩包里的「${entry.name}」不是文本表格`);
  return guarded('text', readEntry(path, entry), text, limits);
}

async function guarded(
  format: 'text' | 'gmt',
  chunks: Chunks,
  text: string,
  limits: GuardLimits,
  source: Omit<GuardedSource, 'kind'> = {},
): Promise<Omit<Readable, 'discard'>> {
  const found = await guardText(chunks, text, limits, { ...source, kind: format === 'gmt' ? 'gene sets' : 'table' });
  const path = found.verbatim && source.original !== undefined ? source.original : text;
  return { path, readAs: found.layout.numberSets ? 'gmt' : format, guarded: found };
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

/** Passes chunks on while it hashes them. */
function hashing(source: Chunks, limit: number, write?: (chunk: Buffer) => Promise<unknown>) {
  const hash = createHash('sha256');
  let size = 0;
  async function* chunks(): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > limit)
        throw new FileRefused(413, 'too_large', `文件超过 ${formatBytes(limit)}。请去掉不需要的样本或行，或用 gz 压缩后再上传`);
      hash.update(chunk);
      await write?.(chunk);
      yield chunk;
    }
  }
  return { chunks: chunks(), result: () => ({ sha256: hash.digest('hex'), size }) };
}

/** Passes chunks on while it writes and hashes them. */
function copyHashing(source: Chunks, path: string, limit: number) {
  let file: FileHandle | undefined;
  const hashed = hashing(source, limit, (chunk) => (file as FileHandle).write(chunk));
  async function* chunks(): AsyncGenerator<Buffer> {
    // 0644: R's child reads a workbook through its hard link as another user; the folders above are closed.
    file = await open(path, 'wx', 0o644);
    try {
      yield* hashed.chunks;
    } finally {
      await file.close();
    }
  }
  return { chunks: chunks(), result: hashed.result };
}
