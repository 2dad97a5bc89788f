import { randomUUID } from 'node:crypto';
import type {
  Analysis,
  AnalysisList,
  AnalysisRow,
  CreatedAnalysis,
  Estimate,
  FigureLook,
  Finding,
  LiveMessage,
  LogLine,
} from '@oncoloom/contract';
import { ALL_FORMATS, FIGURE_FORMATS } from '@oncoloom/figures/file';
import {
  type Checked,
  type CompleteRequest,
  checkInputs,
  completeRequest,
  type Example,
  type ExampleChoice,
  exampleAsked,
  exampleOf,
  expectedMiB,
  expectedSeconds,
  fileFieldOf,
  fillTemplate,
  inputKind,
  isInput,
  readStyle,
  readsCohort,
  type SparseRequest,
  type ToolDefinition,
  taskName,
} from '@oncoloom/tool-kit';
import { sql } from 'drizzle-orm';
import type { BillingService } from '../billing/service.ts';
import { notify } from '../live/notice.ts';
import { sha256Of } from '../platform/checksum.ts';
import type { Disk } from '../platform/disk.ts';
import { ApiError, fieldError } from '../platform/errors.ts';
import type { MadeAnswer } from '../platform/kept-answers.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Queue } from '../platform/queue.ts';
import type { EnterProject } from '../projects/tables.ts';
import { figureStyle } from './figures/figure-drawing.ts';
import { requireLook } from './figures/figure-themes.ts';
import { FinishedAnswers } from './finished-answers.ts';
import { tooLarge } from './forms/too-large.ts';
import { warningsOf } from './forms/warnings.ts';
import type { InputResolver, ResolvedInputs } from './inputs.ts';
import { countsOf } from './lists/counts.ts';
import { dataSetOf, sourcesOf } from './lists/data-set.ts';
import { familyOf } from './lists/family.ts';
import * as listing from './lists/listing.ts';
import { listed, requestOf, toAnalysis, toRow } from './lists/view.ts';
import * as repository from './repository.ts';
import { figureTitle, fileNameOf } from './results/result-files.ts';
import { CANCEL_CHANNEL, cancelWord } from './run/cancel.ts';
import { likelySeconds } from './run/durations.ts';
import { fingerprintOf } from './run/fingerprint.ts';
import { runLog } from './run/run-log.ts';
import { tellFollowers } from './run/tell-followers.ts';
import { withSources } from './run/with-sources.ts';
import { idSchema } from './schemas.ts';
import type { AnalysisRecord } from './tables.ts';
import type { ToolRegistry } from './tools.ts';

/** How many tasks of one user may wait, by user type. */
const WAITING_LIMITS = { new: 10, trial: 20, pay: 100 } as const;

/** First half of the advisory locks under which a user's tasks are created. */
const CREATION_LOCKS = 7_312;

/** A request that is complete, with its inputs and what the checks say of it. */
export interface Prepared {
  tool: ToolDefinition;
  request: CompleteRequest;
  inputs: ResolvedInputs;
  checked: Checked;
  /** Fields that came along, belong to other tools and were left out. */
  ignored: Finding[];
  /** Of what the result would depend on. */
  fingerprint: string;
}

/** What a new analysis is run in the place of, and the re-run or the gene's report that it is a step of. */
export interface Origin {
  replaces?: number;
  rerunId?: number;
  reportId?: number;
  /** What it costs in the place of its tool's price, where it is not free. */
  points?: number;
}

/** Analyses of users: made, listed, read, changed. Running them is the worker's business. */
export class AnalysesService {
  readonly #database: Database;
  readonly #disk: Pick<Disk, 'require'>;
  readonly #billing: BillingService;
  readonly #queue: Queue;
  readonly #inputs: InputResolver;
  readonly #tools: ToolRegistry;
  readonly #enterProject: EnterProject;
  readonly #finished = new FinishedAnswers();

  constructor(parts: {
    database: Database;
    disk: Pick<Disk, 'require'>;
    billing: BillingService;
    queue: Queue;
    inputs: InputResolver;
    tools: ToolRegistry;
    enterProject: EnterProject;
  }) {
    this.#database = parts.database;
    this.#disk = parts.disk;
    this.#billing = parts.billing;
    this.#queue = parts.queue;
    this.#inputs = parts.inputs;
    this.#tools = parts.tools;
    this.#enterProject = parts.enterProject;
  }

