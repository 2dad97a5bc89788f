import type { ColumnarTable } from '@oncoloom/figures';
import { moduleColour } from '@oncoloom/tool-kit';
import { type KeyboardEvent, memo, type ReactNode, useContext } from 'react';
import { Link } from 'react-router';
import { geneLinks, genePageOf } from '../../genes/gene-links.ts';
import { SharedLink } from '../../result-data/result-access.ts';
import { shownText } from './grid-features.ts';
import type { Line } from './row-groups.ts';
import { namingColumn, type ShownColumn } from './table-columns.ts';

/** Types whose cells stand to the left. */
export const TEXTUAL: ReadonlySet<string> = new Set(['gene', 'text', 'flag']);

/** What rows of a table with groups can do; the same object as long as the groups are. */
export interface Grouping {
  /** The word for a row, such as 条目. */
  what: string;
  fold: (lead: number, open: boolean) => void;
}

interface RowProps extends Line {
  table: ColumnarTable;
  columns: readonly ShownColumn[];
  links: boolean;
  /** Place in the table as sorted, from 0. */
  place: number;
  /** Whether it is chosen; undefined where rows cannot be chosen. */
  chosen: boolean | undefined;
  onChoose: (row: number, chosen: boolean) => void;
  /** Absent where the rows stand in no groups. */
  groups: Grouping | null;
  /** An arrow key on a row of groups. */
  onArrow: (event: KeyboardEvent<HTMLTableRowElement>, place: number) => void;
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

/** A module of WGCNA with a patch of the colour that it is named after. */
function ModuleName({ name }: { name: string }) {
  const colour = moduleColour(name);
  return (
    <>
      {colour !== undefined && <i className="cell-swatch" style={{ background: colour }} aria-hidden />}
      {name}
    </>
  );
}

/** A gene's name leads to its page, with the tools for one gene. */
function GeneName({ name }: { name: string }) {
  const page = genePageOf(name);
  const shared = useContext(SharedLink) !== undefined;
  // Who reads by a link has no account, and that page asks for one.
  return page === undefined || shared ? name : <Link to={page}>{name}</Link>;
}

/** A cell's content: names of genes and of modules are more than their text. */
function shownCell({ name, type }: ShownColumn, text: string, known: boolean): ReactNode {
  if (type === 'gene' && known) return <GeneName name={text} />;
  return name === 'module' ? <ModuleName name={text} /> : text;
}

/** What unfolds the rows beneath a representative; rows that have none beneath them leave its room free. */
function FoldButton({ row, level, members, open, groups }: Pick<RowProps, 'row' | 'level' | 'members' | 'open'> & { groups: Grouping }) {
  if (members === 0) return <span className={level === 1 ? 'row-fold' : 'row-fold is-beneath'} />;
  return (
    <button
      type="button"
      className="row-fold"
      aria-expanded={open}
      aria-label={`${open ? '收起' : '展开'} ${members} 个相似${groups.what}`}
      onClick={() => groups.fold(row, !open)}
    >
      <i aria-hidden />
      {members}
    </button>
  );
}

/** One row of a result's table, with its group's button and its checkbox in the first cell. */
export const GridRow = memo(function GridRow(props: RowProps) {
  const { table, columns, links, row, place, chosen, onChoose, level, members, open, matches, groups, onArrow } = props;
  const gene = columns.find(({ type }) => type === 'gene');
  const name = gene === undefined ? undefined : table.columns[gene.name]?.[row];
  const naming = namingColumn(columns);
  const called = naming === undefined ? '' : shownText(naming, table.columns[naming.name]?.[row]);
  const look = [...(chosen === true ? ['is-chosen'] : []), ...(level === 2 ? ['is-member'] : []), ...(matches ? [] : ['is-context'])];
  const tree =
    groups === null
      ? {}
      : {
          'aria-level': level,
          ...(members > 0 ? { 'aria-expanded': open } : {}),
          tabIndex: -1,
          onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => onArrow(event, place),
        };
  return (
    // Counted from 1, the head is the first.
    <tr aria-rowindex={place + 2} className={look.join(' ') || undefined} {...tree}>
      {columns.map((column, i) => {
        const { name: id, type, barEnd } = column;
        const value = table.columns[id]?.[row];
        const text = shownText(column, value);
        const className = type === 'gene' ? 'gene' : TEXTUAL.has(type) ? undefined : 'is-number';
        const exact = value === undefined || text === '—' ? undefined : String(value);
        const shown = shownCell(column, text, exact !== undefined);
        if (i === 0)
          return (
            <th key={id} scope="row" className={className} title={exact}>
              {chosen !== undefined && (
                <input
                  type="checkbox"
                  className="row-choice"
                  aria-label={`选中 ${called}`}
                  checked={chosen}
                  disabled={!matches}
                  onChange={(event) => onChoose(row, event.target.checked)}
                />
              )}
              {groups !== null && <FoldButton {...{ row, level, members, open, groups }} />}
              {shown}
              {!matches && (
                <small className="row-stands" title="这一行本身不符合，列出来是因为它代表下面的行">
                  代表
                </small>
              )}
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
