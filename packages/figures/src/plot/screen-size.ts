import { styleNumber } from '../data/table.ts';
import type { FigureStyle } from '../data/types.ts';
import { PANEL_MIN, panelColumns } from './panels.ts';

const HEIGHT_MIN = 270;
const HEIGHT_MAX = 690;
/** On a phone the texts take their full size out of a small picture: it is given more height instead. */
const PHONE_BELOW = 480;
const PHONE_STRETCH = 1.25;
const PANEL_HEIGHT_MIN = 250;

/** Height on screen: the printed proportions at this width, within what a screen can show. */
export function heightFor(style: FigureStyle, width: number): number {
  const ratio = styleNumber(style, 'plot_pdf_height', 3) / styleNumber(style, 'plot_pdf_width', 3.35);
  return Math.round(Math.min(Math.max(width * ratio * (width < PHONE_BELOW ? PHONE_STRETCH : 1), HEIGHT_MIN), HEIGHT_MAX));
}

/** Height of a figure of so many panels: one row takes the printed proportions, several rows what they need. */
export function panelsHeight(style: FigureStyle, width: number, count: number, least = PANEL_MIN): number {
  const rows = Math.ceil(count / panelColumns(count, width, least));
  return rows === 1 ? heightFor(style, width) : Math.max(heightFor(style, width), rows * PANEL_HEIGHT_MIN);
}
