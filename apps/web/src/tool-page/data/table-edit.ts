import { formatCount, readColumn, splitRatio, type TableParameter, writtenNumber } from '@oncoloom/tool-kit';
import type { Grid } from './grid-edit.ts';
import { parseTable } from './paste.ts';

/** Characters of a pasted table, that the page reads at once and a request can carry. */
const PASTED_MAX = 5_000_000;
/** Of longer columns the type is told by their beginning, so that the page does not wait for them. */
const TYPED_ROWS = 5_000;

function linesOf(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < text.length - 1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

const AS_FILE = '请存成文件，改用「上传文件」';
const tooManyRows = (rows: number, maxRows: number) => `有 ${formatCount(rows)} 行，最多 ${formatCount(maxRows)} 行。${AS_FILE}。`;

/** Why a pasted text is too large, in a sentence; told without reading it, so that the page does not wait. */
export function tooLarge(text: string, maxRows: number): string | undefined {
  const lines = linesOf(text);
  if (text.length > PASTED_MAX)
    return `粘贴的内容有 ${formatCount(lines)} 行、${(text.length / 1e6).toFixed(1)} MB，最多 ${PASTED_MAX / 1e6} MB。${AS_FILE}。`;
  // A quoted cell may hold line ends; blank lines are no rows.
  const rows = text.includes('"') || /\n\s*\n/.test(text) ? 0 : lines - 1;
  return rows > maxRows ? tooManyRows(rows, maxRows) : undefined;
}

/** A pasted text as a table, or why it cannot be used, in a sentence. */
export function readPasted({ maxRows, maxColumns }: TableParameter, text: string): { table: Grid } | { problem: string } {
  const problem = tooLarge(text, maxRows);
  if (problem !== undefined) return { problem };
  const table = parseTable(text);
  if (table === undefined) return { problem: '只读到一行。请连同列名一起复制，至少两行。' };
  if (table.rows.length > maxRows) return { problem: tooManyRows(table.rows.length, maxRows) };
  if (table.columns.length > maxColumns) return { problem: `有 ${table.columns.length} 列，最多 ${maxColumns} 列。请只复制需要的列。` };
  return { table };
}

/** How a column of a table is read, for its heading and the marks at its cells. */
export interface ColumnLook {
  type: 'number' | 'text';
  unusable: ReadonlySet<number>;
  rewritten: number;
  missing: number;
  /** Most cells are a ratio with its interval, which three columns would hold. */
  ratio: boolean;
}

/** Only of P is 「<0.001」 read as its bound; a concentration below a limit is no number. */
const areShares = (cells: readonly string[]): boolean => cells.every((cell) => Math.abs(writtenNumber(cell, true) ?? 0) <= 1);

function lookAt(rows: Grid['rows'], column: number): ColumnLook {
  const cells = rows.slice(0, TYPED_ROWS).map((row) => row[column] ?? '');
  const { type, unusable, rewritten, missing } = readColumn(cells, areShares(cells));
  const ratios = type === 'number' ? 0 : cells.filter((cell) => splitRatio(cell) !== undefined).length;
  return { type, unusable: new Set(unusable), rewritten, missing, ratio: ratios > 0 && ratios * 2 > cells.length - missing };
}

const looks = new WeakMap<Grid['rows'], Map<number, ColumnLook>>();

/** Read once for each state of the table. */
export function columnLook({ rows }: Grid, column: number): ColumnLook {
  const known = looks.get(rows) ?? new Map<number, ColumnLook>();
  looks.set(rows, known);
  const look = known.get(column) ?? lookAt(rows, column);
  known.set(column, look);
  return look;
}

function freeName(columns: readonly string[], wanted: string): string {
  let name = wanted;
  for (let copy = 2; columns.includes(name); copy += 1) name = `${wanted} (${copy})`;
  return name;
}

/** What a column of ratios with intervals is of: `OR` of 「OR (95% CI)」. */
export const ratioName = (heading: string): string => (heading.split(/[(（[]/, 1)[0] ?? '').trim() || 'HR';

/**
 * A column of 「0.71 (0.55–0.91)」 as three; a cell that is none keeps its text in the first. The limits have names by which forms find them;
 * those of a second such column, names of their own.
 */
export function splitRatioColumn({ columns, rows }: Grid, column: number): Grid {
  const name = ratioName(columns[column] ?? '');
  const others = columns.filter((_, c) => c !== column);
  const limits = ['下限', '上限'].map((limit) => (others.includes(limit) ? `${name} ${limit}` : limit));
  const names = [name, ...limits].map((wanted) => freeName(others, wanted));
  const put = <T>(cells: readonly T[], three: readonly T[]) => [...cells.slice(0, column), ...three, ...cells.slice(column + 1)];
  return {
    columns: put(columns, names),
    rows: rows.map((row) => put(row, splitRatio(row[column] ?? '') ?? [row[column] ?? '', '', ''])),
  };
}
