import { formatCount } from '@oncoloom/tool-kit';
import { textsOf } from './table.ts';
import type { FigureData } from './types.ts';

const SHOWN = 4;

/**
 * What lies in each region of sets: the names of table `members` (columns `gene`, `pattern`: a 0 or 1 for each set) by their pattern. Null where
 * the figure has no such table.
 */
export function membersOf({ figure: { columns }, tables }: FigureData): ReadonlyMap<string, readonly string[]> | null {
  const { members } = tables;
  if (members === undefined) return null;
  const [genes, patterns] = [textsOf(members, columns.gene), textsOf(members, columns.pattern)];
  const found = new Map<string, string[]>();
  for (const [row, pattern] of patterns.entries()) {
    const own = found.get(pattern);
    const gene = genes[row] as string;
    if (own === undefined) found.set(pattern, [gene]);
    else own.push(gene);
  }
  return found;
}

/** The first of some names, and how many there are. */
export const beginningOf = (names: readonly string[]): string =>
  names.length > SHOWN ? `${names.slice(0, SHOWN).join('、')} 等 ${formatCount(names.length)} 个` : names.join('、');

/** A region in words: which sets alone. */
export const onlyIn = (sets: readonly string[]): string => `只在${sets.map((name) => `「${name}」`).join('')}里`;
