import type { EnginePriority } from './types.ts';

const ORDER: readonly EnginePriority[] = ['interactive', 'task', 'background'];

/** What runs now, by priority. */
export type Running = Readonly<Record<EnginePriority, number>>;

/** Waiting jobs: by priority, then in order of arrival. */
export class WaitingLine<T extends { priority: EnginePriority }> {
  readonly #lines: Record<EnginePriority, T[]> = { interactive: [], task: [], background: [] };

  get counts(): Record<EnginePriority, number> {
    return { interactive: this.#lines.interactive.length, task: this.#lines.task.length, background: this.#lines.background.length };
  }

  add(item: T): void {
    this.#lines[item.priority].push(item);
  }

  /** @returns whether it was waiting. */
  remove(item: T): boolean {
    const line = this.#lines[item.priority];
    const at = line.indexOf(item);
    if (at >= 0) line.splice(at, 1);
    return at >= 0;
  }

  /** Takes out everything. */
  drain(): T[] {
    return ORDER.flatMap((priority) => this.#lines[priority].splice(0));
  }

  /**
   * The next job that may start. Tasks fill `workers` slots; somebody who watches gets one slot more, so that a figure does
   * not wait for two long analyses; one slot is always free for a task, so that files which take long to read do not keep it waiting;
   * background work starts only when nothing else runs or waits.
   * @param fits Those that do not are passed over, and keep their place.
   */
  next(running: Running, workers: number, fits: (item: T) => boolean = () => true): T | undefined {
    const { interactive, task, background } = running;
    const total = interactive + task + background;
    const watched = total < workers + 1 && interactive < workers && interactive + background < Math.max(workers, 2);
    if (watched) {
      const item = this.#takeFirst('interactive', fits);
      if (item !== undefined) return item;
    }
    if (total < workers || task === 0) {
      const item = this.#takeFirst('task', fits);
      if (item !== undefined) return item;
    }
    return total === 0 ? this.#takeFirst('background', fits) : undefined;
  }

  #takeFirst(priority: EnginePriority, fits: (item: T) => boolean): T | undefined {
    const line = this.#lines[priority];
    const at = line.findIndex(fits);
    return at < 0 ? undefined : line.splice(at, 1)[0];
  }

  /** All that wait. */
  get items(): T[] {
    return ORDER.flatMap((priority) => this.#lines[priority]);
  }
}
