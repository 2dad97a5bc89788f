import type { GeneSetCollectionParameter } from '@oncoloom/tool-kit';
import type { FormKind } from './kind.ts';
import { fileChoice } from './load.ts';

export const geneSetCollection: FormKind<GeneSetCollectionParameter> = {
  value(_, choice) {
    if (choice.from === 'file') return { from: 'file', id: choice.file.id };
    return choice.from === 'collection' ? { from: 'collection', name: choice.name } : undefined;
  },
  choice: async (_, value) => (value.from === 'collection' ? { ...value, title: value.name } : fileChoice(value.id)),
  placed: (choice) => (choice.from === 'file' ? choice : undefined),
};
