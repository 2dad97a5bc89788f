import type { FileFormat } from '../tables.ts';
import { FileRefused } from './refusal.ts';

/** What the first bytes say a file is, whatever its name says. */
export type Container = 'gzip' | 'zip' | 'plain';

interface Signature {
  /** Bytes as Latin-1 text, and where they stand. */
  bytes: string;
  at?: number;
  sentence: string;
}

const PICTURE = '这是一张图片，不是表格。请上传 CSV、TSV、TXT 或 XLSX 格式的数据表';
const ARCHIVE = '这是压缩包。请先解压，再上传其中的表格；单个表格可以用 gz 或 zip 压缩';
const R_DATA = '这是 R 的数据文件。请在 R 里用 write.csv 另存为 CSV，再上传';

/** What Excel wrote until 2003, and what any workbook with a password is. */
const OLE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

/** Kinds of files that are often renamed or picked by mistake. */
const SIGNATURES: readonly Signature[] = [
  { bytes: '\x89PNG', sentence: PICTURE },
  { bytes: '\xff\xd8\xff', sentence: PICTURE },
  { bytes: 'GIF8', sentence: PICTURE },
  { bytes: 'II*\0', sentence: PICTURE },
  { bytes: 'MM\0*', sentence: PICTURE },
  { bytes: 'WEBP', at: 8, sentence: PICTURE },
  { bytes: '%PDF', sentence: '这是 PDF 文件，不是表格。请上传原始的数据表（CSV、TSV、TXT 或 XLSX）' },
  { bytes: OLE, sentence: '这是旧版 Excel（.xls）或 Word 文件，读不了。请在 Excel 或 WPS 里另存为 XLSX，再上传' },
  { bytes: 'Rar!', sentence: ARCHIVE },
  { bytes: '7z\xbc\xaf\x27\x1c', sentence: ARCHIVE },
  { bytes: 'BZh', sentence: ARCHIVE },
  { bytes: '\xfd7zXZ', sentence: ARCHIVE },
  { bytes: '\x28\xb5\x2f\xfd', sentence: ARCHIVE },
  { bytes: 'ustar', at: 257, sentence: ARCHIVE },
  { bytes: 'RDX', sentence: R_DATA },
  { bytes: 'X\n\0\0\0', sentence: R_DATA },
  { bytes: '\x89HDF', sentence: '这是 HDF5 文件。请导出为 CSV 或 TSV 表格，再上传' },
  { bytes: 'SQLite format 3', sentence: '这是数据库文件。请把需要的表导出为 CSV，再上传' },
  { bytes: 'BAM\x01', sentence: '这是比对结果（BAM）。请先用 featureCounts 等得到计数表，再上传' },
];

const TEXT_KINDS: readonly { pattern: RegExp; sentence: string }[] = [
  {
    pattern: /^\s*(<!--((?!-->)[\s\S])*-->\s*)*<(!doctype html|html|head|meta|body|table|style|div|font)\b[\s\S]*<t[dhr]\b/i,
    sentence:
      '这是网页格式（HTML）的表格，不是 Excel 文件，只是名字像。请在导出数据的网站或软件里改选 TXT 或 CSV；只能这样导出时，在 Excel 或 WPS 里另存为 XLSX，并核对基因名有没有变成日期，再上传',
  },
  {
    pattern: /^\s*<\?xml[\s\S]*<(\w+:)?Workbook\b/i,
    sentence: '这是 Excel 2003 的 XML 表格，读不了。请在 Excel 或 WPS 里另存为 XLSX，再上传',
  },
  {
    pattern: /^\s*(<!--((?!-->)[\s\S])*-->\s*)*<(!doctype html|html|head|meta|body)\b/i,
    sentence: '这是一个网页，不是表格，可能是下载链接失效了。请重新下载数据文件',
  },
  { pattern: /^\s*<\?xml/i, sentence: '这是 XML 文件，不是表格。请上传 CSV、TSV、TXT 或 XLSX 格式的数据表' },
  { pattern: /^\s*\{\s*"|^\s*\[\s*[{["]/, sentence: '这是 JSON 文件，不是表格。请导出为 CSV，再上传' },
  { pattern: /^\s*(%[^\n]*\n\s*)*@relation\b/i, sentence: '这是 ARFF 文件。请导出为 CSV，再上传' },
  { pattern: /^\{\\rtf/, sentence: '这是文字处理软件的文档（RTF），不是表格。请另存为 CSV 或 XLSX，再上传' },
  {
    pattern: /^@[^\n]*\n[ACGTN]+\r?\n\+|^>[^\n]*\n[ACGTN]+\r?\n|^##fileformat=VCF/i,
    sentence: '这是测序数据，不是表达矩阵。请先定量得到基因表达表，再上传',
  },
];

/** Bytes that tell a workbook from a text. */
export const HEAD_BYTES = 512;

/** First entries of workbooks and of other documents of Office. */
const OFFICE_ENTRY = /^(\[Content_Types\]\.xml|_rels\/|docProps\/|xl\/)/;

/**
 * How the bytes are read, whatever the name says: many programs call a text .xls, and people a workbook .csv.
 * @param format told by the name @param head the first 512 bytes or more
 */
export function formatByContent(format: FileFormat, head: Buffer): FileFormat {
  const text = head.toString('latin1', 0, 512);
  const zipped = text.startsWith(ZIP);
  if (format === 'text' && zipped && OFFICE_ENTRY.test(text.slice(30))) return 'xlsx';
  return format === 'xlsx' && !zipped && !text.startsWith(OLE) ? 'text' : format;
}

const GZIP = '\x1f\x8b';
const ZIP = 'PK\x03\x04';

/**
 * Tells the container of a file from its first bytes.
 * @throws FileRefused 415 when the bytes are a known kind that is no table.
 */
export function recogniseContainer(head: Buffer): Container {
  const text = head.toString('latin1', 0, 512);
  if (text.startsWith(GZIP)) return 'gzip';
  if (text.startsWith(ZIP)) return 'zip';
  for (const { bytes, at = 0, sentence } of SIGNATURES) {
    if (text.startsWith(bytes, at)) throw new FileRefused(415, 'wrong_kind', sentence);
  }
  return 'plain';
}

/**
 * What a gzip file holds must be text: the same signatures, and no second container.
 * @throws FileRefused 415
 */
export function refuseInnerContainer(head: Buffer): void {
  if (recogniseContainer(head) !== 'plain') throw new FileRefused(415, 'wrong_kind', ARCHIVE);
}

/**
 * Text formats that are no table.
 * @throws FileRefused 415
 */
export function refuseTextKind(head: string): void {
  const start = head.slice(0, 4096);
  for (const { pattern, sentence } of TEXT_KINDS) {
    if (pattern.test(start)) throw new FileRefused(415, 'wrong_kind', sentence);
  }
}
