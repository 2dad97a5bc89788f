import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { healthChecks } from '../../src/http/checks.ts';
import { checkAll } from '../../src/http/health.ts';
import { createWholeServer, type WholeServer } from '../support/whole.ts';

let whole: WholeServer;

beforeAll(async () => {
  whole = await createWholeServer();
});

afterAll(() => whole.close());

it('reads collections of gene sets for the operator, and for no probe', async () => {
  const read = vi.spyOn(whole.app.geneSets, 'list');
  const checks = healthChecks(whole.app);
  const probed = Object.fromEntries(await checkAll(checks, 'probe'));
  expect([probed.database?.ready, probed.reference?.ready, read.mock.calls.length]).toEqual([true, true, 0]);
  const told = Object.fromEntries(await checkAll(checks, 'operator'));
  expect(told.database?.facts).toMatchObject({ PostgreSQL: expect.any(String) });
  expect([told.reference?.ready, read.mock.calls.length]).toEqual([true, 1]);
});
