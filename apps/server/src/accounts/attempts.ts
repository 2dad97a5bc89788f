import { and, eq, inArray, lt, or, sql } from 'drizzle-orm';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { sha256Of } from '../platform/checksum.ts';
import { ApiError } from '../platform/errors.ts';
import { isLoopback, originOf } from '../platform/origin.ts';
import type { Database, Queryable } from '../platform/postgres/database.ts';
import { knownOrigins, rateLimits } from './tables.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_MS = 24 * HOUR_S * 1000;
/** An origin from which a user has not signed in for so long is a stranger's again. */
const KNOWN_DAYS = 90;

/**
 * What is counted, by whom it is counted for. Wrong passwords count for an account at one origin: whoever tries them elsewhere
 * does not shut its owner out. An origin is stopped after guesses at many accounts, an account after guesses from many
 * origins; these two do not concern an origin from which the account's owner has signed in before.
 */
const LIMITS = {
  login_pair: { points: 5, duration: 15 * MINUTE_S },
  login_origin: { points: 50, duration: 15 * MINUTE_S },
  login_account: { points: 50, duration: HOUR_S },
  confirm: { points: 5, duration: 15 * MINUTE_S },
  change: { points: 10, duration: HOUR_S },
  register: { points: 5, duration: HOUR_S },
  resend: { points: 5, duration: HOUR_S },
  forgot: { points: 5, duration: HOUR_S },
} as const;
type Limit = keyof typeof LIMITS;

/** Calls that send mail or make accounts, with what to say to one who calls too often. */
const LIMITED_CALLS = {
  register: '从这个网络注册的账号太多',
  resend: '验证邮件发得太多',
  forgot: '重设密码的邮件发得太多',
} as const;

/** A try to log in, counted before its password is looked at. */
interface LoginTry {
  /** `account:<id>`, or `name:<hash>` where there is none. */
  account: string;
  origin: string;
  userId: number | undefined;
  /** The owner has signed in from here before. */
  known: boolean;
}

/** Counts tries in the database, so that the limits hold for all processes together. */
export class Attempts {
  readonly #database: Database;
  readonly #limiters: ReadonlyMap<Limit, RateLimiterPostgres>;

