/** Work that several wait for at once. When the last of them has gone the work is told, and may end without a result. */
export class Awaited<T> {
  readonly #abandoned = new AbortController();
  readonly #result: Promise<T>;
  #waiting = 0;

  constructor(work: (abandoned: AbortSignal) => Promise<T>) {
    this.#result = work(this.#abandoned.signal);
    // Who has gone hears of no failure.
    this.#result.catch(() => undefined);
  }

  /** @param gone Of who waits. */
  async wait(gone?: AbortSignal): Promise<T> {
    this.#waiting += 1;
    try {
      gone?.throwIfAborted();
      const leaving = new Promise<never>((_, reject) => {
        gone?.addEventListener('abort', () => reject(gone.reason), { once: true });
      });
      return await Promise.race([this.#result, leaving]);
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#abandoned.abort();
    }
  }
}
