import type { App } from '../app.ts';

/** What knows which releases are still to be read. */
export interface CohortSweepParts {
  cohorts: App['cohorts'];
  cohortDownloads: Pick<App['cohortDownloads'], 'sweep'>;
  analyses: Pick<App['analyses'], 'usedReleases'>;
}

/** Removes releases that others have replaced, but those that a waiting or running analysis was made for, and files that nobody fetches any more. */
export async function sweepCohorts({ cohorts, cohortDownloads, analyses }: CohortSweepParts): Promise<void> {
  const used = await analyses.usedReleases();
  await cohorts.removeSuperseded((code, folder) => used.some((release) => release.code === code && release.folder === folder));
  await cohortDownloads.sweep(new Date());
}
