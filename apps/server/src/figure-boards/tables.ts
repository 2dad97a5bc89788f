import type { BoardContent } from '@oncoloom/contract';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import { projects } from '../projects/tables.ts';

const time = (name: string) => timestamp(name, { withTimezone: true });

/** Pages of figures. They name analyses without a key: a board stays when one of these is deleted, and says so. */
export const figureBoards = pgTable(
  'figure_boards',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    projectId: integer('project_id').references(() => projects.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    /** Counts what was saved: a save names the one that it changes. */
    revision: integer('revision').notNull().default(1),
    content: jsonb('content').$type<BoardContent>().notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('figure_boards_list').on(table.userId, table.id),
    index('figure_boards_project').on(table.projectId).where(sql`${table.projectId} IS NOT NULL`),
  ],
);

export type BoardRecord = typeof figureBoards.$inferSelect;
