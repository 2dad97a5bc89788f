import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Analysis, UserFile } from '@oncoloom/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runAdmin } from '../../src/admin/run.ts';
import { sha256Of } from '../../src/platform/checksum.ts';
import { delimited, matrixRows } from '../files/bytes.ts';
import { Client } from '../support/client.ts';
import { ServerProcess } from '../support/process.ts';

/** A server is backed up while it computes and takes uploads; a copy that is restored elsewhere answers every file as the original does. */

/** Files that are compared, taken by chance of all; none is left out where there are fewer. */
const COMPARED = Number(process.env.ONCOLOOM_TEST_COMPARED ?? 24);
const TASK = 'limma_differential_analysis';

let server: ServerProcess;
let user: Client;
let folder: string;

beforeAll(async () => {
  server = await ServerProcess.start(undefined, { program: 'unlimited', tools: [TASK] });
  user = await Client.register(server.url);
  folder = await mkdtemp(join(tmpdir(), 'oncoloom-kept-'));
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function admin(data: string, ...argv: string[]): Promise<unknown> {
  const said: string[] = [];
  const env = { ONCOLOOM_DATA: data, INIT_CWD: folder };
  const code = await runAdmin(argv, env, { out: (text) => void said.push(text), err: (text) => void said.push(text) });
  expect([code, said.join('\n')]).toEqual([0, expect.anything()]);
  return argv.includes('--json') ? JSON.parse(said.join('\n')) : said;
}

/** What is told by the rows of an analysis; a workbook that is made when somebody asks for it carries the time. */
const TABLES = /_tsv$/;
const TABLES_AND_WORKBOOKS = /_(tsv|xlsx)$/;

/** Ways to files of a user: those in the space, tables of finished analyses, and workbooks of those whose workbooks were made before the backup. */
async function files(of: Client, before: readonly number[]): Promise<string[]> {
  const list = await of.post<{ results: Analysis[] }>('/api/get_analysis_list', { task_type: TASK, page_size: 100 });
  const done = list.body.results.filter(({ status }) => status === 'completed');
  const space = await of.get<{ files: UserFile[] }>('/api/files?page_size=100');
  const paths = space.body.files.filter((file) => file.validation_status === 'valid').map(({ id }) => `/api/file/${id}/download`);
  for (const { id } of done) {
    const { result } = await of.analysis(id);
    for (const { file_key, filename } of result?.files ?? [])
      if ((before.includes(id) ? TABLES_AND_WORKBOOKS : TABLES).test(file_key))
        paths.push(`/api/analysis/${id}/files/${file_key}/${encodeURIComponent(filename)}`);
  }
  return paths;
}

/** Checksum of an answer. */
async function checksum(of: Client, path: string): Promise<string> {
  const response = await of.fetch(path);
  const sha256 = sha256Of(Buffer.from(await response.arrayBuffer()));
  expect([path, response.status]).toEqual([path, 200]);
  return sha256;
}

/** Some of them, each at most once. */
function byChance(paths: readonly string[], count: number): string[] {
  const left = [...paths];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(randomInt(left.length), 1)[0] ?? '');
}

it('a copy of a server that was backed up at work has every file of it, byte for byte', { timeout: 600_000 }, async () => {
  const { id: before } = await user.example(TASK);
  for (const path of await files(user, [before])) await checksum(user, path);
  for (let i = 0; i < 3; i += 1) await user.file(`before-${i}.csv`, delimited(matrixRows(50 + i, 6)), 'expression');
  let working = true;
  let made = 0;
  const load = (async () => {
    for (; working; made += 1) {
      const { body } = await user.create({ task_type: TASK, example: true, padj: 0.05 - made / 1e4 });
      await user.file(`during-${made}.csv`, delimited(matrixRows(100 + made, 6)), 'expression');
      await user.ended(body.id, 240_000);
    }
  })();
  await expect.poll(() => made, { timeout: 60_000 }).toBeGreaterThan(0);
  const first = await admin(server.data, 'backup', 'kept', '--json');
  // Made while the first was copied, or after it.
  const after = made;
  await expect.poll(() => made, { timeout: 60_000 }).toBeGreaterThan(after);
  const second = await admin(server.data, 'backup', 'kept', '--json');
  working = false;
  await load;
  const { copied, contents } = second as { copied: number; contents: number };
  expect(copied).toBeGreaterThan(0);
  expect(copied).toBeLessThan(contents / 2);
  expect((first as { copied: number }).copied).toBeGreaterThan(copied);
  await admin(folder, 'verify', 'kept');

  const copy = join(folder, 'copy');
  await admin(copy, 'restore', 'kept');
  const restored = await ServerProcess.start(copy, { program: 'unlimited', tools: [TASK] });
  try {
    // The session goes on: the key that signs it is in the backup.
    const there = new Client(restored.url);
    there.token = user.token;
    const paths = await files(there, [before]);
    expect(paths.length).toBeGreaterThan(20);
    for (const path of byChance(paths, COMPARED)) expect([path, await checksum(there, path)]).toEqual([path, await checksum(user, path)]);
    // What was at work in that moment ends there, too.
    await there.example(TASK, { padj: 0.01 });
    const { body } = await there.post<{ results: Analysis[] }>('/api/get_analysis_list', { task_type: TASK, page_size: 100 });
    for (const { id } of body.results) expect((await there.ended(id, 240_000)).status).toBe('completed');
  } finally {
    await restored.stop();
  }
});
