import { eq } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rateLimits, sessions, users } from '../../src/accounts/tables.ts';
import { createTestServer, PASSWORD, type TestServer } from '../support/server.ts';

let test: TestServer;

beforeAll(async () => {
  test = await createTestServer();
});
afterAll(() => test.close());

const post = (url: string, payload: object, remoteAddress = '127.0.0.1') =>
  test.server.inject({ method: 'POST', url, payload, remoteAddress });
const info = (token?: string) =>
  test.server.inject({ url: '/api/user/info', headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });

describe('registration', () => {
  it('gives a token, points and a name that is never empty', async () => {
    const answer = await post('/api/register', { email: ' Lin@Example.com ', password: PASSWORD });
    expect(answer.statusCode).toBe(200);
    const user = (await info(answer.json().access_token)).json();
    expect(user).toMatchObject({
      username: 'lin',
      email: 'lin@example.com',
      points: 60,
      user_type: 'new',
      email_verified: false,
      has_used_trial_card: false,
      avatar: null,
    });
    expect(new Date(user.expired_at).getTime()).toBeGreaterThan(Date.now());
  });

  it('keeps no password, only an argon2id hash', async () => {
    const { id } = await test.newUser();
    const [row] = await test.database.select().from(users).where(eq(users.id, id));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('refuses what is taken or wrong, at the field', async () => {
    await post('/api/register', { email: 'wang@example.com', password: PASSWORD, username: 'Wang' });
    const again = await post('/api/register', { email: 'WANG@example.com', password: PASSWORD });
    expect([again.statusCode, again.json().errors[0].field]).toEqual([409, 'email']);
    const name = await post('/api/register', { email: 'wang2@example.com', password: PASSWORD, username: 'wang' });
    expect([name.statusCode, name.json().errors[0].field]).toEqual([409, 'username']);
    const weak = await post('/api/register', { email: 'wang3@example.com', password: 'short' });
    expect([weak.statusCode, weak.json()]).toEqual([
      422,
      { detail: '密码至少 8 位', errors: [{ field: 'password', detail: '密码至少 8 位' }] },
    ]);
    for (const username of [
      'wang@example.com',
      'evil.com/login',
      'http://evil',
      '见www.evil',
      '看 evil.com',
      '＠王',
      '王\n请转账',
      '王\u202Efdp',
      '\u0007王',
    ]) {
      const named = await post('/api/register', { email: 'wang5@example.com', password: PASSWORD, username });
      expect([username, named.statusCode, named.json().errors?.[0].field]).toEqual([username, 422, 'username']);
    }
    for (const username of ['王医生', 'J.Smith', 'Dr. Wang', "O'Neil", '肝癌-3 组']) {
      const email = `named${username.length}-${username.codePointAt(0)}@example.com`;
      expect([username, (await post('/api/register', { email, password: PASSWORD, username })).statusCode]).toEqual([username, 200]);
    }
    const borrowed = await post('/api/register', { email: 'wang4@example.com', password: PASSWORD, username: 'wang@example.com' });
    expect([borrowed.statusCode, borrowed.json().errors[0].field]).toEqual([422, 'username']);
  });

  it.each([
    ['12345678', 'common'],
    ['aaaaaaaaaa', 'common'],
    ['87654321', 'common'],
    ['Password1', 'common'],
    ['qwertyuiop', 'common'],
    ['5201314520', undefined],
    ['oncoloom1', 'common'],
    ['zhao.lei@hospital.example', 'common'],
    ['zhao.lei1', 'common'],
    ['tigers-and-looms', undefined],
    ['只有汉字也可以', 'short'],
    ['只有八个汉字也可以', undefined],
  ])('of a password %s: %s', async (password, fault) => {
    const address = `192.0.2.${(password.codePointAt(0) ?? 0) % 250}`;
    const answer = await post('/api/register', { email: 'zhao.lei@hospital.example', password }, address);
    await test.database.delete(users).where(eq(users.email, 'zhao.lei@hospital.example'));
    if (fault === undefined) expect(answer.statusCode).toBe(200);
    else
      expect([answer.statusCode, answer.json().errors[0]]).toEqual([
        422,
        { field: 'password', detail: expect.stringMatching(fault === 'short' ? /至少 8 位/ : /太常见/) },
      ]);
  });

  it('makes one account of 10 simultaneous tries with one address', async () => {
    const tries = Array.from({ length: 10 }, (_, i) =>
      post('/api/register', { email: 'zhao@example.com', password: PASSWORD }, `192.0.2.${100 + i}`),
    );
    const statuses = (await Promise.all(tries)).map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(9);
  });

  it('remembers who invited', async () => {
    const inviter = await test.newUser();
    const [row] = await test.database.select().from(users).where(eq(users.id, inviter.id));
    const answer = await post('/api/register', {
      email: 'guest@example.com',
      password: PASSWORD,
      invite_code: row?.inviteCode.toLowerCase(),
    });
    const { id } = (await info(answer.json().access_token)).json();
    const [guest] = await test.database.select().from(users).where(eq(users.id, id));
    expect(guest?.invitedBy).toBe(inviter.id);
    const unknown = await post('/api/register', { email: 'guest2@example.com', password: PASSWORD, invite_code: 'NOBODY' });
    expect([unknown.statusCode, unknown.json().errors[0].field]).toEqual([422, 'invite_code']);
  });
});

describe('login', () => {
  it('takes the address or the name, trimmed, in any case', async () => {
    await post('/api/register', { email: 'chen@example.com', password: PASSWORD, username: 'Chen Li' });
    for (const username of ['chen@example.com', '  CHEN@example.com ', 'chen li', ' Chen Li ']) {
      const answer = await post('/api/login', { username, password: PASSWORD });
      expect([username, answer.statusCode]).toEqual([username, 200]);
      expect((await info(answer.json().access_token)).statusCode).toBe(200);
    }
  });

  it('answers an unknown name and a wrong password alike, in about the same time', async () => {
    const { email } = await test.newUser();
    const measure = async (username: string) => {
      const began = performance.now();
      const answer = await post('/api/login', { username, password: 'wrong-password-1' });
      return { status: answer.statusCode, body: answer.body, ms: performance.now() - began };
    };
    await measure('warm@example.com');
    const known = [await measure(email), await measure(email), await measure(email)];
    const unknown = [await measure('a@example.com'), await measure('b@example.com'), await measure('c@example.com')];
    expect(new Set([...known, ...unknown].map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
    expect(known[0]?.status).toBe(422);
    const median = (values: { ms: number }[]) => values.map(({ ms }) => ms).sort((a, b) => a - b)[1] ?? 0;
    expect(median(unknown)).toBeGreaterThan(median(known) / 3);
    expect(median(unknown)).toBeLessThan(median(known) * 3);
  });

  it.each(['known', 'unknown'])('stops after 5 failures of one %s account from one address and says when to come back', async (kind) => {
    const username = kind === 'known' ? (await test.newUser()).email : 'nobody-at-all@example.com';
    const address = kind === 'known' ? '198.51.100.1' : '198.51.100.2';
    const answers = await Promise.all(Array.from({ length: 12 }, () => post('/api/login', { username, password: 'wrong-1' }, address)));
    expect(answers.filter((answer) => answer.statusCode === 422)).toHaveLength(5);
    const refused = answers.find((answer) => answer.statusCode === 429);
    expect(refused?.json().detail).toContain('15 分钟后再试');
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(890);
    // Not even the right password: the answer tells nothing.
    expect((await post('/api/login', { username, password: PASSWORD }, address)).statusCode).toBe(429);
  });

  it('counts afresh after a success and after the window', async () => {
    const { email, id } = await test.newUser();
    for (let i = 0; i < 4; i += 1) await post('/api/login', { username: email, password: 'wrong-1' }, '203.0.113.9');
    expect((await post('/api/login', { username: email, password: PASSWORD }, '203.0.113.9')).statusCode).toBe(200);
    for (let i = 0; i < 5; i += 1) await post('/api/login', { username: email, password: 'wrong-1' }, '203.0.113.9');
    expect((await post('/api/login', { username: email, password: PASSWORD }, '203.0.113.9')).statusCode).toBe(429);
    await test.database
      .update(rateLimits)
      .set({ expire: Date.now() - 1 })
      .where(eq(rateLimits.key, `login_pair:account:${id}@203.0.113.9`));
    expect((await post('/api/login', { username: email, password: PASSWORD }, '203.0.113.9')).statusCode).toBe(200);
  });

  it('lets the owner in from elsewhere while an address tries passwords', async () => {
    const { email } = await test.newUser();
    for (let i = 0; i < 9; i += 1) await post('/api/login', { username: email, password: 'wrong-1' }, '203.0.113.10');
    expect((await post('/api/login', { username: email, password: PASSWORD }, '203.0.113.10')).statusCode).toBe(429);
    // Never seen before, and a process of its own counts with the others.
    expect((await post('/api/login', { username: email, password: PASSWORD }, '203.0.113.11')).statusCode).toBe(200);
  });

  it('stops strangers after 50 failures of one account from many addresses; where its owner was before, the owner gets in', async () => {
    const { email } = await test.newUser();
    expect((await post('/api/login', { username: email, password: PASSWORD }, '2001:db8:7:1::5')).statusCode).toBe(200);
    const answers = [];
    for (let i = 0; i < 55; i += 1)
      answers.push(await test.accounts.login(email, 'wrong-1', { agent: '', address: `198.18.1.${i}` }).catch((error) => error.status));
    expect(answers.filter((status) => status === 422)).toHaveLength(50);
    expect(answers.slice(50)).toEqual([429, 429, 429, 429, 429]);
    expect((await post('/api/login', { username: email, password: PASSWORD }, '198.18.2.1')).statusCode).toBe(429);
    // The same network, another machine in it.
    expect((await post('/api/login', { username: email, password: PASSWORD }, '2001:db8:7:1::99')).statusCode).toBe(200);
    // Who reads the account's mail gets in from anywhere.
    await test.accounts.reset.request(email, '127.0.0.1');
    const mail = (await test.outbox()).filter(({ to }) => to === email).at(-1);
    await test.accounts.reset.reset(/\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '', 'another-horse-2', '198.18.2.1');
    expect((await post('/api/login', { username: email, password: 'another-horse-2' }, '198.18.2.1')).statusCode).toBe(200);
  });

  it('counts with all processes together', async () => {
    const { email } = await test.newUser();
    const other = await test.secondProcess();
    const tries = Array.from({ length: 8 }, (_, i) =>
      (i % 2 === 0 ? test.accounts : other).login(email, 'wrong-1', { agent: '', address: '203.0.113.50' }).catch((error) => error.status),
    );
    expect((await Promise.all(tries)).sort()).toEqual([422, 422, 422, 422, 422, 429, 429, 429]);
  });

  it('keeps nothing of what was typed as a name', async () => {
    await post('/api/login', { username: 'my-password-in-the-wrong-field', password: 'wrong-1' });
    const rows = await test.database.select().from(rateLimits);
    expect(rows.some(({ key }) => key.startsWith('login_pair:name:'))).toBe(true);
    expect(JSON.stringify(rows)).not.toContain('wrong-field');
  });

  it('stops after 50 failures from one address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 55 }, (_, i) =>
        test.accounts.login(`stranger${i}@example.com`, 'wrong-1', { agent: '', address: '203.0.113.77' }).catch((error) => error.status),
      ),
    );
    expect(answers.filter((status) => status === 422)).toHaveLength(50);
    expect(answers.filter((status) => status === 429)).toHaveLength(5);
  });
});

describe('sessions', () => {
  it('are 401 without a token, with a forged, foreign or expired one, and for a deleted account', async () => {
    const { token, id } = await test.newUser();
    const [head, body] = token.split('.');
    const expired = await new SignJWT({ v: 0 })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('oncoloom')
      .setSubject(String(id))
      .setExpirationTime('-1s')
      .sign(new Uint8Array(32));
    for (const bad of [undefined, 'nonsense', `${head}.${body}.forged`, expired]) expect((await info(bad)).statusCode).toBe(401);
    expect((await info(token)).statusCode).toBe(200);
    await test.database.delete(users).where(eq(users.id, id));
    expect((await info(token)).statusCode).toBe(401);
  });

  it('die with their session', async () => {
    const { token, id } = await test.newUser();
    await test.database.delete(sessions).where(eq(sessions.userId, id));
    const answer = await info(token);
    expect(answer.statusCode).toBe(401);
    expect(answer.json().detail).toContain('重新登录');
  });
});
