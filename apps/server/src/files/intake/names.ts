import { basename } from 'node:path';
import { NAME_MAX } from '@oncoloom/contract';
import { fieldError } from '../../platform/errors.ts';
import type { FileFormat } from '../tables.ts';
import { FileRefused } from './refusal.ts';

/** Names that Windows keeps for devices: a file so called can't be saved there. */
const RESERVED = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/i;
/** Marks that turn the direction of writing, join or hide: they make a name look like another. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffd]/gu;

/** Base name and ending; `.csv.gz` is one ending. */
export function splitName(name: string): { base: string; ending: string } {
  const match = /^(.+?)((?:\.[a-z0-9]{1,8})?\.gz|\.[a-z0-9]{1,8})$/iu.exec(name);
  return match === null ? { base: name, ending: '' } : { base: match[1] ?? name, ending: match[2] ?? '' };
}

/** A name that any system can save and that shows as what it is; '' where nothing of it is left. */
function plainName(given: string): string {
  const plain = given
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(INVISIBLE, '')
    .replace(/[<>:"\\/|?*]/g, '_')
    // From the first of a run only: begun at each of a million dots, the look for the end would take hours.
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '');
  return RESERVED.test(plain) ? `_${plain}` : plain;
}

/**
 * The name under which an upload is kept: its sender may be a program, so a bad one is made good. No folder is in it.
 * @returns 1–120 characters, never empty.
 */
export function safeName(given: string): string {
  const plain = plainName(basename(given.normalize('NFC').replaceAll('\\', '/')));
  const { base, ending } = splitName(plain === '' ? '未命名' : plain);
  return [...base].slice(0, NAME_MAX - ending.length).join('') + ending;
}

/**
 * A name that somebody typed for a file or a folder. Marks that nobody sees are left out, those that no system saves become `_`.
 * @throws ApiError 422 when nothing is left, or more than 120 characters.
 */
export function givenName(given: string): string {
  const name = plainName(given);
  if (name === '') throw fieldError('name', '名称不能为空，也不能只有点和空格。请填写 1–120 个字。');
  if ([...name].length > NAME_MAX) throw fieldError('name', `名称有 ${[...name].length} 个字，最多 ${NAME_MAX} 个。请缩短后再保存。`);
  return name;
}

/** A typed name with the ending that the file has: programs tell by it how to open the file. */
export function renamed(given: string, current: string): string {
  const { ending } = splitName(current);
  const name = givenName(given);
  return name.toLowerCase().endsWith(ending.toLowerCase()) && name.length > ending.length ? name : givenName(`${name}${ending}`);
}

/**
 * `name`, or `name (2)` and so on when the folder has it already; upper and lower case are the same name.
 * @param ending what the number stands in front of; '' for a folder.
 */
export function freeName(name: string, taken: readonly string[], ending = splitName(name).ending): string {
  const used = new Set(taken.map((other) => other.toLowerCase()));
  if (!used.has(name.toLowerCase())) return name;
  const base = name.slice(0, name.length - ending.length);
  for (let n = 2; ; n += 1) {
    const mark = ` (${n})${ending}`;
    const candidate = [...base].slice(0, NAME_MAX - mark.length).join('') + mark;
    if (!used.has(candidate.toLowerCase())) return candidate;
  }
}

const SENTENCES: Record<string, string> = {
  arff: '这是 ARFF 文件。请导出为 CSV，再上传',
  cel: '这是芯片的原始 CEL 文件。请先提取表达矩阵，再上传矩阵',
};
/** Sequencing companies call their texts .xls: the content tells. */
const TEXT_ENDINGS = new Set(['csv', 'xls', 'tsv', 'txt', 'tab', 'text', 'dat', 'gz', '']);

/**
 * How a file is read, told by its name's ending.
 * @throws FileRefused 415 for an ending that no table has.
 */
export function formatOf(name: string): FileFormat {
  const { ending } = splitName(name.toLowerCase());
  const kind = ending.replace(/\.gz$/, '').replace(/^\./, '');
  if (!ending.endsWith('.gz') && (kind === 'xlsx' || kind === 'zip')) return kind;
  if (kind === 'gmt') return 'gmt';
  const sentence = SENTENCES[kind];
  if (sentence !== undefined) throw new FileRefused(415, 'wrong_kind', sentence);
  // A dot in a name without an ending («GSE1.raw») is no reason to refuse: the content decides.
  if (!TEXT_ENDINGS.has(kind) && KNOWN_OTHERS.has(kind)) {
    throw new FileRefused(415, 'wrong_kind', `不能读 .${kind} 文件。请上传 CSV、TSV、TXT 或 XLSX 格式的表格，可以用 gz 或 zip 压缩`);
  }
  return 'text';
}

const KNOWN_OTHERS = new Set([
  ...[
    'png',
    'jpg',
    'jpeg',
    'gif',
    'tif',
    'tiff',
    'bmp',
    'svg',
    'pdf',
    'doc',
    'docx',
    'ppt',
    'pptx',
    'rar',
    '7z',
    'tar',
    'tgz',
    'bz2',
    'xz',
  ],
  ...[
    'rds',
    'rda',
    'rdata',
    'h5',
    'h5ad',
    'loom',
    'bam',
    'sam',
    'vcf',
    'fastq',
    'fq',
    'fasta',
    'fa',
    'json',
    'xml',
    'html',
    'htm',
    'exe',
    'xlsm',
    'xlsb',
  ],
]);
