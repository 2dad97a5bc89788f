import { formatCount, formatDecimal } from '@oncoloom/tool-kit';
import { type Group, groupsOf, legendOf } from '../../data/groups.ts';
import { subjectOf } from '../../data/subject.ts';
import {
  ChartDataError,
  numbersOf,
  optionalTexts,
  rowsWhere,
  styleList,
  styleNumber,
  styleText,
  styleTuples,
  tableOf,
  textsOf,
} from '../../data/table.ts';
import type { FigureData, FigureStyle, Size } from '../../data/types.ts';
import { type PlacedLabel, placeLabels, type Rect } from '../../plot/place-labels.ts';
import { layoutFrame } from '../../plot/plot-frame.ts';
import { checkRoom } from '../../plot/room.ts';
import { heightFor } from '../../plot/screen-size.ts';
import { movedLabels } from '../../points/moved-labels.ts';
import { sayIn } from '../../text/language.ts';
import { textWidth } from '../../text/measure.ts';
import { typefaceOf } from '../../text/typeface.ts';
import type { ItemLayout } from '../kind.ts';
import { type Edge, forcePositions, withinUnit } from './positions.ts';

interface NetworkNode {
  name: string;
  x: number;
  y: number;
  radius: number;
  colour: string;
}

export interface NetworkLayout extends ItemLayout {
  nodes: readonly NetworkNode[];
  edges: readonly { from: NetworkNode; to: NetworkNode; width: number; ends: readonly [number, number] }[];
  labels: readonly (PlacedLabel & { text: string; node: NetworkNode })[];
  italic: boolean;
  omitted: { text: string; x: number; y: number };
}

/** More than these are no picture: the best connected are drawn. */
const NODES_MAX = 200;
const RADIUS = { least: 2.5, most: 8 };
const EDGE_WIDTH = { least: 0.4, most: 2.4 };
const INSET = 16;

interface Values {
  names: readonly string[];
  groups: readonly string[] | null;
  sizes: Float64Array | null;
  given: { x: Float64Array; y: Float64Array } | null;
  edges: readonly { from: number; to: number; weight: number }[];
  degree: readonly number[];
}

function valuesOf({ figure: { columns }, tables, style }: FigureData): Values {
  const all = tableOf(tables, 'nodes');
  const only = styleText(style, 'only_group', '').trim();
  const groups = only === '' ? null : textsOf(all, columns.group);
  if (groups !== null && !groups.includes(only)) throw new ChartDataError(`没有「${only}」这个模块，请核对写法，或留空画全部`);
  const nodes = groups === null ? all : rowsWhere(all, (row) => groups[row] === only);
  const edges = tableOf(tables, 'edges');
  const names = textsOf(nodes, columns.label);
  if (names.length === 0) throw new ChartDataError('没有可画的节点');
  const place = new Map(names.map((name, i) => [name, i]));
  const [from, to] = [textsOf(edges, columns.from), textsOf(edges, columns.to)];
  const weight = columns.weight === undefined ? null : numbersOf(edges, columns.weight);
  const known = [...from.keys()].flatMap((row) => {
    const ends = [place.get(from[row] as string), place.get(to[row] as string)] as const;
    const strength = weight === null ? 1 : Math.abs(weight[row] as number);
    return ends[0] === undefined || ends[1] === undefined || ends[0] === ends[1] || !Number.isFinite(strength)
      ? []
      : [{ from: ends[0], to: ends[1], weight: strength }];
  });
  const degree = names.map(() => 0);
  for (const { from: a, to: b } of known) {
    degree[a] = (degree[a] as number) + 1;
    degree[b] = (degree[b] as number) + 1;
  }
  const { x, y } = columns;
  return {
    names,
    groups: optionalTexts(nodes, columns.group),
    sizes: columns.size === undefined ? null : numbersOf(nodes, columns.size),
    given: x === undefined || y === undefined ? null : { x: numbersOf(nodes, x), y: numbersOf(nodes, y) },
    edges: known,
    degree,
  };
}

export function screenHeight({ style }: FigureData, width: number): number {
  return heightFor(style, width);
}

/** Nodes to draw, the best connected first. */
const chosenNodes = ({ names, degree }: Values): number[] =>
  [...names.keys()].sort((a, b) => (degree[b] as number) - (degree[a] as number) || a - b).slice(0, NODES_MAX);

