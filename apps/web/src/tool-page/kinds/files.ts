import type { FilesItem, FilesParameter } from '@oncoloom/tool-kit';
import type { FormKind } from './kind.ts';
import { analysisChoice, fileChoice } from './load.ts';

export const files: FormKind<FilesParameter> = {
  value(_, choice) {
    if (choice.from !== 'files') return undefined;
    const items = choice.items.map(
      (item): FilesItem => (item.from === 'file' ? { from: 'file', id: item.file.id } : { from: 'analysis', id: item.id }),
    );
    return { from: 'files', items };
  },
  async choice({ max }, { items }) {
    const asked = items.map(({ from, id }) => (from === 'file' ? fileChoice(id) : analysisChoice(id)));
    const found = (await Promise.all(asked)).flatMap((item) => item ?? []).slice(0, max);
    return found.length === 0 ? undefined : { from: 'files', items: found };
  },
  placed: (choice) => ({ from: 'files', items: [choice] }),
  problem: ({ label, min }, choice) => (choice.from === 'files' && choice.items.length < min ? `请选择「${label}」` : undefined),
};
