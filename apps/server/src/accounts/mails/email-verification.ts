import type { Attempts } from '../attempts.ts';
import type { Referrals } from '../referrals.ts';
import type { AccountsRepository } from '../repository.ts';
import type { MailQueue } from './mail-queue.ts';
import type { MailedTokens } from './mailed-tokens.ts';

interface Parts {
  repository: AccountsRepository;
  attempts: Attempts;
  tokens: MailedTokens;
  mails: MailQueue;
  referrals: Referrals;
}

/** Proof that an address belongs to its account's user. */
export class EmailVerification {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Queues another mail. Does the same for an address that is unknown or verified already. Throws 429. */
  async resend(email: string, origin: string): Promise<void> {
    const { repository, attempts, mails } = this.#parts;
    await attempts.limitCall('resend', origin);
    const user = await repository.byName(email);
    await mails.addMail({ purpose: 'verify', userId: user?.id ?? null });
  }

  /** Verifies the address to which the token was mailed, and rewards an invitation. Throws 422. */
  async verify(token: string): Promise<void> {
    const { repository, tokens, referrals } = this.#parts;
    await repository.transaction(async (tx) => {
      const userId = await tokens.take(tx, token, 'verify');
      await repository.update(tx, userId, { emailVerified: true });
      await referrals.reward(tx, userId);
    });
  }

  /** The operator vouches for an address. Answers whether it was not verified before; throws 404. */
  async vouch(userId: number): Promise<boolean> {
    const { repository, tokens, referrals } = this.#parts;
    return repository.transaction(async (tx) => {
      const { emailVerified } = await repository.require(userId);
      if (emailVerified) return false;
      await repository.update(tx, userId, { emailVerified: true });
      await tokens.revoke(tx, userId, 'verify');
      await referrals.reward(tx, userId);
      return true;
    });
  }
}
