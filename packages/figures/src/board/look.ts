import type { FigureStyle } from '../data/types.ts';
import type { FaceName } from '../text/faces.ts';
import { UNITS_PER_INCH } from '../text/typeface.ts';

/** Millimetres. */
export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface BoardPage {
  width: number;
  height: number;
  /** Stays free of figures. */
  margin: number;
}

export type LetterStyle = 'A' | 'a' | '(A)' | '(a)' | 'none';

/** What a board decides for all of its panels: its page in millimetres, texts in points. */
export interface BoardLook {
  page: BoardPage;
  font: { family: FaceName; size: number };
  letters: { style: LetterStyle; bold: boolean; size: number; place: 'above' | 'corner' };
  language: 'own' | 'zh' | 'en';
  titles: boolean;
  align: boolean;
}

const MM_PER_INCH = 25.4;
/** Units of the layout in a millimetre of paper. */
export const UNITS_PER_MM = UNITS_PER_INCH / MM_PER_INCH;

const LETTERS = 26;

/** A, B, … Z, AA, AB, …: of the panel in this place, from 0. */
function capital(at: number): string {
  const before = at < LETTERS ? '' : capital(Math.floor(at / LETTERS) - 1);
  return before + String.fromCharCode(65 + (at % LETTERS));
}

/** How a panel is lettered; empty without letters. */
export function letterOf(at: number, style: LetterStyle): string {
  const letter = capital(at);
  switch (style) {
    case 'A':
      return letter;
    case 'a':
      return letter.toLowerCase();
    case '(A)':
      return `(${letter})`;
    case '(a)':
      return `(${letter.toLowerCase()})`;
    case 'none':
      return '';
  }
}

/** What a panel is called where it is spoken of: its letter also where none is drawn. */
export function panelName(at: number, style: LetterStyle): string {
  return letterOf(at, style === 'none' ? 'A' : style);
}

/** A figure's own style with what the board decides for all. */
export function styleOnBoard(style: FigureStyle, { font, language, titles }: Pick<BoardLook, 'font' | 'language' | 'titles'>): FigureStyle {
  return {
    ...style,
    font_size: font.size,
    font_family: font.family,
    ...(language !== 'own' && { figure_language: language }),
    ...(!titles && { plot_title: '' }),
  };
}
