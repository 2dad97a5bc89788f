import { fieldError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { Attempts } from '../attempts.ts';
import type { MailQueue } from '../mails/mail-queue.ts';
import type { MailedTokens } from '../mails/mailed-tokens.ts';
import type { AccountsRepository, User } from '../repository.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { hashPassword, refuseCommon, verifyPassword } from './passwords.ts';

interface Parts {
  repository: AccountsRepository;
  attempts: Attempts;
  tokens: MailedTokens;
  mails: MailQueue;
  sessions: Sessions;
  log: Log;
}

/** Who asks, on which device, from where. */
export interface Asking {
  userId: number;
  sessionId: string;
  address: string;
}

/** A new password for one who knows the old one. */
export class PasswordChange {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Asks a signed-in user for the password once more. Throws 422 at `field` when it is wrong, 429 after five wrong ones. */
  async confirm({ userId, sessionId, address }: Asking, password: string, field: string): Promise<User> {
    const { repository, attempts, log } = this.#parts;
    await attempts.countConfirmation(sessionId);
    const user = await repository.require(userId);
    if (!(await verifyPassword(user.passwordHash, password))) {
      log.warn({ event: 'confirmation_failed', user: userId, address }, 'a signed-in user gave a wrong password');
      throw fieldError(field, '密码不对，请重新填写。');
    }
    await attempts.forgiveConfirmation(sessionId);
    return user;
  }

  /**
   * Every session but the given one ends, links that were mailed before set no password any more, and a mail tells the owner.
   * Throws 422, 429.
   */
  async change(asking: Asking, oldPassword: string, newPassword: string): Promise<void> {
    const { repository, attempts, tokens, sessions, mails, log } = this.#parts;
    const { userId, sessionId, address } = asking;
    refuseCommon('new_password', newPassword, await this.confirm(asking, oldPassword, 'old_password'));
    await attempts.countChange(userId);
    const passwordHash = await hashPassword(newPassword);
    await repository.transaction(async (tx) => {
      await repository.update(tx, userId, { passwordHash });
      await tokens.revoke(tx, userId, 'reset');
      await sessions.endAll(tx, userId, sessionId);
      await mails.addMail({ purpose: 'password-changed', userId }, tx);
    });
    sessions.ended(userId);
    log.info({ event: 'password_changed', user: userId, address }, 'a password was changed');
  }
}
