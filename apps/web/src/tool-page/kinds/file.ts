import type { FileParameter } from '@oncoloom/tool-kit';
import type { FormKind } from './kind.ts';
import { analysisChoice, fileChoice } from './load.ts';

export const file: FormKind<FileParameter> = {
  value(_, choice) {
    if (choice.from === 'analysis') return { from: 'analysis', id: choice.id };
    return choice.from === 'file' ? { from: 'file', id: choice.file.id } : undefined;
  },
  choice: (_, { from, id }) => (from === 'analysis' ? analysisChoice(id) : fileChoice(id)),
  placed: (choice) => choice,
};
