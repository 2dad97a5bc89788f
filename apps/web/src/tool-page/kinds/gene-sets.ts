import {
  countedSet,
  GENE_SET_COLOURS,
  type GeneSetsParameter,
  type NamedSet,
  SET_TITLE_MAX,
  setsProblem,
  splitRepeated,
} from '@oncoloom/tool-kit';
import { type TypedSet, titleOf } from '../data/input-choice.ts';
import type { FormKind } from './kind.ts';
import { analysisChoice, fileChoice } from './load.ts';

/** A set that holds nothing yet. */
export const newSet = (at: number): TypedSet => ({
  title: `名单 ${at + 1}`,
  untitled: true,
  color: GENE_SET_COLOURS[at % GENE_SET_COLOURS.length] ?? '',
  text: '',
});

/** What a request says of a set. */
function setValue({ title, color, text, of }: TypedSet): NamedSet {
  const named = { title: title.trim(), color };
  if (of === undefined) return { ...named, of: { from: 'genes', genes: splitRepeated(text) } };
  if (of.from === 'file') return { ...named, of: { from: 'file', id: of.file.id } };
  return { ...named, of: { from: 'analysis', id: of.id, direction: of.direction ?? 'all', module: of.module ?? '' } };
}

/** A set as a request had it; one whose file or analysis is gone is empty. */
async function typedSet({ title, color, of }: NamedSet): Promise<TypedSet> {
  if (of.from === 'genes') return { title, color, text: of.genes.join('\n') };
  if (of.from === 'file') return { title, color, text: '', of: await fileChoice(of.id) };
  const source = await analysisChoice(of.id);
  return { title, color, text: '', of: source && { ...source, direction: of.direction, module: of.module } };
}

/** What is wrong with sets as they stand in the form; undefined where nothing is. */
export function typedSetsProblem(parameter: GeneSetsParameter, sets: readonly TypedSet[]): string | undefined {
  const unnamed = sets.findIndex(({ title }) => title.trim() === '');
  if (unnamed >= 0) return `第 ${unnamed + 1} 个名单还没有名字`;
  return setsProblem(
    parameter,
    sets.map((set) => countedSet(setValue(set))),
  );
}

const isBlank = ({ text, of }: TypedSet): boolean => of === undefined && text.trim() === '';

/** Sets that may be left out, and hold no gene. */
const isUntouched = ({ optional }: GeneSetsParameter, sets: readonly TypedSet[]): boolean => optional === true && sets.every(isBlank);

/** Sets of which the first is this one. */
const beginningWith = (set: Partial<TypedSet>) => ({ from: 'sets' as const, sets: [{ ...newSet(0), ...set }, newSet(1)] });

export const geneSets: FormKind<GeneSetsParameter> = {
  value(parameter, choice) {
    if (choice.from === 'file') return { from: 'file', id: choice.file.id };
    if (choice.from !== 'sets' || isUntouched(parameter, choice.sets)) return undefined;
    return { from: 'sets', sets: choice.sets.map(setValue) };
  },
  async choice(_, value) {
    if (value.from === 'file') return fileChoice(value.id);
    return { from: 'sets', sets: await Promise.all(value.sets.map(typedSet)) };
  },
  placed: (choice) =>
    choice.from === 'file' && choice.file.file_type === 'gene_sets'
      ? choice
      : beginningWith({ title: titleOf(choice).slice(0, SET_TITLE_MAX), of: choice }),
  typed: (genes) => beginningWith({ text: genes.join('\n') }),
  problem: (parameter, choice) =>
    choice.from === 'sets' && !isUntouched(parameter, choice.sets) ? typedSetsProblem(parameter, choice.sets) : undefined,
};
