import { formatCount } from '@oncoloom/tool-kit';
import { legendOf } from '../../data/groups.ts';
import { COUNTED, SUBJECT_WORDS } from '../../data/subject.ts';
import { styleFlag, styleText } from '../../data/table.ts';
import type { FigureData, FigureStyle, Size } from '../../data/types.ts';
import { HALF_LINE } from '../../plot/axes/axes.tsx';
import { type ColourScale, colourRamp, scaleColours, scaleOf, scaleStops, usableScale } from '../../plot/colour-scale.ts';
import { fitHeadline, type Headline, middleWithin } from '../../plot/headline.tsx';
import { legendPositionOf, nameEntries } from '../../plot/legend-layout.ts';
import { MARK } from '../../plot/marks.ts';
import type { Rect } from '../../plot/place-labels.ts';
import { NAME_LINE, NAME_LINES, wrapName } from '../../terms/term-names.ts';
import { shorten } from '../../text/axis-titles.ts';
import { sayIn } from '../../text/language.ts';
import { textWidth } from '../../text/measure.ts';
import { type Typeface, typefaceOf, UNITS_PER_POINT } from '../../text/typeface.ts';
import type { CanvasContext, DrawPixels, StageLayout } from '../kind.ts';
import { BAR, BAR_GAP, type DrawnBar, drawnBars } from './annotation-bars.ts';
import { type BarLegend, barLegendAcross, barLegendUp } from './bar-legend.ts';
import { type CellWords, cellWords, readableCell } from './cell-words.ts';
import { type Grid, screenPixels } from './cells.ts';
import { gapsOf } from './gaps.ts';
import { type HeatmapData, readCells, readHeatmap } from './heatmap-data.ts';
import { type HeatmapLegend, layoutHeatmapLegend } from './heatmap-legend.ts';
import { itemsOf } from './items.ts';
import { hasSwatches, SWATCH_ROOM, type Swatch, swatchesOf } from './swatches.ts';
import { treePath } from './tree.ts';

/** Names along one side, their lines parted by line ends; size 0 where they have no room. */
interface SideNames {
  texts: readonly string[];
  size: number;
}

export interface HeatmapLayout extends StageLayout {
  typeface: Typeface;
  grid: Grid;
  scale: ColourScale;
  ramp: Uint8ClampedArray;
  /** Colours along the scale, 0 its low end. */
  colours: readonly { offset: number; colour: string }[];
  cells: Rect;
  /** What stands in the cells; null without texts. */
  words: CellWords | null;
  /** Paths of the dendrograms; empty where there is none. */
  trees: { paths: readonly string[]; lineWidth: number };
  /** Gaps between blocks of rows and of columns. */
  gaps: readonly Rect[];
  /** Bars over the columns of each group; `name` is the group's in the tables. */
  bars: readonly { name: string; colour: string; path: string }[];
  /** Patches of the colours of modules, between the cells and the names. */
  swatches: readonly Swatch[];
  rowNames: SideNames & { box: Rect; italic: boolean };
  columnNames: SideNames & { y: number };
  /** Bars of what else is known of the samples, and their keys from the legend's corner. */
  annotations: { bars: readonly DrawnBar[]; legend: BarLegend };
  legend: HeatmapLegend & { left: number; top: number };
  headline: Headline & { x: number };
  below: { text: string; y: number };
  /** Along the rows, right of their names. */
  beside: { text: string; x: number };
}

export const NARROW = 560;
const EDGE = 4;
const GAP = 6;
/** Smaller names cannot be read in print. */
const NAME_MIN = 4 * UNITS_PER_POINT;
/** A row of few is no higher. */
const ROW_MAX = 40;
const FEW_ROWS = 180;
/** A column of few is no wider in print. */
const COLUMN_MAX = 40;
const CELLS_LEAST = 120;
/** How rows and columns are clustered where a run does not say. */
const USUAL_CLUSTERING = { zh: 'ward.D2，欧氏距离', en: 'ward.D2, Euclidean distance' };
const SIDE_WORDS = { row: '行', column: '列' } as const;

/** Does the style ask for the names of the rows? */
export function wantsRowNames({ square }: Pick<HeatmapData, 'square'>, style: FigureStyle): boolean {
  return styleFlag(style, square ? 'show_samples' : 'show_genes', !square);
}

