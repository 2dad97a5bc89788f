import { overlap, type Rect, textWidth } from '../../src/index.ts';
import { FACES, type FaceName } from '../../src/text/faces.ts';

/** What a drawn file shows, in units of its view box. */
interface DrawnFile {
  width: number;
  height: number;
  texts: readonly (Rect & { text: string /** Around what covers others, also where it is turned. */; corners: readonly Point[] })[];
  /** What is no text and is not cut at a clip path. */
  marks: readonly (Rect & { of: string })[];
}

type Attributes = Readonly<Record<string, string>>;
/** A point's place in the view box: x' = a·x + c·y + e, y' = b·x + d·y + f. */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];
type Point = readonly [number, number];

interface Element {
  tag: string;
  own: Attributes;
  /** With what it takes from the elements around it. */
  all: Attributes;
  place: Matrix;
  clipped: boolean;
  text: string;
  children: Element[];
}

const TOKEN = /<\?[^>]*\?>|<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<>]+)/y;
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };
/** Of characters below the blank XML holds line ends and tabs; the others, halves of letters and the last two places, stop its readers. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are looked for
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff\p{Surrogate}]/u;
const INHERITED = ['font-size', 'font-family', 'font-weight', 'font-style', 'text-anchor', 'stroke', 'fill', 'stroke-width'];

function plain(text: string): string {
  if (text.replaceAll(/&(amp|lt|gt|quot|#x27);/g, '').includes('&')) throw new Error(`a lone & in ${text.slice(0, 80)}`);
  return text.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? '');
}

function attributesOf(text: string): Attributes {
  const found = [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, plain(value)] as const);
  if (new Set(found.map(([name]) => name)).size < found.length) throw new Error(`an attribute twice in ${text.slice(0, 80)}`);
  return Object.fromEntries(found);
}

const times = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
];

function matrixOf(transform: string): Matrix {
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  const rest = transform.replaceAll(/(translate|rotate|scale)\(([^)]*)\)/g, (_, name: string, list: string) => {
    const [x = Number.NaN, y = 0] = list.split(/[ ,]+/).map(finite);
    const [cos, sin] = [Math.cos((x * Math.PI) / 180), Math.sin((x * Math.PI) / 180)];
    matrix = times(
      matrix,
      name === 'translate' ? [1, 0, 0, 1, x, y] : name === 'scale' ? [x, 0, 0, y || x, 0, 0] : [cos, sin, -sin, cos, 0, 0],
    );
    return '';
  });
  if (rest.trim() !== '') throw new Error(`unknown transform ${transform}`);
  return matrix;
}

function finite(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new Error(`no finite number: ${text}`);
  return value;
}

/** The elements of a document. @throws where it is not well-formed, or holds what XML cannot. */
function parse(svg: string): Element {
  const wrong = NOT_XML.exec(svg);
  if (wrong !== null) throw new Error(`the character ${wrong[0].codePointAt(0)?.toString(16)} in the file`);
  const root: Element = { tag: '', own: {}, all: {}, place: [1, 0, 0, 1, 0, 0], clipped: false, text: '', children: [] };
  const open = [root];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < svg.length; at = TOKEN.lastIndex) {
    const found = TOKEN.exec(svg);
    if (found === null) throw new Error(`not well-formed at ${svg.slice(at, at + 80)}`);
    const [, closing, tag, attributes = '', empty, text] = found;
    const parent = open.at(-1) as Element;
    if (text !== undefined && parent.tag !== 'title') for (const one of open) one.text += plain(text);
    if (tag === undefined) continue;
    if (closing === '/') {
      if (open.pop()?.tag !== tag) throw new Error(`</${tag}> closes what was not open`);
      continue;
    }
    const own = attributesOf(attributes);
    const taken = Object.fromEntries(INHERITED.flatMap((name) => (parent.all[name] === undefined ? [] : [[name, parent.all[name]]])));
    const element: Element = {
      tag,
      own,
      all: { ...taken, ...own },
      place: own.transform === undefined ? parent.place : times(parent.place, matrixOf(own.transform)),
      clipped: parent.clipped || own['clip-path'] !== undefined || tag === 'clipPath',
      text: '',
      children: [],
    };
    parent.children.push(element);
    if (empty !== '/') open.push(element);
  }
  if (open.length !== 1 || root.children.length !== 1) throw new Error('not one whole element');
  return root.children[0] as Element;
}

