import type { FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../platform/errors.ts';
import type { Database } from '../platform/postgres/database.ts';
import { isCall, isDocs } from './address.ts';

/** Calls of one caller, to all processes together. */
export interface CallLimits {
  perSecond: number;
  perMinute: number;
}

export const CALL_LIMITS: CallLimits = { perSecond: 20, perMinute: 600 };

interface Limit {
  points: number;
  /** Seconds. */
  duration: number;
  /** A process tells the others of a caller's calls when so many have come together. */
  step: number;
}

/**
 * Calls of each caller in windows of one length. Each process counts in its memory and adds to the common count in steps, so that a
 * call costs no write, and all processes together let through little more than the limit: of each what it has not told.
 */
class Windows {
  readonly #own: RateLimiterMemory;
  readonly #common: RateLimiterPostgres;
  readonly #step: number;

  constructor(database: Database, keyPrefix: string, { step, ...limit }: Limit) {
    this.#own = new RateLimiterMemory({ ...limit, keyPrefix });
    this.#step = step;
    this.#common = new RateLimiterPostgres({
      ...limit,
      keyPrefix,
      storeClient: database.$client,
      storeType: 'pool',
      tableName: 'rate_limits',
      // The table is one of the migrations', and cleared by what counts logins.
      tableCreated: true,
      clearExpiredByTimeout: false,
      inMemoryBlockOnConsumed: limit.points,
    });
  }

  /** Counts a call; answers the seconds to wait when there were too many. */
  async count(caller: string): Promise<number | undefined> {
    try {
      const { consumedPoints } = await this.#own.consume(caller);
      if (consumedPoints % this.#step === 0) void this.#tell(caller);
      return undefined;
    } catch (refused) {
      return secondsOf(refused);
    }
  }

  /** Nobody waits for it: a call that comes meanwhile is let through. Without a database each process has a limit of its own. */
  async #tell(caller: string): Promise<void> {
    try {
      await this.#common.consume(caller, this.#step);
    } catch (refused) {
      // A window that has just ended refuses nothing any more; for no time at all, the library would refuse for ever.
      if (refused instanceof RateLimiterRes && refused.msBeforeNext > 0) await this.#own.block(caller, refused.msBeforeNext / 1000);
    }
  }
}

function secondsOf(refused: unknown): number {
  if (!(refused instanceof RateLimiterRes)) throw refused;
  return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
}

/** `onRequest` hook: so many calls a second and a minute per user, or per address without a token, over all processes. */
export function limitCalls(
  database: Database,
  limits: CallLimits,
  claimedUserId: (request: FastifyRequest) => Promise<number | undefined>,
) {
  const second = new Windows(database, 'calls_second', { points: limits.perSecond, duration: 1, step: Math.ceil(limits.perSecond / 4) });
  const minute = new Windows(database, 'calls_minute', { points: limits.perMinute, duration: 60, step: Math.ceil(limits.perMinute / 20) });
  return async (request: FastifyRequest): Promise<void> => {
    if (!isCall(request) || isDocs(request)) return;
    const userId = await claimedUserId(request);
    const caller = userId === undefined ? `address:${request.ip}` : `user:${userId}`;
    const wait = (await minute.count(caller)) ?? (await second.count(caller));
    if (wait !== undefined) throw new ApiError(429, `请求太频繁，请 ${wait} 秒后再试。`, { retryAfter: wait });
  };
}
