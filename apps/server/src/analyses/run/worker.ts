import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Manifest, manifestSchema } from '@oncoloom/contract';
import { expectedSeconds, fillTemplate, type ToolDefinition, tellTool } from '@oncoloom/tool-kit';
import { sql } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import type { BillingService } from '../../billing/service.ts';
import type { CohortStore } from '../../cohorts/service.ts';
import { CohortGone } from '../../cohorts/service.ts';
import { notify } from '../../live/notice.ts';
import { drain, enter, largestMiB, WORKER_LOCKS } from '../../machines/service.ts';
import type { Config } from '../../platform/config.ts';
import { type Disk, type DiskSpace, isDiskFull } from '../../platform/disk.ts';
import type { Log } from '../../platform/log.ts';
import { type Database, isDatabaseAway, type Transaction } from '../../platform/postgres/database.ts';
import type { Queue, QueuedAnalysis } from '../../platform/queue.ts';
import type { Engine, EngineOutcome } from '../../r-engine/engine.ts';
import { readResult, streamResult } from '../../r-engine/results.ts';
import { StorageFull, StorageTrouble } from '../../storage/errors.ts';
import type { Storage, StoredBlob } from '../../storage/storage.ts';
import * as repository from '../repository.ts';
import type { AnalysisRecord, StoredResult } from '../tables.ts';
import { SIMULATED_TEXTS, withNotice } from '../texts/simulated.ts';
import { resultWords } from '../texts/words.ts';
import type { ToolRegistry } from '../tools.ts';
import { CANCEL_CHANNEL, readCancelWord } from './cancel.ts';
import { rememberDuration } from './durations.ts';
import { analyseRequest } from './engine-request.ts';
import { handOn } from './handing-on.ts';
import { throughOutage } from './outage.ts';
import { writeAtLast } from './persist.ts';
import { ProgressReporter, type Report } from './progress.ts';
import { runClock } from './run-clock.ts';
import { tellFollowers } from './tell-followers.ts';

/** A task whose process of R has ended so often without a word fails: that was its own doing. */
const MAX_ATTEMPTS = 2;
/**
 * A worker ends for many causes, most of them none of the task's: an update, a machine that is started anew, a neighbour. A task that takes hours is
 * begun again more often than one whose own process died, but not for ever: it may be the cause.
 */
const MAX_WORKERS = 5;
const SWEEP_MS = 5_000;
/** A task that has been waiting for so long is looked after. */
const FORGOTTEN_MS = 10_000;
/** Any number: the lock of whoever looks after waiting tasks. */
const FORGOTTEN_LOCK = 7_310_005;
/** A signal for all processes of a machine's job, as scancel sends it, ends R some time before this process hears of it, ms: that loss is not the task's doing. */
const NOTICE_MS = 500;

const MIB = 1024 ** 2;

const LOST = '运行这次分析的服务进程多次意外退出，可能是内存不够。请减少样本数，或先去掉低表达的基因，再运行。点数已退回。';

const DISK_FULL = {
  code: 'disk_full',
  message: '服务器的磁盘已满，这次分析没有完成。点数已退回，请等管理员清理空间后再运行。',
} as const;

const STORAGE_FULL = {
  code: 'storage_full',
  message: '文件存储的空间已满，这次分析没有完成。点数已退回，请等管理员清理空间后再运行。',
} as const;
const STORAGE_AWAY = { code: 'storage_away', message: '文件存储一直没有响应，这次分析没有完成。点数已退回，请稍后再运行。' } as const;

interface Parts {
  config: Config;
  log: Log;
  database: Database;
  disk: Disk;
  storage: Storage;
  cohorts: CohortStore;
  engine: Engine;
  queue: Queue;
  billing: BillingService;
  tools: ToolRegistry;
}

/** Takes queued analyses, has the engine run them, stores what comes out. */
export class AnalysisWorker {
  readonly #parts: Parts;
  readonly #running = new Map<number, { controller: AbortController; attempts: number; now: () => Date }>();
  readonly #idleListeners: (() => void)[] = [];
  #number = 0;
  #lock: PoolClient | undefined;
  #sweep: NodeJS.Timeout | undefined;
  #stopping = false;
  /** It takes no more tasks, and ends those that run. */
  #draining = false;
  #pausing: Promise<void> = Promise.resolve();
  /** As it was when tasks were last begun or no longer taken. */
  #able = true;
  #unfollow: () => void = () => undefined;
  /** Between the row that says that a task runs here, and its run. */
  readonly #beginning = new Set<number>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Is nothing running here? Background drawing waits for that. */
  get idle(): boolean {
    return this.#running.size + this.#beginning.size === 0;
  }

