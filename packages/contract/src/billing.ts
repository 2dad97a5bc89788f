import { z } from 'zod';
import { CARD_CODE, CARD_EMPTY, CARD_WRONG, USER_TYPES } from './constants.ts';

export const LEDGER_KINDS = ['sign_up', 'charge', 'refund', 'expiry', 'plan', 'referral', 'note', 'grant'] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** One change of a user's points. */
export const ledgerRowSchema = z.object({
  id: z.number(),
  time: z.string(),
  kind: z.enum(LEDGER_KINDS),
  change: z.number(),
  /** Points after it. */
  balance: z.number(),
  /** As the user reads it. */
  reason: z.string(),
  /** The analysis that it belongs to, null when there is none or it was deleted. */
  task: z.object({ id: z.number(), name: z.string(), task_type: z.string(), family: z.string() }).nullable(),
});
export type LedgerRow = z.infer<typeof ledgerRowSchema>;

export const ledgerListSchema = z.object({
  results: z.array(ledgerRowSchema),
  count: z.number(),
  page: z.number(),
  page_size: z.number(),
  current_page: z.number(),
});
export type LedgerList = z.infer<typeof ledgerListSchema>;

export const redeemCardSchema = z.object({
  card_code: z.string().trim().min(1, CARD_EMPTY).max(200).regex(CARD_CODE, CARD_WRONG),
});

export const redeemedSchema = z.object({ message: z.string(), points: z.number(), expired_at: z.string().nullable() });
export type Redeemed = z.infer<typeof redeemedSchema>;

export const subscriptionStatusSchema = z.object({
  user_type: z.enum(USER_TYPES),
  /** Id of the plan redeemed last, null without one. */
  plan: z.string().nullable(),
  points: z.number(),
  expired_at: z.string().nullable(),
  /** Whole days that are left, 0 after the expiry; null when nothing expires. */
  days_left: z.number().nullable(),
  has_used_trial_card: z.boolean(),
});
export type SubscriptionStatus = z.infer<typeof subscriptionStatusSchema>;

/** A note that the user may post to Xiaohongshu. */
export const noteSchema = z.object({
  title: z.string(),
  text: z.string(),
  tags: z.array(z.string()),
  reward_points: z.number(),
  status: z.enum(['open', 'rewarded']),
});
export type Note = z.infer<typeof noteSchema>;

/** How to reach the operator's service; both null when nothing is set. */
export const supportSchema = z.object({ contact: z.string().nullable(), qr: z.string().nullable() });
export type Support = z.infer<typeof supportSchema>;
