import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { users } from '../../src/accounts/tables.ts';
import { subscriptions } from '../../src/billing/tables.ts';
import { CALL_LIMITS } from '../../src/http/rate-limit.ts';
import { ApiError } from '../../src/platform/errors.ts';
import { createLog } from '../../src/platform/log.ts';
import type { Database } from '../../src/platform/postgres/database.ts';
import { createTestServer, OPERATOR_TOKEN, type TestServer } from '../support/server.ts';

let test: TestServer;
const lines: string[] = [];
const parts: { database?: Database } = {};
let engineReady = false;

/** Calls that fail in each way there is. */
const failing: FastifyPluginAsyncZod = async (server) => {
  const body = z.object({
    count: z.number().min(1),
    names: z.array(z.string().min(1)),
    mode: z.enum(['log', 'voom']),
    note: z.string().max(3).optional(),
  });
  server.post('/api/strict', { schema: { body } }, async (request) => request.body);
  server.get('/api/things/:id', { schema: { params: z.object({ id: z.coerce.number().int() }) } }, async (request) => request.params);
  server.get('/api/refused', async () => {
    throw new ApiError(409, '文件夹里已有同名文件。', { code: 'name', errors: [{ field: 'name', detail: '换一个名字' }], retryAfter: 7 });
  });
  server.get('/api/broken', async () => {
    throw new Error('a secret of ours');
  });
  server.get('/api/query', async () => {
    await parts.database?.insert(users).values({ id: 1, email: 'patient@example.com', passwordHash: 'the-hash', inviteCode: 'x' } as never);
    await parts.database?.insert(users).values({ email: 'patient@example.com', passwordHash: 'the-hash', inviteCode: 'y' });
    await parts.database?.insert(users).values({ email: 'patient@example.com', passwordHash: 'the-hash', inviteCode: 'z' });
  });
  server.get('/api/orphan', async () => {
    await parts.database?.insert(subscriptions).values({ userId: 2_000_000_000 });
  });
  server.get('/api/forgot-the-guard', async (request) => ({ id: request.user.id }));
};

beforeAll(async () => {
  const log = createLog('info', { write: (line) => void lines.push(line) });
  test = await createTestServer({
    log,
    routes: [failing],
    health: {
      database: () => ({ ready: true }),
      engine: () =>
        engineReady ? { ready: true } : { ready: false, missing: '正在预热。', progress: 0.4, seconds: 6, facts: { children: '<2>' } },
    },
  });
  parts.database = test.database;
});
afterAll(() => test.close());

const post = (url: string, payload: unknown, type = 'application/json') =>
  test.server.inject({
    method: 'POST',
    url,
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    headers: { 'content-type': type },
  });
const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '192.0.2.7') =>
  test.server.inject({ url, headers, remoteAddress });

