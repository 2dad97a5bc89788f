import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FigureFormat } from '@oncoloom/figures/file';
import { SIMULATED_NOTE, type ToolDefinition, toolInWordsOf, type Value } from '@oncoloom/tool-kit';
import type { CohortStore } from '../cohorts/store.ts';
import type { Drawing, DrawRequest } from '../drawing/drawing.ts';
import type { Engine } from '../engine/engine.ts';
import { streamResult } from '../engine/results.ts';
import { sha256Of } from '../platform/checksum.ts';
import type { Database } from '../platform/database.ts';
import { type Disk, diskFull } from '../platform/disk.ts';
import { ApiError } from '../platform/errors.ts';
import type { Storage, StoredBlob } from '../platform/storage.ts';
import { bundleStream } from './bundle.ts';
import { documentRequest } from './document-request.ts';
import { isWhole } from './drawn-file.ts';
import { type FigureDrawing, figureDrawing } from './figure-drawing.ts';
import * as repository from './repository.ts';
import { type FileMeaning, type ResultItem, renderingKey, resultFiles } from './result-files.ts';
import { withoutFormulas } from './sheet-text.ts';
import { isSimulated, SIMULATED_TEXTS } from './simulated.ts';
import type { AnalysisRecord, StoredResult } from './tables.ts';
import type { ToolRegistry } from './tools.ts';
import { resultWords } from './words.ts';

/** Whether somebody waits for the file. */
type Priority = 'interactive' | 'background';

/** A file of a result that can be asked for, whether it has been made or not. */
export interface Requested {
  item: ResultItem;
  /** Rendering key; also the ETag. A table's TSV is its own checksum. */
  key: string;
  make: (priority?: Priority) => Promise<StoredBlob>;
}

interface Parts {
  database: Database;
  disk: Pick<Disk, 'require' | 'isCritical' | 'stopped'>;
  storage: Storage;
  cohorts: CohortStore;
  engine: Engine;
  drawing: Drawing;
  tools: ToolRegistry;
}

const DRAW_TIMEOUT_MS = 60_000;
const PLAIN_MAX = 10_000;

