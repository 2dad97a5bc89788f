import type { DataLine } from '../../points/lines.ts';

export const OUTLIER = 0;
export const FINAL = 1;
export const ESTIMATE = 2;

/** Every gene stands up to three times: ringed as an outlier, with its final value, with its own estimate. */
interface DispersionPoints {
  /** Row of the table of each point. */
  gene: Int32Array;
  /** log10 of the mean and of the dispersion. */
  x: Float64Array;
  y: Float64Array;
  kind: Uint8Array;
}

function drawable(value: number | undefined): boolean {
  return value !== undefined && value > 0 && Number.isFinite(value);
}

/** Points of all genes with a mean and a dispersion above 0; what lies above comes first. */
export function dispersionPoints(columns: {
  mean: Float64Array;
  estimate: Float64Array;
  final: Float64Array;
  outlier: readonly boolean[];
}): DispersionPoints {
  const gene: number[] = [];
  const y: number[] = [];
  const kind: number[] = [];
  const add = (what: number, values: Float64Array, wanted: (row: number) => boolean) => {
    columns.mean.forEach((mean, row) => {
      const value = values[row];
      if (!wanted(row) || !drawable(mean) || !drawable(value)) return;
      gene.push(row);
      y.push(Math.log10(value as number));
      kind.push(what);
    });
  };
  const isOutlier = (row: number) => columns.outlier[row] === true;
  add(OUTLIER, columns.estimate, isOutlier);
  // DESeq2 keeps an outlier's own estimate as the final value: the ring says so.
  add(FINAL, columns.final, (row) => !isOutlier(row));
  add(ESTIMATE, columns.estimate, () => true);
  return {
    gene: Int32Array.from(gene),
    x: Float64Array.from(gene, (row) => Math.log10(columns.mean[row] as number)),
    y: Float64Array.from(y),
    kind: Uint8Array.from(kind),
  };
}

const STEPS = 300;

/** The fitted values as a line from the lowest mean to the highest, thinned to what a screen can show. */
export function fittedLine(mean: Float64Array, fitted: Float64Array, colour: string): DataLine {
  const rows = [...mean.keys()].filter((row) => drawable(mean[row]) && drawable(fitted[row]));
  rows.sort((a, b) => (mean[a] as number) - (mean[b] as number));
  const points = rows.map((row) => [Math.log10(mean[row] as number), Math.log10(fitted[row] as number)] as const);
  const width = ((points.at(-1)?.[0] ?? 0) - (points[0]?.[0] ?? 0)) / STEPS;
  let next = Number.NEGATIVE_INFINITY;
  const kept = points.filter(([x], i) => {
    if (x < next && i !== points.length - 1) return false;
    next = x + width;
    return true;
  });
  return { points: kept, colour };
}
