import type { TableSources } from '../sources.ts';
import type { Run } from './runs.ts';

export type WordLanguage = 'zh' | 'en';

/** A three-line table with its caption above and notes below. */
export interface WordTable {
  /** Where it lies, how its columns are declared in the language of the document. */
  source: TableSources[string];
  /** Without 「表 1」. */
  caption: string;
  /** Sentences below, a paragraph each. */
  notes: readonly string[];
  language: WordLanguage;
}

/** A picture at the size at which it is printed. */
export interface WordFigure {
  /** Of a PNG. */
  path: string;
  /** Inches. */
  width: number;
  height: number;
  /** With its number. */
  legend: string;
  /** For who cannot see it. */
  alternative: string;
}

/** A piece of a long document, in the order in which it is read. */
export type ReportBlock =
  | { kind: 'title'; text: string }
  | { kind: 'heading'; level: 1 | 2; text: string }
  | { kind: 'text'; runs: readonly Run[] }
  /** A work of the list of references, with its number. */
  | { kind: 'reference'; text: string }
  | { kind: 'table'; number: number; table: WordTable }
  | { kind: 'figure'; figure: WordFigure };

/** A document of several parts. */
export interface WordReport {
  language: WordLanguage;
  blocks: readonly ReportBlock[];
}

/** Everything that a Word document is made of; plain data, so that it can be sent to a thread. */
export interface WordRequest {
  /** In the document's own data. */
  title: string;
  table?: WordTable;
  /** Paragraphs, such as a figure's legend. */
  texts?: readonly { text: string; language: WordLanguage }[];
  /** In place of these. */
  report?: WordReport;
}
