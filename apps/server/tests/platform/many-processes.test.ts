/**
 * Two API processes behind Debian's haproxy, with a worker: what a user does through one holds at the other, and one that is killed or stopped takes
 * nothing with it.
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Analysis, LiveMessage, NewShare, UserFile, UserInfo } from '@oncoloom/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { ROOT } from '../../src/platform/root.ts';
import { BehindProxy, hasProxy } from '../support/behind-proxy.ts';
import { Client } from '../support/client.ts';
import type { ServerProcess } from '../support/process.ts';

if (!hasProxy) process.stdout.write('skipped: several processes behind one address need the Debian package haproxy\n');

const TOOL = 'forest_plot';
const PASSWORD = 'correct horse 1';
let all: BehindProxy;
let user: Client;
/** The user's session, straight at one of the two processes. */
let here: Client;
let there: Client;

beforeAll(async () => {
  if (!hasProxy) return;
  all = await BehindProxy.start([TOOL]);
  user = await Client.register(all.url);
  [here, there] = all.apis.map((api) => user.at(api.url)) as [Client, Client];
}, 300_000);
afterAll(() => all?.stop());

const addressOf = async (client: Client) => (await client.get<UserInfo>('/api/user/info')).body.email;

/** Calls that a process has answered for a route, by its own count. */
async function answered({ url }: ServerProcess, route: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith('oncoloom_http_requests_total{') && line.includes(`route="${route}"`));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** Which process the proxy hands the calls of a session to. */
async function servingOf(client: Client): Promise<ServerProcess> {
  const before = await answered(all.apis[0], '/api/user/info');
  await client.get('/api/user/info');
  return (await answered(all.apis[0], '/api/user/info')) > before ? all.apis[0] : all.apis[1];
}

interface LiveChannel {
  start(): void;
  stop(): void;
}
interface ChannelOptions {
  token: () => Promise<{ ws_token: string }>;
  onMessage: (message: LiveMessage) => void;
  onOpen: (gap: boolean) => void;
}
/** By its path: the browser's code is checked with the types of a browser, which the server has not. */
const CHANNEL = join(ROOT, 'apps/web/src/live/channel.ts');

/** The browser's own channel, with all that it heard. */
async function channelOf(client: Client): Promise<{ channel: LiveChannel; opened: boolean[]; heard: LiveMessage[] }> {
  const { LiveChannel } = (await import(CHANNEL)) as { LiveChannel: new (options: ChannelOptions) => LiveChannel };
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('location', new URL(client.url));
  vi.stubGlobal('WebSocket', WebSocket);
  const opened: boolean[] = [];
  const heard: LiveMessage[] = [];
  const channel = new LiveChannel({
    token: async () => (await client.post<{ ws_token: string }>('/api/ws_token', {})).body,
    onMessage: (message) => heard.push(message),
    onOpen: (gap) => opened.push(gap),
  });
  channel.start();
  return { channel, opened, heard };
}

const ended = (heard: readonly LiveMessage[], id: number) =>
  heard.some((message) => message.type === 'update_task' && message.data.id === id && message.data.status === 'completed');

