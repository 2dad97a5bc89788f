import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rateLimits } from '../../src/accounts/tables.ts';
import { isLoopback, originOf } from '../../src/platform/origin.ts';
import { createTestServer, PASSWORD, type TestServer } from '../support/server.ts';
import { callerOf } from './caller.ts';

let test: TestServer;
const { post } = callerOf(() => test);

beforeAll(async () => {
  test = await createTestServer({ proxies: ['10.42.0.0/16'] });
});
afterAll(() => test.close());

const MINUTE_MS = 60_000;
const email = () => `${randomUUID().slice(0, 8)}@example.com`;
const CALLS: [string, () => object][] = [
  ['/api/register', () => ({ email: email(), password: PASSWORD })],
  ['/api/user/resend-verification-email', () => ({ email: email() })],
  ['/api/user/forgot-password', () => ({ email: email() })],
];

describe.each(CALLS)('%s', (url, body) => {
  const from = (address: string, headers?: Record<string, string>) => post(url, body(), { address, ...(headers && { headers }) });

  it('takes five calls an hour from one address, also at once, and says when to come back', async () => {
    const answers = await Promise.all(Array.from({ length: 9 }, () => from('192.0.2.10')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(4);
    const seconds = Number(refused[0]?.headers['retry-after']);
    expect(seconds).toBeGreaterThan(3590);
    expect(seconds).toBeLessThanOrEqual(3600);
    expect(refused[0]?.body.detail).toMatch(/请 60 分钟后再试。$/);
    // Others go on.
    expect((await from('192.0.2.11')).status).toBe(200);
  });

  it('takes calls again after the hour', async () => {
    for (let i = 0; i < 5; i += 1) await from('192.0.2.20');
    expect((await from('192.0.2.20')).status).toBe(429);
    await test.database.update(rateLimits).set({ expire: sql`${rateLimits.expire} - ${59 * MINUTE_MS}::bigint` });
    expect((await from('192.0.2.20')).status).toBe(429);
    await test.database.update(rateLimits).set({ expire: sql`${rateLimits.expire} - ${MINUTE_MS + 1000}::bigint` });
    expect((await from('192.0.2.20')).status).toBe(200);
  });

  it('counts the network of an IPv6 address, and the one behind a proxy on this machine or of the operator', async () => {
    for (let i = 0; i < 5; i += 1) await from(`2001:db8:1:2::${i}`);
    expect((await from('2001:db8:1:2:ffff::9')).status).toBe(429);
    expect((await from('2001:db8:1:3::1')).status).toBe(200);
    const proxied = (address: string) => from('127.0.0.1', { 'x-forwarded-for': address });
    for (let i = 0; i < 5; i += 1) await proxied('203.0.113.30');
    expect((await proxied('203.0.113.30')).status).toBe(429);
    // What a caller adds in front of it changes nothing, nor does a direct caller's claim.
    expect((await proxied('127.0.0.1, 203.0.113.30')).status).toBe(429);
    expect((await from('10.42.7.1', { 'x-forwarded-for': '203.0.113.30' })).status).toBe(429);
    expect((await from('10.42.7.1', { 'x-forwarded-for': '203.0.113.31' })).status).toBe(200);
    for (let i = 0; i < 5; i += 1) await from('192.0.2.30', { 'x-forwarded-for': `127.0.0.${i}` });
    expect((await from('192.0.2.30', { 'x-forwarded-for': '127.0.0.1' })).status).toBe(429);
  });

  it('leaves the machine itself alone', async () => {
    // Few calls of each address: the machine has to keep to 20 calls a second, too.
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.9']) {
      for (let i = 0; i < 6; i += 1) expect((await from(address)).status).toBe(200);
    }
  });
});

it('a login in between does not forget the calls of the hour', async () => {
  const forgot = () => post('/api/user/forgot-password', { email: email() }, { address: '192.0.2.40' });
  for (let i = 0; i < 5; i += 1) await forgot();
  await test.database.update(rateLimits).set({ expire: sql`${rateLimits.expire} - ${20 * MINUTE_MS}::bigint` });
  await post('/api/login', { username: email(), password: 'wrong-password-1' });
  expect((await forgot()).status).toBe(429);
});

it.each([
  ['192.0.2.1', '192.0.2.1', false],
  ['::ffff:192.0.2.1', '192.0.2.1', false],
  ['127.0.0.9', '127.0.0.9', true],
  ['::1', '0:0:0:0::/64', true],
  ['::ffff:127.0.0.1', '127.0.0.1', true],
  ['2001:DB8::5', '2001:db8:0:0::/64', false],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', false],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', false],
])('%s comes from %s', (address, origin, loopback) => {
  expect([originOf(address), isLoopback(address)]).toEqual([origin, loopback]);
});
