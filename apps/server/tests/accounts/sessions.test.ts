import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { SESSION_IDLE_HOURS } from '@oncoloom/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { deviceWords, isHandheld } from '../../src/accounts/sessions/device-words.ts';
import { liveTokens, sessions } from '../../src/accounts/tables.ts';
import { createTestServer, PASSWORD, type TestServer } from '../support/server.ts';
import { callerOf } from './caller.ts';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

let test: TestServer;
const { get, post, delete: remove } = callerOf(() => test);

beforeAll(async () => {
  test = await createTestServer();
  await test.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test.close());

const login = async (username: string, agent = 'test', address = '127.0.0.1'): Promise<string> =>
  (await post('/api/login', { username, password: PASSWORD }, { headers: { 'user-agent': agent }, address })).body.access_token;
const list = async (token: string) => (await get('/api/user/sessions', token)).body.results;
const isAlive = async (token: string): Promise<boolean> => (await get('/api/user/info', token)).status === 200;

describe('the words for a device', () => {
  it.each([
    [CHROME, 'Chrome · Windows'],
    [SAFARI, 'Safari · iOS'],
    [`${CHROME} Edg/142.0.0.0`, 'Edge · Windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox · macOS'],
    [
      'Mozilla/5.0 (Linux; Android 14; V2301A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.50',
      '微信 · 安卓',
    ],
    [
      'Mozilla/5.0 (Linux; U; Android 13; zh-cn) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/109.0.0.0 MQQBrowser/14.9 Mobile Safari/537.36',
      'QQ 浏览器 · 安卓',
    ],
    ['curl/8.5.0', 'curl'],
    ['', '未知设备'],
    ['<script>', '未知设备'],
  ])('%s', (agent, words) => {
    expect(deviceWords(agent)).toBe(words);
    expect(isHandheld(agent)).toBe(/iOS|安卓|鸿蒙/.test(words));
  });
});

describe('the list of devices', () => {
  it('names each with its address and marks the one that asks', async () => {
    const { email } = await test.newUser();
    const phone = await login(email, SAFARI, '203.0.113.5');
    await login(email, CHROME, '203.0.113.6');
    const rows = await list(phone);
    expect(rows).toHaveLength(3);
    const own = rows.filter((row: { current: boolean }) => row.current);
    expect(own).toEqual([expect.objectContaining({ device: 'Safari · iOS', handheld: true, address: '203.0.113.5' })]);
    expect(rows).toContainEqual(expect.objectContaining({ device: 'Chrome · Windows', handheld: false }));
    expect(Date.parse(own[0].created_at)).toBeGreaterThan(Date.now() - 60_000);
  });

  it('takes the address that a proxy on this machine tells, and nobody else’s word', async () => {
    const { email } = await test.newUser();
    const forwarded = (address: string) =>
      post(
        '/api/login',
        { username: email, password: PASSWORD },
        { address, headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.44' } },
      );
    await forwarded('127.0.0.1');
    const last = (await forwarded('192.0.2.99')).body.access_token;
    const addresses = (await list(last)).map((row: { address: string }) => row.address);
    expect(addresses).toContain('203.0.113.44');
    expect(addresses).toContain('192.0.2.99');
    expect(addresses).not.toContain('198.51.100.1');
  });

  it('leaves out what has expired, and such a token is dead', async () => {
    const { email, token, id } = await test.newUser();
    await test.database.update(sessions).set({ expiresAt: sql`now() - interval '1 second'` }).where(eq(sessions.userId, id));
    expect(await isAlive(token)).toBe(false);
    expect(await list(await login(email))).toHaveLength(1);
  });
});

describe('a session that nobody uses', () => {
  const unusedFor = (id: number, minutes: number) =>
    test.database
      .update(sessions)
      .set({ lastSeenAt: sql`now() - ${minutes} * interval '1 minute'` })
      .where(eq(sessions.userId, id));

  it('ends after a day, long before its seven; one that is used goes on', async () => {
    const { email, token, id } = await test.newUser();
    await unusedFor(id, SESSION_IDLE_HOURS * 60 - 1);
    expect(await isAlive(token)).toBe(true);
    // That call was a use.
    await unusedFor(id, SESSION_IDLE_HOURS * 60 + 1);
    expect(await isAlive(token)).toBe(false);
    expect(await list(await login(email))).toHaveLength(1);
    expect(await isAlive(token)).toBe(false);
  });
});

describe('the time of the last call', () => {
  const seen = async (id: number): Promise<Date | undefined> =>
    (await test.database.select().from(sessions).where(eq(sessions.userId, id)))[0]?.lastSeenAt;

  it('is written when five minutes have passed, not before', async () => {
    const { token, id } = await test.newUser();
    const first = await seen(id);
    await isAlive(token);
    expect(await seen(id)).toEqual(first);
    await test.database.update(sessions).set({ lastSeenAt: sql`now() - interval '301 seconds'` }).where(eq(sessions.userId, id));
    await isAlive(token);
    expect((await seen(id))?.getTime()).toBeGreaterThan(Date.now() - 10_000);
  });
});

describe('ending a session', () => {
  it('kills its token and no other, also one’s own', async () => {
    const { email, token } = await test.newUser();
    const other = await login(email);
    const row = (await list(token)).find(({ current }: { current: boolean }) => !current);
    expect((await remove(`/api/user/sessions/${row.id}`, token)).status).toBe(200);
    expect([await isAlive(token), await isAlive(other)]).toEqual([true, false]);
    expect((await remove(`/api/user/sessions/${row.id}`, token)).status).toBe(404);
    const own = (await list(token))[0];
    expect((await remove(`/api/user/sessions/${own.id}`, token)).status).toBe(200);
    expect(await isAlive(token)).toBe(false);
  });

  it('of another user is as absent', async () => {
    const [mine, theirs] = [await test.newUser(), await test.newUser()];
    const [row] = await list(theirs.token);
    const foreign = await remove(`/api/user/sessions/${row.id}`, mine.token);
    const absent = await remove(`/api/user/sessions/${randomUUID()}`, mine.token);
    expect([foreign.status, foreign.body]).toEqual([404, absent.body]);
    expect((await remove('/api/user/sessions/nonsense', mine.token)).status).toBe(404);
    expect(await isAlive(theirs.token)).toBe(true);
  });
});

describe('the live channel', () => {
  const wsToken = async (token: string): Promise<string> => (await post('/api/ws_token', {}, { token })).body.ws_token;

  async function connect(token: string): Promise<{ closed: Promise<number> }> {
    const { port } = test.server.server.address() as AddressInfo;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/notifications/?token=${await wsToken(token)}`);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return { closed: new Promise((resolve) => socket.once('close', resolve)) };
  }

  it.each([
    ['ended', async (token: string) => remove(`/api/user/sessions/${(await list(token))[0].id}`, token)],
    [
      'ended by a new password',
      (token: string) => post('/api/user/change-password', { old_password: PASSWORD, new_password: 'another-1' }, { token }),
    ],
  ])('closes when a session is %s, and tokens made for it before open nothing', async (_, end) => {
    const { token, id } = await test.newUser();
    const bystander = await test.newUser();
    const { closed } = await connect(token);
    const other = await connect(bystander.token);
    await wsToken(token);
    expect((await end(token)).status).toBe(200);
    expect(await closed).toBe(1012);
    expect(await test.database.select().from(liveTokens).where(eq(liveTokens.userId, id))).toHaveLength(0);
    const first = await Promise.race([other.closed, new Promise((resolve) => setTimeout(() => resolve('open'), 200))]);
    expect(first).toBe('open');
  });
});
