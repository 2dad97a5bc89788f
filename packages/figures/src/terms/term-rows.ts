import { formatCount } from '@oncoloom/tool-kit';
import { ChartDataError } from '../data/table.ts';
import type { FigureData, Size } from '../data/types.ts';
import { axisEntries } from '../plot/axes/axis-entries.ts';
import type { NumberAxis } from '../plot/axes/axis-range.ts';
import { linearScale, logScale } from '../plot/axes/scale.ts';
import type { Tick } from '../plot/axes/tick.ts';
import { fittingTicks, tickSpacing, ticksOf } from '../plot/axes/ticks.ts';
import type { NamedEntry } from '../plot/legend-layout.ts';
import type { Rect } from '../plot/place-labels.ts';
import {
  type AxesFrame,
  type FittedHeading,
  type FrameOptions,
  fitHeading,
  type Hint,
  layoutFrame,
  type PlotFrame,
  ticksFor,
} from '../plot/plot-frame.ts';
import type { Wanted } from '../plot/printed-size.ts';
import { checkRoom } from '../plot/room.ts';
import { heightFor } from '../plot/screen-size.ts';
import { shorten } from '../text/axis-titles.ts';
import { sayIn } from '../text/language.ts';
import { textWidth } from '../text/measure.ts';
import { type Typeface, typefaceOf } from '../text/typeface.ts';
import { type Key, keySideOf, layoutKeys, type PlacedKeys } from './keys.ts';
import { type FittedNames, fitNames, mostRows, type WrappedName } from './term-names.ts';
import type { TermLine, TermTable } from './term-table.ts';

/** A panel of rows: one of the parts, and one of the groups side by side. */
interface RowPanel extends AxesFrame {
  panel: number;
  group: number;
  /** Name of the group, over the uppermost panel. */
  heading: FittedHeading | null;
}

/** A line at its place. */
export interface PlacedLine extends TermLine {
  y: number;
  height: number;
  name: WrappedName;
}

export interface TermRows {
  frame: PlotFrame;
  /** By part, then by group. */
  panels: readonly (readonly RowPanel[])[];
  lines: readonly PlacedLine[];
  names: { typeface: Typeface /** Where names end. */; x: number };
  /** Names of the parts, each over its panel. */
  sections: readonly { name: string; text: string; x: number; y: number }[];
  keys: PlacedKeys;
  keysAt: { x: number; y: number };
  /** What has no room, in words; empty where all has. */
  omitted: { text: string; x: number; y: number };
  left: number;
  shortened: number;
  wanted: Wanted;
}

const GAP = 8;
const EDGE = 12;
const BETWEEN = 16;
/** Names take at most this share of the width. */
const NAMES_SHARE = 0.42;
const KEYS_SHARE = { right: 0.28, bottom: 0.4 };
/** Height of a part's name, in the size of the text. */
const SECTION = 1.75;
const LEGEND_GAP = 18;
/** Units per tick of the lower axis, in the size of the text. */
const TICKS_ACROSS = 5;
/** A row on paper at most, in the size of the text. */
const PAPER_ROW = 3;
/** A row on screen, in the size of the text. */
const SCREEN_ROW = 2.2;
const SCREEN_MAX = 2400;

interface RowOptions {
  terms: TermTable;
  axis: NumberAxis;
  /** Of the lower axis where the style has none. */
  title: string;
  keys: readonly Key[];
  /** Names stand beside the line of zero within the plot. */
  inside?: boolean;
  /** Lines of text that a row takes at least. */
  leastLines?: number;
  /** Free room over the rows of each part, in the size of the text. */
  headroom?: number;
}

/** Height on screen for so many rows. */
export function termsHeight({ style }: FigureData, width: number, lines: number, panels: number): number {
  const { size } = typefaceOf(style);
  return Math.max(heightFor(style, width), Math.min(size * (SCREEN_ROW * lines + SECTION * panels) + 150, SCREEN_MAX));
}

/** What can be renamed and reordered: terms, parts and groups. */
export function termEntries({ lines, panels, groups }: TermTable, style: FigureData['style']): NamedEntry[] {
  return axisEntries([...lines.flat().map(({ label }) => label), ...panels.names, ...groups.names], style);
}

/** What stands over the rows of a part, in the size of the text. */
const overPart = (named: boolean, { headroom = 0 }: RowOptions) => (named ? SECTION : 0) + headroom;

interface Stacked {
  fitted: FittedNames;
  lines: readonly (readonly TermLine[])[];
  left: number;
}

