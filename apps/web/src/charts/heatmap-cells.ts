import { MARK } from './look.ts';

/** z values are cut at ±2.5; white is 0. */
export const Z_LIMIT = 2.5;

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

/**
 * At most one value per screen pixel, each the mean of the cells it covers: a 2,000-row heatmap drawn in 700 pixels would
 * otherwise show every third row and hide the rest.
 */
export function shrinkGrid(grid: Grid, maxRows: number, maxColumns: number): Grid {
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
          sum += value;
          count += 1;
        }
      }
      values[row * columns + column] = count === 0 ? Number.NaN : sum / count;
    }
  }
  return { rows, columns, values };
}

type Rgb = readonly [number, number, number];

function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

const STEPS = 256;

/** Low – white – high in 257 steps, three bytes each. */
export function divergingRamp(low: string, high: string): Uint8ClampedArray {
  const ramp = new Uint8ClampedArray((STEPS + 1) * 3);
  for (let step = 0; step <= STEPS; step += 1) {
    const share = (step / STEPS) * 2 - 1;
    const end = rgbOf(share < 0 ? low : high);
    for (let channel = 0; channel < 3; channel += 1) {
      ramp[step * 3 + channel] = 255 + ((end[channel] as number) - 255) * Math.abs(share);
    }
  }
  return ramp;
}

/** Place of a z value in the ramp. */
export function rampStep(z: number): number {
  const cut = Math.max(-Z_LIMIT, Math.min(Z_LIMIT, z));
  return Math.round(((cut + Z_LIMIT) / (2 * Z_LIMIT)) * STEPS);
}

/** RGBA pixels, one per cell. */
export function paintGrid(grid: Grid, ramp: Uint8ClampedArray): ImageData {
  const image = new ImageData(grid.columns, grid.rows);
  const missing = rgbOf(MARK.missing);
  for (let i = 0; i < grid.values.length; i += 1) {
    const z = grid.values[i] as number;
    const at = Number.isNaN(z) ? -1 : rampStep(z) * 3;
    for (let channel = 0; channel < 3; channel += 1) {
      image.data[i * 4 + channel] = (at < 0 ? missing[channel] : ramp[at + channel]) as number;
    }
    image.data[i * 4 + 3] = 255;
  }
  return image;
}
