import type { AnalysisRow } from '@oncoloom/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client } from '../support/client.ts';
import { childWithJob, isAlive } from '../support/engine-processes.ts';
import { createWorkingServer, type WholeServer } from '../support/whole.ts';

/** Permutations of cell fractions, the longest part of a run, on a whole server. */

let whole: WholeServer;
let user: Client;

beforeAll(async () => {
  whole = await createWorkingServer(['cibersort_analysis']);
  await whole.work();
  user = await Client.register(await whole.server.listen({ port: 0, host: '127.0.0.1' }));
}, 180_000);
afterAll(() => whole?.close());

it('are counted while they are drawn, and end within two seconds when the run is cancelled among them', async () => {
  const { body } = await user.create({ task_type: 'cibersort_analysis', example: true, permutations: 1000 });
  const counts: number[] = [];
  const look = async () => {
    const step = (await user.analysis(body.id)).steps.at(-1)?.name ?? '';
    const count = Number(/^置换：(\d+) \/ 1,?000 次$/.exec(step)?.[1] ?? 0);
    if (count > (counts.at(-1) ?? 0)) counts.push(count);
    return counts.length;
  };
  await expect.poll(look, { interval: 20, timeout: 120_000 }).toBeGreaterThan(2);
  expect(counts.at(-1)).toBeLessThan(1000);
  const child = childWithJob(process.pid);
  const cancelled = await user.post<AnalysisRow>('/api/cancel_analysis', { analysis_id: body.id });
  expect(cancelled.body).toMatchObject({ status: 'failed', error_code: 'cancelled' });
  await expect.poll(() => isAlive(child), { interval: 20, timeout: 2000 }).toBe(false);
  expect((await user.analysis(body.id)).status).toBe('failed');
}, 300_000);
