import type { Chart } from '@oncoloom/tool-kit';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { styleNumber } from '../data/table.ts';
import type { FigureData, Size } from '../data/types.ts';
import { type FigureKind, type LaidOutChart, loadKind } from '../kinds/index.ts';
import { MARK } from '../plot/marks.ts';
import { layoutScatterGrid } from '../points/scatter-layout.ts';
import { ScatterPicture } from '../points/scatter-picture.tsx';
import { typefaceOf, UNITS_PER_INCH } from '../text/typeface.ts';

export { isLaidOut } from '../kinds/index.ts';
export * from './formats.ts';
export { outlinedDots } from './outlined-dots.ts';

/** Raised when the same data and style are drawn otherwise: files drawn before are not used again. */
export const DRAWING_VERSION = 2;

/** Height of a notice's line, in its size. */
const NOTICE_LINE = 1.8;
/** What XML cannot hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are taken out
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;

export interface DrawnFigure {
  /** A whole SVG document of the printed size. */
  svg: string;
  /** Inches. */
  size: Size;
  /** What programs tell of the file. */
  title: string;
  /** Its notices and its caption, a line each. */
  caption: string;
  /** The same with what is to be seen, for who cannot see it. */
  description: string;
}

/** A text that XML can hold. */
const written = (text: string): string => text.replace(CONTROL, '');

const ID = 'figure';

/** The figure itself, all of it as elements. */
function contentOf(kind: FigureKind, data: FigureData, size: Size): ReactElement {
  if (kind.family === 'scatter') return <ScatterPicture layout={layoutScatterGrid(kind.model(data), size)} id={ID} />;
  return <kind.Picture layout={kind.layout(data, size)} id={ID} active={null} vector />;
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
export async function drawFigure(chart: Chart & LaidOutChart, data: FigureData, notices: readonly string[]): Promise<DrawnFigure> {
  const { style, figure } = data;
  const size = { width: styleNumber(style, 'plot_pdf_width', 3.35), height: styleNumber(style, 'plot_pdf_height', 3) };
  const [width, height] = [size.width * UNITS_PER_INCH, size.height * UNITS_PER_INCH];
  const typeface = typefaceOf(style);
  const line = typeface.size * NOTICE_LINE;
  const below = line * notices.length;
  const { caption, alternative } = data.words;
  const description = told(notices, [alternative, caption]);
  const content = contentOf(await loadKind(chart), data, { width, height: height - below });
  const picture: ReactElement = (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={`${size.width}in`}
      height={`${size.height}in`}
      viewBox={`0 0 ${width} ${height}`}
      xmlLang="zh-Hans"
    >
      <title>{figure.title}</title>
      {description !== '' && <desc>{description}</desc>}
      <rect width={width} height={height} fill="#fff" />
      {content}
      {notices.map((notice, i) => (
        <text
          key={notice}
          x={width / 2}
          y={height - below + line * (i + 0.7)}
          textAnchor="middle"
          fontFamily={typeface.family}
          fontSize={typeface.size}
          fill={MARK.notice}
          data-part="notice"
        >
          {notice}
        </text>
      ))}
    </svg>
  );
  return {
    svg: written(renderToStaticMarkup(picture)),
    size,
    title: written(figure.title),
    caption: written(told(notices, [caption])),
    description: written(description),
  };
}
