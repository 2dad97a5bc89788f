import type { Language, Told } from '../declaration/told.ts';

/**
 * What the codes of a column or a fact are called. R computes with the codes, and tables keep the Chinese words. A place stands for what
 * a run puts there, `{n}` for a number, another for a name or a word of the same vocabulary; R writes such words itself.
 */
export type Codes = Readonly<Record<string, Told>>;

/** A list of names, each of which may be a word. */
export const NAME_LIST = { zh: '{first}、{others}', en: '{first}, {others}' } as const satisfies Told;

const PLACE = /\{(\w+)\}/g;

/** Has it a place that a run fills? */
export const hasPlaces = (text: Told): boolean => text.zh.search(PLACE) >= 0;

/** Letters that a run does not fill. */
const literal = ({ zh }: Told): number => zh.replace(PLACE, '').length;

/** Letters of a text that may be a filled one: no longer one is made of words. */
const FILLED_MAX = 1_000;

/** A filled text in another language: undefined where it is not of this pattern. */
type Reader = (text: string) => string | undefined;

/** `{first}` and `{others}`, with what is between them: a list of any length. */
const LIST = /^\{first\}(.+)\{others\}$/;

/** @param write What stands in a place. */
function readerOf({ zh, en }: Told, write: (text: string) => string): Reader {
  const [between, inEnglish] = [LIST.exec(zh)?.[1], LIST.exec(en)?.[1]];
  if (between !== undefined && inEnglish !== undefined)
    return (text) => (text.includes(between) ? text.split(between).map(write).join(inEnglish) : undefined);
  const places = [...zh.matchAll(PLACE)].map(([, name]) => name as string);
  const parts = zh.split(/\{\w+\}/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const pattern = new RegExp(
    `^${parts.reduce((whole, part, i) => `${whole}${places[i - 1] === 'n' ? '([\\d.,−]+%?)' : '(.+?)'}${part}`)}$`,
    'su',
  );
  return (text) => {
    const found = text.length > FILLED_MAX ? null : pattern.exec(text);
    return found === null ? undefined : en.replace(PLACE, (_, name: string) => write(found[places.indexOf(name) + 1] ?? ''));
  };
}

/** What writes Chinese words of a vocabulary in English. Any other text stays. */
function writerOf(codes: Codes): (text: string) => string {
  const all = Object.values(codes);
  const words = new Map(all.map(({ zh, en }) => [zh, en]));
  // What says most goes first: a list of names could be anything.
  const patterns = all.filter(hasPlaces).toSorted((a, b) => literal(b) - literal(a));
  const readers = patterns.map((word) => readerOf(word, (text) => write(text)));
  const write = (text: string): string => {
    const whole = words.get(text);
    if (whole !== undefined) return whole;
    for (const read of readers) {
      const told = read(text);
      if (told !== undefined) return told;
    }
    return text;
  };
  return write;
}

const known = new WeakMap<Codes, (text: string) => string>();

/** A text as the engine writes it, in a language: a word, or a code where the file keeps these. */
export function codeWord({ codes, asCodes }: { codes?: Codes; asCodes?: true }, text: string, language: Language): string {
  if (codes === undefined) return text;
  if (asCodes === true) return Object.hasOwn(codes, text) ? (codes[text]?.[language] ?? text) : text;
  if (language === 'zh') return text;
  const write = known.get(codes) ?? writerOf(codes);
  known.set(codes, write);
  return write(text);
}

/** Behind the name of a word of a result: its English, where that is another. */
export const IN_ENGLISH = '_en';
