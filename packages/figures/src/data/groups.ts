import { CATEGORY_COLOURS, formatCount } from '@oncoloom/tool-kit';
import { MARK } from '../plot/marks.ts';
import { sayIn } from '../text/language.ts';
import { styleText, styleTuples } from './table.ts';
import type { FigureStyle } from './types.ts';

export interface Group {
  /** As the tables write it. */
  name: string;
  /** As the figure writes it. */
  label: string;
  colour: string;
  count: number;
}

/**
 * Groups with their colours: the run's case and control group take the style's two colours, any further group the style's
 * `group_1_color` … or the categorical palette. Case first, control next, then by name: a group has one colour in all figures of
 * a result, in whatever order they show it. `figure-groups.R` does the same. The style's `group_order` comes last and moves no colour.
 */
export function groupsOf(values: readonly string[], words: Readonly<Record<string, string>>, style: FigureStyle): Group[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const pair = [words.case_group, words.control_group];
  const names = [...counts.keys()].sort((a, b) => rank(a, pair) - rank(b, pair) || (sortKey(a) < sortKey(b) ? -1 : 1));
  let next = 0;
  const say = sayIn(style);
  const groups = names.map((name): Group => {
    const label = say(name);
    const count = counts.get(name) ?? 0;
    if (name === pair[0]) return { name, label, count, colour: pairColour(style, ['case_color', 'tumor_color'], '#ff4757') };
    if (name === pair[1]) return { name, label, count, colour: pairColour(style, ['control_color', 'normal_color'], '#546de5') };
    const colour = CATEGORY_COLOURS[next % CATEGORY_COLOURS.length] ?? MARK.ink;
    next += 1;
    return { name, label, count, colour: styleText(style, `group_${next}_color`, colour) };
  });
  const order = styleTuples(style, 'group_order', 1).map(([name]) => name);
  const placeOf = ({ name }: Group) => (order.includes(name) ? order.indexOf(name) : order.length);
  return order.length === 0 ? groups : groups.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** A colour of the comparison: tools on cohorts name it after the tissue. */
function pairColour(style: FigureStyle, keys: readonly string[], fallback: string): string {
  return keys.map((key) => styleText(style, key, '')).find((colour) => colour !== '') ?? fallback;
}

/** The group of each distinct name: a sample that is drawn in several panels counts once. */
export function distinctGroups(names: readonly string[], groups: readonly string[]): string[] {
  return [...new Map(names.map((name, i) => [name, groups[i] ?? ''])).values()];
}

/** B2 comes before B10. */
function sortKey(name: string): string {
  return name.replace(/\d+/g, (digits) => digits.padStart(12, '0'));
}

function rank(name: string, pair: readonly (string | undefined)[]): number {
  const place = pair.indexOf(name);
  return place === -1 ? pair.length : place;
}

/** Entries of a legend, one a group with its count. */
export const legendOf = (groups: readonly Group[]) =>
  groups.map(({ name, colour, count }) => ({ label: name, colour, count: formatCount(count) }));

/** Place of a value's group; the first where no group is called so. */
export const groupPlaceOf = (groups: readonly Group[], value: string) =>
  Math.max(
    groups.findIndex(({ name }) => name === value),
    0,
  );
