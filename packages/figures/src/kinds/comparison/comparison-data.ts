import { COLOURS } from '@oncoloom/tool-kit';
import { type Facets, facetsOf } from '../../data/facets.ts';
import { type Group, groupsOf } from '../../data/groups.ts';
import { ChartDataError, numbersOf, optionalTexts, styleText, styleTuples, tableOf, textsIfThere, textsOf } from '../../data/table.ts';
import type { FigureData, FigureStyle } from '../../data/types.ts';
import { type BoxPoints, boxPointsOf } from './box-points.ts';
import { areOwnGroups, type Places, placesOf } from './places.ts';
import { levelOf, panelName } from './words.ts';

/** Of fewer values a box would show quarters that nobody measured; the word `boxed_from` of a result says another number. */
const BOXED_FROM = 3;

/** The tables of a comparison, read. */
export interface ComparisonData extends Omit<BoxPoints, 'finite' | 'groups'> {
  /** Category of each box. */
  labels: readonly string[];
  numbers: Readonly<Record<'n' | 'low' | 'q1' | 'median' | 'q3' | 'high', Float64Array>>;
  facets: Facets;
  /** Are there groups within the categories? */
  grouped: boolean;
  /** Boxes that may stand beside each other in a category. */
  abreast: number;
  groups: readonly Group[];
  places: Places;
  /** Values that are no finite numbers. */
  lost: number;
  isBoxed: (box: number) => boolean;
  /** Name of a box's group; empty where there are none. */
  groupOf: (box: number) => string;
  /** What a box's category is called: with and without the number of its values. */
  namesOf: (box: number) => readonly string[];
  /** Boxes of a category, in order. */
  boxesOf: (facet: string, label: string) => readonly number[];
  /** Boxes of a panel, in order. */
  boxesIn: (facet: string) => readonly number[];
  /** What the test of a panel says, as the result's table has it; empty where it does not. */
  testOf: (facet: string) => string;
  /** Boxes of the panel with this name, in order. */
  panelBoxes: (name: string) => readonly number[];
}

/** What results called tumour and normal before they named them. */
const EARLIER_TISSUES = { tumor_group: '肿瘤', normal_group: '正常' };

/** The groups that the result itself calls tumour and normal, or high and low, take the style's own colours, other groups those of every figure. */
function comparisonGroups(groups: readonly string[], { figure, style, words }: FigureData): Group[] {
  const colours = (high: string, low: string) => ({
    case_color: styleText(style, high, COLOURS.tumor),
    control_color: styleText(style, low, COLOURS.normal),
  });
  const { high_group, low_group } = words;
  if (high_group !== undefined && low_group !== undefined)
    return groupsOf(groups, { case_group: high_group, control_group: low_group }, { ...style, ...colours('high_color', 'low_color') });
  const earlier = figure.style.tumor_color === undefined ? {} : EARLIER_TISSUES;
  const { tumor_group, normal_group }: FigureData['words'] = { ...earlier, ...words };
  if (tumor_group === undefined || normal_group === undefined) return groupsOf(groups, {}, style);
  return groupsOf(
    groups,
    { case_group: tumor_group, control_group: normal_group },
    { ...style, ...colours('tumor_color', 'normal_color') },
  );
}

export function facetsOfFigure({ figure, tables }: FigureData): Facets {
  const boxes = tableOf(tables, 'boxes');
  return facetsOf(optionalTexts(boxes, figure.columns.facet), boxes.rowCount);
}

/** Boxes of each panel in the table's order; categories that the style orders come first, in its order. */
function arranged(facets: Facets, labels: readonly string[], n: Float64Array, style: FigureStyle): Facets {
  const order = styleTuples(style, 'group_order', 1).map(([name]) => name);
  const rank = (row: number) => {
    const label = labels[row] as string;
    const place = order.findIndex((name) => name === label || name === levelOf(label, n[row]));
    return place === -1 ? order.length : place;
  };
  return { ...facets, rows: facets.rows.map((rows) => rows.toSorted((a, b) => rank(a) - rank(b))) };
}

/** Reads the tables. Throws `ChartDataError` where one lacks what the figure needs, and where there is nothing to draw. */
export function readComparison(data: FigureData): ComparisonData {
  const { figure, tables, style } = data;
  const { columns } = figure;
  const boxes = tableOf(tables, 'boxes');
  const labels = textsOf(boxes, columns.label);
  const membership = optionalTexts(boxes, columns.group);
  const of = (role: string) => numbersOf(boxes, columns[role]);
  const numbers = { n: of('n'), low: of('low'), q1: of('q1'), median: of('median'), q3: of('q3'), high: of('high') };
  const { finite, groups: memberships, ...points } = boxPointsOf(data);
  const { values } = points;
  if (labels.length === 0 || finite === 0)
    throw new ChartDataError(values.length === 0 ? '没有可画的样本' : `${values.length} 个样本都没有数值可画`);
  const groups = comparisonGroups(memberships, data);
  const facets = arranged(facetsOfFigure(data), labels, numbers.n, style);
  const own = areOwnGroups(labels, membership);
  const boxedFrom = Number(data.words.boxed_from ?? BOXED_FROM);
  const groupOf = (box: number) => membership?.[box] ?? '';
  const places = placesOf(
    facets,
    labels,
    membership ?? labels.map(() => ''),
    groups.map(({ name }) => name),
  );
  const inOrder = facets.rows.map((rows) => rows.toSorted((a, b) => placeIn(places, a) - placeIn(places, b)));
  const tests = textsIfThere(boxes, columns.facet_test);
  const boxesIn = (facet: string) => inOrder[facets.names.indexOf(facet)] ?? [];
  return {
    labels,
    numbers,
    facets,
    grouped: membership !== null && !own,
    abreast: own ? 1 : groups.length,
    groups,
    places,
    ...points,
    lost: values.length - finite,
    isBoxed: (box) => (numbers.n[box] as number) >= boxedFrom,
    groupOf,
    namesOf: (box) => [labels[box] as string, levelOf(labels[box] as string, numbers.n[box])],
    boxesIn,
    boxesOf: (facet, label) => boxesIn(facet).filter((box) => labels[box] === label),
    testOf: (facet) => tests?.[boxesIn(facet)[0] ?? -1] ?? '',
    panelBoxes: (name) => inOrder[facets.names.findIndex((facet) => panelName(facet) === name)] ?? [],
  };
}

/** Where a box stands along its panel. */
export function placeIn(places: Places, box: number): number {
  return (places.category[box] as number) + (places.offsets[places.group[box] as number] ?? 0);
}
