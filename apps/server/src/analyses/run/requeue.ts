import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { BillingService } from '../../billing/service.ts';
import { notify } from '../../live/notice.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { Queue } from '../../platform/queue.ts';
import * as repository from '../repository.ts';
import type { AnalysisRecord } from '../tables.ts';
import { CANCEL_CHANNEL, cancelWord } from './cancel.ts';

/**
 * Has a task run again from its start, as the operator decides: a failed or cancelled one, one whose worker hangs, one
 * that waits for a job that got lost. It costs nothing: what a failed one cost has been given back and stays so.
 * Throws 404, and 409 for a completed one.
 */
export async function requeue(
  { database, queue, billing }: { database: Database; queue: Queue; billing: BillingService },
  id: number,
): Promise<AnalysisRecord> {
  return database.transaction(async (tx) => {
    const before = await repository.findById(tx, id);
    if (before === undefined) throw new ApiError(404, `没有编号为 ${id} 的任务。`);
    const queueJob = randomUUID();
    const change = {
      status: 'pending' as const,
      progress: 0,
      steps: [],
      worker: null,
      queueJob,
      // A running one keeps its number of attempts: by that the worker's late end of the old attempt is told from the new one.
      attempts: before.status === 'running' ? before.attempts : 0,
      startedAt: null,
      finishedAt: null,
      errorCode: null,
      errorField: null,
      errorMessage: null,
    };
    const waiting = await repository.transition(tx, id, ['pending', 'running', 'failed'], change, before.attempts);
    if (waiting === undefined) throw new ApiError(409, `任务 ${id} 已经完成。要再算一次，请用户在结果页点「再次运行」。`);
    if (before.queueJob !== null) await queue.remove(tx, before.queueJob);
    const { userType } = await billing.subscription(waiting.userId, tx);
    await queue.add(tx, queueJob, { analysisId: id, memoryMiB: waiting.memoryMiB }, { id: waiting.userId, type: userType });
    if (before.status === 'running') await tx.execute(sql`SELECT pg_notify(${CANCEL_CHANNEL}, ${cancelWord(id, before.attempts)})`);
    await notify(tx, { user_id: waiting.userId, kind: 'task', id });
    return waiting;
  });
}
