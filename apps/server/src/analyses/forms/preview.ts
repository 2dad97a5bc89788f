import { manifestSchema } from '@oncoloom/contract';
import { fillTemplate, type SparseRequest, type ToolDefinition, tellTool } from '@oncoloom/tool-kit';
import type { CohortStore } from '../../cohorts/service.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Engine } from '../../r-engine/engine.ts';
import { readResult } from '../../r-engine/results.ts';
import type { EngineFailure } from '../../r-engine/types.ts';
import type { Storage } from '../../storage/storage.ts';
import { analyseRequest } from '../run/engine-request.ts';
import type { AnalysesService, Prepared } from '../service.ts';
import { resultWords } from '../texts/words.ts';
import { tellFindings } from './warnings.ts';

const PREVIEW_TIMEOUT_MS = 8_000;
/** Of a page's own figure: nobody types meanwhile. */
const FIGURE_TIMEOUT_MS = 60_000;

/** Built-in inputs belong to no user. */
const NOBODY = 0;

/** Why there is no preview. What takes longer than a preview may is no fault of the data: a run has more time. */
function refusal({ code, message }: EngineFailure, timeoutMs: number): ApiError {
  if (code === 'cancelled') return new ApiError(409, '已按新的填写重新预览');
  if (code !== 'timeout' || timeoutMs !== PREVIEW_TIMEOUT_MS) return new ApiError(422, message);
  return new ApiError(
    422,
    `预览只算 ${PREVIEW_TIMEOUT_MS / 1000} 秒，这份数据要算得更久，图没有画。点「开始分析」照样能算；数据少一些也能预览。`,
  );
}

/** Figures' data while a form of the plotting group changes, and for the page of a gene: the warm engine, no task, no points. */
export class Previews {
  readonly #analyses: AnalysesService;
  readonly #engine: Engine;
  readonly #storage: Storage;
  readonly #cohorts: CohortStore;
  /** One preview of a user and kind at a time: a newer one stops the older. */
  readonly #running = new Map<string, AbortController>();

  constructor(parts: { analyses: AnalysesService; engine: Engine; storage: Storage; cohorts: CohortStore }) {
    this.#analyses = parts.analyses;
    this.#engine = parts.engine;
    this.#storage = parts.storage;
    this.#cohorts = parts.cohorts;
  }

  /** Throws 422 for bad input and for tools without preview, 409 when a newer preview took its place. */
  async run(userId: number, body: SparseRequest) {
    const prepared = await this.#analyses.prepare(userId, body);
    if (prepared.tool.preview !== true) throw new ApiError(422, '这个工具没有预览，请直接提交');
    return this.#draw(prepared, { id: `preview-${userId}`, timeoutMs: PREVIEW_TIMEOUT_MS, keep: true });
  }

  /** All figures of a tool's built-in example: the same for everybody, so that its caller keeps them. Throws as `run`. */
  async example({ taskType }: ToolDefinition, changes: SparseRequest = {}) {
    const prepared = await this.#analyses.prepare(NOBODY, { ...changes, task_type: taskType, example: true });
    return this.#draw(prepared, { id: `example-${taskType}-${JSON.stringify(changes)}`, timeoutMs: FIGURE_TIMEOUT_MS, keep: false });
  }

  /** One figure of any tool, its own tables alone: the others are what a run is paid for. Throws as `run`. */
  async figure(userId: number, body: SparseRequest, figure: string) {
    const prepared = await this.#analyses.prepare(userId, body);
    const { tables, words, values, texts } = await this.#draw(prepared, {
      id: `figure-${userId}-${prepared.tool.taskType}`,
      timeoutMs: FIGURE_TIMEOUT_MS,
      keep: false,
    });
    const own = new Set(Object.values(prepared.tool.figures[figure]?.tables ?? {}));
    return { tables: Object.fromEntries(Object.entries(tables).filter(([id]) => own.has(id))), texts, words, values };
  }

  /** @param id Of the engine's job; a newer job of the same id stops the older. @param keep Is the next one to be expected? */
  async #draw({ tool, inputs, checked }: Prepared, { id, timeoutMs, keep }: { id: string; timeoutMs: number; keep: boolean }) {
    const blocking = checked.findings.find((finding) => finding.level === 'must');
    if (blocking !== undefined)
      throw new ApiError(422, blocking.message, { errors: [{ field: blocking.field ?? '', detail: blocking.message }] });
    this.#running.get(id)?.abort();
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      const sources = { storage: this.#storage, cohorts: this.#cohorts };
      const work = await analyseRequest(sources, tool, { values: checked.values, inputs: inputs.used }, inputs.pasted);
      const job = { id, mode: 'analyse', priority: 'interactive', timeoutMs, ...work, ...(keep ? { keeper: id } : {}) } as const;
      const outcome = await this.#engine.run(job, { signal: controller.signal });
      if (!outcome.ok) throw refusal(outcome, timeoutMs);
      try {
        const manifest = manifestSchema.parse(JSON.parse(await readResult(outcome.folder, 'manifest.json')));
        const tables = await Promise.all(
          manifest.tables.map(async ({ id, path }) => [id, await readResult(outcome.folder, path)] as const),
        );
        const words = resultWords(tool, checked.values, { ...manifest, tables: [] });
        // A flag that is off and a count of 0 are not empty as texts: what a template leaves out is known here alone.
        const texts = Object.fromEntries(
          Object.entries(tellTool(tool, 'zh', manifest.rowSubject).figures).map(([id, { caption = '', alternative }]) => [
            id,
            { caption: fillTemplate(caption, words), alternative: fillTemplate(alternative, words) },
          ]),
        );
        return {
          texts,
          tables: Object.fromEntries(tables),
          facts: manifest.facts,
          findings: tellFindings(manifest.findings, manifest.rowSubject, 'zh'),
          words: Object.fromEntries(Object.entries(words).map(([key, value]) => [key, String(value)])),
          values: checked.values,
        };
      } finally {
        void this.#engine.release(outcome.folder);
      }
    } finally {
      if (this.#running.get(id) === controller) this.#running.delete(id);
    }
  }
}
