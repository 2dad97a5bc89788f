import type { GridParameter } from '@oncoloom/tool-kit';
import { splitCells } from './paste.ts';

/** A small table while it is edited: every row has a cell for each column. */
export interface Grid {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** Rows that a new grid shows. */
const ROWS_SHOWN = 4;

/** Rows without those that are blank altogether: they wait to be filled. */
export function filledRows(rows: readonly (readonly string[])[]): string[][] {
  return rows.filter((row) => row.some((cell) => cell.trim() !== '')).map((row) => row.map((cell) => cell.trim()));
}

/** The grid that stands there before anything is typed. */
export function emptyGrid({ columns, more, minRows, maxRows }: GridParameter): Grid {
  const further = Array.from({ length: more?.min ?? 0 }, (_, i) => `${more?.title} ${i + 1}`);
  const names = [...columns.map(({ name }) => name), ...further];
  const shown = Math.min(maxRows, Math.max(minRows, ROWS_SHOWN));
  return { columns: names, rows: Array.from({ length: shown }, () => names.map(() => '')) };
}

export function setCell(grid: Grid, row: number, column: number, text: string): Grid {
  return { ...grid, rows: grid.rows.map((cells, r) => (r === row ? cells.map((cell, c) => (c === column ? text : cell)) : cells)) };
}

export function addRow(grid: Grid): Grid {
  return { ...grid, rows: [...grid.rows, grid.columns.map(() => '')] };
}

export function removeRow(grid: Grid, row: number): Grid {
  return { ...grid, rows: grid.rows.filter((_, r) => r !== row) };
}

/** Adds a column of the user's with a name that is free. */
export function addColumn(grid: Grid, title: string): Grid {
  let at = grid.columns.length;
  while (grid.columns.includes(`${title} ${at}`)) at += 1;
  return { columns: [...grid.columns, `${title} ${at}`], rows: grid.rows.map((row) => [...row, '']) };
}

export function renameColumn(grid: Grid, column: number, name: string): Grid {
  return { ...grid, columns: grid.columns.map((old, c) => (c === column ? name : old)) };
}

export function removeColumn(grid: Grid, column: number): Grid {
  const without = (cells: readonly string[]) => cells.filter((_, c) => c !== column);
  return { columns: without(grid.columns), rows: grid.rows.map(without) };
}

/** The declared column that a heading of a spreadsheet means, by its name or title. */
function declaredName({ columns }: GridParameter, heading: string): string | undefined {
  const plain = heading.trim().toLowerCase();
  return columns.find(({ name, title }) => name.toLowerCase() === plain || title.toLowerCase() === plain)?.name;
}

/**
 * Cells copied from a spreadsheet, put where the caret stands; the grid grows as far as the declaration lets it. A block whose first
 * line names declared columns is a table of its own: it takes the grid's place.
 */
export function pasteInto(parameter: GridParameter, grid: Grid, row: number, column: number, text: string): Grid {
  const block = splitCells(text);
  const headings = block[0] ?? [];
  const known = headings.map((heading) => declaredName(parameter, heading));
  if (block.length > 1 && known.some((name) => name !== undefined)) return wholeTable(parameter, known, block);
  const { maxRows, more } = parameter;
  const widest = parameter.columns.length + (more?.max ?? 0);
  let next = grid;
  while (next.rows.length < Math.min(maxRows, row + block.length)) next = addRow(next);
  const width = Math.max(...block.map((cells) => cells.length));
  while (more !== undefined && next.columns.length < Math.min(widest, column + width)) next = addColumn(next, more.title);
  for (const [r, cells] of block.entries())
    for (const [c, cell] of cells.entries())
      if (row + r < next.rows.length && column + c < next.columns.length) next = setCell(next, row + r, column + c, cell);
  return next;
}

function wholeTable(parameter: GridParameter, known: readonly (string | undefined)[], [headings = [], ...body]: string[][]): Grid {
  const { columns: declared, more, maxRows } = parameter;
  // Columns that have no place here are left out where nobody may add any.
  const others = headings.flatMap((heading, i) => (known[i] === undefined && more !== undefined && heading !== '' ? [i] : []));
  const places = [...declared.map(({ name }) => known.indexOf(name)), ...others.slice(0, more?.max ?? 0)];
  const columns = [...declared.map(({ name }) => name), ...others.slice(0, more?.max ?? 0).map((i) => headings[i] ?? '')];
  return { columns, rows: body.slice(0, maxRows).map((row) => places.map((at) => (at < 0 ? '' : (row[at] ?? '')))) };
}

/** The grid with what can be taken back and brought again. */
export interface History {
  past: readonly Grid[];
  now: Grid;
  future: readonly Grid[];
}

const STEPS_KEPT = 100;

/** @param joins The change goes on with the one before, as letters of one cell do: both are taken back together. */
export function changed(history: History, now: Grid, joins = false): History {
  if (now === history.now) return history;
  return { past: joins ? history.past : [...history.past, history.now].slice(-STEPS_KEPT), now, future: [] };
}

export function undone({ past, now, future }: History): History {
  const before = past.at(-1);
  return before === undefined ? { past, now, future } : { past: past.slice(0, -1), now: before, future: [now, ...future] };
}

export function redone({ past, now, future }: History): History {
  const [next, ...rest] = future;
  return next === undefined ? { past, now, future } : { past: [...past, now], now: next, future: rest };
}
