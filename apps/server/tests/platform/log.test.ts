import { redeemCardSchema } from '@oncoloom/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog, withoutSecrets } from '../../src/platform/log.ts';
import { createTestServer, PASSWORD, type TestServer } from '../support/server.ts';

const lines: string[] = [];
const log = createLog('debug', { write: (line) => void lines.push(line) });

/** What is written while something is done. */
function written(work: () => void): string {
  lines.length = 0;
  work();
  return lines.join('');
}

const SECRET = 'S3cret-Horse-9';
const CARD = 'K7QF-2M9X-TB4C-8RWE';

describe('a line of the log', () => {
  it.each([
    'password',
    'new_password',
    'old_password',
    'passwordHash',
    'password_hash',
    'token',
    'access_token',
    'ws_token',
    'operatorToken',
    'card_code',
    'cardCode',
    'authorization',
    'Authorization',
    'set-cookie',
    'secret',
  ])('leaves out the value of %s, at any depth', (name) => {
    const value = `${SECRET}" \\ rest-of-it`;
    const text = written(() => {
      log.info({ [name]: value }, 'flat');
      log.warn({ request: { body: [{ deep: { [name]: value } }] } }, 'deep');
      log.error({ err: new Error(`refused: ${JSON.stringify({ [name]: SECRET, kept: 'seen' })}`) }, 'in a text');
      log.child({ [name]: value }).info('bound');
    });
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain('rest-of-it');
    expect(text.match(/…/g)?.length).toBeGreaterThanOrEqual(4);
    expect(text).toContain('seen');
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  });

  it.each([
    [`/reset-password?token=${SECRET}`, '/reset-password?token=…'],
    [`/api/x?a=1&download_token=${SECRET}&page=2`, '/api/x?a=1&download_token=…&page=2'],
    [`/login?redirect=%2Fverify-email%3Ftoken%3D${SECRET}%26next%3D1`, '/login?redirect=%2Fverify-email%3Ftoken%3D…%26next%3D1'],
    [`/share/${SECRET}-and-more/files/volcano_pdf`, '/share/…/files/volcano_pdf'],
    [`Bearer ${SECRET}.x.y`, 'Bearer …'],
    [`Basic ${Buffer.from(`operator:${SECRET}`).toString('base64url')}`, 'Basic …'],
    [`eyJhbGciOiJIUzI1NiJ9.${SECRET}.sig`, '…'],
    [`card ${CARD} unknown`, 'card … unknown'],
    [`postgresql://oncoloom:${SECRET}@db.example:5432/x`, 'postgresql://oncoloom:…@db.example:5432/x'],
    [`$argon2id$v=19$m=19456,t=2,p=1$${SECRET}`, '…'],
  ])('leaves out the secret in %s', (text, told) => {
    expect(written(() => log.info({ url: text }, 'field'))).toContain(`"url":"${told}"`);
    expect(written(() => log.info(`said ${text} here`))).toContain(`said ${told} here`);
    const wrapped = written(() => log.error({ err: new Error('outer', { cause: new Error(`inner ${text}`) }) }, 'cause'));
    expect(wrapped).toContain(`inner ${told}`);
    expect(wrapped).not.toContain(SECRET);
  });

  it('keeps what is no secret', () => {
    const id = '48e7d11e-1084-4568-8dae-291766985dd5';
    const text = written(() =>
      log.info({ code: 'ECONNREFUSED', user: 7, job: id, url: '/api/files?page=2&search=code', tokens: 3 }, 'kept'),
    );
    expect(JSON.parse(text)).toMatchObject({ code: 'ECONNREFUSED', user: 7, job: id, url: '/api/files?page=2&search=code', tokens: 3 });
  });

  it('tells a failed query without its parameters', () => {
    const error = Object.assign(new Error(`Failed query: select $1 params: ${SECRET}`), { query: 'select $1' });
    const text = written(() => log.error({ err: error }, 'query'));
    expect(text).toContain('select $1');
    expect(text).not.toContain(SECRET);
  });
});

