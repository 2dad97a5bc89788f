import { ApiError } from '../platform/errors.ts';
import type { FoundSeries } from './look.ts';

/** What was found is known for so long; that nothing was, until those who asked have heard it, ms. */
const FOUND_MS = 30 * 60_000;
const FAILED_MS = 5_000;
/** Series that are remembered; some have the texts of thousands of samples. */
const REMEMBERED = 40;
/** Series that one user has looked for at once. */
const OWN_MAX = 3;

interface Look {
  running: Promise<FoundSeries>;
  endedAt: number | undefined;
  failed: boolean;
  /** Who has asked while it runs. */
  users: Set<number>;
}

/** Looks at series, each one for all who ask. */
export class Looks {
  readonly #look: (accession: string) => Promise<FoundSeries>;
  readonly #known = new Map<string, Look>();

  constructor(look: (accession: string) => Promise<FoundSeries>) {
    this.#look = look;
  }

  /**
   * Throws ApiError 429 where a user looks for many at once, and what the look throws.
   * @param userId Undefined: for what a user was granted before.
   */
  get(accession: string, userId?: number): Promise<FoundSeries> {
    const known = this.#known.get(accession);
    if (known !== undefined && isFresh(known)) {
      if (userId !== undefined) known.users.add(userId);
      return known.running;
    }
    const own = [...this.#known].filter(([, { endedAt, users }]) => endedAt === undefined && userId !== undefined && users.has(userId));
    if (own.length >= OWN_MAX)
      throw new ApiError(429, `正在查 ${own.map(([name]) => name).join('、')}，最多同时查 ${OWN_MAX} 个。请等它们查完。`, {
        retryAfter: 5,
      });
    return this.#begin(accession, userId).running;
  }

  /** What was found may have changed: the next who asks has it looked at anew. */
  forget(accession: string): void {
    if (this.#known.get(accession)?.endedAt !== undefined) this.#known.delete(accession);
  }

  #begin(accession: string, userId: number | undefined): Look {
    const look: Look = {
      running: this.#look(accession),
      endedAt: undefined,
      failed: false,
      users: new Set(userId === undefined ? [] : [userId]),
    };
    look.running
      .catch(() => {
        look.failed = true;
      })
      .finally(() => {
        look.endedAt = Date.now();
      });
    this.#known.delete(accession);
    this.#known.set(accession, look);
    const ended = [...this.#known].filter(([, { endedAt }]) => endedAt !== undefined);
    for (const [name] of ended.slice(0, Math.max(0, this.#known.size - REMEMBERED))) this.#known.delete(name);
    return look;
  }
}

const isFresh = ({ endedAt, failed }: Look): boolean => endedAt === undefined || Date.now() - endedAt < (failed ? FAILED_MS : FOUND_MS);