  /**
   * Completes a request and finds its inputs. Throws 404, 409 or 422 with the fields at fault; findings about the data are
   * returned, not thrown.
   */
  async prepare(userId: number, body: SparseRequest): Promise<Prepared> {
    const tool = this.#tools.require(String(body.task_type ?? ''));
    const asked = exampleAsked(body.example);
    const example = asked === undefined ? undefined : requireExample(tool, asked);
    const completed = completeRequest(tool, example === undefined ? body : exampleRequest(tool, example, body), this.#tools.fields);
    if (!completed.ok) throw new ApiError(422, completed.errors[0]?.detail ?? '填写的内容有误', { errors: completed.errors });
    const { request } = completed;
    const ignored = completed.ignored.map(leftOut);
    const inputs =
      example !== undefined ? await this.#inputs.example(tool, example, request) : await this.#inputs.resolve(tool, request, userId);
    const checked = checkInputs(tool, request, inputs.facts);
    const fingerprint = fingerprintOf(tool, { values: checked.values, inputs: inputs.used });
    return { tool, request, inputs, checked, ignored, fingerprint };
  }

  /** Costs no points and needs no plan: the built-in example, and what the user has run to the end before. */
  async #isFree(userId: number, { tool, request, fingerprint }: Prepared): Promise<boolean> {
    return request.example || repository.hasCompleted(this.#database, userId, { fingerprint, toolVersion: tool.version });
  }

  /** Checks, charges and queues a new analysis, all or nothing. */
  async create(userId: number, body: SparseRequest, origin: Origin = {}): Promise<CreatedAnalysis> {
    const projectId = projectOf(body);
    await this.#disk.require();
    const prepared = await this.prepare(userId, body);
    const { tool, request, inputs, checked, ignored, fingerprint } = prepared;
    const blocking = checked.findings.filter((finding) => finding.level === 'must');
    if (blocking.length > 0) throw refusal(blocking);
    const isFree = await this.#isFree(userId, prepared);
    if (tool.premium && !isFree) await this.#billing.requirePlan(userId);
    const family = await familyOf(this.#database, userId, tool, { asked: body.family, inputs: inputs.used });
    const points = isFree ? 0 : (origin.points ?? tool.points);
    const dataSet = dataSetOf(inputs.used, await repository.dataSetsOf(this.#database, userId, sourcesOf(inputs.used)));
    return this.#database.transaction(async (tx) => {
      // One creation of a user at a time: those that count at once would all find room.
      await tx.execute(sql`SELECT pg_advisory_xact_lock(${CREATION_LOCKS}::int, ${userId}::int)`);
      const { userType } = await this.#billing.subscription(userId, tx);
      await this.#billing.space.require(tx, userId, userType);
      const waiting = await repository.countWaiting(tx, userId);
      const limit = WAITING_LIMITS[userType];
      if (waiting >= limit) throw new ApiError(429, `已有 ${waiting} 个任务在排队，上限是 ${limit} 个。请等前面的任务完成后再提交`);
      if (projectId !== null) await this.#enterProject(tx, userId, projectId);
      const queueJob = randomUUID();
      const memoryMiB = expectedMiB(inputs.used);
      const analysis = await repository.insert(tx, {
        queueJob,
        userId,
        taskType: tool.taskType,
        askedType: body.task_type === tool.taskType ? null : String(body.task_type),
        toolVersion: tool.version,
        family,
        name: request.taskName ?? taskName(tool, checked.values, inputs.used),
        dataSet,
        projectId,
        replaces: origin.replaces ?? null,
        rerunId: origin.rerunId ?? null,
        reportId: origin.reportId ?? null,
        status: 'pending',
        values: checked.values,
        inputs: inputs.used,
        inputContents: inputs.used.flatMap(({ blob, bytes }) => (bytes === undefined ? [] : [{ sha256: blob, size: bytes }])),
        warned: warningsOf(checked.findings),
        styles: request.styles,
        points,
        memoryMiB,
        example: request.example,
        published: typeof body.example === 'string' && request.example ? body.example : null,
        fingerprint,
      });
      const remaining = await this.#billing.charge(tx, userId, points, tool.title, analysis.id);
      await this.#queue.add(tx, queueJob, { analysisId: analysis.id, memoryMiB }, { id: userId, type: userType }, waiting);
      await notify(tx, { user_id: userId, kind: 'task', id: analysis.id });
      // Last: what is refused before leaves no bytes, and what finds no room is not charged.
      await this.#inputs.keep(inputs);
      const { id } = analysis;
      return { analysis_id: id, id, status: 'pending', points_consumed: points, remaining_points: remaining, notes: ignored };
    });
  }

  /** What a request would cost and do, and what its inputs' checks found. Creates nothing. */
  async estimate(userId: number, body: SparseRequest): Promise<Estimate> {
    const prepared = await this.prepare(userId, body);
    const { tool, inputs, checked, ignored } = prepared;
    return {
      points: (await this.#isFree(userId, prepared)) ? 0 : tool.points,
      remaining_points: await this.#billing.balance(userId),
      seconds: await likelySeconds(this.#database, tool, expectedSeconds(tool, checked.values, inputs.used)),
      queue: await repository.countWaiting(this.#database),
      findings: [...checked.findings, ...(await tooLarge(this.#database, inputs.used)), ...ignored],
      plan: fillTemplate(tool.plan, checked.words),
      task_name: taskName(tool, checked.values, inputs.used),
    };
  }

  async list(userId: number, filter: listing.ListFilter): Promise<AnalysisList> {
    const { rows, count } = await listing.list(this.#database, userId, filter);
    const positions = await this.#positions(rows);
    return {
      results: rows.map((row) => this.#row(row, positions.get(row.id) ?? null)),
      count,
      page: filter.page,
      page_size: filter.pageSize,
      current_page: filter.page,
    };
  }

  /** Throws 404. */
  async get(userId: number, id: number): Promise<Analysis> {
    return this.view(await this.owned(userId, id));
  }

  /**
   * The same as the JSON of an answer; that of a finished analysis changes with the analysis and its renderings only. Throws 404.
   * @param valuesOnly Without the data of the inputs, which may be megabytes of pasted rows.
   */
  async answer(userId: number, id: number, valuesOnly = false): Promise<MadeAnswer> {
    const version = await repository.findVersion(this.#database, userId, id);
    const what = valuesOnly ? 'values' : 'whole';
    const known = version === undefined ? undefined : this.#finished.get(id, what, version);
    if (known !== undefined) return { bytes: known, lasting: true };
    const analysis = await this.view(await this.owned(userId, id), valuesOnly);
    const bytes = Buffer.from(JSON.stringify(analysis));
    const lasting = isFinished(analysis);
    if (version !== undefined && lasting) this.#finished.set(id, what, version, bytes);
    return { bytes, lasting };
  }

  /** A page of a list as the JSON of an answer. */
  async listAnswer(userId: number, filter: listing.ListFilter): Promise<MadeAnswer> {
    const list = await this.list(userId, filter);
    return { bytes: Buffer.from(JSON.stringify(list)), lasting: list.results.every(isFinished) };
  }

  /** How many analyses each choice of a list leads to, as the JSON of an answer. */
  async countsAnswer(userId: number, narrowing: listing.Narrowing): Promise<MadeAnswer> {
    const counts = countsOf(await listing.countAlike(this.#database, userId, narrowing.search ?? ''), narrowing);
    return { bytes: Buffer.from(JSON.stringify(counts)), lasting: true };
  }

  /** Marks an analysis, or takes the mark away. Throws 404. */
  async star(userId: number, id: number, starred: boolean): Promise<AnalysisRow> {
    await listing.star(this.#database, userId, id, starred);
    return this.#row(listed(await this.owned(userId, id)), null);
  }

  /** The whole of an analysis, whoever looks at it. */
  async view(analysis: AnalysisRecord, valuesOnly = false): Promise<Analysis> {
    const { id } = analysis;
    const tool = this.#tools.require(analysis.taskType);
    const [methods, renderings, positions] = await Promise.all([
      this.#tools.texts.methods(this.#tools.folder(tool)),
      repository.findRenderings(this.#database, id),
      this.#positions([analysis]),
    ]);
    const drawn = new Map([...renderings].map(([key, blob]) => [key, blob.size]));
    const parameters = valuesOnly ? analysis.values : requestOf(tool, analysis);
    return { ...toAnalysis(tool, analysis, methods, drawn, positions.get(id) ?? null), parameters };
  }

  /** The row of a task for the live channel, under the name of its type that its client knows. */
  async liveMessage(userId: number, id: number): Promise<LiveMessage | undefined> {
    const analysis = await listing.findListed(this.#database, userId, id);
    if (analysis === undefined) return undefined;
    const row = this.#row(analysis, (await this.#positions([analysis])).get(id) ?? null);
    const { status, family, result, early, progress, step, modified, finished, error_msg, queue_position } = row;
    const task_type = analysis.askedType ?? row.task_type;
    return {
      type: 'update_task',
      data: { id, status, task_type, family, result, early, progress, step, modified, finished, error_msg, queue_position },
    };
  }

  async log(userId: number, id: number): Promise<LogLine[]> {
    const analysis = await this.owned(userId, id);
    return runLog(this.#tools.require(analysis.taskType), analysis, await repository.readLog(this.#database, id));
  }

  /** Stops a waiting or running task and gives its points back. Cancelling an ended one changes nothing. */
  async cancel(userId: number, id: number): Promise<AnalysisRow> {
    await this.owned(userId, id);
    await this.#database.transaction(async (tx) => {
      const change = { status: 'failed', errorCode: 'cancelled', errorMessage: '已取消', finishedAt: new Date() } as const;
      const cancelled = await repository.transition(tx, id, ['pending', 'running'], change);
      if (cancelled === undefined) return;
      await this.#billing.refund(tx, userId, id, `${cancelled.name} 已取消，退回`);
      if (cancelled.queueJob !== null) await this.#queue.remove(tx, cancelled.queueJob);
      await tellFollowers(this.#queue, tx, cancelled);
      // The worker that runs it may be another process: it hears this when the transaction commits, and stops the child.
      await tx.execute(sql`SELECT pg_notify(${CANCEL_CHANNEL}, ${cancelWord(id)})`);
      await notify(tx, { user_id: userId, kind: 'task', id });
    });
    return this.#row(listed(await this.owned(userId, id)), null);
  }

  async remove(userId: number, id: number): Promise<void> {
    await this.cancel(userId, id);
    await repository.remove(this.#database, id);
  }

  async rename(userId: number, id: number, name: string): Promise<AnalysisRow> {
    await this.owned(userId, id);
    await this.#database.transaction(async (tx) => {
      await repository.update(tx, id, { name });
      await notify(tx, { user_id: userId, kind: 'task', id });
    });
    return this.#row(listed(await this.owned(userId, id)), null);
  }

  /** The same request again, as a new task in the same project. */
  async rerun(userId: number, id: number): Promise<CreatedAnalysis> {
    return this.create(userId, await this.requestAgain(userId, id), { replaces: id });
  }

  /** What asks for the same analysis again. @param sources Earlier results that take the place of those that it was made from. */
  async requestAgain(userId: number, id: number, sources: ReadonlyMap<number, number> = new Map()): Promise<SparseRequest> {
    const analysis = await this.owned(userId, id);
    const tool = this.#tools.require(analysis.taskType);
    const { taskType, askedType, family, name, projectId, inputs } = analysis;
    const request = requestOf(tool, { ...analysis, inputs: withSources(inputs, sources) });
    return { ...request, task_type: askedType ?? taskType, family, task_name: name, project_id: projectId };
  }

  /**
   * Another look for a figure, from the stored result. With `save` it becomes the figure's style; without, the answered
   * file keys carry it.
   */
  async replot(userId: number, id: number, figure: string, edits: Record<string, unknown>, save: boolean) {
    const analysis = await this.completed(userId, id);
    const tool = this.#tools.require(analysis.taskType);
    const declared = Object.hasOwn(tool.figures, figure) ? tool.figures[figure] : undefined;
    if (declared === undefined) throw new ApiError(404, '没有这张图', { errors: [{ field: 'plot', detail: '没有这张图' }] });
    const { style, errors } = readStyle(tool, figure, edits);
    if (errors.length > 0) throw new ApiError(422, errors[0]?.detail ?? '样式填写有误', { errors });
    const title = figureTitle(tool, analysis, figure);
    let suffix = '';
    if (save) await repository.saveStyle(this.#database, id, figure, style);
    else {
      const hash = sha256Of(JSON.stringify([figure, style])).slice(0, 16);
      await repository.addStyleVariant(this.#database, { analysisId: id, hash, figure, style });
      suffix = `~${hash}`;
    }
    const files = ALL_FORMATS.map((format) => ({
      file_key: `${figure}_${format}${suffix}`,
      filename: `${fileNameOf(analysis, declared.file ?? title)}${FIGURE_FORMATS[format].suffix}`,
    }));
    return { files, style: figureStyle(tool, analysis, figure, style), saved: save };
  }

  /** Sets the look of all figures of a result that have none of their own. Throws 404, 409, 422. */
  async setLook(userId: number, id: number, look: FigureLook): Promise<void> {
    requireLook(look);
    await this.completed(userId, id);
    await repository.update(this.#database, id, { look });
  }

  /** Releases of public cohorts that waiting and running analyses were made for. */
  async usedReleases(): Promise<{ code: string; folder: string }[]> {
    const inputs = await repository.inputsInUse(this.#database);
    return inputs.flatMap(({ cohort }) => (cohort === undefined ? [] : [{ code: cohort.code, folder: cohort.folder }]));
  }

  /** An analysis of this user. Throws 404 for an absent one and for another's alike. */
  async owned(userId: number, id: number): Promise<AnalysisRecord> {
    const analysis = await repository.findOwned(this.#database, userId, id);
    if (analysis === undefined) throw new ApiError(404, '没有这次分析，可能已经删除');
    return analysis;
  }

  /** Those of these analyses that are this user's, by their numbers. */
  async ownedAmong(userId: number, ids: readonly number[]): Promise<Map<number, AnalysisRecord>> {
    const rows = await repository.findOwnedAmong(this.#database, userId, ids);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** A completed analysis of this user. Throws 404 or 409. */
  async completed(userId: number, id: number): Promise<AnalysisRecord> {
    const analysis = await this.owned(userId, id);
    if (analysis.status !== 'completed') throw new ApiError(409, '这次分析还没有完成，完成后才有结果');
    return analysis;
  }

  #row(analysis: listing.ListedRecord, queuePosition: number | null): AnalysisRow {
    return toRow(this.#tools.get(analysis.taskType), analysis, queuePosition);
  }

  async #positions(rows: readonly Pick<AnalysisRecord, 'id' | 'status'>[]): Promise<Map<number, number>> {
    return this.#queue.positions(rows.filter((row) => row.status === 'pending').map((row) => row.id));
  }
}

/** Others that go on change what an unfinished one shows: its place in the queue. */
const isFinished = ({ status }: Pick<AnalysisRow, 'status'>): boolean => status === 'completed' || status === 'failed';

function requireExample(tool: ToolDefinition, asked: ExampleChoice): Example {
  const example = exampleOf(tool, asked);
  if (example !== undefined) return example;
  const detail = `「${tool.title}」没有「${String(asked).slice(0, 60)}」这个例子`;
  throw new ApiError(422, `${detail}。请在「样式模板和发表过的图」里重新选一个`, { errors: [{ field: 'example', detail }] });
}

/** The request that a tool's example stands for: its values, the caller's changes to them, and never an input of the caller. */
function exampleRequest(tool: ToolDefinition, example: Example, body: SparseRequest): SparseRequest {
  const onCohort = readsCohort(tool.parameters);
  const ofInputs = new Set(
    Object.entries(tool.parameters).flatMap(([name, parameter]) => {
      // With genes of one's own, an example on a cohort would be the analysis itself.
      const ofCohort = onCohort && (parameter.kind === 'gene' || parameter.kind === 'genes');
      if (!isInput(parameter) && !ofCohort) return [];
      const further = isInput(parameter) ? (inputKind(parameter).fields?.(parameter) ?? []) : [];
      return [name, ...(parameter.aliases ?? []), ...further.map(([field]) => field)];
    }),
  );
  const own = Object.fromEntries(Object.entries(body).filter(([key]) => !ofInputs.has(key) && key !== 'parameters'));
  const fields = Object.keys(example.files).map((name) => {
    // Any id will do: the inputs themselves are the server's and are found by `InputResolver.example`.
    return [fileFieldOf(tool.parameters, name), 1];
  });
  return { ...example.parameters, ...own, ...Object.fromEntries(fields) };
}

/** What is said of a field of another tool. */
function leftOut(field: string): Finding {
  return { code: 'field_ignored', level: 'note', field, message: `这个工具不用「${field}」，已略过` };
}

/** The project that a request names. Throws 422 where it names none that there could be. */
function projectOf({ project_id }: SparseRequest): number | null {
  if (project_id === undefined || project_id === null) return null;
  const read = idSchema.safeParse(project_id);
  if (read.success) return read.data;
  throw fieldError('project_id', '课题的编号不对，请重新选择课题');
}

function refusal(blocking: readonly Finding[]): ApiError {
  const errors = blocking.map((finding) => ({ field: finding.field ?? '', detail: finding.message }));
  return new ApiError(422, `${errors[0]?.detail}${blocking[0]?.detail === undefined ? '' : `。${blocking[0].detail}`}`, { errors });
}