/** Names of one side in the room of a step each, shortened to `depth`; in up to `lines` lines where one line would cut them. */
function sideNames(
  texts: readonly string[],
  wanted: boolean,
  step: number,
  largest: number,
  depth: number,
  measure: (text: string, size: number) => number,
  lines = 1,
): SideNames & { width: number } {
  const size = Math.min(largest, step * 0.92);
  if (!wanted || size < NAME_MIN) return { texts: [], size: 0, width: 0 };
  const widthOf = (names: readonly string[], at: number) =>
    names.reduce((most, name) => Math.max(most, ...name.split('\n').map((line) => measure(line, at))), 0) + GAP + 2;
  const wrapped = texts.some((text) => measure(text, size) > depth) ? wrappedNames(texts, step, largest, depth, measure, lines) : null;
  if (wrapped !== null) return { ...wrapped, width: widthOf(wrapped.texts, wrapped.size) };
  const fitted = texts.map((text) => shorten(text, depth, (part) => measure(part, size)));
  return { texts: fitted, size, width: widthOf(fitted, size) };
}

/** Names in the fewest lines of which none has to be cut, else in the most that can be read; null where that is one. */
function wrappedNames(
  texts: readonly string[],
  step: number,
  largest: number,
  depth: number,
  measure: (text: string, size: number) => number,
  most: number,
): SideNames | null {
  const tries = [2, 3]
    .filter((lines) => lines <= most)
    .map((lines) => ({ lines, size: Math.min(largest, (step * 0.96) / (lines * NAME_LINE)) }))
    .filter(({ size }) => size >= NAME_MIN)
    .map(({ lines, size }) => ({ size, names: texts.map((text) => wrapName(text, depth, (part) => measure(part, size), lines)) }));
  const found = tries.find(({ names }) => names.every(({ whole }) => whole === null)) ?? tries.at(-1);
  return found === undefined ? null : { size: found.size, texts: found.names.map(({ lines }) => lines.join('\n')) };
}

/** One path a group, neighbours in one piece: a cohort's columns are too many for an element each. */
function barsOf({ membership, groups }: HeatmapData, box: Rect): HeatmapLayout['bars'] {
  if (groups.length === 0) return [];
  const step = box.width / membership.length;
  const paths = new Map<string, string>();
  for (let from = 0; from < membership.length; ) {
    const name = membership[from] as string;
    let to = from + 1;
    while (to < membership.length && membership[to] === name) to += 1;
    const [left, right] = [box.x + from * step, box.x + to * step].map((x) => x.toFixed(2));
    paths.set(name, `${paths.get(name) ?? ''}M${left} ${box.y}H${right}v${box.height}H${left}Z`);
    from = to;
  }
  const colours = new Map(groups.map(({ name, colour }) => [name, colour]));
  return [...paths].map(([name, path]) => ({ name, path, colour: colours.get(name) ?? MARK.missing }));
}

