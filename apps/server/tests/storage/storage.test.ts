import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bucket } from '../../src/storage/bucket.ts';
import { Cache } from '../../src/storage/cache.ts';
import { Contents } from '../../src/storage/contents.ts';
import { FolderStorage } from '../../src/storage/folder.ts';
import { S3Storage } from '../../src/storage/s3.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { hasSwift, TestBucket } from '../support/bucket.ts';
import { createTestDatabase } from '../support/database.ts';

const sha256Of = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const later = () => new Date(Date.now() + 60_000);

interface Made {
  storage: Storage;
  /** Where local files of it lie. */
  files: string;
  /** The same contents as another machine sees them: with nothing on its disk. */
  elsewhere: () => Promise<Storage>;
  close: () => Promise<void>;
}

async function makeFolder(folder: string): Promise<Made> {
  const storage = await FolderStorage.open(join(folder, 'storage'));
  return { storage, files: join(folder, 'storage'), elsewhere: async () => storage, close: async () => undefined };
}

async function makeBucket(folder: string): Promise<Made> {
  const [bucket, { database, close }] = await Promise.all([TestBucket.start(), createTestDatabase()]);
  const on = async (cache: string) =>
    new S3Storage({
      bucket: new Bucket(bucket.address),
      contents: new Contents(database),
      cache: await Cache.open(join(folder, cache), 1024 ** 3),
    });
  let machines = 0;
  const elsewhere = () => {
    machines += 1;
    return on(`elsewhere-${machines}`);
  };
  const ends = () => Promise.all([bucket.stop(), close()]);
  return { storage: await on('cache'), files: join(folder, 'cache'), elsewhere, close: async () => void (await ends()) };
}

