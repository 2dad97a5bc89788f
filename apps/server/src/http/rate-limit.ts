import type { FastifyRequest } from 'fastify';
import { ApiError } from '../platform/errors.ts';

/** Calls of one caller in one process. */
export interface CallLimits {
  perSecond: number;
  perMinute: number;
}

export const CALL_LIMITS: CallLimits = { perSecond: 20, perMinute: 600 };

interface Count {
  /** Number of the window, counted from 1970. */
  window: number;
  calls: number;
}

/** Calls of each caller in windows of one length. */
class Windows {
  readonly #counts = new Map<string, Count>();
  readonly #lengthMs: number;
  readonly #limit: number;

  constructor(lengthMs: number, limit: number) {
    this.#lengthMs = lengthMs;
    this.#limit = limit;
  }

  /** Counts a call; answers the seconds to wait when there were too many. */
  count(caller: string, now: number): number | undefined {
    const window = Math.floor(now / this.#lengthMs);
    const count = this.#counts.get(caller);
    if (count?.window !== window) {
      if (this.#counts.size > 10_000) this.#forgetBefore(window);
      this.#counts.set(caller, { window, calls: 1 });
      return undefined;
    }
    count.calls += 1;
    return count.calls > this.#limit ? Math.ceil(((window + 1) * this.#lengthMs - now) / 1000) : undefined;
  }

  #forgetBefore(window: number): void {
    for (const [caller, count] of this.#counts) if (count.window < window) this.#counts.delete(caller);
  }
}

/** Is it a call of the API, by the specification's paths? Everything else is a page or a part of one. */
export function isCall(url: string): boolean {
  return url.startsWith('/api/') || url.startsWith('/microarray/');
}

/**
 * `onRequest` hook: so many calls a second and a minute per user, or per address without a token. Of each process: the limit
 * keeps one script from taking a whole process, it is no account of anybody's use.
 */
export function limitCalls(limits: CallLimits, claimedUserId: (request: FastifyRequest) => Promise<number | undefined>) {
  const second = new Windows(1_000, limits.perSecond);
  const minute = new Windows(60_000, limits.perMinute);
  return async (request: FastifyRequest): Promise<void> => {
    if (!isCall(request.url) || request.url.startsWith('/api/docs')) return;
    const userId = await claimedUserId(request);
    const caller = userId === undefined ? `address:${request.ip}` : `user:${userId}`;
    const now = Date.now();
    const wait = minute.count(caller, now) ?? second.count(caller, now);
    if (wait !== undefined) throw new ApiError(429, `请求太频繁，请 ${wait} 秒后再试。`, { retryAfter: wait });
  };
}
