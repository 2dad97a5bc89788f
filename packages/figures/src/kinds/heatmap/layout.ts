import { SUBJECT_WORDS } from '../../data/subject.ts';
import { styleFlag, styleText } from '../../data/table.ts';
import type { FigureData, FigureStyle, Size } from '../../data/types.ts';
import { legendPositionOf } from '../../plot/legend-layout.ts';
import { MARK } from '../../plot/marks.ts';
import type { Rect } from '../../plot/place-labels.ts';
import { writeDecimal } from '../../points/differential-points.ts';
import { shorten } from '../../text/axis-titles.ts';
import { sayIn } from '../../text/language.ts';
import { textWidth } from '../../text/measure.ts';
import { type Typeface, typefaceOf, UNITS_PER_POINT } from '../../text/typeface.ts';
import type { CanvasContext, DrawPixels, StageLayout, Step } from '../kind.ts';
import { type ColourScale, colourRamp, type Grid, paintGrid, scaleColours, shrinkGrid } from './cells.ts';
import { type HeatmapData, readCells, readHeatmap } from './heatmap-data.ts';
import { type HeatmapLegend, layoutHeatmapLegend } from './heatmap-legend.ts';
import { treePath } from './tree.ts';

/** Names along one side; size 0 where they have no room. */
export interface SideNames {
  texts: readonly string[];
  size: number;
}

export interface HeatmapLayout extends StageLayout {
  typeface: Typeface;
  grid: Grid;
  scale: ColourScale;
  ramp: Uint8ClampedArray;
  colours: readonly string[];
  cells: Rect;
  /** Paths of the dendrograms; empty where there is none. */
  trees: { paths: readonly string[]; lineWidth: number };
  /** Neighbours of one group are one bar. */
  bars: readonly (Rect & { colour: string })[];
  rowNames: SideNames & { box: Rect; italic: boolean };
  columnNames: SideNames;
  legend: HeatmapLegend & { left: number; top: number };
  title: string;
  below: { text: string; y: number };
  /** Along the rows, right of their names. */
  beside: { text: string; x: number };
}

export const NARROW = 560;
const EDGE = 4;
const GAP = 6;
const BAR = 10;
/** Smaller names cannot be read in print. */
const NAME_MIN = 4 * UNITS_PER_POINT;
/** A row of few is no higher. */
const ROW_MAX = 40;
const FEW_ROWS = 180;

/** Does the style ask for the names of the rows? */
export function wantsRowNames({ square }: Pick<HeatmapData, 'square'>, style: FigureStyle): boolean {
  return styleFlag(style, square ? 'show_samples' : 'show_genes', !square);
}

/** Names of one side in the room of a step each, shortened to `depth`. */
function sideNames(
  texts: readonly string[],
  wanted: boolean,
  step: number,
  largest: number,
  depth: number,
  measure: (text: string, size: number) => number,
) {
  const size = Math.min(largest, step * 0.92);
  if (!wanted || size < NAME_MIN) return { texts: [], size: 0, width: 0 };
  const fitted = texts.map((text) => shorten(text, depth, (part) => measure(part, size)));
  return { texts: fitted, size, width: fitted.reduce((most, text) => Math.max(most, measure(text, size)), 0) + GAP + 2 };
}

function barsOf({ membership, groups }: HeatmapData, box: Rect): HeatmapLayout['bars'] {
  if (groups.length === 0) return [];
  const colours = new Map(groups.map(({ name, colour }) => [name, colour]));
  const step = box.width / membership.length;
  const bars: { from: number; to: number; name: string }[] = [];
  membership.forEach((name, i) => {
    const last = bars.at(-1);
    if (last?.name === name) last.to = i + 1;
    else bars.push({ from: i, to: i + 1, name });
  });
  return bars.map(({ from, to, name }) => ({
    ...box,
    x: box.x + from * step,
    width: (to - from) * step,
    colour: colours.get(name) ?? MARK.missing,
  }));
}

