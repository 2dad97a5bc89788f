import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import type { ColumnarTable } from '@oncoloom/figures';
import { formatCount } from '@oncoloom/tool-kit';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';

import { GridRow, type Grouping, TEXTUAL } from './grid-row.tsx';
import type { Line } from './row-groups.ts';
import type { ShownColumn } from './table-columns.ts';
import { useArrows } from './use-arrows.ts';
import type { Grid } from './use-grid.ts';

const ROW_HEIGHT = 34;
const ROWS_IN_VIEW = 12;
/** The head takes one line more where a meaning is long; room for the browser's own bar along the bottom. */
const HEAD_AND_BAR = 92;
const OVERSCAN = 8;
const LINKS_WIDTH = 160;
const CHOICE_WIDTH = 44;
/** The button, and the indentation of the rows beneath it. */
const FOLD_WIDTH = 72;

function ColumnHead({ column, grid }: { column: ShownColumn; grid: Grid }) {
  const sorted = grid.getColumn(column.name)?.getIsSorted();
  const filtered = grid.getColumn(column.name)?.getIsFiltered() === true;
  return (
    <th
      scope="col"
      className={TEXTUAL.has(column.type) ? undefined : 'is-number'}
      aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none'}
    >
      <button type="button" onClick={() => grid.getColumn(column.name)?.toggleSorting()}>
        <span className={filtered ? 'is-filtered' : undefined}>
          {column.name}
          {sorted === 'asc' && <CaretUpOutlined />}
          {sorted === 'desc' && <CaretDownOutlined />}
        </span>
        <small>{column.title}</small>
      </button>
    </th>
  );
}

interface RowGridProps {
  title: string;
  table: ColumnarTable;
  grid: Grid;
  /** The rows, as they are folded. */
  lines: readonly Line[];
  /** Absent where the rows stand in no groups. */
  groups: Grouping | null;
  /** Every column that can be shown. */
  columns: readonly ShownColumn[];
  links: boolean;
  narrow: boolean;
}

/** A long table of which only the rows in view are drawn; head and first column stay while it scrolls. */
export function RowGrid({ title, table, grid, lines, groups, columns: all, links, narrow }: RowGridProps) {
  const frame = useRef<HTMLElement>(null);
  const { rows } = grid.getRowModel();
  const visible = grid.getVisibleLeafColumns();
  const columns = useMemo(() => visible.flatMap(({ id }) => all.find(({ name }) => name === id) ?? []), [visible, all]);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    // What is in view before the frame has been measured.
    initialRect: { width: 0, height: ROWS_IN_VIEW * ROW_HEIGHT },
    // Drawing at once inside an effect is refused by React.
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are read from their beginning
  useLayoutEffect(() => {
    if (frame.current) frame.current.scrollTop = 0;
  }, [rows]);
  const onArrow = useArrows({ frame, lines, groups, show: virtualizer.scrollToIndex });
  const room = narrow ? 'narrow' : 'roomy';
  const choosing = !narrow;
  const firstWidth = (choosing ? CHOICE_WIDTH - 12 : 0) + (groups === null ? 0 : FOLD_WIDTH);
  const widths = columns.map((column, i) => column.width[room] + (i === 0 ? firstWidth : 0));
  const width = widths.reduce((sum, one) => sum + one, links ? LINKS_WIDTH : 0);
  const span = columns.length + (links ? 1 : 0);
  const drawn = virtualizer.getVirtualItems();
  const before = drawn[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (drawn.at(-1)?.end ?? 0);
  const { rowSelection } = grid.state;
  const choose = useCallback((row: number, chosen: boolean) => grid.setRowSelection((now) => ({ ...now, [row]: chosen })), [grid]);
  return (
    <section
      ref={frame}
      className="row-grid"
      style={{ maxHeight: ROWS_IN_VIEW * ROW_HEIGHT + HEAD_AND_BAR }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard
      tabIndex={0}
      aria-label={`${title}，可滚动`}
    >
      <table
        {...(groups === null ? {} : { role: 'treegrid' })}
        style={{ minWidth: width }}
        aria-rowcount={lines.length + 1}
        aria-label={`${title}，${formatCount(rows.length)} 行`}
      >
        <colgroup>
          {columns.map((column, i) => (
            <col key={column.name} style={{ width: widths[i] }} />
          ))}
          {links && <col style={{ width: LINKS_WIDTH }} />}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <ColumnHead key={column.name} column={column} grid={grid} />
            ))}
            {links && (
              <th scope="col" className="cell-links">
                外部链接
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {before > 0 && (
            <tr aria-hidden>
              <td colSpan={span} className="row-space" style={{ height: before }} />
            </tr>
          )}
          {drawn.map(({ index }) => {
            const line = lines[index];
            if (line === undefined) return null;
            const chosen = choosing ? rowSelection[line.row] === true : undefined;
            return (
              <GridRow key={line.row} {...line} {...{ table, links, chosen, columns, groups, onArrow }} place={index} onChoose={choose} />
            );
          })}
          {after > 0 && (
            <tr aria-hidden>
              <td colSpan={span} className="row-space" style={{ height: after }} />
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}
