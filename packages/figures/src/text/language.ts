import { cellTypeName, type Language, type Told } from '@oncoloom/tool-kit';
import { styleText, styleTuples } from '../data/table.ts';
import type { FigureStyle } from '../data/types.ts';

/** Writes a phrase in both languages, or a name of the data, as the figure is to have it. `{n}` in a phrase stands for the value `n`. */
export type Say = (phrase: string | Told, values?: Readonly<Record<string, string | number>>) => string;

/** Chinese punctuation is as wide as a letter. A wide space parts the lines of a title and stays. */
const PUNCTUATION: readonly (readonly [RegExp, string])[] = [
  [/(?<!\s)\s*（/g, ' ('],
  [/）/g, ')'],
  [/[，、]\s*/g, ', '],
  [/；\s*/g, '; '],
  [/：\s*/g, ': '],
  [/。/g, '.'],
];

/** A text that is the same in both languages, as names are, with Latin punctuation. */
const inLatin = (text: string): string => PUNCTUATION.reduce((told, [chinese, latin]) => told.replace(chinese, latin), text);

/** The language that a figure is written in. */
export const languageOf = (style: FigureStyle): Language => (styleText(style, 'figure_language', 'zh') === 'en' ? 'en' : 'zh');

/**
 * How a figure writes its words: names that the user gave first (`renamed`), then the figure's language. What has no English, such as
 * the user's own group names, stays as it is. Only what is drawn goes through this; cards and notes of the page are Chinese.
 */
export function sayIn(style: FigureStyle): Say {
  const tuples = [...styleTuples(style, 'said', 2), ...styleTuples(style, 'renamed', 2)];
  const renamed = new Map(tuples.filter(([, to]) => to !== '').map(([from, to]) => [from, to]));
  const language = languageOf(style);
  const cells = styleText(style, 'cell_names', 'labels') === 'words';
  return (phrase, values = {}) => {
    const name = typeof phrase === 'string' ? phrase : phrase.zh;
    const given = renamed.get(name);
    if (given !== undefined) return given;
    const cell = cells ? cellTypeName(name, language) : undefined;
    if (cell !== undefined) return cell;
    const text = typeof phrase !== 'string' ? phrase[language] : language === 'en' ? inLatin(phrase) : phrase;
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}
