import { z } from 'zod';
import { checkGenes } from '../cohorts/cohort-genes.ts';
import { type CohortChoice, checkCohorts, cohortCode, cohortWords } from '../cohorts/cohorts.ts';
import { LISTED, listNames } from '../words/format.ts';
import type { Base, InputKind } from './kind.ts';
import { lastOf, unreadable } from './reading.ts';
import { splitWords } from './separators.ts';

/**
 * A public cohort, written `TCGA-ACC`, `ACC` or `acc`: R gets its folder by `open_cohort`. A request without one gets the
 * real one that serves best, see `proposedCohort`. With `several`, R gets a list of cohorts by code, and a request without any gets all that serve; beside others, one with too few
 * normals for a comparison is drawn and not tested.
 */
export interface CohortParameter extends Base, CohortChoice {
  kind: 'cohort';
  input: string;
}

/** More than there are. */
const COHORTS_MAX = 100;
const cohortCodes = z
  .union([z.string(), z.array(z.string()).max(COHORTS_MAX)])
  .transform((given) => [...new Set((typeof given === 'string' ? splitWords(given) : given).map(cohortCode))])
  .pipe(
    z
      .array(z.string().regex(/^[a-z0-9]{2,12}$/))
      .min(1)
      .max(COHORTS_MAX),
  );

export const cohort: InputKind<CohortParameter> = {
  read(parameter, given) {
    const parsed = cohortCodes.safeParse(lastOf(given)[1]);
    if (!parsed.success) return parsed.error;
    if (parsed.data.length > 1 && parameter.several !== true) return unreadable();
    return { from: 'cohort', codes: parsed.data };
  },
  write: ({ several }, name, { codes }) => [[name, several === true ? codes : (codes[0] ?? '')]],
  absent: () => ({ from: 'cohort', codes: [] }),
  missing: () => undefined,
  expected: () => '要填队列的代码，例如 TCGA-ACC',
  schema(parameter) {
    const code = { type: 'string', pattern: '^([Tt][Cc][Gg][Aa]-)?[A-Za-z0-9]{2,12}$' };
    return parameter.several === true ? { type: 'array', items: code } : code;
  },
  check({ name, parameter, facts, values, words }) {
    const cohorts = facts[name]?.cohorts;
    if (cohorts === undefined) return [];
    const findings = checkCohorts(name, parameter, cohorts, values);
    findings.push(...checkGenes(name, parameter, cohorts, facts[name]?.genes ?? [], values));
    for (const first of cohorts.slice(0, 1)) Object.assign(words, cohortWords(parameter, first, values));
    const labels = cohorts.map(({ label }) => label);
    words.cohorts = labels.length === 1 ? labels[0] : `${listNames(labels)}${labels.length > LISTED ? '' : ' 共'} ${labels.length} 个队列`;
    return findings;
  },
};
