import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { createLog } from '../../src/platform/log.ts';
import { PrivateCluster } from '../../src/platform/postgres/cluster.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import { APPLICATION_ROLE, prepareDatabase } from '../../src/platform/postgres/database-role.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL, as its superuser. */
    clusterUrl: string;
    /** A folder that goes when the run has ended. */
    runFolder: string;
  }
}

/** A database with all migrations, which those of the test files are copies of. */
export const MIGRATED = 'migrated';

/**
 * Nothing here has to outlive the machine: no commit waits for the disk. What tests kill or fill has a cluster of its own, with the settings of
 * the product.
 */
const UNSYNCED = ['fsync', 'synchronous_commit', 'full_page_writes'].map((name) => `ALTER SYSTEM SET ${name} = off`);

async function prepare(adminUrl: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  // As an operator gives one by DATABASE_URL: the role may bring it up to date by itself.
  const statements = [...UNSYNCED, 'SELECT pg_reload_conf()', `CREATE DATABASE ${MIGRATED} OWNER ${APPLICATION_ROLE}`];
  for (const statement of statements) await client.query(statement);
  await client.end();
  const address = new URL(adminUrl);
  address.pathname = `/${MIGRATED}`;
  const database = openDatabase(address.href, createLog('silent'), 1);
  await prepareDatabase(database);
  await database.$client.end();
}

/** One real PostgreSQL for a run of the tests; each test file makes a database of its own in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'oncoloom-test-'));
  const cluster = await PrivateCluster.start(join(folder, 'postgres'), createLog('silent'));
  await prepare(cluster.adminUrl);
  project.provide('clusterUrl', cluster.adminUrl);
  project.provide('runFolder', folder);
  return async () => {
    await cluster.stop();
    // A worker's engine may still be ending.
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  };
}
