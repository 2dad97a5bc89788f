/** Compares one table of a result as two systems wrote it. */

/** What packages promise across versions and machines: relative, and for zeros in relation to the column's scale. */
const RELATIVE = 1e-6;
const FLOOR = 1e-9;
/** P values are told apart down to the smallest number there is. */
const P_FLOOR = 1e-300;

export interface Difference {
  /** `shape`: columns or number of rows; `rows`: which rows; `order`: their order only; `cells`: values of a column. */
  kind: 'shape' | 'rows' | 'order' | 'cells';
  column: string | null;
  /** Rows that differ. */
  count: number;
  /** Largest relative difference of a column of numbers. */
  largest: number | null;
  /** One of them, for people. */
  example: string;
}

interface Table {
  columns: string[];
  rows: string[][];
}

function parse(text: string): Table {
  // A table of simulated data says so in a first line.
  const lines = text.replace(/^(#[^\n]*\n)+/, '').split('\n');
  if (lines.at(-1) === '') lines.pop();
  const [columns = [], ...rows] = lines.map((line) => line.split('\t'));
  return { columns, rows };
}

/** Names of rows: the first column that is unique in both, else the place. */
function rowNames({ rows }: Table, column: number | undefined): string[] {
  return rows.map((row, i) => (column === undefined ? String(i + 1) : (row[column] ?? '')));
}

function nameColumn(a: Table, b: Table): number | undefined {
  const isUnique = ({ rows }: Table) => new Set(rows.map((row) => row[0])).size === rows.length;
  return isUnique(a) && isUnique(b) ? 0 : undefined;
}

const isNumber = (cell: string) => cell !== '' && !Number.isNaN(Number(cell));

/** Largest magnitude of a column, which says what counts as zero in it. */
function scaleOf(cells: readonly string[]): number {
  return cells.reduce((most, cell) => (isNumber(cell) && Number.isFinite(Number(cell)) ? Math.max(most, Math.abs(Number(cell))) : most), 0);
}

/** 0 where two cells are the same within what is promised, else how far they are apart; infinite where one is no number. */
function distance(a: string, b: string, floor: number): number {
  if (a === b) return 0;
  if (!isNumber(a) || !isNumber(b)) return Number.POSITIVE_INFINITY;
  const [x, y] = [Number(a), Number(b)];
  if (x === y) return 0;
  const apart = Math.abs(x - y);
  if (!Number.isFinite(apart)) return Number.POSITIVE_INFINITY;
  const relative = apart / Math.max(Math.abs(x), Math.abs(y));
  return apart <= floor || relative <= RELATIVE ? 0 : relative;
}

function compareColumn(name: string, type: string, names: readonly string[], a: readonly string[], b: readonly string[]): Difference[] {
  const floor = type === 'p' ? P_FLOOR : FLOOR * Math.max(scaleOf(a), scaleOf(b));
  let count = 0;
  let largest = 0;
  let worst = 0;
  for (const [i, cell] of a.entries()) {
    const apart = distance(cell, b[i] ?? '', floor);
    if (apart === 0) continue;
    count += 1;
    if (apart > largest) {
      largest = apart;
      worst = i;
    }
  }
  if (count === 0) return [];
  const example = `${names[worst]}: ${a[worst] || 'empty'} / ${b[worst] || 'empty'}`;
  return [{ kind: 'cells', column: name, count, largest: Number.isFinite(largest) ? largest : null, example }];
}

/**
 * All differences between two tables, as tab separated text with a header.
 * @param types Declared types of columns; those of P values are compared by their ratio alone.
 */
export function compareTables(first: string, second: string, types: Readonly<Record<string, string>>): Difference[] {
  if (first === second) return [];
  const [a, b] = [parse(first), parse(second)];
  if (a.columns.join('\t') !== b.columns.join('\t')) {
    const odd = [...a.columns.filter((name) => !b.columns.includes(name)), ...b.columns.filter((name) => !a.columns.includes(name))];
    return [
      { kind: 'shape', column: null, count: odd.length, largest: null, example: `columns: ${odd.slice(0, 5).join(', ') || 'their order'}` },
    ];
  }
  if (a.rows.length !== b.rows.length)
    return [
      {
        kind: 'shape',
        column: null,
        count: Math.abs(a.rows.length - b.rows.length),
        largest: null,
        example: `${a.rows.length} / ${b.rows.length} rows`,
      },
    ];
  const column = nameColumn(a, b);
  const names = rowNames(a, column);
  const places = new Map(rowNames(b, column).map((name, i) => [name, i]));
  const odd = names.filter((name) => !places.has(name));
  if (odd.length > 0) return [{ kind: 'rows', column: null, count: odd.length, largest: null, example: odd.slice(0, 5).join(', ') }];
  const matched = names.map((name) => b.rows[places.get(name) ?? -1] ?? []);
  const moved = names.filter((name, i) => places.get(name) !== i);
  const order: Difference[] =
    moved.length === 0 ? [] : [{ kind: 'order', column: null, count: moved.length, largest: null, example: moved.slice(0, 5).join(', ') }];
  const cells = a.columns.flatMap((name, j) =>
    compareColumn(
      name,
      types[name] ?? types['*'] ?? 'text',
      names,
      a.rows.map((row) => row[j] ?? ''),
      matched.map((row) => row[j] ?? ''),
    ),
  );
  return [...order, ...cells];
}
