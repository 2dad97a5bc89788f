import type { Told } from '@oncoloom/tool-kit';
import { ChartDataError } from '../data/table.ts';
import type { FigureData, Size } from '../data/types.ts';
import { layoutSheet, type Sheet } from '../kinds/drawn.tsx';
import type { FigureKind } from '../kinds/kind.ts';
import type { Rect } from '../plot/place-labels.ts';
import { type Typeface, typefaceOf, UNITS_PER_INCH, UNITS_PER_POINT } from '../text/typeface.ts';
import { alignPlots, type Fitted } from './align.ts';
import { type BoardLook, letterOf, type Place, styleOnBoard, UNITS_PER_MM } from './look.ts';

/** A figure that stands in a panel. */
export interface BoardFigure {
  kind: FigureKind;
  data: FigureData;
  /** Lines below the figure, see `layoutSheet`. */
  notices: readonly Told[];
}

interface BoardPanelFigure {
  place: Place;
  /** Null: the panel is an empty frame. */
  figure: BoardFigure | null;
}

/** A panel's letter at the beginning of its baseline, units. */
interface PlacedLetter {
  text: string;
  x: number;
  y: number;
}

export interface LaidPanel {
  /** The whole panel, units. */
  place: Rect;
  letter: PlacedLetter | null;
  /** Null: an empty frame, or one whose figure could not be drawn. */
  fitted: Fitted | null;
  /** Why it could not be drawn, in a sentence; empty where it was. */
  refused: string;
}

/** A page of figures, in units of the layout. */
export interface BoardLayout extends Size {
  panels: readonly LaidPanel[];
  letters: { typeface: Typeface; size: number; bold: boolean };
}

/** Height of a letter's line, in its size, and where its baseline lies in it. */
const LETTER_LINE = 1.3;
const BASELINE = 0.85;

/** Draws a figure in a size in inches, its style as the board has it. */
type DrawSheet = (figure: BoardFigure, style: FigureData['style'], inches: Size) => Sheet;

/** @param complete See `layoutSheet`. */
export const sheetDrawer =
  (complete: boolean): DrawSheet =>
  ({ kind, data, notices }, style, inches) =>
    layoutSheet(kind, { ...data, style }, notices, complete, inches);

const unitsOf = ({ x, y, width, height }: Place): Rect => ({
  x: x * UNITS_PER_MM,
  y: y * UNITS_PER_MM,
  width: width * UNITS_PER_MM,
  height: height * UNITS_PER_MM,
});

/** Lays out a board. A figure that cannot be drawn in its panel says why in it; the others stand. */
export function layoutBoard(look: BoardLook, panels: readonly BoardPanelFigure[], draw: DrawSheet = sheetDrawer(false)): BoardLayout {
  const { page, font, letters } = look;
  const size = letters.size * UNITS_PER_POINT;
  const strip = letters.style !== 'none' && letters.place === 'above' ? size * LETTER_LINE : 0;
  const places = panels.map(({ place }) => unitsOf(place));
  const tries = panels.map(({ figure }, i) => {
    if (figure === null) return { refused: '' };
    const { x, y, width, height } = places[i] as Rect;
    const style = styleOnBoard(figure.data.style, look);
    const drawn = (units: Size) => draw(figure, style, { width: units.width / UNITS_PER_INCH, height: units.height / UNITS_PER_INCH });
    const alignable = { area: { x, y: y + strip, width, height: height - strip }, draw: drawn };
    try {
      return { refused: '', alignable, alone: drawn(alignable.area) };
    } catch (error) {
      if (error instanceof ChartDataError) return { refused: error.message };
      throw error;
    }
  });
  const drawable = tries.flatMap(({ alignable, alone }) => (alignable === undefined || alone === undefined ? [] : [{ alignable, alone }]));
  const fitted = look.align
    ? alignPlots(drawable.map(({ alignable, alone }) => ({ ...alignable, alone })))
    : drawable.map(({ alignable: { area }, alone }) => ({ x: area.x, y: area.y, sheet: alone, isApart: false }));
  let next = 0;
  return {
    width: page.width * UNITS_PER_MM,
    height: page.height * UNITS_PER_MM,
    letters: { typeface: typefaceOf({ font_family: font.family, font_size: font.size }), size, bold: letters.bold },
    panels: tries.map(({ refused, alignable }, i) => {
      const place = places[i] as Rect;
      const text = letterOf(i, letters.style);
      return {
        place,
        letter: text === '' ? null : { text, x: place.x, y: place.y + size * BASELINE },
        fitted: alignable === undefined ? null : (fitted[next++] ?? null),
        refused,
      };
    }),
  };
}
