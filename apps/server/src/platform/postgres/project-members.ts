import { and, count, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from './database.ts';

/** A table of users' things, each of which may be in a project. */
type Members = PgTable & { id: PgColumn; userId: PgColumn; projectId: PgColumn };

/** Into which project; `from`: out of that one alone. */
export interface Place {
  to: number | null;
  from?: number;
}

/** Puts those of these things that are the user's into a project, or takes them out of the one named by `from`. @returns how many there were. */
export async function assignMembers(
  tx: Transaction,
  things: Members,
  userId: number,
  ids: readonly number[],
  { to, from }: Place,
): Promise<number> {
  if (ids.length === 0) return 0;
  const wanted = sql`${to}::int`;
  // One that another project has meanwhile stays there.
  const place: SQL = from === undefined ? wanted : sql`CASE WHEN ${things.projectId} = ${from} THEN ${wanted} ELSE ${things.projectId} END`;
  const own = and(eq(things.userId, userId), inArray(things.id, [...ids]));
  const { rowCount } = await tx.execute(sql`UPDATE ${things} SET project_id = ${place} WHERE ${own}`);
  return rowCount ?? 0;
}

/** How many of these things a user has in each project. */
export async function membersByProject(db: Queryable, things: Members, userId: number): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: sql<number>`${things.projectId}`, count: count() })
    .from(things as PgTable)
    .where(and(eq(things.userId, userId), isNotNull(things.projectId)))
    .groupBy(things.projectId);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
