import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Finding } from '@oncoloom/contract';
import { formatBytes } from '@oncoloom/tool-kit';
import { BOMB_FREE_BYTES, BOMB_RATIO, type Chunks, inflate } from '../../platform/inflate.ts';
import { type ClassLabels, classesAsTable } from './class-labels.ts';
import { type Encoding, SAMPLE_BYTES, TextDecoderStage } from './encoding.ts';
import { GeneSetCheck } from './gene-set-check.ts';
import type { Delimiter, Layout } from './layout.ts';
import { LineCheck, type TableLimits } from './line-check.ts';
import { FileRefused } from './refusal.ts';
import { recogniseContainer, refuseInnerContainer } from './signatures.ts';

export interface GuardLimits extends TableLimits {
  /** Unpacked bytes. */
  bytes: number;
}

/** What the guard learned of a text; the text itself stands in the target file as UTF-8 with LF line ends. */
export interface GuardedText {
  encoding: Encoding;
  layout: Layout;
  /** Below the first line, which is the header of all but lists. */
  rows: number;
  /** Cells of a row, the row's name included. */
  columns: number;
  headerShort: boolean;
  /** What stands between the cells of the written text. */
  separator: Delimiter;
  unpackedBytes: number;
  /** The text is the upload itself, byte for byte, but for the end of its last line. */
  verbatim: boolean;
  findings: Finding[];
}

/** What the guard is told of a source, beside its bytes. */
export interface GuardedSource {
  /** Lines of gene sets differ in length by nature. */
  kind: 'table' | 'gene sets';
  /** A file that holds the same bytes: of a text that needs no change none is written. */
  original?: string | undefined;
  /** Told once, early: so far R can read the upload as it came. Only the end tells whether it stayed so. */
  onVerbatim?: ((separator: Delimiter) => void) | undefined;
}

const CHUNK_BYTES = 256 * 1024;

/**
 * Reads at least `bytes` (or all there is) ahead; `all` gives them again, and the rest.
 * @param judge is shown them; where it throws, the source is ended, which closes its file.
 */
export async function peek<T>(chunks: Chunks, bytes: number, judge: (head: Buffer) => T): Promise<{ found: T; all: Chunks }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const waiting: Buffer[] = [];
  let size = 0;
  while (size < bytes) {
    const next = await iterator.next();
    if (next.done === true) break;
    waiting.push(next.value);
    size += next.value.length;
  }
  const head = Buffer.concat(waiting);
  async function* all(): AsyncGenerator<Buffer> {
    try {
      if (head.length > 0) yield head;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  try {
    return { found: judge(head), all: all() };
  } catch (error) {
    await iterator.return?.();
    throw error;
  }
}

/** Throws FileRefused for a container that is no gzip. */
function isGzip(head: Buffer): boolean {
  const container = recogniseContainer(head);
  if (container === 'zip') {
    throw new FileRefused(
      415,
      'wrong_kind',
      '这是 zip 压缩包或 Office 文档。zip 的名字要以 .zip 结尾，Excel 文件的名字要以 .xlsx 结尾，请改好名字再上传',
    );
  }
  return container === 'gzip';
}

async function* unpack(chunks: Chunks, limits: GuardLimits, seen: { unpacked: number; packed: boolean }): AsyncGenerator<Buffer> {
  const { found: gzip, all } = await peek(chunks, 512, isGzip);
  seen.packed = gzip;
  let packed = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of all) {
      packed += chunk.length;
      yield chunk;
    }
  }
  for await (const chunk of gzip ? gunzip(counted()) : counted()) {
    seen.unpacked += chunk.length;
    if (seen.unpacked > limits.bytes) {
      throw new FileRefused(
        413,
        'too_large',
        `文件${gzip ? '解压后' : ''}超过 ${formatBytes(limits.bytes)}。请去掉不需要的样本或行，再上传`,
      );
    }
    if (gzip && seen.unpacked > BOMB_FREE_BYTES && seen.unpacked > packed * BOMB_RATIO) {
      throw new FileRefused(422, 'bomb', `压缩文件解压后大了 ${BOMB_RATIO} 倍以上，不像真实的数据表。请检查文件，或解压后上传`);
    }
    yield chunk;
  }
}

const refuseGzip = (code: string) =>
  code === 'Z_BUF_ERROR'
    ? new FileRefused(422, 'truncated', '压缩文件不完整，可能没有下载完。请重新下载后再上传')
    : new FileRefused(422, 'damaged', '压缩文件已损坏，解不开。请重新下载或重新压缩后再上传');

async function* gunzip(chunks: Chunks): AsyncGenerator<Buffer> {
  const { all } = await peek(inflate(chunks, createGunzip({ chunkSize: CHUNK_BYTES }), refuseGzip), 512, refuseInnerContainer);
  yield* all;
}

async function* decode(chunks: Chunks, decoder: TextDecoderStage): AsyncGenerator<Buffer> {
  const { all } = await peek(chunks, SAMPLE_BYTES, () => undefined);
  for await (const chunk of all) {
    const text = decoder.push(chunk);
    if (text.length > 0) yield text;
  }
  const rest = decoder.end();
  if (rest.length > 0) yield rest;
}

