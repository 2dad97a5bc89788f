import { eq } from 'drizzle-orm';
import type { Log } from '../../platform/log.ts';
import type { Mail, Mailer } from '../../platform/mail.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { QueuedMail } from '../../platform/queue.ts';
import { users } from '../tables.ts';
import { passwordChangedMail, writeMail } from './mail-texts.ts';
import { MailedTokens } from './mailed-tokens.ts';

/** Writes and sends the mails that the calls have queued. A token is made here, so that it never rests anywhere but in its mail. */
export class AccountMails {
  readonly #database: Database;
  readonly #tokens: MailedTokens;
  readonly #mailer: Mailer;
  readonly #publicUrl: string;
  readonly #log: Log;

  constructor(parts: { database: Database; mailer: Mailer; publicUrl: string; log: Log }) {
    this.#database = parts.database;
    this.#tokens = new MailedTokens(parts.database);
    this.#mailer = parts.mailer;
    this.#publicUrl = parts.publicUrl;
    this.#log = parts.log;
  }

  /** Throws when the mail did not go out: the queue tries again, with a token of its own. */
  async deliver({ purpose, userId }: QueuedMail): Promise<void> {
    if (userId === null) return;
    const [user] = await this.#database.select().from(users).where(eq(users.id, userId));
    if (!user || (purpose === 'verify' && user.emailVerified)) return;
    if (purpose === 'password-changed') {
      await this.#send(passwordChangedMail(user.email, this.#publicUrl), { user: userId, purpose });
      return;
    }
    const token = await this.#tokens.issue(userId, purpose);
    if (token === undefined) {
      this.#log.warn({ user: userId, purpose }, 'a user asked for too many mails; this one was left out');
      return;
    }
    try {
      await this.#send(writeMail(purpose, user.email, this.#publicUrl, token), { user: userId, purpose });
    } catch (error) {
      await this.#tokens.discard(token);
      throw error;
    }
  }

  async #send(mail: Mail, about: { user: number; purpose: QueuedMail['purpose'] }): Promise<void> {
    try {
      await this.#mailer.send(mail);
    } catch (error) {
      this.#log.warn({ err: error, ...about }, 'a mail did not go out and will be tried again');
      throw error;
    }
  }
}
