import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { Log } from './log.ts';
import { CONNECTION, QUEUE_SCHEMA, type Transaction } from './postgres/database.ts';

export const ANALYSES = 'analyses';
const MAILS = 'mails';
/** Named for what it held first: databases of earlier releases have jobs in it. */
const STEPS = 'reruns';
const EXAMPLES = 'examples';
/** Jobs are given back by our own sweep as soon as a worker is gone; this is only the floor below it. */
const EXPIRE_SECONDS = 24 * 3600 - 1;
/** How many tasks of one user run at once, by user type. */
export const RUNNING_LIMITS = { new: 1, trial: 2, pay: 4 } as const;

/** What pg-boss is asked for by a machine that gives a task so much memory. */
export const takingOptions = (memoryMiB: number) => ({
  groupConcurrency: { default: RUNNING_LIMITS.new, tiers: { ...RUNNING_LIMITS } },
  maxPriority: priorityFrom(memoryMiB),
});

export interface QueuedAnalysis {
  analysisId: number;
  /** What its run takes, MiB; not told of tasks that an earlier release has queued. */
  memoryMiB?: number;
}

/** Tasks that wait, by what they take; MiB. */
export interface Demand {
  memoryMiB: number;
  tasks: number;
}

/** Between the priority of a task that was handed on for one MiB and that of one for the next: more than one user may have waiting. */
const PRIORITIES_PER_MIB = 1_000;
/** Priorities are integers of 32 bits. */
const HIGHEST_MIB = 2_000_000;
/** Of tasks that were handed on for so much memory; what waits for any machine has 0 or less. */
const priorityFrom = (memoryMiB: number): number => Math.min(HIGHEST_MIB, Math.floor(memoryMiB)) * PRIORITIES_PER_MIB;

/** For whom a task is queued. */
interface QueuedUser {
  id: number;
  type: keyof typeof RUNNING_LIMITS;
}

/** A mail that is to be written: for whom and why. Nothing of the mail itself rests in the queue. */
export interface QueuedMail {
  purpose: 'verify' | 'reset' | 'password-changed';
  /** Null for an unknown address: the call that asked does the same work for every address. */
  userId: number | null;
}

/** Steps that follow one another, of a project that is run again or of a gene's report: the next ones may be ready. */
type QueuedSteps = { rerunId: number } | { reportId: number };

/** The examples of all tools that an operator wants run for an account. */
export interface QueuedExamples {
  userId: number;
  /** When it was asked for, ISO: what was submitted since is not submitted once more. */
  since: string;
}

/** `created`, `retry`: it waits; `active`: it runs; the others have ended. */
export type JobState = 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed';

export interface QueueState {
  queue: string;
  state: JobState;
  jobs: number;
}

export interface QueuedJob {
  id: string;
  queue: string;
  state: JobState;
  data: Partial<QueuedAnalysis & QueuedMail>;
  createdAt: Date;
  startedAt: Date | null;
  tries: number;
}

/** Analyses that wait, by type of user. */
interface WaitingAnalyses {
  userType: string;
  jobs: number;
  /** For how long the first has waited, s. */
  oldestSeconds: number;
}

/** An analysis that a worker has taken. */
export interface TakenAnalysis {
  id: string;
  userType: string;
  startedAt: Date;
  /** s. */
  waited: number;
}

/**
 * Will a worker get the job that a column names? One that was taken counts only for a moment, which is generous: whoever takes a job says so
 * in the task's row at once, or has died in between.
 */
export const isQueued = (job: SQLWrapper): SQL<boolean> => sql`EXISTS (
  SELECT 1 FROM queue.job j WHERE j.name = ${ANALYSES} AND j.id = ${job}::uuid
    AND (j.state < 'active' OR (j.state = 'active' AND j.started_on > now() - interval '10 seconds'))
)`;

/** Tries of submitting analyses in the background, over some hours: the disk may be full or the user's places in the queue taken. */
const SUBMIT_TRIES = {
  retryLimit: 20,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 900,
  expireInSeconds: 300,
  deleteAfterSeconds: 3600,
};

