import { type FieldError, TASK_NAME_MAX } from '@oncoloom/contract';
import { z } from 'zod';
import { cohortCode } from './cohorts.ts';
import { COLOUR_SCHEMES, isColourScheme, schemeColours } from './colour-schemes.ts';
import type { ToolDefinition } from './define-tool.ts';
import { filesRange } from './matrices.ts';
import {
  type FilesParameter,
  type InputParameter,
  isInput,
  isShown,
  type Parameter,
  type Parameters,
  type StyleParameter,
  type ValueParameter,
} from './parameters.ts';

/** A request as it came: sparse, flat or with `parameters` nested, spellings as other clients write them. */
export type SparseRequest = Readonly<Record<string, unknown>>;

/** Everything that a job needs to know of the request: complete, one spelling, checked. */
export interface CompleteRequest {
  taskName: string | undefined;
  example: boolean;
  /** Every value parameter; group and columns parameters as far as given (null: to be found in the data). */
  values: Record<string, Value>;
  /** Every input that was given, by parameter name. */
  inputs: Record<string, InputValue>;
  /** Style fields by figure, only those that differ from the figure's own default. */
  styles: Record<string, Record<string, Value>>;
}
export type Value = string | number | boolean | null | readonly string[];
/** One of several matrices. */
export type FilesItem = { from: 'file'; id: number } | { from: 'analysis'; id: number };
export type InputValue =
  | { from: 'file'; id: number }
  | { from: 'analysis'; id: number }
  | { from: 'files'; items: readonly FilesItem[] }
  | { from: 'platform'; platform: string }
  /** Lower case; none: the server chooses. */
  | { from: 'cohort'; codes: readonly string[] }
  | { from: 'rows'; columns: string[]; rows: string[][] };

export type Completed = { ok: true; request: CompleteRequest } | { ok: false; errors: FieldError[] };

/** Fields of a request that belong to every tool. */
const SHARED_FIELDS = ['task_type', 'task_name', 'name', 'example', 'family', 'type_code', 'parameters', 'color_scheme'];
/** Other names that the specification has for a parameter, of every tool that has it. */
const SYNONYMS: Readonly<Record<string, string>> = { organism: 'species' };
const PASTED_ROWS_MAX = 20_000;
const CELL_MAX = 500;
/** Nobody reads more; a hostile request could cause any number. */
const ERRORS_MAX = 50;
const GROUPS_COLUMNS_MAX = 50;
const TUPLE_TEXT_MAX = 120;
/** More than there are. */
const COHORTS_MAX = 100;
/** Ids are PostgreSQL integers; a larger one names nothing. */
const ID_MAX = 2_147_483_647;

const cell = z.union([z.string().max(CELL_MAX), z.number(), z.boolean(), z.null()]).transform((v) => (v === null ? '' : String(v).trim()));
const identity = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .pipe(z.number().int().positive().max(ID_MAX));
/** Each once; one alone may stand without brackets. */
const identities = z
  .union([z.array(identity).max(100), identity.transform((id) => [id])])
  .refine((ids) => new Set(ids).size === ids.length);
const flag = z.union([
  z.boolean(),
  z.literal([0, 1]).transform((v) => v === 1),
  z.literal(['0', '1', 'true', 'false']).transform((v) => v === '1' || v === 'true'),
]);
const numeric = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/)
      .transform(Number),
  ])
  .pipe(z.number());
const platformName = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^GPL\d{1,7}$/);
const cohortCodes = z
  .union([z.string(), z.array(z.string()).max(COHORTS_MAX)])
  .transform((given) => [...new Set((typeof given === 'string' ? given.trim().split(/[\s,，;；、]+/) : given).map(cohortCode))])
  .pipe(
    z
      .array(z.string().regex(/^[a-z0-9]{2,12}$/))
      .min(1)
      .max(COHORTS_MAX),
  );
const records = z
  .array(z.record(z.string().trim().min(1).max(80), cell))
  .min(1)
  .max(PASTED_ROWS_MAX);

/** Splits one text at white space, commas, semicolons and Chinese punctuation; trims; folds duplicates. */
export function splitGenes(value: string | readonly unknown[]): string[] {
  const parts = typeof value === 'string' ? value.split(/[\s,;，；、。|]+/) : value.filter((v): v is string => typeof v === 'string');
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))];
}

