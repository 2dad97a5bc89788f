import { styleTuples } from '../data/table.ts';
import type { FigureStyle } from '../data/types.ts';
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

/** The style's `moved_labels` with one label at another place: millimetres from its point to its middle. */
export function withMovedLabel(style: FigureStyle, name: string, to: { x: number; y: number }): string[] {
  const others = styleTuples(style, 'moved_labels', 3).filter(([other]) => other !== name);
  return [...others, [name, to.x.toFixed(2), to.y.toFixed(2)]].flat();
}
