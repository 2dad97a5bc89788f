import { mkdir } from 'node:fs/promises';
import { clearLeftovers, type EngineFolders, openFolders, recordGroups, removeFolder, removeHome } from './folders.ts';
import { detectIsolation, hasOwnUser } from './isolation.ts';
import { killGroup, killRest } from './processes.ts';
import type { EngineOptions, EngineStage, Isolation } from './types.ts';
import { startZygote } from './zygote-process.ts';

export interface ZygoteEvents {
  /** Its process is there, and has a number. */
  started(pid: number): void;
  output(chunk: Buffer): void;
  ended(reason: string): void;
}

/** R as its starter holds it. */
export interface ZygoteProcess {
  /** Has it fork a child; it says so itself. */
  fork(name: string): void;
  kill(): void;
}

export interface OpenedHost {
  folders: EngineFolders;
  isolation: Isolation;
  /** Processes of earlier servers that were ended. */
  leftovers: number;
}

/** What the engine needs that another user than the server's may have to do: start R as its own user, end it, clean up after it. */
export interface EngineHost {
  /** Ends and removes what dead servers have left, and makes the folders of this one. */
  open(): Promise<OpenedHost>;
  /** Once it is open. */
  start(stage: EngineStage, events: ZygoteEvents): ZygoteProcess;
  /** SIGKILL to a living child and everything that it started. */
  kill(child: number): void;
  /** The same to what a child that is gone has left. */
  killRest(child: number): void;
  /** Notes which processes there are, for the next server's `open`. */
  record(processes: readonly number[]): void;
  /** Removes a job's folder with whatever the job has made in it; one that is gone already is no error. */
  removeJob(folder: string): Promise<void>;
  /** Removes the folders. */
  close(): Promise<void>;
}

/** Does everything with the rights of this process: a server without root, or a test as root. */
export class OwnHost implements EngineHost {
  readonly #options: EngineOptions;
  #opened: OpenedHost | undefined;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  async open(): Promise<OpenedHost> {
    const { jobs } = this.#options;
    await mkdir(jobs, { recursive: true });
    const leftovers = await clearLeftovers(jobs);
    const isolation = await detectIsolation(jobs);
    this.#opened = { folders: await openFolders(this.#options, hasOwnUser(isolation)), isolation, leftovers };
    return this.#opened;
  }

  start(stage: EngineStage, events: ZygoteEvents): ZygoteProcess {
    if (this.#opened === undefined) throw new Error('the host is not open');
    const { folders, isolation } = this.#opened;
    try {
      return startZygote(folders, { isolation, memoryBytes: this.#options.memoryBytes, stage }, events);
    } catch (error) {
      // On a full disk not even its log can be opened: told as the end of a process, after which it is tried again.
      setImmediate(() => events.ended(error instanceof Error ? error.message : String(error)));
      return { fork: () => undefined, kill: () => undefined };
    }
  }

  kill(child: number): void {
    killGroup(child);
  }

  killRest(child: number): void {
    killRest(child);
  }

  record(processes: readonly number[]): void {
    if (this.#opened !== undefined) recordGroups(this.#opened.folders, processes);
  }

  removeJob(folder: string): Promise<void> {
    return removeFolder(folder);
  }

  async close(): Promise<void> {
    if (this.#opened !== undefined) await removeHome(this.#opened.folders.home);
  }
}
