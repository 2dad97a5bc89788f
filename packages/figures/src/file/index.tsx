import type { Chart, Told } from '@oncoloom/tool-kit';
import type { ReactElement } from 'react';
import { styleFlag, styleText } from '../data/table.ts';
import type { FigureData } from '../data/types.ts';
import { layoutSheet, SheetPicture } from '../kinds/drawn.tsx';
import { loadKind } from '../kinds/index.ts';
import { languageOf } from '../text/language.ts';
import { type DrawnFigure, svgDocument, written } from './document.ts';
import { pngAddress } from './png.ts';

export * from './board.tsx';
export { type DrawnFigure, svgDocument } from './document.ts';
export * from './formats.ts';

/** Raised when the same data and style are drawn otherwise: files drawn before are not used again. */
export const DRAWING_VERSION = 15;

/** What a file is called in its own data: a title in the figure's language. */
function titleOf({ figure, style }: FigureData): string {
  return languageOf(style) === 'en' ? styleText(style, 'plot_title', figure.title) : figure.title;
}

/** Texts one below the other, behind the notices that they lack. */
function told(notices: readonly string[], texts: readonly (string | undefined)[]): string {
  const lines = texts.filter((text) => text !== undefined && text !== '');
  return [...notices.filter((notice) => !lines.some((text) => text?.includes(notice))), ...lines].join('\n');
}

/**
 * Draws a figure as a document of its printed size. Of its words, `alternative` and `caption` describe the file.
 *
 * @param notices What is to be known wherever the file goes, as that its data are simulated; a line each.
 * @throws ChartDataError where a table lacks what the figure needs.
 */
export async function drawFigure(chart: Chart, data: FigureData, notices: readonly Told[]): Promise<DrawnFigure> {
  const { style } = data;
  const sheet = layoutSheet(await loadKind(chart), data, notices, true);
  const size = sheet.inches;
  const { caption, alternative } = data.words;
  const leftOut = sheet.drawn.family === 'items' ? sheet.drawn.layout.leftOut : undefined;
  const language = languageOf(style);
  const said = notices.map((notice) => notice[language]);
  const description = told(said, [alternative, caption, leftOut]);
  const title = titleOf(data);
  const picture: ReactElement = (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={`${size.width}in`}
      height={`${size.height}in`}
      viewBox={`0 0 ${sheet.width} ${sheet.height}`}
      xmlLang={language === 'en' ? 'en' : 'zh-Hans'}
    >
      <title>{title}</title>
      {description !== '' && <desc>{description}</desc>}
      {!styleFlag(style, 'transparent_ground', false) && <rect width={sheet.width} height={sheet.height} fill="#fff" />}
      <SheetPicture sheet={sheet} id="figure" imageAddress={pngAddress} />
    </svg>
  );
  return {
    svg: svgDocument(picture),
    size,
    title: written(title),
    caption: written(told(said, [caption, leftOut])),
    description: written(description),
  };
}
