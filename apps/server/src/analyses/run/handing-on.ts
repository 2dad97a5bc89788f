import { randomUUID } from 'node:crypto';
import type { BillingService } from '../../billing/service.ts';
import { largestMiB } from '../../machines/service.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { Queue, QueuedAnalysis } from '../../platform/queue.ts';
import * as repository from '../repository.ts';

/**
 * Leaves a task that takes more memory than a machine has to a larger one: it comes before all others there. Where none is larger it is tried here: what
 * it takes is an estimate. @param ownMiB What this machine gives one task. @returns Was it handed on?
 */
export async function handOn(
  { database, queue, billing }: { database: Database; queue: Queue; billing: BillingService },
  { analysisId, memoryMiB = 0 }: QueuedAnalysis,
  ownMiB: number,
): Promise<boolean> {
  if (memoryMiB <= ownMiB) return false;
  const largest = await largestMiB(database);
  if (largest === undefined || largest <= ownMiB) return false;
  await database.transaction(async (tx) => {
    const before = await repository.findById(tx, analysisId);
    if (before === undefined) return;
    const queueJob = randomUUID();
    const waiting = await repository.transition(tx, analysisId, ['pending'], { queueJob }, before.attempts);
    if (waiting === undefined) return;
    if (before.queueJob !== null) await queue.remove(tx, before.queueJob);
    const { userType } = await billing.subscription(waiting.userId, tx);
    await queue.addFor(tx, queueJob, { analysisId, memoryMiB }, { id: waiting.userId, type: userType }, Math.min(memoryMiB, largest));
  });
  return true;
}
