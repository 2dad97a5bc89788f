import {
  GENE_REPORT_FOLLOWS,
  GENE_REPORTS_LISTED,
  type GeneReport,
  type GeneReportList,
  type GeneReportPart,
  type GeneReportPlan,
  type GeneReportRequest,
  geneReportPoints,
} from '@oncoloom/contract';
import { cohortCode, cohortsHolding, type HoldingCohort, realOnes, type SparseRequest } from '@oncoloom/tool-kit';
import { and, desc, eq } from 'drizzle-orm';
import { type RunOf, runsOf } from '../../analyses/lists/in-project.ts';
import type { AnalysesService } from '../../analyses/service.ts';
import type { ToolRegistry } from '../../analyses/tools.ts';
import type { BillingService } from '../../billing/service.ts';
import { type CohortStore, listCohorts } from '../../cohorts/service.ts';
import type { GenesService } from '../../genes/service.ts';
import { ApiError, fieldError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { Database, Transaction } from '../../platform/postgres/database.ts';
import type { Queue } from '../../platform/queue.ts';
import type { ProjectsService } from '../service.ts';
import { type GeneReportRecord, type GeneReportStep, geneReports } from '../tables.ts';
import { following, type GeneReportWay, reportWays, titleOfPart } from './parts.ts';

interface Parts {
  database: Database;
  queue: Pick<Queue, 'addSteps'>;
  analyses: Pick<AnalysesService, 'create' | 'estimate'>;
  billing: Pick<BillingService, 'balance'>;
  projects: Pick<ProjectsService, 'createIn' | 'readLineage'>;
  genes: Pick<GenesService, 'find'>;
  cohorts: CohortStore;
  tools: Pick<ToolRegistry, 'require'>;
  log: Log;
}

/** A part with what it would cost, or why it cannot be made. */
interface Planned extends GeneReportWay {
  points: number;
  problem: string | null;
}

type Status = GeneReport['parts'][number]['status'];

/** Reports on one gene: analyses of several tools in a project of their own, submitted at once or after one another, for less than their sum. */
export class GeneReports {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** What a report could hold. @param code of a cohort that holds the gene; the one with the most patients where left out. Throws 404, 422. */
  async plan(userId: number, name: string, code?: string): Promise<GeneReportPlan> {
    const { symbol, held, chosen } = await this.#find(name, code);
    const parts = chosen === undefined ? [] : await this.#planned(userId, held, chosen);
    return {
      symbol,
      cohorts: held.map(({ cohort }) => ({ code: cohort.code, label: cohort.label, name: cohort.name, patients: patientsOf(cohort) })),
      cohort: chosen?.cohort.code ?? null,
      parts: parts.map(({ part, title, tool, points, problem }) => ({ part, title, task_type: tool.taskType, points, problem })),
      remaining_points: await this.#parts.billing.balance(userId),
    };
  }

  /** Begins a report. Throws 404, 406 where points do not suffice for all of it, 409 where the user has too many projects, 422. */
  async start(userId: number, { gene: name, cohort: code, parts: asked }: GeneReportRequest): Promise<GeneReport> {
    const { database, queue, billing, projects } = this.#parts;
    const { symbol, held, chosen } = await this.#find(name, code);
    if (chosen === undefined) throw fieldError('cohort', `已安装的队列都没有测到 ${symbol}`);
    const planned = (await this.#planned(userId, held, chosen)).filter(({ part }) => asked.includes(part));
    for (const { part, title, problem } of planned) {
      const before = GENE_REPORT_FOLLOWS[part];
      if (problem !== null) throw fieldError('parts', `「${title}」做不了：${problem}。请去掉这一项`);
      if (before !== undefined && !asked.includes(before))
        throw fieldError('parts', `「${title}」要用「${titleOfPart(before)}」的结果，请一起选上`);
    }
    const costs = geneReportPoints(planned.map(({ points }) => points));
    const points = costs.reduce((sum, one) => sum + one, 0);
    const balance = await billing.balance(userId);
    if (balance < points)
      throw new ApiError(406, `点数不够：这份报告需要 ${points} 点，余额 ${balance} 点。可以少选几项，或续费后再生成`, { code: 'points' });
    const { label } = chosen.cohort;
    const steps = planned.map(({ part, tool, way }, i): GeneReportStep => {
      const request = 'request' in way ? way.request : {};
      return { part, taskType: tool.taskType, request, points: costs[i] ?? 0, analysis: null, problem: null };
    });
    const report = await database.transaction(async (tx) => {
      const project = await projects.createIn(tx, userId, { name: `${symbol} 基因报告（${label}）`, notes: '' });
      const cohort = { code: chosen.cohort.code, label };
      const [row] = await tx.insert(geneReports).values({ userId, projectId: project.id, gene: symbol, cohort, steps }).returning();
      if (row === undefined) throw new Error('insert returned no row');
      // Should this process die before it has submitted anything, another goes on.
      await queue.addSteps({ reportId: row.id }, tx);
      return row;
    });
    await this.goOn(report.id).catch((error: unknown) => this.#parts.log.warn({ err: error }, 'a report goes on later'));
    return this.get(userId, report.id);
  }

  /** A report as it stands. Throws 404 for an absent one and for another's alike. */
  async get(userId: number, id: number): Promise<GeneReport> {
    const { database, projects } = this.#parts;
    const [row] = await database
      .select()
      .from(geneReports)
      .where(and(eq(geneReports.userId, userId), eq(geneReports.id, id)));
    if (row === undefined) throw new ApiError(404, '没有这份报告，可能已经删除。请回到基因的页面重新生成');
    const runs = await runsOf(database, { reportId: id });
    // What was run again in the place of a part stands there.
    const { current } = await projects.readLineage(userId, row.projectId);
    const states = statesOf(row.steps, runs);
    return {
      id,
      gene: row.gene,
      cohort: row.cohort,
      project_id: row.projectId,
      parts: row.steps.map(({ part, taskType, points, problem, analysis }, i) => {
        const line = current.get(idOf({ analysis, taskType }, runs) ?? 0);
        const now = line?.row.status === 'completed' ? line.row : (line?.again ?? line?.row);
        const state = states[i] ?? 'left';
        // It is submitted within moments.
        const status = now?.status ?? (state === 'ready' ? 'waiting' : state);
        return { part, title: titleOfPart(part), task_type: taskType, analysis_id: now?.id ?? null, status, problem, points };
      }),
      created_at: row.createdAt.toISOString(),
      ended_at: row.endedAt?.toISOString() ?? null,
    };
  }

  /** The user's reports on a gene, by its symbol, the newest first. */
  async list(userId: number, gene: string): Promise<GeneReportList> {
    const rows = await this.#parts.database
      .select()
      .from(geneReports)
      .where(and(eq(geneReports.userId, userId), eq(geneReports.gene, gene)))
      .orderBy(desc(geneReports.id))
      .limit(GENE_REPORTS_LISTED);
    return {
      results: rows.map(({ id, cohort, createdAt, endedAt }) => {
        return { id, gene, cohort, created_at: createdAt.toISOString(), ended_at: endedAt?.toISOString() ?? null };
      }),
    };
  }

  /**
   * Submits the parts that wait for nothing any more. It may be called at any time, by any process: what was submitted before a process died is found
   * by its tool. Throws where it is to be tried again later.
   */
  async goOn(id: number): Promise<void> {
    await this.#parts.database.transaction(async (tx) => {
      // Keys of the row stay free: the analyses that are made meanwhile name it.
      const [row] = await tx.select().from(geneReports).where(eq(geneReports.id, id)).for('no key update');
      if (row === undefined || row.endedAt !== null) return;
      await this.#submit(tx, row);
    });
  }

  async #submit(tx: Transaction, row: GeneReportRecord): Promise<void> {
    const { database } = this.#parts;
    const runs = await runsOf(database, { reportId: row.id });
    const known = row.steps.map((step) => ({ ...step, analysis: idOf(step, runs) ?? null }));
    const states = statesOf(known, runs);
    let later: unknown;
    const steps: GeneReportStep[] = [];
    for (const [i, step] of known.entries()) {
      const submitted = states[i] === 'ready' && later === undefined ? await this.#run(row, known, step) : {};
      if ('later' in submitted) later = submitted.later;
      steps.push('later' in submitted ? step : { ...step, ...submitted });
    }
    const after = statesOf(steps, await runsOf(database, { reportId: row.id }));
    const ended = after.every((state) => state === 'completed' || state === 'failed' || state === 'left') ? { endedAt: new Date() } : {};
    await tx
      .update(geneReports)
      .set({ steps, ...ended })
      .where(eq(geneReports.id, row.id));
    if (later !== undefined) throw later;
  }

  /** Submits one part. `later`: what stands in its way passes by itself. */
  async #run(
    { id: reportId, userId, projectId }: GeneReportRecord,
    steps: readonly GeneReportStep[],
    { part, taskType, request, points }: GeneReportStep,
  ): Promise<{ analysis: number } | { problem: string } | { later: unknown }> {
    const { analyses, tools } = this.#parts;
    const before = beforeOf(steps, part);
    const taken = before?.analysis == null ? {} : following(tools.require(before.taskType), tools.require(taskType), before.analysis);
    try {
      const body: SparseRequest = { ...request, ...taken, project_id: projectId };
      return { analysis: (await analyses.create(userId, body, { reportId, points })).id };
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) return { problem: error.message };
      return { later: error };
    }
  }

  async #find(name: string, code: string | undefined) {
    const { genes, cohorts } = this.#parts;
    const gene = await genes.find(name);
    const holding = cohortsHolding(gene, gene.cohorts, await listCohorts(cohorts));
    const held = [...realOnes(holding, ({ cohort }) => cohort)].sort((a, b) => patientsOf(b.cohort) - patientsOf(a.cohort));
    const chosen = code === undefined ? held[0] : holding.find(({ cohort }) => cohort.code === cohortCode(code));
    if (code !== undefined && chosen === undefined)
      throw fieldError('cohort', `这个队列没有安装，或没有测到 ${gene.symbol}。请另选一个队列`);
    return { symbol: gene.symbol, held, chosen };
  }

  async #planned(userId: number, held: readonly HoldingCohort[], chosen: HoldingCohort): Promise<Planned[]> {
    const { analyses, tools } = this.#parts;
    const ways = reportWays((taskType) => tools.require(taskType), held, chosen);
    return Promise.all(
      ways.map(async (way): Promise<Planned> => {
        const { points } = way.tool;
        if ('problem' in way.way) return { ...way, points, problem: way.way.problem };
        // Its price is known before what it follows has ended, its checks are not.
        if (GENE_REPORT_FOLLOWS[way.part] !== undefined) return { ...way, points, problem: null };
        try {
          const estimate = await analyses.estimate(userId, way.way.request);
          const must = estimate.findings.find(({ level }) => level === 'must');
          return { ...way, points: estimate.points, problem: must?.message ?? null };
        } catch (error) {
          if (error instanceof ApiError && error.status < 500) return { ...way, points, problem: error.message };
          throw error;
        }
      }),
    );
  }
}

