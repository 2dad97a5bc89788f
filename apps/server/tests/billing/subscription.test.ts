import { TRIAL_CARD } from '@oncoloom/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyses } from '../../src/analyses/tables.ts';
import { redeemCard } from '../../src/billing/redemption.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { DAY_MS, TestAccounts } from './accounts.ts';

let test: TestDatabase;
let accounts: TestAccounts;

beforeAll(async () => {
  test = await createTestDatabase();
  accounts = new TestAccounts(test.database);
});
afterAll(() => test.close());

async function redeem(userId: number, plan: Parameters<TestAccounts['card']>[0]) {
  return redeemCard({ database: test.database, billing: accounts.billing }, userId, await accounts.card(plan));
}
const grant = (userId: number, points: number, kind: 'referral' | 'note' | 'grant' = 'grant') =>
  test.database.transaction((tx) => accounts.billing.grant(tx, userId, { kind, points, reason: '赠送' }));

const balances = (rows: readonly { change: number; balance: number }[]) => rows.map(({ change, balance }) => [change, balance]);

describe('a renewal', () => {
  it('before the expiry extends all points of the account', async () => {
    const user = await accounts.add();
    await redeem(user, 'month');
    await redeem(user, 'quarter');
    expect(await accounts.days(user)).toBe(30 + 30 + 90);
    expect(await accounts.billing.status(user)).toMatchObject({
      user_type: 'pay',
      plan: 'quarter',
      points: 60 + 600 + 2000,
      days_left: 150,
    });
  });

  it('after the expiry counts from now, and what had expired stays lost', async () => {
    const user = await accounts.add();
    await redeem(user, 'year');
    await accounts.expire(user);
    await redeem(user, 'month');
    expect(await accounts.days(user)).toBe(30);
    expect(await accounts.billing.status(user)).toMatchObject({ user_type: 'pay', plan: 'month', points: 600, days_left: 30 });
    expect(balances(await accounts.rows(user))).toEqual([
      [600, 600],
      [-8060, 0],
      [8000, 8060],
      [60, 60],
    ]);
  });

  it('leaves points that never expire as they are', async () => {
    const user = await accounts.add();
    await accounts.set(user, { expiresAt: null });
    expect(await redeem(user, 'month')).toMatchObject({ points: 660, expired_at: null });
    expect(await accounts.billing.status(user)).toMatchObject({ user_type: 'pay', days_left: null });
  });
});

describe('an expiry', () => {
  it('makes the type new and the points 0 at once, keeps the plan that was, and is dated when it was', async () => {
    const user = await accounts.add();
    await redeem(user, 'month');
    const past = new Date(Date.now() - 3 * DAY_MS);
    await accounts.set(user, { expiresAt: past });
    expect(await accounts.billing.status(user)).toEqual({
      user_type: 'new',
      plan: 'month',
      points: 0,
      expired_at: past.toISOString(),
      days_left: 0,
      has_used_trial_card: false,
    });
    // Reading the ledger is enough to write the expiry, once, however many read.
    const [rows] = await Promise.all(Array.from({ length: 10 }, () => accounts.rows(user)));
    expect(rows?.[0]).toMatchObject({ change: -660, balance: 0, reason: '点数到期', time: past.toISOString() });
    expect(await accounts.rows(user)).toHaveLength(3);
    expect(await accounts.ledgerSum(user)).toBe(0);
  });

  it('shows the last day as one', async () => {
    const user = await accounts.add();
    await accounts.set(user, { expiresAt: new Date(Date.now() + 60_000) });
    expect((await accounts.billing.status(user)).days_left).toBe(1);
  });
});

describe('a trial card', () => {
  it('opens premium analyses for a new account', async () => {
    const user = await accounts.add();
    await redeem(user, 'trial');
    await accounts.billing.requirePlan(user);
    expect(await accounts.days(user)).toBe(30 + TRIAL_CARD.days);
    expect(await accounts.billing.status(user)).toMatchObject({
      user_type: 'trial',
      plan: 'trial',
      points: 160,
      has_used_trial_card: true,
    });
  });

  it('works once per account; the second one stays unused', async () => {
    const [user, other] = [await accounts.add(), await accounts.add()];
    await redeem(user, 'trial');
    const second = await accounts.card('trial');
    const parts = { database: test.database, billing: accounts.billing };
    await expect(redeemCard(parts, user, second)).rejects.toMatchObject({
      status: 422,
      errors: [{ field: 'card_code', detail: expect.stringContaining('每个账号只能用一张体验卡') }],
    });
    expect(await redeemCard(parts, other, second)).toMatchObject({ points: 160 });
  });

  it('works once per account also when two are sent at once, and after the first has expired', async () => {
    const user = await accounts.add();
    const results = await Promise.allSettled([redeem(user, 'trial'), redeem(user, 'trial')]);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    await accounts.expire(user);
    await expect(redeem(user, 'trial')).rejects.toMatchObject({ status: 422 });
    expect(await accounts.billing.balance(user)).toBe(0);
  });

  it('adds its points to a paid plan, counts as used, and changes neither type, plan nor expiry', async () => {
    const user = await accounts.add();
    await redeem(user, 'year');
    const before = await accounts.billing.subscription(user);
    await redeem(user, 'trial');
    const after = await accounts.billing.subscription(user);
    expect(after).toEqual({ ...before, points: before.points + 100, hasUsedTrialCard: true });
    expect(after).toMatchObject({ userType: 'pay', planId: 'year' });
    await expect(redeem(user, 'trial')).rejects.toMatchObject({ status: 422 });
  });

  it('of an account whose paid plan has expired starts a trial', async () => {
    const user = await accounts.add();
    await redeem(user, 'month');
    await accounts.expire(user);
    await redeem(user, 'trial');
    expect(await accounts.billing.status(user)).toMatchObject({ user_type: 'trial', plan: 'trial', points: 100, days_left: 7 });
  });

  it('is followed by a plan that keeps its days and points', async () => {
    const user = await accounts.add();
    await redeem(user, 'trial');
    await redeem(user, 'month');
    expect(await accounts.days(user)).toBe(30 + 7 + 30);
    expect(await accounts.billing.status(user)).toMatchObject({ user_type: 'pay', plan: 'month', points: 760, has_used_trial_card: true });
  });
});