/** As many lines as have room: the part with the most gives way first. */
function stack(options: RowOptions, data: FigureData, room: number, height: number, typeface: Typeface): Stacked {
  const say = sayIn(data.style);
  const named = options.terms.panels.names.some((name) => name !== '');
  const lines = options.terms.lines.map((list) => [...list]);
  let left = 0;
  const leaveOut = (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const longest = lines.reduce((most, list) => (list.length > most.length ? list : most));
      longest.pop();
      left += 1;
    }
  };
  leaveOut(Math.max(0, lines.flat().length - mostRows(height, typeface, options.leastLines)));
  for (;;) {
    const all = lines.flat();
    const parts = lines.filter((list) => list.length > 0).length;
    const free = height - parts * typeface.size * overPart(named, options) - (left > 0 ? typeface.size * SECTION : 0);
    const fitted = fitNames(
      all.map(({ label }) => say(label)),
      room,
      free,
      typeface,
      options.leastLines,
    );
    if (fitted !== null) return { fitted, lines, left };
    if (all.length <= 1) throw new ChartDataError('图的高度画不下一行。请加大高度、缩小字号，或不显示图例');
    leaveOut(1);
  }
}

/** Rows of terms with their names, panels, axes and legends at their places. Throws `ChartDataError` where there is no room. */
export function layoutRows(data: FigureData, size: Size, options: RowOptions): TermRows {
  const { style } = data;
  const { terms, axis } = options;
  const say = sayIn(style);
  const typeface = typefaceOf(style);
  const side = keySideOf(style, size.width);
  const room =
    side === 'right'
      ? { width: size.width * KEYS_SHARE.right, height: size.height - EDGE * 2 }
      : { width: size.width - EDGE * 2, height: size.height * KEYS_SHARE.bottom };
  const keys = layoutKeys(options.keys, style, side, room, typeface);
  const below = side === 'bottom' && keys.height > 0 ? keys.height + GAP : 0;
  const beside = side === 'right' && keys.width > 0 ? keys.width + LEGEND_GAP + GAP : EDGE;

  const inside = options.inside === true;
  const nameRoom = Math.min(size.width * NAMES_SHARE, (size.width - beside) * 0.6);
  const groupNames = terms.groups.names;
  const headed = groupNames.some((name) => name !== '');
  const frameWith = (headingLines: number, namesWidth: number): PlotFrame => {
    const base: FrameOptions = {
      width: size.width,
      height: size.height - below,
      view: { x: axis.span, y: [0, 1] },
      titles: { x: options.title, y: '' },
      style,
      legend: [],
      names: { y: inside ? 0 : namesWidth + GAP },
      rightAtLeast: beside,
      log: { x: axis.log },
      ...(headed && { heading: { text: '', strong: true }, headingLines }),
    };
    return layoutFrame(base);
  };
  // The widest names leave the narrowest plot, whose title and headings take the most lines: what fits in its height fits.
  const first = frameWith(1, nameRoom);
  const between = groupNames.length > 1 ? Math.max(BETWEEN, widestTick(first, typeface) + 6) : 0;
  const columnWidth = (frame: PlotFrame) => (frame.plot.width - between * (groupNames.length - 1)) / groupNames.length;
  const headingsIn = (frame: PlotFrame) =>
    groupNames.map((name) => fitHeading({ text: say(name), strong: true }, columnWidth(frame) + between * 0.6, typeface));
  const headingLines = headed ? Math.max(...headingsIn(first).map(({ lines }) => lines.length)) : 0;
  const trial = frameWith(headingLines, nameRoom);
  checkRoom(trial, []);
  const { fitted, lines, left } = stack(options, data, inside ? trial.plot.width * NAMES_SHARE : nameRoom, trial.plot.height, typeface);
  const namesWidth = inside ? 0 : Math.max(0, ...fitted.names.map((name) => name.width));
  const frame = frameWith(headingLines, namesWidth);
  const headings = headingsIn(frame);
  const width = columnWidth(frame);
  const { plot } = frame;
  checkRoom(frame, [{ ...plot, width }]);

  const named = terms.panels.names.some((name) => name !== '');
  const placed = placeLines(lines, fitted, plot, { typeface, over: overPart(named, options), headroom: options.headroom ?? 0, left });
  const makeTicks = ticksFor(style, 'x', typeface.size * TICKS_ACROSS, (scale, wanted) =>
    fittingTicks(scale, wanted ?? tickSpacing(scale, typeface.size * TICKS_ACROSS), (text) => textWidth(text, typeface), ticksOf),
  );
  const bands = placed.bands;
  const lowest = bands.findLastIndex((band) => band.height > 0);
  const highest = bands.findIndex((band) => band.height > 0);
  const panels = bands.map((band, panel) =>
    groupNames.map((_, group): RowPanel => {
      const own = { x: plot.x + group * (width + between), y: band.y, width, height: band.height };
      const x = (axis.log ? logScale : linearScale)(axis.span, [own.x, own.x + width]);
      return {
        panel,
        group,
        heading: headed && panel === highest ? (headings[group] as FittedHeading) : null,
        plot: own,
        x,
        y: linearScale([0, 1], [own.y + own.height, own.y]),
        xTicks: panel === lowest ? makeTicks(x) : [],
        yTicks: [],
        axisWidth: frame.axisWidth,
      };
    }),
  );
  const nameX = plot.x - 7;
  const nameLeft = Math.max(nameX - namesWidth, 0);
  const bold = (text: string) => textWidth(text, typeface, 'bold');
  const sections = bands.flatMap((band, panel) => {
    const name = terms.panels.names[panel] as string;
    if (band.height === 0 || name === '') return [];
    const text = shorten(say(name), plot.x + plot.width - nameLeft, bold);
    return [{ name, text, x: nameLeft, y: band.y - typeface.size * 0.85 }];
  });
  const firstTicks = panels[lowest]?.[0]?.xTicks ?? [];
  const shortened = placed.lines.filter(({ name }) => name.whole !== null).length;
  return {
    frame: {
      ...frame,
      xTicks: firstTicks,
      x: panels[lowest]?.[0]?.x ?? frame.x,
      hints: [...frame.hints, ...nameHints(placed.lines, nameLeft, nameX)],
    },
    panels,
    lines: placed.lines,
    names: { typeface: fitted.typeface, x: nameX },
    sections,
    keys,
    keysAt: keysPlace(keys, plot, size),
    omitted: {
      text: left > 0 ? say({ zh: '另有 {n} 行放不下', en: '{n} more rows do not fit' }, { n: left }) : '',
      x: nameLeft,
      y: plot.y + plot.height - typeface.size * 0.75,
    },
    left,
    shortened,
    wanted: { height: Math.max(size.height - spareHeight(placed.lines, typeface), keys.side === 'right' ? keys.height + EDGE * 2 : 0) },
  };
}

