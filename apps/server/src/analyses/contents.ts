import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Queryable } from '../platform/database.ts';
import type { StoredBlob } from '../platform/storage.ts';
import { analyses, renderings, type StoredResult } from './tables.ts';

/** Stored contents of a user's results, and of what was drawn of them; one that is used twice is told twice. */
export async function resultContents(db: Queryable, userId: number): Promise<{ results: StoredBlob[]; drawings: StoredBlob[] }> {
  const own = and(eq(analyses.userId, userId), isNotNull(analyses.result));
  const rows = await db
    .select({ tables: sql<StoredResult['tables']>`${analyses.result} -> 'tables'` })
    .from(analyses)
    .where(own);
  const drawings = await db
    .select({ sha256: renderings.sha256, size: renderings.size })
    .from(renderings)
    .innerJoin(analyses, eq(analyses.id, renderings.analysisId))
    .where(eq(analyses.userId, userId));
  const results = rows.flatMap(({ tables }) =>
    tables.flatMap(({ sha256, bytes, matrix }) => [
      { sha256, size: bytes },
      ...(matrix === undefined ? [] : [{ sha256: matrix.blob, size: matrix.bytes ?? 0 }]),
    ]),
  );
  return { results, drawings };
}
