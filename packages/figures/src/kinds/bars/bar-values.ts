import type { NumberAxis } from '../../plot/axes/axis-range.ts';
import type { Span } from '../../plot/axes/scale.ts';
import { MARK } from '../../plot/marks.ts';
import type { Panel } from '../../plot/panels.ts';
import { overlap, type Rect } from '../../plot/place-labels.ts';
import { textWidth } from '../../text/measure.ts';
import type { Typeface } from '../../text/typeface.ts';
import { type Bar, bandOf, barRect } from './bar-places.ts';

/** A number at the end of its bar or, of piled bars, within it. */
export interface ValueText {
  x: number;
  y: number;
  text: string;
  anchor: 'start' | 'middle' | 'end';
  /** Runs upwards. */
  turned: boolean;
  colour: string;
  /** Drawn white under a number that stands over the line across the bars. */
  ground: Rect | null;
}

interface BarValues {
  typeface: Typeface;
  /** `none`: there is no room beside the bars. */
  way: 'level' | 'turned' | 'none';
  /** By bar. */
  texts: readonly string[];
  widths: readonly number[];
  /** Stands at the end of its pile alone. */
  single: readonly boolean[];
}

const GAP = 4;
/** Numbers take at most this share of the value axis. */
const SHARE = 0.4;
/** Letters of a line reach so far above its foot, in the size of the text. */
const RISE = 0.75;

/** How numbers stand at bars. @param panel Any of the figure's panels. @param small Typeface of the numbers. */
export function fitValues(bars: readonly Bar[], texts: readonly string[], panel: Panel, horizontal: boolean, small: Typeface): BarValues {
  const pileOf = ({ facet, place, slot, to, from }: Bar) => `${facet} ${place} ${slot} ${to < from}`;
  const piles = new Map<string, number>();
  for (const bar of bars) piles.set(pileOf(bar), (piles.get(pileOf(bar)) ?? 0) + 1);
  const single = bars.map((bar) => piles.get(pileOf(bar)) === 1);
  const widths = texts.map((text) => textWidth(text, small));
  const widest = Math.max(...widths.filter((_, i) => single[i]), 0);
  const [first] = bars;
  const thick = first === undefined ? 0 : barRect(first, panel, horizontal);
  const pitch = thick === 0 || (first?.slots ?? 1) === 1 ? bandOf(panel, horizontal) : horizontal ? thick.height : thick.width;
  const along = horizontal ? panel.plot.width : panel.plot.height;
  const level = horizontal ? pitch >= small.size : widest + GAP <= pitch;
  const way = level ? 'level' : !horizontal && pitch >= small.size ? 'turned' : 'none';
  const extent = way === 'turned' || horizontal ? widest : small.size;
  return { typeface: small, way: extent > along * SHARE ? 'none' : way, texts, widths, single };
}

/** A span that leaves room for the numbers beyond their bars. @param along Units of the value axis. */
export function roomForValues(axis: NumberAxis, bars: readonly Bar[], values: BarValues, along: number, horizontal: boolean): Span {
  const { way, single, widths, typeface } = values;
  if (way === 'none') return axis.span;
  const place = axis.log ? Math.log10 : (value: number) => value;
  let [low, high] = axis.span.map(place) as [number, number];
  // More room makes a unit wider: the numbers take at most SHARE of the axis, so that this ends.
  for (let round = 0; round < 8; round += 1) {
    const unit = (high - low) / along;
    bars.forEach(({ to, from }, i) => {
      if (single[i] !== true) return;
      const reach = ((way === 'turned' || horizontal ? (widths[i] as number) : typeface.size) + 2 * GAP) * unit;
      if (axis.hides(to)) return;
      if (to < from) low = axis.fixed.low ? low : Math.min(low, place(to) - reach);
      else high = axis.fixed.high ? high : Math.max(high, place(to) + reach);
    });
  }
  return axis.log ? [10 ** low, 10 ** high] : [low, high];
}

/** The numbers at their places, those without room left out. */
export function placeValues(
  bars: readonly Bar[],
  values: BarValues,
  options: { panels: readonly Panel[]; horizontal: boolean; colours: readonly string[]; limit: number | null; axis: NumberAxis },
): ValueText[] {
  return bars.flatMap((bar, i) => {
    const panel = options.panels[bar.facet] as Panel;
    const text = values.texts[i] as string;
    const width = values.widths[i] as number;
    const place = barRect(bar, panel, options.horizontal);
    if (options.axis.hides(bar.from === 0 ? bar.to : bar.from, bar.to)) return [];
    if (values.single[i] !== true) return within(place, text, width, values.typeface.size, options.colours[i] as string);
    if (values.way === 'none') return [];
    const found = beyond(bar, place, options.horizontal, values.way === 'turned', { text, size: values.typeface.size });
    const box = boxOf(found, width, values.typeface.size);
    if (options.axis.chosen && leaves(box, panel)) return [];
    const crossed = options.limit !== null && overlap(box, lineBox(panel, options.horizontal, options.limit)) > 0;
    return [{ ...found, ground: crossed ? box : null }];
  });
}

/** Does a number leave the plot, which a chosen range may have made too small for it? */
function leaves({ x, y, width, height }: Rect, { plot }: Panel): boolean {
  return x < plot.x || y < plot.y || x + width > plot.x + plot.width || y + height > plot.y + plot.height;
}

/** Beyond the end of a bar. */
function beyond(bar: Bar, place: Rect, horizontal: boolean, turned: boolean, { text, size }: { text: string; size: number }): ValueText {
  const down = bar.to < bar.from;
  const common = { text, turned, colour: MARK.ink, ground: null };
  const middle = { x: place.x + place.width / 2, y: place.y + place.height / 2 };
  const outward = down ? 'end' : 'start';
  if (horizontal) return { ...common, anchor: outward, x: down ? place.x - GAP : place.x + place.width + GAP, y: middle.y };
  const end = down ? place.y + place.height + GAP : place.y - GAP;
  if (turned) return { ...common, anchor: outward, x: middle.x, y: end };
  return { ...common, anchor: 'middle', x: middle.x, y: end + ((down ? 1 : -1) * size * RISE) / 2 };
}

/** In the middle of a piled bar, where that is large enough. */
function within({ x, y, width, height }: Rect, text: string, needed: number, size: number, fill: string): ValueText[] {
  if (needed + GAP > width || size > height) return [];
  const colour = isDark(fill) ? '#fff' : MARK.ink;
  return [{ text, turned: false, anchor: 'middle', x: x + width / 2, y: y + height / 2, colour, ground: null }];
}

/** What a number covers. */
function boxOf({ x, y, anchor, turned }: ValueText, width: number, size: number): Rect {
  const before = anchor === 'start' ? 0 : anchor === 'end' ? width : width / 2;
  return turned
    ? { x: x - size / 2, y: y - (width - before), width: size, height: width }
    : { x: x - before, y: y - size / 2, width, height: size };
}

function lineBox({ plot, x, y }: Panel, horizontal: boolean, at: number): Rect {
  return horizontal ? { ...plot, x: x(at) - 0.5, width: 1 } : { ...plot, y: y(at) - 0.5, height: 1 };
}

/** Is white the better ink on a colour `#rrggbb`? Relative luminance of WCAG 2. */
function isDark(colour: string): boolean {
  const [red = 1, green = 1, blue = 1] = [1, 3, 5].map((from) => {
    const share = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.3;
}
