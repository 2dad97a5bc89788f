import { styleTuples } from '../data/table.ts';
import type { FigureStyle, Size } from '../data/types.ts';
import { UNITS_PER_INCH } from '../text/typeface.ts';

const MM_PER_INCH = 25.4;

/** Units of the layout to printed millimetres, and back. */
export function toPrintedMm(units: number): number {
  return (units / UNITS_PER_INCH) * MM_PER_INCH;
}
function fromPrintedMm(millimetres: number): number {
  return (millimetres / MM_PER_INCH) * UNITS_PER_INCH;
}

/** From a point to the middle of its label, by name, in units of the layout: where the style's `moved_labels` puts it. */
export function movedLabels(style: FigureStyle): Map<string, { x: number; y: number }> {
  const rows = styleTuples(style, 'moved_labels', 3).map(([name = '', dx, dy]): [string, { x: number; y: number }] => {
    return [name, { x: fromPrintedMm(Number(dx)), y: fromPrintedMm(Number(dy)) }];
  });
  return new Map(rows.filter(([, { x, y }]) => Number.isFinite(x) && Number.isFinite(y)));
}

/** A label that can be moved, and how far its middle stands from the place that it is moved from, in units of the layout. */
export interface MovableLabel {
  name: string;
  x: number;
  y: number;
}

/**
 * How far a text that has a place of its own was moved from it; it stays within the figure.
 *
 * @param own Middle of the text where nobody moved it, and its size.
 */
export function movedFrom(style: FigureStyle, name: string, own: { x: number; y: number } & Size, within: Size): { x: number; y: number } {
  const by = movedLabels(style).get(name);
  if (by === undefined) return { x: 0, y: 0 };
  const kept = (to: number, half: number, end: number) => Math.min(Math.max(to, half), Math.max(end - half, half));
  return {
    x: kept(own.x + by.x, own.width / 2, within.width) - own.x,
    y: kept(own.y + by.y, own.height / 2, within.height) - own.y,
  };
}

/** The style's `moved_labels` with one label at another place: millimetres from its point to its middle. */
export function withMovedLabel(style: FigureStyle, name: string, to: { x: number; y: number }): string[] {
  const others = styleTuples(style, 'moved_labels', 3).filter(([other]) => other !== name);
  return [...others, [name, to.x.toFixed(2), to.y.toFixed(2)]].flat();
}