describe('points that are given', () => {
  it('keep the expiry of the account', async () => {
    const user = await accounts.add();
    const { expiredAt } = await accounts.billing.subscription(user);
    expect(await grant(user, 50, 'referral')).toBe(110);
    expect(await accounts.billing.subscription(user)).toMatchObject({ points: 110, expiredAt, userType: 'new' });
  });

  it('to an account whose points have expired are valid for 30 days, and bring nothing back', async () => {
    const user = await accounts.add();
    await redeem(user, 'month');
    await accounts.expire(user);
    expect(await grant(user, 50)).toBe(50);
    expect(await accounts.days(user)).toBe(30);
    expect(await accounts.billing.status(user)).toMatchObject({ user_type: 'new', points: 50 });
    expect(await accounts.ledgerSum(user)).toBe(50);
  });

  it('for a note come once, also when two operators give them at once', async () => {
    const user = await accounts.add();
    expect(await accounts.billing.isNoteRewarded(user)).toBe(false);
    const results = await Promise.allSettled([grant(user, 50, 'note'), grant(user, 50, 'note')]);
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(grant(user, 50, 'note')).rejects.toMatchObject({ status: 409 });
    expect(await accounts.billing.isNoteRewarded(user)).toBe(true);
    expect(await accounts.billing.balance(user)).toBe(110);
  });

  it.each([0, -5, 1.5])('are never %s', async (points) => {
    const user = await accounts.add();
    await expect(grant(user, points)).rejects.toThrow('above 0');
    expect(await accounts.rows(user)).toHaveLength(1);
  });
});

describe('the ledger', () => {
  async function analysisOf(userId: number, name: string): Promise<number> {
    const [row] = await test.database
      .insert(analyses)
      .values({
        userId,
        taskType: 'volcano_plot_analysis',
        toolVersion: '1.0.0',
        family: 'plotting',
        name,
        status: 'failed',
        values: {},
        inputs: [],
        points: 1,
        example: false,
      })
      .returning({ id: analyses.id });
    if (!row) throw new Error('no analysis');
    return row.id;
  }
  const charge = (userId: number, id: number) => test.database.transaction((tx) => accounts.billing.charge(tx, userId, 1, '火山图', id));

  it('comes in pages, newest first, each row once', async () => {
    const user = await accounts.add();
    for (let i = 1; i <= 22; i += 1) await grant(user, i);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => accounts.billing.ledger(user, { page, pageSize: 10 })));
    expect(
      pages.map(({ results, count, page, page_size, current_page }) => [results.length, count, page, page_size, current_page]),
    ).toEqual([
      [10, 23, 1, 10, 1],
      [10, 23, 2, 10, 2],
      [3, 23, 3, 10, 3],
      [0, 23, 4, 10, 4],
    ]);
    const rows = pages.flatMap(({ results }) => results);
    expect(rows.map((row) => row.change)).toEqual([...Array.from({ length: 22 }, (_, i) => 22 - i), 60]);
    expect(rows[0]?.balance).toBe(await accounts.billing.balance(user));
  });

  it('names the analysis that a change belongs to, and none where there is none or it was deleted', async () => {
    const user = await accounts.add();
    const [kept, deleted] = [await analysisOf(user, '我的火山图'), await analysisOf(user, '删掉的')];
    await charge(user, kept);
    await charge(user, deleted);
    await test.database.transaction((tx) => accounts.billing.refund(tx, user, kept, '失败，退回'));
    await test.database.delete(analyses).where(eq(analyses.id, deleted));
    const task = { id: kept, name: '我的火山图', task_type: 'volcano_plot_analysis', family: 'plotting' };
    expect((await accounts.rows(user)).map((row) => [row.change, row.task])).toEqual([
      [1, task],
      [-1, null],
      [-1, task],
      [60, null],
    ]);
  });

  it('shows nothing of another user', async () => {
    const [user, other] = [await accounts.add(), await accounts.add()];
    await charge(other, await analysisOf(other, '别人的'));
    expect(await accounts.rows(user)).toHaveLength(1);
    // Even a row that named another's analysis would not show it.
    await charge(user, await analysisOf(other, '别人的'));
    expect((await accounts.rows(user))[0]).toMatchObject({ change: -1, task: null });
  });
});
