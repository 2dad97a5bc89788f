import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { PrivateCluster } from '../../src/platform/cluster.ts';
import { createLog } from '../../src/platform/log.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL, as its superuser. */
    clusterUrl: string;
    /** A folder that goes when the run has ended. */
    runFolder: string;
  }
}

/** One real PostgreSQL for a run of the tests; each test file makes a database of its own in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'oncoloom-test-'));
  const cluster = await PrivateCluster.start(join(folder, 'postgres'), createLog('silent'));
  project.provide('clusterUrl', cluster.adminUrl);
  project.provide('runFolder', folder);
  return async () => {
    await cluster.stop();
    // A worker's engine may still be ending.
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  };
}
