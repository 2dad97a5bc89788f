import { once } from 'node:events';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ledgerListSchema, noteSchema, redeemedSchema, subscriptionStatusSchema, supportSchema } from '@oncoloom/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { ToolRegistry } from '../../src/analyses/tools.ts';
import { createBilling } from '../../src/assemble.ts';
import { noteOf } from '../../src/billing/note.ts';
import { billingRoutes } from '../../src/billing/routes.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { createTestServer, type TestServer } from '../support/server.ts';
import { TestAccounts } from './accounts.ts';

let folder: string;
let picture: string;
let test: TestServer;
let points: TestAccounts;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oncoloom-support-'));
  picture = join(folder, 'qr');
  test = await serverWith({ ONCOLOOM_SUPPORT_QR: picture, ONCOLOOM_SUPPORT_CONTACT: '微信 oncoloom' });
  points = new TestAccounts(test.database);
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

/** A server whose operator has set these variables. */
function serverWith(env: Record<string, string>): Promise<TestServer> {
  const [config, log, tools] = [readConfig(env, []), createLog('silent'), new ToolRegistry()];
  return createTestServer({
    routes: ({ accounts, database }) => [billingRoutes({ accounts, database, billing: createBilling(database), tools, config, log })],
  });
}

let callers = 0;

/** Each call without a token comes from elsewhere: those of one address are counted together, and a test is too fast for them. */
function elsewhere(): string {
  callers += 1;
  return `10.0.0.${callers}`;
}

async function call(token: string | undefined, method: 'GET' | 'POST', url: string, payload?: object) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return test.server.inject({ method, url, headers, remoteAddress: elsewhere(), ...(payload && { payload }) });
}

