import type { Redeemed } from '@oncoloom/contract';
import { and, asc, eq, lte } from 'drizzle-orm';
import { chinaDate } from '../platform/china-time.ts';
import { ApiError, fieldError } from '../platform/errors.ts';
import type { Database, Transaction } from '../platform/postgres/database.ts';
import { planOfCard } from './plans.ts';
import type { BillingService, Plan, Subscription } from './service.ts';
import { cards, redeemFailures } from './tables.ts';

/** So many tries may fail in the window; then the account waits until the oldest of them has left it. */
const FAILURES_MAX = 10;
const WINDOW_MS = 15 * 60 * 1000;

const UNKNOWN = '没有这张卡密。请对照收到的卡密检查每一位。';

type Card = typeof cards.$inferSelect;

/** Why a card brings nothing. A fault that `tells` nothing of codes that the user does not know is not counted. */
interface Fault {
  detail: string;
  counts: boolean;
}

/** What was found under the locks. It is thrown after the commit: a failure that was thrown inside would not be kept. */
type Outcome = { plan: Plan; subscription: Subscription } | { error: ApiError };

/**
 * Redeems a card: its plan comes to the user's account, once, however many ask at the same time. Throws 422 at `card_code`
 * for a card that brings nothing, 429 after too many of them.
 */
export async function redeemCard(
  { database, billing }: { database: Database; billing: BillingService },
  userId: number,
  code: string,
): Promise<Redeemed> {
  const outcome = await database.transaction<Outcome>(async (tx) => {
    // First the account, then the card, in every transaction: tries of one user take turns, so that many at once cannot
    // slip past the limit together, and two users with the same card wait for one another in one direction only.
    const before = await billing.lock(tx, userId);
    const wait = await secondsToWait(tx, userId);
    if (wait !== undefined) return { error: tooManyFailures(wait) };
    const [card] = await tx.select().from(cards).where(eq(cards.code, code)).for('update');
    const plan = card && planOfCard(card.planId);
    const fault = faultOf(card, plan, userId, before);
    if (fault?.counts) await tx.insert(redeemFailures).values({ userId, at: new Date() });
    if (fault || !plan) return { error: fieldError('card_code', fault?.detail ?? UNKNOWN) };
    await tx.update(cards).set({ redeemedBy: userId, redeemedAt: new Date() }).where(eq(cards.code, code));
    await billing.subscribe(tx, userId, plan);
    return { plan, subscription: await billing.subscription(userId, tx) };
  });
  if ('error' in outcome) throw outcome.error;
  return told(outcome.plan, outcome.subscription);
}

/** Who used a card is nobody else's business: the sentence names the caller's own use only. */
function faultOf(card: Card | undefined, plan: Plan | undefined, userId: number, { hasUsedTrialCard }: Subscription): Fault | undefined {
  if (!card || !plan) return { detail: UNKNOWN, counts: true };
  if (card.redeemedAt !== null) {
    if (card.redeemedBy === userId) return { detail: '这张卡密已兑换到当前账号，点数已到账，不用再兑换。', counts: false };
    return { detail: '这张卡密已被使用。每张卡密只能兑换一次，请向客服核对。', counts: true };
  }
  if (card.revokedAt !== null) return { detail: '这张卡密已作废，请联系客服更换。', counts: true };
  if (plan.userType === 'trial' && hasUsedTrialCard) {
    return { detail: '每个账号只能用一张体验卡，当前账号已用过。这张卡密没有使用，仍然有效。', counts: true };
  }
  return undefined;
}

/** Seconds until the next try, undefined when there may be one now. Failures that have left the window go. */
async function secondsToWait(tx: Transaction, userId: number): Promise<number | undefined> {
  const since = new Date(Date.now() - WINDOW_MS);
  const ofUser = eq(redeemFailures.userId, userId);
  await tx.delete(redeemFailures).where(and(ofUser, lte(redeemFailures.at, since)));
  const failures = await tx.select({ at: redeemFailures.at }).from(redeemFailures).where(ofUser).orderBy(asc(redeemFailures.at));
  const oldest = failures.length >= FAILURES_MAX ? failures[0] : undefined;
  return oldest && Math.max(1, Math.ceil((oldest.at.getTime() + WINDOW_MS - Date.now()) / 1000));
}

function tooManyFailures(seconds: number): ApiError {
  return new ApiError(429, `卡密输错次数太多，请 ${Math.ceil(seconds / 60)} 分钟后再试。拿不准时请先向客服核对卡密。`, {
    retryAfter: seconds,
  });
}

function told(plan: Plan, { points, expiredAt }: Subscription): Redeemed {
  const until = expiredAt === null ? '' : `，有效期至 ${chinaDate(expiredAt)}`;
  return {
    message: `兑换成功：${plan.points} 点已到账，现有 ${points} 点${until}。`,
    points,
    expired_at: expiredAt?.toISOString() ?? null,
  };
}
