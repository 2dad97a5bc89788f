import type { Sources } from '../inputs/kind.ts';
import * as repository from '../repository.ts';
import type { AnalysisRecord } from '../tables.ts';

/** A public cohort in which a result has found something. */
export interface FoundIn {
  code: string;
  label: string;
}

/** Results that rest on results that rest on results: further back nobody looks. */
const GENERATIONS = 4;

/** The public cohorts that an analysis rests on: those that it read, and those of the analyses that it was made of. Each once. */
export async function cohortsRead(
  sources: Pick<Sources, 'database'>,
  source: AnalysisRecord,
  generations = GENERATIONS,
): Promise<FoundIn[]> {
  const own = source.inputs.flatMap(({ cohort, name }): FoundIn[] => (cohort === undefined ? [] : [{ code: cohort.code, label: name }]));
  const earlier = generations === 0 ? [] : source.inputs.flatMap(({ request }) => (request.from === 'analysis' ? [request.id] : []));
  const records = await Promise.all(earlier.map((id) => repository.findOwned(sources.database, source.userId, id)));
  const before = await Promise.all(records.map((record) => (record === undefined ? [] : cohortsRead(sources, record, generations - 1))));
  return [...new Map([...own, ...before.flat()].map((one) => [one.code, one])).values()];
}
