import type { Group } from '../../data/groups.ts';
import type { FigureStyle } from '../../data/types.ts';
import { shorten } from '../../text/axis-titles.ts';
import { sayIn } from '../../text/language.ts';
import { textWidth } from '../../text/measure.ts';
import type { Typeface } from '../../text/typeface.ts';
import { type ColourScale, scaleTicks } from './cells.ts';

export interface HeatmapLegend {
  side: 'right' | 'bottom' | 'none';
  width: number;
  height: number;
  title: string;
  /** From the legend's corner; ticks stand right of it, or below it. */
  ramp: { x: number; y: number; width: number; height: number };
  ticks: readonly { share: number; text: string }[];
  /** Over the groups; null where they stand without one. */
  heading: { text: string; y: number } | null;
  entries: readonly { label: string; colour: string; x: number; y: number }[];
  /** Entries without room. */
  omitted: number;
}

const UP = { width: 15, height: 126, least: 40 } as const;
const ACROSS = { width: 110, height: 10 } as const;
const KEY = 20;
const BETWEEN = 12;

interface Options {
  groups: readonly Group[];
  /** Colour of missing cells, where there are any. */
  missing: string | null;
  scale: ColourScale;
  style: FigureStyle;
  typeface: Typeface;
  side: HeatmapLegend['side'];
  room: { width: number; height: number };
}

/** Names with their counts, shortened to the room. */
function entriesOf({ groups, missing, style, typeface, room }: Options) {
  const say = sayIn(style);
  const texts = groups.map(({ label, count, colour }) => ({ colour, label: say('{name}（{n}）', { name: label, n: count }) }));
  if (missing !== null) texts.push({ colour: missing, label: say('缺失') });
  return texts.map((entry) => {
    const label = shorten(entry.label, room.width - KEY, (text) => textWidth(text, typeface));
    return { ...entry, label, width: KEY + textWidth(label, typeface) };
  });
}

/** The colours' scale over the groups, beside the cells. */
function legendUp(options: Options): HeatmapLegend {
  const { scale, style, typeface, groups, room } = options;
  const { size } = typeface;
  const say = sayIn(style);
  const title = say(scale.title);
  const ticks = scaleTicks(scale);
  const all = entriesOf(options);
  const row = size * 1.8;
  const head = size * 1.9;
  const between = size * 2.2;
  const needed = all.length === 0 ? 0 : between + row * (all.length + (groups.length === 0 ? 0 : 1));
  const rampHeight = Math.max(UP.least, Math.min(UP.height, room.height - head - needed - size));
  const first = head + rampHeight + between;
  const begin = first + (groups.length === 0 ? 0 : row);
  const entries = all.map(({ label, colour }, i) => ({ label, colour, x: 0, y: begin + row * i })).filter(({ y }) => y <= room.height);
  const texts = [textWidth(title, typeface), ...ticks.map(({ text }) => UP.width + 8 + textWidth(text, typeface))];
  return {
    side: 'right',
    width: Math.max(...texts, ...all.map(({ width }) => width)),
    height: entries.at(-1)?.y ?? head + rampHeight,
    title,
    ramp: { x: 0, y: head, width: UP.width, height: rampHeight },
    ticks,
    heading: groups.length === 0 ? null : { text: say('分组'), y: first },
    entries,
    omitted: all.length - entries.length,
  };
}

/** The same in rows below the cells. */
function legendAcross(options: Options): HeatmapLegend {
  const { scale, style, typeface, room } = options;
  const { size } = typeface;
  const title = sayIn(style)(scale.title);
  const rampX = textWidth(title, typeface) + 14;
  let [x, y] = [rampX + ACROSS.width + 28, size * 0.5];
  const all = entriesOf(options).map(({ label, colour, width }) => {
    if (x > 0 && x + width > room.width) {
      x = 0;
      y += size * (y < size ? 2.8 : 1.8);
    }
    const place = { label, colour, x, y };
    x += width + BETWEEN;
    return place;
  });
  const entries = all.filter((entry) => entry.y <= Math.max(room.height, size * 3.3));
  return {
    side: 'bottom',
    width: room.width,
    height: Math.max(size * 2.4, (entries.at(-1)?.y ?? 0) + size),
    title,
    ramp: { x: rampX, y: 0, ...ACROSS },
    ticks: scaleTicks(scale),
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
