import { REFERRAL_MAX, REFERRAL_POINTS, type Referral } from '@oncoloom/contract';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { BillingService } from '../billing/service.ts';
import { fieldError } from '../platform/errors.ts';
import type { Transaction } from '../platform/postgres/database.ts';
import type { AccountsRepository, User } from './repository.ts';
import { users } from './tables.ts';

/** `l***@example.com`: the inviter may recognise whom they invited, and learns no address. */
function maskedEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  return `${[...local][0] ?? ''}***@${domain}`;
}

/** Invitations: who invited whom, and the points that both get once the invited address is verified. */
export class Referrals {
  readonly #repository: AccountsRepository;
  readonly #billing: BillingService;
  readonly #publicUrl: string;

  constructor(parts: { repository: AccountsRepository; billing: BillingService; publicUrl: string }) {
    this.#repository = parts.repository;
    this.#billing = parts.billing;
    this.#publicUrl = parts.publicUrl;
  }

  /** The inviter behind a code that somebody registers with. Throws 422 for an unknown code and for one's own. */
  async inviter(code: string, email: string): Promise<User> {
    const inviter = await this.#repository.byInviteCode(code);
    if (!inviter) throw fieldError('invite_code', '没有这个邀请码。请检查写法，或留空。');
    if (await this.#repository.isMailboxOf(inviter, email)) throw fieldError('invite_code', '这是你自己的邀请码，不能邀请自己。请留空。');
    return inviter;
  }

  async view(userId: number): Promise<Referral> {
    const [user, invited] = await Promise.all([this.#repository.require(userId), this.#repository.invitedBy(userId)]);
    const rewarded = Math.min(REFERRAL_MAX, invited.filter((guest) => guest.referralRewardedAt !== null).length);
    return {
      invite_code: user.inviteCode,
      link: `${this.#publicUrl}/login?invite=${user.inviteCode}`,
      reward_points: REFERRAL_POINTS,
      invited: invited.map((guest) => ({
        email: maskedEmail(guest.email),
        registered_at: guest.createdAt.toISOString(),
        verified: guest.emailVerified,
        rewarded: guest.referralRewardedAt !== null,
      })),
      rewards: { count: rewarded, points: rewarded * REFERRAL_POINTS },
    };
  }

  /**
   * Gives both sides their points, inside the transaction that verifies the invited address; once per invited account. An account gets no
   * more than REFERRAL_MAX of these rewards: its ledger counts, whatever becomes of those whom it has invited.
   */
  async reward(tx: Transaction, invitedId: number): Promise<void> {
    const [guest] = await tx
      .update(users)
      .set({ referralRewardedAt: new Date() })
      .where(and(eq(users.id, invitedId), isNotNull(users.invitedBy), isNull(users.referralRewardedAt)))
      .returning();
    if (!guest || guest.invitedBy === null) return;
    const rewards = [
      { userId: guest.id, reason: '受邀注册奖励' },
      { userId: guest.invitedBy, reason: `邀请奖励（${maskedEmail(guest.email)}）` },
    ];
    // In one order everywhere: two guests of one inviter verify at the same time.
    for (const { userId, reason } of rewards.sort((a, b) => a.userId - b.userId)) {
      await this.#billing.lock(tx, userId);
      if ((await this.#billing.countGifts(tx, userId, 'referral')) >= REFERRAL_MAX) continue;
      await this.#billing.grant(tx, userId, { kind: 'referral', points: REFERRAL_POINTS, reason });
    }
  }
}