/** The schema of one value; its messages say what to change. */
export function valueSchema(parameter: StyleParameter): z.ZodType<Value> {
  switch (parameter.kind) {
    case 'number':
    case 'integer': {
      const { min, max, label } = parameter;
      const range = `「${label}」要在 ${min} 到 ${max} 之间`;
      const exclusive = parameter.kind === 'number' && parameter.exclusiveMin === true;
      return numeric.pipe(
        (parameter.kind === 'integer' ? z.number().int(`「${label}」要填整数`) : z.number()).refine(
          (v) => (exclusive ? v > min : v >= min) && v <= max,
          exclusive ? `「${label}」要大于 ${min}，不超过 ${max}` : range,
        ),
      );
    }
    case 'flag':
      return flag;
    case 'choice': {
      const options = parameter.options.map((option) => option.value);
      const known = z.enum(options as [string, ...string[]]);
      // A flag with a third answer, such as auto, is also written as a flag.
      if (!options.includes('yes') || !options.includes('no')) return known;
      return z.union([known, flag.transform((on) => (on ? 'yes' : 'no'))]).pipe(known);
    }
    case 'choices': {
      const known = z.array(z.enum(parameter.options.map(({ value }) => value) as [string, ...string[]]));
      return z.union([z.string().transform((text) => text.split(/[\s,，;；、]+/)), z.array(z.string())]).pipe(
        z
          .array(z.string())
          .transform((given) => [...new Set(given.filter((value) => value !== ''))])
          .pipe(known),
      );
    }
    case 'colour':
      return z.string().regex(/^#[0-9a-fA-F]{6}$/, `「${parameter.label}」要写成 #rrggbb`);
    case 'text':
      return z.string().trim().max(parameter.maxLength, `「${parameter.label}」最多 ${parameter.maxLength} 个字`);
    case 'tuples': {
      const { label, width, max } = parameter;
      return z
        .array(z.string().trim().max(TUPLE_TEXT_MAX, `「${label}」里的每一项最多 ${TUPLE_TEXT_MAX} 个字`))
        .refine(({ length }) => length % width === 0, `「${label}」要每 ${width} 项一组`)
        .refine(({ length }) => length <= max * width, `「${label}」最多 ${max} 组`);
    }
    case 'gene':
      return z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9][\w.@-]{0,39}$/, `「${parameter.label}」要填一个基因，例如 TP53`);
    case 'genes':
      return z
        .union([z.string().max(1_000_000), z.array(z.unknown()).max(200_000)])
        .transform(splitGenes)
        .refine((genes) => parameter.optional === true || genes.length > 0, `请填写「${parameter.label}」`)
        .refine((genes) => genes.length <= parameter.max, `「${parameter.label}」最多 ${parameter.max} 个`);
  }
}

function fieldMessage(parameter: Parameter | StyleParameter, error: z.ZodError): string {
  // Our own sentences name the field; zod's, which the server has speak Chinese, don't.
  const message = error.issues.find((issue) => issue.message.includes('「'))?.message;
  if (message !== undefined) return message;
  if (parameter.kind === 'choice' || parameter.kind === 'choices')
    return `「${parameter.label}」只能是：${parameter.options.map((o) => o.label).join('、')}`;
  const expected: Partial<Record<(Parameter | StyleParameter)['kind'], string>> = {
    number: '要填数字',
    integer: '要填整数',
    flag: '要填是或否',
    text: '要填文字',
    file: '要选一个文件',
    files: '要选文件，每个只选一次',
    analysis: '要选一次已完成的分析',
    tuples: '要填一列文字',
    'groups-table': '要有 sample 和 group 两列',
    platform: '要填 GEO 的平台号，例如 GPL570',
    cohort: '要填队列的代码，例如 TCGA-ACC',
    table: '要有 columns 和 rows',
    group: '要填组名',
    columns: '要填列名',
  };
  return `「${parameter.label}」${expected[parameter.kind] ?? '填写得不对'}`;
}

/** Rows of one record each into a rectangular table; columns in order of first appearance. */
function rectangular(rows: readonly Record<string, string>[]): { columns: string[]; rows: string[][] } {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return { columns, rows: rows.map((row) => columns.map((column) => row[column] ?? '')) };
}

