import type { Transaction } from '../../platform/postgres/database.ts';
import type { Queue } from '../../platform/queue.ts';
import type { AnalysisRecord } from '../tables.ts';

/** Others may wait for an analysis that has ended: in the transaction that ends it, the re-run or report that it belongs to is queued to go on. */
export async function tellFollowers(
  queue: Pick<Queue, 'addSteps'>,
  tx: Transaction,
  { rerunId, reportId }: Pick<AnalysisRecord, 'rerunId' | 'reportId'>,
): Promise<void> {
  if (rerunId !== null) await queue.addSteps({ rerunId }, tx);
  if (reportId !== null) await queue.addSteps({ reportId }, tx);
}
