import type { RowSubject } from '@oncoloom/contract';
import { languageOf } from '@oncoloom/figures';
import { DRAWING_VERSION } from '@oncoloom/figures/file';
import {
  type AnyTool,
  completeStyle,
  type Language,
  looksFor,
  SIMULATED,
  shownFigures,
  type Told,
  type ToldTable,
  type ToldTool,
  type ToolDefinition,
  tellTool,
  type Value,
} from '@oncoloom/tool-kit';
import type { DrawRequest } from '../../drawing/drawing.ts';
import type { AnalysisRecord, StoredResult } from '../tables.ts';
import { FILL } from '../texts/english.ts';
import { isSimulated, withNotice } from '../texts/simulated.ts';
import { resultWords, type Words, wordTexts } from '../texts/words.ts';

/** Everything that a figure's file depends on; where its tables lie is left to who draws it. */
export interface FigureDrawing extends Omit<DrawRequest, 'tables' | 'format'> {
  /** By the kind's role. */
  tables: Readonly<Record<string, { id: string; sha256: string; declaration: ToldTable }>>;
  /** Of the code that draws. */
  drawing: number;
}

/** What a drawing asks of an analysis. */
export type Drawable = Pick<AnalysisRecord, 'id' | 'values' | 'inputs' | 'styles' | 'look' | 'userLook'>;

/**
 * The style in which a figure is drawn: defaults, the run's values, the look of all figures of its user and of its result, then its own
 * saved edits, or the edits of a variant.
 */
export function figureStyle(
  tool: AnyTool,
  { values, styles, look, userLook }: Pick<Drawable, 'values' | 'styles' | 'look' | 'userLook'>,
  figure: string,
  variant: Record<string, Value> | null,
): Record<string, Value> {
  const looks = looksFor(tool.figures[figure]?.style ?? {}, { own: look, user: userLook });
  return completeStyle(tool, figure, values, { ...looks, ...(variant ?? styles[figure]) });
}

/** Caption and text alternative of a figure of a result, as its page tells them. @param tool In this language and in the words of the result. */
export function figureTexts(tool: ToldTool, analysis: Drawable, figure: string, words: Words, language: Language) {
  const { caption = '', alternative = '' } = tool.figures[figure] ?? {};
  const filled = (template: string) => withNotice(analysis, FILL[language].text(template, words), language);
  return { caption: filled(caption), alternative: filled(alternative) };
}

/** What has to be said before a figure's caption, in both languages. */
export function figureNotices(declared: ToolDefinition, subject: RowSubject, analysis: Drawable, figure: string, words: Words): Told[] {
  const noticeIn = (language: Language) => FILL[language].text(tellTool(declared, language, subject).figures[figure]?.notice ?? '', words);
  const notice = { zh: noticeIn('zh'), en: noticeIn('en') };
  return [...(isSimulated(analysis) ? [SIMULATED] : []), ...(notice.zh === '' ? [] : [notice])];
}

/**
 * A figure of a result as it is drawn, in the result's words. Tables that the result lacks are left out.
 * @param known The result's words where the caller has them.
 */
export function figureDrawing(
  declared: ToolDefinition,
  analysis: Drawable,
  result: StoredResult,
  id: string,
  variant: Record<string, Value> | null,
  known?: Words,
): FigureDrawing {
  const subject = result.rowSubject ?? 'gene';
  const style = figureStyle(declared, analysis, id, variant);
  const language = languageOf(style);
  const tool = tellTool(declared, language, subject);
  const figure = tool.figures[id];
  if (figure === undefined) throw new Error(`analysis ${analysis.id} has no figure ${id}`);
  const words = known ?? resultWords(tool, analysis.values, result);
  const tables = Object.entries(figure.tables).flatMap(([role, table]): [string, FigureDrawing['tables'][string]][] => {
    const [stored, declaration] = [result.tables.find((entry) => entry.id === table), tool.tables[table]];
    // The drawing says what it lacks; the list of files stays whole.
    return stored === undefined || declaration === undefined ? [] : [[role, { id: table, sha256: stored.sha256, declaration }]];
  });
  return {
    figure: { ...figure, title: FILL[language].text(figure.title, words) },
    tables: Object.fromEntries(tables),
    style,
    words: { ...wordTexts(words), ...figureTexts(tool, analysis, id, words, language) },
    notices: figureNotices(declared, subject, analysis, id, words),
    drawing: DRAWING_VERSION,
  };
}

/** What a figure is called and what its caption says. */
export interface FigureLegend {
  title: { zh: string; en: string };
  caption: { zh: string; en: string };
}

/** The legend of a figure of an analysis in both languages, whatever its own is; undefined where the analysis has no such figure, or none yet. */
export function figureLegend(declared: ToolDefinition, analysis: AnalysisRecord, id: string): FigureLegend | undefined {
  const { result } = analysis;
  if (result === null) return undefined;
  if (shownFigures(declared, result.tables).every(([shown]) => shown !== id)) return undefined;
  const subject = result.rowSubject ?? 'gene';
  const [zh, en] = [tellTool(declared, 'zh', subject), tellTool(declared, 'en', subject)];
  const words = resultWords(zh, analysis.values, result);
  const { plot_title: own, figure_language: language } = figureStyle(declared, analysis, id, null);
  const titled = typeof own === 'string' && own !== '' ? own : undefined;
  return {
    title: {
      zh: (language === 'en' ? undefined : titled) ?? FILL.zh.text(zh.figures[id]?.title ?? id, words),
      en: (language === 'en' ? titled : undefined) ?? FILL.en.text(en.figures[id]?.title ?? id, words),
    },
    caption: { zh: figureTexts(zh, analysis, id, words, 'zh').caption, en: figureTexts(en, analysis, id, words, 'en').caption },
  };
}
