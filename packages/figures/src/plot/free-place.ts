import type { Size } from '../data/types.ts';
import { overlap, type Rect } from './place-labels.ts';

type Place = readonly [x: number, y: number];

/** Units between two places of a line that is looked at. */
const STEP = 4;

/** Places along lines, close enough that none runs through a box unseen. Lines have gaps where a place is no number. */
export function placesAlong(lines: readonly (readonly Place[])[]): Place[] {
  return lines.flatMap((line) =>
    line.flatMap(([x, y], i): Place[] => {
      const before = line[i - 1];
      if (before === undefined) return [[x, y]];
      const steps = Math.min(Math.ceil(Math.hypot(x - before[0], y - before[1]) / STEP), 500) || 1;
      return Array.from({ length: steps }, (_, k): Place => {
        const share = (k + 1) / steps;
        return [before[0] + (x - before[0]) * share, before[1] + (y - before[1]) * share];
      });
    }),
  );
}

/** Is nothing in a box, or within `reach` of it? */
export function isFree({ x, y, width, height }: Rect, places: readonly Place[], reach: number): boolean {
  return places.every(([px, py]) => px < x - reach || px > x + width + reach || py < y - reach || py > y + height + reach);
}

/** The first corner of the plot, lower right, upper left, lower left, upper right, that nothing runs through; null where all are taken. */
export function freeCorner({ width, height }: Size, plot: Rect, places: readonly Place[], reach: number): { x: number; y: number } | null {
  if (width > plot.width - 2 * reach || height > plot.height - 2 * reach) return null;
  const [left, right] = [plot.x + reach, plot.x + plot.width - width - reach];
  const [top, bottom] = [plot.y + reach, plot.y + plot.height - height - reach];
  const corners: readonly Place[] = [
    [right, bottom],
    [left, top],
    [left, bottom],
    [right, top],
  ];
  const found = corners.find(([x, y]) => isFree({ x, y, width, height }, places, reach));
  return found === undefined ? null : { x: found[0], y: found[1] };
}

/** The first of some boxes that covers none of those taken and through which nothing runs; where something runs through all, the first that covers none. */
export function freeBox(boxes: readonly Rect[], taken: readonly Rect[], places: readonly Place[], reach: number): Rect | null {
  const apart = boxes.filter((box) => taken.every((other) => overlap(box, other) === 0));
  return apart.find((box) => isFree(box, places, reach)) ?? apart[0] ?? null;
}
