import type { Analysis } from '@oncoloom/contract';
import {
  acceptancesOf,
  type ExampleChoice,
  exampleAsked,
  exampleOf,
  fileTypesOf,
  isInput,
  type ToolDefinition,
  taskName,
  type Value,
} from '@oncoloom/tool-kit';
import { getAnalysis } from '../../api/analyses.ts';
import { fileInfo } from '../../api/files.ts';
import { withInput } from '../data/choose-input.ts';
import { asManyAs, showing, withSource } from '../data/from-source.ts';
import { choiceIn, formKind } from '../kinds/index.ts';
import { completeValues, EMPTY_FORM, type FormState, factsOf, type InputChoice, withValues } from './form-state.ts';
import { startForm } from './remembered.ts';

/** What a link to a tool's page asks for. */
interface Wish {
  /** An earlier run whose values fill the form. */
  from: number | undefined;
  /** An earlier run of another tool that is the input. */
  source: number | undefined;
  /** Of the genes of that run those of this module. */
  module?: string | undefined;
  /** A file of the space that is the first input which takes its type. */
  file: number | undefined;
  /** Values that differ from it. */
  set: Readonly<Record<string, Value>>;
  example: ExampleChoice | false;
  /** Genes for the first place that takes a list. */
  genes?: readonly string[] | undefined;
  /** What that list could have held. */
  universe?: readonly string[] | undefined;
}

const identity = (text: string | null): number | undefined => (text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined);

/** Reads `?from=`, `?source=` with `&module=`, `?file=`, `?set=` and `?example=`; what makes no sense is left out. */
export function readWish(query: URLSearchParams): Wish {
  let set: Wish['set'] = {};
  try {
    const parsed: unknown = JSON.parse(query.get('set') ?? '{}');
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) set = parsed as Wish['set'];
  } catch {
    // A link that was cut off: the form opens without it.
  }
  const [from, source, file] = ['from', 'source', 'file'].map((name) => identity(query.get(name)));
  const module = query.get('module') ?? undefined;
  const example = query.get('example') ?? '';
  return { from, source, module, file, set, example: example === '1' ? true : (exampleAsked(example) ?? false) };
}

export function isEmptyWish({ from, source, file, set, example, genes }: Wish): boolean {
  return (
    genes === undefined &&
    from === undefined &&
    source === undefined &&
    file === undefined &&
    Object.keys(set).length === 0 &&
    example === false
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
  const { parameters } = analysis;
  const example = analysis.example ? knownExample(tool, exampleAsked(parameters.example) ?? true) : false;
  const inputs: Record<string, InputChoice> = {};
  for (const [field, parameter] of Object.entries(tool.parameters)) {
    if (!isInput(parameter)) continue;
    const choice = example !== false ? undefined : await choiceIn(tool, field, parameter, parameters);
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

/** A link may name a figure that is not there any more: the tool's own example stands in for it. */
function knownExample<Choice extends ExampleChoice | false>(tool: ToolDefinition, choice: Choice): Choice | true {
  return choice !== false && exampleOf(tool, choice) === undefined ? true : choice;
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
  const parameter = field === undefined ? undefined : tool.parameters[field];
  if (field === undefined || parameter === undefined || !isInput(parameter) || file.validation_status !== 'valid') return form;
  const choice = formKind(parameter).placed?.({ from: 'file', file });
  return choice === undefined ? form : withInput(tool, form, field, choice);
}

/** The form with genes in the first place that takes a list, and what they were chosen from where that place has a background. */
function withGenes(tool: ToolDefinition, form: FormState, genes: readonly string[], universe: readonly string[] = []): FormState {
  const field = acceptancesOf(tool).find(({ what }) => what.includes('gene_list'))?.field;
  const parameter = field === undefined ? undefined : tool.parameters[field];
  if (field === undefined || parameter === undefined) return form;
  if (parameter.kind === 'genes') return withValues(form, { ...showing(parameter, form), [field]: asManyAs(parameter, genes) });
  const choice = isInput(parameter) ? formKind(parameter).typed?.(genes) : undefined;
  if (choice === undefined) return form;
  const filled = withInput(tool, form, field, choice);
  const [background] = Object.entries(tool.parameters).find(([, one]) => one.kind === 'gene-list' && one.universeOf === field) ?? [];
  return background === undefined || universe.length === 0
    ? filled
    : withInput(tool, filled, background, { from: 'genes', text: universe.join('\n') });
}

/** The form that a link asks for. */
export async function loadWish(tool: ToolDefinition, wish: Wish): Promise<FormState> {
  const begin = wish.example !== false ? EMPTY_FORM : startForm(tool);
  const start = wish.from === undefined ? begin : await formOf(tool, await getAnalysis(wish.from));
  const sourced = wish.source === undefined ? start : await withSource(tool, start, wish.source, wish.module);
  const inputs = { ...sourced.inputs };
  const set = Object.fromEntries(Object.entries(wish.set).filter(([field]) => field in tool.parameters));
  for (const field of Object.keys(set)) {
    const parameter = tool.parameters[field];
    if (parameter === undefined || !isInput(parameter)) continue;
    const choice = await choiceIn(tool, field, parameter, { [field]: set[field] });
    if (choice !== undefined) inputs[field] = choice;
    delete set[field];
  }
  const form = withValues({ ...sourced, example: start.example === false ? knownExample(tool, wish.example) : start.example, inputs }, set);
  const listed = wish.genes === undefined ? form : withGenes(tool, form, wish.genes, wish.universe);
  return wish.file === undefined ? listed : withFile(tool, listed, wish.file);
}
