import { type Facets, facetsOf } from '../data/facets.ts';
import { inOrder, numbersOf, optionalTexts, styleText, textsOf } from '../data/table.ts';
import type { ColumnarTable, FigureData } from '../data/types.ts';

/** What sizes and colours of terms stand for. */
export const TERM_WORDS = [
  { zh: '基因数', en: 'Number of genes' },
  { zh: '校正后 P', en: 'Adjusted P' },
  { zh: '校正后 *P*', en: 'Adjusted *P*' },
];

/** A row of a figure of terms: one term in one panel, with a row of the table for each group that has it. */
export interface TermLine {
  /** The term's name. */
  label: string;
  panel: number;
  rows: readonly number[];
}

/** A table of terms by its roles. */
export interface TermTable {
  labels: readonly string[];
  ids: readonly string[] | null;
  /** What the rows are placed by; NaN where it is missing or infinite. */
  x: Float64Array;
  p: Float64Array | null;
  size: Float64Array | null;
  /** Parts with rows of their own, one below the other, such as ontologies. */
  panels: Facets;
  /** Comparisons side by side that share their rows. */
  groups: Facets;
  /** By panel. */
  lines: readonly (readonly TermLine[])[];
}

/** Panels or groups as the style's `group_order` has them. */
function ordered(facets: Facets, style: FigureData['style']): Facets {
  const names = inOrder(style, facets.names, (name) => name);
  const place = facets.names.map((name) => names.indexOf(name));
  return {
    names,
    of: facets.of.map((one) => place[one] as number),
    rows: names.map((name) => facets.rows[facets.names.indexOf(name)] as readonly number[]),
  };
}

/** Lines of a panel in the order of the table or, by the style's `row_order`, of their values. */
function sortLines(
  lines: readonly TermLine[],
  { x, p, order }: { x: Float64Array; p: Float64Array | null; order: string },
): readonly TermLine[] {
  if (order !== 'value' && (order !== 'p' || p === null)) return lines;
  const keyOf = ({ rows }: TermLine): number => {
    const values = rows.map((row) => (order === 'value' ? -(x[row] as number) : (p?.[row] as number))).filter(Number.isFinite);
    return Math.min(...values);
  };
  return lines.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));
}

/**
 * Reads columns `label`, `x`, and where they are declared `p`, `size`, `id`, `panel`, `group`. A term is one by its `id`, else by its name;
 * one that comes again in its panel and group has a line of its own.
 *
 * @param placed In place of column `x`.
 */
export function readTerms({ figure: { columns }, style }: FigureData, table: ColumnarTable, placed?: Float64Array): TermTable {
  const labels = textsOf(table, columns.label);
  const ids = optionalTexts(table, columns.id);
  const given = placed ?? numbersOf(table, columns.x);
  const x = given.map((value) => (Number.isFinite(value) ? value : Number.NaN));
  const optional = (name: string | undefined) => (name === undefined ? null : numbersOf(table, name));
  const p = optional(columns.p);
  const panels = ordered(facetsOf(optionalTexts(table, columns.panel), table.rowCount), style);
  const groups = ordered(facetsOf(optionalTexts(table, columns.group), table.rowCount), style);
  const found = panels.names.map(() => new Map<string, number[]>());
  const times = new Map<string, number>();
  for (let row = 0; row < table.rowCount; row += 1) {
    const term = ids?.[row] || (labels[row] as string);
    const place = `${panels.of[row]}\t${groups.of[row]}\t${term}`;
    const again = times.get(place) ?? 0;
    times.set(place, again + 1);
    const lines = found[panels.of[row] as number] as Map<string, number[]>;
    lines.set(`${again}\t${term}`, [...(lines.get(`${again}\t${term}`) ?? []), row]);
  }
  const order = styleText(style, 'row_order', 'table');
  const lines = found.map((own, panel) => {
    const list = [...own.values()].map((rows): TermLine => ({ label: labels[rows[0] as number] as string, panel, rows }));
    return inOrder(style, sortLines(list, { x, p, order }), ({ label }) => label);
  });
  return { labels, ids, x, p, size: optional(columns.size), panels, groups, lines };
}
