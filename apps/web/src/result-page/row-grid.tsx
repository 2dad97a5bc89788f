import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import type { ColumnarTable } from '@oncoloom/figures';
import { formatCount } from '@oncoloom/tool-kit';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useContext, useLayoutEffect, useMemo, useRef } from 'react';
import { Link } from 'react-router';

import { geneLinks, genePageOf } from './gene-links.ts';
import { shownText } from './grid-features.ts';
import { SharedLink } from './result-access.ts';
import type { ShownColumn } from './table-columns.ts';
import type { Grid } from './use-grid.ts';

const ROW_HEIGHT = 34;
const ROWS_IN_VIEW = 12;
/** The head takes one line more where a meaning is long; room for the browser's own bar along the bottom. */
const HEAD_AND_BAR = 92;
const OVERSCAN = 8;
const LINKS_WIDTH = 160;
const CHOICE_WIDTH = 44;
const TEXTUAL = new Set(['gene', 'text', 'flag']);

interface RowProps {
  table: ColumnarTable;
  columns: readonly ShownColumn[];
  links: boolean;
  row: number;
  /** Place in the table as sorted, from 0. */
  place: number;
  /** Whether it is chosen; undefined where rows cannot be chosen. */
  chosen: boolean | undefined;
  onChoose: (row: number, chosen: boolean) => void;
}

/** A bar left or right of zero, on the scale of the whole column. */
function Bar({ value, end }: { value: number; end: number }) {
  const share = Number.isFinite(value) && end > 0 ? (Math.abs(value) / end) * 50 : 0;
  return (
    <span className="cell-bar" aria-hidden>
      <i className={value < 0 ? 'is-down' : 'is-up'} style={{ width: `${share}%`, [value < 0 ? 'right' : 'left']: '50%' }} />
    </span>
  );
}

/** A gene's name leads to its page, with the tools for one gene. */
function GeneName({ name }: { name: string }) {
  const page = genePageOf(name);
  const shared = useContext(SharedLink) !== undefined;
  // Who reads by a link has no account, and that page asks for one.
  return page === undefined || shared ? name : <Link to={page}>{name}</Link>;
}

const Row = memo(function Row({ table, columns, links, row, place, chosen, onChoose }: RowProps) {
  const gene = columns.find(({ type }) => type === 'gene');
  const name = gene === undefined ? undefined : table.columns[gene.name]?.[row];
  return (
    // Counted from 1, the head is the first.
    <tr aria-rowindex={place + 2} className={chosen === true ? 'is-chosen' : undefined}>
      {columns.map((column, i) => {
        const { name: id, type, barEnd } = column;
        const value = table.columns[id]?.[row];
        const text = shownText(column, value);
        const className = type === 'gene' ? 'gene' : TEXTUAL.has(type) ? undefined : 'is-number';
        const exact = value === undefined || text === '—' ? undefined : String(value);
        const shown = type === 'gene' && exact !== undefined ? <GeneName name={text} /> : text;
        if (i === 0)
          return (
            <th key={id} scope="row" className={className} title={exact}>
              {chosen !== undefined && (
                <input
                  type="checkbox"
                  className="row-choice"
                  aria-label={`选中 ${text}`}
                  checked={chosen}
                  onChange={(event) => onChoose(row, event.target.checked)}
                />
              )}
              {shown}
            </th>
          );
        return (
          <td key={id} className={className} title={exact}>
            {barEnd !== undefined && typeof value === 'number' && <Bar value={value} end={barEnd} />}
            {shown}
          </td>
        );
      })}
      {links && (
        <td className="cell-links">
          {typeof name === 'string' &&
            geneLinks(name).map(({ label, href }) => (
              <a key={label} href={href} target="_blank" rel="noreferrer" aria-label={`${name}，${label}`}>
                {label}
              </a>
            ))}
        </td>
      )}
    </tr>
  );
});

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

export interface RowGridProps {
  title: string;
  table: ColumnarTable;
  grid: Grid;
  /** Every column that can be shown. */
  columns: readonly ShownColumn[];
  links: boolean;
  narrow: boolean;
}

/** A long table of which only the rows in view are drawn; head and first column stay while it scrolls. */
export function RowGrid({ title, table, grid, columns: all, links, narrow }: RowGridProps) {
  const frame = useRef<HTMLElement>(null);
  const { rows } = grid.getRowModel();
  const visible = grid.getVisibleLeafColumns();
  const columns = useMemo(() => visible.flatMap(({ id }) => all.find(({ name }) => name === id) ?? []), [visible, all]);
  const virtualizer = useVirtualizer({
    count: rows.length,
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
  const room = narrow ? 'narrow' : 'roomy';
  const choosing = !narrow;
  const widths = columns.map((column, i) => column.width[room] + (choosing && i === 0 ? CHOICE_WIDTH - 12 : 0));
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
      <table style={{ minWidth: width }} aria-rowcount={rows.length + 1} aria-label={`${title}，${formatCount(rows.length)} 行`}>
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
            const row = rows[index];
            if (row === undefined) return null;
            const chosen = choosing ? rowSelection[row.id] === true : undefined;
            return <Row key={row.id} {...{ table, links, chosen, columns }} row={row.original.row} place={index} onChoose={choose} />;
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
