import { overlap, type Rect } from '../../plot/place-labels.ts';
import type { PlotFrame } from '../../plot/plot-frame.ts';
import type { Say } from '../../text/language.ts';
import { type Curve, rowAt, type StepTable } from './km-curves.ts';

/** 「Log-rank P = 0.012」 and 「HR = 1.84（95% CI 1.10–3.07）」. */
export function kmSentences(words: Readonly<Record<string, string>>, say: Say): string[] {
  const { p = '', p_name = 'P', hr = '', hr_low = '', hr_high = '', hr_unknown } = words;
  const test = p === '' ? [] : [`${say(p_name)}${p.startsWith('<') ? ' ' : ' = '}${p}`];
  if (hr === '') return hr_unknown === 'true' ? [...test, say({ zh: 'HR 不可估计', en: 'HR not estimable' })] : test;
  return [
    ...test,
    say({ zh: 'HR = {hr}（95% CI {low}–{high}）', en: 'HR = {hr} (95% CI {low}–{high})' }, { hr, low: hr_low, high: hr_high }),
  ];
}

/** What a text must not stand on. */
interface Obstacles {
  curves: readonly Curve[];
  /** The rows of each curve whose interval is drawn; empty where none is. */
  bands: readonly Curve[];
  steps: StepTable;
  frame: PlotFrame;
  /** Lines of the medians and the like. */
  boxes: readonly Rect[];
  /** Half the height of the marks on the curves. */
  reach: number;
  rising: boolean;
}

/** Distance between a text and what stands beside it. */
const GAP = 5;
/** Places along each side of the plot that are tried. */
const PLACES = 16;
/** Corners by preference, as shares from the left and from above: above falling curves the upper right is free first, above rising ones the upper left. */
const CORNERS = {
  falling: [
    [1, 0],
    [0, 1],
    [1, 1],
  ],
  rising: [
    [0, 0],
    [1, 1],
    [1, 0],
  ],
} as const;

type Bounds = Pick<Obstacles, 'steps' | 'frame'>;

/** Does what lies between two step functions, or a single one that is given twice, come into a box? Bounds of an interval may rise again. */
function comesInto({ rows, name }: Curve, box: Rect, { steps, frame }: Bounds, high: Float64Array, low: Float64Array): boolean {
  const last = steps.time[rows.at(-1) ?? 0] as number;
  const left = Math.max(frame.x.invert(box.x), 0);
  if (left > last) return false;
  const at = (time: number) => rowAt({ rows, name }, steps.time, Math.min(time, last));
  const [from, to] = [at(left), at(Math.max(frame.x.invert(box.x + box.width), 0))];
  if (from === null || to === null) return false;
  const within = rows.slice(rows.indexOf(from), rows.indexOf(to) + 1);
  const [highest, lowest] = [Math.max(...within.map((row) => high[row] as number)), Math.min(...within.map((row) => low[row] as number))];
  return box.y + box.height >= frame.y(highest) && box.y <= frame.y(lowest);
}

function isCovered(box: Rect, { curves, bands, steps, frame, boxes, reach }: Obstacles): boolean {
  const { lower, upper } = steps;
  const wide = { x: box.x - GAP, y: box.y - reach, width: box.width + 2 * GAP, height: box.height + 2 * reach };
  return (
    boxes.some((other) => overlap(wide, other) > 0) ||
    curves.some((curve) => comesInto(curve, wide, { steps, frame }, steps.survival, steps.survival)) ||
    (lower !== null && upper !== null && bands.some((band) => comesInto(band, wide, { steps, frame }, upper, lower)))
  );
}

/**
 * Where a text of this size covers neither a curve nor its interval: a corner if one is free, else the place nearest to one.
 *
 * @returns Null where there is none.
 */
export function freePlace(size: { width: number; height: number }, obstacles: Obstacles): Rect | null {
  const { plot } = obstacles.frame;
  const corners = CORNERS[obstacles.rising ? 'rising' : 'falling'];
  const room = { x: plot.width - size.width - 2 * GAP, y: plot.height - size.height - 2 * GAP };
  if (room.x < 0 || room.y < 0) return null;
  let [best, least]: [Rect | null, number] = [null, Number.POSITIVE_INFINITY];
  for (let row = 0; row <= PLACES; row += 1) {
    for (let column = 0; column <= PLACES; column += 1) {
      const [across, down] = [column / PLACES, row / PLACES];
      const box = { x: plot.x + GAP + room.x * across, y: plot.y + GAP + room.y * down, ...size };
      const farthest = Math.min(...corners.map(([x, y], i) => Math.hypot(across - x, down - y) * 10 + i * 0.5));
      if (farthest < least && !isCovered(box, obstacles)) [best, least] = [box, farthest];
    }
  }
  return best;
}
