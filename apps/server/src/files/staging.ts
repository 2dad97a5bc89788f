import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type GuardedText, type GuardLimits, guardText, readChunks } from './guard.ts';
import type { UploadFormat } from './names.ts';
import { FileRefused, formatBytes } from './refusal.ts';
import { guardWorkbook, WORKBOOK_BYTES } from './workbook.ts';

/** An upload on the disk, guarded, but not yet part of anything. */
export interface StagedFile {
  /** Bytes as uploaded. */
  raw: string;
  sha256: string;
  size: number;
  /** What R reads: the guarded text, or the workbook itself. */
  readable: string;
  /** Undefined for a workbook. */
  guarded: GuardedText | undefined;
  discard(): Promise<void>;
}

const ABANDONED_MS = 3600_000;

/** Half-taken uploads: a folder each, gone when the upload is kept or refused. */
export class Staging {
  readonly #folder: string;

  /** @param folder on the storage's disk, where no child of the engine can walk. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Removes what processes that died have left. */
  async start(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { recursive: true, force: true });
    }
  }

  /**
   * Streams an upload to the disk while it is hashed and guarded.
   * @throws FileRefused; nothing is left then.
   */
  async take(source: AsyncIterable<Buffer>, format: UploadFormat, limits: GuardLimits): Promise<StagedFile> {
    const folder = await this.#open();
    try {
      const raw = join(folder, 'raw');
      const copied = copyHashing(source, raw, format === 'xlsx' ? WORKBOOK_BYTES : limits.bytes);
      if (format === 'xlsx') {
        for await (const _ of copied.chunks);
        await guardWorkbook(raw, limits.bytes);
      }
      const readable = join(folder, 'text');
      const guarded = format === 'xlsx' ? undefined : await guardText(copied.chunks, readable, limits);
      return { raw, ...copied.result(), readable: guarded === undefined ? raw : readable, guarded, discard: () => discard(folder) };
    } catch (error) {
      await discard(folder);
      throw error;
    }
  }

  /** Guards bytes that are stored already, to have the text that R reads. */
  async again(path: string, format: UploadFormat, limits: GuardLimits): Promise<Pick<StagedFile, 'readable' | 'guarded' | 'discard'>> {
    if (format === 'xlsx') return { readable: path, guarded: undefined, discard: async () => undefined };
    const folder = await this.#open();
    try {
      const readable = join(folder, 'text');
      return { readable, guarded: await guardText(readChunks(path), readable, limits), discard: () => discard(folder) };
    } catch (error) {
      await discard(folder);
      throw error;
    }
  }

  async #open(): Promise<string> {
    const folder = join(this.#folder, randomUUID());
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  }
}

function discard(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}

/** Passes chunks on while it writes and hashes them. */
function copyHashing(source: AsyncIterable<Buffer>, path: string, limit: number) {
  const hash = createHash('sha256');
  let size = 0;
  async function* chunks(): AsyncGenerator<Buffer> {
    // 0644: R's child reads a workbook through its hard link as another user; the folders above are closed.
    const file = await open(path, 'wx', 0o644);
    try {
      for await (const chunk of source) {
        size += chunk.length;
        if (size > limit)
          throw new FileRefused(413, 'too_large', `文件超过 ${formatBytes(limit)}。请去掉不需要的样本或行，或用 gz 压缩后再上传`);
        hash.update(chunk);
        await file.write(chunk);
        yield chunk;
      }
    } finally {
      await file.close();
    }
  }
  return { chunks: chunks(), result: () => ({ sha256: hash.digest('hex'), size }) };
}
