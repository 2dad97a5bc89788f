import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rateLimits } from '../../src/accounts/tables.ts';
import { type CallLimits, limitCalls } from '../../src/http/rate-limit.ts';
import { ApiError } from '../../src/platform/errors.ts';
import { createLog } from '../../src/platform/log.ts';
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let test: TestDatabase;
/** The pool of a second API process. */
let second: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  second = openDatabase(test.url, createLog('silent'), 2);
});
afterAll(async () => {
  await second?.$client.end();
  await test?.close();
});

/** A process's limits; answers for a call of an address whether it is let through. */
function processOn(database: Database, limits: CallLimits): (ip: string, url?: string) => Promise<boolean> {
  const hook = limitCalls(database, limits, async () => undefined);
  return (ip, url = '/api/plans') =>
    hook({ url, ip, routeOptions: {} } as FastifyRequest).then(
      () => true,
      (error: unknown) => {
        expect(error).toBeInstanceOf(ApiError);
        expect((error as ApiError).retryAfter).toBeGreaterThan(0);
        return false;
      },
    );
}
/** What the processes have told of a caller's calls. */
async function told(ip: string): Promise<number> {
  const rows = await test.database
    .select()
    .from(rateLimits)
    .where(eq(rateLimits.key, `calls_minute:address:${ip}`));
  return rows[0]?.points ?? 0;
}
const passed = async (call: () => Promise<boolean>, times: number): Promise<number> => {
  let count = 0;
  for (let i = 0; i < times; i += 1) if (await call()) count += 1;
  return count;
};

it('lets one caller through so often a minute and no more, and others besides', async () => {
  const call = processOn(test.database, { perSecond: 1_000, perMinute: 40 });
  expect(await passed(() => call('192.0.2.1'), 60)).toBe(40);
  expect(await call('192.0.2.2')).toBe(true);
  expect(await call('192.0.2.1', '/files')).toBe(true);
});

it('is one limit over all processes', async () => {
  const limits = { perSecond: 1_000, perMinute: 40 };
  const [here, there] = [processOn(test.database, limits), processOn(second, limits)];
  expect(await passed(() => here('192.0.2.3'), 30)).toBe(30);
  await expect.poll(() => told('192.0.2.3')).toBe(30);
  expect(await passed(() => there('192.0.2.3'), 12)).toBe(12);
  await expect.poll(() => told('192.0.2.3')).toBe(42);
  // Alone it would let 40 through.
  let through = 12;
  while (through < 40 && (await there('192.0.2.3'))) {
    through += 1;
    await second.$client.query('SELECT 1');
  }
  expect(through).toBeLessThan(30);
});

it('holds for each process while the database is away', async () => {
  const away = openDatabase('postgresql://nobody@127.0.0.1:1/nowhere', createLog('silent'), 1);
  const call = processOn(away, { perSecond: 20, perMinute: 40 });
  expect(await passed(() => call('192.0.2.4'), 30)).toBe(20);
  await away.$client.end();
});
