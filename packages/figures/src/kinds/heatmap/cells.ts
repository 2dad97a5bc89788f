import { numbersOf, textsOf } from '../../data/table.ts';
import type { ColumnarTable } from '../../data/types.ts';
import { MARK } from '../../plot/marks.ts';
import { formatTick } from '../../plot/scale.ts';

/** What the colours stand for. Values beyond the ends take the colours of the ends. */
export interface ColourScale {
  title: string;
  low: number;
  high: number;
  /** The value of the white between two colours; null where the colours run from one straight to the other. */
  middle: number | null;
}

/** z values are cut at ±2.5; white is 0. */
export const Z_SCALE: ColourScale = { title: '行 z 值', low: -2.5, high: 2.5, middle: 0 };

/** The ends and the middle of a scale, from high to low, each with its place (0 low, 1 high). */
export function scaleTicks({ low, high, middle }: ColourScale): { share: number; text: string }[] {
  const texts = [high, middle ?? (low + high) / 2, low].map((value) => {
    const short = Number(value.toPrecision(3));
    return formatTick(short, String(short).split('.')[1]?.length ?? 0);
  });
  return texts.map((text, i) => ({ share: 1 - i / 2, text }));
}

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

/** Colours in even distances as 257 steps, three bytes each. */
export function colourRamp(colours: readonly string[]): Uint8ClampedArray {
  const stops = colours.map(rgbOf);
  const ramp = new Uint8ClampedArray((STEPS + 1) * 3);
  for (let step = 0; step <= STEPS; step += 1) {
    const place = (step / STEPS) * (stops.length - 1);
    const at = Math.min(Math.floor(place), stops.length - 2);
    const [from, to] = [stops[at] as Rgb, stops[at + 1] as Rgb];
    for (let channel = 0; channel < 3; channel += 1) {
      ramp[step * 3 + channel] = (from[channel] as number) + ((to[channel] as number) - (from[channel] as number)) * (place - at);
    }
  }
  return ramp;
}

/** Colours of a scale from low to high: with white between where it has a middle. */
export function scaleColours(scale: ColourScale, low: string, high: string): readonly string[] {
  return scale.middle === null ? [low, high] : [low, '#ffffff', high];
}

/** Place of a value in the ramp: the middle of the scale is the middle of the ramp. */
export function rampStep(value: number, { low, high, middle }: ColourScale): number {
  const centre = middle ?? (low + high) / 2;
  const side = value < centre ? centre - low : high - centre;
  const share = side === 0 ? 0.5 : 0.5 + (value - centre) / (2 * side);
  return Math.round(Math.max(0, Math.min(1, share)) * STEPS);
}

/** The scale of a figure whose values are no z values: the one row of its table (title, low, high, middle). */
export function scaleOf(table: ColumnarTable | undefined): ColourScale {
  if (table === undefined) return Z_SCALE;
  const [low, high, middle] = ['low', 'high', 'middle'].map((name) => numbersOf(table, name)[0] ?? Number.NaN) as [number, number, number];
  return { title: textsOf(table, 'title')[0] ?? '', low, high, middle: Number.isNaN(middle) ? null : middle };
}

/** RGBA bytes, one pixel a cell. */
export interface Pixels {
  rows: number;
  columns: number;
  bytes: Uint8ClampedArray<ArrayBuffer>;
}

/** Each cell as one pixel. */
export function paintGrid(grid: Grid, ramp: Uint8ClampedArray, scale: ColourScale): Pixels {
  const bytes = new Uint8ClampedArray(grid.values.length * 4);
  const missing = rgbOf(MARK.missing);
  for (let i = 0; i < grid.values.length; i += 1) {
    const value = grid.values[i] as number;
    const at = Number.isNaN(value) ? -1 : rampStep(value, scale) * 3;
    for (let channel = 0; channel < 3; channel += 1) {
      bytes[i * 4 + channel] = (at < 0 ? missing[channel] : ramp[at + channel]) as number;
    }
    bytes[i * 4 + 3] = 255;
  }
  return { rows: grid.rows, columns: grid.columns, bytes };
}

/** Cells of one colour: runs along the rows, in units of cells. */
export interface ColourCells {
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

const hexOf = (rgb: ArrayLike<number>) => `#${Array.from(rgb, (one) => one.toString(16).padStart(2, '0')).join('')}`;

/** Runs as one path, `more` cells larger on each side but never beyond the grid. */
export function runsPath({ runs }: ColourCells, { rows, columns }: Pick<Grid, 'rows' | 'columns'>, more: number): string {
  return runs
    .map(({ row, from, to }) => {
      const [left, right] = [Math.max(from - more, 0), Math.min(to + more, columns)];
      const [top, bottom] = [Math.max(row - more, 0), Math.min(row + 1 + more, rows)];
      return `M${left} ${top}H${right}V${bottom}H${left}Z`;
    })
    .join('');
}