/** The box of points in an element's own units. */
function boxOf(points: readonly Point[], [a, b, c, d, e, f]: Matrix): Rect {
  const placed = points.map(([x, y]): Point => [a * x + c * y + e, b * x + d * y + f]);
  const [xs, ys] = [placed.map(([x]) => x), placed.map(([, y]) => y)];
  const [x, y] = [xs.reduce((p, q) => Math.min(p, q)), ys.reduce((p, q) => Math.min(p, q))];
  return { x, y, width: xs.reduce((p, q) => Math.max(p, q)) - x, height: ys.reduce((p, q) => Math.max(p, q)) - y };
}

/** Ends of the lines of a path; an arc and a curve by their ends. */
function pathPoints(path: string): Point[] {
  const points: Point[] = [];
  let [x, y] = [0, 0];
  for (const [, command = '', list = ''] of path.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const numbers = (list.match(/-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?|[^\s,]+/g) ?? []).map(finite);
    const size = { M: 2, L: 2, H: 1, V: 1, A: 7, C: 6, Z: 0 }[command.toUpperCase()];
    if (size === undefined) throw new Error(`unknown command ${command} in a path`);
    const relative = command !== command.toUpperCase();
    for (let i = 0; i < numbers.length; i += size) {
      const own = numbers.slice(i, i + size);
      if (own.length < size) throw new Error(`a path that ends early: ${path.slice(0, 60)}`);
      const last = command.toUpperCase();
      const [dx, dy] =
        last === 'H' ? [own[0] as number, null] : last === 'V' ? [null, own[0] as number] : (own.slice(-2) as [number, number]);
      x = dx === null ? x : relative ? x + dx : dx;
      y = dy === null ? y : relative ? y + dy : dy;
      points.push([x, y]);
    }
  }
  return points;
}

function markPoints({ tag, own }: Element): Point[] {
  const number = (name: string) => finite(own[name] ?? '0');
  switch (tag) {
    case 'path':
      return pathPoints(own.d ?? '');
    case 'rect':
    case 'image': {
      if (number('width') < 0 || number('height') < 0) throw new Error('a negative length');
      return [
        [number('x'), number('y')],
        [number('x') + number('width'), number('y') + number('height')],
      ];
    }
    case 'circle':
      return [
        [number('cx') - number('r'), number('cy') - number('r')],
        [number('cx') + number('r'), number('cy') + number('r')],
      ];
    case 'line':
      return [
        [number('x1'), number('y1')],
        [number('x2'), number('y2')],
      ];
    case 'polyline':
    case 'polygon': {
      const numbers = (own.points ?? '')
        .split(/[\s,]+/)
        .filter((text) => text !== '')
        .map(finite);
      return Array.from({ length: numbers.length / 2 }, (_, i): Point => [numbers[2 * i] as number, numbers[2 * i + 1] as number]);
    }
    default:
      throw new Error(`unknown element ${tag}`);
  }
}

/** So much of a text's edge may be covered. */
const COVERED = 0.5;
/** Height of the capitals, and what hangs below the foot of the letters, in their size. */
const ASCENT = 0.72;
const DESCENT = 0.06;

