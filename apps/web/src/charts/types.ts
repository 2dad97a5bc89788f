import type { Chart, FigureDeclaration, Value } from '@oncoloom/tool-kit';
import type { FunctionComponent } from 'react';

/** A table as columns: text columns are arrays, numeric ones `Float64Array` with NaN where the cell is empty. */
export interface ColumnarTable {
  rowCount: number;
  columns: Record<string, readonly string[] | Float64Array>;
  /** Column names in the order of the file. */
  order: readonly string[];
}

/** Complete style of a figure: every declared field has a value. */
export type FigureStyle = Readonly<Record<string, Value>>;

/** What every kind of chart is given. Charts draw; they compute nothing that the tables do not hold. */
export interface ChartProps {
  figure: FigureDeclaration;
  /** By the chart's role for the table (`points`, `cells` …), not by the table's id. */
  tables: Readonly<Record<string, ColumnarTable>>;
  style: FigureStyle;
  /** The run's parameters and facts as text; `alternative` is the figure's text alternative, already filled. */
  words: Readonly<Record<string, string>>;
  /** CSS pixels available; the chart is drawn anew for it, never scaled. */
  width: number;
  /** A gene (or sample) to ring. */
  highlight?: string;
  /** Genes inside the drawn box, and the box in words; an empty list when the box was taken away. */
  onSelect?: (genes: string[], range: string) => void;
  onPointClick?: (gene: string) => void;
}

export type ChartComponent = FunctionComponent<ChartProps>;
export type { Chart, FigureDeclaration, Value };
