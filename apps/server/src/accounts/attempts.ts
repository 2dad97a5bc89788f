import { and, desc, eq, gt, lte, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { isLoopback, originOf } from '../platform/origin.ts';
import { loginFailures } from './tables.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Wrong passwords count for so long. */
const PASSWORD_WINDOW_MS = 15 * MINUTE_MS;
const PASSWORD_TRIES_PER_ACCOUNT = 5;
const PASSWORD_TRIES_PER_ADDRESS = 50;
const CALLS_PER_ORIGIN = 5;
const LONGEST_WINDOW_MS = HOUR_MS;

/** Calls that send mail or make accounts, with what to say to one who calls too often. */
const LIMITED_CALLS = {
  register: '从这个网络注册的账号太多',
  resend: '验证邮件发得太多',
  forgot: '重设密码的邮件发得太多',
} as const;

interface Subject {
  name: string;
  limit: number;
}

/** Counts tries in the database, so that the limits hold for all processes together. */
export class Attempts {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Counts a try to log in before its password is looked at. Throws 429 when the account or the address has used up its tries.
   * @param account what `forgive` gets after a success
   */
  async countLogin(account: string, address: string): Promise<void> {
    const subjects = [
      { name: account, limit: PASSWORD_TRIES_PER_ACCOUNT },
      { name: originSubject(address), limit: PASSWORD_TRIES_PER_ADDRESS },
    ];
    const until = await this.#count(subjects, PASSWORD_WINDOW_MS);
    if (until) throw tooManyPasswords(until, '登录失败次数太多');
  }

  /** Counts a password that a signed-in user is asked for once more. Throws 429. */
  async countConfirmation(userId: number): Promise<void> {
    const until = await this.#count([{ name: confirmSubject(userId), limit: PASSWORD_TRIES_PER_ACCOUNT }], PASSWORD_WINDOW_MS);
    if (until) throw tooManyPasswords(until, '密码输错次数太多');
  }

  /** Five calls an hour from one address. The machine itself is free. Throws 429. */
  async limitCall(call: keyof typeof LIMITED_CALLS, address: string): Promise<void> {
    if (isLoopback(address)) return;
    const until = await this.#count([{ name: `${call}:${originOf(address)}`, limit: CALLS_PER_ORIGIN }], HOUR_MS);
    if (!until) return;
    const seconds = secondsTo(until);
    throw new ApiError(429, `${LIMITED_CALLS[call]}，请 ${Math.ceil(seconds / 60)} 分钟后再试。`, { retryAfter: seconds });
  }

  /** A login succeeded: the account starts afresh, and the address gets its latest try back. */
  async forgiveLogin(account: string, address: string): Promise<void> {
    await this.#database.delete(loginFailures).where(eq(loginFailures.subject, account));
    const latest = sql`${loginFailures.id} = (SELECT max(id) FROM ${loginFailures} WHERE subject = ${originSubject(address)})`;
    await this.#database.delete(loginFailures).where(latest);
  }

  async forgiveConfirmation(userId: number): Promise<void> {
    await this.#database.delete(loginFailures).where(eq(loginFailures.subject, confirmSubject(userId)));
  }

  /** Whoever has proved to own the account may log in at once; also what is left of a deleted one goes. */
  async forgetAccount(database: Queryable, userId: number): Promise<void> {
    for (const subject of [accountSubject(userId), confirmSubject(userId)]) {
      await database.delete(loginFailures).where(eq(loginFailures.subject, subject));
    }
  }

  /**
   * Counts a try of each subject, under a lock so that many at once cannot slip through together. Answers the time at which a
   * subject may try again when it has used up its tries, and counts nothing then.
   */
  #count(subjects: readonly Subject[], windowMs: number): Promise<Date | undefined> {
    return this.#database.transaction(async (tx) => {
      const now = Date.now();
      const since = new Date(now - windowMs);
      await tx.delete(loginFailures).where(lte(loginFailures.at, new Date(now - LONGEST_WINDOW_MS)));
      for (const { name, limit } of subjects) {
        await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
        const [deciding] = await tx
          .select({ at: loginFailures.at })
          .from(loginFailures)
          .where(and(eq(loginFailures.subject, name), gt(loginFailures.at, since)))
          .orderBy(desc(loginFailures.at))
          .offset(limit - 1)
          .limit(1);
        if (deciding) return new Date(deciding.at.getTime() + windowMs);
      }
      await tx.insert(loginFailures).values(subjects.map(({ name }) => ({ subject: name, at: new Date(now) })));
      return undefined;
    });
  }
}

export const accountSubject = (userId: number): string => `account:${userId}`;
const confirmSubject = (userId: number): string => `confirm:account:${userId}`;
const originSubject = (address: string): string => `address:${address}`;

const secondsTo = (until: Date): number => Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000));

function tooManyPasswords(until: Date, what: string): ApiError {
  const seconds = secondsTo(until);
  return new ApiError(429, `${what}，请 ${Math.ceil(seconds / 60)} 分钟后再试。忘记密码可以点「忘记密码」重设。`, { retryAfter: seconds });
}
