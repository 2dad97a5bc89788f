import { LIVE_MESSAGES_PER_SECOND, type LogLine } from '@oncoloom/contract';
import type { EngineEvent } from '../engine/engine.ts';
import { notify } from '../live/notice.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import * as repository from './repository.ts';
import type { AnalysisRecord, Step } from './tables.ts';

/** One message fewer than the live channel takes: the end of a run finds its place free and is told at once. */
const FLUSH_MS = 1000 / (LIVE_MESSAGES_PER_SECOND - 1);

/** What a run has told so far; `lines` are those that are not in the database yet. */
export interface Report {
  steps: Step[];
  lines: { level: LogLine['level']; text: string; time: Date }[];
}

/**
 * Writes the steps and log lines of a run, a few times a second at most. What is left when the run ends goes into the
 * transaction of its end: a short job costs no write for its progress.
 */
export class ProgressReporter {
  readonly #database: Database;
  readonly #log: Log;
  readonly #analysis: AnalysisRecord;
  readonly #steps: Step[] = [];
  #progress = 0;
  #lines: Report['lines'] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(database: Database, log: Log, analysis: AnalysisRecord) {
    this.#database = database;
    this.#log = log;
    this.#analysis = analysis;
  }

  take(event: EngineEvent): void {
    if (event.type === 'step') {
      this.#steps.push({ name: event.name, at: new Date().toISOString() });
      this.#progress = Math.min(0.99, event.progress);
    } else this.#lines.push({ level: event.level, text: event.text, time: new Date() });
    this.#timer ??= setTimeout(() => this.#flush(), FLUSH_MS);
  }

  /** Ends the writing and hands over what is left. */
  async finish(): Promise<Report> {
    clearTimeout(this.#timer);
    await this.#writing;
    return { steps: this.#steps, lines: this.#lines };
  }

  #flush(): void {
    this.#timer = undefined;
    const lines = this.#lines;
    this.#lines = [];
    const change = { steps: [...this.#steps], progress: this.#progress };
    this.#writing = this.#writing
      .then(() =>
        this.#database.transaction(async (tx) => {
          const row = await repository.transition(tx, this.#analysis.id, ['running'], change, this.#analysis.attempts);
          if (row === undefined) return;
          await repository.appendLog(tx, row.id, lines);
          await notify(tx, { user_id: row.userId, kind: 'task', id: row.id });
        }),
      )
      // A report that could not be written is no reason to lose the run.
      .catch((error) => this.#log.warn({ err: error, analysis: this.#analysis.id }, 'progress was not written'));
  }
}
