import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { watchIdleProcessors } from '../../src/engine/idle-processors.ts';

it('counts the processors that do nothing', async () => {
  const spinning = Array.from({ length: availableParallelism() }, () => new Worker('for (;;);', { eval: true }));
  await Promise.all(spinning.map((worker) => new Promise((resolve) => worker.once('online', resolve))));
  const idle = watchIdleProcessors();
  await wait(400);
  const whileAllSpin = idle();
  await Promise.all(spinning.map((worker) => worker.terminate()));
  expect(whileAllSpin).toBeGreaterThanOrEqual(0);
  expect(whileAllSpin).toBeLessThan(0.5);
});
