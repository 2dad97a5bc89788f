import { and, asc, eq, gt } from 'drizzle-orm';
import { type ExportPart, textEntry } from '../accounts/export.ts';
import type { Database } from '../platform/database.ts';
import { ledger } from './tables.ts';

const ROWS_AT_ONCE = 1_000;
/** Without it Excel takes UTF-8 for the system's own encoding. */
const BYTE_ORDER_MARK = '\ufeff';

/** A text that begins like a formula stays a text in Excel. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function* ledgerLines(database: Database, userId: number): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}时间,变化,余额,说明,分析编号\r\n`;
  for (let last = 0; ; ) {
    const rows = await database
      .select()
      .from(ledger)
      .where(and(eq(ledger.userId, userId), gt(ledger.id, last)))
      .orderBy(asc(ledger.id))
      .limit(ROWS_AT_ONCE);
    for (const row of rows) {
      yield `${[row.createdAt.toISOString(), row.change, row.balance, row.reason, row.analysisId].map(cell).join()}\r\n`;
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
