/** State of one key: `again` says that something changed while a delivery waited or ran. */
interface Entry {
  timer: NodeJS.Timeout | undefined;
  running: boolean;
  again: boolean;
  lastAt: number;
}

/**
 * Calls `deliver(key)` for each signal, but at most once per interval and never twice at the same time for one key. A signal
 * that comes too early is delivered when the interval is over, together with all that came meanwhile; the last is
 * never lost. A delivery that throws is tried again.
 */
export class Throttle {
  readonly #entries = new Map<string, Entry>();
  readonly #intervalMs: number;
  readonly #retryMs: number;
  readonly #deliver: (key: string) => Promise<void>;

  constructor(options: { intervalMs: number; retryMs: number; deliver: (key: string) => Promise<void> }) {
    this.#intervalMs = options.intervalMs;
    this.#retryMs = options.retryMs;
    this.#deliver = options.deliver;
  }

  signal(key: string): void {
    const entry = this.#entries.get(key) ?? { timer: undefined, running: false, again: false, lastAt: 0 };
    this.#entries.set(key, entry);
    entry.again = true;
    if (!entry.running && entry.timer === undefined) this.#schedule(key, entry, entry.lastAt + this.#intervalMs - Date.now());
  }

  stop(): void {
    for (const entry of this.#entries.values()) clearTimeout(entry.timer);
    this.#entries.clear();
  }

  #schedule(key: string, entry: Entry, delay: number): void {
    if (delay <= 0) void this.#run(key, entry);
    else entry.timer = setTimeout(() => void this.#run(key, entry), delay);
  }

  async #run(key: string, entry: Entry): Promise<void> {
    entry.timer = undefined;
    if (!entry.again) {
      this.#entries.delete(key);
      return;
    }
    entry.again = false;
    entry.running = true;
    entry.lastAt = Date.now();
    let delay = this.#intervalMs;
    try {
      await this.#deliver(key);
    } catch {
      entry.again = true;
      delay = this.#retryMs;
    }
    entry.running = false;
    if (this.#entries.get(key) === entry) this.#schedule(key, entry, Math.max(1, entry.lastAt + delay - Date.now()));
  }
}
