import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres/database.ts';
import { type AnalysisRecord, analyses } from '../tables.ts';

/** Completed runs of one tool on the same contents: how many, by how many sets of parameters, and which of them this one is, from 1. */
export interface RunsAlike {
  runs: number;
  settings: number;
  place: number;
}

const contents = sql`(SELECT jsonb_agg(i ->> 'sha256' ORDER BY i ->> 'sha256') FROM jsonb_array_elements(inputs) i)`;

/** @param analysis A completed one: it counts itself. */
export async function runsAlike(db: Queryable, { id, userId, taskType, inputs }: AnalysisRecord): Promise<RunsAlike> {
  const own = JSON.stringify(inputs.map(({ sha256 }) => sha256).sort());
  const { rows } = await db.execute<{ runs: number; settings: number; place: number }>(sql`
    SELECT count(*)::int AS runs, count(DISTINCT values)::int AS settings, (count(*) FILTER (WHERE id <= ${id}))::int AS place
    FROM ${analyses}
    WHERE user_id = ${userId} AND task_type = ${taskType} AND status = 'completed' AND NOT example AND ${contents} = ${own}::jsonb`);
  return rows[0] ?? { runs: 0, settings: 0, place: 0 };
}
