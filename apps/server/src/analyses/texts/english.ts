import { sayIn } from '@oncoloom/figures';
import { fillMarked, fillTemplate, IN_ENGLISH, type Language, PLACE_END, PLACE_START } from '@oncoloom/tool-kit';
import type { Words } from './words.ts';

const inLatin = sayIn({ figure_language: 'en' });

/** Names with Latin punctuation. Results of 1.0.0 end a list that goes on with 等; later ones have its English beside it (`IN_ENGLISH`). */
function englishNames(text: string): string {
  const names = text.replace(/ 等$/, '');
  return names === text ? inLatin(text) : `${inLatin(names)} and others`;
}

/** The words of a result as English texts name them: the program's own in English, the user's as they are. */
export function englishWords(words: Words): Words {
  return Object.fromEntries(
    Object.entries(words).map(([key, value]) => [
      key,
      words[`${key}${IN_ENGLISH}`] ?? (typeof value === 'string' ? englishNames(value) : value),
    ]),
  );
}

/** What templates count. */
const COUNTED =
  'arrays|assignments|batches|cells|clusters|coefficients|columns|comparisons|covariates|curves|events|factors|features|folds|genes|groups|intervals|lists|markers|matrices|modules|names|outliers|pairs|pathways|patients|permutations|points|probes|repetitions|resamples|rows|runs|samples|scores|sets|studies|terms|tests|times|traits|trees|types|values|variables';
/** A one that is no part of another number or of a range, one word at most, and what is counted, with its verb; edges of marked places may stand between. */
const ONE_OF_MANY = new RegExp(
  `(?<![\\d.,–−/-]${PLACE_START}?)(?<!\\d${PLACE_END}? ${PLACE_START}?)\\b1(${PLACE_END}?) ((?!(?:to|and|or|of|in|vs)\\b)[a-z-]+ )?(${COUNTED})\\b( (?:were|are|have)\\b)?`,
  'g',
);
const VERBS: Readonly<Record<string, string>> = { ' were': ' was', ' are': ' is', ' have': ' has' };

function singular(noun: string): string {
  if (noun === 'matrices') return 'matrix';
  if (noun.endsWith('ies')) return `${noun.slice(0, -3)}y`;
  return noun.replace(/(?<=ch)es$|s$/, '');
}

/** A filled text as it is read: "1 genes were" becomes "1 gene was", and where a section was left out one blank stays of two. */
export function tidyEnglish(text: string): string {
  return text
    .replace(/ {2,}/g, ' ')
    .replace(
      ONE_OF_MANY,
      (_, edge: string, between: string | undefined, noun: string, verb: string | undefined) =>
        `1${edge} ${between ?? ''}${singular(noun)}${VERBS[verb ?? ''] ?? ''}`,
    );
}

/** Fills an English text of a declaration. */
export function fillEnglish(template: string, words: Words): string {
  return tidyEnglish(fillTemplate(template, englishWords(words)));
}

/** How texts of a declaration are filled in a language, those with inline marks too. */
export const FILL = {
  zh: { text: fillTemplate, marked: fillMarked },
  en: { text: fillEnglish, marked: (template: string, words: Words) => tidyEnglish(fillMarked(template, englishWords(words))) },
} as const satisfies Record<Language, Record<'text' | 'marked', (template: string, words: Words) => string>>;
