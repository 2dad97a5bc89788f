import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres/database.ts';
import { type AnalysisRecord, analyses, type UsedInput } from '../tables.ts';

/** So many are compared, the newest. */
const CORRECTED_AT_MOST = 3;

/** The user's batch-corrected matrices with as many rows as the run's: a download that was uploaded again has their numbers, and nothing else tells. */
export async function correctedAlike(db: Queryable, { userId, inputs }: AnalysisRecord): Promise<UsedInput[]> {
  const rows = inputs.find(({ type }) => type === 'matrix')?.rows ?? null;
  const found = await db.execute<{ id: number; name: string; blob: string }>(sql`
    SELECT id, name, made -> 'matrix' ->> 'blob' AS blob
    FROM ${analyses}, jsonb_array_elements(result -> 'tables') made
    WHERE user_id = ${userId} AND status = 'completed' AND made -> 'matrix' -> 'facts' ->> 'kind' = 'batch-corrected' AND (made ->> 'rows')::int = ${rows}
    ORDER BY id DESC LIMIT ${CORRECTED_AT_MOST}`);
  return found.rows.map(({ id, name, blob }, i) => ({
    field: 'corrected',
    input: 'corrected',
    type: 'matrix',
    name,
    sha256: blob,
    blob,
    format: 'bin',
    rows,
    columns: null,
    place: i + 1,
    request: { from: 'analysis', id },
  }));
}
