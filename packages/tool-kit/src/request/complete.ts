import { type FieldError, TASK_NAME_MAX } from '@oncoloom/contract';
import { z } from 'zod';
import type { ToolDefinition } from '../declaration/define-tool.ts';
import { exampleAsked } from '../declaration/examples.ts';
import type { Parameter, Parameters, ReferenceParameter, StyleParameter } from '../declaration/parameters.ts';
import type { AnyTool } from '../declaration/tell-tool.ts';
import { inputKind, isInput, kindOf, valueKind } from '../kinds/index.ts';
import { type Given, isShown, OWN, SOURCE_FIELD } from '../kinds/kind.ts';
import { COLOUR_SCHEMES, isColourScheme, schemeColours } from '../style/colour-schemes.ts';
import { formatCount } from '../words/format.ts';
import type { CompleteRequest, InputValue, SparseRequest, Value } from './request.ts';
import { settleValues } from './settle-values.ts';

/** `ignored`: fields that came along and belong to other tools. */
export type Completed = { ok: true; request: CompleteRequest; ignored: string[] } | { ok: false; errors: FieldError[] };

/** Fields of a request that belong to every tool. */
const SHARED_FIELDS = ['task_type', 'task_name', 'name', 'example', 'family', 'type_code', 'parameters', 'color_scheme', 'project_id'];
/** Other names that the specification has for a parameter, of every tool that has it. */
const SYNONYMS: Readonly<Record<string, string>> = { organism: 'species' };
/** Nobody reads more; a hostile request could cause any number. */
const ERRORS_MAX = 50;
/** Letters of one value, and of a list that is written as one text. */
const VALUE_LETTERS = 1_000;
const LIST_LETTERS = 1_000_000;

/** The schema of one value; its messages say what to change. */
export function valueSchema(parameter: StyleParameter): z.ZodType<Value> {
  return valueKind(parameter).read(parameter);
}

/** The default of a value parameter, given the values that stand before it in the declaration. */
export function defaultOf(parameter: StyleParameter | ReferenceParameter, values: Readonly<Record<string, Value>>): Value {
  return valueKind(parameter).absent(parameter, values);
}

/** The parameter of a tool whose matrix may be the result of an earlier analysis, and the field that names the result. */
export function matrixSource(parameters: Parameters): { name: string; sourceField: string } | undefined {
  for (const [name, parameter] of Object.entries(parameters)) {
    if (parameter.kind !== 'file' || !parameter.fileTypes.includes('expression')) continue;
    return { name, sourceField: parameter.sourceField ?? SOURCE_FIELD };
  }
  return undefined;
}

/** Every spelling under which a field may come, the parameter that it means, and the part of it. */
function spellings(parameters: Parameters): Map<string, { name: string; part: string }> {
  const map = new Map<string, { name: string; part: string }>();
  const matrix = matrixSource(parameters);
  if (matrix !== undefined) map.set(matrix.sourceField, { name: matrix.name, part: 'analysis' });
  for (const [name, parameter] of Object.entries(parameters)) {
    for (const key of [name, ...(parameter.aliases ?? []), SYNONYMS[name] ?? []].flat()) map.set(key, { name, part: OWN });
    const further = isInput(parameter) ? (inputKind(parameter).fields?.(parameter) ?? []) : [];
    for (const [key, part] of further) map.set(key, { name, part });
  }
  return map;
}

/** Every field of a request that says something to the tool, beside those of all tools. */
export function fieldsOf(tool: Pick<ToolDefinition, 'parameters' | 'figures'>): string[] {
  return [...spellings(tool.parameters).keys(), ...Object.values(tool.figures).flatMap(({ style }) => Object.keys(style))];
}

/** The input that a request names under any of its fields; undefined where it names none that can be read. */
export function readInput(
  { parameters }: Pick<ToolDefinition, 'parameters'>,
  name: string,
  request: SparseRequest,
): InputValue | undefined {
  const parameter = parameters[name];
  if (parameter === undefined || !isInput(parameter)) return undefined;
  const known = spellings(parameters);
  const given = new Map(
    Object.entries(request).flatMap(([key, raw]): [string, unknown][] => {
      const meaning = known.get(key);
      return meaning?.name === name && raw !== undefined && raw !== null && raw !== '' ? [[meaning.part, raw]] : [];
    }),
  );
  const value = given.size === 0 ? undefined : inputKind(parameter).read(parameter, given);
  return value instanceof z.ZodError ? undefined : value;
}

/** `color_scheme` stands for the colours that the request does not name itself. */
function withScheme(tool: ToolDefinition, request: SparseRequest, errors: FieldError[]): SparseRequest {
  const { color_scheme: scheme } = request;
  if (scheme === undefined || scheme === null || scheme === '') return request;
  if (isColourScheme(scheme)) return { ...schemeColours(tool, scheme), ...request };
  errors.push({ field: 'color_scheme', detail: `「配色」只能是：${COLOUR_SCHEMES.join('、')}` });
  return request;
}

/** The sentence for a value that cannot be read. */
function fieldMessage(parameter: Parameter | StyleParameter, error: z.ZodError): string {
  // Our own sentences name the field; zod's, which the server has speak Chinese, don't.
  const message = error.issues.find((issue) => issue.message.includes('「'))?.message;
  return message ?? `「${parameter.label}」${kindOf(parameter).expected(parameter)}`;
}

