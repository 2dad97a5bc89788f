import { randomBytes } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runAdmin } from '../../src/admin/run.ts';
import { backUp } from '../../src/backup/back-up.ts';
import { lastBackup } from '../../src/backup/history.ts';
import { findPlace, openPlace } from '../../src/backup/open-place.ts';
import type { BackupPlace } from '../../src/backup/place.ts';
import { restore } from '../../src/backup/restore.ts';
import { verifyBackups } from '../../src/backup/verify.ts';
import { type Config, readConfig } from '../../src/platform/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { withUpkeepLock } from '../../src/platform/postgres/upkeep-lock.ts';
import { FolderStorage } from '../../src/storage/folder.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';

const log = createLog('silent');
let test: TestDatabase;
let folder: string;
let config: Config;
let storage: FolderStorage;
let kept: string;
let place: BackupPlace;

beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.execute(sql`CREATE TABLE app_notes (text text)`);
});
afterAll(() => test?.close());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oncoloom-backup-'));
  config = readConfig({ ONCOLOOM_DATA: join(folder, 'data'), DATABASE_URL: test.url }, []);
  storage = await FolderStorage.open(config.folders.storage);
  kept = join(folder, 'kept');
  place = await openPlace(kept, {});
  await test.database.execute(sql`TRUNCATE app_notes`);
  return () => rm(folder, { recursive: true, force: true });
});

/** Stores so many new contents, and a row that names each. */
async function store(count: number): Promise<string[]> {
  const names: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const { sha256 } = await storage.put(Readable.from([randomBytes(200 + i)]));
    await test.database.execute(sql`INSERT INTO app_notes VALUES (${`"sha256": "${sha256}"`})`);
    names.push(sha256);
  }
  return names;
}

const make = (keep?: number) => backUp({ config, database: test.database, storage, log }, place, keep);
const pathOf = (sha256: string) => join(kept, 'contents/blobs', sha256.slice(0, 2), sha256);

async function damage(sha256: string): Promise<void> {
  const bytes = await readFile(pathOf(sha256));
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  chmodSync(pathOf(sha256), 0o600);
  await writeFile(pathOf(sha256), bytes);
}

describe('a backup', { timeout: 240_000 }, () => {
  it('has what the database names and what else lies in the data folder; the next copies only what is new', async () => {
    const [first = ''] = await store(5);
    const { sha256: unnamed } = await storage.put(Readable.from(['named by nobody']));
    await mkdir(join(config.folders.data, 'gene-sets'));
    await writeFile(join(config.folders.data, 'gene-sets/own.gmt'), 'set\t\tTP53\n');
    await mkdir(join(config.folders.data, 'scratch/resumable'), { recursive: true });
    await writeFile(join(config.folders.data, 'scratch/resumable/half'), 'half an upload');
    const begun = new Date();
    expect(await make()).toMatchObject({ copied: 5, damaged: [], pruned: { backups: 0 } });
    expect(await lastBackup(test.database)).toEqual(expect.toSatisfy((at: Date) => at >= begun));
    expect(await place.contents.size(unnamed)).toBeUndefined();
    await store(2);
    const second = await make();
    // Seven contents, the dump, the gene sets, its own description.
    expect(second).toMatchObject({ copied: 2, contents: 10 });
    // What was damaged in the place so that it is seen at once is copied anew.
    chmodSync(pathOf(first), 0o600);
    await truncate(pathOf(first), 3);
    expect((await verifyBackups(place)).faults).toHaveLength(2);
    expect(await make()).toMatchObject({ copied: 1 });
    expect(await verifyBackups(await findPlace(kept, {}))).toMatchObject({ backups: expect.objectContaining({ length: 3 }), faults: [] });
  });

  it('that was broken off is none, and is gone on with', async () => {
    await store(40);
    let room = 25;
    const put = place.contents.put.bind(place.contents);
    vi.spyOn(place.contents, 'put').mockImplementation(async (source) => {
      room -= 1;
      if (room < 0) throw new Error('the machine is gone');
      return put(source);
    });
    const last = await lastBackup(test.database);
    await expect(make()).rejects.toThrow('the machine is gone');
    vi.restoreAllMocks();
    expect(await lastBackup(test.database)).toEqual(last);
    const before = (await readdir(join(kept, 'contents/blobs'), { recursive: true })).filter((name) => name.includes('/')).length;
    expect(await verifyBackups(place)).toMatchObject({ backups: [] });
    // Of the broken one there are a dump and a description beside its contents; both go, but for a dump of the same second, which has the same bytes.
    expect(await make()).toMatchObject({ copied: 40 - (before - 2), pruned: { backups: 1 } });
    expect(await verifyBackups(place)).toMatchObject({ backups: [expect.stringMatching(/^\d{8}T\d{9}Z$/)], faults: [] });
  });

  it('goes on while contents are damaged in the storage, and says which', async () => {
    const [bad = '', good = ''] = await store(2);
    const path = await storage.path(bad);
    chmodSync(path, 0o600);
    await writeFile(path, 'other bytes');
    expect(await make()).toMatchObject({ damaged: [bad] });
    expect(await place.contents.size(good)).toBe(201);
    expect(await verifyBackups(place)).toMatchObject({ faults: [] });
  });

  it('makes sweeps wait: nothing goes between snapshot and copy', async () => {
    await store(3);
    let swept = false;
    let sweep: Promise<unknown> = Promise.resolve();
    const put = place.contents.put.bind(place.contents);
    vi.spyOn(place.contents, 'put').mockImplementation(async (source) => {
      sweep = withUpkeepLock(test.database, async () => {
        swept = true;
      });
      expect(swept).toBe(false);
      return put(source);
    });
    await make();
    vi.restoreAllMocks();
    await sweep;
    expect(swept).toBe(true);
  });

  it('replaces old ones beyond a number, with what only they name', async () => {
    const old = await store(3);
    await make();
    await test.database.execute(sql`DELETE FROM app_notes`);
    const [shared = ''] = await store(1);
    await make();
    expect(await make(2)).toMatchObject({ pruned: { backups: 1 } });
    for (const sha256 of old) expect(await place.contents.size(sha256)).toBeUndefined();
    expect(await place.contents.size(shared)).toBe(200);
    const [, newest = ''] = (await place.names()).sort();
    expect((await verifyBackups(place)).backups).toEqual([expect.anything(), newest]);
    // One that stays and cannot be read: nobody knows what it needs, so nothing goes.
    await damage((await place.read(newest)).slice(0, 64));
    await expect(make(2)).rejects.toThrow('damaged');
    expect((await verifyBackups(place)).backups).toHaveLength(3);
  });
});

