import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as repository from '../../src/analyses/repository.ts';
import { AnalysisWorker } from '../../src/analyses/run/worker.ts';
import { TestAccounts } from '../billing/accounts.ts';
import { createTestDatabase } from '../support/database.ts';
import { measureQueue } from '../support/deep-queue.ts';
import { waitingTask } from '../support/waiting-task.ts';
import { createWholeServer, type WholeServer } from '../support/whole.ts';

/** Many tasks that wait: who comes next, and what it costs to look after them. The engine is not needed. */

let whole: WholeServer;
beforeAll(async () => {
  whole = await createWholeServer();
});
afterAll(() => whole.close());

const users = async (count: number) => {
  const accounts = new TestAccounts(whole.app.database);
  return Promise.all(Array.from({ length: count }, () => accounts.add()));
};

/** Queues tasks of a user, each behind the ones before. */
async function queued(userId: number, count: number): Promise<number[]> {
  const { database, queue } = whole.app;
  return database.transaction(async (tx) => {
    const ids: number[] = [];
    for (let before = 0; before < count; before += 1) {
      const queueJob = randomUUID();
      const { id } = await repository.insert(tx, waitingTask(userId, queueJob));
      await queue.add(tx, queueJob, { analysisId: id }, { id: userId, type: 'new' }, before);
      ids.push(id);
    }
    return ids;
  });
}

const dropAll = () => whole.app.database.execute(sql`WITH gone AS (DELETE FROM queue.job) DELETE FROM analyses`);

it('everybody’s first task comes before anybody’s second, and places in the queue say so', async () => {
  const { queue } = whole.app;
  const before: number[][] = [];
  for (const user of await users(20)) before.push(await queued(user, 50));
  const [newcomer = 0] = await queued((await users(1))[0] ?? 0, 1);
  const places = await queue.positions([newcomer, ...before.flat()]);
  expect(places.get(newcomer)).toBe(21);
  expect(before.map(([first = 0]) => places.get(first)).sort((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 1),
  );
  expect(before.every((ids) => ids.every((id, i) => i === 0 || Number(places.get(id)) > Number(places.get(ids[i - 1] ?? 0))))).toBe(true);
  const taken: number[] = [];
  await queue.work(1, 6144, async ({ analysisId }) => void taken.push(analysisId));
  await vi.waitFor(() => expect(taken).toContain(newcomer), { timeout: 50_000 });
  await queue.stopWorking();
  expect(taken.indexOf(newcomer)).toBeLessThan(60);
  await dropAll();
});

it('looks after a thousand waiting tasks with as many queries as after ten, and queues those anew that nobody will get', async () => {
  const { database } = whole.app;
  const owners = await users(50);
  const age = () => database.execute(sql`UPDATE analyses SET updated_at = now() - interval '1 minute'`);
  const queriesOf = async (tasks: number) => {
    const ids: number[] = [];
    for (const user of owners) ids.push(...(await queued(user, tasks / owners.length)));
    await age();
    const [forgotten = 0, fetched = 0] = ids.slice(-2);
    await database.execute(sql`DELETE FROM queue.job WHERE (data->>'analysisId')::int = ${forgotten}`);
    await database.execute(sql`UPDATE queue.job SET state = 'active', started_on = now() WHERE (data->>'analysisId')::int = ${fetched}`);
    const jobOf = async (id: number) => (await repository.findById(database, id))?.queueJob;
    const [lost, taken] = [await jobOf(forgotten), await jobOf(fetched)];
    // It takes none, so that it does nothing but look.
    vi.spyOn(whole.app.disk, 'isLow').mockResolvedValue(true);
    const query = vi.spyOn(Client.prototype, 'query');
    const worker = new AnalysisWorker(whole.app);
    await worker.start();
    const count = query.mock.calls.length;
    query.mockRestore();
    await worker.stop();
    expect(await jobOf(forgotten)).not.toBe(lost);
    expect(await jobOf(fetched)).toBe(taken);
    expect((await whole.app.queue.positions(ids)).has(forgotten)).toBe(true);
    await dropAll();
    return count;
  };
  const [few, many] = [await queriesOf(50), await queriesOf(1000)];
  expect(few).toBeGreaterThan(5);
  expect(many).toBeLessThan(2 * few);
});

it('leaves looking to one worker at a time', async () => {
  const { database, queue } = whole.app;
  const [user = 0] = await users(1);
  const [id = 0] = await queued(user, 1);
  await database.execute(sql`DELETE FROM queue.job`);
  await database.execute(sql`UPDATE analyses SET updated_at = now() - interval '1 minute'`);
  vi.spyOn(whole.app.disk, 'isLow').mockResolvedValue(true);
  const workers = [new AnalysisWorker(whole.app), new AnalysisWorker(whole.app)];
  await Promise.all(workers.map((worker) => worker.start()));
  expect((await queue.jobs(10)).map(({ data }) => data.analysisId)).toEqual([id]);
  await Promise.all(workers.map((worker) => worker.stop()));
  await dropAll();
});

it('lets a user with one task wait no longer than another behind a thousand', async () => {
  const { url, close } = await createTestDatabase();
  const { waits } = await measureQueue(url, 1000);
  expect(waits?.worst).toBeLessThanOrEqual(2 * Number(waits?.best));
  expect(waits?.worst).toBeLessThanOrEqual(100);
  await close();
}, 120_000);