async function* check(chunks: Chunks, lines: LineCheck | GeneSetCheck, settled: () => void): AsyncGenerator<Buffer> {
  let told = false;
  for await (const chunk of chunks) {
    yield* lines.push(chunk);
    if (!told && lines.layout !== undefined) settled();
    told ||= lines.layout !== undefined;
  }
  yield* lines.end();
}

/** What R finds between the cells of the written text. */
const separatorOf = ({ delimiter }: Layout): Delimiter => (delimiter === 'spaces' ? '\t' : delimiter);

const ENCODING_NAMES: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  gb18030: 'GBK',
  'windows-1252': 'Latin-1',
};

function labelFindings({ samples }: ClassLabels): Finding[] {
  if (samples === 0) return [];
  const message = `这是 GSEA 的 CLS 文件，按矩阵里的顺序给出 ${samples} 个样本的组；它没有样本名，选它作分组表时再按顺序对上`;
  return [{ code: 'class_labels', level: 'note', message }];
}

function describe(decoder: TextDecoderStage, lines: LineCheck | GeneSetCheck, layout: Layout): Finding[] {
  const findings: Finding[] = [];
  const note = (code: string, message: string) => findings.push({ code, level: 'note', message });
  if (decoder.encoding !== 'utf-8') note('encoding', `文件是 ${ENCODING_NAMES[decoder.encoding]} 编码，已转为 UTF-8 读入`);
  if (decoder.unreadable > 0) {
    findings.push({
      code: 'unreadable',
      level: 'should',
      message: `有 ${decoder.unreadable} 个字符认不出，已用「\ufffd」代替。如果样本名受影响，请另存为 UTF-8 再上传`,
    });
  }
  if (layout.numberSets) {
    findings.push({
      code: 'number_sets',
      level: 'should',
      message: '每行是个数不同的编号，按每行一个基因集读入，名字是「集合 1」「集合 2」等。如果是数据表，请补上表头和空着的单元格，再上传',
    });
  }
  if (layout.titles.length > 0) {
    const shown = (layout.titles[0] ?? '').slice(0, 40);
    note('title_lines', `表头上面有 ${layout.titles.length} 行不是数据（「${shown}」${layout.titles.length > 1 ? ' 等' : ''}），已略过`);
  }
  if (layout.decimal === ',') note('decimal_comma', '数值用逗号作小数点，已按小数读入');
  if (lines.headerShort) note('header_short', '表头比数据少一列，已把第一列当作行名');
  if (lines.controls > 0) note('controls', `有 ${lines.controls} 个看不见的控制字符，已换成空格`);
  return findings;
}

/**
 * Streams an upload through all checks that need no parsing, and writes the text that R reads. Memory stays flat:
 * one chunk and one line.
 * @param chunks bytes as uploaded: text or gzip of text.
 * @param target file to write; removed by the caller, also after a refusal.
 * @throws FileRefused
 */
export async function guardText(
  chunks: Chunks,
  target: string,
  limits: GuardLimits,
  { kind, original, onVerbatim }: GuardedSource,
): Promise<GuardedText> {
  const seen = { unpacked: 0, packed: false };
  const decoder = new TextDecoderStage();
  const lines = kind === 'table' ? new LineCheck(limits) : new GeneSetCheck(limits);
  const labels: ClassLabels = { samples: 0 };
  const verbatim = () => !seen.packed && !decoder.altered && labels.samples === 0 && !lines.altered;
  const settled = () => {
    if (lines.layout !== undefined && verbatim()) onVerbatim?.(separatorOf(lines.layout));
  };
  const text = check(classesAsTable(decode(unpack(chunks, limits, seen), decoder), labels), lines, settled);
  const written = original === undefined ? text : fromChange(text, original, verbatim);
  await writeText(written, target);
  const { layout } = lines;
  if (layout === undefined) throw new Error('the guard ended without a layout');
  return {
    encoding: decoder.encoding,
    layout,
    rows: lines.rows,
    columns: lines.columns,
    headerShort: lines.headerShort,
    separator: separatorOf(layout),
    unpackedBytes: seen.unpacked,
    verbatim: verbatim(),
    findings: [...labelFindings(labels), ...describe(decoder, lines, layout)],
  };
}

/** Writes a file where there is something to write. */
async function writeText(text: AsyncGenerator<Buffer>, target: string): Promise<void> {
  const first = await text.next();
  if (first.done === true) return;
  async function* all(): AsyncGenerator<Buffer> {
    yield first.value;
    yield* text;
  }
  await pipeline(all, createWriteStream(target, { mode: 0o644, highWaterMark: 1 << 20 }));
}

/** Nothing of a text as long as it is its original; from its first change on all of it. */
async function* fromChange(text: AsyncGenerator<Buffer>, original: string, verbatim: () => boolean): AsyncGenerator<Buffer> {
  let same = 0;
  let changed = false;
  for await (const piece of text) {
    if (!changed && verbatim()) {
      same += piece.length;
      continue;
    }
    if (!changed && same > 0) yield* createReadStream(original, { end: same - 1, highWaterMark: CHUNK_BYTES }) as Chunks;
    changed = true;
    yield piece;
  }
}

/** Bytes of a stored file in the guard's chunk size. */
export function readChunks(path: string): Chunks {
  return createReadStream(path, { highWaterMark: CHUNK_BYTES }) as Chunks;
}
