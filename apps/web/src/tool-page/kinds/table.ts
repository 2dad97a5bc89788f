import type { TableParameter } from '@oncoloom/tool-kit';
import type { FormKind } from './kind.ts';

export const table: FormKind<TableParameter> = {
  // The rows are not copied: a request with the same rows is the same request (`requestKey`).
  value: (_, choice) =>
    choice.from === 'rows' ? { from: 'rows', columns: [...choice.columns], rows: choice.rows as string[][] } : undefined,
  choice: async (_, value) => ({ ...value, origin: { kind: 'pasted' } }),
};
