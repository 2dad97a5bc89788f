import type { GeneSuggestion } from '@oncoloom/contract';

/**
 * One rule for every field in which a gene is typed: the name that is what was typed comes first and is what Enter takes; where no name is it,
 * Enter takes none. TP53 never becomes TP53INP1.
 */

const plain = (name: string): string => name.trim().toUpperCase();

/** The name of a list that is what was typed; capitals matter only where two names differ in nothing else. */
export function exactName(names: readonly string[], typed: string): string | undefined {
  const wanted = plain(typed);
  if (wanted === '') return undefined;
  return names.find((name) => name === typed.trim()) ?? names.find((name) => plain(name) === wanted);
}

/** Names that begin with what was typed: the one that is it first, then the shorter ones, equals in the list's order. */
export function offerNames(names: readonly string[], typed: string, limit: number): string[] {
  const wanted = plain(typed);
  if (wanted === '') return [];
  const exact = exactName(names, typed);
  const beginning = names.filter((name) => name !== exact && plain(name).startsWith(wanted)).sort((a, b) => a.length - b.length);
  return (exact === undefined ? beginning : [exact, ...beginning]).slice(0, limit);
}

/**
 * A list of names after a change, in the spelling of those that there are. One that was typed alone and is none of them is left out: it is the
 * beginning of another, or a slip. Of a pasted list all stay, to be told which are not there.
 *
 * @returns `absent`: the one that was left out, else empty.
 */
export function takeNames(
  names: readonly string[],
  before: readonly string[],
  after: readonly string[],
): { taken: string[]; absent: string } {
  const added = after.filter((name) => !before.includes(name));
  const [only = ''] = added;
  const absent = added.length === 1 && names.length > 0 && exactName(names, only) === undefined ? only : '';
  const kept = absent === '' ? after : after.filter((name) => name !== absent);
  return { taken: [...new Set(kept.map((name) => exactName(names, name) ?? name.trim()))], absent: absent.trim() };
}

/** The gene whose symbol is what was typed; an alias is a hint, and several genes may have it. */
export function exactGene<T extends Pick<GeneSuggestion, 'matched'>>(suggestions: readonly T[]): T | undefined {
  return suggestions.find(({ matched }) => matched.exact && matched.by === 'symbol');
}