function readInput(parameter: InputParameter, raw: unknown): InputValue | z.ZodError {
  if (parameter.kind === 'groups-table') {
    const parsed = records.safeParse(raw);
    if (!parsed.success) return parsed.error;
    // Rows may name different columns: without a limit, a small request makes a table too large for memory.
    if (new Set(parsed.data.flatMap((row) => Object.keys(row))).size > GROUPS_COLUMNS_MAX) {
      const message = `「${parameter.label}」最多 ${GROUPS_COLUMNS_MAX} 列，请去掉用不到的列`;
      return new z.ZodError([{ code: 'custom', path: [], message, input: undefined }]);
    }
    const table = rectangular(parsed.data);
    const complete = table.columns.includes('sample') && table.columns.includes('group');
    return complete ? { from: 'rows', ...table } : new z.ZodError([]);
  }
  if (parameter.kind === 'table') {
    const schema = z.object({
      columns: z.array(z.string().trim().min(1).max(80)).min(1).max(parameter.maxColumns),
      rows: z.array(z.array(cell)).min(1).max(parameter.maxRows),
    });
    const parsed = schema.safeParse(raw);
    if (!parsed.success) return parsed.error;
    const { columns, rows } = parsed.data;
    const even = rows.every((row) => row.length === columns.length) && new Set(columns).size === columns.length;
    return even ? { from: 'rows', columns, rows } : new z.ZodError([]);
  }
  if (parameter.kind === 'platform') {
    const parsed = platformName.safeParse(raw);
    return parsed.success ? { from: 'platform', platform: parsed.data } : parsed.error;
  }
  if (parameter.kind === 'cohort') {
    const parsed = cohortCodes.safeParse(raw);
    if (!parsed.success) return parsed.error;
    if (parsed.data.length > 1 && parameter.several !== true) return new z.ZodError([]);
    return { from: 'cohort', codes: parsed.data };
  }
  if (parameter.kind === 'files') return readFiles(parameter, raw);
  return readIdentity(parameter.kind, raw);
}

/** Ids of files and of earlier analyses, files first. */
function readFiles(parameter: FilesParameter, raw: unknown): InputValue | z.ZodError {
  const given = z.partialRecord(z.enum(['own', 'analyses']), identities).safeParse(raw);
  if (!given.success) return given.error;
  const items = [
    ...(given.data.own ?? []).map((id): FilesItem => ({ from: 'file', id })),
    ...(given.data.analyses ?? []).map((id): FilesItem => ({ from: 'analysis', id })),
  ];
  if (items.length >= parameter.min && items.length <= parameter.max) return { from: 'files', items };
  const message = `「${parameter.label}」要选 ${filesRange(parameter)}`;
  return new z.ZodError([{ code: 'custom', path: [], message, input: undefined }]);
}

function readIdentity(from: 'file' | 'analysis', raw: unknown): InputValue | z.ZodError {
  const parsed = identity.safeParse(raw);
  return parsed.success ? { from, id: parsed.data } : parsed.error;
}

/** The default of a value parameter, given the values that stand before it in the declaration. */
export function defaultOf(parameter: StyleParameter, values: Readonly<Record<string, Value>>): Value {
  if (parameter.kind === 'genes' || parameter.kind === 'choices' || parameter.kind === 'tuples') return [];
  if (parameter.kind === 'gene') return '';
  const { defaultWhen } = parameter;
  if (defaultWhen?.is.some((value) => value === values[defaultWhen.parameter])) return defaultWhen.value;
  return parameter.default;
}

/** What a field's value names: what the parameter itself takes, a file in its place, or an earlier analysis. */
type Meaning = { name: string; as: 'own' | 'file' | 'analysis' | 'analyses' };

/** The field that names an earlier analysis in the place of a matrix. */
export const SOURCE_FIELD = 'source_analysis_id';

/** The parameter of a tool whose matrix may be the result of an earlier analysis. */
export function matrixParameter(parameters: Parameters): string | undefined {
  return Object.entries(parameters).find(([, parameter]) => parameter.kind === 'file' && parameter.fileTypes.includes('expression'))?.[0];
}

