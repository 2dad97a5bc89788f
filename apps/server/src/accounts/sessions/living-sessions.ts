import { LRUCache } from 'lru-cache';
import type { SessionWatcher } from '../../live/notice.ts';
import type { SessionClaims } from './session-tokens.ts';

/** After so long a session is looked up again, although nobody told that it ended, ms. */
const KEPT_MS = 30_000;
const KEPT_MAX = 10_000;

/**
 * Sessions that were alive some seconds ago, so that not every call has to ask the database. A session that ends is told to all
 * processes as a notice and forgotten here at once; while notices do not arrive, nothing is kept.
 */
export class LivingSessions implements SessionWatcher {
  /** Whose session it is, by its id. */
  readonly #owners = new LRUCache<string, number>({ max: KEPT_MAX, ttl: KEPT_MS });
  #listening = false;
  /** Counts what may have ended a session: what was looked up before is older than that end, and is not kept. */
  #ends = 0;

  /** Whether a session lives; `look` asks the database. */
  async has({ sessionId, userId }: SessionClaims, look: () => Promise<boolean>): Promise<boolean> {
    if (this.#owners.get(sessionId) === userId) return true;
    const ends = this.#ends;
    const lives = await look();
    if (lives && this.#listening && ends === this.#ends) this.#owners.set(sessionId, userId);
    return lives;
  }

  sessionsEnded(userId: number): void {
    this.#ends += 1;
    for (const [id, owner] of this.#owners.entries()) if (owner === userId) this.#owners.delete(id);
  }

  noticesArrive(listening: boolean): void {
    this.#listening = listening;
    this.#ends += 1;
    this.#owners.clear();
  }
}
