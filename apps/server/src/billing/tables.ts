import { LEDGER_KINDS, USER_TYPES } from '@oncoloom/contract';
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';

/** One row per user: the plan and the points. Every change of points locks it, so that two can never spend the same point. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    userType: text('user_type', { enum: USER_TYPES }).notNull().default('new'),
    /** Equals the sum of the user's ledger. */
    points: integer().notNull().default(0),
    /** From then on the points count as 0 and the type as `new`. */
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    /** Plan of the card redeemed last. */
    planId: text('plan_id'),
    hasUsedTrialCard: boolean('has_used_trial_card').notNull().default(false),
  },
  (table) => [check('subscriptions_points_not_negative', sql`${table.points} >= 0`)],
);

/** Cards that are sold outside and redeemed in the product, each once. */
export const cards = pgTable(
  'cards',
  {
    code: text().primaryKey(),
    /** A plan's id, or `trial`. */
    planId: text('plan_id').notNull(),
    /** Cards made together. */
    batch: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    redeemedBy: integer('redeemed_by').references(() => users.id, { onDelete: 'set null' }),
    redeemedAt: timestamp('redeemed_at', { withTimezone: true }),
    /** Taken out of circulation by the operator. */
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
  },
  (table) => [index('cards_batch').on(table.batch)],
);

/** Tries to redeem that failed, kept for the length of the window in which they count. */
export const redeemFailures = pgTable(
  'redeem_failures',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('redeem_failures_user').on(table.userId, table.at)],
);

/** Every change of a user's points. Rows are added, never changed. */
export const ledger = pgTable(
  'points_ledger',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: LEDGER_KINDS }).notNull(),
    change: integer().notNull(),
    /** Points after the change. */
    balance: integer().notNull(),
    /** As the user reads it. */
    reason: text().notNull(),
    /** Kept when the analysis is deleted. */
    analysisId: bigint('analysis_id', { mode: 'number' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('points_ledger_user').on(table.userId, table.id),
    uniqueIndex('points_ledger_charge').on(table.analysisId).where(sql`${table.kind} = 'charge'`),
    uniqueIndex('points_ledger_refund').on(table.analysisId).where(sql`${table.kind} = 'refund'`),
  ],
);