/** Area by size, or by the number of edges. */
function radiiOf(values: Values, chosen: readonly number[]): number[] {
  const amounts = chosen
    .map((node) => (values.sizes ?? values.degree)[node] as number)
    .map((amount) => (Number.isFinite(amount) ? Math.max(amount, 0) : 0));
  const most = Math.max(...amounts, 0);
  const range = RADIUS.most ** 2 - RADIUS.least ** 2;
  return amounts.map((amount) => Math.sqrt(RADIUS.least ** 2 + (most === 0 ? 0 : (amount / most) * range)));
}

/** Placing takes a tenth of a second: the same nodes of the same tables are placed once, whatever the size. */
const placesOf = new WeakMap<object, Map<string, { x: number; y: number }[]>>();

function unitPlaces(values: Values, chosen: readonly number[], radii: readonly number[], edges: readonly Edge[], key: object) {
  const { given } = values;
  const placed = placesOf.get(key) ?? new Map<string, { x: number; y: number }[]>();
  placesOf.set(key, placed);
  const shown = chosen.map((node) => values.names[node]).join('\n');
  const known = placed.get(shown);
  if (known !== undefined) return known;
  const places =
    given === null
      ? forcePositions(radii, edges)
      : withinUnit(chosen.map((node) => ({ x: given.x[node] as number, y: given.y[node] as number })));
  placed.set(shown, places);
  return places;
}

/** Points spread over the discs of nodes, so that names keep off them. */
function discPoints(nodes: readonly NetworkNode[]): { xs: number[]; ys: number[] } {
  const spread = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => (i / 8) * 2 * Math.PI);
  const places = nodes.flatMap(({ x, y, radius }) => [
    { x, y },
    ...spread.map((angle) => ({ x: x + Math.cos(angle) * radius, y: y + Math.sin(angle) * radius })),
  ]);
  return { xs: places.map(({ x }) => x), ys: places.map(({ y }) => y) };
}

/** Names that somebody put elsewhere, by their place in the list. */
function movedNodes(style: FigureStyle, named: readonly NetworkNode[]): Map<number, { x: number; y: number }> {
  const moved = movedLabels(style);
  return new Map(
    named.flatMap(({ name, x, y }, i): [number, { x: number; y: number }][] => {
      const by = moved.get(name);
      return by === undefined ? [] : [[i, { x: x + by.x, y: y + by.y }]];
    }),
  );
}

function describeOf(values: Values, chosen: readonly number[], italic: boolean) {
  return (item: number) => {
    const node = chosen[item] ?? 0;
    const size = values.sizes?.[node];
    return {
      name: values.names[node] ?? '',
      italic,
      tag: values.groups?.[node] ?? '',
      rows: [
        ['连线', `${formatCount(values.degree[node] ?? 0)} 条`] as const,
        ...(size === undefined || Number.isNaN(size) ? [] : [['大小', formatDecimal(size, 2)] as const]),
      ],
    };
  };
}

const HEX = /^#[0-9a-f]{6}$/i;

/** Groups in the colours that the nodes' table gives them, where the user gave none. */
function coloured(groups: readonly Group[], { figure: { columns }, tables, style }: FigureData): Group[] {
  if (columns.colour === undefined) return [...groups];
  const nodes = tableOf(tables, 'nodes');
  const [names, colours] = [textsOf(nodes, columns.group), textsOf(nodes, columns.colour)];
  const chosen = new Set(styleTuples(style, 'group_colours', 2).map(([name]) => name));
  return groups.map((group) => {
    const own = colours[names.indexOf(group.name)] ?? '';
    return HEX.test(own) && !chosen.has(group.name) ? { ...group, colour: own } : group;
  });
}

/**
 * Nodes and the edges between them. Tables `nodes` (columns `label`, optionally `group`, `colour` of the group, `size`, `x` and `y` for places of its own) and
 * `edges` (`from`, `to`, optionally `weight`, whose size counts). Style: `only_group` (nodes of this group alone). Without places the nodes are placed by forces.
 */
