import type { Rerun, RerunPlan, RerunPlanStep } from '@oncoloom/contract';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { type RunOf, runsOf } from '../../analyses/lists/in-project.ts';
import type { AnalysesService } from '../../analyses/service.ts';
import type { ToolRegistry } from '../../analyses/tools.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { Database, Transaction } from '../../platform/postgres/database.ts';
import type { Queue } from '../../platform/queue.ts';
import type { ProjectLineage } from '../lineage/read-lineage.ts';
import { enterProject } from '../repository.ts';
import type { ProjectsService } from '../service.ts';
import { projectReruns, type RerunRecord, type RerunStep } from '../tables.ts';
import { hasEnded, parentsOf, statesOf } from './steps.ts';

interface Parts {
  database: Database;
  queue: Pick<Queue, 'addSteps'>;
  analyses: Pick<AnalysesService, 'create' | 'estimate' | 'requestAgain'>;
  projects: Pick<ProjectsService, 'owned' | 'open' | 'readLineage'>;
  tools: Pick<ToolRegistry, 'get'>;
  log: Log;
}

const NOTHING = '这个课题里没有过期的分析，不用重新运行';
const UNDER_WAY = '这个课题的分析正在重新运行。等它们完成以后，再看还有没有过期的';
const BEFORE = '它的上一步不能重新运行';

/** The earlier results that a step takes its inputs from, as they are called today. */
function sourcesToday({ rows, current }: ProjectLineage, id: number): Map<number, number> {
  const named = rows.get(id)?.inputs.flatMap(({ sources }) => sources.filter(({ from }) => from === 'analysis')) ?? [];
  return new Map(
    named.flatMap((source) => {
      const today = current.get(source.id)?.row.id;
      return today === undefined ? [] : [[source.id, today] as const];
    }),
  );
}

/** Runs again what is out of date in a project: ordinary tasks, each submitted once those that it follows have ended. */
export class Reruns {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** What would be run, in which order, and what it would cost at most. Throws 404. */
  async plan(userId: number, projectId: number): Promise<RerunPlan> {
    const { analyses, projects: service, tools } = this.#parts;
    await service.owned(userId, projectId);
    const lineage = await service.readLineage(userId, projectId);
    const stale = lineage.view.steps.filter((step) => step.stale.length > 0 && !step.outside);
    const parents = parentsOf(
      stale.map(({ id }) => ({ old: id })),
      lineage.current,
    );
    const planned = new Map<number, RerunPlanStep>();
    let remaining = 0;
    for (const { id, name, tool_title, task_type } of stale) {
      const before = (parents.get(id) ?? []).flatMap((parent) => planned.get(parent) ?? []);
      const step = { analysis_id: id, name, tool_title, points: 0, at_most: before.length > 0, problem: null };
      if (before.some(({ problem }) => problem !== null)) planned.set(id, { ...step, problem: BEFORE });
      else if (before.length > 0) planned.set(id, { ...step, points: tools.get(task_type)?.points ?? 0 });
      else {
        try {
          const estimate = await analyses.estimate(userId, await analyses.requestAgain(userId, id, sourcesToday(lineage, id)));
          remaining = estimate.remaining_points;
          const must = estimate.findings.find(({ level }) => level === 'must');
          planned.set(id, { ...step, points: estimate.points, problem: must?.message ?? null });
        } catch (error) {
          if (!(error instanceof ApiError) || error.status >= 500) throw error;
          planned.set(id, { ...step, problem: error.message });
        }
      }
    }
    const steps = [...planned.values()];
    const points = steps.reduce((sum, step) => sum + (step.problem === null ? step.points : 0), 0);
    return { steps, points, remaining_points: remaining };
  }

