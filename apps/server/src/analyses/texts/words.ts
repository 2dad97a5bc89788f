import { type AnyTool, cellTypeName, codeWord, formatFact, formatP, IN_ENGLISH, trueMinus, type Value } from '@oncoloom/tool-kit';
import type { StoredResult } from '../tables.ts';

export type Words = Record<string, string | number | boolean>;

/** Values of a run as the tool's texts name them: parameters as they are, lists joined. */
function parameterWords(values: Readonly<Record<string, Value>>): Words {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (value === null) return [name, ''];
      // A threshold such as 1e-12 reads like a p value; others as they were typed.
      if (typeof value === 'number' && value > 0 && value < 0.001) return [name, formatP(value)];
      if (typeof value === 'number' && value < 0) return [name, trueMinus(String(value))];
      return [name, Array.isArray(value) ? value.join('、') : (value as string | number | boolean)];
    }),
  );
}

/** Words as figures write them. */
export function wordTexts(words: Words): Record<string, string> {
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, String(value)]));
}

/** A word that R reports, in English: of a cell type, or of the fact's vocabulary. */
function englishOf(fact: AnyTool['facts'][string], label: string, word: string): string {
  return fact.format === 'cell' ? (cellTypeName(label, 'en') ?? word) : codeWord(fact, word, 'en');
}

/**
 * Everything that the tool's templates may name: parameters, formatted facts and `version_<package>`. Flags stay flags,
 * a count of nothing stays 0 and an absent fact is '', so that the template's sections are left out for them. Words that R reports have their
 * English beside them (`IN_ENGLISH`).
 */
export function resultWords(tool: Pick<AnyTool, 'facts'>, values: Readonly<Record<string, Value>>, result: StoredResult): Words {
  const facts = Object.entries(tool.facts).flatMap(([name, fact]): [string, string | number | boolean][] => {
    const value = result.facts[name];
    if (typeof value === 'boolean') return [[name, value]];
    if (value === null || value === undefined) return [[name, '']];
    const word = value === 0 && fact.format === 'count' ? 0 : formatFact(value, fact.format);
    const told = result.facts[`${name}${IN_ENGLISH}`];
    const english = typeof told === 'string' ? told : typeof word === 'string' ? englishOf(fact, String(value), word) : word;
    return english === word
      ? [[name, word]]
      : [
          [name, word],
          [`${name}${IN_ENGLISH}`, english],
        ];
  });
  const versions = Object.entries(result.versions).map(([name, version]) => [`version_${name.replace(/\W/g, '_')}`, version]);
  const rows = { row_subject: result.rowSubject ?? 'gene' };
  return { ...parameterWords(values), ...rows, ...Object.fromEntries(facts), ...Object.fromEntries(versions) };
}
