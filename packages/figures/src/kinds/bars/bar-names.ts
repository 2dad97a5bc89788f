import { shorten } from '../../text/axis-titles.ts';
import { textWidth } from '../../text/measure.ts';
import { type Typeface, UNITS_PER_POINT } from '../../text/typeface.ts';

/** Text below this is too small for print. */
const SMALLEST = 5 * UNITS_PER_POINT;
/** Height of a line of names, in the size of their text. */
const LINE = 1.05;

/** Names in one column left of an axis. */
export interface LeftNames {
  texts: readonly string[];
  width: number;
  typeface: Typeface;
}

/**
 * Names in one column left of the axis: smaller where the bars stand close together, none where they would be too small to be read,
 * shortened where they would take the room of the bars.
 *
 * @param band Units between two bars. @param room Units that the names may take.
 */
export function fitLeftNames(names: readonly string[], band: number, room: number, typeface: Typeface, italic: boolean): LeftNames {
  const size = Math.min(typeface.size, band / LINE);
  if (size < SMALLEST) return { texts: [], width: 0, typeface };
  const measure = (text: string) => textWidth(text, typeface, italic ? 'italic' : 'normal', size);
  const texts = names.map((name) => shorten(name, room, measure));
  return { texts, width: Math.max(...texts.map(measure), 0), typeface: { ...typeface, size } };
}
