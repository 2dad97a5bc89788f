import { runningByWorker, strandedTasks } from '../analyses/lists/overview.ts';
import { AdminError } from '../command-line/errors.ts';
import { livingWorkers, offer } from '../machines/service.ts';
import type { Log } from '../platform/log.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Queue } from '../platform/queue.ts';
import { cancel, pilotJobs, submit } from './commands.ts';
import { planPilots, type SizePlan } from './plan.ts';
import type { Site } from './site.ts';

/** Any number: the lock of whoever keeps the pilots of a database. */
const SCALER_LOCK = 7_310_006;

/** Keeps as many pilots as the queue asks for. What there is stands in the queue, in the table of workers and in Slurm: nothing is remembered here. */
export class Scaler {
  readonly #parts: { database: Database; queue: Queue; site: Site; log: Log };

  constructor(parts: { database: Database; queue: Queue; site: Site; log: Log }) {
    this.#parts = parts;
  }

  /** How things stand and what a round would do. */
  async plan(): Promise<SizePlan[]> {
    const { database, queue, site } = this.#parts;
    // Before the queue is asked: who has begun since is counted twice, and nobody is missed.
    const jobs = await pilotJobs();
    const [workers, running, demand] = [await livingWorkers(database), await runningByWorker(database), await queue.demand()];
    // Where no worker is left nobody else would queue them anew.
    const stranded = await strandedTasks(
      database,
      workers.map(({ number }) => number),
    );
    return planPilots({ sizes: site.sizes, demand: [...demand, ...stranded], jobs, workers, running });
  }

  /** Does what is to be done once; answers what that was. */
  async round(): Promise<SizePlan[]> {
    const { database, site, log } = this.#parts;
    await offer(database, site.sizes);
    const plans = await this.plan();
    for (const { size, submit: missing, cancel: surplus } of plans) {
      if (surplus.length > 0) {
        await cancel(surplus);
        log.info({ size: size.name, jobs: surplus }, 'pilots were cancelled');
      }
      for (let i = 0; i < missing; i += 1) log.info({ size: size.name, job: await submit(site, size) }, 'a pilot was submitted');
    }
    return plans;
  }

  /** Goes on until the signal. One process at a time does. Whatever Slurm or the database refuses is tried again. */
  async keep(signal: AbortSignal): Promise<void> {
    const { database, site, log } = this.#parts;
    const client = await database.$client.connect();
    try {
      const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [SCALER_LOCK]);
      if (rows[0]?.mine !== true) throw new AdminError('已有一个 npm run slurm -- scale 在为这个数据库工作。');
      let lost = false;
      client.on('error', () => {
        lost = true;
      });
      while (!signal.aborted) {
        if (lost) throw new AdminError('与数据库的连接断了。请由服务管理程序重新启动（见 docs/slurm.md）。');
        await this.round().catch((error: unknown) => log.warn({ err: error }, 'a round failed'));
        await pause(site.every, signal);
      }
      await offer(database, []);
    } finally {
      client.release(true);
    }
  }
}

/** Ends early with the signal. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
