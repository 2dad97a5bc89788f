import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { tooLarge } from '../../src/analyses/forms/too-large.ts';
import * as repository from '../../src/analyses/repository.ts';
import { AnalysisWorker } from '../../src/analyses/run/worker.ts';
import { healthChecks } from '../../src/http/checks.ts';
import { largestMiB, livingWorkers, offer } from '../../src/machines/service.ts';
import { TestAccounts } from '../billing/accounts.ts';
import { waitingTask } from '../support/waiting-task.ts';
import { createWholeServer, type WholeServer } from '../support/whole.ts';

/** Machines of different sizes on one queue. What a task takes is decided before R has it: the engine is not needed. */

const GIB = 1024 ** 3;
const LARGE_MIB = 12_000;

let whole: WholeServer;
const workers: AnalysisWorker[] = [];
beforeAll(async () => {
  whole = await createWholeServer();
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  // PostgreSQL ends their sessions, and so their locks, a moment later.
  await expect.poll(() => livingWorkers(whole.app.database)).toEqual([]);
  await offer(whole.app.database, []);
  await whole.app.database.execute(sql`WITH gone AS (DELETE FROM queue.job) DELETE FROM analyses`);
});
afterAll(() => whole.close());

/** A worker that gives each task so much memory; answers which tasks it ran. */
async function machine(taskGib: number): Promise<{ worker: AnalysisWorker; ran: number[] }> {
  const ran: number[] = [];
  const run = async ({ id }: { id: string }) => {
    ran.push(Number(id.split('-')[1]));
    return { ok: false, code: 'input', message: 'as if the input were at fault' } as const;
  };
  const engine = { takesJobs: true, onStatus: () => () => undefined, run };
  const config = { ...whole.app.config, taskMemory: taskGib * GIB };
  const worker = new AnalysisWorker({ ...whole.app, config, queue: whole.app.queue, engine: engine as never });
  workers.push(worker);
  await worker.start();
  return { worker, ran };
}

async function queued(memoryMiB: number): Promise<number> {
  const { database, queue, billing } = whole.app;
  const userId = await new TestAccounts(database).add();
  const queueJob = randomUUID();
  return database.transaction(async (tx) => {
    const { id } = await repository.insert(tx, { ...waitingTask(userId, queueJob, 'limma_differential_analysis'), memoryMiB });
    await billing.charge(tx, userId, 1, 'a task', id);
    await queue.add(tx, queueJob, { analysisId: id, memoryMiB }, { id: userId, type: 'new' });
    return id;
  });
}

const jobOf = async (id: number) => {
  const { rows } = await whole.app.database.execute<{ priority: number; state: string }>(
    sql`SELECT priority, state::text FROM queue.job WHERE (data->>'analysisId')::int = ${id} AND state < 'active'`,
  );
  return rows[0];
};

it('a machine leaves a task that does not fit to a larger one that is to come, and goes on with others', async () => {
  await offer(whole.app.database, [{ name: 'large', memoryMiB: 16_000 }]);
  const large = await queued(LARGE_MIB);
  const small = await machine(6);
  await vi.waitFor(async () => expect((await jobOf(large))?.priority).toBeGreaterThan(0), { timeout: 20_000 });
  const other = await queued(1_000);
  await vi.waitFor(() => expect(small.ran).toEqual([other]), { timeout: 20_000 });
  expect(await repository.findById(whole.app.database, large)).toMatchObject({ status: 'pending', attempts: 0 });
  expect(await whole.app.queue.demand()).toEqual([{ memoryMiB: LARGE_MIB, tasks: 1 }]);
  expect([await whole.app.queue.waitingAbove(LARGE_MIB - 1), await whole.app.queue.waitingAbove(LARGE_MIB)]).toEqual([1, 0]);
  expect((await healthChecks(whole.app).queue?.('operator'))?.facts).toMatchObject({ 等待: 1, 最大的机器: expect.stringContaining('GB') });
  // The queue of this process takes what the smallest of its workers may: the larger machine is alone now.
  await small.worker.stop();
  const big = await machine(16);
  await vi.waitFor(() => expect(big.ran).toEqual([large]), { timeout: 20_000 });
});

it('a task that fits no machine is tried on the largest', async () => {
  const large = await queued(LARGE_MIB);
  const only = await machine(6);
  await vi.waitFor(() => expect(only.ran).toEqual([large]), { timeout: 20_000 });
});

it('a task whose large machine does not come any more is tried on what there is', async () => {
  const { database } = whole.app;
  await offer(database, [{ name: 'large', memoryMiB: 16_000 }]);
  const large = await queued(LARGE_MIB);
  const small = await machine(6);
  await vi.waitFor(async () => expect((await jobOf(large))?.priority).toBeGreaterThan(0), { timeout: 20_000 });
  await offer(database, []);
  await vi.waitFor(() => expect(small.ran).toEqual([large]), { timeout: 30_000 });
});

it('tells workers that live from those that died, and what the largest gives', async () => {
  const { database } = whole.app;
  expect(await largestMiB(database)).toBeUndefined();
  const { worker } = await machine(6);
  await database.execute(sql`INSERT INTO workers (number, host, memory_mib, tasks) VALUES (5, 'gone', 99000, 1)`);
  expect((await livingWorkers(database)).map(({ memoryMiB }) => memoryMiB)).toEqual([6144]);
  expect(await largestMiB(database)).toBe(6144);
  await worker.stop();
  await expect.poll(() => livingWorkers(database)).toEqual([]);
  await machine(8);
  expect((await database.execute(sql`SELECT memory_mib FROM workers`)).rows).toEqual([{ memory_mib: 8192 }]);
});

it('says at the form that no machine is large enough, and nothing where one is or none is known', async () => {
  const { database } = whole.app;
  const inputs = [{ rows: 60_000, columns: 5_000 }] as never;
  expect(await tooLarge(database, inputs)).toEqual([]);
  await machine(6);
  const [finding] = await tooLarge(database, inputs);
  expect(finding).toMatchObject({ code: 'memory', level: 'should' });
  expect(finding?.message).toMatch(/预计要 .+ 内存，现有机器最多给一个任务 6/);
  await offer(database, [{ name: 'large', memoryMiB: 60_000 }]);
  expect(await tooLarge(database, inputs)).toEqual([]);
});

it('a worker that takes no more finishes what it runs', async () => {
  const { database } = whole.app;
  let finish: () => void = () => undefined;
  const run = () => new Promise((resolve) => (finish = () => resolve({ ok: false, code: 'input', message: 'ended' })));
  const engine = { takesJobs: true, onStatus: () => () => undefined, run };
  const worker = new AnalysisWorker({ ...whole.app, engine: engine as never });
  workers.push(worker);
  const first = await queued(0);
  await worker.start();
  const statusOf = async (id: number) => (await repository.findById(database, id))?.status;
  await vi.waitFor(async () => expect(await statusOf(first)).toBe('running'), { timeout: 20_000 });
  await worker.drain();
  const second = await queued(0);
  expect((await livingWorkers(database))[0]).toMatchObject({ draining: true });
  expect(worker.idle).toBe(false);
  finish();
  await vi.waitFor(async () => expect(await statusOf(first)).toBe('failed'), { timeout: 20_000 });
  await vi.waitFor(() => expect(worker.idle).toBe(true), { timeout: 20_000 });
  expect(await statusOf(second)).toBe('pending');
});
