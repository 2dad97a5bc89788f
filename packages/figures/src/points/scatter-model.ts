import type { FigureStyle, ItemText } from '../data/types.ts';
import type { AxisPlace } from '../plot/axes/axis-range.ts';
import type { LegendEntry } from '../plot/legend-layout.ts';
import type { AxisTitles, FrameOptions } from '../plot/plot-frame.ts';
import type { View } from '../plot/view.ts';
import type { DataLine, Guide } from './lines.ts';
import type { PointLook } from './point-look.ts';
import type { OpenSpan } from './scatter-data.ts';

/** What one of several scatters of a figure shows. */
export interface ScatterPanel {
  /** Written over it; empty where the figure has only one. */
  name: string;
  /** Its rows of the points. */
  rows: readonly number[];
  /** What the plot shows before any zoom. */
  home: View;
  /** Lines of fits, and outlines. */
  lines: readonly DataLine[];
  titles: AxisTitles;
  /** What the statistics say of it; empty where there is nothing. */
  text: string;
  /** Rows to write names beside, the most important first. */
  labelled: readonly number[];
  /** Rows that the arrow keys walk over. */
  stops: readonly number[];
}

/** A figure of points on two axes, before it has a size. Rows count the points of all panels. */
export interface ScatterModel {
  names: readonly string[];
  x: Float64Array;
  y: Float64Array;
  /** Place of each point's look. */
  look: Uint8Array | Uint16Array;
  looks: readonly PointLook[];
  /** The look that may be thinned on screen, or null. */
  thinned: number | null;
  legend: readonly LegendEntry[];
  guides: readonly Guide[];
  /** Ticks of another kind than round numbers, as those of a logarithmic axis. */
  ticks?: FrameOptions['ticks'];
  /** Where a number that the user writes stands on an axis that is not of plain numbers. */
  places?: { x?: AxisPlace; y?: AxisPlace };
  /** Axes that could be logarithmic. */
  logAxes?: { x?: boolean; y?: boolean };
  italic: boolean;
  panels: readonly ScatterPanel[];
  style: FigureStyle;
  describe: (row: number) => ItemText;
  /** A drawn box in words. */
  rangeText: (x: OpenSpan, y: OpenSpan) => string;
  /** The line under the plot: what the screen leaves out. */
  note: (omitted: number, unplaced: number) => string;
}

/** Of more points nobody hears them all. */
export const STOPS_MAX = 500;
