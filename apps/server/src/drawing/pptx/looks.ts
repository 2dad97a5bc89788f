import { type Drawn, idIn } from './picture.ts';
import { share, solidFill } from './xml.ts';

const NO_FILL = '<a:noFill/>';
export const NO_LINE = `<a:ln>${NO_FILL}</a:ln>`;
/** A degree in Office's files. */
export const DEGREE = 60_000;

/** What fills an element; a scale of colours is drawn by `rampOf`. */
function fillOf({ look, opacity }: Drawn): string {
  const fill = look('fill') ?? '#000';
  if (fill === 'none' || idIn(fill) !== undefined) return NO_FILL;
  return solidFill(fill, opacity * Number(look('fill-opacity') ?? 1));
}

const CAPS: Readonly<Record<string, string>> = { round: 'rnd', square: 'sq' };
/** SVG's own limit of a pointed corner. */
const MITER = '<a:miter lim="400000"/>';
const JOINS: Readonly<Record<string, string>> = { round: '<a:round/>', bevel: '<a:bevel/>' };

/** Dashes and gaps as shares of the line's width (ECMA-376-1, 20.1.8.21). */
function dashesOf(dashes: string | undefined, width: number): string {
  const lengths = (dashes ?? '').match(/[\d.]+/g)?.map(Number) ?? [];
  if (lengths.length === 0) return '';
  const even = lengths.length % 2 === 0 ? lengths : [...lengths, ...lengths];
  const pairs = even.flatMap((dash, i) =>
    i % 2 === 0 ? [`<a:ds d="${share(dash / width)}" sp="${share((even[i + 1] ?? dash) / width)}"/>`] : [],
  );
  return `<a:custDash>${pairs.join('')}</a:custDash>`;
}

/** The line of an element. @param scale EMU of a unit where it stands. */
function lineOf({ look, opacity }: Drawn, scale: number): string {
  const stroke = look('stroke') ?? 'none';
  const width = Number(look('stroke-width') ?? 1);
  if (stroke === 'none' || width === 0) return NO_LINE;
  const colour = solidFill(stroke, opacity * Number(look('stroke-opacity') ?? 1));
  const join = JOINS[look('stroke-linejoin') ?? ''] ?? MITER;
  const cap = CAPS[look('stroke-linecap') ?? ''] ?? 'flat';
  return `<a:ln w="${Math.round(width * scale)}" cap="${cap}">${colour}${dashesOf(look('stroke-dasharray'), width)}${join}</a:ln>`;
}

/** What fills a shape, and its line. */
export interface Look {
  fill: string;
  line: string;
}

export const isFilled = ({ fill }: Look): boolean => fill !== NO_FILL;
export const isStroked = ({ line }: Look): boolean => line !== NO_LINE;

/** @param scale EMU of a unit where the element stands. */
export function lookOf(drawn: Drawn, scale: number): Look {
  return { fill: drawn.element.tagName === 'line' ? NO_FILL : fillOf(drawn), line: lineOf(drawn, scale) };
}

/** Of a dot, which is a line without length: its colour as what fills it. */
export function dotLook({ look, opacity }: Drawn): Look {
  return { fill: solidFill(look('stroke') ?? '#000', opacity * Number(look('stroke-opacity') ?? 1)), line: NO_LINE };
}
