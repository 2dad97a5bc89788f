import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/postgres/database.ts';
import { assignMembers, membersByProject, type Place } from '../../platform/postgres/project-members.ts';
import { type AnalysisRecord, analyses, analysisRecord, type UsedInput } from '../tables.ts';

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
  /** The release of a public cohort that the request names; null where it came with an earlier result, or is none. */
  cohort: Pick<NonNullable<UsedInput['cohort']>, 'code' | 'release'> | null;
  /** Gene sets that were chosen as the newest of their family; null where the request names them, or they are none. */
  reference: Pick<NonNullable<UsedInput['collection']>, 'title' | 'release' | 'organism' | 'family' | 'subset'> | null;
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
      ELSE jsonb_path_query_array(i -> 'request', 'strict $.** ? (@.from == "file" || @.from == "analysis")') END,
      'cohort', CASE WHEN i -> 'request' ->> 'from' <> 'analysis' THEN i -> 'cohort' END,
      'reference', CASE WHEN i -> 'request' ->> 'from' = 'reference' THEN i -> 'collection' END) ORDER BY place)
    FROM jsonb_array_elements(${analyses.inputs}) WITH ORDINALITY AS used (i, place)
  ), '[]'::jsonb)`,
  versions: sql<Record<string, string>>`coalesce(${analyses.result} -> 'versions', '{}'::jsonb)`,
  tables: sql<{ id: string; sha256: string }[]>`coalesce((
    SELECT jsonb_agg(jsonb_build_object('id', t -> 'id', 'sha256', t -> 'sha256'))
    FROM jsonb_array_elements(CASE WHEN jsonb_typeof(${analyses.result} -> 'tables') = 'array' THEN ${analyses.result} -> 'tables' ELSE '[]' END) t
  ), '[]'::jsonb)`,
};
export type StepRow = Pick<AnalysisRecord, Exclude<keyof typeof stepColumns, 'inputs' | 'tables' | 'versions'>> & {
  inputs: StepInput[];
  /** R and the packages that it ran with. */
  versions: Record<string, string>;
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

/** See `assignMembers`. */
export const assignAnalyses = (tx: Transaction, userId: number, ids: readonly number[], place: Place): Promise<number> =>
  assignMembers(tx, analyses, userId, ids, place);

export const analysesByProject = (db: Queryable, userId: number): Promise<Map<number, number>> => membersByProject(db, analyses, userId);

/** What a re-run of a project, or a gene's report, has submitted. */
export type RunOf = Pick<AnalysisRecord, 'id' | 'taskType' | 'replaces' | 'status'>;

export function runsOf(db: Queryable, of: { rerunId: number } | { reportId: number }): Promise<RunOf[]> {
  return db
    .select({ id: analyses.id, taskType: analyses.taskType, replaces: analyses.replaces, status: analyses.status })
    .from(analyses)
    .where('rerunId' in of ? eq(analyses.rerunId, of.rerunId) : eq(analyses.reportId, of.reportId))
    .orderBy(analyses.id);
}
