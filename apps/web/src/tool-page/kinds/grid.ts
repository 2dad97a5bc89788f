import { type GridParameter, gridProblem } from '@oncoloom/tool-kit';
import { filledRows } from '../grid-edit.ts';
import type { FormKind } from './kind.ts';

export const grid: FormKind<GridParameter> = {
  value: (_, choice) =>
    choice.from === 'rows' ? { from: 'rows', columns: [...choice.columns], rows: filledRows(choice.rows) } : undefined,
  choice: async (_, value) => ({ ...value, origin: { kind: 'earlier' } }),
  isIncomplete: (parameter, choice) =>
    choice.from === 'rows' && gridProblem(parameter, { columns: choice.columns, rows: filledRows(choice.rows) }) !== undefined,
};
