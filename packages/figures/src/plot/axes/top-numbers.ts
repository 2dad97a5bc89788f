import { ChartDataError, numbersOf, optionalTexts, textsOf } from '../../data/table.ts';
import type { ColumnarTable, FigureData } from '../../data/types.ts';
import { shorten } from '../../text/axis-titles.ts';
import type { Say } from '../../text/language.ts';
import { textWidth } from '../../text/measure.ts';
import type { Typeface } from '../../text/typeface.ts';
import { HEADING_LINE, HEADING_NEXT, type PlotFrame } from '../plot-frame.ts';
import { formatTick } from './tick.ts';

/** Numbers over the plot at places of the lower axis: how many genes there are, say. */
interface TopRow {
  name: string;
  numbers: readonly { at: number; text: string }[];
}

export interface PlacedTopRow {
  name: string;
  y: number;
  numbers: readonly { x: number; text: string }[];
}

/** Between the names of the rows and the plot. */
const GAP = 8;
/** The names take at most this share of the figure's width. */
const NAMES_SHARE = 0.3;
/** Between two numbers, in their size. */
const APART = 0.7;

function cellsOf(table: ColumnarTable, name: string | undefined): readonly string[] {
  const column = name === undefined ? undefined : table.columns[name];
  if (column === undefined) throw new ChartDataError(`图需要的列「${name ?? ''}」不在表里`);
  if (!(column instanceof Float64Array)) return textsOf(table, name);
  return Array.from(column, (value) => (Number.isFinite(value) ? formatTick(value, Number.isInteger(value) ? 0 : 2) : ''));
}

/** The rows of the table `top`, where there is one: columns `top_x`, `top_text` (numbers or texts), optionally `top_row` (the name of its row). */
export function topRowsOf({ figure: { columns }, tables }: Pick<FigureData, 'figure' | 'tables'>): TopRow[] {
  const table = tables.top;
  if (table === undefined) return [];
  const [at, texts] = [numbersOf(table, columns.top_x), cellsOf(table, columns.top_text)];
  const names = optionalTexts(table, columns.top_row) ?? texts.map(() => '');
  return [...new Set(names)].map((name) => ({
    name,
    numbers: [...at.keys()]
      .filter((row) => names[row] === name && Number.isFinite(at[row]) && texts[row] !== '')
      .map((row) => ({ at: at[row] as number, text: texts[row] as string })),
  }));
}

/** Room left of the plot that the names of the rows need, of a figure of a width. */
export function topNamesWidth(rows: readonly TopRow[], typeface: Typeface, say: Say, width: number): number {
  const widest = Math.max(0, ...rows.map(({ name }) => (name === '' ? 0 : textWidth(say(name), typeface) + GAP)));
  return Math.min(widest, width * NAMES_SHARE);
}

/** Each row over the plot, the first uppermost. Of places whose numbers would stand on each other those further left, the same in all rows. */
export function placeTopRows(rows: readonly TopRow[], { plot, x, typeface, width }: PlotFrame, say: Say): PlacedTopRow[] {
  const widthAt = new Map<number, number>();
  for (const { at, text } of rows.flatMap(({ numbers }) => numbers))
    widthAt.set(at, Math.max(widthAt.get(at) ?? 0, textWidth(text, typeface)));
  const apart = typeface.size * APART;
  let free = rows.every(({ name }) => name === '') ? 0 : plot.x - GAP + apart;
  const shown = new Set<number>();
  for (const [at, wide] of [...widthAt].toSorted(([a], [b]) => x(a) - x(b))) {
    if (at < x.domain[0] || at > x.domain[1] || x(at) - wide / 2 < free || x(at) + wide / 2 > width) continue;
    shown.add(at);
    free = x(at) + wide / 2 + apart;
  }
  return rows.toReversed().map(({ name, numbers }, i) => ({
    name: shorten(say(name), plot.x - GAP, (text) => textWidth(text, typeface)),
    y: plot.y - typeface.size * (HEADING_LINE - 1.1 + HEADING_NEXT * i),
    numbers: onePerPlace(numbers)
      .filter(({ at }) => shown.has(at))
      .map(({ at, text }) => ({ x: x(at), text })),
  }));
}

/** The first of the numbers at each place. */
const onePerPlace = (numbers: TopRow['numbers']) => numbers.filter(({ at }, i) => numbers.findIndex((other) => other.at === at) === i);

/** Where the names of such rows end. */
export const topNamesX = ({ plot }: PlotFrame): number => plot.x - GAP;
