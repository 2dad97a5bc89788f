import type { ColumnarTable } from '@oncoloom/figures';
import type { ToldTable } from '@oncoloom/tool-kit';
import { useCallback, useMemo, useState } from 'react';

import { type GroupedLines, groupedLines, groupsOf, type Line, plainLines } from './row-groups.ts';
import { type Grid, rowsOf } from './use-grid.ts';

interface Options {
  table: ColumnarTable;
  declaration: ToldTable;
  grid: Grid;
  /** Places of the rows that the view and the search leave; other ones are another search. */
  found: readonly number[];
  /** Whether a search, or a choice in a figure, has left them. */
  sought: boolean;
}

/** What a reader folds and unfolds in a table of groups. */
export interface Folding extends Omit<GroupedLines, 'lines' | 'rows'> {
  merged: boolean;
  setMerged: (merged: boolean) => void;
  /** Whether any group has rows that can be unfolded; whether all are. */
  foldable: boolean;
  allOpen: boolean;
  foldAll: (open: boolean) => void;
}

interface ShownLines {
  lines: readonly Line[];
  /** Every row of the lines, those of folded groups as well, in the order of the unfolded table. */
  rows: readonly number[];
  fold: (lead: number, open: boolean) => void;
  /** Absent where the table has no groups. */
  folding: Folding | null;
}

const NONE: ReadonlySet<number> = new Set();

/**
 * The lines of a table, its groups folded until a reader unfolds them. While something is sought by a text, a filter of a column or a
 * figure, the groups of what was found stand unfolded, so that no row that was found is out of sight.
 */
export function useGroups({ table, declaration, grid, found, sought }: Options): ShownLines {
  const groups = useMemo(() => groupsOf(table, declaration), [table, declaration]);
  const [merged, setMerged] = useState(true);
  const [opened, setOpened] = useState(NONE);
  const [closed, setClosed] = useState<{ found: unknown; filters: unknown; leads: ReadonlySet<number> }>();
  const model = grid.getRowModel().rows;
  const filters = grid.state.columnFilters;
  const narrowed = sought || filters.length > 0;
  // What was folded in one search must not hide what another one finds.
  const folded = closed?.found === found && closed.filters === filters ? closed.leads : NONE;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the grid is the same object when its rows are others
  const rows = useMemo(() => rowsOf(grid), [grid, model]);
  const arranged = useMemo(
    () => (groups !== null && merged ? groupedLines(rows, groups, (lead) => (narrowed ? !folded.has(lead) : opened.has(lead))) : null),
    [rows, groups, merged, narrowed, folded, opened],
  );
  const plain = useMemo(() => (arranged === null ? plainLines(rows) : []), [arranged, rows]);

  const change = useCallback(
    (leads: readonly number[], open: boolean) => {
      const changed = (of: ReadonlySet<number>, held: boolean) =>
        held ? new Set([...of, ...leads]) : new Set([...of].filter((lead) => !leads.includes(lead)));
      if (narrowed) setClosed({ found, filters, leads: changed(folded, !open) });
      else setOpened((now) => changed(now, open));
    },
    [narrowed, found, filters, folded],
  );
  const fold = useCallback((lead: number, open: boolean) => change([lead], open), [change]);
  if (groups === null) return { lines: plain, rows, fold, folding: null };
  const { lines = plain, rows: ordered = rows, groups: count = 0, ungrouped = 0 } = arranged ?? {};
  return {
    lines,
    rows: ordered,
    fold,
    folding: {
      merged,
      setMerged,
      groups: count,
      ungrouped,
      foldable: lines.some(({ members }) => members > 0),
      allOpen: lines.every(({ members, open }) => members === 0 || open),
      foldAll: (open) => change(groups.unfolding, open),
    },
  };
}
