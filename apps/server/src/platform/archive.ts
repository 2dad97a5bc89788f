import { finished, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file in the archive that a user takes along. */
export interface ExportEntry {
  /** Below the archive's root, with `/` between folders; no two are equal. */
  path: string;
  /** Opened when its turn comes, so that one file is open at a time. */
  open: () => Promise<Readable>;
  /** Bytes that are compressed already. */
  packed?: boolean;
}

/** What one domain knows of a user. */
export type ExportPart = (userId: number) => Promise<ExportEntry[]>;

/** An entry whose text is made piece by piece while it is sent. */
export function textEntry(path: string, pieces: () => Iterable<string> | AsyncIterable<string>): ExportEntry {
  return { path, open: async () => Readable.from(pieces(), { objectMode: false }) };
}

interface Reporter {
  error(fields: { err: unknown }, message: string): void;
}

/** The entries as a zip, read while it is sent. It breaks off when one of them can't be read. */
export function zipStream(entries: readonly ExportEntry[], log: Reporter): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let reading: Readable | undefined;
  zip.on('error', (error) => {
    log.error({ err: error }, 'an export broke off');
    output.destroy(error as Error);
  });
  // Who goes away in the middle leaves no file open.
  finished(output, () => reading?.destroy());
  for (const { path, open, packed } of entries) {
    zip.addReadStreamLazy(path, { compress: packed !== true, mode: 0o100644 }, (start) => {
      open().then(
        (stream) => {
          reading = stream;
          if (output.destroyed) stream.destroy();
          else start(null, stream);
        },
        (error) => start(error, Readable.from([])),
      );
    });
  }
  zip.end();
  return output;
}