describe.each([
  { kind: 'a folder', make: makeFolder, can: true },
  { kind: 'a bucket', make: makeBucket, can: hasSwift() },
])('storage in $kind', ({ make, can }) => {
  let folder: string;
  let made: Made;
  let storage: Storage;

  beforeAll(async () => {
    if (!can) return;
    folder = await mkdtemp(join(tmpdir(), 'oncoloom-storage-'));
    made = await make(folder);
    storage = made.storage;
  }, 180_000);
  afterAll(async () => {
    await made?.close();
    if (can) await rm(folder, { recursive: true, force: true });
  });

  const incoming = () => readdir(join(made.files, 'incoming'));

  it.skipIf(!can)('keeps the same bytes once, from a file or a stream', async () => {
    const path = join(folder, 'source');
    await writeFile(path, 'gene\tlogFC\n');
    const sha256 = sha256Of('gene\tlogFC\n');
    expect(await storage.put(path)).toEqual({ sha256, size: 11 });
    expect(await storage.put(Readable.from(['gene\t', Buffer.from('logFC\n')]))).toEqual({ sha256, size: 11 });
    for (const each of [storage, await made.elsewhere()]) {
      expect(await each.size(sha256)).toBe(11);
      expect(await text(await each.open(sha256))).toBe('gene\tlogFC\n');
      expect(await text(await each.open(sha256, { start: 5, end: 9 }))).toBe('logFC');
      expect(await readFile(await each.path(sha256), 'utf8')).toBe('gene\tlogFC\n');
      expect(await text(await each.open(sha256, { start: 0, end: 3 }))).toBe('gene');
    }
  });

  it.skipIf(!can)('keeps 50 MB, and gives a range out of their middle', { timeout: 180_000 }, async () => {
    const bytes = randomBytes(50 * 1024 ** 2);
    const { sha256, size } = await storage.put(Readable.from([bytes]));
    expect([sha256, size]).toEqual([sha256Of(bytes), bytes.length]);
    const other = await made.elsewhere();
    // Over the border of two parts.
    const range = { start: 16 * 1024 ** 2 - 1_000, end: 16 * 1024 ** 2 + 999 };
    expect((await buffer(await other.open(sha256, range))).equals(bytes.subarray(range.start, range.end + 1))).toBe(true);
    expect(sha256Of(await buffer(await other.open(sha256)))).toBe(sha256);
    expect(sha256Of(await readFile(await other.path(sha256)))).toBe(sha256);
  });

  it.skipIf(!can)('keeps nothing at all, too', async () => {
    const { sha256, size } = await storage.put(Readable.from([]));
    expect(size).toBe(0);
    const other = await made.elsewhere();
    expect(await text(await other.open(sha256))).toBe('');
    expect(await readFile(await other.path(sha256), 'utf8')).toBe('');
  });

  it.skipIf(!can)('shares the bytes of a file that stays where it is', async () => {
    const path = join(folder, 'shared.tsv');
    await writeFile(path, 'shared bytes');
    const known = { sha256: sha256Of('shared bytes'), size: 12 };
    expect(await storage.share(path, known)).toEqual(known);
    const kept = await storage.path(known.sha256);
    expect([await readFile(path, 'utf8'), await readFile(kept, 'utf8')]).toEqual(['shared bytes', 'shared bytes']);
    expect((await stat(kept)).ino).toBe((await stat(path)).ino);
    await rm(path);
    expect(await storage.share(kept, known)).toEqual(known);
    expect(await readFile(await (await made.elsewhere()).path(known.sha256), 'utf8')).toBe('shared bytes');
  });

  it.skipIf(!can)('takes a file over', async () => {
    const path = join(folder, 'adopted.tsv');
    await writeFile(path, 'adopted bytes');
    const { sha256 } = await storage.adoptFile(path);
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readFile(await (await made.elsewhere()).path(sha256), 'utf8')).toBe('adopted bytes');
  });

  it.skipIf(!can)('stands 20 simultaneous puts of the same bytes', async () => {
    const blobs = await Promise.all(Array.from({ length: 20 }, () => storage.put(Readable.from(['same']))));
    expect(new Set(blobs.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(await incoming()).toEqual([]);
  });

  it.skipIf(!can)('leaves nothing of a source that breaks off', async () => {
    const broken = Readable.from(
      (async function* () {
        yield 'half';
        throw new Error('gone');
      })(),
    );
    await expect(storage.put(broken)).rejects.toThrow('gone');
    expect(await incoming()).toEqual([]);
    expect(await storage.has(sha256Of('half'))).toBe(false);
  });

  it.skipIf(!can)('cannot be walked by others, nor written through a link to a blob', async () => {
    const { sha256 } = await storage.put(Readable.from(['private']));
    const path = await (await made.elsewhere()).path(sha256);
    expect((await stat(join(made.files, 'blobs'))).mode & 0o777).toBe(0o700);
    expect((await stat(path)).mode & 0o777).toBe(0o444);
    await expect(storage.path('../../etc/passwd')).rejects.toThrow();
  });

  it.skipIf(!can)('says of what is absent that it is', async () => {
    const sha256 = sha256Of('never put');
    expect([await storage.has(sha256), await storage.size(sha256)]).toEqual([false, undefined]);
    await expect(storage.open(sha256)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.skipIf(!can)('forgets what is unused, and nothing that was asked for since', async () => {
    const [old, asked] = await Promise.all(['old', 'asked'].map((word) => storage.put(Readable.from([word]))));
    const sha256 = old?.sha256 ?? '';
    const moment = new Date(Date.now() + 20);
    await expect.poll(() => Date.now() > moment.getTime()).toBe(true);
    expect(await storage.has(asked?.sha256 ?? '')).toBe(true);
    const unused = new Set<string>();
    for await (const blob of storage.unusedSince(moment)) unused.add(blob.sha256);
    expect([unused.has(sha256), unused.has(asked?.sha256 ?? '')]).toEqual([true, false]);
    expect([await storage.removeUnused(sha256, moment), await storage.removeUnused(sha256, moment)]).toEqual([true, false]);
    expect(await storage.removeUnused(asked?.sha256 ?? '', moment)).toBe(false);
    expect([await storage.has(sha256), await storage.has(asked?.sha256 ?? '')]).toEqual([false, true]);
    await expect((await made.elsewhere()).open(sha256)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.skipIf(!can)('keeps what is put in the moment in which it is swept', async () => {
    for (let round = 0; round < 8; round += 1) {
      const word = `put and swept ${round % 3}`;
      const { sha256 } = await storage.put(Readable.from([word]));
      const moment = new Date(Date.now() + 5);
      await expect.poll(() => Date.now() > moment.getTime()).toBe(true);
      await Promise.all([storage.removeUnused(sha256, moment), storage.put(Readable.from([word]))]);
      expect(await storage.has(sha256)).toBe(true);
      expect(await text(await (await made.elsewhere()).open(sha256))).toBe(word);
    }
  });

  it.skipIf(!can)('has every content whole that it has, whoever puts and sweeps at once', async () => {
    const words = Array.from({ length: 3 }, (_, i) => `fought over ${i}`);
    const fight = async (word: string) => {
      for (let round = 0; round < 5; round += 1) {
        const { sha256 } = await storage.put(Readable.from([word]));
        await Promise.all([
          storage.removeUnused(sha256, later()),
          storage.put(Readable.from([word])),
          storage.removeUnused(sha256, later()),
        ]);
      }
    };
    await Promise.all(words.map(fight));
    const other = await made.elsewhere();
    for (const word of words) {
      if (await storage.has(sha256Of(word))) expect(await text(await other.open(sha256Of(word)))).toBe(word);
      await storage.put(Readable.from([word]));
      expect(await text(await other.open(sha256Of(word)))).toBe(word);
    }
  });
});
