import { ChartDataError, styleText } from '../data/table.ts';
import type { FigureStyle, Size } from '../data/types.ts';
import type { ScaleTick } from '../plot/colour-scale.ts';
import { MARK } from '../plot/marks.ts';
import type { Rect } from '../plot/place-labels.ts';
import type { SymbolName } from '../plot/symbols.ts';
import { shorten } from '../text/axis-titles.ts';
import { sayIn } from '../text/language.ts';
import { textWidth } from '../text/measure.ts';
import { plainTitle } from '../text/title-marks.ts';
import type { Typeface } from '../text/typeface.ts';

/** Discs of round numbers. */
export interface SizeKey {
  kind: 'sizes';
  title: string;
  discs: readonly { text: string; radius: number }[];
}

/** Colours of a scale with its numbers. Offset 0 is on top, or at the left. */
export interface RampKey {
  kind: 'ramp';
  title: string;
  stops: readonly { offset: number; colour: string }[];
  /** An upright scale begins at its foot. */
  rising?: true;
  /** @param length Units of the scale. @param extentOf Units that a number takes along it. */
  ticks: (length: number, extentOf: (text: string) => number) => readonly ScaleTick[];
}

/** Names of colours or shapes. `name` is what the editor renames; `coloured` groups can be given a colour. */
interface NameKey {
  kind: 'names';
  title: string;
  names: readonly { name: string; label: string; colour: string; mark: SymbolName }[];
}

export type Key = SizeKey | RampKey | NameKey;

/** Legends of a figure at their places, from the corner that `at` of the picture names. */
export interface PlacedKeys extends Size {
  side: KeySide;
  titles: readonly { text: string; x: number; y: number }[];
  texts: readonly { text: string; x: number; y: number; anchor: 'start' | 'middle'; name?: string }[];
  discs: readonly { x: number; y: number; radius: number }[];
  marks: readonly { x: number; y: number; colour: string; mark: SymbolName; name: string }[];
  ramps: readonly { box: Rect; upright: boolean; stops: RampKey['stops']; lines: readonly { x: number; y: number }[] }[];
}
type KeySide = 'right' | 'bottom' | 'none';

/** A figure at least so wide has its legends at the right where the style does not choose. */
const BESIDE_FROM = 540;
const RAMP = { width: 13, most: 110, least: 44, across: 130, acrossLeast: 60, height: 10 } as const;
const TICK = 3;
const GAP = 5;
/** Between two legends, in the size of the text. */
const BETWEEN = { down: 1.2, across: 2 } as const;
/** Lines: of a title, of a name, of numbers below a scale. */
const LINE = { title: 1.5, name: 1.55, numbers: 1.3 } as const;
const MARK_WIDTH = 16;

export function keySideOf(style: FigureStyle, width: number): KeySide {
  const chosen = styleText(style, 'legend_position', 'top-right');
  if (chosen === 'right' || chosen === 'bottom' || chosen === 'none') return chosen;
  return width >= BESIDE_FROM ? 'right' : 'bottom';
}

const NOTHING: PlacedKeys = { side: 'none', width: 0, height: 0, titles: [], texts: [], discs: [], marks: [], ramps: [] };

type Block = Omit<PlacedKeys, 'side'>;
const EMPTY: Block = { width: 0, height: 0, titles: [], texts: [], discs: [], marks: [], ramps: [] };

interface Context {
  typeface: Typeface;
  /** Units that a block may take. */
  room: Size;
  rampLength: number;
  side: KeySide;
  more: (n: number) => string;
}

const widthIn = ({ typeface }: Context, text: string) => textWidth(plainTitle(text), typeface);

function sizesUp(key: SizeKey, context: Context): Block {
  const { size } = context.typeface;
  const widest = Math.max(...key.discs.map(({ radius }) => radius), 0);
  let y = size * LINE.title;
  const rows = key.discs.map(({ text, radius }) => {
    const row = Math.max(radius * 2 + 2, size * 1.3);
    y += row;
    return { text, radius, y: y - row / 2 };
  });
  const texts = rows.map(({ text, y: at }) => ({ text, x: widest * 2 + GAP, y: at, anchor: 'start' as const }));
  return {
    ...EMPTY,
    width: Math.max(...texts.map(({ text, x }) => x + widthIn(context, text)), 0),
    height: y,
    texts,
    discs: rows.map(({ radius, y: at }) => ({ x: widest, y: at, radius })),
  };
}

