import type { Readable } from 'node:stream';
import { FolderStorage } from './folder.ts';
import type { ByteRange, StoredBlob } from './storage.ts';

/** A path that was answered is good for so long: who gets it links the file or opens it, at the latest when a process of R is free. */
const PINNED_MS = 3600_000;
/** After so much of the limit has been added here, what all processes have added is measured. */
const MEASURED_EVERY = 1 / 16;
/** What is removed leaves so much of the limit. */
const LEFT = 7 / 8;

/**
 * Copies of contents on the local disk, shared by the processes of a machine: a folder of contents of which those that were used longest ago go
 * when there are too many bytes. Each has been checked when it came.
 */
export class Cache {
  readonly #files: FolderStorage;
  readonly #limit: number;
  /** Bytes that this process has added since it last measured. */
  #added = Number.POSITIVE_INFINITY;
  #measuring: Promise<void> | undefined;

  private constructor(files: FolderStorage, limit: number) {
    this.#files = files;
    this.#limit = limit;
  }

  /** @param limit Bytes. What has been used within an hour stays above it. */
  static async open(folder: string, limit: number): Promise<Cache> {
    return new Cache(await FolderStorage.open(folder), limit);
  }

  /** The local file of a content; undefined when there is none. It stays for an hour. */
  async find(sha256: string): Promise<string | undefined> {
    return (await this.#files.has(sha256)) ? this.#files.path(sha256) : undefined;
  }

  /** The bytes of a content; undefined when it is not here. */
  async open(sha256: string, range?: ByteRange): Promise<Readable | undefined> {
    return (await this.#files.has(sha256)) ? this.#files.open(sha256, range) : undefined;
  }

  /** Brings a content whose bytes should have this checksum. @throws DamagedContent */
  async fill(sha256: string, source: Readable): Promise<string> {
    await this.#files.fill(sha256, source);
    return this.path(sha256);
  }

  path(sha256: string): Promise<string> {
    return this.#files.path(sha256);
  }

  put(source: string | Readable): Promise<StoredBlob> {
    return this.#count(this.#files.put(source));
  }

  adoptFile(path: string, known?: StoredBlob): Promise<StoredBlob> {
    return this.#count(this.#files.adoptFile(path, known));
  }

  share(path: string, known: StoredBlob): Promise<StoredBlob> {
    return this.#count(this.#files.share(path, known));
  }

  removeAbandoned(): Promise<void> {
    return this.#files.removeAbandoned();
  }

  /** Removes everything that may go. */
  makeRoom(): Promise<void> {
    return this.#shrink(0);
  }

  /** Keeps the limit, where enough has been added that it may be passed. @param bytes that were added. */
  async keepLimit(bytes: number): Promise<void> {
    this.#added += bytes;
    if (this.#added < this.#limit * MEASURED_EVERY) return;
    this.#measuring ??= this.#shrink(this.#limit).finally(() => {
      this.#measuring = undefined;
    });
    await this.#measuring;
  }

  async #count(writing: Promise<StoredBlob>): Promise<StoredBlob> {
    const blob = await writing;
    // A file that was taken over as it is may be old.
    await this.#files.has(blob.sha256);
    await this.keepLimit(blob.size);
    return blob;
  }

  /** Removes those that were used longest ago, where there are more bytes than `most`. */
  async #shrink(most: number): Promise<void> {
    this.#added = 0;
    const all: (StoredBlob & { usedAt: Date })[] = [];
    for await (const file of this.#files.all()) all.push(file);
    let total = all.reduce((sum, { size }) => sum + size, 0);
    if (total <= most) return;
    const pinned = new Date(Date.now() - PINNED_MS);
    for (const { sha256, size } of all.filter(({ usedAt }) => usedAt < pinned).sort((a, b) => a.usedAt.getTime() - b.usedAt.getTime())) {
      if (total <= most * LEFT) return;
      if (await this.#files.removeUnused(sha256, pinned)) total -= size;
    }
  }
}
