/**
 * Where in a sentence a value of the run stands. A template is filled twice: as it is, and with marks of private use around its places. A text
 * that comes out otherwise with marks, as one that holds such characters itself, has no places rather than wrong ones.
 */

/** Where a value stands in a filled text, from and up to which character; `name` is the parameter's, the fact's or `version_<package>`. */
export interface Place {
  /** Null: the number stands in the template itself. */
  name: string | null;
  start: number;
  end: number;
}

/** A text with its places, in their order. */
export interface PlacedText {
  text: string;
  places: Place[];
}

const FIRST = 0xe100;
const LAST = 0xf8ff;
const END = '\ue000';

/** The edges of a place, for regular expressions that read across them. */
export const PLACE_START = '[\\ue100-\\uf8ff]';
export const PLACE_END = '\\ue000';

const TAG = /(\{\{[^{}]*\}\})/;
const VALUE = /^\{\{(\w+)\}\}$/;
/** A number that is no part of a word, as that of log2FC is. */
const NUMBER = /(?<![A-Za-z\d_.])\d+(?:[.,]\d+)*(?:e[−-]?\d+)?%?(?![A-Za-z\d_])/g;

/** Whether there is a number in a text that is no part of a word. */
export const hasNumber = (text: string): boolean => text.search(NUMBER) >= 0;

/** Where numbers stand in a text. */
export const numbersIn = (text: string): { start: number; end: number }[] =>
  [...text.matchAll(NUMBER)].map(({ index, 0: number }) => ({ start: index, end: index + number.length }));

/** A template with marks around each value and each number of its own. */
function marked(template: string): { template: string; names: (string | null)[] } {
  const names: (string | null)[] = [];
  const place = (inside: string, name: string | null): string => {
    if (FIRST + names.length > LAST) return inside;
    names.push(name);
    return `${String.fromCharCode(FIRST + names.length - 1)}${inside}${END}`;
  };
  const parts = template.split(TAG).map((part) => {
    const [, name] = VALUE.exec(part) ?? [];
    if (name !== undefined) return place(part, name);
    return part.startsWith('{{') ? part : part.replace(NUMBER, (number) => place(number, null));
  });
  return { template: parts.join(''), names };
}

const EMPTY = new RegExp(`${PLACE_START}${PLACE_END}`, 'g');

/** A value that there is none of leaves no place. */
export const withoutEmptyPlaces = (text: string): string => text.replace(EMPTY, '');

/** The text without the marks, and where they were. */
function read(text: string, names: readonly (string | null)[]): PlacedText {
  const places: Place[] = [];
  let plain = '';
  let open: { name: string | null; start: number } | null = null;
  for (const letter of text) {
    const code = letter.charCodeAt(0);
    const name = names[code - FIRST];
    if (code >= FIRST && code <= LAST && name !== undefined) open = { name, start: plain.length };
    else if (letter === END) {
      if (open !== null) places.push({ ...open, end: plain.length });
      open = null;
    } else plain += letter;
  }
  return { text: plain, places };
}

/** Fills a template, and says where its values stand. `fill` makes the whole text of a template. */
export function placed(template: string, fill: (template: string) => string): PlacedText {
  const text = fill(template);
  const { template: withMarks, names } = marked(template);
  const found = read(fill(withMarks), names);
  return found.text === text ? found : { text, places: [] };
}

/** A part of a text with the places that lie in it. */
export function partOf({ text, places }: PlacedText, start: number, end: number): PlacedText {
  const within = places.filter((place) => place.start >= start && place.end <= end);
  return {
    text: text.slice(start, end),
    places: within.map((place) => ({ ...place, start: place.start - start, end: place.end - start })),
  };
}

/** The parts between what separates them. */
export function partsOf(whole: PlacedText, separator: string | RegExp): PlacedText[] {
  let at = 0;
  return whole.text.split(separator).map((part) => {
    const start = whole.text.indexOf(part, at);
    at = start + part.length;
    return partOf(whole, start, at);
  });
}

/** A text with the marks of its places again, and what stands between them; for those who cut it into pieces first. */
export function markedText({ text, places }: PlacedText): string {
  let [out, at] = ['', 0];
  for (const [i, { start, end }] of places.entries()) {
    if (FIRST + i > LAST) break;
    out += `${text.slice(at, start)}${String.fromCharCode(FIRST + i)}${text.slice(start, end)}${END}`;
    at = end;
  }
  return out + text.slice(at);
}

/** A piece of a text with marks: `place` is the index of its place, null outside of any. */
interface PlacePiece {
  text: string;
  place: number | null;
}

/** The pieces of a text with marks, cut at these. */
export function placePieces(text: string): PlacePiece[] {
  const pieces: PlacePiece[] = [];
  let current: PlacePiece = { text: '', place: null };
  const next = (place: number | null) => {
    if (current.text !== '') pieces.push(current);
    current = { text: '', place };
  };
  for (const letter of text) {
    const code = letter.charCodeAt(0);
    if (letter === END) next(null);
    else if (code >= FIRST && code <= LAST) next(code - FIRST);
    else current.text += letter;
  }
  next(null);
  return pieces;
}
