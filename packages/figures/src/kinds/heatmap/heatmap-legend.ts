import type { Group } from '../../data/groups.ts';
import type { FigureStyle } from '../../data/types.ts';
import { type ColourScale, type ScaleTick, scaleTicks } from '../../plot/colour-scale.ts';
import { KEPT_ENTRIES, legendPitch } from '../../plot/legend-layout.ts';
import { MARK } from '../../plot/marks.ts';
import { shorten } from '../../text/axis-titles.ts';
import { sayIn } from '../../text/language.ts';
import { textWidth } from '../../text/measure.ts';
import type { Typeface } from '../../text/typeface.ts';

export interface HeatmapLegend {
  side: 'right' | 'bottom' | 'none';
  width: number;
  height: number;
  title: string;
  /** From the legend's corner; ticks stand right of it, or below it. */
  ramp: { x: number; y: number; width: number; height: number };
  ticks: readonly ScaleTick[];
  /** Over the groups; null where they stand without one. */
  heading: { text: string; y: number } | null;
  /** `name` is the group's in the tables; null for what is no group. */
  entries: readonly { name: string | null; label: string; colour: string; x: number; y: number }[];
  /** Entries without room. */
  omitted: number;
}

const UP = { width: 15, height: 126, least: 40 } as const;
const ACROSS = { width: 116, height: 10, between: 18 } as const;
/** A line of numbers one below the other, in their size. */
const LINE = 0.85;
/** The scale's title takes at most this share of a legend's room beside the scale. */
const TITLE_SHARE = 0.4;
const KEY = 20;
const BETWEEN = 12;

interface Options {
  groups: readonly Group[];
  /** What the groups are, where other bars stand below theirs. */
  groupTitle?: string | undefined;
  /** What has the colour of missing values. */
  others: readonly string[];
  scale: ColourScale;
  style: FigureStyle;
  typeface: Typeface;
  side: HeatmapLegend['side'];
  room: { width: number; height: number };
}

/** Names with their counts, the names shortened to the room. */
function entriesOf({ groups, others, style, typeface, room }: Options) {
  const say = sayIn(style);
  const widthOf = (text: string) => textWidth(text, typeface);
  const entries = groups.map(({ name, label, count, colour }) => {
    const written = (part: string) => say('{name}（{n}）', { name: part, n: count });
    const short = shorten(label, room.width - KEY - widthOf(written('')), widthOf);
    return { name, colour, label: written(short) };
  });
  const rest = others.map((name) => ({ name: null, colour: MARK.missing, label: say(name) }));
  return [...entries, ...rest].map((entry) => ({ ...entry, width: KEY + widthOf(entry.label) }));
}

/** The colours' scale over the groups, beside the cells. */
function legendUp(options: Options): HeatmapLegend {
  const { scale, style, typeface, groups, room } = options;
  const { size } = typeface;
  const say = sayIn(style);
  const title = shorten(say(scale.title), room.width, (text) => textWidth(text, typeface));
  const all = entriesOf(options);
  const head = size * 1.9;
  const between = size * 2.2;
  const row = legendPitch(typeface, room.height - head - UP.least - 2 * between, all.length + 1);
  const needed = all.length === 0 ? 0 : between + row * (all.length + (groups.length === 0 ? 0 : 1));
  const rampHeight = Math.max(UP.least, Math.min(UP.height, room.height - head - needed - size));
  const first = head + rampHeight + between;
  const begin = first + (groups.length === 0 ? 0 : row);
  const ticks = scaleTicks(scale, rampHeight, () => size * LINE);
  const entries = all
    .map(({ width: _, ...entry }, i) => ({ ...entry, x: 0, y: begin + row * i }))
    .filter(({ y }) => y <= room.height || all.length <= KEPT_ENTRIES);
  const texts = [textWidth(title, typeface), ...ticks.map(({ text }) => UP.width + 8 + textWidth(text, typeface))];
  return {
    side: 'right',
    width: Math.max(...texts, ...all.map(({ width }) => width)),
    height: entries.at(-1)?.y ?? head + rampHeight,
    title,
    ramp: { x: 0, y: head, width: UP.width, height: rampHeight },
    ticks,
    heading: entries.every(({ name }) => name === null)
      ? null
      : {
          text: shorten(options.groupTitle ?? say({ zh: '分组', en: 'Group' }), room.width, (text) => textWidth(text, typeface)),
          y: first,
        },
    entries,
    omitted: all.length - entries.length,
  };
}

/** The same in rows below the cells. */
function legendAcross(options: Options): HeatmapLegend {
  const { scale, style, typeface, room } = options;
  const { size } = typeface;
  const widthOf = (text: string) => textWidth(text, typeface);
  const title = shorten(sayIn(style)(scale.title), room.width * TITLE_SHARE, widthOf);
  const ticks = scaleTicks(scale, ACROSS.width, widthOf);
  const first = ticks[0];
  // The first number is centred below its place, and may be wider than what stands left of it.
  const rampX = Math.max(widthOf(title) + 14, first === undefined ? 0 : widthOf(first.text) / 2 - first.share * ACROSS.width);
  let [x, y] = [rampX + ACROSS.width + ACROSS.between, size * 0.5];
  const all = entriesOf(options).map(({ width, ...entry }) => {
    if (x > 0 && x + width > room.width) {
      x = 0;
      y += size * (y < size ? 2.8 : 1.8);
    }
    const place = { ...entry, x, y };
    x += width + BETWEEN;
    return place;
  });
  const entries = all.length <= KEPT_ENTRIES ? all : all.filter((entry) => entry.y <= Math.max(room.height, size * 3.3));
  return {
    side: 'bottom',
    width: room.width,
    height: Math.max(size * 2.4, (entries.at(-1)?.y ?? 0) + size),
    title,
    ramp: { x: rampX, y: 0, width: ACROSS.width, height: ACROSS.height },
    ticks,
    heading: null,
    entries,
    omitted: all.length - entries.length,
  };
}

/** Places the colours' scale and the groups' keys. */
export function layoutHeatmapLegend(options: Options): HeatmapLegend {
  if (options.side === 'right') return legendUp(options);
  if (options.side === 'bottom') return legendAcross(options);
  const ramp = { x: 0, y: 0, width: 0, height: 0 };
  return { side: 'none', width: 0, height: 0, title: '', ramp, ticks: [], heading: null, entries: [], omitted: 0 };
}
