import type { UsualName } from '@oncoloom/contract';

/** What stands between the genes of a list, as the server splits it: white space, commas, semicolons and Chinese punctuation. */
const BETWEEN = /[\s,;，；、。|]+/;

/** Different names in a text. */
export function countGenes(text: string): number {
  return new Set(text.split(BETWEEN).filter((gene) => gene !== '')).size;
}

/** A name of the text that other genes have, too. */
interface SharedName extends UsualName {
  /** As it stands in the text. */
  written: string;
}

/** Names of a text that several genes have, but for symbols that say which is meant. */
export function sharedNames(text: string, usual: readonly UsualName[]): SharedName[] {
  const byName = new Map(usual.map((one) => [one.name, one]));
  return [...new Set(text.split(BETWEEN))].flatMap((written) => {
    const found = byName.get(written.toUpperCase().replace(/[^A-Z0-9]/g, ''));
    return found === undefined || found.others.includes(written.toUpperCase()) || found.others.length === 0 ? [] : [{ ...found, written }];
  });
}

/** The text with a name in the place of another, wherever that stands as a whole. */
export function renamed(text: string, written: string, name: string): string {
  return text
    .split(new RegExp(`(${BETWEEN.source})`))
    .map((part) => (part === written ? name : part))
    .join('');
}

export interface Word {
  text: string;
  /** Its place, the end not included. */
  start: number;
  end: number;
}

/** No name is longer; a list may be. */
const REACH = 100;

/** The name in which the caret stands, or behind which; empty between names. */
export function wordAt(text: string, caret: number): Word {
  const before =
    text
      .slice(Math.max(0, caret - REACH), caret)
      .split(BETWEEN)
      .at(-1) ?? '';
  const after = text.slice(caret, caret + REACH).split(BETWEEN)[0] ?? '';
  return { text: before + after, start: caret - before.length, end: caret + after.length };
}

/** The text with another name in a word's place. */
export function replaceWord(text: string, { start, end }: Word, name: string): string {
  return text.slice(0, start) + name + text.slice(end);
}
