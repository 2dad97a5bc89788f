import { type Finding, findingsSchema } from '@oncoloom/contract';
import type { SparseRequest } from '@oncoloom/tool-kit';
import { LRUCache } from 'lru-cache';
import type { CohortStore } from '../../cohorts/service.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Engine } from '../../r-engine/engine.ts';
import { readResult } from '../../r-engine/results.ts';
import type { Storage } from '../../storage/storage.ts';
import { analyseRequest } from '../run/engine-request.ts';
import { fingerprintOf } from '../run/fingerprint.ts';
import type { AnalysesService, Prepared } from '../service.ts';
import { tellFindings } from './warnings.ts';

/** Files are read whole, some have a gigabyte. What takes longer is told by the run. */
const CHECK_TIMEOUT_MS = 30_000;
const KEPT_CHECKS = 2_000;

/** What only R can tell of a request's inputs, such as how many genes of a signature a matrix has: at the form, free of points, kept by contents. */
export class FormChecks {
  readonly #parts: { analyses: AnalysesService; engine: Engine; storage: Storage; cohorts: CohortStore };
  readonly #kept = new LRUCache<string, readonly Finding[]>({ max: KEPT_CHECKS });
  /** One check of a user and tool at a time: a newer one stops the older. */
  readonly #running = new Map<string, AbortController>();

  constructor(parts: { analyses: AnalysesService; engine: Engine; storage: Storage; cohorts: CohortStore }) {
    this.#parts = parts;
  }

  /** Nothing where the tool has no such check, or other checks stop the run already. Throws 422 for bad input, 409 when a newer check took its place. */
  async run(userId: number, body: SparseRequest): Promise<{ findings: readonly Finding[] }> {
    const prepared = await this.#parts.analyses.prepare(userId, body);
    const { tool, inputs, checked } = prepared;
    if (tool.checkedBy === undefined || checked.findings.some(({ level }) => level === 'must')) return { findings: [] };
    const deciding = Object.fromEntries(Object.entries(checked.values).filter(([name]) => tool.checkedBy?.includes(name)));
    const key = fingerprintOf(tool, { values: deciding, inputs: inputs.used });
    const known = this.#kept.get(key);
    if (known !== undefined) return { findings: known };
    const findings = await this.#ask(`check-${userId}-${tool.taskType}`, prepared);
    if (findings === undefined) return { findings: [] };
    this.#kept.set(key, findings);
    return { findings };
  }

  /** @returns undefined where the engine did not come to an end: the run will. */
  async #ask(id: string, { tool, inputs, checked }: Prepared): Promise<readonly Finding[] | undefined> {
    const { engine } = this.#parts;
    this.#running.get(id)?.abort();
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      const { request, ...files } = await analyseRequest(this.#parts, tool, { values: checked.values, inputs: inputs.used }, inputs.pasted);
      const job = {
        id,
        mode: 'check',
        priority: 'interactive',
        timeoutMs: CHECK_TIMEOUT_MS,
        ...files,
        request: { ...request, mode: 'check' },
      } as const;
      const outcome = await engine.run(job, { signal: controller.signal });
      if (!outcome.ok) {
        const { code, message, field } = outcome;
        if (code === 'cancelled') throw new ApiError(409, '已按新的填写重新核对');
        if (code !== 'input') return undefined;
        return [{ code: 'refused_by_check', level: 'must', message, ...(field === undefined ? {} : { field }) }];
      }
      try {
        const { findings } = findingsSchema.parse(JSON.parse(await readResult(outcome.folder, 'checks.json')));
        // It looks for the genes of signatures and models.
        return tellFindings(findings, 'gene', 'zh');
      } finally {
        void engine.release(outcome.folder);
      }
    } finally {
      if (this.#running.get(id) === controller) this.#running.delete(id);
    }
  }
}
