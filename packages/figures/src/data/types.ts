import type { Codes, ToldFigure, Value } from '@oncoloom/tool-kit';

/** A table as columns: text columns are arrays, numeric ones `Float64Array` with NaN where the cell is empty. */
export interface ColumnarTable {
  rowCount: number;
  columns: Record<string, readonly string[] | Float64Array>;
  /** Column names in the order of the file. */
  order: readonly string[];
  /** What the words of columns are called, by column. */
  words?: Readonly<Record<string, { codes?: Codes; asCodes?: true }>>;
}

/** Complete style of a figure: every declared field has a value. */
export type FigureStyle = Readonly<Record<string, Value>>;

/** What a figure is drawn from. */
export interface FigureData {
  figure: ToldFigure;
  /** By the kind's role for the table (`points`, `cells` …), not by the table's id. */
  tables: Readonly<Record<string, ColumnarTable>>;
  style: FigureStyle;
  /** The run's parameters and facts as text; `alternative` is the figure's text alternative, already filled. */
  words: Readonly<Record<string, string>>;
}

/** Units of the layout, see text/typeface.ts. */
export interface Size {
  width: number;
  height: number;
}

/** What is told of one point, bar or box. */
export interface ItemText {
  name: string;
  /** Gene symbols are italic, sample names are not. */
  italic: boolean;
  tag: string;
  rows: readonly (readonly [label: string, value: string])[];
}
