import { inOrder, styleNumber, styleText } from '../data/table.ts';
import type { FigureStyle } from '../data/types.ts';
import type { MovableLabel } from '../points/moved-labels.ts';
import { type FittedTitle, fitParts, fitTitle, shorten } from '../text/axis-titles.ts';
import { sayIn } from '../text/language.ts';
import { textWidth } from '../text/measure.ts';
import { type Typeface, typefaceOf } from '../text/typeface.ts';
import { fitHeadline, type Headline, middleWithin } from './headline.tsx';
import {
  type LegendEntry,
  type LegendPosition,
  legendColumn,
  legendPositionOf,
  legendRows,
  type NamedEntry,
  type PlacedEntry,
} from './legend-layout.ts';
import type { Rect } from './place-labels.ts';
import { linearScale, logScale, type Scale, type Span, type Tick, ticksOf } from './scale.ts';

export type { LegendEntry };

export interface AxisTitles {
  /** `~2~` is written as a subscript. */
  x: string;
  y: string;
}

/** A line over a plot: the name of its panel, or what the statistics say of it. */
export interface Heading {
  text: string;
  strong: boolean;
  /** Where it can be moved: what it is called, and how far it was. */
  label?: MovableLabel;
}
const NO_HEADING: Heading = { text: '', strong: false };

/** A heading in lines, the last of which stands next to the plot. */
export interface FittedHeading extends Heading, FittedTitle {}

/** The whole of a text that had to be shortened, and where what is left of it stands. */
export interface Hint {
  text: string;
  at: Rect;
}

/** A rectangle with its two axes, in CSS pixels. */
export interface AxesFrame {
  plot: Rect;
  x: Scale;
  y: Scale;
  xTicks: readonly Tick[];
  yTicks: readonly Tick[];
  /** Width of the axes and their ticks. */
  axisWidth: number;
}

/** Makes the ticks of an axis. @param wanted Units per tick where the user chose their number. */
export type TickMaker = (scale: Scale, wanted: number | undefined) => Tick[];

/** Where everything of a plot stands, in CSS pixels. */
export interface PlotFrame extends AxesFrame {
  width: number;
  height: number;
  /** Pixels between the lower axis and its title. */
  tickDepth: number;
  heading: FittedHeading & { x: number };
  titles: { x: FittedTitle; y: FittedTitle };
  /** Where the vertical axis' title begins, from the left. */
  titleLeft: number;
  headline: Headline & { x: number };
  /** On hover. */
  hints: readonly Hint[];
  typeface: Typeface;
  /** `above`: in a row over the plot, where the upper right corner is not free. */
  legend: {
    position: LegendPosition | 'above';
    box: Rect;
    entries: readonly PlacedEntry[];
    /** All of them, also where no legend is drawn. */
    named: readonly NamedEntry[];
  };
}

const TICK = 5;
const GAP = 4;
const EDGE = 12;

/** Height of a line of an axis title, in its size. */
export const TITLE_LINE = 1.3;
/** Height of the line over a plot, in the size of its text. */
export const HEADING_LINE = 1.7;
/** Height of each further line of it. */
export const HEADING_NEXT = 1.25;
/** A heading has at most so many lines, and so many again behind a wide space. */
const HEADING_LINES = 2;
/** Titles of the axes take at most these shares of the figure's height and width. */
const TITLE_SHARES = { x: 0.25, y: 0.3 };

export interface FrameOptions {
  width: number;
  height: number;
  view: { x: Span; y: Span };
  titles: AxisTitles;
  style: FigureStyle;
  legend: readonly LegendEntry[];
  /** A legend of the upper right corner stands over the plot instead. */
  legendAbove?: boolean;
  /** Pixels per tick. */
  spacing?: { x: number; y: number };
  /** Keeps a line over the plot, also for an empty text. */
  heading?: Heading | undefined;
  /** Lines that it takes at least, as another panel's beside it does. */
  headingLines?: number;
  /** Ticks of another kind than round numbers. */
  ticks?: { x?: TickMaker; y?: TickMaker } | undefined;
  /** Axes whose equal ways are equal ratios; the view is of their values all the same. */
  log?: { x?: boolean; y?: boolean } | undefined;
  /** Pixels along an axis for names that the chart writes itself; such an axis has no ticks. */
  names?: { x?: number; y?: number } | undefined;
  /** Units that the left margin has at least. */
  leftAtLeast?: number;
}

/** Where an entry's name begins, right of its mark. */
export const LEGEND_TEXT = 18;

/** Where an entry's count begins. */
export function countX(label: string, typeface: Typeface): number {
  return LEGEND_TEXT + textWidth(label, typeface) + typeface.size;
}

/** Marker, label and count side by side. */
function legendEntryWidth({ label, count }: LegendEntry, typeface: Typeface): number {
  return count === '' ? LEGEND_TEXT + textWidth(label, typeface) : countX(label, typeface) + textWidth(count, typeface);
}

