import { listedNames, nameWithoutEnding } from '@oncoloom/tool-kit';
import type { UsedInput } from '../tables.ts';

/** Measured data come before what was taken of results: no run is about a list of genes where it reads a cohort. */
const MEASURED = ['cohort', 'matrix', 'table', 'ranking', 'genes'] as const satisfies readonly UsedInput['type'][];

/** Analyses whose results are among these inputs. */
export const sourcesOf = (inputs: readonly UsedInput[]): number[] =>
  inputs.flatMap(({ request }) => (request.from === 'analysis' ? [request.id] : []));

/**
 * What a run is about, in words: the cohort, or the file without its ending, that its numbers come from, through earlier results too. Null where
 * everything was typed or pasted.
 * @param sources data sets of those earlier analyses, by their numbers
 */
export function dataSetOf(inputs: readonly UsedInput[], sources: ReadonlyMap<number, string>): string | null {
  const nameOf = ({ type, name, request }: UsedInput): string | undefined => {
    if (request.from === 'analysis') return sources.get(request.id);
    if (type === 'cohort') return name;
    return request.from === 'file' ? nameWithoutEnding(name) : undefined;
  };
  for (const type of MEASURED) {
    const names = inputs.filter((input) => input.type === type).flatMap((input) => nameOf(input) ?? []);
    if (names.length > 0) return listedNames([...new Set(names)]);
  }
  return null;
}
