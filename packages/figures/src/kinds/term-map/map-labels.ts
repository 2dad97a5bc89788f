import { type Anchor, overlap, type PlacedLabel, placeLabels, type Rect } from '../../plot/place-labels.ts';
import { NAME_LINE, wrapName } from '../../terms/term-names.ts';
import { textWidth } from '../../text/measure.ts';
import type { Typeface } from '../../text/typeface.ts';

/** A name in lines with the box that it takes. */
export interface MapLabel extends Rect {
  name: string;
  lines: readonly string[];
  look: 'term' | 'gene' | 'cluster';
  leader: PlacedLabel['leader'];
  /** Where it is moved from. */
  from: { x: number; y: number };
}

/** What is to be named: a node, or a cluster with the box around its members. */
export interface Named {
  name: string;
  text: string;
  x: number;
  y: number;
  radius: number;
}

/** Lines of a name are about so long, in the size of their text; shorter where such have no room. */
const ROOM = 11;
const SHORT_ROOM = 6;
const LOOKS = { term: 'normal', gene: 'italic', cluster: 'bold' } as const;

interface Surroundings {
  bounds: Rect;
  discs: readonly Rect[];
  typeface: Typeface;
  moved: ReadonlyMap<string, { x: number; y: number }>;
}

/** A square in a disc: the corners of a text may reach into the rest of its box. */
export const discBox = ({ x, y, radius }: { x: number; y: number; radius: number }): Rect => {
  const half = radius * 0.9 + 0.5;
  return { x: x - half, y: y - half, width: half * 2, height: half * 2 };
};

function wrapped(text: string, look: MapLabel['look'], bounds: Rect, typeface: Typeface, room = ROOM) {
  const measure = (part: string) => textWidth(part, typeface, LOOKS[look]);
  const { lines, width } = wrapName(text, Math.min(typeface.size * room, bounds.width * 0.42), measure);
  return { lines, width, height: typeface.size * (NAME_LINE * lines.length + 0.1) };
}

/** Names of clusters over or below their members, else beside them; those without a free place are left out. */
export function labelClusters(clusters: readonly (Named & { box: Rect })[], { bounds, discs, typeface, moved }: Surroundings): MapLabel[] {
  const placed: MapLabel[] = [];
  for (const { name, text, x, y, box } of clusters) {
    const { lines, width, height } = wrapped(text, 'cluster', bounds, typeface);
    const middle = box.x + box.width / 2;
    const by = moved.get(name);
    const shifts = [0, 0.25, -0.25, 0.5, -0.5].map((share) => share * (width + box.width) * 0.5);
    const gaps = [3, typeface.size, typeface.size * 2.2];
    const candidates = gaps.flatMap((gap) => [
      ...shifts.flatMap((shift) => [
        { x: middle - width / 2 + shift, y: box.y - gap - height },
        { x: middle - width / 2 + shift, y: box.y + box.height + gap },
      ]),
      { x: box.x + box.width + gap, y: y - height / 2 },
      { x: box.x - gap - width, y: y - height / 2 },
    ]);
    const free = (at: { x: number; y: number }) => {
      const own = { ...at, width, height };
      const inside =
        at.x >= bounds.x && at.y >= bounds.y && at.x + width <= bounds.x + bounds.width && at.y + height <= bounds.y + bounds.height;
      return inside && ![...discs, ...placed].some((other) => overlap(own, other) > 0);
    };
    const found = by === undefined ? candidates.find(free) : { x: x + by.x - width / 2, y: y + by.y - height / 2 };
    if (found !== undefined) placed.push({ ...found, width, height, name, lines, look: 'cluster', leader: null, from: { x, y } });
  }
  return placed;
}

/** Names of nodes where they cover no disc and no other name; the first ones are the more important. */
export function labelNodes(
  nodes: readonly (Named & { look: 'term' | 'gene' })[],
  taken: readonly Rect[],
  around: Surroundings,
  room = ROOM,
): MapLabel[] {
  const { bounds, discs, typeface, moved } = around;
  const texts = nodes.map(({ text, look }) => wrapped(text, look, bounds, typeface, room));
  const anchors = nodes.map(({ x, y, radius }, i): Anchor => {
    const { width = 0, height = 0 } = texts[i] ?? {};
    return { x, y, text: '', width, height, radius: radius - 3 };
  });
  const fixed = nodes.flatMap(({ name, x, y }, i): [number, { x: number; y: number }][] => {
    const by = moved.get(name);
    return by === undefined ? [] : [[i, { x: x + by.x, y: y + by.y }]];
  });
  const placed = placeLabels(anchors, {
    bounds,
    lineHeight: typeface.size * NAME_LINE,
    radius: 4,
    blocked: [...discs, ...taken],
    points: { xs: [], ys: [] },
    fixed: new Map(fixed),
  }).map((label) => {
    const { name, look, x, y } = nodes[label.anchor] as (typeof nodes)[number];
    return { ...label, name, look, lines: texts[label.anchor]?.lines ?? [], from: { x, y } };
  });
  const names = new Set(placed.map(({ name }) => name));
  const others = nodes.filter(({ name, look }) => look === 'term' && !names.has(name));
  return room === SHORT_ROOM || others.length === 0
    ? placed
    : [...placed, ...labelNodes(others, [...taken, ...placed], around, SHORT_ROOM)];
}
