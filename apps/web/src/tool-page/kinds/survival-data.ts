import type { SurvivalDataParameter } from '@oncoloom/tool-kit';
import { originOf } from '../data/input-choice.ts';
import type { FormKind } from './kind.ts';
import { fileChoice } from './load.ts';

export const survivalData: FormKind<SurvivalDataParameter> = {
  value(_, choice) {
    if (choice.from === 'file') return { from: 'file', id: choice.file.id };
    if (choice.from === 'follow-up') return choice;
    return choice.from === 'rows' ? { from: 'rows', columns: [...choice.columns], rows: choice.rows.map((row) => [...row]) } : undefined;
  },
  async choice(_, value) {
    if (value.from === 'follow-up') return value;
    return value.from === 'rows' ? { ...value, origin: { kind: 'earlier' } } : fileChoice(value.id);
  },
  fixed: (value, before) => (value.from === 'rows' ? { ...value, origin: originOf(before) } : undefined),
  placed: (choice) => (choice.from === 'file' ? choice : undefined),
};
