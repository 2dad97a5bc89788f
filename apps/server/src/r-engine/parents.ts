import type { EngineHost } from './host.ts';
import type { EngineLog, EngineParent, EngineStage, EngineState } from './types.ts';
import { type ReadyMessage, Zygote } from './zygote.ts';

/** Who lives shorter than that after it was ready died of itself: started again at once, it would do nothing but start, ms. */
const STEADY_MS = 60_000;
/** Waits before a dead parent is started again; the last one repeats, ms. */
const RESTART_DELAYS = [200, 1000, 3000, 10_000, 30_000];
/** After so many failed starts in a row nobody is kept waiting for it. */
const HOPELESS_STARTS = 3;
/** Memory that two parents take and their first jobs find beside them, bytes: with less there is one parent, and no stages. */
const TWO_PARENTS_BYTES = 4 * 1024 ** 3;

export interface ParentsListener {
  /** A process has been started. */
  begun(): void;
  /** The state or a step has changed. */
  changed(): void;
  /** This parent serves from now on, in the place of the one before. */
  serving(parent: Zygote): void;
  forked(parent: Zygote, name: string, pid: number): void;
  /** It is gone, or has handed over: children that wait with it get no job any more. */
  left(parent: Zygote): void;
  /** What waits for a parent that cannot be started waits no longer. */
  hopeless(): void;
}

/**
 * Keeps a parent of R's that serves. The first loads the packages of what most users begin with and serves after some seconds; a
 * successor with all packages is warmed beside it, on another processor, and takes its place. One that dies is started again; the other goes
 * on meanwhile.
 */
export class Parents {
  readonly #host: EngineHost;
  readonly #log: EngineLog;
  readonly #listener: ParentsListener;
  readonly #availableBytes: () => number;
  #state: EngineState = 'starting';
  #since = new Date();
  /** Serves, or will be the first to. */
  #current: Zygote | undefined;
  #successor: Zygote | undefined;
  #last: ReadyMessage | undefined;
  #restarts = 0;
  #failedStarts = 0;
  /** Parents in a row that were ready and died soon. */
  #shortLives = 0;
  /** When the one that serves was ready, by the clock that nobody sets. */
  #readyAt = 0;
  #failedSuccessors = 0;
  #error: string | null = null;
  #restartTimer: NodeJS.Timeout | undefined;
  #successorTimer: NodeJS.Timeout | undefined;

  constructor(host: EngineHost, log: EngineLog, listener: ParentsListener, availableBytes: () => number) {
    this.#host = host;
    this.#log = log;
    this.#listener = listener;
    this.#availableBytes = availableBytes;
  }

  /** The parent that forks children now. */
  get serving(): Zygote | undefined {
    return this.#current?.ready === undefined ? undefined : this.#current;
  }

  /** Of the last one that was ready, alive or not. */
  get lastReady(): ReadyMessage | undefined {
    return this.#last;
  }

  get state(): EngineState {
    return this.#state;
  }

  get since(): Date {
    return this.#since;
  }

  get restarts(): number {
    return this.#restarts;
  }

  /** Why the last start failed. */
  get error(): string | null {
    return this.#error;
  }

  get isHopeless(): boolean {
    return this.#failedStarts >= HOPELESS_STARTS;
  }

  get pid(): number | null {
    return this.#current?.pid ?? null;
  }

  get step(): string | null {
    return this.#state === 'restarting' ? '重新启动分析引擎' : (this.#current?.step ?? null);
  }

  get progress(): number {
    return this.#state === 'warming' ? (this.#current?.progress ?? 0) : 0;
  }

  get pids(): number[] {
    return this.#alive().flatMap(({ pid }) => pid ?? []);
  }

