/** What other domains use of the public cohorts. */
export { extractFiles } from './extract.ts';
export { followUpOf } from './follow-up.ts';
export { CohortGenes } from './gene-names.ts';
export { CohortGone, chooseCohorts, engineFiles } from './inputs.ts';
export { findCohort, listCohorts } from './listing.ts';
export { geneInCohorts } from './one-gene.ts';
export type { CohortFiles, CohortStore } from './store.ts';
