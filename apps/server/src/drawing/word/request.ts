import type { TableSources } from '../sources.ts';

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

/** Everything that a Word document is made of; plain data, so that it can be sent to a thread. */
export interface WordRequest {
  /** In the document's own data. */
  title: string;
  table?: WordTable;
  /** Paragraphs, such as a figure's legend. */
  texts?: readonly { text: string; language: WordLanguage }[];
}
