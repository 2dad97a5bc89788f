import { styleSize, styleText } from '../../data/table.ts';
import type { FigureStyle } from '../../data/types.ts';
import type { NumberAxis } from '../../plot/axes/axis-range.ts';
import { bandOf } from '../../plot/axes/band-names.tsx';
import { MARK } from '../../plot/marks.ts';
import type { Panel, Panels } from '../../plot/panels.ts';
import type { DotsOf } from '../../points/dots.ts';
import { type ComparisonData, placeIn } from './comparison-data.ts';
import { halfOf, jitterOf } from './places.ts';
import { shareAt, type Violin } from './violin.ts';

export type Shape = 'box' | 'violin' | 'points';

/** What stands for one group, in pixels. */
export interface PlacedGroup {
  /** `points`: of too few values, or asked for. */
  shape: Shape;
  x: number;
  half: number;
  colour: string;
  /** Whiskers of a box; the range between the quarters of a violin. */
  whiskers: string;
  /** Outline of the box or of the violin. */
  outline: string;
  /** The box within a violin. */
  inner: string;
  median: string;
  /** Its highest mark. */
  top: number;
  violin: Violin | null;
}

/** Half of the box within a violin, as a share of the violin's half. */
const INNER = 0.12;
/** Within a narrower violin, by half its pixels, a box would hide its shape: there is the median alone. */
const INNER_FROM = 8;
/** The line at the median of points that have no box, as a share of half a box. */
const MEDIAN_LINE = 0.9;
/** More points are drawn smaller. */
const MANY = 2000;

const SHAPES: readonly Shape[] = ['box', 'violin', 'points'];
const at = (pixel: number): number => Math.round(pixel * 100) / 100;

/** Both sides of a violin around its middle. */
function violinPath({ at: values, share, log }: Violin, x: number, half: number, y: (value: number) => number): string {
  const corners = (side: 1 | -1) =>
    Array.from(values, (value, i) => `${at(x + side * half * (share[i] as number))},${at(y(log ? 10 ** value : value))}`);
  return `M${[...corners(1), ...corners(-1).reverse()].join('L')}Z`;
}

function boxPath(x: number, half: number, q1: number, q3: number): string {
  return `M${at(x - half)},${at(q1)}H${at(x + half)}V${at(q3)}H${at(x - half)}Z`;
}

function boxMarks(x: number, half: number, [low, q1, median, q3, high]: readonly [number, number, number, number, number]) {
  const caps = [low, high].map((end) => `M${at(x - half / 2)},${at(end)}H${at(x + half / 2)}`).join('');
  return {
    whiskers: `M${at(x)},${at(low)}V${at(q1)}M${at(x)},${at(q3)}V${at(high)}${caps}`,
    outline: boxPath(x, half, q1, q3),
    inner: '',
    median: `M${at(x - half)},${at(median)}H${at(x + half)}`,
  };
}

const NOTHING = { whiskers: '', outline: '', inner: '', median: '' };

function placeGroup(read: ComparisonData, box: number, panel: Panel, wanted: Shape): PlacedGroup {
  const { numbers, places, groups } = read;
  const x = panel.x(placeIn(places, box));
  const half = halfOf(places, bandOf(panel));
  const colour = groups[places.group[box] as number]?.colour ?? MARK.ink;
  const five = [numbers.low, numbers.q1, numbers.median, numbers.q3, numbers.high].map((column) => panel.y(column[box] as number));
  const highest = read.highestOf(box);
  const top = Number.isFinite(highest) ? panel.y(highest) : panel.plot.y;
  const base = { x, half, colour, top, violin: null };
  const [low, q1, median, q3, high] = five as [number, number, number, number, number];
  if (!read.isBoxed(box) || !five.every(Number.isFinite)) return { ...base, ...NOTHING, shape: 'points' };
  if (wanted === 'points') {
    const reach = half * MEDIAN_LINE;
    return { ...base, ...NOTHING, shape: 'points', median: `M${at(x - reach)},${at(median)}H${at(x + reach)}` };
  }
  const violin = wanted === 'violin' ? read.violinOf(box, panel.y.log) : null;
  if (violin === null) return { ...base, ...boxMarks(x, half, [low, q1, median, q3, high]), shape: 'box' };
  const shown = { ...base, shape: 'violin', violin, outline: violinPath(violin, x, half, panel.y) } as const;
  if (half < INNER_FROM) return { ...shown, whiskers: '', inner: '', median: `M${at(x - half)},${at(median)}H${at(x + half)}` };
  const inner = Math.max(half * INNER, 1.5);
  return {
    ...shown,
    whiskers: `M${at(x)},${at(low)}V${at(q1)}M${at(x)},${at(q3)}V${at(high)}`,
    inner: boxPath(x, inner, q1, q3),
    median: `M${at(x - inner * 2)},${at(median)}H${at(x + inner * 2)}`,
  };
}

