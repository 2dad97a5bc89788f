/** An ellipse of a set; `turn` in radians, clockwise from the right, as y grows downwards. */
export interface Ellipse {
  x: number;
  y: number;
  /** Half axes: along the turn and across. */
  a: number;
  b: number;
  turn: number;
  /** From its middle towards where its name stands. */
  outwards: { x: number; y: number };
}

/** Diagrams lie within this distance of 0, to every side. */
export const EXTENT = 1.2;

const circle = (x: number, y: number, radius: number, outwards: Ellipse['outwards']): Ellipse => ({
  x,
  y,
  a: radius,
  b: radius,
  turn: 0,
  outwards,
});

const degrees = (angle: number): number => (angle * Math.PI) / 180;

const FOUR = { outer: { a: 0.82, b: 0.4 }, inner: { a: 0.82, b: 0.34 } };
/** Of five, which turn around the middle (Grünbaum 1975): distance of their middles, half axes, and how far the long one leans from outwards. */
const FIVE = { distance: 0.28, a: 0.86, b: 0.393, lean: 16 };

function turning(i: number): Ellipse {
  const angle = degrees(-90 + 72 * i);
  const turn = angle + degrees(FIVE.lean);
  const { distance, a, b } = FIVE;
  const outwards = { x: Math.cos(turn), y: Math.sin(turn) };
  return { x: distance * Math.cos(angle), y: distance * Math.sin(angle), a, b, turn, outwards };
}

const ARRANGEMENTS: Readonly<Record<number, readonly Ellipse[]>> = {
  2: [circle(-0.42, 0, 0.72, { x: -0.45, y: -1 }), circle(0.42, 0, 0.72, { x: 0.45, y: -1 })],
  3: [circle(-0.4, -0.24, 0.68, { x: -0.7, y: -1 }), circle(0.4, -0.24, 0.68, { x: 0.7, y: -1 }), circle(0, 0.44, 0.68, { x: 0, y: 1 })],
  4: [
    { x: -0.28, y: 0.06, ...FOUR.outer, turn: degrees(45), outwards: { x: -1, y: -1 } },
    { x: 0, y: -0.14, ...FOUR.inner, turn: degrees(45), outwards: { x: -0.6, y: -1 } },
    { x: 0, y: -0.14, ...FOUR.inner, turn: degrees(-45), outwards: { x: 0.6, y: -1 } },
    { x: 0.28, y: 0.06, ...FOUR.outer, turn: degrees(-45), outwards: { x: 1, y: -1 } },
  ],
  5: [0, 1, 2, 3, 4].map(turning),
};

/** The ellipses of so many sets, in which every combination of them has a region; undefined where there are none that can be read. */
export function ellipsesOf(sets: number): readonly Ellipse[] | undefined {
  return ARRANGEMENTS[sets];
}

/** Is a place inside? */
export function holds({ x, y, a, b, turn }: Ellipse, at: { x: number; y: number }): boolean {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const along = (at.x - x) * cos + (at.y - y) * sin;
  const across = (at.y - y) * cos - (at.x - x) * sin;
  return (along / a) ** 2 + (across / b) ** 2 <= 1;
}

/** A place of its outline. */
export function onOutline({ x, y, a, b, turn }: Ellipse, angle: number): { x: number; y: number } {
  const [along, across] = [a * Math.cos(angle), b * Math.sin(angle)];
  return { x: x + along * Math.cos(turn) - across * Math.sin(turn), y: y + along * Math.sin(turn) + across * Math.cos(turn) };
}

/** Handles of a quarter of a circle, in its radius. */
const HANDLE = (4 / 3) * (Math.SQRT2 - 1);

/** The outline as four curves, which every program draws alike. */
export function outlinePath(ellipse: Ellipse): string {
  const { x, y, a, b, turn } = ellipse;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const at = (along: number, across: number) =>
    `${(x + along * a * cos - across * b * sin).toFixed(2)},${(y + along * a * sin + across * b * cos).toFixed(2)}`;
  const quarters = [
    [1, HANDLE, HANDLE, 1, 0, 1],
    [-HANDLE, 1, -1, HANDLE, -1, 0],
    [-1, -HANDLE, -HANDLE, -1, 0, -1],
    [HANDLE, -1, 1, -HANDLE, 1, 0],
  ] as const;
  const curves = quarters.map(([u1, v1, u2, v2, u, v]) => `C${at(u1, v1)} ${at(u2, v2)} ${at(u, v)}`);
  return `M${at(1, 0)}${curves.join('')}Z`;
}

/** The same ellipse, larger, around another middle. */
export function scaled(ellipse: Ellipse, scale: number, to: { x: number; y: number }): Ellipse {
  return { ...ellipse, x: to.x + ellipse.x * scale, y: to.y + ellipse.y * scale, a: ellipse.a * scale, b: ellipse.b * scale };
}
