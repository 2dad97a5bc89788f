import { formatCount } from '@oncoloom/tool-kit';
import { beginningOf, membersOf, onlyIn } from '../../data/set-members.ts';
import { ChartDataError, inOrder, isCount, numbersOf, styleFlag, styleText, tableOf, textsOf } from '../../data/table.ts';
import type { FigureData, FigureStyle, Size } from '../../data/types.ts';
import { axisEntries } from '../../plot/axes/axis-entries.ts';
import { type NumberAxis, numberAxis, outsideNote } from '../../plot/axes/axis-range.ts';
import { withinScale } from '../../plot/axes/scale.ts';
import type { Rect } from '../../plot/place-labels.ts';
import { layoutFrame } from '../../plot/plot-frame.ts';
import { checkRoom } from '../../plot/room.ts';
import { heightFor } from '../../plot/screen-size.ts';
import { fitNames, type WrappedName, wrapName } from '../../terms/term-names.ts';
import { sayIn } from '../../text/language.ts';
import { textWidth } from '../../text/measure.ts';
import { type Typeface, typefaceOf, UNITS_PER_POINT } from '../../text/typeface.ts';
import type { ItemLayout } from '../kind.ts';

interface UpsetSet {
  name: string;
  /** The name in lines. */
  lines: readonly string[];
  /** Middle of its row of the matrix. */
  y: number;
  /** Bar of its size, towards the left. */
  bar: Rect;
  size: string;
}

export interface Intersection {
  /** Rows of the sets that it is of, from above. */
  members: readonly number[];
  count: number;
  x: number;
  bar: Rect;
  /** Written over the bar. */
  text: string;
}

export interface UpsetLayout extends ItemLayout {
  sets: readonly UpsetSet[];
  intersections: readonly Intersection[];
  /** Shaded rows of the matrix. */
  stripes: readonly Rect[];
  dot: number;
  labelX: number;
  /** Of the names and sizes of the sets, which stand as close as the rows. */
  names: Typeface;
  /** Counts over the bars are written upwards. */
  turned: boolean;
  /** How far the frame is moved to the right of names and sizes. */
  shift: number;
  sizeTitle: { text: string; x: number; y: number };
  /** What the figure has no room for, in words; empty where it has. */
  omitted: { text: string; x: number; y: number };
  colour: string;
}

const PITCH_MIN = 10;
const PITCH_MAX = 34;
const ROW = 1.75;
/** The matrix takes at most this share of the height. */
const MATRIX_SHARE = 0.5;
const NAME_SHARE = 0.22;
/** The same of long names, which then have several lines. */
const LONG_SHARE = 0.34;
const SIZE_SHARE = 0.13;
/** Height of a line of names, in the size of their text, which is never smaller than print can show. */
const NAME_LINE = 1.05;
const SMALLEST = 5 * UNITS_PER_POINT;
const GAP = 8;
const EDGE = 12;
/** The longest bar takes at least this share of the height. */
const BAR_SHARE = 0.2;
/** Of the longest bar, above it. */
const HEADROOM = 0.12;
/** The longest bar of a size is never shorter. */
const BAR_LEAST = 4;

interface Values {
  labels: readonly string[];
  sizes: Float64Array;
  patterns: readonly (readonly number[])[];
  /** The same as the table writes them. */
  written: readonly string[];
  counts: Float64Array;
}

/** Rows in which nothing is left out: `pattern` holds a 0 or 1 for each set, in the order of the table of sets. */
function valuesOf({ figure: { columns }, tables, style }: FigureData): Values {
  const sets = tableOf(tables, 'sets');
  const shared = tableOf(tables, 'intersections');
  const [labels, patterns] = [textsOf(sets, columns.label), textsOf(shared, columns.pattern)];
  if (labels.length === 0) throw new ChartDataError('没有可画的集合');
  const wrong = patterns.find((pattern) => !/^[01]+$/.test(pattern) || pattern.length !== labels.length);
  if (wrong !== undefined) throw new ChartDataError(`交集「${wrong.slice(0, 20)}」与集合的个数（${labels.length}）对不上`);
  const order = inOrder(style, [...labels.keys()], (set) => labels[set] as string);
  const sizes = numbersOf(sets, columns.size);
  return {
    labels: order.map((set) => labels[set] as string),
    sizes: Float64Array.from(order, (set) => sizes[set] as number),
    patterns: patterns.map((pattern) => order.flatMap((set, i) => (pattern[set] === '1' ? [i] : []))),
    written: patterns,
    counts: numbersOf(shared, columns.count),
  };
}

export function screenHeight({ style }: FigureData, width: number): number {
  return heightFor(style, width);
}

/** Largest first; of ties those of fewer sets. */
function bySize({ patterns, counts }: Values): number[] {
  const rows = [...patterns.keys()].filter((row) => isCount(counts[row]) && counts[row] > 0);
  return rows.sort(
    (a, b) => (counts[b] as number) - (counts[a] as number) || (patterns[a]?.length ?? 0) - (patterns[b]?.length ?? 0) || a - b,
  );
}