  describe(): EngineParent[] {
    return this.#alive().map(({ pid, stage, ready, step, progress }) => ({
      pid,
      stage,
      ready: ready !== undefined,
      step,
      progress,
      privateBytes: ready?.private ?? null,
    }));
  }

  /** May this job be given to a child now? Where no parent can load the tool's packages, the job has to try by itself. */
  serves(job: Parameters<Zygote['serves']>[0]): boolean {
    const { serving } = this;
    return serving !== undefined && (this.#failedSuccessors >= HOPELESS_STARTS || serving.serves(job));
  }

  start(): void {
    if (this.#state === 'stopped') return;
    const stage = this.#availableBytes() >= TWO_PARENTS_BYTES ? 'early' : 'all';
    this.#enter('warming');
    this.#current = this.#launch(stage);
    this.#listener.begun();
    this.#listener.changed();
  }

  stop(): void {
    this.#enter('stopped');
    clearTimeout(this.#restartTimer);
    clearTimeout(this.#successorTimer);
    for (const parent of this.#alive()) parent.kill();
  }

  /** Ends R until `start`. */
  suspend(): void {
    if (this.#state === 'stopped') return;
    clearTimeout(this.#restartTimer);
    clearTimeout(this.#successorTimer);
    const parents = this.#alive();
    this.#current = undefined;
    this.#successor = undefined;
    this.#restarts += 1;
    this.#enter('restarting');
    for (const parent of parents) {
      parent.kill();
      this.#listener.left(parent);
    }
  }

  #alive(): Zygote[] {
    return [this.#current, this.#successor].filter((parent) => parent !== undefined);
  }

  #launch(stage: EngineStage): Zygote {
    const parent: Zygote = new Zygote(this.#host, stage, this.#log, {
      warming: () => this.#listener.changed(),
      partial: () => {
        if (this.#alive().includes(parent)) this.#startSuccessor();
      },
      ready: (message) => this.#takeOver(parent, message),
      forked: (name, pid) => this.#listener.forked(parent, name, pid),
      exited: (reason) => {
        // Killed when another one took its place, or with the engine.
        if (this.#state === 'stopped' || !this.#alive().includes(parent)) return;
        this.#error = reason;
        this.#log.error({ reason, stage }, 'the engine has stopped');
        // A successor may have taken the place of the first meanwhile.
        if (parent === this.#current) this.#currentExited(parent);
        else this.#successorExited(parent);
      },
    });
    return parent;
  }

  #enter(state: EngineState): void {
    if (this.#state === 'stopped') return;
    if (state !== this.#state) this.#since = new Date();
    this.#state = state;
    this.#listener.changed();
  }

  /** Children of the parent before that have a job keep it to its end: their pipes do not pass through their parent. */
  #takeOver(parent: Zygote, message: ReadyMessage): void {
    if (this.#state === 'stopped' || !this.#alive().includes(parent)) return;
    const { seconds, later } = message;
    this.#log.info({ seconds, stage: parent.stage, later }, 'the engine is ready');
    this.#last = message;
    this.#error = null;
    this.#failedStarts = 0;
    this.#readyAt = performance.now();
    if (parent === this.#successor) {
      const before = this.#current;
      clearTimeout(this.#restartTimer);
      this.#successor = undefined;
      this.#current = parent;
      before?.kill();
      if (before !== undefined) this.#listener.left(before);
    }
    if (parent.isComplete) this.#failedSuccessors = 0;
    this.#enter('ready');
    this.#listener.serving(parent);
    if (!parent.isComplete && this.#successor === undefined) this.#startSuccessor();
  }

  #currentExited(parent: Zygote): void {
    const wasReady = parent.ready !== undefined;
    this.#current = undefined;
    this.#listener.left(parent);
    if (this.#state === 'stopped') return;
    if (wasReady) {
      this.#restarts += 1;
      this.#shortLives = performance.now() - this.#readyAt < STEADY_MS ? this.#shortLives + 1 : 0;
    } else this.#failedStarts += 1;
    if (this.isHopeless) this.#listener.hopeless();
    this.#enter('restarting');
    this.#restartTimer = setTimeout(() => this.start(), delay(this.#failedStarts + Math.max(0, this.#shortLives - 1)));
  }

  #startSuccessor(): void {
    if (this.#state === 'stopped' || this.#successor !== undefined) return;
    this.#successor = this.#launch('all');
    this.#listener.begun();
    this.#listener.changed();
  }

  #successorExited(parent: Zygote): void {
    this.#successor = undefined;
    this.#listener.left(parent);
    if (this.#state === 'stopped') return;
    this.#failedSuccessors += 1;
    // What has waited for it may begin.
    if (this.#failedSuccessors >= HOPELESS_STARTS && this.serving !== undefined) this.#listener.serving(this.serving);
    this.#successorTimer = setTimeout(() => {
      if (this.serving?.isComplete === false) this.#startSuccessor();
    }, delay(this.#failedSuccessors));
    this.#listener.changed();
  }
}

function delay(failures: number): number {
  return RESTART_DELAYS[Math.min(failures, RESTART_DELAYS.length - 1)] ?? 0;
}
