import { hasDecimalCommas } from './decimal-marks.ts';
import { commentIsHeader, titleLines } from './header-lines.ts';

/** Cell separators, in the order of preference when a file could be read with several. */
const DELIMITERS = ['\t', ',', ';', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** How the text of a table is laid out, told from its first lines. */
export interface Layout {
  /** `spaces`: cells are apart by runs of blanks. */
  delimiter: Delimiter | 'spaces';
  decimal: '.' | ',';
  /** A file of GEO: lines starting with `!`, and a table between two marks. Only a series matrix has quotes. */
  geo: 'series' | 'soft' | null;
  /** A GCT file: version and size stand in front of the header. */
  gct: { version: string; rows: number } | null;
  /** Lines of different length, all of whole numbers: members of sets by their numbers, without a header. */
  numberSets: boolean;
  /** Lines before the header that carry no cells: blank ones, comments and titles. */
  leadingLines: number;
  /** Of these, titles and notes. */
  titles: string[];
  /** The header is a comment line (`#gene …`): its mark is taken off. */
  commentHeader: boolean;
  /** Every line ends with a separator that opens no cell. */
  trailingDelimiter: boolean;
}

const RECORDS_LOOKED_AT = 200;
/** A separator that cuts this share of the rows into equally many cells is taken for the right one. */
const CONSISTENT = 0.9;

/** Lines of the sample; a line break inside quotes does not end one. The last one may be cut and is left out. */
function sampleRecords(sample: string, complete: boolean): string[] {
  const lines = sample.split('\n');
  if (!complete && lines.length > 1) lines.pop();
  const records: string[] = [];
  let open: string | undefined;
  for (const line of lines) {
    if (open === undefined && line.startsWith('#')) {
      records.push(line);
      continue;
    }
    const record: string = open === undefined ? line : `${open}\n${line}`;
    const quotes = record.split('"').length - 1;
    open = quotes % 2 === 1 && record.length < 10_000 ? record : undefined;
    if (open === undefined) records.push(record);
    if (records.length >= RECORDS_LOOKED_AT) break;
  }
  if (open !== undefined) records.push(open);
  return records;
}

/** Cells of a line; quoted cells may hold the separator. */
export function splitCells(record: string, delimiter: Layout['delimiter']): string[] {
  if (delimiter === 'spaces') return record.trim().match(/"(?:[^"]|"")*"|[^ \t]+/g) ?? [];
  if (!record.includes('"')) return record.split(delimiter);
  const cells: string[] = [];
  let start = 0;
  let quoted = false;
  for (let i = 0; i < record.length; i += 1) {
    if (record[i] === '"' && (quoted || i === start)) quoted = !quoted;
    else if (record[i] === '"' && record[i - 1] === '"') quoted = true;
    else if (record[i] === delimiter && !quoted) {
      cells.push(record.slice(start, i));
      start = i + 1;
    }
  }
  cells.push(record.slice(start));
  return cells;
}

function mostFrequent(counts: readonly number[]): { value: number; share: number } {
  const times = new Map<number, number>();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  let best = { value: 0, times: 0 };
  for (const [value, n] of times) if (n > best.times) best = { value, times: n };
  return { value: best.value, share: counts.length === 0 ? 0 : best.times / counts.length };
}

/** A header fits its rows with as many cells, or one fewer where the rows' names have no title. */
function scoreDelimiter(records: readonly string[], delimiter: Layout['delimiter']): number {
  const counts = records.map((record) => splitCells(record, delimiter).length);
  const header = counts[0] ?? 0;
  const rows = counts.slice(1);
  if (rows.length === 0) return header > 1 ? 1 : 0;
  const { value, share } = mostFrequent(rows);
  if (value < 2) return 0;
  return header === value || header === value - 1 ? share : share / 4;
}

