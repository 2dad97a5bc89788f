import { FILE_FIXES, FILE_TYPES, type FileFacts, VALIDATION_STATUSES } from '@oncoloom/contract';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import { projects } from '../projects/tables.ts';

const time = (name: string) => timestamp(name, { withTimezone: true });

export const directories = pgTable(
  'directories',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null: at the root. */
    parentId: integer('parent_id').references((): AnyPgColumn => directories.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [index('directories_parent').on(table.userId, table.parentId)],
);

/** How the bytes of an upload are read: a text (also packed by gzip), a workbook, a zip with one table, lines of gene sets. */
export const FILE_FORMATS = ['text', 'xlsx', 'zip', 'gmt'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** Files of users, and the tools' built-in example inputs (without a user). Bytes are kept by checksum, outside of the database. */
export const files = pgTable(
  'files',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    directoryId: integer('directory_id').references(() => directories.id, { onDelete: 'cascade' }),
    projectId: integer('project_id').references(() => projects.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    /** As told by the uploader, or by the parser once it has read the file. */
    fileType: text('file_type', { enum: FILE_TYPES }).notNull(),
    /** What the uploader said; null: to be told from the content. */
    requestedType: text('requested_type', { enum: FILE_TYPES }),
    format: text('format', { enum: FILE_FORMATS }).notNull(),
    description: text('description').notNull().default(''),
    /** Bytes as uploaded. */
    fileSize: bigint('file_size', { mode: 'number' }).notNull(),
    validationStatus: text('validation_status', { enum: VALIDATION_STATUSES }).notNull(),
    /** Checksums: of the bytes as uploaded, of the form that R reads, of a small table's cells as JSON. */
    blob: text('blob').notNull(),
    parsed: text('parsed'),
    cells: text('cells'),
    /** Bytes of the two forms; null: not known, they were read before these were counted. */
    parsedBytes: bigint('parsed_bytes', { mode: 'number' }),
    cellsBytes: bigint('cells_bytes', { mode: 'number' }),
    /** Of an invalid file: the finding that says why. */
    facts: jsonb('facts').$type<FileFacts>(),
    parserVersion: text('parser_version').notNull(),
    /** Times the engine was lost over this file. */
    attempts: integer('attempts').notNull().default(0),
    /** Until when a process has this pending file in hand. */
    claimedUntil: time('claimed_until'),
    /** Counts from 1; a fix makes the next one and keeps the one before in `file_versions`. */
    version: integer('version').notNull().default(1),
    /** The fix that made this version; null: as uploaded. */
    fix: text('fix', { enum: FILE_FIXES }),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('files_owner').on(table.userId, table.directoryId),
    index('files_blob').on(table.blob),
    index('files_project').on(table.projectId).where(sql`${table.projectId} IS NOT NULL`),
    index('files_pending').on(table.id).where(sql`${table.validationStatus} = 'pending'`),
    uniqueIndex('files_example').on(table.blob, table.requestedType, table.parserVersion).where(sql`${table.userId} IS NULL`),
  ],
);

/** What a file was before a fix. Its bytes count in the owner's space. */
export const fileVersions = pgTable(
  'file_versions',
  {
    fileId: integer('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    name: text('name').notNull(),
    fileType: text('file_type', { enum: FILE_TYPES }).notNull(),
    requestedType: text('requested_type', { enum: FILE_TYPES }),
    format: text('format', { enum: FILE_FORMATS }).notNull(),
    fileSize: bigint('file_size', { mode: 'number' }).notNull(),
    validationStatus: text('validation_status', { enum: VALIDATION_STATUSES }).notNull(),
    blob: text('blob').notNull(),
    parsed: text('parsed'),
    cells: text('cells'),
    /** Bytes of the two forms; null: not known, they were read before these were counted. */
    parsedBytes: bigint('parsed_bytes', { mode: 'number' }),
    cellsBytes: bigint('cells_bytes', { mode: 'number' }),
    facts: jsonb('facts').$type<FileFacts>(),
    parserVersion: text('parser_version').notNull(),
    fix: text('fix', { enum: FILE_FIXES }),
    /** When it was replaced. */
    replacedAt: time('replaced_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.version] }), index('file_versions_blob').on(table.blob)],
);

/** Uploads that can go on after a break. The bytes so far lie in a file of the same name; its length is the offset. */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Bytes that are to come in all; they count in the owner's space until the upload has ended. */
    size: bigint('size', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    /** As the client sent it, for the protocol. */
    metadata: jsonb('metadata').$type<Record<string, string | null>>().notNull(),
    /** What became of it: a file, or a sentence. Both null while it is open. */
    fileId: integer('file_id').references(() => files.id, { onDelete: 'set null' }),
    refusal: jsonb('refusal').$type<{ status: number; code: string | null; detail: string }>(),
    createdAt: time('created_at').notNull().defaultNow(),
    endedAt: time('ended_at'),
  },
  (table) => [index('uploads_owner').on(table.userId)],
);

export type DirectoryRecord = typeof directories.$inferSelect;
export type FileRecord = typeof files.$inferSelect;
export type NewFile = typeof files.$inferInsert;
export type FileVersionRecord = typeof fileVersions.$inferSelect;
export type UploadRecord = typeof uploads.$inferSelect;
