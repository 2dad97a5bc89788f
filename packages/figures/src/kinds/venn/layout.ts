import { formatCount, GENE_SET_COLOURS, paletteColours } from '@oncoloom/tool-kit';
import { ownColours } from '../../data/groups.ts';
import { beginningOf, membersOf, onlyIn } from '../../data/set-members.ts';
import {
  ChartDataError,
  inOrder,
  isCount,
  numbersOf,
  optionalTexts,
  styleFlag,
  styleNumber,
  styleText,
  tableOf,
  textsOf,
} from '../../data/table.ts';
import type { FigureData, Size } from '../../data/types.ts';
import type { NamedEntry } from '../../plot/legend-layout.ts';
import type { Rect } from '../../plot/place-labels.ts';
import { layoutFrame } from '../../plot/plot-frame.ts';
import { checkRoom } from '../../plot/room.ts';
import { heightFor } from '../../plot/screen-size.ts';
import { NAME_LINE, type WrappedName, wrapName } from '../../terms/term-names.ts';
import { sayIn } from '../../text/language.ts';
import { textWidth } from '../../text/measure.ts';
import { type Typeface, UNITS_PER_POINT } from '../../text/typeface.ts';
import type { ItemLayout } from '../kind.ts';
import { type Ellipse, ellipsesOf, holds, outlinePath } from './ellipses.ts';
import { fitDiagram, overlap } from './names.ts';
import { regionRooms } from './regions.ts';

export interface VennSet {
  name: string;
  colour: string;
  path: string;
  label: WrappedName;
  /** Written below the name. */
  size: string;
  place: Rect;
}

export interface VennRegion {
  /** Its sets, in the order of the layout's. */
  members: readonly number[];
  count: number;
  x: number;
  y: number;
  /** Its number, and below it what the style asks for; none where there is no room. */
  lines: readonly string[];
  fontSize: number;
}

export interface VennLayout extends ItemLayout {
  sets: readonly VennSet[];
  regions: readonly VennRegion[];
  opacity: number;
  lineWidth: number;
  omitted: { text: string; x: number; y: number };
}

/** Units of the diagram's 1 at least. */
const LEAST = 34;
const SMALLEST = 5 * UNITS_PER_POINT;
const NAME_SHARE = 0.36;
/** A number keeps so much of its region's width free. */
const FREE = 0.1;

export function screenHeight({ style }: FigureData, width: number): number {
  return Math.max(heightFor(style, width), Math.min(width * 0.85, 460));
}

interface Values {
  names: readonly string[];
  colours: readonly string[];
  sizes: readonly (number | undefined)[];
  /** By the sets of a region as bits, in the order of `names`. */
  counts: readonly number[];
  /** The same region as the tables write it. */
  patterns: readonly string[];
}

