import { EVERYDAY_FORMATS } from '@oncoloom/figures/file';
import { shownFigures } from '@oncoloom/tool-kit';
import type { Log } from '../../platform/log.ts';
import type { Database } from '../../platform/postgres/database.ts';
import * as repository from '../repository.ts';
import type { Renderer } from '../results/rendering.ts';
import type { AnalysisWorker } from '../run/worker.ts';
import type { ToolRegistry } from '../tools.ts';

/** Long enough that a user who asks for a figure at once is served first. */
const QUIET_MS = 3_000;
const LOOK_BACK_MS = 10 * 60_000;
const AT_ONCE = 5;

/** Draws the files of fresh results while nothing else is going on, so that a download starts at once. */
export class IdleDrawing {
  readonly #parts: { database: Database; renderer: Renderer; tools: ToolRegistry; worker: AnalysisWorker; log: Log };
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(parts: { database: Database; renderer: Renderer; tools: ToolRegistry; worker: AnalysisWorker; log: Log }) {
    this.#parts = parts;
    parts.worker.onIdle(() => this.#later());
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #later(): void {
    clearTimeout(this.#timer);
    if (!this.#stopped)
      this.#timer = setTimeout(() => void this.#draw().catch((error) => this.#parts.log.warn({ err: error }, 'drawing ahead')), QUIET_MS);
  }

  async #draw(): Promise<void> {
    const { database, renderer, tools, worker, log } = this.#parts;
    for (const analysis of await repository.completedSince(database, new Date(Date.now() - LOOK_BACK_MS), AT_ONCE)) {
      const tool = tools.get(analysis.taskType);
      const shown = tool === undefined ? [] : shownFigures(tool, analysis.result?.tables ?? []);
      const figures = shown.flatMap(([figure]) => EVERYDAY_FORMATS.map((format) => `${figure}_${format}`));
      const documents = Object.keys(tool?.documents ?? {}).map((document) => `${document}_pdf`);
      for (const key of [...figures, ...documents]) {
        // A task that came meanwhile goes first; its end starts the clock again.
        if (this.#stopped || !worker.idle) return;
        try {
          await (await renderer.find(analysis, key)).make({ priority: 'background' });
        } catch (error) {
          // One that cannot be drawn keeps no other one waiting.
          log.warn({ err: error, analysis: analysis.id, file: key }, 'drawing ahead');
        }
      }
    }
  }
}
