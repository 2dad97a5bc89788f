import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { type Database, migrate, openDatabase } from '../../src/platform/postgres/database.ts';
import { APPLICATION_ROLE, prepareDatabase } from '../../src/platform/postgres/database-role.ts';
import { Queue } from '../../src/platform/queue.ts';
import { TestAccounts } from '../billing/accounts.ts';

/** A database as an earlier version left it: made, filled and owned by the superuser. */

const log = createLog('silent');
const name = `test_${randomBytes(6).toString('hex')}`;
let admin: Database;
let application: Database;
let user: number;
let job: string;

const address = (role?: string, database = name) => {
  const url = new URL(inject('clusterUrl'));
  url.pathname = `/${database}`;
  if (role !== undefined) url.username = role;
  return url.href;
};

async function administer(text: string): Promise<void> {
  const client = new Client({ connectionString: inject('clusterUrl') });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

/** Queues a job for nobody. */
async function queueOne(url: string, database: Database): Promise<string> {
  const queue = new Queue(url, log);
  await queue.start();
  const id = crypto.randomUUID();
  await database.transaction((tx) => queue.add(tx, id, { analysisId: 1 }, { id: 1, type: 'new' }));
  await queue.stop();
  return id;
}

beforeAll(async () => {
  await administer(`CREATE DATABASE ${name}`);
  admin = openDatabase(address(), log, 2);
  await migrate(admin);
  user = await new TestAccounts(admin).add();
  job = await queueOne(address(), admin);
  await prepareDatabase(admin);
  application = openDatabase(address(APPLICATION_ROLE), log, 4);
});
afterAll(async () => {
  await application.$client.end();
  await admin.$client.end();
  await administer(`DROP DATABASE ${name} WITH (FORCE)`);
});

const refused = async (text: string) => {
  const error = await application.$client.query(text).then(
    () => undefined,
    (reason: { code: string }) => reason,
  );
  return error?.code;
};

describe('the role as whom the product works', () => {
  it('finds all that an earlier version has kept, and goes on with it', async () => {
    const accounts = new TestAccounts(application);
    expect(await accounts.billing.balance(user)).toBeGreaterThan(0);
    const { rows } = await application.execute(sql`SELECT state::text FROM queue.job WHERE id = ${job}`);
    expect(rows).toEqual([{ state: 'created' }]);
    await accounts.add();
    await queueOne(address(APPLICATION_ROLE), application);
  });

  it('owns everything in its database, and is no superuser', async () => {
    const { rows } = await application.execute(sql`
      SELECT c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname IN ('public', 'drizzle', 'queue') AND pg_get_userbyid(c.relowner) <> current_user
      UNION ALL SELECT p.oid::regprocedure::text FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE n.nspname IN ('public', 'drizzle', 'queue') AND pg_get_userbyid(p.proowner) <> current_user
      UNION ALL SELECT nspname::text FROM pg_namespace WHERE nspname IN ('public', 'drizzle', 'queue') AND pg_get_userbyid(nspowner) <> current_user`);
    expect(rows).toEqual([]);
    const { rows: roles } = await application.execute(sql`
      SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
        (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS memberships FROM pg_roles r WHERE rolname = current_user`);
    expect(roles).toEqual([
      { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false, memberships: 0 },
    ]);
  });

  it.each([
    ["COPY (SELECT 1) TO PROGRAM 'id'"],
    ["COPY public.users TO '/tmp/users'"],
    ["SELECT pg_read_file('/etc/passwd')"],
    ["SELECT lo_import('/etc/passwd')"],
    ['SELECT * FROM pg_authid'],
    ['CREATE ROLE another'],
    [`ALTER ROLE ${APPLICATION_ROLE} SUPERUSER`],
    ['CREATE DATABASE another'],
    ['CREATE SCHEMA another'],
    ["ALTER SYSTEM SET archive_command = 'id'"],
    ['CREATE EXTENSION file_fdw'],
    ['SET ROLE oncoloom'],
    ['SET SESSION AUTHORIZATION oncoloom'],
  ])('may not: %s', async (text) => {
    // Not allowed; or, of a file, no right to be told of it.
    expect(await refused(text)).toBe('42501');
  });

  it('may not even enter the system’s own databases', async () => {
    const client = new Client({ connectionString: address(APPLICATION_ROLE, 'postgres') });
    await expect(client.connect()).rejects.toMatchObject({ code: '42501' });
  });

  it('is given what a later migration makes, and nothing is done where nothing is new', async () => {
    await admin.execute(sql`CREATE TABLE public.later (id integer GENERATED ALWAYS AS IDENTITY, kind text)`);
    await admin.execute(sql`CREATE SEQUENCE public.alone`);
    await admin.execute(sql`CREATE TYPE public.mood AS ENUM ('a', 'b')`);
    expect(await refused('INSERT INTO public.later (kind) VALUES (1)')).toBe('42501');
    // Two processes that start together.
    await Promise.all([prepareDatabase(admin), prepareDatabase(admin)]);
    expect(await refused("INSERT INTO public.later (kind) VALUES (nextval('public.alone'))")).toBeUndefined();
    await application.execute(sql`DROP TYPE public.mood`);
    await prepareDatabase(admin);
  });
});
