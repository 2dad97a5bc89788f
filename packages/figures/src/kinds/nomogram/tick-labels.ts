import { spread } from '../../plot/spread.ts';
import { shorten } from '../../text/axis-titles.ts';

/** A label of an axis, below its line or above it. */
export interface TickLabel {
  text: string;
  /** Its middle, and the tick that it is of. */
  x: number;
  tick: number;
  above: boolean;
}

interface Wanted {
  text: string;
  tick: number;
  width: number;
}

/** Between two labels. */
const GAP = 6;
/** Gaps of an even scale, the largest over the smallest, with rounding. */
const UNEVEN = 1.3;

const isApart = (labels: readonly Wanted[]) =>
  labels.every(
    (one, i) => i === 0 || one.tick - one.width / 2 >= (labels[i - 1] as Wanted).tick + (labels[i - 1] as Wanted).width / 2 + GAP,
  );

/** Are all gaps about the same? */
function isRegular(labels: readonly Wanted[]): boolean {
  const gaps = labels.slice(1).map(({ tick }, i) => tick - (labels[i] as Wanted).tick);
  return Math.max(...gaps) <= UNEVEN * Math.min(...gaps);
}

/** Numbers: of even ones every second, third … where all have no room; of others those that would stand on the one before are left out, the last stays. */
function thinned(labels: readonly Wanted[]): Wanted[] {
  if (isRegular(labels)) {
    const steps = labels.map((_, i) => labels.filter((_one, place) => place % (i + 1) === 0));
    return steps.find(isApart) ?? labels.slice(0, 1);
  }
  const kept: Wanted[] = [];
  const last = labels.at(-1);
  for (const label of labels) {
    if (!isApart([...kept.slice(-1), label])) continue;
    if (last !== undefined && label !== last && !isApart([label, last])) continue;
    kept.push(label);
  }
  return kept;
}

/** Names on one side of the line: each as near to its tick as the others allow, shortened where they have no room. */
function spreadOut(
  labels: readonly Wanted[],
  from: number,
  to: number,
  measure: (text: string) => number,
): { text: string; x: number; tick: number }[] {
  const placed = spread(
    labels.map(({ tick, width }) => ({ at: tick, size: width + GAP })),
    from,
    to,
  );
  if (placed !== null) return labels.map(({ text, tick }, i) => ({ text, tick, x: placed[i] as number }));
  const room = (to - from) / labels.length - GAP;
  const short = labels.map(({ text, tick }) => {
    const cut = shorten(text, Math.max(room, 0), measure);
    return { text: cut, tick, width: Math.min(measure(cut), Math.max(room, 0)) };
  });
  const places = spread(
    short.map(({ tick, width }) => ({ at: tick, size: width + GAP })),
    from,
    to,
  );
  return short.map(({ text, tick }, i) => ({ text, tick, x: places?.[i] ?? tick }));
}

/**
 * Labels of the ticks of one axis, none over another: numbers are left out where they are too many, names stand below and above the line in
 * turn where they have no room on one side.
 *
 * @param ticks From left to right. @param from @param to Where labels may stand.
 */
export function tickLabels(
  ticks: readonly { text: string; x: number }[],
  numeric: boolean,
  from: number,
  to: number,
  measure: (text: string) => number,
): TickLabel[] {
  const wanted = ticks.map(({ text, x }): Wanted => ({ text, tick: x, width: measure(text) }));
  if (numeric) return thinned(wanted).map(({ text, tick }) => ({ text, tick, x: tick, above: false }));
  if (isApart(wanted)) return spreadOut(wanted, from, to, measure).map((label) => ({ ...label, above: false }));
  const side = (above: boolean) =>
    spreadOut(
      wanted.filter((_, i) => (i % 2 === 1) === above),
      from,
      to,
      measure,
    ).map((label) => ({ ...label, above }));
  return [...side(false), ...side(true)];
}
