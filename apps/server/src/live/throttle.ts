/** State of one key: `again` says that something changed while a delivery waited or ran. */
interface Entry {
  timer: NodeJS.Timeout | undefined;
  running: boolean;
  again: boolean;
  /** Times of the deliveries of the last second, oldest first. */
  sent: number[];
  /** After a failure nothing is tried before this time. */
  notBefore: number;
}

const SECOND_MS = 1000;

/**
 * Calls `deliver(key)` for each signal at once, but at most so often in any second and never twice at the same time for one
 * key. A signal beyond that is delivered as soon as it may be, together with all that came meanwhile; the last is never
 * lost. A delivery that throws is tried again.
 */
export class Throttle {
  readonly #entries = new Map<string, Entry>();
  readonly #perSecond: number;
  readonly #retryMs: number;
  readonly #deliver: (key: string) => Promise<void>;

  constructor(options: { perSecond: number; retryMs: number; deliver: (key: string) => Promise<void> }) {
    this.#perSecond = options.perSecond;
    this.#retryMs = options.retryMs;
    this.#deliver = options.deliver;
  }

  signal(key: string): void {
    const entry = this.#entries.get(key) ?? { timer: undefined, running: false, again: false, sent: [], notBefore: 0 };
    this.#entries.set(key, entry);
    entry.again = true;
    if (entry.running) return;
    clearTimeout(entry.timer);
    this.#schedule(key, entry);
  }

  stop(): void {
    for (const entry of this.#entries.values()) clearTimeout(entry.timer);
    this.#entries.clear();
  }

  #schedule(key: string, entry: Entry): void {
    const now = Date.now();
    entry.sent = entry.sent.filter((at) => at > now - SECOND_MS);
    const oldest = entry.sent[0] ?? now;
    const full = entry.sent.length >= this.#perSecond;
    // With nothing to deliver the entry stays until its second is over, so that the count goes on.
    const at = entry.again ? Math.max(full ? oldest + SECOND_MS : now, entry.notBefore) : now + SECOND_MS;
    if (at <= now) void this.#run(key, entry);
    else entry.timer = setTimeout(() => void this.#run(key, entry), at - now);
  }

  async #run(key: string, entry: Entry): Promise<void> {
    entry.timer = undefined;
    if (!entry.again) {
      this.#entries.delete(key);
      return;
    }
    entry.again = false;
    entry.running = true;
    entry.sent.push(Date.now());
    try {
      await this.#deliver(key);
    } catch {
      entry.again = true;
      entry.notBefore = Date.now() + this.#retryMs;
    }
    entry.running = false;
    if (this.#entries.get(key) === entry) this.#schedule(key, entry);
  }
}
