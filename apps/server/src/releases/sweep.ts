import type { App } from '../app.ts';
import { RELEASE_KINDS } from './tables.ts';

/** Knows which releases are still to be read. */
interface Sweeping extends Pick<App, 'releases'> {
  analyses: Pick<App['analyses'], 'usedReleases'>;
}

/**
 * Removes releases that others have replaced. A waiting or running analysis keeps the release of the cohort that it was made for; of all else it names the
 * contents.
 */
export async function sweepReleases({ releases, analyses }: Sweeping): Promise<void> {
  const used = new Set((await analyses.usedReleases()).map(({ code, folder }) => `${code} ${folder}`));
  for (const kind of RELEASE_KINDS)
    await releases.removeSuperseded(kind, (name, release) => kind === 'cohort' && used.has(`${name} ${release}`));
}
