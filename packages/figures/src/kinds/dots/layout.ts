import { formatCount } from '@oncoloom/tool-kit';
import { ChartDataError, styleSize, styleText, tableOf } from '../../data/table.ts';
import type { FigureData, Size } from '../../data/types.ts';
import { logSpanOf, numberAxis, outsideNote } from '../../plot/axes/axis-range.ts';
import { padSpan, type Span, spanOf } from '../../plot/axes/scale.ts';
import { missingPNote, pScale } from '../../terms/p-scale.ts';
import { sizeScale } from '../../terms/size-scale.ts';
import { type TermItem, termItems } from '../../terms/term-items.ts';
import { layoutRows, rowsNote, type TermRows, termEntries, termsHeight } from '../../terms/term-rows.ts';
import { readTerms, type TermTable } from '../../terms/term-table.ts';
import { plainTitle } from '../../text/title-marks.ts';
import { typefaceOf } from '../../text/typeface.ts';
import type { ItemLayout } from '../kind.ts';

export interface Dot {
  /** Row of the table. */
  row: number;
  x: number;
  y: number;
  radius: number;
  colour: string;
}

export interface DotsLayout extends ItemLayout {
  rows: TermRows;
  dots: readonly Dot[];
  /** Where a line runs across: 0 where values lie on both of its sides. */
  zero: number | null;
}

/** Share of the axis that is free at either end. */
const PAD = 0.07;
/** The same of narrow panels. */
const PAD_BESIDE = 0.12;
/** The largest disc, in the size of the text. */
const LARGEST = 0.62;

function termsOf(data: FigureData): TermTable {
  const terms = readTerms(data, tableOf(data.tables, 'terms'));
  if (terms.labels.length === 0) throw new ChartDataError('表里没有一个词条，没有可画的点');
  if (terms.x.every(Number.isNaN)) throw new ChartDataError('词条没有可画的数值');
  return terms;
}

export function screenHeight(data: FigureData, width: number): number {
  const terms = readTerms(data, tableOf(data.tables, 'terms'));
  return termsHeight(data, width, terms.lines.flat().length, terms.panels.names.length);
}

/** Around the values, but not to the other side of 0. */
function spanFor({ x, groups }: TermTable): Span {
  const [least, most] = spanOf(x) ?? [0, 1];
  const [low, high] = padSpan([least, most], groups.names.length > 1 ? PAD_BESIDE : PAD);
  return [least > 0 ? Math.max(low, 0) : low, most < 0 ? Math.min(high, 0) : high];
}

/**
 * Dot plot of an enrichment: terms as rows, a number along the lower axis, the count of genes as the area of the disc and P as its colour.
 * Table `terms`, a row per disc in display order; columns `label` (the term's name) and `x` (GeneRatio as a fraction, RichFactor,
 * FoldEnrichment, NES, −log10 P); optionally `size` (count of genes), `p` (0 to 1), `id` (the term's identifier), `panel` (parts with rows of
 * their own, one below the other: BP, CC, MF) and `group` (comparisons side by side that share the rows: up, down). Where values lie on
 * both sides of 0, a line stands there. Style: `row_order`, `p_colours`, `p_name`, `size_name`, `point_size` (radius of the largest disc).
 */
export function layout(data: FigureData, size: Size): DotsLayout {
  const { figure, style } = data;
  const terms = termsOf(data);
  const typeface = typefaceOf(style);
  const span = spanFor(terms);
  const axis = numberAxis(style, 'x', span, logSpanOf(terms.x));
  const colours = pScale(terms.p ?? [], style);
  const sizes = sizeScale(
    terms.size ?? [],
    styleSize(style, 'point_size', typeface.size * LARGEST),
    styleText(style, 'size_name', '基因数'),
  );
  const title = styleText(style, 'axis_title_x', figure.columns.x ?? '');
  const keys = [sizes.key, colours.key].filter((key) => key !== null);
  const rows = layoutRows(data, size, { terms, axis, title, keys });
  const dots: Dot[] = [];
  const items: TermItem[] = [];
  let outside = 0;
  rows.lines.forEach((line, place) => {
    for (const row of line.rows) {
      const group = terms.groups.of[row] as number;
      const scale = rows.panels[line.panel]?.[group]?.x;
      const value = terms.x[row] as number;
      if (scale === undefined || Number.isNaN(value)) continue;
      if (axis.hides(value)) {
        outside += 1;
        continue;
      }
      const at = { x: scale(value), y: line.y };
      dots.push({
        row,
        ...at,
        radius: sizes.radiusOf(terms.size?.[row]),
        colour: terms.p === null ? styleText(style, 'bar_color', '#2f4b5c') : colours.colourOf(terms.p[row]),
      });
      items.push({ row, line: place, group, ...at });
    }
  });
  const missing = terms.x.filter(Number.isNaN).length;
  return {
    ...size,
    frame: rows.frame,
    wanted: rows.wanted,
    rows,
    dots,
    zero: axis.span[0] < 0 && axis.span[1] > 0 && terms.x.some((value) => value < 0) ? 0 : null,
    axes: { x: axis.controls },
    entries: termEntries(terms, style),
    items: '图中的词条',
    ...termItems(data, terms, rows, items, plainTitle(title)),
    note: [
      rowsNote(rows),
      missing > 0 ? `有 ${formatCount(missing)} 个词条的数值缺失或不是有限的数，没有画。` : '',
      missingPNote(colours.missing),
      outsideNote(outside, '个词条的点', axis),
    ].join(''),
  };
}
