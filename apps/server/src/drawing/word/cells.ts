import type { ColumnType } from '@oncoloom/contract';
import type { ColumnarTable } from '@oncoloom/figures';
import { absentIn, type Codes, codeWord, formatTyped, paperColumns, type ToldTable, YES_NO } from '@oncoloom/tool-kit';
import type { WordLanguage, WordTable } from './request.ts';

/** A column of a three-line table. */
export interface PaperColumn {
  head: string;
  /** Stands to the left: names and texts. */
  textual: boolean;
  cells: readonly string[];
}

/** Rows under one heading; a table without sections has one, without a heading. */
interface PaperSection {
  heading: string;
  /** Places of its rows. */
  rows: readonly number[];
}

const TEXTUAL: ReadonlySet<string> = new Set(['gene', 'text', 'flag']);
export const MISSING = '—';

interface ReadColumn {
  type: ColumnType;
  title?: string;
  digits?: number;
  blank?: true;
  codes?: Codes;
  own?: true;
}

/** What is declared of a column, also of those that the data name. */
function columnOf(name: string, { columns, rest }: ToldTable): ReadColumn {
  return columns.find((column) => column.name === name) ?? { type: 'text', ...rest, title: name };
}

function cellWriter(name: string, declaration: ToldTable, language: WordLanguage): (value: string | number | undefined) => string {
  const column = columnOf(name, declaration);
  const words = column.type === 'flag' ? { codes: YES_NO } : column;
  return (value) => codeWord(words, formatTyped(value, column.type, column.digits, absentIn(column)), language);
}

/** Is there nothing in it? Some runs leave a column empty, and the page does not show it. */
const isEmpty = (cells: ColumnarTable['columns'][string], blank = false): boolean =>
  cells instanceof Float64Array ? cells.every(Number.isNaN) : blank && cells.every((cell) => cell === '');

/** The columns as the page shows them, in the words of the document. */
export function paperColumnsOf(table: ColumnarTable, { source: { declaration }, language }: WordTable): PaperColumn[] {
  return paperColumns(table.order, declaration).flatMap((name) => {
    const cells = table.columns[name];
    const { type, title, blank } = columnOf(name, declaration);
    if (cells === undefined || isEmpty(cells, blank)) return [];
    const write = cellWriter(name, declaration, language);
    return [{ head: title || name, textual: TEXTUAL.has(type), cells: Array.from(cells, write) }];
  });
}

/** The rows in the order in which the page first shows them, by section. */
export function paperSections(table: ColumnarTable, { sort, paper }: ToldTable): PaperSection[] {
  const rows = Array.from({ length: table.rowCount }, (_, row) => row);
  const sorted = sort === undefined ? undefined : table.columns[sort.column];
  if (sort !== undefined && sorted !== undefined) {
    const sign = sort.order === 'asc' ? 1 : -1;
    const missing = (value: string | number | undefined) => value === undefined || value === '' || value === 'NA' || Number.isNaN(value);
    rows.sort((a, b) => {
      const [x, y] = [sorted[a] ?? '', sorted[b] ?? ''];
      if (missing(x) || missing(y)) return Number(missing(x)) - Number(missing(y));
      return x < y ? -sign : x > y ? sign : 0;
    });
  }
  const headings = paper?.sections === undefined ? undefined : table.columns[paper.sections];
  const sections = new Map<string, number[]>();
  for (const row of rows) {
    const heading = headings === undefined ? '' : String(headings[row]);
    sections.set(heading, [...(sections.get(heading) ?? []), row]);
  }
  return [...sections].map(([heading, own]) => ({ heading, rows: own }));
}