/** A name in a legend in one column takes at most this share of the figure's width. */
const COLUMN_SHARE = 0.4;

/** Entries of a legend in the style's order, under the names that the figure writes. */
export function nameEntries(given: readonly LegendEntry[], style: FigureStyle): NamedEntry[] {
  const say = sayIn(style);
  return inOrder(style, given, ({ label }) => label).map((entry) => ({ ...entry, name: entry.label, label: say(entry.label) }));
}

/** Entries of a legend at their places, for a position. */
export function layoutLegend(given: readonly LegendEntry[], style: FigureStyle, position: PlotFrame['legend']['position'], room: number) {
  const typeface = typefaceOf(style);
  const row = Math.round(typeface.size * 1.8);
  const widthOf = (entry: LegendEntry) => legendEntryWidth(entry, typeface);
  const most = position === 'bottom' || position === 'above' ? room : room * COLUMN_SHARE;
  const entries = nameEntries(given, style).map((entry) => {
    const rest = widthOf({ ...entry, label: '' });
    return { ...entry, label: shorten(entry.label, most - rest, (text) => textWidth(text, typeface)) };
  });
  if (position === 'none') return legendColumn([], row, widthOf);
  return position === 'bottom' || position === 'above' ? legendRows(entries, row, room, widthOf) : legendColumn(entries, row, widthOf);
}

/** A legend higher than this share of the figure would leave no room for the plot. */
const LEGEND_SHARE = 0.4;

/** Entries of a legend; none of one that leaves no room for the plot, and what is said then. */
export function legendThatFits(entries: readonly LegendEntry[], style: FigureStyle, { width, height }: { width: number; height: number }) {
  const chosen = legendPositionOf(style);
  const beside = chosen === 'right';
  const legend = layoutLegend(entries, style, beside ? chosen : 'above', width - EDGE);
  if (legend.height <= height * (beside ? 1 : LEGEND_SHARE) && legend.width <= width * (beside ? 0.5 : 1)) return { entries, note: '' };
  return { entries: [], note: chosen === 'none' ? '' : `图例有 ${entries.length} 项，放不下，没有画。把图调大后再看。` };
}

/** Pixels that a title of so many lines takes between its axis and the edge. */
function titleDepth({ lines }: FittedTitle, typeface: Typeface): number {
  return lines.length === 0 ? 0 : GAP * 2 + typeface.titleSize * (0.1 + TITLE_LINE * lines.length);
}

/** A heading in lines of so many units. */
export function fitHeading(heading: Heading, room: number, typeface: Typeface): FittedHeading {
  const measure = (line: string) => textWidth(line, typeface, heading.strong ? 'bold' : 'normal');
  return { ...heading, ...fitParts(heading.text, room, measure, HEADING_LINES) };
}

/** Units that a heading of so many lines takes. */
export function headingHeight(lines: number, { size }: Typeface): number {
  return size * (HEADING_LINE + HEADING_NEXT * (Math.max(lines, 1) - 1));
}

/** Ticks with their texts, or names in place of the texts. */
function depthOfTicks(typeface: Typeface, names: number | undefined): number {
  return TICK + GAP + (names ?? typeface.size * 1.1);
}

export const scaleOf = (log = false) => (log ? logScale : linearScale);

/** Ticks of an axis: about as many as the style asks for. @param make Those of another kind than one round number per `spacing` pixels. */
export function ticksFor(style: FigureStyle, axis: 'x' | 'y', spacing: number, make?: TickMaker): (scale: Scale) => Tick[] {
  const count = styleNumber(style, `axis_breaks_${axis}`, 0);
  return (scale) => {
    const wanted = count > 0 ? Math.abs(scale.range[1] - scale.range[0]) / count : undefined;
    return make === undefined ? ticksOf(scale, wanted ?? spacing) : make(scale, wanted);
  };
}

/** Width of axes and ticks. */
export const axisWidthOf = (style: FigureStyle): number => styleNumber(style, 'axis_width', 1);

/** Where the whole of each shortened title is told. */
function hintsOf(
  { titles, titleLeft, headline, heading }: Pick<PlotFrame, 'titles' | 'titleLeft' | 'headline' | 'heading'>,
  { width, height, plot, top, typeface }: Pick<PlotFrame, 'width' | 'height' | 'plot' | 'typeface'> & { top: number },
): Hint[] {
  const bottom = plot.y + plot.height + typeface.size * 2;
  const over = headingHeight(heading.lines.length, typeface);
  const hints: (readonly [FittedTitle, Rect])[] = [
    [headline, { x: 0, y: 0, width, height: headline.height }],
    [heading, { x: 0, y: top - over, width, height: over }],
    [titles.x, { x: plot.x, y: bottom, width: width - plot.x, height: height - bottom }],
    [titles.y, { x: titleLeft, y: plot.y, width: typeface.titleSize * TITLE_LINE * titles.y.lines.length, height: plot.height }],
  ];
  return hints.flatMap(([{ whole }, at]) => (whole === null ? [] : [{ text: whole, at }]));
}

