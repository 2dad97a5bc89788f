import { statfs } from 'node:fs/promises';
import { TASK_TYPES, USER_TYPES } from '@oncoloom/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { countUsers } from '../accounts/overview.ts';
import { countTasks, countWorkers, type EndedTask, endedSince } from '../analyses/lists/overview.ts';
import type { App } from '../app.ts';
import { lastBackup } from '../backup/history.ts';
import { type SpentPoints, spentSince } from '../billing/overview.ts';
import { storedFiles } from '../files/overview.ts';
import { livingWorkers } from '../machines/service.ts';
import { ApiError } from '../platform/errors.ts';
import type { TakenAnalysis } from '../platform/queue.ts';
import { ENGINE_MODES, type EngineStage, type EngineState } from '../r-engine/types.ts';
import { NewRows } from './new-rows.ts';
import { isOperator, type OperatorAccess } from './operator.ts';

/** Counts calls, and tells everything in Prometheus's own text. */
export interface Metrics {
  count(request: FastifyRequest, reply: FastifyReply): void;
  read(): Promise<{ type: string; text: string }>;
}

const CALL_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const TASK_SECONDS = [0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200];
const STAGES: readonly EngineStage[] = ['early', 'all'];
const STATES: readonly EngineState[] = ['starting', 'warming', 'ready', 'restarting', 'stopped'];

/** A label has one of few values, whatever the database holds. */
const typeLabel = (type: string): string => ((TASK_TYPES as readonly string[]).includes(type) ? type : 'other');
const outcomeLabel = ({ status, errorCode }: EndedTask): string =>
  status === 'failed' && errorCode === 'cancelled' ? 'cancelled' : status;
const seconds = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1000;

type Sources = Pick<App, 'config' | 'database' | 'engine' | 'live' | 'log' | 'queue' | 'storage'>;

/**
 * The figures of one server process. Gauges are read when they are asked for; no label carries anything of a user. Tasks and
 * points are counted from the database, since a worker may be another process: from this process's start on.
 */
export class ServerMetrics implements Metrics {
  readonly #sources: Sources;
  readonly #registry = new Registry();
  readonly #registers = [this.#registry];
  readonly #ended: NewRows<EndedTask>;
  readonly #spent: NewRows<SpentPoints>;
  readonly #taken: NewRows<TakenAnalysis>;
  #reading: Promise<void> | undefined;

