import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Analysis, UserInfo } from '@oncoloom/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDiskFull } from '../../src/platform/disk.ts';
import { ROOT } from '../../src/platform/root.ts';
import { openFolders } from '../../src/r-engine/folders.ts';
import { homesIn } from '../r-engine/fixture.ts';
import { Client } from '../support/client.ts';
import { ServerProcess } from '../support/process.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

/**
 * A data folder of 300 MB that fills up, by what users do and then to its last byte by somebody else: the server lives, says so, keeps
 * nothing half-written, gives points back, and works again without a restart when space returns.
 */
const disk = mountSmallDisk(300);
if (disk === undefined) process.stdout.write('skipped: this user may not mount a small file system\n');

const SENTENCE = /^磁盘已满.*。$/;
const MB = 1024 ** 2;
const SAMPLES = 60;

/** A matrix of 5 MB that no other equals. */
function matrix(seed: number): string {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return (5 + (state % 9_973) / 1_000).toFixed(3);
  };
  const lines = [`gene,${Array.from({ length: SAMPLES }, (_, i) => `S${i}`).join()}`];
  for (let gene = 0; gene < 14_000; gene += 1) lines.push(`G${gene},${Array.from({ length: SAMPLES }, next).join()}`);
  return lines.join('\n');
}

describe.skipIf(disk === undefined)('a data folder of 300 MB', () => {
  // A folder of its own: the mounted one itself can't be removed.
  const folder = join(disk?.folder ?? '', 'data');
  let server: ServerProcess;
  let user: Client;
  let points: number;
  const files: number[] = [];
  let drawable: Analysis;

  beforeAll(async () => {
    server = await ServerProcess.start(folder, { program: 'unlimited', tools: ['limma_differential_analysis'] });
    user = await Client.register(server.url);
    drawable = await user.example('limma_differential_analysis');
    points = await balance();
  }, 180_000);
  afterAll(async () => {
    await server?.stop();
    disk?.unmount();
  });

  const balance = async () => (await user.get<UserInfo>('/api/user/info')).body.points;
  const readiness = async () => {
    const response = await fetch(`${server.url}/readyz`);
    return { status: response.status, body: (await response.json()) as { missing: string[] } };
  };
  const limma = (fileId: number) =>
    user.create({
      task_type: 'limma_differential_analysis',
      file_id: fileId,
      sample_groups: Array.from({ length: SAMPLES }, (_, i) => ({ sample: `S${i}`, group: i % 2 === 0 ? 'a' : 'b' })),
      case_group: 'b',
      control_group: 'a',
    });
  const draw = (key: string) => {
    const file = drawable.output?.files.find(({ file_key }) => file_key === key);
    return user.fetch(`/api/analysis/${drawable.id}/files/${key}/${encodeURIComponent(file?.filename ?? '')}`);
  };
  /** Takes all that is free but so many bytes, as another program would. */
  async function fill(name: string, left: number): Promise<void> {
    const file = await open(join(folder, name), 'w');
    const chunk = Buffer.alloc(MB, 1);
    const room = async () => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    };
    for (let free = await room(); free > left; free = await room()) {
      const wrote = await file.write(chunk.subarray(0, Math.min(MB, free - left))).catch(() => undefined);
      if (wrote === undefined) break;
    }
    await file.close();
  }

  it('takes what users do until there is no room, then tells them so', { timeout: 240_000 }, async () => {
    await fill('others', 85 * MB);
    const refusals: string[] = [];
    for (let i = 0; refusals.length < 3 && i < 60; i += 1) {
      const { status, body } = await user.upload(`m${i}.csv`, matrix(i), 'expression');
      if (status === 200) files.push(body.file.id);
      else {
        expect([status, body.detail]).toEqual([507, expect.stringMatching(SENTENCE)]);
        refusals.push(body.detail);
      }
    }
    expect(files.length).toBeGreaterThan(0);
    expect(refusals).toHaveLength(3);
    await expect.poll(async () => (await readiness()).body.missing.join(), { timeout: 10_000 }).toMatch(/磁盘：磁盘已满：还剩 [\d.]+ MB/);
    expect((await readiness()).status).toBe(503);
    const created = await limma(files[0] as number);
    expect([created.status, created.body.detail]).toEqual([507, expect.stringMatching(SENTENCE)]);
    // What was drawn ahead is there; nothing is drawn anew.
    const figures = drawable.output?.files.filter(({ kind, filename }) => kind === 'figure' && filename.endsWith('.svg')) ?? [];
    expect(figures.length).toBeGreaterThan(0);
    for (const { file_key } of figures) expect([200, 507]).toContain((await draw(file_key)).status);
    expect(await balance()).toBe(points);
  });

  it('lives through the last byte being taken while tasks run, and gives their points back', { timeout: 240_000 }, async () => {
    await rm(join(folder, 'others'));
    await expect.poll(async () => (await readiness()).status, { timeout: 30_000 }).toBe(200);
    const tasks: number[] = [];
    for (const file of files.slice(0, 2)) {
      const { status, body } = await limma(file);
      expect([status, body.detail]).toEqual([200, undefined]);
      tasks.push(body.id);
    }
    await fill('others', 0);
    // The disk is looked at every so often: what comes before may still be taken.
    await expect.poll(async () => (await readiness()).status, { timeout: 10_000 }).toBe(503);
    const answers = await Promise.all([
      user.upload('late.csv', matrix(99), 'expression').then(({ status }) => status),
      limma(files[0] as number).then(({ status }) => status),
      fetch(`${server.url}/healthz`).then(({ status }) => status),
      readiness().then(({ status }) => status),
    ]);
    // The database itself may be away for a moment on a disk without a byte.
    expect(answers).toEqual([
      expect.toSatisfy((status) => [503, 507].includes(status as number)),
      expect.toSatisfy((status) => [503, 507].includes(status as number)),
      200,
      503,
    ]);
    for (let i = 0; i < 20; i += 1) expect((await fetch(`${server.url}/healthz`)).status).toBe(200);

    await rm(join(folder, 'others'));
    await expect.poll(async () => (await readiness()).status, { timeout: 60_000 }).toBe(200);
    let paid = 0;
    for (const id of tasks) {
      const ended = await user.ended(id, 120_000);
      if (ended.status === 'completed') paid += ended.points;
      else expect(ended.error_msg).toMatch(/磁盘已满.*点数已退回/);
    }
    expect(await balance()).toBe(points - paid);
  });

  it('works again without a restart', { timeout: 120_000 }, async () => {
    for (const id of files.splice(1)) await user.call('DELETE', `/api/bulk/files/${id}/delete`);
    const uploaded = await user.file('again.csv', 'gene,A,B,C,D\nTP53,1,2,3,4\nEGFR,3,4,5,7\n', 'expression');
    expect(uploaded.validation_status).toBe('valid');
    const again = await user.example('limma_differential_analysis', { task_name: '空间回来以后' });
    expect(again.status).toBe('completed');
    const key = again.output?.files.find(({ filename }) => filename.endsWith('.svg'))?.file_key ?? '';
    expect(key).not.toBe('');
    drawable = again;
    expect((await draw(key)).status).toBe(200);
    expect(server.output).not.toMatch(/could not start/);
  });

  it('has kept nothing half-written', { timeout: 90_000 }, async () => {
    const blobs = readdirSync(join(folder, 'storage/blobs'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(blobs.length).toBeGreaterThan(0);
    for (const { name, parentPath } of blobs) {
      expect(
        createHash('sha256')
          .update(readFileSync(join(parentPath, name)))
          .digest('hex'),
      ).toBe(name);
    }
    expect(readdirSync(join(folder, 'storage/incoming'))).toEqual([]);
    expect(readdirSync(join(folder, 'scratch/uploads'))).toEqual([]);
    const [home = ''] = homesIn(join(folder, 'jobs'));
    const jobs = () => readdirSync(join(folder, 'jobs', home, 'jobs')).filter((name) => /^(parse|analysis|draw)-/.test(name));
    // Figures are still drawn ahead.
    await expect.poll(jobs, { timeout: 60_000 }).toEqual([]);
  });

  it('waits for room where there is none at the start, and goes on by itself', { timeout: 180_000 }, async () => {
    await server.kill('SIGTERM');
    await fill('others', 2 * MB);
    // How long the engine takes to warm up afterwards is not looked at here.
    server.begin().catch(() => undefined);
    await expect.poll(() => server.output, { timeout: 60_000 }).toMatch(/磁盘已满/);
    expect(server.output).not.toMatch(/OncoLoom is at/);
    await rm(join(folder, 'others'));
    await expect.poll(() => /OncoLoom is at (\S+)/.exec(server.output)?.[1], { timeout: 90_000 }).toBeDefined();
  });
});

const tiny = mountSmallDisk(3);

describe.skipIf(tiny === undefined)('the engine’s code on a disk of 3 MB', () => {
  afterAll(() => tiny?.unmount());

  it('finds no room, says that the disk is full, and leaves none of it', async () => {
    const jobs = tiny?.folder ?? '';
    const error = await openFolders({ root: ROOT, jobs }, false).catch((refused: unknown) => refused);
    expect([isDiskFull(error), String(error)]).toEqual([true, expect.stringContaining('No space left on device')]);
    expect(readdirSync(jobs)).toEqual([]);
  });
});
