import type { MatrixFacts } from '@oncoloom/contract';
import { formatCount, matchArrays, metadataOf, proposePlatforms, type SameSamples } from '@oncoloom/tool-kit';
import type { PlatformsService } from '../../chip-platforms/service.ts';
import { ApiError, fieldError } from '../../platform/errors.ts';
import type { Database, Transaction } from '../../platform/postgres/database.ts';
import type { Storage } from '../../storage/storage.ts';
import { guardLimits } from '../intake/limits.ts';
import { freeName, givenName, splitName } from '../intake/names.ts';
import type { Readable, Staging } from '../intake/staging.ts';
import * as repository from '../repository.ts';
import { inSpace } from '../repository.ts';
import { namesIn } from '../space/directory-repository.ts';
import type { FileRecord } from '../tables.ts';
import type { StoredFile } from '../types.ts';
import { annotationOf } from './annotations.ts';
import type { ArrayPart, FileParser } from './parser.ts';

interface Parts {
  database: Database;
  storage: Storage;
  parser: FileParser;
  platforms: Pick<PlatformsService, 'table' | 'refresh'>;
  staging: Staging;
  /** What the service does for all who make a file. */
  files: {
    require(userId: number, id: number): Promise<StoredFile>;
    checkSpace(userId: number, bytes: number, database?: Transaction): Promise<void>;
    stored(row: FileRecord): StoredFile;
  };
}

/** A matrix of one array. */
interface ArrayFile {
  file: FileRecord;
  matrix: MatrixFacts;
}

/** What it is called where it is told of. */
const named = ({ file, matrix }: ArrayFile): string => matrix.platform ?? splitName(file.name).base;