describe('POST /api/user/redeem_card', () => {
  it('credits the card and tells the browser by the live channel', async () => {
    test.live.register('points', async (userId) => ({ type: 'update_points', data: { points: await test.billing.balance(userId) } }));
    await test.server.listen({ port: 0, host: '127.0.0.1' });
    const { token } = await test.newUser();
    const { port } = test.server.server.address() as AddressInfo;
    const { ws_token } = (await call(token, 'POST', '/api/ws_token')).json<{ ws_token: string }>();
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/notifications/?token=${ws_token}`);
    // The points of the registration may be told as late as this.
    const told: unknown[] = [];
    socket.on('message', (data) => told.push(JSON.parse(String(data))));
    await once(socket, 'open');
    const answer = await call(token, 'POST', '/api/user/redeem_card', { card_code: ` ${await points.card('month')} ` });
    expect(answer.statusCode).toBe(200);
    expect(redeemedSchema.parse(answer.json())).toMatchObject({ points: 660 });
    await expect.poll(() => told.at(-1)).toEqual({ type: 'update_points', data: { points: 660 } });
    socket.close();
  });

  it.each([
    ['', '请输入卡密'],
    ['ABCD-EFGH', '卡密格式不对。应为四组、每组四位字母或数字，如 K7QF-2M9X-TB4C-8RWE。'],
    ['abcd-efgh-jkmn-pqr2', '卡密格式不对。应为四组、每组四位字母或数字，如 K7QF-2M9X-TB4C-8RWE。'],
    ['ABCD-EFGH-JKMN-PQR2', '没有这张卡密。请对照收到的卡密检查每一位。'],
  ])('refuses %j at its field', async (card_code, detail) => {
    const { token } = await test.newUser();
    const answer = await call(token, 'POST', '/api/user/redeem_card', { card_code });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual({ detail, errors: [{ field: 'card_code', detail }] });
  });

  it('tells a guesser when to come back', async () => {
    const { token } = await test.newUser();
    const guess = () => call(token, 'POST', '/api/user/redeem_card', { card_code: 'ABCD-EFGH-JKMN-PQR2' });
    await Promise.all(Array.from({ length: 10 }, guess));
    const answer = await guess();
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(14 * 60);
    expect(answer.json().detail).toBe('卡密输错次数太多，请 15 分钟后再试。拿不准时请先向客服核对卡密。');
  });
});

describe('GET /api/user/subscription_status and /api/user/points', () => {
  it('tell the plan and the ledger of the caller', async () => {
    const { token } = await test.newUser();
    await call(token, 'POST', '/api/user/redeem_card', { card_code: await points.card('trial') });
    const status = subscriptionStatusSchema.parse((await call(token, 'GET', '/api/user/subscription_status')).json());
    expect(status).toMatchObject({ user_type: 'trial', plan: 'trial', points: 160, days_left: 37, has_used_trial_card: true });
    const list = ledgerListSchema.parse((await call(token, 'GET', '/api/user/points?page=1&page_size=10')).json());
    expect(list).toMatchObject({ count: 2, page: 1, page_size: 10, current_page: 1 });
    expect(list.results.map(({ change, balance, reason }) => ({ change, balance, reason }))).toEqual([
      { change: 100, balance: 160, reason: '兑换体验卡' },
      { change: 60, balance: 60, reason: '注册赠送' },
    ]);
  });

  it.each(['page=0', 'page_size=0', 'page_size=101', 'page_size=1.5', 'page=x'])('refuse ?%s', async (query) => {
    const { token } = await test.newUser();
    expect((await call(token, 'GET', `/api/user/points?${query}`)).statusCode).toBe(422);
  });
});

describe('GET /api/user/xhs-note', () => {
  it('is open until the operator has rewarded it', async () => {
    const { token, id } = await test.newUser();
    const note = async () => noteSchema.parse((await call(token, 'GET', '/api/user/xhs-note')).json());
    expect(await note()).toMatchObject({ status: 'open', reward_points: 50 });
    await test.database.transaction((tx) => test.billing.grant(tx, id, { kind: 'note', points: 50, reason: '笔记奖励' }));
    expect((await note()).status).toBe('rewarded');
  });

  it('fits the limits of the place where it is posted, also with all 46 tools, and names only what is installed', () => {
    const installed = new ToolRegistry().all;
    const many = Array.from({ length: 46 }, () => ({ title: '多数据集批次效应去除与质量评估' }));
    // Xiaohongshu's own limits, characters.
    const limits = { title: 20, text: 1000 };
    for (const tools of [installed, many]) {
      const { title, text, tags } = noteOf(tools);
      expect(title.length).toBeLessThanOrEqual(limits.title);
      expect(text.length).toBeLessThanOrEqual(limits.text);
      expect(text).toContain(`${tools.length} 个工具`);
      expect(tags.length).toBeGreaterThan(0);
    }
    const { text } = noteOf(installed);
    expect(text).toContain('不能用于诊断');
    expect(text).toContain('平台会赠送作者 50 点');
  });
});

describe('without a token', () => {
  it.each([
    ['POST', '/api/user/redeem_card'],
    ['GET', '/api/user/subscription_status'],
    ['GET', '/api/user/points'],
    ['GET', '/api/user/xhs-note'],
  ] as const)('%s %s asks to log in', async (method, url) => {
    expect((await call(undefined, method, url, method === 'POST' ? {} : undefined)).statusCode).toBe(401);
  });
});

describe('GET /api/support', () => {
  const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const PICTURES: [string, Buffer][] = [
    ['image/png', PNG],
    ['image/jpeg', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['image/webp', Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1')],
    ['image/svg+xml', Buffer.from('<?xml version="1.0"?>\n<!-- code -->\n<svg xmlns="http://www.w3.org/2000/svg"></svg>')],
    ['image/svg+xml', Buffer.from('\uFEFF<svg viewBox="0 0 1 1"/>')],
  ];
  let time = 1_700_000_000;

  /** Puts another picture in the place, as an operator does. */
  async function put(bytes: Buffer): Promise<void> {
    await writeFile(picture, bytes);
    time += 10;
    await utimes(picture, time, time);
  }

  it.each(PICTURES)('shows %s by its content, whatever the file is called', async (type, bytes) => {
    await put(bytes);
    expect(supportSchema.parse((await call(undefined, 'GET', '/api/support')).json())).toEqual({
      contact: '微信 oncoloom',
      qr: '/api/support/qr',
    });
    const answer = await call(undefined, 'GET', '/api/support/qr');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe(type);
    expect(answer.headers['cache-control']).toBe('public, max-age=300');
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(answer.rawPayload).toEqual(bytes);
  });

  it('sends it once to whoever holds it, and the next one when the operator has replaced it', async () => {
    await put(PNG);
    const etag = (await call(undefined, 'GET', '/api/support/qr')).headers.etag;
    const again = () =>
      test.server.inject({ method: 'GET', url: '/api/support/qr', remoteAddress: elsewhere(), headers: { 'if-none-match': String(etag) } });
    const held = await again();
    expect([held.statusCode, held.body]).toEqual([304, '']);
    const next = Buffer.concat([PNG, Buffer.from([1])]);
    await put(next);
    const replaced = await again();
    expect(replaced.statusCode).toBe(200);
    expect(replaced.rawPayload).toEqual(next);
  });

  it.each([
    ['a page', Buffer.from('<html><body><svg></svg></body></html>')],
    ['a text', Buffer.from('微信 oncoloom')],
    ['nothing', Buffer.alloc(0)],
    ['a photograph of 3 MB', Buffer.concat([PNG, Buffer.alloc(3 * 1024 * 1024)])],
  ])('does not show %s', async (_, bytes) => {
    await put(bytes);
    expect((await call(undefined, 'GET', '/api/support')).json()).toEqual({ contact: '微信 oncoloom', qr: null });
    const answer = await call(undefined, 'GET', '/api/support/qr');
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ detail: '还没有设置客服二维码，请用页面上的其他联系方式。' });
  });

  it('says that nothing is set where nothing is', async () => {
    const bare = await serverWith({});
    try {
      expect((await bare.server.inject('/api/support')).json()).toEqual({ contact: null, qr: null });
      expect((await bare.server.inject('/api/support/qr')).statusCode).toBe(404);
    } finally {
      await bare.close();
    }
  });
});
