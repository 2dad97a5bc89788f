import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const time = (name: string) => timestamp(name, { withTimezone: true });

/** Workers, as each has told of itself. One lives as long as the advisory lock of its number is held. */
export const workers = pgTable('workers', {
  number: integer('number').primaryKey(),
  host: text('host').notNull(),
  /** The job of Slurm that it is; null of others. */
  pilot: text('pilot'),
  /** Of one task, MiB. */
  memoryMiB: integer('memory_mib').notNull(),
  /** At once. */
  tasks: integer('tasks').notNull(),
  /** It takes no more. */
  draining: boolean('draining').notNull().default(false),
  startedAt: time('started_at').notNull().defaultNow(),
});

/** Sizes of pilots that somebody starts when tasks wait for them, as long as he says so. */
export const pilotSizes = pgTable('pilot_sizes', {
  name: text('name').primaryKey(),
  /** Of one task, MiB. */
  memoryMiB: integer('memory_mib').notNull(),
  saidAt: time('said_at').notNull(),
});
