import type { Rect } from '../../plot/place-labels.ts';
import { type Ellipse, holds, onOutline, scaled } from './ellipses.ts';

/** A name's size. */
interface NameBox {
  width: number;
  height: number;
}

interface PlacedDiagram {
  ellipses: readonly Ellipse[];
  names: readonly Rect[];
}

const OUTLINE_POINTS = 72;
/** Between a name and what is beside it. */
const GAP = 5;
const STEP = 2;
const HALVINGS = 9;

const grown = ({ x, y, width, height }: Rect): Rect => ({ x: x - GAP, y: y - GAP, width: width + 2 * GAP, height: height + 2 * GAP });

const contains = ({ x, y, width, height }: Rect, at: { x: number; y: number }): boolean =>
  at.x > x && at.x < x + width && at.y > y && at.y < y + height;

/** Do two boxes cover a common place? */
export const overlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Names outside of all ellipses, each moved outwards from its own until it is free of them and of the names before it. */
function namesAround(ellipses: readonly Ellipse[], boxes: readonly NameBox[]): Rect[] {
  const outline = ellipses.flatMap((one) =>
    Array.from({ length: OUTLINE_POINTS }, (_, i) => onOutline(one, (2 * Math.PI * i) / OUTLINE_POINTS)),
  );
  const placed: Rect[] = [];
  for (const [i, { width, height }] of boxes.entries()) {
    const own = ellipses[i] as Ellipse;
    const { outwards } = own;
    const length = Math.hypot(outwards.x, outwards.y);
    for (let way = own.b; ; way += STEP) {
      const middle = { x: own.x + (outwards.x / length) * way, y: own.y + (outwards.y / length) * way };
      const rect = { x: middle.x - width / 2, y: middle.y - height / 2, width, height };
      const room = grown(rect);
      const touches = ellipses.some((one) => holds(one, middle)) || outline.some((at) => contains(room, at));
      if (touches || placed.some((other) => overlap(room, other))) continue;
      placed.push(rect);
      break;
    }
  }
  return placed;
}

/** The box around everything. */
function boundsOf({ ellipses, names }: PlacedDiagram): Rect {
  const xs = names.flatMap(({ x, width }) => [x, x + width]);
  const ys = names.flatMap(({ y, height }) => [y, y + height]);
  for (const { x, y, a, b, turn } of ellipses) {
    const [across, down] = [Math.hypot(a * Math.cos(turn), b * Math.sin(turn)), Math.hypot(a * Math.sin(turn), b * Math.cos(turn))];
    xs.push(x - across, x + across);
    ys.push(y - down, y + down);
  }
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

function diagramOf(ellipses: readonly Ellipse[], boxes: readonly NameBox[], scale: number): PlacedDiagram {
  const large = ellipses.map((one) => scaled(one, scale, { x: 0, y: 0 }));
  return { ellipses: large, names: namesAround(large, boxes) };
}

/** The largest diagram that fits in a place with its names, in the middle of it; null where even a small one does not. @param least Units of 1. */
export function fitDiagram(ellipses: readonly Ellipse[], boxes: readonly NameBox[], place: Rect, least: number): PlacedDiagram | null {
  const fits = (scale: number) => {
    const bounds = boundsOf(diagramOf(ellipses, boxes, scale));
    return bounds.width <= place.width && bounds.height <= place.height;
  };
  let [low, high] = [least, Math.max(place.width, place.height)];
  if (!fits(low)) return null;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  const found = diagramOf(ellipses, boxes, low);
  const bounds = boundsOf(found);
  const [dx, dy] = [place.x + (place.width - bounds.width) / 2 - bounds.x, place.y + (place.height - bounds.height) / 2 - bounds.y];
  return {
    ellipses: found.ellipses.map((one) => ({ ...one, x: one.x + dx, y: one.y + dy })),
    names: found.names.map((one) => ({ ...one, x: one.x + dx, y: one.y + dy })),
  };
}
