import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RowSubject } from '@oncoloom/contract';
import { type AnyTool, fillTemplate, isEventCode, type Language, type PlacedText, placed, tellText } from '@oncoloom/tool-kit';
import type { AnalysisRecord } from '../tables.ts';
import { withConversions, withMergedRows } from './conversions.ts';
import { FILL } from './english.ts';
import { withNotice } from './simulated.ts';
import type { Words } from './words.ts';

/** The methods paragraph's templates, as they stand in a tool's `methods.md`. */
export interface MethodsText {
  zh: string;
  en: string;
}

/** Reads `## 中文` and `## English` of a tool's methods.md. */
function parseMethods(markdown: string): MethodsText {
  const section = (heading: string) =>
    new RegExp(`^## ${heading}\\s*$([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, 'm').exec(markdown)?.[1]?.trim() ?? '';
  return { zh: section('中文'), en: section('English') };
}

/** The templates for a result with such rows. */
export function methodsInWordsOf(methods: MethodsText, subject: RowSubject): MethodsText {
  return { zh: tellText(methods, 'zh', subject), en: tellText(methods, 'en', subject) };
}

/** Does a word of the text begin with these letters? The t test is none of what was not tested. */
const beginsWord = (text: string, letters: string): boolean =>
  text
    .split(letters)
    .slice(0, -1)
    .some((before) => !/\p{L}$/u.test(before));

/**
 * What a result rests on; a template that this run does not fill is no citation of it, as voom's of arrays, and no work of what its methods
 * do not name. `names`: words of the methods that a work stands for.
 */
export function worksOf(
  { citations }: Pick<AnyTool, 'citations'>,
  words: Words,
  methods: Pick<MethodsText, 'en'>,
): { work: string; names: readonly string[] }[] {
  return citations
    .map((citation) => {
      if (typeof citation === 'string') return { work: fillTemplate(citation, words), names: [] };
      const names = citation.of.filter((name) => beginsWord(methods.en, name));
      return { work: names.length > 0 ? citation.work : '', names };
    })
    .filter(({ work }) => work !== '');
}

/** The same as a list of works. */
export function citationsOf(tool: Pick<AnyTool, 'citations'>, words: Words, methods: Pick<MethodsText, 'en'>): string[] {
  return worksOf(tool, words, methods).map(({ work }) => work);
}

/** Said of follow-up whose status has 1 and 2 alone: a reader of the paper cannot see which was an event. */
const STATUS_TEXTS = {
  zh: (event: string) => `状态列只有 1 和 2，以 ${event} 为发生事件。`,
  en: (event: string) => ` The status column held 1 and 2 only; ${event} marked an event.`,
} as const;

const withStatus = (text: string, { status_event: event }: Words, language: Language): string =>
  isEventCode(event) ? text + STATUS_TEXTS[language](event) : text;

type Told = Pick<AnalysisRecord, 'inputs' | 'result'>;

function methodsIn(analysis: Told, words: Words, language: Language): (template: string) => string {
  return (template) => {
    const text = withStatus(FILL[language].text(template, words), words, language);
    return withNotice(analysis, withMergedRows(analysis, withConversions(analysis, text, language), language), language);
  };
}

/** How an analysis was done, in both languages: what a paper may say. In English the program's own words are English, the user's stay. */
export function methodsOf(analysis: Told, { zh, en }: MethodsText, words: Words): MethodsText {
  return { zh: methodsIn(analysis, words, 'zh')(zh), en: methodsIn(analysis, words, 'en')(en) };
}

/** The same, with where its values stand. */
export function placedMethods(analysis: Told, { zh, en }: MethodsText, words: Words): { zh: PlacedText; en: PlacedText } {
  return { zh: placed(zh, methodsIn(analysis, words, 'zh')), en: placed(en, methodsIn(analysis, words, 'en')) };
}

/** Texts of the tool folders, read once. */
export class ToolTexts {
  readonly #methods = new Map<string, Promise<MethodsText>>();
  readonly #root: string;

  /** @param root the folder `tools/` */
  constructor(root: string) {
    this.#root = root;
  }

  methods(folder: string): Promise<MethodsText> {
    const known = this.#methods.get(folder) ?? readFile(join(this.#root, folder, 'methods.md'), 'utf8').then(parseMethods);
    this.#methods.set(folder, known);
    return known;
  }

  help(folder: string): Promise<string> {
    return readFile(join(this.#root, folder, 'help.md'), 'utf8');
  }
}
