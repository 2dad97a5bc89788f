import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Size } from '../data/types.ts';

/** What XML cannot hold, and other characters that only steer programs: lone halves of letters among them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are taken out
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff\p{Surrogate}]/gu;

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
export const written = (text: string): string => text.replace(CONTROL, '');

/** Names that the editor knows parts by: whoever renamed a group for a paper does not send its former name along. */
const OWN_NAMES = / data-name="[^"]*"/g;

/** A whole SVG document as text. */
export function svgDocument(svg: ReactElement): string {
  return written(renderToStaticMarkup(svg)).replace(OWN_NAMES, '');
}
