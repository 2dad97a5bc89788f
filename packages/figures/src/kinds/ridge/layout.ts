import { formatCount } from '@oncoloom/tool-kit';
import { ChartDataError, numbersOf, styleNumber, styleText, tableOf, textsOf } from '../../data/table.ts';
import type { FigureData, Size } from '../../data/types.ts';
import { numberAxis, outsideNote } from '../../plot/axes/axis-range.ts';
import { type Span, spanOf } from '../../plot/axes/scale.ts';
import { missingPNote, pScale } from '../../terms/p-scale.ts';
import { type TermItem, termItems } from '../../terms/term-items.ts';
import { layoutRows, rowsNote, type TermRows, termEntries, termsHeight } from '../../terms/term-rows.ts';
import { readTerms, type TermTable } from '../../terms/term-table.ts';
import type { ItemLayout } from '../kind.ts';

export interface Ridge {
  /** Row of the table of sets. */
  row: number;
  colour: string;
  /** Where the density is 0. */
  base: number;
  points: readonly (readonly [x: number, y: number])[];
}

export interface RidgeLayout extends ItemLayout {
  rows: TermRows;
  ridges: readonly Ridge[];
  zero: number | null;
  lineWidth: number;
  /** A chosen range cuts densities. */
  cut: boolean;
}

/** The highest ridge, in rows: it may reach over the one above. */
const REACH = 1.5;
/** Where the foot of a ridge stands in its row, from the middle. */
const FOOT = 0.38;
/** Over the uppermost ridge, in the size of the text. */
const HEADROOM = 1.2;
const LEAST_LINES = 1.5;

interface Densities {
  terms: TermTable;
  /** Points of each set, left to right, by its name. */
  curves: ReadonlyMap<string, readonly (readonly [number, number])[]>;
  span: Span;
  highest: number;
}

function densitiesOf(data: FigureData): Densities {
  const { figure, tables } = data;
  const { columns } = figure;
  const [sets, densities] = [tableOf(tables, 'sets'), tableOf(tables, 'densities')];
  const scores = columns.nes === undefined ? new Float64Array(sets.rowCount).fill(Number.NaN) : numbersOf(sets, columns.nes);
  const terms = readTerms(data, sets, scores);
  const names = textsOf(densities, columns.label);
  const [x, y] = [numbersOf(densities, columns.x), numbersOf(densities, columns.y)];
  const curves = new Map<string, (readonly [number, number])[]>();
  names.forEach((name, i) => {
    const [at, high] = [x[i] as number, y[i] as number];
    if (Number.isFinite(at) && Number.isFinite(high) && high >= 0) curves.set(name, [...(curves.get(name) ?? []), [at, high]]);
  });
  for (const points of curves.values()) points.sort((a, b) => a[0] - b[0]);
  const drawn = terms.labels.flatMap((label) => curves.get(label) ?? []);
  const span = spanOf(Float64Array.from(drawn, ([at]) => at));
  if (span === null) throw new ChartDataError('没有一个基因集有可画的密度');
  return { terms, curves, span, highest: drawn.reduce((most, [, high]) => Math.max(most, high), 0) };
}

/** Units of a density of 1: the highest reaches into the row above, and none over its part. */
function riseOf({ lines, panels }: TermRows, curves: Densities['curves'], highest: number, lowest: number): number {
  if (highest === 0) return 0;
  const within = lines.map(({ label, panel, y }) => {
    const peak = (curves.get(label) ?? []).reduce((most, [, high]) => Math.max(most, high), 0);
    const room = y + lowest * FOOT - (panels[panel]?.[0]?.plot.y ?? 0);
    return peak === 0 ? Number.POSITIVE_INFINITY : room / peak;
  });
  return Math.min((lowest * REACH) / highest, ...within);
}

export function screenHeight(data: FigureData, width: number): number {
  const { rowCount } = tableOf(data.tables, 'sets');
  return termsHeight(data, width, rowCount, 1);
}

/**
 * Ridges: how a statistic of the genes lies in each set, one density above the other on one axis, filled by P. Tables `sets` (a row per set
 * in display order; columns `label`, optionally `p` (0 to 1), `size` (count of genes), `nes`, `id`, `panel`) and `densities` (columns
 * `label` as in `sets`, `x`, `y`: points of the density along x). All densities have one scale, so that equal areas are equal shares. A line
 * runs at 0. Style: `row_order` (`value`: by NES), `p_colours`, `p_name`, `line_width`.
 */
export function layout(data: FigureData, size: Size): RidgeLayout {
  const { figure, style } = data;
  const { terms, curves, span, highest } = densitiesOf(data);
  const axis = numberAxis(style, 'x', span[0] === span[1] ? [span[0] - 1, span[1] + 1] : span);
  const colours = pScale(terms.p ?? [], style);
  const title = styleText(style, 'axis_title_x', figure.columns.x ?? '');
  const rows = layoutRows(data, size, {
    terms,
    axis,
    title,
    keys: colours.key === null ? [] : [colours.key],
    leastLines: LEAST_LINES,
    headroom: HEADROOM,
  });
  const lowest = Math.min(...rows.lines.map(({ height }) => height));
  const rise = riseOf(rows, curves, highest, lowest);
  const ridges: Ridge[] = [];
  const items: TermItem[] = [];
  let outside = 0;
  rows.lines.forEach((line, place) => {
    const [row] = line.rows as readonly [number];
    const points = curves.get(line.label);
    const scale = rows.panels[line.panel]?.[0]?.x;
    if (points === undefined || scale === undefined) return;
    if (axis.hides(points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0)) outside += 1;
    const base = line.y + lowest * FOOT;
    const placed = points.map(([x, y]) => [scale(x), base - y * rise] as const);
    const peak = placed.reduce((high, point) => (point[1] < high[1] ? point : high));
    ridges.push({
      row,
      base,
      points: placed,
      colour: terms.p === null ? styleText(style, 'bar_color', '#7BA6BD') : colours.colourOf(terms.p[row]),
    });
    const [from, to] = rows.frame.x.range;
    items.push({ row, line: place, group: 0, x: Math.min(Math.max(peak[0], from), to), y: base });
  });
  const empty = rows.lines.length - ridges.length;
  const [from, to] = axis.span;
  return {
    ...size,
    frame: rows.frame,
    wanted: rows.wanted,
    rows,
    ridges,
    zero: from < 0 && to > 0 ? 0 : null,
    lineWidth: styleNumber(style, 'line_width', 0.6),
    cut: axis.chosen,
    axes: { x: axis.controls },
    entries: termEntries(terms, style),
    items: '图中的基因集',
    ...termItems(data, terms, rows, items, 'NES'),
    note: [
      rowsNote(rows),
      empty > 0 ? `有 ${formatCount(empty)} 个基因集的基因太少，没有密度可画。` : '',
      missingPNote(colours.missing),
      outsideNote(outside, '个基因集的密度', axis),
    ].join(''),
  };
}
