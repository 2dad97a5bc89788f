import { capabilityWords, handoverOf, type InputParameter, matricesTaken, type ToolDefinition } from '@oncoloom/tool-kit';
import { ApiError, fieldError } from '../../platform/errors.ts';
import type { Described, Sources } from '../inputs/kind.ts';
import * as repository from '../repository.ts';
import type { AnalysisRecord, UsedInput } from '../tables.ts';
import { isSimulated } from '../texts/simulated.ts';

/** An analysis of the caller. Throws 404 where there is none of this id. */
export async function ownAnalysis({ database }: Sources, field: string, userId: number, id: number): Promise<AnalysisRecord> {
  const source = await repository.findOwned(database, userId, id);
  if (source !== undefined) return source;
  throw new ApiError(404, '选的分析不存在，请重新选择', { errors: [{ field, detail: '分析不存在，请重新选择' }] });
}

/** The table of an earlier analysis that holds what the parameter accepts; undefined where there is none. */
export function takenFrom({ tools }: Sources, { taskType }: AnalysisRecord, target: ToolDefinition, field: string): string | undefined {
  const made = tools.get(taskType);
  return made === undefined ? undefined : handoverOf(made, target, field)?.table;
}

/** The matrix that an earlier analysis made, in the place of a file. */
export function describeMatrix(field: string, parameter: InputParameter, source: AnalysisRecord, tableId: string | undefined): Described {
  const table = source.result?.tables.find((entry) => entry.id === tableId);
  if (table?.matrix === undefined) {
    const what = parameter.kind === 'file' ? capabilityWords(matricesTaken(parameter)) : capabilityWords(['matrix']);
    throw fieldError(field, `「${source.name}」的结果里没有${what}，请换一次分析，或上传文件`);
  }
  const { blob, bytes, facts } = table.matrix;
  const used: UsedInput = {
    field,
    input: parameter.input,
    type: 'matrix',
    name: source.name,
    sha256: table.sha256,
    blob,
    format: 'bin',
    bytes,
    rows: facts.rows,
    columns: facts.columns,
    ...(isSimulated(source) ? { simulated: true } : {}),
    request: { from: 'analysis', id: source.id },
  };
  return { facts: { name: source.name, matrix: facts }, used: [used] };
}

const wanted = (parameter: InputParameter): string =>
  parameter.kind === 'analysis' && parameter.accepts !== undefined ? capabilityWords(parameter.accepts) : '另一种结果';

/** A table of an earlier analysis, as the input of another. Throws 422 where it has no such table. */
export function describeTable(
  { tools }: Sources,
  field: string,
  parameter: InputParameter,
  source: AnalysisRecord,
  tableId: string | undefined,
): Described {
  const table = source.result?.tables.find((entry) => entry.id === tableId);
  if (table === undefined) throw fieldError(field, `「${source.name}」不能用在这里：要用的是${wanted(parameter)}，请换一次已完成的分析`);
  const declared = tools.get(source.taskType)?.tables[table.id];
  const typeOf = (column: string) => declared?.columns.find((entry) => entry.name === column)?.type ?? declared?.rest?.type ?? 'text';
  const types = Object.fromEntries(table.columns.map((column) => [column, typeOf(column)]));
  const numeric = table.columns.map((column) => types[column] !== 'gene' && types[column] !== 'text');
  const used: UsedInput = {
    field,
    input: parameter.input,
    type: 'table',
    name: source.name,
    sha256: table.sha256,
    blob: table.sha256,
    format: 'tsv',
    bytes: table.bytes,
    rows: table.rows,
    columns: table.columns.length,
    types,
    ...(isSimulated(source) ? { simulated: true } : {}),
    request: { from: 'analysis', id: source.id },
  };
  return { facts: { name: source.name, table: { columns: table.columns, numeric, rowCount: table.rows } }, used: [used] };
}
