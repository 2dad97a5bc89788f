import type { ColumnType } from '@oncoloom/contract';
import type { ColumnarTable } from '@oncoloom/figures';
import { CELL_TYPES, type Codes, cellTypeName, type ToldTable } from '@oncoloom/tool-kit';

import { geneLinks } from '../../genes/gene-links.ts';

export interface ShownColumn {
  name: string;
  /** The column's meaning in Chinese. */
  title: string;
  type: ColumnType;
  /** Decimals of a number; where none are told, as many as a statistic needs. */
  digits?: number | undefined;
  /** CSS pixels, at least; on a phone more columns have to find room. */
  width: { roomy: number; narrow: number };
  /** What a reader looks for first: it stands first on a phone. */
  key?: boolean | undefined;
  /** A cell without a value stays empty. */
  blank?: true;
  /** Largest absolute value: the end of the bars; absent for columns without bars. */
  barEnd?: number;
  /** What the file's codes mean. */
  codes?: Codes;
}

const WIDTHS: Readonly<Record<ColumnType, ShownColumn['width']>> = {
  gene: { roomy: 150, narrow: 112 },
  text: { roomy: 160, narrow: 130 },
  integer: { roomy: 100, narrow: 84 },
  number: { roomy: 110, narrow: 88 },
  log2: { roomy: 110, narrow: 84 },
  p: { roomy: 110, narrow: 92 },
  fraction: { roomy: 100, narrow: 80 },
  flag: { roomy: 80, narrow: 64 },
};
const BAR_WIDTH = { roomy: 60, narrow: 40 };
/** Names seen for the width of their column; CSS pixels of a character and of the cell's padding. */
const NAMES_SEEN = 200;
const NAME_CHARACTER = 8.4;
const NAME_PADDING = 32;
const NAME_WIDTH_MAX = 240;
const TEXT_CHARACTER = 7;
/** What a capital letter, and a Chinese character, takes more than that. */
const CAPITAL = { written: /\p{Lu}/gu, more: 2 };
const WIDE = { written: /\p{Script=Han}|[\u3000-\u303f\uff00-\uffef]/gu, more: 6.5 };
const CODE_WIDTH = 64;
const TEXT_WIDTH_MAX = { roomy: 340, narrow: 190 };
/** CSS pixels of a column's name and of its meaning in Chinese; characters from which the meaning takes two lines. */
const HEAD_CHARACTER = 7.2;
const TITLE_CHARACTER = 11;
const TITLE_LINE = 12;
const SORT_MARK = 14;
const HEAD_PADDING = 24;

/** Some runs do not fill a column of numbers, or of a few texts; the file keeps it. */
function isEmpty(cells: ColumnarTable['columns'][string] | undefined, blank = false): boolean {
  if (cells === undefined || cells.length === 0) return false;
  return cells instanceof Float64Array ? cells.every(Number.isNaN) : blank && cells.every((cell) => cell === '');
}

/**
 * Columns in the file's order with their declared meaning, those without any number left out; the first log2 column gets bars on
 * one scale.
 */
