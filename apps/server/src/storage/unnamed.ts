import { sql } from 'drizzle-orm';
import type { Database, Queryable } from '../platform/postgres/database.ts';
import type { Storage, StoredBlob } from './storage.ts';

/** Columns, of whatever table, that may name a stored content; the table of what the bucket has names all of them. */
async function textColumns(database: Queryable): Promise<{ table: string; column: string }[]> {
  const { rows } = await database.execute<{ table: string; column: string }>(sql`
    SELECT format('%I.%I', table_schema, table_name) AS "table", format('%I', column_name) AS "column"
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_type = 'BASE TABLE' AND table_name <> 'contents' AND data_type IN ('text', 'character varying', 'jsonb', 'json')
      AND table_schema NOT IN ('pg_catalog', 'information_schema', 'queue')`);
  return rows;
}

/**
 * Whatever in the database looks like the checksum of a content, each at least once. Every column of text is looked into: a domain that stores
 * contents need not be known here, and a checksum stands nowhere by chance.
 */
export async function* namedChecksums(database: Queryable): AsyncGenerator<string> {
  for (const { table, column } of await textColumns(database)) {
    const { rows } = await database.execute<{ sha256: string }>(
      sql.raw(
        `SELECT DISTINCT (regexp_matches(${column}::text, '[0-9a-f]{64}', 'g'))[1] AS sha256 FROM ${table} WHERE ${column} IS NOT NULL`,
      ),
    );
    for (const { sha256 } of rows) yield sha256;
  }
}

/** Those of the contents that some row names. */
async function named(database: Database, contents: readonly string[]): Promise<Set<string>> {
  const wanted = new Set(contents);
  const found = new Set<string>();
  for await (const sha256 of namedChecksums(database)) if (wanted.has(sha256)) found.add(sha256);
  return found;
}

/** Removes those of the contents that nothing names and nobody has put or asked for since a moment; answers what is gone. */
export async function removeUnnamed(
  { database, storage }: { database: Database; storage: Storage },
  contents: readonly StoredBlob[],
  moment: Date,
): Promise<StoredBlob[]> {
  const kept = await named(
    database,
    contents.map(({ sha256 }) => sha256),
  );
  const gone: StoredBlob[] = [];
  for (const blob of contents) if (!kept.has(blob.sha256) && (await storage.removeUnused(blob.sha256, moment))) gone.push(blob);
  return gone;
}
