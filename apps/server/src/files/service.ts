import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FileType } from '@oncoloom/contract';
import type { InputFacts } from '@oncoloom/tool-kit';
import type { BillingService } from '../billing/service.ts';
import type { Database } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Storage } from '../platform/storage.ts';
import { BackgroundReader } from './background.ts';
import { Directories } from './directories.ts';
import { namesIn } from './directory-repository.ts';
import { checkShape, guardLimits, SPACE_BYTES } from './limits.ts';
import { formatOf, freeName, safeName } from './names.ts';
import { FileParser, type ParsedForm, type ParsingEngine, type Reading, type ReadJob } from './parser.ts';
import { FileRefused, formatBytes } from './refusal.ts';
import * as repository from './repository.ts';
import { type StagedFile, Staging } from './staging.ts';
import type { FileRecord } from './tables.ts';

/** Rows up to which a table's cells travel with its facts. */
const CELLS_ROWS = 20_000;
/** An upload waits this long for its reading, so that a form has the facts at once; then the row says `pending`. */
const READ_PATIENCE_MS = 8_000;
/** As long as the repository's own claims. */
const CLAIM_MS = 10 * 60_000;

interface Cells {
  columns: string[];
  rows: string[][];
}

/** A file as other domains see it. */
export type StoredFile = FileRecord & {
  /** All cells of a table of up to 20,000 rows; undefined for a matrix or a larger table. */
  readCells(): Promise<Cells | undefined>;
};

export interface Upload {
  source: AsyncIterable<Buffer>;
  /** As the client calls it. */
  name: string;
}

export interface UploadDetails {
  fileType: FileType | null;
  description: string;
  directoryId: number | null;
}

/** An upload on the disk, with the name and format under which it was taken. */
export interface Taken {
  name: string;
  format: FileRecord['format'];
  staged: StagedFile;
}

interface Parts {
  database: Database;
  storage: Storage;
  engine: ParsingEngine;
  billing: BillingService;
  log: Log;
  config: { folders: { scratch: string } };
}

/** The users' files: taken in, read once, given to analyses. */
export class FilesService {
  readonly directories: Directories;
  readonly #database: Database;
  readonly #storage: Storage;
  readonly #billing: BillingService;
  readonly #parser: FileParser;
  readonly #staging: Staging;
  readonly #background: BackgroundReader;
  readonly #examples = new Map<string, Promise<StoredFile>>();

  constructor(parts: Parts) {
    this.directories = new Directories(parts.database);
    this.#database = parts.database;
    this.#storage = parts.storage;
    this.#billing = parts.billing;
    this.#parser = new FileParser(parts);
    this.#staging = new Staging(join(parts.config.folders.scratch, 'uploads'));
    this.#background = new BackgroundReader({ ...parts, parser: this.#parser, staging: this.#staging });
  }

  /** Begins to read what is pending, now and whenever the engine gets ready. */
  async start(): Promise<void> {
    await this.#staging.start();
    await this.#background.start();
  }

  async stop(): Promise<void> {
    await this.#background.stop();
  }

  /** Bytes of one file that the user may upload. */
  async fileLimit(userId: number): Promise<number> {
    const { userType } = await this.#billing.subscription(userId);
    return guardLimits(userType).bytes;
  }

