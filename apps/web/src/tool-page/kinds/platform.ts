import type { PlatformParameter } from '@oncoloom/tool-kit';
import type { FormKind } from './kind.ts';

export const platform: FormKind<PlatformParameter> = {
  value: (_, choice) => (choice.from === 'platform' ? { from: 'platform', platform: choice.platform } : undefined),
  choice: async (_, value) => ({ ...value, proposed: false }),
  fixed: (value) => ({ ...value, proposed: false }),
};
