import type { ColumnarTable } from '@oncoloom/figures';
import { boundOf, compares, splitGenes, type ToldTable } from '@oncoloom/tool-kit';

type View = NonNullable<ToldTable['views']>[number];

/** Indices of the rows for which all clauses of a view hold. */
export function rowsOfView(table: ColumnarTable, view: Pick<View, 'clauses'>, parameters: Readonly<Record<string, unknown>>): number[] {
  const tests = view.clauses.map((clause) => ({
    cells: table.columns[clause.column],
    is: clause.is,
    limit: boundOf(clause, parameters),
  }));
  const rows: number[] = [];
  for (let row = 0; row < table.rowCount; row += 1) {
    if (tests.every(({ cells, is, limit }) => cells instanceof Float64Array && compares(cells[row] ?? Number.NaN, is, limit)))
      rows.push(row);
  }
  return rows;
}

/** Every row of a table. */
export function allRows(table: ColumnarTable): number[] {
  return Array.from({ length: table.rowCount }, (_, row) => row);
}

/** The text columns that a search looks into: names of genes where the table has a column of them, else all. */
export interface Searched {
  genes: boolean;
  columns: readonly (readonly string[])[];
}

export function searchedColumns(table: ColumnarTable, declaration: ToldTable): Searched {
  const genes = declaration.columns.filter(({ type }) => type === 'gene').map(({ name }) => name);
  const columns = (genes.length > 0 ? genes : table.order).flatMap((name) => {
    const cells = table.columns[name];
    return cells === undefined || cells instanceof Float64Array ? [] : [cells];
  });
  return { genes: genes.length > 0, columns };
}

/** Rows with a cell that holds the text, whatever its case. */
function rowsHolding(rows: readonly number[], columns: Searched['columns'], text: string): number[] {
  const part = text.toLowerCase();
  return rows.filter((row) => columns.some((cells) => cells[row]?.toLowerCase().includes(part)));
}

/**
 * Rows that match a search: the text is looked for inside the names. Several words are a list of whole names where the names
 * are genes', and elsewhere when no name holds the text (「cell cycle」 is one name). `missing` are those names that no row has.
 */
export function search(
  rows: readonly number[],
  { genes, columns }: Searched,
  text: string,
): { rows: readonly number[]; missing: string[] } {
  const words = splitGenes(text);
  if (words.length === 0) return { rows, missing: [] };
  if (words.length === 1 || !genes) {
    const found = rowsHolding(rows, columns, words.length === 1 ? (words[0] ?? '') : text.trim());
    if (words.length === 1 || found.length > 0) return { rows: found, missing: [] };
  }
  const wanted = new Set(words.map((word) => word.toLowerCase()));
  const met = new Set<string>();
  const found = rows.filter((row) =>
    columns.some((cells) => {
      const name = cells[row]?.toLowerCase() ?? '';
      if (!wanted.has(name)) return false;
      met.add(name);
      return true;
    }),
  );
  return { rows: found, missing: words.filter((word) => !met.has(word.toLowerCase())) };
}

/** Those of the names that none of the columns holds. */
export function absentNames({ columns }: Searched, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const known = new Set(columns.flatMap((cells) => cells.map((cell) => cell.toLowerCase())));
  return names.filter((name) => !known.has(name.toLowerCase()));
}
