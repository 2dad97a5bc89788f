import type { Cohort } from '@oncoloom/contract';
import { cohortExtent } from '@oncoloom/tool-kit';

/** Ways to narrow the list, by what a cohort can be compared with and whether it is here. */
export const COHORT_FILTERS = {
  all: { label: '全部', fits: () => true },
  tcga: { label: '有癌旁', fits: (cohort: Cohort) => cohort.only_tcga === 1 },
  gtex: { label: '可加 GTEx', fits: (cohort: Cohort) => cohort.tcga_gtex === 1 },
  installed: { label: '可下载', fits: (cohort: Cohort) => cohort.installed },
  whole: { label: '完整', fits: (cohort: Cohort) => cohortExtent(cohort).kind === 'whole' },
} as const;
export type CohortFilter = keyof typeof COHORT_FILTERS;

/** Cohorts that pass a filter and carry each word of a query in their code, Chinese or English name. */
export function chooseCohorts(cohorts: readonly Cohort[], filter: CohortFilter, query: string): Cohort[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return cohorts.filter((cohort) => {
    const text = `${cohort.label} ${cohort.name} ${cohort.english}`.toLowerCase();
    return COHORT_FILTERS[filter].fits(cohort) && words.every((word) => text.includes(word));
  });
}
