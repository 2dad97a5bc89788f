import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database.ts';
import { APPLICATION_ROLE, prepareDatabase } from '../../src/platform/database-role.ts';
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

/** A fresh database with all migrations, for one test file; reached as the role as whom the product works. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // As an operator gives one by DATABASE_URL: the role may bring it up to date by itself.
  await administer(`CREATE DATABASE ${name} OWNER ${APPLICATION_ROLE}`);
  const address = new URL(inject('clusterUrl'));
  address.pathname = `/${name}`;
  const admin = openDatabase(address.href, createLog('silent'), 1);
  await prepareDatabase(admin);
  await admin.$client.end();
  address.username = APPLICATION_ROLE;
  const database = openDatabase(address.href, createLog('silent'));
  return {
    database,
    url: address.href,
    close: async () => {
      await database.$client.end();
      await administer(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
