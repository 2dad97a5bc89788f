import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Lower case: the contract lowers it. */
    email: text().notNull(),
    /** The mailbox that the address reaches, whatever it is spelled like: without `+…`, of Google's without dots. */
    mailbox: text().notNull().generatedAlwaysAs(sql`mailbox_of(email)`),
    /** Null until the user chooses one; the address's first part is shown instead. */
    username: text(),
    /** By which names are compared: letters that look alike are one. */
    nameKey: text('name_key').generatedAlwaysAs(sql`name_key(username)`),
    passwordHash: text('password_hash').notNull(),
    avatar: text(),
    institution: text(),
    researchField: text('research_field'),
    emailVerified: boolean('email_verified').notNull().default(false),
    inviteCode: text('invite_code').notNull(),
    invitedBy: integer('invited_by').references((): AnyPgColumn => users.id, { onDelete: 'set null' }),
    /** When inviter and invited got their points. */
    referralRewardedAt: timestamp('referral_rewarded_at', { withTimezone: true }),
    /** Version of the terms agreed to at registration; null for accounts made without the form. */
    termsVersion: text('terms_version'),
    /** The account and all its data go then; set by its user, who may take it back until then. */
    deletionAt: timestamp('deletion_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_email').on(sql`lower(${table.email})`),
    uniqueIndex('users_username').on(sql`lower(${table.username})`),
    // Not unique: accounts from before these were compared keep their addresses and names.
    index('users_mailbox').on(table.mailbox),
    index('users_name_key').on(table.nameKey),
    uniqueIndex('users_invite_code').on(table.inviteCode),
  ],
);

/** Signed-in devices. A bearer token names one and is dead without it. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** User agent, cut to a length that fits every real one. */
    agent: text().notNull(),
    address: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_expiry').on(table.expiresAt),
    index('sessions_seen').on(table.lastSeenAt),
  ],
);

export const MAILED_TOKEN_PURPOSES = ['verify', 'reset'] as const;

/** Tokens that were mailed: each works once. Only their hash is kept. */
export const mailedTokens = pgTable(
  'mailed_tokens',
  {
    hash: text().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text({ enum: MAILED_TOKEN_PURPOSES }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('mailed_tokens_user').on(table.userId, table.purpose), index('mailed_tokens_expiry').on(table.expiresAt)],
);

/**
 * Counts of what is limited, for all processes together. The columns and their order are the limiting library's: it inserts by
 * position.
 */
export const rateLimits = pgTable('rate_limits', {
  /** The limit, a colon, and whom it counts for. */
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  /** ms since 1970; null: for ever. */
  expire: bigint({ mode: 'number' }),
});

/** Networks from which a user has signed in: wrong passwords from elsewhere do not shut the owner out there. */
export const knownOrigins = pgTable(
  'known_origins',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    origin: text().notNull(),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.origin] }), index('known_origins_seen').on(table.seenAt)],
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
