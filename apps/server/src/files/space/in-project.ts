import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/postgres/database.ts';
import { assignMembers, membersByProject, type Place } from '../../platform/postgres/project-members.ts';
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

/** See `assignMembers`. */
export const assignFiles = (tx: Transaction, userId: number, ids: readonly number[], place: Place): Promise<number> =>
  assignMembers(tx, files, userId, ids, place);

export const filesByProject = (db: Queryable, userId: number): Promise<Map<number, number>> => membersByProject(db, files, userId);
