import { symbolPath } from '../plot/symbols.ts';
import type { PointLook } from './point-look.ts';
import type { ScatterLayout } from './scatter-layout.ts';

/** Points of one look that do not lie over each other: drawn as one path. */
interface DotLayer {
  look: PointLook;
  places: readonly number[];
}

/** Points in drawing order with their looks. */
export interface DotsOf extends Pick<ScatterLayout, 'points'> {
  order: ArrayLike<number> & Iterable<number>;
  plot: { looks: readonly PointLook[] };
}

/** What a further point adds to so many is no longer seen. */
const UNSEEN = 0.01;
/** Of opaque points of several colours, so many on one place keep their order. */
const OPAQUE_LAYERS = 12;

/** Squares across and down: those at the edge hold all points beyond. */
const SQUARES = 510;

function mostLayers(looks: readonly PointLook[]): number {
  const faintest = Math.min(...looks.map(({ opacity }) => opacity));
  const seen = faintest >= 1 ? 1 : Math.ceil(Math.log(UNSEEN) / Math.log(1 - faintest));
  return Math.max(seen, looks.length > 1 ? OPAQUE_LAYERS : 1);
}

/**
 * Parts points into layers, so that a vector file needs a path for each instead of an element for each point. A path is painted
 * once: points of one path that overlap would not add up to a darker place as they do on screen. So a point lies one layer above the
 * highest point that it overlaps; beyond a number of layers nothing more is seen, and all later ones share the last.
 */
export function dotLayers({ points, order, plot }: DotsOf): DotLayer[] {
  const { looks } = plot;
  const { xs, ys } = points;
  const most = mostLayers(looks);
  const reach = 2 * Math.max(...looks.map(({ radius }) => radius), 0.1);
  // Points by the square in which they stand: the last of each square, and of each point the one before it.
  const squareOf = (place: number) => Math.min(Math.max(Math.floor(place / reach) + 1, 1), SQUARES);
  const across = SQUARES + 2;
  const lastIn = new Int32Array(across * across).fill(-1);
  const before = new Int32Array(xs.length);
  const layerOf = new Uint8Array(xs.length);
  const layers = new Map<number, number[]>();
  for (const i of order) {
    const [x, y] = [xs[i] as number, ys[i] as number];
    const square = squareOf(y) * across + squareOf(x);
    const radius = looks[points.looks[i] as number]?.radius ?? 0;
    let layer = 0;
    for (let row = square - across; row <= square + across && layer < most - 1; row += across) {
      for (let beside = row - 1; beside <= row + 1 && layer < most - 1; beside += 1) {
        for (let other = lastIn[beside] as number; other >= 0; other = before[other] as number) {
          const above = (layerOf[other] as number) + 1;
          if (above <= layer) continue;
          const far = radius + (looks[points.looks[other] as number]?.radius ?? 0);
          const [dx, dy] = [(xs[other] as number) - x, (ys[other] as number) - y];
          if (dx * dx + dy * dy < far * far) layer = Math.min(above, most - 1);
          if (layer === most - 1) break;
        }
      }
    }
    layerOf[i] = layer;
    before[i] = lastIn[square] as number;
    lastIn[square] = i;
    const key = layer * looks.length + (points.looks[i] as number);
    const places = layers.get(key);
    if (places === undefined) layers.set(key, [i]);
    else places.push(i);
  }
  return [...layers.keys()]
    .sort((a, b) => a - b)
    .map((key) => ({ look: looks[key % looks.length] as PointLook, places: layers.get(key) as number[] }));
}

const at = (value: number) => Number(value.toFixed(2));

/** Path of dots: lines of no length, whose round ends are the dots. Half as long as circles. */
export function dotPath({ points }: Pick<ScatterLayout, 'points'>, places: readonly number[]): string {
  return places.map((i) => `M${at(points.xs[i] as number)} ${at(points.ys[i] as number)}h0`).join('');
}

/** Path of symbols, each moved to its point. */
export function symbolsPath({ points }: Pick<ScatterLayout, 'points'>, { shape, radius }: PointLook, places: readonly number[]): string {
  const outline = symbolPath(shape === undefined || shape === 'ring' ? 'circle' : shape, radius);
  return places.map((i) => moved(outline, points.xs[i] as number, points.ys[i] as number)).join('');
}

/** A path of M, L and A moved: flags and radii of an arc stay. */
function moved(path: string, dx: number, dy: number): string {
  return path.replace(
    /([ML]|A[^ A]+ \d \d \d )?((?:-|(?<![\d.]))[\d.]+),(-?[\d.]+)/g,
    (_, command: string | undefined, x: string, y: string) => {
      return `${command ?? ''}${at(Number(x) + dx)},${at(Number(y) + dy)}`;
    },
  );
}
