import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../platform/postgres/database.ts';
import { effective, type Subscription } from './service.ts';
import { ledger, subscriptions } from './tables.ts';

/** Plans and points of several users as they count now. */
export async function subscriptionsOf(db: Queryable, userIds: readonly number[]): Promise<Map<number, Subscription>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(subscriptions)
    .where(inArray(subscriptions.userId, [...userIds]));
  return new Map(rows.map((row) => [row.userId, effective(row)]));
}

export interface LedgerFault {
  userId: number;
  /** As the subscription says. */
  points: number;
  /** Sum of the ledger's changes. */
  sum: number;
  /** The last row's balance. */
  last: number;
}

/** Users whose points are not what their ledger adds up to. Empty, or something is wrong. */
export async function ledgerFaults(db: Queryable): Promise<LedgerFault[]> {
  const sums = db
    .select({
      userId: ledger.userId,
      sum: sql<number>`sum(${ledger.change})::int`.as('sum'),
      last: sql<number>`(array_agg(${ledger.balance} ORDER BY ${ledger.id} DESC))[1]`.as('last'),
    })
    .from(ledger)
    .groupBy(ledger.userId)
    .as('sums');
  const sum = sql<number>`coalesce(${sums.sum}, 0)`;
  const last = sql<number>`coalesce(${sums.last}, 0)`;
  return db
    .select({ userId: subscriptions.userId, points: subscriptions.points, sum, last })
    .from(subscriptions)
    .leftJoin(sums, eq(sums.userId, subscriptions.userId))
    .where(sql`${subscriptions.points} <> ${sum} OR ${subscriptions.points} <> ${last}`)
    .orderBy(subscriptions.userId);
}

export type SpentPoints = Pick<typeof ledger.$inferSelect, 'id' | 'kind' | 'change' | 'createdAt'>;

/** What all users have paid and got back since then. */
export async function spentSince(db: Queryable, since: Date): Promise<SpentPoints[]> {
  const { id, kind, change, createdAt } = ledger;
  return db
    .select({ id, kind, change, createdAt })
    .from(ledger)
    .where(and(inArray(ledger.kind, ['charge', 'refund']), gte(ledger.createdAt, since)));
}
