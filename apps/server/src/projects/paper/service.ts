import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { PAPER_LIMITS, type PaperRequest } from '@oncoloom/contract';
import { FIGURE_FORMATS } from '@oncoloom/figures/file';
import { formatCount, SIMULATED_NOTE, shownFigures } from '@oncoloom/tool-kit';
import type { ComputationParts } from '../../analyses/results/computation.ts';
import { Pack } from '../../analyses/results/pack.ts';
import type { Renderer } from '../../analyses/results/rendering.ts';
import { safeFileName } from '../../analyses/results/result-files.ts';
import type { AnalysesService } from '../../analyses/service.ts';
import type { MethodsText } from '../../analyses/texts/methods.ts';
import { isSimulated } from '../../analyses/texts/simulated.ts';
import type { Drawing } from '../../drawing/drawing.ts';
import type { ReportBlock } from '../../drawing/word/request.ts';
import { sha256Of } from '../../platform/checksum.ts';
import { ApiError } from '../../platform/errors.ts';
import type { LinkTokens } from '../../platform/link-tokens.ts';
import type { Storage, StoredBlob } from '../../storage/storage.ts';
import type { ProjectsService } from '../service.ts';
import { packChain } from './chain.ts';
import { mergedChecklist } from './checklists.ts';
import { AskedAfter, type Progress, type Report } from './making.ts';
import { type PaperFigure, reportBlocks, type StoredBlock } from './report.ts';
import { supplementTables, workbookSheets } from './sheets.ts';
import { chosenSteps, type PaperStep } from './steps.ts';

interface Parts extends ComputationParts {
  storage: Storage;
  projects: Pick<ProjectsService, 'project'>;
  analyses: Pick<AnalysesService, 'ownedAmong'>;
  renderer: Pick<Renderer, 'find' | 'kept' | 'book'>;
  drawing: Pick<Drawing, 'writeWord'>;
}

/** Tokens of links to the files: the project, and which file of which steps. */
export type PaperTokens = LinkTokens<{ p: number; f: string }>;

/** Raised when the same results are written otherwise: documents written before are not used again. */
const PAPER_VERSION = 1;

/** Who waits, and who is told how far it is. */
interface Waiting {
  report: Report;
  gone?: AbortSignal;
}

/** What a download is made of. */
interface Paper {
  name: string;
  filename: string;
  etag: string;
  steps: PaperStep[];
  request: PaperRequest;
}

/** Files of the whole of it that have been made. */
interface Made {
  word: StoredBlob;
  /** PDFs in their order; of a Word document alone none. */
  figures: StoredBlob[];
  workbook: StoredBlob | undefined;
}