function sizesAcross(key: SizeKey, context: Context): Block {
  const { size } = context.typeface;
  const widest = Math.max(...key.discs.map(({ radius }) => radius), 0);
  const y = size * LINE.title + Math.max(widest, size * 0.6);
  let x = 0;
  const placed = key.discs.map(({ text, radius }) => {
    const at = x;
    x += radius * 2 + GAP + widthIn(context, text) + size;
    return { text, radius, x: at };
  });
  return {
    ...EMPTY,
    width: x - size,
    height: y + Math.max(widest, size * 0.6),
    texts: placed.map(({ text, radius, x: at }) => ({ text, x: at + radius * 2 + GAP - 1, y, anchor: 'start' })),
    discs: placed.map(({ radius, x: at }) => ({ x: at + radius, y, radius })),
  };
}

function rampUp(key: RampKey, context: Context): Block {
  const { size } = context.typeface;
  const top = size * LINE.title + size * 0.2;
  const length = context.rampLength;
  const down = (share: number) => (key.rising === true ? 1 - share : share);
  const ticks = key.ticks(length, () => size * 1.1).map(({ share, text }) => ({ text, y: top + down(share) * length }));
  const texts = ticks.map(({ text, y }) => ({ text, x: RAMP.width + TICK + GAP - 1, y, anchor: 'start' as const }));
  const stops = key.stops
    .map(({ offset, colour }) => ({ offset: down(offset), colour }))
    .toSorted((one, other) => one.offset - other.offset);
  return {
    ...EMPTY,
    width: Math.max(RAMP.width, ...texts.map(({ text, x }) => x + widthIn(context, text))),
    height: top + length + size * 0.3,
    texts,
    ramps: [
      {
        box: { x: 0, y: top, width: RAMP.width, height: length },
        upright: true,
        stops,
        lines: ticks.map(({ y }) => ({ x: RAMP.width, y })),
      },
    ],
  };
}

function rampAcross(key: RampKey, context: Context): Block {
  const { size } = context.typeface;
  const top = size * (LINE.title + 0.15);
  const length = Math.max(RAMP.acrossLeast, Math.min(RAMP.across, context.room.width * 0.33));
  const ticks = key.ticks(length, (text) => widthIn(context, text) * 1.25);
  const first = ticks[0];
  const before = first === undefined ? 0 : Math.max(0, widthIn(context, first.text) / 2 - first.share * length);
  const y = top + RAMP.height + TICK + size * 0.75;
  const texts = ticks.map(({ share, text }) => ({ text, x: before + share * length, y, anchor: 'middle' as const }));
  const lines = ticks.map(({ share }) => ({ x: before + share * length, y: top + RAMP.height }));
  return {
    ...EMPTY,
    width: Math.max(before + length, ...texts.map(({ text, x }) => x + widthIn(context, text) / 2)),
    height: y + size * 0.55,
    texts,
    ramps: [{ box: { x: before, y: top, width: length, height: RAMP.height }, upright: false, stops: key.stops, lines }],
  };
}

/** Names in as many rows as they need; those without room are counted. */
function namesBlock(key: NameKey, context: Context): Block {
  const { side, room, typeface } = context;
  const row = typeface.size * LINE.name;
  const top = key.title === '' ? 0 : typeface.size * LINE.title;
  const most = side === 'right' ? room.width : Math.max(room.width * 0.95, MARK_WIDTH * 2);
  const all = key.names.map((one) => ({ ...one, label: shorten(one.label, most - MARK_WIDTH, (text) => textWidth(text, typeface)) }));
  const place = (some: readonly (typeof all)[number][]) => {
    let [x, y, width] = [0, top, 0];
    const placed = some.map((one) => {
      const needed = MARK_WIDTH + textWidth(one.label, typeface);
      if (x > 0 && (side === 'right' || x + needed > room.width)) [x, y] = [0, y + row];
      const at = { ...one, x, y: y + row / 2 };
      width = Math.max(width, x + needed);
      x += needed + typeface.size;
      return at;
    });
    return { placed, width, height: some.length === 0 ? 0 : y + row };
  };
  const upTo = (n: number) => [
    ...all.slice(0, n),
    { name: '', label: context.more(all.length - n), colour: 'none', mark: 'circle' as const },
  ];
  let fitted = place(all);
  for (let n = all.length - 1; fitted.height > room.height && n > 0; n -= 1) fitted = place(upTo(n));
  return {
    ...EMPTY,
    width: fitted.width,
    height: fitted.height,
    texts: fitted.placed.map(({ name, label, x, y }) => ({ text: label, x: x + MARK_WIDTH, y, anchor: 'start', name })),
    marks: fitted.placed.flatMap(({ name, colour, mark, x, y }) => (name === '' ? [] : [{ name, colour, mark, x: x + 5, y }])),
  };
}