  constructor(sources: Sources) {
    this.#sources = sources;
    collectDefaultMetrics({ register: this.#registry });
    this.#ended = new NewRows(
      (since) => endedSince(sources.database, since),
      ({ id, finishedAt }) => ({ key: `${id}:${finishedAt.getTime()}`, at: finishedAt }),
    );
    this.#spent = new NewRows(
      (since) => spentSince(sources.database, since),
      ({ id, createdAt }) => ({ key: String(id), at: createdAt }),
    );
    this.#taken = new NewRows(
      (since) => sources.queue.takenSince(since),
      ({ id, startedAt }) => ({ key: id, at: startedAt }),
    );
  }

  readonly #calls = this.#counter('http_requests_total', 'Calls by route pattern, method and status', ['route', 'method', 'status']);
  readonly #callTime = this.#histogram('http_request_duration_seconds', 'Time to answer a call', ['route', 'method'], CALL_SECONDS);
  readonly #failures = this.#counter('metrics_failures_total', 'Parts that could not be read for a scrape', ['part']);
  readonly #connections = this.#gauge('live_connections', 'Browsers on the live channel of this process');
  readonly #listening = this.#gauge('live_listening', '1 while notices of the database arrive');
  readonly #pool = this.#gauge('database_connections', 'Connections of the pool', ['state']);
  readonly #queued = this.#gauge('queue_jobs', 'Jobs by queue and state', ['queue', 'state']);
  readonly #waitingTasks = this.#gauge('queue_waiting', 'Tasks that wait for a worker, by type of user', ['user_type']);
  readonly #oldest = this.#gauge('queue_oldest_seconds', 'For how long the first of them has waited', ['user_type']);
  readonly #workers = this.#gauge('workers', 'Workers that live, on all machines');
  readonly #pilots = this.#gauge('pilots', 'Workers that are jobs of a cluster, by whether they take tasks', ['state']);
  readonly #engineState = this.#gauge('engine_state', '1 for the state that the engine is in', ['state']);
  readonly #stages = this.#gauge('engine_stage', '1 for the stages whose packages a warm parent has: early, all', ['stage']);
  readonly #slots = this.#gauge('engine_slots', 'Children that may run at once');
  readonly #children = this.#gauge('engine_children', 'Children of the engine', ['state']);
  readonly #childMemory = this.#gauge('engine_children_resident_bytes', 'Memory of all children, what they share counted for each');
  readonly #parentMemory = this.#gauge('engine_parents_private_bytes', 'Memory of the warm parents, two while a successor takes over');
  readonly #idleMemory = this.#gauge('engine_idle_children_private_bytes', 'Memory that waiting children do not share with their parent');
  readonly #running = this.#gauge('engine_jobs_running', 'Jobs that run in the engine, by mode', ['mode']);
  readonly #waiting = this.#gauge('engine_jobs_waiting', 'Jobs that wait for a child, by priority', ['priority']);
  readonly #restarts = this.#gauge('engine_restarts', 'Times that the engine was lost and started again');
  readonly #tasks = this.#gauge('tasks', 'Tasks by type and status', ['type', 'status']);
  readonly #tasksEnded = this.#counter('tasks_ended_total', 'Tasks that have ended, by type and outcome', ['type', 'outcome']);
  readonly #taskTime = this.#histogram('task_duration_seconds', 'From the start of a task to its end', ['type', 'outcome'], TASK_SECONDS);
  readonly #taskWait = this.#histogram(
    'task_wait_seconds',
    'From the order of a task to its start, by type of user',
    ['user_type'],
    TASK_SECONDS,
  );
  readonly #points = this.#counter('points_total', 'Points that were charged and given back', ['kind']);
  readonly #users = this.#gauge('users', 'Accounts');
  readonly #files = this.#gauge('storage_files', 'Files of users');
  readonly #fileBytes = this.#gauge('storage_bytes', 'Bytes of users’ files as they count for their space');
  readonly #cacheReads = this.#counter('cache_reads_total', 'Contents read, by whether a copy lay on the local disk', ['result']);
  readonly #backup = this.#gauge('last_backup_timestamp_seconds', 'When the last backup was finished; 0 where there was none');
  readonly #disk = this.#gauge('disk_bytes', 'The disk of the data folder', ['state']);

  count(request: FastifyRequest, reply: FastifyReply): void {
    // A path that no route has is anybody's invention: it is no label.
    const labels = { route: request.routeOptions.url ?? 'none', method: request.method };
    this.#calls.inc({ ...labels, status: String(reply.statusCode) });
    this.#callTime.observe(labels, reply.elapsedTime / 1000);
  }

  async read(): Promise<{ type: string; text: string }> {
    // Two that ask at once share one look.
    this.#reading ??= this.#look().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
    return { type: this.#registry.contentType, text: await this.#registry.metrics() };
  }

  async #look(): Promise<void> {
    this.#readEngine();
    this.#readCache();
    const { live, database } = this.#sources;
    this.#connections.set(live.connections);
    this.#listening.set(live.listening ? 1 : 0);
    const { totalCount, idleCount, waitingCount } = database.$client;
    for (const [state, count] of Object.entries({ total: totalCount, idle: idleCount, waiting: waitingCount }))
      this.#pool.set({ state }, count);
    await this.#part('queue', () => this.#readQueue());
    await this.#part('tasks', () => this.#readTasks());
    await this.#part('points', () => this.#readPoints());
    await this.#part('storage', () => this.#readStorage());
  }

  /** The database may be away: the other figures are wanted then more than ever. */
  async #part(part: string, read: () => Promise<void>): Promise<void> {
    try {
      await read();
    } catch (error) {
      this.#failures.inc({ part });
      this.#sources.log.warn({ err: error, part }, 'a part of the metrics could not be read');
    }
  }

  #readEngine(): void {
    const status = this.#sources.engine.status();
    for (const state of STATES) this.#engineState.set({ state }, state === status.state ? 1 : 0);
    const busy = status.children.filter((child) => child.job !== null);
    this.#children.set({ state: 'busy' }, busy.length);
    this.#children.set({ state: 'idle' }, status.children.length - busy.length);
    this.#childMemory.set(status.children.reduce((sum, child) => sum + child.rss, 0));
    this.#parentMemory.set(status.parents.reduce((sum, parent) => sum + (parent.privateBytes ?? 0), 0));
    const idle = status.children.filter((child) => child.job === null);
    this.#idleMemory.set(idle.reduce((sum, child) => sum + (child.privateBytes ?? 0), 0));
    for (const stage of STAGES)
      this.#stages.set({ stage }, status.parents.some((parent) => parent.ready && parent.stage === stage) ? 1 : 0);
    this.#slots.set(this.#sources.config.workers);
    for (const mode of ENGINE_MODES) this.#running.set({ mode }, busy.filter((child) => child.mode === mode).length);
    for (const [priority, count] of Object.entries(status.queue)) this.#waiting.set({ priority }, count);
    this.#restarts.set(status.restarts);
  }

  /** Nothing where the storage is a folder. */
  #readCache(): void {
    this.#cacheReads.reset();
    for (const [result, reads] of Object.entries(this.#sources.storage.cacheReads() ?? {})) this.#cacheReads.inc({ result }, reads);
  }

  async #readQueue(): Promise<void> {
    const states = await this.#sources.queue.states();
    this.#queued.reset();
    for (const { queue, state, jobs } of states) this.#queued.set({ queue, state }, jobs);
    const waiting = await this.#sources.queue.waiting();
    for (const userType of USER_TYPES) {
      const found = waiting.find((type) => type.userType === userType);
      this.#waitingTasks.set({ user_type: userType }, found?.jobs ?? 0);
      this.#oldest.set({ user_type: userType }, found?.oldestSeconds ?? 0);
    }
    for (const { userType, waited } of await this.#taken.take()) this.#taskWait.observe({ user_type: userType }, waited);
    this.#workers.set(await countWorkers(this.#sources.database));
    const pilots = (await livingWorkers(this.#sources.database)).filter(({ pilot }) => pilot !== null);
    const draining = pilots.filter((pilot) => pilot.draining).length;
    this.#pilots.set({ state: 'draining' }, draining);
    this.#pilots.set({ state: 'taking' }, pilots.length - draining);
  }

  async #readTasks(): Promise<void> {
    const counts = await countTasks(this.#sources.database);
    this.#tasks.reset();
    for (const { taskType, status, tasks } of counts) this.#tasks.inc({ type: typeLabel(taskType), status }, tasks);
    for (const task of await this.#ended.take()) {
      const labels = { type: typeLabel(task.taskType), outcome: outcomeLabel(task) };
      this.#tasksEnded.inc(labels);
      if (task.startedAt === null) continue;
      this.#taskTime.observe(labels, seconds(task.startedAt, task.finishedAt));
    }
  }

  async #readPoints(): Promise<void> {
    for (const { kind, change } of await this.#spent.take()) this.#points.inc({ kind }, Math.abs(change));
    this.#users.set(await countUsers(this.#sources.database));
  }

  async #readStorage(): Promise<void> {
    const { files, bytes } = await storedFiles(this.#sources.database);
    this.#files.set(files);
    this.#fileBytes.set(bytes);
    this.#backup.set(((await lastBackup(this.#sources.database))?.getTime() ?? 0) / 1000);
    const { bsize, blocks, bavail } = await statfs(this.#sources.config.folders.data);
    this.#disk.set({ state: 'total' }, blocks * bsize);
    this.#disk.set({ state: 'free' }, bavail * bsize);
  }

  #gauge<Label extends string = never>(name: string, help: string, labelNames: Label[] = []): Gauge<Label> {
    return new Gauge({ name: `oncoloom_${name}`, help, labelNames, registers: this.#registers });
  }

  #counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name: `oncoloom_${name}`, help, labelNames, registers: this.#registers });
  }

  #histogram<Label extends string = never>(name: string, help: string, labelNames: Label[], buckets: number[]): Histogram<Label> {
    return new Histogram({ name: `oncoloom_${name}`, help, labelNames, buckets, registers: this.#registers });
  }
}

/** `/metrics` for Prometheus: for the machine itself where it is trusted, or with the operator's token as a bearer or a password. */
export function metricsPage(metrics: Metrics, operator: OperatorAccess): FastifyPluginAsyncZod {
  return async (server) => {
    server.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
      if (!isOperator(request, operator)) throw new ApiError(404, '没有这个地址。');
      const { type, text } = await metrics.read();
      return reply.type(type).header('cache-control', 'no-store').send(text);
    });
  };
}
