import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnalysisRow, UserInfo } from '@oncoloom/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client } from '../support/client.ts';
import { childWithJob, isAlive, engineProcesses as processesOf } from '../support/engine-processes.ts';
import { ServerProcess } from '../support/process.ts';

/**
 * kill -9 of the server, the zygote, the child and PostgreSQL, each in the middle of a job. Afterwards every job has ended
 * exactly once, with tables or with a reason, points agree, and no file is half-written.
 */

let server: ServerProcess;
let user: Client;

/** A matrix that keeps limma busy for seconds: the kill hits the middle. */
const SAMPLES = 240;
const GENES = 22_000;
function bigMatrix(): string {
  const names = Array.from({ length: SAMPLES }, (_, i) => `S${i}`);
  const lines = [`gene,${names.join(',')}`];
  for (let gene = 0; gene < GENES; gene += 1) {
    const cells = names.map((_, sample) => (8 + 3 * Math.sin(gene * 1.7 + sample * sample * 0.31)).toFixed(3));
    lines.push(`G${gene},${cells.join(',')}`);
  }
  return lines.join('\n');
}

let fileId: number;
const groups = Array.from({ length: SAMPLES }, (_, i) => ({
  sample: `S${i}`,
  group: i % 2 === 0 ? 'a' : 'b',
  batch: `b${Math.floor(i / 6)}`,
}));

beforeAll(async () => {
  server = await ServerProcess.start(undefined, { program: 'unlimited', tools: ['limma_differential_analysis'] });
  user = await Client.register(server.url);
  fileId = (await user.file('big.csv', bigMatrix(), 'expression')).id;
}, 180_000);
afterAll(() => server?.stop());

let requests = 0;
/** Another threshold each time: the repetition of a completed analysis would cost no points. */
const bigRequest = () => ({
  task_type: 'limma_differential_analysis',
  file_id: fileId,
  sample_groups: groups,
  case_group: 'a',
  control_group: 'b',
  covariates: ['batch'],
  robust: 1,
  trend: 1,
  padj: 0.05 - 0.001 * requests++,
});

async function running(): Promise<number> {
  const created = await user.create(bigRequest());
  expect(created.status).toBe(200);
  // R has told a step: it is inside the tool.
  const begun = async () => {
    const { status, steps } = await user.analysis(created.body.id);
    if (status !== 'pending' && status !== 'running') throw new Error('the job is too short to be killed in the middle');
    return status === 'running' && steps.length > 0;
  };
  await expect.poll(begun, { interval: 5, timeout: 60_000 }).toBe(true);
  return created.body.id;
}

const engineProcesses = () => processesOf(server.pid);
const worker = () => childWithJob(server.pid);

/** When each task of this file ended, as it was seen then. */
const ends = new Map<number, string>();

/** An end with tables that are whole, or with a reason. That it does not change again is looked at when the file has run. */
async function endsOnce(id: number): Promise<string> {
  const ended = await user.ended(id, 60_000).catch((error: Error) => {
    throw new Error(`${error.message}\n${server.output}`);
  });
  if (ended.status === 'completed') {
    for (const table of ended.result?.tables ?? []) {
      const response = await user.fetch(`/api/analysis/${id}/files/${table.file_key}/${encodeURIComponent(table.filename)}`);
      const lines = (await response.text()).trimEnd().split('\n');
      expect([table.id, lines.length - 1]).toEqual([table.id, table.rows]);
    }
  } else expect(ended.error_msg).toMatch(/[\u4e00-\u9fff]/);
  ends.set(id, ended.updated_at);
  return ended.status;
}

async function pointsFollow(before: number, status: string): Promise<void> {
  const { points } = (await user.get<UserInfo>('/api/user/info')).body;
  expect(points).toBe(status === 'completed' ? before - 5 : before);
}

const balance = async () => (await user.get<UserInfo>('/api/user/info')).body.points;

it('stops a cancelled job within two seconds and gives its points back', async () => {
  const before = await balance();
  const id = await running();
  const busy = worker();
  const { body } = await user.post<AnalysisRow>('/api/cancel_analysis', { analysis_id: id });
  expect(body).toMatchObject({ status: 'failed', error_msg: '已取消', error_code: 'cancelled' });
  await expect.poll(() => isAlive(busy), { interval: 20, timeout: 2000 }).toBe(false);
  expect((await user.analysis(id)).status).toBe('failed');
  expect(await balance()).toBe(before);
}, 60_000);

it('survives kill -9 of the child', async () => {
  const before = await balance();
  const id = await running();
  process.kill(worker(), 'SIGKILL');
  await pointsFollow(before, await endsOnce(id));
}, 120_000);

it('survives kill -9 of the zygote', async () => {
  const before = await balance();
  const id = await running();
  process.kill(engineProcesses().zygote ?? 0, 'SIGKILL');
  await pointsFollow(before, await endsOnce(id));
}, 120_000);

it('survives kill -9 of PostgreSQL', async () => {
  const before = await balance();
  const id = await running();
  const pid = Number(readFileSync(postmasterFile(), 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGKILL');
  await pointsFollow(before, await endsOnce(id));
}, 120_000);

it('runs a task whose job was lost between the queue and the worker', async () => {
  const first = await running();
  const second = (await user.create(bigRequest())).body.id;
  const [, , , , socket] = readFileSync(postmasterFile(), 'utf8').split('\n');
  const database = new pg.Client({ host: socket ?? '', user: 'oncoloom', database: 'oncoloom' });
  await database.connect();
  // What a worker leaves that dies right after it has fetched the job: the task waits, but nobody will come for it.
  const { rowCount } = await database.query(`DELETE FROM queue.job USING analyses WHERE analyses.id = $1 AND job.id::text = queue_job`, [
    second,
  ]);
  await database.end();
  expect(rowCount).toBe(1);
  for (const id of [first, second]) expect((await user.ended(id, 60_000)).status).toBe('completed');
}, 120_000);

it('survives kill -9 of the server', async () => {
  const before = await balance();
  const id = await running();
  const old = engineProcesses();
  await server.kill('SIGKILL');
  await server.begin();
  const again = new Client(server.url);
  again.token = user.token;
  user = again;
  const status = await endsOnce(id);
  await pointsFollow(before, status);
  for (const pid of [old.zygote, ...old.children]) expect(isAlive(pid ?? 0)).toBe(false);
}, 180_000);

it('leaves no half-written file and no job folder behind', async () => {
  const halfWritten = () =>
    readdirSync(server.data, { recursive: true })
      .map(String)
      .filter((name) => /storage\/incoming\/./.test(name) || /\.part$/.test(name) || /jobs\/[^/]+\/jobs\/analysis-/.test(name));
  // Figures of the survivors are still being drawn ahead: wait until that is over.
  await expect.poll(halfWritten, { timeout: 50_000 }).toEqual([]);
}, 60_000);

it('has ended every task once: none has changed since', async () => {
  expect(ends.size).toBeGreaterThanOrEqual(4);
  for (const [id, at] of ends) expect([id, (await user.analysis(id)).updated_at]).toEqual([id, at]);
});

function postmasterFile(): string {
  const found = readdirSync(join(server.data, 'postgres'), { recursive: true })
    .map(String)
    .find((name) => name.endsWith('postmaster.pid'));
  return join(server.data, 'postgres', found ?? '');
}
