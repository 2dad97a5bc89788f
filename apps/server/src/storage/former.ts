import type { Readable } from 'node:stream';
import type { ByteRange, CacheReads, Storage, StoredBlob } from './storage.ts';

/** A storage beside one in which older contents lie until `storage move` has brought them: new ones go to the first, absent ones are read from the second. */
export class WithFormer implements Storage {
  readonly now: Storage;
  readonly former: Storage;

  constructor(now: Storage, former: Storage) {
    this.now = now;
    this.former = former;
  }

  put(source: string | Readable): Promise<StoredBlob> {
    return this.now.put(source);
  }

  adoptFile(path: string, known?: StoredBlob): Promise<StoredBlob> {
    return this.now.adoptFile(path, known);
  }

  share(path: string, known: StoredBlob): Promise<StoredBlob> {
    return this.now.share(path, known);
  }

  async has(sha256: string): Promise<boolean> {
    return (await this.now.has(sha256)) || this.former.has(sha256);
  }

  async size(sha256: string): Promise<number | undefined> {
    return (await this.now.size(sha256)) ?? this.former.size(sha256);
  }

  async path(sha256: string): Promise<string> {
    return (await this.#where(sha256)).path(sha256);
  }

  async open(sha256: string, range?: ByteRange): Promise<Readable> {
    return (await this.#where(sha256)).open(sha256, range);
  }

  /** `has` of the former storage keeps there what is about to be read: the move removes what nobody has asked for within an hour. */
  async #where(sha256: string): Promise<Storage> {
    if ((await this.now.size(sha256)) !== undefined) return this.now;
    return (await this.former.has(sha256)) ? this.former : this.now;
  }

  async verify(sha256: string): Promise<boolean> {
    return (await this.#where(sha256)).verify(sha256);
  }

  async removeAbandoned(): Promise<void> {
    await this.now.removeAbandoned();
    await this.former.removeAbandoned();
  }

  async *unusedSince(moment: Date): AsyncGenerator<StoredBlob> {
    yield* this.now.unusedSince(moment);
    yield* this.former.unusedSince(moment);
  }

  /** From both: what is unused in one may have been asked for in the other. */
  async removeUnused(sha256: string, moment: Date): Promise<boolean> {
    const removed = await this.now.removeUnused(sha256, moment);
    return (await this.former.removeUnused(sha256, moment)) || removed;
  }

  async makeRoom(): Promise<void> {
    await this.now.makeRoom();
    await this.former.makeRoom();
  }

  async check(): Promise<void> {
    await this.now.check();
    await this.former.check();
  }

  cacheReads(): CacheReads | undefined {
    return this.now.cacheReads() ?? this.former.cacheReads();
  }
}