/** Makes one matrix of genes out of matrices of the same samples on several arrays. */
export class Arrays {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * The matrix as a file of its own, in the folder of the first.
   * @throws ApiError 404, 409 (being read), 413 (space), 422 (no matrices, other samples or scales, no annotation), 503 (engine)
   */
  async merge(userId: number, { ids, name }: { ids: readonly number[]; name: string | undefined }): Promise<StoredFile> {
    const arrays = await this.#arrays(userId, ids);
    checkScales(arrays);
    const same = samplesOf(arrays);
    const [{ file: first }] = arrays;
    const { database, parser, files } = this.#parts;
    await files.checkSpace(userId, 0);
    const own = `${splitName(first.name).base.replace(/\.txt$|_series_matrix.*$/gi, '')} 按基因合并.tsv`;
    const wanted = name === undefined ? own : givenName(/\.tsv$/i.test(name) ? name : `${name}.tsv`);
    const { parts, discard } = await this.#texts(arrays, same);
    try {
      const logged = arrays.every(({ matrix }) => isLogged(matrix));
      const { form, status, table } = await parser.inTurn(userId, () => parser.merge({ parts, differing: same.differing, logged }, wanted));
      const row = await inSpace(database, userId, async (tx) => {
        await files.checkSpace(userId, table.size + (form.parsedBytes ?? 0) + (form.cellsBytes ?? 0), tx);
        return repository.insert(tx, {
          ...form,
          userId,
          directoryId: first.directoryId,
          name: freeName(wanted, await namesIn(tx, userId, first.directoryId)),
          requestedType: 'expression',
          format: 'text',
          description: `由 ${arrays.map(({ file }) => file.name).join('、')} 按基因合并`.slice(0, 500),
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

  /** The files, the array with the most samples and probes first: its genes are kept. */
  async #arrays(userId: number, ids: readonly number[]): Promise<[ArrayFile, ArrayFile, ...ArrayFile[]]> {
    const arrays: ArrayFile[] = [];
    for (const id of new Set(ids)) {
      const file = await this.#parts.files.require(userId, id);
      if (file.validationStatus === 'pending') throw new ApiError(409, `「${file.name}」还在读取，请稍候再试。`);
      const matrix = file.facts?.matrix;
      if (matrix === undefined || file.validationStatus !== 'valid')
        throw fieldError('file_ids', `「${file.name}」不是能用的表达矩阵。能按基因合并的是同一批样本在几种芯片上的矩阵。`);
      arrays.push({ file, matrix });
    }
    const parts = arrays.map(({ matrix }) => metadataOf(matrix));
    const at = proposePlatforms(
      parts.map((part, i) => ({ ...part, platform: String(i) })),
      arrays.map(({ matrix }) => matrix.rows),
    )?.first;
    const first = arrays[Number(at ?? 0)];
    const [second, ...more] = arrays.filter((one) => one !== first);
    if (first === undefined || second === undefined) throw fieldError('file_ids', '请选择两个或更多芯片的矩阵。');
    return [first, second, ...more];
  }

  /** What R reads of each: text, annotation, and the samples in one order. */
  async #texts(arrays: readonly ArrayFile[], same: SameSamples): Promise<{ parts: ArrayPart[]; discard(): Promise<void> }> {
    const { storage, staging } = this.#parts;
    const taken: Readable[] = [];
    const discard = async () => {
      for (const each of taken) await each.discard();
    };
    try {
      const parts: ArrayPart[] = [];
      for (const [i, array] of arrays.entries()) {
        const { file, matrix } = array;
        const annotation = matrix.identifiers === 'symbol' ? undefined : await this.#annotation(array);
        const readable = await staging.again(await storage.path(file.blob), file.format, guardLimits('pay'));
        taken.push(readable);
        parts.push({ readable, name: file.name, platform: named(array), annotation, samples: same.samples[i] ?? [] });
      }
      return { parts, discard };
    } catch (error) {
      await discard();
      throw error;
    }
  }

  async #annotation({ file, matrix: { platform, identifiers } }: ArrayFile) {
    if (platform === null || identifiers === 'ensembl' || identifiers === 'entrez') {
      const advice = identifiers === 'other' || identifiers === 'probe' ? '看不出是哪个平台的芯片' : '行名是编号，不是基因名';
      throw fieldError(
        'file_ids',
        `「${file.name}」${advice}，不能按基因合并。请先把行名换成基因名（检查报告里有「换成基因名」，或用「芯片标准化与注释」）。`,
      );
    }
    return annotationOf(this.#parts, platform, '按基因合并');
  }
}

const isLogged = ({ kind }: MatrixFacts): boolean => kind === 'log' || kind === 'batch-corrected';

/** Throws ApiError 422 where one is logged and another is not, or one has ratios: their values are different things. */
function checkScales(arrays: readonly ArrayFile[]): void {
  const [first, ...others] = arrays;
  const scale = ({ matrix }: ArrayFile) => `${isLogged(matrix) ? 'log' : matrix.kind} ${matrix.logBase ?? ''}`;
  const odd = others.find((one) => first !== undefined && scale(one) !== scale(first));
  if (first !== undefined && odd !== undefined)
    throw fieldError(
      'file_ids',
      `「${first.file.name}」${scaleWords(first.matrix)}，「${odd.file.name}」${scaleWords(odd.matrix)}，不能放在一个矩阵里。请先用「芯片标准化与注释」把它们变成同一种数值。`,
    );
  const channels = arrays.map(({ matrix }) => matrix.annotations?.series?.channels ?? 1);
  const two = arrays[channels.findIndex((count) => count !== channels[0])];
  if (two !== undefined)
    throw fieldError(
      'file_ids',
      `选中的芯片有单通道的，也有双通道的（「${two.file.name}」）：一个是表达量，一个是比值，不能合并。请去掉一种。`,
    );
}

const scaleWords = (matrix: MatrixFacts): string =>
  isLogged(matrix) ? '取过对数' : matrix.kind === 'linear' ? '没有取对数' : matrix.kind === 'counts' ? '是计数' : '是另一种数值';

/** Throws ApiError 422 where the arrays did not measure the same samples. */
function samplesOf(arrays: readonly ArrayFile[]): SameSamples {
  const platforms = arrays.map(named);
  const twice = platforms.find((name, i) => platforms.indexOf(name) !== i);
  if (twice !== undefined)
    throw fieldError('file_ids', `有两个文件都是 ${twice}。按基因合并的是不同芯片；同一种芯片的几批样本请用「去批次效应」。`);
  const same = matchArrays(arrays.map(({ matrix }) => metadataOf(matrix)));
  if (same === undefined)
    throw fieldError(
      'file_ids',
      `这几个文件的样本对不上（${arrays.map((one) => `${named(one)} ${formatCount(one.matrix.samples.length)} 个`).join('，')}）：按样本名、样本标题和患者编号，都有八成以上的样本各有一份才能合并。请核对是不是同一批样本。`,
    );
  return same;
}
