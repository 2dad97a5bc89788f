import { sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Lower case: the contract lowers it. */
    email: text().notNull(),
    /** Null until the user chooses one; the address's first part is shown instead. */
    username: text(),
    passwordHash: text('password_hash').notNull(),
    avatar: text(),
    institution: text(),
    researchField: text('research_field'),
    emailVerified: boolean('email_verified').notNull().default(false),
    inviteCode: text('invite_code').notNull(),
    invitedBy: integer('invited_by').references((): AnyPgColumn => users.id, { onDelete: 'set null' }),
    /** Raised when the password changes: tokens that carry an older number are dead. */
    tokenVersion: integer('token_version').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_email').on(sql`lower(${table.email})`),
    uniqueIndex('users_username').on(sql`lower(${table.username})`),
    uniqueIndex('users_invite_code').on(table.inviteCode),
  ],
);

/** Tries to log in that have not succeeded, kept for the length of the window in which they count. */
export const loginFailures = pgTable(
  'login_failures',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** `account:<id>`, `name:<unknown name>` or `address:<ip>`. */
    subject: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('login_failures_subject').on(table.subject, table.at), index('login_failures_at').on(table.at)],
);

/** Tokens that open the live channel once. Only their hash is kept. */
export const liveTokens = pgTable(
  'live_tokens',
  {
    hash: text().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('live_tokens_expiry').on(table.expiresAt)],
);
