import type { Cohort } from '@oncoloom/contract';
import { type CohortParameter, proposedCohort, proposedCohorts, type Value } from '@oncoloom/tool-kit';
import { tableFile } from './layout.ts';
import { findCohort, listCohorts } from './listing.ts';
import type { CohortStore, InstalledCohort } from './store.ts';

/** Cohorts that a request means. */
interface ChosenCohorts {
  cohorts: Cohort[];
  /** Those of them that are installed. */
  installed: InstalledCohort[];
  /** Codes that no cohort has. */
  unknown: string[];
}

/** @param codes none: the one that serves best, or all that serve where several are taken. @param values of the request's other fields. */
export async function chooseCohorts(
  store: CohortStore,
  parameter: CohortParameter,
  codes: readonly string[],
  values: Readonly<Record<string, Value>>,
): Promise<ChosenCohorts> {
  const wanted = codes.length > 0 ? codes : proposed(await listCohorts(store), parameter, values).map(({ code }) => code);
  const found = await Promise.all(
    wanted.map(async (code) => {
      const installed = await store.describe(code);
      return { code, installed, cohort: findCohort(code, installed?.description) };
    }),
  );
  return {
    cohorts: found.flatMap(({ cohort }) => cohort ?? []),
    installed: found.flatMap(({ installed }) => installed ?? []),
    unknown: found.flatMap(({ code, cohort }) => (cohort === undefined ? [code] : [])),
  };
}

function proposed(all: readonly Cohort[], parameter: CohortParameter, values: Readonly<Record<string, Value>>): Cohort[] {
  if (parameter.several === true) return [...proposedCohorts(parameter, all, values).cohorts];
  // Where none serves, the first installed one says why.
  const one = proposedCohort(parameter, all, values)?.cohort ?? all.find(({ installed }) => installed);
  return one === undefined ? [] : [one];
}

/** The release of a cohort that an analysis was made for is not there any more; the message is for the user. */
export class CohortGone extends Error {}

/**
 * What the engine reads of a release: name and path of each file. What was planted in a simulated cohort is not for it.
 * @throws CohortGone
 */
export async function engineFiles(store: CohortStore, { code, release, folder }: { code: string; release: string; folder: string }) {
  const found = await store.release(code, folder);
  if (found === undefined) throw new CohortGone(`${code.toUpperCase()} 的 ${release} 版已不在这台服务器上，请重新提交，用现在的版本计算`);
  const names = Object.keys(found.files).filter((name) => name !== tableFile('truth'));
  return Promise.all(names.map(async (name): Promise<[string, string]> => [name, await found.path(name)]));
}
