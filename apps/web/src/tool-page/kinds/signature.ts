import type { SignatureParameter } from '@oncoloom/tool-kit';
import type { FormKind } from './kind.ts';
import { fileChoice } from './load.ts';

export const signature: FormKind<SignatureParameter> = {
  value(_, choice) {
    if (choice.from === 'file') return { from: 'file', id: choice.file.id };
    return choice.from === 'collection' ? { from: 'collection', name: choice.name } : undefined;
  },
  async choice(_, value) {
    if (value.from === 'file') return fileChoice(value.id);
    return value.name === undefined ? undefined : { from: 'collection', name: value.name, title: value.name };
  },
};