/** What rows that are few have too much. */
function spareHeight(lines: readonly PlacedLine[], { size }: Typeface): number {
  return lines.reduce((sum, { height, name }) => sum + Math.max(0, height - size * Math.max(PAPER_ROW, name.lines.length + 1)), 0);
}

function keysPlace({ side, width, height }: PlacedKeys, plot: Rect, size: Size): { x: number; y: number } {
  if (side !== 'right') {
    const middle = plot.x + plot.width / 2 - width / 2;
    return { x: Math.max(GAP, Math.min(middle, size.width - width - EDGE)), y: size.height - height - 2 };
  }
  const top = plot.y + Math.max(0, (plot.height - height) / 2);
  return { x: size.width - width - GAP, y: Math.max(2, Math.min(top, size.height - height - 2)) };
}

const widestTick = ({ xTicks }: PlotFrame, typeface: Typeface): number =>
  Math.max(0, ...xTicks.map(({ text }: Tick) => textWidth(text, typeface)));

/** The whole of each name that had to be shortened, where it stands. */
function nameHints(lines: readonly PlacedLine[], x: number, end: number): Hint[] {
  return lines.flatMap(({ name, y, height }) =>
    name.whole === null ? [] : [{ text: name.whole, at: { x, y: y - height / 2, width: end - x, height } }],
  );
}

/** Rows from above, what is left of the height spread over them; empty parts have no height. */
function placeLines(
  lines: readonly (readonly TermLine[])[],
  { names, heights }: FittedNames,
  plot: Rect,
  { typeface, over, headroom, left }: { typeface: Typeface; over: number; headroom: number; left: number },
): { lines: PlacedLine[]; bands: Rect[] } {
  const parts = lines.filter((list) => list.length > 0).length;
  const needed = heights.reduce((sum, one) => sum + one, 0);
  const free = plot.height - parts * typeface.size * over - (left > 0 ? typeface.size * SECTION : 0) - needed;
  const extra = Math.max(free, 0) / Math.max(heights.length, 1);
  const placed: PlacedLine[] = [];
  let y = plot.y;
  let next = 0;
  const bands = lines.map((list): Rect => {
    if (list.length === 0) return { ...plot, y, height: 0 };
    const top = y + typeface.size * (over - headroom);
    y += typeface.size * over;
    for (const line of list) {
      const height = (heights[next] as number) + extra;
      placed.push({ ...line, y: y + height / 2, height, name: names[next] as WrappedName });
      y += height;
      next += 1;
    }
    return { ...plot, y: top, height: y - top };
  });
  // What says that rows are left out stands under the last of them.
  const lowest = bands.findLastIndex(({ height }) => height > 0);
  return { lines: placed, bands: bands.map((band, i) => (i === lowest ? { ...band, height: plot.y + plot.height - band.y } : band)) };
}

/** What of the rows could not be written or drawn, in sentences. */
export function rowsNote({ left, shortened, lines }: TermRows): string {
  return [
    left > 0 ? `共 ${formatCount(lines.length + left)} 行，图高只放得下 ${formatCount(lines.length)} 行；把图加高或把字号调小。` : '',
    shortened > 0 ? `有 ${formatCount(shortened)} 个名称太长，写不全，指着它可看全名。` : '',
  ].join('');
}
