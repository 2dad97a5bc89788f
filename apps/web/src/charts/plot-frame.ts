import { type LegendPosition, legendPositionOf, type Typeface, textWidth, typefaceOf } from './look.ts';
import type { Rect } from './place-labels.ts';
import { linearScale, type Scale, type Span, type Tick, ticksOf } from './scale.ts';
import { styleText } from './table.ts';
import type { FigureStyle } from './types.ts';

export interface LegendEntry {
  label: string;
  colour: string;
  /** Number of points or samples, already written; empty when there is nothing to count. */
  count: string;
  outline?: string;
}

export interface AxisTitles {
  /** `~2~` is written as a subscript. */
  x: string;
  y: string;
}

/** Where everything of a plot with two axes stands, in CSS pixels. */
export interface PlotFrame {
  width: number;
  height: number;
  plot: Rect;
  x: Scale;
  y: Scale;
  xTicks: Tick[];
  yTicks: Tick[];
  titles: AxisTitles;
  title: string;
  typeface: Typeface;
  legend: { position: LegendPosition; box: Rect; entries: readonly LegendEntry[] };
}

const TICK = 5;
const GAP = 4;
const EDGE = 12;

function legendSize(entries: readonly LegendEntry[], typeface: Typeface, position: LegendPosition): { width: number; height: number } {
  if (position === 'none' || entries.length === 0) return { width: 0, height: 0 };
  const row = Math.round(typeface.size * 1.8);
  const widths = entries.map((entry) => legendEntryWidth(entry, typeface));
  if (position === 'bottom') return { width: widths.reduce((sum, w) => sum + w + 20, -20), height: row };
  return { width: Math.max(...widths), height: row * entries.length };
}

/** Marker, label and count side by side. */
export function legendEntryWidth(entry: LegendEntry, typeface: Typeface): number {
  const count = entry.count === '' ? 0 : typeface.size + textWidth(entry.count, typeface);
  return 18 + textWidth(entry.label, typeface) + count;
}

/** Lays out a plot: margins from the real widths of the texts, so that nothing is cut at any size or typeface. */
export function layoutFrame(options: {
  width: number;
  height: number;
  view: { x: Span; y: Span };
  titles: AxisTitles;
  style: FigureStyle;
  legend: readonly LegendEntry[];
  /** Pixels per tick. */
  spacing?: { x: number; y: number };
}): PlotFrame {
  const { width, height, view, style, legend } = options;
  const typeface = typefaceOf(style);
  const spacing = { x: typeface.size * 7.5, y: typeface.size * 6.5, ...options.spacing };
  const position = legendPositionOf(style);
  const size = legendSize(legend, typeface, position);
  const title = styleText(style, 'plot_title', '');
  const titles = { x: styleText(style, 'axis_title_x', options.titles.x), y: styleText(style, 'axis_title_y', options.titles.y) };
  const top = EDGE + (title === '' ? 0 : typeface.titleSize * 1.9);
  const bottom =
    TICK +
    GAP +
    typeface.size * 1.1 +
    (titles.x === '' ? 0 : GAP * 2 + typeface.titleSize * 1.4) +
    (position === 'bottom' ? size.height + 8 : 0);
  const plotHeight = Math.max(height - top - bottom, 40);
  // Tick labels decide the left margin, and need only the vertical scale.
  const y = linearScale(view.y, [top + plotHeight, top]);
  const yTicks = ticksOf(y, spacing.y);
  const labels = Math.max(...yTicks.map((tick) => textWidth(tick.text, typeface)), 0);
  const left = TICK + GAP + labels + (titles.y === '' ? GAP : GAP * 2 + typeface.titleSize * 1.4);
  const right = position === 'right' ? size.width + 24 : EDGE;
  const plot = { x: left, y: top, width: Math.max(width - left - right, 60), height: plotHeight };
  const x = linearScale(view.x, [plot.x, plot.x + plot.width]);
  const boxes: Record<LegendPosition, { x: number; y: number }> = {
    'top-right': { x: plot.x + plot.width - size.width - 8, y: plot.y },
    right: { x: plot.x + plot.width + 24, y: plot.y },
    bottom: { x: plot.x + Math.max((plot.width - size.width) / 2, 0), y: height - size.height - 2 },
    none: { x: 0, y: 0 },
  };
  return {
    width,
    height,
    plot,
    x,
    y,
    xTicks: ticksOf(x, spacing.x),
    yTicks,
    titles,
    title,
    typeface,
    legend: { position, box: { ...boxes[position], ...size }, entries: position === 'none' ? [] : legend },
  };
}
