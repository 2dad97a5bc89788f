import { dotLook, isFilled, isStroked, type Look, lookOf } from './looks.ts';
import { type Box, boxOf, circlePath, common, cutTo, type Piece, type Point, pathOf, piecesOf, turnOf, within } from './outline.ts';
import type { Drawn, Picture } from './picture.ts';
import { rampOf } from './ramp.ts';
import { properties } from './xml.ts';

/** What all shapes of a slide share. */
export interface Slide {
  picture: Picture;
  /** From the units of the sheet to the slide's EMU. */
  toSlide: string;
  /** A number that no other shape has. */
  nextId: () => number;
  nameOf: (part: string, text?: string) => string;
}

const EMPTY = '<a:avLst/>';
/** A right angle, and how far from it a shape is still upright. */
const UPRIGHT = { degrees: 90, slack: 0.01 };

/** A shape's place (ECMA-376-1, 20.1.7.6). */
export function placeXml({ x, y, width, height }: Box, turned = ''): string {
  const [left, top, cx, cy] = [x, y, width, height].map(Math.round);
  return `<a:xfrm${turned}><a:off x="${left}" y="${top}"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm>`;
}

function shape(slide: Slide, part: string, place: string, geometry: string, { fill, line }: Look): string {
  const named = `<p:nvSpPr>${properties(slide.nextId(), slide.nameOf(part))}<p:cNvSpPr/><p:nvPr/></p:nvSpPr>`;
  return `<p:sp>${named}<p:spPr>${place}${geometry}${fill}${line}</p:spPr></p:sp>`;
}

const preset = (name: string) => `<a:prstGeom prst="${name}">${EMPTY}</a:prstGeom>`;

/** One of the paths of a free form. */
interface FreePath {
  pieces: readonly Piece[];
  filled: boolean;
  stroked: boolean;
}

const COMMANDS = { M: 'moveTo', L: 'lnTo', C: 'cubicBezTo', Z: 'close' } as const;

/** An outline of one's own (ECMA-376-1, 20.1.9.8), in EMU from the corner of its box. */
function freeGeometry(paths: readonly FreePath[], box: Box): string {
  const pointXml = ([x, y]: Point) => `<a:pt x="${Math.round(x - box.x)}" y="${Math.round(y - box.y)}"/>`;
  const pathXml = ({ pieces, filled, stroked }: FreePath) => {
    const drawn = pieces.map(({ command, points }) => {
      const name = COMMANDS[command];
      return points.length === 0 ? `<a:${name}/>` : `<a:${name}>${points.map(pointXml).join('')}</a:${name}>`;
    });
    const how = `${filled ? '' : ' fill="none"'}${stroked ? '' : ' stroke="0"'}`;
    return `<a:path w="${Math.round(box.width)}" h="${Math.round(box.height)}"${how}>${drawn.join('')}</a:path>`;
  };
  const frame = '<a:gdLst/><a:ahLst/><a:cxnLst/><a:rect l="0" t="0" r="r" b="b"/>';
  return `<a:custGeom>${EMPTY}${frame}<a:pathLst>${paths.map(pathXml).join('')}</a:pathLst></a:custGeom>`;
}

/** A line between two points, which PowerPoint takes for a connector. */
function straightLine(slide: Slide, part: string, [x0, y0]: Point, [x1, y1]: Point, line: string): string {
  const box = { x: Math.min(x0, x1), y: Math.min(y0, y1), width: Math.abs(x1 - x0), height: Math.abs(y1 - y0) };
  const flips = `${x1 < x0 ? ' flipH="1"' : ''}${y1 < y0 ? ' flipV="1"' : ''}`;
  const named = `<p:nvCxnSpPr>${properties(slide.nextId(), slide.nameOf(part))}<p:cNvCxnSpPr/><p:nvPr/></p:nvCxnSpPr>`;
  return `<p:cxnSp>${named}<p:spPr>${placeXml(box, flips)}${preset('line')}${line}</p:spPr></p:cxnSp>`;
}

