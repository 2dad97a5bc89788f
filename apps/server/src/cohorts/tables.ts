import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';

/** Files of cohorts that were paid for, kept as long as they are free to fetch again. */
export const cohortDownloads = pgTable(
  'cohort_downloads',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Names cohort, release, content and format. */
    file: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('cohort_downloads_user').on(table.userId, table.file)],
);
