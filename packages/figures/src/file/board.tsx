import type { Chart, Told } from '@oncoloom/tool-kit';
import { type BoardLayout, type BoardLook, layoutBoard, type Place, panelName, sheetDrawer } from '../board/index.ts';
import { BoardPicture } from '../board/picture.tsx';
import { ChartDataError } from '../data/table.ts';
import type { FigureData } from '../data/types.ts';
import { loadKind } from '../kinds/index.ts';
import { UNITS_PER_INCH } from '../text/typeface.ts';
import { type DrawnFigure, svgDocument, written } from './document.ts';
import { pngAddress } from './png.ts';

/** A board with what its panels show. */
interface BoardData {
  look: BoardLook;
  title: string;
  caption: string;
  panels: readonly { chart: Chart; place: Place; data: FigureData; notices: readonly Told[] }[];
}

/** The first panel that could not be drawn, in a sentence. */
function refusal({ panels }: BoardLayout, look: BoardLook): string | undefined {
  const at = panels.findIndex(({ refused }) => refused !== '');
  return at < 0 ? undefined : `图 ${panelName(at, look.letters.style)}：${panels[at]?.refused}`;
}

/**
 * Draws a board as one document of its page's size.
 * @throws ChartDataError where one of its figures cannot be drawn in its panel: a page that lacks one looks whole.
 */
export async function drawBoard({ look, title, caption, panels }: BoardData): Promise<DrawnFigure> {
  const figures = panels.map(async ({ chart, place, data, notices }) => ({
    place,
    figure: { kind: await loadKind(chart), data, notices },
  }));
  const layout = layoutBoard(look, await Promise.all(figures), sheetDrawer(true));
  const refused = refusal(layout, look);
  if (refused !== undefined) throw new ChartDataError(refused);
  const size = { width: layout.width / UNITS_PER_INCH, height: layout.height / UNITS_PER_INCH };
  const svg = svgDocument(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={`${size.width}in`}
      height={`${size.height}in`}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      xmlLang={look.language === 'en' ? 'en' : 'zh-Hans'}
    >
      <title>{title}</title>
      {caption !== '' && <desc>{caption}</desc>}
      <rect width={layout.width} height={layout.height} fill="#fff" />
      <BoardPicture layout={layout} imageAddress={pngAddress} />
    </svg>,
  );
  return { svg, size, title: written(title), caption: written(caption), description: written(caption) };
}
