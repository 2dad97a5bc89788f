import { type GeneListParameter, splitGenes } from '@oncoloom/tool-kit';
import type { FormKind } from './kind.ts';
import { analysisChoice, fileChoice } from './load.ts';

export const geneList: FormKind<GeneListParameter> = {
  value(_, choice) {
    if (choice.from === 'genes') return { from: 'genes', genes: splitGenes(choice.text) };
    if (choice.from === 'file') return { from: 'file', id: choice.file.id };
    if (choice.from !== 'analysis') return undefined;
    const { id, direction = 'all', module } = choice;
    return { from: 'analysis', id, direction, ...(module === undefined ? {} : { module }) };
  },
  async choice(_, value) {
    if (value.from === 'genes') return { from: 'genes', text: value.genes.join('\n') };
    if (value.from === 'file') return fileChoice(value.id);
    const source = await analysisChoice(value.id);
    return source && { ...source, direction: value.direction, ...(value.module === undefined ? {} : { module: value.module }) };
  },
  placed: (choice) => choice,
  typed: (genes) => ({ from: 'genes', text: genes.join('\n') }),
  problem: ({ label }, choice) => (choice.from === 'genes' && splitGenes(choice.text).length === 0 ? `请填写「${label}」` : undefined),
};
