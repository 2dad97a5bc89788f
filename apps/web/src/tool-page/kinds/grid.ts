import { type GridParameter, gridProblem } from '@oncoloom/tool-kit';
import { filledRows } from '../data/grid-edit.ts';
import type { FormKind } from './kind.ts';

/** A grid that may be left out, and in which nothing stands. */
const isUntouched = ({ optional }: GridParameter, rows: readonly string[][]): boolean => optional === true && rows.length === 0;

export const grid: FormKind<GridParameter> = {
  value(parameter, choice) {
    if (choice.from !== 'rows') return undefined;
    const rows = filledRows(choice.rows);
    return isUntouched(parameter, rows) ? undefined : { from: 'rows', columns: [...choice.columns], rows };
  },
  choice: async (_, value) => ({ ...value, origin: { kind: 'earlier' } }),
  problem(parameter, choice) {
    if (choice.from !== 'rows') return undefined;
    const rows = filledRows(choice.rows);
    return isUntouched(parameter, rows) ? undefined : gridProblem(parameter, { columns: choice.columns, rows });
  },
};
