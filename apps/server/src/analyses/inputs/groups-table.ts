import type { FileType } from '@oncoloom/contract';
import type { GroupsTableParameter } from '@oncoloom/tool-kit';
import { describeFile, ownFile } from './from-file.ts';
import { describeRows } from './from-rows.ts';
import type { ResolvedKind } from './kind.ts';

const TAKES: readonly FileType[] = ['groups', 'table', 'survival', 'annotation'];

/** A table of samples and groups: pasted, or a file. */
export const groupsTable: ResolvedKind<GroupsTableParameter> = {
  async resolve(sources, { field, parameter, value, userId }) {
    if (value.from === 'rows') return describeRows(field, parameter, value);
    const place = { field, parameter, takes: TAKES };
    return describeFile(sources, place, await ownFile(sources, place, userId, value.id));
  },
  example: (sources, { field, parameter, file }) => describeFile(sources, { field, parameter, takes: TAKES }, file),
};
