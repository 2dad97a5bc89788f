import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { buildOperator, buildServer } from '../../../../scripts/setup/build.mjs';
import { analyses } from '../../src/analyses/tables.ts';
import { ledger } from '../../src/billing/tables.ts';
import { livingWorkers } from '../../src/machines/service.ts';
import { createLog } from '../../src/platform/log.ts';
import { PrivateCluster } from '../../src/platform/postgres/cluster.ts';
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts';
import { ROOT } from '../../src/platform/root.ts';
import { TestAccounts } from '../billing/accounts.ts';
import { Client } from '../support/client.ts';
import { isAlive } from '../support/engine-processes.ts';
import { ServerProcess } from '../support/process.ts';
import { noSlurm, TestSlurm } from '../support/slurm.ts';

/**
 * Pilots of the product on a real Slurm, started by `npm run slurm -- scale`: they serve, are stopped and killed in the middle of tasks, and go when there
 * is nothing to do. Every task is completed once and paid for once.
 */

const PATIENCE = { timeout: 120_000, interval: 100 };
const USERS = 4;
const SMALL_EACH = 4;
const PRICE = 5;

let slurm: TestSlurm;
let cluster: PrivateCluster;
let url: string;
let database: Database;
let server: ServerProcess;
let scaler: ChildProcess | undefined;
let site: string;
let said = '';
const users: { client: Client; small: number; big: number }[] = [];

/** Numbers of genes in samples of two groups. */
function matrix(genes: number, samples: number): string {
  const lines = [`gene,${Array.from({ length: samples }, (_, i) => `S${i}`).join(',')}`];
  for (let gene = 0; gene < genes; gene += 1)
    lines.push(`G${gene},${Array.from({ length: samples }, (_, i) => (8 + 3 * Math.sin(gene * 1.7 + i * i * 0.31)).toFixed(3)).join(',')}`);
  return lines.join('\n');
}

let requests = 0;
/** Another threshold each time: a repetition would cost nothing. */
const request = (file: number, samples: number) => ({
  task_type: 'limma_differential_analysis',
  file_id: file,
  sample_groups: Array.from({ length: samples }, (_, i) => ({ sample: `S${i}`, group: i % 2 === 0 ? 'a' : 'b', batch: `b${i >> 3}` })),
  case_group: 'a',
  control_group: 'b',
  ...(samples > 100 ? { covariates: ['batch'], robust: 1, trend: 1 } : {}),
  padj: 0.05 - 0.0001 * requests++,
});
const [SMALL, BIG] = [12, 240];

const environment = () => ({ ...slurm.env, DATABASE_URL: url, ONCOLOOM_DATA: server.data, ONCOLOOM_LOG: 'info' });
const operator = (...args: string[]) => [join(ROOT, 'scripts/operator.mjs'), 'slurm', ...args, '--site', site];
const status = () =>
  JSON.parse(execFileSync(process.execPath, operator('status', '--json'), { env: environment(), encoding: 'utf8' })) as Record<
    string,
    number
  >[];

const running = async () => [...(await slurm.jobs())].filter(([, state]) => state === 'RUNNING').map(([id]) => id);
const rowOf = async (id: number) => (await database.select().from(analyses).where(eq(analyses.id, id)))[0];
const pilotOf = async (id: number) => {
  const [row, workers] = [await rowOf(id), await livingWorkers(database)];
  return workers.find(({ number }) => row?.status === 'running' && number === row.worker)?.pilot ?? undefined;
};

/** A task of the first user that runs on a pilot, in the middle of R. */
async function inTheMiddle(): Promise<{ id: number; job: string }> {
  const [{ client, big } = users[0] as never] = users;
  const { body } = await client.create(request(big, BIG));
  await expect.poll(async () => (await rowOf(body.id))?.steps.length, { ...PATIENCE, interval: 10 }).toBeGreaterThan(0);
  const job = await pilotOf(body.id);
  if (job === undefined) throw new Error('the task is too short to be stopped in the middle');
  return { id: body.id, job };
}

/** All processes of a pilot: of its job, and what stands apart. */
function processesOf(script: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [[Number(name), Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1])] as const];
      } catch {
        return [];
      }
    });
  const below = (pid: number): number[] => [pid, ...parents.filter(([, parent]) => parent === pid).flatMap(([child]) => below(child))];
  return below(script);
}