function chooseDelimiter(records: readonly string[]): Layout['delimiter'] {
  let best: { delimiter: Layout['delimiter']; score: number } = { delimiter: '\t', score: 0 };
  for (const delimiter of [...DELIMITERS, 'spaces'] as const) {
    const score = scoreDelimiter(records, delimiter);
    if (score >= CONSISTENT) return delimiter;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** Of the rows below the header. A comma that parts cells is none within numbers. */
const usesDecimalComma = (records: readonly string[], delimiter: Layout['delimiter']): boolean =>
  delimiter !== ',' && hasDecimalCommas(records.slice(1).flatMap((record) => splitCells(record, delimiter)));

/** All rows end with a separator, and the header does too or has no cell for it: nothing stands behind it. */
function hasTrailingDelimiter(records: readonly string[], delimiter: Delimiter): boolean {
  const [header, ...rows] = records;
  const [row] = rows;
  if (header === undefined || row === undefined || !rows.every((record) => record.endsWith(delimiter))) return false;
  return header.endsWith(delimiter) || splitCells(header, delimiter).length === splitCells(row, delimiter).length - 1;
}

const SERIES_LINE = /^"?!(Series_|Sample_|series_matrix|Platform_)/i;
const SOFT_LINE = /^\^(DATABASE|DATASET|SERIES|PLATFORM|SAMPLE|ANNOTATION)\b/i;
const GCT_LINE = /^#(1\.\d+)\s*$/;

/** A table may lack cells at some line's end; sets have nearly as many lengths as there are lines. */
function areNumberSets(records: readonly string[]): boolean {
  if (records.length < 5 || !records.every((record) => NUMBER_SET.test(record))) return false;
  return new Set(records.map((record) => record.split('\t').length)).size >= Math.min(5, records.length / 4);
}

export const NUMBER_SET = /^\d+(\t\d+)+$/;

const PLAIN = { decimal: '.', geo: null, gct: null, numberSets: false, commentHeader: false, trailingDelimiter: false } as const;

/** 「#1.2」, and below it the numbers of genes and samples. */
function gctHead([mark = '', size = '']: readonly string[]): Layout['gct'] {
  const version = GCT_LINE.exec(mark)?.[1];
  const rows = /^\s*(\d+)\s+\d+/.exec(size)?.[1];
  return version === undefined || rows === undefined ? null : { version, rows: Number(rows) };
}

/**
 * Tells the layout from the beginning of a text (UTF-8, LF line ends).
 * @param complete whether `sample` is the whole text.
 */
export function detectLayout(sample: string, complete: boolean): Layout {
  const records = sampleRecords(sample, complete);
  const gct = gctHead(records);
  if (gct !== null)
    return { ...PLAIN, titles: [], delimiter: '\t', leadingLines: 2, gct, trailingDelimiter: hasTrailingDelimiter(records.slice(2), '\t') };
  let leadingLines = 0;
  let position = 0;
  for (const record of records) {
    if (record.trim() !== '' && !record.startsWith('#')) break;
    leadingLines += record.split('\n').length;
    position += 1;
  }
  const table = records.slice(position);
  const first = table[0] ?? '';
  const geo = SERIES_LINE.test(first) ? 'series' : SOFT_LINE.test(first) ? 'soft' : null;
  if (geo !== null) return { ...PLAIN, titles: [], delimiter: '\t', leadingLines, geo };

  const filled = table.filter((record) => record.trim() !== '');
  if (areNumberSets(filled)) return { ...PLAIN, titles: [], delimiter: '\t', leadingLines, numberSets: true };
  const delimiter = chooseDelimiter(filled);
  const cellsOf = (record: string) => splitCells(record, delimiter);
  const comments = records.slice(0, position).filter((record) => record.startsWith('#'));
  const commentHeader = (records[position - 1] ?? '').startsWith('#') && commentIsHeader(comments.map(cellsOf), filled.map(cellsOf));
  const titles = commentHeader ? 0 : titleLines(filled.slice(0, 40).map(cellsOf));
  const body = filled.slice(titles);
  // Blank lines may stand between titles: all down to the header is left out.
  const above = titles === 0 ? [] : table.slice(0, table.indexOf(body[0] ?? ''));
  return {
    delimiter,
    decimal: usesDecimalComma(body, delimiter) ? ',' : '.',
    geo: null,
    gct: null,
    numberSets: false,
    leadingLines: commentHeader ? leadingLines - 1 : leadingLines + above.reduce((sum, record) => sum + record.split('\n').length, 0),
    titles: filled.slice(0, titles).map((record) => cellsOf(record).join(' ').replaceAll('"', '').trim()),
    commentHeader,
    trailingDelimiter: delimiter !== 'spaces' && hasTrailingDelimiter(commentHeader ? [comments.at(-1) ?? '', ...body] : body, delimiter),
  };
}
