import { and, count, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/postgres/database.ts';
import { files, fileVersions } from '../tables.ts';

/** A file as the lineage of analyses looks at it. */
export interface SourceFile {
  id: number;
  name: string;
  version: number;
  projectId: number | null;
  /** Checksum of its bytes today. */
  blob: string;
  /** What it was before, the oldest first; `until` is when the next one took its place. */
  earlier: { blob: string; until: string }[];
}

const sourceColumns = {
  id: files.id,
  name: files.name,
  version: files.version,
  projectId: files.projectId,
  blob: files.blob,
  earlier: sql<SourceFile['earlier']>`coalesce((
    SELECT jsonb_agg(jsonb_build_object('blob', v.blob, 'until', v.replaced_at) ORDER BY v.version)
    FROM ${fileVersions} v WHERE v.file_id = ${files.id}
  ), '[]'::jsonb)`,
};

/** Those of these files that are the user's, and those that are in the project. */
export function sourceFiles(db: Queryable, userId: number, ids: readonly number[], projectId: number): Promise<SourceFile[]> {
  const either =
    ids.length === 0 ? eq(files.projectId, projectId) : sql`(${inArray(files.id, [...ids])} OR ${eq(files.projectId, projectId)})`;
  return db
    .select(sourceColumns)
    .from(files)
    .where(and(eq(files.userId, userId), either))
    .orderBy(files.id);
}

/** Puts those of these files that are the user's into a project, or takes them out of the one named by `from`. @returns how many there were. */
export async function assignFiles(
  tx: Transaction,
  userId: number,
  ids: readonly number[],
  { to, from }: { to: number | null; from?: number },
): Promise<number> {
  if (ids.length === 0) return 0;
  // One that another project has meanwhile stays there.
  const place = from === undefined ? to : sql`CASE WHEN ${files.projectId} = ${from} THEN ${to} ELSE ${files.projectId} END`;
  const changed = await tx
    .update(files)
    .set({ projectId: place })
    .where(and(eq(files.userId, userId), inArray(files.id, [...ids])))
    .returning({ id: files.id });
  return changed.length;
}

/** How many files a user has in each project. */
export async function filesByProject(db: Queryable, userId: number): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: files.projectId, count: count() })
    .from(files)
    .where(and(eq(files.userId, userId), isNotNull(files.projectId)))
    .groupBy(files.projectId);
  return new Map(rows.flatMap(({ id, count }) => (id === null ? [] : [[id, count]])));
}