const MEDIA = { word: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', zip: 'application/zip' } as const;
const TITLES = { zh: '论文材料', en: 'Manuscript material' } as const;

/** The documents that a paper needs of several analyses of a project. */
export class PaperService {
  readonly #parts: Parts;
  readonly #asked = new AskedAfter();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Begins to make a file, or tells how far it has come; `ready` when it can be had at once. Throws 404, 409, 422 and 429. */
  async ask(userId: number, projectId: number, request: PaperRequest): Promise<{ progress: Progress } | { filename: string }> {
    const paper = await this.#paper(userId, projectId, request);
    const progress = this.#asked.ask(userId, paper.etag, async (report, gone) => {
      await this.#make(paper, { report, gone });
    });
    return progress === undefined ? { filename: paper.filename } : { progress };
  }

  /** A file that has been asked for. What has been made is not made again. */
  async file(userId: number, projectId: number, request: PaperRequest, gone?: AbortSignal) {
    const paper = await this.#paper(userId, projectId, request);
    const make = async (): Promise<{ blob: StoredBlob } | { stream: Readable }> => {
      const made = await this.#make(paper, { report: () => undefined, ...(gone === undefined ? {} : { gone }) });
      return request.file === 'word' ? { blob: made.word } : { stream: await this.#zip(paper, made) };
    };
    return { etag: paper.etag, filename: paper.filename, mediaType: MEDIA[request.file], make };
  }

  async #paper(userId: number, projectId: number, request: PaperRequest): Promise<Paper> {
    const { project, analyses } = await this.#parts.projects.project(userId, projectId);
    const steps = chosenSteps(this.#parts.tools, analyses, request);
    await this.#requireOwn(userId, request.analysis_ids, analyses);
    const figures = steps.reduce((sum, { tool, result }) => sum + shownFigures(tool, result.tables).length, 0);
    if (figures > PAPER_LIMITS.figures)
      throw new ApiError(422, `选中的步骤共有 ${figures} 张图，一份材料最多 ${PAPER_LIMITS.figures} 张。请去掉一些步骤，或分几次下载`);
    if (request.file === 'zip') requireRoom(steps);
    const made = steps.map(({ analysis: { id, name, values, inputs, styles, look, userLook, toolVersion }, declared, result }) => {
      const read = inputs.map(({ sha256, blob, name }) => [sha256, blob, name]);
      return [id, name, values, read, styles, look, userLook, toolVersion, declared.version, result];
    });
    const etag = sha256Of(JSON.stringify([PAPER_VERSION, request.file, request.language, request.references, project.name, made]));
    const ending = request.file === 'word' ? 'docx' : 'zip';
    const title = request.language === 'zh' ? TITLES.zh : 'manuscript';
    return { name: project.name, filename: `${safeFileName(`${project.name}_${title}`)}.${ending}`, etag, steps, request };
  }

  /** Throws 404 for an analysis that is not the user's, and 422 for one that stands elsewhere. */
  async #requireOwn(userId: number, chosen: readonly number[], inProject: readonly { id: number }[]): Promise<void> {
    const elsewhere = chosen.filter((id) => inProject.every((one) => one.id !== id));
    if (elsewhere.length === 0) return;
    const owned = await this.#parts.analyses.ownedAmong(userId, elsewhere);
    const [first] = elsewhere.flatMap((id) => owned.get(id) ?? []);
    if (first === undefined || owned.size < new Set(elsewhere).size)
      throw new ApiError(404, '选中的步骤有的已经删除。请刷新页面，重新选择');
    throw new ApiError(422, `「${first.name}」不在这个课题里，或已经有更新的一次。请刷新页面，重新选择`);
  }

  /** Makes all parts, or finds those that have been made. */
  async #make({ name, steps, request }: Paper, { report, gone }: Waiting): Promise<Made> {
    const { storage, renderer } = this.#parts;
    const { language } = request;
    const isZip = request.file === 'zip';
    const wanted = steps.flatMap((step) => shownFigures(step.tool, step.result.tables).map(([id]) => ({ step, id })));
    const total = wanted.length * (isZip ? 2 : 1) + (isZip ? 2 : 1);
    let done = 0;
    const next = (now: string) => report({ done: done++, total, now });
    const waiter = gone === undefined ? {} : { gone };
    const [figures, pdfs]: [PaperFigure[], StoredBlob[]] = [[], []];
    for (const { step, id } of wanted) {
      next(`画图：${step.analysis.name}`);
      try {
        const png = await (await renderer.find(step.analysis, `${id}_png`)).make(waiter);
        if (isZip) {
          next(`画图：${step.analysis.name}（PDF）`);
          pdfs.push(await (await renderer.find(step.analysis, `${id}_pdf`)).make(waiter));
        }
        figures.push({ step, id, sha256: png.sha256, bytes: png.size, ...(await printedSize(await storage.path(png.sha256))) });
      } catch (error) {
        // Data that have no such figure: the report goes without it, as the bundle of a result does.
        if (!(error instanceof ApiError && error.status === 422)) throw error;
        done = figures.length * (isZip ? 2 : 1);
      }
    }
    const pictures = figures.reduce((sum, { bytes }) => sum + bytes, 0);
    if (pictures > PAPER_LIMITS.pictures)
      throw new ApiError(422, `这些图共有 ${megabytes(pictures)} MB，Word 里最多放 ${megabytes(PAPER_LIMITS.pictures)} MB。请去掉一些步骤`);
    const supplement = supplementTables(steps);
    let workbook: StoredBlob | undefined;
    const [first] = steps;
    if (first === undefined) throw new Error('a report of no steps');
    if (isZip) {
      next('写补充表（xlsx）');
      const sheets = await workbookSheets(storage, supplement, language);
      const notice = steps.some(({ analysis }) => isSimulated(analysis)) ? SIMULATED_NOTE : undefined;
      workbook = await renderer.book(first.analysis, sheets, notice, waiter);
    }
    next('写 Word');
    const checklist = await mergedChecklist(storage, steps, language);
    const title = `${name}：${TITLES.zh}`;
    const methods = await this.#methods(steps);
    const blocks = reportBlocks({ title: language === 'zh' ? title : TITLES.en, steps, methods, figures, supplement, checklist }, request);
    const word = await this.#word(first, title, blocks, request, waiter);
    return { word, figures: pdfs, workbook };
  }

  async #methods(steps: readonly PaperStep[]): Promise<Map<string, MethodsText>> {
    const { tools } = this.#parts;
    const texts = steps.map(async ({ declared }) => [declared.taskType, await tools.texts.methods(tools.folder(declared))] as const);
    return new Map(await Promise.all(texts));
  }

  async #word(
    { analysis }: PaperStep,
    title: string,
    stored: readonly StoredBlock[],
    { language }: PaperRequest,
    waiter: { gone?: AbortSignal },
  ): Promise<StoredBlob> {
    const { storage, drawing, renderer } = this.#parts;
    const key = sha256Of(JSON.stringify(['paper', PAPER_VERSION, title, language, stored]));
    const write = async () => {
      const blocks = stored.map(async (block): Promise<ReportBlock> => {
        if (block.kind === 'figure') return { ...block, figure: { ...block.figure, path: await storage.path(block.sha256) } };
        if (block.kind !== 'table') return block;
        const { declaration, ...table } = block.table;
        return {
          kind: 'table',
          number: block.number,
          table: { ...table, source: { path: await storage.path(block.sha256), declaration } },
        };
      });
      return { title, report: { language, blocks: await Promise.all(blocks) } };
    };
    return renderer.kept(analysis, key, async (turn) => storage.put(Readable.from([await drawing.writeWord(await write(), turn)])), waiter);
  }

  /** Everything in one zip, written while it is read. */
  async #zip({ name, steps, filename, request }: Paper, { word, figures, workbook }: Made): Promise<Readable> {
    const pack = new Pack(this.#parts.storage);
    await pack.blob(filename.replace(/\.zip$/, '.docx'), word.sha256);
    for (const [i, { sha256 }] of figures.entries()) await pack.blob(`figures/Figure_${i + 1}.pdf`, sha256);
    if (workbook !== undefined) await pack.blob(request.language === 'zh' ? '补充表.xlsx' : 'Supplementary_Tables.xlsx', workbook.sha256);
    await packChain(pack, this.#parts, name, steps);
    return pack.end();
  }
}

