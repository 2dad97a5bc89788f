import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepAll, sweepStorage } from '../../src/files/space/sweep.ts';
import { createLog } from '../../src/platform/log.ts';
import { NightlySweep } from '../../src/platform/nightly.ts';
import { FolderStorage } from '../../src/storage/folder.ts';
import { delimited, matrixRows } from './bytes.ts';
import { engineAndFolder, TestSpace } from './space.ts';

let engine: Awaited<ReturnType<typeof engineAndFolder>>;
let space: TestSpace;
let storage: FolderStorage;
const DAY_MS = 24 * 3600_000;

beforeAll(async () => {
  engine = await engineAndFolder();
  space = await TestSpace.open(engine.engine, engine.folder);
  storage = await FolderStorage.open(join(engine.folder, 'storage'));
}, 120_000);
afterAll(async () => {
  await space?.close();
  await engine?.stop();
});

const sweep = (grace?: number) => sweepStorage({ database: space.database, files: space.files, storage, log: createLog('silent') }, grace);
const blobs = async () => (await space.bytes()).blobs.sort();

/** Makes everything that is stored look a day old. */
async function age(): Promise<void> {
  const folder = join(space.folder, 'storage/blobs');
  const then = new Date(Date.now() - DAY_MS - 60_000);
  for (const name of await blobs()) await utimes(join(folder, name.slice(0, 2), name), then, then);
}

describe('the sweep', () => {
  it('removes what nothing names any more, and nothing else', async () => {
    const user = await space.user();
    const { file } = await user.upload('kept.csv', 'gene,S1,S2\nTP53,1,2\nEGFR,5,6\nTP53,1,2\n', { file_type: 'expression' });
    await user.call('POST', `/api/file/${file.id}/fix`, { fix: 'merge_duplicates' });
    const kept = await blobs();
    const gone = await user.upload('gone.csv', delimited(matrixRows(30, 5)));
    const groups = await user.upload('groups.csv', 'sample,group\nA,x\nB,y\n');
    // What an analysis has used is named in its row, wherever the checksum stands there.
    const used = await storage.put(Readable.from(['used by an analysis']));
    await space.database.execute(sql`
      INSERT INTO analyses (user_id, task_type, tool_version, family, name, status, values, inputs, points, example)
      VALUES (${user.id}, 'x', '1', 'bulk', 'x', 'completed', '{}', ${JSON.stringify([{ blob: used.sha256 }])}, 0, false)`);
    for (const { id } of [gone.file, groups.file]) await user.delete(`/api/bulk/files/${id}/delete`);
    expect(await sweep()).toMatchObject({ blobs: 0 });
    await age();
    const swept = await sweep();
    // The bytes and the parsed form of both; the cells of the table.
    expect(swept.blobs).toBe(5);
    expect(swept.bytes).toBeGreaterThan(delimited(matrixRows(30, 5)).length);
    expect(await blobs()).toEqual([...kept, used.sha256].sort());
    for (const version of ['', '?version=1']) {
      const answer = await fetch(`${space.url}/api/file/${file.id}/download${version}`, {
        headers: { authorization: `Bearer ${user.token}` },
      });
      expect([answer.status, (await answer.text()).length > 0]).toEqual([200, true]);
    }
  });

  it('leaves alone what somebody is about to use', async () => {
    const user = await space.user();
    const content = delimited(matrixRows(31, 5));
    const { file } = await user.upload('a.csv', content);
    await user.delete(`/api/bulk/files/${file.id}/delete`);
    await age();
    const { sha256 } = await storage.put(Readable.from(['asked for']));
    await age();
    expect(await storage.has(sha256)).toBe(true);
    const again = await user.upload('b.csv', content);
    await sweep();
    expect(await blobs()).toContain(sha256);
    expect((await user.get<{ file: { validation_status: string } }>(`/api/file/${again.file.id}/info`)).body.file.validation_status).toBe(
      'valid',
    );
    expect((await user.upload('c.csv', content)).status).toBe(200);
  });

  it('of all that is unused takes what is new, and leaves what is being stored', async () => {
    const user = await space.user();
    const { file } = await user.upload('named.csv', delimited(matrixRows(32, 5)));
    await sweepAll({ database: space.database, files: space.files, storage, log: createLog('silent') }, 0);
    const named = await blobs();
    const { sha256: left } = await storage.put(Readable.from(['of a refused call']));
    // Files know fractions of the millisecond that the sweep begins in: in the same one this file would be the younger.
    await delay(50);
    const sweeping = sweepAll({ database: space.database, files: space.files, storage, log: createLog('silent') }, 1_000);
    // It gets its row later. The clock of files lags behind by some milliseconds.
    await delay(50);
    const { sha256: coming } = await storage.put(Readable.from(['of an upload']));
    expect(await sweeping).toMatchObject({ blobs: 1, bytes: 17 });
    expect(await blobs()).toEqual([...named, coming].sort());
    expect(named).not.toContain(left);
    expect(file.validation_status).toBe('valid');
  });

  it('removes what is left of uploads', async () => {
    const old = new Date(Date.now() - 2 * 3600_000);
    const staged = join(space.folder, 'scratch/uploads/half');
    await mkdir(staged, { recursive: true });
    await writeFile(join(staged, 'raw'), 'half an upload');
    const orphan = join(space.folder, 'scratch/resumable/00000000-0000-4000-8000-000000000000');
    await writeFile(orphan, 'of no row');
    for (const path of [join(staged, 'raw'), staged, orphan]) await utimes(path, old, old);
    const slow = join(space.folder, 'scratch/uploads/slow');
    await mkdir(slow, { recursive: true });
    await writeFile(join(slow, 'raw'), 'still coming');
    await utimes(slow, old, old);
    expect((await sweep()).uploads).toBe(23);
    expect(await readdir(join(space.folder, 'scratch/uploads'))).toEqual(['slow']);
    expect(await readdir(join(space.folder, 'scratch/resumable'))).toEqual([]);
  });

  it('comes once a night, whatever number of processes there are', async () => {
    let sweeps = 0;
    const count = async () => {
      sweeps += 1;
    };
    let own = 0;
    const countOwn = async () => {
      own += 1;
    };
    const process = () => new NightlySweep({ own: [countOwn], shared: [() => sweep(), count] }, space.database, createLog('silent'));
    const [one, other] = [process(), process()];
    const at = (time: string) => [one, other].map((nightly) => nightly.look(new Date(`2026-03-${time}:00+08:00`)));
    const seen: number[][] = [];
    for (const time of ['01T02:50', '01T03:00', '01T03:10', '01T03:50', '01T15:00']) {
      await Promise.all(at(time));
      seen.push([sweeps, own]);
    }
    expect(seen).toEqual([
      [0, 0],
      [1, 2],
      [1, 2],
      [1, 2],
      [1, 2],
    ]);
    await Promise.all(at('02T03:05'));
    expect([sweeps, own]).toEqual([2, 4]);
    // Whoever had the night has died: it is done once more rather than not at all.
    await Promise.all([one.stop(), other.stop()]);
    const third = process();
    // The database ends a session some time after its client has.
    const look = async () => {
      await third.look(new Date('2026-03-02T03:20:00+08:00'));
      return sweeps;
    };
    await expect.poll(look).toBe(3);
    await third.stop();
  });
});
