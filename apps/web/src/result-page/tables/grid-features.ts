import type { ColumnarTable } from '@oncoloom/figures';
import { absentIn, formatTyped } from '@oncoloom/tool-kit';
import {
  type ColumnDef,
  columnFilteringFeature,
  columnOrderingFeature,
  columnVisibilityFeature,
  createFilteredRowModel,
  createSortedRowModel,
  type FilterFn,
  type Row,
  rowSelectionFeature,
  rowSortingFeature,
  type SortFn,
  tableFeatures,
} from '@tanstack/react-table';

import type { ShownColumn } from './table-columns.ts';

/** One row of a columnar table, by its place in the file. */
export interface GridRow {
  row: number;
}

/** What the grid of a result can do with its rows and columns. */
export const gridFeatures = tableFeatures({
  columnFilteringFeature,
  columnOrderingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
});
export type GridFeatures = typeof gridFeatures;

/** Bounds of a number, both included; an absent one does not bound. */
export interface Range {
  min?: number | undefined;
  max?: number | undefined;
}

const inRange: FilterFn<GridFeatures, GridRow> = (row, column, { min, max }: Range) => {
  const value = row.getValue<number | undefined>(column);
  return value !== undefined && (min === undefined || value >= min) && (max === undefined || value <= max);
};
inRange.autoRemove = (range: Range | undefined) => range?.min === undefined && range?.max === undefined;

/** Compares what a reader sees: a flag is 是, a class 上调. */
function holdsText(column: ShownColumn): FilterFn<GridFeatures, GridRow> {
  const holds: FilterFn<GridFeatures, GridRow> = (row, id, text: string) =>
    shownText(column, row.getValue<string | undefined>(id)).toLowerCase().includes(text.trim().toLowerCase());
  holds.autoRemove = (text: string | undefined) => (text ?? '').trim() === '';
  return holds;
}

/** By character codes: names of genes have no language. Missing values are kept apart by `sortUndefined`. */
const byValue: SortFn<GridFeatures, GridRow> = (a: Row<GridFeatures, GridRow>, b: Row<GridFeatures, GridRow>, id: string) => {
  const [x, y] = [a.getValue<string | number>(id), b.getValue<string | number>(id)];
  return x < y ? -1 : x > y ? 1 : 0;
};

/** A cell as the page shows it. */
export function shownText(column: ShownColumn, value: string | number | undefined): string {
  return column.codes?.[String(value)]?.zh ?? formatTyped(value, column.type, column.digits, absentIn(column));
}

/** Columns of the grid over a columnar table: numbers are filtered by a range, texts by what they hold; missing values stand last. */
export function gridColumns(table: ColumnarTable, columns: readonly ShownColumn[]): ColumnDef<GridFeatures, GridRow>[] {
  return columns.map((column) => {
    const cells = table.columns[column.name];
    const numeric = cells instanceof Float64Array;
    return {
      id: column.name,
      accessorFn: ({ row }: GridRow) => {
        const value = cells?.[row];
        return value === '' || value === 'NA' || Number.isNaN(value) ? undefined : value;
      },
      filterFn: numeric ? inRange : holdsText(column),
      sortFn: byValue,
      sortUndefined: 'last',
      sortDescFirst: false,
    };
  });
}

/** Names that a spreadsheet would compute, such as `=A1`; numbers with a sign are numbers. */
const computes = (text: string): boolean => /^[=+\-@]/.test(text) && Number.isNaN(Number(text));

/**
 * Rows as text with tabs, the package's column names first: what a spreadsheet takes from the clipboard. Numbers keep every digit of
 * the file; a text that a spreadsheet would compute gets an apostrophe before it.
 */
export function toTsv(table: ColumnarTable, columns: readonly string[], rows: readonly number[]): string {
  const cell = (value: string | number | undefined): string => {
    if (typeof value !== 'string') return value === undefined || Number.isNaN(value) ? '' : String(value);
    const text = value.replace(/\s+/g, ' ');
    return computes(text) ? `'${text}` : text;
  };
  const lines = rows.map((row) => columns.map((name) => cell(table.columns[name]?.[row])).join('\t'));
  return [columns.join('\t'), ...lines].join('\n');
}
