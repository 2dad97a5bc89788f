import { formatCount } from '@oncoloom/tool-kit';
import { groupsOf, legendOf } from '../../data/groups.ts';
import { subjectOf } from '../../data/subject.ts';
import { ChartDataError, numbersOf, optionalTexts, styleFlag, styleNumber, styleText, tableOf, textsOf } from '../../data/table.ts';
import type { FigureData, FigureStyle, Size } from '../../data/types.ts';
import { rangedSpan } from '../../plot/axes/axis-range.ts';
import type { Span } from '../../plot/axes/scale.ts';
import { MARK } from '../../plot/marks.ts';
import type { Rect } from '../../plot/place-labels.ts';
import { layoutFrame, type PlotFrame } from '../../plot/plot-frame.ts';
import { checkRoom } from '../../plot/room.ts';
import { heightFor } from '../../plot/screen-size.ts';
import { writeDecimal } from '../../points/differential-points.ts';
import { shorten } from '../../text/axis-titles.ts';
import { sayIn } from '../../text/language.ts';
import { textWidth } from '../../text/measure.ts';
import { typefaceOf, UNITS_PER_POINT } from '../../text/typeface.ts';
import type { ItemLayout } from '../kind.ts';
import { type ColourBar, colourBars } from './bars.ts';

interface TreeLeaf {
  name: string;
  /** As written, shortened. */
  text: string;
  x: number;
  colour: string;
}

export interface TreeLayout extends ItemLayout {
  /** All merges as one path. */
  path: string;
  lineWidth: number;
  leaves: readonly TreeLeaf[];
  /** Size of the leaves' names; 0 where they have no room. */
  nameSize: number;
  italic: boolean;
  /** Where names begin, from the top. */
  nameTop: number;
  bars: readonly ColourBar[];
  /** Height of the dashed line; null without one. */
  cut: number | null;
}

interface Merges {
  left: Float64Array;
  right: Float64Array;
  height: Float64Array;
  leftHeight: Float64Array;
  rightHeight: Float64Array;
}

interface TreeData {
  names: readonly string[];
  groups: readonly string[] | null;
  merges: Merges;
  span: Span;
}

/** Smaller names cannot be read in print. */
const NAME_MIN = 4 * UNITS_PER_POINT;
/** Names take at most this share of the figure's height. */
const NAME_SHARE = 0.3;
/** Over the highest and below the lowest merge, as a share of the tree. */
const ROOM = 0.04;
const BAR_GAP = 4;
/** More leaves than these are too many to be named, however wide the figure is. */
const NAMED_MAX = 400;
const LEAF_STEP = 7;

function readTree({ figure: { columns }, tables, style }: FigureData): TreeData {
  const leaves = tableOf(tables, 'leaves');
  const table = tableOf(tables, 'merges');
  const names = textsOf(leaves, columns.label);
  if (names.length === 0) throw new ChartDataError('没有可画的聚类树');
  const merges: Merges = {
    left: numbersOf(table, columns.left),
    right: numbersOf(table, columns.right),
    height: numbersOf(table, columns.height),
    leftHeight: numbersOf(table, columns.left_height),
    rightHeight: numbersOf(table, columns.right_height),
  };
  const whole = Object.values(merges).every((column) => column.every(Number.isFinite));
  if (!whole) throw new ChartDataError('聚类树里有不是数的高度，不能画');
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const height of merges.height) [low, high] = [Math.min(low, height), Math.max(high, height)];
  if (low > high) [low, high] = [0, 1];
  const cut = styleNumber(style, 'cut_height', 0);
  const top = cut > 0 ? Math.max(high, cut) : high;
  const bottom = cut > 0 ? Math.min(low, cut) : low;
  const room = (top - bottom || 1) * ROOM;
  return { names, groups: optionalTexts(leaves, columns.group), merges, span: [bottom - room, top + room] };
}

