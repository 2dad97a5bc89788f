import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomOperationsBundle } from '../../../../scripts/setup/build.mjs';
import { ROOT } from '../../src/platform/root.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { TestAccounts } from './accounts.ts';
import type { Told } from './random-operations.ts';

/**
 * 10,000 random operations on points by processes that are killed with SIGKILL again and again, over connections that
 * PostgreSQL ends in the middle of their transactions. Afterwards everything must agree, and everything that a process was told
 * to be done must be there.
 */

const OPERATIONS = 10_000;
const USERS = 12;
/** Two processes run at once; after so many operations of both, the older one is killed. */
const OPERATIONS_PER_KILL = 1_250;
/** After so many, an open transaction loses its connection. */
const OPERATIONS_PER_CUT = 30;
const PATIENCE_MS = 150_000;

/** A run that went wrong is tried again with ONCOLOOM_TEST_SEED. */
const seed = Number(process.env.ONCOLOOM_TEST_SEED ?? randomInt(2 ** 31));

let test: TestDatabase;
let accounts: TestAccounts;
const users: number[] = [];
const told: Told[] = [];
const children = new Set<ChildProcess>();
let started = 0;
let killed = 0;
let cut = 0;

function start(): void {
  const child = spawn(process.execPath, [randomOperationsBundle, test.url, String(seed + started), users.join()], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started += 1;
  children.add(child);
  // A line that the kill cut off is an operation of which nobody was told.
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.endsWith('}')) told.push(JSON.parse(line) as Told);
  });
}

/** kill -9; answers when the process is gone. */
async function kill(child: ChildProcess): Promise<void> {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) throw new Error(`a process ended by itself with ${child.exitCode}`);
  const gone = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGKILL');
  await gone;
  killed += 1;
}

/** Ends the connection of a transaction that is open at this moment. */
async function cutTransaction(): Promise<void> {
  const { rows } = await test.database.execute<{ cut: boolean }>(sql`
    SELECT pg_terminate_backend(pid) AS cut FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
      AND application_name <> ${`oncoloom/${process.pid}`}
    ORDER BY random() LIMIT 1`);
  cut += rows.filter((row) => row.cut).length;
}

async function replaceOldest(): Promise<void> {
  const [oldest] = children;
  start();
  if (oldest) await kill(oldest);
}

beforeAll(async () => {
  test = await createTestDatabase();
  accounts = new TestAccounts(test.database);
  for (let i = 0; i < USERS; i += 1) users.push(await accounts.add());
  console.log(`seed ${seed}: ONCOLOOM_TEST_SEED=${seed} does the same operations`);
  start();
  start();
  const deadline = Date.now() + PATIENCE_MS;
  while (told.length < OPERATIONS) {
    if (Date.now() > deadline) throw new Error(`only ${told.length} operations in ${PATIENCE_MS} ms`);
    await wait(5);
    if (told.length > cut * OPERATIONS_PER_CUT) await cutTransaction();
    if (told.length > (killed + 1) * OPERATIONS_PER_KILL) await replaceOldest();
  }
  await Promise.all([...children].map(kill));
  console.log(`${told.length} operations told, ${killed} processes killed, ${cut} transactions cut`);
}, PATIENCE_MS + 30_000);
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await test.close();
});

/** Rows of a query that looks for a disagreement. */
const disagreeing = async (query: ReturnType<typeof sql>) => (await test.database.execute(query)).rows;

const doneIds = (operation: string) => told.filter((one) => one.operation === operation && one.outcome === 'done');

