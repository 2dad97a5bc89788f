import {
  fillTemplate,
  type Language,
  shownFigures,
  spaced,
  type ToldTool,
  type ToolDefinition,
  tellTool,
  type Value,
} from '@oncoloom/tool-kit';
import { toldOf } from '../../src/analyses/forms/warnings.ts';
import type { StoredResult } from '../../src/analyses/tables.ts';
import { englishWords, tidyEnglish } from '../../src/analyses/texts/english.ts';
import { type MethodsText, methodsInWordsOf } from '../../src/analyses/texts/methods.ts';
import { resultWords, type Words } from '../../src/analyses/texts/words.ts';

/** Of a result, what no sentence tells. */
export const UNTOLD = { tables: [], seed: 1, seconds: { read: 0, analyse: 0, write: 0 } };

/** A run as its sentences are made of it. */
export interface ToldRun {
  values: Readonly<Record<string, Value>>;
  result: Pick<StoredResult, 'facts' | 'findings' | 'rowSubject' | 'versions'> & { tables: readonly { id: string; rows: number }[] };
  /** Words of the user's own: groups, genes, columns, cohorts. */
  own: readonly string[];
}

const HOLE = /⟨(\w+)⟩/g;
/** In a section it counts as nothing, in the place of a value it stands for itself. */
const hole = (name: string) => Object.assign([], { toString: () => `⟨${name}⟩` });

/** Words of which those without a value leave a mark where a sentence names them. */
function withHoles(words: Words): Readonly<Record<string, unknown>> {
  return new Proxy<Record<string, unknown>>(words, {
    has: () => true,
    get: (known, name) => (known[String(name)] === undefined || known[String(name)] === '' ? hole(String(name)) : known[String(name)]),
  });
}

const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([match]) => match);

const NO_VALUE = /(?<![\w.])(?:NA|NaN|-?Inf|undefined)(?![\w.])/g;
/** Marks with nothing between them, as a missing value leaves them. */
const EMPTY_PLACE = /（\s*）|\(\s*\)|「\s*」|[，、；：（]\s*[，。、；）]|[,;(]\s*[,.;)]|\s[,.;)](?=\s|$)|。。| {2}/g;
const CHINESE = /[\p{Script=Han}，。、；：（）「」《》]+/gu;
/** A hyphen where a negative number or an exponent has its minus; of a range, a date and a name it stands between two. */
const HYPHEN_AS_MINUS = /(?<![\p{L}\p{N}.)）%])-[\d.]+|\de-\d+/gu;
/** Negative numbers of a text that do not have a true minus. */
export const hyphensAsMinus = (text: string): string[] => found(text, HYPHEN_AS_MINUS);
/** Plural forms behind a one that is no part of another number. */
const ONE_OF_MANY = /(?<![\d.,–−/-]\s?)\b1 (?!is\b|was\b|has\b|less\b|bias\b|minus\b|across\b|class\b|towards\b)[a-z]+s\b/g;

/** A text without the user's own words. */
export const withoutOwn = (text: string, own: readonly string[]): string =>
  own.toSorted((a, b) => b.length - a.length).reduce((left, word) => left.replaceAll(word, 'x'), text);

/** A fault of a sentence. */
export interface ToldFault {
  /** The text and its language, such as `methods (en)`. */
  place: string;
  /** What is wrong in it. */
  fault: string;
  text: string;
}

const LANGUAGES = ['zh', 'en'] as const;

/** What a tool says of a result, and tables and figures of themselves, in one language. */
function declaredTexts(tool: ToldTool, tables: ToldRun['result']['tables'], language: Language): [string, Language, string][] {
  const { headline, summary, detail } = tool.texts;
  return [
    ...Object.entries({ headline, summary, detail }),
    ...Object.entries(tool.tables).flatMap(([id, { title, paper }]) =>
      [title, paper?.note ?? ''].map((text) => [`table ${id}`, text] as const),
    ),
    ...shownFigures(tool, tables).flatMap(([id, { title, caption = '', statistics = '', alternative, notice = '' }]) =>
      [title, caption, statistics, alternative, notice].map((text) => [`figure ${id}`, text] as const),
    ),
  ].map(([place, text]) => [place, language, text]);
}

/** What a run has found, in one language. */
function foundTexts(result: ToldRun['result'], language: Language): [string, Language, string][] {
  return toldOf({ warned: [] }, result, language).flatMap(({ code, message, detail = '' }) =>
    [message, detail].map((text): [string, Language, string] => [`finding ${code}`, language, text]),
  );
}

/**
 * What is wrong with the sentences of a run: places of values that there are none of, signs for missing values, Chinese in English, wrong plurals.
 */
export function faultsOfToldRun(declared: ToolDefinition, methods: MethodsText, { values, result, own }: ToldRun): ToldFault[] {
  const subject = result.rowSubject ?? 'gene';
  const tool = tellTool(declared, 'zh', subject);
  const words = resultWords(tool, values, { ...result, ...UNTOLD });
  const english = englishWords(words);
  const told = methodsInWordsOf(methods, subject);
  const texts: [place: string, language: 'zh' | 'en', template: string][] = [
    ['methods', 'zh', told.zh],
    ['methods', 'en', told.en],
    ...LANGUAGES.flatMap((language) => foundTexts(result, language)),
    ...LANGUAGES.flatMap((language) => declaredTexts(tellTool(declared, language, subject), result.tables, language)),
  ];
  const written = own.flatMap((word) => [word, spaced(word)]);
  const onlyChinese = result.findings.filter(
    ({ english, detail }) => english === undefined || (detail !== undefined && english.detail === undefined),
  );
  const withoutEnglish = onlyChinese.map(({ code, message }) => ({ place: `finding ${code}`, fault: 'no English', text: message }));
  return [
    ...withoutEnglish,
    ...texts.flatMap(([place, language, template]) => {
      const filled = language === 'en' ? tidyEnglish(fillTemplate(template, withHoles(english))) : fillTemplate(template, withHoles(words));
      const plain = withoutOwn(filled, written);
      const faults = [
        ...found(filled, HOLE),
        ...found(plain.replace(HOLE, 'x'), NO_VALUE),
        ...found(plain.replace(HOLE, 'x'), EMPTY_PLACE),
        ...hyphensAsMinus(plain),
        ...(language === 'en' ? [...found(plain, CHINESE), ...found(plain, ONE_OF_MANY)] : []),
      ];
      return [...new Set(faults)].map((fault) => ({ place: `${place} (${language})`, fault, text: filled }));
    }),
  ];
}
