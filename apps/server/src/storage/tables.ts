import { bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * What lies in the bucket. A row comes before its object and goes after it: no object is without a row, and no bucket is ever listed.
 * `coming`: being put, or left by a process that died at that; `kept`: whole; `going`: being removed, be it by a process that died at that.
 */
export const contents = pgTable(
  'contents',
  {
    sha256: text().primaryKey(),
    /** Bytes. */
    size: bigint({ mode: 'number' }).notNull(),
    state: text({ enum: ['coming', 'kept', 'going'] }).notNull(),
    /** Last put or asked for. */
    usedAt: timestamp('used_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('contents_used_at').on(table.usedAt)],
);
