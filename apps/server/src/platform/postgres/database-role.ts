/** The role as whom the product works on its private database: it owns its tables and can do nothing else in the cluster. */
import { sql } from 'drizzle-orm';
import { type Database, migrate, type Queryable } from './database.ts';

/** Of the private cluster. The role that made the cluster, its superuser, is used for set-up only. */
export const APPLICATION_ROLE = 'oncoloom_app';

/** Any number that no other lock has. */
const HAND_OVER_LOCK = 7_310_002;

/** Commands that make the role own what is in a database and is not the system's own; none where it does already. */
const TRANSFERS = sql`
  WITH role AS (SELECT oid FROM pg_roles WHERE rolname = ${APPLICATION_ROLE}),
  own AS (
    SELECT oid, nspname, nspowner FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
  ),
  -- What an extension or a column brings along changes with it.
  dependent AS (SELECT objid FROM pg_depend WHERE deptype IN ('a', 'i', 'e'))
  SELECT 1 AS turn, format('ALTER SCHEMA %I OWNER TO ${sql.raw(APPLICATION_ROLE)}', nspname) AS command
    FROM own, role WHERE nspowner <> role.oid
  UNION ALL
  SELECT 2, format('ALTER TABLE %s OWNER TO ${sql.raw(APPLICATION_ROLE)}', c.oid::regclass)
    FROM pg_class c JOIN own ON own.oid = c.relnamespace, role
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND c.relowner <> role.oid
  UNION ALL
  SELECT 3, format('ALTER SEQUENCE %s OWNER TO ${sql.raw(APPLICATION_ROLE)}', c.oid::regclass)
    FROM pg_class c JOIN own ON own.oid = c.relnamespace, role
    WHERE c.relkind = 'S' AND c.relowner <> role.oid AND c.oid NOT IN (SELECT objid FROM dependent)
  UNION ALL
  SELECT 4, format('ALTER TYPE %s OWNER TO ${sql.raw(APPLICATION_ROLE)}', t.oid::regtype)
    FROM pg_type t JOIN own ON own.oid = t.typnamespace, role
    WHERE t.typtype IN ('e', 'd', 'r') AND t.typowner <> role.oid AND t.oid NOT IN (SELECT objid FROM dependent)
  UNION ALL
  SELECT 5, format('ALTER ROUTINE %s OWNER TO ${sql.raw(APPLICATION_ROLE)}', p.oid::regprocedure)
    FROM pg_proc p JOIN own ON own.oid = p.pronamespace, role
    WHERE p.proowner <> role.oid AND p.oid NOT IN (SELECT objid FROM dependent)
  ORDER BY turn`;

/**
 * Brings a database of the private cluster up to date and hands everything in it over to the role, in one transaction: what an earlier
 * version has made as superuser too. Changes nothing, and waits for nobody, where nothing is to do.
 * @param database Connected as the superuser.
 */
export async function prepareDatabase(database: Database): Promise<void> {
  await migrate(database);
  if ((await transfers(database)).length === 0) return;
  await database.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${HAND_OVER_LOCK})`);
    for (const command of await transfers(tx)) await tx.execute(sql.raw(command));
  });
}

async function transfers(database: Queryable): Promise<string[]> {
  return (await database.execute<{ command: string }>(TRANSFERS)).rows.map((row) => row.command);
}

/** Makes the role, once for a cluster; it cannot even connect to the system's own databases. */
export const CREATE_ROLE = [
  `CREATE ROLE ${APPLICATION_ROLE} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS`,
  'REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC',
];
