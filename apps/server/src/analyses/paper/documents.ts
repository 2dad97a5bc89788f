import { type AnyTool, fillTemplate, inPaperWords, type ToldTool, type ToolDefinition, tellTool, wordRefusal } from '@oncoloom/tool-kit';
import type { TableSources, WordLanguage, WordRequest } from '../../drawing/drawing.ts';
import type { Drawable } from '../figures/figure-drawing.ts';
import type { AnalysisRecord, StoredResult } from '../tables.ts';
import { FILL } from '../texts/english.ts';
import { type MethodsText, methodsInWordsOf, methodsOf } from '../texts/methods.ts';
import { isSimulated, SIMULATED_TEXTS } from '../texts/simulated.ts';
import { resultWords } from '../texts/words.ts';
import { ended, legendOf } from './legends.ts';

/** Raised when the same result is written otherwise: documents written before are not used again. */
const WORD_VERSION = 3;

/** What a document of Word is of. */
export type WordMeaning = { kind: 'word-table'; table: string; language: WordLanguage } | { kind: 'legend'; figure: string };

/** Is a table of a result had as a Word document? Those that its page shows and a paper has room for. */
export function isPrinted(tool: AnyTool, table: StoredResult['tables'][number]): boolean {
  const declaration = tool.tables[table.id];
  return declaration?.role === 'result' && table.matrix === undefined && wordRefusal(table, declaration) === null;
}

/** Everything of a result that a document depends on, but for the methods paragraph, which changes with the tool's version. */
export function wordSources(declared: ToolDefinition, analysis: Drawable, result: StoredResult, meaning: WordMeaning): unknown[] {
  const language = meaning.kind === 'legend' ? 'zh' : meaning.language;
  const tool = tellTool(declared, language, result.rowSubject ?? 'gene');
  const told = [WORD_VERSION, resultWords(tool, analysis.values, result), isSimulated(analysis), tool.texts.detail];
  // It is written in both languages.
  if (meaning.kind === 'legend') return [...told, declared.figures[meaning.figure]];
  return [...told, tool.tables[meaning.table], result.tables.find(({ id }) => id === meaning.table)?.sha256];
}

/** Where the methods stand elsewhere in the same document. */
const ELSEWHERE: MethodsText = { zh: '', en: '' };

/** What is said below a table: what the numbers are, how they were computed, and what must be known. */
export function notesOf(
  tool: ToldTool,
  analysis: Drawable,
  result: StoredResult,
  table: string,
  language: WordLanguage,
  methods: MethodsText = ELSEWHERE,
): string[] {
  const { paper } = tool.tables[table] ?? {};
  const words = resultWords(tool, analysis.values, result);
  const simulated = isSimulated(analysis);
  // A list of items is no table of numbers: each says for itself what it is.
  const notice = simulated ? [SIMULATED_TEXTS.sentence[language].trim()] : [];
  if (paper?.sections !== undefined) return notice;
  const { text: fill } = FILL[language];
  const [head, stop] = language === 'en' ? ['Note: ', '.'] : ['注：', '。'];
  const detail = fill(tool.texts.detail, words);
  const own = paper?.note === undefined ? [ended(detail, stop), methods[language]] : [fill(paper.note, words), ...notice];
  const [first = '', ...rest] = own.filter((text) => text !== '');
  return [`${head}${first}`, ...rest];
}

/** What a document of Word is made of. @param sources Where the tables of the result lie. */
export function wordRequest(
  declared: ToolDefinition,
  analysis: AnalysisRecord,
  result: StoredResult,
  meaning: WordMeaning,
  texts: MethodsText,
  sources: TableSources,
): WordRequest {
  const subject = result.rowSubject ?? 'gene';
  const tool = tellTool(declared, meaning.kind === 'legend' ? 'zh' : meaning.language, subject);
  const words = resultWords(tool, analysis.values, result);
  const methods = methodsOf(analysis, methodsInWordsOf(texts, subject), words);
  if (meaning.kind === 'legend') {
    const legend = legendOf(declared, subject, analysis, meaning.figure, words);
    const title = fillTemplate(tool.figures[meaning.figure]?.title ?? meaning.figure, words);
    return {
      title,
      texts: [
        { text: `图 1　${legend.zh}`, language: 'zh' },
        { text: `Figure 1. ${legend.en}`, language: 'en' },
      ],
    };
  }
  const { table, language } = meaning;
  const [source, declaration] = [sources[table], tool.tables[table]];
  if (source === undefined || declaration === undefined) throw new Error(`analysis ${analysis.id} has no table ${table}`);
  return {
    title: declaration.title,
    table: {
      source: { ...source, declaration },
      caption: declaration.title,
      notes: notesOf(tool, analysis, result, table, language, methods).map(inPaperWords),
      language,
    },
  };
}