  constructor(database: Database) {
    this.#database = database;
    this.#limiters = new Map(
      (Object.keys(LIMITS) as Limit[]).map((name) => [
        name,
        new RateLimiterPostgres({
          ...LIMITS[name],
          keyPrefix: name,
          storeClient: database.$client,
          storeType: 'pool',
          tableName: 'rate_limits',
          // The table is one of the migrations'.
          tableCreated: true,
          // One of them clears the table for all.
          clearExpiredByTimeout: name === 'login_pair',
        }),
      ]),
    );
  }

  /**
   * Counts a try to log in. Throws 429 when there were too many wrong passwords.
   * @param name as it was typed; it stands for the account where there is none
   */
  async countLogin(userId: number | undefined, name: string, address: string): Promise<LoginTry> {
    const origin = originOf(address);
    // Hashed: it may be a password in the wrong field.
    const account = userId === undefined ? `name:${sha256Of(name.toLowerCase())}` : accountKey(userId);
    const known = await this.#isKnown(userId, origin);
    await this.#countPassword('login_pair', pairKey(account, origin), '登录失败次数太多');
    if (!known) {
      await this.#countPassword('login_origin', origin, '从这个网络登录失败的次数太多');
      await this.#countPassword('login_account', account, '登录失败次数太多');
    }
    return { account, origin, userId, known };
  }

  /** The login succeeded: its account starts afresh here, the others get the try back, and the origin is the owner's from now on. */
  async forgiveLogin({ account, origin, userId, known }: LoginTry): Promise<void> {
    await this.#limiter('login_pair').delete(pairKey(account, origin));
    if (!known) {
      await this.#limiter('login_origin').reward(origin);
      await this.#limiter('login_account').reward(account);
    }
    if (userId !== undefined) await this.remember(userId, origin);
  }

  /** The owner has signed in from here. */
  async remember(userId: number, address: string): Promise<void> {
    const seenAt = new Date();
    await this.#database.delete(knownOrigins).where(lt(knownOrigins.seenAt, new Date(seenAt.getTime() - KNOWN_DAYS * DAY_MS)));
    await this.#database
      .insert(knownOrigins)
      .values({ userId, origin: originOf(address), seenAt })
      .onConflictDoUpdate({ target: [knownOrigins.userId, knownOrigins.origin], set: { seenAt } });
  }

  async #isKnown(userId: number | undefined, origin: string): Promise<boolean> {
    // Asked for an unknown name as well: the time tells nothing.
    const rows = await this.#database
      .select({ seenAt: knownOrigins.seenAt })
      .from(knownOrigins)
      .where(and(eq(knownOrigins.userId, userId ?? 0), eq(knownOrigins.origin, origin)));
    return rows.some(({ seenAt }) => seenAt.getTime() > Date.now() - KNOWN_DAYS * DAY_MS);
  }

  /** Counts a password that a signed-in user is asked for once more. Of one session: another device's is not concerned. Throws 429. */
  async countConfirmation(sessionId: string): Promise<void> {
    await this.#countPassword('confirm', sessionId, '密码输错次数太多');
  }

  async forgiveConfirmation(sessionId: string): Promise<void> {
    await this.#limiter('confirm').delete(sessionId);
  }

  /** Each new password is told by mail: ten an hour of one account. Throws 429. */
  async countChange(userId: number): Promise<void> {
    const seconds = await this.#count('change', accountKey(userId));
    if (seconds === undefined) return;
    throw new ApiError(429, `密码改得太频繁，请 ${Math.ceil(seconds / 60)} 分钟后再试。`, { retryAfter: seconds });
  }

  /** Five calls an hour from one address. The machine itself is free. Throws 429. */
  async limitCall(call: keyof typeof LIMITED_CALLS, address: string): Promise<void> {
    if (isLoopback(address)) return;
    const seconds = await this.#count(call, originOf(address));
    if (seconds === undefined) return;
    throw new ApiError(429, `${LIMITED_CALLS[call]}，请 ${Math.ceil(seconds / 60)} 分钟后再试。`, { retryAfter: seconds });
  }

  /** Whoever has proved to own the account may log in at once, from anywhere; also what is left of a deleted one goes. */
  async forgetAccount(database: Queryable, userId: number): Promise<void> {
    const account = accountKey(userId);
    const pairs = sql`starts_with(${rateLimits.key}, ${`login_pair:${account}@`})`;
    const others = ['login_account', 'change'].map((limit) => `${limit}:${account}`);
    await database.delete(rateLimits).where(or(pairs, inArray(rateLimits.key, others)));
  }

  async #countPassword(limit: Limit, key: string, what: string): Promise<void> {
    const seconds = await this.#count(limit, key);
    if (seconds === undefined) return;
    const sentence = `${what}，请 ${Math.ceil(seconds / 60)} 分钟后再试。忘记密码可以点「忘记密码」重设。`;
    throw new ApiError(429, sentence, { retryAfter: seconds, code: 'too_many_passwords' });
  }

  /** Counts one; answers the seconds to wait when there were too many. */
  async #count(limit: Limit, key: string): Promise<number | undefined> {
    try {
      await this.#limiter(limit).consume(key);
      return undefined;
    } catch (refused) {
      // Anything else is the database's own error.
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
    }
  }

  #limiter(limit: Limit): RateLimiterPostgres {
    const limiter = this.#limiters.get(limit);
    if (limiter === undefined) throw new Error(`no limit is called ${limit}`);
    return limiter;
  }
}

const accountKey = (userId: number): string => `account:${userId}`;
const pairKey = (account: string, origin: string): string => `${account}@${origin}`;
