import type { Say } from '../../text/language.ts';

/** Between a panel's name and what the test says of it. */
export const WIDE_SPACE = '\u3000';

/** A level; results of 1.0.0 have the number of its patients in the same cell: 「II (24)」 is II. */
export function levelOf(label: string, n: number | undefined): string {
  const count = ` (${n})`;
  return label.endsWith(count) ? label.slice(0, -count.length) : label;
}

/** A category, with the number of its values where the figure writes it or a result of 1.0.0 has it in the cell. */
export function sayLevel(say: Say, label: string, n: number | undefined, counted: boolean): string {
  const level = levelOf(label, n);
  if (level === label) return counted ? `${say(label)} (${n})` : say(label);
  const named = say(level);
  return named === level ? say(label) : `${named} (${n})`;
}

/** A panel's name as it is called, without what the test says of it. */
export function sayPanel(say: Say, facet: string): string {
  const name = panelName(facet);
  const named = say(name);
  return named === name ? panelName(say(facet)) : named;
}

/** The name of a panel; results of 1.0.0 have what the test says of it in the same cell. */
export const panelName = (facet: string): string => facet.split(WIDE_SPACE)[0] ?? '';

/** What the test says in such a cell; empty in later results. */
export const testInName = (facet: string): string => facet.split(WIDE_SPACE).slice(1).join(WIDE_SPACE);
