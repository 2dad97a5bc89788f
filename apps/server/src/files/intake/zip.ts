import { crc32, createInflateRaw } from 'node:zlib';
import { JOINED_MAX } from '@oncoloom/contract';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { BOMB_FREE_BYTES, BOMB_RATIO, type Chunks, inflate } from '../../platform/inflate.ts';
import { FileRefused } from './refusal.ts';

const ENTRIES_MAX = 10_000;
/** Of all names, extra fields and comments of the directory together. */
const DIRECTORY_BYTES = ENTRIES_MAX * 1000;
const STORED = 0;
const DEFLATED = 8;

export interface ZipEntry {
  name: string;
  /** Bytes, as the directory claims. */
  packed: number;
  unpacked: number;
  /** As the directory has it. */
  entry: Entry;
}

/** What yauzl says of a damaged archive becomes a sentence; an error of the system, which has a code, stays what it is. */
function refusalOf(error: unknown, damaged: () => FileRefused): unknown {
  return error instanceof FileRefused || (error instanceof Error && 'code' in error) ? error : damaged();
}

/** Names stay bytes, since none becomes a path here; sizes are checked while the bytes come, where a lie is refused with its sentence. */
async function openZip(path: string, damaged: () => FileRefused): Promise<ZipFile> {
  try {
    return await openPromise(path, { autoClose: false, decodeStrings: false, validateEntrySizes: false });
  } catch (error) {
    throw refusalOf(error, damaged);
  }
}

/**
 * Reads the directory of a zip file.
 * @throws `damaged()` when there is none, or one beyond every limit.
 */
export async function readDirectory(path: string, damaged: () => FileRefused): Promise<ZipEntry[]> {
  const zip = await openZip(path, damaged);
  try {
    if (zip.entryCount > ENTRIES_MAX) throw damaged();
    const entries: ZipEntry[] = [];
    let bytes = 0;
    for await (const entry of zip.eachEntry()) {
      bytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      if (bytes > DIRECTORY_BYTES) throw damaged();
      const { fileNameRaw, compressedSize: packed, uncompressedSize: unpacked } = entry;
      entries.push({ name: fileNameRaw.toString('utf8'), packed, unpacked, entry });
    }
    return entries;
  } catch (error) {
    throw refusalOf(error, damaged);
  } finally {
    zip.close();
  }
}

const damagedZip = () => new FileRefused(422, 'damaged', 'zip 压缩包已损坏，解不开。请重新下载或重新压缩后再上传');

/** What systems add to an archive by themselves. */
const SYSTEM_ENTRY = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/i;

/** What stands beside the tables of an archive: lists of downloads, summaries and logs of programs. */
const BESIDE_TABLES =
  /(^|\/)(manifest|annotations|readme|md5sums?)[^/]*$|\.(summary|log|json|md|html?|cntSummary|md5|parcel)$|\.final\.out$|(^|\/)(logs|aux_info|libParams)\//i;

/** Of an archive with several tables that are no outputs of one sample each. */
export const severalTables = (files: number) =>
  new FileRefused(
    422,
    'several_tables',
    `zip 压缩包里有 ${files} 个文件，不知道该读哪一个。请解压后逐个上传，或只压缩一个表格。只有 STAR、RSEM 等软件各样本的输出可以放在一起，最多 ${JOINED_MAX} 个`,
  );

/**
 * The tables of a zip: one, or up to 200 that may be outputs of one sample each.
 * @throws FileRefused 415, 422: none, too many, with a password, an Excel file by another name, damaged.
 */
export async function tableEntries(path: string): Promise<ZipEntry[]> {
  const entries = await readDirectory(path, damagedZip);
  if (entries.some(({ name }) => name === 'xl/workbook.xml')) {
    throw new FileRefused(415, 'wrong_kind', '这是 Excel 文件，不是 zip 压缩包。请把名字的结尾改为 .xlsx，再上传');
  }
  if (entries.some(({ name }) => name === 'word/document.xml' || name === 'ppt/presentation.xml')) {
    throw new FileRefused(415, 'wrong_kind', '这是 Word 或 PowerPoint 文件，不是表格。请把表格另存为 CSV 或 XLSX，再上传');
  }
  const tables = entries.filter(({ name }) => !name.endsWith('/') && !SYSTEM_ENTRY.test(name));
  if (tables.length === 0) throw new FileRefused(422, 'empty', 'zip 压缩包里没有文件。请确认选对了压缩包');
  const wanted = tables.length === 1 ? tables : tables.filter(({ name }) => !BESIDE_TABLES.test(name));
  if (wanted.length === 0 || wanted.length > JOINED_MAX) throw severalTables(tables.length);
  if (wanted.some(({ entry }) => entry.isEncrypted())) throw new FileRefused(415, 'encrypted', 'zip 压缩包有密码。请解压后上传其中的表格');
  if (!wanted.every(({ entry }) => [STORED, DEFLATED].includes(entry.compressionMethod))) {
    throw new FileRefused(415, 'wrong_kind', 'zip 压缩包用了少见的压缩方法，解不开。请解压后上传其中的表格，或用普通的 zip 重新压缩');
  }
  return wanted.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * The unpacked bytes of an entry. Throws FileRefused when they are damaged, which only the end may tell, or a bomb.
 * @param reading.ratio of unpacked to packed bytes, beyond which it is one.
 */
export async function* readEntry(
  path: string,
  { entry, packed, unpacked: claimed }: ZipEntry,
  { ratio, damaged }: { ratio: number; damaged: () => FileRefused } = { ratio: BOMB_RATIO, damaged: damagedZip },
): AsyncGenerator<Buffer> {
  const zip = await openZip(path, damaged);
  try {
    const bytes: Chunks = await zip.openReadStreamPromise(entry, { decodeFileData: false }).catch((error: unknown) => {
      throw refusalOf(error, damaged);
    });
    const isStored = entry.compressionMethod === STORED;
    let unpacked = 0;
    let checksum = 0;
    for await (const chunk of isStored ? bytes : inflate(bytes, createInflateRaw({ chunkSize: 1 << 18 }), damaged)) {
      unpacked += chunk.length;
      if (unpacked > claimed) throw damaged();
      if (unpacked > BOMB_FREE_BYTES && unpacked > packed * ratio) {
        throw new FileRefused(422, 'bomb', `压缩文件解压后大了 ${ratio} 倍以上，不像真实的数据表。请检查文件，或解压后上传`);
      }
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
    if (unpacked !== claimed || checksum !== entry.crc32) throw damaged();
  } finally {
    zip.close();
  }
}
