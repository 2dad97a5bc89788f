import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { type Database, migrate, openDatabase } from '../../src/platform/database.ts';
import { createLog } from '../../src/platform/log.ts';

export interface TestDatabase {
  database: Database;
  /** For what opens connections of its own (queue, live channel). */
  url: string;
  close(): Promise<void>;
}

async function administer(text: string): Promise<void> {
  const client = new Client({ connectionString: inject('clusterUrl') });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** A fresh database with all migrations, for one test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(`CREATE DATABASE ${name}`);
  const address = new URL(inject('clusterUrl'));
  address.pathname = `/${name}`;
  const database = openDatabase(address.href, createLog('silent'));
  await migrate(database);
  return {
    database,
    url: address.href,
    close: async () => {
      await database.$client.end();
      await administer(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
