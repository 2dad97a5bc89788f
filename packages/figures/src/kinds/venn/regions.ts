import { type Ellipse, EXTENT, holds } from './ellipses.ts';

/** Where the number of a region stands, and the room for it there; in the units of the ellipses. */
interface RegionRoom {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Cells along each side: a hundredth of the diagram is below what a number needs. */
const CELLS = 240;
/** Numbers are wider than high: room to the side counts so much of room above. */
const SIDEWAYS = 0.45;

/** The place of a cell's middle. */
const placeOf = (cell: number): number => (2 * EXTENT * (cell + 0.5)) / CELLS - EXTENT;

/** For each cell the sets that it lies in, as bits. */
function cellsOf(ellipses: readonly Ellipse[]): Uint8Array {
  const cells = new Uint8Array(CELLS * CELLS);
  for (let row = 0; row < CELLS; row++)
    for (let column = 0; column < CELLS; column++) {
      const at = { x: placeOf(column), y: placeOf(row) };
      cells[row * CELLS + column] = ellipses.reduce((bits, one, i) => (holds(one, at) ? bits | (1 << i) : bits), 0);
    }
  return cells;
}

/** How far each cell is from another region, sideways and upright added: two passes over the grid. */
function depths(cells: Uint8Array): Float64Array {
  const depth = new Float64Array(cells.length).fill(Number.POSITIVE_INFINITY);
  const lower = (at: number, from: number, step: number) => {
    const reached = cells[from] === cells[at] ? (depth[from] as number) + step : 0;
    if (reached < (depth[at] as number)) depth[at] = reached;
  };
  for (let at = 0; at < cells.length; at++) {
    if (at % CELLS > 0) lower(at, at - 1, SIDEWAYS);
    if (at >= CELLS) lower(at, at - CELLS, 1);
  }
  for (let at = cells.length - 1; at >= 0; at--) {
    if (at % CELLS < CELLS - 1) lower(at, at + 1, SIDEWAYS);
    if (at < cells.length - CELLS) lower(at, at + CELLS, 1);
  }
  return depth;
}

/** Cells of the same region from a cell in one direction. */
function runFrom(cells: Uint8Array, at: number, step: number): number {
  let run = 0;
  for (let next = at + step; next >= 0 && next < cells.length && cells[next] === cells[at]; next += step) run += 1;
  return run;
}

/** So deep as this share of the deepest is deep enough for the middle of all such cells. */
const NEARLY = 0.85;

/** By region the middle of its deep cells, where that is deep itself; else the deepest. */
function middles(cells: Uint8Array, depth: Float64Array, deepest: Int32Array): Int32Array {
  const sums = Array.from(deepest, () => ({ column: 0, row: 0, count: 0 }));
  const isDeep = (at: number, region: number) =>
    cells[at] === region && (depth[at] as number) >= NEARLY * (depth[deepest[region] as number] as number);
  for (const [at, region] of cells.entries()) {
    const sum = sums[region];
    if (sum === undefined || !isDeep(at, region)) continue;
    sum.column += at % CELLS;
    sum.row += Math.floor(at / CELLS);
    sum.count += 1;
  }
  return deepest.map((own, region) => {
    const { column, row, count } = sums[region] as (typeof sums)[number];
    const middle = Math.round(row / count) * CELLS + Math.round(column / count);
    return own >= 0 && isDeep(middle, region) ? middle : own;
  });
}

const known = new Map<readonly Ellipse[], readonly (RegionRoom | null)[]>();

/** By the sets of a region as bits (0: none): where it is deepest. Null for a region that the ellipses do not have. */
export function regionRooms(ellipses: readonly Ellipse[]): readonly (RegionRoom | null)[] {
  const before = known.get(ellipses);
  if (before !== undefined) return before;
  const cells = cellsOf(ellipses);
  const depth = depths(cells);
  const best = new Int32Array(1 << ellipses.length).fill(-1);
  for (const [at, region] of cells.entries()) {
    const now = best[region] as number;
    if (now < 0 || (depth[at] as number) > (depth[now] as number)) best[region] = at;
  }
  const middle = middles(cells, depth, best);
  const cell = (2 * EXTENT) / CELLS;
  const rooms = Array.from(middle, (at, region): RegionRoom | null => {
    if (at < 0 || region === 0) return null;
    const across = Math.min(runFrom(cells, at, 1), runFrom(cells, at, -1));
    const down = Math.min(runFrom(cells, at, CELLS), runFrom(cells, at, -CELLS));
    return { x: placeOf(at % CELLS), y: placeOf(Math.floor(at / CELLS)), width: (2 * across + 1) * cell, height: (2 * down + 1) * cell };
  });
  known.set(ellipses, rooms);
  return rooms;
}
