import { open } from 'node:fs/promises';
import { formatBytes } from '@oncoloom/tool-kit';
import { FileRefused } from './refusal.ts';
import { checkSheet } from './sheet-extent.ts';
import { readDirectory, readEntry, type ZipEntry } from './zip.ts';

/** As uploaded. */
export const WORKBOOK_BYTES = 50 * 1024 * 1024;
const UNPACKED_BYTES = 1024 * 1024 * 1024;
/** Sheets of numbers shrink to a tenth; the shared strings of a repetitive one to a hundredth. */
const ENTRY_RATIO = 400;
const RATIO_FREE_BYTES = 16 * 1024 * 1024;

const damaged = () => new FileRefused(422, 'damaged', 'Excel 文件已损坏，打不开。请用 Excel 打开后另存一份，再上传');

/** Where a workbook says which of its parts are worksheets. */
const LINKS = 'xl/_rels/workbook.xml.rels';
const LINKS_BYTES = 1024 * 1024;

/**
 * Looks at a workbook before R does: is it one, does it stay within bounds, and how far do the cells of its sheets reach?
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
  const entries = await readDirectory(path, damaged);
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
  await checkLinks(path, entries);
  // A sheet may have any name: cells are looked for in all parts that R can take for one.
  for (const entry of entries) if (isXml(entry.name)) await checkSheet(readEntry(path, entry, { ratio: ENTRY_RATIO, damaged }));
}

const isXml = (name: string) => /\.xml$/i.test(name);

/** A sheet that is no XML by its name would not be looked at here, but read by R. */
async function checkLinks(path: string, entries: readonly ZipEntry[]): Promise<void> {
  for (const entry of entries.filter(({ name }) => name.toLowerCase() === LINKS)) {
    if (entry.unpacked > LINKS_BYTES) throw damaged();
    let text = '';
    for await (const chunk of readEntry(path, entry, { ratio: ENTRY_RATIO, damaged })) text += chunk.toString('utf8');
    for (const [relationship] of text.matchAll(/<(?:[\w.-]+:)?Relationship\s[^<]*/g)) {
      if (!/\/(work|chart|dialog|macro)sheet["']/i.test(relationship)) continue;
      const [, target = ''] = /\sTarget\s*=\s*["']([^"'&]*)["']/.exec(relationship) ?? [];
      if (!isXml(target)) throw damaged();
    }
  }
}
