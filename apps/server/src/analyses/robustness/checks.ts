import { type Finding, findingsSchema, type Robustness } from '@oncoloom/contract';
import { type CheckOfResult, estimateSignature, ROBUSTNESS_CHECKS, type RobustnessCheck, type ToolDefinition } from '@oncoloom/tool-kit';
import type { CohortStore } from '../../cohorts/service.ts';
import type { FilesService } from '../../files/service.ts';
import type { SignaturesService } from '../../gene-sets/service.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { Engine } from '../../r-engine/engine.ts';
import { readResult } from '../../r-engine/results.ts';
import type { EngineFailure } from '../../r-engine/types.ts';
import type { Storage } from '../../storage/storage.ts';
import { installedSignature } from '../inputs/signature.ts';
import { saveRobustness } from '../repository.ts';
import { analyseRequest } from '../run/engine-request.ts';
import type { AnalysesService } from '../service.ts';
import type { AnalysisRecord, UsedInput } from '../tables.ts';
import type { ToolRegistry } from '../tools.ts';
import { correctedAlike } from './corrected-alike.ts';
import { runsAlike } from './runs-alike.ts';
import { robustnessOf, triedOf } from './told.ts';

/** Fifty fits of a large matrix, and no more: somebody waits. */
const CHECK_TIMEOUT_MS = 180_000;
/** A user's checks that wait or run: all of one result; one runs, the others wait for it. */
const CHECKS_AT_ONCE = Object.keys(ROBUSTNESS_CHECKS).length;

interface Parts {
  database: Database;
  analyses: AnalysesService;
  engine: Engine;
  storage: Storage;
  cohorts: CohortStore;
  files: Pick<FilesService, 'sexProbes'>;
  signatures: Pick<SignaturesService, 'list' | 'find'>;
  tools: ToolRegistry;
  log: Log;
}

interface Going {
  userId: number;
  progress: number;
  stop: AbortController;
}

/** What a check of a result has come to in this process; what it found stands with the result. */
const keyOf = (id: number, check: RobustnessCheck) => `${id} ${check}`;

/**
 * Checks of whether a result stands: free of points, each made once and kept with the result. They run in the process that was asked, and end with it:
 * nothing is lost that another press does not bring.
 */
