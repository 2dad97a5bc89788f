import type { ReactElement } from 'react';
import { FACES } from '../text/faces.ts';
import { textWidth } from '../text/measure.ts';
import type { Typeface } from '../text/typeface.ts';
import { wrapText } from '../text/wrap.ts';

/** Lengths of documents are points: an A4 page. */
const MM = 72 / 25.4;
export const PAGE = { width: 210 * MM, height: 297 * MM } as const;
/** The room between the side margins takes the figure of two printed columns. */
export const MARGIN = { side: 18 * MM, top: 62, bottom: 52 } as const;
export const ROOM = { width: PAGE.width - 2 * MARGIN.side, height: PAGE.height - MARGIN.top - MARGIN.bottom } as const;

/** Size of the text, and its lines' distance in it. */
export const TEXT = { size: 9, leading: 1.55 } as const;

function typeface(name: Typeface['name']): Typeface {
  return { name, family: FACES[name], size: TEXT.size, titleSize: TEXT.size };
}
export const DOCUMENT_FACE = typeface('Noto Sans CJK SC');
export const FORMULA_FACE = typeface('Times New Roman');

/** Points that a text of a document takes. */
export function widthOf(text: string, size: number, bold = false): number {
  return textWidth(text, DOCUMENT_FACE, bold ? 'bold' : 'normal', size);
}

/** A text of a document in lines of so many points. */
export function linesOf(text: string, width: number, size: number, bold = false): string[] {
  return wrapText(text, width, (line) => widthOf(line, size, bold));
}

/** A part of a page that is never divided. */
export interface Piece {
  height: number;
  /** Draws it; `top` is its distance from the page's upper edge. */
  draw: (top: number) => ReactElement;
  /** Room above it, left out on top of a page. */
  before?: number;
  /** What comes next stands on the same page. */
  follows?: boolean;
  /** Drawn above it where it is the first of a page, as a table's header. */
  again?: Piece;
}

/** A piece at its place. */
export interface PlacedPiece {
  piece: Piece;
  top: number;
}

/** Room of a piece and of those that stand on the same page. */
function neededHeight(pieces: readonly Piece[], first: number): number {
  let height = 0;
  for (let i = first; i < pieces.length; i += 1) {
    const piece = pieces[i] as Piece;
    height += (piece.before ?? 0) + piece.height;
    if (piece.follows !== true) break;
  }
  return height;
}

/** Parts pieces into pages. */
export function flowPages(pieces: readonly Piece[]): PlacedPiece[][] {
  let page: PlacedPiece[] = [];
  const pages = [page];
  let used = 0;
  const place = (piece: Piece, gap: number) => {
    page.push({ piece, top: MARGIN.top + used + gap });
    used += gap + piece.height;
  };
  pieces.forEach((piece, i) => {
    // What is higher than a page begins where it is.
    if (used > 0 && used + neededHeight(pieces, i) > ROOM.height) {
      page = [];
      pages.push(page);
      used = 0;
      if (piece.again !== undefined) place(piece.again, 0);
    }
    place(piece, used > 0 ? (piece.before ?? 0) : 0);
  });
  return pages;
}
