import { DEGREE, type Look, NO_LINE } from './looks.ts';
import type { Box } from './outline.ts';
import { childrenOf, type Drawn, idIn, type Picture } from './picture.ts';
import { colourCode, share } from './xml.ts';

/** A scale of colours from one to another (ECMA-376-1, 20.1.8.33). */
function gradientFill(from: string, to: string, angle: number): string {
  const stops = [from, to].map((colour, i) => `<a:gs pos="${share(i)}"><a:srgbClr val="${colourCode(colour)}"/></a:gs>`);
  return `<a:gradFill rotWithShape="1"><a:gsLst>${stops.join('')}</a:gsLst><a:lin ang="${angle * DEGREE}" scaled="0"/></a:gradFill>`;
}

/**
 * The pieces of a scale of colours in a box, from any side to the other, each from one colour to the next: LibreOffice before 7.6
 * knows scales of two colours alone. Empty where the element is filled with one colour.
 */
export function rampOf({ byId }: Picture, { look }: Drawn, box: Box): { box: Box; look: Look }[] {
  const id = idIn(look('fill'));
  if (id === undefined) return [];
  const gradient = byId.get(id);
  if (gradient === undefined) throw new Error(`no gradient ${id} in a picture`);
  const end = (name: string, own: number) => Number(gradient.getAttribute(name) ?? own);
  const [right, down] = [end('x2', 1) - end('x1', 0), end('y2', 0) - end('y1', 0)];
  const backwards = right + down < 0;
  const written = childrenOf(gradient).map((stop) => ({
    at: Number(stop.getAttribute('offset') ?? 0),
    colour: stop.getAttribute('stop-color') ?? '#000',
  }));
  // From the left or from the top.
  const stops = backwards ? written.map(({ at, colour }) => ({ at: 1 - at, colour })).toReversed() : written;
  return stops.slice(1).map((to, i) => {
    const from = stops[i] ?? to;
    const long = to.at - from.at;
    const piece =
      down === 0
        ? { ...box, x: box.x + box.width * from.at, width: box.width * long }
        : { ...box, y: box.y + box.height * from.at, height: box.height * long };
    const fill = gradientFill(from.colour, to.colour, down === 0 ? 0 : 90);
    return { box: piece, look: { fill, line: NO_LINE } };
  });
}
