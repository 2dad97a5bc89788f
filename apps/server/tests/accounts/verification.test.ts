import { REFERRAL_MAX, REFERRAL_POINTS } from '@oncoloom/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailedTokens, users } from '../../src/accounts/tables.ts';
import { ledger } from '../../src/billing/tables.ts';
import { createTestServer, PASSWORD, PUBLIC_URL, type TestServer } from '../support/server.ts';
import { callerOf, mailedToken, mailsTo, tokenIn } from './caller.ts';

let test: TestServer;
const { get, post } = callerOf(() => test);

beforeAll(async () => {
  test = await createTestServer();
});
afterAll(() => test.close());

const isVerified = async (token: string): Promise<boolean> => (await get('/api/user/info', token)).body.email_verified;
const resend = (email: string) => post('/api/user/resend-verification-email', { email });
const verify = (token: string) => post('/api/user/verify-email', { token });

describe('the mail after registration', () => {
  it('goes to the address, in Chinese, with a link that verifies it', async () => {
    const answer = await post('/api/register', { email: 'Lin.Wei@Example.com', password: PASSWORD, username: '<林> 请点' });
    const session = answer.body.access_token;
    const mails = await mailsTo(test, 'lin.wei@example.com');
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail?.subject).toBe('验证你的邮箱 - 瘤析 OncoLoom');
    expect(mail?.text).toMatch(/^你好：\n/);
    expect(mail?.text).toContain('24 小时内有效');
    const link = `${PUBLIC_URL}/verify-email?token=${tokenIn(mail)}`;
    expect(mail?.text).toContain(`\n${link}\n`);
    expect(mail?.html).toContain(`href="${link}"`);
    // Who registers with another's address writes nothing to its owner.
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/林|请点/);

    expect(await isVerified(session)).toBe(false);
    expect((await verify(tokenIn(mail))).status).toBe(200);
    expect(await isVerified(session)).toBe(true);
  });

  it('is not asked for when the registration fails', async () => {
    const before = (await test.outbox()).length;
    await test.newUser();
    const { email } = await test.newUser();
    expect((await post('/api/register', { email, password: PASSWORD })).status).toBe(409);
    expect((await test.outbox()).length).toBe(before + 2);
  });
});

describe('a token', () => {
  it('is kept as a hash only, for 24 hours', async () => {
    const { email, id } = await test.newUser();
    const token = await mailedToken(test, email);
    const rows = await test.database.select().from(mailedTokens).where(eq(mailedTokens.userId, id));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
    const hours = ((rows[0]?.expiresAt.getTime() ?? 0) - Date.now()) / 3600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
  });

  it('works once, also for 20 at the same time', async () => {
    const { email, token } = await test.newUser();
    const mailed = await mailedToken(test, email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(mailed)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 422);
    expect(refused).toHaveLength(19);
    expect(refused[0]?.body.errors[0].field).toBe('token');
    expect(await isVerified(token)).toBe(true);
  });

  it('is refused when it has expired, belongs to another purpose or never was', async () => {
    const { email, id, token } = await test.newUser();
    const mailed = await mailedToken(test, email);
    await post('/api/user/forgot-password', { email });
    const reset = await mailedToken(test, email);
    expect((await verify(reset)).status).toBe(422);
    await test.database.update(mailedTokens).set({ expiresAt: sql`now() - interval '1 second'` }).where(eq(mailedTokens.userId, id));
    for (const dead of [mailed, reset, 'never-was']) expect((await verify(dead)).status).toBe(422);
    expect(await isVerified(token)).toBe(false);
    expect((await post('/api/user/verify-email', { token: ' ' })).body.detail).toBe('链接不完整，请重新打开邮件里的链接');
  });

  it('of an older mail works until one of them is used', async () => {
    const { email } = await test.newUser();
    const first = await mailedToken(test, email);
    await resend(email);
    const second = await mailedToken(test, email);
    expect(second).not.toBe(first);
    expect((await verify(first)).status).toBe(200);
    expect((await verify(second)).status).toBe(422);
  });
});

describe('another mail', () => {
  it('is answered alike for unknown, known and verified addresses, and goes to the unverified one only', async () => {
    const known = await test.newUser();
    const verified = await test.newUser();
    await verify(await mailedToken(test, verified.email));
    const before = (await test.outbox()).length;
    const answers = [await resend('nobody@example.org'), await resend(verified.email), await resend(known.email.toUpperCase())];
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([200, { message: '验证邮件已重新发送，请检查您的邮箱' }]);
    }
    const sent = (await test.outbox()).slice(before);
    expect(sent.map(({ to }) => to)).toEqual([known.email]);
  });

  it('fills nobody’s mailbox, whoever asks', async () => {
    const { email } = await test.newUser();
    for (let i = 0; i < 15; i += 1) await resend(email);
    expect(await mailsTo(test, email)).toHaveLength(10);
  });
});

