import type { ColumnarTable, FigureData, FigureStyle, View } from '@oncoloom/figures';
import type { Chart, ToldFigure, Value } from '@oncoloom/tool-kit';
import type { FunctionComponent } from 'react';

/** A box drawn in a chart, or an item of it that was pressed, and what it holds. */
export interface Selection {
  /** The panel of the chart; empty where there is only one. */
  panel: string;
  /** In the units of the axes; null for an item. */
  box: View | null;
  genes: string[];
  /** The box or the item in words. */
  range: string;
}

/** What every kind of chart is given. Charts draw; they compute nothing that the tables do not hold. */
export interface ChartProps extends FigureData {
  /** CSS pixels available; the chart is drawn anew for it, never scaled. */
  width: number;
  /** A gene (or sample) to ring. */
  highlight?: string;
  /** Controlled: the box stands until this is null. */
  selection?: Selection | null;
  /** A box was drawn; null when it was taken away. Without it no box can be drawn. */
  onSelect?: (selection: Selection | null) => void;
  onPointClick?: (gene: string) => void;
}

export type ChartComponent = FunctionComponent<ChartProps>;
export type { Chart, ColumnarTable, FigureStyle, ToldFigure, Value };
