import { CATEGORY_COLOURS, COLOURS, formatCount, MANY_COLOURS, paletteColours } from '@oncoloom/tool-kit';
import { MARK } from '../plot/marks.ts';
import { sayIn } from '../text/language.ts';
import { inOrder, styleText, styleTuples } from './table.ts';
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
 * `group_1_color` … or the palette; a colour that the user gave to a name (`group_colours`) stands above these. Case first, control next, then by name: a group has one colour in all figures of
 * a result, in whatever order they show it. The style's `group_order` comes last and moves no colour.
 */
export function groupsOf(values: readonly string[], words: Readonly<Record<string, string>>, style: FigureStyle): Group[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const pair = [words.case_group, words.control_group];
  const names = [...counts.keys()].sort((a, b) => rank(a, pair) - rank(b, pair) || (sortKey(a) < sortKey(b) ? -1 : 1));
  let next = 0;
  const say = sayIn(style);
  const own = ownColours(style);
  const palette = paletteOf(style, names.length);
  const colourOf = (name: string): string => {
    if (name === pair[0]) return pairColour(style, ['case_color', 'tumor_color'], COLOURS.tumor);
    if (name === pair[1]) return pairColour(style, ['control_color', 'normal_color'], COLOURS.normal);
    const colour = palette[next % palette.length] ?? MARK.ink;
    next += 1;
    return styleText(style, `group_${next}_color`, colour);
  };
  const groups = names.map((name): Group => {
    // A colour of its own moves no other group's.
    const colour = colourOf(name);
    return { name, label: say(name), count: counts.get(name) ?? 0, colour: own.get(name) ?? colour };
  });
  return inOrder(style, groups, ({ name }) => name);
}

/** The style's palette for so many groups: colours that it does not have follow, so that no two groups look alike. */
export function paletteOf(style: FigureStyle, count: number): readonly string[] {
  const chosen = paletteColours(styleText(style, 'palette', '')) ?? CATEGORY_COLOURS;
  if (count <= chosen.length) return chosen;
  return chosen === CATEGORY_COLOURS ? MANY_COLOURS : [...chosen, ...MANY_COLOURS.filter((colour) => !chosen.includes(colour))];
}

/** The colours that the style gives to groups by their names. */
export function ownColours(style: FigureStyle): Map<string, string> {
  const rows = styleTuples(style, 'group_colours', 2).map(([name = '', colour = '']): [string, string] => [name, colour]);
  return new Map(rows.filter(([, colour]) => /^#[0-9a-f]{6}$/i.test(colour)));
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
  groups.map(({ name, colour, count }) => ({ label: name, colour, count: formatCount(count), coloured: true as const }));

/** Place of a value's group; the first where no group is called so. */
export const groupPlaceOf = (groups: readonly Group[], value: string) =>
  Math.max(
    groups.findIndex(({ name }) => name === value),
    0,
  );
