import { JOINED_MAX, type JoinChoices, type OneSample } from '@oncoloom/contract';
import { ApiError, fieldError } from '../../platform/errors.ts';
import type { Database, Transaction } from '../../platform/postgres/database.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Part } from '../intake/guard-file.ts';
import { guardLimits } from '../intake/limits.ts';
import { freeName, givenName } from '../intake/names.ts';
import type { Staging } from '../intake/staging.ts';
import * as repository from '../repository.ts';
import { inSpace } from '../repository.ts';
import { namesIn } from '../space/directory-repository.ts';
import type { FileRecord } from '../tables.ts';
import type { StoredFile } from '../types.ts';
import type { FileParser } from './parser.ts';

interface Parts {
  database: Database;
  storage: Storage;
  parser: FileParser;
  staging: Staging;
  /** What the service does for all who make a file. */
  files: {
    require(userId: number, id: number): Promise<StoredFile>;
    checkSpace(userId: number, bytes: number, database?: Transaction): Promise<void>;
    stored(row: FileRecord): StoredFile;
  };
}

/** A file of one sample, or an archive of such files. */
interface Output {
  file: FileRecord;
  oneSample: OneSample;
}

/** Makes one matrix of files that hold a sample each, as counting and quantifying programs write them. */
export class Joining {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * What the files can become. One file by itself stands for all of its kind in its folder.
   * @throws ApiError 404, 409 (being read), 422 (not of one sample, or of different programs)
   */
  async choices(userId: number, ids: readonly number[]): Promise<Omit<JoinChoices, 'success'>> {
    const [first, ...more] = await this.#outputs(userId, ids);
    const all = more.length > 0 || first.oneSample.files !== undefined ? [first, ...more] : await this.#siblings(userId, first);
    const { label, columns } = first.oneSample;
    // What one file leaves open, or what files disagree on, is asked without a suggestion.
    const suggested = new Set(all.map(({ oneSample }) => oneSample.suggested ?? null));
    return {
      label,
      columns,
      suggested: suggested.size === 1 ? ([...suggested][0] ?? null) : null,
      files: all.map(({ file, oneSample }) => ({ id: file.id, name: file.name, samples: oneSample.files ?? 1 })),
    };
  }

  /**
   * The matrix as a file of its own, in the folder of the first.
   * @throws ApiError as `choices`; 413 (space), 422 (column, genes, a single sample), 503 (engine)
   */
  async join(
    userId: number,
    { ids, column, name }: { ids: readonly number[]; column: string; name: string | undefined },
  ): Promise<StoredFile> {
    const outputs = await this.#outputs(userId, ids);
    const [{ file: first, oneSample }] = outputs;
    if (!oneSample.columns.some((one) => one.name === column)) throw fieldError('column', '没有这一列，请重新选择要用的列。');
    const samples = outputs.reduce((sum, output) => sum + (output.oneSample.files ?? 1), 0);
    if (samples < 2) throw fieldError('file_ids', '只有一个样本，合并不成矩阵。请再选上其他样本的文件。');
    if (samples > JOINED_MAX) throw fieldError('file_ids', `共有 ${samples} 个样本，一次最多合并 ${JOINED_MAX} 个。`);
    const { database, parser, files } = this.#parts;
    await files.checkSpace(userId, 0);
    const wanted = name === undefined ? `${oneSample.label} 合并 ${column}.tsv` : givenName(/\.tsv$/i.test(name) ? name : `${name}.tsv`);
    const { parts, discard } = await this.#texts(outputs);
    try {
      const { form, status, table } = await parser.inTurn(userId, () => parser.join(parts, column, wanted));
      const row = await inSpace(database, userId, async (tx) => {
        await files.checkSpace(userId, table.size + (form.parsedBytes ?? 0) + (form.cellsBytes ?? 0), tx);
        return repository.insert(tx, {
          ...form,
          userId,
          directoryId: first.directoryId,
          name: freeName(wanted, await namesIn(tx, userId, first.directoryId)),
          requestedType: 'expression',
          format: 'text',
          description: '',
          fileSize: table.size,
          blob: table.sha256,
          validationStatus: status,
          parserVersion: parser.version,
        });
      });
      return files.stored(row);
    } finally {
      await discard();
    }
  }

  async #outputs(userId: number, ids: readonly number[]): Promise<[Output, ...Output[]]> {
    const outputs: Output[] = [];
    for (const id of new Set(ids)) {
      const file = await this.#parts.files.require(userId, id);
      if (file.validationStatus === 'pending') throw new ApiError(409, `「${file.name}」还在读取，请稍候再试。`);
      const oneSample = file.facts?.oneSample;
      if (oneSample === undefined) {
        throw fieldError(
          'file_ids',
          `「${file.name}」不是单个样本的输出。能合并的是 STAR、GDC、RSEM、Salmon、featureCounts、HTSeq 等软件每个样本一份的文件。`,
        );
      }
      outputs.push({ file, oneSample });
    }
    const [first, ...more] = outputs;
    if (first === undefined) throw fieldError('file_ids', '请选择要合并的文件。');
    const other = more.find(({ oneSample }) => oneSample.program !== first.oneSample.program);
    if (other !== undefined) {
      throw fieldError(
        'file_ids',
        `「${first.file.name}」是 ${first.oneSample.label} 的输出，「${other.file.name}」是 ${other.oneSample.label} 的。请分开合并。`,
      );
    }
    return [first, ...more];
  }

  /** Files of the same program in the folder of one, and it. */
  async #siblings(userId: number, { file, oneSample }: Output): Promise<Output[]> {
    const rows = await repository.oneSamplesIn(this.#parts.database, userId, file.directoryId, oneSample.program, JOINED_MAX);
    return rows.flatMap((row) => {
      const found = row.facts?.oneSample;
      return found === undefined || (found.files !== undefined && row.id !== file.id) ? [] : [{ file: row, oneSample: found }];
    });
  }

  async #texts(outputs: readonly Output[]): Promise<{ parts: Part[]; discard(): Promise<void> }> {
    const { storage, staging } = this.#parts;
    const taken: { parts: Part[]; discard(): Promise<void> }[] = [];
    const discard = async () => {
      for (const each of taken) await each.discard();
    };
    try {
      for (const { file } of outputs) taken.push(await staging.parts(await storage.path(file.blob), file, guardLimits('pay')));
    } catch (error) {
      await discard();
      throw error;
    }
    return { parts: taken.flatMap(({ parts }) => parts), discard };
  }
}