/** Where trees, bar, cells, names and legend stand within the size. */
function placeHeatmap(heatmap: HeatmapData, scale: ColourScale, { style, words, tables }: FigureData, size: Size, missing: boolean) {
  const { genes, samples, membership, groups, bars, square, subject, trees } = heatmap;
  const typeface = typefaceOf(style);
  const say = sayIn(style);
  const narrow = size.width < NARROW;
  const chosen = legendPositionOf(style);
  const side = chosen === 'none' ? 'none' : narrow || chosen === 'bottom' ? 'bottom' : 'right';
  const headline = fitHeadline(style, size, typeface);
  const treeWidth = trees.row.length === 0 ? 0 : narrow ? 40 : 104;
  const treeHeight = trees.column.length === 0 ? 0 : Math.min(narrow ? 48 : 72, size.height * 0.15);
  const barsHeight = bars.length * (BAR + BAR_GAP);
  const bar = (groups.length === 0 ? 0 : BAR + (bars.length === 0 ? GAP : BAR_GAP)) + (bars.length === 0 ? 0 : barsHeight - BAR_GAP + GAP);
  const left = EDGE + (treeWidth === 0 ? 0 : treeWidth + GAP);
  const top = EDGE + GAP + headline.height + (treeHeight === 0 ? 0 : treeHeight + GAP) + bar;
  const room =
    side === 'bottom'
      ? { width: size.width - 2 * EDGE, height: size.height * 0.4 }
      : { width: size.width * 0.3, height: size.height - top - EDGE };
  const others = [missing ? '缺失' : '', groups.length > 0 && membership.includes('') ? '未分组' : ''].filter((name) => name !== '');
  const groupTitle = bars.length === 0 ? undefined : words.group_title;
  const main = layoutHeatmapLegend({ groups, groupTitle, others, scale, style, typeface, side, room });
  const barLegend = side === 'bottom' ? barLegendAcross : barLegendUp;
  const barKeys = barLegend(side === 'none' ? [] : bars, { typeface, room, taken: main });
  const legend = { ...main, width: Math.max(main.width, barKeys.width), height: Math.max(main.height, barKeys.height) };
  const legendRight = side === 'right' ? legend.width + 24 + EDGE : EDGE;
  const legendBelow = side === 'bottom' ? legend.height + GAP : 0;
  const axis = typeface.titleSize * 2;

  const italic = subject === 'gene';
  const rowMeasure = (text: string, at: number) => textWidth(text, typeface, italic ? 'italic' : 'normal', at);
  const columnMeasure = (text: string, at: number) => textWidth(text, typeface, 'normal', at);
  const acrossAll = size.width - left - legendRight;
  const downAll = Math.max(size.height - top - axis - legendBelow, 40);
  const ownBeside = say(styleText(style, 'axis_title_y', ''));
  const besideDepth = typeface.titleSize * 1.9;
  // Types have names in words; of a square both sides are types.
  const written = (names: readonly string[]) => names.map((name) => say(name));
  const rowNames = subject === 'type' ? written(genes) : genes;
  const sideways = subject === 'type' && square ? written(samples) : samples;
  const beforeNames = hasSwatches(heatmap) ? SWATCH_ROOM : 0;
  const belowCells = square ? beforeNames : 0;
  const readable = readableCell(tables.words, samples, typeface);
  const rowMax = Math.max(ROW_MAX, readable?.height ?? 0);
  const arrange = (columnDepth: number) => {
    const down = downAll - columnDepth - belowCells;
    const named = wantsRowNames(heatmap, style);
    const across = Math.max(acrossAll - beforeNames - (ownBeside === '' ? 0 : besideDepth), 60);
    const depth = across * 0.5;
    // A square is as high as wide: its names are measured at the side that it can have.
    const rowsDown = square ? Math.min(down, across) : Math.min(down, Math.max(genes.length * rowMax, FEW_ROWS));
    const rows = sideNames(rowNames, named, rowsDown / genes.length, typeface.size * 0.95, depth, rowMeasure, NAME_LINES);
    const taken = rows.width + (rows.size === 0 && ownBeside === '' ? besideDepth : 0);
    const width = Math.max(across - taken, 60);
    const edge = Math.min(width, down);
    return { rows, width: square ? edge : width, height: square ? edge : rowsDown };
  };
  const wantsColumns = styleFlag(style, 'show_samples', false);
  const columnsAt = (width: number) =>
    sideNames(sideways, wantsColumns, width / samples.length, typeface.size * 0.85, downAll * 0.35, columnMeasure);
  const columnNames = columnsAt(arrange(columnsAt(arrange(0).width).width).width);
  const { rows, width, height } = arrange(columnNames.width);
  const names = beforeNames + rows.width;
  const cells = { x: left, y: top, width, height };
  const besideText = ownBeside !== '' ? ownBeside : rows.size === 0 ? say(COUNTED[subject], { n: genes.length }) : '';
  const besideX = left + width + names + typeface.titleSize * 1.3;
  const clustered = trees.column.length > 0 && !square;
  const how = words.column_clustering === undefined ? say(USUAL_CLUSTERING) : say(words.column_clustering);
  const belowText = say(clustered ? { zh: '{n} 个样本（{how}）', en: '{n} samples ({how})' } : COUNTED.sample, { n: samples.length, how });
  const measureBelow = (text: string) => textWidth(text, typeface);
  const belowRoom = Math.min(2 * (left + width / 2), 2 * (size.width - left - width / 2)) - 2 * EDGE;
  const own = say(styleText(style, 'axis_title_x', ''));
  const short = say(COUNTED.sample, { n: samples.length });
  const below = own !== '' ? own : measureBelow(belowText) <= belowRoom ? belowText : short;
  const end = top + height + belowCells + columnNames.width;
  const legendTop = side === 'bottom' ? end + axis : top;
  const besideRoom = besideText === '' ? 0 : besideDepth;
  const around = left + names + Math.max(legendRight, EDGE) + besideRoom;
  return {
    wanted: {
      width: Math.max(
        Math.min(size.width, around + Math.max(samples.length * COLUMN_MAX, CELLS_LEAST)),
        around + samples.length * (readable?.width ?? 0),
      ),
      height: size.height + Math.max(0, genes.length * (readable?.height ?? 0) - height),
    },
    // Few rows do not fill the size: nothing blank is left below them.
    height: Math.min(size.height, Math.max(end + axis, legendTop + legend.height + EDGE)),
    typeface,
    headline: { ...headline, x: middleWithin(left + width / 2, headline.width, size.width) },
    legend: {
      ...legend,
      left: side === 'bottom' ? EDGE : left + width + names + besideRoom + 20,
      top: legendTop,
    },
    cells,
    rowTree: { x: EDGE, y: top, width: treeWidth, height },
    columnTree: { x: left, y: top - bar - (treeHeight === 0 ? 0 : GAP) - treeHeight, width, height: treeHeight },
    groupBar: { x: left, y: top - bar, width, height: BAR },
    barBox: { x: left, y: top - GAP - barsHeight + BAR_GAP, width, height: barsHeight },
    barKeys,
    barTitle: (title: string) => shorten(title, Math.max(names, besideRoom), measureBelow),
    rowNames: { texts: rows.texts, size: rows.size, italic, box: { x: left + width + beforeNames, y: top, width: rows.width, height } },
    columnNames: { texts: columnNames.texts, size: columnNames.size, y: top + height + belowCells },
    below: { text: shorten(below, belowRoom, measureBelow), y: end + typeface.titleSize * 1.5 },
    beside: { text: shorten(besideText, height, measureBelow), x: besideX },
  };
}

