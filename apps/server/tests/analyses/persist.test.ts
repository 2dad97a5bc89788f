import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeAtLast } from '../../src/analyses/run/persist.ts';
import { createLog } from '../../src/platform/log.ts';
import type { Database } from '../../src/platform/postgres/database.ts';

const log = createLog('silent');
const HOUR_MS = 3600_000;
/** Each second of it is a try, which takes some milliseconds here. */
const LONG_MS = 600_000;
const away = () => Object.assign(new Error('connect EHOSTUNREACH'), { code: 'EHOSTUNREACH' });

/** A database that answers with an error for so long. */
const failingFor = (ms: number, error: () => Error) => {
  const until = Date.now() + ms;
  const transaction = async (write: (tx: never) => Promise<void>) => {
    if (Date.now() < until) throw error();
    return write(undefined as never);
  };
  return { transaction } as Pick<Database, 'transaction'>;
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

it('writes an end after ten minutes without the database', async () => {
  const write = vi.fn(async () => undefined);
  const written = writeAtLast(failingFor(LONG_MS, away), write, { log, given: () => false });
  await vi.advanceTimersByTimeAsync(LONG_MS - 1000);
  expect(write).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2000);
  await written;
  expect(write).toHaveBeenCalledOnce();
});

it('waits no longer when the task has been given up', async () => {
  const write = vi.fn(async () => undefined);
  let stopping = false;
  const written = writeAtLast(failingFor(HOUR_MS, away), write, { log, given: () => stopping }).catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(60_000);
  stopping = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(await written).toContain('EHOSTUNREACH');
  expect(write).not.toHaveBeenCalled();
});

it('gives up after half a minute where the database answers and refuses', async () => {
  const refusing = failingFor(HOUR_MS, () => new Error('violates a constraint'));
  const written = writeAtLast(refusing, async () => undefined, { log, given: () => false }).catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(31_000);
  expect(await written).toContain('constraint');
});
