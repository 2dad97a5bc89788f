import { and, count, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/postgres/database.ts';
import { type AnalysisRecord, analyses, analysisRecord } from '../tables.ts';

/** What names a source of an input: of a list of genes or of several matrices there are several. */
export interface InputSource {
  from: 'file' | 'analysis';
  id: number;
}

/** An input of an analysis without its data. */
export interface StepInput {
  field: string;
  name: string;
  /** Of what was read: a file's bytes, a result's table, or what was made of them. */
  sha256: string;
  sources: InputSource[];
}

/** What the lineage is made from. Pasted rows stay in the database: they may be megabytes. */
const stepColumns = {
  id: analyses.id,
  taskType: analyses.taskType,
  toolVersion: analyses.toolVersion,
  family: analyses.family,
  name: analyses.name,
  status: analyses.status,
  headline: analyses.headline,
  projectId: analyses.projectId,
  replaces: analyses.replaces,
  example: analyses.example,
  createdAt: analyses.createdAt,
  inputs: sql<StepInput[]>`coalesce((
    SELECT jsonb_agg(jsonb_build_object('field', i -> 'field', 'name', i -> 'name', 'sha256', i -> 'sha256', 'sources',
      CASE WHEN i -> 'request' ->> 'from' = 'rows' THEN '[]'::jsonb
      ELSE jsonb_path_query_array(i -> 'request', 'strict $.** ? (@.from == "file" || @.from == "analysis")') END) ORDER BY place)
    FROM jsonb_array_elements(${analyses.inputs}) WITH ORDINALITY AS used (i, place)
  ), '[]'::jsonb)`,
  tables: sql<{ id: string; sha256: string }[]>`coalesce((
    SELECT jsonb_agg(jsonb_build_object('id', t -> 'id', 'sha256', t -> 'sha256'))
    FROM jsonb_array_elements(CASE WHEN jsonb_typeof(${analyses.result} -> 'tables') = 'array' THEN ${analyses.result} -> 'tables' ELSE '[]' END) t
  ), '[]'::jsonb)`,
};
export type StepRow = Pick<AnalysisRecord, Exclude<keyof typeof stepColumns, 'inputs' | 'tables'>> & {
  inputs: StepInput[];
  tables: { id: string; sha256: string }[];
};

/** A user's analyses in a project, the oldest first. */
export function stepsInProject(db: Queryable, userId: number, projectId: number): Promise<StepRow[]> {
  return db
    .select(stepColumns)
    .from(analyses)
    .where(and(eq(analyses.userId, userId), eq(analyses.projectId, projectId)))
    .orderBy(analyses.id);
}

/** Those of these analyses that are this user's, and those that were run in the place of one of them. */
export async function stepsAmong(db: Queryable, userId: number, ids: readonly number[]): Promise<StepRow[]> {
  if (ids.length === 0) return [];
  const either = sql`(${inArray(analyses.id, [...ids])} OR ${inArray(analyses.replaces, [...ids])})`;
  return db
    .select(stepColumns)
    .from(analyses)
    .where(and(eq(analyses.userId, userId), either))
    .orderBy(analyses.id);
}

/** The whole of a user's analyses in a project. */
export function recordsInProject(db: Queryable, userId: number, projectId: number): Promise<AnalysisRecord[]> {
  return db
    .select(analysisRecord)
    .from(analyses)
    .where(and(eq(analyses.userId, userId), eq(analyses.projectId, projectId)));
}

/** Puts those of these analyses that are the user's into a project, or takes them out of the one named by `from`. @returns how many there were. */
export async function assignAnalyses(
  tx: Transaction,
  userId: number,
  ids: readonly number[],
  { to, from }: { to: number | null; from?: number },
): Promise<number> {
  if (ids.length === 0) return 0;
  // One that another project has meanwhile stays there.
  const place = from === undefined ? to : sql`CASE WHEN ${analyses.projectId} = ${from} THEN ${to} ELSE ${analyses.projectId} END`;
  const changed = await tx
    .update(analyses)
    .set({ projectId: place })
    .where(and(eq(analyses.userId, userId), inArray(analyses.id, [...ids])))
    .returning({ id: analyses.id });
  return changed.length;
}

/** How many analyses a user has in each project. */
export async function analysesByProject(db: Queryable, userId: number): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: analyses.projectId, count: count() })
    .from(analyses)
    .where(and(eq(analyses.userId, userId), isNotNull(analyses.projectId)))
    .groupBy(analyses.projectId);
  return new Map(rows.flatMap(({ id, count }) => (id === null ? [] : [[id, count]])));
}
