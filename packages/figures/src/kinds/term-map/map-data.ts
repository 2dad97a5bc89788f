import { ChartDataError, numbersOf, optionalTexts, tableOf, textsOf } from '../../data/table.ts';
import type { FigureData } from '../../data/types.ts';

/** The tables by their roles. */
export interface MapData {
  names: readonly string[];
  /** Terms and genes; every node is a term where the table does not say. */
  isGene: readonly boolean[];
  clusters: readonly string[] | null;
  size: Float64Array | null;
  p: Float64Array | null;
  change: Float64Array | null;
  given: { x: Float64Array; y: Float64Array } | null;
  /** Each pair once, between different nodes of the table. */
  edges: readonly { from: number; to: number; weight: number }[];
  degree: readonly number[];
}

/** Reads tables `nodes` and `edges`. Throws `ChartDataError` where there is no node. */
export function readMap({ figure: { columns }, tables }: FigureData): MapData {
  const nodes = tableOf(tables, 'nodes');
  const edges = tableOf(tables, 'edges');
  const names = textsOf(nodes, columns.label);
  if (names.length === 0) throw new ChartDataError('没有可画的词条');
  const place = new Map(names.map((name, i) => [name, i]));
  const [from, to] = [textsOf(edges, columns.from), textsOf(edges, columns.to)];
  const weight = columns.weight === undefined ? null : numbersOf(edges, columns.weight);
  const pairs = new Map<string, { from: number; to: number; weight: number }>();
  from.forEach((name, row) => {
    const [a, b] = [place.get(name), place.get(to[row] as string)];
    const strength = weight === null ? 1 : Math.abs(weight[row] as number);
    if (a === undefined || b === undefined || a === b || !Number.isFinite(strength)) return;
    pairs.set(`${Math.min(a, b)} ${Math.max(a, b)}`, { from: a, to: b, weight: strength });
  });
  const degree = names.map(() => 0);
  for (const { from: a, to: b } of pairs.values()) {
    degree[a] = (degree[a] as number) + 1;
    degree[b] = (degree[b] as number) + 1;
  }
  const kinds = optionalTexts(nodes, columns.kind);
  const optional = (name: string | undefined) => (name === undefined ? null : numbersOf(nodes, name));
  const { x, y } = columns;
  return {
    names,
    isGene: names.map((_, i) => kinds?.[i] === 'gene'),
    clusters: optionalTexts(nodes, columns.cluster),
    size: optional(columns.size),
    p: optional(columns.p),
    change: optional(columns.change),
    given: x === undefined || y === undefined ? null : { x: numbersOf(nodes, x), y: numbersOf(nodes, y) },
    edges: [...pairs.values()],
    degree,
  };
}

/** More than these are no picture. */
const TERMS_MAX = 80;
const NODES_MAX = 200;

/** Nodes to draw: terms in the table's order, then the genes of most terms. */
export function chosenNodes({ names, isGene, degree }: MapData): number[] {
  const all = [...names.keys()];
  const terms = all.filter((node) => isGene[node] !== true).slice(0, TERMS_MAX);
  const genes = all.filter((node) => isGene[node] === true).sort((a, b) => (degree[b] as number) - (degree[a] as number) || a - b);
  return [...terms, ...genes.slice(0, NODES_MAX - terms.length)];
}
