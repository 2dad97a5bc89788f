import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import * as repository from '../../src/analyses/repository.ts';
import { runClock } from '../../src/analyses/run/run-clock.ts';
import { createTestAnalyses, type TestAnalyses, volcano } from '../billing/analyses.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** Somebody sets the computer's clock while tasks wait and run. */

const HOUR_MS = 3_600_000;

let test: TestDatabase;
let made: TestAnalyses;
beforeAll(async () => {
  test = await createTestDatabase();
  made = await createTestAnalyses(test);
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await made?.close();
  await test?.close();
});

const setClock = (byMs: number) => {
  const now = Date.now() + byMs;
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(now);
};

it.each([-HOUR_MS, 24 * HOUR_MS])('a run takes what has passed, though the clock is set by %s ms', (byMs) => {
  const started = new Date();
  const now = runClock(started);
  setClock(byMs);
  const took = now().getTime() - started.getTime();
  expect([took >= 0, took < 5_000]).toEqual([true, true]);
});

it('no time of a task lies before the one that came before it', async () => {
  const user = await made.accounts.add();
  const { id } = await made.analyses.create(user, volcano());
  const created = await made.analyses.owned(user, id);
  setClock(-HOUR_MS);
  const begun = await repository.begin(test.database, id, 1);
  const ended = await repository.transition(test.database, id, ['running'], { status: 'failed', finishedAt: new Date() });
  await repository.update(test.database, id, { name: 'renamed' });
  const renamed = await made.analyses.owned(user, id);
  const times = [created.createdAt, begun?.startedAt, ended?.finishedAt].map((time) => time?.getTime() ?? 0);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  // A browser takes no message that is older than what it shows.
  const told = [created, begun, ended, renamed].map((row) => row?.updatedAt.getTime() ?? 0);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
});
