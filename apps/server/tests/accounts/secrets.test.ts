import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportRoutes } from '../../src/accounts/export-routes.ts';
import { createLog } from '../../src/platform/log.ts';
import { createTestServer, type TestServer } from '../support/server.ts';
import { callerOf, mailsTo, tokenIn } from './caller.ts';

let test: TestServer;
let folder: string;
let lines = '';
const { get, post, put, delete: remove } = callerOf(() => test);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oncoloom-secrets-'));
  const log = createLog('debug', { write: (line) => (lines += line) });
  test = await createTestServer({ log, pages: folder, routes: ({ accounts }) => [exportRoutes({ accounts, parts: [] })] });
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

it('no password, no token and no address of a user reaches the log, whatever the user does and whatever fails', async () => {
  const email = 'zhou.ming@hospital.example';
  const passwords = ['first-Horse-7319', 'second-Horse-7319', 'third-Horse-7319', 'wrong-Horse-7319'] as const;
  const [first, second, third, wrong] = passwords;
  const tokens: string[] = [];
  const remember = (token: string): string => {
    tokens.push(token);
    return token;
  };
  const mailed = async () => remember(tokenIn((await mailsTo(test, email)).at(-1)));

  let token = remember((await post('/api/register', { email, password: first })).body.access_token);
  await post('/api/register', { email, password: first });
  await post('/api/register', { email: 'not an address', password: first });
  await post('/api/login', { username: email, password: wrong });
  await post('/api/user/verify-email', { token: await mailed() });
  await post('/api/user/verify-email', { token: await mailed() });
  await get(`/verify-email?token=${await mailed()}`).catch(() => undefined);
  await post('/api/user/change-password', { old_password: wrong, new_password: second }, { token });
  await post('/api/user/change-password', { old_password: first, new_password: second }, { token });
  await post('/api/user/forgot-password', { email });
  const reset = await mailed();
  await get(`/reset-password?token=${reset}`).catch(() => undefined);
  await post('/api/user/verify-reset-token', { token: reset });
  await post('/api/user/reset-password', { token: reset, new_password: third });
  await post('/api/user/reset-password', { token: reset, new_password: third });
  token = remember((await post('/api/login', { username: email, password: third })).body.access_token);
  const live = remember((await post('/api/ws_token', {}, { token })).body.ws_token);
  await get(`/ws/notifications/?token=${live}`).catch(() => undefined);
  await put('/api/user/profile', { username: '周明', institution: '省立医院' }, token);
  await get('/api/user/profile', token);
  await test.server.inject({ url: '/api/user/export', headers: { authorization: `Bearer ${token}` } });
  await post('/api/user/delete', { password: wrong }, { token });
  await post('/api/user/delete', { password: third }, { token });
  await post('/api/user/cancel-deletion', {}, { token });

  // A fault of ours: the query that fails carries the user's data.
  await test.database.execute('ALTER TABLE users RENAME COLUMN institution TO elsewhere');
  expect((await put('/api/user/profile', { institution: '省立医院' }, token)).status).toBe(500);
  expect((await post('/api/login', { username: email, password: third })).status).toBe(500);
  expect((await post('/api/user/forgot-password', { email })).status).toBe(500);
  await test.database.execute('ALTER TABLE users RENAME COLUMN elsewhere TO institution');
  await remove(`/api/user/sessions/${(await get('/api/user/sessions', token)).body.results[0].id}`, token);

  // It was a full run, and it was logged.
  expect(tokens.length).toBeGreaterThanOrEqual(6);
  for (const call of ['/api/user/export', '/api/user/reset-password', '/api/user/delete', '/verify-email']) {
    expect(lines).toContain(call);
  }
  expect(lines).toContain('request failed');
  const signatures = tokens.map((each) => each.split('.').at(-1) ?? each);
  const found = [...passwords, ...tokens, ...signatures, email, '省立医院', '$argon2id'].filter((secret) => lines.includes(secret));
  expect(found).toEqual([]);
});
