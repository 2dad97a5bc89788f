import type { BoardContent } from '@oncoloom/contract';
import { and, count, desc, eq, ilike, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../platform/postgres/database.ts';
import { assignMembers, membersByProject, type Place } from '../platform/postgres/project-members.ts';
import { type BoardRecord, figureBoards } from './tables.ts';

const isOwned = (userId: number, id: number) => and(eq(figureBoards.userId, userId), eq(figureBoards.id, id));

/** First number of the locks under which a user's boards are counted and made; the user is the second. */
const CREATION_LOCKS = 7_402_011;

/** Until the transaction ends nobody else counts this user's boards: those that count at once would all find room. */
export async function lockCreation(tx: Transaction, userId: number): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${CREATION_LOCKS}::int, ${userId}::int)`);
}

export function countBoards(db: Queryable, userId: number): Promise<number> {
  return db.$count(figureBoards, eq(figureBoards.userId, userId));
}

export async function addBoard(db: Queryable, board: Pick<BoardRecord, 'userId' | 'projectId' | 'name' | 'content'>): Promise<BoardRecord> {
  const [row] = await db.insert(figureBoards).values(board).returning();
  if (row === undefined) throw new Error('insert returned no row');
  return row;
}

export async function findBoard(db: Queryable, userId: number, id: number): Promise<BoardRecord | undefined> {
  const [row] = await db.select().from(figureBoards).where(isOwned(userId, id));
  return row;
}

/** The same, which nobody else changes until the transaction ends. */
export async function lockBoard(tx: Transaction, userId: number, id: number): Promise<BoardRecord | undefined> {
  const [row] = await tx.select().from(figureBoards).where(isOwned(userId, id)).for('update');
  return row;
}

/** Writes a board that the transaction has locked. */
export async function writeBoard(tx: Transaction, id: number, name: string, content: BoardContent): Promise<BoardRecord> {
  const [row] = await tx
    .update(figureBoards)
    .set({ name, content, revision: sql`${figureBoards.revision} + 1`, updatedAt: new Date() })
    .where(eq(figureBoards.id, id))
    .returning();
  if (row === undefined) throw new Error('a locked board is gone');
  return row;
}

/** Answers whether there was one. */
export async function removeBoard(db: Queryable, userId: number, id: number): Promise<boolean> {
  const gone = await db.delete(figureBoards).where(isOwned(userId, id)).returning({ id: figureBoards.id });
  return gone.length > 0;
}

interface BoardFilter {
  search: string | undefined;
  projectId: number | undefined;
  page: number;
  pageSize: number;
}

/** A page of a user's boards, the one changed last first. */
export async function listBoards(
  db: Queryable,
  userId: number,
  { search, projectId, page, pageSize }: BoardFilter,
): Promise<{ rows: BoardRecord[]; total: number }> {
  // What is typed is looked for as it stands.
  const pattern = search === undefined || search === '' ? undefined : `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const where = and(
    eq(figureBoards.userId, userId),
    pattern === undefined ? undefined : ilike(figureBoards.name, pattern),
    projectId === undefined ? undefined : eq(figureBoards.projectId, projectId),
  );
  const rows = await db
    .select()
    .from(figureBoards)
    .where(where)
    .orderBy(desc(figureBoards.updatedAt), desc(figureBoards.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [counted] = await db.select({ total: count() }).from(figureBoards).where(where);
  return { rows, total: counted?.total ?? 0 };
}

/** All boards of a user, the oldest first. */
export function allBoards(db: Queryable, userId: number): Promise<BoardRecord[]> {
  return db.select().from(figureBoards).where(eq(figureBoards.userId, userId)).orderBy(figureBoards.id);
}

/** See `assignMembers`. */
export const assignBoards = (tx: Transaction, userId: number, ids: readonly number[], place: Place): Promise<number> =>
  assignMembers(tx, figureBoards, userId, ids, place);

export const boardsByProject = (db: Queryable, userId: number): Promise<Map<number, number>> => membersByProject(db, figureBoards, userId);
