import type { FileFix } from '@oncoloom/contract';
import type { PlatformsService } from '../../chip-platforms/service.ts';
import { ApiError, fieldError } from '../../platform/errors.ts';
import type { Database, Transaction } from '../../platform/postgres/database.ts';
import type { Storage } from '../../storage/storage.ts';
import { guardLimits } from '../intake/limits.ts';
import { freeName, splitName } from '../intake/names.ts';
import type { Staging } from '../intake/staging.ts';
import { inSpace, lockOwned, remove } from '../repository.ts';
import { namesIn } from '../space/directory-repository.ts';
import type { FileRecord } from '../tables.ts';
import type { StoredFile } from '../types.ts';
import { annotationOf } from './annotations.ts';
import { type Change, type FileParser, knownOf } from './parser.ts';
import { matchingNames } from './sample-names.ts';
import { type Content, contentOf, findVersion, putVersion } from './versions.ts';

interface FixRequest {
  fix: FileFix;
  /** Of `match_samples`: whose names are taken. Of `replace`: whose content is taken. */
  otherId?: number | undefined;
  /** Of `restore`. */
  version?: number | undefined;
}

interface Parts {
  database: Database;
  storage: Storage;
  parser: FileParser;
  platforms: Pick<PlatformsService, 'table' | 'refresh'>;
  staging: Staging;
  /** What the service does for all who change a file. */
  files: {
    require(userId: number, id: number): Promise<StoredFile>;
    checkSpace(userId: number, bytes: number, database: Transaction): Promise<void>;
    stored(row: FileRecord): StoredFile;
  };
}

/** Remedies of one click: each makes a new version of a file and keeps the old one. */
export class Fixes {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Throws ApiError 404, 409 (being read, changed meanwhile, or another one is being read), 413 (space), 422 (nothing to mend), 503 (engine). */
  async apply(userId: number, id: number, request: FixRequest): Promise<StoredFile> {
    const { files, database } = this.#parts;
    const file = await files.require(userId, id);
    if (file.validationStatus === 'pending') throw new ApiError(409, '这个文件还在读取，请稍候再试。');
    if (request.fix === 'replace') return this.#replace(userId, file, request.otherId);
    const content = request.fix === 'restore' ? await this.#earlier(file, request.version) : await this.#changed(userId, file, request);
    const row = await inSpace(database, userId, async (tx) => {
      await files.checkSpace(userId, content.fileSize + (content.parsedBytes ?? 0) + (content.cellsBytes ?? 0), tx);
      const name = freeName(content.name, await namesIn(tx, userId, file.directoryId, { file: id }));
      return putVersion(tx, file, { ...content, name }, request.fix);
    });
    return files.stored(row);
  }

  /** Another file's content becomes the next version of this one, and the other one goes: what was made of this file shows that it is out of date. */
  async #replace(userId: number, file: StoredFile, otherId: number | undefined): Promise<StoredFile> {
    const { files, database } = this.#parts;
    if (otherId === undefined || otherId === file.id) throw fieldError('file_id', '请选择用哪个文件替换。');
    const other = await files.require(userId, otherId);
    if (other.validationStatus === 'pending') throw new ApiError(409, `「${other.name}」还在读取，请稍候再试。`);
    if (other.validationStatus === 'invalid') throw fieldError('file_id', `「${other.name}」没有通过检查，不能替换。请先按文件报告修改。`);
    if (other.fileType !== file.fileType)
      throw fieldError('file_id', `「${other.name}」和「${file.name}」不是同一种文件，不能替换。请换一个文件，或先在文件报告里改类型。`);
    const row = await inSpace(database, userId, async (tx) => {
      const next = await putVersion(tx, file, { ...contentOf(other), name: file.name }, 'replace');
      // Gone meanwhile, or another one by now: nothing is replaced.
      const taken = await lockOwned(tx, userId, otherId);
      if (taken?.blob !== other.blob) throw new ApiError(409, '这个文件刚刚被改过。请刷新后再试。');
      await remove(tx, userId, otherId);
      return next;
    });
    return files.stored(row);
  }

  async #earlier(file: FileRecord, version: number | undefined): Promise<Content> {
    if (version === undefined) throw fieldError('version', '请选择要恢复的版本。');
    return contentOf(await findVersion(this.#parts.database, file.id, version));
  }

  async #changed(userId: number, file: StoredFile, request: FixRequest): Promise<Content> {
    const { storage, staging, parser } = this.#parts;
    const change: Change = { fix: request.fix };
    if (request.fix === 'match_samples') change.names = await this.#names(userId, file, request.otherId);
    if (request.fix === 'probes_to_genes') change.annotation = await this.#annotation(file);
    const readable = await staging.again(await storage.path(file.blob), file.format, guardLimits('pay'));
    try {
      // A matrix that lay on its side may have been taken for a table.
      const fileType = request.fix === 'turn' || request.fix === 'merge_duplicates' ? 'expression' : file.fileType;
      const job = { readable, name: file.name, fileType, known: knownOf(file.facts) };
      const { form, status, table } = await parser.inTurn(userId, () => parser.change(job, change));
      return {
        ...form,
        name: `${splitName(file.name).base}.tsv`,
        requestedType: fileType,
        format: 'text',
        fileSize: table.size,
        blob: table.sha256,
        validationStatus: status,
        parserVersion: parser.version,
      };
    } finally {
      await readable.discard();
    }
  }

  async #annotation({ facts }: StoredFile): Promise<NonNullable<Change['annotation']>> {
    const platform = facts?.matrix?.platform ?? undefined;
    if (platform === undefined) {
      throw new ApiError(422, '看不出是哪个平台的芯片。请用「芯片标准化与注释」，选平台或上传注释表。');
    }
    return annotationOf(this.#parts, platform, '换成基因名');
  }

  async #names(userId: number, file: StoredFile, otherId: number | undefined): Promise<{ from: string; to: string }[]> {
    if (otherId === undefined) throw fieldError('file_id', '请选择样本名要对上的文件。');
    const names = await matchingNames(file, await this.#parts.files.require(userId, otherId));
    if (names.length === 0) throw fieldError('file_id', '两个文件的样本名没有能自动对上的。请检查是不是同一批样本。');
    return names;
  }
}
