import type { Log } from '../../platform/log.ts';
import type { AnalysisWorker } from './worker.ts';

/** How often it is looked whether there was nothing to do for long enough, ms. */
const LOOK_MS = 1_000;

/** A worker whose machine it has for a while: takes tasks until its time is nearly over or nothing was to do for a while, and ends when those that run have ended. */
export class Pilot {
  readonly #worker: AnalysisWorker;
  readonly #idleAfterMs: number;
  readonly #end: (why: string) => void;
  #busyAt = performance.now();
  #draining = false;
  readonly #timers: NodeJS.Timeout[] = [];

  /** @param drainAfterMs From the start of the process. @param end Ends the process in order. */
  constructor(
    worker: AnalysisWorker,
    { drainAfterMs, idleAfterMs, end, log }: { drainAfterMs: number; idleAfterMs: number; end: (why: string) => void; log: Log },
  ) {
    this.#worker = worker;
    this.#idleAfterMs = idleAfterMs;
    this.#end = end;
    worker.onIdle(() => {
      this.#busyAt = performance.now();
      this.#look();
    });
    const drain = () => {
      log.info('the time of this pilot is nearly over: it takes no more tasks');
      this.#draining = true;
      worker.drain().catch((error: unknown) => log.warn({ err: error }, 'nobody could be told that this pilot takes no more'));
      this.#look();
    };
    this.#timers.push(
      setTimeout(drain, Math.max(0, drainAfterMs - process.uptime() * 1000)),
      setInterval(() => this.#look(), LOOK_MS),
    );
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #look(): void {
    if (!this.#worker.idle) {
      this.#busyAt = performance.now();
      return;
    }
    if (this.#draining) this.#finish('drained');
    else if (performance.now() - this.#busyAt >= this.#idleAfterMs) this.#finish('idle');
  }

  #finish(why: string): void {
    this.stop();
    this.#end(why);
  }
}
