import type { TableParameter } from '@oncoloom/tool-kit';
import type { FormKind } from './kind.ts';

export const table: FormKind<TableParameter> = {
  value: (_, choice) =>
    choice.from === 'rows' ? { from: 'rows', columns: [...choice.columns], rows: choice.rows.map((row) => [...row]) } : undefined,
  choice: async (_, value) => ({ ...value, origin: { kind: 'pasted' } }),
};
