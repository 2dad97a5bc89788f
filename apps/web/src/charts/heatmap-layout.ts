import {
  type FigureStyle,
  type Group,
  type LegendPosition,
  legendPositionOf,
  type Rect,
  styleFlag,
  styleNumber,
  styleText,
  type Typeface,
  textWidth,
  typefaceOf,
} from '@oncoloom/figures';

import { type ColourScale, scaleTicks } from './heatmap-cells.ts';

export interface HeatmapLayout {
  /** May exceed the width available: the card then scrolls sideways. */
  width: number;
  height: number;
  cells: Rect;
  /** Of the rows; without width where they are not written. */
  names: Rect;
  rowTree: Rect;
  columnTree: Rect;
  groupBar: Rect;
  legend: { position: LegendPosition; x: number; y: number; groups: { x: number; y: number }[] };
  typeface: Typeface;
  /** Pixels of gene and sample names; 0 when they are not written. */
  geneSize: number;
  sampleSize: number;
  title: string;
  axisTitle: string;
}

/** Beyond these many rows no name can be read, and the page would grow without end. */
export const NAMED_ROWS_MAX = 120;
const NAMED_COLUMNS_MAX = 150;
const NARROW = 560;
const CELLS_HEIGHT_MAX = 700;
const COLUMN_MIN = 3.2;
/** A cohort's samples cannot be told apart however wide they are: all fit the page, with the names beside them. */
const TOLD_APART_MAX = 250;
const BAR = 10;
const GAP = 6;
export const LEGEND_RAMP = { width: 15, height: 126 } as const;
export const LEGEND_RAMP_ACROSS = { width: 110, height: 10 } as const;

function longest(texts: readonly string[], typeface: Typeface, variant: 'normal' | 'italic', size: number): number {
  return texts.reduce((most, text) => Math.max(most, textWidth(text, typeface, variant, size)), 0);
}

function legendWidth(groups: readonly Group[], scale: ColourScale, typeface: Typeface): number {
  return Math.max(
    ...groups.map((group) => 22 + textWidth(groupText(group), typeface)),
    ...scaleTicks(scale).map(({ text }) => LEGEND_RAMP.width + textWidth(text, typeface) + 8),
    textWidth(scale.title, typeface),
  );
}

/** Space that the colours' scale takes at the left of a legend below the cells. */
function rampSpace(scale: ColourScale, typeface: Typeface): number {
  return textWidth(scale.title, typeface) + 14 + LEGEND_RAMP_ACROSS.width + 28;
}

/** Places of the group entries below the cells, in rows no wider than `width`. */
function groupsAcross(groups: readonly Group[], scale: ColourScale, typeface: Typeface, width: number): { x: number; y: number }[] {
  let x = rampSpace(scale, typeface);
  let y = -1;
  return groups.map((group) => {
    const needed = 20 + textWidth(groupText(group), typeface);
    if (x > 0 && x + needed > width) {
      x = 0;
      y += typeface.size * (y < 0 ? 3 : 1.9);
    }
    const place = { x, y };
    x += needed + 12;
    return place;
  });
}

/** 「肿瘤（22）」 */
export function groupText(group: Group): string {
  return `${group.name}（${group.count}）`;
}

