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

/**
 * What the labels of an axis are. `scale`: numbers of which a reader knows those between two others. `values`: numbers that have to be
 * read each for itself, as the levels of a category or the probabilities of survival. `names`: levels in words.
 */
export type LabelKind = 'scale' | 'values' | 'names';

export interface TickLabels {
  labels: readonly TickLabel[];
  /** Labels of a tick that there was no room for; of a scale none is missed. */
  missing: readonly string[];
  /** Names that had to be shortened. */
  shortened: readonly string[];
}

interface Wanted {
  text: string;
  tick: number;
  width: number;
}

/** Where labels may stand. */
interface Room {
  from: number;
  to: number;
  measure: (text: string) => number;
}

/** Between two labels. */
const GAP = 6;
/** Gaps of an even scale, the largest over the smallest, with rounding. */
const UNEVEN = 1.3;
/** Fewer ticks tell no scale: 0 and 1 may be all that there is. */
const SCALE_TICKS = 4;

const stand = (before: Wanted | undefined, one: Wanted) =>
  before === undefined || one.tick - one.width / 2 >= before.tick + before.width / 2 + GAP;
const isApart = (labels: readonly Wanted[]) => labels.every((one, i) => stand(labels[i - 1], one));

/** Do ticks stand evenly, as those of a scale? @param positions From left to right. */
export function isScale(positions: readonly number[]): boolean {
  const gaps = positions.slice(1).map((position, i) => position - (positions[i] as number));
  return positions.length >= SCALE_TICKS && Math.max(...gaps) <= UNEVEN * Math.min(...gaps);
}

/** Every second, third … label, so that the last has one too where that takes no more than half of them away. */
function everyFew(labels: readonly Wanted[]): readonly Wanted[] {
  const of = (step: number) => labels.filter((_, place) => place % step === 0);
  const steps = labels.map((_, i) => i + 1).filter((step) => isApart(of(step)));
  const [least = labels.length] = steps;
  return of(steps.find((step) => (labels.length - 1) % step === 0 && step <= 2 * least) ?? least);
}

const placed = ({ text, tick }: Wanted, above = false): TickLabel => ({ text, tick, x: tick, above });

/** Each at its tick, below the line where it has room there, else above it; the last has its place kept where something has to go. */
function onTwoSides(labels: readonly Wanted[]): TickLabels {
  const sides: Record<'below' | 'above', Wanted[]> = { below: [], above: [] };
  const last = labels.at(-1);
  const missing: string[] = [];
  for (const label of labels) {
    const fits = (side: readonly Wanted[]) => stand(side.at(-1), label);
    const spares = label === last || last === undefined || stand(label, last);
    if (fits(sides.below) && spares) sides.below.push(label);
    else if (fits(sides.above)) sides.above.push(label);
    else if (fits(sides.below)) sides.below.push(label);
    else missing.push(label.text);
  }
  return { labels: [...sides.below.map((one) => placed(one)), ...sides.above.map((one) => placed(one, true))], missing, shortened: [] };
}

/** Names on one side of the line: each as near to its tick as the others allow, shortened where they have no room. */
function spreadOut(labels: readonly Wanted[], above: boolean, { from, to, measure }: Room): TickLabels {
  const along = (wanted: readonly Wanted[]) =>
    spread(
      wanted.map(({ tick, width }) => ({ at: tick, size: width + GAP })),
      from,
      to,
    );
  const at = (wanted: readonly Wanted[], places: readonly number[] | null) =>
    wanted.map((one, i) => ({ ...placed(one, above), x: places?.[i] ?? one.tick }));
  const places = along(labels);
  if (places !== null) return { labels: at(labels, places), missing: [], shortened: [] };
  const room = Math.max((to - from) / labels.length - GAP, 0);
  const short = labels.map(({ text, tick }) => {
    const cut = shorten(text, room, measure);
    return { text: cut, tick, width: Math.min(measure(cut), room) };
  });
  const shortened = labels.filter(({ text }, i) => text !== short[i]?.text).map(({ text }) => text);
  return { labels: at(short, along(short)), missing: [], shortened };
}

function joined(sides: readonly TickLabels[]): TickLabels {
  return {
    labels: sides.flatMap(({ labels }) => labels),
    missing: sides.flatMap(({ missing }) => missing),
    shortened: sides.flatMap(({ shortened }) => shortened),
  };
}

/**
 * Labels of the ticks of one axis, none over another. Of a scale every second, third … where all have no room; all others stand below
 * and above the line where one side has no room, names beside their ticks where they must, and what still has no room is told.
 *
 * @param ticks From left to right. @param room Where labels may stand.
 */
export function tickLabels(ticks: readonly { text: string; x: number }[], kind: LabelKind, room: Room): TickLabels {
  const wanted = ticks.map(({ text, x }): Wanted => ({ text, tick: x, width: room.measure(text) }));
  if (kind === 'scale') return { labels: everyFew(wanted).map((one) => placed(one)), missing: [], shortened: [] };
  if (kind === 'values') {
    const exact = onTwoSides(wanted);
    if (exact.missing.length === 0) return exact;
    const beside = bothSides(wanted, room);
    return beside.shortened.length === 0 ? beside : exact;
  }
  return isApart(wanted) ? spreadOut(wanted, false, room) : bothSides(wanted, room);
}

/** Below and above the line in turn. */
function bothSides(wanted: readonly Wanted[], room: Room): TickLabels {
  const side = (above: boolean) =>
    spreadOut(
      wanted.filter((_, i) => (i % 2 === 1) === above),
      above,
      room,
    );
  return joined([side(false), side(true)]);
}