/** Each merge as a bracket: down to the left, up, across and down to the right. Leaves hang a little below where they join. */
function treePath({ merges, span }: TreeData, { x, y, plot }: PlotFrame): string {
  const { left, right, height, leftHeight, rightHeight } = merges;
  const bottom = plot.y + plot.height;
  const hang = (span[1] - span[0]) * ROOM;
  const foot = (own: number, above: number) => Math.min(y(own > 0 ? own : above - hang), bottom).toFixed(1);
  return Array.from(height, (high, i) => {
    const [from, to] = [x(left[i] as number).toFixed(2), x(right[i] as number).toFixed(2)];
    return `M${from},${foot(leftHeight[i] as number, high)}V${y(high).toFixed(1)}H${to}V${foot(rightHeight[i] as number, high)}`;
  }).join('');
}

/** The height at which each leaf joins the tree, by its place. */
function joinsOf({ names, merges }: TreeData): number[] {
  const joins = names.map(() => Number.NaN);
  merges.height.forEach((height, i) => {
    if (merges.leftHeight[i] === 0) joins[Math.round(merges.left[i] as number) - 1] = height;
    if (merges.rightHeight[i] === 0) joins[Math.round(merges.right[i] as number) - 1] = height;
  });
  return joins;
}

/**
 * Leaves outside the largest branch below a height, as WGCNA::cutreeStatic leaves them out. A branch stands over leaves side by side, so that the
 * leaf below its place is one of its own.
 */
function outsideLargest({ names, merges }: TreeData, cut: number): string[] {
  const first = names.map((_, i) => i);
  const branchOf = (leaf: number): number => {
    let at = leaf;
    while (first[at] !== at) at = first[at] as number;
    first[leaf] = at;
    return at;
  };
  const leafBelow = (place: number) => Math.floor(place) - 1;
  merges.height.forEach((height, i) => {
    if (height > cut) return;
    const [left, right] = [branchOf(leafBelow(merges.left[i] as number)), branchOf(leafBelow(merges.right[i] as number))];
    first[Math.max(left, right)] = Math.min(left, right);
  });
  const branches = names.map((_, i) => branchOf(i));
  const sizes = new Map<number, number>();
  for (const branch of branches) sizes.set(branch, (sizes.get(branch) ?? 0) + 1);
  const [largest] = [...sizes].sort(([, a], [, b]) => b - a)[0] ?? [];
  return names.filter((_, i) => branches[i] !== largest);
}

const wantsNames = (style: FigureStyle, count: number) => styleFlag(style, 'show_samples', true) && count <= NAMED_MAX;

export function screenHeight({ style }: FigureData, width: number): number {
  return heightFor(style, width);
}

/** As wide as the names of the leaves need; the stage scrolls then. */
export function screenWidth(data: FigureData, room: number): number {
  const { rowCount } = tableOf(data.tables, 'leaves');
  return wantsNames(data.style, rowCount) ? Math.max(room, Math.min(rowCount * LEAF_STEP + 90, 1800)) : room;
}

/**
 * A dendrogram. Tables `leaves` (a row per leaf in display order; columns `label`, optionally `group`, and `colours_1` …: colours of bars
 * below the tree, whose names are the style's `bar_1_name` …) and `merges` (columns `left`, `right`: places of the two branches, leaves
 * counting from 1; `height`; `left_height`, `right_height`: heights of the branches, 0 of a leaf). Style: `cut_height` (a dashed line;
 * 0: none), `show_samples` (names of the leaves).
 */
