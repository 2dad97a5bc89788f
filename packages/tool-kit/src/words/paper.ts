import type { TableDeclaration } from '../declaration/define-tool.ts';
import { formatCount } from './format.ts';

/** A table that a paper prints or adds as a supplement; a longer one is read in a spreadsheet. Columns: those that a page across holds. */
export const WORD_TABLE = { rows: 200, columns: 16 } as const;

/** Columns that a Word document of the table can have. */
export function paperColumns(columns: readonly string[], { paper }: Pick<TableDeclaration<unknown>, 'paper'>): string[] {
  const without = new Set([...(paper?.without ?? []), ...(paper?.sections === undefined ? [] : [paper.sections])]);
  return columns.filter((name) => !without.has(name));
}

/** Why a table of a result is no Word document, for its reader; null where it is one. */
export function wordRefusal(
  { columns, rows }: { columns: readonly string[]; rows: number },
  declaration: Pick<TableDeclaration<unknown>, 'paper'>,
): string | null {
  if (rows === 0) return '这张表没有行';
  const wide = paperColumns(columns, declaration).length;
  if (rows <= WORD_TABLE.rows && wide <= WORD_TABLE.columns) return null;
  const size = rows > WORD_TABLE.rows ? `${formatCount(rows)} 行` : `${wide} 列`;
  return `这张表有 ${size}，Word 表格最多 ${WORD_TABLE.rows} 行、${WORD_TABLE.columns} 列。可以筛选后用「复制」粘贴到 Word，或下载 xlsx`;
}

/** A number with an exponent, as the page writes it: 1.2e−5; no part of a name. */
export const E_FORM = /(?<![\p{L}\p{N}.])(?<mantissa>\d[\d.]*)e(?<sign>[−-]?)\+?(?<exponent>\d+)(?![\p{L}\p{N}])/gu;

const RAISED: Readonly<Record<string, string>> = {
  '−': '⁻',
  '-': '⁻',
  0: '⁰',
  1: '¹',
  2: '²',
  3: '³',
  4: '⁴',
  5: '⁵',
  6: '⁶',
  7: '⁷',
  8: '⁸',
  9: '⁹',
};

/** A sentence as a paper prints it: `P 1.2e−5` → `P = 1.2 × 10⁻⁵`, `P < 1e−300` → `P < 10⁻³⁰⁰`. */
export function inPaperWords(text: string): string {
  return text.replace(/\bP (?=\d)/g, 'P = ').replace(E_FORM, (_, mantissa: string, sign: string, exponent: string) => {
    const raised = [...`${sign}${exponent}`].map((letter) => RAISED[letter] ?? letter).join('');
    return `${mantissa === '1' ? '' : `${mantissa} × `}10${raised}`;
  });
}
