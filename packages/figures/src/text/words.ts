import { codeWord, IN_ENGLISH } from '@oncoloom/tool-kit';
import type { ColumnarTable, FigureData } from '../data/types.ts';
import { languageOf } from './language.ts';

/** Each different word of a table's columns of codes before its English. */
function englishOf({ columns, words = {} }: ColumnarTable): string[] {
  return Object.entries(words).flatMap(([name, column]) => {
    const cells = columns[name];
    if (cells === undefined || cells instanceof Float64Array) return [];
    return [...new Set(cells)].flatMap((cell) => {
      const word = codeWord(column, cell, 'en');
      return word === cell ? [] : [cell, word];
    });
  });
}

const known = new WeakMap<ColumnarTable, readonly string[]>();

/** The same of the words of a result. */
const ofResult = (words: FigureData['words']): string[] =>
  Object.entries(words).flatMap(([name, word]) => {
    const english = words[`${name}${IN_ENGLISH}`];
    return english === undefined ? [] : [word, english];
  });

/** The figure with what its tables and its result say told in its language (`said` of its style, read by `sayIn`). */
export function withWords(data: FigureData): FigureData {
  if (languageOf(data.style) === 'zh') return data;
  const ofTables = Object.values(data.tables).flatMap((table) => {
    const words = known.get(table) ?? englishOf(table);
    known.set(table, words);
    return words;
  });
  const said = [...ofResult(data.words), ...ofTables];
  return said.length === 0 ? data : { ...data, style: { ...data.style, said } };
}
