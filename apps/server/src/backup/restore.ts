import { chmod, copyFile, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AdminError } from '../command-line/errors.ts';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import { PrivateCluster } from '../platform/postgres/cluster.ts';
import { type Database, migrate, openDatabase } from '../platform/postgres/database.ts';
import { FolderStorage } from '../storage/folder.ts';
import type { StoredBlob } from '../storage/storage.ts';
import { programsOf, restoreDatabase } from './dump.ts';
import type { BackupPlace } from './place.ts';
import { contentsOf, finishedNames, isWhole, type NamedSnapshot, readSnapshot } from './snapshot.ts';

interface Restored {
  name: string;
  contents: number;
  bytes: number;
}

/** What a command of the operator leaves in a data folder by itself. */
const OF_COMMANDS = new Set(['operator.log', 'lost+found']);

/**
 * Puts a backup into an empty place: the data folder and the database that the configuration names. Throws a sentence where either holds
 * something, or where the backup is not whole; the database comes last, so a restore that was broken off is seen by it.
 * @param name Of the backup; undefined: the newest.
 */
export async function restore(config: Config, log: Log, place: BackupPlace, name?: string): Promise<Restored> {
  const chosen = name ?? (await finishedNames(place)).at(-1);
  if (chosen === undefined || !(await finishedNames(place)).includes(chosen))
    throw new AdminError(chosen === undefined ? '这里没有做完的备份。' : `没有 ${chosen} 这个备份。`);
  await refuseFullFolder(config.folders.data);
  if (config.databaseUrl !== undefined) await withDatabase(config.databaseUrl, log, refuseFullDatabase);
  const found = await readSnapshot(place, chosen);
  await mkdir(config.folders.data, { recursive: true });
  await restoreContents(config, place, found);
  await restoreTables(config, log, place, found);
  const all = contentsOf(found);
  return { name: chosen, contents: all.length, bytes: all.reduce((sum, { size }) => sum + size, 0) };
}

async function refuseFullFolder(data: string): Promise<void> {
  const names = (await readdir(data).catch(() => [])).filter((name) => !OF_COMMANDS.has(name));
  if (names.length > 0) throw new AdminError(`${data} 不是空的。请用 ONCOLOOM_DATA 指一个空的或还没有的文件夹。`);
}

async function refuseFullDatabase(database: Database): Promise<void> {
  const { rowCount } = await database.$client.query(
    `SELECT 1 FROM information_schema.tables WHERE table_schema NOT IN ('pg_catalog', 'information_schema') LIMIT 1`,
  );
  if (rowCount !== 0) throw new AdminError('DATABASE_URL 的数据库里已经有表。请指一个空的数据库。');
}

async function withDatabase<T>(url: string, log: Log, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(url, log, 1);
  try {
    return await work(database);
  } finally {
    await database.$client.end();
  }
}

async function restoreContents({ folders }: Config, place: BackupPlace, { snapshot }: NamedSnapshot): Promise<void> {
  const storage = await FolderStorage.open(folders.storage);
  for (const { sha256 } of snapshot.contents) {
    if ((await place.contents.size(sha256)) === undefined) throw damaged(sha256);
    if ((await storage.put(await place.contents.open(sha256))).sha256 !== sha256) throw damaged(sha256);
  }
  for (const { path, mode, ...content } of snapshot.files) {
    const target = join(folders.data, path);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(await wholeFile(place, content), target);
    await chmod(target, mode);
  }
}

async function restoreTables(config: Config, log: Log, place: BackupPlace, { snapshot }: NamedSnapshot): Promise<void> {
  const dump = await wholeFile(place, snapshot.dump);
  if (config.databaseUrl !== undefined) {
    await restoreDatabase(programsOf(config), config.databaseUrl, dump);
    return withDatabase(config.databaseUrl, log, migrate);
  }
  const cluster = await PrivateCluster.start(config.folders.database, log);
  try {
    // Made by the superuser, and then handed over to the product's role.
    await restoreDatabase(programsOf(config), cluster.adminUrl, dump);
    await cluster.migrate();
  } finally {
    await cluster.stop();
  }
}

/** A local file with the bytes of a content, which have been compared with its checksum. */
async function wholeFile({ contents }: BackupPlace, content: StoredBlob): Promise<string> {
  if (!(await isWhole(contents, content))) throw damaged(content.sha256);
  return contents.path(content.sha256);
}

const damaged = (sha256: string) => new AdminError(`备份损坏：内容 ${sha256} 不在或和校验和不符。可以用 --snapshot 换一个更早的备份。`);
