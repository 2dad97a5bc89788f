import { inOrder } from '../data/table.ts';
import type { FigureStyle, Size } from '../data/types.ts';
import { shorten } from '../text/axis-titles.ts';
import { sayIn } from '../text/language.ts';
import { textWidth } from '../text/measure.ts';
import { type Typeface, typefaceOf } from '../text/typeface.ts';
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
  /** The name of a panel. */
  panel?: true;
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

interface LegendLayout {
  width: number;
  height: number;
  entries: readonly PlacedEntry[];
}

/** Is a name shortened for want of room? */
export const cutsNames = ({ entries }: Pick<LegendLayout, 'entries'>): boolean => entries.some(({ label }) => label.endsWith('…'));

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

/** Where an entry's name begins, right of its mark. */
export const LEGEND_TEXT = 18;

/** Where an entry's count begins. */
export function countX(label: string, typeface: Typeface): number {
  return LEGEND_TEXT + textWidth(label, typeface) + typeface.size;
}

/** Marker, label and count side by side. */
function legendEntryWidth({ label, count }: LegendEntry, typeface: Typeface): number {
  return count === '' ? LEGEND_TEXT + textWidth(label, typeface) : countX(label, typeface) + textWidth(count, typeface);
}

/** A name in a legend in one column takes at most this share of the figure's width. */
const COLUMN_SHARE = 0.4;
/** A higher legend would leave no room for the plot: over or below it, beside it, and in its corner. */
const ROWS_SHARE = 0.4;
const BESIDE_SHARE = 0.9;
const CORNER_SHARE = 0.7;
/** From one row to the next, in the size of the text; at least, where there are many. */
const PITCH = 1.8;
const TIGHT_PITCH = 1.2;
/** So many groups are never left out, however little room there is: without their names the figure tells nothing. */
export const KEPT_ENTRIES = 6;

/** Entries of a legend in the style's order, under the names that the figure writes. */
export function nameEntries(given: readonly LegendEntry[], style: FigureStyle): NamedEntry[] {
  const say = sayIn(style);
  return inOrder(style, given, ({ label }) => label).map((entry) => ({ ...entry, name: entry.label, label: say(entry.label) }));
}

/** Height of each of so many rows: they stand closer before any is left out. */
export function legendPitch({ size }: Typeface, room: number, rows: number): number {
  return Math.max(Math.round(size * TIGHT_PITCH), Math.min(Math.round(size * PITCH), Math.floor(room / Math.max(rows, 1))));
}

/**
 * Entries of a legend at their places, for a position; those for which there is no room are counted in an entry of their own, but of six
 * none is: they may take more than their share.
 *
 * @param room Units for the legend's rows, the height of the figure, the share of it that rows or a column beside the plot may take, and the share of the width that a
 *   column may.
 */
export function layoutLegend(
  given: readonly LegendEntry[],
  style: FigureStyle,
  position: LegendPosition | 'above',
  { width, height, share, columnShare = COLUMN_SHARE }: Size & { share?: number | undefined; columnShare?: number | undefined },
): LegendLayout {
  if (position === 'none') return { width: 0, height: 0, entries: [] };
  const typeface = typefaceOf(style);
  const widthOf = (entry: LegendEntry) => legendEntryWidth(entry, typeface);
  const inRows = position === 'bottom' || position === 'above';
  const most = inRows ? width : width * columnShare;
  const named = nameEntries(given, style);
  const within = (units: number) =>
    named.map((entry) => {
      const rest = widthOf({ ...entry, label: '' });
      return { ...entry, label: shorten(entry.label, units - rest, (text) => textWidth(text, typeface)) };
    });
  const room = height * (position === 'right' ? (share ?? BESIDE_SHARE) : inRows ? (share ?? ROWS_SHARE) : CORNER_SHARE);
  const placeBy = (row: number, some: readonly NamedEntry[]) =>
    inRows ? legendRows(some, row, width, widthOf) : legendColumn(some, row, widthOf);
  const pitchFor = (some: readonly NamedEntry[]) => legendPitch(typeface, room, placeBy(1, some).height);
  // Where whole names of few groups take too many rows, two and then three of them share one.
  const tries = inRows && named.length <= KEPT_ENTRIES ? [1, 2, 3] : [1];
  const all = tries.map((count) => within(Math.min(most, (width - BETWEEN * (count - 1)) / count)));
  const entries = all.find((some) => placeBy(pitchFor(some), some).height <= room) ?? (all.at(-1) as NamedEntry[]);
  const row = pitchFor(entries);
  const place = (some: readonly NamedEntry[]) => placeBy(row, some);
  const upTo = (count: number): NamedEntry[] => [
    ...entries.slice(0, count),
    {
      name: '',
      label: sayIn(style)({ zh: '另有 {n} 组', en: '{n} more groups' }, { n: entries.length - count }),
      colour: 'none',
      count: '',
    },
  ];
  const whole = place(entries);
  if (whole.height <= room || entries.length <= KEPT_ENTRIES) return whole;
  // As many as fit, found by halving.
  let [fits, beyond] = [0, entries.length];
  while (beyond - fits > 1) {
    const middle = (fits + beyond) >> 1;
    if (place(upTo(middle)).height <= room) fits = middle;
    else beyond = middle;
  }
  return place(upTo(fits));
}
