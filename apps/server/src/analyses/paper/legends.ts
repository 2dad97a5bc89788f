import type { FigureLegend, RowSubject } from '@oncoloom/contract';
import { inPaperWords, type Language, type ToldFigure, type ToldTool, type ToolDefinition, tellTool } from '@oncoloom/tool-kit';
import { type Drawable, figureNotices } from '../figures/figure-drawing.ts';
import { FILL } from '../texts/english.ts';
import type { Words } from '../texts/words.ts';

/** A text with the stop that it may lack; an empty one stays empty. */
export const ended = (text: string, stop: string): string => (text === '' || /[.。!！?？]$/.test(text) ? text : `${text}${stop}`);
const joined = (texts: readonly string[], between: string): string => texts.filter((text) => text !== '').join(between);

/**
 * The legend of a figure as a paper prints it: what is drawn, how it was tested, n, exact P, correction, and what must be known.
 * @param subject What the rows of the result are.
 */
export function legendOf(tool: ToolDefinition, subject: RowSubject, analysis: Drawable, id: string, words: Words): FigureLegend {
  // What a caption says of the page's own controls is left out on paper.
  const paper = { ...words, paper: true };
  const notices = figureNotices(tool, subject, analysis, id, words);
  const legend = (language: Language, stop: string): string[] => {
    const fill = FILL[language].text;
    const { title, caption = '', statistics = '' } = figureIn(tellTool(tool, language, subject), id);
    const texts = [fill(title, words), fill(caption, paper), fill(statistics, paper), ...notices.map((notice) => notice[language])];
    return texts.map((text) => ended(text, stop));
  };
  return { zh: inPaperWords(joined(legend('zh', '。'), '')), en: inPaperWords(joined(legend('en', '.'), ' ')) };
}

function figureIn({ taskType, figures }: ToldTool, id: string): ToldFigure {
  const figure = figures[id];
  if (figure === undefined) throw new Error(`${taskType} has no figure ${id}`);
  return figure;
}
