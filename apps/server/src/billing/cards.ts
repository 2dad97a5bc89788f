import { randomInt } from 'node:crypto';
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Queryable } from '../platform/postgres/database.ts';
import type { CardPlan } from './plans.ts';
import { cards } from './tables.ts';

/** Capital letters and digits that nobody mistakes for one another: 16 of them leave 31^16, about 2^79, codes to guess from. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
/** Cards of one order. */
export const CARDS_MAX = 1_000;

export const CARD_STATES = ['unused', 'redeemed', 'revoked'] as const;
export type CardState = (typeof CARD_STATES)[number];

export interface Card {
  /** Four groups of four. */
  code: string;
  /** Id of PLANS, or TRIAL_CARD's. */
  planId: string;
  batch: string;
  state: CardState;
  createdAt: Date;
  /** The user; null as long as it is unused, and when the account is gone. */
  redeemedBy: number | null;
  redeemedAt: Date | null;
  revokedAt: Date | null;
}

interface CardOrder {
  plan: CardPlan;
  /** 1 to CARDS_MAX. */
  count: number;
  /** Names the cards that are made together; an order under a name that exists adds to it. */
  batch: string;
}

function newCode(): string {
  const group = () => Array.from({ length: 4 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
  return [group(), group(), group(), group()].join('-');
}

function toCard(row: typeof cards.$inferSelect): Card {
  const state = row.redeemedAt !== null ? 'redeemed' : row.revokedAt !== null ? 'revoked' : 'unused';
  return { ...row, state };
}

/** Makes cards, all or none. Throws an Error when the count is out of range or the batch has no name. */
export async function makeCards(db: Queryable, { plan, count, batch }: CardOrder): Promise<Card[]> {
  if (!Number.isInteger(count) || count < 1 || count > CARDS_MAX) throw new Error(`a batch holds 1 to ${CARDS_MAX} cards`);
  if (batch.trim() === '') throw new Error('a batch needs a name');
  const values = Array.from({ length: count }, () => ({ code: newCode(), planId: plan, batch: batch.trim() }));
  return (await db.insert(cards).values(values).returning()).map(toCard);
}

const IN_STATE = {
  unused: and(isNull(cards.redeemedAt), isNull(cards.revokedAt)),
  redeemed: isNotNull(cards.redeemedAt),
  revoked: and(isNotNull(cards.revokedAt), isNull(cards.redeemedAt)),
};

/** Cards, the oldest first. */
export async function listCards(db: Queryable, filter: { batch?: string; state?: CardState } = {}): Promise<Card[]> {
  const where = and(
    filter.batch === undefined ? undefined : eq(cards.batch, filter.batch),
    filter.state === undefined ? undefined : IN_STATE[filter.state],
  );
  return (await db.select().from(cards).where(where).orderBy(asc(cards.createdAt), asc(cards.code))).map(toCard);
}

/**
 * Takes an unused card out of circulation. Answers the card as it is now: `redeemed` when somebody was faster, whose points
 * stay; undefined when there is no such card.
 */
export async function revokeCard(db: Queryable, code: string): Promise<Card | undefined> {
  await db
    .update(cards)
    .set({ revokedAt: new Date() })
    .where(and(eq(cards.code, code), IN_STATE.unused));
  const [row] = await db.select().from(cards).where(eq(cards.code, code));
  return row && toCard(row);
}
