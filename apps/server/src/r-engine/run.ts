import { relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from './child.ts';
import type { JobFolder } from './folders.ts';
import { type ProcessGroup, residentBytes } from './processes.ts';
import { hasResult, readTail } from './results.ts';
import { failure } from './sentences.ts';
import {
  type EngineEvent,
  type EngineFailure,
  type EngineFailureCode,
  type EngineJob,
  type EngineOutcome,
  type EnginePriority,
  LAST_FILE,
  type RunOptions,
} from './types.ts';

/** Why the engine itself ended a job. */
type Ending = Exclude<EngineFailureCode, 'input' | 'failed' | 'crashed'>;

const LOG_TAIL = 2000;
/** What a job may tell: far more than any tool does. The rest is dropped, so that a job that has been taken over fills no memory. */
const MOST_EVENTS = 5_000;
const LONGEST_TEXT = 20_000;

/** One job on its way through the engine, from `Engine.run` to its outcome. */
export class Run {
  readonly job: EngineJob;
  readonly priority: EnginePriority;
  readonly outcome: Promise<EngineOutcome>;
  readonly #limits: { memoryBytes: number; timeoutMs: number };
  readonly #onEvent: (event: EngineEvent) => void;
  #resolve: (outcome: EngineOutcome) => void = () => undefined;
  #settled = false;
  /** The child has said so; what it left is being looked at. */
  #done = false;
  #ending: Ending | undefined;
  #child: Child | undefined;
  #folder: string | undefined;
  #began = 0;
  #told = 0;
  #waits = false;
  #weighs = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(job: EngineJob, options: RunOptions, limits: { memoryBytes: number; timeoutMs: number }) {
    this.job = job;
    this.priority = job.priority;
    this.#limits = { ...limits, timeoutMs: job.timeoutMs ?? limits.timeoutMs };
    this.#onEvent = options.onEvent ?? (() => undefined);
    this.outcome = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  get child(): Child | undefined {
    return this.#child;
  }

  get settled(): boolean {
    return this.#settled;
  }

  /** Was it cancelled or given up before a child took it? */
  get abandoned(): boolean {
    return this.#ending !== undefined;
  }

  get seconds(): number {
    return this.#began === 0 ? 0 : (performance.now() - this.#began) / 1000;
  }

  /** Says once why it does not begin yet. */
  wait(why: string): void {
    if (this.#waits) return;
    this.#waits = true;
    this.#tell({ type: 'step', name: why, progress: 0 });
  }

  /** Hands the prepared folder to a waiting child. @param home The engine's working directory. */
  begin(child: Child, { folder, writable }: JobFolder, home: string): void {
    this.#child = child;
    this.#folder = folder;
    this.#began = performance.now();
    this.#timer = setTimeout(() => this.end('timeout'), this.#limits.timeoutMs);
    child.assign({ folder: relative(home, folder), writable: relative(home, writable), keep: this.job.keeper !== undefined });
  }

  /** Ends the job from outside. Before it has a child it is over at once, otherwise when the child is gone. */
  end(why: Ending): void {
    if (this.#settled || this.#ending !== undefined) return;
    this.#ending = why;
    if (this.#child === undefined) this.#settle({ ...failure(why, this.#limits), unbegun: true });
    else this.#child.kill();
  }

  /**
   * Over the limit of memory, with all that it has started? The limit on address space is wider and each process's own, and some packages reserve
   * without using. Forks have in common what the parent had loaded, a gigabyte or two, so they are weighed before a sum ends them.
   * @param group Of its child.
   */
  async checkMemory(group: ProcessGroup): Promise<void> {
    const limit = this.#limits.memoryBytes;
    if ([...group.values()].some(({ rss }) => rss > limit)) return this.end('memory');
    if (this.#weighs || this.#child === undefined || group.size < 2 || residentBytes(group) <= limit) return;
    this.#weighs = true;
    if ((await this.#child.weigh()) > limit) this.end('memory');
    this.#weighs = false;
  }

  /** A message of the child. */
  take(message: Record<string, unknown>): void {
    switch (message.type) {
      case 'step':
        this.#tell({ type: 'step', name: String(message.name).slice(0, LONGEST_TEXT), progress: Number(message.progress) });
        break;
      case 'log':
        this.#tell({ type: 'log', level: level(message.level), text: String(message.text).slice(0, LONGEST_TEXT) });
        break;
      case 'early':
        if (this.#folder !== undefined)
          this.#tell({
            type: 'early',
            table: String(message.table).slice(0, LONGEST_TEXT),
            total: Number(message.total),
            folder: this.#folder,
          });
        break;
      case 'done':
        if (this.#ending === undefined) void this.#finish(this.#folder ?? '');
        break;
      case 'failed':
        if (this.#ending === undefined) this.#settle(failed(message), message.code === 'input');
        break;
      default:
        break;
    }
  }

  /** The child is gone; without an outcome of its own that is one. */
  async childEnded(): Promise<void> {
    if (this.#settled) return;
    if (this.#ending !== undefined) return this.#settle(failure(this.#ending, this.#limits));
    if (this.#done) return;
    const detail = this.#folder === undefined ? '' : (await readTail(this.#folder, 'log.txt', LOG_TAIL)).trim();
    this.#settle({ ...failure('crashed', this.#limits), ...(detail === '' ? {} : { detail }) });
  }

  /** An error of the engine itself, such as an input that cannot be read. */
  fail(error: unknown): void {
    this.#settle({ ...failure('engine_lost', this.#limits), detail: error instanceof Error ? error.message : String(error) });
  }

  async #finish(folder: string): Promise<void> {
    this.#done = true;
    const last = LAST_FILE[this.job.mode];
    const complete = last === undefined || (await hasResult(folder, last).catch(() => false));
    if (complete) this.#settle({ ok: true, folder, seconds: this.seconds }, true);
    else this.#settle({ ...failure('crashed', this.#limits), detail: `the job ended without ${last}` });
  }

  #tell(event: EngineEvent): void {
    this.#told += 1;
    if (!this.#settled && this.#told <= MOST_EVENTS) this.#onEvent(event);
  }

  /** @param inOrder The child has told the outcome itself, and is as good as before: its keeper may have it again. */
  #settle(outcome: EngineOutcome, inOrder = false): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
    // It ends by itself as a rule; one that does not, or that started something, has no business any more.
    if (!inOrder || this.job.keeper === undefined) this.#child?.kill();
    this.#resolve(outcome);
  }
}

function level(value: unknown): 'info' | 'warning' | 'error' {
  return value === 'warning' || value === 'error' ? value : 'info';
}

function failed(message: Record<string, unknown>): EngineFailure {
  const code = message.code === 'input' || message.code === 'memory' ? message.code : 'failed';
  return {
    ok: false,
    code,
    message: String(message.message).slice(0, LONGEST_TEXT),
    ...(typeof message.field === 'string' ? { field: message.field.slice(0, LONGEST_TEXT) } : {}),
    ...(typeof message.detail === 'string' ? { detail: message.detail.slice(0, LONGEST_TEXT) } : {}),
  };
}

/** Waits until every child has gone, at most so long. */
export async function waitForEnd(runs: Iterable<Run>, ms: number): Promise<void> {
  await Promise.race([Promise.all([...runs].map((run) => run.outcome)), sleep(ms)]);
}
