/** Characters from `start` up to `end` (not included). */
export interface Span {
  start: number;
  end: number;
}

/** Readings of a Chinese character, or the character itself in small letters. */
function readingsOf(character: string, readings: Readonly<Record<string, string>>): readonly string[] {
  return readings[character]?.split(' ') ?? [character.toLowerCase()];
}

/** The ways in which people shorten a syllable: its first letter, or the two of zh, ch and sh. */
function shortForms(syllable: string): string[] {
  return /^[zcs]h/.test(syllable) ? [syllable.slice(0, 2), syllable.slice(0, 1)] : [syllable.slice(0, 1)];
}

/** Where a typed text that begins at a character ends, or undefined; the last syllable may be unfinished. */
function endOf(characters: readonly string[], at: number, typed: string, readings: Readonly<Record<string, string>>): number | undefined {
  if (typed === '') return at;
  const character = characters[at];
  if (character === undefined) return undefined;
  if (/[^\p{L}\p{N}]/u.test(character)) return endOf(characters, at + 1, typed, readings);
  for (const syllable of readingsOf(character, readings)) {
    if (syllable.startsWith(typed)) return at + 1;
    for (const form of [syllable, ...shortForms(syllable)]) {
      if (!typed.startsWith(form)) continue;
      const end = endOf(characters, at + 1, typed.slice(form.length), readings);
      if (end !== undefined) return end;
    }
  }
  return undefined;
}

/**
 * Finds typed Latin letters in a text by the pinyin of its Chinese characters: whole syllables, first letters, or both mixed.
 * 「chayi」, 「cy」 and 「chay」 find 「差异」. Blanks and signs of the text count for nothing.
 */
export function matchPinyin(text: string, typed: string, readings: Readonly<Record<string, string>>): Span | undefined {
  if (!/^[a-z0-9]{2,}$/.test(typed)) return undefined;
  const characters = text.split('');
  for (let start = 0; start < characters.length; start += 1) {
    const end = /[\p{L}\p{N}]/u.test(characters[start] ?? '') ? endOf(characters, start, typed, readings) : undefined;
    if (end !== undefined) return { start, end };
  }
  return undefined;
}