/** The sentence for a text that is too long to be read, whatever it says; undefined where none is. */
function tooLong(parameter: Parameter | StyleParameter, raw: unknown): string | undefined {
  const refusal = (text: unknown, max: number, what: string) =>
    typeof text === 'string' && text.length > max
      ? `「${parameter.label}」${what}最多 ${formatCount(max)} 个字，现在有 ${formatCount(text.length)} 个。请改短`
      : undefined;
  if (!Array.isArray(raw)) return refusal(raw, kindOf(parameter).listed === true ? LIST_LETTERS : VALUE_LETTERS, '');
  return raw.map((one) => refusal(one, VALUE_LETTERS, '里的每一项')).find((sentence) => sentence !== undefined);
}

/** A value as its kind reads it, or the sentence that says why it cannot. */
function readValue(parameter: StyleParameter | ReferenceParameter, raw: unknown): { value: Value } | { refusal: string } {
  const refusal = tooLong(parameter, raw);
  if (refusal !== undefined) return { refusal };
  const parsed = valueKind(parameter).read(parameter).safeParse(raw);
  return parsed.success ? { value: parsed.data } : { refusal: fieldMessage(parameter, parsed.error) };
}

/**
 * Turns a sparse request into a complete one: resolves aliases, fills every default, checks every value.
 * `example` counts only beside `task_type`, where the caller decides whose data is used and what it costs.
 * Unknown fields are refused, because a misspelt threshold that is silently left out makes a wrong figure; fields of other tools, which
 * clients with one form for several send along, are left out and named.
 * @param ofOthers The fields of all tools.
 */
export function completeRequest(tool: ToolDefinition, body: SparseRequest, ofOthers: ReadonlySet<string> = new Set()): Completed {
  const nested = typeof body.parameters === 'object' && body.parameters !== null ? (body.parameters as SparseRequest) : {};
  const whole: SparseRequest = { ...nested, ...body };
  const errors: FieldError[] = [];
  const ignored: string[] = [];
  const request = withScheme(tool, whole, errors);
  const known = spellings(tool.parameters);
  const given = new Map<string, Map<string, unknown>>();
  const styles: Record<string, Record<string, Value>> = {};

  for (const [key, raw] of Object.entries(request)) {
    if (SHARED_FIELDS.includes(key) || raw === undefined || raw === null || raw === '') continue;
    const meaning = known.get(key);
    const figures = Object.entries(tool.figures).filter(([, figure]) => Object.hasOwn(figure.style, key));
    if (meaning !== undefined) {
      const parts = given.get(meaning.name) ?? new Map<string, unknown>();
      // Of two fields for one thing the last one counts, so it has to stand last.
      parts.delete(meaning.part);
      given.set(meaning.name, parts.set(meaning.part, raw));
    }
    for (const [id, figure] of figures) {
      const field = figure.style[key] as StyleParameter;
      const read = readValue(field, raw);
      if ('value' in read) styles[id] = { ...styles[id], [key]: read.value };
      else if (meaning === undefined) errors.push({ field: key, detail: read.refusal });
    }
    if (meaning !== undefined || figures.length > 0) continue;
    if (ofOthers.has(key)) ignored.push(key);
    else errors.push({ field: key, detail: `这个工具没有「${key}」这个字段，请核对写法` });
  }

  const wanted: Record<string, Value> = {};
  const inputs: Record<string, InputValue> = {};
  const unreadable = new Map<string, string>();
  for (const [name, parameter] of Object.entries(tool.parameters)) {
    const entry: Given | undefined = given.get(name);
    if (entry === undefined) continue;
    if (!isInput(parameter)) {
      const read = readValue(parameter, entry.get(OWN));
      if ('value' in read) wanted[name] = read.value;
      else unreadable.set(name, read.refusal);
      continue;
    }
    const refusal = [...entry.values()].map((raw) => tooLong(parameter, raw)).find((sentence) => sentence !== undefined);
    const read = refusal === undefined ? inputKind(parameter).read(parameter, entry) : undefined;
    if (refusal !== undefined) unreadable.set(name, refusal);
    else if (read instanceof z.ZodError) unreadable.set(name, fieldMessage(parameter, read));
    else if (read !== undefined) inputs[name] = read;
    else given.delete(name);
  }
  const values = settleValues(tool.parameters, wanted);
  const alternatives = new Set((tool.oneOf ?? []).flat());
  for (const [name, parameter] of Object.entries(tool.parameters)) {
    const detail = unreadable.get(name);
    if (detail !== undefined) errors.push({ field: name, detail });
    if (!isShown(parameter, values)) {
      delete inputs[name];
      continue;
    }
    if (given.has(name)) continue;
    const absent = isInput(parameter) ? inputKind(parameter).absent?.(parameter) : undefined;
    // Of alternatives none stands in for another that was given.
    if (absent !== undefined && !alternatives.has(name)) inputs[name] = absent;
    const missing = kindOf(parameter).missing(parameter);
    if (missing !== undefined && !alternatives.has(name)) errors.push({ field: name, detail: missing });
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
  for (const [name, other] of Object.entries(tool.needs ?? {})) {
    if (inputs[name] === undefined || inputs[other] !== undefined || errors.some((e) => e.field === other)) continue;
    const label = (field: string) => `「${tool.parameters[field]?.label}」`;
    errors.push({ field: other, detail: `选了${label(name)}，还要有${label(other)}` });
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
  return { ok: true, request: { taskName, example: exampleAsked(body.example) !== undefined, values, inputs, styles }, ignored };
}

/** The complete style of a figure: its defaults, then the run's parameters of the same name, then saved edits. */
export function completeStyle(
  tool: AnyTool,
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
    const read = readValue(field, value);
    if ('value' in read) style[key] = read.value;
    else errors.push({ field: key, detail: read.refusal });
  }
  return { style, errors };
}
