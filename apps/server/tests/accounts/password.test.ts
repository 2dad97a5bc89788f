import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailedTokens, users } from '../../src/accounts/tables.ts';
import { createTestServer, DEVICE, PASSWORD, PUBLIC_URL, type TestServer } from '../support/server.ts';
import { callerOf, mailedToken, mailsTo, tokenIn } from './caller.ts';

let test: TestServer;
const { get, post, put } = callerOf(() => test);

beforeAll(async () => {
  test = await createTestServer();
});
afterAll(() => test.close());

const NEW_PASSWORD = 'another-horse-2';
const forgot = (email: string) => post('/api/user/forgot-password', { email });
const reset = (token: string, new_password = NEW_PASSWORD) => post('/api/user/reset-password', { token, new_password });
const login = (username: string, password: string) => post('/api/login', { username, password });
const isAlive = async (token: string): Promise<boolean> => (await get('/api/user/info', token)).status === 200;

describe('forgot-password', () => {
  it('answers alike for known and unknown addresses, and mails the known one', async () => {
    const { email } = await test.newUser();
    const before = (await test.outbox()).length;
    const [known, unknown] = [await forgot(email), await forgot('nobody@example.org')];
    expect([known.status, known.body]).toEqual([200, unknown.body]);
    const sent = (await test.outbox()).slice(before);
    expect(sent.map(({ to }) => to)).toEqual([email]);
    expect(sent[0]?.subject).toBe('重设密码 - 瘤析 OncoLoom');
    expect(sent[0]?.text).toContain(`${PUBLIC_URL}/reset-password?token=${tokenIn(sent[0])}`);
    expect(sent[0]?.text).toContain('60 分钟内有效');
  });

  it('makes the same queries for known and unknown addresses: the mail is written after the answer', async () => {
    const { email } = await test.newUser();
    await test.outbox();
    const statements = async (address: string): Promise<number> => {
      const { $client } = test.database;
      const query = $client.query.bind($client);
      let count = 0;
      $client.query = ((...args: Parameters<typeof query>) => {
        count += 1;
        return query(...args);
      }) as typeof $client.query;
      await forgot(address);
      $client.query = query as typeof $client.query;
      return count;
    };
    const counts = [await statements(email), await statements('nobody@example.org')];
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts[0]).toBe(counts[1]);
    // No token yet: it is made with the mail.
    expect(await test.database.select().from(mailedTokens).where(sql`purpose = 'reset'`)).toHaveLength(1);
  });
});