describe('errors', () => {
  it('name every wrong field in Chinese', async () => {
    const answer = await post('/api/strict', { count: 0, names: ['', 3], mode: 'x', note: 'long' });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual({
      detail: 'count 太小，至少 1。',
      errors: [
        { field: 'count', detail: 'count 太小，至少 1。' },
        { field: 'names.0', detail: 'names.0 不能为空。' },
        { field: 'names.1', detail: 'names.1 应为文字。' },
        { field: 'mode', detail: 'mode 只能是 log、voom 之一。' },
        { field: 'note', detail: 'note 太长，最多 3。' },
      ],
    });
    expect((await post('/api/strict', {})).json().errors[0]).toEqual({ field: 'count', detail: '缺少 count。' });
  });

  it('are 400 for what is no JSON object', async () => {
    for (const body of ['{"count": ', '[1]', '"text"', '', '{"__proto__": {"x": 1}}']) {
      const answer = await post('/api/strict', body);
      expect([body, answer.statusCode, typeof answer.json().detail]).toEqual([body, 400, 'string']);
    }
  });

  it('are 400 for texts that PostgreSQL cannot keep, wherever they stand', async () => {
    const bodies = ['{"names":["a\\u0000"]}', '{"a":{"b\\u0000":1}}', '{"note":"\\ud83d"}', '{"note":"\\uDE00x"}'];
    for (const body of bodies) expect([body, (await post('/api/strict', body)).statusCode]).toEqual([body, 400]);
    expect((await get('/api/things/%00')).statusCode).toBe(400);
    const whole = await post('/api/strict', '{"count":1,"names":["\\ud83d\\ude00","\\\\u0000"],"mode":"log"}');
    expect([whole.statusCode, whole.json().names]).toEqual([200, ['😀', '\\u0000']]);
  });

  it('are 404 where what a row belongs to was deleted in the middle of the call', async () => {
    const answer = await get('/api/orphan');
    expect([answer.statusCode, answer.json().detail]).toEqual([404, '要用的内容刚刚被删除，请刷新页面。']);
  });

  it('are 413 and 415 for a body that is too large or of another kind', async () => {
    expect((await post('/api/strict', JSON.stringify({ names: 'x'.repeat(9_000_000) }))).statusCode).toBe(413);
    expect((await post('/api/strict', 'count=1', 'application/x-www-form-urlencoded')).statusCode).toBe(415);
  });

  it('are 404 for absent calls and ids that cannot be ids', async () => {
    for (const url of ['/api/nothing', '/api/things/abc', '/api', '/ws/other']) {
      const answer = await get(url);
      expect([url, answer.statusCode, typeof answer.json().detail]).toEqual([url, 404, 'string']);
    }
    expect((await test.server.inject({ method: 'DELETE', url: '/api/login' })).statusCode).toBe(404);
    expect((await get('/api/%ff')).statusCode).toBe(400);
  });

  it('carry what an ApiError carries', async () => {
    const answer = await get('/api/refused');
    expect(answer.statusCode).toBe(409);
    expect(answer.headers['retry-after']).toBe('7');
    expect(answer.json()).toEqual({ detail: '文件夹里已有同名文件。', errors: [{ field: 'name', detail: '换一个名字' }], code: 'name' });
  });

  it('of ours tell nothing but that they are logged', async () => {
    const answer = await get('/api/broken');
    expect([answer.statusCode, answer.json()]).toEqual([500, { detail: '服务器出了问题，已记录，请稍后再试' }]);
    expect(lines.join('')).toContain('a secret of ours');
    expect((await get('/api/forgot-the-guard')).statusCode).toBe(500);
  });

  it('leave users’ data and tokens out of the log', async () => {
    lines.length = 0;
    expect((await get('/api/query?token=abc123&page=2')).statusCode).toBe(500);
    await get('/api/user/info', { authorization: 'Bearer very-secret' });
    const log = lines.join('');
    expect(log).toContain('"path":"/api/query"');
    for (const secret of ['abc123', 'very-secret', 'patient@example.com', 'the-hash']) expect(log).not.toContain(secret);
  });

  it('are 429 with a time to wait when calls come too fast', async () => {
    const limited = await createTestServer({ callLimits: CALL_LIMITS });
    onTestFinished(() => limited.close());
    const answers = await Promise.all(Array.from({ length: 60 }, () => limited.server.inject('/api/plans')));
    const refused = answers.filter((answer) => answer.statusCode === 429);
    expect(refused.length).toBeGreaterThanOrEqual(20);
    expect(refused[0]?.json().detail).toMatch(/^请求太频繁，请 \d+ 秒后再试。$/);
    expect(refused[0]?.headers['retry-after']).toBe('1');
  });
});

