import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts';
import { APPLICATION_ROLE } from '../../src/platform/postgres/database-role.ts';
import { MIGRATED } from './cluster.ts';

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
export const createTestDatabase = (): Promise<TestDatabase> => create(MIGRATED);

/** A fresh database in which nothing is. */
export const createEmptyDatabase = (): Promise<TestDatabase> => create('template0');

async function create(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(`CREATE DATABASE ${name} OWNER ${APPLICATION_ROLE} TEMPLATE ${template}`);
  const address = new URL(inject('clusterUrl'));
  address.pathname = `/${name}`;
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
