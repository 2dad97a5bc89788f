import type { Profile, profileUpdateSchema, UserInfo } from '@oncoloom/contract';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type BillingService, type Subscription, subscriptionOf, subscriptions } from '../billing/service.ts';
import type { Database } from '../platform/postgres/database.ts';
import { prepared } from '../platform/postgres/prepared.ts';
import { type AccountsRepository, absentAccount, type User } from './repository.ts';
import { shownName } from './shown-name.ts';
import { users } from './tables.ts';

/** Changes of points that the profile shows. */
const LEDGER_ROWS = 20;

/** What every page tells of its user. */
const infoColumns = {
  id: users.id,
  username: users.username,
  email: users.email,
  avatar: users.avatar,
  emailVerified: users.emailVerified,
};
type InfoUser = Pick<User, keyof typeof infoColumns>;

/** An account with its plan and points. Each column more costs every page that is opened. */
const findInfo = prepared((db) =>
  db
    .select({ user: infoColumns, subscription: subscriptions })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('account_info'),
);

/** What users see of themselves, and may change. */
export class Profiles {
  readonly #database: Database;
  readonly #repository: AccountsRepository;
  readonly #billing: BillingService;

  constructor(parts: { database: Database; repository: AccountsRepository; billing: BillingService }) {
    this.#database = parts.database;
    this.#repository = parts.repository;
    this.#billing = parts.billing;
  }

  /** Throws 404. */
  async info(userId: number): Promise<UserInfo> {
    const [row] = await findInfo(this.#database).execute({ id: userId });
    // The account has just been deleted.
    if (row === undefined) throw absentAccount();
    return this.#info(row.user, subscriptionOf(row.subscription));
  }

  #info(user: InfoUser, subscription: Subscription): UserInfo {
    return {
      id: user.id,
      username: shownName(user),
      email: user.email,
      avatar: user.avatar,
      user_type: subscription.userType,
      points: subscription.points,
      expired_at: subscription.expiredAt?.toISOString() ?? null,
      has_used_trial_card: subscription.hasUsedTrialCard,
      email_verified: user.emailVerified,
    };
  }

  /** Throws 404. */
  async view(userId: number): Promise<Profile> {
    const [user, subscription] = await Promise.all([this.#repository.byId(userId), this.#billing.subscription(userId)]);
    if (user === undefined) throw absentAccount();
    const info = this.#info(user, subscription);
    const [space, ledger] = await Promise.all([
      this.#billing.space.usage(this.#database, userId, info.user_type),
      this.#billing.ledger(userId, { page: 1, pageSize: LEDGER_ROWS }),
    ]);
    return {
      ...info,
      institution: user.institution,
      research_field: user.researchField,
      created_at: user.createdAt.toISOString(),
      invite_code: user.inviteCode,
      storage_used: space.used,
      storage_quota: space.quota,
      storage_kinds: space.kinds,
      ledger: ledger.results,
      deletion_at: user.deletionAt?.toISOString() ?? null,
    };
  }

  /** Changes what is given; null and an empty text empty a field. Throws 409 for a user name that is taken. */
  async update(userId: number, change: z.output<typeof profileUpdateSchema>): Promise<Profile> {
    const given = {
      ...(change.username !== undefined && { username: change.username }),
      ...(change.institution !== undefined && { institution: change.institution || null }),
      ...(change.research_field !== undefined && { researchField: change.research_field || null }),
      ...(change.avatar !== undefined && { avatar: change.avatar }),
    };
    if (Object.keys(given).length > 0) await this.#repository.update(this.#database, userId, given);
    return this.view(userId);
  }
}