  onIdle(listener: () => void): void {
    this.#idleListeners.push(listener);
  }

  async start(): Promise<void> {
    await this.#takeNumber();
    await this.#returnLost();
    this.#sweep = setInterval(() => void this.#returnLost().catch((error) => this.#parts.log.warn({ err: error }, 'sweep')), SWEEP_MS);
    const { disk, engine } = this.#parts;
    disk.onChange((space) => this.#follow(space));
    this.#unfollow = engine.onStatus(() => {
      if (engine.takesJobs !== this.#able) this.#adjust();
    });
    this.#adjust();
    await this.#pausing;
  }

  /** When the disk gets worse than full, tasks that run are ended, so that the database finds room. */
  #follow({ state }: DiskSpace): void {
    if (this.#stopping) return;
    this.#adjust();
    if (state === 'critical') for (const { controller } of this.#running.values()) controller.abort(DISK_FULL);
  }

  /** While the disk is full or the engine is unable to run any, no task is taken: another worker may do better. */
  #adjust(): void {
    const { config, disk, engine, queue, log } = this.#parts;
    this.#able = engine.takesJobs;
    this.#pausing = this.#pausing
      .then(async () => {
        await queue.stopWorking();
        if (this.#stopping || this.#draining || !engine.takesJobs || (await disk.isLow())) return;
        await queue.work(config.workers, this.#memoryMiB, (job) => this.#handle(job));
      })
      .catch((error: unknown) => log.warn({ err: error }, 'the queue was not paused'));
  }

  /** Takes no more tasks; those that run go on. */
  async drain(): Promise<void> {
    this.#draining = true;
    this.#adjust();
    await this.#pausing;
    await drain(this.#parts.database, this.#number);
  }

  /** What one task has here, MiB. */
  get #memoryMiB(): number {
    return Math.floor(this.#parts.config.taskMemory / MIB);
  }

  /** Gives running tasks back to the queue and stops their children. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#unfollow();
    clearInterval(this.#sweep);
    await this.#parts.queue.stopWorking();
    for (const [id, { controller, attempts }] of this.#running) {
      await this.#giveBack({ id, attempts }, false);
      controller.abort();
    }
    this.#lock?.release(true);
    this.#lock = undefined;
  }

  /**
   * A worker lives as long as the database session that holds its number's lock: the lock goes with the process, however
   * it ends, and other workers see at once whose tasks are orphaned. The same session hears which tasks are cancelled.
   */
  async #takeNumber(): Promise<void> {
    const { config, database } = this.#parts;
    const client = await database.$client.connect();
    for (;;) {
      const number = 1 + Math.floor(Math.random() * 2_000_000_000);
      const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS taken', [WORKER_LOCKS, number]);
      if (rows[0]?.taken !== true) continue;
      this.#number = number;
      this.#lock = client;
      client.on('notification', ({ payload = '' }) => {
        const { id, attempts } = readCancelWord(payload);
        const running = this.#running.get(id);
        if (running !== undefined && running.attempts <= attempts) running.controller.abort();
      });
      await client.query(`LISTEN ${CANCEL_CHANNEL}`);
      const pilot = config.pilot?.job ?? null;
      await enter(database, { number, pilot, memoryMiB: this.#memoryMiB, tasks: config.workers, draining: this.#draining });
      // When PostgreSQL restarts the lock is gone although this worker lives: take another number for what runs here.
      client.on('error', () => {
        if (this.#lock === client) void this.#renewNumber();
      });
      return;
    }
  }

  async #renewNumber(): Promise<void> {
    this.#lock?.release(true);
    this.#lock = undefined;
    while (!this.#stopping) {
      try {
        await this.#takeNumber();
        for (const [id, { controller, attempts }] of this.#running) {
          // One that was given back meanwhile, and that nobody has begun anew, goes on here.
          const mine = { status: 'running' as const, worker: this.#number };
          const still = await repository.transition(this.#parts.database, id, ['pending', 'running'], mine, attempts);
          // Cancelled, or begun by another while nobody listened.
          if (still === undefined) controller.abort();
        }
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  }

  async #returnLost(): Promise<void> {
    for (const analysis of await repository.running(this.#parts.database)) {
      if (this.#running.has(analysis.id) || this.#beginning.has(analysis.id) || analysis.worker === null) continue;
      // One of our own that is not run any more: its end could not be written, as on a full disk.
      if (analysis.worker === this.#number) {
        await this.#giveBack(analysis, true);
        continue;
      }
      const { rows } = await this.#parts.database.execute<{ free: boolean }>(
        sql`SELECT pg_try_advisory_xact_lock(${WORKER_LOCKS}::int, ${analysis.worker}::int) AS free`,
      );
      if (rows[0]?.free === true) await this.#giveBack(analysis, true);
    }
    await this.#returnForgotten();
  }

  /** Queues waiting tasks anew whose job was taken by a worker that died before it said so; one worker looks after them at a time. */
  async #returnForgotten(): Promise<void> {
    let lowered = false;
    await this.#parts.database.transaction(async (tx) => {
      const { rows } = await tx.execute<{ mine: boolean }>(sql`SELECT pg_try_advisory_xact_lock(${FORGOTTEN_LOCK}) AS mine`);
      if (rows[0]?.mine !== true) return;
      for (const analysis of await repository.forgottenSince(tx, new Date(Date.now() - FORGOTTEN_MS))) {
        const queueJob = randomUUID();
        const returned = await repository.transition(tx, analysis.id, ['pending'], { queueJob }, analysis.attempts);
        if (returned !== undefined) await this.#replaceJob(tx, returned, queueJob, analysis.queueJob);
      }
      const largest = await largestMiB(tx);
      lowered = largest !== undefined && (await this.#parts.queue.lower(tx, largest));
    });
    // Nobody hears of it otherwise before the next poll.
    if (lowered) this.#parts.queue.wake();
  }

  /**
   * Queues a task anew that lost its worker. A loss that may be the task's own doing is counted; after the last attempt the
   * task fails instead.
   */
  async #giveBack({ id, attempts }: { id: number; attempts: number }, counted: boolean): Promise<void> {
    await this.#parts.database.transaction(async (tx) => {
      if (counted && attempts >= MAX_WORKERS) {
        const change = { status: 'failed', errorCode: 'lost', errorMessage: LOST, finishedAt: new Date() } as const;
        const failed = await repository.transition(tx, id, ['running'], change, attempts);
        if (failed === undefined) return;
        // The job was taken by a worker that is gone: left in the queue, it would hold one of its user's places for a day.
        if (failed.queueJob !== null) await this.#parts.queue.remove(tx, failed.queueJob);
        await this.#settle(tx, failed);
        return;
      }
      const queueJob = randomUUID();
      const change = { status: 'pending', progress: 0, worker: null, queueJob, attempts: counted ? attempts : attempts - 1 } as const;
      const before = await repository.findById(tx, id);
      const returned = await repository.transition(tx, id, ['running'], { ...change, steps: [] }, attempts);
      if (returned === undefined) return;
      await this.#replaceJob(tx, returned, queueJob, before?.queueJob ?? null);
      await notify(tx, { user_id: returned.userId, kind: 'task', id });
    });
  }

  /** Puts another job for a task on the queue, and takes the old one off. */
  async #replaceJob(tx: Transaction, analysis: AnalysisRecord, job: string, old: string | null): Promise<void> {
    const { queue, billing } = this.#parts;
    if (old !== null) await queue.remove(tx, old);
    const { userType } = await billing.subscription(analysis.userId, tx);
    await queue.add(tx, job, { analysisId: analysis.id, memoryMiB: analysis.memoryMiB }, { id: analysis.userId, type: userType });
  }

  async #handle(job: QueuedAnalysis): Promise<void> {
    const { log, tools } = this.#parts;
    const { analysisId: id } = job;
    if (this.#stopping || (await handOn(this.#parts, job, this.#memoryMiB))) return;
    this.#beginning.add(id);
    const analysis = await this.#begin(id).finally(() => this.#beginning.delete(id));
    if (analysis === undefined) return;
    const controller = new AbortController();
    this.#running.set(id, { controller, attempts: analysis.attempts, now: runClock(analysis.startedAt) });
    try {
      const tool = tools.require(analysis.taskType);
      const { outcome, report } = await this.#run(tool, analysis, controller.signal);
      if (isLoss(outcome)) await new Promise((resolve) => setTimeout(resolve, NOTICE_MS));
      if (this.#stopping) return;
      const full = controller.signal.reason === DISK_FULL || (!outcome.ok && (await this.#parts.disk.stopped(outcome)));
      if (full) await this.#endFull(analysis, outcome, report);
      else await this.#end(tool, analysis, outcome, report, controller.signal);
    } catch (error) {
      if (error instanceof CohortGone) return await this.#fail(id, analysis.attempts, { code: 'input', message: error.message });
      log.error({ err: error, analysis: id }, 'a task could not be run');
      if (isDiskFull(error)) return await this.#fail(id, analysis.attempts, DISK_FULL);
      if (error instanceof StorageTrouble)
        return await this.#fail(id, analysis.attempts, error instanceof StorageFull ? STORAGE_FULL : STORAGE_AWAY);
      // What failed beside the run may be over by now: a machine that is cut off cannot tell the one from the other.
      if (isDatabaseAway(error) || analysis.attempts < MAX_ATTEMPTS) return await this.#giveBack(analysis, true);
      await this.#fail(id, analysis.attempts, {
        code: 'internal',
        message: '平台内部出了问题，这次分析没有运行。点数已退回，请稍后再试。',
      });
    } finally {
      this.#running.delete(id);
      if (this.idle) for (const listener of this.#idleListeners) listener();
    }
  }

  /** By the clock of the run. */
  #now(id: number): Date {
    return this.#running.get(id)?.now() ?? new Date();
  }

  /** Takes a waiting task; undefined when it has been cancelled or deleted meanwhile. */
  async #begin(id: number): Promise<AnalysisRecord | undefined> {
    return this.#parts.database.transaction(async (tx) => {
      const begun = await repository.begin(tx, id, this.#number);
      if (begun !== undefined) await notify(tx, { user_id: begun.userId, kind: 'task', id });
      return begun;
    });
  }

  async #run(tool: ToolDefinition, analysis: AnalysisRecord, signal: AbortSignal): Promise<{ outcome: EngineOutcome; report: Report }> {
    const reporter = new ProgressReporter(this.#parts, tool, analysis, () => this.#now(analysis.id));
    const job = await this.#throughOutage(signal, () => analyseRequest(this.#parts, tool, analysis));
    const outcome = await this.#parts.engine.run(
      {
        id: `analysis-${analysis.id}-${analysis.attempts}`,
        mode: 'analyse',
        priority: 'task',
        timeoutMs: this.#parts.config.taskTimeout,
        ...job,
      },
      { signal, onEvent: (event) => reporter.take(event) },
    );
    return { outcome, report: await reporter.finish() };
  }

