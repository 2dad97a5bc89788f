import runs from './runs.json' with { type: 'json' };

/** Below this a cost is noise, or no cost at all; ms of processor time. */
const FLOOR_MS = 100;
/** What doubles with its input costs twice as much, what is quadratic four times. */
const RATIO_MAX = 3;
/** The same for four times the input: four times as much, and sixteen times. One step may be steep where memory or a cache grows, two are not. */
const RATIO_OF_FOUR_MAX = 8;
/** How often is measured where the ratio is too large: what else happens in the process makes a cost larger, never smaller. */
const TIMES_MAX = 8;
const TIMES_MIN = 3;

/** Processor time of one run, ms: what else runs on the machine does not count. */
async function cost(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Does work on twice the input take more than about twice the time? The smallest cost of several runs is compared, and only where the first one
 * is more than noise.
 * @param work is given the size of its input @returns what was measured; undefined where time grows with the input
 */
export async function growsFaster(work: (size: number) => unknown, size: number): Promise<string | undefined> {
  let [single, double] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let time = 0; time < TIMES_MAX && (time < TIMES_MIN || double >= RATIO_MAX * single); time += 1) {
    double = Math.min(double, await cost(() => work(2 * size)));
    if (double < FLOOR_MS) return undefined;
    single = Math.min(single, await cost(() => work(size)));
  }
  if (double < RATIO_MAX * single) return undefined;
  let four = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TIMES_MIN && four >= RATIO_OF_FOUR_MAX * single; time += 1)
    four = Math.min(four, await cost(() => work(4 * size)));
  if (four < RATIO_OF_FOUR_MAX * single) return undefined;
  return `${single.toFixed(0)} ms for ${size}, ${double.toFixed(0)} ms for ${2 * size}, ${four.toFixed(0)} ms for ${4 * size}`;
}

/**
 * Texts of `size` signs that patterns stumble over, named by what they repeat: runs of one sign, and of signs that could be told apart in several
 * ways. The last sign is another, so that nothing matches before the end of a run. engine/tests/helper.R takes the same.
 */
export const LONG_TEXTS: readonly { name: string; text: (size: number) => string }[] = (runs as string[]).map((run) => ({
  name: JSON.stringify(run),
  text: (size: number) => `${run.repeat(Math.ceil(size / run.length))}!`,
}));
