import type { Facets } from '../data/facets.ts';
import { type Span, spanOf } from '../plot/axes/scale.ts';

/** A dashed line across the plot at one value. */
export interface Guide {
  axis: 'x' | 'y';
  value: number;
  width?: number;
}

/** Lines in data values, over the points. */
export interface DataLine {
  points: readonly (readonly [number, number])[];
  colour: string;
  /** Closed, and filled: an ellipse around points, a band around a line. */
  closed?: 'ellipse' | 'band';
  /** A hair line, as that of an interval. */
  thin?: true;
  /** Units; where none is told, by what it is. */
  width?: number;
}

/** The span of values and of the lines' points along one axis; null where there is nothing. */
export function spanWithLines(values: Float64Array, lines: readonly DataLine[], axis: 0 | 1): Span | null {
  const drawn = lines.flatMap(({ points }) => points.map((point) => point[axis]));
  return spanOf(Float64Array.from([...values, ...drawn]));
}

/** Columns of points on a line, parted as the panels of the figure are. */
export function linePoints(
  facets: Facets,
  panels: readonly string[],
  x: Float64Array,
  y: Float64Array,
): readonly (readonly (readonly [number, number])[])[] {
  return panels.map((name) => {
    const rows = facets.rows[facets.names.indexOf(name)] ?? [];
    return rows.map((row) => [x[row] as number, y[row] as number] as const).filter((point) => point.every(Number.isFinite));
  });
}
