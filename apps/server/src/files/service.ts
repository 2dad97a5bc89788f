import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FileType, Finding, UserFile } from '@oncoloom/contract';
import type { InputFacts } from '@oncoloom/tool-kit';
import { formatBytes } from '@oncoloom/tool-kit';
import type { BillingService } from '../billing/service.ts';
import type { PlatformsService } from '../chip-platforms/service.ts';
import type { Disk } from '../platform/disk.ts';
import { ApiError } from '../platform/errors.ts';
import type { Chunks } from '../platform/inflate.ts';
import type { Log } from '../platform/log.ts';
import type { Database, Queryable, Transaction } from '../platform/postgres/database.ts';
import type { Storage, StoredBlob } from '../storage/storage.ts';
import type { GuardLimits } from './intake/guard.ts';
import type { Delimiter } from './intake/layout.ts';
import { checkShape, guardLimits } from './intake/limits.ts';
import { formatOf, freeName, renamed, safeName } from './intake/names.ts';
import { FileRefused } from './intake/refusal.ts';
import { type StagedFile, Staging } from './intake/staging.ts';
import { Arrays } from './reading/arrays.ts';
import { BackgroundReader } from './reading/background.ts';
import { Examples } from './reading/examples.ts';
import { Fixes } from './reading/fixes.ts';
import { Joining } from './reading/joining.ts';
import {
  engineAway,
  FileParser,
  type HeadStart,
  knownOf,
  type ParsedForm,
  type ParsingEngine,
  type Reading,
  type ReadJob,
} from './reading/parser.ts';
import { COMPARED_MAX, sampleFindings } from './reading/sample-names.ts';
import { SexProbes } from './reading/sex-probes.ts';
import { findVersion, listVersions } from './reading/versions.ts';
import * as repository from './repository.ts';
import { inSpace } from './repository.ts';
import { Directories, requireDirectory } from './space/directories.ts';
import { namesIn } from './space/directory-repository.ts';
import { Saving } from './space/saving.ts';
import type { FileRecord } from './tables.ts';
import { ResumableUploads } from './transfer/uploads.ts';
import type { AlsoWrite, Cells, StoredFile, Taken, Upload, UploadDetails } from './types.ts';
import { toUserFile } from './view.ts';

export { detectLayout, type Layout, splitCells } from './intake/layout.ts';
export type { ParsedForm } from './reading/parser.ts';
export type { StoredFile } from './types.ts';

/** Rows up to which a table's cells travel with its facts, and to the browser. */
export const CELLS_ROWS = 20_000;
/** An upload waits this long for its reading, so that a form has the facts at once; then the row says `pending`. */
const READ_PATIENCE_MS = 8_000;
/** Smaller ones are guarded in no time. */
const HEAD_START_BYTES = 8_000_000;
/** Bytes that may come in before their user's space is looked at again. */
const SPACE_CHECK_BYTES = 16 * 1024 * 1024;
/** As long as the repository's own claims. */
const CLAIM_MS = 10 * 60_000;

interface FileChange {
  name?: string | undefined;
  description?: string | undefined;
  fileType?: FileType | undefined;
  directoryId?: number | null | undefined;
}

interface Parts {
  database: Database;
  disk: Pick<Disk, 'require' | 'isLow' | 'isCritical' | 'stopped'>;
  storage: Storage;
  engine: ParsingEngine;
  billing: BillingService;
  platforms: Pick<PlatformsService, 'table' | 'refresh' | 'installed'>;
  log: Log;
  config: { folders: { scratch: string; resumable: string } };
}

/** The users' files: taken in, read once, given to analyses. */
export class FilesService {
  readonly directories: Directories;
  readonly fixes: Fixes;
  readonly joining: Joining;
  readonly arrays: Arrays;
  readonly saving: Saving;
  readonly uploads: ResumableUploads;
  readonly sexProbes: SexProbes;
  readonly #database: Database;
  readonly #disk: Pick<Disk, 'require'>;
  readonly #storage: Storage;
  readonly #billing: BillingService;
  readonly #parser: FileParser;
  readonly #staging: Staging;
  readonly #background: BackgroundReader;
  readonly #examples: Examples;

