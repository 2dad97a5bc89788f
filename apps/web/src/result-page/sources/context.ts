import type { Analysis, AnalysisResult } from '@oncoloom/contract';
import type { ToldTool } from '@oncoloom/tool-kit';
import { createContext } from 'react';

/** The result whose sentences are read, and how its page shows rows of a table; null where sentences lead nowhere. */
export interface SourcedResult {
  analysis: Analysis;
  result: AnalysisResult;
  tool: ToldTool;
  /** Opens a table at these rows; null: at all of them. False where the page has not got it. */
  openTable: (table: string, rows: readonly number[] | null) => boolean;
}

export const Sourced = createContext<SourcedResult | null>(null);
