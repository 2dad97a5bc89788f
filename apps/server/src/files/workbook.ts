import { open } from 'node:fs/promises';
import { FileRefused, formatBytes } from './refusal.ts';

/** As uploaded. */
export const WORKBOOK_BYTES = 50 * 1024 * 1024;
const UNPACKED_BYTES = 1024 * 1024 * 1024;
/** Sheets of numbers shrink to a tenth; the shared strings of a repetitive one to a hundredth. */
const ENTRY_RATIO = 400;
const RATIO_FREE_BYTES = 16 * 1024 * 1024;
const ENTRIES_MAX = 10_000;

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const COMMENT_MAX = 65_535;

interface Entry {
  name: string;
  packed: number;
  unpacked: number;
}

const damaged = () => new FileRefused(422, 'damaged', 'Excel 文件已损坏，打不开。请用 Excel 打开后另存一份，再上传');

/** Reads the directory at the end of a zip file; sizes of ZIP64 (0xffffffff) are beyond every limit here. */
async function readDirectory(path: string): Promise<Entry[]> {
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
    return readEntries(directory, count);
  } finally {
    await handle.close();
  }
}

function readEntries(directory: Buffer, count: number): Entry[] {
  const entries: Entry[] = [];
  let at = 0;
  for (let i = 0; i < count; i += 1) {
    if (at + ENTRY_LENGTH > directory.length || directory.readUInt32LE(at) !== DIRECTORY_ENTRY) throw damaged();
    const nameLength = directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength),
      packed: directory.readUInt32LE(at + 20),
      unpacked: directory.readUInt32LE(at + 24),
    });
    at += ENTRY_LENGTH + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/**
 * Looks at a workbook from outside, before anything unpacks it: is it one, and does it stay within bounds?
 * The directory's sizes may lie; the engine child's memory and time limits stand behind this check.
 * @throws FileRefused
 */
export async function guardWorkbook(path: string, limitBytes: number): Promise<void> {
  const handle = await open(path, 'r');
  const head = Buffer.alloc(8);
  await handle.read(head, 0, 8, 0).finally(() => handle.close());
  if (head.toString('latin1') === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') {
    throw new FileRefused(415, 'encrypted', '这个 Excel 文件有密码，或是旧版格式（.xls）。请去掉密码，另存为 XLSX 或 CSV，再上传');
  }
  if (head.toString('latin1', 0, 2) !== 'PK') {
    throw new FileRefused(415, 'wrong_kind', '文件名是 .xlsx，内容却不是 Excel 文件。如果是文本表格，请把名字改为 .csv 或 .txt，再上传');
  }
  const entries = await readDirectory(path);
  if (!entries.some(({ name }) => /^xl\/workbook\.(xml|bin)$/.test(name))) {
    throw new FileRefused(415, 'wrong_kind', '文件名是 .xlsx，内容却不是 Excel 文件。请用 Excel 另存为 XLSX 或 CSV，再上传');
  }
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
  if (unpacked > Math.min(limitBytes, UNPACKED_BYTES)) {
    throw new FileRefused(
      413,
      'too_large',
      `这个 Excel 文件解开后超过 ${formatBytes(Math.min(limitBytes, UNPACKED_BYTES))}。请另存为 CSV，用 gz 压缩后上传`,
    );
  }
  const bomb = entries.find((entry) => entry.unpacked > RATIO_FREE_BYTES && entry.unpacked > entry.packed * ENTRY_RATIO);
  if (bomb !== undefined)
    throw new FileRefused(422, 'bomb', `这个 Excel 文件解开后大了 ${ENTRY_RATIO} 倍以上，不像真实的数据表。请另存为 CSV，再上传`);
}
