import { CARD_CODE, redeemCardSchema } from '@oncoloom/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../src/accounts/tables.ts';
import { listCards, makeCards, revokeCard } from '../../src/billing/cards.ts';
import { CARD_PLANS, planOfCard } from '../../src/billing/plans.ts';
import { redeemCard } from '../../src/billing/redemption.ts';
import { redeemFailures } from '../../src/billing/tables.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { TestAccounts } from './accounts.ts';

let test: TestDatabase;
let accounts: TestAccounts;

beforeAll(async () => {
  test = await createTestDatabase();
  accounts = new TestAccounts(test.database);
});
afterAll(() => test.close());

const redeem = (userId: number, code: string) => redeemCard({ database: test.database, billing: accounts.billing }, userId, code);
const unknownCode = 'ABCD-EFGH-JKMN-PQR2';
const atCode = (detail: string | RegExp) => ({ status: 422, errors: [{ field: 'card_code', detail: expect.stringMatching(detail) }] });

describe('making cards', () => {
  it('gives 1,000 different codes that the form takes, without letters that look alike', async () => {
    const made = await makeCards(test.database, { plan: 'year', count: 1000, batch: 'thousand' });
    expect(new Set(made.map((card) => card.code)).size).toBe(1000);
    for (const { code } of made) {
      expect(code).toMatch(CARD_CODE);
      expect(code).not.toMatch(/[01OIL]/);
      expect(redeemCardSchema.parse({ card_code: code }).card_code).toBe(code);
    }
    // Every letter of the alphabet comes up among 16,000: a stuck source of chance would not show them all.
    expect(new Set(made.flatMap((card) => [...card.code])).size).toBe(32);
  });

  it.each([0, 1001, 1.5])('refuses a count of %s', async (count) => {
    await expect(makeCards(test.database, { plan: 'month', count, batch: 'wrong' })).rejects.toThrow('1 to 1000');
    expect(await listCards(test.database, { batch: 'wrong' })).toEqual([]);
  });

  it('refuses a batch without a name', async () => {
    await expect(makeCards(test.database, { plan: 'month', count: 1, batch: ' ' })).rejects.toThrow('name');
  });

  it('knows what every card brings', () => {
    const brought = Object.fromEntries(CARD_PLANS.map((id) => [id, planOfCard(id)]));
    expect(brought).toMatchObject({
      month: { userType: 'pay', points: 600, days: 30 },
      quarter: { userType: 'pay', points: 2000, days: 90 },
      'half-year': { userType: 'pay', points: 4000, days: 180 },
      year: { userType: 'pay', points: 8000, days: 365 },
      trial: { userType: 'trial', points: 100, days: 7 },
    });
    expect(planOfCard('gone')).toBeUndefined();
  });
});

describe('listing and revoking', () => {
  it('filters by batch and state', async () => {
    const user = await accounts.add();
    const [first, second, third] = await makeCards(test.database, { plan: 'month', count: 3, batch: 'states' });
    if (!first || !second || !third) throw new Error('no cards');
    await redeem(user, first.code);
    expect(await revokeCard(test.database, second.code)).toMatchObject({ state: 'revoked', code: second.code });
    const codes = async (state?: 'unused' | 'redeemed' | 'revoked') =>
      (await listCards(test.database, { batch: 'states', ...(state && { state }) })).map((card) => card.code);
    expect(await codes('redeemed')).toEqual([first.code]);
    expect(await codes('revoked')).toEqual([second.code]);
    expect(await codes('unused')).toEqual([third.code]);
    expect((await codes()).sort()).toEqual([first.code, second.code, third.code].sort());
    expect(await listCards(test.database, { batch: 'no such batch' })).toEqual([]);
  });

  it('leaves a redeemed card as it is, and knows an unknown one', async () => {
    const user = await accounts.add();
    const code = await accounts.card('month');
    await redeem(user, code);
    expect(await revokeCard(test.database, code)).toMatchObject({ state: 'redeemed', redeemedBy: user, revokedAt: null });
    expect(await accounts.billing.balance(user)).toBe(660);
    expect(await revokeCard(test.database, unknownCode)).toBeUndefined();
  });

  it('and redeeming at once leave one of them done', async () => {
    for (let round = 0; round < 10; round += 1) {
      const user = await accounts.add();
      const code = await accounts.card('month');
      const [redeemed, revoked] = await Promise.allSettled([redeem(user, code), revokeCard(test.database, code)]);
      const state = revoked.status === 'fulfilled' ? revoked.value?.state : undefined;
      expect(state).toBe(redeemed.status === 'fulfilled' ? 'redeemed' : 'revoked');
      expect(await accounts.billing.balance(user)).toBe(redeemed.status === 'fulfilled' ? 660 : 60);
    }
  });
});

