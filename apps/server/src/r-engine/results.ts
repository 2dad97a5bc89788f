/**
 * Reads what a child has left in its folder. The child may have been taken over by what it read, so nothing there is what its name
 * says: a link leads elsewhere, a pipe never ends, and a process that still lives changes bytes after they were checked. Files
 * are opened one path component at a time without following links, looked at when they are open, and copied, never taken over.
 */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { ENGINE_UID } from './isolation.ts';

/** More than any manifest or file's facts. */
const TEXT_BYTES = 64 * 1024 ** 2;
const CHUNK = 1 << 20;

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
/** Without waiting: a pipe would hold the opener until somebody writes. */
const FILE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** A result is something else than a file of the job's own. */
export class ForeignResult extends Error {
  constructor(name: string, what: string) {
    super(`${name} is no result of this job: ${what}`);
  }
}

/** Opens a file that the job has written. The caller closes it. @param name Relative to the folder. Throws ForeignResult, or ENOENT. */
export async function openResult(folder: string, name: string): Promise<FileHandle> {
  const parts = name.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..' || part.includes('\0'))) throw new ForeignResult(name, 'its path');
  const file = parts.pop() ?? '';
  let at = await open(folder, FOLDER);
  try {
    const job = await at.stat();
    for (const part of parts) {
      const next = await openBelow(at, part, FOLDER, name);
      await at.close();
      at = next;
    }
    const handle = await openBelow(at, file, FILE, name);
    try {
      await refuseForeign(handle, name, job.gid);
    } catch (error) {
      await handle.close();
      throw error;
    }
    return handle;
  } finally {
    await at.close();
  }
}

/** Like `openat`, which Node does not have: the open folder itself is walked from, whatever its path leads to by now. */
async function openBelow(folder: FileHandle, part: string, flags: number, name: string): Promise<FileHandle> {
  try {
    return await open(`/proc/self/fd/${folder.fd}/${part}`, flags);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A link in the place of a file, of a folder; a socket.
    if (code === 'ELOOP' || code === 'ENOTDIR' || code === 'ENXIO') throw new ForeignResult(name, 'a link or a special file');
    throw error;
  }
}

/** @param group Of the job's folder: the engine's where it has a user of its own. */
async function refuseForeign(handle: FileHandle, name: string, group: number): Promise<void> {
  const found = await handle.stat();
  if (!found.isFile()) throw new ForeignResult(name, 'not a regular file');
  const owner = group === ENGINE_UID ? ENGINE_UID : process.getuid?.();
  if (found.uid !== owner) throw new ForeignResult(name, 'it belongs to another user');
  if (found.nlink !== 1) throw new ForeignResult(name, 'it has another name as well');
}

/** A result's bytes as they are read. */
export async function streamResult(folder: string, name: string): Promise<Readable> {
  const handle = await openResult(folder, name);
  return handle.createReadStream({ highWaterMark: CHUNK });
}

/** A small result as text. @param most Bytes; a larger one is refused. */
export async function readResult(folder: string, name: string, most = TEXT_BYTES): Promise<string> {
  const handle = await openResult(folder, name);
  try {
    const { size } = await handle.stat();
    if (size > most) throw new ForeignResult(name, `${size} bytes`);
    return await readUpTo(handle, 0, most);
  } finally {
    await handle.close();
  }
}

/** The end of a result that may be long. @returns '' where there is none. */
export async function readTail(folder: string, name: string, bytes: number): Promise<string> {
  const handle = await openResult(folder, name).catch(() => undefined);
  if (handle === undefined) return '';
  try {
    const { size } = await handle.stat();
    return await readUpTo(handle, Math.max(0, size - bytes), bytes);
  } finally {
    await handle.close();
  }
}

/** By position and with a bound: a file that grows while it is read does not fill the server's memory. */
async function readUpTo(handle: FileHandle, from: number, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  for (let read = 0; read < most; ) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(Math.min(CHUNK, most - read)), 0, null, from + read);
    if (bytesRead === 0) break;
    chunks.push(buffer.subarray(0, bytesRead));
    read += bytesRead;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Is there such a result? Throws ForeignResult where something else has its name. */
export async function hasResult(folder: string, name: string): Promise<boolean> {
  try {
    await (await openResult(folder, name)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
