import type { RankedGenesParameter } from '@oncoloom/tool-kit';
import type { FormKind } from './kind.ts';
import { analysisChoice, fileChoice } from './load.ts';

export const rankedGenes: FormKind<RankedGenesParameter> = {
  value(_, choice) {
    if (choice.from === 'rows') return { from: 'rows', columns: [...choice.columns], rows: choice.rows.map((row) => [...row]) };
    if (choice.from === 'file') return { from: 'file', id: choice.file.id };
    return choice.from === 'analysis' ? { from: 'analysis', id: choice.id, by: choice.by ?? null } : undefined;
  },
  async choice(_, value) {
    if (value.from === 'rows') return { ...value, origin: { kind: 'earlier' } };
    if (value.from === 'file') return fileChoice(value.id);
    const source = await analysisChoice(value.id);
    return source && { ...source, by: value.by };
  },
  placed: (choice) => choice,
};