describe('redeeming', () => {
  it('answers the points and until when they are valid', async () => {
    const user = await accounts.add();
    const answer = await redeem(user, await accounts.card('quarter'));
    const { expiredAt } = await accounts.billing.subscription(user);
    expect(answer).toMatchObject({ points: 2060, expired_at: expiredAt?.toISOString() });
    expect(answer.message).toMatch(/^兑换成功：2000 点已到账，现有 2060 点，有效期至 \d{4}-\d\d-\d\d。$/);
  });

  it('credits one user once under 20 parallel requests', async () => {
    const user = await accounts.add();
    const code = await accounts.card('month');
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => redeem(user, code)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(atCode('已兑换到当前账号'));
    expect(await accounts.billing.balance(user)).toBe(660);
    expect(await accounts.ledgerSum(user)).toBe(660);
  });

  it('credits one of 20 users who ask at once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => accounts.add()));
    const code = await accounts.card('month');
    const results = await Promise.allSettled(all.map((user) => redeem(user, code)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(atCode('^这张卡密已被使用'));
    const balances = await Promise.all(all.map((user) => accounts.billing.balance(user)));
    expect(balances.sort((a, b) => b - a)).toEqual([660, ...Array(19).fill(60)]);
  });

  it('credits each of 20 cards of one user who sends all at once', async () => {
    const user = await accounts.add();
    const cards = await makeCards(test.database, { plan: 'month', count: 20, batch: 'twenty' });
    await Promise.all(cards.map((card) => redeem(user, card.code)));
    expect(await accounts.billing.balance(user)).toBe(60 + 20 * 600);
    expect(await accounts.days(user)).toBe(30 + 20 * 30);
  });

  it('tells an unknown, a used and a revoked card apart, and never by whom one was used', async () => {
    const [user, other] = [await accounts.add(), await accounts.add()];
    const [used, revoked] = [await accounts.card('month'), await accounts.card('month')];
    await redeem(other, used);
    await revokeCard(test.database, revoked);
    await expect(redeem(user, unknownCode)).rejects.toMatchObject(atCode('^没有这张卡密'));
    await expect(redeem(user, used)).rejects.toMatchObject(atCode('^这张卡密已被使用。每张卡密只能兑换一次，请向客服核对。$'));
    await expect(redeem(user, revoked)).rejects.toMatchObject(atCode('^这张卡密已作废'));
    expect(await accounts.billing.balance(user)).toBe(60);
  });

  it('keeps a card used when the account that used it is gone', async () => {
    const [user, other] = [await accounts.add(), await accounts.add()];
    const code = await accounts.card('month');
    await redeem(other, code);
    await test.database.delete(users).where(eq(users.id, other));
    await expect(redeem(user, code)).rejects.toMatchObject(atCode('^这张卡密已被使用'));
  });
});

describe('guessing', () => {
  it('is over after 10 failures, for the right code too, and begins anew when they are 15 minutes old', async () => {
    const user = await accounts.add();
    const right = await accounts.card('month');
    for (let i = 0; i < 10; i += 1) await expect(redeem(user, unknownCode)).rejects.toMatchObject({ status: 422 });
    const refused = await redeem(user, right).catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 429, message: expect.stringContaining('15 分钟后再试') });
    const { retryAfter } = refused as { retryAfter: number };
    expect(retryAfter).toBeGreaterThan(14 * 60);
    expect(retryAfter).toBeLessThanOrEqual(15 * 60);

    const ago = (minutes: number) => ({ at: new Date(Date.now() - minutes * 60_000) });
    await test.database.update(redeemFailures).set(ago(14)).where(eq(redeemFailures.userId, user));
    await expect(redeem(user, right)).rejects.toMatchObject({ status: 429 });
    await test.database.update(redeemFailures).set(ago(15)).where(eq(redeemFailures.userId, user));
    expect(await redeem(user, right)).toMatchObject({ points: 660 });
  });

  it('does not slip past the limit when all tries come at once, and is counted for each account by itself', async () => {
    const [user, other] = [await accounts.add(), await accounts.add()];
    const results = await Promise.allSettled(Array.from({ length: 40 }, () => redeem(user, unknownCode)));
    const statuses = results.map((result) => (result.status === 'rejected' ? result.reason.status : 200));
    expect(statuses.filter((status) => status === 422)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
    expect(await redeem(other, await accounts.card('month'))).toMatchObject({ points: 660 });
  });
});
