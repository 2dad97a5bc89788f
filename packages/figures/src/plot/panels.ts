import type { FigureStyle } from '../data/types.ts';
import { type MovableLabel, movedFrom } from '../points/moved-labels.ts';
import { sayIn } from '../text/language.ts';
import type { Span } from './axes/scale.ts';
import type { NamedEntry } from './legend-layout.ts';
import type { Rect } from './place-labels.ts';
import {
  type AxesFrame,
  type FittedHeading,
  type FrameOptions,
  fitHeading,
  headingHeight,
  layoutFrame,
  NUMBER_EDGE,
  type PlotFrame,
  scaleOf,
  ticksEnd,
  ticksFor,
} from './plot-frame.ts';

export interface Panel extends AxesFrame {
  /** Empty where the figure has only one. */
  name: string;
  /** The name's place, which can be moved. */
  label: MovableLabel;
  /** The name as it is written over the panel. */
  heading: FittedHeading;
  /** Stands at the left axis and carries its names or numbers. */
  first: boolean;
}

/** Panels side by side on the same vertical axis, within one frame that holds titles and legend. */
export interface Panels {
  /** Its `plot` is the rectangle around all panels. */
  frame: PlotFrame;
  panels: readonly Panel[];
}

const BETWEEN = 18;
/** Below this width of a panel they stand one below the other. */
export const PANEL_MIN = 210;
/** Pixels that the left axis takes, roughly. */
const MARGIN = 60;

/** How many of so many panels stand side by side: rows of one length, as nearly as they can be. @param least Pixels that a panel needs. */
export function panelColumns(count: number, width: number, least = PANEL_MIN): number {
  const most = Math.max(1, Math.min(count, Math.floor((width - MARGIN) / least)));
  return Math.max(1, Math.ceil(count / Math.ceil(count / most)));
}

/**
 * Lays out panels with a frame around them. All share the view's vertical span; each has a horizontal span of its own. The
 * legend's usual corner would lie over the marks: it stands above.
 *
 * @param facets Name and horizontal span of each panel, at least one.
 */
export function layoutPanels(options: FrameOptions, facets: readonly { name: string; x: Span }[], least = PANEL_MIN): Panels {
  const named = facets.length > 1 || facets[0]?.name !== '';
  const say = sayIn(options.style);
  const columns = panelColumns(facets.length, options.width, least);
  const rows = Math.ceil(facets.length / columns);
  const frameOf = (lines: number) =>
    layoutFrame({ ...options, legendAbove: true, heading: named ? { text: '', strong: true } : options.heading, headingLines: lines });
  const widthIn = ({ plot }: PlotFrame) => (plot.width - BETWEEN * (columns - 1)) / columns;
  const headingsIn = (frame: PlotFrame) =>
    facets.map(({ name }) => fitHeading({ text: named ? say(name) : '', strong: true }, widthIn(frame) + BETWEEN / 2, frame.typeface));
  const linesIn = (frame: PlotFrame) => Math.max(...headingsIn(frame).map(({ lines }) => lines.length));
  // Names in two lines lower the panels, whose numbers may then take another width.
  const frame = frameOf(linesIn(frameOf(linesIn(frameOf(1)))));
  const headings = headingsIn(frame);
  const { plot, typeface } = frame;
  const betweenRows = frame.tickDepth + typeface.size * 0.6 + headingHeight(linesIn(frame), typeface);
  const width = widthIn(frame);
  const height = (plot.height - betweenRows * (rows - 1)) / rows;
  const spacing = { x: typeface.size * 7.5, y: typeface.size * 6.5, ...options.spacing };
  const xTicksOf = ticksFor(options.style, 'x', spacing.x, options.ticks?.x);
  const yTicksOf = ticksFor(options.style, 'y', spacing.y, options.ticks?.y);
  const panels = facets.map(({ name, x: span }, i): Panel => {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    const place = { x: plot.x + column * (width + BETWEEN), y: plot.y + row * (height + betweenRows), width, height };
    const x = scaleOf(options.log?.x)(span, [place.x, place.x + width]);
    const y = scaleOf(options.log?.y)(options.view.y, [place.y + height, place.y]);
    const xTicks = options.names?.x === undefined ? xTicksOf(x) : [];
    // The panels right of the first share its numbers.
    const yTicks = column > 0 || options.names?.y !== undefined ? [] : yTicksOf(y);
    const fitted = headings[i] as FittedHeading;
    const high = typeface.size * fitted.lines.length;
    const own = { x: place.x + width / 2, y: place.y - typeface.size * 0.5 - high / 2, width: fitted.width, height: high };
    const label = { name, ...movedFrom(options.style, name, own, options) };
    const heading = { ...fitted, label };
    return { name: heading.text, label, heading, first: column === 0, plot: place, x, y, xTicks, yTicks, axisWidth: frame.axisWidth };
  });
  const over = Math.max(...panels.map(({ x, xTicks }) => ticksEnd(xTicks, x, typeface))) - (options.width - NUMBER_EDGE);
  if (over > 0 && options.rightAtLeast === undefined)
    return layoutPanels({ ...options, rightAtLeast: options.width - plot.x - plot.width + over }, facets, least);
  const hints = panels.flatMap(({ heading, plot: place }) => {
    const depth = headingHeight(heading.lines.length, typeface);
    return heading.whole === null ? [] : [{ text: heading.whole, at: { ...place, y: place.y - depth, height: depth } }];
  });
  return { frame: { ...frame, hints: [...frame.hints, ...hints] }, panels };
}

/** Width of a figure whose panels' marks take so many pixels each at most, within the one it has; several panels stay side by side. */
export function widthOfPanels({ frame }: Panels, width: number, wanted: readonly number[]): number {
  const across = wanted.reduce((sum, one) => sum + (wanted.length > 1 ? Math.max(one, PANEL_MIN) : one), BETWEEN * (wanted.length - 1));
  return Math.min(width, width - frame.plot.width + across);
}

/** The names of panels that can be moved. */
export const panelLabels = ({ panels }: Panels): MovableLabel[] => panels.filter(({ name }) => name !== '').map(({ label }) => label);
/** The same as what can be renamed; panels keep their order. */
export const panelEntries = (labels: readonly MovableLabel[], style: FigureStyle): NamedEntry[] =>
  labels.map(({ name }) => ({ name, label: sayIn(style)(name), colour: '', count: '', panel: true }));
/** The rectangles of all panels. */
export const plotsOf = ({ panels }: Panels): Rect[] => panels.map(({ plot }) => plot);

/** The panel under a pixel, by its place. */
export function panelAt(panels: readonly Panel[], at: { x: number; y: number }, slack = 6): number | null {
  const found = panels.findIndex(
    ({ plot }) =>
      at.x >= plot.x - slack && at.x <= plot.x + plot.width + slack && at.y >= plot.y - slack && at.y <= plot.y + plot.height + slack,
  );
  return found === -1 ? null : found;
}
