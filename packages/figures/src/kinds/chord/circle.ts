/** A place on a circle: angles run clockwise from the top, in radians. */
export interface Circle {
  x: number;
  y: number;
}

/** From one angle to a larger one. */
export interface Arc {
  from: number;
  to: number;
}

export const middleOf = ({ from, to }: Arc): number => (from + to) / 2;

export function onCircle({ x, y }: Circle, radius: number, angle: number): { x: number; y: number } {
  return { x: x + Math.sin(angle) * radius, y: y - Math.cos(angle) * radius };
}

/** Arcs along a part of a circle, each as long as its amount, with gaps between. @param gap Radians; less where the part is too short for it. */
export function divideArc(amounts: readonly number[], whole: Arc, gap: number): Arc[] {
  const sum = amounts.reduce((all, one) => all + one, 0) || 1;
  const between = Math.min(gap, ((whole.to - whole.from) * 0.25) / Math.max(amounts.length - 1, 1));
  const unit = (whole.to - whole.from - between * (amounts.length - 1)) / sum;
  let at = whole.from;
  return amounts.map((amount) => {
    const arc = { from: at, to: at + amount * unit };
    at = arc.to + between;
    return arc;
  });
}

/** The angle of a place around the circle's middle, 0 to 2π. */
export function angleAt({ x, y }: Circle, at: { x: number; y: number }): number {
  const angle = Math.atan2(at.x - x, y - at.y);
  return angle < 0 ? angle + 2 * Math.PI : angle;
}

const point = (circle: Circle, radius: number, angle: number): string => {
  const { x, y } = onCircle(circle, radius, angle);
  return `${x.toFixed(2)},${y.toFixed(2)}`;
};

const sweep = (arc: Arc) => (arc.to - arc.from > Math.PI ? 1 : 0);

/** A piece of a ring. */
export function ringPath(circle: Circle, arc: Arc, inner: number, outer: number): string {
  return [
    `M${point(circle, outer, arc.from)}`,
    `A${outer},${outer} 0 ${sweep(arc)} 1 ${point(circle, outer, arc.to)}`,
    `L${point(circle, inner, arc.to)}`,
    `A${inner},${inner} 0 ${sweep(arc)} 0 ${point(circle, inner, arc.from)}Z`,
  ].join('');
}

/** A ribbon between two arcs of one circle, bent towards its middle. */
export function ribbonPath(circle: Circle, a: Arc, b: Arc, radius: number): string {
  const along = (arc: Arc) => `A${radius},${radius} 0 ${sweep(arc)} 1 ${point(circle, radius, arc.to)}`;
  // Handles two thirds of the way to the middle: a curve of the second degree around it.
  const bend = (from: number, to: number) =>
    `C${point(circle, radius / 3, from)} ${point(circle, radius / 3, to)} ${point(circle, radius, to)}`;
  return `M${point(circle, radius, a.from)}${along(a)}${bend(a.to, b.from)}${along(b)}${bend(b.to, a.from)}Z`;
}

/** Middles of labels in a column, moved apart as little as need be and kept within the room. @param heights From above, as `wanted`. */
export function spreadLabels(wanted: readonly number[], heights: readonly number[], top: number, bottom: number): number[] {
  const ys = [...wanted];
  const half = (i: number) => (heights[i] as number) / 2;
  ys.forEach((y, i) => {
    const least = i === 0 ? top + half(i) : (ys[i - 1] as number) + half(i - 1) + half(i);
    ys[i] = Math.max(y, least);
  });
  for (let i = ys.length - 1; i >= 0; i -= 1) {
    const most = i === ys.length - 1 ? bottom - half(i) : (ys[i + 1] as number) - half(i + 1) - half(i);
    ys[i] = Math.min(ys[i] as number, most);
  }
  return ys;
}
