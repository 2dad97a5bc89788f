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
    // Who waits for many things one after another has one signal for all of them.
    const ended = new AbortController();
    try {
      gone?.throwIfAborted();
      const leaving = new Promise<never>((_, reject) => {
        gone?.addEventListener('abort', () => reject(gone.reason), { once: true, signal: ended.signal });
      });
      return await Promise.race([this.#result, leaving]);
    } finally {
      ended.abort();
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#abandoned.abort();
    }
  }
}
