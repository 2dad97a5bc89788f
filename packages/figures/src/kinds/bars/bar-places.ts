import type { Facets } from '../../data/facets.ts';
import { type Span, withinScale } from '../../plot/axes/scale.ts';
import type { Panel } from '../../plot/panels.ts';
import type { Rect } from '../../plot/place-labels.ts';

export interface Bar {
  /** Row of the table. */
  row: number;
  facet: number;
  /** Place of its label along the axis, counted from 1. */
  place: number;
  /** Which of the bars side by side at one label, and of how many. */
  slot: number;
  slots: number;
  from: number;
  to: number;
}

export interface PlacedBars {
  bars: readonly Bar[];
  /** Labels of each panel in the order of the axis. */
  labels: readonly (readonly string[])[];
  span: Span;
}

/**
 * Places bars along their axis. Stacked values pile up from 0, negative ones downwards. `shared`: all panels have the same
 * labels, as where these stand at one left axis.
 */
export function placeBars(options: {
  labels: readonly string[];
  values: Float64Array;
  /** Place of each row's group, and how many groups there are. */
  group: ArrayLike<number>;
  groups: number;
  facets: Facets;
  stacked: boolean;
  shared: boolean;
  /** Labels of a panel in the order of the axis. */
  inOrder: (keys: readonly string[], nameOf: (key: string) => string) => readonly string[];
  /** A value that the axis shows in any case. */
  limit: number | null;
}): PlacedBars {
  const { labels, values, group, facets, stacked } = options;
  const keys = stacked ? labels : ownKeys(options);
  const nameOf = new Map(keys.map((key, row) => [key, labels[row] as string]));
  const sorted = (list: readonly string[]) => options.inOrder([...new Set(list)], (key) => nameOf.get(key) as string);
  const own = facets.rows.map((rows) => sorted(rows.map((row) => keys[row] as string)));
  const everywhere = sorted(keys);
  const shown = own.map((list) => (options.shared ? everywhere : list));
  const bars: Bar[] = [];
  shown.forEach((list, facet) => {
    const place = new Map(list.map((key, i) => [key, i + 1]));
    const ends = list.map(() => ({ up: 0, down: 0 }));
    for (const row of facets.rows[facet] ?? []) {
      const value = values[row] as number;
      const at = place.get(keys[row] as string) ?? 1;
      const end = ends[at - 1];
      if (!Number.isFinite(value) || end === undefined) continue;
      const side = value < 0 ? 'down' : 'up';
      const from = stacked ? end[side] : 0;
      end[side] = from + value;
      const slots = stacked ? 1 : options.groups;
      bars.push({ row, facet, place: at, slot: stacked ? 0 : (group[row] as number), slots, from, to: from + value });
    }
  });
  return { bars, labels: shown.map((list) => list.map((key) => nameOf.get(key) as string)), span: barSpan(bars, options.limit) };
}

/** A label that comes again in its panel and group stands for another bar, which must not lie over the first. */
function ownKeys({ labels, group, facets }: Pick<Parameters<typeof placeBars>[0], 'labels' | 'group' | 'facets'>): string[] {
  const seen = new Map<string, number>();
  return labels.map((label, row) => {
    const bar = `${facets.of[row]}\t${group[row]}\t${label}`;
    const times = seen.get(bar) ?? 0;
    seen.set(bar, times + 1);
    return times === 0 ? label : `${label}\t${times}`;
  });
}

const ROUNDING = 1e-6;

/** From 0 to a little beyond the bars and the line across them; shares that fill the whole end at 1, and so do bars of 0 alone. */
function barSpan(bars: readonly Bar[], limit: number | null): Span {
  const low = bars.reduce((least, { to }) => Math.min(least, to), Math.min(limit ?? 0, 0));
  const high = bars.reduce((most, { to }) => Math.max(most, to), Math.max(limit ?? 0, 0));
  if (low === high || (limit === null && low === 0 && Math.abs(high - 1) < ROUNDING)) return [0, 1];
  const pad = (high - low) * 0.06;
  return [low < 0 ? low - pad : 0, high > 0 ? high + pad : 0];
}

/** Share of a label's room that its bars take together. */
const FILLED = 0.78;
/** Units of a bar at most: one alone would be a block. */
const THICKEST = 48;

/** Units between one label of an axis and the next. */
export function bandOf(panel: Panel, horizontal: boolean): number {
  return horizontal ? Math.abs(panel.y(2) - panel.y(1)) : panel.x(2) - panel.x(1);
}

/** Where a bar stands in its panel. */
export function barRect(bar: Bar, panel: Panel, horizontal: boolean): Rect {
  const [along, across] = horizontal ? [panel.y, panel.x] : [panel.x, panel.y];
  const filled = Math.min(FILLED, (bar.slots * THICKEST) / bandOf(panel, horizontal));
  const width = filled / bar.slots;
  const start = bar.place - filled / 2 + bar.slot * width;
  const [a, b] = [along(start), along(start + width)];
  const [c, d] = [withinScale(across, across(bar.from)), withinScale(across, across(bar.to))];
  const [lengthways, sideways] = [
    [Math.min(a, b), Math.abs(b - a)],
    [Math.min(c, d), Math.abs(d - c)],
  ] as [[number, number], [number, number]];
  return horizontal
    ? { x: sideways[0], y: lengthways[0], width: sideways[1], height: lengthways[1] }
    : { x: lengthways[0], y: sideways[0], width: lengthways[1], height: sideways[1] };
}

/** The bar under a pixel of a panel; in the room of a label, the bar whose side is nearest. */
export function barAt(bars: readonly Bar[], facet: number, panel: Panel, horizontal: boolean, at: { x: number; y: number }): number | null {
  const label = Math.round(horizontal ? panel.y.invert(at.y) : panel.x.invert(at.x));
  let [best, bestDistance] = [-1, Number.POSITIVE_INFINITY];
  bars.forEach((bar, i) => {
    if (bar.facet !== facet || bar.place !== label) return;
    const { x, y, width, height } = barRect(bar, panel, horizontal);
    const distance = Math.max(x - at.x, 0, at.x - x - width) + Math.max(y - at.y, 0, at.y - y - height);
    if (distance < bestDistance) [best, bestDistance] = [i, distance];
  });
  return best === -1 ? null : best;
}
