import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BillingService } from '../../src/billing/service.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { TestAccounts } from './accounts.ts';
import { createTestAnalyses, volcano } from './analyses.ts';

let test: TestDatabase;
let accounts: TestAccounts;
let billing: BillingService;

beforeAll(async () => {
  test = await createTestDatabase();
  accounts = new TestAccounts(test.database);
  billing = accounts.billing;
});
afterAll(() => test.close());

const charge = (userId: number, points: number, analysisId: number) =>
  test.database.transaction((tx) => billing.charge(tx, userId, points, '差异分析', analysisId));
const refund = (userId: number, analysisId: number) =>
  test.database.transaction((tx) => billing.refund(tx, userId, analysisId, '任务失败退回'));

describe('points', () => {
  it('start at 60 for 30 days', async () => {
    const user = await accounts.add();
    const { points, userType, expiredAt } = await billing.subscription(user);
    expect({ points, userType }).toEqual({ points: 60, userType: 'new' });
    expect(Math.round(((expiredAt?.getTime() ?? 0) - Date.now()) / 86_400_000)).toBe(30);
  });

  it('are spent exactly under 50 parallel charges on points for 10', async () => {
    const user = await accounts.add();
    const results = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => charge(user, 6, 1000 + i)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(10);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 406 });
    expect(await billing.balance(user)).toBe(0);
    expect(await accounts.ledgerSum(user)).toBe(0);
  });

  it('for 10 analyses make exactly 10 of 50 that are created at once', async () => {
    const { analyses, close } = await createTestAnalyses(test);
    try {
      const user = await accounts.add();
      // A paying user may have a hundred waiting: only the points are short.
      await accounts.set(user, { userType: 'pay' });
      await charge(user, 50, 5000);
      const results = await Promise.allSettled(Array.from({ length: 50 }, () => analyses.create(user, volcano())));
      const created = results.filter((result) => result.status === 'fulfilled').map((result) => result.value.remaining_points);
      expect(created.sort((a, b) => b - a)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
      for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 406, code: 'points' });
      expect((await analyses.list(user, { page: 1, pageSize: 100 })).count).toBe(10);
      expect(await billing.balance(user)).toBe(0);
      expect(await accounts.ledgerSum(user)).toBe(0);
    } finally {
      await close();
    }
  });

  it('are refused with the numbers that matter', async () => {
    const user = await accounts.add();
    await expect(charge(user, 100, 1)).rejects.toMatchObject({
      status: 406,
      message: '点数不够：这次需要 100 点，余额 60 点。续费后可直接提交，填写的内容都会保留。',
    });
  });

  it('come back once, however often a refund is asked for', async () => {
    const user = await accounts.add();
    await charge(user, 10, 2000);
    const given = await Promise.all(Array.from({ length: 10 }, () => refund(user, 2000)));
    expect(given.reduce((a, b) => a + b)).toBe(10);
    expect(await billing.balance(user)).toBe(60);
    expect(await refund(user, 2001)).toBe(0);
  });

  it('do not move when the transaction that took them rolls back', async () => {
    const user = await accounts.add();
    const failing = test.database.transaction(async (tx) => {
      await billing.charge(tx, user, 10, '差异分析', 3000);
      throw new Error('crash');
    });
    await expect(failing).rejects.toThrow('crash');
    expect(await billing.balance(user)).toBe(60);
    expect(await accounts.ledgerSum(user)).toBe(60);
  });

  it('count as 0 after expiry, and the ledger says so at the next change', async () => {
    const user = await accounts.add();
    await charge(user, 10, 4000);
    await accounts.expire(user);
    expect(await billing.balance(user)).toBe(0);
    await expect(charge(user, 1, 4001)).rejects.toMatchObject({ status: 406 });
    expect(await refund(user, 4000)).toBe(10);
    expect(await billing.balance(user)).toBe(0);
    expect(await accounts.ledgerSum(user)).toBe(0);
  });

  it('of an expired plan open no premium analysis', async () => {
    const user = await accounts.add();
    await expect(billing.requirePlan(user)).rejects.toMatchObject({ status: 406 });
    await accounts.set(user, { userType: 'pay' });
    await billing.requirePlan(user);
    await accounts.expire(user);
    await expect(billing.requirePlan(user)).rejects.toMatchObject({ status: 406 });
  });
});
