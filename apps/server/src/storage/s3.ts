import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline, Transform } from 'node:stream';
import type { Bucket } from './bucket.ts';
import type { Cache } from './cache.ts';
import type { Contents } from './contents.ts';
import { absentContent, DamagedContent } from './errors.ts';
import { hashOfBytes } from './folder.ts';
import type { ByteRange, CacheReads, Storage, StoredBlob } from './storage.ts';

/** Storage in a bucket: a table says what lies there, a cache on the local disk has what is read as a file, and what was put here. */
export class S3Storage implements Storage {
  readonly #bucket: Bucket;
  readonly #contents: Contents;
  readonly #cache: Cache;
  /** By content: whoever wants the same at the same time waits for the same bytes. */
  readonly #sending = new Map<string, Promise<void>>();
  readonly #fetching = new Map<string, Promise<string>>();
  readonly #reads: CacheReads = { found: 0, fetched: 0 };

  constructor({ bucket, contents, cache }: { bucket: Bucket; contents: Contents; cache: Cache }) {
    this.#bucket = bucket;
    this.#contents = contents;
    this.#cache = cache;
  }

  async put(source: string | Readable): Promise<StoredBlob> {
    return this.#send(await this.#cache.put(source));
  }

  async adoptFile(path: string, known?: StoredBlob): Promise<StoredBlob> {
    return this.#send(await this.#cache.adoptFile(path, known));
  }

  async share(path: string, known: StoredBlob): Promise<StoredBlob> {
    return this.#send(await this.#cache.share(path, known));
  }

  /** Puts what lies in the cache into the bucket, unless it is there. */
  async #send(blob: StoredBlob): Promise<StoredBlob> {
    const { sha256 } = blob;
    await once(this.#sending, sha256, async () => {
      if (await this.#contents.begin(blob)) return;
      await this.#bucket.put(sha256, await this.#cache.path(sha256));
      await this.#contents.finish(sha256);
    });
    return blob;
  }

  has(sha256: string): Promise<boolean> {
    return this.#contents.use(sha256);
  }

  size(sha256: string): Promise<number | undefined> {
    return this.#contents.size(sha256);
  }

  async path(sha256: string): Promise<string> {
    const local = await this.#cache.find(sha256);
    this.#count(local);
    return local ?? once(this.#fetching, sha256, () => this.#fetch(sha256));
  }

  async #fetch(sha256: string): Promise<string> {
    const size = await this.#sizeOf(sha256);
    const path = await this.#cache.fill(sha256, await this.#bucket.read(sha256));
    await this.#cache.keepLimit(size);
    return path;
  }

  /** Bytes that are not in the cache pass through; whole ones are checked, and break off at the end where they are damaged. */
  async open(sha256: string, range?: ByteRange): Promise<Readable> {
    const local = await this.#cache.open(sha256, range);
    this.#count(local);
    if (local !== undefined) return local;
    await this.#sizeOf(sha256);
    const bytes = await this.#bucket.read(sha256, range);
    return range === undefined ? checked(bytes, sha256) : bytes;
  }

  #count(local: unknown): void {
    this.#reads[local === undefined ? 'fetched' : 'found'] += 1;
  }

  async #sizeOf(sha256: string): Promise<number> {
    const size = await this.#contents.size(sha256);
    if (size === undefined) throw absentContent(sha256);
    return size;
  }

  async verify(sha256: string): Promise<boolean> {
    return (await hashOfBytes((await this.#bucket.read(sha256)) as AsyncIterable<Buffer>)).sha256 === sha256;
  }

  removeAbandoned(): Promise<void> {
    return this.#cache.removeAbandoned();
  }

  unusedSince(moment: Date): AsyncIterable<StoredBlob> {
    return this.#contents.unusedSince(moment);
  }

  removeUnused(sha256: string, moment: Date): Promise<boolean> {
    return this.#contents.remove(sha256, moment, () => this.#bucket.remove(sha256));
  }

  makeRoom(): Promise<void> {
    return this.#cache.makeRoom();
  }

  check(): Promise<void> {
    return this.#bucket.check();
  }

  cacheReads(): CacheReads {
    return this.#reads;
  }
}

/** Does what is being done already by the same name once. */
function once<T>(doing: Map<string, Promise<T>>, name: string, work: () => Promise<T>): Promise<T> {
  const begun = doing.get(name) ?? work().finally(() => doing.delete(name));
  doing.set(name, begun);
  return begun;
}

function checked(bytes: Readable, sha256: string): Readable {
  const hash = createHash('sha256');
  const check = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
    flush: (done) => done(hash.digest('hex') === sha256 ? null : new DamagedContent(sha256)),
  });
  // Whoever reads is told by the stream itself.
  return pipeline(bytes, check, () => undefined);
}