/** Every spelling under which a field may come, and the parameter that it means. */
function spellings(parameters: Parameters): Map<string, Meaning> {
  const map = new Map<string, Meaning>();
  const matrix = matrixParameter(parameters);
  if (matrix !== undefined) map.set(SOURCE_FIELD, { name: matrix, as: 'analysis' });
  for (const [name, parameter] of Object.entries(parameters)) {
    for (const key of [name, ...(parameter.aliases ?? []), SYNONYMS[name] ?? []].flat()) map.set(key, { name, as: 'own' });
    if (parameter.kind === 'files') for (const key of [parameter.sourceField, SOURCE_FIELD]) map.set(key, { name, as: 'analyses' });
    if (parameter.kind !== 'groups-table') continue;
    for (const key of [parameter.fileField, ...(parameter.fileAliases ?? [])]) map.set(key, { name, as: 'file' });
  }
  return map;
}

interface Given {
  raw: unknown;
  as: Meaning['as'];
}

/** What a field was given; of several matrices, files and earlier results come under two names and count together. */
function together(parameter: Parameter | undefined, before: Given | undefined, raw: unknown, as: Meaning['as']): Given {
  if (parameter?.kind !== 'files') return { raw, as };
  return { raw: { ...(before?.raw as object | undefined), [as]: raw }, as: 'own' };
}

/** `color_scheme` stands for the colours that the request does not name itself. */
function withScheme(tool: ToolDefinition, request: SparseRequest, errors: FieldError[]): SparseRequest {
  const { color_scheme: scheme } = request;
  if (scheme === undefined || scheme === null || scheme === '') return request;
  if (isColourScheme(scheme)) return { ...schemeColours(tool, scheme), ...request };
  errors.push({ field: 'color_scheme', detail: `「配色」只能是：${COLOUR_SCHEMES.join('、')}` });
  return request;
}

/**
 * Turns a sparse request into a complete one: resolves aliases, fills every default, checks every value.
 * `example` counts only beside `task_type`, where the caller decides whose data is used and what it costs.
 * Unknown fields are refused, because a misspelt threshold that is silently left out makes a wrong figure.
 */
