import { styleNumber, styleText } from '../data/table.ts';
import type { FigureStyle } from '../data/types.ts';
import type { MovableLabel } from '../points/moved-labels.ts';
import { type FittedTitle, fitParts, fitTitle } from '../text/axis-titles.ts';
import { sayIn } from '../text/language.ts';
import { textWidth } from '../text/measure.ts';
import { type Typeface, typefaceOf } from '../text/typeface.ts';
import { linearScale, logScale, type Scale, type Span } from './axes/scale.ts';
import type { Tick } from './axes/tick.ts';
import { fittingTicks, standApart, tickSpacing, ticksOf } from './axes/ticks.ts';
import { fitHeadline, type Headline, middleWithin } from './headline.tsx';
import {
  type LegendEntry,
  type LegendPosition,
  layoutLegend,
  legendPositionOf,
  type NamedEntry,
  nameEntries,
  type PlacedEntry,
} from './legend-layout.ts';
import type { Rect } from './place-labels.ts';

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
  /** Does what stands around the plot leave it less than the least in a direction? It then reaches over the figure's edge. */
  isCramped: { x: boolean; y: boolean };
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

/** A smaller plot shows nothing. */
const LEAST = { width: 60, height: 40 };
/** Numbers of an axis keep this distance from the edge of the figure. */
export const NUMBER_EDGE = 1;
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
  /** Of the figure's height, what a legend over or below the plot takes at most. */
  legendShare?: number;
  /** The same of a legend beside the plot. */
  legendBeside?: number;
  /** Of the figure's width, what an entry of a legend in one column takes at most. */
  legendWidth?: number;
  /** Pixels per tick. */
  spacing?: { x?: number; y?: number } | undefined;
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
  /** Units that the margins have at least. */
  leftAtLeast?: number;
  rightAtLeast?: number;
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

/**
 * Ticks of an axis: about as many as the style asks for, along a lower axis no more than its numbers have room for.
 * @param make Those of another kind than one round number per `spacing` pixels.
 */
