import { z } from 'zod';
import type { EngineHost, ZygoteProcess } from './host.ts';
import { parseMessage, splitLines } from './lines.ts';
import { type EngineJob, type EngineLog, type EngineStage, TOOL_MODES } from './types.ts';

/** R writes a list that is empty as an array, whether its elements would have names or not. */
const emptyList = (value: unknown) => (Array.isArray(value) && value.length === 0 ? {} : value);

const readySchema = z.object({
  seconds: z.number(),
  tools: z.array(z.string()),
  /** Tools whose packages it has not loaded. */
  later: z.array(z.string()),
  versions: z.preprocess(emptyList, z.record(z.string(), z.string())),
  /** Of engine/src/confine.c; empty where it has not been built. */
  confinement: z.preprocess(emptyList, z.object({ landlock: z.number().optional(), seccomp: z.number().optional() })),
  /** Its own memory, bytes. */
  private: z.number(),
});
export type ReadyMessage = z.infer<typeof readySchema>;

interface ZygoteListener {
  warming(step: string, progress: number): void;
  /** It will not have every tool's packages. Told before it loads the first. */
  partial(): void;
  ready(message: ReadyMessage): void;
  forked(name: string, pid: number): void;
  /** @param reason What it said last, when it failed to start. */
  exited(reason: string | null): void;
}

/** A warm R process that forks children on command. */
export class Zygote {
  readonly stage: EngineStage;
  readonly #process: ZygoteProcess;
  readonly #log: EngineLog;
  #pid: number | null = null;
  #reason: string | null = null;
  #ready: ReadyMessage | undefined;
  #step: string | null = '启动 R';
  #progress = 0;
  #forking = 0;
  /** What a settled child of it does not share with it, bytes; null until the first has told. All of them have run the same. */
  childBytes: number | null = null;

  constructor(host: Pick<EngineHost, 'start'>, stage: EngineStage, log: EngineLog, listener: ZygoteListener) {
    this.stage = stage;
    this.#log = log;
    this.#process = host.start(stage, {
      started: (pid) => {
        this.#pid = pid;
      },
      output: splitLines((line) => this.#take(line, listener)),
      ended: (reason) => listener.exited(this.#reason ?? reason),
    });
  }

  get pid(): number | null {
    return this.#pid;
  }

  /** Undefined while it warms. */
  get ready(): ReadyMessage | undefined {
    return this.#ready;
  }

  get step(): string | null {
    return this.#step;
  }

  /** 0–1. */
  get progress(): number {
    return this.#progress;
  }

  /** Children that it has been asked for and has not told of yet. */
  get forking(): number {
    return this.#forking;
  }

  /** Is nothing left to load? */
  get isComplete(): boolean {
    return this.#ready?.later.length === 0;
  }

  /** Are the packages of a job's tool there? Reading files and writing workbooks needs none but the engine's own. */
  serves({ request, mode }: Pick<EngineJob, 'request' | 'mode'>): boolean {
    return this.#ready !== undefined && (!TOOL_MODES.includes(mode) || !this.#ready.later.includes(String(request.tool)));
  }

  /** `listener.forked` follows. */
  fork(name: string): void {
    this.#forking += 1;
    this.#process.fork(name);
  }

  kill(): void {
    this.#process.kill();
  }

  #take(line: string, listener: ZygoteListener): void {
    const message = parseMessage(line);
    switch (message?.type) {
      case 'warming':
        this.#step = String(message.step);
        this.#progress = Number(message.progress);
        listener.warming(this.#step, this.#progress);
        break;
      case 'partial':
        listener.partial();
        break;
      case 'ready':
        this.#takeReady(message, listener);
        break;
      case 'forked':
        this.#forking = Math.max(0, this.#forking - 1);
        listener.forked(String(message.child), Number(message.pid));
        break;
      case 'error':
        this.#reason = String(message.message);
        break;
      case 'log':
        this.#log[message.level === 'error' ? 'error' : 'warn']({ engine: true }, String(message.text));
        break;
      default:
        break;
    }
  }

  /** One that says it in other words is of another release: killed, it is told and started again as one that died. */
  #takeReady(message: Record<string, unknown>, listener: ZygoteListener): void {
    const { success, data, error } = readySchema.safeParse(message);
    if (!success) {
      this.#reason = `not a message of a ready parent: ${z.prettifyError(error)}`;
      this.kill();
      return;
    }
    this.#ready = data;
    this.#step = null;
    this.#progress = 1;
    listener.ready(data);
  }
}
