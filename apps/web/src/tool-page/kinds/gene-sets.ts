import { type GeneSetsParameter, setsProblem, splitGenes } from '@oncoloom/tool-kit';
import type { TypedSet } from '../input-choice.ts';
import type { FormKind } from './kind.ts';
import { fileChoice } from './load.ts';

/** What is wrong with sets as they stand in the form; undefined where nothing is. */
export function typedSetsProblem(parameter: GeneSetsParameter, sets: readonly TypedSet[]): string | undefined {
  const unnamed = sets.findIndex(({ title }) => title.trim() === '');
  if (unnamed >= 0) return `第 ${unnamed + 1} 个名单还没有名字`;
  return setsProblem(
    parameter,
    sets.map(({ title, text }) => ({ title: title.trim(), genes: splitGenes(text).length })),
  );
}

/** Sets that may be left out, and hold no gene. */
const isUntouched = ({ optional }: GeneSetsParameter, sets: readonly TypedSet[]): boolean =>
  optional === true && sets.every(({ text }) => text.trim() === '');

export const geneSets: FormKind<GeneSetsParameter> = {
  value(parameter, choice) {
    if (choice.from === 'file') return { from: 'file', id: choice.file.id };
    if (choice.from !== 'sets' || isUntouched(parameter, choice.sets)) return undefined;
    return { from: 'sets', sets: choice.sets.map(({ title, color, text }) => ({ title: title.trim(), color, genes: splitGenes(text) })) };
  },
  async choice(_, value) {
    if (value.from === 'file') return fileChoice(value.id);
    return { from: 'sets', sets: value.sets.map(({ title, color, genes }) => ({ title, color, text: genes.join('\n') })) };
  },
  placed: (choice) => (choice.from === 'file' ? choice : undefined),
  problem: (parameter, choice) =>
    choice.from === 'sets' && !isUntouched(parameter, choice.sets) ? typedSetsProblem(parameter, choice.sets) : undefined,
};
