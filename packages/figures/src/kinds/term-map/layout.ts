import { formatCount, formatDecimal, formatP } from '@oncoloom/tool-kit';
import { groupsOf } from '../../data/groups.ts';
import { styleFlag, styleNumber, styleSize, styleText, tableOf } from '../../data/table.ts';
import type { FigureData, FigureStyle, ItemText, Size } from '../../data/types.ts';
import { axisEntries } from '../../plot/axes/axis-entries.ts';
import type { Rect } from '../../plot/place-labels.ts';
import { layoutFrame, type PlotFrame } from '../../plot/plot-frame.ts';
import { checkRoom } from '../../plot/room.ts';
import { heightFor } from '../../plot/screen-size.ts';
import { movedLabels } from '../../points/moved-labels.ts';
import { changeScale } from '../../terms/change-scale.ts';
import { keySideOf, layoutKeys, type PlacedKeys } from '../../terms/keys.ts';
import { pScale } from '../../terms/p-scale.ts';
import { sizeScale } from '../../terms/size-scale.ts';
import { sayIn } from '../../text/language.ts';
import { typefaceOf } from '../../text/typeface.ts';
import type { ItemLayout } from '../kind.ts';
import type { Edge } from '../network/positions.ts';
import { withinUnit } from '../network/positions.ts';
import { chosenNodes, type MapData, readMap } from './map-data.ts';
import { discBox, labelClusters, labelNodes, type MapLabel } from './map-labels.ts';
import { hullOf, mapPlaces, outlinePath, spreadDiscs } from './map-places.ts';

interface MapNode {
  name: string;
  x: number;
  y: number;
  radius: number;
  colour: string;
  gene: boolean;
}

export interface TermMapLayout extends ItemLayout {
  nodes: readonly MapNode[];
  edges: readonly { from: MapNode; to: MapNode; width: number; ends: readonly [number, number] }[];
  /** Clusters. */
  hulls: readonly { name: string; path: string; colour: string }[];
  labels: readonly MapLabel[];
  /** Size of the names of nodes, and of clusters. */
  nameSize: number;
  keys: PlacedKeys;
  keysAt: { x: number; y: number };
  omitted: { text: string; x: number; y: number };
}

/** Radii in the size of the text: the largest term, and every gene. */
const RADIUS = { term: 0.8, gene: 0.32 };
const EDGE_WIDTH = { least: 0.4, most: 2.6 };
const INSET = 1.6;
/** Around the discs of a cluster. */
const HULL = 5;
const NAME_SIZE = 0.9;
const KEYS_SHARE = { right: 0.26, bottom: 0.4 };
const GAP = 8;

export function screenHeight({ style }: FigureData, width: number): number {
  return Math.max(heightFor(style, width), Math.min(width, 420));
}

/** Placing takes a tenth of a second: the same tables are placed once, whatever the size. */
const placesOf = new WeakMap<object, { x: number; y: number }[]>();

function unitPlaces(map: MapData, chosen: readonly number[], radii: readonly number[], edges: readonly Edge[], key: object) {
  const known = placesOf.get(key);
  if (known !== undefined && known.length === chosen.length) return known;
  const { given } = map;
  const finite = given !== null && chosen.every((node) => Number.isFinite(given.x[node]) && Number.isFinite(given.y[node]));
  const places = finite
    ? withinUnit(chosen.map((node) => ({ x: given.x[node] as number, y: given.y[node] as number })))
    : mapPlaces(
        radii,
        edges,
        chosen.map((node) => map.clusters?.[node] ?? ''),
      );
  placesOf.set(key, places);
  return places;
}

/** What is told of a node. */
function describeOf(map: MapData, chosen: readonly number[], style: FigureStyle) {
  return (item: number): ItemText => {
    const node = chosen[item] ?? 0;
    const [size, p, change] = [map.size?.[node], map.p?.[node], map.change?.[node]];
    const known = (value: number | undefined): value is number => value !== undefined && !Number.isNaN(value);
    return {
      name: map.names[node] ?? '',
      italic: map.isGene[node] === true,
      tag: map.clusters?.[node] ?? '',
      rows: [
        ...(known(size) ? [['基因数', formatCount(size)] as const] : []),
        ...(known(p) ? [[styleText(style, 'p_name', '校正后 P').replaceAll('*', ''), formatP(p)] as const] : []),
        ...(known(change) ? [['log2FC', formatDecimal(change, 2)] as const] : []),
        ['连线', `${formatCount(map.degree[node] ?? 0)} 条`] as const,
      ],
    };
  };
}

interface Scales {
  size: ReturnType<typeof sizeScale>;
  p: ReturnType<typeof pScale>;
  change: ReturnType<typeof changeScale>;
}

