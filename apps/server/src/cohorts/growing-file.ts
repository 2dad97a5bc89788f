import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** A file that is whole. */
export interface WholeFile {
  path: string;
  size: number;
}

const PIECE = 1 << 20;

/** A file that is being made. It is read while it grows, and made to its end even if nobody reads any more. */
export class GrowingFile {
  readonly #path: string;
  readonly #events = new EventEmitter().setMaxListeners(0);
  #size = 0;
  #ended = false;
  #failure: unknown;
  /** Rejects where the file could not be made. */
  readonly whole: Promise<WholeFile>;

  /** @param path where it stands once it is whole. */
  constructor(path: string, pieces: AsyncIterable<Uint8Array>) {
    // Two processes may make the same file; each has a name of its own until it is whole.
    this.#path = `${path}.${randomUUID()}.part`;
    this.whole = this.#make(path, pieces);
    // Who only reads what is there hears of a failure there.
    this.whole.catch(() => undefined);
  }

  async #make(path: string, pieces: AsyncIterable<Uint8Array>): Promise<WholeFile> {
    try {
      const handle = await open(this.#path, 'w');
      try {
        for await (const piece of pieces) {
          await handle.appendFile(piece);
          this.#size += piece.length;
          this.#events.emit('grown');
        }
      } finally {
        await handle.close();
      }
      await rename(this.#path, path);
      return { path, size: this.#size };
    } catch (error) {
      this.#failure = error;
      await rm(this.#path, { force: true });
      throw error;
    } finally {
      this.#ended = true;
      this.#events.emit('grown');
    }
  }

  /** All bytes from the first, as they come. Throws where the file breaks off. */
  async *read(): AsyncGenerator<Buffer> {
    while (this.#size === 0 && !this.#ended) await once(this.#events, 'grown');
    if (this.#failure !== undefined) throw this.#failure;
    // It has this name until its last byte is written, and whoever has opened it keeps it.
    const handle = await open(this.#path).catch(async () => open((await this.whole).path));
    try {
      for (let at = 0; ; ) {
        while (at >= this.#size && !this.#ended) await once(this.#events, 'grown');
        if (this.#failure !== undefined) throw this.#failure;
        if (at >= this.#size) return;
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(PIECE, this.#size - at)), 0, undefined, at);
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await handle.close();
    }
  }
}

/** Files that can be made again at any time, kept while they are asked for. */
export class MadeFiles {
  readonly #folder: string;
  readonly #growing = new Map<string, GrowingFile>();

  /** @param folder made when it is not there. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Undefined: it is not there, or not whole. */
  async find(name: string): Promise<WholeFile | undefined> {
    const path = join(this.#folder, name);
    const found = await stat(path).catch(() => undefined);
    return found === undefined ? undefined : { path, size: found.size };
  }

  /** The file, be it that it is made now. @param pieces its bytes, always the same for a name. */
  async open(name: string, pieces: () => AsyncIterable<Uint8Array>): Promise<WholeFile | GrowingFile> {
    const known = this.#growing.get(name);
    if (known !== undefined) return known;
    const found = await this.find(name);
    if (found !== undefined) {
      const now = new Date();
      await utimes(found.path, now, now).catch(() => undefined);
      return found;
    }
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const begun = this.#growing.get(name) ?? this.#begin(name, pieces());
    return begun;
  }

  #begin(name: string, pieces: AsyncIterable<Uint8Array>): GrowingFile {
    const file = new GrowingFile(join(this.#folder, name), pieces);
    this.#growing.set(name, file);
    const forget = () => this.#growing.delete(name);
    file.whole.then(forget, forget);
    return file;
  }

  /** Removes what nobody has asked for since a moment. */
  async removeUnused(since: Date): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const path = join(this.#folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found !== undefined && found.mtimeMs < since.getTime()) await rm(path, { force: true });
    }
  }
}