export function layout(data: FigureData, { width, height }: Size): TreeLayout {
  const { figure, style, words } = data;
  const tree = readTree(data);
  const { names, groups: membership } = tree;
  const say = sayIn(style);
  const typeface = typefaceOf(style);
  const italic = subjectOf(figure, words) === 'gene';
  const groups = membership === null ? [] : groupsOf(membership, words, style).filter(({ name }) => name !== '');
  const measure = (size: number) => (text: string) => textWidth(text, typeface, italic ? 'italic' : 'normal', size);
  const bars = colourBars(data);
  const barsDepth = bars.length * (typeface.size * 1.5 + BAR_GAP);
  const nameSize = wantsNames(style, names.length) ? Math.min(typeface.size, ((width - typeface.size * 8) / names.length) * 0.92) : 0;
  const named = nameSize >= NAME_MIN;
  const texts = named ? names.map((name) => shorten(say(name), height * NAME_SHARE, measure(nameSize))) : [];
  const depth = texts.reduce((most, text) => Math.max(most, measure(nameSize)(text)), 0) + barsDepth;
  const barNames = bars.reduce((most, { name }) => Math.max(most, textWidth(name, typeface)), 0);
  const frame = layoutFrame({
    width,
    height,
    view: { x: [0.5, names.length + 0.5], y: rangedSpan(style, 'axis_range_y', tree.span) },
    titles: { x: '', y: say({ zh: '高度', en: 'Height' }) },
    style,
    legend: legendOf(groups),
    legendAbove: true,
    names: { x: depth },
    leftAtLeast: barNames === 0 ? 0 : barNames + 16,
  });
  checkRoom(frame);
  const { plot, x, y } = frame;
  const colours = new Map(groups.map(({ name, colour }) => [name, colour]));
  const leaves = names.map((name, i): TreeLeaf => {
    const colour = colours.get(membership?.[i] ?? '') ?? MARK.ink;
    return { name, text: texts[i] ?? '', x: x(i + 1), colour };
  });
  const cutHeight = styleNumber(style, 'cut_height', 0);
  const cutAt = cutHeight > 0 ? y(cutHeight) : -1;
  const cut = cutAt >= plot.y && cutAt <= plot.y + plot.height ? cutAt : null;
  const joins = joinsOf(tree);
  const box: Rect = { x: plot.x, y: plot.y + plot.height + BAR_GAP, width: plot.width, height: barsDepth };
  return {
    width,
    height,
    frame,
    path: treePath(tree, frame),
    lineWidth: names.length > 150 ? 0.5 : styleNumber(style, 'line_width', 0.9),
    leaves,
    nameSize: named ? nameSize : 0,
    italic,
    nameTop: box.y + barsDepth,
    bars: bars.map((bar, i) => ({ ...bar, box: { ...box, y: box.y + (i * barsDepth) / bars.length, height: typeface.size * 1.5 } })),
    cut,
    items: '树的末端',
    stops: [...names.keys()],
    hit: (at) => {
      if (at.x < plot.x || at.x > plot.x + plot.width || at.y < plot.y) return null;
      return Math.min(Math.max(Math.floor(((at.x - plot.x) / plot.width) * names.length), 0), names.length - 1);
    },
    anchor: (item) => ({ x: x(item + 1), y: y(Number.isFinite(joins[item]) ? (joins[item] as number) : tree.span[0]) }),
    describe: (item) => ({
      name: names[item] ?? '',
      italic,
      tag: membership?.[item] ?? '',
      rows: [
        ...(Number.isFinite(joins[item]) ? [['并入的高度', writeDecimal(joins[item])] as const] : []),
        ...bars.flatMap(({ name, words: of }) => (of === null ? [] : [[name, of[item] ?? ''] as const])),
      ],
    }),
    find: (name) => {
      const found = names.findIndex((one) => one.toUpperCase() === name.toUpperCase());
      return found === -1 ? null : found;
    },
    named: (item) => names[item] ?? '',
    axes: { y: { breaks: true, range: true, log: false } },
    note: [
      cut === null ? '' : cutNote(names.length, outsideLargest(tree, cutHeight), styleText(style, 'leaf_word', '个')),
      wantsNames(style, names.length) && !named ? `${formatCount(names.length)} 个名字放不下；指向树的末端可以看到。` : '',
    ].join(''),
  };
}

/** How many leaves the largest branch below the line has, and which are not in it. */
function cutNote(count: number, outside: readonly string[], word: string): string {
  const largest = `虚线以下最大的一支有 ${formatCount(count - outside.length)} ${word}`;
  if (outside.length === 0) return `${largest}，是全部。`;
  const shown = outside.slice(0, 6).join('、');
  return `${largest}；不在其中的有 ${formatCount(outside.length)} ${word}：${shown}${outside.length > 6 ? ' 等' : ''}。`;
}
