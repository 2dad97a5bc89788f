import { formatP } from '@oncoloom/tool-kit';
import { optionalTexts, styleText, styleTuples, textsIfThere, textsOf } from '../../data/table.ts';
import type { ColumnarTable, FigureData } from '../../data/types.ts';
import type { ComparisonData } from './comparison-data.ts';
import { panelName } from './words.ts';

/** Two boxes and the P of their comparison. */
export interface Tested {
  /** Places of the two boxes. */
  boxes: readonly [number, number];
  /** What the style's `brackets` call the two. */
  names: readonly [readonly string[], readonly string[]];
  /** NaN where the result tells only a text. */
  p: number;
  text: string;
  /** Drawn where the style names no pairs. */
  usual: boolean;
}

export type PFormat = 'exact' | 'stars';

export const pFormatOf = ({ style }: Pick<FigureData, 'style'>): PFormat =>
  styleText(style, 'p_format', 'exact') === 'stars' ? 'stars' : 'exact';

/** 「P = 0.012」; stars are 0.05, 0.01 and 0.001, and ns above. Empty for NaN. */
export function writeP(p: number, format: PFormat): string {
  if (Number.isNaN(p)) return '';
  if (format === 'stars') return p < 0.001 ? '***' : p < 0.01 ? '**' : p < 0.05 ? '*' : 'ns';
  return p === 0 ? 'P < 1e−300' : `P = ${formatP(p)}`;
}

function numbersIfThere(table: ColumnarTable, name: string | undefined): Float64Array | null {
  const column = name === undefined ? undefined : table.columns[name];
  return column instanceof Float64Array ? column : null;
}

/** Comparisons of groups within categories: table `notes`. One that names no groups is of a category's first and last. */
function withinCategories({ figure: { columns }, tables: { notes } }: FigureData, data: ComparisonData): Tested[] {
  if (notes === undefined) return [];
  const facets = optionalTexts(notes, columns.facet);
  const labels = textsOf(notes, columns.label);
  const texts = textsOf(notes, columns.text);
  const [first, second, p] = [textsIfThere(notes, columns.group), textsIfThere(notes, columns.other), numbersIfThere(notes, columns.p)];
  return labels.flatMap((label, row): Tested[] => {
    const facet = facets?.[row] ?? '';
    const own = label === '' ? data.boxesIn(facet) : data.boxesOf(facet, label);
    const named = (name: string | undefined) => (name === undefined ? undefined : own.find((box) => data.groupOf(box) === name));
    const [from, to] = first === null ? [own[0], own.at(-1)] : [named(first[row]), named(second?.[row])];
    if (from === undefined || to === undefined) return [];
    const names = [[data.groupOf(from)], [data.groupOf(to)]] as const;
    return [{ boxes: [from, to], names, p: p?.[row] ?? Number.NaN, text: texts[row] ?? '', usual: texts[row] !== '' }];
  });
}

/** Comparisons of the categories of a panel: table `pairs`, and of a panel with two tested categories its own test in table `tests`. */
function betweenCategories({ figure: { columns }, tables: { pairs, tests } }: FigureData, data: ComparisonData): Tested[] {
  const tested = (features: readonly string[], row: number, from: number | undefined, to: number | undefined, p: number): Tested[] => {
    if (from === undefined || to === undefined || features[row] === undefined) return [];
    return [{ boxes: [from, to], names: [data.namesOf(from), data.namesOf(to)], p, text: '', usual: false }];
  };
  const rows: Tested[] = [];
  if (pairs !== undefined) {
    const features = textsOf(pairs, columns.feature);
    const [first, second] = [textsOf(pairs, columns.level_1), textsOf(pairs, columns.level_2)];
    const p = numbersIfThere(pairs, columns.pair_p);
    for (const [row, feature] of features.entries()) {
      const own = data.panelBoxes(feature);
      const at = (level: string | undefined) => own.find((box) => level !== undefined && data.namesOf(box).includes(level));
      rows.push(...tested(features, row, at(first[row]), at(second[row]), p?.[row] ?? Number.NaN));
    }
  }
  if (tests !== undefined) {
    const features = textsOf(tests, columns.feature);
    const p = numbersIfThere(tests, columns.p);
    for (const [row, feature] of features.entries()) {
      const own = data.panelBoxes(feature).filter((box) => data.isBoxed(box));
      if (own.length === 2) rows.push(...tested(features, row, own[0], own[1], p?.[row] ?? Number.NaN));
    }
  }
  return rows;
}

/** All comparisons whose P the result's tables hold. */
export function testedOf(figure: FigureData, data: ComparisonData): Tested[] {
  return [...withinCategories(figure, data), ...betweenCategories(figure, data)].filter(({ p, text }) => !Number.isNaN(p) || text !== '');
}

/** The P of each panel's own test, by the panel's name. */
export function panelTests({ figure: { columns }, tables: { tests } }: FigureData): ReadonlyMap<string, number> {
  if (tests === undefined) return new Map();
  const p = numbersIfThere(tests, columns.p);
  return new Map(textsOf(tests, columns.feature).map((feature, row) => [panelName(feature), p?.[row] ?? Number.NaN]));
}

export interface Chosen {
  drawn: readonly Tested[];
  /** Pairs of the style for which no table holds a P. */
  untested: readonly (readonly [string, string])[];
}

/** The comparisons that brackets are drawn for: those of the style's pairs, or the usual ones. */
export function chosenOf({ style }: Pick<FigureData, 'style'>, tested: readonly Tested[]): Chosen {
  const wanted = styleTuples(style, 'brackets', 2).map(([a = '', b = '']) => [a, b] as const);
  if (wanted.length === 0) return { drawn: tested.filter(({ usual }) => usual), untested: [] };
  const isOf = ({ names: [first, second] }: Tested, [a, b]: readonly [string, string]) =>
    (first.includes(a) && second.includes(b)) || (first.includes(b) && second.includes(a));
  return {
    drawn: tested.filter((one) => wanted.some((pair) => isOf(one, pair))),
    untested: wanted.filter((pair) => !tested.some((one) => isOf(one, pair))),
  };
}

/** The comparisons that can be chosen, each once. */
export function pairsOf(tested: readonly Tested[]): (readonly [string, string])[] {
  const pairs = tested.map(({ names: [first, second] }) => [first[0] ?? '', second[0] ?? ''] as const);
  return [...new Map(pairs.map((pair) => [pair.join('\n'), pair])).values()];
}
