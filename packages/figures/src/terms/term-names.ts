import { shorten } from '../text/axis-titles.ts';
import { textWidth } from '../text/measure.ts';
import { type Typeface, UNITS_PER_POINT } from '../text/typeface.ts';
import { fillLines, type Measure, narrowPieces } from '../text/wrap.ts';

/** A name in lines; `whole` where it had to be shortened. */
export interface WrappedName {
  lines: readonly string[];
  width: number;
  whole: string | null;
}

/** A name has at most so many lines. */
export const NAME_LINES = 3;
/** Height of a line, in the size of its text. */
export const NAME_LINE = 1.12;
/** Between two names, in the size of the text. */
const NAME_GAP = 0.35;
/** Names are made smaller to this share before one of them is cut. */
const UNCUT_FROM = 0.85;
/** Text below this is too small for print. */
const SMALLEST = 5 * UNITS_PER_POINT;

/** A line of a name of a set may end behind `_`, `/` and the hyphen of a long word. */
const WITHIN = /(?<=[_/])|(?<=\p{L}{4}-)/u;

/** A name in at most `most` lines of so many units; what does not fit ends in 「…」. */
export function wrapName(name: string, room: number, measure: Measure, most = NAME_LINES): WrappedName {
  const text = name.replaceAll(/\s+/g, ' ').trim();
  if (measure(text) <= room) return { lines: [text], width: measure(text), whole: null };
  const pieces = text.split(WITHIN).flatMap((piece) => narrowPieces(piece, room, measure));
  const all = fillLines(pieces, room, measure);
  if (all.length <= most) return { lines: all, width: Math.max(...all.map(measure)), whole: null };
  const rest = all.slice(most - 1).reduce((line, next) => (line.endsWith('_') || line.endsWith('-') ? line + next : `${line} ${next}`));
  const last = shorten(rest, room, measure);
  const lines = [...all.slice(0, most - 1), last];
  return { lines, width: Math.max(...lines.map(measure)), whole: text };
}

/** Names of rows in one size and number of lines. */
export interface FittedNames {
  typeface: Typeface;
  names: readonly WrappedName[];
  /** Units of each row. */
  heights: readonly number[];
}

/** Units of a row, whose name has so many lines. @param least Lines that a row takes at least. */
const rowHeight = (lines: number, size: number, least: number) => size * Math.max(lines * NAME_LINE + NAME_GAP, least);

/** So many rows fit in a height at most, each with a name of one line in the smallest text. */
export function mostRows(height: number, typeface: Typeface, least = 1.2): number {
  return Math.max(1, Math.floor(height / rowHeight(1, Math.min(SMALLEST, typeface.size), least)));
}

/**
 * Names that fit in a height: in up to three lines, then smaller, then in fewer lines; null where even names of one line do not fit. A little
 * smaller rather than cut.
 *
 * @param room Units that a line may take. @param height Units of all rows. @param least Lines that a row takes at least.
 */
export function fitNames(names: readonly string[], room: number, height: number, typeface: Typeface, least = 1.2): FittedNames | null {
  const smallest = Math.min(SMALLEST, typeface.size);
  const sizes = [0, 1, 2, 3, 4].map((step) => typeface.size - ((typeface.size - smallest) * step) / 4);
  const tries = [...sizes.map((size) => [size, NAME_LINES] as const), [smallest, 2] as const, [smallest, 1] as const];
  let cut: FittedNames | null = null;
  for (const [size, most] of tries) {
    const measure = (text: string) => textWidth(text, typeface, 'normal', size);
    const wrapped = names.map((name) => wrapName(name, room, measure, most));
    const heights = wrapped.map(({ lines }) => rowHeight(lines.length, size, least));
    if (heights.reduce((sum, one) => sum + one, 0) > height) continue;
    const fitted = { typeface: { ...typeface, size }, names: wrapped, heights };
    if (size < typeface.size * UNCUT_FROM) return cut ?? fitted;
    if (wrapped.every(({ whole }) => whole === null)) return fitted;
    cut ??= fitted;
  }
  return cut;
}
