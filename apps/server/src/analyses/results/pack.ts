import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Storage } from '../../storage/storage.ts';

/** One time for all entries: the same result packs into the same bytes. */
const ENTRY_TIME = new Date('2026-01-01T00:00:00Z');

/** What goes into a folder of a zip. */
export interface Packed {
  text(path: string, text: string): void;
  bytes(path: string, bytes: Buffer): void;
  file(path: string, source: string, sha256: string): void;
  blob(path: string, sha256: string): Promise<void>;
}

/** A zip that is written while it is read, with the checksum of each of its files. */
export class Pack implements Packed {
  readonly stream: Readable;
  readonly #zip = new ZipFile();
  readonly #sums: string[] = [];
  readonly #storage: Pick<Storage, 'path'>;

  constructor(storage: Pick<Storage, 'path'>) {
    this.#storage = storage;
    this.stream = this.#zip.outputStream as Readable;
    // A stored file that cannot be read ends the zip; without listeners it would end the process.
    this.#zip.on('error', (error) => this.stream.destroy(error));
    this.stream.on('error', () => undefined);
  }

  text(path: string, text: string): void {
    this.bytes(path, Buffer.from(text));
  }

  bytes(path: string, bytes: Buffer): void {
    this.#sums.push(`${createHash('sha256').update(bytes).digest('hex')}  ${path}`);
    this.#zip.addBuffer(bytes, path, { mtime: ENTRY_TIME });
  }

  file(path: string, source: string, sha256: string): void {
    this.#sums.push(`${sha256}  ${path}`);
    this.#zip.addFile(source, path, { mtime: ENTRY_TIME, mode: 0o644 });
  }

  async blob(path: string, sha256: string): Promise<void> {
    this.file(path, await this.#storage.path(sha256), sha256);
  }

  /** Writes the checksums, and ends the zip. */
  end(): Readable {
    this.text('SHA256SUMS', `${this.#sums.join('\n')}\n`);
    this.#zip.end();
    return this.stream;
  }
}
