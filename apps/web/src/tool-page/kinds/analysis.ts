import type { AnalysisParameter } from '@oncoloom/tool-kit';
import type { FormKind } from './kind.ts';
import { analysisChoice } from './load.ts';

export const analysis: FormKind<AnalysisParameter> = {
  value: (_, choice) => (choice.from === 'analysis' ? { from: 'analysis', id: choice.id } : undefined),
  choice: (_, { id }) => analysisChoice(id),
  placed: (choice) => (choice.from === 'analysis' ? choice : undefined),
};
