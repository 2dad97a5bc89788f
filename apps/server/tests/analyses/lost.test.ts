import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as repository from '../../src/analyses/repository.ts';
import { AnalysisWorker } from '../../src/analyses/run/worker.ts';
import { TestAccounts } from '../billing/accounts.ts';
import { waitingTask } from '../support/waiting-task.ts';
import { createWholeServer, type WholeServer } from '../support/whole.ts';

/** A task that has lost five workers fails, and its user's other tasks go on. The engine is not needed: who gets a job is seen in the queue. */

let whole: WholeServer;
let worker: AnalysisWorker;
beforeAll(async () => {
  whole = await createWholeServer();
  worker = new AnalysisWorker(whole.app);
});
afterAll(async () => {
  await worker.stop();
  await whole.close();
});

/** A queued task of a user. */
async function queued(userId: number, taskType = 'limma_diff'): Promise<{ id: number; job: string }> {
  const { database, queue, billing } = whole.app;
  const job = randomUUID();
  return database.transaction(async (tx) => {
    const { id } = await repository.insert(tx, waitingTask(userId, job, taskType));
    await billing.charge(tx, userId, 1, 'a task', id);
    await queue.add(tx, job, { analysisId: id }, { id: userId, type: 'new' });
    return { id, job };
  });
}

const jobState = async (job: string) => {
  const { rows } = await whole.app.database.execute<{ state: string }>(sql`SELECT state::text FROM queue.job WHERE id = ${job}`);
  return rows[0]?.state;
};

it('a task that fails as lost leaves its place in the queue to the user’s next one', async () => {
  const { database, billing } = whole.app;
  const user = await new TestAccounts(database).add();
  const points = await billing.balance(user);
  const lost = await queued(user);
  // A worker took it for the fifth time and died: its job is active, and nobody holds the worker's lock.
  await database.execute(sql`UPDATE queue.job SET state = 'active', started_on = now() WHERE id = ${lost.job}`);
  await repository.update(database, lost.id, { status: 'running', worker: 7, attempts: 5 });
  const next = await queued(user);
  // One that has been begun again for other causes, such as updates.
  const long = await queued(await new TestAccounts(database).add());
  await repository.update(database, long.id, { status: 'running', worker: 7, attempts: 4 });
  await worker.start();
  const failed = await repository.findById(database, lost.id);
  expect(failed).toMatchObject({ status: 'failed', errorCode: 'lost' });
  expect((await repository.findById(database, long.id))?.errorCode).not.toBe('lost');
  expect(await jobState(lost.job)).toBeUndefined();
  await vi.waitFor(async () => expect(await jobState(next.job)).not.toBe('created'), { timeout: 20_000 });
  await vi.waitFor(async () => expect((await repository.findById(database, next.id))?.status).not.toBe('pending'), { timeout: 20_000 });
  expect(await billing.balance(user)).toBeGreaterThanOrEqual(points - 1);
});

it('a worker whose engine is unable takes no more, and what it took waits for another without a count', async () => {
  const { database } = whole.app;
  await worker.stop();
  await database.execute(sql`DELETE FROM queue.job`);
  await database.execute(sql`DELETE FROM analyses`);
  const tasks: { id: number }[] = [];
  for (let i = 0; i < 3; i += 1) tasks.push(await queued(await new TestAccounts(database).add(), 'limma_differential_analysis'));
  let changed: () => void = () => undefined;
  const ran: string[] = [];
  const engine = {
    takesJobs: true,
    onStatus: (listener: () => void) => {
      changed = listener;
      return () => undefined;
    },
    // As an engine whose folder is gone.
    run: async ({ id }: { id: string }) => {
      ran.push(id);
      engine.takesJobs = false;
      changed();
      return { ok: false, code: 'engine_lost', message: '', unbegun: true } as const;
    },
  };
  const sick = new AnalysisWorker({ ...whole.app, engine: engine as never });
  await sick.start();
  await vi.waitFor(() => expect(ran.length).toBeGreaterThan(0), { timeout: 20_000 });
  const rows = async () => Promise.all(tasks.map(({ id }) => repository.findById(database, id)));
  await vi.waitFor(async () => expect((await rows()).map((row) => row?.status)).toEqual(['pending', 'pending', 'pending']), 20_000);
  expect((await rows()).map((row) => row?.attempts)).toEqual([0, 0, 0]);
  const seen = ran.length;
  // A new engine: it takes them again.
  engine.takesJobs = true;
  changed();
  await vi.waitFor(() => expect(ran.length).toBeGreaterThan(seen), { timeout: 20_000 });
  await sick.stop();
  expect((await rows()).map((row) => row?.status)).not.toContain('failed');
});

