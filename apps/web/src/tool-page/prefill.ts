import type { Analysis, AnalysisResult, MatrixFacts } from '@oncoloom/contract';
import {
  cohortCode,
  type FilesParameter,
  fileTypesOf,
  isInput,
  matrixParameter,
  SOURCE_FIELD,
  type ToolDefinition,
  taskName,
  type Value,
} from '@oncoloom/tool-kit';
import { getAnalysis } from '../api/analyses.ts';
import { fileInfo } from '../api/files.ts';
import { withInput } from './choose-input.ts';
import {
  completeValues,
  EMPTY_FORM,
  type FormState,
  factsOf,
  type InputChoice,
  type MatrixChoice,
  rowsOf,
  withValues,
} from './form-state.ts';
import { namesGroups } from './groups.ts';
import { startForm } from './remembered.ts';

/** What a link to a tool's page asks for. */
export interface Wish {
  /** An earlier run whose values fill the form. */
  from: number | undefined;
  /** An earlier run of another tool that is the input. */
  source: number | undefined;
  /** A file of the space that is the first input which takes its type. */
  file: number | undefined;
  /** Values that differ from it. */
  set: Readonly<Record<string, Value>>;
  example: boolean;
}

const identity = (text: string | null): number | undefined => (text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined);

/** Reads `?from=`, `?source=`, `?file=`, `?set=` and `?example=`; what makes no sense is left out. */
export function readWish(query: URLSearchParams): Wish {
  let set: Wish['set'] = {};
  try {
    const parsed: unknown = JSON.parse(query.get('set') ?? '{}');
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) set = parsed as Wish['set'];
  } catch {
    // A link that was cut off: the form opens without it.
  }
  const [from, source, file] = ['from', 'source', 'file'].map((name) => identity(query.get(name)));
  return { from, source, file, set, example: query.get('example') === '1' };
}

export function isEmptyWish({ from, source, file, set, example }: Wish): boolean {
  return from === undefined && source === undefined && file === undefined && Object.keys(set).length === 0 && !example;
}

/** A choice out of what a request carried under a field. A file that is gone is left out: the form asks for it again. */
async function inputOf(
  tool: ToolDefinition,
  field: string,
  parameters: Readonly<Record<string, unknown>>,
): Promise<InputChoice | undefined> {
  const parameter = tool.parameters[field];
  if (parameter === undefined) return undefined;
  const source = parameters[SOURCE_FIELD];
  if (field === matrixParameter(tool.parameters) && typeof source === 'number') return analysisChoice(source);
  const raw = parameters[field];
  if (parameter.kind === 'files') return filesChoice(parameter, raw, parameters[parameter.sourceField]);
  if (parameter.kind === 'platform') return typeof raw === 'string' ? { from: 'platform', platform: raw, proposed: false } : undefined;
  if (parameter.kind === 'cohort') return cohortChoice(raw);
  if (parameter.kind === 'analysis') return typeof raw === 'number' ? analysisChoice(raw) : undefined;
  if (parameter.kind === 'table' && typeof raw === 'object' && raw !== null) {
    const { columns, rows } = raw as { columns: string[]; rows: string[][] };
    return { from: 'rows', columns, rows, origin: { kind: 'pasted' } };
  }
  if (parameter.kind === 'groups-table' && Array.isArray(raw)) return rowsOf(raw as Record<string, string>[], { kind: 'earlier' });
  const id = parameter.kind === 'groups-table' ? parameters[parameter.fileField] : raw;
  return typeof id === 'number' ? fileChoice(id) : undefined;
}

async function fileChoice(id: number): Promise<MatrixChoice | undefined> {
  return fileInfo(id, { silent: true }).then(
    (file): MatrixChoice => ({ from: 'file', file }),
    () => undefined,
  );
}

const numbersOf = (raw: unknown): number[] => (Array.isArray(raw) ? raw : [raw]).filter((id) => typeof id === 'number');

/** Several matrices, files first; those that are gone are left out. */
async function filesChoice(parameter: FilesParameter, files: unknown, results: unknown): Promise<InputChoice | undefined> {
  const asked = [...numbersOf(files).map(fileChoice), ...numbersOf(results).map(analysisChoice)];
  const items = (await Promise.all(asked)).flatMap((item) => item ?? []).slice(0, parameter.max);
  return items.length === 0 ? undefined : { from: 'files', items };
}

/** A matrix in the place of an input that takes one, or several. */
function inPlace(tool: ToolDefinition, field: string, choice: MatrixChoice): InputChoice {
  return tool.parameters[field]?.kind === 'files' ? { from: 'files', items: [choice] } : choice;
}

