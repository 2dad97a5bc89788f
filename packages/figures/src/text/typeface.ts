import { styleNumber, styleText } from '../data/table.ts';
import type { FigureStyle } from '../data/types.ts';
import { FACES, type FaceName } from './faces.ts';

/** Lengths are laid out in units of which 12 are the 7 pt of a paper's figure: pixels on screen. */
export const UNITS_PER_POINT = 12 / 7;
export const UNITS_PER_INCH = 72 * UNITS_PER_POINT;

export interface Typeface {
  name: FaceName;
  /** What CSS is told. */
  family: string;
  /** Units of tick and label text. */
  size: number;
  /** Units of axis titles. */
  titleSize: number;
}

/** Typeface of a figure: 7 pt gives text of 12 units and axis titles of 13. */
export function typefaceOf(style: FigureStyle): Typeface {
  const size = styleNumber(style, 'font_size', 7) * UNITS_PER_POINT;
  const chosen = styleText(style, 'font_family', 'Arial');
  const name = Object.hasOwn(FACES, chosen) ? (chosen as FaceName) : 'Arial';
  return { name, family: FACES[name], size, titleSize: (size * 13) / 12 };
}
