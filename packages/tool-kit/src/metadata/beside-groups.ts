import { numbersOf } from '../inputs/readings.ts';
import { median } from '../inputs/survival-table.ts';
import { formatDecimal } from '../words/format.ts';
import { placesByValue } from './words.ts';

/** How a batch or a trait stands to two compared groups. */
interface BesideGroups {
  /**
   * `mixed`: a model can tell it from the groups; `same`: no value occurs in both, so that none can; `single`: all compared samples have one value;
   * `in-pairs`: the samples of each pair agree, so that the pairs tell it already.
   */
  relation: 'mixed' | 'same' | 'single' | 'in-pairs';
  /** Compared samples of which it is not known, by their places. */
  unknown: readonly number[];
  /** Its values in the two groups, in words. */
  told: string;
}

/** So many values are counted one by one; more numbers are measured ones. */
const LEVELS_TOLD = 6;

/**
 * @param values What it is of each sample, '' where nobody knows. @param groups The group of each sample. @param compared The two that are compared.
 * @param pairs The pair of each sample, where pairs are compared.
 */
export function besideGroups(
  values: readonly string[],
  groups: readonly string[],
  compared: readonly [cases: string, reference: string],
  pairs?: readonly string[],
): BesideGroups {
  const places = groups.flatMap((group, i) => (compared.includes(group) ? [i] : []));
  const known = places.filter((at) => values[at] !== '');
  const valueAt = (at: number) => values[at] ?? '';
  const levels = [...placesByValue(known.map(valueAt)).keys()];
  const of = (group: string) => known.filter((at) => groups[at] === group).map(valueAt);
  const numbers = levels.length > LEVELS_TOLD ? numbersOf(levels) : undefined;
  const base = {
    unknown: places.filter((at) => values[at] === ''),
    told: numbers === undefined ? countsTold(levels, compared, of) : mediansTold(compared, of),
  };
  if (levels.length < 2) return { ...base, relation: 'single' };
  if (pairs !== undefined && agreesInPairs(known, valueAt, pairs)) return { ...base, relation: 'in-pairs' };
  const [cases, reference] = [new Set(of(compared[0])), new Set(of(compared[1]))];
  const shared = numbers !== undefined || [...cases].some((value) => reference.has(value));
  return { ...base, relation: shared ? 'mixed' : 'same' };
}

function agreesInPairs(known: readonly number[], valueAt: (at: number) => string, pairs: readonly string[]): boolean {
  const byPair = placesByValue(known.map((at) => pairs[at] ?? ''));
  return [...byPair.values()].every((at) => new Set(at.map((i) => valueAt(known[i] ?? 0))).size === 1);
}

function countsTold(levels: readonly string[], compared: readonly string[], of: (group: string) => readonly string[]): string {
  const sizes = (level: string) => compared.map((group) => `${group} ${of(group).filter((value) => value === level).length}`).join('、');
  const told = levels.slice(0, LEVELS_TOLD).map((level) => `「${level}」${sizes(level)}`);
  return told.join('；') + (levels.length > LEVELS_TOLD ? `；共 ${levels.length} 种` : '');
}

const mediansTold = (compared: readonly string[], of: (group: string) => readonly string[]): string =>
  `中位数 ${compared.map((group) => `${group} ${formatDecimal(median(of(group).map(Number)), 1)}`).join('、')}`;