describe('a restored copy', { timeout: 240_000 }, () => {
  it('has the same rows, contents and files, and is made in an empty place alone', async () => {
    const names = await store(4);
    await writeFile(join(config.folders.data, 'secret'), 'signs tokens', { mode: 0o600 });
    const { name } = await make();
    await store(1);
    const other = await createEmptyDatabase();
    const there = readConfig({ ONCOLOOM_DATA: join(folder, 'there'), DATABASE_URL: other.url }, []);
    await expect(restore(config, log, await findPlace(kept, {}))).rejects.toThrow('不是空的');
    await expect(restore({ ...there, databaseUrl: test.url }, log, await findPlace(kept, {}))).rejects.toThrow('已经有表');
    expect(await restore(there, log, await findPlace(kept, {}))).toMatchObject({ name });
    const { rows } = await other.database.execute<{ text: string }>(sql`SELECT text FROM app_notes`);
    expect(rows.map(({ text }) => text.slice(-65, -1)).sort()).toEqual([...names].sort());
    const copy = await FolderStorage.open(there.folders.storage);
    for (const sha256 of names) expect(await readFile(await copy.path(sha256))).toEqual(await readFile(await storage.path(sha256)));
    const secret = await stat(join(there.folders.data, 'secret'));
    expect([secret.size, secret.mode & 0o777]).toEqual([12, 0o600]);
    await other.close();
  });

  it('is refused out of a damaged backup, before the database has anything', async () => {
    const [bad = ''] = await store(3);
    await make();
    await damage(bad);
    const other = await createEmptyDatabase();
    const there = readConfig({ ONCOLOOM_DATA: join(folder, 'there'), DATABASE_URL: other.url }, []);
    await expect(restore(there, log, await findPlace(kept, {}))).rejects.toThrow(`备份损坏：内容 ${bad}`);
    const { rows } = await other.database.execute(sql`SELECT 1 FROM information_schema.tables WHERE table_schema = 'public'`);
    expect(rows).toEqual([]);
    await other.close();
  });
});

describe('the commands', { timeout: 240_000 }, () => {
  const admin = async (...argv: string[]) => {
    const said: string[] = [];
    const env = { ONCOLOOM_DATA: config.folders.data, DATABASE_URL: test.url, INIT_CWD: folder };
    const code = await runAdmin(argv, env, { out: (text) => void said.push(text), err: (text) => void said.push(text) });
    return [code, said.join('\n')];
  };

  it('say what was done, and what is wrong', async () => {
    const [bad = ''] = await store(2);
    expect(await admin('verify', 'kept')).toEqual([1, '这里没有做完的备份。']);
    expect(await admin('backup', 'kept', '--keep', '3')).toEqual([
      0,
      expect.stringMatching(/^备份 \w+：\d+ 个内容，共 .+；这次复制了 2 个，401 B。$/),
    ]);
    expect(await admin('verify', 'kept')).toEqual([0, expect.stringContaining('1 个备份都完好')]);
    await damage(bad);
    expect(await admin('verify', 'kept')).toEqual([1, expect.stringContaining(`内容损坏：${bad}\n备份有 1 处不对。`)]);
    await rm(pathOf(bad));
    expect(await admin('verify', 'kept')).toEqual([1, expect.stringContaining(`缺少内容：${bad}`)]);
    expect(await admin('restore', 'kept')).toEqual([1, expect.stringContaining('不是空的')]);
    expect(await admin('restore', 'nowhere')).toEqual([1, expect.stringContaining('没有备份')]);
    expect(await admin('backup', 'ftp://bucket/backups')).toEqual([2, expect.stringContaining('s3://桶/前缀')]);
  });
});