  constructor(parts: Parts) {
    this.directories = new Directories(parts.database);
    this.#database = parts.database;
    this.#disk = parts.disk;
    this.#storage = parts.storage;
    this.#billing = parts.billing;
    this.sexProbes = new SexProbes(parts);
    this.#parser = new FileParser({ ...parts, sexProbes: this.sexProbes });
    this.#staging = new Staging(join(parts.config.folders.scratch, 'uploads'), parts.disk);
    this.#examples = new Examples({ ...parts, parser: this.#parser, staging: this.#staging });
    this.uploads = new ResumableUploads({ ...parts, files: this, folder: parts.config.folders.resumable });
    this.fixes = new Fixes({ ...parts, parser: this.#parser, staging: this.#staging, files: this });
    this.joining = new Joining({ ...parts, parser: this.#parser, staging: this.#staging, files: this });
    this.arrays = new Arrays({ ...parts, parser: this.#parser, staging: this.#staging, files: this });
    this.saving = new Saving(this);
    this.#background = new BackgroundReader({ ...parts, parser: this.#parser, staging: this.#staging });
  }

  /** Begins to read what is pending, now and whenever the engine gets ready. @param takesUploads A worker has none to end. */
  async start(takesUploads = true): Promise<void> {
    await this.#staging.start();
    await this.#background.start();
    if (takesUploads) await this.uploads.start();
  }

  async stop(): Promise<void> {
    await this.uploads.stop();
    await this.#background.stop();
    await this.#staging.stop();
  }

  /** Removes what is left of uploads that were never finished; answers its bytes. */
  async sweep(): Promise<number> {
    return (await this.#staging.start()) + (await this.uploads.deleteExpired());
  }

  /** Throws ApiError 507 where the disk has no room for so many bytes. */
  requireRoom(bytes: number): Promise<void> {
    return this.#disk.require(bytes);
  }

  /** Bytes of one file that the user may upload. */
  async fileLimit(userId: number): Promise<number> {
    const { userType } = await this.#billing.subscription(userId);
    return guardLimits(userType).bytes;
  }

  /**
   * Brings an upload to the disk and through the guard. `keep` or `staged.discard` has to follow.
   * @throws FileRefused (413, 415, 422); nothing is left of it then.
   */
  async take(userId: number, { source, name: given, fileType, counted = 0 }: Upload): Promise<Taken> {
    const name = safeName(given);
    const told = formatOf(name);
    // Only its sender knows that a text holds gene sets.
    const format = told === 'text' && fileType === 'gene_sets' ? 'gmt' : told;
    const { userType } = await this.#billing.subscription(userId);
    await this.checkSpace(userId, -counted);
    const limits = guardLimits(userType);
    if (typeof source !== 'string') return { name, ...(await this.#takeStream(userId, source, format, limits)) };
    return { ...(await this.#takeFile(userId, source, name, format, fileType, limits)), counted };
  }

  /** Bytes that come with a call are in their user's space from the first one on: calls at once fill it together. */
  async #takeStream(
    userId: number,
    source: Chunks,
    format: FileRecord['format'],
    limits: GuardLimits,
  ): Promise<Pick<Required<Taken>, 'staged' | 'counted' | 'arrival'>> {
    const arrival = this.#billing.space.arrival(userId);
    const checkSpace = () => this.checkSpace(userId, 0);
    async function* counted(): AsyncGenerator<Buffer> {
      let unchecked = 0;
      for await (const chunk of source) {
        arrival.add(chunk.length);
        unchecked += chunk.length;
        if (unchecked > SPACE_CHECK_BYTES) {
          await checkSpace();
          unchecked = 0;
        }
        yield chunk;
      }
    }
    try {
      const staged = await this.#staging.take(counted(), format, limits);
      const discard = () => {
        arrival.end();
        return staged.discard();
      };
      return { staged: { ...staged, discard }, counted: staged.size, arrival };
    } catch (error) {
      arrival.end();
      throw error;
    }
  }

  /** A reading while the guard still runs, if no other file of the user is being read. */
  #begin(userId: number, raw: string, separator: Delimiter, name: string, fileType: FileType | null): HeadStart | undefined {
    const end = this.#parser.turns.tryTake(userId);
    if (end === undefined) return undefined;
    const head = this.#parser.begin(raw, separator, name, fileType);
    return {
      finish: (readable) => head.finish(readable).finally(end),
      abandon: () => head.abandon().finally(end),
    };
  }

  /** R reads a large file while it is being guarded: on two cores that is the time of the longer one, not of both. */
  async #takeFile(
    userId: number,
    path: string,
    name: string,
    format: FileRecord['format'],
    fileType: FileType | null,
    limits: GuardLimits,
  ): Promise<Taken> {
    const large = (await stat(path)).size > HEAD_START_BYTES;
    let head: HeadStart | undefined;
    const begin = (raw: string, separator: Delimiter) => {
      if (large && this.#parser.ready) head = this.#begin(userId, raw, separator, name, fileType);
    };
    try {
      const staged = await this.#staging.takeFile(path, format, limits, begin);
      if (staged.guarded?.verbatim === true) return { name, staged, head };
      await head?.abandon();
      return { name, staged };
    } catch (error) {
      await head?.abandon();
      throw error;
    }
  }

  /**
   * Makes a taken upload a file of the user. It is read at once where the engine is ready, for up to 8 s; else the row is
   * pending and read in the background.
   * @param also runs in the transaction that makes the row.
   * @throws FileRefused or ApiError (404, 413, 415, 422) with nothing stored.
   */
  async keep(userId: number, taken: Taken, details: UploadDetails, also: AlsoWrite = async () => undefined): Promise<StoredFile> {
    const { staged } = taken;
    let { head } = taken;
    const insert = (state: RowState) => this.insert(userId, taken, details, state, also);
    const waiting = { fileType: pendingType(taken, details), validationStatus: 'pending' } as const;
    let late: Promise<Reading> | undefined;
    try {
      await this.directories.find(userId, details.directoryId, 'directory_id');
      await this.checkSpace(userId, staged.size - (taken.counted ?? 0));
      if (staged.guarded !== undefined) checkShape(staged.guarded, details.fileType);
      const { form } = details;
      if (form !== undefined && (await this.#holds(form))) return await insert({ ...form, validationStatus: 'valid' });
      const key = { blob: staged.sha256, requestedType: details.fileType, format: staged.format, parserVersion: this.#parser.version };
      const known = await repository.findReading(this.#database, key);
      if (known !== undefined && (await this.#holds(known))) return await insert({ ...formOf(known), validationStatus: 'valid' });
      const end = head === undefined && this.#parser.ready ? await this.#parser.turns.take(userId, READ_PATIENCE_MS) : undefined;
      const reading = head?.finish(staged) ?? (end && this.#parser.read(readJob(taken, details.fileType), 'interactive').finally(end));
      head = undefined;
      const first = reading && (await patiently(reading));
      if (first?.outcome === 'refused') throw first.refusal;
      if (first?.outcome === 'read') return await insert({ ...first.form, validationStatus: first.status });
      const goesOn = reading !== undefined && first === undefined;
      if (goesOn) late = reading.finally(() => staged.discard());
      const file = await insert({ ...waiting, claimedUntil: goesOn ? new Date(Date.now() + CLAIM_MS) : null });
      if (late === undefined) this.#background.wake();
      else this.#background.finishLater(file.id, late);
      return file;
    } finally {
      await head?.abandon();
      if (late === undefined) await staged.discard();
    }
  }

  /** A file of the user, whatever its status. */
  async get(userId: number, id: number): Promise<StoredFile | undefined> {
    const row = await repository.findOwned(this.#database, userId, id);
    return row && this.stored(row);
  }

  async require(userId: number, id: number): Promise<StoredFile> {
    const file = await this.get(userId, id);
    if (file === undefined) throw absent();
    return file;
  }

  /** The file, or what it was in an earlier version. Throws ApiError 404. */
  async requireVersion(userId: number, id: number, version: number | undefined): Promise<Pick<FileRecord, 'blob' | 'fileSize' | 'name'>> {
    const file = await this.require(userId, id);
    return version === undefined || version === file.version ? file : findVersion(this.#database, id, version);
  }

  /** A file with its facts and versions, as every call about one file answers. Throws ApiError 404. */
  async answer(userId: number, id: number): Promise<{ success: true; file: UserFile }> {
    const file = await this.require(userId, id);
    return { success: true, file: toUserFile(file, await listVersions(this.#database, id)) };
  }

  /** What there is to say about the file's sample names beside the user's other files. */
  async sampleFindings(userId: number, file: StoredFile): Promise<Finding[]> {
    if (file.validationStatus !== 'valid') return [];
    const others = await repository.withOtherSamples(this.#database, userId, file, COMPARED_MAX);
    return sampleFindings(
      file,
      others.map((row) => this.stored(row)),
    );
  }

  list(userId: number, filter: repository.ListFilter): ReturnType<typeof repository.list> {
    return repository.list(this.#database, userId, filter);
  }

  /** Analyses that used the file keep their own inputs by checksum. */
  async remove(userId: number, id: number): Promise<void> {
    if (!(await repository.remove(this.#database, userId, id))) throw absent();
  }

  /** Name, description, folder; another kind has the file read again. Throws ApiError (404, 409, 422) with nothing changed. */
  async update(userId: number, id: number, change: FileChange): Promise<StoredFile> {
    const file = await this.require(userId, id);
    if (change.fileType !== undefined && change.fileType !== file.fileType) await this.#readAgain(file, change.fileType, 'throw');
    const row = await inSpace(this.#database, userId, async (tx) => {
      if (change.directoryId !== undefined) await requireDirectory(tx, userId, change.directoryId);
      const current = await repository.findOwned(tx, userId, id);
      if (current === undefined) throw absent();
      const place = change.directoryId === undefined ? current.directoryId : change.directoryId;
      const wanted = change.name === undefined ? current.name : renamed(change.name, current.name);
      return repository.update(tx, id, {
        directoryId: place,
        name: freeName(wanted, await namesIn(tx, userId, place, { file: id })),
        ...(change.description === undefined ? {} : { description: change.description }),
      });
    });
    return this.stored(row);
  }

  /** Reads a file anew, as after a repair of the reader. Throws ApiError 404, 409 (it is being read). */
  async revalidate(userId: number, id: number): Promise<StoredFile> {
    const file = await this.require(userId, id);
    await this.#readAgain(file, file.requestedType, 'mark');
    return this.require(userId, id);
  }

  /** Throws ApiError 503 while the engine is not ready and the example has never been read. */
  async example(path: string, name: string, fileType: FileType): Promise<StoredFile> {
    return this.stored(await this.#examples.get(path, name, fileType));
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

  stored(row: FileRecord): StoredFile {
    return {
      ...row,
      readCells: async () => {
        if (row.cells === null) return undefined;
        return JSON.parse(await readFile(await this.#storage.path(row.cells), 'utf8')) as Cells;
      },
    };
  }

  /** Runs work with the user's space to itself, where it has room for so many bytes more. Throws FileRefused 413. */
  reserve<T>(userId: number, bytes: number, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return inSpace(this.#database, userId, async (tx) => {
      await this.checkSpace(userId, bytes, tx);
      return work(tx);
    });
  }

  /** Throws FileRefused 413 where `bytes` more are too many; negative where an open upload counts already. */
  async checkSpace(userId: number, bytes: number, database: Queryable = this.#database): Promise<void> {
    const { userType } = await this.#billing.subscription(userId, database);
    const { used, quota, kinds } = await this.#billing.space.usage(database, userId, userType);
    if (used + bytes <= quota && used + Math.min(bytes, 0) < quota) return;
    throw new FileRefused(
      413,
      'quota',
      `空间不够：已用 ${formatBytes(used)}（文件和读入后的数据 ${formatBytes(kinds.files + kinds.forms)}，结果和图 ${formatBytes(kinds.results + kinds.drawings)}，正在上传 ${formatBytes(kinds.uploading)}），共 ${formatBytes(quota)}。请先删除不用的文件或分析，或升级订阅`,
    );
  }

  /** Asks for the stored forms of a reading, so that they stay while its row is used again. */
  async #holds({ parsed, cells }: Pick<FileRecord, 'parsed' | 'cells'>): Promise<boolean> {
    const wanted = [parsed, cells].filter((sha256) => sha256 !== null);
    return (await Promise.all(wanted.map((sha256) => this.#storage.has(sha256)))).every(Boolean);
  }

  /** @param refused what happens where the file can't be read as this: `mark` makes it invalid, `throw` leaves it as it was. */
  async #readAgain(file: FileRecord, fileType: FileType | null, refused: 'mark' | 'throw'): Promise<void> {
    if (file.validationStatus === 'pending') throw busy();
    if (file.fileType === 'document') throw new ApiError(409, '这是图或文档，只供保存和下载，不能改类型，也不用重新读取。');
    if (!this.#parser.ready) throw engineAway();
    const readable = await this.#staging.again(await this.#storage.path(file.blob), file.format, guardLimits('pay')).catch((error) => {
      if (error instanceof FileRefused && refused === 'mark') return error;
      throw error;
    });
    const reading: Promise<Reading> =
      readable instanceof FileRefused
        ? Promise.resolve({ outcome: 'refused', refusal: readable })
        : this.#parser
            .inTurn(file.userId, () =>
              this.#parser.read({ readable, name: file.name, fileType, known: knownOf(file.facts) }, 'interactive'),
            )
            .finally(() => readable.discard());
    const first = await patiently(reading);
    if (first?.outcome === 'refused' && refused === 'throw') throw first.refusal;
    if (first?.outcome === 'lost') throw engineAway();
    const taken = await repository.reopen(this.#database, file, {
      requestedType: fileType,
      parserVersion: this.#parser.version,
      claimedUntil: new Date(Date.now() + CLAIM_MS),
    });
    if (!taken) throw busy();
    const settled = this.#background.finishLater(file.id, reading);
    if (first !== undefined) await settled;
  }

  /** Bytes that were staged go over to the storage; a resumable upload keeps its own until its row says what became of it. */
  async #keepRaw({ raw, sha256, size, owned }: StagedFile): Promise<void> {
    if (owned) await this.#storage.adoptFile(raw, { sha256, size });
    else await this.#storage.share(raw, { sha256, size });
  }

  /** Stores a taken upload's bytes and makes the row. */
  async insert(userId: number, taken: Taken, details: UploadDetails, state: RowState, also: AlsoWrite): Promise<StoredFile> {
    const { staged, arrival } = taken;
    if (!(await this.#storage.has(staged.sha256))) await this.#keepRaw(staged);
    const file = await this.insertRow(userId, taken, details, state, also);
    arrival?.end();
    return file;
  }

  /** Makes the row of stored bytes. Throws FileRefused 413 (space), ApiError 404 (folder). */
  async insertRow(
    userId: number,
    { name, staged, counted = 0 }: Pick<Taken, 'name' | 'counted'> & { staged: Pick<FileRecord, 'format'> & StoredBlob },
    details: UploadDetails,
    state: RowState,
    also: AlsoWrite = async () => undefined,
  ): Promise<StoredFile> {
    const row = await inSpace(this.#database, userId, async (tx) => {
      await requireDirectory(tx, userId, details.directoryId);
      await this.checkSpace(userId, staged.size + (state.parsedBytes ?? 0) + (state.cellsBytes ?? 0) - counted, tx);
      const inserted = await repository.insert(tx, {
        userId,
        directoryId: details.directoryId,
        name: freeName(name, await namesIn(tx, userId, details.directoryId)),
        requestedType: details.fileType,
        format: staged.format,
        description: details.description,
        fileSize: staged.size,
        blob: staged.sha256,
        parserVersion: this.#parser.version,
        ...state,
      });
      await also(tx, inserted.id);
      return inserted;
    });
    return this.stored(row);
  }
}

/** What is known of a file beside its bytes when it gets its row. */
type RowState = Partial<FileRecord> & Pick<FileRecord, 'fileType' | 'validationStatus'>;

/** What a pending file is shown as. */
function pendingType({ staged }: Taken, { fileType }: UploadDetails): FileType {
  if (fileType !== null) return fileType;
  if (staged.format === 'gmt') return 'gene_sets';
  return staged.guarded?.layout.geo === 'series' || staged.guarded?.layout.gct != null ? 'expression' : 'table';
}

/** What a reading leaves within the patience of a call; undefined when it goes on. */
function patiently(reading: Promise<Reading>): Promise<Reading | undefined> {
  return Promise.race([reading, delay(READ_PATIENCE_MS, undefined, { ref: false })]);
}

function readJob({ name, staged }: Taken, fileType: FileType | null): ReadJob {
  return { readable: staged, name, fileType };
}

function formOf({ fileType, parsed, cells, parsedBytes, cellsBytes, facts }: FileRecord): ParsedForm {
  if (parsed === null || facts === null) throw new Error('a valid file without its parsed form');
  return { fileType, parsed, cells, parsedBytes, cellsBytes, facts };
}

const absent = () => new ApiError(404, '文件不存在，可能已经删除。请刷新列表。');
const busy = () => new ApiError(409, '这个文件还在读取，请稍候再试。');
