import type { Facets } from '../../data/facets.ts';
import type { Panel } from '../../plot/panels.ts';

/** One sample's line in one panel: its rows of the table, from left to right. */
interface DensityLine {
  label: string;
  facet: number;
  rows: readonly number[];
}

/** Gathers the rows of each sample and panel into a line, in order of first appearance. */
export function linesOf(labels: readonly string[], facets: Facets, x: Float64Array): DensityLine[] {
  const lines = new Map<string, { label: string; facet: number; rows: number[] }>();
  labels.forEach((label, row) => {
    const facet = facets.of[row] as number;
    const key = `${facet}\t${label}`;
    const line = lines.get(key);
    if (line === undefined) lines.set(key, { label, facet, rows: [row] });
    else line.rows.push(row);
  });
  for (const line of lines.values()) line.rows.sort((a, b) => (x[a] as number) - (x[b] as number));
  return [...lines.values()].sort((a, b) => a.facet - b.facet);
}

/** The line's value at x, between its two neighbouring rows; NaN outside of the line. */
export function valueAt(line: DensityLine, x: Float64Array, y: Float64Array, at: number): number {
  const { rows } = line;
  let [low, high] = [0, rows.length - 1];
  if (high < 0 || at < (x[rows[0] as number] as number) || at > (x[rows[high] as number] as number)) return Number.NaN;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((x[rows[middle] as number] as number) <= at) low = middle;
    else high = middle;
  }
  const [from, to] = [rows[low] as number, rows[high] as number];
  const width = (x[to] as number) - (x[from] as number);
  const share = width === 0 ? 0 : (at - (x[from] as number)) / width;
  return (y[from] as number) + ((y[to] as number) - (y[from] as number)) * share;
}

/** The line of a panel that is nearest above or below a pixel, within reach; null where there is none. */
export function nearestLine(
  lines: readonly DensityLine[],
  facet: number,
  panel: Panel,
  x: Float64Array,
  y: Float64Array,
  at: { x: number; y: number },
  reach: number,
): number | null {
  let [best, bestDistance] = [-1, reach];
  const value = panel.x.invert(at.x);
  lines.forEach((line, i) => {
    if (line.facet !== facet) return;
    const distance = Math.abs(panel.y(valueAt(line, x, y, value)) - at.y);
    if (distance < bestDistance) [best, bestDistance] = [i, distance];
  });
  return best === -1 ? null : best;
}

/** The row where a line is highest. */
export function peakOf(line: DensityLine, y: Float64Array): number {
  return line.rows.reduce(
    (best, row) => ((y[row] as number) > (y[best] as number) || !Number.isFinite(y[best]) ? row : best),
    line.rows[0] as number,
  );
}

/** Fewer lines are drawn stronger. */
export function lineOpacity(lines: number): number {
  return Math.min(0.85, Math.max(0.25, 0.85 - (lines - 10) / 150));
}
