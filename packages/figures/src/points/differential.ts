/** Classes of a differential result, in drawing order: what is drawn later lies above. */
export const UNCHANGED = 0;
export const DOWN = 1;
export const UP = 2;

/** Smallest p drawn: beyond it −log10 has no number. */
const SMALLEST_P = 1e-300;

/** −log10(p); NaN stays NaN, 0 is drawn as 1e−300. */
export function minusLog10(p: Float64Array): Float64Array {
  return p.map((value) => -Math.log10(Math.max(value, SMALLEST_P)) + 0);
}

/** Up and down by |effect| ≥ `log2fc` and padj < `cut`, as the result table's views are declared. */
export function classify(effect: Float64Array, padj: Float64Array, log2fc: number, cut: number): Uint8Array {
  const classes = new Uint8Array(effect.length);
  for (let i = 0; i < effect.length; i += 1) {
    const value = effect[i] as number;
    if (!((padj[i] as number) < cut)) continue;
    if (value >= log2fc) classes[i] = UP;
    else if (value <= -log2fc) classes[i] = DOWN;
  }
  return classes;
}

/** How many of each class can be drawn (both coordinates finite). */
export function countClasses(classes: Uint8Array, x: Float64Array, y: Float64Array): [unchanged: number, down: number, up: number] {
  const counts: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < classes.length; i += 1) {
    if (Number.isFinite(x[i]) && Number.isFinite(y[i])) counts[classes[i] as 0 | 1 | 2] += 1;
  }
  return counts;
}

/** The largest P whose adjusted value passes the cut: where the horizontal line stands. NaN when none passes. */
export function largestPassingP(p: Float64Array, padj: Float64Array, cut: number): number {
  let largest = Number.NaN;
  for (let i = 0; i < p.length; i += 1) {
    const value = p[i] as number;
    if ((padj[i] as number) < cut && !(value <= largest)) largest = value;
  }
  return largest;
}

/** Indices of the `count` smallest P among those that `accept`. */
export function smallestP(p: Float64Array, count: number, accept: (index: number) => boolean): number[] {
  const found: number[] = [];
  for (let i = 0; i < p.length; i += 1) if (Number.isFinite(p[i]) && accept(i)) found.push(i);
  return found.sort((a, b) => (p[a] as number) - (p[b] as number)).slice(0, count);
}

/** How many are named when nothing is significant: enough to look at, too few to conclude from. */
const NEAREST_MAX = 4;

/**
 * When no gene is significant: those with a large enough effect whose adjusted P is smallest, at most four. They are named so
 * that an empty volcano still shows where to look.
 */
export function nearestToSignificant(effect: Float64Array, p: Float64Array, padj: Float64Array, log2fc: number, most: number): number[] {
  const large = smallestP(p, p.length, (i) => Math.abs(effect[i] as number) >= log2fc && Number.isFinite(padj[i]));
  return large.slice(0, Math.min(most, NEAREST_MAX));
}