/** Lays out trees, group bar, cells, names and legend for a width. */
export function layoutHeatmap(options: {
  width: number;
  genes: readonly string[];
  samples: readonly string[];
  groups: readonly Group[];
  hasTree: { row: boolean; column: boolean };
  scale: ColourScale;
  /** The same items on both sides: the cells are squares, and both sides are named together. */
  square: boolean;
  style: FigureStyle;
}): HeatmapLayout {
  const { width, genes, samples, groups, hasTree, scale, square, style } = options;
  const typeface = typefaceOf(style);
  const narrow = width < NARROW;
  const chosen = legendPositionOf(style);
  const position: LegendPosition = chosen === 'none' ? 'none' : narrow || chosen === 'bottom' ? 'bottom' : 'right';
  const rowsNamed = styleFlag(style, square ? 'show_samples' : 'show_genes', !square) && genes.length <= NAMED_ROWS_MAX;
  const geneSize = rowsNamed ? typeface.size * 0.95 : 0;
  const sampleSize = styleFlag(style, 'show_samples', false) && samples.length <= NAMED_COLUMNS_MAX ? typeface.size * 0.85 : 0;
  const title = styleText(style, 'plot_title', '');

  const left = 4 + (hasTree.row ? (narrow ? 40 : 104) + GAP : 0);
  const names = geneSize === 0 ? 0 : longest(genes, typeface, 'italic', geneSize) + 8;
  const right = names + 8 + (position === 'right' ? legendWidth(groups, scale, typeface) + (narrow ? 12 : 56) : 0);
  const columnMin = sampleSize === 0 ? COLUMN_MIN : sampleSize * 1.1;
  // On a phone the names of the rows are worth more than wide cells: they stand beside them, on the screen.
  const fits = sampleSize === 0 && (narrow || samples.length > TOLD_APART_MAX);
  const wanted = fits ? 0 : Math.min(samples.length * columnMin, 1600);
  const roomAcross = Math.max(width - left - right, wanted, 120);
  const cellsWidth = square ? Math.min(roomAcross, CELLS_HEIGHT_MAX) : roomAcross;

  const treeHeight = hasTree.column ? (narrow ? 48 : 72) : 0;
  const top = 8 + (title === '' ? 0 : typeface.titleSize * 1.9) + treeHeight + GAP + BAR + GAP;
  const sampleNames = sampleSize === 0 ? 0 : longest(samples, typeface, 'normal', sampleSize) + 8;
  const axis = typeface.titleSize * 2;
  const groupPlaces =
    position === 'bottom'
      ? groupsAcross(groups, scale, typeface, width - 8)
      : groups.map((_, i) => ({ x: 0, y: typeface.size * 5.4 + LEGEND_RAMP.height + i * typeface.size * 1.9 }));
  const legendRows = position === 'bottom' ? Math.max(typeface.size * 3.2, (groupPlaces.at(-1)?.y ?? 0) + typeface.size * 1.6) : 0;
  const bottom = sampleNames + axis + legendRows;
  const ratio = styleNumber(style, 'plot_pdf_height', 5) / styleNumber(style, 'plot_pdf_width', 6.85);
  const readable = geneSize === 0 ? 0 : genes.length * geneSize * 1.17;
  const proportional = Math.min(width * ratio - top - bottom, CELLS_HEIGHT_MAX, genes.length * 40);
  const cellsHeight = square ? cellsWidth : Math.round(Math.max(proportional, readable, Math.min(genes.length * 6, 180)));

  const cells = { x: left, y: top, width: cellsWidth, height: cellsHeight };
  const legend =
    position === 'bottom'
      ? { position, x: 4, y: top + cellsHeight + sampleNames + axis, groups: groupPlaces }
      : { position, x: left + cellsWidth + names + (narrow ? 12 : 40), y: top + 4, groups: groupPlaces };
  return {
    names: { x: left + cellsWidth, y: top, width: names, height: cellsHeight },
    width: left + cellsWidth + right,
    height: top + cellsHeight + bottom,
    cells,
    rowTree: { x: 4, y: top, width: left - 4 - GAP, height: cellsHeight },
    columnTree: { x: left, y: top - GAP - BAR - GAP - treeHeight, width: cellsWidth, height: treeHeight },
    groupBar: { x: left, y: top - GAP - BAR, width: cellsWidth, height: BAR },
    legend,
    typeface,
    geneSize,
    sampleSize,
    title,
    axisTitle: styleText(style, 'axis_title_x', `${samples.length} 个样本`),
  };
}

export interface TreeSegments {
  positionFrom: ArrayLike<number>;
  heightFrom: ArrayLike<number>;
  positionTo: ArrayLike<number>;
  heightTo: ArrayLike<number>;
}

/**
 * A dendrogram as one SVG path. Positions count from 1 in display order, heights are true. `column` grows upwards from the
 * bottom of its box, `row` leftwards from its right edge.
 */
export function treePath(segments: TreeSegments, rows: readonly number[], side: 'row' | 'column', leaves: number, box: Rect): string {
  const highest = rows.reduce((most, i) => Math.max(most, segments.heightFrom[i] as number, segments.heightTo[i] as number), 0) || 1;
  const point = (position: number, height: number): string => {
    const along = (position - 0.5) / leaves;
    const share = height / highest;
    const [x, y] =
      side === 'column'
        ? [box.x + along * box.width, box.y + box.height - share * box.height]
        : [box.x + box.width - share * box.width, box.y + along * box.height];
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  };
  return rows
    .map((i) => {
      const from = point(segments.positionFrom[i] as number, segments.heightFrom[i] as number);
      return `M${from}L${point(segments.positionTo[i] as number, segments.heightTo[i] as number)}`;
    })
    .join('');
}