  /**
   * Streams an upload to the disk and through the guard. `keep` or `staged.discard` has to follow.
   * @throws FileRefused (413, 415, 422); nothing is left of it then.
   */
  async take(userId: number, upload: Upload): Promise<Taken> {
    const name = safeName(upload.name);
    const format = formatOf(name);
    const { userType } = await this.#billing.subscription(userId);
    await this.#checkSpace(userId, 0);
    return { name, format, staged: await this.#staging.take(upload.source, format, guardLimits(userType)) };
  }

  /**
   * Makes a taken upload a file of the user. It is read at once where the engine is ready, for up to 8 s; else the row is
   * pending and read in the background.
   * @throws FileRefused or ApiError (404, 413, 415, 422) with nothing stored.
   */
  async keep(userId: number, taken: Taken, details: UploadDetails): Promise<StoredFile> {
    const { format, staged } = taken;
    let late: Promise<Reading> | undefined;
    try {
      await this.directories.find(userId, details.directoryId);
      await this.#checkSpace(userId, staged.size);
      if (staged.guarded !== undefined) checkShape(staged.guarded, details.fileType);
      const key = { blob: staged.sha256, requestedType: details.fileType, format, parserVersion: this.#parser.version };
      const known = await repository.findReading(this.#database, key);
      if (known !== undefined) return await this.#insert(userId, taken, details, { ...formOf(known), validationStatus: 'valid' });
      if (!this.#parser.ready) return await this.#insertPending(userId, taken, details);
      const reading = this.#parser.read(readJob(taken, details.fileType), 'interactive');
      const first = await Promise.race([reading, delay(READ_PATIENCE_MS, undefined, { ref: false })]);
      if (first === undefined) {
        late = reading.finally(() => staged.discard());
        return await this.#insertPending(userId, taken, details, late);
      }
      if (first.outcome === 'refused') throw first.refusal;
      if (first.outcome === 'lost') return await this.#insertPending(userId, taken, details);
      return await this.#insert(userId, taken, details, { ...first.form, validationStatus: 'valid' });
    } finally {
      if (late === undefined) await staged.discard();
    }
  }

  /** A file of the user, whatever its status. */
  async get(userId: number, id: number): Promise<StoredFile | undefined> {
    const row = await repository.findOwned(this.#database, userId, id);
    return row && this.#stored(row);
  }

  async require(userId: number, id: number): Promise<StoredFile> {
    const file = await this.get(userId, id);
    if (file === undefined) throw new ApiError(404, '文件不存在，可能已经删除。请刷新列表。');
    return file;
  }

  list(userId: number, filter: repository.ListFilter): ReturnType<typeof repository.list> {
    return repository.list(this.#database, userId, filter);
  }

  /** Analyses that used the file keep their own inputs by checksum. */
  async remove(userId: number, id: number): Promise<void> {
    if (!(await repository.remove(this.#database, userId, id))) throw new ApiError(404, '文件不存在，可能已经删除。请刷新列表。');
  }

  /**
   * A tool's built-in example input: read once for each content, and kept without an owner.
   * @throws ApiError 503 while the engine is not ready and the example has never been read.
   */
  example(path: string, name: string, fileType: FileType): Promise<StoredFile> {
    const key = `${path}\n${fileType}`;
    const known = this.#examples.get(key);
    if (known !== undefined) return known;
    const reading = this.#example(path, name, fileType);
    this.#examples.set(key, reading);
    // A failure, such as an engine that is not warm yet, is no answer to keep.
    reading.catch(() => this.#examples.delete(key));
    return reading;
  }

  /** Facts of a valid file as the checks of a form need them. */
  async toInputFacts(file: StoredFile): Promise<InputFacts> {
    const { matrix, table } = file.facts ?? {};
    if (matrix !== undefined) return { name: file.name, matrix };
    if (table === undefined) return { name: file.name };
    const cells = table.rows <= CELLS_ROWS ? await file.readCells() : undefined;
    return {
      name: file.name,
      table: {
        columns: table.columns.map((column) => column.name),
        numeric: table.columns.map((column) => column.type === 'number'),
        rowCount: table.rows,
        ...(cells === undefined ? {} : { cells: cells.rows }),
      },
    };
  }

  #stored(row: FileRecord): StoredFile {
    return {
      ...row,
      readCells: async () => {
        if (row.cells === null) return undefined;
        return JSON.parse(await readFile(await this.#storage.path(row.cells), 'utf8')) as Cells;
      },
    };
  }

  async #checkSpace(userId: number, bytes: number, database: Parameters<typeof repository.usedBytes>[0] = this.#database): Promise<void> {
    const { userType } = await this.#billing.subscription(userId, database);
    const used = await repository.usedBytes(database, userId);
    const quota = SPACE_BYTES[userType];
    if (used + bytes <= quota && used < quota) return;
    throw new FileRefused(413, 'quota', `空间不够：已用 ${formatBytes(used)}，共 ${formatBytes(quota)}。请先删除不用的文件，或升级订阅`);
  }

  /** @param reading one that goes on; without it the background reader takes the file when it can. */
  async #insertPending(userId: number, taken: Taken, details: UploadDetails, reading?: Promise<Reading>): Promise<StoredFile> {
    const file = await this.#insert(userId, taken, details, {
      fileType: details.fileType ?? (taken.staged.guarded?.layout.seriesMatrix === true ? 'expression' : 'table'),
      validationStatus: 'pending',
      claimedUntil: reading === undefined ? null : new Date(Date.now() + CLAIM_MS),
    });
    if (reading === undefined) this.#background.wake();
    else this.#background.finishLater(file.id, reading);
    return file;
  }

  async #insert(
    userId: number,
    taken: Taken,
    details: UploadDetails,
    state: Partial<FileRecord> & Pick<FileRecord, 'fileType' | 'validationStatus'>,
  ): Promise<StoredFile> {
    const { staged } = taken;
    if (!(await this.#storage.has(staged.sha256))) await this.#storage.put(staged.raw);
    const row = await repository.inSpace(this.#database, userId, async (tx) => {
      await this.#checkSpace(userId, staged.size, tx);
      const names = await namesIn(tx, userId, details.directoryId);
      return repository.insert(tx, {
        userId,
        directoryId: details.directoryId,
        name: freeName(taken.name, names),
        requestedType: details.fileType,
        format: taken.format,
        description: details.description,
        fileSize: staged.size,
        blob: staged.sha256,
        parserVersion: this.#parser.version,
        ...state,
      });
    });
    return this.#stored(row);
  }

  /** A first visitor may be faster than the engine's warm-up: waits for it as long as a call may take. */
  async #engineReady(): Promise<boolean> {
    for (const deadline = Date.now() + READ_PATIENCE_MS; !this.#parser.ready && Date.now() < deadline; ) await delay(100);
    return this.#parser.ready;
  }

  async #example(path: string, name: string, fileType: FileType): Promise<StoredFile> {
    const format = formatOf(name);
    const source = await openExample(path);
    const staged = await this.#staging.take(source as AsyncIterable<Buffer>, format, guardLimits('pay'));
    try {
      const find = () => repository.findExample(this.#database, staged.sha256, fileType, this.#parser.version);
      const known = await find();
      if (known !== undefined) return this.#stored(known);
      if (!(await this.#engineReady())) throw new ApiError(503, '计算引擎正在启动，约 10 秒后再试。', { retryAfter: 10 });
      const reading = await this.#parser.read(readJob({ name, format, staged }, fileType), 'interactive');
      if (reading.outcome === 'lost') throw new ApiError(503, '计算引擎正在重新启动，约 10 秒后再试。', { retryAfter: 10 });
      if (reading.outcome === 'refused') throw reading.refusal;
      await this.#storage.put(staged.raw);
      await repository.insertExample(this.#database, {
        ...reading.form,
        name,
        requestedType: fileType,
        format,
        fileSize: staged.size,
        validationStatus: 'valid',
        blob: staged.sha256,
        parserVersion: this.#parser.version,
      });
      const row = await find();
      if (row === undefined) throw new Error(`the example ${name} was not kept`);
      return this.#stored(row);
    } finally {
      await staged.discard();
    }
  }
}

/** Opened before it is read: a stream that finds no file tells it to nobody and would end the process. */
async function openExample(path: string): Promise<AsyncIterable<unknown>> {
  try {
    return (await open(path)).createReadStream();
  } catch {
    throw new ApiError(503, '示例数据还没有生成。请管理员重新运行 npm start，完成准备后再试。');
  }
}

function readJob({ name, format, staged }: Taken, fileType: FileType | null): ReadJob {
  return { path: staged.readable, name, format, fileType, separator: staged.guarded?.separator, findings: staged.guarded?.findings ?? [] };
}

function formOf({ fileType, parsed, cells, facts }: FileRecord): ParsedForm {
  if (parsed === null || facts === null) throw new Error('a valid file without its parsed form');
  return { fileType, parsed, cells, facts };
}