function scalesOf(map: MapData, chosen: readonly number[], style: FigureStyle, textSize: number): Scales {
  const terms = chosen.filter((node) => map.isGene[node] !== true);
  const genes = chosen.filter((node) => map.isGene[node] === true);
  const values = (column: Float64Array | null, nodes: readonly number[]) =>
    column === null ? [] : nodes.map((node) => column[node] as number);
  const largest = styleSize(style, 'point_size', textSize * RADIUS.term);
  return {
    size: sizeScale(values(map.size, terms), largest, styleText(style, 'size_name', '基因数')),
    p: pScale(values(map.p, terms), style),
    change: changeScale(values(map.change, genes), style),
  };
}

/** The frame, which has no axes, and the legends beside or below it. */
function frameOf(data: FigureData, size: Size, scales: Scales): { frame: PlotFrame; keys: PlacedKeys; keysAt: { x: number; y: number } } {
  const { style } = data;
  const typeface = typefaceOf(style);
  const side = keySideOf(style, size.width);
  const room =
    side === 'right'
      ? { width: size.width * KEYS_SHARE.right, height: size.height - GAP * 2 }
      : { width: size.width - GAP * 2, height: size.height * KEYS_SHARE.bottom };
  const keys = layoutKeys(
    [scales.size.key, scales.p.key, scales.change.key].filter((key) => key !== null),
    style,
    side,
    room,
    typeface,
  );
  const below = side === 'bottom' && keys.height > 0 ? keys.height : 0;
  const frame = layoutFrame({
    width: size.width,
    height: size.height - below,
    view: { x: [0, 1], y: [0, 1] },
    titles: { x: '', y: '' },
    style: { ...style, axis_title_x: '', axis_title_y: '' },
    legend: [],
    names: { x: 0, y: 0 },
    ...(side === 'right' && keys.width > 0 && { rightAtLeast: keys.width + GAP * 2 }),
  });
  checkRoom(frame);
  const keysAt =
    side === 'right'
      ? {
          x: size.width - keys.width - GAP / 2,
          y: Math.max(2, Math.min(frame.plot.y + (frame.plot.height - keys.height) / 2, size.height - keys.height - 2)),
        }
      : { x: Math.max((size.width - keys.width) / 2, 2), y: size.height - keys.height - 2 };
  return { frame, keys, keysAt };
}

/** Clusters of two nodes or more, the largest first. */
function hullsOf(data: FigureData, map: MapData, chosen: readonly number[], nodes: readonly MapNode[]) {
  const { clusters } = map;
  if (clusters === null) return [];
  const members = new Map<string, MapNode[]>();
  chosen.forEach((node, i) => {
    const name = clusters[node] as string;
    if (name !== '') members.set(name, [...(members.get(name) ?? []), nodes[i] as MapNode]);
  });
  const several = [...members].filter(([, own]) => own.length > 1);
  const colours = new Map(
    groupsOf(
      several.map(([name]) => name),
      data.words,
      data.style,
    ).map(({ name, colour }) => [name, colour]),
  );
  return several
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([name, own]) => {
      const reach = Math.max(...own.map(({ radius }) => radius)) + HULL;
      return { name, own, path: outlinePath(hullOf(own), reach), colour: colours.get(name) ?? '' };
    });
}

