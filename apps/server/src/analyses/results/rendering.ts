import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FigureFormat } from '@oncoloom/figures/file';
import { SIMULATED_NOTE, shownFigures, type ToldTable, type ToldTool, type ToolDefinition, tellTool, type Value } from '@oncoloom/tool-kit';
import type { BillingService } from '../../billing/service.ts';
import type { CohortStore } from '../../cohorts/service.ts';
import type { Drawing, DrawRequest, TableSources, Turn } from '../../drawing/drawing.ts';
import { sha256Of } from '../../platform/checksum.ts';
import { type Disk, diskFull } from '../../platform/disk.ts';
import { ApiError } from '../../platform/errors.ts';
import type { KeptAnswers } from '../../platform/kept-answers.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { Engine } from '../../r-engine/engine.ts';
import { streamResult } from '../../r-engine/results.ts';
import type { Storage, StoredBlob } from '../../storage/storage.ts';
import { Awaited } from '../figures/awaited.ts';
import { makeDrawingRoom } from '../figures/drawing-space.ts';
import { type FigureDrawing, figureDrawing } from '../figures/figure-drawing.ts';
import { THUMBNAIL, thumbnailOf } from '../figures/thumbnail.ts';
import { type WordMeaning, wordRequest } from '../paper/documents.ts';
import * as repository from '../repository.ts';
import type { AnalysisRecord, StoredResult } from '../tables.ts';
import { isSimulated, SIMULATED_TEXTS } from '../texts/simulated.ts';
import { resultWords } from '../texts/words.ts';
import type { ToolRegistry } from '../tools.ts';
import { bundleStream } from './bundle.ts';
import { asCsv } from './csv.ts';
import { documentAbout } from './document-about.ts';
import { type FileMeaning, type ResultItem, renderingKey, resultFiles } from './result-files.ts';
import { withoutFormulas } from './sheet-text.ts';
import { isWholeWorkbook } from './whole-workbook.ts';

/** Who waits for a file. */
interface Waiter {
  /** `background`: nobody yet. */
  priority?: Priority;
  /** Whose turn it is: files of the user come beside what readers of links and lists of analyses ask for, of which fewer may wait. */
  of?: keyof typeof WAITING_MAX;
  /** When the caller has gone. */
  gone?: AbortSignal;
}
type Priority = 'interactive' | 'background';
/** For whom something is made, and until when. What is made for it in turn has the same `waiter`. */
type Job = Required<Pick<Waiter, 'priority'>> & { turn: Turn; waiter: Waiter };

/** Files that may wait to be drawn, of one user: asked for by the user, by all readers of the user's links, by lists of results. */
const WAITING_MAX = { user: 12, links: 4, lists: 4 } as const;

/** A file of a result that can be asked for, whether it has been made or not. */
export interface Requested {
  item: ResultItem;
  /** Rendering key; also the ETag. A table's TSV is its own checksum. */
  key: string;
  make: (waiter?: Waiter) => Promise<StoredBlob>;
}

interface Parts {
  database: Database;
  disk: Pick<Disk, 'require' | 'isCritical' | 'stopped'>;
  storage: Storage;
  billing: Pick<BillingService, 'subscription' | 'space'>;
  cohorts: CohortStore;
  engine: Engine;
  drawing: Drawing;
  tools: ToolRegistry;
  kept: KeptAnswers;
}

/** In the folder of the job that makes a workbook of it. */
const TABLE = 'tables/table.tsv';
const WORKBOOK_TIMEOUT_MS = 60_000;
const BOOK_TIMEOUT_MS = 240_000;
const LOOKED_THROUGH_MAX = 10_000;

/** A table of a workbook of several. */
interface Sheet {
  sheet: string;
  sha256: string;
}

