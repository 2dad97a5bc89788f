import type { App } from '../app.ts';
import { RELEASE_KINDS } from './tables.ts';

interface Sweeping extends Pick<App, 'releases'> {
  cohortDownloads: Pick<App['cohortDownloads'], 'sweep'>;
  /** Knows which releases are still to be read. */
  analyses: Pick<App['analyses'], 'usedReleases'>;
}

/**
 * Removes releases that others have replaced, and files of cohorts that nobody fetches any more. A waiting or running analysis keeps the release of the cohort
 * that it was made for; of all else it names the contents.
 */
export async function sweepReleases({ releases, cohortDownloads, analyses }: Sweeping): Promise<void> {
  const used = new Set((await analyses.usedReleases()).map(({ code, folder }) => `${code} ${folder}`));
  for (const kind of RELEASE_KINDS)
    await releases.removeSuperseded(kind, (name, release) => kind === 'cohort' && used.has(`${name} ${release}`));
  await cohortDownloads.sweep(new Date());
}
