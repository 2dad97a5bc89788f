import { ONE_COLUMN, TWO_COLUMNS } from '@oncoloom/tool-kit';
import { styleNumber } from '../data/table.ts';
import type { FigureData, Size } from '../data/types.ts';
import { UNITS_PER_INCH } from '../text/typeface.ts';

/** What journals print, in inches: one column, one and a half, two. */
export const MIDDLE_COLUMN = 114 / 25.4;
const WIDTHS = [ONE_COLUMN, MIDDLE_COLUMN, TWO_COLUMNS];
/** No file is higher or, by itself, lower, in inches. */
export const HIGHEST = 20;
const LOWEST = 1.5;

/** Units that the content of a figure fills at best: more than its size where it has no room, less where marks would be stretched. */
export type Wanted = Partial<Size>;

/** Did the user choose the length, or does it follow the content? */
export function isChosen({ style, figure }: FigureData, key: 'plot_pdf_width' | 'plot_pdf_height'): boolean {
  const declared = figure.style[key];
  return declared === undefined || declared.kind !== 'number' || declared.default !== styleNumber(style, key, 3);
}

/**
 * Inches of a printed figure: lengths that nobody chose follow the content, the width within the columns of journals.
 * @param size Declared or chosen. @param wantedAt What the content wants in a size in units.
 */
export function sizeByContent(data: FigureData, size: Size, wantedAt: (units: Size) => Wanted | undefined): Size {
  const chosen = { width: isChosen(data, 'plot_pdf_width'), height: isChosen(data, 'plot_pdf_height') };
  const wantedIn = ({ width, height }: Size) => wantedAt({ width: width * UNITS_PER_INCH, height: height * UNITS_PER_INCH }) ?? {};
  const across = chosen.width ? undefined : wantedIn(size).width;
  const width = across === undefined ? size.width : widthFor(across / UNITS_PER_INCH, size.width);
  if (chosen.height) return { width, height: size.height };
  // What became narrow is not left upright.
  const height = width < size.width ? Math.min(size.height, Math.max(width, ONE_COLUMN)) : size.height;
  const down = wantedIn({ width, height }).height;
  return { width, height: down === undefined ? height : Math.min(Math.max(down / UNITS_PER_INCH, LOWEST), HIGHEST) };
}

/** The narrowest column that holds so many inches; never wider than the declared one where that holds them. */
function widthFor(wanted: number, declared: number): number {
  const column = WIDTHS.find((inches) => inches >= wanted - 1e-6) ?? TWO_COLUMNS;
  return wanted <= declared ? Math.min(declared, column) : Math.max(declared, column);
}
