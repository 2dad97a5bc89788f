import type { ColumnarTable, FigureStyle } from './types.ts';

/** A figure's table lacks what the figure needs; the card says so instead of the page breaking. */
export class ChartDataError extends Error {
  override name = 'ChartDataError';
}

/** The table that plays `role`. Throws `ChartDataError` when it is absent. */
export function tableOf(tables: Readonly<Record<string, ColumnarTable>>, role: string): ColumnarTable {
  const table = tables[role];
  if (table === undefined) throw new ChartDataError(`图需要的表「${role}」不在结果里`);
  return table;
}

/** A numeric column, NaN where empty. Throws `ChartDataError` when it is absent or text. */
export function numbersOf(table: ColumnarTable, name: string | undefined): Float64Array {
  const column = name === undefined ? undefined : table.columns[name];
  if (!(column instanceof Float64Array)) throw new ChartDataError(`图需要的数值列「${name ?? ''}」不在表里`);
  return column;
}

/** A text column. Throws `ChartDataError` when it is absent or numeric. */
export function textsOf(table: ColumnarTable, name: string | undefined): readonly string[] {
  const column = name === undefined ? undefined : table.columns[name];
  if (column === undefined || column instanceof Float64Array) throw new ChartDataError(`图需要的文字列「${name ?? ''}」不在表里`);
  return column;
}

/** A text column whose role a figure may leave out: null then, and where every cell is blank. Throws `ChartDataError` when it is declared and absent. */
export function optionalTexts(table: ColumnarTable, name: string | undefined): readonly string[] | null {
  const texts = name === undefined ? [] : textsOf(table, name);
  return texts.every((text) => text === '') ? null : texts;
}

/** A text column that results of earlier versions may lack: null there. */
export function textsIfThere(table: ColumnarTable, name: string | undefined): readonly string[] | null {
  const column = name === undefined ? undefined : table.columns[name];
  return column === undefined || column instanceof Float64Array ? null : column;
}

/** Is it a number of things? Missing and infinite ones are not, nor those that no computer counts to. */
export const isCount = (value: number | undefined): value is number =>
  value !== undefined && value >= 0 && value <= Number.MAX_SAFE_INTEGER;

/** Some rows of a table. */
export function rowsWhere(table: ColumnarTable, keep: (row: number) => boolean): ColumnarTable {
  const rows = Array.from({ length: table.rowCount }, (_, row) => row).filter(keep);
  const columns = Object.entries(table.columns).map(([name, cells]): [string, ColumnarTable['columns'][string]] => [
    name,
    cells instanceof Float64Array ? Float64Array.from(rows, (row) => cells[row] as number) : rows.map((row) => cells[row] as string),
  ]);
  return { ...table, rowCount: rows.length, columns: Object.fromEntries(columns) };
}

/** Readers of style fields. A field that the figure does not declare gives the fallback, so one chart serves several tools. */
export function styleNumber(style: FigureStyle, key: string, fallback: number): number {
  const value = style[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
}

export function styleText(style: FigureStyle, key: string, fallback: string): string {
  const value = style[key];
  return typeof value === 'string' && value !== '' ? value : fallback;
}

export function styleFlag(style: FigureStyle, key: string, fallback: boolean): boolean {
  const value = style[key];
  return typeof value === 'boolean' ? value : fallback;
}

export function styleList(style: FigureStyle, key: string): readonly string[] {
  const value = style[key];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

/** What has a name in the order that the style's `group_order` chooses; what this does not name follows as it stood. */
export function inOrder<T>(style: FigureStyle, items: readonly T[], nameOf: (item: T) => string): T[] {
  const order = styleTuples(style, 'group_order', 1).map(([name]) => name);
  const placeOf = (item: T) => (order.includes(nameOf(item)) ? order.indexOf(nameOf(item)) : order.length);
  return order.length === 0 ? [...items] : items.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** A number of the style that is above 0; 0 leaves it to the figure. */
export function styleSize(style: FigureStyle, key: string, found: number): number {
  const value = styleNumber(style, key, 0);
  return value > 0 ? value : found;
}

/** Does the style's `group_order` name one of these? */
export function isOrdered(style: FigureStyle, names: readonly string[]): boolean {
  const order = styleTuples(style, 'group_order', 1).map(([name]) => name);
  return names.some((name) => order.includes(name));
}

/** Rows of `width` texts each of a field of tuples; rows that are not whole are left out. */
export function styleTuples(style: FigureStyle, key: string, width: 1 | 2 | 3): string[][] {
  const list = styleList(style, key);
  return Array.from({ length: Math.floor(list.length / width) }, (_, row) => list.slice(row * width, (row + 1) * width));
}