describe('a reset', () => {
  it('sets the password, ends every session and gives the account its tries back', async () => {
    const { email, token } = await test.newUser();
    const second = (await login(email, PASSWORD)).body.access_token;
    const here = { address: '198.51.100.7' };
    for (let i = 0; i < 5; i += 1) await post('/api/login', { username: email, password: 'wrong-password-1' }, here);
    expect((await post('/api/login', { username: email, password: PASSWORD }, here)).status).toBe(429);
    await forgot(email);
    const mailed = await mailedToken(test, email);
    expect((await post('/api/user/verify-reset-token', { token: mailed })).body).toEqual({ valid: true });
    expect((await reset(mailed)).status).toBe(200);
    for (const dead of [token, second]) expect((await get('/api/user/info', dead)).status).toBe(401);
    expect((await post('/api/login', { username: email, password: PASSWORD }, here)).status).toBe(422);
    expect((await login(email, NEW_PASSWORD)).status).toBe(200);
    expect((await post('/api/user/verify-reset-token', { token: mailed })).body).toEqual({ valid: false });
    expect((await reset(mailed)).status).toBe(422);
  });

  it('works once of 20 at the same time, and the one password holds', async () => {
    const { email } = await test.newUser();
    await forgot(email);
    const mailed = await mailedToken(test, email);
    const passwords = Array.from({ length: 20 }, (_, i) => `parallel-horse-${i}`);
    const answers = await Promise.all(passwords.map((password) => reset(mailed, password)));
    const winners = passwords.filter((_, i) => answers[i]?.status === 200);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(19);
    expect((await login(email, winners[0] ?? '')).status).toBe(200);
  });

  it('is refused with a token that has expired, verifies an address, was replaced by its sibling’s use, or never was', async () => {
    const { email, id } = await test.newUser();
    const verifying = await mailedToken(test, email);
    await forgot(email);
    const first = await mailedToken(test, email);
    await forgot(email);
    const second = await mailedToken(test, email);
    expect((await reset(second)).status).toBe(200);
    for (const dead of [verifying, first, 'never-was']) {
      const { status, body } = await reset(dead);
      expect([status, body.errors[0].field]).toEqual([422, 'token']);
    }
    await forgot(email);
    const old = await mailedToken(test, email);
    await test.database.update(mailedTokens).set({ expiresAt: sql`now() - interval '1 second'` }).where(eq(mailedTokens.userId, id));
    expect((await post('/api/user/verify-reset-token', { token: old })).body).toEqual({ valid: false });
    expect((await reset(old)).status).toBe(422);
  });

  it('wants a proper password and keeps the token for it', async () => {
    const { email } = await test.newUser();
    await forgot(email);
    const mailed = await mailedToken(test, email);
    const weak = await reset(mailed, 'short');
    expect([weak.status, weak.body.errors[0].field]).toEqual([422, 'new_password']);
    const common = await reset(mailed, email);
    expect([common.status, common.body.errors[0].field]).toEqual([422, 'new_password']);
    expect((await reset(mailed)).status).toBe(200);
  });

  it('lives for an hour', async () => {
    const { email, id } = await test.newUser();
    await forgot(email);
    await test.outbox();
    const [row] = await test.database.select().from(mailedTokens).where(sql`user_id = ${id} AND purpose = 'reset'`);
    const minutes = ((row?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(59);
    expect(minutes).toBeLessThanOrEqual(60);
    expect(await mailsTo(test, email)).toHaveLength(2);
  });
});

describe('change-password', () => {
  const change = (token: string | undefined, old_password: string, new_password = NEW_PASSWORD) =>
    post('/api/user/change-password', { old_password, new_password }, { token });

  it('ends every other session and every mailed link', async () => {
    const { email, token } = await test.newUser();
    const other = (await login(email, PASSWORD)).body.access_token;
    await forgot(email);
    const mailed = await mailedToken(test, email);
    expect((await change(token, PASSWORD)).status).toBe(200);
    expect(await isAlive(token)).toBe(true);
    expect((await get('/api/user/info', other)).status).toBe(401);
    expect((await reset(mailed)).status).toBe(422);
    expect((await login(email, PASSWORD)).status).toBe(422);
    expect((await login(email, NEW_PASSWORD)).status).toBe(200);
  });

  it('refuses a wrong old password at its field, five times, and changes nothing', async () => {
    const { email, token } = await test.newUser();
    const answers = await Promise.all(Array.from({ length: 8 }, () => change(token, 'wrong-password-1')));
    const wrong = answers.filter(({ status }) => status === 422);
    expect(wrong).toHaveLength(5);
    expect(wrong[0]?.body.errors).toEqual([{ field: 'old_password', detail: '密码不对，请重新填写。' }]);
    const stopped = answers.find(({ status }) => status === 429);
    expect(Number(stopped?.headers['retry-after'])).toBeGreaterThan(890);
    expect((await change(token, PASSWORD)).status).toBe(429);
    expect(await isAlive(token)).toBe(true);
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  it('is told to the owner by mail, as a reset is, with the way back and nothing the user has written', async () => {
    const { email, token } = await test.newUser();
    await put('/api/user/profile', { username: '陈静静' }, token);
    expect((await change(token, PASSWORD)).status).toBe(200);
    const told = async () => (await mailsTo(test, email)).filter(({ subject }) => subject === '密码已修改 - 瘤析 OncoLoom');
    expect(await told()).toHaveLength(1);
    const [mail] = await told();
    expect(mail?.text).toContain(`\n${PUBLIC_URL}/forgot-password\n`);
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/陈静静|token=/);
    await forgot(email);
    expect((await reset(await mailedToken(test, email), 'third-horse-3')).status).toBe(200);
    expect(await told()).toHaveLength(2);
    // A password that was refused changes nothing and writes nothing.
    const fresh = (await login(email, 'third-horse-3')).body.access_token;
    expect((await change(fresh, 'third-horse-3', '11111111')).body.errors[0].field).toBe('new_password');
    expect(await told()).toHaveLength(2);
  });

  it('fills nobody’s mailbox: ten an hour', async () => {
    const { token } = await test.newUser();
    const statuses: number[] = [];
    for (let i = 0, old = PASSWORD; i < 11; i += 1) {
      const next = `changing-horses-${i}`;
      statuses.push((await change(token, old, next)).status);
      old = next;
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  it('shuts out the device that gave wrong ones, not the owner’s other device', async () => {
    const { email, token } = await test.newUser();
    const other = (await login(email, PASSWORD)).body.access_token;
    for (let i = 0; i < 6; i += 1) await change(token, 'wrong-password-1');
    expect((await change(token, PASSWORD)).status).toBe(429);
    expect((await change(other, PASSWORD)).status).toBe(200);
  });

  it('leaves no session to a login whose password was looked at before the change', async () => {
    const { token, id } = await test.newUser();
    const [before] = await test.database.select().from(users).where(eq(users.id, id));
    if (before === undefined) throw new Error('no user');
    expect((await change(token, PASSWORD)).status).toBe(200);
    await expect(test.accounts.sessions.open(before, DEVICE)).rejects.toMatchObject({ status: 422 });
    expect((await get('/api/user/sessions', token)).body.results).toHaveLength(1);
  });

  it('needs a session', async () => {
    expect((await change(undefined, PASSWORD)).status).toBe(401);
  });
});
