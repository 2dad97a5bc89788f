import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, link, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DamagedContent } from './errors.ts';
import type { ByteRange, Storage, StoredBlob } from './storage.ts';

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

async function hashOf(path: string): Promise<StoredBlob> {
  return hashOfBytes(createReadStream(path, { highWaterMark: 1 << 20 }));
}

/** Checksum and number of bytes. */
export async function hashOfBytes(bytes: AsyncIterable<Buffer>): Promise<StoredBlob> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of bytes) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { sha256: hash.digest('hex'), size };
}

/** A write that is older than this belongs to a process that died, ms. */
const ABANDONED_MS = 24 * 3600 * 1000;

/** Storage in a folder: `blobs/ab/abcdef…`, written to `incoming/` first. */
export class FolderStorage implements Storage {
  readonly #blobs: string;
  readonly #incoming: string;

  private constructor(folder: string) {
    this.#blobs = join(folder, 'blobs');
    this.#incoming = join(folder, 'incoming');
  }

  /** Opens (and makes) the folder. What a process that died left unfinished is removed. */
  static async open(folder: string): Promise<FolderStorage> {
    const storage = new FolderStorage(folder);
    for (const path of [folder, storage.#blobs, storage.#incoming]) {
      await mkdir(path, { recursive: true });
      // A child of the engine runs as another user: it reaches an input through its hard link only, never by walking here.
      await chmod(path, 0o700);
    }
    await storage.removeAbandoned();
    return storage;
  }

  /** One that is there and is only read; nothing is made or changed, as on a disk that cannot be written. */
  static at(folder: string): FolderStorage {
    return new FolderStorage(folder);
  }

  async removeAbandoned(): Promise<void> {
    for (const name of await readdir(this.#incoming)) {
      const path = join(this.#incoming, name);
      const found = await stat(path).catch(() => undefined);
      if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
    }
  }

  #file(sha256: string): string {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('not a sha256');
    return join(this.#blobs, sha256.slice(0, 2), sha256);
  }

  async put(source: string | Readable): Promise<StoredBlob> {
    const temporary = join(this.#incoming, randomUUID());
    try {
      const blob = await this.#write(source, temporary);
      await this.#keep(temporary, blob.sha256);
      return blob;
    } finally {
      await rm(temporary, { force: true });
    }
  }

  /** Keeps what comes from elsewhere under the checksum that it should have; throws DamagedContent where it has another. */
  async fill(sha256: string, source: Readable): Promise<void> {
    const temporary = join(this.#incoming, randomUUID());
    try {
      const found = await this.#write(source, temporary);
      if (found.sha256 !== sha256) throw new DamagedContent(sha256);
      await this.#keep(temporary, sha256);
    } finally {
      await rm(temporary, { force: true });
    }
  }

  async adoptFile(path: string, known?: StoredBlob): Promise<StoredBlob> {
    // The disk writes while the bytes are hashed.
    const [blob] = await Promise.all([known ?? hashOf(path), syncFile(path)]);
    return this.#adopt(path, blob);
  }

  share(path: string, known: StoredBlob): Promise<StoredBlob> {
    // Some file systems have no links.
    return this.#adopt(path, known, link).catch(() => this.put(path));
  }

  /** @param bring puts the file below `incoming`. */
  async #adopt(path: string, blob: StoredBlob, bring = rename): Promise<StoredBlob> {
    const temporary = join(this.#incoming, randomUUID());
    try {
      await bring(path, temporary);
      const handle = await open(temporary, 'r');
      try {
        await handle.chmod(0o444);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await this.#keep(temporary, blob.sha256);
      return blob;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
      return this.put(path);
    } finally {
      await rm(temporary, { force: true });
    }
  }

  async #write(source: string | Readable, temporary: string): Promise<StoredBlob> {
    const hash = createHash('sha256');
    let size = 0;
    // `flush` makes the stream sync the file before it closes: what has been acknowledged survives a power cut.
    const target = createWriteStream(temporary, { flags: 'wx', mode: 0o444, flush: true, highWaterMark: 1 << 20 });
    const stream = typeof source === 'string' ? createReadStream(source, { highWaterMark: 1 << 20 }) : source;
    await pipeline(
      stream,
      async function* (chunks: AsyncIterable<Buffer | string>) {
        for await (const chunk of chunks) {
          const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
          hash.update(bytes);
          size += bytes.length;
          yield bytes;
        }
      },
      target,
    );
    return { sha256: hash.digest('hex'), size };
  }

  async #keep(temporary: string, sha256: string): Promise<void> {
    const file = this.#file(sha256);
    if (await this.has(sha256)) return;
    const folder = dirname(file);
    if (await mkdir(folder, { recursive: true, mode: 0o700 })) await syncFolder(this.#blobs);
    await rename(temporary, file);
    await syncFolder(folder);
  }

  async has(sha256: string): Promise<boolean> {
    const now = new Date();
    try {
      await utimes(this.#file(sha256), now, now);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
  }

  /** Everything that is kept, and when it was last put or asked for. */
  async *all(): AsyncGenerator<StoredBlob & { usedAt: Date }> {
    for (const folder of await readdir(this.#blobs)) {
      for (const sha256 of await readdir(join(this.#blobs, folder))) {
        const found = await stat(join(this.#blobs, folder, sha256)).catch(() => undefined);
        if (found !== undefined) yield { sha256, size: found.size, usedAt: found.mtime };
      }
    }
  }

  async *unusedSince(moment: Date): AsyncGenerator<StoredBlob> {
    for await (const { sha256, size, usedAt } of this.all()) if (usedAt < moment) yield { sha256, size };
  }

  async removeUnused(sha256: string, moment: Date): Promise<boolean> {
    const file = this.#file(sha256);
    const found = await stat(file).catch(() => undefined);
    if (found === undefined || found.mtime >= moment) return false;
    // Out of the way first: whoever puts it now writes it anew, and who has asked for it in this moment gets it back.
    const taken = join(this.#incoming, randomUUID());
    const gone = await rename(file, taken).then(
      () => true,
      () => false,
    );
    if (!gone) return false;
    if ((await stat(taken)).mtime >= moment) {
      await rename(taken, file);
      return false;
    }
    await rm(taken, { force: true });
    return true;
  }

  async size(sha256: string): Promise<number | undefined> {
    return sizeOf(this.#file(sha256));
  }

  async path(sha256: string): Promise<string> {
    return this.#file(sha256);
  }

  async open(sha256: string, range?: ByteRange): Promise<Readable> {
    const handle = await open(this.#file(sha256), 'r');
    return handle.createReadStream({ ...range, highWaterMark: 1 << 18 });
  }

  async verify(sha256: string): Promise<boolean> {
    return (await hashOf(this.#file(sha256))).sha256 === sha256;
  }

  /** Nothing here is a copy. */
  async makeRoom(): Promise<void> {}

  async check(): Promise<void> {
    await stat(this.#incoming);
  }

  cacheReads(): undefined {
    return undefined;
  }
}
