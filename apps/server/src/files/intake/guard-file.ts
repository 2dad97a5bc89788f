/** The thread that guards uploads: decoding, looking through lines and unpacking take seconds for large files, for which the API must not stand still. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { formatBytes } from '@oncoloom/tool-kit';
import type { Chunks } from '../../platform/inflate.ts';
import type { FileFormat } from '../tables.ts';
import { type GuardedSource, type GuardedText, type GuardLimits, guardText, peek, readChunks } from './guard.ts';
import type { Delimiter } from './layout.ts';
import { formatOf } from './names.ts';
import { FileRefused, type Refusal } from './refusal.ts';
import { formatByContent, HEAD_BYTES } from './signatures.ts';
import { guardWorkbook, WORKBOOK_BYTES } from './workbook.ts';
import { readEntry, severalTables, tableEntries, type ZipEntry } from './zip.ts';

/** What is guarded: a file on the disk. */
export interface GuardTask {
  /** Where what R reads is written. */
  folder: string;
  /** Bytes as uploaded. */
  raw: string;
  format: FileFormat;
  limits: GuardLimits;
  /** A text that needs no change is read where it lies. */
  inPlace: boolean;
  /** Where `Asked` goes, and the bytes come from while they are still being sent. */
  port?: MessagePort;
  /** The bytes come through the port: `raw` is complete once they have all come. */
  sent?: boolean;
}

/** What R reads of an upload. */
export interface GuardedFile {
  /** The guarded text, or a workbook. */
  path: string;
  readAs: 'text' | 'gmt' | 'xlsx';
  /** Undefined for a workbook. */
  guarded: GuardedText | undefined;
  /** Of an archive of several tables, of which this is the first: how many there are. */
  several?: number | undefined;
}

/** What the thread says: the separator of a text that so far needs no change, or that it wants the next bytes, which are null at the end. */
export type Asked = { separator: Delimiter } | 'next';

/** What the thread is sent: bytes, null at their end. */
export type Sent = Uint8Array | null | 'broken';

/** A file with the checksum of its bytes as uploaded. */
export interface HashedFile extends GuardedFile {
  sha256: string;
  size: number;
}

/** A text that becomes a part of a matrix. */
export interface Part {
  /** Its file's, with the folders of an archive. */
  name: string;
  path: string;
  separator: Delimiter | undefined;
}

/** Errors lose their class and code between threads. */
export type GuardAnswer<T> = { done: T } | { refused: Refusal } | { failed: { message: string; code: string | undefined } };

async function answered<T>(work: () => Promise<T>): Promise<GuardAnswer<T>> {
  try {
    return { done: await work() };
  } catch (error) {
    if (error instanceof FileRefused) return { refused: error.refusal };
    const { message, code, stack } = error as NodeJS.ErrnoException;
    return { failed: { message: code === undefined ? (stack ?? message) : message, code } };
  }
}

/** Guards a file, and hashes it on the way. */
export default function guardFile(task: GuardTask): Promise<GuardAnswer<HashedFile>> {
  return answered(async () => {
    const { format, limits, raw, port, sent } = task;
    const chunks = sent === true && port !== undefined ? sentChunks(port) : readChunks(raw);
    const hashed = hashing(chunks, format === 'xlsx' ? WORKBOOK_BYTES : limits.bytes);
    return { ...(await guardChunks(task, hashed.chunks)), ...hashed.result() };
  });
}

/** The texts of a file that are to be joined with others: itself, or all tables of an archive, by their names. */
export function guardParts(task: GuardTask & { name: string }): Promise<GuardAnswer<Part[]>> {
  return answered(async () => {
    const { format, raw, folder, limits, name } = task;
    if (format !== 'zip') {
      const { path, guarded } = await guardChunks(task, readChunks(raw));
      return [{ name, path, separator: guarded?.separator }];
    }
    const parts: Part[] = [];
    let { bytes } = limits;
    for (const [i, entry] of (await tableEntries(raw)).entries()) {
      const read = await entryText(raw, entry, join(folder, `part-${i}`), { ...limits, bytes });
      bytes -= read.guarded?.unpackedBytes ?? 0;
      parts.push({ name: entry.name, path: read.path, separator: read.guarded?.separator });
    }
    return parts;
  });
}

