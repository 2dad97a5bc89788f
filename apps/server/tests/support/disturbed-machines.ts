import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { asc, eq, inArray } from 'drizzle-orm';
import { unlimitedServerBundle } from '../../../../scripts/setup/build.mjs';
import { analyses } from '../../src/analyses/tables.ts';
import { ledger, subscriptions } from '../../src/billing/tables.ts';
import { createLog } from '../../src/platform/log.ts';
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts';
import { ROOT } from '../../src/platform/root.ts';
import { hasSwift, TestBucket } from './bucket.ts';
import { Client } from './client.ts';
import { fewTools } from './few-tools.ts';
import { type TestMachine, TestNetwork } from './network.ts';
import { OwnPostgres } from './own-postgres.ts';
import { ServerProcess } from './process.ts';

const TOOLS = ['limma_differential_analysis', 'heatmap_analysis', 'batch_pca_plot', 'log_transform', 'batch_sd_calculation'];
const SAMPLES = Array.from({ length: 12 }, (_, i) => `S${i}`);
const PILOTS = 3;
const POINTS = 10_000;
/** Until what is broken is up again and all tasks have ended, ms. */
const PATIENCE_MS = 900_000;

/** Numbers of genes in samples of two groups. */
const MATRIX = [
  `gene,${SAMPLES.join(',')}`,
  ...Array.from(
    { length: 400 },
    (_, gene) => `G${gene},${SAMPLES.map((_, i) => (8 + 3 * Math.sin(gene * 1.7 + i * i * 0.31)).toFixed(3))}`,
  ),
].join('\n');

/** The request number `k` of a user: no two are alike, for a repetition costs nothing. */
function request(k: number, file: number): Record<string, unknown> {
  const of = (task_type: string, fields: object = {}) => ({ task_type, file_id: file, ...fields });
  if (k === 0) return of('log_transform');
  if (k === 1) return of('batch_sd_calculation');
  const groups = SAMPLES.map((sample, i) => ({ sample, group: i % 2 === 0 ? 'a' : 'b' }));
  return (
    [
      of('limma_differential_analysis', { sample_groups: groups, case_group: 'a', control_group: 'b', padj: 0.05 - 0.0001 * k }),
      of('heatmap_analysis', { feature_count: 20 + k }),
      of('batch_pca_plot', { feature_count: 50 + k }),
    ][k % 3] ?? {}
  );
}

/** A worker on a machine that has the database, the bucket, an empty disk, and nothing else. */
class Pilot {
  readonly #machine: TestMachine;
  readonly #env: NodeJS.ProcessEnv;
  readonly #data = mkdtempSync(join(tmpdir(), 'oncoloom-pilot-'));
  #process: ChildProcess | undefined;
  output = '';

  constructor(machine: TestMachine, env: Record<string, string>) {
    this.#machine = machine;
    this.#env = { ...process.env, ...env, ONCOLOOM_DATA: this.#data, ONCOLOOM_WORKERS: '1', ONCOLOOM_LOG: 'warn' };
  }