beforeAll(async () => {
  if (noSlurm !== '') return;
  await buildServer();
  await buildOperator();
  slurm = await TestSlurm.start();
  // One that the account may reach for which pilots and server give root up.
  cluster = await PrivateCluster.start(join(slurm.folder, 'postgres'), createLog('silent'));
  const admin = new pg.Client({ connectionString: cluster.adminUrl });
  await admin.connect();
  await admin.query(`CREATE ROLE pilots LOGIN`);
  await admin.query('CREATE DATABASE pilots OWNER pilots');
  await admin.end();
  const address = new URL(cluster.adminUrl);
  address.pathname = '/pilots';
  address.username = 'pilots';
  url = address.href;
  server = await ServerProcess.start(undefined, {
    program: 'unlimited',
    tools: ['limma_differential_analysis'],
    role: 'api',
    env: { DATABASE_URL: url },
  });
  database = openDatabase(url, createLog('silent'), 3);
  const logs = join(slurm.folder, 'pilots');
  mkdirSync(logs);
  site = join(slurm.folder, 'site.json');
  const scratch = join(slurm.folder, 'scratch');
  mkdirSync(scratch);
  chmodSync(scratch, 0o777);
  const size = { partition: 'all', cpus: 1, time: '3h' };
  const sizes = [
    { ...size, name: 'small', memory: '8G', most: 2 },
    { ...size, name: 'large', memory: '40G', most: 1 },
  ];
  writeFileSync(site, JSON.stringify({ scratch, logs, idleAfter: '3s', every: '1s', sizes }));
  for (let i = 0; i < USERS; i += 1) {
    const client = await Client.register(server.url);
    const small = (await client.file('small.csv', matrix(60, SMALL), 'expression')).id;
    const big = i > 0 ? 0 : (await client.file('big.csv', matrix(22_000, BIG), 'expression')).id;
    users.push({ client, small, big });
  }
  for (const { id } of (await database.execute<{ id: number }>(sql`SELECT id FROM users`)).rows)
    await new TestAccounts(database).set(id, { points: 1_000 });
}, 400_000);
afterAll(async () => {
  if (noSlurm !== '') return;
  if (scaler !== undefined && scaler.exitCode === null) {
    const gone = once(scaler, 'exit');
    scaler.kill('SIGTERM');
    await gone;
  }
  await slurm?.end();
  await database?.$client.end();
  await server?.stop();
  await cluster?.stop();
  slurm?.remove();
}, 120_000);

describe.skipIf(noSlurm !== '')(`pilots on Slurm${noSlurm && ` (skipped: ${noSlurm})`}`, () => {
  it('are asked for by the depth of the queue, and serve', async () => {
    const [{ client, small } = users[0] as never] = users;
    expect(await running()).toEqual([]);
    const { body } = await client.create(request(small, SMALL));
    expect(status()).toMatchObject([
      { size: 'small', waiting: 1, running: 0 },
      { size: 'large', waiting: 0 },
    ]);
    scaler = spawn(process.execPath, operator('scale'), { env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [scaler.stdout, scaler.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    onTestFailed(() => console.error(said, slurm.words()));
    expect(await client.ended(body.id, PATIENCE.timeout)).toMatchObject({ status: 'completed' });
    expect(await running()).toHaveLength(1);
  }, 300_000);

  it('give back what they run when they are told to end, without a count, and others go on with it', async () => {
    onTestFailed(() => console.error(said, slurm.words()));
    const { id, job } = await inTheMiddle();
    const pids = processesOf(await slurm.scriptOf(job));
    expect(pids.length).toBeGreaterThan(3);
    await slurm.run('scancel', [job]);
    await expect.poll(() => pids.filter(isAlive), PATIENCE).toEqual([]);
    await expect.poll(async () => (await rowOf(id))?.status, PATIENCE).toBe('completed');
    expect((await rowOf(id))?.attempts).toBe(1);
    expect((await slurm.jobs()).get(job) ?? 'CANCELLED').toMatch(/CANCELLED|COMPLETED/);
  }, 300_000);

  it('that are killed leave nothing behind, and their task is begun again elsewhere', async () => {
    onTestFailed(() => console.error(said, slurm.words()));
    const { id, job } = await inTheMiddle();
    const script = await slurm.scriptOf(job);
    const pids = processesOf(script);
    process.kill(script, 'SIGKILL');
    await expect.poll(() => pids.filter(isAlive), PATIENCE).toEqual([]);
    await expect.poll(async () => (await rowOf(id))?.status, PATIENCE).toBe('completed');
    expect((await rowOf(id))?.attempts).toBe(2);
  }, 300_000);

  it('are as many as the queue is long and the file allows; all tasks are completed once and paid for once', async () => {
    onTestFailed(() => console.error(said, slurm.words()));
    const wanted: number[] = [];
    for (const { client, small } of users)
      for (let i = 0; i < SMALL_EACH; i += 1) wanted.push((await client.create(request(small, SMALL))).body.id);
    await expect.poll(async () => (await running()).length, PATIENCE).toBe(2);
    for (const id of wanted) await expect.poll(async () => (await rowOf(id))?.status, PATIENCE).toBe('completed');
    const all = await database.select().from(analyses);
    expect(all.map((row) => row.status)).toEqual(all.map(() => 'completed'));
    expect(all).toHaveLength(3 + USERS * SMALL_EACH);
    const changes = await database.select({ change: ledger.change, analysis: ledger.analysisId }).from(ledger);
    const charged = changes.filter(({ analysis }) => analysis !== null);
    expect(charged.map(({ change }) => change)).toEqual(all.map(() => -PRICE));
    expect(new Set(charged.map(({ analysis }) => analysis)).size).toBe(all.length);
    expect(all.filter(({ attempts }) => attempts !== 1)).toHaveLength(1);
  }, 300_000);

  it('end when they have nothing to do', async () => {
    await expect.poll(running, PATIENCE).toEqual([]);
    expect(await livingWorkers(database)).toEqual([]);
  }, 300_000);
});
