import { and, eq, sql } from 'drizzle-orm';
import { analyses } from '../../src/analyses/tables.ts';
import { createBilling } from '../../src/assemble.ts';
import { makeCards } from '../../src/billing/cards.ts';
import { redeemCard } from '../../src/billing/redemption.ts';
import { redeemFailures, subscriptions } from '../../src/billing/tables.ts';
import { ApiError } from '../../src/platform/errors.ts';
import { createLog } from '../../src/platform/log.ts';
import { isDatabaseAway, openDatabase } from '../../src/platform/postgres/database.ts';

/**
 * A process that does random things to the points of some users, several at once, until it is killed: what the server does
 * when it creates, fails and redeems, by the same services in the same transactions. Tells of each operation once it has
 * ended, one line of JSON each. Arguments: database address, seed, users' ids with commas between.
 */

/** What the test reads. `done` is what the process was told to be committed. */
export interface Told {
  operation: string;
  outcome: 'done' | 'refused' | 'away' | 'wrong';
  analysis?: number;
  card?: string;
  error?: string;
}

const [url = '', seed = '0', ids = ''] = process.argv.slice(2);
const users = ids.split(',').map(Number);
const AT_ONCE = 6;

/** Mulberry32: the same seed gives the same operations in the same order. */
function generator(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = generator(Number(seed));
const below = (limit: number): number => Math.floor(random() * limit);
const anyUser = (): number => users[below(users.length)] ?? 0;

const database = openDatabase(url, createLog('silent'), AT_ONCE + 2);
const billing = createBilling(database);
const parts = { database, billing };
const created: { user: number; analysis: number }[] = [];

type Operation = () => Promise<Pick<Told, 'analysis' | 'card'>>;

/** As a creation does: the task and its price, or neither. */
async function create(): Promise<{ analysis: number }> {
  const [userId, points] = [anyUser(), 1 + below(12)];
  const task = { taskType: 'volcano_plot_analysis', toolVersion: '1.0.0', family: 'plotting', name: '火山图', status: 'pending' } as const;
  const analysis = await database.transaction(async (tx) => {
    const values = { ...task, userId, points, values: {}, inputs: [], example: false };
    const [row] = await tx.insert(analyses).values(values).returning({ id: analyses.id });
    if (!row) throw new Error('no row');
    await billing.charge(tx, userId, points, '火山图', row.id);
    return row.id;
  });
  created.push({ user: userId, analysis });
  return { analysis };
}

/** As a failure does: the status and the refund, or neither. Some fail twice, and at once. */
async function fail(): Promise<{ analysis?: number }> {
  const chosen = created[below(created.length)];
  if (!chosen) return {};
  const { user, analysis } = chosen;
  await database.transaction(async (tx) => {
    await tx
      .update(analyses)
      .set({ status: 'failed' })
      .where(and(eq(analyses.id, analysis), eq(analyses.status, 'pending')));
    await billing.refund(tx, user, analysis, '失败，退回');
  });
  return { analysis };
}

async function give(): Promise<object> {
  const [userId, points] = [anyUser(), 1 + below(30)];
  await database.transaction((tx) => billing.grant(tx, userId, { kind: 'grant', points, reason: '赠送' }));
  return {};
}

/** The same card twice at once: one of them must be refused. */
async function redeem(): Promise<{ card: string }> {
  const userId = anyUser();
  const [made] = await makeCards(database, { plan: random() < 0.2 ? 'trial' : 'month', count: 1, batch: 'random' });
  const card = made?.code ?? '';
  const results = await Promise.allSettled([redeemCard(parts, userId, card), redeemCard(parts, userId, card)]);
  if (results.every((result) => result.status === 'fulfilled')) throw new Error(`card ${card} was redeemed twice`);
  const refusal = results.find((result) => result.status === 'rejected');
  if (refusal && results.every((result) => result.status === 'rejected')) throw refusal.reason;
  return { card };
}

async function expire(): Promise<object> {
  const past = { expiresAt: new Date(Date.now() - 1000) };
  await database.update(subscriptions).set(past).where(eq(subscriptions.userId, anyUser()));
  // Else nearly every redemption would soon be refused unseen.
  await database.delete(redeemFailures).where(sql`${redeemFailures.userId} = ${anyUser()}`);
  return {};
}

async function look(): Promise<object> {
  await billing.ledger(anyUser(), { page: 1 + below(3), pageSize: 10 });
  return {};
}

const OPERATIONS: [share: number, name: string, run: Operation][] = [
  [0.4, 'create', create],
  [0.22, 'fail', fail],
  [0.14, 'give', give],
  [0.08, 'redeem', redeem],
  [0.04, 'expire', expire],
  [0.12, 'look', look],
];

function pick(): [name: string, run: Operation] {
  let left = random();
  for (const [share, name, run] of OPERATIONS) {
    left -= share;
    if (left < 0) return [name, run];
  }
  return ['look', look];
}

async function tell(name: string, run: Operation): Promise<Told> {
  try {
    return { operation: name, outcome: 'done', ...(await run()) };
  } catch (error) {
    if (error instanceof ApiError) return { operation: name, outcome: 'refused' };
    if (isDatabaseAway(error)) return { operation: name, outcome: 'away' };
    return {
      operation: name,
      outcome: 'wrong',
      error: error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error),
    };
  }
}

/** Ends with its process. */
async function work(): Promise<void> {
  for (;;) {
    const told = await tell(...pick());
    process.stdout.write(`${JSON.stringify(told)}\n`);
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, work));
