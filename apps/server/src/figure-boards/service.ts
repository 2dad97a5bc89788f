import { randomBytes } from 'node:crypto';
import {
  BOARD_PANEL_LEAST,
  BOARD_PANELS_MAX,
  BOARDS_MAX,
  type BoardContent,
  type BoardList,
  type BoardSave,
  type BoardSource,
  type FigureBoard,
  NEW_BOARD,
} from '@oncoloom/contract';
import { boardCaption, panelName, placeForOneMore } from '@oncoloom/figures/board';
import type { FigureFormat } from '@oncoloom/figures/file';
import { Awaited } from '../analyses/figures/awaited.ts';
import { type FigureLegend, figureLegend } from '../analyses/figures/figure-drawing.ts';
import type { Renderer } from '../analyses/results/rendering.ts';
import type { AnalysesService } from '../analyses/service.ts';
import type { AnalysisRecord, StoredResult } from '../analyses/tables.ts';
import type { ToolRegistry } from '../analyses/tools.ts';
import type { Drawing } from '../drawing/drawing.ts';
import { sha256Of } from '../platform/checksum.ts';
import { ApiError } from '../platform/errors.ts';
import type { Database, Transaction } from '../platform/postgres/database.ts';
import type { EnterProject } from '../projects/tables.ts';
import * as repository from './repository.ts';
import type { BoardListRequest } from './schemas.ts';
import type { BoardRecord } from './tables.ts';

interface Parts {
  database: Database;
  analyses: Pick<AnalysesService, 'owned' | 'ownedAmong'>;
  tools: Pick<ToolRegistry, 'get'>;
  renderer: Pick<Renderer, 'figure'>;
  drawing: Pick<Drawing, 'drawBoard'>;
  enterProject: EnterProject;
}

const ABSENT = '没有这个拼图，可能已经删除。请回到拼图列表';

/** A file of a board that can be made: `etag` changes with everything that is drawn. */
interface BoardFile {
  etag: string;
  name: string;
  make: (gone?: AbortSignal) => Promise<Uint8Array>;
}

