import { type GridParameter, gridProblem } from '@oncoloom/tool-kit';
import { fieldError } from '../../platform/errors.ts';
import { cellsOf } from '../input-sources/cells.ts';
import { describeRows } from '../input-sources/from-rows.ts';
import type { ResolvedKind } from './kind.ts';

/** A small table that came with the request. */
export const grid: ResolvedKind<GridParameter> = {
  resolve: async (_, { field, parameter, value }) => describeRows(field, parameter, value),
  async example(sources, { field, parameter, file }) {
    const table = await cellsOf(sources, { field, parameter, takes: ['table'] }, file);
    const problem = gridProblem(parameter, table);
    if (problem !== undefined) throw fieldError(field, problem);
    return describeRows(field, parameter, table);
  },
};
