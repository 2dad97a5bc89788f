import { and, desc, eq, ilike, isNotNull, isNull, sql } from 'drizzle-orm';
import { type ApiError, fieldError } from '../platform/errors.ts';
import type { Queryable, Transaction } from '../platform/postgres/database.ts';
import { type EnterProject, type ProjectRecord, projects } from './tables.ts';

const isOwned = (userId: number, id: number) => and(eq(projects.userId, userId), eq(projects.id, id));

/** First number of the locks under which a user's projects are counted and made; the user is the second. */
const CREATION_LOCKS = 7_402_012;

/** Until the transaction ends nobody else counts this user's projects: those that count at once would all find room. */
export async function lockCreation(tx: Transaction, userId: number): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${CREATION_LOCKS}::int, ${userId}::int)`);
}

export function countProjects(db: Queryable, userId: number): Promise<number> {
  return db.$count(projects, eq(projects.userId, userId));
}

export async function addProject(db: Queryable, project: Pick<ProjectRecord, 'userId' | 'name' | 'notes'>): Promise<ProjectRecord> {
  const [row] = await db.insert(projects).values(project).returning();
  if (row === undefined) throw new Error('insert returned no row');
  return row;
}

export async function findProject(db: Queryable, userId: number, id: number): Promise<ProjectRecord | undefined> {
  const [row] = await db.select().from(projects).where(isOwned(userId, id));
  return row;
}

/** Undefined where there is none. */
export async function changeProject(
  db: Queryable,
  userId: number,
  id: number,
  change: Partial<Pick<ProjectRecord, 'name' | 'notes' | 'archivedAt'>>,
): Promise<ProjectRecord | undefined> {
  const [row] = await db
    .update(projects)
    .set({ ...change, updatedAt: new Date() })
    .where(isOwned(userId, id))
    .returning();
  return row;
}

/** Answers whether there was one. What was in it stays. */
export async function removeProject(db: Queryable, userId: number, id: number): Promise<boolean> {
  const gone = await db.delete(projects).where(isOwned(userId, id)).returning({ id: projects.id });
  return gone.length > 0;
}

/** Marks an open project as changed; the row stays locked, so that nobody archives it before the transaction ends. */
export const enterProject: EnterProject = async (tx, userId, id) => {
  const open = and(isOwned(userId, id), isNull(projects.archivedAt));
  const [entered] = await tx.update(projects).set({ updatedAt: new Date() }).where(open).returning({ id: projects.id });
  if (entered === undefined) throw closed();
};

export const closed = (): ApiError => fieldError('project_id', '没有这个课题，或者它已经归档。请重新选择课题，或先取消归档');

interface ProjectFilter {
  search: string | undefined;
  archived: boolean | undefined;
  page: number;
  pageSize: number;
}

/** A page of a user's projects, the one changed last first. */
export async function listProjects(
  db: Queryable,
  userId: number,
  { search, archived, page, pageSize }: ProjectFilter,
): Promise<{ rows: ProjectRecord[]; total: number }> {
  // What is typed is looked for as it stands.
  const pattern = search === undefined || search === '' ? undefined : `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const where = and(
    eq(projects.userId, userId),
    pattern === undefined ? undefined : ilike(projects.name, pattern),
    archived === undefined ? undefined : archived ? isNotNull(projects.archivedAt) : isNull(projects.archivedAt),
  );
  const rows = await db
    .select()
    .from(projects)
    .where(where)
    .orderBy(desc(projects.updatedAt), desc(projects.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return { rows, total: await db.$count(projects, where) };
}

/** All projects of a user, the oldest first. */
export function allProjects(db: Queryable, userId: number): Promise<ProjectRecord[]> {
  return db.select().from(projects).where(eq(projects.userId, userId)).orderBy(projects.id);
}
