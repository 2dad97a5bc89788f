import { Child } from './child.ts';
import { type EngineFolders, makeJobFolder } from './folders.ts';
import { type EngineHost, OwnHost } from './host.ts';
import { WaitingLine } from './queue.ts';
import { Run, waitForEnd } from './run.ts';
import type {
  Confinement,
  EngineJob,
  EngineOptions,
  EngineOutcome,
  EnginePriority,
  EngineState,
  EngineStatus,
  Isolation,
  RunOptions,
} from './types.ts';
import { type ReadyMessage, Zygote } from './zygote.ts';

export type * from './types.ts';

/** How often memory is looked at, and deaths that no pipe tells, ms. */
const WATCH_MS = 200;
/** Waits before a dead zygote is started again; the last one repeats, ms. */
const RESTART_DELAYS = [200, 1000, 3000, 10_000, 30_000];
/** After so many failed starts in a row jobs are refused instead of kept waiting. */
const HOPELESS_STARTS = 3;
const FORK_DELAY_MS = 150;
const STOP_MS = 2000;
/** Nothing to do for so long: time to settle a child, ms. */
const QUIET_MS = 50;

/**
 * Runs jobs in R: keeps one warm parent, has children forked in advance, hands each job to one of them and watches it.
 * A job never outlives its outcome, and every `run` ends.
 */
export class Engine {
  readonly #options: EngineOptions;
  readonly #host: EngineHost;
  readonly #line = new WaitingLine<Run>();
  readonly #running = new Set<Run>();
  readonly #byChild = new Map<Child, Run>();
  readonly #children = new Set<Child>();
  readonly #idle: Child[] = [];
  readonly #takers: ((child: Child) => void)[] = [];
  readonly #listeners = new Set<() => void>();
  #folders: EngineFolders | undefined;
  #isolation: Isolation = 'none';
  #zygote: Zygote | undefined;
  #state: EngineState = 'starting';
  #since = new Date();
  #step: string | null = null;
  #progress = 0;
  #ready: ReadyMessage | undefined;
  #restarts = 0;
  #failedStarts = 0;
  #error: string | null = null;
  #forking = 0;
  #names = 0;
  #watch: NodeJS.Timeout | undefined;
  #restartTimer: NodeJS.Timeout | undefined;
  #settleTimer: NodeJS.Timeout | undefined;
  #whenReady: { promise: Promise<void>; resolve: () => void };

  /** @param host Of a server that has given root up; otherwise the engine does everything itself. */
  constructor(options: EngineOptions, host: EngineHost = new OwnHost(options)) {
    this.#options = options;
    this.#host = host;
    let resolve: () => void = () => undefined;
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    this.#whenReady = { promise, resolve };
  }

