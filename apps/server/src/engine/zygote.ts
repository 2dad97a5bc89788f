import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineFolders } from './folders.ts';
import { zygoteCommand, zygoteEnvironment } from './isolation.ts';
import { parseMessage, splitLines } from './lines.ts';
import { killGroup, killRest } from './processes.ts';
import type { EngineLog, Isolation } from './types.ts';

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
  readonly #process: ChildProcess;
  readonly #log: EngineLog;
  #reason: string | null = null;

  constructor(folders: EngineFolders, isolation: Isolation, memoryBytes: number, log: EngineLog, listener: ZygoteListener) {
    this.#log = log;
    const [file = '', ...args] = zygoteCommand(isolation, folders.home, memoryBytes);
    // A file never blocks its writer, as a pipe does that nobody reads; a crash's last words are found here.
    const words = openSync(join(folders.home, 'engine.log'), 'a', 0o600);
    this.#process = spawn(file, args, {
      cwd: folders.home,
      env: zygoteEnvironment(isolation, folders.home),
      stdio: ['pipe', 'pipe', words],
      // A session of its own: Ctrl-C at the terminal is for the server, which ends the engine in order.
      detached: true,
    });
    closeSync(words);
    const take = splitLines((line) => this.#take(line, listener));
    this.#process.stdout?.on('data', take);
    // Writing to a process that has just died is told by its exit.
    this.#process.stdin?.on('error', () => undefined);
    let told = false;
    const exited = (reason: string | null) => {
      if (told) return;
      told = true;
      // What it started for itself, such as the compiler beside its warm-up, would wait for it for ever. Children lead groups of their own.
      if (this.pid !== null) killRest(this.pid);
      listener.exited(reason);
    };
    this.#process.once('error', (error) => exited(error.message));
    this.#process.once('exit', (code, signal) => exited(this.#reason ?? `exit ${code ?? signal}`));
  }

  get pid(): number | null {
    return this.#process.pid ?? null;
  }

  /** `listener.forked` follows. */
  fork(name: string): void {
    this.#process.stdin?.write(`${JSON.stringify({ do: 'fork', child: name })}\n`);
  }

  kill(): void {
    if (this.pid !== null && this.#process.exitCode === null && this.#process.signalCode === null) killGroup(this.pid);
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
