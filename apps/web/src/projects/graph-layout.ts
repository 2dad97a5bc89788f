import { Graph, layout } from '@dagrejs/dagre';
import type { Lineage } from '@oncoloom/contract';

/** Pixels. */
export const STEP = { width: 248, height: 132 };
export const FILE = { width: 176, height: 60 };
const GAP = { rank: 56, node: 20 };

interface Place {
  x: number;
  y: number;
}

/** Where everything of a project's graph stands, from the left to the right. */
interface GraphLayout {
  width: number;
  height: number;
  /** Upper left corners. */
  steps: ReadonlyMap<number, Place>;
  files: ReadonlyMap<number, Place>;
  /** Lines from a source to a step, as paths of SVG; `to` tells whose they are. */
  edges: readonly { key: string; path: string; to: number }[];
}

const nameOf = (kind: 'file' | 'analysis', id: number): string => `${kind} ${id}`;

/** A line that leaves to the right and arrives from the left, through these points. */
function curve(points: readonly Place[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  let path = `M${first.x} ${first.y}`;
  let before = first;
  for (const point of rest) {
    const middle = (before.x + point.x) / 2;
    path += ` C${middle} ${before.y} ${middle} ${point.y} ${point.x} ${point.y}`;
    before = point;
  }
  return path;
}

/** Lays the graph out: sources left of what was made from them. */
export function layOut({
  steps,
  files,
  edges,
}: Pick<Lineage, 'edges'> & Record<'steps' | 'files', readonly { id: number }[]>): GraphLayout {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', ranksep: GAP.rank, nodesep: GAP.node, marginx: 2, marginy: 2 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of files) graph.setNode(nameOf('file', id), { ...FILE });
  for (const { id } of steps) graph.setNode(nameOf('analysis', id), { ...STEP });
  // Two fields that are fed by one source are one line.
  const lines = new Map(edges.map(({ from, to }) => [`${nameOf(from.kind, from.id)} > ${to}`, { from, to }]));
  for (const { from, to } of lines.values()) graph.setEdge(nameOf(from.kind, from.id), nameOf('analysis', to));
  layout(graph);
  const cornerOf = (name: string, { width, height }: { width: number; height: number }): Place => {
    const { x = 0, y = 0 } = graph.node(name) as Partial<Place>;
    return { x: x - width / 2, y: y - height / 2 };
  };
  const placed = (kind: 'file' | 'analysis', things: readonly { id: number }[], size: { width: number; height: number }) =>
    new Map(things.map(({ id }) => [id, cornerOf(nameOf(kind, id), size)]));
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  const [stepPlaces, filePlaces] = [placed('analysis', steps, STEP), placed('file', files, FILE)];
  return {
    width,
    height,
    steps: stepPlaces,
    files: filePlaces,
    edges: [...lines].map(([key, { from, to }]) => {
      const source = from.kind === 'file' ? { at: filePlaces.get(from.id), size: FILE } : { at: stepPlaces.get(from.id), size: STEP };
      const target = stepPlaces.get(to);
      if (source.at === undefined || target === undefined) return { key, path: '', to };
      const { points = [] } = graph.edge(nameOf(from.kind, from.id), nameOf('analysis', to)) as { points?: Place[] };
      // It leaves and arrives at the middle of a side; between them it goes round what stands in the way.
      const start = { x: source.at.x + source.size.width, y: source.at.y + source.size.height / 2 };
      const end = { x: target.x, y: target.y + STEP.height / 2 };
      const between = points.slice(1, -1).filter(({ x }) => x > start.x && x < end.x);
      return { key, path: curve([start, ...(between.length > 1 ? between : []), end]), to };
    }),
  };
}
