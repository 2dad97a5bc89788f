import { sql } from 'drizzle-orm';
import { boolean, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

/** What there are releases of. */
export const RELEASE_KINDS = ['cohort', 'gene-sets', 'signature', 'platform'] as const;
export type ReleaseKind = (typeof RELEASE_KINDS)[number];

/** Files of a release by their names: contents of the storage. */
export type ReleaseFiles = Readonly<Record<string, { bytes: number; sha256: string }>>;

/** Reference data that are installed. A release never changes; another one of the same name takes its place. */
export const releases = pgTable(
  'releases',
  {
    kind: text('kind', { enum: RELEASE_KINDS }).notNull(),
    /** Such as a cohort's code, the name of a gmt, the number of a platform. */
    name: text('name').notNull(),
    release: text('release').notNull(),
    files: jsonb('files').$type<ReleaseFiles>().notNull(),
    /** What is known of it, in the words of its kind. */
    about: jsonb('about').$type<unknown>().notNull(),
    /** The one of its name that is offered; others stay for the analyses that were made for them. */
    current: boolean('current').notNull(),
    installedAt: timestamp('installed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.name, table.release] }),
    uniqueIndex('releases_current').on(table.kind, table.name).where(sql`${table.current}`),
  ],
);
