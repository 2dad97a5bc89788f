import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';
import { BOMB_FREE_BYTES, BOMB_RATIO, type Chunks, inflate } from '../../platform/inflate.ts';
import { FileRefused } from './refusal.ts';

const ENTRIES_MAX = 10_000;
const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const LOCAL_LENGTH = 30;
const COMMENT_MAX = 65_535;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

export interface ZipEntry {
  name: string;
  /** Bytes, as the directory claims. */
  packed: number;
  unpacked: number;
  method: number;
  encrypted: boolean;
  /** Of its local header. */
  offset: number;
}

/**
 * Reads the directory at the end of a zip file; sizes of ZIP64 (0xffffffff) are beyond every limit here.
 * @throws `damaged()` when there is none.
 */
export async function readDirectory(path: string, damaged: () => FileRefused): Promise<ZipEntry[]> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const tail = Buffer.alloc(Math.min(size, END_LENGTH + COMMENT_MAX));
    await handle.read(tail, 0, tail.length, size - tail.length);
    const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
    if (end < 0 || end + END_LENGTH > tail.length || tail.readUInt32LE(end) !== END_OF_DIRECTORY) throw damaged();
    const count = tail.readUInt16LE(end + 10);
    const length = tail.readUInt32LE(end + 12);
    const offset = tail.readUInt32LE(end + 16);
    if (count > ENTRIES_MAX || offset + length > size || length > ENTRIES_MAX * 1000) throw damaged();
    const directory = Buffer.alloc(length);
    await handle.read(directory, 0, length, offset);
    return readEntries(directory, count, damaged);
  } finally {
    await handle.close();
  }
}

function readEntries(directory: Buffer, count: number, damaged: () => FileRefused): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let i = 0; i < count; i += 1) {
    if (at + ENTRY_LENGTH > directory.length || directory.readUInt32LE(at) !== DIRECTORY_ENTRY) throw damaged();
    const nameLength = directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength),
      packed: directory.readUInt32LE(at + 20),
      unpacked: directory.readUInt32LE(at + 24),
      method: directory.readUInt16LE(at + 10),
      encrypted: (directory.readUInt16LE(at + 8) & ENCRYPTED) !== 0,
      offset: directory.readUInt32LE(at + 42),
    });
    at += ENTRY_LENGTH + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

const damagedZip = () => new FileRefused(422, 'damaged', 'zip 压缩包已损坏，解不开。请重新下载或重新压缩后再上传');

/** What systems add to an archive by themselves. */
const SYSTEM_ENTRY = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/i;

/**
 * The one table of a zip.
 * @throws FileRefused 415, 422: none, several, with a password, an Excel file by another name, damaged.
 */
export async function tableEntry(path: string): Promise<ZipEntry> {
  const entries = await readDirectory(path, damagedZip);
  if (entries.some(({ name }) => name === 'xl/workbook.xml')) {
    throw new FileRefused(415, 'wrong_kind', '这是 Excel 文件，不是 zip 压缩包。请把名字的结尾改为 .xlsx，再上传');
  }
  if (entries.some(({ name }) => name === 'word/document.xml' || name === 'ppt/presentation.xml')) {
    throw new FileRefused(415, 'wrong_kind', '这是 Word 或 PowerPoint 文件，不是表格。请把表格另存为 CSV 或 XLSX，再上传');
  }
  const tables = entries.filter(({ name }) => !name.endsWith('/') && !SYSTEM_ENTRY.test(name));
  const [table] = tables;
  if (table === undefined) throw new FileRefused(422, 'empty', 'zip 压缩包里没有文件。请确认选对了压缩包');
  if (tables.length > 1) {
    throw new FileRefused(
      422,
      'several_tables',
      `zip 压缩包里有 ${tables.length} 个文件，不知道该读哪一个。请解压后逐个上传，或只压缩一个表格`,
    );
  }
  if (table.encrypted) throw new FileRefused(415, 'encrypted', 'zip 压缩包有密码。请解压后上传其中的表格');
  if (table.method !== STORED && table.method !== DEFLATED) {
    throw new FileRefused(415, 'wrong_kind', 'zip 压缩包用了少见的压缩方法，解不开。请解压后上传其中的表格，或用普通的 zip 重新压缩');
  }
  return table;
}

/**
 * The unpacked bytes of an entry. Throws FileRefused when they are damaged or a bomb.
 * @param reading.ratio of unpacked to packed bytes, beyond which it is one.
 */
export async function* readEntry(
  path: string,
  entry: ZipEntry,
  { ratio, damaged }: { ratio: number; damaged: () => FileRefused } = { ratio: BOMB_RATIO, damaged: damagedZip },
): AsyncGenerator<Buffer> {
  const handle = await open(path, 'r');
  const local = Buffer.alloc(LOCAL_LENGTH);
  const [{ size }] = await Promise.all([handle.stat(), handle.read(local, 0, LOCAL_LENGTH, entry.offset)]).finally(() => handle.close());
  if (local.readUInt32LE(0) !== LOCAL_ENTRY || entry.offset + LOCAL_LENGTH + entry.packed > size) throw damaged();
  const start = entry.offset + LOCAL_LENGTH + local.readUInt16LE(26) + local.readUInt16LE(28);
  if (entry.packed === 0) return;
  const packed = createReadStream(path, { start, end: start + entry.packed - 1, highWaterMark: 1 << 18 }) as Chunks;
  let unpacked = 0;
  for await (const chunk of entry.method === STORED ? packed : inflate(packed, createInflateRaw({ chunkSize: 1 << 18 }), damaged)) {
    unpacked += chunk.length;
    if (unpacked > entry.unpacked) throw damaged();
    if (unpacked > BOMB_FREE_BYTES && unpacked > entry.packed * ratio) {
      throw new FileRefused(422, 'bomb', `压缩文件解压后大了 ${ratio} 倍以上，不像真实的数据表。请检查文件，或解压后上传`);
    }
    yield chunk;
  }
  if (unpacked !== entry.unpacked) throw damaged();
}
