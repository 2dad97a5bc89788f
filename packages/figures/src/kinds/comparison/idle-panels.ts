import { facetsOf } from '../../data/facets.ts';
import { numbersOf, optionalTexts, tableOf, textsOf } from '../../data/table.ts';
import type { ColumnarTable, FigureData } from '../../data/types.ts';

/** A table of some of its rows. */
function rowsOf(table: ColumnarTable, rows: readonly number[]): ColumnarTable {
  const columns = Object.entries(table.columns).map(([name, column]) => [
    name,
    column instanceof Float64Array ? Float64Array.from(rows, (row) => column[row] as number) : rows.map((row) => column[row] as string),
  ]);
  return { ...table, rowCount: rows.length, columns: Object.fromEntries(columns) };
}

/** Of a group of fewer values nothing can be compared. */
const COMPARED_FROM = 2;

/**
 * A comparison without the panels in which fewer than two groups have two values or more: they show no difference and take room from those that
 * do. `idle` are their names. Where no panel compares anything, all stay.
 */
export function withoutIdlePanels(data: FigureData): { data: FigureData; idle: readonly string[] } {
  const { figure, tables } = data;
  const boxes = tableOf(tables, 'boxes');
  const column = figure.columns.facet;
  if (column === undefined || boxes.columns[column] === undefined) return { data, idle: [] };
  const n = numbersOf(boxes, figure.columns.n);
  const facets = facetsOf(textsOf(boxes, column), boxes.rowCount);
  const idle = facets.names.filter((_, i) => (facets.rows[i] ?? []).filter((row) => (n[row] as number) >= COMPARED_FROM).length < 2);
  if (idle.length === 0 || idle.length === facets.names.length) return { data, idle: [] };
  const shown = Object.entries(tables).map(([role, table]): [string, ColumnarTable] => {
    const of = table.columns[column] === undefined ? null : optionalTexts(table, column);
    if (of === null) return [role, table];
    return [
      role,
      rowsOf(
        table,
        [...of.keys()].filter((row) => !idle.includes(of[row] as string)),
      ),
    ];
  });
  return { data: { ...data, tables: Object.fromEntries(shown) }, idle };
}
