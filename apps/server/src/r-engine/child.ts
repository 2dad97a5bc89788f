import { closeSync, constants, openSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { EngineHost } from './host.ts';
import { parseMessage, splitLines } from './lines.ts';
import { isAlive, processFacts } from './processes.ts';

/** How often a process is looked at that has closed its pipe, ms. */
const DEATH_MS = 2;

/** What a child may say in its life, bytes: several times what 20,000 warnings take. Reading more would keep the server from everything else. */
const MOST_BYTES = 64 * 1024 ** 2;

/** What `live_as_child` of engine/R/runtime/child.R reads. */
interface ChildOrder {
  folder: string;
  /** The folder to write below for the rest of its life; looked at in the first order. */
  writable: string;
  /** Is it to wait for another job afterwards? */
  keep: boolean;
}

/** What a child has its host do. */
type ChildHost = Pick<EngineHost, 'kill' | 'killRest' | 'weigh'>;

interface ChildListener {
  /** The child waits for its job. @param privateBytes What it does not share with its parent, where it was asked. */
  waiting(privateBytes: number | null): void;
  message(message: Record<string, unknown>): void;
  /** The process is gone, whatever ended it. */
  ended(): void;
}

/** One forked process of R: it waits for a job, runs it and ends, or waits for the next one of the same keeper. */
export class Child {
  readonly name: string;
  readonly pid: number;
  /** Distinguishes the process from a later one with the same number. */
  readonly #start: string;
  readonly #listener: ChildListener;
  readonly #host: ChildHost;
  readonly #inbox: number;
  readonly #outbox: Socket;
  #ended = false;
  #gone = false;
  #opened = false;
  #assigned = false;
  #killed = false;
  #said = 0;
  #settling = false;
  #settled = false;

  /** Both pipes exist already; the child waits until its inbox is opened. */
  constructor(name: string, pid: number, run: string, host: ChildHost, listener: ChildListener) {
    this.name = name;
    this.pid = pid;
    this.#start = processFacts(pid)?.start ?? '';
    this.#listener = listener;
    this.#host = host;
    const inbox = join(run, `${name}.in`);
    const outbox = join(run, `${name}.out`);
    // Reading and writing: opening does not wait, and the pipe's end is not seen while this server lives.
    this.#inbox = openSync(inbox, constants.O_RDWR | constants.O_NONBLOCK);
    this.#outbox = new Socket({ fd: openSync(outbox, constants.O_RDONLY | constants.O_NONBLOCK), readable: true, writable: false });
    unlinkSync(outbox);
    const take = splitLines((line) => this.#take(line, inbox));
    this.#outbox.on('data', (chunk: Buffer) => {
      this.#said += chunk.length;
      if (this.#said <= MOST_BYTES) take(chunk);
      else this.kill();
    });
    this.#outbox.on('error', () => this.#end());
    // The child is the only writer, so the end of the pipe is the end of the process.
    this.#outbox.on('close', () => this.#awaitDeath());
    this.#outbox.resume();
  }

  /** Hands over a job: the first, or where the child was to be kept another one. Folders are relative to the engine's home. */
  assign(order: ChildOrder): void {
    this.#assigned = true;
    writeSync(this.#inbox, `${JSON.stringify(order)}\n`);
  }

  /** Has it been given a job? It is no other's any more. */
  get assigned(): boolean {
    return this.#assigned;
  }

  /** Has it run a small example, so that what its job will write to is its own; it waits again afterwards. @param measure Is it to tell its memory then? */
  settle(measure: boolean): void {
    this.#settling = true;
    writeSync(this.#inbox, `${JSON.stringify({ measure })}\n`);
  }

  /** Has it made its memory its own? Such a child runs its job faster. */
  get settled(): boolean {
    return this.#settled;
  }

  get rss(): number {
    return processFacts(this.pid)?.rss ?? 0;
  }

  /** Memory of the process and all that its job has started, bytes; what they share with each other is counted once. */
  weigh(): Promise<number> {
    return isAlive(this.pid, this.#start) ? this.#host.weigh(this.pid) : Promise.resolve(0);
  }

  /** Does it end? */
  get killed(): boolean {
    return this.#killed;
  }

  kill(): void {
    this.#killed = true;
    if (isAlive(this.pid, this.#start)) this.#host.kill(this.pid);
  }

  /** Notices a death that the pipe did not tell, because a process started by the job still holds it open. */
  check(): void {
    if (this.#gone || isAlive(this.pid, this.#start)) return;
    this.#gone = true;
    this.#endOnceRead();
  }

  /** A server that was busy finds the process gone before it has read what that said last, such as that its job is done. */
  #endOnceRead(said = -1): void {
    const now = this.#said;
    if (said === now) this.#end();
    else setImmediate(() => this.#endOnceRead(now));
  }

  #take(line: string, inbox: string): void {
    const message = parseMessage(line);
    if (message === undefined) return;
    if (message.type !== 'waiting') {
      this.#listener.message(message);
      return;
    }
    // Said by a job that has been taken over, and wants another one's: a child that is kept is known without its word.
    if (this.#assigned) return;
    // An engine that has stopped meanwhile has removed it.
    if (!this.#opened) rmSync(inbox, { force: true });
    this.#opened = true;
    this.#settled = this.#settling;
    this.#listener.waiting(typeof message.private === 'number' ? message.private : null);
  }

  /** The kernel closes a dying process's pipes an instant before it is gone. */
  #awaitDeath(): void {
    this.check();
    if (!this.#ended) setTimeout(() => this.#awaitDeath(), DEATH_MS);
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    // Offspring outlives its session's leader.
    this.#host.killRest(this.pid);
    this.#outbox.destroy();
    closeSync(this.#inbox);
    this.#listener.ended();
  }
}