/** Pages of figures of a user's analyses. */
export class FigureBoards {
  readonly #parts: Parts;
  /** One file at a time for a user: all share one thread that draws. */
  readonly #making = new Map<number, { etag: string; file: Awaited<Uint8Array> }>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async list(
    userId: number,
    { page, page_size: pageSize, name, search_name, search, project_id: projectId }: BoardListRequest,
  ): Promise<BoardList> {
    const filter = { search: name ?? search_name ?? search, projectId, page, pageSize };
    const { rows, total } = await repository.listBoards(this.#parts.database, userId, filter);
    const results = rows.map((row) => {
      const { content } = row;
      return { ...headOf(row), panels: content.panels.length, width: content.page.width, height: content.page.height };
    });
    return { results, count: total, page, page_size: pageSize, current_page: page };
  }

  /** Makes a board without figures. Throws 409 where the user has too many, 422 where the project takes nothing. */
  async create(userId: number, name: string, projectId: number | null = null): Promise<FigureBoard> {
    const row = await this.#parts.database.transaction(async (tx) => {
      await repository.lockCreation(tx, userId);
      if ((await repository.countBoards(tx, userId)) >= BOARDS_MAX)
        throw new ApiError(409, `最多保存 ${BOARDS_MAX} 个拼图。请先删掉不用的，再新建`);
      if (projectId !== null) await this.#parts.enterProject(tx, userId, projectId);
      return repository.addBoard(tx, { userId, projectId, name, content: NEW_BOARD });
    });
    return this.#view(userId, row);
  }

  /** Throws 404 for an absent one and for another's alike. */
  async get(userId: number, id: number): Promise<FigureBoard> {
    return this.#view(userId, await this.#owned(userId, id));
  }

  /** Puts a content in the place of an earlier one. Throws 404, and 409 where this was changed in between. */
  async save(userId: number, id: number, { revision, name, content }: BoardSave): Promise<FigureBoard> {
    const row = await this.#change(userId, id, async (tx, before) => {
      if (before.revision !== revision) throw new ApiError(409, '这个拼图在别的窗口里改过，这里的改动没有保存。请载入最新的内容，再接着改');
      return repository.writeBoard(tx, id, name, content);
    });
    return this.#view(userId, row);
  }

  /** Puts one more figure on a board, where the page is free. Throws 404, and 409 where the board is full. */
  async add(userId: number, id: number, analysisId: number, figure: string): Promise<FigureBoard> {
    const { analyses, tools } = this.#parts;
    const analysis = await analyses.owned(userId, analysisId);
    const legend = legendOf(tools, analysis, figure);
    if (legend === undefined) throw new ApiError(404, '这次分析里没有这张图，可能还没有完成。请刷新结果页');
    const row = await this.#change(userId, id, async (tx, { name, content }) => {
      if (content.panels.length >= BOARD_PANELS_MAX)
        throw new ApiError(409, `一个拼图最多放 ${BOARD_PANELS_MAX} 张图。请先移除几张，或放进另一个拼图`);
      const { page, place } = placeForOneMore(content.panels, content.page, BOARD_PANEL_LEAST);
      const panel = {
        key: randomBytes(5).toString('hex'),
        analysis_id: analysisId,
        figure,
        title: legend.title.zh.slice(0, 200),
        ...place,
      };
      return repository.writeBoard(tx, id, name, { ...content, page: { ...content.page, ...page }, panels: [...content.panels, panel] });
    });
    return this.#view(userId, row);
  }

  /** Throws 404 for an absent one and for another's alike. */
  async remove(userId: number, id: number): Promise<void> {
    if (!(await repository.removeBoard(this.#parts.database, userId, id))) throw new ApiError(404, ABSENT);
  }

  /** A board as a file. Throws 404, and 422 where one of its figures is no longer there. */
  async file(userId: number, id: number, format: FigureFormat): Promise<BoardFile> {
    const { renderer, drawing } = this.#parts;
    const { name, content } = await this.#owned(userId, id);
    const sources = await this.#sources(userId, content);
    requireFigures(content, sources);
    const panels = await Promise.all(
      sources.map(async ({ analysis, result }, i) => {
        const panel = content.panels[i] as BoardContent['panels'][number];
        const { x, y, width, height } = panel;
        return {
          ...(await renderer.figure(analysis as AnalysisRecord, result as StoredResult, panel.figure)),
          place: { x, y, width, height },
        };
      }),
    );
    const language = content.language === 'en' ? 'en' : 'zh';
    const caption = content.captions[language] ?? captionOf(content, sources, language);
    const request = { look: content, title: name, caption, panels, format };
    const etag = sha256Of(JSON.stringify(request));
    return {
      etag,
      name,
      make: (gone) =>
        this.#once(
          userId,
          etag,
          (abandoned) => drawing.drawBoard(request, { owner: `boards of ${userId}`, waitingMax: 1, abandoned }),
          gone,
        ),
    };
  }

  async #once(
    userId: number,
    etag: string,
    make: (abandoned: AbortSignal) => Promise<Uint8Array>,
    gone?: AbortSignal,
  ): Promise<Uint8Array> {
    const known = this.#making.get(userId);
    if (known !== undefined) {
      if (known.etag === etag) return known.file.wait(gone);
      throw new ApiError(429, '上一个文件还在画，画好以后再下载这一个', { retryAfter: 5 });
    }
    const file = new Awaited((abandoned) => make(abandoned).finally(() => this.#making.delete(userId)));
    this.#making.set(userId, { etag, file });
    return file.wait(gone);
  }

  async #owned(userId: number, id: number): Promise<BoardRecord> {
    const row = await repository.findBoard(this.#parts.database, userId, id);
    if (row === undefined) throw new ApiError(404, ABSENT);
    return row;
  }

  #change(userId: number, id: number, change: (tx: Transaction, before: BoardRecord) => Promise<BoardRecord>): Promise<BoardRecord> {
    return this.#parts.database.transaction(async (tx) => {
      const before = await repository.lockBoard(tx, userId, id);
      if (before === undefined) throw new ApiError(404, ABSENT);
      return change(tx, before);
    });
  }

  /** What each panel shows today. */
  async #sources(userId: number, { panels }: BoardContent): Promise<Source[]> {
    const { analyses, tools } = this.#parts;
    const found = await analyses.ownedAmong(userId, [...new Set(panels.map(({ analysis_id }) => analysis_id))]);
    return panels.map(({ analysis_id, figure }) => {
      const analysis = found.get(analysis_id);
      return { analysis, result: analysis?.result ?? undefined, legend: analysis && legendOf(tools, analysis, figure) };
    });
  }

  async #view(userId: number, row: BoardRecord): Promise<FigureBoard> {
    const { content, revision } = row;
    const sources = await this.#sources(userId, content);
    return { ...headOf(row), revision, content, sources: sources.map((source, i) => toSource(source, content.panels[i])) };
  }
}

/** What a panel names, as far as it is there. */
interface Source {
  analysis: AnalysisRecord | undefined;
  result: StoredResult | undefined;
  legend: FigureLegend | undefined;
}

function legendOf(tools: Parts['tools'], analysis: AnalysisRecord, figure: string): FigureLegend | undefined {
  const tool = analysis.status === 'completed' ? tools.get(analysis.taskType) : undefined;
  return tool && figureLegend(tool, analysis, figure);
}

function headOf({ id, name, projectId, createdAt, updatedAt }: BoardRecord) {
  return { id, name, project_id: projectId, created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
}

function toSource({ analysis, legend }: Source, panel: BoardContent['panels'][number] | undefined): BoardSource {
  const title = panel?.title ?? '';
  return {
    key: panel?.key ?? '',
    state: analysis === undefined ? 'gone' : legend === undefined ? 'absent' : 'ready',
    task_name: analysis?.name ?? '',
    title: legend?.title ?? { zh: title, en: '' },
    caption: legend?.caption ?? { zh: '', en: '' },
  };
}

/** Throws 422 for a page that would lack a figure. */
function requireFigures({ panels, letters }: BoardContent, sources: readonly Source[]): void {
  if (panels.length === 0) throw new ApiError(422, '拼图里还没有图。请先从结果页把图放进来，再下载');
  const missing = sources.flatMap(({ legend }, i) => (legend === undefined ? [panelName(i, letters.style)] : []));
  if (missing.length > 0)
    throw new ApiError(422, `图 ${missing.join('、')} 的分析已经删除或没有这张图。请移除这些空框，或换成别的图，再下载`);
}

/** The legend that a board has while nobody has written one. */
function captionOf({ letters }: BoardContent, sources: readonly Source[], language: 'zh' | 'en'): string {
  const panels = sources.map(({ legend }) => ({ title: legend?.title[language] ?? '', caption: legend?.caption[language] ?? '' }));
  return boardCaption(panels, letters.style, language);
}
