import { sql } from 'drizzle-orm';
import type { App } from '../../app.ts';
import type { Database } from '../../platform/database.ts';

export interface Swept {
  /** Stored contents that nothing named any more, and their bytes. */
  blobs: number;
  bytes: number;
  /** Bytes of uploads that were never finished, in folders and files of their own. */
  uploads: number;
}

/** Bytes are stored before the row that names them: what is younger than this may still get one, ms. */
const GRACE_MS = 24 * 3600 * 1000;
/** Contents looked up at once. */
const BATCH = 10_000;
const SHA256 = /^[0-9a-f]{64}$/;

/** Columns, of whatever table, that may name a stored content. */
async function textColumns(database: Database): Promise<{ table: string; column: string }[]> {
  const { rows } = await database.execute<{ table: string; column: string }>(sql`
    SELECT format('%I.%I', table_schema, table_name) AS "table", format('%I', column_name) AS "column"
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_type = 'BASE TABLE' AND data_type IN ('text', 'character varying', 'jsonb', 'json')
      AND table_schema NOT IN ('pg_catalog', 'information_schema', 'queue')`);
  return rows;
}

/**
 * Those of the contents that some row names. Every column of text is looked into: a domain that stores contents need not be
 * known here, and a checksum stands nowhere by chance.
 */
async function named(database: Database, contents: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  const wanted = new Set(contents);
  for (const { table, column } of await textColumns(database)) {
    const { rows } = await database.execute<{ sha256: string }>(
      sql.raw(
        `SELECT DISTINCT (regexp_matches(${column}::text, '[0-9a-f]{64}', 'g'))[1] AS sha256 FROM ${table} WHERE ${column} IS NOT NULL`,
      ),
    );
    for (const { sha256 } of rows) if (wanted.has(sha256)) found.add(sha256);
  }
  return found;
}

/**
 * Removes stored contents that nothing names, and what is left of uploads that were never finished: what a process that was
 * killed, and every deletion, leaves behind. Safe beside everything else, in any number of processes.
 * @param grace contents used since so many ms stay; tests alone shorten it.
 */
export async function sweepStorage(
  { database, storage, files, log }: Pick<App, 'database' | 'storage' | 'files' | 'log'>,
  grace = GRACE_MS,
): Promise<Swept> {
  const moment = new Date(Date.now() - grace);
  const swept: Swept = { blobs: 0, bytes: 0, uploads: await files.sweep() };
  await storage.removeAbandoned();
  const remove = async (batch: { sha256: string; size: number }[]) => {
    const kept = await named(
      database,
      batch.map(({ sha256 }) => sha256),
    );
    for (const { sha256, size } of batch) {
      if (kept.has(sha256) || !(await storage.removeUnused(sha256, moment))) continue;
      swept.blobs += 1;
      swept.bytes += size;
    }
  };
  let batch: { sha256: string; size: number }[] = [];
  for await (const blob of storage.unusedSince(moment)) {
    if (!SHA256.test(blob.sha256)) continue;
    batch.push(blob);
    if (batch.length < BATCH) continue;
    await remove(batch);
    batch = [];
  }
  if (batch.length > 0) await remove(batch);
  log.info(swept, 'the storage was swept');
  return swept;
}