export function ticksFor(style: FigureStyle, axis: 'x' | 'y', spacing: number, make?: TickMaker): (scale: Scale) => Tick[] {
  const count = styleNumber(style, `axis_breaks_${axis}`, 0);
  const typeface = typefaceOf(style);
  return (scale) => {
    const length = Math.abs(scale.range[1] - scale.range[0]);
    const wanted = count > 0 ? length / count : undefined;
    const apart = wanted ?? tickSpacing(scale, spacing);
    const ticks = make === undefined ? ticksOf(scale, apart) : make(scale, wanted);
    const widthOf = (text: string) => textWidth(text, typeface);
    if (axis === 'y' || standApart(ticks, scale, widthOf, 1.1)) return ticks;
    return fittingTicks(scale, Math.max(apart, length / ticks.length), widthOf, make);
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

/** Where the numbers of a lower axis end. */
export function ticksEnd(ticks: readonly Tick[], x: Scale, typeface: Typeface): number {
  return Math.max(0, ...ticks.map(({ value, text }) => x(value) + textWidth(text, typeface) / 2));
}

/** Lays out a plot: margins from the real widths of the texts, so that nothing is cut at any size or typeface. */
export function layoutFrame(options: FrameOptions): PlotFrame {
  const { width, height, view, style, heading, names } = options;
  const typeface = typefaceOf(style);
  const spacing = { x: typeface.size * 7.5, y: typeface.size * 6.5, ...options.spacing };
  const chosen = legendPositionOf(style);
  const position = chosen === 'top-right' && options.legendAbove === true ? 'above' : chosen;
  const headline = fitHeadline(style, options, typeface);
  const fittedHeading = fitHeading(heading ?? NO_HEADING, width - EDGE, typeface);
  const headingLines = Math.max(fittedHeading.lines.length, options.headingLines ?? 0);
  const over = heading === undefined ? 0 : headingHeight(headingLines, typeface);
  const legend = layoutLegend(options.legend, style, position, {
    width: width - EDGE,
    // Beside the plot it begins where that does.
    height: position === 'right' ? height - headline.height - over : height,
    share: position === 'right' ? options.legendBeside : options.legendShare,
    columnShare: options.legendWidth,
  });
  const say = sayIn(style);
  const texts = { x: say(styleText(style, 'axis_title_x', options.titles.x)), y: say(styleText(style, 'axis_title_y', options.titles.y)) };
  const titleWidth = (text: string) => textWidth(text, typeface, 'normal', typeface.titleSize);
  const legendTop = EDGE + headline.height;
  const legendBottom = legendTop + (position === 'above' && legend.height > 0 ? legend.height + GAP : 0);
  const top = legendBottom + over;
  const xTicksOf = names?.x === undefined ? ticksFor(style, 'x', spacing.x, options.ticks?.x) : () => [];
  const yTicksOf = names?.y === undefined ? ticksFor(style, 'y', spacing.y, options.ticks?.y) : () => [];
  const ticksBelow = depthOfTicks(typeface, names?.x);
  const below = ticksBelow + (position === 'bottom' ? legend.height + 8 : 0);
  const linesIn = (room: number) => Math.max(1, Math.floor(room / (typeface.titleSize * TITLE_LINE)));
  const most = { x: linesIn(height * TITLE_SHARES.x), y: linesIn(width * TITLE_SHARES.y) };
  const heightFor = (xTitle: FittedTitle) => height - top - below - titleDepth(xTitle, typeface);
  const heightWith = (xTitle: FittedTitle) => Math.max(heightFor(xTitle), LEAST.height);
  /** The vertical scale and its ticks, which decide the left margin. */
  const across = (plotHeight: number) => {
    const y = scaleOf(options.log?.y)(view.y, [top + plotHeight, top]);
    const yTicks = yTicksOf(y);
    const yTitle = fitTitle(texts.y, plotHeight, titleWidth, most.y);
    const labels = names?.y ?? Math.max(...yTicks.map((tick) => textWidth(tick.text, typeface)), 0);
    const needed = TICK + GAP + labels + (yTitle.lines.length === 0 ? GAP : titleDepth(yTitle, typeface));
    const left = Math.max(needed, options.leftAtLeast ?? 0);
    const margin = Math.max(position === 'right' ? legend.width + 24 + GAP : EDGE, options.rightAtLeast ?? 0);
    // The last number of the lower axis may be wider than the margin.
    const trial = linearScale(view.x, [left, width - margin]);
    const right = margin + Math.max(0, ticksEnd(xTicksOf(trial), trial, typeface) - (width - NUMBER_EDGE));
    return {
      y,
      yTicks,
      yTitle,
      titleLeft: left - needed,
      plot: { x: left, y: top, width: Math.max(width - left - right, LEAST.width), height: plotHeight },
      isCramped: width - left - right < LEAST.width,
    };
  };
  // The title below needs the width, which hangs on the height, which hangs on the lines of the title below.
  const fitX = (room: number) => fitTitle(texts.x, room, titleWidth, most.x);
  const first = across(heightWith(fitX(Number.POSITIVE_INFINITY)));
  const second = across(heightWith(fitX(first.plot.width)));
  const xTitle = fitX(Math.min(first.plot.width, second.plot.width));
  const { y, yTicks, yTitle, titleLeft, plot, isCramped } = across(heightWith(xTitle));
  const x = scaleOf(options.log?.x)(view.x, [plot.x, plot.x + plot.width]);
  const middle = plot.x + plot.width / 2;
  const corners: Record<PlotFrame['legend']['position'], { x: number; y: number }> = {
    'top-right': { x: plot.x + plot.width - legend.width - 8, y: plot.y },
    right: { x: plot.x + plot.width + 24, y: plot.y },
    bottom: { x: Math.max(Math.min(middle - legend.width / 2, width - legend.width - GAP), 0), y: height - legend.height - 2 },
    above: { x: Math.max(Math.min(plot.x, width - legend.width), 0), y: legendTop - GAP },
    none: { x: 0, y: 0 },
  };
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
    isCramped: { x: isCramped, y: heightFor(xTitle) < LEAST.height },
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