const MAILS_AT_ONCE = 4;
/** Tries of a mail, over some three hours: by then its reader has asked for another. */
const MAIL_TRIES = { retryLimit: 10, retryDelay: 10, retryBackoff: true, expireInSeconds: 120, deleteAfterSeconds: 3600 };

/**
 * The queues of analyses, of mails and of what submits analyses in the background, in the same database as everything else: a task is created, charged and queued in one
 * transaction. Tasks of one user share a group, so that a hundred jobs of one never block another's first.
 */
export class Queue {
  readonly #boss: PgBoss;
  readonly #workers: string[] = [];

  constructor(databaseUrl: string, log: Log) {
    this.#boss = new PgBoss({
      ...CONNECTION,
      connectionString: databaseUrl,
      schema: QUEUE_SCHEMA,
      createSchema: false,
      useListenNotify: true,
      max: 6,
      application_name: `oncoloom-queue/${process.pid}`,
    });
    this.#boss.on('error', (error) => log.warn({ err: error }, 'queue'));
    this.#boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'queue'));
  }

  async start(): Promise<void> {
    await this.#boss.start();
    const options = { notify: true, retryLimit: 0, expireInSeconds: EXPIRE_SECONDS, deleteAfterSeconds: 86_400 };
    if ((await this.#boss.getQueue(ANALYSES)) === null) await this.#boss.createQueue(ANALYSES, { policy: 'standard', ...options });
    if ((await this.#boss.getQueue(MAILS)) === null)
      await this.#boss.createQueue(MAILS, { policy: 'standard', notify: true, ...MAIL_TRIES });
    if ((await this.#boss.getQueue(STEPS)) === null)
      await this.#boss.createQueue(STEPS, { policy: 'standard', notify: true, ...SUBMIT_TRIES });
    if ((await this.#boss.getQueue(EXAMPLES)) === null)
      await this.#boss.createQueue(EXAMPLES, { policy: 'standard', notify: true, ...SUBMIT_TRIES });
  }

  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: false, close: true });
  }

  /**
   * Queues an analysis inside the caller's transaction, as the job `id` (a UUID that the caller has made and kept).
   * @param ownBefore How many of the user's tasks wait already: everybody's first comes before anybody's second, so that who has queued a
   * hundred keeps nobody else waiting. One that has been a worker's comes before all that have not.
   */
  async add(tx: Transaction, id: string, job: QueuedAnalysis, user: QueuedUser, ownBefore = 0): Promise<void> {
    await this.#send(tx, id, job, user, -ownBefore);
  }

  /**
   * Queues an analysis for machines alone that give a task so much memory. A smaller one has found it first in the queue: there it comes before all that
   * wait for any machine.
   */
  async addFor(tx: Transaction, id: string, job: QueuedAnalysis, user: QueuedUser, memoryMiB: number): Promise<void> {
    await this.#send(tx, id, job, user, priorityFrom(memoryMiB));
  }

  async #send(tx: Transaction, id: string, job: QueuedAnalysis, user: QueuedUser, priority: number): Promise<void> {
    const group = { id: String(user.id), tier: user.type };
    const queued = await this.#boss.send(ANALYSES, job, { id, db: fromDrizzle(tx, sql), group, priority });
    if (queued === null) throw new Error('the queue took no job');
  }

  /** Tasks that were handed on for more memory than any machine gives wait for any machine again. @returns whether there were any. */
  async lower(tx: Transaction, largestMiB: number): Promise<boolean> {
    const { rowCount } = await tx.execute(
      sql`UPDATE queue.job SET priority = 0 WHERE name = ${ANALYSES} AND state < 'active' AND priority > ${priorityFrom(largestMiB)}`,
    );
    return (rowCount ?? 0) > 0;
  }

  /** What would run now if there were machines for it: of each user's waiting tasks as many as may run beside those that do. */
  async demand(): Promise<Demand[]> {
    const text = `WITH running AS (
      SELECT group_id, count(*) AS tasks FROM queue.job WHERE name = '${ANALYSES}' AND state = 'active' GROUP BY group_id
    ), waiting AS (
      SELECT group_id, group_tier, coalesce((data->>'memoryMiB')::int, 0) AS mib,
        row_number() OVER (PARTITION BY group_id ORDER BY priority DESC, created_on) AS place
      FROM queue.job WHERE name = '${ANALYSES}' AND state < 'active'
    )
    SELECT mib AS "memoryMiB", count(*)::int AS tasks FROM waiting LEFT JOIN running USING (group_id)
    WHERE place + coalesce(running.tasks, 0) <= coalesce(($1::jsonb->>group_tier)::int, ${RUNNING_LIMITS.new})
    GROUP BY mib ORDER BY mib`;
    return (await this.#boss.getDb().executeSql(text, [JSON.stringify(RUNNING_LIMITS)])).rows as Demand[];
  }

  /** How many tasks wait that take more than this. */
  async waitingAbove(memoryMiB: number): Promise<number> {
    const text = `SELECT count(*)::int AS tasks FROM queue.job WHERE name = '${ANALYSES}' AND state < 'active' AND (data->>'memoryMiB')::int > $1`;
    return ((await this.#boss.getDb().executeSql(text, [memoryMiB])).rows as { tasks: number }[])[0]?.tasks ?? 0;
  }

  /** Queues a mail; inside the caller's transaction when there is one. */
  async addMail(mail: QueuedMail, tx?: Transaction): Promise<void> {
    const queued = await this.#boss.send(MAILS, mail, tx === undefined ? {} : { db: fromDrizzle(tx, sql) });
    if (queued === null) throw new Error('the queue took no mail');
  }

  /** Queues a look at steps inside the caller's transaction: with it something has ended that others may wait for. */
  async addSteps(steps: QueuedSteps, tx: Transaction): Promise<void> {
    const queued = await this.#boss.send(STEPS, steps, { db: fromDrizzle(tx, sql) });
    if (queued === null) throw new Error('the queue took no steps');
  }

  /** Queues the examples of all tools for an account. */
  async addExamples(examples: QueuedExamples): Promise<void> {
    const queued = await this.#boss.send(EXAMPLES, examples);
    if (queued === null) throw new Error('the queue took no examples');
  }

  /** Has steps go on: `handle` runs for each, and again later when it throws. */
  workSteps(handle: (steps: QueuedSteps) => Promise<void>): Promise<void> {
    return this.#workOne(STEPS, handle);
  }

  /** Has examples submitted: `handle` runs for each, and again later when it throws. */
  workExamples(handle: (examples: QueuedExamples) => Promise<void>): Promise<void> {
    return this.#workOne(EXAMPLES, handle);
  }

  async #workOne<Data extends object>(queue: string, handle: (data: Data) => Promise<void>): Promise<void> {
    const worker = await this.#boss.work<Data>(queue, { pollingIntervalSeconds: 2 }, async ([job]) => {
      try {
        if (job !== undefined) await handle(job.data);
      } finally {
        // For the same reason as with analyses.
        setImmediate(() => this.#boss.notifyWorker(worker));
      }
    });
  }

  /** Has mails written: `handle` runs for each, and again later when it throws. */
  async workMails(handle: (mail: QueuedMail) => Promise<void>): Promise<void> {
    const workers: string[] = [];
    const wake = () => {
      for (const worker of workers) this.#boss.notifyWorker(worker);
    };
    for (let i = 0; i < MAILS_AT_ONCE; i += 1) {
      const worker = await this.#boss.work<QueuedMail>(MAILS, { pollingIntervalSeconds: 2 }, async ([job]) => {
        try {
          if (job !== undefined) await handle(job.data);
        } finally {
          // For the same reason as with analyses.
          setImmediate(wake);
        }
      });
      workers.push(worker);
    }
  }

  /** Takes a job out of the queue inside the caller's transaction, whatever its state. */
  async remove(tx: Transaction, job: string): Promise<void> {
    await this.#boss.deleteJob(ANALYSES, job, { db: fromDrizzle(tx, sql) });
  }

  /** Places in the order in which these analyses are taken, counted from 1; one that does not wait has none. */
  async positions(analyses: readonly number[]): Promise<Map<number, number>> {
    if (analyses.length === 0) return new Map();
    const text = `SELECT id, place FROM (
      SELECT (data->>'analysisId')::int AS id, (row_number() OVER (ORDER BY priority DESC, created_on))::int AS place
      FROM queue.job WHERE name = '${ANALYSES}' AND state < 'active'
    ) waiting WHERE id = ANY($1)`;
    const { rows } = (await this.#boss.getDb().executeSql(text, [analyses])) as { rows: { id: number; place: number }[] };
    return new Map(rows.map(({ id, place }) => [id, place]));
  }

  /** Analyses that wait and that run, of all users. */
  async counts(): Promise<{ waiting: number; running: number }> {
    const [stats] = await this.#boss.getQueueStats(ANALYSES);
    return { waiting: stats?.queuedCount ?? 0, running: stats?.activeCount ?? 0 };
  }

  /** Jobs by queue and state, ended ones as long as the queue remembers them. */
  async states(): Promise<QueueState[]> {
    const text = 'SELECT name AS queue, state::text, count(*)::int AS jobs FROM queue.job GROUP BY 1, 2 ORDER BY 1, 2';
    return (await this.#boss.getDb().executeSql(text)).rows as QueueState[];
  }

  /** Analyses that wait, by type of user. */
  async waiting(): Promise<WaitingAnalyses[]> {
    const text = `SELECT group_tier AS "userType", count(*)::int AS jobs, extract(epoch FROM now() - min(created_on))::float8 AS "oldestSeconds"
      FROM queue.job WHERE name = '${ANALYSES}' AND state < 'active' GROUP BY 1`;
    return (await this.#boss.getDb().executeSql(text)).rows as WaitingAnalyses[];
  }

  /** Analyses that workers have taken since then, as long as the queue remembers them. */
  async takenSince(since: Date): Promise<TakenAnalysis[]> {
    const text = `SELECT id, group_tier AS "userType", started_on AS "startedAt", extract(epoch FROM started_on - created_on)::float8 AS waited
      FROM queue.job WHERE name = '${ANALYSES}' AND started_on >= $1`;
    return (await this.#boss.getDb().executeSql(text, [since])).rows as TakenAnalysis[];
  }

  /** Jobs that wait or run, the oldest first. */
  async jobs(limit: number): Promise<QueuedJob[]> {
    const text = `SELECT id, name AS queue, state::text, data, created_on AS "createdAt", started_on AS "startedAt", retry_count AS tries
      FROM queue.job WHERE state < 'completed' ORDER BY created_on, id LIMIT $1`;
    return (await this.#boss.getDb().executeSql(text, [limit])).rows as QueuedJob[];
  }

  /**
   * Starts working: `handle` runs for each job, at most `concurrency` at once. @param memoryMiB Of one task here: what was handed on for more is left to
   * others.
   */
  async work(concurrency: number, memoryMiB: number, handle: (job: QueuedAnalysis) => Promise<void>): Promise<void> {
    const options = { ...takingOptions(memoryMiB), pollingIntervalSeconds: 2 } as const;
    for (let i = 0; i < concurrency; i += 1) {
      const worker = await this.#boss.work<QueuedAnalysis>(ANALYSES, options, async ([job]) => {
        if (job !== undefined) await handle(job.data);
        // Without this a worker sleeps for 30 s between jobs of a burst: a NOTIFY that came while it was busy is gone.
        setImmediate(() => this.wake());
      });
      this.#workers.push(worker);
    }
  }

  /** Looks for a job now. */
  wake(): void {
    for (const worker of this.#workers) this.#boss.notifyWorker(worker);
  }

  async stopWorking(): Promise<void> {
    for (const id of this.#workers.splice(0)) await this.#boss.offWork(ANALYSES, { id, wait: false });
  }
}
