import {
  type LedgerKind,
  type LedgerList,
  SIGN_UP_POINTS,
  SIGN_UP_POINTS_DAYS,
  type SubscriptionStatus,
  type UserType,
} from '@oncoloom/contract';
import { and, eq, sql } from 'drizzle-orm';
import { notify } from '../live/notice.ts';
import { ApiError } from '../platform/errors.ts';
import type { Database, Queryable, Transaction } from '../platform/postgres/database.ts';
import { prepared } from '../platform/postgres/prepared.ts';
import { countLedgerRows, type FindTasks, type LedgerPage, readLedger } from './ledger.ts';
import type { UserSpace } from './space.ts';
import { ledger, subscriptions } from './tables.ts';

/** Plans and points, for a query of another domain that shows them beside its own rows: `subscriptionOf` says what they mean now. */
export { subscriptions };

export interface Subscription {
  userType: UserType;
  points: number;
  expiredAt: Date | null;
  /** Of PLANS, or TRIAL_CARD's: the one redeemed last. */
  planId: string | null;
  hasUsedTrialCard: boolean;
}

export interface Plan {
  /** Of PLANS, or TRIAL_CARD's; none for a plan that is not sold. */
  id?: string;
  userType: UserType;
  points: number;
  days: number;
  /** As the ledger shows it. */
  reason: string;
}

/** Points that are given, not bought. */
interface Gift {
  kind: 'referral' | 'note' | 'grant';
  points: number;
  /** As the ledger shows it. */
  reason: string;
}

const DAY_MS = 24 * 3600 * 1000;

type Row = typeof subscriptions.$inferSelect;

const findRow = prepared((db) =>
  db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, sql.placeholder('userId')))
    .prepare('subscription'),
);

function isExpired(row: Row): boolean {
  return row.expiresAt !== null && row.expiresAt.getTime() <= Date.now();
}

/** An expiry has come that the ledger does not know of yet. */
function isDue(row: Row): boolean {
  return isExpired(row) && (row.points > 0 || row.userType !== 'new');
}

function daysFrom(start: number, days: number): Date {
  return new Date(start + days * DAY_MS);
}

/** What a row means now: after its expiry the type is `new` and the points are 0, whether or not the ledger says so yet. */
export function effective(row: Row): Subscription {
  const expired = isExpired(row);
  return {
    userType: expired ? 'new' : row.userType,
    points: expired ? 0 : row.points,
    expiredAt: row.expiresAt,
    planId: row.planId,
    hasUsedTrialCard: row.hasUsedTrialCard,
  };
}

/** What a row means now; who has none has no plan and no points. */
export function subscriptionOf(row: Row | null | undefined): Subscription {
  return row ? effective(row) : { userType: 'new', points: 0, expiredAt: null, planId: null, hasUsedTrialCard: false };
}

/** The expiry after so many more days; points that never expire stay so. */
function extended(row: Row, days: number): Date | null {
  return row.expiresAt === null ? null : daysFrom(Math.max(Date.now(), row.expiresAt.getTime()), days);
}

/** Points and plans. Every change of points is one ledger row written under the lock of the user's subscription. */
export class BillingService {
  /** What users store, and may. */
  readonly space: UserSpace;
  readonly #database: Database;
  readonly #findTasks: FindTasks;

  /** @param domains what other domains tell of the user */
  constructor(database: Database, domains: { space: UserSpace; findTasks: FindTasks }) {
    this.#database = database;
    this.space = domains.space;
    this.#findTasks = domains.findTasks;
  }

  /** Gives a new account its first points. Called once, inside the transaction that makes the account. */
  async open(tx: Transaction, userId: number): Promise<void> {
    await tx.insert(subscriptions).values({ userId, expiresAt: daysFrom(Date.now(), SIGN_UP_POINTS_DAYS) });
    const row = await this.#lock(tx, userId);
    await this.#write(tx, row, { kind: 'sign_up', change: SIGN_UP_POINTS, reason: '注册赠送' });
  }

  /** Plan and points as they count now. */
  async subscription(userId: number, database: Queryable = this.#database): Promise<Subscription> {
    const [row] = await findRow(database).execute({ userId });
    return subscriptionOf(row);
  }

  /** The same as the subscription page reads it. */
  async status(userId: number): Promise<SubscriptionStatus> {
    const { userType, points, expiredAt, planId, hasUsedTrialCard } = await this.subscription(userId);
    return {
      user_type: userType,
      plan: planId,
      points,
      expired_at: expiredAt?.toISOString() ?? null,
      // The last day counts as one: a plan of 30 days says 30 when it has just been redeemed.
      days_left: expiredAt === null ? null : Math.max(0, Math.ceil((expiredAt.getTime() - Date.now()) / DAY_MS)),
      has_used_trial_card: hasUsedTrialCard,
    };
  }

