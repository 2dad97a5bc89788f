import type { GroupsTableParameter } from '@oncoloom/tool-kit';
import { namesGroups } from '../data/groups.ts';
import { originOf } from '../data/input-choice.ts';
import type { FormKind } from './kind.ts';
import { fileChoice } from './load.ts';

export const groupsTable: FormKind<GroupsTableParameter> = {
  value(_, choice) {
    if (choice.from === 'file') return { from: 'file', id: choice.file.id };
    if (choice.from !== 'rows') return undefined;
    return { from: 'rows', columns: [...choice.columns], rows: choice.rows.map((row) => [...row]) };
  },
  choice: async (_, value) => (value.from === 'rows' ? { ...value, origin: { kind: 'earlier' } } : fileChoice(value.id)),
  fixed: (value, before) => (value.from === 'rows' ? { ...value, origin: originOf(before) } : undefined),
  placed: (choice) => (choice.from === 'file' && namesGroups(choice.file) ? choice : undefined),
};