/** What the clips of an element leave; null where there are none. */
function clipOf({ picture, toSlide }: Slide, { clips }: Drawn): Box | null {
  return clips.reduce<Box | null>((left, { id, transforms }) => {
    const rect = picture.byId.get(id)?.getElementsByTagName('rect')[0];
    if (rect === undefined) throw new Error(`a clip ${id} without a rect in a picture`);
    const box = boxOf(piecesOf(pathOf(rect), [...transforms, toSlide]));
    return left === null ? box : common(left, box);
  }, null);
}

/** Middles of the dots of a path that has nothing else: lines of no length, whose round ends are seen. */
function dotsIn({ element, look }: Drawn): Point[] | null {
  const path = element.tagName === 'path' && look('stroke-linecap') === 'round' ? pathOf(element) : '';
  if (!/^(?:M-?[\d.]+ -?[\d.]+h0)+$/.test(path)) return null;
  return [...path.matchAll(/M([^\sM]+) ([^hM]+)h0/g)].map(([, x, y]): Point => [Number(x), Number(y)]);
}

/** How many marks an element draws. */
export function marksIn({ element }: Drawn): number {
  return element.tagName === 'path' ? (element.getAttribute('d')?.match(/M/gi)?.length ?? 0) : 1;
}

/** The outlines of a path one by one, where each is a point of its own. */
function outlinesOf({ element, part }: Drawn): string[] {
  const path = pathOf(element);
  return part === 'points' ? (path.match(/M[^M]*/g) ?? []) : [path];
}

function isUpright(transforms: readonly string[]): boolean {
  const beyond = Math.abs(turnOf(transforms).angle) % UPRIGHT.degrees;
  return Math.min(beyond, UPRIGHT.degrees - beyond) < UPRIGHT.slack;
}

/** Shapes of an element without letters. */
export function shapesOf(slide: Slide, drawn: Drawn): string[] {
  const { element, part, look } = drawn;
  const transforms = [...drawn.transforms, slide.toSlide];
  const clip = clipOf(slide, drawn);
  const dots = dotsIn(drawn);
  if (dots !== null) {
    const [radius, dot] = [Number(look('stroke-width') ?? 1) / 2, dotLook(drawn)];
    return dots.flatMap(([x, y]) => outlined(slide, part, piecesOf(circlePath(x, y, radius), transforms), clip, 'ellipse', dot));
  }
  const drawnAs = element.tagName === 'circle' ? 'ellipse' : element.tagName === 'rect' && isUpright(transforms) ? 'rect' : null;
  const own = lookOf(drawn, turnOf(transforms).scale);
  const ramp = rampOf(slide.picture, drawn, boxOf(piecesOf(pathOf(element), transforms)));
  return [
    ...ramp.map((piece) => shape(slide, part, placeXml(piece.box), preset('rect'), piece.look)),
    ...outlinesOf(drawn).flatMap((path) => outlined(slide, part, piecesOf(path, transforms), clip, drawnAs, own)),
  ];
}

/** One outline as a shape; none where nothing of it is seen. */
function outlined(slide: Slide, part: string, pieces: readonly Piece[], clip: Box | null, drawnAs: string | null, look: Look): string[] {
  if (pieces.length === 0) return [];
  const box = boxOf(pieces);
  if (clip !== null && !within(box, clip)) return cut(slide, part, pieces, clip, look);
  if (drawnAs !== null) return [shape(slide, part, placeXml(box), preset(drawnAs), look)];
  const [first, second] = pieces;
  if (pieces.length === 2 && first?.command === 'M' && second?.command === 'L')
    return [straightLine(slide, part, first.points[0], second.points[0], look.line)];
  return [shape(slide, part, placeXml(box), freeGeometry([{ pieces, filled: true, stroked: true }], box), look)];
}

/** What a clip leaves of an outline: its area without a line along the edge, and its line. */
function cut(slide: Slide, part: string, pieces: readonly Piece[], clip: Box, look: Look): string[] {
  const area = isFilled(look) ? cutTo(pieces, clip, 'area') : [];
  const line = isStroked(look) ? cutTo(pieces, clip, 'line') : [];
  if (area.length + line.length === 0) return [];
  const box = boxOf([...area, ...line]);
  const paths = [
    { pieces: area, filled: true, stroked: false },
    { pieces: line, filled: false, stroked: true },
  ];
  const seen = paths.filter((path) => path.pieces.length > 0);
  return [shape(slide, part, placeXml(box), freeGeometry(seen, box), look)];
}
