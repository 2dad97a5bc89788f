import type { ColumnarTable } from '@oncoloom/figures';
import { type ReactTable, useTable } from '@tanstack/react-table';
import { useMemo, useState } from 'react';

import { type GridFeatures, type GridRow, gridColumns, gridFeatures } from './grid-features.ts';
import { keyFirst, type ShownColumn } from './table-columns.ts';

export type Grid = ReactTable<GridFeatures, GridRow>;

interface Options {
  table: ColumnarTable;
  columns: readonly ShownColumn[];
  /** Places of the rows that the view and the search leave. */
  rows: readonly number[];
  sort: { column: string; order: 'asc' | 'desc' } | undefined;
  narrow: boolean;
}

/** The rows and columns of a result's table as a reader has arranged them. On a phone the columns that matter stand first. */
export function useGrid({ table, columns, rows, sort, narrow }: Options): Grid {
  const definitions = useMemo(() => gridColumns(table, columns), [table, columns]);
  const data = useMemo(() => rows.map((row): GridRow => ({ row })), [rows]);
  const columnOrder = useMemo(() => (narrow ? keyFirst(columns) : columns).map(({ name }) => name), [columns, narrow]);
  const [initialState] = useState(() => ({ sorting: sort === undefined ? [] : [{ id: sort.column, desc: sort.order === 'desc' }] }));
  return useTable({
    features: gridFeatures,
    data,
    columns: definitions,
    initialState,
    state: { columnOrder },
    getRowId: ({ row }) => String(row),
    enableSortingRemoval: false,
    enableMultiSort: false,
  });
}

/** Places of the rows that the filters leave, in their order. */
export function rowsOf(grid: Grid): number[] {
  return grid.getRowModel().rows.map(({ original }) => original.row);
}
