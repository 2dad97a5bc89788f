import type { FigureLegend } from '@oncoloom/contract';
import { KIND_NAMES } from '@oncoloom/figures/file';
import { fillTemplate, inPaperWords, type ToolDefinition } from '@oncoloom/tool-kit';
import { englishTitle } from '../../drawing/word/english.ts';
import { fillEnglish, inEnglish } from '../english.ts';
import { type Drawable, figureNotices } from '../figure-drawing.ts';
import type { Words } from '../words.ts';

const ended = (text: string, stop: string): string => (text === '' || /[.。!！?？]$/.test(text) ? text : `${text}${stop}`);
const joined = (texts: readonly string[], between: string): string => texts.filter((text) => text !== '').join(between);

/**
 * The legend of a figure as a paper prints it: what is drawn, how it was tested, n, exact P, correction, and what must be known.
 * @param tool In the words of the result.
 */
export function legendOf(tool: ToolDefinition, analysis: Drawable, id: string, words: Words): FigureLegend {
  const figure = tool.figures[id];
  if (figure === undefined) throw new Error(`${tool.taskType} has no figure ${id}`);
  const { caption = '', captionEnglish = '', statistics = '', statisticsEnglish = '' } = figure;
  const notices = figureNotices(tool, analysis, id, words);
  const title = fillTemplate(figure.title, words);
  // What a caption says of the page's own controls is left out on paper.
  const paper = { ...words, paper: true };
  const zh = [
    ended(title, '。'),
    ended(fillTemplate(caption, paper), '。'),
    ended(fillTemplate(statistics, paper), '。'),
    ...notices.map((notice) => ended(notice, '。')),
  ];
  const en = [
    ended(englishTitle(title) ?? KIND_NAMES[figure.chart], '.'),
    ended(fillEnglish(captionEnglish, paper), '.'),
    ended(fillEnglish(statisticsEnglish, paper), '.'),
    ...notices.map((notice) => ended(inEnglish(notice), '.')),
  ];
  return { zh: inPaperWords(joined(zh, '')), en: inPaperWords(joined(en, ' ')) };
}
