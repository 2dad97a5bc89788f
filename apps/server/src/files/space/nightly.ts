import { setInterval } from 'node:timers';
import type { App } from '../../app.ts';
import { type CohortSweepParts, sweepCohorts } from '../../cohorts/sweep.ts';
import { sweepStorage } from './sweep.ts';

/** When the users, who are in China, sleep. */
const HOUR = 3;
const LOOK_MS = 10 * 60_000;
const DAY_MS = 24 * 3600_000;

const chinaHour = (now: Date) =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', hour: '2-digit', hourCycle: 'h23' }).format(now));

type Parts = Pick<App, 'database' | 'storage' | 'files' | 'log'> & CohortSweepParts;

/** Sweeps the storage and the cohorts once a night, in each worker; sweeps at once do no harm. */
export class NightlySweep {
  readonly #app: Parts;
  #timer: NodeJS.Timeout | undefined;
  #last = 0;
  #running: Promise<void> | undefined;

  constructor(app: Parts) {
    this.#app = app;
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
    this.#running = sweepStorage(this.#app)
      .then(() => sweepCohorts(this.#app))
      .catch((error: unknown) => this.#app.log.error({ err: error }, 'the nightly sweep failed'))
      .finally(() => {
        this.#running = undefined;
      });
    return true;
  }
}