function textBox({ text, all, place }: Element): Rect & { corners: readonly Point[] } {
  const size = finite(all['font-size'] ?? '');
  const name = (Object.keys(FACES) as FaceName[]).find((face) => FACES[face] === all['font-family']);
  if (name === undefined) throw new Error(`a text without a typeface: ${text}`);
  const variant = all['font-weight'] === '600' ? 'bold' : all['font-style'] === 'italic' ? 'italic' : 'normal';
  const width = textWidth(text, { name, family: '', size, titleSize: size }, variant);
  const [x, y] = [finite(all.x ?? '0'), finite(all.y ?? '0')];
  const left = all['text-anchor'] === 'middle' ? x - width / 2 : all['text-anchor'] === 'end' ? x - width : x;
  const [right, top, bottom] = [left + width, y - size * ASCENT, y + size * DESCENT];
  const box = boxOf(
    [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ],
    place,
  );
  const [a, b, c, d, e, f] = place;
  const [in_, over] = [Math.min(COVERED, width / 2), Math.min(COVERED, (bottom - top) / 2)];
  const inner: readonly Point[] = [
    [left + in_, top + over],
    [right - in_, top + over],
    [right - in_, bottom - over],
    [left + in_, bottom - over],
  ];
  return { ...box, corners: inner.map(([px, py]): Point => [a * px + c * py + e, b * px + d * py + f]) };
}

/** Do two convex outlines share a place? No line along an edge of either parts them (separating axes). */
function outlinesMeet(one: readonly Point[], other: readonly Point[]): boolean {
  const edges = [one, other].flatMap((corners) =>
    corners.map(([x, y], i) => {
      const [nextX, nextY] = corners[(i + 1) % corners.length] as Point;
      return [nextY - y, x - nextX] as const;
    }),
  );
  return edges.every(([nx, ny]) => {
    const along = (corners: readonly Point[]) => corners.map(([x, y]) => x * nx + y * ny);
    const [a, b] = [along(one), along(other)];
    return Math.max(...a) > Math.min(...b) && Math.max(...b) > Math.min(...a);
  });
}

/** Reads a drawn file. @throws where it is not well-formed, or a number in it is none. */
export function readDrawn(svg: string): DrawnFile {
  const root = parse(svg);
  const [, , width = Number.NaN, height = Number.NaN] = (root.own.viewBox ?? '').split(' ').map(finite);
  const texts: DrawnFile['texts'][number][] = [];
  const marks: (Rect & { of: string })[] = [];
  const walk = (element: Element): void => {
    const { tag, all, clipped } = element;
    if (tag === 'title' || tag === 'desc' || tag === 'linearGradient') return;
    if (tag === 'text') {
      if (element.text.trim() !== '') texts.push({ text: element.text, ...textBox(element) });
      return;
    }
    if (['svg', 'g', 'clipPath', 'defs'].includes(tag)) {
      for (const child of element.children) walk(child);
      return;
    }
    const points = markPoints(element);
    const seen = all.fill !== 'none' || (all.stroke !== undefined && all.stroke !== 'none');
    if (points.length > 0 && seen && !clipped) marks.push({ of: `${tag} ${all['data-part'] ?? ''}`, ...boxOf(points, element.place) });
  };
  walk(root);
  return { width, height, texts, marks };
}

/** How far a line's width may reach over the edge of the sheet. */
const OVER = 1;
/** What is wrong with a drawing, in words: what leaves the sheet, and which text covers which. */
export function faultsOf({ width, height, texts, marks }: DrawnFile): string[] {
  const leaves = ({ x, y, width: w, height: h }: Rect) => x < -OVER || y < -OVER || x + w > width + OVER || y + h > height + OVER;
  const at = ({ x, y, width: w, height: h }: Rect) => [x, y, x + w, y + h].map(Math.round).join(' ');
  return [
    ...texts.filter(leaves).map((text) => `「${text.text.slice(0, 40)}」 leaves the sheet: ${at(text)} of ${width} ${height}`),
    ...marks.filter(leaves).map((mark) => `${mark.of} leaves the sheet: ${at(mark)} of ${width} ${height}`),
    ...texts.flatMap((one, i) =>
      texts
        .slice(i + 1)
        .filter((other) => overlap(one, other) > 0 && outlinesMeet(one.corners, other.corners))
        .map((other) => `「${one.text.slice(0, 40)}」 ${at(one)} covers 「${other.text.slice(0, 40)}」 ${at(other)}`),
    ),
  ];
}
