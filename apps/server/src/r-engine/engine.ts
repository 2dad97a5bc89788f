import { Child } from './child.ts';
import { type JobFolder, makeJobFolder } from './folders.ts';
import { Home } from './home.ts';
import type { EngineHost } from './host.ts';
import { watchIdleProcessors } from './idle-processors.ts';
import { type KeptChild, KeptChildren } from './kept-children.ts';
import { OwnHost } from './own-host.ts';
import { Parents, type ParentsListener } from './parents.ts';
import { livingGroups } from './processes.ts';
import { Run, waitForEnd } from './run.ts';
import type { Confinement, EngineJob, EngineOptions, EngineOutcome, EnginePriority, EngineStatus, Isolation, RunOptions } from './types.ts';
import { WaitingLine } from './waiting-line.ts';
import type { ReadyMessage, Zygote } from './zygote.ts';

export type * from './types.ts';

/** A job that waits for a child. */
interface Taker {
  run: Run;
  take: (child: Child) => void;
}

/** How often memory is looked at, and deaths that no pipe tells, ms. */
const WATCH_MS = 200;
/** What the user of a job reads whose tool is not loaded yet. */
const LOADING = '正在加载这个工具需要的程序包，加载完自动开始';
const FORK_DELAY_MS = 150;
const STOP_MS = 2000;
/** Nothing to do for so long: time to settle a child, ms. It takes as long as a small job, which the next one of a row would wait for. */
const QUIET_MS = 500;
/** Processors that have to have been idle meanwhile: on a busy machine settling takes from a job elsewhere what it saves the next one here. */
const IDLE_PROCESSORS = 0.9;

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
  /** With the parent that each was forked by. */
  readonly #children = new Map<Child, Zygote>();
  /** Of the parent that serves. */
  readonly #idle: Child[] = [];
  readonly #takers: Taker[] = [];
  readonly #kept: KeptChildren;
  /** Children of jobs whose folders, by which they stand here, have not been released yet. */
  readonly #unreleased = new Map<string, KeptChild>();
  readonly #listeners = new Set<() => void>();
  readonly #parents: Parents;
  readonly #home: Home;
  #isolation: Isolation = 'none';
  #names = 0;
  #watch: NodeJS.Timeout | undefined;
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
    const { log, availableBytes = () => process.availableMemory() } = options;
    this.#parents = new Parents(host, log, this.#parentsListener(), availableBytes);
    this.#home = new Home(host, log, { lost: () => this.#suspend(), back: () => this.#parents.start() });
    this.#kept = new KeptChildren(options.workers, (kept) => void this.#end(kept));
  }

  /** Ends what an earlier server left, starts R and resolves when it serves. Jobs may be given before that: they wait. */
  async start(): Promise<void> {
    const { isolation, leftovers } = await this.#home.open();
    if (leftovers > 0) this.#options.log.warn({ ended: leftovers }, 'processes of an earlier server were ended');
    this.#isolation = isolation;
    if (this.#isolation !== 'full')
      this.#options.log.warn({ isolation: this.#isolation }, 'analyses run with less isolation than possible as root');
    this.#watch = setInterval(() => this.#lookAtChildren(), WATCH_MS);
    this.#parents.start();
    await this.#whenReady.promise;
  }

  /** Ends every job with `engine_lost`, and R. */
  async stop(): Promise<void> {
    this.#parents.stop();
    clearInterval(this.#watch);
    clearTimeout(this.#settleTimer);
    const runs = [...this.#line.drain(), ...this.#running];
    for (const run of runs) run.end('engine_lost');
    for (const child of this.#children.keys()) child.kill();
    await waitForEnd(runs, STOP_MS);
    await this.#home.close();
    this.#whenReady.resolve();
  }

  /** Does a job that is given now run, be it after a wait? Otherwise it ends at once as `engine_lost`. */
  get takesJobs(): boolean {
    return !this.#stopped && !this.#parents.isHopeless && !this.#home.lost;
  }

  /** Are its folders fit for jobs? Where not, every job ends, what waits included, and they are made anew, with a new R in them. */
  checkFolders(): Promise<boolean> {
    return this.#home.check();
  }

  #suspend(): void {
    for (const run of [...this.#line.drain(), ...this.#running]) run.end('engine_lost');
    for (const child of this.#children.keys()) child.kill();
    this.#parents.suspend();
  }

  status(): EngineStatus {
    const parents = this.#parents;
    const ready = parents.lastReady;
    return {
      state: parents.state,
      step: parents.step,
      progress: parents.progress,
      since: parents.since.toISOString(),
      pid: parents.pid,
      warmSeconds: ready?.seconds ?? null,
      restarts: parents.restarts,
      isolation: this.#isolation,
      confinement: ready === undefined ? null : confinementOf(ready),
      tools: ready?.tools ?? [],
      later: parents.serving?.ready?.later ?? [],
      parents: parents.describe(),
      packages: ready?.versions ?? {},
      children: [...this.#children].map(([child, parent]) => {
        const { pid, rss } = child;
        const run = this.#byChild.get(child);
        const privateBytes = child.settled ? parent.childBytes : null;
        return { pid, job: run?.job.id ?? null, mode: run?.job.mode ?? null, seconds: run?.seconds ?? 0, rss, privateBytes };
      }),
      queue: this.#line.counts,
      // Everybody reads it: paths are told in the log.
      error: this.#home.lost ? '运行任务的文件夹不能用，正在重新建立' : parents.error,
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
    if (!this.takesJobs) run.end('engine_lost');
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

  /** Removes the folder of a successful job, once its files have been stored, or has its child wait for the next job. Never rejects. */
  async release(folder: string): Promise<void> {
    const kept = this.#unreleased.get(folder);
    this.#unreleased.delete(folder);
    if (kept === undefined) await this.#remove(folder);
    else this.#keep(kept);
  }

  async #remove(folder: string): Promise<void> {
    try {
      await this.#host.removeJob(folder);
    } catch (error) {
      // It goes with the server's folder at the latest; nobody waits for it.
      this.#options.log.warn({ err: error, folder }, "a job's folder could not be removed");
    }
  }

  get #stopped(): boolean {
    return this.#parents.state === 'stopped';
  }

  #parentsListener(): ParentsListener {
    return {
      begun: () => this.#record(),
      changed: () => {
        for (const listener of this.#listeners) listener();
      },
      serving: (parent) => {
        if (parent.ready !== undefined) this.#warnOfGaps(confinementOf(parent.ready));
        this.#whenReady.resolve();
        this.#refill();
        this.#pump();
      },
      forked: (parent, name, pid) => this.#adopt(parent, name, pid),
      left: (parent) => {
        for (const [child, of] of this.#children) {
          if (of !== parent || this.#byChild.has(child)) continue;
          this.#kept.forget(child);
          child.kill();
        }
        this.#idle.splice(0, this.#idle.length, ...this.#idle.filter((child) => this.#children.get(child) !== parent));
        this.#record();
      },
      hopeless: () => {
        for (const run of this.#line.drain()) run.end('engine_lost');
      },
    };
  }

  #warnOfGaps(confinement: Confinement): void {
    if (Object.values(confinement).every(Boolean)) return;
    this.#options.log.warn({ confinement }, 'analyses are less confined than they could be: see /status');
  }

  #adopt(parent: Zygote, name: string, pid: number): void {
    const child = this.#childOf(parent, name, pid);
    if (child === undefined) {
      this.#host.kill(pid);
      return;
    }
    this.#children.set(child, parent);
    this.#record();
    // Asked for before its parent handed over.
    if (parent !== this.#parents.serving) child.kill();
  }

  /** Undefined: nobody needs it any more, or its pipes are gone with the engine's folders. */
  #childOf(parent: Zygote, name: string, pid: number): Child | undefined {
    const { folders } = this.#home;
    if (folders === undefined || !this.takesJobs) return undefined;
    try {
      const child: Child = new Child(name, pid, folders.run, this.#host, {
        waiting: (privateBytes) => {
          if (privateBytes !== null) parent.childBytes = privateBytes;
          this.#offer(child);
        },
        message: (message) => this.#byChild.get(child)?.take(message),
        ended: () => this.#forget(child),
      });
      return child;
    } catch (error) {
      this.#options.log.warn({ err: error, pid }, 'a child could not be reached');
      void this.checkFolders();
      return undefined;
    }
  }

  #offer(child: Child): void {
    if (this.#children.get(child) !== this.#parents.serving) {
      child.kill();
      return;
    }
    const at = this.#takers.findIndex(({ run }) => this.#parents.serves(run.job));
    const [taker] = at < 0 ? [] : this.#takers.splice(at, 1);
    if (taker !== undefined) {
      taker.take(child);
      return;
    }
    if (child.settled) this.#idle.unshift(child);
    else this.#idle.push(child);
    this.#settleLater();
  }

  /** One after the other, and only while nothing runs and a processor is idle: settling takes one for most of a second. */
  #settleLater(): void {
    clearTimeout(this.#settleTimer);
    const { watchIdle = watchIdleProcessors } = this.#options;
    const idle = watchIdle();
    this.#settleTimer = setTimeout(() => {
      const at = this.#idle.findIndex((child) => !child.settled);
      if (at < 0 || this.#running.size > 0) return;
      if (idle() < IDLE_PROCESSORS) {
        this.#settleLater();
        return;
      }
      for (const child of this.#idle.splice(at, 1)) child.settle(this.#children.get(child)?.childBytes === null);
    }, QUIET_MS);
  }

  #forget(child: Child): void {
    this.#children.delete(child);
    const at = this.#idle.indexOf(child);
    if (at >= 0) this.#idle.splice(at, 1);
    this.#kept.forget(child);
    const run = this.#byChild.get(child);
    this.#byChild.delete(child);
    void run?.childEnded();
    if (this.#stopped) return;
    this.#record();
    // Another one waits already: the fork may wait until the tables of the job that has just ended are stored.
    if (this.#idle.length > 0 && this.#takers.length === 0) setTimeout(() => this.#refill(), FORK_DELAY_MS);
    else this.#refill();
  }

  #record(): void {
    if (this.#stopped) return;
    this.#host.record([...this.#parents.pids, ...[...this.#children.keys()].map((child) => child.pid)]);
  }

  /** Keeps enough children waiting that no job waits for a fork. */
  #refill(): void {
    const parent = this.#parents.serving;
    if (parent === undefined || this.#stopped) return;
    const wanted = this.#options.workers + this.#takers.filter(({ run }) => this.#parents.serves(run.job)).length;
    // Children without a job, settling ones included.
    const available = [...this.#children].filter(([child, of]) => of === parent && !child.assigned).length;
    for (let missing = wanted - available - parent.forking; missing > 0; missing -= 1) {
      this.#names += 1;
      parent.fork(`child-${this.#names}`);
    }
  }

  #pump(): void {
    if (this.#parents.serving === undefined) return;
    const fits = (run: Run) => this.#parents.serves(run.job);
    for (;;) {
      const running: Record<EnginePriority, number> = { interactive: 0, task: 0, background: 0 };
      for (const run of this.#running) running[run.priority] += 1;
      const run = this.#line.next(running, this.#options.workers, fits);
      if (run === undefined) break;
      this.#running.add(run);
      void this.#execute(run).finally(() => {
        this.#running.delete(run);
        this.#pump();
        this.#settleLater();
      });
    }
    for (const run of this.#line.items) if (!fits(run)) run.wait(LOADING);
  }

  async #execute(run: Run): Promise<void> {
    const { folders } = this.#home;
    if (folders === undefined) return run.end('engine_lost');
    const { keeper } = run.job;
    const kept = keeper === undefined ? undefined : this.#kept.take(keeper);
    let place: JobFolder | undefined;
    try {
      place = await makeJobFolder(folders, run.job, kept?.writable);
      const child = await this.#takeChild(run, kept?.child);
      if (child !== undefined) {
        this.#byChild.set(child, run);
        run.begin(child, place, folders.home);
      }
    } catch (error) {
      this.#options.log.error({ err: error, job: run.job.id }, 'a job could not be prepared');
      if (await this.checkFolders()) run.fail(error);
      else run.end('engine_lost');
    }
    const outcome = await run.outcome;
    if (run.child !== undefined && place !== undefined && keeper !== undefined) {
      this.#byChild.delete(run.child);
      const next = { keeper, child: run.child, writable: place.writable, jobs: (kept?.jobs ?? 0) + 1 };
      if (outcome.ok) this.#unreleased.set(place.folder, next);
      else this.#keep(next);
    } else if (kept !== undefined) this.#keep(kept);
    else if (place !== undefined && !outcome.ok) await this.#remove(place.writable);
  }

  /** Ends a child that has been killed, or whose parent serves no more. */
  #keep(kept: KeptChild): void {
    const { child } = kept;
    if (!child.killed && this.#children.has(child) && this.#children.get(child) === this.#parents.serving) this.#kept.keep(kept);
    else void this.#end(kept);
  }

  async #end({ child, writable }: KeptChild): Promise<void> {
    child.kill();
    await this.#remove(writable);
  }

  /** A waiting child, or undefined when the run was given up meanwhile. */
  async #takeChild(run: Run, kept: Child | undefined): Promise<Child | undefined> {
    if (run.abandoned) return undefined;
    if (kept !== undefined && this.#children.has(kept)) return kept;
    const idle = this.#idle.shift();
    if (idle !== undefined) return idle;
    const child = await new Promise<Child | undefined>((resolve) => {
      const taker: Taker = { run, take: resolve };
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
    for (const child of this.#children.keys()) child.check();
    if (this.#running.size + this.#kept.size === 0) return;
    const groups = livingGroups();
    for (const run of this.#running) {
      const group = run.child === undefined ? undefined : groups.get(run.child.pid);
      if (group !== undefined) void run.checkMemory(group);
    }
    this.#kept.watch(this.#options.memoryBytes, groups);
  }
}

function confinementOf({ confinement: { landlock, seccomp } }: ReadyMessage): Confinement {
  return { built: landlock !== undefined, files: (landlock ?? 0) > 0, calls: seccomp === 1 };
}
