import { setInterval } from 'node:timers';
import type { Log } from './log.ts';

/** When the users, who are in China, sleep. */
const HOUR = 3;
const LOOK_MS = 10 * 60_000;
const DAY_MS = 24 * 3600_000;

const chinaHour = (now: Date) =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', hour: '2-digit', hourCycle: 'h23' }).format(now));

/** Does each domain's sweep once a night, in each worker, one after the other; sweeps at once do no harm. */
export class NightlySweep {
  readonly #sweeps: readonly (() => Promise<unknown>)[];
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;
  #last = 0;
  #running: Promise<void> | undefined;

  constructor(sweeps: readonly (() => Promise<unknown>)[], log: Log) {
    this.#sweeps = sweeps;
    this.#log = log;
  }

  start(): void {
    this.#timer = setInterval(() => this.look(new Date()), LOOK_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Begins a sweep when it is night and the last one is not of this night; answers whether it did. */
  look(now: Date): boolean {
    if (chinaHour(now) !== HOUR || now.getTime() - this.#last < DAY_MS / 2 || this.#running !== undefined) return false;
    this.#last = now.getTime();
    this.#running = this.#sweep()
      .catch((error: unknown) => this.#log.error({ err: error }, 'the nightly sweep failed'))
      .finally(() => {
        this.#running = undefined;
      });
    return true;
  }

  async #sweep(): Promise<void> {
    for (const sweep of this.#sweeps) await sweep();
  }
}