describe.skipIf(!hasProxy)('two processes behind one address', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('have the same sessions: what ends at one ends at the other', async () => {
    const email = await addressOf(user);
    const { body } = await there.post<{ access_token: string }>('/api/login', { username: email, password: PASSWORD });
    const second = new Client(here.url);
    second.token = body.access_token;
    expect(await addressOf(second)).toBe(email);
    const { results } = (await there.get<{ results: { id: string; current: boolean }[] }>('/api/user/sessions')).body;
    const other = results.find(({ current }) => !current);
    expect((await there.call('DELETE', `/api/user/sessions/${other?.id}`)).status).toBe(200);
    await expect.poll(async () => (await second.get('/api/user/info')).status, { timeout: 20_000 }).toBe(401);
  });

  it('count wrong passwords together', async () => {
    const stranger = await Client.register(all.url);
    const email = await addressOf(stranger);
    const guess = (client: Client) => client.post('/api/login', { username: email, password: 'wrong guess 1' });
    for (const client of [here, there, here, there, here]) expect((await guess(client)).status).toBe(422);
    expect([(await guess(there)).status, (await guess(here)).status]).toEqual([429, 429]);
  });

  it('are told the address of the caller by the proxy', async () => {
    const email = await addressOf(user);
    const body = JSON.stringify({ username: email, password: PASSWORD });
    // What a caller claims counts for nothing.
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.5' };
    const login = request(`${all.url}/api/login`, { method: 'POST', localAddress: '127.0.0.9', headers });
    login.end(body);
    const [answer] = await once(login, 'response');
    answer.resume();
    expect(answer.statusCode).toBe(200);
    const sessions = await user.get<{ results: { address: string }[] }>('/api/user/sessions');
    expect(sessions.body.results.map(({ address }) => address)).toContain('127.0.0.9');
  });

  it('show a session what its own calls have changed at once, and everybody else soon', async () => {
    const names = async (client: Client) => {
      const { body } = await client.get<{ directories: { name: string }[] }>('/api/directories/contents');
      return body.directories.map(({ name }) => name);
    };
    for (const name of ['一', '二', '三', '四', '五', '六']) {
      for (const client of [here, there]) await names(client);
      expect((await user.post('/api/directories/create', { name })).status).toBe(200);
      expect(await names(user)).toContain(name);
      for (const client of [here, there]) await expect.poll(() => names(client), { timeout: 20_000 }).toContain(name);
    }
  });

  it('open each other’s links, preview alike, and draw a file once for both', async () => {
    const done = await here.example(TOOL);
    const share = await here.post<NewShare>('/api/share_analysis', { analysis_id: done.id, days: 1 });
    const token = new URL(share.body.link, 'http://site').pathname.split('/').at(-1);
    expect((await new Client(there.url).get<Analysis>(`/api/share/${token}`)).status).toBe(200);

    const pdf = done.result?.files.find(({ filename }) => filename.endsWith('.pdf'));
    if (pdf === undefined) throw new Error('the result has no figure as PDF');
    const wanted = { analysis_id: done.id, file_key: pdf.file_key, filename: pdf.filename };
    const { body } = await here.post<{ download_url: string }>('/api/create_download_token', wanted);
    const files = await Promise.all([here, there].map(({ url }) => fetch(url + body.download_url)));
    expect(files.map(({ status }) => status)).toEqual([200, 200]);
    const [one, two] = await Promise.all(files.map(async (file) => Buffer.from(await file.arrayBuffer())));
    expect(one?.length).toBeGreaterThan(1000);
    expect(two?.equals(one ?? Buffer.alloc(0))).toBe(true);

    const preview = async (client: Client) => client.post<{ tables: object }>('/api/preview_analysis', { task_type: TOOL, example: true });
    const previews = [await preview(here), await preview(there)];
    expect(previews.map(({ status }) => status)).toEqual([200, 200]);
    expect(previews[0]?.body.tables).toEqual(previews[1]?.body.tables);
  }, 240_000);

  it('lose nothing when one is killed: the channel comes back, an upload goes on, tasks end once', async () => {
    const victim = await servingOf(user);
    const before = (await user.get<UserInfo>('/api/user/info')).body.points;
    // Without a session's header channels are handed out in turn: one of two is the victim's.
    const channels = await Promise.all([channelOf(user), channelOf(user)]);
    await expect.poll(() => channels.map(({ opened }) => opened), { timeout: 20_000 }).toEqual([[false], [false]]);

    const content = Buffer.from(`gene,S1,S2,S3,S4\n${Array.from({ length: 3000 }, (_, i) => `G${i},${i % 7},${i % 5},3,4`).join('\n')}\n`);
    const tus = (method: string, path: string, headers: Record<string, string>, body?: Buffer<ArrayBuffer>) =>
      user.fetch(path, { method, headers: { 'tus-resumable': '1.0.0', ...headers }, ...(body && { body }) });
    const bytes = { 'content-type': 'application/offset+octet-stream' };
    const name = `filename ${Buffer.from('矩阵.csv').toString('base64')}`;
    const made = await tus('POST', '/api/bulk/files/tus', { 'upload-length': String(content.length), 'upload-metadata': name });
    const path = new URL(made.headers.get('location') ?? '', all.url).pathname;
    const half = Math.floor(content.length / 2);
    expect((await tus('PATCH', path, { ...bytes, 'upload-offset': '0' }, content.subarray(0, half))).status).toBe(204);

    const table = {
      columns: ['label', 'estimate', 'lower', 'upper'],
      rows: [['A', 1.2, 0.9, 1.6] as const, ['B', 0.7, 0.5, 0.9] as const],
    };
    const waiting = await user.create({ task_type: TOOL, table, task_name: 'before' });
    expect([waiting.status, waiting.body.detail]).toEqual([200, undefined]);
    await victim.kill();

    // What reads is answered by the other process from the first call on.
    for (let i = 0; i < 10; i += 1) expect((await user.get('/api/user/info')).status).toBe(200);
    expect((await tus('HEAD', path, {})).headers.get('upload-offset')).toBe(String(half));
    const last = await tus('PATCH', path, { ...bytes, 'upload-offset': String(half) }, content.subarray(half));
    expect((await last.json()) as { file: UserFile }).toMatchObject({ file: { name: '矩阵.csv' } });

    expect((await user.ended(waiting.body.id, 60_000)).status).toBe('completed');
    await expect.poll(() => channels.flatMap(({ opened }) => opened).sort(), { timeout: 60_000 }).toEqual([false, false, true]);
    const rows = [...table.rows, ['C', 1.1, 0.8, 1.5]];
    const after = await user.create({ task_type: TOOL, table: { ...table, rows }, task_name: 'after' });
    for (const { heard } of channels) await expect.poll(() => ended(heard, after.body.id), { timeout: 60_000 }).toBe(true);
    for (const { channel } of channels) channel.stop();

    const points = (await user.get<UserInfo>('/api/user/info')).body.points;
    expect(before - points).toBe(waiting.body.points_consumed + after.body.points_consumed);
    expect(await all.database.rows(`SELECT attempts FROM analyses WHERE name IN ('before', 'after')`)).toEqual([
      { attempts: 1 },
      { attempts: 1 },
    ]);
    await victim.begin();
    await expect.poll(() => servingOf(user), { timeout: 20_000 }).toBe(victim);
  }, 240_000);

  it('refuse no call while one of them is stopped', async () => {
    const users = await Promise.all(Array.from({ length: 4 }, () => Client.register(all.url)));
    const victim = await servingOf(users[0] ?? user);
    const stopping = new AbortController();
    const statuses = await Promise.all([
      ...users.map(async (one, i) => {
        const seen: number[] = [];
        for (let call = 0; !stopping.signal.aborted || call < 20; call += 1) {
          seen.push((await one.post('/api/directories/create', { name: `${i}-${call}` })).status);
          seen.push((await one.get('/api/directories/contents')).status);
        }
        return seen;
      }),
      victim.kill('SIGTERM').then(() => {
        stopping.abort();
        return [];
      }),
    ]);
    expect(statuses.flat().filter((status) => status !== 200)).toEqual([]);
  }, 120_000);
});
