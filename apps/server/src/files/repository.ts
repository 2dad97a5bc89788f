import type { FileFacts, FileType, Finding } from '@oncoloom/contract';
import { and, asc, count, desc, eq, gte, ilike, inArray, isNotNull, isNull, lt, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../platform/postgres/database.ts';
import { preparedShapes } from '../platform/postgres/prepared.ts';
import type { StoredBlob } from '../storage/storage.ts';
import type { ParsedForm } from './reading/parser.ts';
import { type FileRecord, files, fileVersions, type NewFile } from './tables.ts';

/** First half of the advisory locks under which one user's space is changed: names and quota hold also for parallel uploads. */
const SPACE_LOCKS = 7_311;
/** A process that had a file in hand for longer than this is gone. */
const CLAIM = sql`now() + interval '10 minutes'`;

type SortField = 'name' | 'created_at' | 'file_size' | 'file_type';

export interface ListFilter {
  page: number;
  pageSize: number;
  search?: string | undefined;
  fileTypes?: FileType[] | undefined;
  status?: FileRecord['validationStatus'] | undefined;
  directoryId?: number | null | undefined;
  projectId?: number | undefined;
  /** Uploaded from the first moment on, and before the second one. */
  from?: Date | undefined;
  before?: Date | undefined;
  sortBy: SortField;
  descending: boolean;
}

const now = sql`now()`;

const SORTS = {
  name: sql`${files.name} COLLATE natural_names`,
  created_at: files.createdAt,
  file_size: files.fileSize,
  file_type: files.fileType,
};

/** Runs with the user's space to itself. */
export function inSpace<T>(database: Database, userId: number, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return database.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${SPACE_LOCKS}, ${userId})`);
    return work(tx);
  });
}

export async function findOwned(database: Queryable, userId: number, id: number): Promise<FileRecord | undefined> {
  const [row] = await database
    .select()
    .from(files)
    .where(and(eq(files.id, id), eq(files.userId, userId)));
  return row;
}

/** The same, and nobody else changes it before the transaction ends. */
export async function lockOwned(tx: Transaction, userId: number, id: number): Promise<FileRecord | undefined> {
  const [row] = await tx
    .select()
    .from(files)
    .where(and(eq(files.id, id), eq(files.userId, userId)))
    .for('update');
  return row;
}

/** The newest valid files that may be of the same samples: tables of samples for a matrix, matrices for such a table. */
export function withOtherSamples(
  database: Queryable,
  userId: number,
  { id, facts }: Pick<FileRecord, 'id' | 'facts'>,
  limit: number,
): Promise<FileRecord[]> {
  const other = facts?.matrix === undefined ? sql`${files.facts} ? 'matrix'` : sql`${files.facts} -> 'table' ->> 'describes' = 'samples'`;
  return database
    .select()
    .from(files)
    .where(and(eq(files.userId, userId), ne(files.id, id), eq(files.validationStatus, 'valid'), other))
    .orderBy(desc(files.id))
    .limit(limit);
}

export async function findExample(database: Queryable, blob: string, fileType: FileType, parser: string): Promise<FileRecord | undefined> {
  const [row] = await database
    .select()
    .from(files)
    .where(and(isNull(files.userId), eq(files.blob, blob), eq(files.requestedType, fileType), eq(files.parserVersion, parser)));
  return row;
}

/** Somebody's valid reading of the same bytes, asked for in the same way, by the same parser. */
export async function findReading(
  database: Queryable,
  key: { blob: string; requestedType: FileType | null; format: FileRecord['format']; parserVersion: string },
): Promise<FileRecord | undefined> {
  const [row] = await database
    .select()
    .from(files)
    .where(
      and(
        eq(files.blob, key.blob),
        key.requestedType === null ? isNull(files.requestedType) : eq(files.requestedType, key.requestedType),
        eq(files.format, key.format),
        eq(files.parserVersion, key.parserVersion),
        eq(files.validationStatus, 'valid'),
        isNotNull(files.parsed),
      ),
    )
    .limit(1);
  return row;
}

const inDirectory = (id: number | null): SQL => (id === null ? isNull(files.directoryId) : eq(files.directoryId, id));

/** Stored contents of a user's files and of what fixes have replaced; one that is used twice is told twice. */
export async function fileContents(database: Queryable, userId: number): Promise<{ files: StoredBlob[]; forms: StoredBlob[] }> {
  const contents = (table: typeof files | typeof fileVersions) => ({
    blob: table.blob,
    size: table.fileSize,
    parsed: table.parsed,
    parsedBytes: table.parsedBytes,
    cells: table.cells,
    cellsBytes: table.cellsBytes,
  });
  const present = await database.select(contents(files)).from(files).where(eq(files.userId, userId));
  const replaced = await database
    .select(contents(fileVersions))
    .from(fileVersions)
    .innerJoin(files, eq(files.id, fileVersions.fileId))
    .where(eq(files.userId, userId));
  const rows = [...present, ...replaced];
  return {
    files: rows.map(({ blob, size }) => ({ sha256: blob, size })),
    forms: rows.flatMap(({ parsed, parsedBytes, cells, cellsBytes }) => [
      ...(parsed === null ? [] : [{ sha256: parsed, size: parsedBytes ?? 0 }]),
      ...(cells === null ? [] : [{ sha256: cells, size: cellsBytes ?? 0 }]),
    ]),
  };
}

export async function insert(database: Queryable, file: NewFile): Promise<FileRecord> {
  const [row] = await database.insert(files).values(file).returning();
  if (row === undefined) throw new Error('a file was inserted without an answer');
  return row;
}

/** Valid or not: files of a folder that hold the output of a program for one sample, by name. */
export function oneSamplesIn(
  database: Queryable,
  userId: number,
  directoryId: number | null,
  program: string,
  most: number,
): Promise<FileRecord[]> {
  const folder = directoryId === null ? isNull(files.directoryId) : eq(files.directoryId, directoryId);
  const ofProgram = sql`${files.facts} -> 'oneSample' ->> 'program' = ${program}`;
  return database
    .select()
    .from(files)
    .where(and(eq(files.userId, userId), folder, ofProgram))
    .orderBy(SORTS.name, asc(files.id))
    .limit(most);
}

export async function update(database: Queryable, id: number, change: Partial<NewFile>): Promise<FileRecord> {
  const [row] = await database
    .update(files)
    .set({ ...change, updatedAt: now })
    .where(eq(files.id, id))
    .returning();
  if (row === undefined) throw new Error('a file was updated without an answer');
  return row;
}

/** Makes a file pending again, taken in hand; false where it was changed or taken meanwhile. */
export async function reopen(
  database: Queryable,
  { id, blob }: FileRecord,
  change: Pick<FileRecord, 'requestedType' | 'parserVersion' | 'claimedUntil'>,
): Promise<boolean> {
  const rows = await database
    .update(files)
    .set({ ...change, validationStatus: 'pending', attempts: 0, updatedAt: now })
    .where(and(eq(files.id, id), eq(files.blob, blob), ne(files.validationStatus, 'pending')))
    .returning({ id: files.id });
  return rows.length > 0;
}

/** Two processes may read an example at once: the first one's row stands. */
export async function insertExample(database: Queryable, file: NewFile): Promise<void> {
  await database.insert(files).values(file).onConflictDoNothing();
}

export async function remove(database: Queryable, userId: number, id: number): Promise<boolean> {
  const rows = await database
    .delete(files)
    .where(and(eq(files.id, id), eq(files.userId, userId)))
    .returning({ id: files.id });
  return rows.length > 0;
}

/** Escapes what LIKE reads as a pattern. */
const literal = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`);

