import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../src/accounts/tables.ts';
import { BillingService } from '../../src/billing/service.ts';
import { ledger, subscriptions } from '../../src/billing/tables.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let test: TestDatabase;
let billing: BillingService;

beforeAll(async () => {
  test = await createTestDatabase();
  billing = new BillingService(test.database);
});
afterAll(() => test.close());

let made = 0;

/** A user with the points of a new account. */
async function newUser(): Promise<number> {
  made += 1;
  const values = { email: `user${made}@example.com`, passwordHash: '-', inviteCode: `code-${made}` };
  return test.database.transaction(async (tx) => {
    const [user] = await tx.insert(users).values(values).returning({ id: users.id });
    if (!user) throw new Error('no user');
    await billing.open(tx, user.id);
    return user.id;
  });
}

async function expire(userId: number): Promise<void> {
  await test.database
    .update(subscriptions)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(subscriptions.userId, userId));
}

async function ledgerSum(userId: number): Promise<number> {
  const [row] = await test.database
    .select({ sum: sql<number>`sum(${ledger.change})::int` })
    .from(ledger)
    .where(eq(ledger.userId, userId));
  return row?.sum ?? 0;
}

const charge = (userId: number, points: number, analysisId: number) =>
  test.database.transaction((tx) => billing.charge(tx, userId, points, '差异分析', analysisId));
const refund = (userId: number, analysisId: number) =>
  test.database.transaction((tx) => billing.refund(tx, userId, analysisId, '任务失败退回'));

describe('points', () => {
  it('start at 60 for 30 days', async () => {
    const user = await newUser();
    const { points, userType, expiredAt } = await billing.subscription(user);
    expect({ points, userType }).toEqual({ points: 60, userType: 'new' });
    expect(Math.round(((expiredAt?.getTime() ?? 0) - Date.now()) / 86_400_000)).toBe(30);
  });

  it('are spent exactly under 50 parallel charges on points for 10', async () => {
    const user = await newUser();
    const results = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => charge(user, 6, 1000 + i)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(10);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 406 });
    expect(await billing.balance(user)).toBe(0);
    expect(await ledgerSum(user)).toBe(0);
  });

  it('are refused with the numbers that matter', async () => {
    const user = await newUser();
    await expect(charge(user, 100, 1)).rejects.toMatchObject({
      status: 406,
      message: '点数不够：这次需要 100 点，余额 60 点。续费后可直接提交，填写的内容都会保留。',
    });
  });

  it('come back once, however often a refund is asked for', async () => {
    const user = await newUser();
    await charge(user, 10, 2000);
    const given = await Promise.all(Array.from({ length: 10 }, () => refund(user, 2000)));
    expect(given.reduce((a, b) => a + b)).toBe(10);
    expect(await billing.balance(user)).toBe(60);
    expect(await refund(user, 2001)).toBe(0);
  });

  it('do not move when the transaction that took them rolls back', async () => {
    const user = await newUser();
    const failing = test.database.transaction(async (tx) => {
      await billing.charge(tx, user, 10, '差异分析', 3000);
      throw new Error('crash');
    });
    await expect(failing).rejects.toThrow('crash');
    expect(await billing.balance(user)).toBe(60);
    expect(await ledgerSum(user)).toBe(60);
  });

  it('count as 0 after expiry, and the ledger says so at the next change', async () => {
    const user = await newUser();
    await charge(user, 10, 4000);
    await expire(user);
    expect(await billing.balance(user)).toBe(0);
    await expect(charge(user, 1, 4001)).rejects.toMatchObject({ status: 406 });
    expect(await refund(user, 4000)).toBe(10);
    expect(await billing.balance(user)).toBe(0);
    expect(await ledgerSum(user)).toBe(0);
  });

  it('of an expired plan open no premium analysis', async () => {
    const user = await newUser();
    await expect(billing.requirePlan(user)).rejects.toMatchObject({ status: 406 });
    await test.database.update(subscriptions).set({ userType: 'pay' }).where(eq(subscriptions.userId, user));
    await billing.requirePlan(user);
    await expire(user);
    await expect(billing.requirePlan(user)).rejects.toMatchObject({ status: 406 });
  });
});
