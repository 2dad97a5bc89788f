import { setTimeout as delay } from 'node:timers/promises';

/** One piece of work of a user at a time. */
export class Turns {
  readonly #running = new Map<number, Promise<void>>();
  /** Told after every turn. */
  onEnd: () => void = () => {};

  /** Users whose turn it is. */
  get busy(): number[] {
    return [...this.#running.keys()];
  }

  /** Takes the user's turn, if nobody has it. @returns what ends it. */
  tryTake(userId: number): (() => void) | undefined {
    if (this.#running.has(userId)) return undefined;
    let ended = () => {};
    this.#running.set(
      userId,
      new Promise<void>((resolve) => {
        ended = resolve;
      }),
    );
    return () => {
      this.#running.delete(userId);
      ended();
      this.onEnd();
    };
  }

  /** The same, waiting for it; undefined where the patience ended first. */
  async take(userId: number, patienceMs: number): Promise<(() => void) | undefined> {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      const end = this.tryTake(userId);
      const left = deadline - Date.now();
      if (end !== undefined || left <= 0) return end;
      await Promise.race([this.#running.get(userId), delay(left, undefined, { ref: false })]);
    }
  }
}