/** Cohorts as a request or a link names them. */
function cohortChoice(raw: unknown): InputChoice | undefined {
  const codes = (Array.isArray(raw) ? raw : [raw]).flatMap((code) => (typeof code === 'string' && code !== '' ? [cohortCode(code)] : []));
  return codes.length === 0 ? undefined : { from: 'cohort', codes };
}

/** The matrix that goes on as the next tool's input: the first of the result. */
function resultMatrix(result: AnalysisResult | null): MatrixFacts | undefined {
  return result?.tables.find(({ matrix }) => matrix !== null)?.matrix ?? undefined;
}

export async function analysisChoice(id: number): Promise<MatrixChoice | undefined> {
  return getAnalysis(id, { silent: true }).then(
    ({ task_name, result }): MatrixChoice => ({ from: 'analysis', id, name: task_name, matrix: resultMatrix(result) }),
    () => undefined,
  );
}

/**
 * The form as an earlier run had it. The server answers with every parameter; only what the form would not have by itself counts
 * as changed.
 */
export async function formOf(
  tool: ToolDefinition,
  analysis: Pick<Analysis, 'parameters' | 'task_name' | 'inputs' | 'example'>,
): Promise<FormState> {
  const { parameters, example } = analysis;
  const inputs: Record<string, InputChoice> = {};
  for (const [field, parameter] of Object.entries(tool.parameters)) {
    if (!isInput(parameter)) continue;
    const choice = example ? undefined : await inputOf(tool, field, parameters);
    if (choice !== undefined) inputs[field] = choice;
  }
  const plain: FormState = { ...EMPTY_FORM, example, taskName: givenName(tool, analysis), inputs };
  const changed = changedOf(tool, plain, parameters);
  return { ...plain, changed, carried: Object.keys(changed) };
}

/** The name that the user gave; a run that was named by what is in it is named so again, after what the form holds then. */
function givenName(tool: ToolDefinition, { task_name, parameters, inputs }: Pick<Analysis, 'task_name' | 'parameters' | 'inputs'>): string {
  return task_name === taskName(tool, parameters, inputs) ? '' : task_name;
}

/** Values of a run that the form would not have by itself with the same inputs. */
function changedOf(tool: ToolDefinition, plain: FormState, parameters: Readonly<Record<string, unknown>>): Record<string, Value> {
  const changed: Record<string, Value> = {};
  const facts = factsOf(tool, plain);
  for (const [name, parameter] of Object.entries(tool.parameters)) {
    const value = parameters[name] as Value | undefined;
    if (isInput(parameter) || value === undefined || value === null) continue;
    // What a value is by itself may hang on values before it: the changed ones are taken along.
    const own = completeValues(tool, { ...plain, changed }, facts).values[name] ?? null;
    if (!sameValue(value, own)) changed[name] = value;
  }
  return changed;
}

function sameValue(value: Value, own: Value): boolean {
  if (!Array.isArray(value)) return value === own;
  return value.length === 0 || (Array.isArray(own) && value.length === own.length && value.every((item, i) => item === own[i]));
}

/** The form with a file as the first input that takes its type. One that no input takes, or that can't be used, is left out. */
async function withFile(tool: ToolDefinition, form: FormState, id: number): Promise<FormState> {
  const file = await fileInfo(id);
  const field = Object.entries(tool.parameters).find(([, parameter]) => fileTypesOf(parameter).includes(file.file_type))?.[0];
  if (field === undefined || file.validation_status !== 'valid') return form;
  if (tool.parameters[field]?.kind === 'groups-table' && !namesGroups(file)) return form;
  return withInput(tool, form, field, inPlace(tool, field, { from: 'file', file }));
}

/** The form that a link asks for. */
export async function loadWish(tool: ToolDefinition, wish: Wish): Promise<FormState> {
  const begin = wish.example ? EMPTY_FORM : startForm(tool);
  const start = wish.from === undefined ? begin : await formOf(tool, await getAnalysis(wish.from));
  const inputs = { ...start.inputs };
  if (wish.source !== undefined) {
    const taking = Object.entries(tool.parameters).find(([, { kind }]) => kind === 'analysis' || kind === 'files')?.[0];
    const field = taking ?? matrixParameter(tool.parameters);
    const choice = field === undefined ? undefined : await analysisChoice(wish.source);
    if (field !== undefined && choice !== undefined) inputs[field] = inPlace(tool, field, choice);
  }
  const set = Object.fromEntries(Object.entries(wish.set).filter(([field]) => field in tool.parameters));
  for (const [field, value] of Object.entries(set)) {
    if (tool.parameters[field]?.kind !== 'cohort') continue;
    const choice = cohortChoice(value);
    if (choice !== undefined) inputs[field] = choice;
    delete set[field];
  }
  const form = withValues({ ...start, example: start.example || wish.example, inputs }, set);
  return wish.file === undefined ? form : withFile(tool, form, wish.file);
}
