import type { RankedGenesParameter } from '@oncoloom/tool-kit';
import type { FormKind } from './kind.ts';
import { analysisChoice, fileChoice } from './load.ts';

export const rankedGenes: FormKind<RankedGenesParameter> = {
  value(_, choice) {
    if (choice.from === 'rows') return { from: 'rows', columns: [...choice.columns], rows: choice.rows.map((row) => [...row]) };
    if (choice.from === 'file') return { from: 'file', id: choice.file.id };
    if (choice.from !== 'analysis') return undefined;
    const { id, by = null, module } = choice;
    return { from: 'analysis', id, by, ...(module ? { comparison: module } : {}) };
  },
  async choice(_, value) {
    if (value.from === 'rows') return { ...value, origin: { kind: 'earlier' } };
    if (value.from === 'file') return fileChoice(value.id);
    const source = await analysisChoice(value.id);
    return source && { ...source, by: value.by, ...(value.comparison === undefined ? {} : { module: value.comparison }) };
  },
  placed: (choice) => choice,
};
