import { LIVE_MESSAGES_PER_SECOND, type LogLine } from '@oncoloom/contract';
import type { ToolDefinition } from '@oncoloom/tool-kit';
import { notify } from '../../live/notice.ts';
import type { Log } from '../../platform/log.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { EngineEvent } from '../../r-engine/engine.ts';
import type { Storage } from '../../storage/storage.ts';
import * as repository from '../repository.ts';
import type { AnalysisRecord, EarlyTable, Step } from '../tables.ts';
import { keepEarlyTable } from './early-tables.ts';

/** One message fewer than the live channel takes: the end of a run finds its place free and is told at once. */
const FLUSH_MS = 1000 / (LIVE_MESSAGES_PER_SECOND - 1);

/** More than any tool tells; a job that has been taken over does not fill the storage. */
const MOST_EARLY_TABLES = 50;

type EarlyEvent = Extract<EngineEvent, { type: 'early' }>;

/** What a run has told so far; `lines` are those that are not in the database yet. */
export interface Report {
  steps: Step[];
  lines: { level: LogLine['level']; text: string; time: Date }[];
}

/**
 * Writes the steps, log lines and early tables of a run, a few times a second at most. What is left when the run ends goes into the
 * transaction of its end: a short job costs no write for its progress.
 */
export class ProgressReporter {
  readonly #database: Database;
  readonly #log: Log;
  readonly #analysis: AnalysisRecord;
  readonly #storage: Storage;
  readonly #tool: ToolDefinition;
  readonly #now: () => Date;
  readonly #steps: Step[] = [];
  #progress = 0;
  #lines: Report['lines'] = [];
  /** Told and not yet taken out of the job's folder, by table. */
  readonly #waiting = new Map<string, EarlyEvent>();
  #early: EarlyTable[] = [];
  #told = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    { database, log, storage }: { database: Database; log: Log; storage: Storage },
    tool: ToolDefinition,
    analysis: AnalysisRecord,
    now: () => Date,
  ) {
    this.#now = now;
    this.#database = database;
    this.#log = log;
    this.#storage = storage;
    this.#tool = tool;
    this.#analysis = analysis;
  }

  take(event: EngineEvent): void {
    if (event.type === 'step') {
      this.#steps.push({ name: event.name, at: this.#now().toISOString() });
      this.#progress = Math.min(0.99, event.progress);
    } else if (event.type === 'early') this.#waiting.set(event.table, event);
    else this.#lines.push({ level: event.level, text: event.text, time: this.#now() });
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
    const told = [...this.#waiting.values()];
    this.#waiting.clear();
    const steps = { steps: [...this.#steps], progress: this.#progress };
    this.#writing = this.#writing
      .then(async () => {
        for (const event of told) await this.#keep(event);
        const change = { ...steps, early: this.#early };
        await this.#database.transaction(async (tx) => {
          const row = await repository.transition(tx, this.#analysis.id, ['running'], change, this.#analysis.attempts);
          if (row === undefined) return;
          await repository.appendLog(tx, row.id, lines);
          await notify(tx, { user_id: row.userId, kind: 'task', id: row.id });
        });
      })
      // A report that could not be written is no reason to lose the run.
      .catch((error) => this.#log.warn({ err: error, analysis: this.#analysis.id }, 'progress was not written'));
  }
  /** One that cannot be taken is not shown; the run goes on, its result is checked by itself. */
  async #keep({ table, total, folder }: EarlyEvent): Promise<void> {
    this.#told += 1;
    if (this.#told > MOST_EARLY_TABLES) return;
    try {
      const kept = await keepEarlyTable(this.#storage, this.#tool, folder, table);
      const others = this.#early.filter(({ id }) => id !== table);
      this.#early = [...others, { ...kept, total: Math.max(kept.rows, Number.isSafeInteger(total) ? total : 0), told: this.#told }];
    } catch (error) {
      this.#log.warn({ err: error, analysis: this.#analysis.id }, 'an early table was not taken');
    }
  }
}