export class RobustnessChecks {
  readonly #parts: Parts;
  readonly #going = new Map<string, Going>();
  /** Why the last try of a check found nothing. */
  readonly #problems = new Map<string, string>();
  /** The end of a user's last check: one runs at a time. */
  readonly #last = new Map<number, Promise<void>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** All of a result's checks as they stand. @throws ApiError 404, 409 */
  async of(userId: number, id: number): Promise<Robustness[]> {
    const analysis = await this.#parts.analyses.completed(userId, id);
    const tool = this.#parts.tools.require(analysis.taskType);
    if (analysis.result === null || tool.robustness === undefined) return [];
    const made = robustnessOf(tool, analysis.result, 'zh').map((one) => {
      const key = keyOf(id, one.check as RobustnessCheck);
      return { ...one, progress: this.#going.get(key)?.progress ?? null, problem: this.#problems.get(key) ?? null };
    });
    return [...made, triedOf(await runsAlike(this.#parts.database, analysis))];
  }

  /** Begins one, unless it goes on or was made. @throws ApiError 404, 409, 422 */
  async start(userId: number, id: number, check: RobustnessCheck): Promise<Robustness[]> {
    const analysis = await this.#parts.analyses.completed(userId, id);
    const tool = this.#parts.tools.require(analysis.taskType);
    if (tool.robustness?.includes(check) !== true) throw new ApiError(422, `「${tool.title}」的结果没有这一项检查`);
    const key = keyOf(id, check);
    if (analysis.result?.robustness?.[check] === undefined && !this.#going.has(key)) {
      if (tool.version !== analysis.toolVersion)
        throw new ApiError(409, '这个结果是工具的旧版本算的，现在的版本不能检查它。请先「再次运行」，再检查新的结果');
      if ([...this.#going.values()].filter((going) => going.userId === userId).length >= CHECKS_AT_ONCE)
        throw new ApiError(409, `最多 ${CHECKS_AT_ONCE} 项检查一起排队，请等前面的结束`);
      this.#begin(key, tool, analysis, check);
    }
    return this.of(userId, id);
  }

  /** Stops one that waits or runs. @throws ApiError 404, 409 */
  async stop(userId: number, id: number, check: RobustnessCheck): Promise<Robustness[]> {
    await this.#parts.analyses.completed(userId, id);
    this.#going.get(keyOf(id, check))?.stop.abort();
    this.#going.delete(keyOf(id, check));
    return this.of(userId, id);
  }

  #begin(key: string, tool: ToolDefinition, analysis: AnalysisRecord, check: RobustnessCheck): void {
    const going: Going = { userId: analysis.userId, progress: 0, stop: new AbortController() };
    this.#going.set(key, going);
    this.#problems.delete(key);
    const work = async () => {
      if (going.stop.signal.aborted) return;
      try {
        const found = await this.#ask(tool, analysis, check, going);
        if (typeof found === 'string') this.#problems.set(key, found);
        else if (found !== undefined) await saveRobustness(this.#parts.database, analysis.id, check, found);
      } catch (error) {
        if (error instanceof ApiError) return void this.#problems.set(key, error.message);
        this.#parts.log.error({ err: error, analysis: analysis.id, check }, 'a check of a result');
        this.#problems.set(key, '这一项没有算成。请再试一次；若仍不成，请把任务编号发给管理员');
      } finally {
        if (this.#going.get(key) === going) this.#going.delete(key);
      }
    };
    const last = (this.#last.get(analysis.userId) ?? Promise.resolve()).then(work);
    this.#last.set(analysis.userId, last);
    void last.then(() => {
      if (this.#last.get(analysis.userId) === last) this.#last.delete(analysis.userId);
    });
  }

  /** What a check reads beside the inputs of the run: in the request, and as further inputs. @throws ApiError 422 where it is not installed */
  async #read(check: RobustnessCheck, analysis: AnalysisRecord): Promise<{ told: Record<string, unknown>; read: UsedInput[] }> {
    const { reads }: CheckOfResult = ROBUSTNESS_CHECKS[check];
    const told = reads === 'sex-probes' ? { sex_probes: await this.#parts.files.sexProbes.all() } : {};
    if (reads === 'corrected') return { told, read: await correctedAlike(this.#parts.database, analysis) };
    const signature = { field: 'signature', parameter: estimateSignature };
    return { told, read: reads === 'estimate' ? (await installedSignature(this.#parts, signature, undefined)).used : [] };
  }

  /** What it found, or the sentence that says why nothing; undefined where it was stopped. */
  async #ask(tool: ToolDefinition, analysis: AnalysisRecord, check: RobustnessCheck, going: Going): Promise<Finding | string | undefined> {
    const { engine } = this.#parts;
    const { told, read } = await this.#read(check, analysis);
    const { request, ...files } = await analyseRequest(this.#parts, tool, { ...analysis, inputs: [...analysis.inputs, ...read] });
    const job = {
      id: `robustness-${analysis.id}-${check}`,
      mode: 'robustness',
      priority: 'task',
      timeoutMs: CHECK_TIMEOUT_MS,
      ...files,
      request: { ...request, ...told, mode: 'robustness', check },
    } as const;
    const outcome = await engine.run(job, {
      signal: going.stop.signal,
      onEvent: (event) => {
        if (event.type === 'step') going.progress = event.progress;
      },
    });
    if (!outcome.ok) return problemOf(outcome);
    try {
      const { findings } = findingsSchema.parse(JSON.parse(await readResult(outcome.folder, 'checks.json')));
      const [finding] = findings;
      if (finding === undefined) throw new Error(`${job.id} found nothing`);
      return finding;
    } finally {
      void engine.release(outcome.folder);
    }
  }
}

function problemOf({ code, message }: EngineFailure): string | undefined {
  if (code === 'cancelled') return undefined;
  return code === 'timeout' ? `这份数据太大，${CHECK_TIMEOUT_MS / 1000} 秒没有算完，这一项看不了` : message;
}
