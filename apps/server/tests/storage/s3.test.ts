import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runAdmin } from '../../src/admin/run.ts';
import type { BucketAddress } from '../../src/platform/object-storage.ts';
import { isDatabaseAway } from '../../src/platform/postgres/database.ts';
import { Bucket } from '../../src/storage/bucket.ts';
import { Cache } from '../../src/storage/cache.ts';
import { Contents } from '../../src/storage/contents.ts';
import { StorageAway, StorageFull } from '../../src/storage/errors.ts';
import { FolderStorage } from '../../src/storage/folder.ts';
import { WithFormer } from '../../src/storage/former.ts';
import { moveContents } from '../../src/storage/move.ts';
import { S3Storage } from '../../src/storage/s3.ts';
import { contents } from '../../src/storage/tables.ts';
import { removeUnnamed } from '../../src/storage/unnamed.ts';
import { hasSwift, TestBucket } from '../support/bucket.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { FaultyProxy } from '../support/faulty-proxy.ts';

/** A storage in a bucket that is damaged, slow, broken, full or away, and its cache. */

/** A busy machine is five times as slow: only where a test is about it is nobody patient. */
const PATIENT_MS = 20_000;
const IMPATIENT_MS = 1_000;
const CHINESE = /^[\u4e00-\u9fff][^a-zA-Z]*。$/;
const sha256Of = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(!hasSwift())('a bucket', () => {
  let folder: string;
  let swift: TestBucket;
  let test: TestDatabase;
  let proxy: FaultyProxy;
  let machines = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oncoloom-s3-'));
    [swift, test] = await Promise.all([TestBucket.start(), createTestDatabase()]);
    proxy = await FaultyProxy.start(swift.address.endpoint ?? '');
  }, 180_000);
  afterAll(async () => {
    proxy?.stop();
    await Promise.all([swift?.stop(), test?.close()]);
    await rm(folder, { recursive: true, force: true });
  });
  afterEach(() => {
    proxy.fault = { kind: 'none' };
  });

  interface Machine {
    storage: S3Storage;
    cache: string;
  }

  /** A machine with nothing on its disk. */
  async function machine({ endpoint = swift.address.endpoint, limit = 1024 ** 3, idleMs = PATIENT_MS } = {}): Promise<Machine> {
    machines += 1;
    const cache = join(folder, `cache-${machines}`);
    const bucket = new Bucket({ ...swift.address, endpoint }, { idleMs, attempts: 4 });
    const storage = new S3Storage({ bucket, contents: new Contents(test.database), cache: await Cache.open(cache, limit) });
    return { storage, cache };
  }
  const behindProxy = () => machine({ endpoint: proxy.url });
  const key = (sha256: string) => ({ Bucket: swift.address.bucket, Key: `${swift.address.prefix}${sha256.slice(0, 2)}/${sha256}` });
  const isInBucket = (sha256: string) =>
    swift
      .client()
      .send(new HeadObjectCommand(key(sha256)))
      .then(
        () => true,
        () => false,
      );
  async function cached({ cache }: Machine): Promise<string[]> {
    expect(await readdir(join(cache, 'incoming'))).toEqual([]);
    const found = await readdir(join(cache, 'blobs'), { recursive: true, withFileTypes: true });
    return found.filter((entry) => entry.isFile()).map(({ name }) => name);
  }

  it('is refused a content that is damaged there', async () => {
    const { sha256 } = await (await machine()).storage.put(Readable.from(['what was put']));
    await swift.client().send(new PutObjectCommand({ ...key(sha256), Body: 'what was not' }));
    const other = await machine();
    await expect(other.storage.path(sha256)).rejects.toThrow(/damaged/);
    await expect(text(await other.storage.open(sha256))).rejects.toThrow(/damaged/);
    expect(await other.storage.verify(sha256)).toBe(false);
    expect(await cached(other)).toEqual([]);
  });

  it('fills the cache of a machine by two processes at once', { timeout: 180_000 }, async () => {
    const bytes = randomBytes(20 * 1024 ** 2);
    const { sha256 } = await (await machine()).storage.put(Readable.from([bytes]));
    const shared = await machine();
    const script = join(import.meta.dirname, 'cache-filler.ts');
    const fill = async (): Promise<string> => {
      const args = ['--import', 'tsx', script, test.url, shared.cache, JSON.stringify(swift.address), sha256];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
      expect(code).toBe(0);
      return said.trim();
    };
    const [one = '', two] = await Promise.all([fill(), fill()]);
    expect(one).toBe(two);
    expect(sha256Of(await readFile(one))).toBe(sha256);
    expect((await stat(one)).mode & 0o777).toBe(0o444);
    expect(await cached(shared)).toEqual([sha256]);
  });

  it('keeps in the cache what was used last', async () => {
    const here = await machine({ limit: 1_000_000 });
    const bytes = Array.from({ length: 9 }, () => randomBytes(100_000));
    const names = bytes.map(sha256Of);
    for (const each of bytes) await here.storage.put(Readable.from([each]));
    // Used two hours ago, the first last of all but the last.
    for (const [i, name] of names.slice(0, 8).entries()) {
      const usedAt = new Date(Date.now() - 2 * 3600_000 - (i === 0 ? 0 : (100 - i) * 60_000));
      await utimes(await here.storage.path(name), usedAt, usedAt);
    }
    const more = randomBytes(300_000);
    await here.storage.put(Readable.from([more]));
    const left = await cached(here);
    expect(left).toEqual(expect.arrayContaining([names[0], names[7], names[8], sha256Of(more)]));
    expect(left).not.toContain(names[1]);
    expect(left.length * 100_000 + 200_000).toBeLessThanOrEqual(1_000_000);
    // It is a copy only.
    expect(here.storage.cacheReads()).toEqual({ found: 8, fetched: 0 });
    expect(sha256Of(await readFile(await here.storage.path(names[1] ?? '')))).toBe(names[1]);
    expect(here.storage.cacheReads()).toEqual({ found: 8, fetched: 1 });
    for (const name of left) await utimes(join(here.cache, 'blobs', name.slice(0, 2), name), 1_000, 1_000);
    await here.storage.makeRoom();
    expect(await cached(here)).toEqual([names[1]]);
  });

  it('is read on where an answer breaks off, and is away where it always does', async () => {
    const bytes = randomBytes(3 * 1024 ** 2);
    const { sha256 } = await (await machine()).storage.put(Readable.from([bytes]));
    const other = await behindProxy();
    proxy.fault = { kind: 'broken', after: 1024 ** 2 };
    const range = { start: 500_000, end: 2_500_000 };
    expect((await buffer(await other.storage.open(sha256, range))).equals(bytes.subarray(range.start, range.end + 1))).toBe(true);
    expect(sha256Of(await readFile(await other.storage.path(sha256)))).toBe(sha256);
    const third = await behindProxy();
    proxy.fault = { kind: 'broken', after: 1_000 };
    await expect(third.storage.path(sha256)).rejects.toBeInstanceOf(StorageAway);
    expect(await cached(third)).toEqual([]);
    proxy.fault = { kind: 'none' };
    expect(sha256Of(await readFile(await third.storage.path(sha256)))).toBe(sha256);
  });

  it('may be slow, and is given up where nothing moves', async () => {
    const other = await behindProxy();
    const impatient = await machine({ endpoint: proxy.url, idleMs: IMPATIENT_MS });
    proxy.fault = { kind: 'slow', ms: IMPATIENT_MS };
    const { sha256 } = await other.storage.put(Readable.from(['slow']));
    expect(await isInBucket(sha256)).toBe(true);
    proxy.fault = { kind: 'slow', ms: IMPATIENT_MS * 60 };
    const error = await impatient.storage.put(Readable.from(['too slow'])).catch((refused: unknown) => refused);
    expect(error).toBeInstanceOf(StorageAway);
    expect(error).toMatchObject({ status: 503, message: expect.stringMatching(CHINESE) });
    expect(isDatabaseAway(error)).toBe(false);
    expect(await other.storage.has(sha256Of('too slow'))).toBe(false);
    proxy.fault = { kind: 'none' };
    expect(await other.storage.put(Readable.from(['too slow']))).toMatchObject({ sha256: sha256Of('too slow') });
    expect(await isInBucket(sha256Of('too slow'))).toBe(true);
  });

  it('keeps nothing by halves where it has no room, and takes it when there is some', async () => {
    const other = await behindProxy();
    const bytes = randomBytes(40 * 1024 ** 2);
    proxy.fault = { kind: 'full' };
    const error = await other.storage.put(Readable.from([bytes])).catch((refused: unknown) => refused);
    expect(error).toBeInstanceOf(StorageFull);
    expect(error).toMatchObject({ status: 507, message: expect.stringMatching(CHINESE) });
    expect([await other.storage.has(sha256Of(bytes)), await isInBucket(sha256Of(bytes))]).toEqual([false, false]);
    proxy.fault = { kind: 'none' };
    const { sha256 } = await other.storage.put(Readable.from([bytes]));
    expect([await other.storage.has(sha256), await (await machine()).storage.verify(sha256)]).toEqual([true, true]);
  });

  it('is away where nobody answers, for every call', async () => {
    const { sha256 } = await (await machine()).storage.put(Readable.from(['somewhere']));
    const nowhere = await machine({ endpoint: 'http://127.0.0.1:1' });
    for (const call of [
      () => nowhere.storage.path(sha256),
      () => nowhere.storage.open(sha256),
      () => nowhere.storage.put(Readable.from(['else'])),
      () => nowhere.storage.check(),
    ])
      await expect(call()).rejects.toBeInstanceOf(StorageAway);
    // What is here already needs no bucket.
    const { storage } = await machine();
    expect(await text(await storage.open(sha256))).toBe('somewhere');
  });

  it('is swept of what no row of another table names', async () => {
    const { storage } = await machine();
    const blob = await storage.put(Readable.from(['nobody names this']));
    const moment = new Date(Date.now() + 60_000);
    expect(await removeUnnamed({ database: test.database, storage }, [blob], moment)).toEqual([blob]);
    expect([await storage.has(blob.sha256), await isInBucket(blob.sha256)]).toEqual([false, false]);
  });

  it('forgets a row that a process has left which died at a put or at a sweep', async () => {
    const { storage } = await machine();
    const [coming, going] = await Promise.all(['coming', 'going'].map((word) => storage.put(Readable.from([`left ${word}`]))));
    const leave = (sha256 = '', state: 'coming' | 'going') =>
      test.database
        .update(contents)
        .set({ state, usedAt: new Date(Date.now() - 25 * 3600_000) })
        .where(eq(contents.sha256, sha256));
    await leave(coming?.sha256, 'coming');
    await leave(going?.sha256, 'going');
    const hourAgo = new Date(Date.now() - 3600_000);
    const unused: string[] = [];
    for await (const { sha256 } of storage.unusedSince(hourAgo)) unused.push(sha256);
    for (const { sha256 = '' } of [coming ?? {}, going ?? {}]) {
      expect(unused).toContain(sha256);
      expect([await storage.has(sha256), await storage.removeUnused(sha256, hourAgo), await isInBucket(sha256)]).toEqual([
        false,
        true,
        false,
      ]);
    }
    // One that is coming now is left alone, whatever the moment.
    const again = await storage.put(Readable.from(['left coming']));
    await test.database.update(contents).set({ state: 'coming' }).where(eq(contents.sha256, again.sha256));
    expect(await storage.removeUnused(again.sha256, new Date(Date.now() + 60_000))).toBe(false);
    expect(await isInBucket(again.sha256)).toBe(true);
  });

  it('says at the start what is wrong with its configuration', async () => {
    const refusal = (change: Partial<BucketAddress>) => new Bucket({ ...swift.address, ...change }).refusal();
    expect(await refusal({})).toBeUndefined();
    expect(await refusal({ bucket: 'nobodys' })).toMatch(/no bucket nobodys/);
    expect(await refusal({ credentials: { accessKeyId: 'test:tester', secretAccessKey: 'wrong' } })).toMatch(/AWS_SECRET_ACCESS_KEY/);
    expect(await refusal({ endpoint: 'http://127.0.0.1:1' })).toBeUndefined();
  });

  describe('a move', () => {
    const hourAgo = new Date(Date.now() - 2 * 3600_000);
    const filesOf = async (storage: FolderStorage) => {
      const names: string[] = [];
      for await (const { sha256 } of storage.all()) names.push(sha256);
      return names;
    };

    it('goes from a folder into the bucket and back, is resumed, and leaves what is damaged', async () => {
      const place = await FolderStorage.open(join(folder, 'moved'));
      const words = Array.from({ length: 12 }, (_, i) => `moved ${i} ${randomBytes(4).toString('hex')}`);
      const names = words.map(sha256Of);
      for (const word of words) await place.put(Readable.from([word]));
      const damaged = await place.put(Readable.from([`damaged ${names[0]}`]));
      const damagedFile = await place.path(damaged.sha256);
      await chmod(damagedFile, 0o644);
      await writeFile(damagedFile, 'other bytes');

      const into = await behindProxy();
      const both = new WithFormer(into.storage, place);
      // Before it has been moved, everything is there.
      expect([await both.has(names[3] ?? ''), await text(await both.open(names[3] ?? ''))]).toEqual([true, words[3]]);
      const fresh = await both.put(Readable.from(['written meanwhile']));
      expect([await into.storage.has(fresh.sha256), await place.has(fresh.sha256)]).toEqual([true, false]);

      const breaking = moveContents(both, false, ({ copied }) => {
        if (copied === 4) proxy.fault = { kind: 'full' };
      });
      await expect(breaking).rejects.toBeInstanceOf(StorageFull);
      proxy.fault = { kind: 'none' };
      const again = await moveContents(both, false);
      expect(again.present).toBeGreaterThanOrEqual(4);
      expect(again).toMatchObject({ copied: 12 - again.present, removed: 0, damaged: [damaged.sha256] });
      expect((await filesOf(place)).length).toBe(13);

      // What is in use stays.
      for (const name of names.slice(1)) await utimes(await place.path(name), hourAgo, hourAgo);
      expect(await moveContents(both, true)).toMatchObject({ copied: 0, present: 12, removed: 11, damaged: [damaged.sha256] });
      expect((await filesOf(place)).sort()).toEqual([names[0], damaged.sha256].sort());
      for (const [i, name] of names.entries()) expect(await text(await (await machine()).storage.open(name))).toBe(words[i]);

      const back = await FolderStorage.open(join(folder, 'moved-back'));
      const there = new WithFormer(back, (await machine()).storage);
      expect(await moveContents(there, false)).toMatchObject({ damaged: expect.any(Array) });
      for (const [i, name] of names.entries()) expect(await text(await back.open(name))).toBe(words[i]);
      expect(await back.verify(fresh.sha256)).toBe(true);
    });

    it('is a command of the operator', async () => {
      const data = join(folder, 'operated');
      const old = await FolderStorage.open(join(data, 'storage'));
      const { sha256 } = await old.put(Readable.from(['moved by a command']));
      await utimes(await old.path(sha256), hourAgo, hourAgo);
      const bucket = {
        ...swift.environment(),
        ONCOLOOM_SECRET: 'a-key-of-this-test-alone',
        ONCOLOOM_OPERATOR_TOKEN: 'a-token-of-this-test',
      };
      const admin = async (env: NodeJS.ProcessEnv, ...argv: string[]) => {
        const said: string[] = [];
        const say = (words: string) => void said.push(words);
        const code = await runAdmin(argv, { ONCOLOOM_DATA: data, DATABASE_URL: test.url, ...env }, { out: say, err: say });
        return [code, said.join('\n')];
      };
      expect(await admin({}, 'storage', 'move')).toEqual([1, expect.stringMatching(/^没有旧存储。/)]);
      expect(await admin(bucket, 'storage', 'move')).toEqual([0, '搬了 1 个内容，共 18 B；已经在新存储里的 0 个；从旧存储删掉 0 个。']);
      expect(await admin(bucket, 'storage', 'move', '--remove')).toEqual([
        0,
        '搬了 0 个内容，共 0 B；已经在新存储里的 1 个；从旧存储删掉 1 个。',
      ]);
      expect([await old.has(sha256), await isInBucket(sha256)]).toEqual([false, true]);
    });
  });
});