describe('after 10,000 random operations with crashes in between', () => {
  it('the crashes hit: processes died, transactions were cut, and nothing else went wrong', () => {
    expect(killed).toBeGreaterThanOrEqual(9);
    expect(cut).toBeGreaterThan(100);
    expect(told.filter((one) => one.outcome === 'away').length).toBeGreaterThan(50);
    expect(told.filter((one) => one.outcome === 'wrong')).toEqual([]);
    for (const operation of ['create', 'fail', 'give', 'redeem', 'expire', 'look']) expect(doneIds(operation).length).toBeGreaterThan(50);
  });

  it('the sum of each ledger is the balance', async () => {
    const rows = await disagreeing(sql`
      SELECT s.user_id, s.points, sum(l.change)::int AS sum FROM subscriptions s JOIN points_ledger l USING (user_id)
      GROUP BY s.user_id, s.points HAVING sum(l.change) <> s.points`);
    expect(rows).toEqual([]);
    // The same as the service reads it, with expiries that have come due.
    for (const user of users) {
      await accounts.rows(user);
      expect(await accounts.ledgerSum(user)).toBe(await accounts.billing.balance(user));
    }
  });

  it('every row says the balance that the rows before it make, and none is below 0', async () => {
    const rows = await disagreeing(sql`
      SELECT * FROM (SELECT id, user_id, balance, sum(change) OVER (PARTITION BY user_id ORDER BY id)::int AS sum FROM points_ledger) rows
      WHERE balance <> sum OR balance < 0`);
    expect(rows).toEqual([]);
  });

  it('every task was paid for once, and given back once if it failed', async () => {
    const rows = await disagreeing(sql`
      SELECT a.id, a.status, count(*) FILTER (WHERE l.kind = 'charge') AS charges, count(*) FILTER (WHERE l.kind = 'refund') AS refunds,
        sum(l.change)::int AS sum
      FROM analyses a LEFT JOIN points_ledger l ON l.analysis_id = a.id AND l.user_id = a.user_id
      GROUP BY a.id, a.status, a.points
      HAVING count(*) FILTER (WHERE l.kind = 'charge') <> 1
        OR count(*) FILTER (WHERE l.kind = 'refund') <> CASE a.status WHEN 'failed' THEN 1 ELSE 0 END
        OR sum(l.change) <> CASE a.status WHEN 'failed' THEN 0 ELSE -a.points END`);
    expect(rows).toEqual([]);
    const paidWithoutTask = sql`
      SELECT id FROM points_ledger l WHERE analysis_id IS NOT NULL AND NOT EXISTS (SELECT FROM analyses a WHERE a.id = l.analysis_id)`;
    expect(await disagreeing(paidWithoutTask)).toEqual([]);
  });

  it('every redeemed card was credited once, and no account has used two trials', async () => {
    const rows = await disagreeing(sql`
      SELECT s.user_id, s.has_used_trial_card, cards.redeemed, cards.trials, credits.count
      FROM subscriptions s,
        LATERAL (SELECT count(*) AS redeemed, count(*) FILTER (WHERE plan_id = 'trial') AS trials FROM cards WHERE redeemed_by = s.user_id) cards,
        LATERAL (SELECT count(*) FROM points_ledger WHERE kind = 'plan' AND user_id = s.user_id) credits
      WHERE cards.redeemed <> credits.count OR cards.trials > 1 OR (cards.trials = 1) <> s.has_used_trial_card`);
    expect(rows).toEqual([]);
  });

  it('nothing is lost that a process was told to be done', async () => {
    const { rows: entries } = await test.database.execute<{ kind: string; analysis: number }>(
      sql`SELECT kind, analysis_id::int AS analysis FROM points_ledger WHERE analysis_id IS NOT NULL`,
    );
    const has = (kind: string) => new Set(entries.filter((entry) => entry.kind === kind).map((entry) => entry.analysis));
    const [charges, refunds] = [has('charge'), has('refund')];
    const isLost = (kept: ReadonlySet<number>) => (one: Told) => one.analysis !== undefined && !kept.has(one.analysis);
    expect(doneIds('create').filter(isLost(charges))).toEqual([]);
    expect(doneIds('fail').filter(isLost(refunds))).toEqual([]);
    const { rows: cards } = await test.database.execute<{ code: string }>(sql`SELECT code FROM cards WHERE redeemed_at IS NOT NULL`);
    const redeemed = new Set(cards.map((card) => card.code));
    expect(doneIds('redeem').filter((one) => !redeemed.has(one.card ?? ''))).toEqual([]);
  });
});
