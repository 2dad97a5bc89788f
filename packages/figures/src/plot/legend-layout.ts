import type { FigureStyle } from '../data/types.ts';
import type { Rect } from './place-labels.ts';
import type { SymbolName } from './symbols.ts';

export interface LegendEntry {
  label: string;
  colour: string;
  /** Number of points or samples, already written; empty when there is nothing to count. */
  count: string;
  outline?: string;
  /** A group, whose colour can be chosen by its name. */
  coloured?: true;
  /** Stands along an axis, not in the legend. */
  axis?: true;
  /** A disc where none is told. */
  mark?: SymbolName | 'line' | 'dashes' | 'ring';
}

/** An entry as it is drawn: `label` is what the figure writes for `name`. */
export interface NamedEntry extends LegendEntry {
  name: string;
}

/** An entry with the place of its row's left middle, from the legend's corner. */
export interface PlacedEntry extends NamedEntry {
  x: number;
  y: number;
}

export interface LegendLayout {
  width: number;
  height: number;
  entries: readonly PlacedEntry[];
}

const BETWEEN = 20;

/** Entries in one column. */
export function legendColumn(entries: readonly NamedEntry[], row: number, widthOf: (entry: LegendEntry) => number): LegendLayout {
  return {
    width: Math.max(...entries.map(widthOf), 0),
    height: row * entries.length,
    entries: entries.map((entry, i) => ({ ...entry, x: 0, y: row * (i + 0.5) })),
  };
}

/** Entries side by side, in as many rows as the room asks for. */
export function legendRows(
  entries: readonly NamedEntry[],
  row: number,
  room: number,
  widthOf: (entry: LegendEntry) => number,
): LegendLayout {
  let [x, y, width] = [0, 0, 0];
  const placed = entries.map((entry) => {
    const needed = widthOf(entry);
    if (x > 0 && x + needed > room) [x, y] = [0, y + row];
    const place = { ...entry, x, y: y + row / 2 };
    width = Math.max(width, x + needed);
    x += needed + BETWEEN;
    return place;
  });
  return { width, height: entries.length === 0 ? 0 : y + row, entries: placed };
}

/** The legend with its ground, which keeps off everything that is not a point. */
export function legendGround({ x, y, width, height }: Rect): Rect {
  return { x: x - 6, y, width: width + 12, height };
}

/** Does a point lie in the box, or so near that its disc of this radius may touch it? */
export function holdsPoint(box: Rect, xs: ArrayLike<number>, ys: ArrayLike<number>, radius: number): boolean {
  const [left, right] = [box.x - radius, box.x + box.width + radius];
  const [top, bottom] = [box.y - radius, box.y + box.height + radius];
  for (let i = 0; i < xs.length; i += 1) {
    const [x, y] = [xs[i] as number, ys[i] as number];
    if (x >= left && x <= right && y >= top && y <= bottom) return true;
  }
  return false;
}

export type LegendPosition = 'top-right' | 'right' | 'bottom' | 'none';

/** Where a figure's style wants the legend. */
export function legendPositionOf(style: FigureStyle): LegendPosition {
  const value = style.legend_position;
  return value === 'right' || value === 'bottom' || value === 'none' ? value : 'top-right';
}
