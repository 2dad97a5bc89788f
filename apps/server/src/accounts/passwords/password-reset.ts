import { ApiError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { Attempts } from '../attempts.ts';
import type { MailQueue } from '../mails/mail-queue.ts';
import { mailedLink } from '../mails/mail-texts.ts';
import { deadToken, type MailedTokens } from '../mails/mailed-tokens.ts';
import type { AccountsRepository } from '../repository.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { hashPassword, refuseCommon } from './passwords.ts';

interface Parts {
  repository: AccountsRepository;
  attempts: Attempts;
  tokens: MailedTokens;
  mails: MailQueue;
  sessions: Sessions;
  log: Log;
}

/** A new password for one who reads the account's mail. */
export class PasswordReset {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Queues a mail with a link. Does the same for an unknown address. Throws 429. */
  async request(email: string, origin: string): Promise<void> {
    const { repository, attempts, mails } = this.#parts;
    await attempts.limitCall('forgot', origin);
    const user = await repository.byName(email);
    await mails.addMail({ purpose: 'reset', userId: user?.id ?? null });
  }

  /** Whether a mailed token still works; it stays usable. */
  async isValid(token: string): Promise<boolean> {
    return (await this.#parts.tokens.ownerOf(token, 'reset')) !== undefined;
  }

  /** Sets the password by a mailed token. Every session ends, and the account may log in at once. Throws 422. */
  async reset(token: string, password: string, address: string): Promise<void> {
    const { repository, attempts, tokens, sessions, mails, log } = this.#parts;
    // Looking at the password and hashing it costs time that nobody without a token is given.
    const owner = await tokens.ownerOf(token, 'reset');
    if (owner === undefined) throw deadToken();
    refuseCommon('new_password', password, await repository.require(owner));
    const passwordHash = await hashPassword(password);
    const userId = await repository.transaction(async (tx) => {
      const userId = await tokens.take(tx, token, 'reset');
      await repository.update(tx, userId, { passwordHash });
      await sessions.endAll(tx, userId);
      await attempts.forgetAccount(tx, userId);
      await mails.addMail({ purpose: 'password-changed', userId }, tx);
      return userId;
    });
    sessions.ended(userId);
    log.info({ event: 'password_reset', user: userId, address }, 'a password was set by a mailed link');
  }

  /** A link for the operator to hand over, as a mail would bring it. Throws 429. */
  async link(userId: number, publicUrl: string): Promise<string> {
    const token = await this.#parts.tokens.issue(userId, 'reset');
    if (token === undefined) throw new ApiError(429, '这个账号一小时内的重设链接太多了，请稍后再试。');
    return mailedLink('reset', publicUrl, token);
  }
}
