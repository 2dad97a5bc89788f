/** What the rest of the server knows of the engine. */

export const ENGINE_MODES = ['analyse', 'check', 'robustness', 'parse', 'xlsx'] as const;
type EngineMode = (typeof ENGINE_MODES)[number];

/** What a job leaves last, by its mode: one that ended without it is lost. */
export const LAST_FILE: Partial<Record<EngineMode, string>> = {
  analyse: 'manifest.json',
  check: 'checks.json',
  robustness: 'checks.json',
};
/** Modes that run a tool, and need its packages. */
export const TOOL_MODES: readonly EngineMode[] = ['analyse', 'check', 'robustness'];
/** `interactive`: somebody is watching; `task`: from the queue; `background`: only while nothing else is to do. */
export type EnginePriority = 'interactive' | 'task' | 'background';

export interface EngineJob {
  id: string;
  mode: EngineMode;
  /** Written as `request.json`; see engine/R/runtime/run.R. */
  request: Record<string, unknown>;
  /** Relative path in the job's folder → absolute path of the source. */
  inputs: Record<string, string>;
  /** Relative path in the job's folder → content that lies nowhere else. */
  texts?: Record<string, string>;
  priority: EnginePriority;
  timeoutMs?: number;
  /** The child of this job is kept for the next one of the same keeper. Who may name one must not see another's jobs in it. */
  keeper?: string;
}

export type EngineEvent =
  | { type: 'step'; name: string; progress: number }
  | { type: 'log'; level: 'info' | 'warning' | 'error'; text: string }
  /** A table that is known before the job ends lies in its `folder` while it runs: see results.ts. `total`: its rows before the cut. */
  | { type: 'early'; table: string; total: number; folder: string };

export type EngineFailureCode = 'input' | 'failed' | 'timeout' | 'memory' | 'cancelled' | 'crashed' | 'engine_lost';

export interface EngineFailure {
  ok: false;
  code: EngineFailureCode;
  /** A Chinese sentence for the user. */
  message: string;
  field?: string;
  /** For the log: what R said. */
  detail?: string;
  /** No child has had the job: nothing in it is the cause. */
  unbegun?: true;
}

/** `folder` belongs to the caller until `release`; a failure leaves none. */
export type EngineOutcome = { ok: true; folder: string; seconds: number } | EngineFailure;

export interface RunOptions {
  signal?: AbortSignal;
  onEvent?: (event: EngineEvent) => void;
}

/** What the engine writes to; pino fits. */
export interface EngineLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface EngineOptions {
  /** Folder that holds `engine/` and `tools/`. */
  root: string;
  /** Folder of the tools, when it is not `tools/` of the root. */
  tools?: string;
  /** Where jobs live while they run. Several servers may share it. */
  jobs: string;
  /** Tasks at once. */
  workers: number;
  /** Memory limit of one job, bytes. */
  memoryBytes: number;
  /** Time limit of a job that names none, ms. */
  timeoutMs: number;
  log: EngineLog;
  /** Memory that is free on this machine or in this container, bytes; tests say what they need. */
  availableBytes?: () => number;
  /** Begins to watch, and tells how many processors did nothing since; tests say what they need. */
  watchIdle?: () => () => number;
}

/** `full`: own user, no network; `user`: own user only; `network`: no network only; `none`: as the server itself. */
export type Isolation = 'full' | 'user' | 'network' | 'none';

/** What holds a child to its own folder: `built` is the library that does it, `files` and `calls` what the kernel offers for it. */
export interface Confinement {
  built: boolean;
  files: boolean;
  calls: boolean;
}

/** Of a parent: `early` has loaded what most users begin with, `all` every tool's packages. */
export type EngineStage = 'early' | 'all';

/** A warm R process that forks children, or is on its way there. */
export interface EngineParent {
  pid: number | null;
  stage: EngineStage;
  ready: boolean;
  step: string | null;
  /** 0–1 while it warms. */
  progress: number;
  /** Null until it is ready. */
  privateBytes: number | null;
}

export type EngineState = 'starting' | 'warming' | 'ready' | 'restarting' | 'stopped';

export interface EngineStatus {
  state: EngineState;
  /** What the engine is doing while it warms, in Chinese. */
  step: string | null;
  /** 0–1 while it warms. */
  progress: number;
  /** Start of the present state, ISO. */
  since: string;
  pid: number | null;
  warmSeconds: number | null;
  restarts: number;
  isolation: Isolation;
  /** Null until R has looked. */
  confinement: Confinement | null;
  tools: string[];
  /** Those of them that wait for a parent with their packages. */
  later: string[];
  /** The one that serves, and one that is going to. */
  parents: EngineParent[];
  packages: Record<string, string>;
  /**
   * `job` is null while a child waits. `rss` in bytes, with what it shares with its parent; `privateBytes` without that, as it was when the
   * first child of its parent began to wait, null until this one has made memory its own.
   */
  children: {
    pid: number;
    job: string | null;
    mode: EngineMode | null;
    seconds: number;
    rss: number;
    privateBytes: number | null;
  }[];
  queue: Record<EnginePriority, number>;
  /** Why it did not start last time. */
  error: string | null;
}
