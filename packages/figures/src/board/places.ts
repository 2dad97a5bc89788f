import type { BoardPage, Place } from './look.ts';

/** Millimetres between panels that are arranged. */
const GAP = 4;
/** On a page of at most so many millimetres panels stand one below the other. */
const NARROW = 120;
/** Height of a first panel, in its width. */
const PROPORTION = 0.8;
/** Half of the tenth that lengths are rounded to. */
const ROUNDING = 0.05;
/** Lengths are kept to a tenth of a millimetre. */
const tenth = (value: number) => Math.round(value * 10) / 10;
const tenthDown = (value: number) => Math.floor(value * 10 + 1e-6) / 10;

/** The nearest line of the grid. */
export const snap = (value: number, grid: number): number => tenth(Math.round(value / grid) * grid);

const limited = (value: number, least: number, most: number) => Math.max(least, Math.min(value, Math.max(least, most)));

/** A place within the page: moved back first, then made smaller. @param least Of a panel's sides. */
export function withinPage(place: Place, page: BoardPage, least: number): Place {
  const width = limited(place.width, least, page.width);
  const height = limited(place.height, least, page.height);
  return {
    x: tenth(limited(place.x, 0, page.width - width)),
    y: tenth(limited(place.y, 0, page.height - height)),
    width: tenth(width),
    height: tenth(height),
  };
}

const meets = (a: Place, b: Place) =>
  a.x < b.x + b.width - ROUNDING && b.x < a.x + a.width - ROUNDING && a.y < b.y + b.height - ROUNDING && b.y < a.y + a.height - ROUNDING;

/** Pairs of panels that lie over each other, by their places in the list. */
export function overlaps(places: readonly Place[]): [number, number][] {
  return places.flatMap((place, i) => places.flatMap((other, j): [number, number][] => (j > i && meets(place, other) ? [[i, j]] : [])));
}

/** A page that is full grows with one more panel, up to a whole page of a journal. */
const GROWN_HEIGHT = 234;

/** The first free place of a size beside or below others, with a gap: panels of one size stand in rows and columns. */
function freeOf(places: readonly Place[], page: BoardPage, { width, height }: Pick<Place, 'width' | 'height'>): Place | undefined {
  const inner = innerOf(page);
  const [right, bottom] = [inner.x + inner.width + ROUNDING, inner.y + inner.height + ROUNDING];
  const xs = [inner.x, ...places.map((place) => tenth(place.x + place.width + GAP))].toSorted((one, other) => one - other);
  const ys = [inner.y, ...places.map((place) => tenth(place.y + place.height + GAP))].toSorted((one, other) => one - other);
  for (const y of ys.filter((one) => one + height <= bottom))
    for (const x of xs.filter((one) => one + width <= right)) {
      const place = { x, y, width, height };
      const apart = { x: x - GAP, y: y - GAP, width: width + 2 * GAP, height: height + 2 * GAP };
      if (!places.some((other) => meets(apart, other))) return place;
    }
  return undefined;
}

/**
 * Where one more panel goes: beside or below the others and as large as the last, where the page has room or may grow; else over the
 * end of what is there. @param least Of a panel's sides.
 */
export function placeForOneMore(places: readonly Place[], page: BoardPage, least: number): { page: BoardPage; place: Place } {
  const inner = innerOf(page);
  const last = places.at(-1);
  const half = tenthDown((inner.width - GAP) / 2);
  const width = last?.width ?? (inner.width > NARROW ? half : inner.width);
  const height = last?.height ?? Math.min(tenthDown(width * PROPORTION), inner.height);
  const free = freeOf(places, page, { width, height });
  if (free !== undefined) return { page, place: free };
  const end = Math.max(...places.map((place) => place.y + place.height));
  const y = tenth(end + GAP);
  const grown = tenth(y + height + page.margin);
  if (grown <= GROWN_HEIGHT) return { page: { ...page, height: grown }, place: { x: page.margin, y, width, height } };
  return { page, place: withinPage({ x: inner.x, y: inner.y + inner.height - height, width, height }, page, least) };
}

const innerOf = ({ width, height, margin }: BoardPage): Place => ({
  x: margin,
  y: margin,
  width: width - 2 * margin,
  height: height - 2 * margin,
});

/** Panels in rows of so many, all of one size, over the whole page within its margin. */
export function arranged(count: number, page: BoardPage, columns: number): Place[] {
  const inner = innerOf(page);
  const rows = Math.ceil(count / columns);
  const width = tenthDown((inner.width - GAP * (columns - 1)) / columns);
  const height = tenthDown((inner.height - GAP * (rows - 1)) / rows);
  return Array.from({ length: count }, (_, i) => ({
    x: tenth(inner.x + (i % columns) * (width + GAP)),
    y: tenth(inner.y + Math.floor(i / columns) * (height + GAP)),
    width,
    height,
  }));
}

/** Places of one page on another: the same shares of what its margins leave. */
export function onOtherPage(places: readonly Place[], from: BoardPage, to: BoardPage, least: number): Place[] {
  const [before, after] = [innerOf(from), innerOf(to)];
  const [across, down] = [after.width / before.width, after.height / before.height];
  return places.map(({ x, y, width, height }) =>
    withinPage(
      {
        x: after.x + (x - before.x) * across,
        y: after.y + (y - before.y) * down,
        width: tenthDown(width * across),
        height: tenthDown(height * down),
      },
      to,
      least,
    ),
  );
}

/** Panels as they are read, from the left to the right, then down: those that begin at about the same height are a row. */
export function readingOrder(places: readonly Place[]): number[] {
  const rowHeight = Math.min(...places.map(({ height }) => height), Number.POSITIVE_INFINITY) / 2;
  const order = places.map((_, i) => i).sort((a, b) => (places[a]?.y ?? 0) - (places[b]?.y ?? 0));
  const rows: number[][] = [];
  for (const i of order) {
    const row = rows.at(-1);
    const begin = places[row?.[0] ?? -1]?.y;
    if (row !== undefined && begin !== undefined && (places[i]?.y ?? 0) - begin < rowHeight) row.push(i);
    else rows.push([i]);
  }
  return rows.flatMap((row) => row.sort((a, b) => (places[a]?.x ?? 0) - (places[b]?.x ?? 0)));
}
