import { type ColourScale, hexOf, rampStep, rgbOf } from '../../plot/colour-scale.ts';
import { MARK } from '../../plot/marks.ts';
import type { Pixels } from '../kind.ts';

/** Row-major values, NaN where missing. */
export interface Grid {
  rows: number;
  columns: number;
  values: Float64Array;
}

/** Columns of a table side by side into one row-major grid. */
export function gridOf(columns: readonly Float64Array[], rows: number): Grid {
  const values = new Float64Array(rows * columns.length);
  columns.forEach((column, j) => {
    for (let i = 0; i < rows; i += 1) values[i * columns.length + j] = column[i] as number;
  });
  return { rows, columns: columns.length, values };
}

/** How many values are numbers, missing, and beyond all numbers; in one pass, for they are many. */
export function countValues({ values }: Grid): { finite: number; missing: number; infinite: number } {
  let [finite, missing] = [0, 0];
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] as number;
    if (Number.isFinite(value)) finite += 1;
    else if (Number.isNaN(value)) missing += 1;
  }
  return { finite, missing, infinite: values.length - finite - missing };
}

/**
 * At most one value per pixel, each the mean of the cells it covers: a 2,000-row heatmap drawn in 700 pixels would otherwise show
 * every third row and hide the rest. Values beyond the ends of the scale count as the ends, as they look.
 */
export function shrinkGrid(grid: Grid, maxRows: number, maxColumns: number, { low, high }: ColourScale): Grid {
  const rows = Math.max(1, Math.min(grid.rows, Math.floor(maxRows)));
  const columns = Math.max(1, Math.min(grid.columns, Math.floor(maxColumns)));
  if (rows === grid.rows && columns === grid.columns) return grid;
  const values = new Float64Array(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const [top, bottom] = [Math.floor((row * grid.rows) / rows), Math.ceil(((row + 1) * grid.rows) / rows)];
    for (let column = 0; column < columns; column += 1) {
      const [left, right] = [Math.floor((column * grid.columns) / columns), Math.ceil(((column + 1) * grid.columns) / columns)];
      let sum = 0;
      let count = 0;
      for (let i = top; i < bottom; i += 1) {
        for (let j = left; j < right; j += 1) {
          const value = grid.values[i * grid.columns + j] as number;
          if (Number.isNaN(value)) continue;
          sum += value < low ? low : value > high ? high : value;
          count += 1;
        }
      }
      values[row * columns + column] = count === 0 ? Number.NaN : sum / count;
    }
  }
  return { rows, columns, values };
}

/** Each cell as one pixel. */
function paintGrid(grid: Grid, ramp: Uint8ClampedArray, scale: ColourScale): Pixels {
  const bytes = new Uint8ClampedArray(grid.values.length * 4);
  const missing = Uint8ClampedArray.from(rgbOf(MARK.missing));
  for (let i = 0; i < grid.values.length; i += 1) {
    const value = grid.values[i] as number;
    const from = Number.isNaN(value) ? missing : ramp;
    const at = from === ramp ? rampStep(value, scale) * 3 : 0;
    bytes[i * 4] = from[at] as number;
    bytes[i * 4 + 1] = from[at + 1] as number;
    bytes[i * 4 + 2] = from[at + 2] as number;
    bytes[i * 4 + 3] = 255;
  }
  return { rows: grid.rows, columns: grid.columns, bytes };
}

/** The cells as so many pixels of the screen at most. */
export function screenPixels({ grid, ramp, scale }: { grid: Grid; ramp: Uint8ClampedArray; scale: ColourScale }) {
  return (columns: number, rows: number): Pixels => paintGrid(shrinkGrid(grid, rows, columns, scale), ramp, scale);
}

/** More cells than these stand in a file as one image: as shapes they take megabytes, and seconds to be drawn. */
const SHAPES_MAX = 10_000;
/** Pixels of an image per inch of print, at least: between two cells it is blurred by less. */
const SHARP = 400;
/** Cells per inch that a print can still part. */
const FINEST = 1200;

/** Cells as the pixels of a file's image. */
interface CellImage {
  pixels: Pixels;
  /** Pixels of the image that one of these becomes, each way. */
  across: number;
  down: number;
}

/**
 * Many cells as an image of a printed size, else null. Cells are enlarged by whole numbers; of those that no print can part, the
 * mean stands.
 *
 * @param inches Size of all cells in print.
 */
export function imageOfCells(
  grid: Grid,
  ramp: Uint8ClampedArray,
  scale: ColourScale,
  inches: { width: number; height: number },
): CellImage | null {
  if (grid.rows * grid.columns <= SHAPES_MAX) return null;
  const { width, height } = inches;
  const pixels = paintGrid(shrinkGrid(grid, height * FINEST, width * FINEST, scale), ramp, scale);
  return { pixels, across: Math.ceil((width * SHARP) / pixels.columns), down: Math.ceil((height * SHARP) / pixels.rows) };
}

/** Cells of one colour: runs along the rows, in units of cells. */
interface ColourCells {
  colour: string;
  runs: { row: number; from: number; to: number }[];
}

/** Cells gathered by their colour, neighbours in a row as one run. */
export function cellsByColour(grid: Grid, ramp: Uint8ClampedArray, scale: ColourScale): ColourCells[] {
  const layers = new Map<number, ColourCells>();
  const stepAt = (at: number) => {
    const value = grid.values[at] as number;
    return Number.isNaN(value) ? -1 : rampStep(value, scale);
  };
  const colourOf = (step: number) => (step < 0 ? MARK.missing : hexOf(ramp.subarray(step * 3, step * 3 + 3)));
  for (let row = 0; row < grid.rows; row += 1) {
    for (let from = 0; from < grid.columns; ) {
      const step = stepAt(row * grid.columns + from);
      let to = from + 1;
      while (to < grid.columns && stepAt(row * grid.columns + to) === step) to += 1;
      const layer = layers.get(step) ?? { colour: colourOf(step), runs: [] };
      layers.set(step, layer);
      layer.runs.push({ row, from, to });
      from = to;
    }
  }
  return [...layers.values()];
}

/** Runs as one path, larger on each side by so many cells but never beyond the grid. */
export function runsPath({ runs }: ColourCells, { rows, columns }: Pick<Grid, 'rows' | 'columns'>, more: { x: number; y: number }): string {
  return runs
    .map(({ row, from, to }) => {
      const [left, right] = [Math.max(from - more.x, 0), Math.min(to + more.x, columns)];
      const [top, bottom] = [Math.max(row - more.y, 0), Math.min(row + 1 + more.y, rows)];
      return `M${left} ${top}H${right}V${bottom}H${left}Z`;
    })
    .join('');
}
