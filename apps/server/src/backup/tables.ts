import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Backups that were finished, of whatever place: what tells how old the last one is. */
export const backups = pgTable('backups', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  /** Its name in its place. */
  name: text('name').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  finishedAt: timestamp('finished_at', { withTimezone: true }).notNull().defaultNow(),
});
