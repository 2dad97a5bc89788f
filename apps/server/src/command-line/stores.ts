import { existsSync } from 'node:fs';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import { PrivateCluster } from '../platform/postgres/cluster.ts';
import { type Database, migrate, openDatabase } from '../platform/postgres/database.ts';
import { openStorage } from '../storage/open.ts';
import type { Storage } from '../storage/storage.ts';
import { AdminError } from './errors.ts';

/** A command needs few connections; a server beside it needs the others. */
const CONNECTIONS = 3;

/** What outlasts every process of the product. */
export interface Stores {
  database: Database;
  databaseUrl: string;
  storage: Storage;
}

/**
 * Runs a command on the product's database and storage, beside a running server or without one. The private cluster is adopted where it
 * runs, and ended afterwards only if it was started for this.
 */
export async function withStores<T>(config: Config, log: Log, work: (stores: Stores) => Promise<T>): Promise<T> {
  const ends: (() => Promise<unknown>)[] = [];
  try {
    const databaseUrl = config.databaseUrl ?? (await openCluster(config, log, ends));
    const database = openDatabase(databaseUrl, log, CONNECTIONS);
    ends.unshift(() => database.$client.end());
    if (config.databaseUrl !== undefined) await migrate(database);
    return await work({ database, databaseUrl, storage: await openStorage(config, database) });
  } finally {
    for (const end of ends) await end().catch(() => undefined);
  }
}

async function openCluster(config: Config, log: Log, ends: (() => Promise<unknown>)[]): Promise<string> {
  // A mistyped folder would otherwise get a database of its own.
  if (!existsSync(config.folders.database))
    throw new AdminError(`${config.folders.data} 里还没有平台的数据。请先运行一次 npm start，或用 ONCOLOOM_DATA 指出数据文件夹。`);
  const cluster = await PrivateCluster.start(config.folders.database, log);
  // Asked at the end: it may have died, and been started here, in the meantime.
  ends.push(async () => (cluster.startedHere ? cluster.stop() : cluster.leave()));
  await cluster.migrate();
  return cluster.url;
}
