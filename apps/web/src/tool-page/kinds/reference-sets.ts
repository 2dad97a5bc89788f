import type { ReferenceSetsParameter } from '@oncoloom/tool-kit';
import type { FormKind } from './kind.ts';

/** Nothing is chosen: what is taken follows from other parameters. */
export const referenceSets: FormKind<ReferenceSetsParameter> = {
  value: () => undefined,
  choice: async () => undefined,
};
