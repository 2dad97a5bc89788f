import type { FileType } from '@oncoloom/contract';
import type { InputParameter } from '@oncoloom/tool-kit';
import type { StoredFile } from '../../files/service.ts';
import { ApiError, fieldError } from '../../platform/errors.ts';
import type { Described, Sources } from '../inputs/kind.ts';
import type { UsedInput } from '../tables.ts';

/** What reading a matrix says of rows of one name: engine/R/parse/matrix.R. */
const DUPLICATES_MERGED = 'duplicates_merged';

interface Place {
  field: string;
  parameter: InputParameter;
  /** Types of file that serve. */
  takes: readonly FileType[];
}

/** A file of the caller. Throws 404 where there is none of this id. */
export async function ownFile({ files }: Sources, { field, parameter }: Place, userId: number, id: number): Promise<StoredFile> {
  const file = await files.get(userId, id);
  if (file !== undefined) return file;
  throw new ApiError(404, `「${parameter.label}」选的文件不存在，请重新选择`, { errors: [{ field, detail: '文件不存在，请重新选择' }] });
}

/** A file as the engine reads it: parsed, with what is known of it. Throws 409 while it is read, 422 where it cannot be used. */
export async function describeFile({ files }: Sources, { field, parameter, takes }: Place, file: StoredFile): Promise<Described> {
  if (file.fileType === 'document') throw fieldError(field, `「${file.name}」是图或文档，不能用来分析，请换一个文件`);
  if (file.validationStatus === 'pending') throw new ApiError(409, `「${file.name}」还在读取，请稍候再提交`);
  if (file.validationStatus === 'invalid' || file.parsed === null || file.facts === null)
    throw fieldError(field, `「${file.name}」没有通过检查，请按文件报告修改后重新上传`);
  if (!takes.includes(file.fileType)) throw fieldError(field, `「${file.name}」不是这里要用的表，请换一个文件`);
  const { matrix, table, findings } = file.facts;
  const merged = findings.find(({ code }) => code === DUPLICATES_MERGED);
  const used: UsedInput = {
    field,
    input: parameter.input,
    type: matrix === undefined ? 'table' : 'matrix',
    name: file.name,
    sha256: file.blob,
    blob: file.parsed,
    format: 'bin',
    // An example is the server's own.
    bytes: file.userId === null ? undefined : (file.parsedBytes ?? undefined),
    rows: matrix?.rows ?? table?.rows ?? null,
    columns: matrix?.columns ?? table?.columns.length ?? null,
    request: { from: 'file', id: file.id },
    ...(merged === undefined ? {} : { merged: { message: merged.message, added: matrix?.kind === 'counts' } }),
  };
  return { facts: await files.toInputFacts(file), used: [used] };
}
