import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { DamagedSource } from '../../fetching/errors.ts';

const NEWLINE = 10;
const RETURN = 13;
const PIECE = 1 << 20;

async function isGzip(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}

async function* piecesOf(path: string, name: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: PIECE });
  if (!(await isGzip(path))) {
    yield* file as AsyncIterable<Buffer>;
    return;
  }
  const gunzip = createGunzip({ chunkSize: PIECE });
  file.once('error', (error) => gunzip.destroy(error)).pipe(gunzip);
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } catch (error) {
    // Its own checksum stands at the end of a gzip file, so that a file that was read to the end is whole.
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_') === true) throw new DamagedSource(name, '解压不了，文件不完整或已损坏');
    throw error;
  } finally {
    file.destroy();
  }
}

/** Lines of a file, packed or plain, without their ends, as they come; empty ones are left out. @param name for what is wrong with it. */
export async function* readLines(path: string, name: string): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  const finish = (end: Buffer): Buffer => {
    const line = waiting.length === 0 ? end : Buffer.concat([...waiting, end]);
    waiting = [];
    return line.at(-1) === RETURN ? line.subarray(0, -1) : line;
  };
  for await (const piece of piecesOf(path, name)) {
    let from = 0;
    for (let to = piece.indexOf(NEWLINE); to >= 0; to = piece.indexOf(NEWLINE, from)) {
      const line = finish(piece.subarray(from, to));
      if (line.length > 0) yield line;
      from = to + 1;
    }
    if (from < piece.length) waiting.push(piece.subarray(from));
  }
  const last = finish(Buffer.alloc(0));
  if (last.length > 0) yield last;
}
