import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { abandonedFolders, claimFolder, giveUpLock, takeLock, unclaimFolder } from '../../src/platform/file-lock.ts';
import { holdLock } from '../support/lock-holder.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oncoloom-locks-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('is held by one, also within a process, until it is given up', async () => {
  const path = join(folder, 'one');
  expect(await Promise.all([takeLock(path), takeLock(path), takeLock(path)]).then((taken) => taken.filter(Boolean))).toHaveLength(1);
  expect(await takeLock(path)).toBe(false);
  await giveUpLock(path);
  expect(existsSync(path)).toBe(false);
  expect(await takeLock(path)).toBe(true);
  await giveUpLock(path);
});

it('goes with the process that holds it', async () => {
  const path = join(folder, 'other');
  const other = await holdLock(path);
  expect(await takeLock(path)).toBe(false);
  await other.die();
  expect(await takeLock(path)).toBe(true);
  await giveUpLock(path);
});

it('says what is wrong where no file can be made', async () => {
  await expect(takeLock(join(folder, 'nowhere/lock'))).rejects.toMatchObject({ code: 'ENOENT' });
});

it('tells folders whose processes are gone from those of the living', async () => {
  const own = join(folder, 'engine-own');
  await claimFolder(own);
  await expect(claimFolder(own)).rejects.toThrow('engine-own belongs to another process');
  const elsewhere = await holdLock(join(folder, 'engine-elsewhere.lock'));
  for (const name of ['engine-own', 'engine-elsewhere', 'engine-dead', 'engine-older', 'not-one']) await mkdir(join(folder, name));
  for (const name of ['engine-dead.lock', 'engine-never-made.lock']) await writeFile(join(folder, name), '');
  const found: string[] = [];
  for await (const left of abandonedFolders(folder, 'engine-')) {
    found.push(left.slice(folder.length + 1));
    await unclaimFolder(left);
  }
  expect(found.sort()).toEqual(['engine-dead', 'engine-never-made', 'engine-older']);
  await elsewhere.die();
  await unclaimFolder(own);
});
