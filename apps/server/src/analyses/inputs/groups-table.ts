import type { FileType } from '@oncoloom/contract';
import type { GroupsTableParameter } from '@oncoloom/tool-kit';
import { describeFile, ownFile } from '../input-sources/from-file.ts';
import { describeRows } from '../input-sources/from-rows.ts';
import { joinedRows } from '../input-sources/joined-rows.ts';
import type { ResolvedKind } from './kind.ts';

const TAKES: readonly FileType[] = ['groups', 'table', 'survival', 'annotation'];

/** A table of samples and groups: pasted, or a file. */
export const groupsTable: ResolvedKind<GroupsTableParameter> = {
  async resolve(sources, { field, parameter, value, facts, userId }) {
    const place = { field, parameter, takes: TAKES };
    const samples = facts[parameter.of]?.matrix?.samples;
    if (value.from === 'rows') return joinedRows(place, describeRows(field, parameter, value), samples);
    return joinedRows(place, await describeFile(sources, place, await ownFile(sources, place, userId, value.id)), samples);
  },
  example: (sources, { field, parameter, file }) => describeFile(sources, { field, parameter, takes: TAKES }, file),
};
