import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../platform/postgres/database.ts';
import { analyses } from './tables.ts';

/** What other domains show of an analysis. */
interface AnalysisBrief {
  id: number;
  name: string;
  task_type: string;
  family: string;
}

/** The user's analyses among these ids; deleted ones are left out. */
export async function findBriefs(db: Queryable, userId: number, ids: readonly number[]): Promise<Map<number, AnalysisBrief>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: analyses.id, name: analyses.name, task_type: analyses.taskType, family: analyses.family })
    .from(analyses)
    .where(and(eq(analyses.userId, userId), inArray(analyses.id, [...ids])));
  return new Map(rows.map((row) => [row.id, row]));
}
