import type { ColumnarTable, FigureData, FigureStyle } from '@oncoloom/figures';
import type { Chart, FigureDeclaration, Value } from '@oncoloom/tool-kit';
import type { FunctionComponent } from 'react';

/** What every kind of chart is given. Charts draw; they compute nothing that the tables do not hold. */
export interface ChartProps extends FigureData {
  /** CSS pixels available; the chart is drawn anew for it, never scaled. */
  width: number;
  /** A gene (or sample) to ring. */
  highlight?: string;
  /** Genes inside the drawn box, and the box in words; an empty list when the box was taken away. */
  onSelect?: (genes: string[], range: string) => void;
  onPointClick?: (gene: string) => void;
}

export type ChartComponent = FunctionComponent<ChartProps>;
export type { Chart, ColumnarTable, FigureDeclaration, FigureStyle, Value };
