import type { Element } from '@xmldom/xmldom';
import { geoIdentity, geoPath } from 'd3-geo';
import svgpath from 'svgpath';

export type Point = readonly [x: number, y: number];

/** Absolute pieces of an outline. */
export type Piece =
  | { command: 'M' | 'L'; points: readonly [Point] }
  | { command: 'C'; points: readonly [Point, Point, Point] }
  | { command: 'Z'; points: readonly [] };

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A number of an attribute; SVG's 0 where it is left out. */
export function numberAt(element: Element, name: string): number {
  return Number(element.getAttribute(name) ?? 0);
}

/** A circle as four arcs: the handles of their curves lie within its box. */
export function circlePath(x: number, y: number, radius: number): string {
  const arc = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx * radius} ${dy * radius}`;
  return `M${x - radius} ${y}${arc(1, -1)}${arc(1, 1)}${arc(-1, 1)}${arc(-1, -1)}z`;
}

/** The outline of an element in its own units, as SVG writes paths. */
export function pathOf(element: Element): string {
  const at = (name: string) => numberAt(element, name);
  switch (element.tagName) {
    case 'line':
      return `M${at('x1')} ${at('y1')}L${at('x2')} ${at('y2')}`;
    case 'circle':
      return circlePath(at('cx'), at('cy'), at('r'));
    case 'polyline':
    case 'polygon': {
      const points = element.getAttribute('points')?.trim() ?? '';
      return points === '' ? '' : `M${points}${element.tagName === 'polygon' ? 'Z' : ''}`;
    }
    case 'path':
      return element.getAttribute('d') ?? '';
    default:
      return `M${at('x')} ${at('y')}h${at('width')}v${at('height')}h${-at('width')}z`;
  }
}

/** The pieces of a path that has gone through transforms; arcs become curves. @throws where it is no path. */
export function piecesOf(path: string, transforms: readonly string[]): Piece[] {
  const read = transforms.reduce((one, transform) => one.transform(transform), svgpath(path));
  // Its types do not tell of it.
  if ('err' in read && read.err !== '') throw new Error(`${read.err}: ${path.slice(0, 80)}`);
  const pieces: Piece[] = [];
  read
    .abs()
    .unshort()
    .unarc()
    .iterate((segment, _index, x, y) => {
      switch (segment[0]) {
        case 'M':
        case 'L':
          pieces.push({ command: segment[0], points: [[segment[1], segment[2]]] });
          break;
        case 'H':
          pieces.push({ command: 'L', points: [[segment[1], y]] });
          break;
        case 'V':
          pieces.push({ command: 'L', points: [[x, segment[1]]] });
          break;
        case 'C': {
          const [, x1, y1, x2, y2, x3, y3] = segment;
          pieces.push({
            command: 'C',
            points: [
              [x1, y1],
              [x2, y2],
              [x3, y3],
            ],
          });
          break;
        }
        case 'Q': {
          const [, qx, qy, toX, toY] = segment;
          // The same curve with two handles: two thirds of the way to the one.
          const towards = (from: number, to: number) => from + (2 / 3) * (to - from);
          pieces.push({
            command: 'C',
            points: [
              [towards(x, qx), towards(y, qy)],
              [towards(toX, qx), towards(toY, qy)],
              [toX, toY],
            ],
          });
          break;
        }
        case 'Z':
        case 'z':
          pieces.push({ command: 'Z', points: [] });
          break;
        default:
          throw new Error(`a piece ${segment[0]} in a path`);
      }
    });
  return pieces;
}

/** By how much transforms turn, in degrees clockwise, and how much they enlarge. */
export function turnOf(transforms: readonly string[]): { angle: number; scale: number } {
  const [[x0, y0] = [0, 0], [x1, y1] = [1, 0]] = piecesOf('M0 0L1 0', transforms).flatMap(({ points }) => [...points]);
  return { angle: (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI, scale: Math.hypot(x1 - x0, y1 - y0) };
}

/** The smallest box around points. */
export function boxAround(points: readonly Point[]): Box {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [x, y] of points) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The box around pieces; around a curve's handles. */
export function boxOf(pieces: readonly Piece[]): Box {
  return boxAround(pieces.flatMap(({ points }) => [...points]));
}

/** What two boxes have in common. */
export function common(one: Box, other: Box): Box {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  const right = Math.min(one.x + one.width, other.x + other.width);
  const bottom = Math.min(one.y + one.height, other.y + other.height);
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}

/** Of a unit: shapes that reach over a clip by less are left whole. */
const ALMOST = 0.01;

export function within(inner: Box, outer: Box): boolean {
  return (
    inner.x >= outer.x - ALMOST &&
    inner.y >= outer.y - ALMOST &&
    inner.x + inner.width <= outer.x + outer.width + ALMOST &&
    inner.y + inner.height <= outer.y + outer.height + ALMOST
  );
}

/** Straight lines in place of a curve. */
const STEPS = 12;

/** A place on a cubic Bézier curve. */
function onCurve([ax, ay]: Point, [[bx, by], [cx, cy], [dx, dy]]: readonly [Point, Point, Point], t: number): Point {
  const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3];
  return [a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy];
}

/** The lines of an outline, each from where it begins; closed ones come back there. */
function linesOf(pieces: readonly Piece[]): Point[][] {
  const lines: Point[][] = [];
  for (const piece of pieces) {
    const line = lines.at(-1) ?? [];
    const last = line.at(-1) ?? [0, 0];
    if (piece.command === 'M') lines.push([piece.points[0]]);
    else if (piece.command === 'L') line.push(piece.points[0]);
    else if (piece.command === 'Z') line.push(line[0] ?? last);
    else if (piece.command === 'C') for (let step = 1; step <= STEPS; step += 1) line.push(onCurve(last, piece.points, step / STEPS));
  }
  return lines;
}

/**
 * What of an outline lies within a box: Office programs have no clips.
 *
 * @param as `area`: what it fills, closed along the edge of the box. `line`: its line, which ends there.
 */
export function cutTo(pieces: readonly Piece[], { x, y, width, height }: Box, as: 'area' | 'line'): Piece[] {
  const cut: Piece[] = [];
  const pen = {
    beginPath: () => undefined,
    arc: () => undefined,
    moveTo: (px: number, py: number) => cut.push({ command: 'M', points: [[px, py]] }),
    lineTo: (px: number, py: number) => cut.push({ command: 'L', points: [[px, py]] }),
    closePath: () => cut.push({ command: 'Z', points: [] }),
  };
  const lines = linesOf(pieces);
  const edge = geoIdentity().clipExtent([
    [x, y],
    [x + width, y + height],
  ]);
  const rings = () => lines.map((line) => [...line, line[0] ?? [0, 0]] as [number, number][]);
  const straight = () => lines as [number, number][][];
  geoPath(edge, pen)(as === 'area' ? { type: 'Polygon', coordinates: rings() } : { type: 'MultiLineString', coordinates: straight() });
  return cut;
}
