import type { Transaction } from '../../platform/postgres/database.ts';
import type { Queue } from '../../platform/queue.ts';
import type { AnalysisRecord } from '../tables.ts';

/** Others may wait for an analysis that has ended: in the transaction that ends it, the re-run that it belongs to is queued to go on. */
export async function tellRerun(
  queue: Pick<Queue, 'addRerun'>,
  tx: Transaction,
  { rerunId }: Pick<AnalysisRecord, 'rerunId'>,
): Promise<void> {
  if (rerunId !== null) await queue.addRerun({ rerunId }, tx);
}