describe('an invitation', () => {
  const invite = async (inviterToken: string, email: string) => {
    const code = (await get('/api/user/referral', inviterToken)).body.invite_code;
    return post('/api/register', { email, password: PASSWORD, invite_code: code });
  };
  const rewardsOf = (id: number) => test.database.select().from(ledger).where(sql`${ledger.userId} = ${id} AND kind = 'referral'`);

  it('is shown with its link and with masked addresses', async () => {
    const { token } = await test.newUser();
    const { body } = await get('/api/user/referral', token);
    expect(body).toMatchObject({
      link: `${PUBLIC_URL}/login?invite=${body.invite_code}`,
      reward_points: 50,
      invited: [],
      rewards: { count: 0, points: 0 },
    });
    await invite(token, 'zhang.min@hospital.example');
    const [guest] = (await get('/api/user/referral', token)).body.invited;
    expect(guest).toMatchObject({ email: 'z***@hospital.example', verified: false, rewarded: false });
    expect(Date.parse(guest.registered_at)).toBeGreaterThan(Date.now() - 60_000);
  });

  it('gives both 50 points once, when the address is verified by 20 requests at once', async () => {
    const inviter = await test.newUser();
    const guest = (await invite(inviter.token, 'guest1@hospital.example')).body.access_token;
    expect((await get('/api/user/info', inviter.token)).body.points).toBe(60);
    const mailed = await mailedToken(test, 'guest1@hospital.example');
    await Promise.all(Array.from({ length: 20 }, () => verify(mailed)));
    for (const token of [inviter.token, guest]) expect((await get('/api/user/info', token)).body.points).toBe(110);
    expect((await rewardsOf(inviter.id)).map(({ change, reason }) => [change, reason])).toEqual([
      [50, '邀请奖励（g***@hospital.example）'],
    ]);
    const { body } = await get('/api/user/referral', inviter.token);
    expect(body.invited[0]).toMatchObject({ verified: true, rewarded: true });
    expect(body.rewards).toEqual({ count: 1, points: 50 });

    // Verified anew, by whatever way: nothing more.
    await test.database.update(users).set({ emailVerified: false }).where(eq(users.email, 'guest1@hospital.example'));
    await resend('guest1@hospital.example');
    expect((await verify(await mailedToken(test, 'guest1@hospital.example'))).status).toBe(200);
    expect(await rewardsOf(inviter.id)).toHaveLength(1);
  });

  it('rewards an inviter whose ten guests verify at the same moment ten times', async () => {
    const inviter = await test.newUser();
    const guests = Array.from({ length: 10 }, (_, i) => `crowd${i}@hospital.example`);
    for (const guest of guests) await invite(inviter.token, guest);
    const tokens: string[] = [];
    for (const guest of guests) tokens.push(await mailedToken(test, guest));
    const answers = await Promise.all(tokens.map(verify));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect((await get('/api/user/info', inviter.token)).body.points).toBe(60 + 10 * 50);
  });

  it('rewards an account twenty times and no more', async () => {
    const inviter = await test.newUser();
    const guests = Array.from({ length: REFERRAL_MAX + 2 }, (_, i) => `many${i}@hospital.example`);
    for (const guest of guests) await invite(inviter.token, guest);
    // The last ones at the same moment.
    const tokens: string[] = [];
    for (const guest of guests) tokens.push(await mailedToken(test, guest));
    for (const token of tokens.slice(0, -6)) await verify(token);
    // Who has gone has been rewarded all the same.
    await test.database.delete(users).where(eq(users.email, 'many0@hospital.example'));
    await Promise.all(tokens.slice(-6).map(verify));
    expect(await rewardsOf(inviter.id)).toHaveLength(REFERRAL_MAX);
    expect((await get('/api/user/info', inviter.token)).body.points).toBe(60 + REFERRAL_MAX * REFERRAL_POINTS);
  });

  it('rewards nobody without one', async () => {
    const { email, id, token } = await test.newUser();
    await verify(await mailedToken(test, email));
    expect(await rewardsOf(id)).toHaveLength(0);
    expect((await get('/api/user/info', token)).body.points).toBe(60);
  });

  it('of oneself is refused at the field, in every spelling of the address', async () => {
    const own = await post('/api/register', { email: 'sun.li@gmail.com', password: PASSWORD });
    for (const email of ['sunli@gmail.com', 'Sun.Li+2@gmail.com', 's.u.n.li@googlemail.com']) {
      const answer = await invite(own.body.access_token, email);
      expect([email, answer.status, answer.body.errors?.[0].field]).toEqual([email, 422, 'invite_code']);
    }
    const other = await post('/api/register', { email: 'sun@hospital.example', password: PASSWORD });
    expect((await invite(other.body.access_token, 'sun+b@hospital.example')).status).toBe(422);
    // A dot is another mailbox elsewhere.
    expect((await invite(other.body.access_token, 's.un@hospital.example')).status).toBe(200);
  });
});
