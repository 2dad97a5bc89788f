/**
 * The newest value that has still to be saved. Saves run one after the other, so that the last edit is the one that stays;
 * a value that was not taken is kept and tried again with the next `flush`.
 */
export class LatestSave<T> {
  #waiting: { value: T } | null = null;
  #saving: Promise<boolean> = Promise.resolve(true);

  put(value: T): void {
    this.#waiting = { value };
  }

  /** Saves what waits. True when the last value put has been saved; false when `save` did not take it. */
  flush(save: (value: T) => Promise<boolean>): Promise<boolean> {
    const next = this.#waiting;
    this.#waiting = null;
    if (next !== null) {
      // What became of earlier saves is no concern of this one.
      this.#saving = this.#saving.catch(() => false).then(() => this.#try(next, save));
    }
    return this.#saving;
  }

  async #try(next: { value: T }, save: (value: T) => Promise<boolean>): Promise<boolean> {
    let taken = false;
    try {
      taken = await save(next.value);
    } finally {
      // A newer edit takes the place of this one.
      if (!taken) this.#waiting ??= next;
    }
    return taken;
  }
}
