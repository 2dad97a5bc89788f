import { FILE_TYPES, type FileFacts, VALIDATION_STATUSES } from '@oncoloom/contract';
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';

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

/** Files of users, and the tools' built-in example inputs (without a user). Bytes are kept by checksum, outside of the database. */
export const files = pgTable(
  'files',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    directoryId: integer('directory_id').references(() => directories.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** As told by the uploader, or by the parser once it has read the file. */
    fileType: text('file_type', { enum: FILE_TYPES }).notNull(),
    /** What the uploader said; null: to be told from the content. */
    requestedType: text('requested_type', { enum: FILE_TYPES }),
    format: text('format', { enum: ['text', 'xlsx'] }).notNull(),
    description: text('description').notNull().default(''),
    /** Bytes as uploaded. */
    fileSize: bigint('file_size', { mode: 'number' }).notNull(),
    validationStatus: text('validation_status', { enum: VALIDATION_STATUSES }).notNull(),
    /** Checksums: of the bytes as uploaded, of the form that R reads, of a small table's cells as JSON. */
    blob: text('blob').notNull(),
    parsed: text('parsed'),
    cells: text('cells'),
    /** Of an invalid file: the finding that says why. */
    facts: jsonb('facts').$type<FileFacts>(),
    parserVersion: text('parser_version').notNull(),
    /** Times the engine was lost over this file. */
    attempts: integer('attempts').notNull().default(0),
    /** Until when a process has this pending file in hand. */
    claimedUntil: time('claimed_until'),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('files_owner').on(table.userId, table.directoryId),
    index('files_blob').on(table.blob),
    index('files_pending').on(table.id).where(sql`${table.validationStatus} = 'pending'`),
    uniqueIndex('files_example').on(table.blob, table.requestedType, table.parserVersion).where(sql`${table.userId} IS NULL`),
  ],
);

export type FileRecord = typeof files.$inferSelect;
export type NewFile = typeof files.$inferInsert;
