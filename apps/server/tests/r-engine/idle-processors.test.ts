import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, it, vi } from 'vitest';
import { watchIdleProcessors } from '../../src/r-engine/idle-processors.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('adds up what processors did nothing', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let read = [{ times: { idle: 70_000 } }, { times: { idle: 90_000 } }];
  const idle = watchIdleProcessors(() => read);
  vi.advanceTimersByTime(500);
  read = [{ times: { idle: 70_500 } }, { times: { idle: 90_250 } }];
  expect(idle()).toBe(1.5);
});

it('finds none where all are at work', async () => {
  const spinning = Array.from({ length: availableParallelism() }, () => new Worker('for (;;);', { eval: true }));
  await Promise.all(spinning.map((worker) => new Promise((resolve) => worker.once('online', resolve))));
  const idle = watchIdleProcessors();
  await wait(400);
  const whileAllSpin = idle();
  await Promise.all(spinning.map((worker) => worker.terminate()));
  expect(whileAllSpin).toBeGreaterThanOrEqual(0);
  expect(whileAllSpin).toBeLessThan(0.5);
});
