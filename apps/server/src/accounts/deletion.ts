import { DELETION_DAYS } from '@oncoloom/contract';
import { and, eq, isNull, lte } from 'drizzle-orm';
import { notify } from '../live/notice.ts';
import type { Log } from '../platform/log.ts';
import type { Mailer } from '../platform/mail.ts';
import type { Database, Transaction } from '../platform/postgres/database.ts';
import { Attempts } from './attempts.ts';
import type { Asking, PasswordChange } from './passwords/password-change.ts';
import type { AccountsRepository } from './repository.ts';
import type { Sessions } from './sessions/sessions.ts';
import { users } from './tables.ts';

const DAY_MS = 24 * 3600 * 1000;
const SWEEP_MS = 3600 * 1000;

/** A user's wish to have the account deleted, which may be taken back for a week. */
export class Deletion {
  readonly #parts: { repository: AccountsRepository; passwords: PasswordChange; sessions: Sessions };

  constructor(parts: { repository: AccountsRepository; passwords: PasswordChange; sessions: Sessions }) {
    this.#parts = parts;
  }

  /**
   * Answers when the account goes; asking again does not put it off. Every other session ends: whoever else is signed in is no
   * help in taking it back. Throws 422, 429.
   */
  async request(asking: Asking, password: string): Promise<Date> {
    const { repository, passwords, sessions } = this.#parts;
    const { userId, sessionId } = asking;
    await passwords.confirm(asking, password, 'password');
    const deletionAt = await repository.transaction(async (tx) => {
      const at = new Date(Date.now() + DELETION_DAYS * DAY_MS);
      await tx
        .update(users)
        .set({ deletionAt: at })
        .where(and(eq(users.id, userId), isNull(users.deletionAt)));
      await sessions.endAll(tx, userId, sessionId);
      const [user] = await tx.select({ deletionAt: users.deletionAt }).from(users).where(eq(users.id, userId));
      return user?.deletionAt ?? at;
    });
    sessions.ended(userId);
    return deletionAt;
  }

  /** The operator's decision: the account goes with the next sweep. Throws 404. */
  async hasten(userId: number): Promise<void> {
    const { repository } = this.#parts;
    await repository.transaction((tx) => repository.update(tx, userId, { deletionAt: new Date() }));
  }

  async cancel(userId: number): Promise<void> {
    const { repository } = this.#parts;
    await repository.transaction((tx) => repository.update(tx, userId, { deletionAt: null }));
  }
}

/** What another domain does when an account goes, inside the transaction that deletes it. */
export type Removal = (tx: Transaction, userId: number) => Promise<void>;

interface SweepParts {
  database: Database;
  mailer: Pick<Mailer, 'forget'>;
  removals: readonly Removal[];
  log: Log;
}

const isDue = () => lte(users.deletionAt, new Date());

/** Deletes the accounts whose week is over, with everything of them. Stored bytes that nobody refers to any more are the storage's affair. */
export class DeletionSweep {
  readonly #parts: SweepParts;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: SweepParts) {
    this.#parts = parts;
  }

  /** Sweeps now and every hour. */
  start(): void {
    const sweep = () => void this.run().catch((error) => this.#parts.log.warn({ err: error }, 'deleting accounts'));
    this.#timer = setInterval(sweep, SWEEP_MS);
    sweep();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Answers how many accounts were deleted. Several processes may sweep at once; an account that cannot go yet holds up no other. */
  async run(): Promise<number> {
    const { database, log } = this.#parts;
    const due = await database.select({ id: users.id }).from(users).where(isDue()).orderBy(users.id);
    let deleted = 0;
    for (const { id } of due) {
      try {
        if (await this.#delete(id)) deleted += 1;
      } catch (error) {
        log.error({ err: error, user: id }, 'an account could not be deleted and will be tried again');
      }
    }
    return deleted;
  }

  async #delete(id: number): Promise<boolean> {
    const { database, mailer, removals, log } = this.#parts;
    const gone = await database.transaction(async (tx) => {
      // Another process may have it, or its user may have come back.
      const [user] = await tx
        .select()
        .from(users)
        .where(and(eq(users.id, id), isDue()))
        .for('update', { skipLocked: true });
      if (!user) return undefined;
      for (const remove of removals) await remove(tx, user.id);
      await new Attempts(database).forgetAccount(tx, user.id);
      // The rows of every other table go with it.
      await tx.delete(users).where(eq(users.id, user.id));
      await notify(tx, { user_id: user.id, kind: 'sessions' });
      return user;
    });
    if (!gone) return false;
    await mailer.forget(gone.email);
    log.info({ user: gone.id }, 'an account was deleted, as its user wished');
    return true;
  }
}