  begin(): void {
    const [program = '', ...args] = [...this.#machine.within, process.execPath, unlimitedServerBundle];
    const times = ['--drain-after', '1h', '--idle-after', '1h'];
    const child = spawn(program, [...args, '--role', 'worker', ...times], { cwd: ROOT, env: this.#env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (this.output += bytes.toString()));
    this.#process = child;
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }

  cable(state: 'up' | 'down'): void {
    this.#machine.cable(state);
  }

  async remove(): Promise<void> {
    await this.end('SIGKILL');
    rmSync(this.#data, { recursive: true, force: true, maxRetries: 20 });
  }
}

/** What became of the tasks. */
interface DisturbedRun {
  tasks: number;
  /** States other than completed, with what the user is told. */
  unfinished: string[];
  /** Tasks that were begun more than once. */
  begunAgain: number;
  /** Tasks whose ledger is not one charge of their price; users whose points are not what the ledger says. */
  unpaid: string[];
  /** Tasks whose tables are not those of one undisturbed machine. */
  different: string[];
  /** From the first submission to the last end, s. */
  seconds: number;
}

export const canDisturb = (): boolean => TestNetwork.possible && hasSwift();

/**
 * An API and three pilots, each on a machine without the data folder: while their tasks run one is cut off, one is killed, one is told to end, and the API
 * is restarted.
 * @param cutMs For so long one is cut off.
 */
export async function runDisturbed({ users, each, cutMs }: { users: number; each: number; cutMs: number }): Promise<DisturbedRun> {
  const ends: (() => unknown)[] = [];
  try {
    const network = new TestNetwork();
    ends.push(() => network.remove());
    const postgres = await OwnPostgres.start(network.address);
    ends.push(() => postgres.stop());
    const bucket = await TestBucket.start(network.address);
    ends.push(() => bucket.stop());
    const tools = await fewTools(tmpdir(), TOOLS);
    ends.push(() => rmSync(tools, { recursive: true, force: true }));
    const secrets = { ONCOLOOM_SECRET: 'of all the machines', ONCOLOOM_OPERATOR_TOKEN: 'of the operator alone' };
    const env = { ...bucket.environment(), ...secrets, DATABASE_URL: postgres.url };
    // Its own R reads files alone.
    const api = await ServerProcess.start(undefined, { program: 'unlimited', tools: [], role: 'api', env });
    ends.push(() => api.stop());
    const database = openDatabase(postgres.url, createLog('silent'), 3);
    ends.push(() => database.$client.end());
    const pilots = Array.from({ length: PILOTS }, () => new Pilot(network.machine(), { ...env, ONCOLOOM_TEST_TOOLS: tools }));
    for (const pilot of pilots) ends.push(() => pilot.remove());

    const people: { client: Client; file: number }[] = [];
    for (let i = 0; i < users; i += 1) {
      const client = await Client.register(api.url);
      people.push({ client, file: (await client.file('matrix.csv', MATRIX, 'expression')).id });
    }
    const never = new Date(Date.now() + 24 * 3600 * 1000);
    await database.update(subscriptions).set({ userType: 'pay', planId: 'year', points: POINTS, expiresAt: never });
    await database.delete(ledger);
    /** Which request a task is, by its number. */
    const requests = new Map<number, number>();
    const submit = async (from: number, to: number) => {
      for (let k = from; k < to; k += 1)
        for (const { client, file } of people) {
          const { status, body } = await client.at(api.url).create(request(k, file));
          if (status !== 200) throw new Error(JSON.stringify(body));
          requests.set(body.id, k);
        }
    };
    const began = performance.now();
    await submit(0, Math.ceil(each / 2));
    for (const pilot of pilots) pilot.begin();
    await until(async () => (await database.$count(analyses, eq(analyses.status, 'completed'))) >= PILOTS, pilots);
    await Promise.all([disturb(pilots, cutMs), restart(api).then(() => submit(Math.ceil(each / 2), each))]);
    const open = () => database.$count(analyses, inArray(analyses.status, ['pending', 'running']));
    await until(async () => (await open()) === 0, pilots);
    const seconds = (performance.now() - began) / 1000;
    for (const pilot of pilots) await pilot.end('SIGTERM');
    return { seconds, ...(await report(database, requests)) };
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function restart(api: ServerProcess): Promise<void> {
  await api.kill('SIGTERM');
  await api.begin('address');
}

async function disturb([cut, killed, told]: Pilot[], cutMs: number): Promise<void> {
  const again = async (pilot: Pilot | undefined, signal: NodeJS.Signals) => {
    await pilot?.end(signal);
    pilot?.begin();
  };
  cut?.cable('down');
  await Promise.all([again(killed, 'SIGKILL'), again(told, 'SIGTERM'), wait(cutMs)]);
  cut?.cable('up');
}

async function until(holds: () => Promise<boolean>, pilots: readonly Pilot[]): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; !(await holds()); await wait(200))
    if (Date.now() > deadline) throw new Error(`it takes too long:\n${pilots.map(({ output }) => output.slice(-3_000)).join('\n')}`);
}

/** Looks at every task, and computes each request once more on one machine. */
async function report(database: Database, requests: ReadonlyMap<number, number>): Promise<Omit<DisturbedRun, 'seconds'>> {
  const rows = await database.select().from(analyses).orderBy(asc(analyses.id));
  const changes = await database.select().from(ledger);
  const plans = await database.select().from(subscriptions);
  const unpaid = [
    ...rows
      .filter(({ id, points }) => `${changes.filter(({ analysisId }) => analysisId === id).map(({ change }) => change)}` !== `${-points}`)
      .map(({ id, status }) => `${status} task ${id}`),
    ...plans
      .filter(
        ({ userId, points }) =>
          points !== POINTS + changes.filter((row) => row.userId === userId).reduce((sum, { change }) => sum + change, 0),
      )
      .map(({ userId }) => `user ${userId}`),
  ];
  const wanted = await onOneMachine([...new Set(requests.values())]);
  return {
    tasks: rows.length,
    unfinished: rows
      .filter(({ status }) => status !== 'completed')
      .map(({ id, status, errorMessage }) => `${id} ${status} ${errorMessage}`),
    begunAgain: rows.filter(({ attempts }) => attempts > 1).length,
    unpaid,
    different: rows
      .filter(({ id, result }) => tablesOf(result) !== wanted.get(requests.get(id) ?? -1))
      .map(({ id, taskType }) => `${taskType} ${id}`),
  };
}

const tablesOf = (result: (typeof analyses.$inferSelect)['result']): string =>
  result?.tables.map(({ id, sha256 }) => `${id} ${sha256}`).join() ?? 'no tables';

/** Tables of each request, as one server by itself makes them. */
async function onOneMachine(requests: readonly number[]): Promise<Map<number, string>> {
  const postgres = await OwnPostgres.start();
  const server = await ServerProcess.start(undefined, { program: 'unlimited', tools: TOOLS, env: { DATABASE_URL: postgres.url } });
  const client = await Client.register(server.url);
  const database = openDatabase(postgres.url, createLog('silent'), 1);
  try {
    await database.update(subscriptions).set({ points: POINTS });
    const file = (await client.file('matrix.csv', MATRIX, 'expression')).id;
    const tables = new Map<number, string>();
    for (const k of requests) {
      const { body } = await client.create(request(k, file));
      await client.ended(body.id);
      const [row] = await database.select().from(analyses).where(eq(analyses.id, body.id));
      tables.set(k, tablesOf(row?.result ?? null));
    }
    return tables;
  } finally {
    await database.$client.end();
    await server.stop();
    await postgres.stop();
  }
}