  /** Plan and points as they count now, kept from changing until the transaction ends. */
  async lock(tx: Transaction, userId: number): Promise<Subscription> {
    return effective(await this.#lock(tx, userId));
  }

  /** Points that can be spent now. */
  async balance(userId: number, database: Queryable = this.#database): Promise<number> {
    return (await this.subscription(userId, database)).points;
  }

  /**
   * Takes points, for an analysis at most once per analysis, and answers what remains.
   * Throws 406 when there are too few; `points` 0 takes nothing.
   */
  async charge(tx: Transaction, userId: number, points: number, reason: string, analysisId?: number): Promise<number> {
    const row = await this.#lock(tx, userId);
    if (points === 0) return row.points;
    if (row.points < points) {
      const then = analysisId === undefined ? '续费后可直接下载。' : '续费后可直接提交，填写的内容都会保留。';
      throw new ApiError(406, `点数不够：这次需要 ${points} 点，余额 ${row.points} 点。${then}`, { code: 'points' });
    }
    return this.#write(tx, row, { kind: 'charge', change: -points, reason, ...(analysisId !== undefined && { analysisId }) });
  }

  /** Gives back what an analysis cost. Doing it again, or for a free one, changes nothing. Answers the points given back. */
  async refund(tx: Transaction, userId: number, analysisId: number, reason: string): Promise<number> {
    const row = await this.#lock(tx, userId);
    const rows = await tx
      .select({ kind: ledger.kind, change: ledger.change })
      .from(ledger)
      .where(and(eq(ledger.userId, userId), eq(ledger.analysisId, analysisId)));
    const charged = rows.find((entry) => entry.kind === 'charge');
    if (!charged || rows.some((entry) => entry.kind === 'refund')) return 0;
    const points = await this.#write(tx, row, { kind: 'refund', change: -charged.change, reason, analysisId });
    // Points that have expired come back into the ledger, and leave it again by the rule for all points.
    if (isExpired(row)) await this.#write(tx, { ...row, points }, { kind: 'expiry', change: -points, reason: '退回的点数已过有效期' });
    return -charged.change;
  }

  /** How many gifts of a kind an account has had. */
  countGifts(db: Queryable, userId: number, kind: Gift['kind']): Promise<number> {
    return countLedgerRows(db, userId, kind);
  }

  /**
   * Gives points; answers what there is now. They are valid as long as the other points of the account, which a gift does
   * not extend: only renewals do. An account whose points have expired has nothing to share: there they are valid for
   * SIGN_UP_POINTS_DAYS from now, and the type stays `new`. A note is rewarded once, a second time throws 409.
   */
  async grant(tx: Transaction, userId: number, gift: Gift): Promise<number> {
    if (!Number.isInteger(gift.points) || gift.points <= 0) throw new Error('points to give are a whole number above 0');
    const row = await this.#lock(tx, userId);
    if (gift.kind === 'note' && (await countLedgerRows(tx, userId, 'note')) > 0)
      throw new ApiError(409, '这个账号的笔记奖励已发放过，每个账号一次。');
    if (isExpired(row)) {
      const expiresAt = daysFrom(Date.now(), SIGN_UP_POINTS_DAYS);
      await tx.update(subscriptions).set({ expiresAt }).where(eq(subscriptions.userId, userId));
    }
    return this.#write(tx, row, { kind: gift.kind, change: gift.points, reason: gift.reason });
  }

  /**
   * Adds a plan: its points, and its days to the time that ALL points of the account are valid, so that a renewal before the
   * expiry extends the older ones too. After the expiry the days count from now; points that had expired stay lost.
   * A trial of an account with a valid paid plan adds its points only: type, plan and expiry stay as they were bought, since
   * seven more days for thousands of points are not what a trial is.
   */
  async subscribe(tx: Transaction, userId: number, plan: Plan): Promise<void> {
    const row = await this.#lock(tx, userId);
    const isTrial = plan.userType === 'trial';
    const change =
      isTrial && row.userType === 'pay' ? {} : { userType: plan.userType, planId: plan.id ?? null, expiresAt: extended(row, plan.days) };
    await tx
      .update(subscriptions)
      .set({ ...change, hasUsedTrialCard: row.hasUsedTrialCard || isTrial })
      .where(eq(subscriptions.userId, userId));
    await this.#write(tx, row, { kind: 'plan', change: plan.points, reason: plan.reason });
  }

  /** One page of the changes of points, newest first, with the analyses that they belong to. */
  async ledger(userId: number, page: LedgerPage): Promise<LedgerList> {
    // An expiry that has come due is written first: the newest row says what there is now.
    const [row] = await this.#database.select().from(subscriptions).where(eq(subscriptions.userId, userId));
    if (row && isDue(row)) await this.#database.transaction((tx) => this.#lock(tx, userId));
    return readLedger(this.#database, userId, page, this.#findTasks);
  }

  /** Whether the user's note has been rewarded. */
  async isNoteRewarded(userId: number): Promise<boolean> {
    return (await countLedgerRows(this.#database, userId, 'note')) > 0;
  }

  /** Throws 406 unless the user has a trial or paid plan that is still valid. */
  async requirePlan(userId: number, database: Queryable = this.#database): Promise<void> {
    const { userType } = await this.subscription(userId, database);
    if (userType === 'new') throw new ApiError(406, '这项分析需要订阅套餐。订阅后可直接提交，填写的内容都会保留。', { code: 'plan' });
  }

  /** Locks the user's subscription until the transaction ends, and settles an expiry that has come due. */
  async #lock(tx: Transaction, userId: number): Promise<Row> {
    const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.userId, userId)).for('update');
    if (!row) throw new Error(`user ${userId} has no subscription`);
    if (!isDue(row)) return row;
    // Written when somebody looks, dated when it was.
    const at = row.expiresAt ?? new Date();
    if (row.points > 0) await this.#write(tx, row, { kind: 'expiry', change: -row.points, reason: '点数到期', at });
    await tx.update(subscriptions).set({ userType: 'new' }).where(eq(subscriptions.userId, userId));
    return { ...row, points: 0, userType: 'new' };
  }

  async #write(
    tx: Transaction,
    row: Row,
    { at, ...entry }: { kind: LedgerKind; change: number; reason: string; analysisId?: number; at?: Date },
  ): Promise<number> {
    const balance = row.points + entry.change;
    await tx.insert(ledger).values({ userId: row.userId, balance, ...entry, ...(at && { createdAt: at }) });
    await tx.update(subscriptions).set({ points: balance }).where(eq(subscriptions.userId, row.userId));
    await notify(tx, { user_id: row.userId, kind: 'points' });
    return balance;
  }
}