  async #end(tool: ToolDefinition, analysis: AnalysisRecord, outcome: EngineOutcome, report: Report, signal: AbortSignal): Promise<void> {
    if (outcome.ok) {
      try {
        const result = await this.#throughOutage(signal, () => this.#store(tool, outcome.folder));
        await this.#complete(tool, analysis, result, report);
      } finally {
        // Removing a folder costs some milliseconds that nobody has to wait for.
        void this.#parts.engine.release(outcome.folder);
      }
      return;
    }
    if (outcome.code === 'cancelled') return;
    // The engine became unable before it began.
    if (outcome.code === 'engine_lost' && outcome.unbegun) {
      await this.#giveBack(analysis, false);
      return;
    }
    // The engine or its child went away without the input's fault being known: one more try, then it fails.
    if (isLoss(outcome) && analysis.attempts < MAX_ATTEMPTS) {
      await this.#giveBack(analysis, true);
      return;
    }
    if (outcome.detail !== undefined) report.lines.push({ level: 'error', text: outcome.detail, time: this.#now(analysis.id) });
    await this.#fail(analysis.id, analysis.attempts, outcome, report);
  }

  #throughOutage<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return throughOutage(work, { log: this.#parts.log, given: () => this.#stopping || signal.aborted });
  }

  /** A run that found no room: computing it again at once would find none either. */
  async #endFull(analysis: AnalysisRecord, outcome: EngineOutcome, report: Report): Promise<void> {
    if (outcome.ok) await this.#parts.engine.release(outcome.folder);
    await this.#fail(analysis.id, analysis.attempts, DISK_FULL, report);
  }

  /** Checks the manifest against the declaration and keeps the tables. */
  async #store(tool: ToolDefinition, folder: string): Promise<StoredResult> {
    const manifest: Manifest = manifestSchema.parse(JSON.parse(await readResult(folder, 'manifest.json')));
    const declared = Object.keys(tool.tables).sort().join();
    const written = manifest.tables
      .map((table) => table.id)
      .sort()
      .join();
    if (declared !== written) throw new Error(`${tool.taskType} wrote tables ${written}, declared are ${declared}`);
    const tables = await Promise.all(
      manifest.tables.map(async ({ id, path, rows, columns, crc32: expected, bytes, matrix }) => {
        const { sha256 } = await this.#keep(folder, path, expected);
        if (matrix === undefined) return { id, sha256, bytes, rows, columns };
        const stored = await this.#keep(folder, matrix.path, matrix.crc32);
        return { id, sha256, bytes, rows, columns, matrix: { blob: stored.sha256, bytes: stored.size, facts: matrix.facts } };
      }),
    );
    const { facts, findings, rowSubject, seed, versions, seconds } = manifest;
    const cohortReads = Object.fromEntries(
      manifest.inputs.flatMap(({ cohort }) => (cohort === undefined ? [] : [[cohort.code, cohort.reads]])),
    );
    return {
      facts,
      findings,
      rowSubject,
      seed,
      versions,
      seconds,
      tables,
      ...(Object.keys(cohortReads).length === 0 ? {} : { cohortReads }),
    };
  }

  /** Copies a written file into the storage. */
  async #keep(folder: string, path: string, expected: string): Promise<StoredBlob> {
    const written = await streamResult(folder, path);
    async function* checked() {
      let sum = 0;
      for await (const chunk of written as AsyncIterable<Buffer>) {
        sum = crc32(chunk, sum);
        yield chunk;
      }
      if (sum !== Number.parseInt(expected, 16)) throw new Error(`${path} is not what the manifest says`);
    }
    return this.#parts.storage.put(Readable.from(checked()));
  }

  async #complete(tool: ToolDefinition, analysis: AnalysisRecord, result: StoredResult, { steps, lines }: Report): Promise<void> {
    const words = resultWords(tool, analysis.values, result);
    const headline = withNotice(
      analysis,
      fillTemplate(tellTool(tool, 'zh', result.rowSubject ?? 'gene').texts.headline, words),
      'zh',
      SIMULATED_TEXTS.headline,
    );
    await this.#persist(async (tx) => {
      const change = {
        status: 'completed' as const,
        progress: 1,
        steps,
        result,
        headline,
        toolVersion: tool.version,
        finishedAt: this.#now(analysis.id),
      };
      const completed = await repository.transition(tx, analysis.id, ['running'], change, analysis.attempts);
      if (completed === undefined) return;
      const expected = expectedSeconds(tool, analysis.values, analysis.inputs);
      const { read, analyse, write } = result.seconds;
      await rememberDuration(tx, tool, { expected, seconds: read + analyse + write });
      await repository.appendLog(tx, completed.id, lines);
      await tellFollowers(this.#parts.queue, tx, completed);
      await notify(tx, { user_id: completed.userId, kind: 'task', id: completed.id });
    });
  }

  async #fail(
    id: number,
    attempt: number,
    reason: { code: string; message: string; field?: string | undefined },
    report?: Report,
  ): Promise<void> {
    await this.#persist(async (tx) => {
      const change = {
        ...(report === undefined ? {} : { steps: report.steps }),
        status: 'failed' as const,
        errorCode: reason.code,
        errorMessage: reason.message,
        errorField: reason.field ?? null,
        finishedAt: this.#now(id),
      };
      const failed = await repository.transition(tx, id, ['running'], change, attempt);
      if (failed === undefined) return;
      await repository.appendLog(tx, id, report?.lines ?? []);
      await this.#settle(tx, failed);
    });
  }

  #persist(write: (tx: Transaction) => Promise<void>): Promise<void> {
    const { database, log } = this.#parts;
    return writeAtLast(database, write, { log, given: () => this.#stopping });
  }

  /** What belongs to every failure: the points come back and the user hears of it. */
  async #settle(tx: Transaction, failed: AnalysisRecord): Promise<void> {
    await this.#parts.billing.refund(tx, failed.userId, failed.id, `${failed.name} 失败，退回`);
    await tellFollowers(this.#parts.queue, tx, failed);
    await notify(tx, { user_id: failed.userId, kind: 'task', id: failed.id });
  }
}

/** Has its process of R ended without a word? */
const isLoss = (outcome: EngineOutcome): boolean => !outcome.ok && (outcome.code === 'crashed' || outcome.code === 'engine_lost');
