import type { Rect } from '../../plot/place-labels.ts';
import { type Edge, forcePositions, withinUnit } from '../network/positions.ts';

interface Place {
  x: number;
  y: number;
}

/** How strongly a cluster holds its members together, of the strongest edge. */
const HOLD = 0.9;
/** Between two discs. */
const APART = 2;
const ROUNDS = 60;

/** Places in the unit square: a cluster's members around a middle of their own, which is not drawn. */
export function mapPlaces(radii: readonly number[], edges: readonly Edge[], clusters: readonly string[]): Place[] {
  const names = [...new Set(clusters.filter((name) => name !== ''))];
  const hubs = names.map(() => 1);
  const holds = clusters.flatMap((name, node): Edge[] =>
    name === '' ? [] : [{ from: radii.length + names.indexOf(name), to: node, strength: HOLD }],
  );
  return withinUnit(forcePositions([...radii, ...hubs], [...edges, ...holds]).slice(0, radii.length));
}

/** Discs at their places in an area, moved apart where they cover each other, as far as the area allows. */
export function spreadDiscs(unit: readonly Place[], radii: readonly number[], area: Rect): Place[] {
  const places = unit.map(({ x, y }) => ({ x: area.x + x * area.width, y: area.y + y * area.height }));
  for (let round = 0; round < ROUNDS; round += 1) {
    let moved = false;
    for (let i = 0; i < places.length; i += 1)
      for (let k = i + 1; k < places.length; k += 1) {
        const [a, b] = [places[i] as Place, places[k] as Place];
        const wanted = (radii[i] as number) + (radii[k] as number) + APART;
        const [dx, dy] = [b.x - a.x, b.y - a.y];
        const distance = Math.hypot(dx, dy);
        if (distance >= wanted) continue;
        // Two at one place part along a direction of their own.
        const [ux, uy] = distance > 1e-6 ? [dx / distance, dy / distance] : [Math.cos(i + k), Math.sin(i + k)];
        const by = (wanted - distance) / 2;
        a.x -= ux * by;
        a.y -= uy * by;
        b.x += ux * by;
        b.y += uy * by;
        moved = true;
      }
    for (const place of places) {
      place.x = Math.min(Math.max(place.x, area.x), area.x + area.width);
      place.y = Math.min(Math.max(place.y, area.y), area.y + area.height);
    }
    if (!moved) break;
  }
  return places;
}

/** The convex outline of places, in order around; of fewer than three, these. */
export function hullOf(places: readonly Place[]): Place[] {
  const sorted = [...places].sort((a, b) => a.x - b.x || a.y - b.y);
  if (sorted.length < 3) return sorted;
  const cross = (o: Place, a: Place, b: Place) => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
  const half = (list: readonly Place[]) => {
    const kept: Place[] = [];
    for (const place of list) {
      while (kept.length >= 2 && cross(kept.at(-2) as Place, kept.at(-1) as Place, place) <= 0) kept.pop();
      kept.push(place);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

/** The outline of a hull, so far outside of it, rounded at its corners. */
export function outlinePath(hull: readonly Place[], reach: number): string {
  const edges = hull.flatMap((from, i) => {
    const to = hull[(i + 1) % hull.length] as Place;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (length === 0) return [];
    // The hull runs clockwise: outside is left of each edge.
    const [dx, dy] = [((to.y - from.y) / length) * reach, ((from.x - to.x) / length) * reach];
    return [[from.x + dx, from.y + dy, to.x + dx, to.y + dy].map((at) => at.toFixed(1))];
  });
  const [first] = edges;
  if (first === undefined) return '';
  const round = edges.map(([x1, y1, x2, y2]) => `A${reach},${reach} 0 0 1 ${x1},${y1}L${x2},${y2}`);
  return `M${edges.at(-1)?.slice(2).join(',')}${round.join('')}Z`;
}