export function completeRequest(tool: ToolDefinition, body: SparseRequest): Completed {
  const nested = typeof body.parameters === 'object' && body.parameters !== null ? (body.parameters as SparseRequest) : {};
  const whole: SparseRequest = { ...nested, ...body };
  const errors: FieldError[] = [];
  const request = withScheme(tool, whole, errors);
  const known = spellings(tool.parameters);
  const given = new Map<string, Given>();
  const styles: Record<string, Record<string, Value>> = {};

  for (const [key, raw] of Object.entries(request)) {
    if (SHARED_FIELDS.includes(key) || raw === undefined || raw === null || raw === '') continue;
    const meaning = known.get(key);
    const figures = Object.entries(tool.figures).filter(([, figure]) => Object.hasOwn(figure.style, key));
    if (meaning !== undefined) given.set(meaning.name, together(tool.parameters[meaning.name], given.get(meaning.name), raw, meaning.as));
    for (const [id, figure] of figures) {
      const field = figure.style[key] as ValueParameter;
      const parsed = valueSchema(field).safeParse(raw);
      if (parsed.success) styles[id] = { ...styles[id], [key]: parsed.data };
      else if (meaning === undefined) errors.push({ field: key, detail: fieldMessage(field, parsed.error) });
    }
    if (meaning === undefined && figures.length === 0) errors.push({ field: key, detail: `这个工具没有「${key}」这个字段，请核对写法` });
  }

  const values: Record<string, Value> = {};
  const inputs: Record<string, InputValue> = {};
  const alternatives = new Set((tool.oneOf ?? []).flat());
  for (const [name, parameter] of Object.entries(tool.parameters)) {
    const entry = given.get(name);
    switch (parameter.kind) {
      case 'file':
      case 'files':
      case 'groups-table':
      case 'table':
      case 'analysis':
      case 'platform':
      case 'cohort': {
        if (entry === undefined) {
          if (parameter.kind === 'cohort') {
            inputs[name] = { from: 'cohort', codes: [] };
            break;
          }
          const needed = parameter.optional !== true && !alternatives.has(name) && isShown(parameter, values);
          if (needed) errors.push({ field: name, detail: `请选择「${parameter.label}」` });
          break;
        }
        const read = entry.as === 'file' || entry.as === 'analysis' ? readIdentity(entry.as, entry.raw) : readInput(parameter, entry.raw);
        if (read instanceof z.ZodError) errors.push({ field: name, detail: fieldMessage(parameter, read) });
        else inputs[name] = read;
        break;
      }
      case 'group': {
        const parsed = z
          .union([z.string(), z.number().transform(String)])
          .pipe(z.string().trim().min(1).max(80))
          .safeParse(entry?.raw);
        if (parsed.success) values[name] = parsed.data;
        else errors.push({ field: name, detail: `请选择「${parameter.label}」` });
        break;
      }
      case 'columns': {
        const schema = parameter.multiple
          ? z.union([
              z.array(z.string().trim().min(1)),
              z.string().transform((v) =>
                v
                  .split(/[,，;；]/)
                  .map((s) => s.trim())
                  .filter(Boolean),
              ),
            ])
          : z.string().trim().min(1);
        if (entry === undefined) {
          values[name] = parameter.multiple ? [] : null;
          if (parameter.optional !== true && parameter.detect === undefined)
            errors.push({ field: name, detail: `请选择「${parameter.label}」` });
          break;
        }
        const parsed = schema.safeParse(entry.raw);
        if (parsed.success) values[name] = parsed.data;
        else errors.push({ field: name, detail: fieldMessage(parameter, parsed.error) });
        break;
      }
      default: {
        if (entry === undefined) {
          if (parameter.kind === 'gene' || (parameter.kind === 'genes' && parameter.optional !== true))
            errors.push({ field: name, detail: `请填写「${parameter.label}」` });
          values[name] = defaultOf(parameter, values);
          break;
        }
        const parsed = valueSchema(parameter).safeParse(entry.raw);
        if (parsed.success) values[name] = parsed.data;
        else errors.push({ field: name, detail: fieldMessage(parameter, parsed.error) });
      }
    }
  }
  for (const [name, parameter] of Object.entries(tool.parameters)) {
    if (isInput(parameter) && !isShown(parameter, values)) delete inputs[name];
  }
  for (const names of tool.oneOf ?? []) {
    const group = names.filter((name) => {
      const parameter = tool.parameters[name];
      return parameter !== undefined && isShown(parameter, values);
    });
    if (group.length === 0) continue;
    const present = group.filter((name) => inputs[name] !== undefined);
    const labels = group.map((name) => `「${tool.parameters[name]?.label}」`).join('、');
    if (present.length === 0 && !errors.some((e) => group.includes(e.field)))
      errors.push({ field: group[0] as string, detail: `请在${labels}里选一项作为数据` });
    if (present.length > 1) errors.push({ field: present[1] as string, detail: `${labels}只能选一项` });
  }

  const name = z
    .string()
    .trim()
    .max(TASK_NAME_MAX, `任务名称最多 ${TASK_NAME_MAX} 个字`)
    .optional()
    .safeParse(request.task_name ?? request.name ?? undefined);
  if (!name.success) errors.push({ field: 'task_name', detail: `任务名称要在 1 到 ${TASK_NAME_MAX} 个字之间` });
  if (errors.length > 0) return { ok: false, errors: errors.slice(0, ERRORS_MAX) };
  const taskName = name.success && name.data !== '' ? name.data : undefined;
  return { ok: true, request: { taskName, example: body.example === true, values, inputs, styles } };
}

/** The complete style of a figure: its defaults, then the run's parameters of the same name, then saved edits. */
export function completeStyle(
  tool: ToolDefinition,
  figure: string,
  values: Readonly<Record<string, Value>>,
  edits: Readonly<Record<string, Value>> = {},
): Record<string, Value> {
  const style: Record<string, Value> = {};
  for (const [key, field] of Object.entries(tool.figures[figure]?.style ?? {})) {
    style[key] = edits[key] ?? values[key] ?? defaultOf(field, style);
  }
  return style;
}

/** Checks the style fields of an edit; unknown fields are errors. */
export function readStyle(
  tool: ToolDefinition,
  figure: string,
  raw: Readonly<Record<string, unknown>>,
): { style: Record<string, Value>; errors: FieldError[] } {
  const fields = tool.figures[figure]?.style ?? {};
  const style: Record<string, Value> = {};
  const errors: FieldError[] = [];
  for (const [key, value] of Object.entries(raw)) {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field === undefined) {
      errors.push({ field: key, detail: `这张图没有「${key}」这个样式` });
      continue;
    }
    const parsed = valueSchema(field).safeParse(value);
    if (parsed.success) style[key] = parsed.data;
    else errors.push({ field: key, detail: fieldMessage(field, parsed.error) });
  }
  return { style, errors };
}
