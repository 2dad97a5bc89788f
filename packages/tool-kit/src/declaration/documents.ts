/**
 * A formula, left to right. Texts have the marks of titles: `~i~` is lowered, `*x*` italic. `over` stands above `under` with a line
 * between; a `sign` such as ∑ is large, with its limits above and below.
 */
export type Formula = readonly FormulaPart[];
export type FormulaPart = string | { over: Formula; under: Formula } | { sign: string; below: string; above?: string };

/** A column of a document's table. What is not told here comes from the table's declaration. */
export interface DocumentColumn {
  column: string;
  /** Share of the page's width, before the others are counted. */
  width: number;
  title?: string;
  digits?: number;
  /** Behind each number; a cell with the number 0 stays empty. */
  unit?: string;
  /** A column with one value for all rows, written under the title; and what stands there where it is missing. */
  limit?: { column: string; missing: string };
  /** A column of flags, or of counts: where it is true, or not 0, the cell stands out. */
  marked?: string;
  /** Left out where no cell holds anything. */
  hideEmpty?: true;
}

/** A part of a document. Texts are templates over the run's facts and parameters; where one comes out empty, nothing is written. */
export type DocumentBlock =
  | { heading: string }
  /** `apart`: more room above, as where another matter begins. */
  | { text: string; apart?: true }
  | { formula: Formula }
  | { table: string; columns: readonly DocumentColumn[] }
  /** All figures of the result, in their order. */
  | { figures: 'all' };

/**
 * What the documents of a tool hold, by their ids in its declaration; in `documents.ts` beside `tool.ts`. Every document begins with
 * the result's inputs, versions and conclusion and ends with its methods and references: those are not repeated here.
 */
export type DocumentContents = Readonly<Record<string, readonly DocumentBlock[]>>;