it('a worker that was cut off goes on with what nobody has begun anew, and leaves the rest alone', async () => {
  const { database } = whole.app;
  await database.execute(sql`DELETE FROM queue.job`);
  await database.execute(sql`DELETE FROM analyses`);
  const stopped: string[] = [];
  const run = ({ id }: { id: string }, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve) =>
      signal.addEventListener('abort', () => {
        stopped.push(id);
        resolve({ ok: false, code: 'cancelled', message: '' });
      }),
    );
  const engine = { takesJobs: true, onStatus: () => () => undefined, run };
  const cut = new AnalysisWorker({ ...whole.app, config: { ...whole.app.config, workers: 2 }, engine: engine as never });
  const [kept, taken] = [
    await queued(await new TestAccounts(database).add(), 'limma_differential_analysis'),
    await queued(await new TestAccounts(database).add(), 'limma_differential_analysis'),
  ];
  await cut.start();
  const row = (id: number) => repository.findById(database, id);
  await vi.waitFor(async () => expect([(await row(kept.id))?.status, (await row(taken.id))?.status]).toEqual(['running', 'running']), {
    timeout: 20_000,
  });
  const before = (await row(kept.id))?.worker;
  // What others do while its link is cut: one task is given back and waits, the other is begun by another worker.
  await repository.update(database, kept.id, { status: 'pending', worker: null });
  await repository.update(database, taken.id, { worker: 7, attempts: 2 });
  await database.execute(
    sql`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND classid = 7310 AND objid = ${before}`,
  );
  await vi.waitFor(async () => expect(await row(kept.id)).toMatchObject({ status: 'running', attempts: 1 }), { timeout: 20_000 });
  expect((await row(kept.id))?.worker).not.toBe(before);
  await vi.waitFor(() => expect(stopped).toEqual([`analysis-${taken.id}-1`]), { timeout: 20_000 });
  expect(await row(taken.id)).toMatchObject({ status: 'running', worker: 7, attempts: 2 });
  await cut.stop();
});

it('a run that met a database that was away is begun again, and one that fails in an unknown way once more', async () => {
  const { database, billing } = whole.app;
  await database.execute(sql`DELETE FROM queue.job`);
  await database.execute(sql`DELETE FROM analyses`);
  const users = [await new TestAccounts(database).add(), await new TestAccounts(database).add()] as const;
  const points = await billing.balance(users[1]);
  const away = await queued(users[0], 'limma_differential_analysis');
  const odd = await queued(users[1], 'limma_differential_analysis');
  const run = async ({ id }: { id: string }) => {
    if (id.startsWith(`analysis-${odd.id}-`)) throw new Error('nobody knows');
    if (!id.endsWith('-4')) throw new Error('Failed query', { cause: new Error('Connection terminated unexpectedly') });
    return { ok: false, code: 'input', message: '它自己的原因' } as const;
  };
  const engine = { takesJobs: true, onStatus: () => () => undefined, run };
  const troubled = new AnalysisWorker({ ...whole.app, engine: engine as never });
  await troubled.start();
  const row = (id: number) => repository.findById(database, id);
  await vi.waitFor(async () => expect([(await row(away.id))?.status, (await row(odd.id))?.status]).toEqual(['failed', 'failed']), {
    timeout: 60_000,
  });
  await troubled.stop();
  expect(await row(away.id)).toMatchObject({ attempts: 4, errorCode: 'input', errorMessage: '它自己的原因' });
  expect(await row(odd.id)).toMatchObject({ attempts: 2, errorCode: 'internal' });
  expect(await billing.balance(users[1])).toBe(points);
});
