import type { LedgerKind, LedgerList } from '@oncoloom/contract';
import { and, count, desc, eq } from 'drizzle-orm';
import type { Queryable } from '../platform/postgres/database.ts';
import { ledger } from './tables.ts';

type Task = NonNullable<LedgerList['results'][number]['task']>;

/** What is shown of the user's analyses with these ids; deleted ones are left out. */
export type FindTasks = (db: Queryable, userId: number, ids: readonly number[]) => Promise<ReadonlyMap<number, Task>>;

export interface LedgerPage {
  /** From 1. */
  page: number;
  pageSize: number;
}

/** One page of a user's ledger, newest first. */
export async function readLedger(db: Queryable, userId: number, { page, pageSize }: LedgerPage, findTasks: FindTasks): Promise<LedgerList> {
  const ofUser = eq(ledger.userId, userId);
  const rows = await db
    .select()
    .from(ledger)
    .where(ofUser)
    .orderBy(desc(ledger.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [total] = await db.select({ count: count() }).from(ledger).where(ofUser);
  const ids = rows.flatMap(({ analysisId }) => (analysisId === null ? [] : [analysisId]));
  const tasks = await findTasks(db, userId, [...new Set(ids)]);
  const results = rows.map((row) => ({
    id: row.id,
    time: row.createdAt.toISOString(),
    kind: row.kind,
    change: row.change,
    balance: row.balance,
    reason: row.reason,
    task: (row.analysisId !== null && tasks.get(row.analysisId)) || null,
  }));
  return { results, count: total?.count ?? 0, page, page_size: pageSize, current_page: page };
}

/** How many changes of points of a kind the user has. */
export async function countLedgerRows(db: Queryable, userId: number, kind: LedgerKind): Promise<number> {
  return db.$count(ledger, and(eq(ledger.userId, userId), eq(ledger.kind, kind)));
}