/** Bytes of a text into those of another. */
type TextChange = (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

/** Makes the files of results on first request and keeps them; two requests at once make a file once. */
export class Renderer {
  readonly #parts: Parts;
  readonly #making = new Map<string, Awaited<StoredBlob>>();
  /** Of texts that have been looked through, by the key of the change: does it leave them as they are? */
  readonly #unchanged = new Map<string, boolean>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Finds what a file key means. Throws 404 for an unknown one. */
  async find(analysis: AnalysisRecord, fileKey: string): Promise<Requested> {
    const { result } = analysis;
    const tool = this.#parts.tools.require(analysis.taskType);
    const [base = '', hash] = fileKey.split('~');
    const item = result === null ? undefined : resultFiles(tool, analysis, result, new Map()).find((entry) => entry.file_key === base);
    if (result === null || item === undefined) throw new ApiError(404, '没有这个文件，可能结果已经更新，请刷新页面');
    const variant = hash === undefined ? null : await this.#variant(analysis.id, hash);
    const { meaning } = item;
    if (meaning.kind === 'table' && meaning.format === 'tsv') {
      const table = result.tables.find((entry) => entry.id === meaning.table);
      if (table === undefined) throw new ApiError(404, '没有这个文件，可能结果已经更新，请刷新页面');
      if (!isSimulated(analysis)) return { item, key: table.sha256, make: async () => ({ sha256: table.sha256, size: table.bytes }) };
    }
    const key = renderingKey(tool, analysis, result, meaning, variant);
    return {
      item,
      key,
      make: (waiter) => this.#once(analysis, key, (job) => this.#make(tool, analysis, result, meaning, variant, job), waiter),
    };
  }

  /** The same as a spreadsheet may open it: of a table's text, cells that begin like formulas are texts. */
  async findForSheets(analysis: AnalysisRecord, fileKey: string): Promise<Requested> {
    const found = await this.find(analysis, fileKey);
    const { meaning } = found.item;
    if (meaning.kind !== 'table' || meaning.format !== 'tsv') return found;
    const key = sha256Of(JSON.stringify(['without formulas', found.key]));
    const make = async (waiter?: Waiter) => this.changed(analysis, await found.make(waiter), key, withoutFormulas, waiter);
    return { ...found, key, make };
  }

  /** A text after a change that is always the same under this key; the text itself where nothing is changed. */
  async changed(analysis: AnalysisRecord, blob: StoredBlob, key: string, change: TextChange, waiter?: Waiter): Promise<StoredBlob> {
    const text = async () => change((await this.#parts.storage.open(blob.sha256)) as AsyncIterable<Buffer>);
    // Nearly every table is as it was: it needs no copy.
    if (await this.#isUnchanged(key, blob, text)) return blob;
    return this.#once(analysis, key, async () => this.#parts.storage.put(Readable.from(await text())), waiter);
  }

  async #isUnchanged(key: string, { sha256 }: StoredBlob, text: () => Promise<AsyncIterable<Buffer>>): Promise<boolean> {
    const known = this.#unchanged.get(key);
    if (known !== undefined) return known;
    const hash = createHash('sha256');
    for await (const piece of await text()) hash.update(piece);
    const unchanged = hash.digest('hex') === sha256;
    if (this.#unchanged.size >= LOOKED_THROUGH_MAX) this.#unchanged.clear();
    this.#unchanged.set(key, unchanged);
    return unchanged;
  }

  async #variant(analysisId: number, hash: string): Promise<Record<string, Value>> {
    const row = await repository.findStyleVariant(this.#parts.database, analysisId, hash);
    if (row === undefined) throw new ApiError(404, '没有这个文件，可能结果已经更新，请刷新页面');
    return row.style;
  }

  async #once(
    analysis: AnalysisRecord,
    key: string,
    make: (job: Job) => Promise<StoredBlob>,
    { priority = 'interactive', of = 'user', gone }: Waiter = {},
  ): Promise<StoredBlob> {
    const id = `${analysis.id}/${key}`;
    const kept = (await repository.findRenderings(this.#parts.database, analysis.id)).get(key);
    if (kept !== undefined && kept.size > 0 && (await this.#parts.storage.has(kept.sha256))) return kept;
    await this.#parts.disk.require();
    const known = this.#making.get(id);
    if (known !== undefined) return known.wait(gone);
    const whose = { owner: `${of} ${analysis.userId}`, waitingMax: WAITING_MAX[of] };
    const draw = async (abandoned: AbortSignal) => {
      const made = await make({ priority, turn: { ...whose, abandoned }, waiter: { priority, of, gone: abandoned } });
      const blob = await repository.addRendering(this.#parts.database, analysis.id, key, made, kept?.sha256);
      await makeDrawingRoom(this.#parts, analysis.userId);
      this.#parts.kept.changed(analysis.userId, [`analysis/${analysis.id}`]);
      return blob;
    };
    const making = new Awaited((abandoned) => draw(abandoned).finally(() => this.#making.delete(id)));
    this.#making.set(id, making);
    return making.wait(gone);
  }

  async #make(
    tool: ToolDefinition,
    analysis: AnalysisRecord,
    result: StoredResult,
    meaning: FileMeaning,
    variant: Record<string, Value> | null,
    { priority, turn, waiter }: Job,
  ): Promise<StoredBlob> {
    if (meaning.kind === 'bundle') return this.#bundle(tool, analysis, result, waiter);
    if (meaning.kind === 'table' && meaning.format === 'tsv') return this.#withComment(result, meaning.table);
    if (meaning.kind === 'word-table' || meaning.kind === 'legend') return this.#word(tool, analysis, result, meaning, turn);
    if (meaning.kind === 'figure')
      return this.#figure(figureDrawing(tool, analysis, result, meaning.figure, variant), meaning.format, turn);
    if (meaning.kind === 'document') return this.#document(tool, analysis, result, meaning.document, turn);
    const table = result.tables.find(({ id }) => id === meaning.table);
    if (table === undefined) throw new Error(`analysis ${analysis.id} has no table ${meaning.table}`);
    if (meaning.format === 'csv') return this.#csv(analysis, table);
    const { title } = tellTool(tool, 'zh', result.rowSubject ?? 'gene').tables[meaning.table] ?? {};
    return this.#writeWorkbook(workbookOf(analysis, title ?? table.id), { [TABLE]: table.sha256 }, priority);
  }

  /** The files in it are made for who waits for the whole, in turns of the same owner. */
  async #bundle(tool: ToolDefinition, analysis: AnalysisRecord, result: StoredResult, waiter: Waiter): Promise<StoredBlob> {
    const files = {
      find: async (of: AnalysisRecord, fileKey: string) => {
        const found = await this.find(of, fileKey);
        return { make: () => found.make(waiter) };
      },
    };
    return this.#parts.storage.put(await bundleStream(this.#parts, files, tool, analysis, result));
  }

  /** A figure that the screen and the files have from one code. */
  async #figure({ drawing: _, ...figure }: FigureDrawing, format: FigureFormat, turn: Turn): Promise<StoredBlob> {
    const { drawing, storage } = this.#parts;
    const file = await drawing.draw({ ...figure, tables: await this.#sources(figure.tables), format }, turn);
    return storage.put(Readable.from([file]));
  }

  /** A figure of a result as it is drawn today, for a picture of several. Of what it tells, `tables` alone name the server's folders. */
  async figure(analysis: AnalysisRecord, result: StoredResult, figure: string): Promise<Omit<DrawRequest, 'format'>> {
    const tool = this.#parts.tools.require(analysis.taskType);
    const { drawing: _, ...drawn } = figureDrawing(tool, analysis, result, figure, null);
    return { ...drawn, tables: await this.#sources(drawn.tables) };
  }

  async #document(tool: ToolDefinition, analysis: AnalysisRecord, result: StoredResult, document: string, turn: Turn): Promise<StoredBlob> {
    const { drawing, storage, tools } = this.#parts;
    const shown = shownFigures(tool, result.tables).map(([id]) => figureDrawing(tool, analysis, result, id, null));
    const figures = shown.map(async ({ drawing: _, ...figure }) => ({ ...figure, tables: await this.#sources(figure.tables) }));
    const file = await drawing.drawDocument(
      {
        about: documentAbout(tool, analysis, result, document, await tools.texts.methods(tools.folder(tool))),
        contents: tools.documentContents(tool, document),
        words: resultWords(tool, analysis.values, result),
        tables: await this.#sources(tablesOf(tellTool(tool, 'zh', result.rowSubject ?? 'gene'), result)),
        figures: await Promise.all(figures),
        notice: isSimulated(analysis) ? SIMULATED_NOTE : '',
      },
      turn,
    );
    return storage.put(Readable.from([file]));
  }

  async #word(tool: ToolDefinition, analysis: AnalysisRecord, result: StoredResult, meaning: WordMeaning, turn: Turn): Promise<StoredBlob> {
    const { drawing, storage, tools } = this.#parts;
    const sources = await this.#sources(tablesOf(tellTool(tool, 'zh', result.rowSubject ?? 'gene'), result));
    const texts = await tools.texts.methods(tools.folder(tool));
    const file = await drawing.writeWord(wordRequest(tool, analysis, result, meaning, texts, sources), turn);
    return storage.put(Readable.from([file]));
  }

  /** Where stored tables lie. */
  async #sources(tables: Readonly<Record<string, { sha256: string; declaration: ToldTable }>>): Promise<TableSources> {
    const sources = Object.entries(tables).map(async ([name, { sha256, declaration }]): Promise<[string, TableSources[string]]> => {
      return [name, { path: await this.#parts.storage.path(sha256), declaration }];
    });
    return Object.fromEntries(await Promise.all(sources));
  }

  /** A table of a simulated cohort's result, its first line saying so. */
  async #withComment(result: StoredResult, id: string): Promise<StoredBlob> {
    const table = result.tables.find((entry) => entry.id === id);
    if (table === undefined) throw new Error(`no table ${id}`);
    const { storage } = this.#parts;
    const lines = await storage.open(table.sha256);
    async function* withComment() {
      yield SIMULATED_TEXTS.comment.zh;
      yield* lines;
    }
    return storage.put(Readable.from(withComment()));
  }

  /** A table with commas. People open it with spreadsheets, too. */
  async #csv(analysis: AnalysisRecord, table: Pick<StoredBlob, 'sha256'>): Promise<StoredBlob> {
    const lines = withoutFormulas((await this.#parts.storage.open(table.sha256)) as AsyncIterable<Buffer>);
    return this.#parts.storage.put(Readable.from(asCsv(lines, isSimulated(analysis) ? SIMULATED_NOTE : null)));
  }

  /** Something that is made of several results, kept with one of them like a file of its own; `key` covers all that it is made from. */
  kept(analysis: AnalysisRecord, key: string, make: (turn: Turn) => Promise<StoredBlob>, waiter?: Waiter): Promise<StoredBlob> {
    return this.#once(analysis, key, ({ turn }) => make(turn), waiter);
  }

  /** Tables of several results as sheets of one workbook, kept in the same way. @param notice Stands on a first sheet of its own. */
  async book(analysis: AnalysisRecord, sheets: readonly Sheet[], notice: string | undefined, waiter?: Waiter): Promise<StoredBlob> {
    const request = { ...(notice === undefined ? {} : { notice }), output: 'tables.xlsx' };
    const tables = sheets.map(({ sheet }, i) => ({ path: `tables/${i + 1}.tsv`, sheet }));
    const inputs = Object.fromEntries(sheets.map(({ sha256 }, i) => [`tables/${i + 1}.tsv`, sha256]));
    const key = sha256Of(JSON.stringify(['book', request, sheets]));
    return this.#once(
      analysis,
      key,
      ({ priority }) => this.#writeWorkbook({ ...request, tables }, inputs, priority, BOOK_TIMEOUT_MS),
      waiter,
    );
  }

  /** A table of an analysis that is no part of its result, as a workbook; made once, like the files of the result. */
  workbook(analysis: AnalysisRecord, table: StoredBlob, sheet: string): Pick<Requested, 'key' | 'make'> {
    const request = workbookOf(analysis, sheet);
    const key = sha256Of(JSON.stringify(['workbook', table.sha256, request]));
    const make = async (waiter?: Waiter) =>
      this.#once(analysis, key, ({ priority }) => this.#writeWorkbook(request, { [TABLE]: table.sha256 }, priority), waiter);
    return { key, make };
  }

  /** The first figure of a result, small, as it is drawn today; made once. Undefined where the result shows no figure. */
  async thumbnail(analysis: AnalysisRecord): Promise<Pick<Requested, 'key' | 'make'> | undefined> {
    const { storage, tools } = this.#parts;
    const [[figure] = []] = shownFigures(tools.require(analysis.taskType), analysis.result?.tables ?? []);
    if (figure === undefined) return undefined;
    // The file that a download has, too: mostly it has been drawn already.
    const whole = await this.find(analysis, `${figure}_png`);
    const key = sha256Of(JSON.stringify([THUMBNAIL, whole.key]));
    const make = async (waiter: Waiter = {}) => {
      const small = async () => storage.put(Readable.from([await thumbnailOf(await storage.path((await whole.make(waiter)).sha256))]));
      return this.#once(analysis, key, small, waiter);
    };
    return { key, make };
  }

  /** Tables as a workbook, by the engine. @param tables Checksums by the path that the request names. */
  async #writeWorkbook(
    request: WorkbookRequest,
    tables: Readonly<Record<string, string>>,
    priority: Priority,
    timeoutMs = WORKBOOK_TIMEOUT_MS,
  ): Promise<StoredBlob> {
    const { engine, disk, storage } = this.#parts;
    const inputs = Object.entries(tables).map(async ([path, sha256]) => [path, await storage.path(sha256)] as const);
    const job = {
      id: `write-${randomUUID()}`,
      mode: 'xlsx',
      request: { mode: 'xlsx', ...request },
      inputs: Object.fromEntries(await Promise.all(inputs)),
      priority,
      timeoutMs,
    } as const;
    const outcome = await engine.run(job);
    if (!outcome.ok && (await disk.stopped(outcome))) throw diskFull();
    if (!outcome.ok) throw new ApiError(500, `表格文件没有写出来：${outcome.message}`);
    try {
      // R does not tell when it found no room: the file may be cut off.
      if (await disk.isCritical()) throw diskFull();
      if (!(await isWholeWorkbook(outcome.folder, request.output)))
        throw new ApiError(500, '表格文件没有写完整，请再下载一次；若仍不行，请告诉管理员');
      return await storage.put(await streamResult(outcome.folder, request.output));
    } finally {
      void engine.release(outcome.folder);
    }
  }
}

/** What the engine is asked for a workbook of one table. */
type WorkbookRequest = Record<string, unknown> & { output: string };

function workbookOf(analysis: AnalysisRecord, sheet: string): WorkbookRequest {
  return { tables: [{ path: TABLE, sheet }], output: 'tables.xlsx', ...(isSimulated(analysis) ? { notice: SIMULATED_NOTE } : {}) };
}

/** Tables of a result that a document may show: all but matrices. */
function tablesOf(tool: ToldTool, result: StoredResult) {
  const tables = result.tables.flatMap(({ id, sha256 }) => {
    const declaration = tool.tables[id];
    return declaration === undefined || declaration.matrix === true ? [] : [[id, { sha256, declaration }] as const];
  });
  return Object.fromEntries(tables);
}