/** What stands for each group: a box, a violin, or its median alone, as the style wants. `tooFew`: groups that have no violin though asked for. */
export function placeGroups(read: ComparisonData, { panels }: Panels, style: FigureStyle) {
  // A tool whose requests name the shape has it under that name.
  const asked = styleText(style, 'plot_type', styleText(style, 'group_shape', 'box'));
  const shown = SHAPES.find((shape) => shape === asked) ?? 'box';
  const marks = read.labels.map((_, box) => placeGroup(read, box, panels[read.facets.of[box] as number] as Panel, shown));
  const tooFew = shown === 'violin' ? marks.filter(({ shape }) => shape === 'box').length : 0;
  return { marks, shown, tooFew };
}

/** The points and the lines between pairs, without those that a chosen axis hides. @param all False: those alone that have no box. */
export function placePoints(
  read: ComparisonData,
  marks: readonly PlacedGroup[],
  { panels }: Panels,
  { all, style, axis }: { all: boolean; style: FigureStyle; axis: NumberAxis },
) {
  const { owned, values, pairs, groups, places } = read;
  const count = owned.reduce((sum, own) => sum + own.length, 0);
  const [xs, ys, looksOf] = [new Float64Array(count), new Float64Array(count), new Uint16Array(count)];
  const order: number[] = [];
  const hidden = new Set<number>();
  let i = 0;
  for (const [box, own] of owned.entries()) {
    const { x, half, violin } = marks[box] as PlacedGroup;
    const { y } = panels[read.facets.of[box] as number] as Panel;
    const drawn = all || !read.isBoxed(box);
    for (const [nth, row] of own.entries()) {
      const value = values[row] as number;
      // Points of a pair stand on the middle of their group.
      xs[i] = pairs === null ? x + jitterOf(nth) * half * (violin === null ? 1 : shareAt(violin, value)) : x;
      ys[i] = y(value);
      looksOf[i] = places.group[box] as number;
      if (axis.hides(value)) hidden.add(i);
      else if (drawn) order.push(i);
      i += 1;
    }
  }
  const many = count > MANY;
  const radius = styleSize(style, 'point_size', many ? 1 : 1.8);
  const opacity = styleSize(style, 'point_opacity', many ? 0.35 : 0.55);
  const looks = groups.map(({ colour }) => ({ colour, radius, opacity }));
  const dots: DotsOf = { points: { xs, ys, looks: looksOf }, order, plot: { looks } };
  const keys = pairs === null ? [] : owned.flatMap((own) => own.map((row) => pairs[row] as string));
  return { dots, pairLines: linesBetween(keys, xs, ys, (i) => hidden.has(i)) };
}

/** A line through the values of each pair. */
function linesBetween(
  keys: readonly string[],
  xs: Float64Array,
  ys: Float64Array,
  isHidden: (i: number) => boolean,
): (readonly [number, number, number, number])[] {
  const before = new Map<string, number>();
  return keys.flatMap((key, i) => {
    if (key === '') return [];
    const other = before.get(key);
    before.set(key, i);
    return other === undefined || isHidden(other) || isHidden(i)
      ? []
      : [[xs[other] as number, ys[other] as number, xs[i] as number, ys[i] as number] as const];
  });
}
