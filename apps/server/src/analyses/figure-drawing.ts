import { DRAWING_VERSION, KIND_NAMES } from '@oncoloom/figures/file';
import {
  completeStyle,
  fillTemplate,
  looksFor,
  SIMULATED_NOTE,
  shownFigures,
  type TableDeclaration,
  type ToolDefinition,
  toolInWordsOf,
  type Value,
} from '@oncoloom/tool-kit';
import type { DrawRequest } from '../drawing/drawing.ts';
import { fillEnglish } from './english.ts';
import { isSimulated, withNotice } from './simulated.ts';
import type { AnalysisRecord, StoredResult } from './tables.ts';
import { resultWords, type Words, wordTexts } from './words.ts';

/** Everything that a figure's file depends on; where its tables lie is left to who draws it. */
export interface FigureDrawing extends Omit<DrawRequest, 'tables' | 'format'> {
  /** By the kind's role. */
  tables: Readonly<Record<string, { id: string; sha256: string; declaration: TableDeclaration }>>;
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
  tool: ToolDefinition,
  { values, styles, look, userLook }: Pick<Drawable, 'values' | 'styles' | 'look' | 'userLook'>,
  figure: string,
  variant: Record<string, Value> | null,
): Record<string, Value> {
  const looks = looksFor(tool.figures[figure]?.style ?? {}, { own: look, user: userLook });
  return completeStyle(tool, figure, values, { ...looks, ...(variant ?? styles[figure]) });
}

/** The caption of a figure whose words are English, before which its file says its notices; what describes it otherwise is Chinese and left out. */
function englishTexts(tool: ToolDefinition, _analysis: Drawable, figure: string, words: Words) {
  const { captionEnglish = '' } = tool.figures[figure] ?? {};
  return { caption: fillEnglish(captionEnglish, words), alternative: '' };
}

/** Caption and text alternative of a figure of a result, as its page tells them. @param tool In the words of the result. */
export function figureTexts(tool: ToolDefinition, analysis: Drawable, figure: string, words: Words) {
  const { caption = '', alternative = '' } = tool.figures[figure] ?? {};
  const filled = (template: string) => withNotice(analysis, fillTemplate(template, words));
  return { caption: filled(caption), alternative: filled(alternative) };
}

/** What has to be said before a figure's caption. @param tool In the words of the result. */
export function figureNotices(tool: ToolDefinition, analysis: Drawable, figure: string, words: Words): string[] {
  const { notice = '' } = tool.figures[figure] ?? {};
  return [isSimulated(analysis) ? SIMULATED_NOTE : '', fillTemplate(notice, words)].filter((line) => line !== '');
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
  const tool = toolInWordsOf(declared, result.rowSubject ?? 'gene');
  const figure = tool.figures[id];
  if (figure === undefined) throw new Error(`analysis ${analysis.id} has no figure ${id}`);
  const words = known ?? resultWords(tool, analysis.values, result);
  const tables = Object.entries(figure.tables).flatMap(([role, table]): [string, FigureDrawing['tables'][string]][] => {
    const [stored, declaration] = [result.tables.find((entry) => entry.id === table), tool.tables[table]];
    // The drawing says what it lacks; the list of files stays whole.
    return stored === undefined || declaration === undefined ? [] : [[role, { id: table, sha256: stored.sha256, declaration }]];
  });
  const style = figureStyle(tool, analysis, id, variant);
  const textsOf = style.figure_language === 'en' ? englishTexts : figureTexts;
  return {
    figure: { ...figure, title: fillTemplate(figure.title, words) },
    tables: Object.fromEntries(tables),
    style,
    words: { ...wordTexts(words), ...textsOf(tool, analysis, id, words) },
    notices: figureNotices(tool, analysis, id, words),
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
  const tool = toolInWordsOf(declared, result.rowSubject ?? 'gene');
  const [, figure] = shownFigures(tool, result.tables).find(([shown]) => shown === id) ?? [];
  if (figure === undefined) return undefined;
  const words = resultWords(tool, analysis.values, result);
  const { plot_title: own, figure_language: language } = figureStyle(tool, analysis, id, null);
  const titled = typeof own === 'string' && own !== '' ? own : undefined;
  return {
    title: {
      zh: (language === 'en' ? undefined : titled) ?? fillTemplate(figure.title, words),
      en: (language === 'en' ? titled : undefined) ?? KIND_NAMES[figure.chart],
    },
    caption: { zh: figureTexts(tool, analysis, id, words).caption, en: englishTexts(tool, analysis, id, words).caption },
  };
}
