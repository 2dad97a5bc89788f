import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '../platform/postgres/database.ts';
import type { Queue } from '../platform/queue.ts';
import { CANCEL_CHANNEL, cancelWord } from './run/cancel.ts';
import { analyses } from './tables.ts';

/** The user's account goes in this transaction: what waits leaves the queue, what runs is stopped when it commits. */
export async function abandonAnalyses(queue: Pick<Queue, 'remove'>, tx: Transaction, userId: number): Promise<void> {
  const unfinished = await tx
    .select({ id: analyses.id, queueJob: analyses.queueJob })
    .from(analyses)
    .where(and(eq(analyses.userId, userId), inArray(analyses.status, ['pending', 'running'])));
  for (const { id, queueJob } of unfinished) {
    if (queueJob !== null) await queue.remove(tx, queueJob);
    await tx.execute(sql`SELECT pg_notify(${CANCEL_CHANNEL}, ${cancelWord(id)})`);
  }
}
