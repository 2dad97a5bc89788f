import type { EngineFolders } from './folders.ts';
import type { EngineStage, Isolation } from './types.ts';

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
  /** Ends and removes what dead servers have left, and makes the folders of this one; once more where they are unusable and R has been ended. */
  open(): Promise<OpenedHost>;
  /** Once it is open. */
  start(stage: EngineStage, events: ZygoteEvents): ZygoteProcess;
  /** SIGKILL to a living child and everything that it started. */
  kill(child: number): void;
  /** The same to what a child that is gone has left. */
  killRest(child: number): void;
  /** Memory of a living child and everything that it started, bytes; 0 where it is gone. */
  weigh(child: number): Promise<number>;
  /** Notes which processes there are, for the next server's `open`. */
  record(processes: readonly number[]): void;
  /** Removes a job's folder with whatever the job has made in it; one that is gone already is no error. */
  removeJob(folder: string): Promise<void>;
  /** Removes the folders. */
  close(): Promise<void>;
}
