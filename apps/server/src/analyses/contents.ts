import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../platform/postgres/database.ts';
import type { StoredBlob } from '../storage/storage.ts';
import { analyses, renderings, styleVariants } from './tables.ts';

interface Contents {
  /** What the analyses read: pasted rows, and forms of files that may have been deleted. */
  forms: StoredBlob[];
  results: StoredBlob[];
  /** With drafts of looks, which are no contents of the storage. */
  drawings: (Omit<StoredBlob, 'sha256'> & { sha256?: string })[];
}

/** Stored contents of a user's analyses, and of what was drawn of them; one that is used twice is told twice. */
export async function analysisContents(db: Queryable, userId: number): Promise<Contents> {
  const { rows: forms } = await db.execute<{ sha256: string; size: number }>(sql`
    SELECT c ->> 'sha256' AS sha256, (c ->> 'size')::float8 AS size
    FROM ${analyses}, jsonb_array_elements(${analyses.inputContents}) c WHERE ${analyses.userId} = ${userId}`);
  // What is known of a matrix stands in the same document and is large: the database picks out what is asked for.
  const { rows } = await db.execute<{ sha256: string; bytes: string; blob: string | null; blobBytes: string | null }>(sql`
    SELECT t ->> 'sha256' AS sha256, t ->> 'bytes' AS bytes, t -> 'matrix' ->> 'blob' AS blob, t -> 'matrix' ->> 'bytes' AS "blobBytes"
    FROM ${analyses}, jsonb_array_elements(${analyses.result} -> 'tables') t WHERE ${analyses.userId} = ${userId}`);
  const drawings = await db
    .select({ sha256: renderings.sha256, size: renderings.size })
    .from(renderings)
    .innerJoin(analyses, eq(analyses.id, renderings.analysisId))
    .where(eq(analyses.userId, userId));
  const [drafts] = await db
    .select({ size: sql<number>`coalesce(sum(pg_column_size(${styleVariants.style})), 0)::float8` })
    .from(styleVariants)
    .innerJoin(analyses, eq(analyses.id, styleVariants.analysisId))
    .where(eq(analyses.userId, userId));
  const results = rows.flatMap(({ sha256, bytes, blob, blobBytes }) => [
    { sha256, size: Number(bytes) },
    ...(blob === null ? [] : [{ sha256: blob, size: Number(blobBytes ?? 0) }]),
  ]);
  return { forms, results, drawings: [...drawings, { size: drafts?.size ?? 0 }] };
}
