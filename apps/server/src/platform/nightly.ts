import { setInterval } from 'node:timers';
import type { PoolClient } from 'pg';
import type { Log } from './log.ts';
import type { Database } from './postgres/database.ts';

/** When the users, who are in China, sleep. */
const HOUR = 3;
const LOOK_MS = 10 * 60_000;
const DAY_MS = 24 * 3600_000;

const chinaHour = (now: Date) =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', hour: '2-digit', hourCycle: 'h23' }).format(now));

/** Any number that every process of the product agrees on: first half of the lock of a night. */
const NIGHT_LOCKS = 7_310_033;

interface Sweeps {
  /** Of what a machine has for itself: each process does them. */
  own: readonly (() => Promise<unknown>)[];
  /** Of what all processes share: one of those that have any does them. */
  shared: readonly (() => Promise<unknown>)[];
}

/** Does the domains' sweeps once a night, one after the other. Who does those of all holds the night's lock until the night is over; if it dies, another does them. */
export class NightlySweep {
  readonly #sweeps: Sweeps;
  readonly #database: Database;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;
  /** The night of the last sweeps of its own, and of those of all. */
  readonly #last = { own: Number.NaN, shared: Number.NaN };
  #holding: PoolClient | undefined;
  #running: Promise<void> | undefined;

  constructor(sweeps: Sweeps, database: Database, log: Log) {
    this.#sweeps = sweeps;
    this.#database = database;
    this.#log = log;
  }

  start(): void {
    this.#timer = setInterval(() => this.look(new Date()), LOOK_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
    this.#letGo();
  }

  /** Looks whether there is something to do; resolves when it is done. */
  look(now: Date): Promise<void> {
    this.#running ??= this.#look(now)
      .catch((error: unknown) => this.#log.error({ err: error }, 'the nightly sweep failed'))
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  async #look(now: Date): Promise<void> {
    if (chinaHour(now) !== HOUR) return this.#letGo();
    const night = Math.floor(now.getTime() / DAY_MS);
    if (this.#last.own !== night) {
      this.#last.own = night;
      for (const sweep of this.#sweeps.own) await sweep();
    }
    if (this.#last.shared === night || this.#sweeps.shared.length === 0 || !(await this.#take(night))) return;
    this.#last.shared = night;
    for (const sweep of this.#sweeps.shared) await sweep();
  }

  /** False where another process has the night. */
  async #take(night: number): Promise<boolean> {
    const client = await this.#database.$client.connect();
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS taken', [NIGHT_LOCKS, night]);
    if (rows[0]?.taken === true) this.#holding = client;
    else client.release();
    return rows[0]?.taken === true;
  }

  /** The session ends, and its lock with it. */
  #letGo(): void {
    this.#holding?.release(true);
    this.#holding = undefined;
  }
}