/** Lays out a plot: margins from the real widths of the texts, so that nothing is cut at any size or typeface. */
export function layoutFrame(options: FrameOptions): PlotFrame {
  const { width, height, view, style, heading, names } = options;
  const typeface = typefaceOf(style);
  const spacing = { x: typeface.size * 7.5, y: typeface.size * 6.5, ...options.spacing };
  const chosen = legendPositionOf(style);
  const position = chosen === 'top-right' && options.legendAbove === true ? 'above' : chosen;
  const legend = layoutLegend(options.legend, style, position, width - EDGE);
  const headline = fitHeadline(style, options, typeface);
  const fittedHeading = fitHeading(heading ?? NO_HEADING, width - EDGE, typeface);
  const headingLines = Math.max(fittedHeading.lines.length, options.headingLines ?? 0);
  const say = sayIn(style);
  const texts = { x: say(styleText(style, 'axis_title_x', options.titles.x)), y: say(styleText(style, 'axis_title_y', options.titles.y)) };
  const titleWidth = (text: string) => textWidth(text, typeface, 'normal', typeface.titleSize);
  const legendTop = EDGE + headline.height;
  const legendBottom = legendTop + (position === 'above' && legend.height > 0 ? legend.height + GAP : 0);
  const top = legendBottom + (heading === undefined ? 0 : headingHeight(headingLines, typeface));
  const xTicksOf = names?.x === undefined ? ticksFor(style, 'x', spacing.x, options.ticks?.x) : () => [];
  const yTicksOf = names?.y === undefined ? ticksFor(style, 'y', spacing.y, options.ticks?.y) : () => [];
  const ticksBelow = depthOfTicks(typeface, names?.x);
  const below = ticksBelow + (position === 'bottom' ? legend.height + 8 : 0);
  const linesIn = (room: number) => Math.max(1, Math.floor(room / (typeface.titleSize * TITLE_LINE)));
  const most = { x: linesIn(height * TITLE_SHARES.x), y: linesIn(width * TITLE_SHARES.y) };
  const heightWith = (xTitle: FittedTitle) => Math.max(height - top - below - titleDepth(xTitle, typeface), 40);
  /** The vertical scale and its ticks, which decide the left margin. */
  const across = (plotHeight: number) => {
    const y = scaleOf(options.log?.y)(view.y, [top + plotHeight, top]);
    const yTicks = yTicksOf(y);
    const yTitle = fitTitle(texts.y, plotHeight, titleWidth, most.y);
    const labels = names?.y ?? Math.max(...yTicks.map((tick) => textWidth(tick.text, typeface)), 0);
    const needed = TICK + GAP + labels + (yTitle.lines.length === 0 ? GAP : titleDepth(yTitle, typeface));
    const left = Math.max(needed, options.leftAtLeast ?? 0);
    const right = position === 'right' ? legend.width + 24 + GAP : EDGE;
    return {
      y,
      yTicks,
      yTitle,
      titleLeft: left - needed,
      plot: { x: left, y: top, width: Math.max(width - left - right, 60), height: plotHeight },
    };
  };
  // The title below needs the width, which hangs on the height, which hangs on the lines of the title below.
  const fitX = (room: number) => fitTitle(texts.x, room, titleWidth, most.x);
  const first = across(heightWith(fitX(Number.POSITIVE_INFINITY)));
  const second = across(heightWith(fitX(first.plot.width)));
  const xTitle = fitX(Math.min(first.plot.width, second.plot.width));
  const { y, yTicks, yTitle, titleLeft, plot } = across(heightWith(xTitle));
  const x = scaleOf(options.log?.x)(view.x, [plot.x, plot.x + plot.width]);
  const corners: Record<PlotFrame['legend']['position'], { x: number; y: number }> = {
    'top-right': { x: plot.x + plot.width - legend.width - 8, y: plot.y },
    right: { x: plot.x + plot.width + 24, y: plot.y },
    bottom: { x: plot.x + Math.max((plot.width - legend.width) / 2, -plot.x), y: height - legend.height - 2 },
    above: { x: Math.max(Math.min(plot.x, width - legend.width), 0), y: legendTop - GAP },
    none: { x: 0, y: 0 },
  };
  const middle = plot.x + plot.width / 2;
  const placed = {
    titles: { x: xTitle, y: yTitle },
    titleLeft,
    headline: { ...headline, x: middleWithin(middle, headline.width, width) },
    heading: { ...fittedHeading, x: middleWithin(middle, fittedHeading.width, width) },
  };
  return {
    width,
    height,
    plot,
    x,
    y,
    xTicks: xTicksOf(x),
    yTicks,
    axisWidth: axisWidthOf(style),
    tickDepth: ticksBelow,
    ...placed,
    hints: hintsOf(placed, { width, height, plot, top, typeface }),
    typeface,
    legend: {
      position,
      box: { ...corners[position], width: legend.width, height: legend.height },
      entries: legend.entries,
      named: nameEntries(options.legend, style),
    },
  };
}
