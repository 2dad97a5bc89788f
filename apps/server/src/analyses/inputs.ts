import { basename } from 'node:path';
import { Readable } from 'node:stream';
import {
  type CohortParameter,
  type CompleteRequest,
  cohortCode,
  fileTypesOf,
  type InputFacts,
  type InputParameter,
  type InputValue,
  joinMatrices,
  listNames,
  type ToolDefinition,
} from '@oncoloom/tool-kit';
import type { CohortStore } from '../cohorts/service.ts';
import { CohortGenes, chooseCohorts } from '../cohorts/service.ts';
import type { FilesService } from '../files/service.ts';
import type { GenesService } from '../genes/service.ts';
import { sha256Of } from '../platform/checksum.ts';
import type { Database } from '../platform/database.ts';
import { ApiError, fieldError } from '../platform/errors.ts';
import type { Storage } from '../platform/storage.ts';
import type { PlatformsService } from '../platforms/service.ts';
import * as repository from './repository.ts';
import { isSimulated } from './simulated.ts';
import type { AnalysisRecord, UsedInput } from './tables.ts';
import type { ToolRegistry } from './tools.ts';

export interface ResolvedInputs {
  facts: Record<string, InputFacts>;
  used: UsedInput[];
  /** Pasted tables as R reads them: their checksum is known, their bytes are kept only when something runs on them. */
  pasted: string[];
}

/** Of a platform's table. */
const PLATFORM_COLUMNS = ['probe', 'symbol'];

type Described = { facts: InputFacts; used: UsedInput[]; pasted?: string };

const NUMBER = /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/;
const MISSING = new Set(['', 'NA', 'NaN', 'na', 'n/a', 'N/A', 'null', '-']);

/** Does the column hold numbers only (missing cells aside)? */
function isNumeric(rows: readonly (readonly string[])[], column: number): boolean {
  let seen = false;
  for (const row of rows) {
    const cell = row[column] ?? '';
    if (MISSING.has(cell)) continue;
    if (!NUMBER.test(cell)) return false;
    seen = true;
  }
  return seen;
}

/** Finds what a request names: the caller's files, pasted rows, tables of earlier analyses, or a tool's own example. */
export class InputResolver {
  readonly #database: Database;
  readonly #files: FilesService;
  readonly #platforms: PlatformsService;
  readonly #cohorts: CohortStore;
  readonly #storage: Storage;
  readonly #tools: ToolRegistry;
  readonly #genes: CohortGenes;

  constructor(parts: {
    database: Database;
    files: FilesService;
    platforms: PlatformsService;
    cohorts: CohortStore;
    genes: Pick<GenesService, 'called'>;
    storage: Storage;
    tools: ToolRegistry;
  }) {
    this.#database = parts.database;
    this.#files = parts.files;
    this.#platforms = parts.platforms;
    this.#cohorts = parts.cohorts;
    this.#storage = parts.storage;
    this.#tools = parts.tools;
    this.#genes = new CohortGenes(parts.cohorts, parts.genes);
  }