describe('the server', () => {
  it('sends a strict content-security policy', async () => {
    const policy = String((await get('/healthz')).headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe-eval');
  });

  it('sends the same security headers with every answer, refused calls included', async () => {
    const limited = await createTestServer({ callLimits: { perSecond: 1, perMinute: 1 } });
    onTestFinished(() => limited.close());
    await limited.server.inject('/api/plans');
    const refused = await limited.server.inject('/api/plans');
    const answers = [await get('/healthz'), await get('/api/nowhere'), await get('/api/things/1%00'), await get('/api/broken'), refused];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404, 400, 500, 429]);
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'content-security-policy': answers[0]?.headers['content-security-policy'],
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'origin-agent-cluster': '?1',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-dns-prefetch-control': 'off',
        'x-download-options': 'noopen',
        'x-frame-options': 'SAMEORIGIN',
        'x-permitted-cross-domain-policies': 'none',
        'x-xss-protection': '0',
      });
      expect(headers['strict-transport-security']).toBeUndefined();
    }
  });

  it('is healthy at once, and ready when every part is', async () => {
    expect((await get('/healthz')).statusCode).toBe(200);
    const waiting = await get('/readyz');
    expect(waiting.statusCode).toBe(503);
    expect(waiting.json()).toEqual({
      ready: false,
      missing: ['计算引擎：正在预热。'],
      parts: { database: { ready: true }, engine: { ready: false, missing: '正在预热。', progress: 0.4, seconds: 6 } },
    });
    engineReady = true;
    expect((await get('/readyz')).statusCode).toBe(200);
    engineReady = false;
  });

  it('shows its state to the machine itself or with the operator’s token, and to nobody else', async () => {
    const local = await test.server.inject({ url: '/status', remoteAddress: '127.0.0.1', headers: { host: 'localhost:8080' } });
    expect(local.statusCode).toBe(200);
    expect(local.body).toContain('计算引擎');
    expect(local.body).toContain('&#60;2&#62;');
    const far = async (authorization?: string, url = '/status') =>
      (await test.server.inject({ url, remoteAddress: '192.0.2.9', headers: authorization === undefined ? {} : { authorization } }))
        .statusCode;
    const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;
    expect(await far(`Bearer ${OPERATOR_TOKEN}`)).toBe(200);
    // As a browser answers the question.
    expect(await far(basic(`anybody:${OPERATOR_TOKEN}`))).toBe(200);
    for (const wrong of [
      undefined,
      'Bearer wrong',
      basic('anybody:wrong'),
      basic(OPERATOR_TOKEN),
      basic(`${OPERATOR_TOKEN}:`),
      'Basic %',
      `Digest ${OPERATOR_TOKEN}`,
    ])
      expect([wrong, await far(wrong)]).toEqual([wrong, 401]);
    // Addresses end in histories and logs: a token there opens nothing.
    expect(await far(undefined, `/status?token=${OPERATOR_TOKEN}`)).toBe(401);
    const asked = await test.server.inject({ url: '/status', remoteAddress: '192.0.2.9' });
    expect(asked.headers).toMatchObject({ 'www-authenticate': expect.stringMatching(/^Basic /), 'cache-control': 'no-store' });
    expect(asked.body).not.toContain('计算引擎');
    const rebound = await test.server.inject({ url: '/status', remoteAddress: '127.0.0.1', headers: { host: 'evil.example' } });
    expect(rebound.statusCode).toBe(401);
    const proxied = await test.server.inject({
      url: '/status',
      remoteAddress: '127.0.0.1',
      headers: { host: 'localhost', 'x-forwarded-for': '192.0.2.1' },
    });
    expect(proxied.statusCode).toBe(401);
  });

  it.each([
    ['https://oncoloom.example', 401],
    ['http://192.168.1.5:8080', 401],
    ['http://0.0.0.0:8080', 401],
    ['http://127.0.0.1:8080', 200],
    ['http://localhost:8080', 200],
    ['http://[::1]:8080', 200],
  ])('where users reach the site at %s, answers its own machine without a token by %i', async (publicUrl, status) => {
    const site = await createTestServer({ publicUrl });
    onTestFinished(() => site.close());
    // As a proxy that says nothing of whose call it is.
    const asked = (headers: object) =>
      site.server.inject({ url: '/status', remoteAddress: '127.0.0.1', headers: { host: '127.0.0.1:8080', ...headers } });
    expect((await asked({})).statusCode).toBe(status);
    expect((await asked({ authorization: `Bearer ${OPERATOR_TOKEN}` })).statusCode).toBe(200);
  });

  it('lets no cache keep what a call answers', async () => {
    for (const url of ['/api/user/info', '/api/nothing', '/api/docs/json'])
      expect((await get(url)).headers['cache-control']).toBe('no-store');
    const { token } = await test.newUser();
    for (const url of ['/api/user/info', '/api/user/profile', '/api/user/sessions']) {
      const { statusCode, headers } = await test.server.inject({ url, headers: { authorization: `Bearer ${token}` } });
      expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
    }
  });

  it('publishes its calls as OpenAPI', async () => {
    const document = (await get('/api/docs/json')).json();
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/api/login', '/api/register', '/api/user/info', '/api/ws_token']));
    const schema = document.paths['/api/login'].post.requestBody.content['application/json'].schema;
    expect(Object.keys(schema.properties)).toEqual(['username', 'password']);
    expect((await get('/api/docs/')).statusCode).toBe(200);
  });
});
