import { type ListOrder, type StatusGroup, statusGroup, TASK_STATUSES } from '@oncoloom/contract';
import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres/database.ts';
import { prepared, preparedShapes } from '../../platform/postgres/prepared.ts';
import { isOwned } from '../owned.ts';
import { type AnalysisRecord, analyses } from '../tables.ts';

/** What a list is narrowed to. */
export interface Narrowing {
  taskTypes?: readonly string[];
  family?: string;
  status?: StatusGroup;
  search?: string;
  /** Empty: those that are about no data set. */
  dataSet?: string;
  /** Only those that their user has starred. */
  starred?: true;
}

export interface ListFilter extends Narrowing {
  /** Only those in this project. */
  projectId?: number;
  /** Left out: the newest first. */
  order?: ListOrder;
  page: number;
  pageSize: number;
}

/** `%` and `_` of a search text are letters, not wildcards. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** What a row of a list is made from. The large values stay out: of a hundred tasks they are megabytes, and a list shows none of them. */
const listedColumns = {
  id: analyses.id,
  taskType: analyses.taskType,
  askedType: analyses.askedType,
  family: analyses.family,
  name: analyses.name,
  status: analyses.status,
  progress: analyses.progress,
  /** Of a task that runs; none of another. */
  steps: sql<AnalysisRecord['steps']>`CASE WHEN ${analyses.status} = 'running' THEN ${analyses.steps} ELSE '[]' END`,
  /** The number of the last early table; 0 while there is none. */
  early: sql<number>`coalesce((${analyses.early} -> -1 ->> 'told')::int, 0)`,
  headline: analyses.headline,
  errorCode: analyses.errorCode,
  errorMessage: analyses.errorMessage,
  points: analyses.points,
  example: analyses.example,
  dataSet: analyses.dataSet,
  starred: analyses.starred,
  projectId: analyses.projectId,
  createdAt: analyses.createdAt,
  startedAt: analyses.startedAt,
  finishedAt: analyses.finishedAt,
  updatedAt: analyses.updatedAt,
};
export type ListedRecord = Pick<AnalysisRecord, Exclude<keyof typeof listedColumns, 'early'>> & { early: number };

const ownedListed = prepared((db) => db.select(listedColumns).from(analyses).where(isOwned).prepare('listed_analysis_of_user'));

export async function findListed(db: Queryable, userId: number, id: number): Promise<ListedRecord | undefined> {
  const [row] = await ownedListed(db).execute({ userId, id });
  return row;
}

/** Which filters a list has: each combination is a query of its own, so that each finds its own way through the indexes. */
const shapeOf = ({ taskTypes, family, status, search, dataSet, starred, projectId, order }: ListFilter): string =>
  [
    'analyses',
    taskTypes && (taskTypes.length === 1 ? 'type' : 'types'),
    family && 'family',
    search && 'name',
    dataSet !== undefined && (dataSet === '' ? 'no-data' : 'data'),
    starred && 'starred',
    projectId !== undefined && 'project',
    status,
    order && `by-${order}`,
  ]
    .filter(Boolean)
    .join('_');

/** One value a query, however many types are asked for. */
function typeIn(taskTypes: ListFilter['taskTypes']) {
  if (taskTypes === undefined) return undefined;
  const asked = sql.placeholder('taskTypes');
  return taskTypes.length === 1 ? eq(analyses.taskType, asked) : sql`${analyses.taskType} = ANY(string_to_array(${asked}, ','))`;
}

function inDataSet(dataSet: Narrowing['dataSet']) {
  if (dataSet === undefined) return undefined;
  return dataSet === '' ? isNull(analyses.dataSet) : eq(analyses.dataSet, sql.placeholder('dataSet'));
}

/** Runs of one data set, or of one tool, stand together; those with the newest run come first. */
const GROUPED: Record<ListOrder, typeof analyses.dataSet | typeof analyses.taskType> = {
  data_set: analyses.dataSet,
  tool: analyses.taskType,
};

function ordered(order: ListFilter['order']) {
  if (order === undefined) return [desc(analyses.id)];
  return [sql`max(${analyses.id}) OVER (PARTITION BY ${GROUPED[order]}) DESC`, desc(analyses.id)];
}

/** What the placeholders of `matching` stand for. */
const valuesOf = (userId: number, { taskTypes, family, search, dataSet, projectId }: ListFilter) => ({
  userId,
  taskTypes: taskTypes?.join(','),
  family,
  name: containing(search ?? ''),
  dataSet,
  projectId,
});

function matching(filter: ListFilter) {
  const { placeholder } = sql;
  return and(
    eq(analyses.userId, placeholder('userId')),
    typeIn(filter.taskTypes),
    filter.family === undefined ? undefined : eq(analyses.family, placeholder('family')),
    filter.status === undefined
      ? undefined
      : inArray(
          analyses.status,
          TASK_STATUSES.filter((status) => statusGroup(status) === filter.status),
        ),
    filter.search ? sql`${analyses.name} ILIKE ${placeholder('name')}` : undefined,
    inDataSet(filter.dataSet),
    filter.starred ? eq(analyses.starred, true) : undefined,
    filter.projectId === undefined ? undefined : eq(analyses.projectId, placeholder('projectId')),
  );
}

const listing = preparedShapes(shapeOf, (db, filter: ListFilter, name) => {
  const where = matching(filter);
  const all = db.select({ count: count() }).from(analyses).where(where);
  return db
    .select({ ...listedColumns, all: sql<number>`(${all})`.mapWith(Number) })
    .from(analyses)
    .where(where)
    .orderBy(...ordered(filter.order))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare(name);
});

/** A page of a list, and how many there are in all. */
export async function list(db: Queryable, userId: number, filter: ListFilter): Promise<{ rows: ListedRecord[]; count: number }> {
  const { page, pageSize } = filter;
  const values = valuesOf(userId, filter);
  const rows = await listing(db, filter).execute({ ...values, limit: pageSize, offset: (page - 1) * pageSize });
  // A page behind the last has no row that could tell how many there are.
  const first = rows[0] ?? (page === 1 ? undefined : (await listing(db, filter).execute({ ...values, limit: 1, offset: 0 }))[0]);
  return { rows: rows.map(({ all: _, ...row }) => row), count: first?.all ?? 0 };
}

/** How many runs of a user are alike in what a list can be narrowed to. */
export interface Alike {
  taskType: string;
  family: string;
  dataSet: string | null;
  status: AnalysisRecord['status'];
  starred: boolean;
  /** Of the newest. */
  newest: number;
  count: number;
}

const alikeOf = {
  taskType: analyses.taskType,
  family: analyses.family,
  dataSet: analyses.dataSet,
  status: analyses.status,
  starred: analyses.starred,
};

/** Runs whose names hold a text, counted by all that a list can be narrowed to otherwise. */
export async function countAlike(db: Queryable, userId: number, search: string): Promise<Alike[]> {
  return db
    .select({ ...alikeOf, newest: sql<number>`max(${analyses.id})`.mapWith(Number), count: count() })
    .from(analyses)
    .where(and(eq(analyses.userId, userId), search === '' ? undefined : sql`${analyses.name} ILIKE ${containing(search)}`))
    .groupBy(...Object.values(alikeOf));
}

/** Marks an analysis of its user, or takes the mark away. When it was changed last is left alone: it is the same. */
export async function star(db: Queryable, userId: number, id: number, starred: boolean): Promise<void> {
  await db
    .update(analyses)
    .set({ starred })
    .where(and(eq(analyses.id, id), eq(analyses.userId, userId)));
}
