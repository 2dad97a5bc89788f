import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FolderStorage } from '../../src/platform/storage.ts';

let folder: string;
let storage: FolderStorage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oncoloom-storage-'));
  storage = await FolderStorage.open(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function text(stream: Readable): Promise<string> {
  let all = '';
  for await (const chunk of stream) all += chunk;
  return all;
}

describe('storage', () => {
  it('keeps the same bytes once, from a file or a stream', async () => {
    const path = join(folder, 'source');
    await writeFile(path, 'gene\tlogFC\n');
    const sha256 = createHash('sha256').update('gene\tlogFC\n').digest('hex');
    expect(await storage.put(path)).toEqual({ sha256, size: 11 });
    expect(await storage.put(Readable.from(['gene\t', Buffer.from('logFC\n')]))).toEqual({ sha256, size: 11 });
    expect(await storage.size(sha256)).toBe(11);
    expect(await readFile(await storage.path(sha256), 'utf8')).toBe('gene\tlogFC\n');
    expect(await text(await storage.open(sha256))).toBe('gene\tlogFC\n');
    expect(await text(await storage.open(sha256, { start: 5, end: 9 }))).toBe('logFC');
  });

  it('shares the bytes of a file that stays where it is', async () => {
    const path = join(folder, 'shared.tsv');
    await writeFile(path, 'shared bytes');
    const known = { sha256: createHash('sha256').update('shared bytes').digest('hex'), size: 12 };
    expect(await storage.share(path, known)).toEqual(known);
    const kept = await storage.path(known.sha256);
    expect([await readFile(path, 'utf8'), await readFile(kept, 'utf8')]).toEqual(['shared bytes', 'shared bytes']);
    expect((await stat(kept)).ino).toBe((await stat(path)).ino);
    await rm(path);
    expect(await storage.share(kept, known)).toEqual(known);
    expect(await readFile(kept, 'utf8')).toBe('shared bytes');
  });

  it('stands 20 simultaneous puts of the same bytes', async () => {
    const blobs = await Promise.all(Array.from({ length: 20 }, () => storage.put(Readable.from(['same']))));
    expect(new Set(blobs.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  });

  it('leaves nothing of a source that breaks off', async () => {
    const broken = Readable.from(
      (async function* () {
        yield 'half';
        throw new Error('gone');
      })(),
    );
    await expect(storage.put(broken)).rejects.toThrow('gone');
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
    expect(await storage.has(createHash('sha256').update('half').digest('hex'))).toBe(false);
  });

  it('cannot be walked by others, nor written through a link to a blob', async () => {
    const { sha256 } = await storage.put(Readable.from(['private']));
    expect((await stat(join(folder, 'blobs'))).mode & 0o777).toBe(0o700);
    expect((await stat(await storage.path(sha256))).mode & 0o777).toBe(0o444);
    await expect(storage.path('../../etc/passwd')).rejects.toThrow();
  });

  it('forgets what is removed', async () => {
    const { sha256 } = await storage.put(Readable.from(['old']));
    await storage.remove(sha256);
    await storage.remove(sha256);
    expect(await storage.has(sha256)).toBe(false);
    await expect(storage.open(sha256)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