/** Where trees, bar, cells, names and legend stand within the size. */
function placeHeatmap(heatmap: HeatmapData, style: FigureStyle, size: Size, missing: boolean) {
  const { genes, samples, groups, scale, square, subject, trees } = heatmap;
  const typeface = typefaceOf(style);
  const say = sayIn(style);
  const narrow = size.width < NARROW;
  const chosen = legendPositionOf(style);
  const side = chosen === 'none' ? 'none' : narrow || chosen === 'bottom' ? 'bottom' : 'right';
  const title = shorten(styleText(style, 'plot_title', ''), size.width - 2 * EDGE, (text) =>
    textWidth(text, typeface, 'bold', typeface.titleSize),
  );
  const treeWidth = trees.row.length === 0 ? 0 : narrow ? 40 : 104;
  const treeHeight = trees.column.length === 0 ? 0 : Math.min(narrow ? 48 : 72, size.height * 0.15);
  const bar = groups.length === 0 ? 0 : BAR + GAP;
  const left = EDGE + (treeWidth === 0 ? 0 : treeWidth + GAP);
  const top = EDGE + GAP + (title === '' ? 0 : typeface.titleSize * 1.9) + (treeHeight === 0 ? 0 : treeHeight + GAP) + bar;
  const room =
    side === 'bottom'
      ? { width: size.width - 2 * EDGE, height: size.height * 0.4 }
      : { width: size.width * 0.3, height: size.height - top - EDGE };
  const legend = layoutHeatmapLegend({ groups, missing: missing ? MARK.missing : null, scale, style, typeface, side, room });
  const legendRight = side === 'right' ? legend.width + 24 + EDGE : EDGE;
  const legendBelow = side === 'bottom' ? legend.height + GAP : 0;
  const axis = typeface.titleSize * 2;

  const italic = subject === 'gene';
  const rowMeasure = (text: string, at: number) => textWidth(text, typeface, italic ? 'italic' : 'normal', at);
  const columnMeasure = (text: string, at: number) => textWidth(text, typeface, 'normal', at);
  const acrossAll = size.width - left - legendRight;
  const downAll = Math.max(size.height - top - axis - legendBelow, 40);
  const ownBeside = styleText(style, 'axis_title_y', '');
  const besideDepth = typeface.titleSize * 1.9;
  const arrange = (columnDepth: number) => {
    const down = downAll - columnDepth;
    const named = wantsRowNames(heatmap, style);
    const across = Math.max(acrossAll - (ownBeside === '' ? 0 : besideDepth), 60);
    const depth = across * 0.5;
    // A square is as high as wide: its names are measured at the side that it can have.
    const rowsDown = square ? Math.min(down, across) : Math.min(down, Math.max(genes.length * ROW_MAX, FEW_ROWS));
    const rows = sideNames(genes, named, rowsDown / genes.length, typeface.size * 0.95, depth, rowMeasure);
    const taken = rows.width + (rows.size === 0 && ownBeside === '' ? besideDepth : 0);
    const width = Math.max(across - taken, 60);
    const edge = Math.min(width, down);
    return { rows, width: square ? edge : width, height: square ? edge : rowsDown };
  };
  const wantsColumns = styleFlag(style, 'show_samples', false);
  const columnsAt = (width: number) =>
    sideNames(samples, wantsColumns, width / samples.length, typeface.size * 0.85, downAll * 0.35, columnMeasure);
  const columnNames = columnsAt(arrange(columnsAt(arrange(0).width).width).width);
  const { rows, width, height } = arrange(columnNames.width);
  const cells = { x: left, y: top, width, height };
  const besideText = ownBeside !== '' ? ownBeside : rows.size === 0 ? say(`{n} 个${SUBJECT_WORDS[subject]}`, { n: genes.length }) : '';
  const besideX = left + width + rows.width + typeface.titleSize * 1.3;
  const clustered = trees.column.length > 0 && !square;
  const belowText = say(clustered ? '{n} 个样本（ward.D2，欧氏距离）' : '{n} 个样本', { n: samples.length });
  const measureBelow = (text: string) => textWidth(text, typeface);
  const belowRoom = Math.min(2 * (left + width / 2), 2 * (size.width - left - width / 2)) - 2 * EDGE;
  const own = styleText(style, 'axis_title_x', '');
  const short = say('{n} 个样本', { n: samples.length });
  const below = own !== '' ? own : measureBelow(belowText) <= belowRoom ? belowText : short;
  const end = top + height + columnNames.width;
  return {
    typeface,
    title,
    legend: {
      ...legend,
      left: side === 'bottom' ? EDGE : left + width + rows.width + (besideText === '' ? 0 : besideDepth) + 20,
      top: side === 'bottom' ? end + axis : top,
    },
    cells,
    rowTree: { x: EDGE, y: top, width: treeWidth, height },
    columnTree: { x: left, y: top - bar - (treeHeight === 0 ? 0 : GAP) - treeHeight, width, height: treeHeight },
    groupBar: { x: left, y: top - bar, width, height: BAR },
    rowNames: { texts: rows.texts, size: rows.size, italic, box: { x: left + width, y: top, width: rows.width, height } },
    columnNames: { texts: columnNames.texts, size: columnNames.size },
    below: { text: shorten(below, belowRoom, measureBelow), y: end + typeface.titleSize * 1.5 },
    beside: { text: shorten(besideText, height, measureBelow), x: besideX },
  };
}

