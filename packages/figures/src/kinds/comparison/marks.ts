import { styleText } from '../../data/table.ts';
import type { FigureStyle } from '../../data/types.ts';
import { bandOf } from '../../plot/band-names.tsx';
import { MARK } from '../../plot/marks.ts';
import type { Panel, Panels } from '../../plot/panels.ts';
import type { DotsOf } from '../../points/dots.ts';
import { type ComparisonData, placeIn } from './comparison-data.ts';
import { halfOf, jitterOf } from './places.ts';
import { shareAt, type Violin, violinOf } from './violin.ts';

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
function violinPath({ at: values, share }: Violin, x: number, half: number, y: (value: number) => number): string {
  const corners = (side: 1 | -1) => Array.from(values, (value, i) => `${at(x + side * half * (share[i] as number))},${at(y(value))}`);
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
  const { numbers, places, groups, values, owned } = read;
  const x = panel.x(placeIn(places, box));
  const half = halfOf(places, bandOf(panel));
  const colour = groups[places.group[box] as number]?.colour ?? MARK.ink;
  const five = [numbers.low, numbers.q1, numbers.median, numbers.q3, numbers.high].map((column) => panel.y(column[box] as number));
  const own = (owned[box] ?? []).map((row) => values[row] as number);
  const highest = own.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  const top = Number.isFinite(highest) ? panel.y(highest) : panel.plot.y;
  const base = { x, half, colour, top, violin: null };
  const [low, q1, median, q3, high] = five as [number, number, number, number, number];
  if (!read.isBoxed(box) || !five.every(Number.isFinite)) return { ...base, ...NOTHING, shape: 'points' };
  if (wanted === 'points') {
    const reach = half * MEDIAN_LINE;
    return { ...base, ...NOTHING, shape: 'points', median: `M${at(x - reach)},${at(median)}H${at(x + reach)}` };
  }
  const violin = wanted === 'violin' ? violinOf(own) : null;
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
  const asked = styleText(style, 'group_shape', 'box');
  const shown = SHAPES.find((shape) => shape === asked) ?? 'box';
  const marks = read.labels.map((_, box) => placeGroup(read, box, panels[read.facets.of[box] as number] as Panel, shown));
  const tooFew = shown === 'violin' ? marks.filter(({ shape }) => shape === 'box').length : 0;
  return { marks, shown, tooFew };
}

/** From the middle of its group to a point; points of a pair stand on the middle. */
function offsetOf(mark: PlacedGroup, nth: number, value: number, paired: boolean): number {
  if (paired) return 0;
  return jitterOf(nth) * mark.half * (mark.violin === null ? 1 : shareAt(mark.violin, value));
}

/** The points and the lines between pairs. @param all False: those alone that have no box. */
export function placePoints(read: ComparisonData, marks: readonly PlacedGroup[], { panels }: Panels, all: boolean) {
  const { owned, values, pairs, groups, places } = read;
  const rows = owned.flat();
  const boxes = owned.flatMap((own, box) => own.map(() => box));
  const nth = owned.flatMap((own) => own.map((_, i) => i));
  const markOf = (i: number) => marks[boxes[i] as number] as PlacedGroup;
  const numberOf = (i: number) => values[rows[i] as number] as number;
  const xs = Float64Array.from(rows, (_, i) => markOf(i).x + offsetOf(markOf(i), nth[i] as number, numberOf(i), pairs !== null));
  const ys = Float64Array.from(rows, (_, i) => (panels[read.facets.of[boxes[i] as number] as number] as Panel).y(numberOf(i)));
  const many = rows.length > MANY;
  const order = [...rows.keys()].filter((i) => all || !read.isBoxed(boxes[i] as number));
  const looks = groups.map(({ colour }) => ({ colour, radius: many ? 1 : 1.8, opacity: many ? 0.35 : 0.55 }));
  const dots: DotsOf = { points: { xs, ys, looks: Uint16Array.from(boxes, (box) => places.group[box] as number) }, order, plot: { looks } };
  return {
    dots,
    pairLines:
      pairs === null
        ? []
        : linesBetween(
            rows.map((row) => pairs[row] as string),
            xs,
            ys,
          ),
  };
}

/** A line through the values of each pair. */
function linesBetween(keys: readonly string[], xs: Float64Array, ys: Float64Array): (readonly [number, number, number, number])[] {
  const before = new Map<string, number>();
  return keys.flatMap((key, i) => {
    const other = before.get(key);
    before.set(key, i);
    return other === undefined ? [] : [[xs[other] as number, ys[other] as number, xs[i] as number, ys[i] as number] as const];
  });
}
