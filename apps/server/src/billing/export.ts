import { and, asc, eq, gt } from 'drizzle-orm';
import { type ExportPart, textEntry } from '../platform/archive.ts';
import { BYTE_ORDER_MARK, csvLine } from '../platform/csv.ts';
import type { Database } from '../platform/postgres/database.ts';
import { ledger } from './tables.ts';

const ROWS_AT_ONCE = 1_000;
async function* ledgerLines(database: Database, userId: number): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(['时间', '变化', '余额', '说明', '分析编号']);
  for (let last = 0; ; ) {
    const rows = await database
      .select()
      .from(ledger)
      .where(and(eq(ledger.userId, userId), gt(ledger.id, last)))
      .orderBy(asc(ledger.id))
      .limit(ROWS_AT_ONCE);
    for (const row of rows) {
      yield csvLine([row.createdAt.toISOString(), row.change, row.balance, row.reason, row.analysisId]);
    }
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.id;
  }
}

/** The user's ledger, oldest first. */
export function ledgerExport({ database }: { database: Database }): ExportPart {
  return async (userId) => [textEntry('ledger.csv', () => ledgerLines(database, userId))];
}