/** What the picture leaves out, in Chinese, for the line under it. */
function noteOf(heatmap: HeatmapData, style: FigureStyle, drawn: ReturnType<typeof placeHeatmap>): string {
  const { genes, samples, subject, square } = heatmap;
  const word = SUBJECT_WORDS[subject];
  const parts: string[] = [];
  if (wantsRowNames(heatmap, style) && drawn.rowNames.size === 0)
    parts.push(`${genes.length} 个${word}，图上不写${word}名；指向色块可以看到。`);
  else if (!square && styleFlag(style, 'show_samples', false) && drawn.columnNames.size === 0)
    parts.push(`${samples.length} 个样本，样本名放不下；指向色块可以看到。`);
  if (drawn.legend.omitted > 0) parts.push(`图例里有 ${drawn.legend.omitted} 个分组放不下；指向色块可以看到。`);
  return parts.join('');
}

/** Items: the cells row by row, then the rows themselves. */
function itemsOf({ genes, samples, membership, scale, square, subject }: HeatmapData, grid: Grid, cells: Rect, names: Rect) {
  const count = genes.length * samples.length;
  const rowOf = (item: number) => (item >= count ? item - count : Math.floor(item / samples.length));
  const rows = new Map(genes.map((gene, row) => [gene.toUpperCase(), row] as const).reverse());
  const holds = (box: Rect, at: { x: number; y: number }) =>
    at.x >= box.x && at.x < box.x + box.width && at.y >= box.y && at.y < box.y + box.height;
  const rowAt = (y: number) => Math.min(Math.floor(((y - cells.y) / cells.height) * genes.length), genes.length - 1);
  const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most - 1);
  return {
    items: '热图的格子',
    stops: [0, count - 1],
    walk: (from: number | null, { across, down }: Step) => {
      if (from === null) return 0;
      const row = clamp(rowOf(from) + down, genes.length);
      return row * samples.length + clamp((from >= count ? 0 : from % samples.length) + across, samples.length);
    },
    hit: (at: { x: number; y: number }) => {
      if (holds(names, at)) return count + rowAt(at.y);
      if (!holds(cells, at)) return null;
      return rowAt(at.y) * samples.length + clamp(Math.floor(((at.x - cells.x) / cells.width) * samples.length), samples.length);
    },
    anchor: (item: number) =>
      item >= count
        ? null
        : {
            x: cells.x + (((item % samples.length) + 0.5) / samples.length) * cells.width,
            y: cells.y + ((rowOf(item) + 0.5) / genes.length) * cells.height,
          },
    describe: (item: number) => ({
      name: genes[rowOf(item)] ?? '',
      italic: subject === 'gene',
      tag: item >= count ? '' : (membership[item % samples.length] ?? ''),
      rows:
        item >= count
          ? []
          : [
              [square ? '与' : '样本', samples[item % samples.length] ?? ''] as const,
              [scale.title, writeDecimal(grid.values[item])] as const,
            ],
    }),
    find: (name: string) => {
      const row = rows.get(name.toUpperCase());
      return row === undefined ? null : count + row;
    },
    named: (item: number) => genes[rowOf(item)] ?? '',
  };
}

/**
 * Clustered heatmap, rows and columns in display order. Tables `cells` (label column, then one column per sample), optionally
 * `samples` (sample, group), `tree` (segments of both dendrograms) and `scale` (one row: title, low, high, middle; row z values
 * without it); columns `label`, `sample`, `group`. The same names on both sides, as of distances, make squares.
 */
export function layout(data: FigureData, size: Size): HeatmapLayout {
  const { style } = data;
  const heatmap = readHeatmap(data);
  const { genes, samples, scale, trees } = heatmap;
  const grid = readCells(data, samples);
  const place = placeHeatmap(heatmap, style, size, grid.values.some(Number.isNaN));
  const { rowTree, columnTree, groupBar, ...drawn } = place;
  const colours = scaleColours(scale, styleText(style, 'low_color', '#3f59d8'), styleText(style, 'high_color', '#f2384a'));
  return {
    ...size,
    ...drawn,
    ...itemsOf(heatmap, grid, place.cells, place.rowNames.box),
    grid,
    scale,
    ramp: colourRamp(colours),
    colours,
    trees: {
      paths: [
        treePath(trees.segments, trees.row, 'row', genes.length, rowTree),
        treePath(trees.segments, trees.column, 'column', samples.length, columnTree),
      ].filter((path) => path !== ''),
      lineWidth: Math.max(genes.length, samples.length) > 150 ? 0.5 : 0.8,
    },
    bars: barsOf(heatmap, groupBar),
    note: noteOf(heatmap, style, place),
  };
}

/** The cells as pixels of the screen. */
export function paint(_context: CanvasContext, { grid, ramp, scale, cells }: HeatmapLayout, drawPixels: DrawPixels): void {
  drawPixels(cells, (columns, rows) => paintGrid(shrinkGrid(grid, rows, columns), ramp, scale));
}
