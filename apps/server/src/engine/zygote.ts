import type { EngineHost, ZygoteProcess } from './host.ts';
import { parseMessage, splitLines } from './lines.ts';
import type { EngineLog } from './types.ts';

export interface ReadyMessage {
  seconds: number;
  tools: string[];
  versions: Record<string, string>;
  /** Of engine/src/confine.c; empty where it has not been built. */
  confinement: { landlock?: number; seccomp?: number };
}

export interface ZygoteListener {
  warming(step: string, progress: number): void;
  ready(message: ReadyMessage): void;
  forked(name: string, pid: number): void;
  /** @param reason What it said last, when it failed to start. */
  exited(reason: string | null): void;
}

/** The warm R process that forks children on command. */
export class Zygote {
  readonly #process: ZygoteProcess;
  readonly #log: EngineLog;
  #pid: number | null = null;
  #reason: string | null = null;

  constructor(host: EngineHost, log: EngineLog, listener: ZygoteListener) {
    this.#log = log;
    this.#process = host.start({
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

  /** `listener.forked` follows. */
  fork(name: string): void {
    this.#process.fork(name);
  }

  kill(): void {
    this.#process.kill();
  }

  #take(line: string, listener: ZygoteListener): void {
    const message = parseMessage(line);
    switch (message?.type) {
      case 'warming':
        listener.warming(String(message.step), Number(message.progress));
        break;
      case 'ready':
        listener.ready(message as unknown as ReadyMessage);
        break;
      case 'forked':
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
}