  /** Ends what an earlier server left, starts R and resolves when it is warm. Jobs may be given before that: they wait. */
  async start(): Promise<void> {
    const { folders, isolation, leftovers } = await this.#host.open();
    if (leftovers > 0) this.#options.log.warn({ ended: leftovers }, 'processes of an earlier server were ended');
    this.#isolation = isolation;
    if (this.#isolation !== 'full')
      this.#options.log.warn({ isolation: this.#isolation }, 'analyses run with less isolation than possible as root');
    this.#folders = folders;
    this.#watch = setInterval(() => this.#lookAtChildren(), WATCH_MS);
    this.#startZygote();
    await this.#whenReady.promise;
  }

  /** Ends every job with `engine_lost`, and R. */
  async stop(): Promise<void> {
    this.#enter('stopped');
    clearInterval(this.#watch);
    clearTimeout(this.#restartTimer);
    clearTimeout(this.#settleTimer);
    const runs = [...this.#line.drain(), ...this.#running];
    for (const run of runs) run.end('engine_lost');
    this.#zygote?.kill();
    for (const child of this.#children) child.kill();
    await waitForEnd(runs, STOP_MS);
    await this.#host.close();
    this.#whenReady.resolve();
  }

  status(): EngineStatus {
    return {
      state: this.#state,
      step: this.#step,
      progress: this.#progress,
      since: this.#since.toISOString(),
      pid: this.#zygote?.pid ?? null,
      warmSeconds: this.#ready?.seconds ?? null,
      restarts: this.#restarts,
      isolation: this.#isolation,
      confinement: this.#ready === undefined ? null : confinementOf(this.#ready),
      tools: this.#ready?.tools ?? [],
      packages: this.#ready?.versions ?? {},
      children: [...this.#children].map((child) => {
        const run = this.#byChild.get(child);
        return { pid: child.pid, job: run?.job.id ?? null, mode: run?.job.mode ?? null, seconds: run?.seconds ?? 0, rss: child.rss };
      }),
      queue: this.#line.counts,
      error: this.#error,
    };
  }

  /** Calls back after every change of state or step. @returns a function that ends it. */
  onStatus(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Runs a job to its outcome; never rejects. The folder of a success belongs to the caller until `release`. */
  async run(job: EngineJob, options: RunOptions = {}): Promise<EngineOutcome> {
    const run = new Run(job, options, this.#options);
    if (this.#state === 'stopped' || this.#failedStarts >= HOPELESS_STARTS) run.end('engine_lost');
    else if (options.signal?.aborted === true) run.end('cancelled');
    else {
      this.#line.add(run);
      this.#pump();
    }
    const cancel = () => {
      this.#line.remove(run);
      run.end('cancelled');
    };
    options.signal?.addEventListener('abort', cancel, { once: true });
    const outcome = await run.outcome;
    options.signal?.removeEventListener('abort', cancel);
    return outcome;
  }

  /** Removes the folder of a successful job, once its files have been stored. Never rejects. */
  async release(folder: string): Promise<void> {
    try {
      await this.#host.removeJob(folder);
    } catch (error) {
      // It goes with the server's folder at the latest; nobody waits for it.
      this.#options.log.warn({ err: error, folder }, "a job's folder could not be removed");
    }
  }

  #enter(state: EngineState, step: string | null = null, progress = 0): void {
    if (this.#state === 'stopped') return;
    if (state !== this.#state) this.#since = new Date();
    this.#state = state;
    this.#step = step;
    this.#progress = progress;
    for (const listener of this.#listeners) listener();
  }

  #startZygote(): void {
    const folders = this.#folders;
    if (folders === undefined || this.#state === 'stopped') return;
    this.#enter('warming', '启动 R');
    const zygote = new Zygote(this.#host, this.#options.log, {
      warming: (step, progress) => this.#enter('warming', step, progress),
      ready: (message) => {
        this.#ready = message;
        this.#failedStarts = 0;
        this.#error = null;
        this.#options.log.info({ seconds: message.seconds, tools: message.tools }, 'the engine is ready');
        this.#warnOfGaps(confinementOf(message));
        this.#enter('ready');
        this.#whenReady.resolve();
        this.#refill();
        this.#pump();
      },
      forked: (name, pid) => this.#adopt(name, pid, folders),
      exited: (reason) => {
        if (this.#zygote === zygote) this.#zygoteExited(reason);
      },
    });
    this.#zygote = zygote;
    this.#record();
  }

  #warnOfGaps(confinement: Confinement): void {
    if (Object.values(confinement).every(Boolean)) return;
    this.#options.log.warn({ confinement }, 'analyses are less confined than they could be: see /status');
  }

  /** Jobs that already have a child go on: their pipes do not pass through the parent. */
  #zygoteExited(reason: string | null): void {
    this.#zygote = undefined;
    this.#forking = 0;
    if (this.#state === 'stopped') return;
    const wasReady = this.#state === 'ready';
    this.#error = reason;
    this.#options.log.error({ reason }, 'the engine has stopped');
    for (const child of this.#idle.splice(0)) child.kill();
    if (wasReady) this.#restarts += 1;
    else this.#failedStarts += 1;
    if (this.#failedStarts >= HOPELESS_STARTS) for (const run of this.#line.drain()) run.end('engine_lost');
    const delay = RESTART_DELAYS[Math.min(this.#failedStarts, RESTART_DELAYS.length - 1)] ?? 0;
    this.#enter('restarting', '重新启动分析引擎');
    this.#restartTimer = setTimeout(() => this.#startZygote(), delay);
  }

  #adopt(name: string, pid: number, folders: EngineFolders): void {
    this.#forking = Math.max(0, this.#forking - 1);
    if (this.#state === 'stopped') {
      this.#host.kill(pid);
      return;
    }
    const child: Child = new Child(name, pid, folders.run, this.#host, {
      waiting: () => this.#offer(child),
      message: (message) => this.#byChild.get(child)?.take(message),
      ended: () => this.#forget(child),
    });
    this.#children.add(child);
    this.#record();
  }

  #offer(child: Child): void {
    const taker = this.#takers.shift();
    if (taker !== undefined) {
      taker(child);
      return;
    }
    if (child.settled) this.#idle.unshift(child);
    else this.#idle.push(child);
    this.#settleLater();
  }

  /** One after the other, and only while nothing runs: settling takes a core for a tenth of a second. */
  #settleLater(): void {
    clearTimeout(this.#settleTimer);
    this.#settleTimer = setTimeout(() => {
      const at = this.#idle.findIndex((child) => !child.settled);
      if (at < 0 || this.#running.size > 0) return;
      for (const child of this.#idle.splice(at, 1)) child.settle();
    }, QUIET_MS);
  }

  #forget(child: Child): void {
    this.#children.delete(child);
    const at = this.#idle.indexOf(child);
    if (at >= 0) this.#idle.splice(at, 1);
    const run = this.#byChild.get(child);
    this.#byChild.delete(child);
    void run?.childEnded();
    if (this.#state === 'stopped') return;
    this.#record();
    // Another one waits already: the fork may wait until the tables of the job that has just ended are stored.
    if (this.#idle.length > 0 && this.#takers.length === 0) setTimeout(() => this.#refill(), FORK_DELAY_MS);
    else this.#refill();
  }

  #record(): void {
    if (this.#state === 'stopped') return;
    this.#host.record(
      this.#zygote?.pid ?? null,
      [...this.#children].map((child) => child.pid),
    );
  }

  /** Keeps enough children waiting that no job waits for a fork. */
  #refill(): void {
    if (this.#state !== 'ready') return;
    const wanted = this.#options.workers + this.#takers.length;
    while (this.#available() + this.#forking < wanted) {
      this.#forking += 1;
      this.#names += 1;
      this.#zygote?.fork(`child-${this.#names}`);
    }
  }

  /** Children without a job, settling ones included. */
  #available(): number {
    return this.#children.size - this.#byChild.size;
  }

  #pump(): void {
    if (this.#state !== 'ready') return;
    for (;;) {
      const running: Record<EnginePriority, number> = { interactive: 0, task: 0, background: 0 };
      for (const run of this.#running) running[run.priority] += 1;
      const run = this.#line.next(running, this.#options.workers);
      if (run === undefined) return;
      this.#running.add(run);
      void this.#execute(run).finally(() => {
        this.#running.delete(run);
        this.#pump();
        this.#settleLater();
      });
    }
  }

  async #execute(run: Run): Promise<void> {
    const folders = this.#folders;
    if (folders === undefined) return run.end('engine_lost');
    let folder: string | undefined;
    try {
      folder = await makeJobFolder(folders, run.job);
      const child = await this.#takeChild(run);
      if (child !== undefined) {
        this.#byChild.set(child, run);
        run.begin(child, folder, folders.home);
      }
    } catch (error) {
      this.#options.log.error({ err: error, job: run.job.id }, 'a job could not be prepared');
      run.fail(error);
    }
    const outcome = await run.outcome;
    if (!outcome.ok && folder !== undefined) await this.release(folder);
  }

  /** A waiting child, or undefined when the run was given up meanwhile. */
  async #takeChild(run: Run): Promise<Child | undefined> {
    if (run.abandoned) return undefined;
    const idle = this.#idle.shift();
    if (idle !== undefined) return idle;
    const child = await new Promise<Child | undefined>((resolve) => {
      const taker = (offered: Child) => resolve(offered);
      this.#takers.push(taker);
      this.#refill();
      void run.outcome.then(() => {
        const at = this.#takers.indexOf(taker);
        if (at >= 0) this.#takers.splice(at, 1);
        resolve(undefined);
      });
    });
    if (child !== undefined && run.abandoned) {
      this.#offer(child);
      return undefined;
    }
    return child;
  }

  #lookAtChildren(): void {
    for (const child of this.#children) child.check();
    for (const run of this.#running) run.checkMemory();
  }
}

function confinementOf({ confinement: { landlock, seccomp } }: ReadyMessage): Confinement {
  return { built: landlock !== undefined, files: (landlock ?? 0) > 0, calls: seccomp === 1 };
}
