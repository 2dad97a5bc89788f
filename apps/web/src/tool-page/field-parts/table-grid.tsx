import { RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { formatCount } from '@oncoloom/tool-kit';
import { Button, Pagination } from 'antd';
import { type KeyboardEvent, useRef, useState } from 'react';
import { changed, type Grid, type History, redone, renameColumn, setCell, undone } from '../data/grid-edit.ts';
import { type ColumnLook, columnLook, ratioName, splitRatioColumn } from '../data/table-edit.ts';
import '../data/grid.css';

const PAGE_ROWS = 10;
/** More columns are not drawn as fields: they are used all the same. */
const COLUMNS_SHOWN = 20;

/** What a column was read as. */
function lookWords({ type, unusable, rewritten, missing }: ColumnLook): string {
  return [
    type === 'number' ? '数字' : '文字',
    unusable.size > 0 ? `${formatCount(unusable.size)} 格不是数字` : '',
    rewritten > 0 ? `${formatCount(rewritten)} 格换了写法` : '',
    missing > 0 ? `${formatCount(missing)} 格空` : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

interface Props {
  label: string;
  grid: Grid;
  onChange: (grid: Grid) => void;
}

/** A pasted table that can be put right: the type of each column, marks at cells that cannot be used, steps back and forth. */
export function TableGrid({ label, grid, onChange }: Props) {
  const [history, setHistory] = useState<Pick<History, 'past' | 'future'>>({ past: [], future: [] });
  const [page, setPage] = useState(1);
  // Letters that follow one another in one cell are one change.
  const typing = useRef('');
  const whole = useRef<HTMLDivElement>(null);
  const show = ({ past, now, future }: History) => {
    setHistory({ past, future });
    onChange(now);
  };
  const apply = (next: Grid, cell = '') => {
    const joins = cell !== '' && typing.current === cell;
    typing.current = cell;
    show(changed({ ...history, now: grid }, next, joins));
  };
  const step = (move: (history: History) => History) => {
    typing.current = '';
    show(move({ ...history, now: grid }));
  };
  // A button that is gone or cannot be clicked any more would leave the keys for steps back and forth to the page.
  const byButton = (work: () => void) => {
    work();
    whole.current?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return;
    event.preventDefault();
    step(event.shiftKey || key === 'y' ? redone : undone);
  };
  const columns = grid.columns.slice(0, COLUMNS_SHOWN);
  const seen = columns.map((_, c) => columnLook(grid, c));
  const firstWrong = Math.min(...seen.flatMap(({ unusable }) => [...unusable]));
  const wrong = seen.reduce((sum, { unusable }) => sum + unusable.size, 0);
  const from = (Math.min(page, Math.max(1, Math.ceil(grid.rows.length / PAGE_ROWS))) - 1) * PAGE_ROWS;
  return (
    <div ref={whole} tabIndex={-1} className="grid-whole" onKeyDown={onKey} role="none">
      <div className="grid-tools">
        <Button size="small" icon={<UndoOutlined />} disabled={history.past.length === 0} onClick={() => byButton(() => step(undone))}>
          撤销
        </Button>
        <Button size="small" icon={<RedoOutlined />} disabled={history.future.length === 0} onClick={() => byButton(() => step(redone))}>
          重做
        </Button>
        {seen.map(({ ratio }, c) =>
          ratio ? (
            <Button key={columns[c]} size="small" type="primary" onClick={() => byButton(() => apply(splitRatioColumn(grid, c)))}>
              把「{columns[c]}」分成 {ratioName(columns[c] ?? '')}、下限、上限三列
            </Button>
          ) : null,
        )}
        {wrong > 0 && (
          <Button size="small" danger onClick={() => setPage(Math.floor(firstWrong / PAGE_ROWS) + 1)}>
            看不能用的 {formatCount(wrong)} 格
          </Button>
        )}
      </div>
      <div className="grid-scroll">
        <table className="grid-table is-pasted" aria-label={label}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">行</span>
              </th>
              {columns.map((column, c) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: names change while they are typed
                <th key={c} scope="col">
                  <span className="grid-name">
                    <input
                      aria-label={`第 ${c + 1} 列的列名`}
                      value={column}
                      maxLength={200}
                      onChange={(event) => apply(renameColumn(grid, c, event.target.value), `name-${c}`)}
                    />
                  </span>
                  <span className="caption">{lookWords(seen[c] as ColumnLook)}</span>
                </th>
              ))}
              {grid.columns.length > COLUMNS_SHOWN && <th scope="col">… 共 {grid.columns.length} 列</th>}
            </tr>
          </thead>
          <tbody>
            {grid.rows.slice(from, from + PAGE_ROWS).map((row, i) => {
              const r = from + i;
              return (
                <tr key={r}>
                  <th scope="row">{r + 1}</th>
                  {columns.map((column, c) => {
                    const { type, unusable } = seen[c] as ColumnLook;
                    const marked = unusable.has(r);
                    return (
                      // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no identity but its place
                      <td key={c} className={marked ? 'is-unusable' : undefined} title={marked ? '这一格不是数字，不会用' : undefined}>
                        <input
                          className={type === 'number' ? 'is-number' : ''}
                          aria-label={`第 ${r + 1} 行，${column}`}
                          aria-invalid={marked || undefined}
                          value={row[c] ?? ''}
                          onChange={(event) => apply(setCell(grid, r, c, event.target.value), `${r}-${c}`)}
                        />
                      </td>
                    );
                  })}
                  {grid.columns.length > COLUMNS_SHOWN && <td>…</td>}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {grid.rows.length > PAGE_ROWS && (
        <Pagination
          size="small"
          current={from / PAGE_ROWS + 1}
          pageSize={PAGE_ROWS}
          total={grid.rows.length}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </div>
  );
}
