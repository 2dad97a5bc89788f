import { SIGN_UP_POINTS, SIGN_UP_POINTS_DAYS, type UserType } from '@oncoloom/contract';
import { and, eq } from 'drizzle-orm';
import { notify } from '../live/notice.ts';
import type { Database, Queryable, Transaction } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { type LEDGER_KINDS, ledger, subscriptions } from './tables.ts';

export type LedgerKind = (typeof LEDGER_KINDS)[number];

export interface Subscription {
  userType: UserType;
  points: number;
  expiredAt: Date | null;
  hasUsedTrialCard: boolean;
}

export interface Plan {
  userType: UserType;
  points: number;
  days: number;
  /** As the ledger shows it. */
  reason: string;
}

const DAY_MS = 24 * 3600 * 1000;

type Row = typeof subscriptions.$inferSelect;

function isExpired(row: Row): boolean {
  return row.expiresAt !== null && row.expiresAt.getTime() <= Date.now();
}

/** What a row means now: after its expiry the type is `new` and the points are 0, whether or not the ledger says so yet. */
function effective(row: Row): Subscription {
  const expired = isExpired(row);
  return {
    userType: expired ? 'new' : row.userType,
    points: expired ? 0 : row.points,
    expiredAt: row.expiresAt,
    hasUsedTrialCard: row.hasUsedTrialCard,
  };
}

/** Points and plans. Every change of points is one ledger row written under the lock of the user's subscription. */
export class BillingService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Gives a new account its first points. Called once, inside the transaction that makes the account. */
  async open(tx: Transaction, userId: number): Promise<void> {
    await tx.insert(subscriptions).values({ userId, expiresAt: new Date(Date.now() + SIGN_UP_POINTS_DAYS * DAY_MS) });
    const row = await this.#lock(tx, userId);
    await this.#write(tx, row, { kind: 'sign_up', change: SIGN_UP_POINTS, reason: '注册赠送' });
  }

  /** Plan and points as they count now. */
  async subscription(userId: number, database: Queryable = this.#database): Promise<Subscription> {
    const [row] = await database.select().from(subscriptions).where(eq(subscriptions.userId, userId));
    return row ? effective(row) : { userType: 'new', points: 0, expiredAt: null, hasUsedTrialCard: false };
  }

  /** Points that can be spent now. */
  async balance(userId: number, database: Queryable = this.#database): Promise<number> {
    return (await this.subscription(userId, database)).points;
  }

  /**
   * Takes points for an analysis, at most once per analysis, and answers what remains.
   * Throws 406 when there are too few; `points` 0 takes nothing.
   */
  async charge(tx: Transaction, userId: number, points: number, reason: string, analysisId: number): Promise<number> {
    const row = await this.#lock(tx, userId);
    if (points === 0) return row.points;
    if (row.points < points) {
      throw new ApiError(406, `点数不够：这次需要 ${points} 点，余额 ${row.points} 点。续费后可直接提交，填写的内容都会保留。`, {
        code: 'points',
      });
    }
    return this.#write(tx, row, { kind: 'charge', change: -points, reason, analysisId });
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
    await this.#write(tx, row, { kind: 'refund', change: -charged.change, reason, analysisId });
    // Points that had expired meanwhile come back into the ledger, and leave it again by the rule for all points.
    await this.#lock(tx, userId);
    return -charged.change;
  }

  /**
   * Adds a plan: its points, and its days to the time that all points of the account are valid. Points that had
   * already expired stay lost.
   */
  async subscribe(tx: Transaction, userId: number, plan: Plan): Promise<void> {
    const row = await this.#lock(tx, userId);
    const expiresAt = new Date(Math.max(Date.now(), row.expiresAt?.getTime() ?? 0) + plan.days * DAY_MS);
    await tx.update(subscriptions).set({ userType: plan.userType, expiresAt }).where(eq(subscriptions.userId, userId));
    await this.#write(tx, row, { kind: 'plan', change: plan.points, reason: plan.reason });
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
    if (!isExpired(row) || (row.points === 0 && row.userType === 'new')) return row;
    if (row.points > 0) await this.#write(tx, row, { kind: 'expiry', change: -row.points, reason: '点数到期' });
    await tx.update(subscriptions).set({ userType: 'new' }).where(eq(subscriptions.userId, userId));
    return { ...row, points: 0, userType: 'new' };
  }

  async #write(
    tx: Transaction,
    row: Row,
    entry: { kind: LedgerKind; change: number; reason: string; analysisId?: number },
  ): Promise<number> {
    const balance = row.points + entry.change;
    await tx.insert(ledger).values({ userId: row.userId, balance, ...entry });
    await tx.update(subscriptions).set({ points: balance }).where(eq(subscriptions.userId, row.userId));
    await notify(tx, { user_id: row.userId, kind: 'points' });
    return balance;
  }
}