/** What a row of a list is made from. The facts of a matrix name every sample: lists show of them only how many findings there are. */
const listedColumns = {
  id: files.id,
  name: files.name,
  fileType: files.fileType,
  description: files.description,
  fileSize: files.fileSize,
  directoryId: files.directoryId,
  projectId: files.projectId,
  validationStatus: files.validationStatus,
  createdAt: files.createdAt,
  updatedAt: files.updatedAt,
  version: files.version,
  fix: files.fix,
  findings: sql<Finding[] | null>`${files.facts} -> 'findings'`,
};
export type ListedFile = Pick<FileRecord, Exclude<keyof typeof listedColumns, 'findings'>> & { findings: Finding[] | null };

function listing(database: Queryable, filter: ListFilter, name: string) {
  const where = and(
    eq(files.userId, sql.placeholder('userId')),
    filter.search === undefined || filter.search === '' ? undefined : ilike(files.name, `%${literal(filter.search)}%`),
    filter.fileTypes === undefined || filter.fileTypes.length === 0 ? undefined : inArray(files.fileType, filter.fileTypes),
    filter.status === undefined ? undefined : eq(files.validationStatus, filter.status),
    filter.directoryId === undefined ? undefined : inDirectory(filter.directoryId),
    filter.projectId === undefined ? undefined : eq(files.projectId, filter.projectId),
    filter.from === undefined ? undefined : gte(files.createdAt, filter.from),
    filter.before === undefined ? undefined : lt(files.createdAt, filter.before),
  );
  const order = filter.descending ? desc : asc;
  const all = database.select({ count: count() }).from(files).where(where);
  return database
    .select({ ...listedColumns, all: sql<number>`(${all})`.mapWith(Number) })
    .from(files)
    .where(where)
    .orderBy(order(SORTS[filter.sortBy]), order(files.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare(name);
}

/** The list as a page opens it; with filters its query is as manifold as they are, and built each time. */
const wholeListing = preparedShapes(
  ({ sortBy, descending }: ListFilter) => ['files', sortBy, descending ? 'down' : 'up'].join('_'),
  (database, filter, name) => listing(database, filter, name),
);

const isWhole = ({ search, fileTypes, status, directoryId, projectId, from, before }: ListFilter): boolean =>
  !search && !fileTypes?.length && [status, directoryId, projectId, from, before].every((value) => value === undefined);

export async function list(database: Queryable, userId: number, filter: ListFilter): Promise<{ rows: ListedFile[]; count: number }> {
  const { page, pageSize } = filter;
  const query = isWhole(filter) ? wholeListing(database, filter) : listing(database, filter, '');
  const rows = await query.execute({ userId, limit: pageSize, offset: (page - 1) * pageSize });
  // A page behind the last has no row that could tell how many there are.
  const first = rows[0] ?? (page === 1 ? undefined : (await query.execute({ userId, limit: 1, offset: 0 }))[0]);
  return { rows: rows.map(({ all: _, ...row }) => row), count: first?.all ?? 0 };
}

/**
 * Takes a pending file in hand that nobody has: the oldest of the user who has waited longest.
 * @param busy users whose files stay. @param served users in the order in which one of their files was last taken.
 */
export async function claim(
  database: Database,
  { busy, served }: { busy: readonly number[]; served: readonly number[] },
): Promise<FileRecord | undefined> {
  const free = and(
    eq(files.validationStatus, 'pending'),
    or(isNull(files.claimedUntil), lt(files.claimedUntil, sql`now()`)),
    busy.length === 0 ? undefined : or(isNull(files.userId), notInArray(files.userId, [...busy])),
  );
  const turn = sql`coalesce(array_position(${`{${served.join()}}`}::int[], ${files.userId}), 0)`;
  const next = database
    .select({ id: files.id })
    .from(files)
    .where(free)
    .orderBy(turn, asc(files.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await database.update(files).set({ claimedUntil: CLAIM }).where(inArray(files.id, next)).returning();
  return row;
}

const pending = (id: number) => and(eq(files.id, id), eq(files.validationStatus, 'pending'));

export async function markRead(
  database: Queryable,
  id: number,
  { form, status }: { form: ParsedForm; status: 'valid' | 'invalid' },
): Promise<void> {
  await database
    .update(files)
    .set({ ...form, validationStatus: status, claimedUntil: null, updatedAt: now })
    .where(pending(id));
}

export async function markInvalid(database: Queryable, id: number, facts: FileFacts): Promise<void> {
  await database.update(files).set({ validationStatus: 'invalid', facts, claimedUntil: null, updatedAt: now }).where(pending(id));
}

/** Frees what a process that died had in hand. A living one's work may be done twice then, to the same end. */
export async function unclaimAll(database: Queryable): Promise<void> {
  await database.update(files).set({ claimedUntil: null }).where(eq(files.validationStatus, 'pending'));
}

/** Lets a file wait again. The engine was lost over it once more when `lost`. */
export async function unclaim(database: Queryable, id: number, lost: boolean): Promise<number> {
  const [row] = await database
    .update(files)
    .set({ claimedUntil: null, ...(lost ? { attempts: sql`${files.attempts} + 1` } : {}) })
    .where(pending(id))
    .returning({ attempts: files.attempts });
  return row?.attempts ?? 0;
}
