import type { AddressInfo } from 'node:net';
import type { LiveMessage, TaskUpdate } from '@oncoloom/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { liveTokens } from '../../src/accounts/tables.ts';
import { MOST_PAGES } from '../../src/live/hub.ts';
import { type Notice, notify } from '../../src/live/notice.ts';
import { createTestServer, type TestServer } from '../support/server.ts';

let test: TestServer;
let port: number;
const progress = new Map<number, number>();
const loaded: number[] = [];

function update(id: number): TaskUpdate {
  const common = {
    id,
    status: 'running',
    task_type: 'limma_differential_analysis',
    family: 'bulk',
    result: null,
    early: 0,
    step: null,
  } as const;
  return { ...common, progress: progress.get(id) ?? 0, modified: '', finished: null, error_msg: null, queue_position: null };
}

beforeAll(async () => {
  test = await createTestServer();
  test.live.register('task', async (userId, id) => {
    loaded.push(userId);
    return { type: 'update_task', data: update(id) };
  });
  test.live.register('points', async (userId) => ({ type: 'update_points', data: { points: await test.billing.balance(userId) } }));
  await test.server.listen({ port: 0, host: '127.0.0.1' });
  port = (test.server.server.address() as AddressInfo).port;
});
afterAll(() => test.close());

interface Browser {
  socket: WebSocket;
  messages: LiveMessage[];
}

/** Opens the channel as the browser does; rejects with the HTTP status when it is refused. */
function connect(token: string): Promise<Browser> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/notifications/?token=${token}`);
  const browser: Browser = { socket, messages: [] };
  socket.on('message', (data) => browser.messages.push(JSON.parse(String(data)) as LiveMessage));
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(browser));
    socket.once('unexpected-response', (_request, response) => reject(new Error(String(response.statusCode))));
    socket.once('error', reject);
  });
}

async function wsToken(token: string): Promise<string> {
  const answer = await test.server.inject({ method: 'POST', url: '/api/ws_token', headers: { authorization: `Bearer ${token}` } });
  return answer.json().ws_token;
}

const send = (notice: Notice) => notify(test.database, notice);
const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 10_000, interval: 10 });

describe('the live channel', () => {
  it('opens with a token once, and not with an old or invented one', async () => {
    const { token } = await test.newUser();
    const once = await wsToken(token);
    const browser = await connect(once);
    await expect(connect(once)).rejects.toThrow('422');
    await expect(connect('invented')).rejects.toThrow('422');
    await expect(connect('')).rejects.toThrow('422');
    const late = await wsToken(token);
    await test.database.update(liveTokens).set({ expiresAt: sql`now() - interval '1 second'` });
    await expect(connect(late)).rejects.toThrow('422');
    browser.socket.close();
  });

  it('is open to thirty pages of a user, one after the other or at once, and to others besides', async () => {
    const [user, other] = [await test.newUser(), await test.newUser()];
    const tokens: string[] = [];
    for (let i = 0; i < MOST_PAGES + 8; i += 1) tokens.push(await wsToken(user.token));
    const opened = (await Promise.allSettled(tokens.map(connect))).flatMap((answer) =>
      answer.status === 'fulfilled' ? [answer.value] : [],
    );
    const open = () => opened.filter(({ socket }) => socket.readyState === WebSocket.OPEN);
    await until(() => open().length === MOST_PAGES);
    await expect(connect(await wsToken(user.token))).rejects.toThrow('429');
    const theirs = await connect(await wsToken(other.token));
    expect(open()).toHaveLength(MOST_PAGES);
    open()[0]?.socket.close();
    await until(() => test.live.hasRoom(user.id));
    const again = await connect(await wsToken(user.token));
    for (const { socket } of [...opened, theirs, again]) socket.close();
  });

  it('tells a user of their own tasks and points only, and loads nothing for others', async () => {
    const [mine, theirs, absent] = [await test.newUser(), await test.newUser(), await test.newUser()];
    const [me, them] = [await connect(await wsToken(mine.token)), await connect(await wsToken(theirs.token))];
    loaded.length = 0;
    await send({ user_id: absent.id, kind: 'task', id: 3 });
    await send({ user_id: mine.id, kind: 'task', id: 1 });
    await send({ user_id: theirs.id, kind: 'task', id: 2 });
    await test.database.transaction(async (tx) => void (await test.billing.charge(tx, mine.id, 10, '差异分析', 1)));
    await until(() => me.messages.length === 2 && them.messages.length === 1);
    // Notices come in their order: what else was to be told would have come before these.
    await send({ user_id: mine.id, kind: 'task', id: 4 });
    await send({ user_id: theirs.id, kind: 'task', id: 5 });
    await until(() => me.messages.length > 2 && them.messages.length > 1);
    expect(me.messages).toEqual([
      { type: 'update_task', data: update(1) },
      { type: 'update_points', data: { points: 50 } },
      { type: 'update_task', data: update(4) },
    ]);
    expect(them.messages).toEqual([
      { type: 'update_task', data: update(2) },
      { type: 'update_task', data: update(5) },
    ]);
    expect([...new Set(loaded)].sort()).toEqual([mine.id, theirs.id].sort());
    me.socket.close();
    them.socket.close();
  });

  it('says nothing of a transaction that rolls back', async () => {
    const user = await test.newUser();
    const browser = await connect(await wsToken(user.token));
    const failing = test.database.transaction(async (tx) => {
      await notify(tx, { user_id: user.id, kind: 'task', id: 5 });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await send({ user_id: user.id, kind: 'task', id: 6 });
    await until(() => browser.messages.length > 0);
    expect(browser.messages).toEqual([{ type: 'update_task', data: update(6) }]);
    browser.socket.close();
  });

  it('sends far fewer messages of a task than it has steps, and never loses the last', async () => {
    const user = await test.newUser();
    const browser = await connect(await wsToken(user.token));
    for (let step = 1; step <= 100; step += 1) {
      progress.set(7, step);
      await send({ user_id: user.id, kind: 'task', id: 7 });
    }
    await until(() => browser.messages.some((message) => message.type === 'update_task' && message.data.progress === 100));
    expect(browser.messages.at(-1)).toMatchObject({ data: { progress: 100 } });
    expect(browser.messages.length).toBeLessThan(100);
    browser.socket.close();
  });

  it('tries again when a message could not be made', async () => {
    const user = await test.newUser();
    const browser = await connect(await wsToken(user.token));
    let tries = 0;
    test.live.register('points', async () => {
      tries += 1;
      if (tries === 1) throw new Error('database away');
      return { type: 'update_points', data: { points: 1 } };
    });
    await send({ user_id: user.id, kind: 'points' });
    await until(() => browser.messages.length === 1);
    expect(tries).toBe(2);
    browser.socket.close();
  });

  it('listens again after its connection broke, and sends browsers to ask their lists anew', async () => {
    const user = await test.newUser();
    const before = await connect(await wsToken(user.token));
    const closed = new Promise((resolve) => before.socket.once('close', resolve));
    await test.database.execute(
      sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'oncoloom-live/%'`,
    );
    expect(await closed).toBe(1012);
    const after = await connect(await wsToken(user.token));
    await send({ user_id: user.id, kind: 'task', id: 9 });
    await until(() => after.messages.length === 1);
    expect(after.messages).toEqual([{ type: 'update_task', data: update(9) }]);
    after.socket.close();
  });
});
