import type { Child } from './child.ts';
import { hasOffspring, type ProcessGroup, processFacts } from './processes.ts';

/** A child that has done jobs of a keeper. */
export interface KeptChild {
  keeper: string;
  child: Child;
  /** The folder below which it may write: its jobs' folders lie in it. */
  writable: string;
  /** How many it has done. */
  jobs: number;
}

/** A user who does nothing for so long has turned to something else, ms. */
const KEPT_MS = 60_000;
/** The folders of all jobs of a child stay until it ends. */
const MOST_JOBS = 50;
/** Processor time that one may take while it waits: it collects its garbage once, seconds. */
const IDLE_SECONDS = 1;

/**
 * Children that wait for the next job of their keeper, such as the next preview of a form: the memory that a job needs is theirs by then,
 * while a fresh child is given it page by page. No child ever has jobs of two keepers.
 */
export class KeptChildren {
  readonly #most: number;
  readonly #end: (kept: KeptChild) => void;
  /** By their keepers; the one that has waited longest first. */
  readonly #waiting = new Map<string, { kept: KeptChild; timer: NodeJS.Timeout; seconds: number }>();

  /** @param most At once: beyond, the one that has waited longest ends. @param end Ends a child and removes its folder. */
  constructor(most: number, end: (kept: KeptChild) => void) {
    this.#most = most;
    this.#end = end;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** Has a child wait, or ends it where it has done enough or another one waits for the same keeper. */
  keep(kept: KeptChild): void {
    if (kept.jobs >= MOST_JOBS || this.#waiting.has(kept.keeper)) {
      this.#end(kept);
      return;
    }
    const timer = setTimeout(() => this.#drop(kept.keeper), KEPT_MS);
    this.#waiting.set(kept.keeper, { kept, timer, seconds: processFacts(kept.child.pid)?.seconds ?? 0 });
    const [longest] = this.#waiting.keys();
    if (this.#waiting.size > this.#most && longest !== undefined) this.#drop(longest);
  }

  /** The child that waits for this keeper; it waits no longer. */
  take(keeper: string): KeptChild | undefined {
    const { kept, timer } = this.#waiting.get(keeper) ?? {};
    clearTimeout(timer);
    this.#waiting.delete(keeper);
    return kept;
  }

  /** For a child that has ended by itself, or has to. */
  forget(child: Child): void {
    for (const { kept } of this.#waiting.values()) if (kept.child === child) this.#drop(kept.keeper);
  }

  /**
   * Ends those that do not just wait: their jobs have been taken over. Also those that hold so much that the next job would come to its limit.
   * @param memoryBytes What a job may take. @param groups Of all processes.
   */
  watch(memoryBytes: number, groups: ReadonlyMap<number, ProcessGroup>): void {
    for (const { kept, seconds } of this.#waiting.values()) {
      const { pid } = kept.child;
      const group = groups.get(pid);
      const facts = group?.get(pid);
      if (facts === undefined) continue;
      const waits = facts.rss <= memoryBytes / 2 && facts.seconds - seconds <= IDLE_SECONDS && !hasOffspring(pid, group);
      if (!waits) this.#drop(kept.keeper);
    }
  }

  #drop(keeper: string): void {
    const kept = this.take(keeper);
    if (kept !== undefined) this.#end(kept);
  }
}