/** What is above the longest bar, in its length, where so many units of a height are to stay free; the bar keeps a part of it. */
function headroomFor(free: number, height: number): number {
  return free / Math.max(height - free, height * BAR_SHARE);
}

/** Rows of the matrix with the names of their sets. */
interface SetRows {
  names: readonly WrappedName[];
  typeface: Typeface;
  heights: readonly number[];
}

/** Names in one line, smaller where rows are low; long ones in up to three lines. Throws `ChartDataError` where they would be too small. */
function rowsFor(labels: readonly string[], { width, height }: Size, typeface: Typeface): SetRows {
  const rowHeight = Math.min(typeface.size * ROW, (height * MATRIX_SHARE) / labels.length);
  const size = Math.min(typeface.size, rowHeight / NAME_LINE);
  if (size < SMALLEST) throw new ChartDataError(`图的高度写不下 ${formatCount(labels.length)} 个集合的名字。请加大高度，或少选几个集合`);
  const measured = (text: string) => textWidth(text, typeface, 'normal', size);
  const long = labels.some((label) => measured(label) > width * NAME_SHARE);
  const wrapped = long ? fitNames(labels, width * LONG_SHARE, height * MATRIX_SHARE, typeface, NAME_LINE) : null;
  if (wrapped?.names.some(({ lines }) => lines.length > 1)) {
    const spare = (rowHeight * labels.length - wrapped.heights.reduce((sum, one) => sum + one, 0)) / labels.length;
    return { ...wrapped, heights: wrapped.heights.map((one) => one + Math.max(spare, 0)) };
  }
  const names = labels.map((label) => wrapName(label, width * (long ? LONG_SHARE : NAME_SHARE), measured, 1));
  return { names, typeface: { ...typeface, size }, heights: labels.map(() => rowHeight) };
}

/** Names and sizes left of the matrix. */
function leftBlock({ names, typeface }: SetRows, sizes: readonly string[], width: number) {
  const widest = Math.max(...names.map((name) => name.width));
  const numbers = Math.max(...sizes.map((text) => textWidth(text, typeface))) + 4;
  const bars = Math.max(width * SIZE_SHARE, numbers + BAR_LEAST);
  return { bars, numbers, width: EDGE + bars + GAP * 2 + widest };
}

/** What a column is told by, and lists where the figure has the members of the sets. */
function itemsOf(data: FigureData, values: Values, order: readonly number[]): Pick<ItemLayout, 'describe' | 'listed'> {
  const held = membersOf(data);
  const rowOf = (item: number) => order[item] ?? 0;
  const namesIn = (item: number) => (values.patterns[rowOf(item)] ?? []).map((set) => values.labels[set] as string);
  const genesOf = (item: number) => held?.get(values.written[rowOf(item)] ?? '') ?? [];
  return {
    describe: (item) => {
      const names = namesIn(item);
      const genes = genesOf(item);
      return {
        name: names.join(' ∩ '),
        italic: false,
        tag: `${names.length} 个集合`,
        rows: [
          ['只在这些集合里', formatCount(values.counts[rowOf(item)] as number)] as const,
          ...(genes.length > 0 ? [['基因', beginningOf(genes)] as const] : []),
        ],
      };
    },
    listed: (item) => {
      const names = genesOf(item);
      return names.length === 0 ? null : { names, words: onlyIn(namesIn(item)) };
    },
  };
}

const colourOf = (style: FigureStyle) => styleText(style, 'bar_color', '#2f4b5c');

/**
 * Sizes of the intersections of sets as bars over a matrix of their members. Tables `sets` (columns `label`, `size`) and `intersections`
 * (`pattern`: a 0 or 1 for each set in the order of `sets`; `count`: what lies in just these sets), optionally `members` (`gene`, `pattern`).
 */