export function layout(data: FigureData, { width, height }: Size): NetworkLayout {
  const { figure, tables, style, words } = data;
  const say = sayIn(style);
  const typeface = typefaceOf(style);
  const values = valuesOf(data);
  const chosen = chosenNodes(values);
  const place = new Map(chosen.map((node, i) => [node, i]));
  const strongest = Math.max(...values.edges.map(({ weight }) => weight), 0) || 1;
  const edges = values.edges.flatMap(({ from, to, weight }): Edge[] => {
    const [a, b] = [place.get(from), place.get(to)];
    return a === undefined || b === undefined ? [] : [{ from: a, to: b, strength: weight / strongest }];
  });
  const radii = radiiOf(values, chosen);
  const unit = unitPlaces(values, chosen, radii, edges, tableOf(tables, 'edges'));
  const groups = coloured(groupsOf(values.groups ?? values.names.map(() => ''), words, style), data);
  const frame = layoutFrame({
    width,
    height,
    view: { x: [0, 1], y: [0, 1] },
    titles: { x: '', y: '' },
    style: { ...style, axis_title_x: '', axis_title_y: '' },
    legend: values.groups === null ? [] : legendOf(groups),
    legendAbove: true,
    names: { x: 0, y: 0 },
  });
  checkRoom(frame);
  const area: Rect = {
    x: frame.plot.x + INSET,
    y: frame.plot.y + INSET,
    width: Math.max(frame.plot.width - INSET * 2, 1),
    height: Math.max(frame.plot.height - INSET * 2, 1),
  };
  const nodes = chosen.map((node, i): NetworkNode => {
    const group = groups.find(({ name }) => name === (values.groups?.[node] ?? ''));
    return {
      name: values.names[node] as string,
      x: area.x + (unit[i]?.x ?? 0.5) * area.width,
      y: area.y + (unit[i]?.y ?? 0.5) * area.height,
      radius: radii[i] as number,
      colour: group?.colour ?? '#2f4b5c',
    };
  });
  const italic = subjectOf(figure, words) === 'gene';
  const wanted = styleList(style, 'label_genes').map((name) => name.toUpperCase());
  const top = styleNumber(style, 'label_top', 40);
  const named = nodes.filter((node, i) => i < top || wanted.includes(node.name.toUpperCase()));
  const anchors = named.map(({ name, x, y }) => ({
    x,
    y,
    text: say(name),
    width: textWidth(say(name), typeface, italic ? 'italic' : 'normal'),
  }));
  const labels = placeLabels(anchors, {
    bounds: frame.plot,
    lineHeight: typeface.size * 1.15,
    radius: RADIUS.most,
    blocked: [],
    points: discPoints(nodes),
    fixed: movedNodes(style, named),
  }).map((label) => ({ ...label, text: anchors[label.anchor]?.text ?? '', node: named[label.anchor] as NetworkNode }));
  const left = values.names.length - chosen.length;
  const unplaced = named.length - labels.length;
  return {
    width,
    height,
    frame,
    nodes,
    edges: edges.flatMap(({ from, to, strength }) => {
      const [a, b] = [nodes[from], nodes[to]];
      const wide = EDGE_WIDTH.least + strength * (EDGE_WIDTH.most - EDGE_WIDTH.least);
      return a === undefined || b === undefined ? [] : [{ from: a, to: b, width: wide, ends: [from, to] as const }];
    }),
    labels,
    movable: labels.map(({ x, y, width: wide, height: high, node }) => ({
      name: node.name,
      x: x + wide / 2 - node.x,
      y: y + high / 2 - node.y,
    })),
    italic,
    omitted: {
      text: left > 0 ? say({ zh: '另有 {n} 个连线较少的节点未画', en: '{n} nodes with fewer edges not shown' }, { n: left }) : '',
      x: frame.plot.x + frame.plot.width,
      y: height - typeface.size * 0.4,
    },
    items: '图中的节点',
    stops: [...nodes.keys()],
    hit: (at) => {
      const found = nodes.findIndex(({ x, y, radius }) => Math.hypot(at.x - x, at.y - y) <= radius + 4);
      return found === -1 ? null : found;
    },
    anchor: (item) => ({ x: nodes[item]?.x ?? 0, y: nodes[item]?.y ?? 0 }),
    describe: describeOf(values, chosen, italic),
    find: (name) => {
      const found = nodes.findIndex((node) => node.name.toUpperCase() === name.toUpperCase());
      return found === -1 ? null : found;
    },
    named: (item) => nodes[item]?.name ?? '',
    note: [
      left > 0 ? `共 ${formatCount(values.names.length)} 个节点，画出连线最多的 ${formatCount(chosen.length)} 个。` : '',
      unplaced > 0 ? `有 ${formatCount(unplaced)} 个名字放不下，没有写出。` : '',
    ].join(''),
  };
}
