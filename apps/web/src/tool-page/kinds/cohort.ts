import type { CohortParameter } from '@oncoloom/tool-kit';
import type { FormKind } from './kind.ts';

export const cohort: FormKind<CohortParameter> = {
  value: (_, choice) => (choice.from === 'cohort' ? { from: 'cohort', codes: choice.codes } : undefined),
  choice: async (_, value) => value,
  fixed: (value) => value,
};
