import type { TableParameter } from '@oncoloom/tool-kit';
import { describeFile } from '../input-sources/from-file.ts';
import { describeRows } from '../input-sources/from-rows.ts';
import type { ResolvedKind } from './kind.ts';

/** A table that came with the request. */
export const table: ResolvedKind<TableParameter> = {
  resolve: async (_, { field, parameter, value }) => describeRows(field, parameter, value),
  example: (sources, { field, parameter, file }) => describeFile(sources, { field, parameter, takes: ['table'] }, file),
};
