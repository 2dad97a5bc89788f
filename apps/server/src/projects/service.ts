import { type Lineage, PROJECT_STEPS_MAX, PROJECTS_MAX, type Project, type ProjectList, type ProjectRow } from '@oncoloom/contract';
import { analysesByProject, assignAnalyses, recordsInProject } from '../analyses/lists/in-project.ts';
import type { AnalysisRecord } from '../analyses/tables.ts';
import { assignBoards, boardsByProject } from '../figure-boards/repository.ts';
import { assignFiles, filesByProject } from '../files/space/in-project.ts';
import { ApiError } from '../platform/errors.ts';
import type { Queryable, Transaction } from '../platform/postgres/database.ts';
import { type LineageParts, type ProjectLineage, readLineage } from './lineage/read-lineage.ts';
import * as repository from './repository.ts';
import type { ProjectChange, ProjectListRequest, ProjectThings } from './schemas.ts';
import type { ProjectRecord } from './tables.ts';

export const ABSENT = '没有这个课题，可能已经删除。请回到课题列表';

/** What belongs to one question: files, analyses, boards, notes, and how one came from the other. */
export class ProjectsService {
  readonly #parts: LineageParts;

  constructor(parts: LineageParts) {
    this.#parts = parts;
  }

  async list(userId: number, asked: ProjectListRequest): Promise<ProjectList> {
    const { page, page_size: pageSize, name, search_name, search, archived } = asked;
    const { database } = this.#parts;
    const { rows, total } = await repository.listProjects(database, userId, {
      search: name ?? search_name ?? search,
      archived,
      page,
      pageSize,
    });
    const countsOf = await countsByProject(database, userId);
    const results = rows.map((row) => rowOf(row, countsOf(row.id)));
    return { results, count: total, page, page_size: pageSize, current_page: page };
  }

  /** Throws 409 where the user has too many. */
  async create(userId: number, { name, notes }: Pick<ProjectRecord, 'name' | 'notes'>): Promise<Project> {
    return this.#view(userId, await this.#parts.database.transaction((tx) => this.createIn(tx, userId, { name, notes })));
  }

  /** The same inside the caller's transaction. Throws 409 where the user has too many. */
  async createIn(tx: Transaction, userId: number, { name, notes }: Pick<ProjectRecord, 'name' | 'notes'>): Promise<ProjectRecord> {
    await repository.lockCreation(tx, userId);
    if ((await repository.countProjects(tx, userId)) >= PROJECTS_MAX)
      throw new ApiError(409, `最多保存 ${PROJECTS_MAX} 个课题。请先删掉不用的，再新建`);
    return repository.addProject(tx, { userId, name, notes });
  }

  /** Throws 404 for an absent one and for another's alike. */
  async get(userId: number, id: number): Promise<Project> {
    return this.#view(userId, await this.owned(userId, id));
  }

  /** Throws 404. */
  async change(userId: number, id: number, { archived, ...change }: ProjectChange): Promise<Project> {
    const archivedAt = archived === undefined ? {} : { archivedAt: archived ? new Date() : null };
    const changed = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const row = await repository.changeProject(this.#parts.database, userId, id, { ...changed, ...archivedAt });
    if (row === undefined) throw new ApiError(404, ABSENT);
    return this.#view(userId, row);
  }

  /** What was in it stays. Throws 404. */
  async remove(userId: number, id: number): Promise<void> {
    if (!(await repository.removeProject(this.#parts.database, userId, id))) throw new ApiError(404, ABSENT);
  }

  /** Puts things of the user into a project, out of the one that they were in. Throws 404, 409 and 422 with nothing changed. */
  async add(userId: number, id: number, things: ProjectThings): Promise<Project> {
    await this.owned(userId, id);
    const { database } = this.#parts;
    await database.transaction(async (tx) => {
      await repository.enterProject(tx, userId, id);
      await assign(tx, userId, things, { to: id });
      if (((await analysesByProject(tx, userId)).get(id) ?? 0) > PROJECT_STEPS_MAX)
        throw new ApiError(409, `一个课题最多放 ${PROJECT_STEPS_MAX} 次分析。请先移出不用的`);
    });
    return this.get(userId, id);
  }

  /** Takes things of the user out of a project. What is not in it is left alone. Throws 404 with nothing changed. */
  async take(userId: number, id: number, things: ProjectThings): Promise<Project> {
    await this.owned(userId, id);
    await this.#parts.database.transaction((tx) => assign(tx, userId, things, { to: null, from: id }));
    return this.get(userId, id);
  }

  /** The graph of a project. Throws 404. */
  async lineage(userId: number, id: number): Promise<Lineage> {
    await this.owned(userId, id);
    return (await this.readLineage(userId, id)).view;
  }

  /**
   * A project of the user with its analyses that count today, each after those that it takes its inputs from; runs in whose place
   * another was completed are left out. Throws 404.
   */
  async project(userId: number, id: number): Promise<{ project: ProjectRecord; analyses: AnalysisRecord[] }> {
    const project = await this.owned(userId, id);
    const records = new Map((await recordsInProject(this.#parts.database, userId, id)).map((record) => [record.id, record]));
    const { view } = await this.readLineage(userId, id);
    return { project, analyses: view.steps.flatMap((step) => records.get(step.id) ?? []) };
  }

  readLineage(userId: number, id: number): Promise<ProjectLineage> {
    return readLineage(this.#parts, userId, id);
  }

  /** A project of this user. Throws 404 for an absent one and for another's alike. */
  async owned(userId: number, id: number): Promise<ProjectRecord> {
    const row = await repository.findProject(this.#parts.database, userId, id);
    if (row === undefined) throw new ApiError(404, ABSENT);
    return row;
  }

  /** The same, which new things may be put into. Throws 404, and 422 for an archived one. */
  async open(userId: number, id: number): Promise<ProjectRecord> {
    const project = await this.owned(userId, id);
    if (project.archivedAt !== null) throw repository.closed();
    return project;
  }

  async #view(userId: number, row: ProjectRecord): Promise<Project> {
    const countsOf = await countsByProject(this.#parts.database, userId);
    return { ...rowOf(row, countsOf(row.id)), notes: row.notes };
  }
}

/** Writes what things belong to. Throws 404 where one of them is not the user's. */
async function assign(
  tx: Transaction,
  userId: number,
  { analysis_ids: analyses, file_ids: files, board_ids: boards }: ProjectThings,
  place: { to: number | null; from?: number },
): Promise<void> {
  for (const [ids, write, what] of [
    [analyses, assignAnalyses, '分析'],
    [files, assignFiles, '文件'],
    [boards, assignBoards, '拼图'],
  ] as const) {
    const different = [...new Set(ids)];
    const found = await write(tx, userId, different, place);
    if (found < different.length) throw new ApiError(404, `选的${what}不存在，可能已经删除。请刷新后重新选择`);
  }
}

async function countsByProject(db: Queryable, userId: number): Promise<(id: number) => ProjectRow['counts']> {
  const [analyses, files, boards] = await Promise.all([
    analysesByProject(db, userId),
    filesByProject(db, userId),
    boardsByProject(db, userId),
  ]);
  return (id) => ({ analyses: analyses.get(id) ?? 0, files: files.get(id) ?? 0, boards: boards.get(id) ?? 0 });
}

function rowOf({ id, name, archivedAt, createdAt, updatedAt }: ProjectRecord, counts: ProjectRow['counts']): ProjectRow {
  return {
    id,
    name,
    archived: archivedAt !== null,
    counts,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}
