import type { Analysis } from '@oncoloom/contract';
import { defaultOf, isInput, type Parameter, type ToolDefinition, type Value } from '@oncoloom/tool-kit';
import { getAnalysis } from '../api/analyses.ts';
import { fileInfo } from '../api/files.ts';
import { EMPTY_FORM, type FormState, type InputChoice, isValueParameter, rowsOf } from './form-state.ts';

/** What a link to a tool's page asks for. */
export interface Wish {
  /** An earlier run whose values fill the form. */
  from: number | undefined;
  /** An earlier run of another tool that is the input. */
  source: number | undefined;
  /** Values that differ from it. */
  set: Readonly<Record<string, Value>>;
  example: boolean;
}

const identity = (text: string | null): number | undefined => (text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined);

/** Reads `?from=`, `?source=`, `?set=` and `?example=`; what makes no sense is left out. */
export function readWish(query: URLSearchParams): Wish {
  let set: Wish['set'] = {};
  try {
    const parsed: unknown = JSON.parse(query.get('set') ?? '{}');
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) set = parsed as Wish['set'];
  } catch {
    // A link that was cut off: the form opens without it.
  }
  return { from: identity(query.get('from')), source: identity(query.get('source')), set, example: query.get('example') === '1' };
}

export function isEmptyWish({ from, source, set, example }: Wish): boolean {
  return from === undefined && source === undefined && Object.keys(set).length === 0 && !example;
}

/** A choice out of what a request carried under a field. A file that is gone is left out: the form asks for it again. */
async function inputOf(
  tool: ToolDefinition,
  field: string,
  parameters: Readonly<Record<string, unknown>>,
): Promise<InputChoice | undefined> {
  const parameter = tool.parameters[field];
  if (parameter === undefined) return undefined;
  const raw = parameters[field];
  if (parameter.kind === 'analysis') return typeof raw === 'number' ? analysisChoice(raw) : undefined;
  if (parameter.kind === 'table' && typeof raw === 'object' && raw !== null) {
    const { columns, rows } = raw as { columns: string[]; rows: string[][] };
    return { from: 'rows', columns, rows, origin: { kind: 'pasted' } };
  }
  if (parameter.kind === 'groups-table' && Array.isArray(raw)) return rowsOf(raw as Record<string, string>[], { kind: 'earlier' });
  const id = parameter.kind === 'groups-table' ? parameters[parameter.fileField] : raw;
  if (typeof id !== 'number') return undefined;
  return fileInfo(id, { silent: true }).then(
    (file): InputChoice => ({ from: 'file', file }),
    () => undefined,
  );
}

async function analysisChoice(id: number): Promise<InputChoice | undefined> {
  return getAnalysis(id, { silent: true }).then(
    ({ task_name }): InputChoice => ({ from: 'analysis', id, name: task_name }),
    () => undefined,
  );
}

/** Would the form have this value by itself? A field that follows the file is set all the same: the file may suggest another. */
function isUntouched(parameter: Parameter, value: Value, parameters: Readonly<Record<string, unknown>>): boolean {
  if (Array.isArray(value) && value.length === 0) return true;
  if (!isValueParameter(parameter) || parameter.suggestedBy !== undefined) return false;
  return value === defaultOf(parameter, parameters as Record<string, Value>);
}

/** The form as an earlier run had it. */
export async function formOf(tool: ToolDefinition, analysis: Pick<Analysis, 'parameters' | 'task_name' | 'example'>): Promise<FormState> {
  const { parameters, example } = analysis;
  const changed: Record<string, Value> = {};
  const inputs: Record<string, InputChoice> = {};
  for (const [field, parameter] of Object.entries(tool.parameters)) {
    if (!isInput(parameter)) {
      const value = parameters[field] as Value | undefined;
      if (value !== undefined && value !== null && !isUntouched(parameter, value, parameters)) changed[field] = value;
      continue;
    }
    const choice = example ? undefined : await inputOf(tool, field, parameters);
    if (choice !== undefined) inputs[field] = choice;
  }
  return { ...EMPTY_FORM, example, taskName: analysis.task_name, changed, inputs };
}

/** The form that a link asks for. */
export async function loadWish(tool: ToolDefinition, wish: Wish): Promise<FormState> {
  const start = wish.from === undefined ? EMPTY_FORM : await formOf(tool, await getAnalysis(wish.from));
  const inputs = { ...start.inputs };
  if (wish.source !== undefined) {
    const field = Object.entries(tool.parameters).find(([, parameter]) => parameter.kind === 'analysis')?.[0];
    const choice = field === undefined ? undefined : await analysisChoice(wish.source);
    if (field !== undefined && choice !== undefined) inputs[field] = choice;
  }
  const set = Object.fromEntries(Object.entries(wish.set).filter(([field]) => field in tool.parameters));
  return { ...start, example: start.example || wish.example, inputs, changed: { ...start.changed, ...set } };
}