/** @param chunks the bytes of `raw`; what can't be read as a stream is looked at once they have all come. */
async function guardChunks({ folder, raw, format, limits, inPlace, port }: GuardTask, chunks: Chunks): Promise<GuardedFile> {
  const text = join(folder, 'text');
  if (format === 'text' || format === 'gmt') {
    const onVerbatim = (separator: Delimiter) => port?.postMessage({ separator } satisfies Asked);
    return guardedAs(format, chunks, text, limits, { onVerbatim, original: inPlace ? raw : undefined });
  }
  for await (const _ of chunks);
  if (format === 'xlsx') {
    await guardWorkbook(raw, limits.bytes);
    return { path: raw, readAs: 'xlsx', guarded: undefined };
  }
  const [entry, ...more] = await tableEntries(raw);
  if (entry === undefined) throw severalTables(0);
  if (more.length > 0) {
    const first = await entryText(raw, entry, text, limits).catch((error: unknown) => {
      throw error instanceof FileRefused ? severalTables(more.length + 1) : error;
    });
    return { ...first, several: more.length + 1 };
  }
  const { found: inner, all } = await peek(readEntry(raw, entry), HEAD_BYTES, (head) => formatByContent(formatOf(entry.name), head));
  if (inner === 'zip') throw new FileRefused(415, 'wrong_kind', '压缩包里还是压缩包。请解压后上传其中的表格');
  if (inner !== 'xlsx') return guardedAs(inner, all, text, limits);
  const workbook = join(folder, 'workbook');
  for await (const _ of writing(all, workbook, WORKBOOK_BYTES));
  await guardWorkbook(workbook, limits.bytes);
  return { path: workbook, readAs: 'xlsx', guarded: undefined };
}

/** A table of an archive as text. */
async function entryText(path: string, entry: ZipEntry, text: string, limits: GuardLimits): Promise<GuardedFile> {
  if (formatOf(entry.name) !== 'text') throw new FileRefused(415, 'wrong_kind', `压缩包里的「${entry.name}」不是文本表格`);
  return guardedAs('text', readEntry(path, entry), text, limits);
}

async function guardedAs(
  format: 'text' | 'gmt',
  chunks: Chunks,
  text: string,
  limits: GuardLimits,
  source: Omit<GuardedSource, 'kind'> = {},
): Promise<GuardedFile> {
  const found = await guardText(chunks, text, limits, { ...source, kind: format === 'gmt' ? 'gene sets' : 'table' });
  const path = found.verbatim && source.original !== undefined ? source.original : text;
  return { path, readAs: found.layout.numberSets ? 'gmt' : format, guarded: found };
}

/** Bytes that the other thread sends when it is asked for them; it knows itself what broke. */
async function* sentChunks(port: MessagePort): AsyncGenerator<Buffer> {
  for (;;) {
    const answer = once(port, 'message');
    port.postMessage('next' satisfies Asked);
    const [chunk] = (await answer) as [Sent];
    if (chunk === null) return;
    if (chunk === 'broken') throw new Error('the sender is gone');
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  }
}

/** Passes on at most so many bytes. */
async function* limited(source: Chunks, limit: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > limit)
      throw new FileRefused(413, 'too_large', `文件超过 ${formatBytes(limit)}。请去掉不需要的样本或行，或用 gz 压缩后再上传`);
    yield chunk;
  }
}

/** Passes chunks on while it hashes them. */
function hashing(source: Chunks, limit: number) {
  const hash = createHash('sha256');
  let size = 0;
  async function* chunks(): AsyncGenerator<Buffer> {
    for await (const chunk of limited(source, limit)) {
      size += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
  }
  return { chunks: chunks(), result: () => ({ sha256: hash.digest('hex'), size }) };
}

/** Passes chunks on while it writes a file of at most so many bytes. @throws FileRefused */
export async function* writing(source: Chunks, path: string, limit: number): AsyncGenerator<Buffer> {
  // 0644: R's child reads a workbook through its hard link as another user; the folders above are closed.
  const file = await open(path, 'wx', 0o644);
  try {
    for await (const chunk of limited(source, limit)) {
      await file.write(chunk);
      yield chunk;
    }
  } finally {
    await file.close();
  }
}
