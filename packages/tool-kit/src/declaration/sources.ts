import { type Clause, clauseHolds } from './clauses.ts';

/** A cell that has the text of a fact, as the gene that another fact is about, or of a parameter, as a group. */
type Named = { column: string } & ({ fact: string } | { parameter: string });

/**
 * The place in a stored table that a fact is: the number of the rows that fulfil all conditions, or of these rows the first one's cell of a
 * column, or what the column has of them. A test looks it up in every tool's example (`apps/server/tests/analyses/sources.test.ts`).
 */
export interface TableSource {
  table: string;
  where?: readonly (Clause | Named)[];
  column?: string;
  /** Left out: the first row's cell; `distinct`: how many different values. */
  of?: 'min' | 'max' | 'distinct' | 'sum' | 'median';
}

/** Rows or columns of what was put in, less those that only describe others. */
export interface InputSource {
  input: string;
  of: 'rows' | 'columns';
}

/** A parameter that the fact repeats. */
interface ParameterSource {
  parameter: string;
}

/** Where a fact can be looked up. */
export type FactSource = TableSource | InputSource | ParameterSource;

/** The number of rows of a table that fulfil conditions. */
export const rowsOf = (table: string, ...where: NonNullable<TableSource['where']>): TableSource => ({ table, where });

/** The cell of a column in the row that fulfils conditions. */
export const cellOf = (table: string, column: string, ...where: NonNullable<TableSource['where']>): TableSource => ({
  table,
  column,
  where,
});

/** Facts by the columns of a table in which they stand: of each the first row that has the value. For decimals, which stand in one row. */
export const standIn = (table: string, columns: Readonly<Record<string, string>>): Record<string, TableSource> =>
  Object.fromEntries(Object.entries(columns).map(([fact, column]) => [fact, cellOf(table, column, { column, fact })]));

/** A table as it was read: columns by name, numbers or texts. */
interface Rows {
  rowCount: number;
  columns: Readonly<Record<string, ArrayLike<number | string>>>;
}

/** What a run knows of itself. */
interface RunValues {
  parameters: Readonly<Record<string, unknown>>;
  facts: Readonly<Record<string, unknown>>;
}

/** What stands there: its value, and the rows that it rests on, from 0. */
export interface Found {
  value: number | string | null;
  rows: readonly number[];
}

function holds(condition: Clause | Named, { columns }: Rows, row: number, { parameters, facts }: RunValues): boolean {
  const cell = columns[condition.column]?.[row];
  if ('fact' in condition) return cell !== undefined && isSame(cell, facts[condition.fact]);
  if ('parameter' in condition) return cell !== undefined && String(cell) === String(parameters[condition.parameter]);
  return typeof cell === 'number' && clauseHolds(condition, cell, parameters);
}

/** Looks a fact up in its table. Null where the table has not got the column, as one of an older version of the tool. */
export function lookUp({ where = [], column, of }: TableSource, table: Rows, run: RunValues): Found | null {
  if ([...where.map((condition) => condition.column), ...(column === undefined ? [] : [column])].some((name) => !(name in table.columns)))
    return null;
  const rows = Array.from({ length: table.rowCount }, (_, row) => row).filter((row) =>
    where.every((condition) => holds(condition, table, row, run)),
  );
  if (column === undefined) return { value: rows.length, rows };
  const cells = table.columns[column];
  const at = (row: number) => cells?.[row] ?? null;
  if (of === 'distinct') return { value: new Set(rows.map(at).filter((cell) => cell !== '' && !Number.isNaN(cell))).size, rows };
  if (of === 'sum') return { value: rows.reduce((total, row) => total + (Number(at(row)) || 0), 0), rows };
  if (of === 'median') return { value: median(rows.map(at)), rows };
  const first = of === undefined ? rows[0] : extreme(rows, at, of);
  return first === undefined ? { value: null, rows: [] } : { value: at(first), rows: [first] };
}

/** Of the numbers among the cells. */
function median(cells: readonly (number | string | null)[]): number | null {
  const numbers = cells.filter((cell) => typeof cell === 'number' && !Number.isNaN(cell)).map(Number);
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** The row with the smallest or the largest number; the first of several. */
function extreme(rows: readonly number[], at: (row: number) => number | string | null, of: 'min' | 'max'): number | undefined {
  let best: number | undefined;
  let bound = of === 'min' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    const cell = at(row);
    if (typeof cell !== 'number' || Number.isNaN(cell)) continue;
    if (best === undefined || (of === 'min' ? cell < bound : cell > bound)) [best, bound] = [row, cell];
  }
  return best;
}

/** Whether a fact is what was looked up: the numbers of a table went through text. */
export function isSame(found: Found['value'], fact: unknown): boolean {
  if (typeof found === 'number' && typeof fact === 'number')
    return found === fact || (Number.isFinite(found) && Math.abs(found - fact) <= 1e-9 * Math.max(Math.abs(found), Math.abs(fact)));
  return found !== null && String(found) === String(fact);
}