  /** Throws ApiError (404, 409, 422) with the field at fault. */
  async resolve(tool: ToolDefinition, request: CompleteRequest, userId: number): Promise<ResolvedInputs> {
    const facts: Record<string, InputFacts> = {};
    const used: UsedInput[] = [];
    const pasted: string[] = [];
    for (const [field, value] of Object.entries(request.inputs)) {
      const parameter = tool.parameters[field] as InputParameter;
      const described =
        value.from === 'cohort'
          ? await this.#fromCohorts(field, parameter as CohortParameter, value.codes, request.values, tool)
          : value.from === 'files'
            ? joined(await Promise.all(value.items.map((item) => this.#describe(field, parameter, item, userId))))
            : await this.#describe(field, parameter, value, userId);
      facts[field] = described.facts;
      used.push(...described.used);
      if (described.pasted !== undefined) pasted.push(described.pasted);
    }
    return { facts, used, pasted };
  }

  /** The inputs of a tool's built-in example. */
  async example(tool: ToolDefinition, request: CompleteRequest): Promise<ResolvedInputs> {
    const facts: Record<string, InputFacts> = {};
    const used: UsedInput[] = [];
    for (const [field, { file, name, cohort }] of Object.entries(tool.example.files)) {
      const parameter = tool.parameters[field] as InputParameter;
      const fileType = fileTypesOf(parameter)[0] ?? 'table';
      const stored = await this.#files.example(this.#tools.examplePath(tool, file), name, fileType);
      const one = await this.#fromFile(field, parameter, stored);
      const described = parameter.kind === 'files' ? joined([one]) : one;
      facts[field] = described.facts;
      used.push(...described.used);
      if (cohort !== undefined && parameter.kind === 'analysis' && parameter.cohort !== undefined) {
        const stand: CohortParameter = { kind: 'cohort', label: parameter.label, input: parameter.cohort, needs: {} };
        used.push(...(await this.#fromCohorts(field, stand, [cohortCode(cohort)], request.values)).used);
      }
    }
    for (const [field, value] of Object.entries(request.inputs)) {
      if (value.from !== 'cohort') continue;
      const described = await this.#fromCohorts(field, tool.parameters[field] as CohortParameter, value.codes, request.values);
      facts[field] = described.facts;
      used.push(...described.used);
    }
    return { facts, used, pasted: [] };
  }

  /** Stores what was pasted, so that a run can read it. */
  async keep({ pasted }: ResolvedInputs): Promise<void> {
    for (const text of pasted) {
      // The same groups come again with every change of a threshold.
      if (!(await this.#storage.has(sha256Of(text)))) await this.#storage.put(Readable.from([text]));
    }
  }

  async #describe(
    field: string,
    parameter: InputParameter,
    value: Exclude<InputValue, { from: 'cohort' } | { from: 'files' }>,
    userId: number,
  ): Promise<Described> {
    if (value.from === 'rows') return fromRows(field, parameter, value);
    if (value.from === 'analysis') return this.#fromAnalysis(field, parameter, value.id, userId);
    if (value.from === 'platform') return this.#fromPlatform(field, parameter, value.platform);
    const file = await this.#files.get(userId, value.id);
    if (file === undefined)
      throw new ApiError(404, `「${parameter.label}」选的文件不存在，请重新选择`, {
        errors: [{ field, detail: '文件不存在，请重新选择' }],
      });
    return this.#fromFile(field, parameter, file);
  }

  /** Those that cannot be used are among the facts: the checks say why. */
  async #fromCohorts(
    field: string,
    parameter: CohortParameter,
    codes: readonly string[],
    values: CompleteRequest['values'],
    tool?: ToolDefinition,
  ): Promise<Described> {
    const { cohorts, installed, unknown } = await chooseCohorts(this.#cohorts, parameter, codes, values);
    if (unknown.length > 0)
      throw fieldError(field, `没有「${listNames(unknown.map((code) => code.toUpperCase()))}」这个队列，请从「${parameter.label}」里选`);
    const used = installed.map(({ description, folder, checksum }): UsedInput => {
      const { code, label, release, simulated, matrices } = description;
      return {
        field,
        input: parameter.input,
        type: 'cohort',
        name: label,
        sha256: checksum,
        blob: checksum,
        format: 'folder',
        rows: matrices.expression?.genes ?? null,
        columns: matrices.expression?.samples ?? null,
        cohort: { code, release, folder: basename(folder), simulated, several: parameter.several === true },
        request: { from: 'cohort', codes: installed.map((cohort) => cohort.description.code) },
      };
    });
    const genes = tool === undefined ? [] : await this.#genes.asked(tool, parameter, installed, values);
    return { facts: { name: listNames(cohorts.map(({ label }) => label)), cohorts, genes }, used };
  }

  async #fromPlatform(field: string, parameter: InputParameter, platform: string): Promise<Described> {
    const table = await this.#platforms.table(platform);
    if (table === undefined)
      throw fieldError(field, `${platform} 的注释表还没有装到这台服务器上。请在「${parameter.label}」里更新平台列表，或上传自己的注释表`);
    const { label, sha256, probes } = table;
    const used: UsedInput = {
      field,
      input: parameter.input,
      type: 'table',
      name: label,
      sha256,
      blob: sha256,
      format: 'tsv',
      rows: probes,
      columns: PLATFORM_COLUMNS.length,
      types: Object.fromEntries(PLATFORM_COLUMNS.map((column) => [column, 'gene' as const])),
      request: { from: 'platform', platform },
    };
    const columns = { columns: PLATFORM_COLUMNS, numeric: PLATFORM_COLUMNS.map(() => false), rowCount: probes };
    return { facts: { name: label, table: columns, platform }, used: [used] };
  }

  async #fromFile(
    field: string,
    parameter: InputParameter,
    file: NonNullable<Awaited<ReturnType<FilesService['get']>>>,
  ): Promise<Described> {
    if (file.validationStatus === 'pending') throw new ApiError(409, `「${file.name}」还在读取，请稍候再提交`);
    if (file.validationStatus === 'invalid' || file.parsed === null || file.facts === null)
      throw fieldError(field, `「${file.name}」没有通过检查，请按文件报告修改后重新上传`);
    const wanted =
      parameter.kind === 'file' || parameter.kind === 'files'
        ? parameter.fileTypes
        : parameter.kind === 'groups-table'
          ? ['groups', 'table', 'survival', 'annotation']
          : ['table'];
    if (!(wanted as readonly string[]).includes(file.fileType)) throw fieldError(field, `「${file.name}」不是这里要用的表，请换一个文件`);
    const matrix = file.facts.matrix;
    const used: UsedInput = {
      field,
      input: parameter.input,
      type: matrix === undefined ? 'table' : 'matrix',
      name: file.name,
      sha256: file.blob,
      blob: file.parsed,
      format: 'bin',
      rows: matrix?.rows ?? file.facts.table?.rows ?? null,
      columns: matrix?.columns ?? file.facts.table?.columns.length ?? null,
      request: { from: 'file', id: file.id },
    };
    return { facts: await this.#files.toInputFacts(file), used: [used] };
  }

  async #fromAnalysis(field: string, parameter: InputParameter, id: number, userId: number): Promise<Described> {
    const source = await repository.findOwned(this.#database, userId, id);
    if (source !== undefined && (parameter.kind === 'file' || parameter.kind === 'files')) return matrixOf(field, parameter, source);
    const accepted = parameter.kind === 'analysis' ? parameter.tables.find((entry) => entry.taskType === source?.taskType) : undefined;
    if (source === undefined)
      throw new ApiError(404, '选的分析不存在，请重新选择', { errors: [{ field, detail: '分析不存在，请重新选择' }] });
    const table = source.result?.tables.find((entry) => entry.id === accepted?.table);
    if (accepted === undefined || table === undefined)
      throw fieldError(field, `「${source.name}」没有这里要用的结果，请换一次已完成的分析`);
    const declared = this.#tools.get(source.taskType)?.tables[table.id];
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
      rows: table.rows,
      columns: table.columns.length,
      types,
      ...(isSimulated(source) ? { simulated: true } : {}),
      request: { from: 'analysis', id },
    };
    const cohort =
      parameter.kind === 'analysis' && parameter.cohort !== undefined ? await this.#cohortOf(field, parameter.cohort, source) : [];
    return {
      facts: { name: source.name, table: { columns: table.columns, numeric, rowCount: table.rows } },
      used: [used, ...cohort],
    };
  }

  /** The cohort that an earlier analysis read, in the release that it read, for the one that goes on from it. */
  async #cohortOf(field: string, input: string, source: AnalysisRecord): Promise<UsedInput[]> {
    const read = source.inputs.find(({ cohort }) => cohort !== undefined);
    if (read?.cohort === undefined) throw fieldError(field, `「${source.name}」没有用公共队列，请换一次分析`);
    const { code, release, folder } = read.cohort;
    if ((await this.#cohorts.release(code, folder)) === undefined)
      throw fieldError(field, `「${source.name}」用的 ${read.name} ${release} 版已不在这台服务器上，请用现在的版本重做那次分析，再接着做`);
    return [{ ...read, field, input, request: { from: 'analysis', id: source.id } }];
  }
}

/** Several matrices of one field, each at its place. */
function joined(described: readonly Described[]): Described {
  const files = described.flatMap(({ facts: { name, matrix } }) => (matrix === undefined ? [] : [{ name, matrix }]));
  const matrix = joinMatrices(files.map((file) => file.matrix));
  return {
    facts: { name: listNames(files.map(({ name }) => name)), files, ...(matrix === undefined ? {} : { matrix }) },
    used: described.flatMap(({ used }, i) => used.map((input) => ({ ...input, place: i + 1 }))),
  };
}

/** The matrix that an earlier analysis made, in the place of a file. */
function matrixOf(field: string, parameter: InputParameter, source: AnalysisRecord): Described {
  const table = source.result?.tables.find((entry) => entry.matrix !== undefined);
  if (table?.matrix === undefined) throw fieldError(field, `「${source.name}」的结果里没有表达矩阵，请换一次分析，或上传文件`);
  const { blob, facts } = table.matrix;
  const used: UsedInput = {
    field,
    input: parameter.input,
    type: 'matrix',
    name: source.name,
    sha256: table.sha256,
    blob,
    format: 'bin',
    rows: facts.rows,
    columns: facts.columns,
    ...(isSimulated(source) ? { simulated: true } : {}),
    request: { from: 'analysis', id: source.id },
  };
  return { facts: { name: source.name, matrix: facts }, used: [used] };
}

/** Rows that came with the request. */
function fromRows(field: string, parameter: InputParameter, value: { columns: string[]; rows: string[][] }): Described {
  const { columns, rows } = value;
  const text = JSON.stringify({ columns, rows });
  const sha256 = sha256Of(text);
  const facts: InputFacts = {
    name: parameter.label,
    table: { columns, numeric: columns.map((_, i) => isNumeric(rows, i)), rowCount: rows.length, cells: rows },
  };
  const used: UsedInput = {
    field,
    input: parameter.input,
    type: 'table',
    name: parameter.label,
    sha256,
    blob: sha256,
    format: 'json',
    rows: rows.length,
    columns: columns.length,
    request: { from: 'rows', columns, rows },
  };
  return { facts, used: [used], pasted: text };
}
