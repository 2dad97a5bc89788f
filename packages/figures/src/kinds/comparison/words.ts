import type { Say } from '../../text/language.ts';

/** Between a panel's name and what the test says of it. */
export const WIDE_SPACE = '\u3000';

/** A level without the number of its patients: 「II (24)」 is II. */
export function levelOf(label: string, n: number | undefined): string {
  const count = ` (${n})`;
  return label.endsWith(count) ? label.slice(0, -count.length) : label;
}

/** A category, whose name may end with the number of its values. */
export function sayLevel(say: Say, label: string, n: number | undefined): string {
  const level = levelOf(label, n);
  const named = level === label ? level : say(level);
  return named === level ? say(label) : `${named} (${n})`;
}

/** A panel's name as it is called, without what the test says of it. */
export function sayPanel(say: Say, facet: string): string {
  const name = panelName(facet);
  const named = say(name);
  return named === name ? panelName(say(facet)) : named;
}

/** The name of a panel without what the test says of it. */
export const panelName = (facet: string): string => facet.split(WIDE_SPACE)[0] ?? '';
