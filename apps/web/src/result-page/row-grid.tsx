import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import { formatCount } from '@oncoloom/tool-kit';
import { memo, useContext, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useNarrow } from '../app/use-narrow.ts';
import type { ColumnarTable } from '../charts/types.ts';
import { geneLinks, genePageOf } from './gene-links.ts';
import { SharedLink } from './result-access.ts';
import { formatCell, type ShownColumn } from './table-columns.ts';
import type { Sort } from './table-rows.ts';
import { useRowWindow } from './use-row-window.ts';

const ROW_HEIGHT = 34;
const HEAD_HEIGHT = 54;
const ROWS_IN_VIEW = 12;
const LINKS_WIDTH = 160;
/** Room for the browser's own bar along the bottom. */
const SCROLL_BAR = 16;
const TEXTUAL = new Set(['gene', 'text', 'flag']);

interface RowProps {
  table: ColumnarTable;
  columns: readonly ShownColumn[];
  links: boolean;
  row: number;
  /** Place in the table as sorted, from 0. */
  place: number;
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

const Row = memo(function Row({ table, columns, links, row, place }: RowProps) {
  const gene = columns.find(({ type }) => type === 'gene');
  const name = gene === undefined ? undefined : table.columns[gene.name]?.[row];
  return (
    // Counted from 1, the head is the first.
    <tr aria-rowindex={place + 2}>
      {columns.map(({ name: column, type, digits, barEnd, words }, i) => {
        const value = table.columns[column]?.[row];
        const text = words?.[String(value)] ?? formatCell(value, type, digits);
        const className = type === 'gene' ? 'gene' : TEXTUAL.has(type) ? undefined : 'is-number';
        const exact = value === undefined || text === '—' ? undefined : String(value);
        const shown = type === 'gene' && exact !== undefined ? <GeneName name={text} /> : text;
        if (i === 0)
          return (
            <th key={column} scope="row" className={className} title={exact}>
              {shown}
            </th>
          );
        return (
          <td key={column} className={className} title={exact}>
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

function ColumnHead({ column, sort, onSort }: { column: ShownColumn; sort: Sort | null; onSort: () => void }) {
  const sorted = sort?.column === column.name ? sort.order : undefined;
  return (
    <th
      scope="col"
      className={TEXTUAL.has(column.type) ? undefined : 'is-number'}
      aria-sort={sorted === undefined ? 'none' : sorted === 'asc' ? 'ascending' : 'descending'}
    >
      <button type="button" onClick={onSort}>
        <span>
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
  columns: readonly ShownColumn[];
  links: boolean;
  /** Indices of the rows in the order shown. */
  rows: readonly number[];
  sort: Sort | null;
  onSort: (column: string) => void;
}

/** A long table of which only the rows in view are drawn; head and first column stay while it scrolls. */
export function RowGrid({ title, table, columns, links, rows, sort, onSort }: RowGridProps) {
  const frame = useRef<HTMLElement>(null);
  const height = Math.min(rows.length, ROWS_IN_VIEW) * ROW_HEIGHT;
  const { first, end, before, after, onScroll } = useRowWindow(rows.length, ROW_HEIGHT, height);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are read from their beginning
  useLayoutEffect(() => {
    if (frame.current) frame.current.scrollTop = 0;
  }, [rows]);
  const room = useNarrow() ? 'narrow' : 'roomy';
  const width = columns.reduce((sum, column) => sum + column.width[room], links ? LINKS_WIDTH : 0);
  const span = columns.length + (links ? 1 : 0);
  return (
    <section
      ref={frame}
      className="row-grid"
      style={{ maxHeight: height + HEAD_HEIGHT + SCROLL_BAR }}
      onScroll={onScroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard
      tabIndex={0}
      aria-label={`${title}，可滚动`}
    >
      <table style={{ minWidth: width }} aria-rowcount={rows.length + 1} aria-label={`${title}，${formatCount(rows.length)} 行`}>
        <colgroup>
          {columns.map((column) => (
            <col key={column.name} style={{ width: column.width[room] }} />
          ))}
          {links && <col style={{ width: LINKS_WIDTH }} />}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <ColumnHead key={column.name} column={column} sort={sort} onSort={() => onSort(column.name)} />
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
          {rows.slice(first, end).map((row, i) => (
            <Row key={row} table={table} columns={columns} links={links} row={row} place={first + i} />
          ))}
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