function blockOf(key: Key, context: Context): Block {
  const upright = context.side === 'right';
  const block =
    key.kind === 'names'
      ? namesBlock(key, context)
      : key.kind === 'sizes'
        ? (upright ? sizesUp : sizesAcross)(key, context)
        : (upright ? rampUp : rampAcross)(key, context);
  if (key.title === '') return block;
  const { typeface, room } = context;
  const marked = widthIn(context, key.title) <= room.width;
  const title = marked ? key.title : shorten(plainTitle(key.title), room.width, (text) => textWidth(text, typeface));
  return { ...block, width: Math.max(block.width, widthIn(context, title)), titles: [{ text: title, x: 0, y: typeface.size * 0.5 }] };
}

const moved = <T extends { x: number; y: number }>(items: readonly T[], x: number, y: number): T[] =>
  items.map((item) => ({ ...item, x: item.x + x, y: item.y + y }));

function put(block: Block, x: number, y: number): Block {
  return {
    ...block,
    titles: moved(block.titles, x, y),
    texts: moved(block.texts, x, y),
    discs: moved(block.discs, x, y),
    marks: moved(block.marks, x, y),
    ramps: block.ramps.map((ramp) => ({
      ...ramp,
      box: { ...ramp.box, x: ramp.box.x + x, y: ramp.box.y + y },
      lines: moved(ramp.lines, x, y),
    })),
  };
}

function together(blocks: readonly Block[], side: KeySide, size: Size): PlacedKeys {
  return {
    ...size,
    side,
    titles: blocks.flatMap(({ titles }) => titles),
    texts: blocks.flatMap(({ texts }) => texts),
    discs: blocks.flatMap(({ discs }) => discs),
    marks: blocks.flatMap(({ marks }) => marks),
    ramps: blocks.flatMap(({ ramps }) => ramps),
  };
}

/**
 * Places legends one below the other, or side by side in rows. Throws `ChartDataError` where they have no room.
 *
 * @param room Units that all of them may take.
 */
export function layoutKeys(keys: readonly Key[], style: FigureStyle, side: KeySide, room: Size, typeface: Typeface): PlacedKeys {
  if (side === 'none' || keys.length === 0) return { ...NOTHING, side };
  const say = sayIn(style);
  const context = {
    typeface,
    room,
    side,
    rampLength: RAMP.most,
    more: (n: number) => say({ zh: '另有 {n} 组', en: '{n} more groups' }, { n }),
  };
  const said = keys.map((key) => ({ ...key, title: say(key.title) }));
  const placed = side === 'right' ? inColumn(said, context) : inRows(said, context);
  if (placed.height > room.height + 0.5) throw new ChartDataError('图的高度画不下图例、标题和坐标轴。请加大高度、缩小字号，或不显示图例');
  return placed;
}

function inColumn(keys: readonly Key[], context: Context): PlacedKeys {
  const between = context.typeface.size * BETWEEN.down;
  const heightOf = (blocks: readonly Block[]) => blocks.reduce((sum, { height }) => sum + height, 0) + between * (blocks.length - 1);
  const whole = (rampLength: number, room: Size) => keys.map((key) => blockOf(key, { ...context, rampLength, room }));
  const ramps = keys.filter(({ kind }) => kind === 'ramp').length;
  let blocks = whole(RAMP.most, context.room);
  const over = heightOf(blocks) - context.room.height;
  const rampLength = Math.max(RAMP.least, RAMP.most - Math.max(over, 0) / Math.max(ramps, 1));
  blocks = whole(rampLength, context.room);
  // Names give way to what cannot be left out.
  const others = heightOf(blocks.filter((_, i) => keys[i]?.kind !== 'names'));
  const left = Math.max(context.room.height - others - between, context.typeface.size * LINE.name);
  if (heightOf(blocks) > context.room.height) blocks = whole(rampLength, { ...context.room, height: left });
  let y = 0;
  const placed = blocks.map((block) => {
    const at = put(block, 0, y);
    y += block.height + between;
    return at;
  });
  return together(placed, 'right', { width: Math.max(...blocks.map(({ width }) => width)), height: y - between });
}

function inRows(keys: readonly Key[], context: Context): PlacedKeys {
  const { size } = context.typeface;
  const between = size * BETWEEN.across;
  let [x, y, row, width] = [0, 0, 0, 0];
  const placed = keys.map((key) => {
    const block = blockOf(key, context);
    if (x > 0 && x + block.width > context.room.width) [x, y, row] = [0, y + row + size * 0.6, 0];
    const at = put(block, x, y);
    x += block.width + between;
    row = Math.max(row, block.height);
    width = Math.max(width, x - between);
    return at;
  });
  return together(placed, 'bottom', { width, height: y + row });
}

/** Ink of discs in a legend. */
export const KEY_DISC = MARK.threshold;
