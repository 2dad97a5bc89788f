import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force';

export interface Edge {
  from: number;
  to: number;
  /** Share of the strongest, 0 to 1. */
  strength: number;
}

const STEPS = 300;

/**
 * Places of nodes, 0 to 1 in both directions, by forces: edges pull, nodes push. The same nodes and edges give the same places: the start
 * is a spiral and nothing is random (d3-force).
 */
export function forcePositions(radii: readonly number[], edges: readonly Edge[]): { x: number; y: number }[] {
  const nodes = radii.map((radius): SimulationNodeDatum & { radius: number } => ({ radius }));
  const links = edges.map(({ from, to, strength }): SimulationLinkDatum<SimulationNodeDatum> & { strength: number } => ({
    source: from,
    target: to,
    strength,
  }));
  forceSimulation(nodes)
    .force(
      'link',
      forceLink(links)
        .distance((link) => 46 - 20 * link.strength)
        .strength((link) => 0.15 + 0.5 * link.strength),
    )
    .force('push', forceManyBody().strength(-90))
    .force(
      'collide',
      forceCollide<(typeof nodes)[number]>((node) => node.radius + 3),
    )
    .force('x', forceX().strength(0.06))
    .force('y', forceY().strength(0.06))
    .stop()
    .tick(STEPS);
  return withinUnit(nodes.map(({ x = 0, y = 0 }) => ({ x, y })));
}

/** Stretches places to the unit square; one alone, or several at one place, stand in the middle. */
export function withinUnit(places: readonly { x: number; y: number }[]): { x: number; y: number }[] {
  const unit = (axis: 'x' | 'y') => {
    const values = places.map((place) => place[axis]);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return (value: number) => (high > low ? (value - low) / (high - low) : 0.5);
  };
  const [x, y] = [unit('x'), unit('y')];
  return places.map((place) => ({ x: x(place.x), y: y(place.y) }));
}
