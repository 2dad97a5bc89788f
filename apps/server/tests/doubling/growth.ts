import runs from './runs.json' with { type: 'json' };

/** Below this a cost is noise, or no cost at all; ms of processor time. */
const FLOOR_MS = 100;
/** What doubles with its input costs twice as much, what is quadratic four times. */
const RATIO_MAX = 3;
/** The same for four times the input: four times as much, and sixteen times. One step may be steep where memory or a cache grows, two are not. */
const RATIO_OF_FOUR_MAX = 8;
/** How often is measured where the ratio is too large. */
const TIMES_MAX = 8;
const TIMES_MIN = 3;

/**
 * Processor time of one run, ms: what else runs on the machine does not count, nor what the kernel takes to give memory for the first time, of
 * which the larger input needs more.
 */
async function cost(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return process.cpuUsage(before).user / 1000;
}

/** Of costs that differ because the garbage of an earlier run is collected in one of them, or code is compiled, neither the least nor the largest counts. */
function median(costs: readonly number[]): number {
  const sorted = costs.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2;
}

/**
 * Does work on twice the input take more than about twice the time? Medians of several runs are compared, and only where the larger is more than
 * noise.
 * @param work is given the size of its input @returns what was measured; undefined where time grows with the input
 */
export async function growsFaster(work: (size: number) => unknown, size: number): Promise<string | undefined> {
  const single: number[] = [];
  const double: number[] = [];
  const four: number[] = [];
  const growsBy = (ratio: number, costs: readonly number[]) => median(costs) >= ratio * median(single);
  while (single.length < TIMES_MIN || (single.length < TIMES_MAX && growsBy(RATIO_MAX, double))) {
    double.push(await cost(() => work(2 * size)));
    if (Math.min(...double) < FLOOR_MS) return undefined;
    single.push(await cost(() => work(size)));
  }
  if (!growsBy(RATIO_MAX, double)) return undefined;
  while (four.length < TIMES_MIN) four.push(await cost(() => work(4 * size)));
  if (!growsBy(RATIO_OF_FOUR_MAX, four)) return undefined;
  const [one, two, more] = [single, double, four].map((costs) => median(costs).toFixed(0));
  return `${one} ms for ${size}, ${two} ms for ${2 * size}, ${more} ms for ${4 * size}`;
}

/**
 * Texts of `size` signs that patterns stumble over, named by what they repeat: runs of one sign, and of signs that could be told apart in several
 * ways. The last sign is another, so that nothing matches before the end of a run. engine/tests/helper.R takes the same.
 */
export const LONG_TEXTS: readonly { name: string; text: (size: number) => string }[] = (runs as string[]).map((run) => ({
  name: JSON.stringify(run),
  text: (size: number) => `${run.repeat(Math.ceil(size / run.length))}!`,
}));