function valuesOf({ figure: { columns }, tables, style }: FigureData): Values {
  const [sets, shared] = [tableOf(tables, 'sets'), tableOf(tables, 'intersections')];
  const labels = textsOf(sets, columns.label);
  if (labels.length < 2) throw new ChartDataError('韦恩图要有 2–5 个名单');
  if (ellipsesOf(labels.length) === undefined)
    throw new ChartDataError(`有 ${formatCount(labels.length)} 个名单，韦恩图最多画 5 个。请看 UpSet 图`);
  const order = inOrder(style, [...labels.keys()], (set) => labels[set] as string);
  const [patterns, counts] = [textsOf(shared, columns.pattern), numbersOf(shared, columns.count)];
  const wrong = patterns.find((pattern) => !/^[01]+$/.test(pattern) || pattern.length !== labels.length);
  if (wrong !== undefined) throw new ChartDataError(`交集「${wrong.slice(0, 20)}」与名单的个数（${labels.length}）对不上`);
  const numbered = Array.from({ length: 1 << labels.length }, (_, region) => {
    const pattern = labels.map((_label, set) => ((region >> order.indexOf(set)) & 1 ? '1' : '0')).join('');
    const count = counts[patterns.indexOf(pattern)];
    return { pattern, count: isCount(count) ? count : 0 };
  });
  const [sizes, given, own] = [numbersOf(sets, columns.size), optionalTexts(sets, columns.colour), ownColours(style)];
  const palette = paletteColours(styleText(style, 'palette', ''));
  const colourOf = (set: number): string => {
    const plain = GENE_SET_COLOURS[set % GENE_SET_COLOURS.length] as string;
    const chosen = given?.[set] ?? '';
    const colour = palette === null ? (/^#[0-9a-f]{6}$/i.test(chosen) ? chosen : plain) : palette[set % palette.length];
    return own.get(labels[set] as string) ?? colour ?? plain;
  };
  return {
    names: order.map((set) => labels[set] as string),
    colours: order.map(colourOf),
    sizes: order.map((set) => (isCount(sizes[set]) ? sizes[set] : undefined)),
    counts: numbered.map(({ count }) => count),
    patterns: numbered.map(({ pattern }) => pattern),
  };
}

/** Names as they are written around the diagram, each with the size of its set below. */
function namesOf(values: Values, say: (text: string) => string, width: number, typeface: Typeface) {
  const measure = (text: string) => textWidth(text, typeface);
  return values.names.map((name, set) => {
    const label = wrapName(say(name), width * NAME_SHARE, measure);
    const size = values.sizes[set] === undefined ? '' : `(${formatCount(values.sizes[set])})`;
    const lines = label.lines.length + (size === '' ? 0 : 1);
    return { label, size, box: { width: Math.max(label.width, measure(size)), height: lines * NAME_LINE * typeface.size } };
  });
}

const membersOfBits = (region: number, sets: number) => Array.from({ length: sets }, (_, set) => set).filter((set) => (region >> set) & 1);

/** The box of a region's lines. */
function boxOf({ x, y, lines, fontSize }: VennRegion, typeface: Typeface): Rect {
  const width = Math.max(...lines.map((line) => textWidth(line, typeface, 'normal', fontSize)), 0);
  const height = lines.length * NAME_LINE * fontSize;
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** Without the numbers that would stand over that of another region, the larger ones first. */
function apart(regions: readonly VennRegion[], typeface: Typeface): VennRegion[] {
  const kept: Rect[] = [];
  const written = new Set<VennRegion>();
  for (const region of regions.toSorted((a, b) => b.fontSize - a.fontSize)) {
    const box = boxOf(region, typeface);
    if (kept.some((other) => overlap(box, other))) continue;
    kept.push(box);
    written.add(region);
  }
  return regions.map((region) => (written.has(region) ? region : { ...region, lines: [] }));
}

/** Numbers in their regions, smaller where a region is small. */
function regionsOf(
  values: Values,
  base: readonly Ellipse[],
  placed: readonly Ellipse[],
  typeface: Typeface,
  percent: boolean,
): VennRegion[] {
  const rooms = regionRooms(base);
  const [from, to] = [base[0] as Ellipse, placed[0] as Ellipse];
  const scale = to.a / from.a;
  const all = values.counts.reduce((sum, count) => sum + count, 0);
  const smallest = Math.min(SMALLEST, typeface.size);
  return rooms.flatMap((room, region) => {
    if (room === null) return [];
    const count = values.counts[region] ?? 0;
    const wanted = [formatCount(count), ...(percent && all > 0 ? [`${((100 * count) / all).toFixed(1)}%`] : [])];
    const fitted = (lines: readonly string[]) => {
      const widest = Math.max(...lines.map((line) => textWidth(line, typeface)));
      const share = Math.min(
        (room.width * scale * (1 - FREE)) / widest,
        (room.height * scale) / (lines.length * NAME_LINE * typeface.size),
        1,
      );
      return { lines, fontSize: typeface.size * share };
    };
    const whole = fitted(wanted);
    const taken = whole.fontSize < smallest ? fitted(wanted.slice(0, 1)) : whole;
    return [
      {
        members: membersOfBits(region, base.length),
        count,
        x: to.x + (room.x - from.x) * scale,
        y: to.y + (room.y - from.y) * scale,
        lines: taken.fontSize < smallest ? [] : taken.lines,
        fontSize: Math.max(taken.fontSize, smallest),
      },
    ];
  });
}

/**
 * Two to five sets as circles and ellipses in which every combination has a region; areas say nothing. Tables `sets` (columns `label`, `size`,
 * optionally `colour`), `intersections` (`pattern`: a 0 or 1 for each set in the order of `sets`; `count`: what lies in just these sets; a region
 * without a row is empty) and optionally `members` (`gene`, `pattern`). Names stand outside; numbers that have no room are left out and said.
 */
export function layout(data: FigureData, { width, height }: Size): VennLayout {
  const { style } = data;
  const say = sayIn(style);
  const values = valuesOf(data);
  const frame = layoutFrame({
    width,
    height,
    view: { x: [0, 1], y: [0, 1] },
    titles: { x: '', y: '' },
    style: { ...style, axis_title_x: '', axis_title_y: '' },
    legend: [],
    names: { x: 0, y: 0 },
  });
  checkRoom(frame);
  const { typeface, plot } = frame;
  const base = ellipsesOf(values.names.length) as readonly Ellipse[];
  const names = namesOf(values, say, plot.width, typeface);
  const place = { ...plot, height: plot.height - typeface.size };
  const diagram = fitDiagram(
    base,
    names.map(({ box }) => box),
    place,
    LEAST,
  );
  if (diagram === null) throw new ChartDataError('图画不下名单的名字。请加大宽度和高度、缩小字号，或把名字改短');
  const regions = apart(regionsOf(values, base, diagram.ellipses, typeface, styleFlag(style, 'show_percent', false)), typeface);
  const unwritten = regions.filter(({ lines }) => lines.length === 0).length;
  const cut = names.filter(({ label }) => label.whole !== null).length;
  const sets = values.names.map((name, set): VennSet => {
    const { label, size } = names[set] as (typeof names)[number];
    const place = diagram.names[set] as Rect;
    return { name, colour: values.colours[set] as string, path: outlinePath(diagram.ellipses[set] as Ellipse), label, size, place };
  });
  return {
    width,
    height,
    frame,
    sets,
    regions,
    opacity: styleNumber(style, 'fill_opacity', 0.3),
    lineWidth: styleNumber(style, 'line_width', 1.2),
    omitted: {
      text:
        unwritten > 0 ? say({ zh: '另有 {n} 块太小，个数写不下', en: '{n} regions too small for their numbers' }, { n: unwritten }) : '',
      x: plot.x + plot.width,
      y: plot.y + plot.height - typeface.size * 0.2,
    },
    entries: sets.map(
      ({ name, colour, size }): NamedEntry => ({ name, label: say(name), colour, count: size, coloured: true, mark: 'square' }),
    ),
    ...itemsOf(data, values, regions, diagram.ellipses),
    note: [
      unwritten > 0 ? `有 ${formatCount(unwritten)} 块太小，写不下个数；指着它可看。` : '',
      cut > 0 ? `有 ${formatCount(cut)} 个名单的名字太长，写不全；指着它的一块可看全名。` : '',
    ].join(''),
  };
}

/** Regions are told of one by one; arrow keys walk over those that hold something, single sets first. */
function itemsOf(
  data: FigureData,
  values: Values,
  regions: readonly VennRegion[],
  ellipses: readonly Ellipse[],
): Pick<ItemLayout, 'items' | 'stops' | 'hit' | 'anchor' | 'describe' | 'find' | 'named' | 'listed'> {
  const held = membersOf(data);
  const all = values.counts.reduce((sum, count) => sum + count, 0);
  const namesIn = (item: number) => (regions[item]?.members ?? []).map((set) => values.names[set] as string);
  const bitsOf = ({ members }: VennRegion) => members.reduce((bits, set) => bits | (1 << set), 0);
  const genesOf = (item: number) => held?.get(values.patterns[bitsOf(regions[item] as VennRegion)] ?? '') ?? [];
  const stops = [...regions.keys()]
    .filter((item) => (regions[item]?.count ?? 0) > 0)
    .toSorted((a, b) => (regions[a]?.members.length ?? 0) - (regions[b]?.members.length ?? 0) || a - b);
  return {
    items: '图中的块',
    stops,
    hit: (at) => {
      const inside = ellipses.reduce((bits, one, i) => (holds(one, at) ? bits | (1 << i) : bits), 0);
      const found = inside === 0 ? -1 : regions.findIndex((region) => bitsOf(region) === inside);
      return found === -1 ? null : found;
    },
    anchor: (item) => ({ x: regions[item]?.x ?? 0, y: regions[item]?.y ?? 0 }),
    describe: (item) => {
      const count = regions[item]?.count ?? 0;
      const genes = genesOf(item);
      return {
        name: namesIn(item).join(' ∩ '),
        italic: false,
        tag: `${regions[item]?.members.length ?? 0} 个名单`,
        rows: [
          ['只在这些名单里', formatCount(count)] as const,
          ...(all > 0 ? [['占全部', `${((100 * count) / all).toFixed(1)}%`] as const] : []),
          ...(genes.length > 0 ? [['基因', beginningOf(genes)] as const] : []),
        ],
      };
    },
    find: () => null,
    named: () => '',
    listed: (item) => {
      const names = genesOf(item);
      return names.length === 0 ? null : { names, words: onlyIn(namesIn(item)) };
    },
  };
}
