import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyses as analysesTable } from '../../src/analyses/tables.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createTestAnalyses, type TestAnalyses, volcano } from './analyses.ts';

/** What is free because it was run to the end before, and what needs a plan. The run itself is the whole server's test. */

let test: TestDatabase;
let made: TestAnalyses;

beforeAll(async () => {
  test = await createTestDatabase();
  made = await createTestAnalyses(test);
});
afterAll(async () => {
  await made.close();
  await test.close();
});

async function end(id: number, status: 'completed' | 'failed'): Promise<void> {
  await test.database.update(analysesTable).set({ status, finishedAt: new Date() }).where(eq(analysesTable.id, id));
}

/** A user who has run the volcano plot to the end. */
async function userWithCompleted(fields: Record<string, unknown> = {}, analyses = made.analyses): Promise<{ user: number; id: number }> {
  const user = await made.accounts.add();
  const { id } = await analyses.create(user, volcano(fields));
  await end(id, 'completed');
  return { user, id };
}

/** What a request costs, as it is estimated; the creation must take the same. */
async function priceOf(user: number, body: Record<string, unknown>, analyses = made.analyses): Promise<number> {
  const { points } = await analyses.estimate(user, body);
  const before = await made.accounts.billing.balance(user);
  const created = await analyses.create(user, body);
  expect(created).toMatchObject({ points_consumed: points, remaining_points: before - points });
  expect(await made.accounts.billing.balance(user)).toBe(before - points);
  return points;
}

describe('an identical run of a completed analysis', () => {
  it('costs nothing and leaves no row in the ledger', async () => {
    const { user } = await userWithCompleted();
    expect(await priceOf(user, volcano())).toBe(0);
    expect((await made.accounts.rows(user)).map((row) => row.change)).toEqual([-1, 60]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['another name', { task_name: '换个名字' }],
    ['other colours', { up_color: '#D55E00', nochange_color: '#BBBBBB' }],
    ['what was the default said aloud', { log2fc: '1', padj: 0.05 }],
    ['the columns named that were found', { gene_column: 'gene', log2fc_column: 'logFC', p_column: 'P.Value' }],
  ])('is one with %s', async (_, fields) => {
    const { user } = await userWithCompleted();
    expect(await priceOf(user, volcano(fields))).toBe(0);
  });

  it.each<[string, Record<string, unknown>]>([
    ['another threshold', { log2fc: 1.5 }],
    ['more labels', { label_top: 20 }],
    ['another cell in the table', { table: { columns: ['gene', 'logFC', 'P.Value'], rows: [['TP53', '1.8', '0.002']] } }],
  ])('is not one with %s', async (_, fields) => {
    const { user } = await userWithCompleted();
    expect(await priceOf(user, volcano(fields))).toBe(1);
  });

  it('is free when it is asked for as a run of the old one again', async () => {
    const { user, id } = await userWithCompleted({ log2fc: 2 });
    expect(await made.analyses.rerun(user, id)).toMatchObject({ points_consumed: 0, remaining_points: 59 });
  });

  it('costs again after a failure, after a cancellation, and while the first still waits', async () => {
    const user = await made.accounts.add();
    const failed = await made.analyses.create(user, volcano());
    await end(failed.id, 'failed');
    expect(await priceOf(user, volcano())).toBe(1);
    const cancelled = await made.analyses.create(user, volcano());
    await made.analyses.cancel(user, cancelled.id);
    expect(await priceOf(user, volcano())).toBe(1);
  });

  it('costs again when the completed one was deleted, and for another user', async () => {
    const { user, id } = await userWithCompleted();
    expect(await priceOf(await made.accounts.add(), volcano())).toBe(1);
    await made.analyses.remove(user, id);
    expect(await priceOf(user, volcano())).toBe(1);
  });

  it('costs again with another version of the tool, also when an update came between creation and run', async () => {
    const { user, id } = await userWithCompleted();
    expect(await priceOf(user, volcano(), made.onTerms({ version: '9.0.0' }))).toBe(1);
    await test.database.update(analysesTable).set({ toolVersion: '9.0.0' }).where(eq(analysesTable.id, id));
    expect(await priceOf(user, volcano())).toBe(1);
  });

  it('that fails gives nothing back, since it took nothing', async () => {
    const { user } = await userWithCompleted();
    const again = await made.analyses.create(user, volcano());
    await made.analyses.cancel(user, again.id);
    expect(await made.accounts.billing.balance(user)).toBe(59);
    expect(await made.accounts.ledgerSum(user)).toBe(59);
  });
});

describe('a premium analysis', () => {
  it('is refused without a plan and takes nothing', async () => {
    const user = await made.accounts.add();
    const premium = made.onTerms({ premium: true });
    await expect(premium.create(user, volcano())).rejects.toMatchObject({ status: 406, code: 'plan' });
    expect(await made.accounts.rows(user)).toHaveLength(1);
    expect((await premium.list(user, { page: 1, pageSize: 10 })).count).toBe(0);
  });

  it.each(['trial', 'pay'] as const)('runs for %s while the points are valid, and not after', async (userType) => {
    const user = await made.accounts.add();
    const premium = made.onTerms({ premium: true });
    await made.accounts.set(user, { userType });
    expect(await premium.create(user, volcano())).toMatchObject({ points_consumed: 1, remaining_points: 59 });
    await made.accounts.expire(user);
    await expect(premium.create(user, volcano({ log2fc: 3 }))).rejects.toMatchObject({ status: 406, code: 'plan' });
  });

  it('that was completed under a plan runs again, identically, without one', async () => {
    const premium = made.onTerms({ premium: true });
    const user = await made.accounts.add();
    await made.accounts.set(user, { userType: 'pay' });
    const { id } = await premium.create(user, volcano());
    await end(id, 'completed');
    await made.accounts.expire(user);
    expect(await priceOf(user, volcano(), premium)).toBe(0);
    await expect(premium.create(user, volcano({ padj: 0.01 }))).rejects.toMatchObject({ status: 406, code: 'plan' });
  });
});
