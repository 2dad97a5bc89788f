import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from './child.ts';
import { failure } from './sentences.ts';
import type { EngineEvent, EngineFailure, EngineFailureCode, EngineJob, EngineOutcome, EnginePriority, RunOptions } from './types.ts';

/** Why the engine itself ended a job. */
type Ending = Exclude<EngineFailureCode, 'input' | 'failed' | 'crashed'>;

const LOG_TAIL = 2000;

/** One job on its way through the engine, from `Engine.run` to its outcome. */
export class Run {
  readonly job: EngineJob;
  readonly priority: EnginePriority;
  readonly outcome: Promise<EngineOutcome>;
  readonly #limits: { memoryBytes: number; timeoutMs: number };
  readonly #onEvent: (event: EngineEvent) => void;
  #resolve: (outcome: EngineOutcome) => void = () => undefined;
  #settled = false;
  #ending: Ending | undefined;
  #child: Child | undefined;
  #folder: string | undefined;
  #began = 0;
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

  /** Hands the prepared folder to a waiting child. @param home The engine's working directory. */
  begin(child: Child, folder: string, home: string): void {
    this.#child = child;
    this.#folder = folder;
    this.#began = performance.now();
    this.#timer = setTimeout(() => this.end('timeout'), this.#limits.timeoutMs);
    child.assign(folder.slice(home.length + 1));
  }

  /** Ends the job from outside. Before it has a child it is over at once, otherwise when the child is gone. */
  end(why: Ending): void {
    if (this.#settled || this.#ending !== undefined) return;
    this.#ending = why;
    if (this.#child === undefined) this.#settle(failure(why, this.#limits));
    else this.#child.kill();
  }

  /** Over the limit of memory? The limit on address space is wider, and some packages reserve without using. */
  checkMemory(): void {
    if (this.#child !== undefined && this.#child.rss > this.#limits.memoryBytes) this.end('memory');
  }

  /** A message of the child. */
  take(message: Record<string, unknown>): void {
    switch (message.type) {
      case 'step':
        this.#tell({ type: 'step', name: String(message.name), progress: Number(message.progress) });
        break;
      case 'log':
        this.#tell({ type: 'log', level: level(message.level), text: String(message.text) });
        break;
      case 'done':
        if (this.#ending === undefined) this.#settle(this.#finished(this.#folder ?? ''));
        break;
      case 'failed':
        if (this.#ending === undefined) this.#settle(failed(message));
        break;
      default:
        break;
    }
  }

  /** The child is gone; without an outcome of its own that is one. */
  async childEnded(): Promise<void> {
    if (this.#settled) return;
    if (this.#ending !== undefined) return this.#settle(failure(this.#ending, this.#limits));
    const detail = this.#folder === undefined ? '' : await logTail(this.#folder);
    this.#settle({ ...failure('crashed', this.#limits), ...(detail === '' ? {} : { detail }) });
  }

  /** An error of the engine itself, such as an input that cannot be read. */
  fail(error: unknown): void {
    this.#settle({ ...failure('engine_lost', this.#limits), detail: error instanceof Error ? error.message : String(error) });
  }

  #finished(folder: string): EngineOutcome {
    const complete = this.job.mode !== 'analyse' || existsSync(join(folder, 'manifest.json'));
    if (complete) return { ok: true, folder, seconds: this.seconds };
    return { ...failure('crashed', this.#limits), detail: 'the job ended without manifest.json' };
  }

  #tell(event: EngineEvent): void {
    if (!this.#settled) this.#onEvent(event);
  }

  #settle(outcome: EngineOutcome): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
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
    message: String(message.message),
    ...(typeof message.field === 'string' ? { field: message.field } : {}),
    ...(typeof message.detail === 'string' ? { detail: message.detail } : {}),
  };
}

/** What R printed last, for whoever looks into a crash. */
async function logTail(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'log.txt'), 'utf8').catch(() => '');
  return text.slice(-LOG_TAIL).trim();
}

/** Waits until every child has gone, at most so long. */
export async function waitForEnd(runs: Iterable<Run>, ms: number): Promise<void> {
  await Promise.race([Promise.all([...runs].map((run) => run.outcome)), sleep(ms)]);
}
