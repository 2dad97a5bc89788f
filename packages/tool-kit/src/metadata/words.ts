/** Texts of GEO as comparable words: apostrophes, dashes, blanks, case, British spelling and plurals make no difference. */

/** One spelling of what keyboards and word processors write differently. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[’‘`´]/g, "'")
    .replace(/[‐-―−]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();

/** Spellings of a value that is not known. */
const UNKNOWN =
  /^(?:na|n\/a|n\.a\.?|nan|null|none given|unknown|not available|not applicable|not determined|nd|missing|\?|-+|\.|未知|不详)$/i;

/** The value, or '' where the cell says that it is not known. */
export function knownValue(cell: string): string {
  const text = plainText(cell);
  return UNKNOWN.test(text) ? '' : text;
}

/** 「tumours」, 「tumor」 → tumor; 「leukaemia」 → leukemia. */
export function stemOf(word: string): string {
  const spelt = word.replace(/ae|oe/g, 'e').replace(/([mlv]i?)our/g, '$1or');
  return spelt.length > 3 ? spelt.replace(/s$/, '') : spelt;
}

const WORD = /\p{Script=Han}+|(?:(?!\p{Script=Han})\p{L})+|\d+(?:\.\d+)?/gu;

/** The words of a text in order as they are written, without what stands between them; 「TumorTissue」 is two, 「pMMR」 one. */
export function writtenWords(text: string): string[] {
  const spaced = plainText(text)
    .replace(/(\p{Ll}{2})(\p{Lu})/gu, '$1 $2')
    .replace(/'s\b/g, '')
    .replace(/-\/-/g, ' knockout')
    .replace(/\+\/\+/g, ' wild type')
    .replace(/\s?\+$/, ' positive')
    .replace(/(\p{L}|\d)-$/u, '$1 negative');
  return spaced.match(WORD) ?? [];
}

/** The words of a text as they are compared. */
export const wordsOf = (text: string): string[] => writtenWords(text).map((word) => stemOf(word.toLowerCase()));

/** A key without the explanation in brackets behind it. */
export const beforeBrackets = (name: string): string => name.split(/[([]/, 1)[0] ?? '';

/** Phrases as they are compared. */
export const phrases = (texts: readonly string[]): readonly string[] => texts.map((text) => wordsOf(text).join(' '));

/** The distinct values of a list in order of appearance, each with its places. */
export function placesByValue(values: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  values.forEach((value, i) => {
    if (value === '') return;
    const known = places.get(value);
    if (known === undefined) places.set(value, [i]);
    else known.push(i);
  });
  return places;
}
