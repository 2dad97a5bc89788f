import { CloseOutlined, PlusOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { type GridParameter, gridProblem } from '@oncoloom/tool-kit';
import { Button } from 'antd';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import {
  addColumn,
  addRow,
  changed,
  emptyGrid,
  filledRows,
  type Grid,
  type History,
  pasteInto,
  redone,
  removeColumn,
  removeRow,
  renameColumn,
  setCell,
  undone,
} from '../data/grid-edit.ts';
import { Field } from '../field.tsx';
import type { ToolForm } from '../form/use-tool-form.ts';
import '../data/grid.css';

/**
 * Where a key leads from a cell; undefined where it does what it does in any text. Tab goes from the last cell of a row to the next row,
 * as in a spreadsheet; what removes a row stands behind its last cell, one arrow further.
 */
function placeAfter(
  { key, shiftKey, currentTarget }: KeyboardEvent<HTMLInputElement>,
  row: number,
  column: number,
  columns: number,
): [row: number, column: number] | undefined {
  const { selectionStart, selectionEnd, value } = currentTarget;
  const at = selectionStart === selectionEnd ? selectionStart : undefined;
  if (key === 'ArrowUp') return [row - 1, column];
  if (key === 'ArrowDown' || key === 'Enter') return [row + 1, column];
  if (key === 'ArrowLeft' && at === 0) return [row, column - 1];
  if (key === 'ArrowRight' && at === value.length) return [row, column + 1];
  if (key !== 'Tab') return undefined;
  if (shiftKey) return column === 0 ? [row - 1, columns - 1] : undefined;
  return column === columns - 1 ? [row + 1, 0] : undefined;
}

/** A small table as a grid: typed, or pasted from a spreadsheet; changes can be taken back. */
export function GridField({ name, parameter, form }: { name: string; parameter: GridParameter; form: ToolForm }) {
  const choice = form.state.inputs[name];
  const now: Grid = choice?.from === 'rows' ? choice : emptyGrid(parameter);
  const [history, setHistory] = useState<Pick<History, 'past' | 'future'>>({ past: [], future: [] });
  // Letters that follow one another in one cell are one change.
  const typing = useRef('');
  const table = useRef<HTMLTableElement>(null);
  const { columns: declared, more, maxRows, minRows } = parameter;
  const show = ({ past, now: next, future }: History) => {
    setHistory({ past, future });
    form.setInput(name, { from: 'rows', columns: next.columns, rows: next.rows, origin: { kind: 'by-hand' } });
  };
  const apply = (next: Grid, cell = '') => {
    const joins = cell !== '' && typing.current === cell;
    typing.current = cell;
    show(changed({ ...history, now: { columns: now.columns, rows: now.rows } }, next, joins));
  };
  const step = (move: (history: History) => History) => {
    typing.current = '';
    show(move({ ...history, now: { columns: now.columns, rows: now.rows } }));
  };
  /** @returns whether there is such a place. */
  const focus = (row: number, column: number): boolean => {
    const place = table.current?.querySelector<HTMLElement>(`[data-cell="${row}-${column}"]`);
    place?.focus();
    return place !== undefined && place !== null;
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>, row: number, column: number) => {
    const key = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && (key === 'z' || key === 'y')) {
      event.preventDefault();
      step(event.shiftKey || key === 'y' ? redone : undone);
      return;
    }
    if (event.nativeEvent.isComposing) return;
    const to = placeAfter(event, row, column, now.columns.length);
    if (to === undefined) return;
    if (event.key === 'Enter' && to[0] === now.rows.length && now.rows.length < maxRows) {
      event.preventDefault();
      append();
    } else if (focus(...to)) event.preventDefault();
  };
  const append = () => {
    apply(addRow(now));
    requestAnimationFrame(() => focus(now.rows.length, 0));
  };
  const onPaste = (event: ClipboardEvent, row: number, column: number) => {
    const text = event.clipboardData.getData('text/plain');
    // A single value is pasted into the cell as anywhere.
    if (!/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    apply(pasteInto(parameter, now, row, column, text));
  };
  const filled = filledRows(now.rows);
  const problem = filled.length === 0 ? undefined : gridProblem(parameter, { columns: now.columns, rows: filled });
  const titleOf = (column: string) => declared.find((one) => one.name === column);
  return (
    <Field
      id={name}
      label={parameter.label}
      note={filled.length === 0 ? undefined : `${filled.length} 行`}
      help={parameter.help ?? '可以从 Excel 连同列名一起复制，在任一格里粘贴。回车到下一行，Tab 到下一格，Ctrl+Z 撤销。'}
      error={form.errorOf(name) ?? problem}
      group
      wide
    >
      <div className="grid-tools">
        <Button size="small" icon={<UndoOutlined />} disabled={history.past.length === 0} onClick={() => step(undone)}>
          撤销
        </Button>
        <Button size="small" icon={<RedoOutlined />} disabled={history.future.length === 0} onClick={() => step(redone)}>
          重做
        </Button>
        <Button size="small" disabled={filled.length === 0} onClick={() => apply(emptyGrid(parameter))}>
          清空
        </Button>
      </div>
      <div className="grid-scroll">
        <table className="grid-table" ref={table} aria-label={parameter.label}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">行</span>
              </th>
              {now.columns.map((column, c) => {
                const known = titleOf(column);
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: names change while they are typed
                  <th key={c} scope="col">
                    {known !== undefined ? (
                      <span>
                        {known.title}
                        {known.optional === true && <span className="caption">（可空）</span>}
                      </span>
                    ) : (
                      <span className="grid-name">
                        <input
                          aria-label={`第 ${c + 1} 列的列名`}
                          value={column}
                          maxLength={80}
                          onChange={(event) => apply(renameColumn(now, c, event.target.value), `name-${c}`)}
                          onPaste={(event) => onPaste(event, 0, c)}
                        />
                        {more !== undefined && now.columns.length - declared.length > more.min && (
                          <Button
                            type="text"
                            size="small"
                            icon={<CloseOutlined />}
                            aria-label={`去掉列 ${column}`}
                            onClick={() => apply(removeColumn(now, c))}
                          />
                        )}
                      </span>
                    )}
                  </th>
                );
              })}
              <th>
                <span className="visually-hidden">操作</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {now.rows.map((row, r) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity but its place
              <tr key={r}>
                <th scope="row">{r + 1}</th>
                {row.map((cell, c) => {
                  const type = titleOf(now.columns[c] ?? '')?.type ?? more?.type ?? 'text';
                  return (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no identity but its place
                    <td key={c}>
                      <input
                        {...(r === 0 && c === 0 ? { id: name } : {})}
                        data-cell={`${r}-${c}`}
                        className={type === 'number' ? 'is-number' : ''}
                        inputMode={type === 'number' ? 'decimal' : 'text'}
                        aria-label={`第 ${r + 1} 行，${titleOf(now.columns[c] ?? '')?.title ?? now.columns[c]}`}
                        value={cell}
                        onChange={(event) => apply(setCell(now, r, c, event.target.value), `${r}-${c}`)}
                        onKeyDown={(event) => onKey(event, r, c)}
                        onPaste={(event) => onPaste(event, r, c)}
                      />
                    </td>
                  );
                })}
                <td>
                  <Button
                    type="text"
                    size="small"
                    icon={<CloseOutlined />}
                    data-cell={`${r}-${row.length}`}
                    disabled={now.rows.length <= Math.max(1, minRows)}
                    aria-label={`去掉第 ${r + 1} 行`}
                    onClick={() => apply(removeRow(now, r))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="grid-tools">
        <Button size="small" icon={<PlusOutlined />} disabled={now.rows.length >= maxRows} onClick={append}>
          加一行
        </Button>
        {more !== undefined && (
          <Button
            size="small"
            icon={<PlusOutlined />}
            disabled={now.columns.length - declared.length >= more.max}
            onClick={() => apply(addColumn(now, more.title))}
          >
            加一列{more.title}
          </Button>
        )}
      </div>
    </Field>
  );
}