/** Makes the files of results on first request and keeps them; two requests at once make a file once. */
export class Renderer {
  readonly #parts: Parts;
  readonly #making = new Map<string, Promise<StoredBlob>>();
  /** Tables that have been looked through. */
  readonly #plain = new Set<string>();

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
      make: (priority = 'interactive') => this.#once(analysis, key, () => this.#make(tool, analysis, result, meaning, variant, priority)),
    };
  }

  /** The same as a spreadsheet may open it: of a table's text, cells that begin like formulas are texts. */
  async findForSheets(analysis: AnalysisRecord, fileKey: string): Promise<Requested> {
    const found = await this.find(analysis, fileKey);
    const { meaning } = found.item;
    if (meaning.kind !== 'table' || meaning.format !== 'tsv') return found;
    const key = sha256Of(JSON.stringify(['without formulas', found.key]));
    const make = async () => {
      const blob = await found.make();
      // Nearly every table is one: it needs no copy.
      if (await this.#isPlain(blob)) return blob;
      return this.#once(analysis, key, async () => this.#parts.storage.put(Readable.from(await this.#withoutFormulas(blob))));
    };
    return { ...found, key, make };
  }

  async #withoutFormulas({ sha256 }: StoredBlob): Promise<AsyncIterable<Buffer>> {
    return withoutFormulas((await this.#parts.storage.open(sha256)) as AsyncIterable<Buffer>);
  }

  /** Has a table no cell that begins like a formula? */
  async #isPlain(blob: StoredBlob): Promise<boolean> {
    if (this.#plain.has(blob.sha256)) return true;
    let size = 0;
    for await (const piece of await this.#withoutFormulas(blob)) size += piece.length;
    if (size !== blob.size) return false;
    if (this.#plain.size >= PLAIN_MAX) this.#plain.clear();
    this.#plain.add(blob.sha256);
    return true;
  }

  async #variant(analysisId: number, hash: string): Promise<Record<string, Value>> {
    const row = await repository.findStyleVariant(this.#parts.database, analysisId, hash);
    if (row === undefined) throw new ApiError(404, '没有这个文件，可能结果已经更新，请刷新页面');
    return row.style;
  }

  async #once(analysis: AnalysisRecord, key: string, make: () => Promise<StoredBlob>): Promise<StoredBlob> {
    const id = `${analysis.id}/${key}`;
    const known = (await repository.findRenderings(this.#parts.database, analysis.id)).get(key);
    if (known !== undefined && known.size > 0) return known;
    await this.#parts.disk.require();
    const making =
      this.#making.get(id) ??
      make()
        .then(async (blob) => {
          await repository.addRendering(this.#parts.database, analysis.id, key, blob);
          return blob;
        })
        .finally(() => this.#making.delete(id));
    this.#making.set(id, making);
    return making;
  }

  async #make(
    tool: ToolDefinition,
    analysis: AnalysisRecord,
    result: StoredResult,
    meaning: FileMeaning,
    variant: Record<string, Value> | null,
    priority: Priority,
  ): Promise<StoredBlob> {
    if (meaning.kind === 'bundle') return this.#parts.storage.put(await bundleStream(this.#parts, this, tool, analysis, result));
    if (meaning.kind === 'table' && meaning.format === 'tsv') return this.#withComment(result, meaning.table);
    if (meaning.kind === 'figure') {
      const figure = figureDrawing(tool, analysis, result, meaning.figure, variant);
      if (figure.drawing !== null) return this.#figure(figure, meaning.format);
    }
    const ids = tablesOf(tool, meaning);
    const inputs: Record<string, string> = {};
    for (const id of ids) {
      const table = result.tables.find((entry) => entry.id === id);
      if (table === undefined) throw new Error(`analysis ${analysis.id} has no table ${id}`);
      inputs[`tables/${id}.tsv`] = await this.#parts.storage.path(table.sha256);
    }
    const { tables: titled } = toolInWordsOf(tool, result.rowSubject ?? 'gene');
    const tables = ids.map((id) => ({ id, path: `tables/${id}.tsv`, sheet: titled[id]?.title ?? id }));
    const notice = isSimulated(analysis) ? { notice: SIMULATED_NOTE } : {};
    if (meaning.kind === 'table') return this.#draw('xlsx', { tables, output: 'drawn.xlsx', ...notice }, inputs, priority);
    if (meaning.kind === 'document') {
      const methods = await this.#parts.tools.texts.methods(this.#parts.tools.folder(tool));
      const request = { ...documentRequest(tool, analysis, result, meaning.document, methods), tables, output: 'drawn.pdf', ...notice };
      return this.#draw('document', request, inputs, priority);
    }
    const { figure, format } = meaning;
    const { style, notices } = figureDrawing(tool, analysis, result, figure, variant);
    const words = resultWords(tool, analysis.values, result);
    const told = notices.length > 0 ? { notice: notices.join('\n') } : {};
    const request = { tool: tool.taskType, figure, format, style, words, tables, output: `drawn.${format}`, ...told };
    return this.#draw('plot', request, inputs, priority);
  }

  /** A figure that the screen and the files have from one code. */
  async #figure({ drawing: _, tables, ...drawn }: FigureDrawing, format: FigureFormat): Promise<StoredBlob> {
    const { drawing, storage } = this.#parts;
    const sources = Object.entries(tables).map(
      async ([role, { sha256, declaration }]): Promise<[string, DrawRequest['tables'][string]]> => {
        return [role, { path: await storage.path(sha256), declaration }];
      },
    );
    const file = await drawing.draw({ ...drawn, tables: Object.fromEntries(await Promise.all(sources)), format });
    return storage.put(Readable.from([file]));
  }

  /** A table of a simulated cohort's result, its first line saying so. */
  async #withComment(result: StoredResult, id: string): Promise<StoredBlob> {
    const table = result.tables.find((entry) => entry.id === id);
    if (table === undefined) throw new Error(`no table ${id}`);
    const { storage } = this.#parts;
    const lines = await storage.open(table.sha256);
    async function* withComment() {
      yield SIMULATED_TEXTS.comment;
      yield* lines;
    }
    return storage.put(Readable.from(withComment()));
  }

  /** A table of an analysis that is no part of its result, as a workbook; made once, like the files of the result. */
  workbook(analysis: AnalysisRecord, table: StoredBlob, sheet: string): Pick<Requested, 'key' | 'make'> {
    const path = 'tables/table.tsv';
    const notice = isSimulated(analysis) ? { notice: SIMULATED_NOTE } : {};
    const request = { tables: [{ path, sheet }], output: 'drawn.xlsx', ...notice };
    const key = sha256Of(JSON.stringify(['workbook', table.sha256, request]));
    const make = async (priority: Priority = 'interactive') =>
      this.#once(analysis, key, async () =>
        this.#draw('xlsx', request, { [path]: await this.#parts.storage.path(table.sha256) }, priority),
      );
    return { key, make };
  }

  async #draw(
    mode: 'plot' | 'document' | 'xlsx',
    request: { output: string } & Record<string, unknown>,
    inputs: Record<string, string>,
    priority: Priority,
  ): Promise<StoredBlob> {
    const job = {
      id: `draw-${randomUUID()}`,
      mode,
      request: { mode, ...request },
      inputs,
      priority,
      timeoutMs: DRAW_TIMEOUT_MS,
    } as const;
    const outcome = await this.#parts.engine.run(job);
    if (!outcome.ok && (await this.#parts.disk.stopped(outcome))) throw diskFull();
    if (!outcome.ok) throw new ApiError(500, `文件没有画出来：${outcome.message}`);
    try {
      // R's devices do not tell when they found no room: the file may be cut off.
      if (await this.#parts.disk.isCritical()) throw diskFull();
      if (!(await isWhole(outcome.folder, request.output))) throw new ApiError(500, '文件没有画完整，请再下载一次；若仍不行，请告诉管理员');
      return await this.#parts.storage.put(await streamResult(outcome.folder, request.output));
    } finally {
      void this.#parts.engine.release(outcome.folder);
    }
  }
}

/** Tables that a file is made from: a document has all but matrices. */
function tablesOf(tool: ToolDefinition, meaning: Exclude<FileMeaning, { kind: 'bundle' }>): string[] {
  if (meaning.kind === 'table') return [meaning.table];
  if (meaning.kind === 'figure') return [...new Set(Object.values(tool.figures[meaning.figure]?.tables ?? {}))];
  return Object.keys(tool.tables).filter((id) => tool.tables[id]?.matrix !== true);
}
