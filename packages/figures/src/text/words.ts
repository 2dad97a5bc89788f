import { codeWord, IN_ENGLISH, type Told } from '@oncoloom/tool-kit';
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

/** The same of what the tool declares for the figure: titles of axes where nobody wrote others, and what has a colour. */
const ofStyle = ({ figure, style }: FigureData): string[] =>
  Object.entries(figure.style).flatMap(([name, field]) => {
    if (field.kind === 'colour') return field.english === undefined ? [] : [field.label, field.english];
    const isDeclared = field.kind === 'text' && field.default !== undefined && style[name] === field.default;
    return isDeclared && field.english !== undefined ? [field.default, field.english] : [];
  });

/**
 * The figure with the names of its kind, of its declaration, its result and its tables told in its language (`said` of its style, read by
 * `sayIn`). @param named By the kind itself.
 */
export function withWords(data: FigureData, named: readonly Told[] = []): FigureData {
  if (languageOf(data.style) === 'zh') return data;
  const ofTables = Object.values(data.tables).flatMap((table) => {
    const words = known.get(table) ?? englishOf(table);
    known.set(table, words);
    return words;
  });
  const ofKind = named.flatMap(({ zh, en }) => [zh, en]);
  const said = [...ofKind, ...ofStyle(data), ...ofResult(data.words), ...ofTables];
  return said.length === 0 ? data : { ...data, style: { ...data.style, said } };
}
