import type { SampleTableParameter } from '@oncoloom/tool-kit';
import { originOf } from '../data/input-choice.ts';
import type { FormKind } from './kind.ts';
import { fileChoice } from './load.ts';

export const sampleTable: FormKind<SampleTableParameter> = {
  value(_, choice) {
    if (choice.from === 'file') return { from: 'file', id: choice.file.id };
    return choice.from === 'rows' ? { from: 'rows', columns: [...choice.columns], rows: choice.rows.map((row) => [...row]) } : undefined;
  },
  choice: async (_, value) => (value.from === 'rows' ? { ...value, origin: { kind: 'earlier' } } : fileChoice(value.id)),
  fixed: (value, before) => (value.from === 'rows' ? { ...value, origin: originOf(before) } : undefined),
  placed: (choice) => (choice.from === 'file' ? choice : undefined),
};