  /** Begins to run again all that is out of date. Throws 404, 409 where there is nothing to run or a re-run goes on, 422 for an archived project. */
  async start(userId: number, projectId: number): Promise<Rerun> {
    const { database, queue, projects: service } = this.#parts;
    await service.open(userId, projectId);
    const plan = await this.plan(userId, projectId);
    const steps = plan.steps.map(({ analysis_id, problem }): RerunStep => ({ old: analysis_id, new: null, problem }));
    if (!steps.some(({ problem }) => problem === null)) {
      const why = plan.steps.find(({ problem }) => problem !== null);
      throw new ApiError(409, why === undefined ? NOTHING : `「${why.name}」不能重新运行：${why.problem}`);
    }
    const rerun = await database.transaction(async (tx) => {
      // The project's row is locked: two that start at once would both find none under way.
      await enterProject(tx, userId, projectId);
      if ((await tx.$count(projectReruns, and(eq(projectReruns.projectId, projectId), isNull(projectReruns.endedAt)))) > 0)
        throw new ApiError(409, UNDER_WAY);
      const [row] = await tx.insert(projectReruns).values({ userId, projectId, steps }).returning();
      if (row === undefined) throw new Error('insert returned no row');
      // Should this process die before it has submitted anything, another goes on.
      await queue.addSteps({ rerunId: row.id }, tx);
      return row;
    });
    await this.goOn(rerun.id).catch((error: unknown) => this.#parts.log.warn({ err: error }, 'a re-run goes on later'));
    const last = await this.last(userId, projectId);
    if (last === null) throw new ApiError(404, '这个课题刚刚被删除');
    return last;
  }

  /** The last re-run of a project. Throws 404. */
  async last(userId: number, projectId: number): Promise<Rerun | null> {
    const { database, projects: service } = this.#parts;
    await service.owned(userId, projectId);
    const ofProject = and(eq(projectReruns.userId, userId), eq(projectReruns.projectId, projectId));
    const [row] = await database.select().from(projectReruns).where(ofProject).orderBy(desc(projectReruns.id)).limit(1);
    if (row === undefined) return null;
    const lineage = await service.readLineage(userId, projectId);
    const states = statesOf(row.steps, parentsOf(row.steps, lineage.current), byId(await runsOf(database, { rerunId: row.id })));
    return {
      id: row.id,
      steps: row.steps.map((step) => {
        const state = states.get(step.old) ?? 'left';
        return {
          ...step,
          name: lineage.rows.get(step.old)?.name ?? lineage.rows.get(step.new ?? 0)?.name ?? '已删除的分析',
          // It is submitted within moments.
          status: state === 'ready' ? 'waiting' : state,
        };
      }),
      created_at: row.createdAt.toISOString(),
      ended_at: row.endedAt?.toISOString() ?? null,
    };
  }

  /**
   * Submits the steps of a re-run that wait for nothing any more. It may be called at any time, by any process: what was submitted before a process
   * died is found by what it replaces. Throws where it is to be tried again later.
   */
  async goOn(rerunId: number): Promise<void> {
    const { database } = this.#parts;
    await database.transaction(async (tx) => {
      // Keys of the row stay free: the analyses that are made meanwhile name it.
      const [row] = await tx.select().from(projectReruns).where(eq(projectReruns.id, rerunId)).for('no key update');
      if (row === undefined || row.endedAt !== null) return;
      await this.#submit(tx, row);
    });
  }

  async #submit(tx: Transaction, row: RerunRecord): Promise<void> {
    const { database, projects: service } = this.#parts;
    const { userId, projectId } = row;
    const runs = await runsOf(database, { rerunId: row.id });
    const known = row.steps.map((step) => ({ ...step, new: step.new ?? runs.find(({ replaces }) => replaces === step.old)?.id ?? null }));
    const lineage = await service.readLineage(userId, projectId);
    const parents = parentsOf(known, lineage.current);
    const states = statesOf(known, parents, byId(runs));
    let later: unknown;
    const steps: RerunStep[] = [];
    for (const step of known) {
      const submitted = states.get(step.old) === 'ready' && later === undefined ? await this.#run(row, lineage, step.old) : {};
      if ('later' in submitted) later = submitted.later;
      steps.push('later' in submitted ? step : { ...step, ...submitted });
    }
    const after = statesOf(steps, parents, byId(await runsOf(database, { rerunId: row.id })));
    const ended = hasEnded(after) ? { endedAt: new Date() } : {};
    await tx
      .update(projectReruns)
      .set({ steps, ...ended })
      .where(eq(projectReruns.id, row.id));
    if (later !== undefined) throw later;
  }

  /** Submits one step. `later`: what stands in its way passes by itself. */
  async #run(
    { id: rerunId, userId }: RerunRecord,
    lineage: ProjectLineage,
    old: number,
  ): Promise<{ new: number } | { problem: string } | { later: unknown }> {
    const { analyses } = this.#parts;
    try {
      const request = await analyses.requestAgain(userId, old, sourcesToday(lineage, old));
      return { new: (await analyses.create(userId, request, { replaces: old, rerunId })).id };
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) return { problem: error.message };
      return { later: error };
    }
  }
}

const byId = (runs: readonly RunOf[]) => new Map(runs.map((run) => [run.id, run]));
