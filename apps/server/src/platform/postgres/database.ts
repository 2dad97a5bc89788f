import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { type ClientBase, Pool } from 'pg';
import type { Log } from '../log.ts';
import { ROOT } from '../root.ts';

export type Database = NodePgDatabase & { $client: Pool };
/** What `database.transaction(async (tx) => …)` hands over. */
export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];
/** Either: for a function that reads or writes inside whatever its caller has open. */
export type Queryable = NodePgDatabase | Transaction;

/** Any number that every process of the product agrees on: the lock under which migrations run. */
const MIGRATION_LOCK = 7_310_001;
const MIGRATIONS = { migrationsFolder: join(ROOT, 'apps/server/migrations') };

/**
 * What PostgreSQL is asked to do for each of our sessions: one whose machine is cut off ends after some 15 seconds, and its locks go with it. As it comes it
 * keeps such a session for two hours, and for so long nobody could take over what the machine was computing.
 */
const ENDED_WHEN_CUT_OFF = { tcp_keepalives_idle: 5, tcp_keepalives_interval: 3, tcp_keepalives_count: 3, tcp_user_timeout: 15_000 };

/** Of every connection of the product to its database: each side finds out that the other is gone. A DATABASE_URL with `options` of its own has those. */
export const CONNECTION = {
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
  options: Object.entries(ENDED_WHEN_CUT_OFF)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
} as const;

/** A pool of connections; a lost one is dropped and opened anew by the next query. */
export function openDatabase(url: string, log: Log, connections = 20): Database {
  const pool = new Pool({
    ...CONNECTION,
    connectionString: url,
    max: connections,
    idleTimeoutMillis: 60_000,
    application_name: `oncoloom/${process.pid}`,
  });
  // Without a listener an idle connection that breaks would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
  // The pool listens to idle connections only; one that breaks inside a transaction fails its query and tells here as well.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return drizzle(pool);
}

/** Where the queue keeps its tables; it makes them itself, but not the schema, for which it may lack the right. */
export const QUEUE_SCHEMA = 'queue';

/**
 * Brings the schema up to date. Processes that start together take turns. The role has to be allowed to make schemas in its database.
 * Throws a sentence for the operator where the steps from there to here have gone with an earlier release.
 */
export async function migrate(database: Database): Promise<void> {
  const client = await database.$client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await refuseUnfinished(client);
    await applyMigrations(drizzle(client), MIGRATIONS);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${QUEUE_SCHEMA}`);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
}

/**
 * The first migration has the time of the last one of 0.1.0, and drizzle applies what is later than the last that a database has: one that 0.1.0 has finished is
 * taken as it is. One that lacks some of its steps would be given all tables anew.
 */
async function refuseUnfinished(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ begun: boolean }>(`SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS begun`);
  if (rows[0]?.begun !== true) return;
  const [first] = readMigrationFiles(MIGRATIONS);
  const last = await client.query(`SELECT 1 FROM drizzle.__drizzle_migrations HAVING max(created_at) < $1`, [first?.folderMillis]);
  if (last.rowCount !== 0)
    throw new Error(
      '数据库是 1.0.0 之前的，还没有走完 0.1.0 的更新：请先用 0.1.0 的最后一版启动一次，再启动这个版本（做法见 README.zh-CN.md 的「更新」）',
    );
}

/** What the driver, the kernel or a starting postgres say when nobody is there to answer, or the way there is cut. */
const AWAY_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'],
  ...['57P01', '57P02', '57P03'],
  // A standby that only reads, until it takes over from the database that is gone.
  '25006',
]);
const AWAY_MESSAGES = /Connection terminated|timeout exceeded when trying to connect|timeout expired|not queryable/;

/** Whether a row could not be written because what it belongs to has been deleted meanwhile. */
export function isOrphaned(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if ((cause as NodeJS.ErrnoException).code === '23503') return true;
  return false;
}

/** Whether an error means that the database is away for the moment, and not that a query is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, syscall } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' && syscall !== 'connect') return false;
    if ((code !== undefined && AWAY_CODES.has(code)) || AWAY_MESSAGES.test(cause.message)) return true;
  }
  return false;
}
