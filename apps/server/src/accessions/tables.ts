import { bigint, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';

const time = (name: string) => timestamp(name, { withTimezone: true });
const bytes = (name: string) => bigint(name, { mode: 'number' });

/** Public files that were fetched for users: each once for all of them, its bytes in the storage. */
export const seriesFiles = pgTable('series_files', {
  /** Below GEO's root; with a mark behind it for what is made of several files. */
  path: text('path').primaryKey(),
  /** Changes when the content does, as its source says. */
  version: text('version').notNull(),
  /** That have come, and all of them as far as the source says. */
  loaded: bytes('loaded').notNull().default(0),
  bytes: bytes('bytes'),
  /** Null: not whole yet. */
  sha256: text('sha256'),
  usedAt: time('used_at').notNull().defaultNow(),
});

/** A file of a series that a user has asked for. */
export const seriesFetches = pgTable(
  'series_fetches',
  {
    id: uuid('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accession: text('accession').notNull(),
    name: text('name').notNull(),
    path: text('path').notNull(),
    /** Null: to the root. Looked up with its owner when the file comes. */
    directoryId: integer('directory_id'),
    /** Bytes that count in the user's space until it has ended. */
    size: bytes('size').notNull(),
    /** What became of it: a file, or a sentence. Both null while it goes on. */
    fileId: integer('file_id'),
    note: text('note').notNull().default(''),
    refusal: jsonb('refusal').$type<{ detail: string }>(),
    /** Until when a process has it in hand. */
    claimedUntil: time('claimed_until'),
    createdAt: time('created_at').notNull().defaultNow(),
    endedAt: time('ended_at'),
  },
  (table) => [index('series_fetches_owner').on(table.userId)],
);

export type SeriesFetchRecord = typeof seriesFetches.$inferSelect;
export type SeriesFileRecord = typeof seriesFiles.$inferSelect;