describe('a line that a stranger has filled', () => {
  const LENGTH = 64 * 1024;
  const fill = (unit: string): string => unit.repeat(Math.ceil(LENGTH / unit.length));
  /** CPU time of the cheapest of some runs: what else the machine does counts for nothing. */
  const cost = (line: string): number => {
    const once = () => {
      const before = process.cpuUsage();
      for (let i = 0; i < 3; i += 1) withoutSecrets(line);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    return Math.min(once(), once(), once());
  };
  const usual = cost(fill('GET /api/files?page=2 from 192.0.2.1 in 12 ms '));

  // With an expression that is quadratic these cost some 10,000 times as much as a usual line of that length.
  it.each([
    '"token',
    '\\"token',
    '"Atoken',
    'token',
    'password-',
    'card_code',
    '\\"token\\":\\"',
    '"token":"\\',
    'eyJ-',
    'eyJ.',
    'eyJa.b',
    '?token',
    '&token=%26',
    'Bearer ',
    '$argon2',
    'ABCD-',
    '://a:',
    '/share/',
  ])('with %s costs little more than any other', (unit) => {
    expect(cost(`"${fill(unit)}`) / Math.max(usual, 1)).toBeLessThan(200);
  });
});

describe('the calls of an account', () => {
  let test: TestServer;
  beforeAll(async () => {
    test = await createTestServer({ log });
  });
  afterAll(() => test?.close());

  it('leave no password, token or code in the log', async () => {
    lines.length = 0;
    const password = `${SECRET}-1`;
    const mailed = 'mailed-token-of-somebody-1234567890';
    const call = (method: 'GET' | 'POST', url: string, payload?: object, token?: string) =>
      test.server.inject({
        method,
        url,
        ...(payload === undefined ? {} : { payload }),
        headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), cookie: `session=${SECRET}` },
      });
    const registered = await call('POST', '/api/register', { email: 'lin@example.org', password });
    const { access_token: token } = registered.json();
    const { ws_token: wsToken } = (await call('POST', '/api/ws_token', {}, token)).json();
    await call('POST', '/api/login', { username: 'lin@example.org', password: `${SECRET}-wrong` });
    await call('POST', '/api/user/change-password', { old_password: `${SECRET}-wrong`, new_password: SECRET }, token);
    await call('POST', '/api/user/reset-password', { token: mailed, new_password: SECRET });
    await call('POST', '/api/user/verify-email', { token: mailed });
    await call('POST', '/api/user/redeem_card', redeemCardSchema.parse({ card_code: CARD }), token);
    await call('GET', `/reset-password?token=${mailed}`);
    await call('GET', `/login?redirect=${encodeURIComponent(`/reset-password?token=${mailed}`)}`);
    await call('GET', `/ws/notifications/?token=${wsToken}`);
    await call('GET', '/api/user/info', undefined, `${token}x`);
    const text = lines.join('');
    expect(lines.length).toBeGreaterThanOrEqual(10);
    expect(text).toContain('"route":"/api/user/reset-password"');
    expect(text).toContain('/api/user/redeem_card');
    for (const secret of [SECRET, mailed, token, wsToken, CARD]) expect(text).not.toContain(secret);
  });

  it('tell of every login that failed and of a changed password, with user and address', async () => {
    const { id, email, token } = await test.newUser();
    lines.length = 0;
    const call = (url: string, payload: object, remoteAddress: string) =>
      test.server.inject({ method: 'POST', url, payload, remoteAddress, headers: { authorization: `Bearer ${token}` } });
    for (let i = 0; i < 6; i += 1) await call('/api/login', { username: email, password: `${SECRET}-${i}` }, '203.0.113.5');
    await call('/api/login', { username: SECRET, password: 'typed-into-the-wrong-field' }, '203.0.113.6');
    await call('/api/user/delete', { password: `${SECRET}-wrong` }, '203.0.113.7');
    await call('/api/user/change-password', { old_password: PASSWORD, new_password: `${SECRET}-new` }, '203.0.113.8');
    await call('/api/login', { username: email, password: `${SECRET}-new` }, '203.0.113.9');
    const events = lines.map((line) => JSON.parse(line)).filter(({ event }) => event !== undefined);
    const failed = { event: 'login_failed', user: id, address: '203.0.113.5' };
    expect(events.map(({ event, user, address }) => ({ event, user, address }))).toEqual([
      ...Array.from({ length: 5 }, () => failed),
      { ...failed, event: 'login_refused' },
      { event: 'login_failed', user: null, address: '203.0.113.6' },
      { event: 'confirmation_failed', user: id, address: '203.0.113.7' },
      { event: 'password_changed', user: id, address: '203.0.113.8' },
      { event: 'login', user: id, address: '203.0.113.9' },
    ]);
    // A password typed into the field of the name is a secret, too.
    expect(lines.join('')).not.toContain(SECRET);
  });

  it('are logged by their route and 500 characters of their path at most', async () => {
    for (const url of [`/api/${'x'.repeat(9_000)}`, `/api/analysis/7/bundle?a=${'y'.repeat(9_000)}`, `/${'%22token'.repeat(1_000)}`]) {
      lines.length = 0;
      await test.server.inject({ method: 'GET', url });
      const [line = ''] = lines.filter((text) => text.includes('"msg":"call"'));
      expect(JSON.parse(line).path).toBe(url.split('?')[0]?.slice(0, 500));
      expect(line).not.toContain('yyy');
      expect(line.length).toBeLessThan(1_200);
    }
  });
});
