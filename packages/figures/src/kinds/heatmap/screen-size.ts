import { styleFlag, styleNumber } from '../../data/table.ts';
import type { FigureData } from '../../data/types.ts';
import { typefaceOf } from '../../text/typeface.ts';
import { BAR, BAR_GAP } from './annotation-bars.ts';
import { readableCell } from './cell-words.ts';
import { readHeatmap } from './heatmap-data.ts';
import { NARROW, wantsRowNames } from './layout.ts';

/** Beyond these many rows no name can be read, and the page would grow without end. */
const NAMED_ROWS_MAX = 120;
const NAMED_COLUMNS_MAX = 150;
const HEIGHT_MAX = 860;
const COLUMN_MIN = 3.2;
/** A cohort's samples cannot be told apart however wide they are: all fit the page, with the names beside them. */
const TOLD_APART_MAX = 250;
/** Beside the cells: tree, names, legend. */
const MARGINS = 320;

/** Width on screen: more than the room where samples could not be told apart otherwise. */
export function screenWidth(data: FigureData, room: number): number {
  const { samples, square } = readHeatmap(data);
  const { size } = typefaceOf(data.style);
  const named = styleFlag(data.style, 'show_samples', false) && samples.length <= NAMED_COLUMNS_MAX;
  // On a phone the names of the rows are worth more than wide cells: they stand beside them, on the screen.
  if (square || (!named && (room < NARROW || samples.length > TOLD_APART_MAX))) return room;
  const column = Math.max(named ? size : COLUMN_MIN, readableCell(data.tables.words, samples, typefaceOf(data.style))?.width ?? 0);
  return Math.max(room, Math.min(samples.length * column, 1600) + MARGINS);
}

/** Height on screen: the printed proportions, and room for the names of the rows. */
export function screenHeight(data: FigureData, width: number): number {
  const heatmap = readHeatmap(data);
  const { style } = data;
  const { size } = typefaceOf(style);
  const rows = heatmap.genes.length;
  const cell = readableCell(data.tables.words, heatmap.samples, typefaceOf(style))?.height ?? 0;
  const around = 180 + heatmap.bars.length * (BAR + BAR_GAP) + (styleFlag(style, 'show_samples', false) ? 80 : 0);
  if (heatmap.square) return Math.min(width, HEIGHT_MAX);
  const ratio = styleNumber(style, 'plot_pdf_height', 5) / styleNumber(style, 'plot_pdf_width', 6.85);
  const named = wantsRowNames(heatmap, style) && rows <= NAMED_ROWS_MAX;
  const readable = named || cell > 0 ? rows * Math.max(size * 1.12, cell) + around : 0;
  return Math.round(Math.max(Math.min(width * ratio, HEIGHT_MAX), readable, 360));
}