const megabytes = (bytes: number): string => formatCount(Math.ceil(bytes / 1024 ** 2));

/** Data that the bundle would hold: each content once. Throws 422 where they are too many. */
function requireRoom(steps: readonly PaperStep[]): void {
  const contents = new Map<string, number>();
  for (const { analysis, result } of steps) {
    for (const { blob, bytes = 0 } of analysis.inputs) contents.set(blob, bytes);
    for (const { sha256, bytes } of result.tables) contents.set(sha256, bytes);
  }
  const bytes = [...contents.values()].reduce((sum, one) => sum + one, 0);
  if (bytes <= PAPER_LIMITS.data) return;
  const [has, may] = [megabytes(bytes), megabytes(PAPER_LIMITS.data)];
  throw new ApiError(422, `复算包里的数据有 ${has} MB，最多 ${may} MB。请去掉一些步骤，或只下载 Word`);
}

const { dpi } = FIGURE_FORMATS.png;
/** Where a PNG has its width and height, big-endian. */
const PNG_SIZE_AT = 16;

/** Inches at which a drawn picture is printed. */
async function printedSize(path: string): Promise<{ width: number; height: number }> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, PNG_SIZE_AT);
    return { width: buffer.readUInt32BE(0) / dpi, height: buffer.readUInt32BE(4) / dpi };
  } finally {
    await file.close();
  }
}
