import { quantileSorted } from 'd3-array';

/** Of fewer values a density would show a shape that nobody measured. */
const VIOLIN_FROM = 10;
/** Places at which the outline has a corner, and how many bins the values are parted into between two of them. */
const GRID = 64;
const BINS_BETWEEN = 6;
const BINS = (GRID - 1) * BINS_BETWEEN + 1;

/** Density of values between the smallest and the largest, as a share of its peak. */
export interface Violin {
  /** Values, rising; their powers of ten where the axis is logarithmic. */
  at: Float64Array;
  log: boolean;
  /** 0–1. */
  share: Float64Array;
}

/** Bandwidth of a Gaussian kernel after Silverman (1986, equation 3.31), as R's `bw.nrd0` has it; 0 where all values are the same. */
export function bandwidthOf(sorted: number[]): number {
  const n = sorted.length;
  const mean = sorted.reduce((sum, value) => sum + value, 0) / n;
  const deviation = Math.sqrt(sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1));
  const range = ((quantileSorted(sorted, 0.75) ?? 0) - (quantileSorted(sorted, 0.25) ?? 0)) / 1.34;
  return 0.9 * (range > 0 ? Math.min(deviation, range) : deviation) * n ** -0.2;
}

/** How many values are at each bin; one between two bins counts to both, to the nearer one more, as in R's `density`. */
function binned(values: readonly number[], low: number, high: number): Float64Array {
  const bins = new Float64Array(BINS);
  for (const value of values) {
    const place = ((value - low) / (high - low)) * (BINS - 1);
    const bin = Math.min(Math.floor(place), BINS - 2);
    bins[bin] = (bins[bin] as number) + 1 - (place - bin);
    bins[bin + 1] = (bins[bin + 1] as number) + place - bin;
  }
  return bins;
}

/**
 * The shape of a violin; null for fewer than ten finite values, and where all are the same. @param log On a logarithmic axis it is the
 * shape of what is seen there: of the logarithms.
 */
export function violinOf(values: Float64Array, log = false): Violin | null {
  const seen = log ? values.filter((value) => value > 0).map(Math.log10) : values;
  // Sorted as numbers, a typed array takes a tenth of the time.
  const sorted = [...seen.toSorted()];
  if (sorted.length < VIOLIN_FROM) return null;
  const [low, high] = [sorted[0] as number, sorted[sorted.length - 1] as number];
  const width = bandwidthOf(sorted);
  if (!(width > 0)) return null;
  const at = Float64Array.from({ length: GRID }, (_, i) => low + ((high - low) * i) / (GRID - 1));
  const bins = binned(sorted, low, high);
  const step = (high - low) / (BINS - 1);
  const kernel = Float64Array.from({ length: BINS }, (_, i) => Math.exp(-0.5 * ((i * step) / width) ** 2));
  const density = at.map((_, i) => {
    let sum = 0;
    for (let bin = 0; bin < BINS; bin += 1) sum += (bins[bin] as number) * (kernel[Math.abs(bin - i * BINS_BETWEEN)] as number);
    return sum;
  });
  const peak = Math.max(...density);
  return { at, log, share: density.map((one) => one / peak) };
}

/** How wide a violin is at a value, as a share of its widest place. */
export function shareAt({ at, share, log }: Violin, written: number): number {
  const value = log ? Math.log10(Math.max(written, Number.MIN_VALUE)) : written;
  const [low, high] = [at[0] as number, at[at.length - 1] as number];
  const place = ((value - low) / (high - low)) * (at.length - 1);
  const before = Math.min(Math.max(Math.floor(place), 0), at.length - 2);
  const rest = Math.min(Math.max(place - before, 0), 1);
  return (share[before] as number) * (1 - rest) + (share[before + 1] as number) * rest;
}