/** The box around discs. */
function boxAround(nodes: readonly MapNode[], more: number): Rect {
  const left = Math.min(...nodes.map(({ x, radius }) => x - radius)) - more;
  const top = Math.min(...nodes.map(({ y, radius }) => y - radius)) - more;
  const right = Math.max(...nodes.map(({ x, radius }) => x + radius)) + more;
  const bottom = Math.max(...nodes.map(({ y, radius }) => y + radius)) + more;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * A map of terms, or a network of terms and their genes. Tables `nodes` (columns `label`; optionally `kind`: `term` or `gene`, `size` (count
 * of genes: the area of a term), `p` (0 to 1: the colour of a term), `change` (log2FC: the colour of a gene), `cluster` (what a term's cluster
 * is called; blank: none), `x` and `y` for places of its own) and `edges` (`from`, `to`: labels of nodes; optionally `weight`, such as the
 * share of common genes: the width). Clusters of two terms and more have an outline and their name; their terms are named where the
 * style's `name_terms` says so. Names cover no disc and no other name; what has no room is left out and counted.
 */
export function layout(data: FigureData, size: Size): TermMapLayout {
  const { tables, style } = data;
  const say = sayIn(style);
  const typeface = typefaceOf(style);
  const small = { ...typeface, size: typeface.size * NAME_SIZE };
  const map = readMap(data);
  const chosen = chosenNodes(map);
  const place = new Map(chosen.map((node, i) => [node, i]));
  const strongest = Math.max(...map.edges.map(({ weight }) => weight), 0) || 1;
  const edges = map.edges.flatMap(({ from, to, weight }): Edge[] => {
    const [a, b] = [place.get(from), place.get(to)];
    return a === undefined || b === undefined ? [] : [{ from: a, to: b, strength: weight / strongest }];
  });
  const scales = scalesOf(map, chosen, style, typeface.size);
  const { frame, keys, keysAt } = frameOf(data, size, scales);
  const radii = chosen.map((node) => (map.isGene[node] === true ? typeface.size * RADIUS.gene : scales.size.radiusOf(map.size?.[node])));
  const inset = Math.min(Math.max(...radii) * INSET + HULL, frame.plot.width / 4, frame.plot.height / 4);
  const area: Rect = {
    x: frame.plot.x + inset,
    y: frame.plot.y + inset,
    width: Math.max(frame.plot.width - inset * 2, 1),
    height: Math.max(frame.plot.height - inset * 2, 1),
  };
  const places = spreadDiscs(unitPlaces(map, chosen, radii, edges, tableOf(tables, 'nodes')), radii, area);
  const plain = styleText(style, 'bar_color', '#2f4b5c');
  const nodes = chosen.map((node, i): MapNode => {
    const gene = map.isGene[node] === true;
    const known = gene ? map.change !== null : map.p !== null;
    const colour = gene ? scales.change.colourOf(map.change?.[node]) : scales.p.colourOf(map.p?.[node]);
    const { x, y } = places[i] as { x: number; y: number };
    return { name: map.names[node] as string, x, y, radius: radii[i] as number, colour: known ? colour : plain, gene };
  });
  const hulls = hullsOf(data, map, chosen, nodes);
  const around = { bounds: { ...frame.plot, width: frame.plot.width - 2 }, discs: nodes.map(discBox), moved: movedLabels(style) };
  const clusters = hulls.map(({ name, own }) => {
    const box = boxAround(own, HULL);
    return { name, text: say(name), x: box.x + box.width / 2, y: box.y + box.height / 2, radius: 0, box };
  });
  const clusterLabels = labelClusters(clusters, { ...around, typeface: small });
  const inCluster = new Set(hulls.flatMap(({ own }) => own));
  const every = hulls.length === 0 || styleFlag(style, 'name_terms', false);
  const most = styleNumber(style, 'label_top', nodes.length);
  const named = nodes
    .filter((node) => (every ? !clusters.some(({ name }) => name === node.name) : !inCluster.has(node)))
    .slice(0, most)
    .map(({ name, x, y, radius, gene }) => ({ name, text: say(name), x, y, radius, look: gene ? ('gene' as const) : ('term' as const) }));
  // Genes take the room that terms leave.
  const of = (look: 'term' | 'gene', taken: readonly MapLabel[]) =>
    labelNodes(
      named.filter((node) => node.look === look),
      taken,
      { ...around, typeface: small },
    );
  const terms = [...clusterLabels, ...of('term', clusterLabels)];
  const labels = [...terms, ...of('gene', terms)];
  const left = map.names.length - chosen.length;
  const unplaced = clusters.length + named.length - labels.length;
  return {
    ...size,
    frame,
    nodes,
    edges: edges.flatMap(({ from, to, strength }) => {
      const [a, b] = [nodes[from], nodes[to]];
      const wide = EDGE_WIDTH.least + strength * (EDGE_WIDTH.most - EDGE_WIDTH.least);
      return a === undefined || b === undefined
        ? []
        : [{ from: a, to: b, width: map.clusters === null && nodes.some(({ gene }) => gene) ? 0.7 : wide, ends: [from, to] as const }];
    }),
    hulls: hulls.map(({ name, path, colour }) => ({ name, path, colour })),
    labels,
    nameSize: small.size,
    keys,
    keysAt,
    omitted: {
      text: left > 0 ? say({ zh: '另有 {n} 个节点未画', en: '{n} more nodes not shown' }, { n: left }) : '',
      x: frame.plot.x + frame.plot.width,
      y: frame.plot.y + frame.plot.height + typeface.size * 0.9,
    },
    movable: labels.map(({ x, y, width, height, name, from }) => ({ name, x: x + width / 2 - from.x, y: y + height / 2 - from.y })),
    entries: axisEntries([...hulls.map(({ name }) => name), ...nodes.filter(({ gene }) => !gene).map(({ name }) => name)], style),
    items: '图中的节点',
    stops: [...nodes.keys()],
    hit: (at) => {
      const found = nodes.findIndex(({ x, y, radius }) => Math.hypot(at.x - x, at.y - y) <= radius + 3);
      return found === -1 ? null : found;
    },
    anchor: (item) => ({ x: nodes[item]?.x ?? 0, y: nodes[item]?.y ?? 0 }),
    describe: describeOf(map, chosen, style),
    find: (name) => {
      const found = nodes.findIndex((node) => node.name.toUpperCase() === name.toUpperCase());
      return found === -1 ? null : found;
    },
    named: (item) => nodes[item]?.name ?? '',
    note: [
      left > 0 ? `共 ${formatCount(map.names.length)} 个节点，画出 ${formatCount(chosen.length)} 个。` : '',
      unplaced > 0 ? `有 ${formatCount(unplaced)} 个名称放不下，没有写出；加大图的尺寸可以写出更多。` : '',
    ].join(''),
  };
}
