import { fieldError } from '../platform/errors.ts';
import type { Attempts } from './attempts.ts';
import type { MailedTokens } from './mailed-tokens.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import type { AccountsRepository } from './repository.ts';
import type { Sessions } from './sessions.ts';

interface Parts {
  repository: AccountsRepository;
  attempts: Attempts;
  tokens: MailedTokens;
  sessions: Sessions;
}

/** A new password for one who knows the old one. */
export class PasswordChange {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Asks a signed-in user for the password once more. Throws 422 at `field` when it is wrong, 429 after five wrong ones. */
  async confirm(userId: number, password: string, field: string): Promise<void> {
    const { repository, attempts } = this.#parts;
    await attempts.countConfirmation(userId);
    const user = await repository.require(userId);
    if (!(await verifyPassword(user.passwordHash, password))) throw fieldError(field, '密码不对，请重新填写。');
    await attempts.forgiveConfirmation(userId);
  }

  /** Every session but the given one ends, and links that were mailed before set no password any more. Throws 422, 429. */
  async change(userId: number, sessionId: string, oldPassword: string, newPassword: string): Promise<void> {
    const { repository, tokens, sessions } = this.#parts;
    await this.confirm(userId, oldPassword, 'old_password');
    const passwordHash = await hashPassword(newPassword);
    await repository.transaction(async (tx) => {
      await repository.update(tx, userId, { passwordHash });
      await tokens.revoke(tx, userId, 'reset');
      await sessions.endAll(tx, userId, sessionId);
    });
  }
}