const patientsOf = ({ survival }: HoldingCohort['cohort']): number => survival.OS?.patients ?? 0;

/** The step that a part follows. */
function beforeOf(steps: readonly GeneReportStep[], part: GeneReportPart): GeneReportStep | undefined {
  const before = GENE_REPORT_FOLLOWS[part];
  return before === undefined ? undefined : steps.find((step) => step.part === before);
}

/** The analysis of a step, which may have been made without being noted. */
const idOf = ({ analysis, taskType }: Pick<GeneReportStep, 'analysis' | 'taskType'>, runs: readonly RunOf[]): number | undefined =>
  analysis ?? runs.find((run) => run.taskType === taskType)?.id;

/** What each step does now. `ready`: what it follows has ended well. `left`: it is not run, or its analysis was deleted. */
function statesOf(steps: readonly GeneReportStep[], runs: readonly RunOf[]): (Status | 'ready')[] {
  const own = (step: GeneReportStep): Status | 'ready' => {
    const id = idOf(step, runs);
    if (id !== undefined) return runs.find((run) => run.id === id)?.status ?? 'left';
    return step.problem === null ? 'ready' : 'left';
  };
  return steps.map((step) => {
    const state = own(step);
    const before = state === 'ready' ? beforeOf(steps, step.part) : undefined;
    if (before === undefined) return state;
    const ahead = own(before);
    if (ahead === 'completed') return state;
    return ahead === 'failed' || ahead === 'left' ? 'left' : 'waiting';
  });
}