export function layout(data: FigureData, { width, height }: Size): UpsetLayout {
  const { style } = data;
  const say = sayIn(style);
  const typeface = typefaceOf(style);
  const values = valuesOf(data);
  const order = bySize(values);
  const rows = rowsFor(
    values.labels.map((label) => say(label)),
    { width, height },
    typeface,
  );
  const sizeTexts = Array.from(values.sizes, (size) => (isCount(size) ? formatCount(size) : '—'));
  const left = leftBlock(rows, sizeTexts, width);
  const matrix = rows.heights.reduce((sum, one) => sum + one, 0);
  const lowest = Math.min(...rows.heights);
  const foot = matrix + typeface.titleSize * 1.6 + EDGE;
  const most = Math.max(...order.map((row) => values.counts[row] as number), 1);
  const countRoom = Math.max(...order.map((row) => textWidth(formatCount(values.counts[row] as number), typeface)), 0);
  const written = styleFlag(style, 'show_values', true);
  const axisWith = (above: number): NumberAxis => numberAxis(style, 'y', [0, most * (1 + above)]);
  const frameOf = (shift: number, above: number) =>
    layoutFrame({
      width: width - shift,
      height: height - foot,
      view: { x: [0, 1], y: axisWith(above).span },
      titles: { x: '', y: '交集大小' },
      style: { ...style, axis_title_x: '' },
      legend: [],
      names: { x: 0 },
    });
  const trial = frameOf(0, HEADROOM);
  // Names may stand below the numbers of the axis.
  const shift = Math.max(left.width - trial.plot.x, 0);
  const pitchIn = (room: number) => Math.min(Math.max(room / Math.max(order.length, 1), PITCH_MIN), PITCH_MAX);
  // Counts wider than their column stand upright.
  const turned = countRoom > pitchIn(trial.plot.width - shift);
  const frame = frameOf(shift, turned && written ? headroomFor(countRoom + GAP * 2, trial.plot.height) : HEADROOM);
  checkRoom(frame);
  const { plot } = frame;
  const pitch = pitchIn(plot.width);
  // A hair more than the width is rounding.
  const shown = order.slice(0, Math.floor(plot.width / pitch + 1e-6));
  const matrixTop = plot.y + plot.height + GAP;
  const barWidth = pitch * 0.62;
  const intersections = shown.map((row, i): Intersection => {
    const count = values.counts[row] as number;
    const x = plot.x + pitch * (i + 0.5);
    const top = withinScale(frame.y, frame.y(count));
    const text = formatCount(count);
    return {
      members: values.patterns[row] ?? [],
      count,
      x,
      bar: { x: x - barWidth / 2, y: top, width: barWidth, height: Math.max(withinScale(frame.y, frame.y(0)) - top, 0) },
      text: written ? text : '',
    };
  });
  const largest = Math.max(...Array.from(values.sizes).filter(isCount), 1);
  const sets = values.labels.map((_, i): UpsetSet => {
    const above = rows.heights.slice(0, i).reduce((sum, one) => sum + one, 0);
    const y = matrixTop + above + (rows.heights[i] as number) / 2;
    const size = isCount(values.sizes[i]) ? values.sizes[i] : 0;
    const length = (size / largest) * Math.max(left.bars - left.numbers, BAR_LEAST);
    return {
      name: values.labels[i] ?? '',
      lines: rows.names[i]?.lines ?? [],
      y,
      bar: { x: EDGE + left.bars - length, y: y - lowest * 0.3, width: length, height: lowest * 0.6 },
      size: sizeTexts[i] as string,
    };
  });
  const axis = axisWith(HEADROOM);
  const outside = intersections.filter(({ count }) => axis.hides(count)).length;
  const hidden = order.length - shown.length;
  const cut = rows.names.filter(({ whole }) => whole !== null).length;
  const right = shift + plot.x + plot.width;
  return {
    width,
    height,
    frame,
    sets,
    intersections,
    stripes: sets
      .map(({ y }, i) => ({
        x: EDGE + left.bars + GAP / 2,
        y: y - (rows.heights[i] as number) / 2,
        width: right - EDGE - left.bars - GAP / 2,
        height: rows.heights[i] as number,
      }))
      .filter((_, i) => i % 2 === 0),
    dot: Math.min(lowest * 0.32, pitch * 0.36),
    labelX: shift + plot.x - GAP,
    names: rows.typeface,
    turned,
    shift,
    sizeTitle: { text: say({ zh: '集合大小', en: 'Set size' }), x: EDGE + left.bars / 2, y: matrixTop + matrix + typeface.size * 1.3 },
    omitted: {
      text: hidden > 0 ? say({ zh: '另有 {n} 个较小的交集放不下', en: '{n} smaller intersections not shown' }, { n: hidden }) : '',
      x: right,
      y: matrixTop + matrix + typeface.size * 1.3,
    },
    colour: colourOf(style),
    axes: { y: axis.controls },
    entries: axisEntries(values.labels, style),
    items: '图中的交集',
    stops: [...intersections.keys()],
    hit: (at) => {
      const item = Math.floor((at.x - shift - plot.x) / pitch);
      return item >= 0 && item < intersections.length && at.y >= plot.y ? item : null;
    },
    anchor: (item) => ({ x: shift + (intersections[item]?.x ?? 0), y: intersections[item]?.bar.y ?? 0 }),
    ...itemsOf(data, values, order),
    find: () => null,
    named: () => '',
    note: [
      hidden > 0 ? `按大小画出前 ${formatCount(shown.length)} 个交集，另有 ${formatCount(hidden)} 个放不下；全部在表里。` : '',
      cut > 0 ? `有 ${formatCount(cut)} 个集合的名称太长，写不全；指着有它的交集可看全名。` : '',
      outsideNote(outside, '个交集的柱子', axis),
    ].join(''),
  };
}