/** What the picture leaves out or cannot show, in Chinese, for the line under it. */
function noteOf(heatmap: HeatmapData, style: FigureStyle, drawn: ReturnType<typeof placeHeatmap>, infinite: number): string {
  const { genes, samples, groups, subject, square, trees } = heatmap;
  const word = SUBJECT_WORDS[subject];
  const parts: string[] = [];
  if (wantsRowNames(heatmap, style) && drawn.rowNames.size === 0)
    parts.push(`${genes.length} 个${word}，图上不写${word}名；指向色块可以看到。`);
  if (!square && styleFlag(style, 'show_samples', false) && drawn.columnNames.size === 0)
    parts.push(`${samples.length} 个样本，样本名放不下；指向色块可以看到。`);
  if (infinite > 0) parts.push(`有 ${formatCount(infinite)} 格是正无穷或负无穷，按色标两端的颜色画。`);
  if (trees.broken.length > 0) parts.push(`${trees.broken.map((side) => SIDE_WORDS[side]).join('和')}的聚类树里有不是数的高度，没有画树。`);
  if (drawn.barKeys.omitted > 0) parts.push(`${drawn.barKeys.omitted} 条色条的图例放不下；指向色块可以看到，或把图调高。`);
  if (drawn.legend.omitted > 0) parts.push(`图例里有 ${drawn.legend.omitted} 个分组放不下；指向色块可以看到。`);
  if (new Set(groups.map(({ colour }) => colour)).size < groups.length)
    parts.push(`${groups.length} 个分组比颜色多，有的颜色代表几个分组；指向色块可以看到分组。`);
  return parts.join('');
}

/**
 * Clustered heatmap, rows and columns in display order. Tables `cells` (label column, then one column per sample), optionally
 * `samples` (sample, group), `tree` (segments of both dendrograms) and `scale` (one row: title, low, high, middle; row z values
 * without it), `breaks` (side, after: where blocks part), `words` (texts in the cells, of the same rows and columns; ` / ` parts lines); `bars`
 * (columns `bar`, `sample`, `bar_text`, `bar_number`: further bars over the columns, texts or numbers); columns `label`, `sample`, `group`. The same names on both sides, as of distances, make squares.
 */
export function layout(data: FigureData, size: Size): HeatmapLayout {
  const { style, tables } = data;
  const heatmap = readHeatmap(data);
  const { genes, samples, groups, trees } = heatmap;
  const { grid, missing, infinite } = readCells(data, heatmap);
  const scale = usableScale(scaleOf(tables.scale), grid.values);
  const place = placeHeatmap(heatmap, scale, data, size, missing > 0);
  const { rowTree, columnTree, groupBar, barBox, barKeys, barTitle, ...drawn } = place;
  const ramp = colourRamp(scaleColours(scale, styleText(style, 'low_color', '#3f59d8'), styleText(style, 'high_color', '#f2384a')));
  const words = cellWords(tables.words, samples, { grid, cells: place.cells, ramp, scale, typeface: place.typeface });
  return {
    ...size,
    ...drawn,
    words,
    ...itemsOf(heatmap, scale, grid, place.cells, place.rowNames.box),
    grid,
    scale,
    ramp,
    colours: scaleStops(scale, ramp),
    trees: {
      paths: [
        treePath(trees.segments, trees.row, 'row', genes.length, rowTree),
        treePath(trees.segments, trees.column, 'column', samples.length, columnTree),
      ].filter((path) => path !== ''),
      lineWidth: Math.max(genes.length, samples.length) > 150 ? 0.5 : 0.8,
    },
    gaps: gapsOf(tables.breaks, grid, place.cells),
    swatches: swatchesOf(heatmap, place.cells),
    bars: barsOf(heatmap, groupBar),
    annotations: { bars: drawnBars(heatmap.bars, barBox, place.typeface.size * HALF_LINE, barTitle), legend: barKeys },
    entries: nameEntries(legendOf(groups), style),
    note: noteOf(heatmap, style, place, infinite) + (words?.size === 0 ? '格子里放不下数字；指向色块可以看到，或加大图的尺寸。' : ''),
  };
}

/** The cells as pixels of the screen. */
export function paint(_context: CanvasContext, layout: HeatmapLayout, drawPixels: DrawPixels): void {
  drawPixels(layout.cells, screenPixels(layout));
}