export function shownColumns(table: ColumnarTable, declaration: ToldTable): ShownColumn[] {
  const declared = new Map(declaration.columns.map((column) => [column.name, column]));
  const barred = declaration.columns.find(({ type }) => type === 'log2')?.name;
  const filled = table.order.filter((name) => !isEmpty(table.columns[name], declared.get(name)?.blank));
  return filled.map((name) => {
    const {
      type,
      title = '',
      digits,
      key,
      blank,
      cells: labels,
      codes,
      asCodes,
    } = declared.get(name) ?? {
      type: declaration.rest?.type ?? 'text',
      title: (declaration.rest?.cells === true ? cellTypeName(name, 'zh') : undefined) ?? declaration.rest?.title ?? '',
      digits: undefined,
      key: undefined,
      blank: declaration.rest?.blank,
      cells: undefined,
      codes: undefined,
      asCodes: undefined,
    };
    const cells = table.columns[name];
    const bar = name === barred && cells instanceof Float64Array;
    const texts = cells !== undefined && !(cells instanceof Float64Array) ? cells : undefined;
    const cellWidth = texts !== undefined && (type === 'gene' || type === 'text') ? nameWidth(texts, type) : WIDTHS[type];
    const head = headWidth(name, title);
    return {
      name,
      title,
      type,
      digits,
      key,
      width: {
        roomy: Math.max(cellWidth.roomy + (bar ? BAR_WIDTH.roomy : 0), head),
        narrow: Math.max(cellWidth.narrow + (bar ? BAR_WIDTH.narrow : 0), head),
      },
      ...(blank === true ? { blank } : {}),
      ...(bar ? { barEnd: largest(cells) } : {}),
      ...(labels === true ? { codes: CELL_TYPES } : asCodes && codes && { codes }),
    };
  });
}

/** The column that says what a row is about: a gene that stands first, else the text that the tool marks, else the first. */
export function namingColumn(columns: readonly ShownColumn[]): ShownColumn | undefined {
  const [first] = columns;
  return first?.type === 'gene' ? first : (columns.find(({ type, key }) => type === 'text' && key === true) ?? first);
}

/** On a phone: the first column, those that the tool marks, effects and P values, then the rest in their order. */
export function keyFirst(columns: readonly ShownColumn[]): ShownColumn[] {
  const isKey = (column: ShownColumn, i: number) => i === 0 || column.type === 'p' || column.barEnd !== undefined || column.key === true;
  return [...columns.filter(isKey), ...columns.filter((column, i) => !isKey(column, i))];
}

/** Room for the whole head, so that no name is cut; the meaning may take two lines. */
function headWidth(name: string, title: string): number {
  const lines = title.length > TITLE_LINE ? 2 : 1;
  return Math.ceil(Math.max(name.length * HEAD_CHARACTER + SORT_MARK, (title.length / lines) * TITLE_CHARACTER) + HEAD_PADDING);
}

/** Ensembl ids differ at their end, and terms that are cut look all the same: long names get the room they need. */
function nameWidth(names: readonly string[], type: 'gene' | 'text'): ShownColumn['width'] {
  const widthOf = type === 'gene' ? ({ length }: string) => length * NAME_CHARACTER : textWidth;
  const needed = Math.ceil(Math.max(...names.slice(0, NAMES_SEEN).map(widthOf), 0)) + NAME_PADDING;
  const most = type === 'gene' ? { roomy: NAME_WIDTH_MAX, narrow: NAME_WIDTH_MAX } : TEXT_WIDTH_MAX;
  // A column of codes, such as BP, leaves its room on a phone to the names.
  const least = { ...WIDTHS[type], ...(type === 'text' ? { narrow: CODE_WIDTH } : {}) };
  return { roomy: Math.max(Math.min(needed, most.roomy), least.roomy), narrow: Math.max(Math.min(needed, most.narrow), least.narrow) };
}

function textWidth(text: string): number {
  const more = [CAPITAL, WIDE].map(({ written, more: each }) => each * (text.match(written)?.length ?? 0));
  return more.reduce((sum, one) => sum + one, text.length * TEXT_CHARACTER);
}

function largest(cells: Float64Array): number {
  let end = 0;
  for (const cell of cells) if (Number.isFinite(cell)) end = Math.max(end, Math.abs(cell));
  return end;
}

/** Whether any of the first names has a page elsewhere. */
export function hasLinks(table: ColumnarTable, columns: readonly ShownColumn[]): boolean {
  const gene = columns.find(({ type }) => type === 'gene');
  const cells = gene === undefined ? undefined : table.columns[gene.name];
  return cells !== undefined && !(cells instanceof Float64Array) && cells.slice(0, 200).some((name) => geneLinks(name).length > 0);
}
