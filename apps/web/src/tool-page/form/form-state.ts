import type { Finding } from '@oncoloom/contract';
import {
  type DataShape,
  type ExampleChoice,
  exampleOf,
  type FigureTemplate,
  type GroupsTableParameter,
  type InputFacts,
  isInput,
  isOptional,
  isShown,
  isValueParameter,
  keeperOf,
  kindOf,
  lookOf,
  type Parameter,
  type PlatformParameter,
  readInput,
  settleValues,
  type ToolDefinition,
  type Value,
  type ValueParameter,
  valueSchema,
} from '@oncoloom/tool-kit';
import { type GroupLevel, guessComparison, levelsOf } from '../data/groups.ts';
import { factsOfChoice, type InputChoice, matrixOf } from '../data/input-choice.ts';
import { fieldsOf, formKind, lackingOf } from '../kinds/index.ts';

export { type InputChoice, matrixOf, type RowsOrigin, rowsOf } from '../data/input-choice.ts';

/** A fix that was pressed, and what stood there before. */
interface AppliedFix {
  finding: Finding;
  changed: FormState['changed'];
  inputs: FormState['inputs'];
}

export interface FormState {
  /** An example that comes with the tool instead of the user's inputs. */
  example: ExampleChoice | false;
  taskName: string;
  /** What the user set; the rest follows the file, then the defaults. */
  changed: Readonly<Record<string, Value>>;
  /** Of those, what an earlier run brought and nobody touched since: another file may suggest something else. */
  carried: readonly string[];
  inputs: Readonly<Record<string, InputChoice>>;
  /** Of each group of alternative inputs, the one in view; by the group's first field. */
  sources: Readonly<Record<string, string>>;
  applied: readonly AppliedFix[];
  /** Of the figures' style fields that are no parameters: the look of a template. */
  look: Readonly<Record<string, Value>>;
}

export const EMPTY_FORM: FormState = {
  example: false,
  taskName: '',
  changed: {},
  carried: [],
  inputs: {},
  sources: {},
  applied: [],
  look: {},
};

/** Facts of the chosen inputs, as far as the browser knows them. */
export function factsOf(tool: ToolDefinition, state: FormState): Record<string, InputFacts> {
  const facts: Record<string, InputFacts> = {};
  if (state.example) return facts;
  for (const [name, choice] of Object.entries(state.inputs)) {
    const known = factsOfChoice(choice, tool.parameters[name]?.label ?? name);
    if (known !== undefined) facts[name] = known;
  }
  return facts;
}

/** Groups of a groups table with their sizes; empty while it is not chosen or not known. */
export function levelsIn(choice: InputChoice | undefined): GroupLevel[] {
  if (choice?.from === 'rows') return levelsOf(choice.columns, choice.rows);
  const column = choice?.from === 'file' ? choice.file.facts?.table?.columns.find(({ name }) => name === 'group') : undefined;
  return (column?.levels ?? []).map(({ value, count }) => ({ name: value, count }));
}

/** Why a field has the value that it has. */
export type ValueOrigin = 'changed' | 'suggested' | 'default';

interface CompleteValues {
  values: Record<string, Value>;
  origins: Record<string, ValueOrigin>;
}

function suggestion(parameter: ValueParameter, facts: Readonly<Record<string, InputFacts>>): Value | undefined {
  const { suggestedBy } = parameter;
  if (suggestedBy === undefined) return undefined;
  const matrix = facts[suggestedBy.input]?.matrix as Record<string, unknown> | undefined;
  const fact = matrix?.[suggestedBy.fact];
  return fact === undefined || !Object.hasOwn(suggestedBy.values, String(fact)) ? undefined : suggestedBy.values[String(fact)];
}

/** The two fields of a comparison, when the tool has them: what is compared, and with what. */
export function comparisonOf(tool: ToolDefinition): { table: string; cases: string; controls: string } | undefined {
  const { case_group: cases, control_group: controls } = tool.parameters;
  if (cases?.kind !== 'group' || controls?.kind !== 'group' || cases.of !== controls.of) return undefined;
  return { table: cases.of, cases: 'case_group', controls: 'control_group' };
}

/** The names of the parameters by which a tool reads a two-valued outcome in a table of samples (`binaryOutcome`). */
export function outcomeOf(tool: ToolDefinition): { table: string; column: string; positive: string } | undefined {
  const { label_column: column, positive_label: positive } = tool.parameters;
  if (column?.kind !== 'columns' || positive?.kind !== 'text') return undefined;
  return { table: column.of, column: 'label_column', positive: 'positive_label' };
}

/** Every value of the form: set by the user, proposed by the file, or the default, in this order. */
export function completeValues(tool: ToolDefinition, state: FormState, facts: Readonly<Record<string, InputFacts>>): CompleteValues {
  const wanted: Record<string, Value | undefined> = {};
  const origins: Record<string, ValueOrigin> = {};
  const comparison = comparisonOf(tool);
  const guess =
    comparison && !state.example
      ? guessComparison(levelsIn(state.inputs[comparison.table]), String(state.changed[comparison.controls] ?? ''))
      : undefined;
  const ofExample = (state.example === false ? {} : (exampleOf(tool, state.example)?.parameters ?? {})) as Record<string, Value>;
  for (const [name, parameter] of Object.entries(tool.parameters)) {
    if (isInput(parameter)) continue;
    const changed = state.changed[name] ?? ofExample[name];
    const guessed = name === comparison?.cases ? guess?.cases : name === comparison?.controls ? guess?.controls : undefined;
    const suggested = isValueParameter(parameter) ? suggestion(parameter, facts) : guessed;
    wanted[name] = changed ?? suggested;
    origins[name] = changed !== undefined ? 'changed' : suggested !== undefined ? 'suggested' : 'default';
  }
  return { values: settleValues(tool.parameters, wanted), origins };
}

/** What the chosen file of a tool is that takes tables and matrices; a table before one is chosen. */
function shapeOf(tool: ToolDefinition, state: FormState): DataShape {
  const matrix = Object.entries(tool.parameters).find(
    ([name, parameter]) => parameter.kind === 'file' && parameter.fileTypes.length > 1 && matrixOf(state.inputs[name]) !== undefined,
  )?.[0];
  if (matrix === undefined || state.example) return 'table';
  const group = alternativesOf(tool, matrix);
  return group === undefined || sourceInView(state, group) === matrix ? 'matrix' : 'table';
}

/** Is a parameter of use with these values and data? One that is not keeps its default, and stays out of sight. */
export function isInUse(tool: ToolDefinition, state: FormState, name: string, values: Readonly<Record<string, Value>>): boolean {
  const parameter = tool.parameters[name];
  if (parameter === undefined || !isShown(parameter, values) || isIdle(tool, state, name)) return false;
  return parameter.shape === undefined || parameter.shape === shapeOf(tool, state);
}

/** An input that hangs on a value stands beside it, among the parameters; all others are the data of the first step. */
export function isData(parameter: Parameter): boolean {
  return isInput(parameter) && parameter.when === undefined;
}

/** The group of alternative inputs that a field belongs to. */
export function alternativesOf(tool: ToolDefinition, field: string): readonly string[] | undefined {
  return tool.oneOf?.find((group) => group.includes(field));
}

/** The field in view of a group of alternative inputs: chosen, else the one that is filled, else the first. */
export function sourceInView(state: FormState, group: readonly string[]): string {
  const first = group[0] ?? '';
  return state.sources[first] ?? group.find((name) => state.inputs[name] !== undefined) ?? first;
}

/** Does a field belong to one of alternative inputs that is not in view, or to an optional one that is empty? It is not asked for then, and does not count. */
function isIdle(tool: ToolDefinition, state: FormState, name: string): boolean {
  const keeper = keeperOf(tool, name);
  if (keeper === undefined) return false;
  const files = state.example === false ? undefined : exampleOf(tool, state.example)?.files;
  const group = alternativesOf(tool, keeper);
  if (group === undefined) return isOptional(tool, keeper) && !Object.hasOwn(files ?? state.inputs, keeper);
  const ofExample = files === undefined ? undefined : group.find((one) => Object.hasOwn(files, one));
  return (ofExample ?? sourceInView(state, group)) !== keeper;
}

/**
 * Of alternative inputs only the one in view counts; what was put into the others waits there, as it does in an input that the
 * values hide.
 */
export function inputsInView(tool: ToolDefinition, state: FormState, values: Readonly<Record<string, Value>>): Record<string, InputChoice> {
  return Object.fromEntries(
    Object.entries(state.inputs).filter(([name]) => {
      if (!isInUse(tool, state, name, values)) return false;
      const group = alternativesOf(tool, name);
      return group === undefined || sourceInView(state, group) === name;
    }),
  );
}

/** The request that the form stands for: the body of create, estimate and preview alike. */
export function requestBody(
  tool: ToolDefinition,
  state: FormState,
  values: Readonly<Record<string, Value>>,
): { task_type: string; example?: ExampleChoice } & Record<string, unknown> {
  const given = Object.entries(tool.parameters).flatMap(([name, parameter]): [string, unknown][] => {
    if (isInput(parameter)) return [];
    const value = values[name] ?? null;
    if (!isInUse(tool, state, name, values) || value === null || value === '' || (Array.isArray(value) && value.length === 0)) return [];
    return [[name, value]];
  });
  const inputs = state.example
    ? []
    : Object.entries(inputsInView(tool, state, values)).flatMap(([name, choice]): readonly [string, unknown][] => {
        const parameter = tool.parameters[name];
        return parameter !== undefined && isInput(parameter) ? fieldsOf(parameter, name, choice) : [];
      });
  return {
    task_type: tool.taskType,
    ...(state.example === false ? {} : { example: state.example }),
    ...state.look,
    ...Object.fromEntries(given),
    ...Object.fromEntries(inputs),
  };
}

/** Fields without which nothing can run, each with what to do. */
export function missingFields(
  tool: ToolDefinition,
  state: FormState,
  values: Readonly<Record<string, Value>>,
): { field: string; detail: string }[] {
  if (state.example) return [];
  return Object.entries(tool.parameters).flatMap(([field, parameter]) => {
    if (!isInUse(tool, state, field, values)) return [];
    const group = alternativesOf(tool, field);
    if (group !== undefined) {
      if (sourceInView(state, group) !== field || state.inputs[field] !== undefined) return [];
      return [{ field, detail: `请选择「${parameter.label}」` }];
    }
    if (isInput(parameter)) {
      const detail = lackingOf(parameter, state.inputs[field]);
      return detail === undefined ? [] : [{ field, detail }];
    }
    // Without its table there is nothing to choose from; the table itself is named.
    if ((parameter.kind === 'group' || parameter.kind === 'columns') && !hasTable(tool, state, parameter.of)) return [];
    const value = values[field] ?? null;
    const empty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
    const detail = kindOf(parameter).missing(parameter);
    return empty && detail !== undefined ? [{ field, detail }] : [];
  });
}

/** Values that the server would refuse, in its own words; told before the form is complete. */
export function valuesOutside(
  tool: ToolDefinition,
  state: FormState,
  values: Readonly<Record<string, Value>>,
): { field: string; detail: string }[] {
  if (state.example) return [];
  return Object.entries(tool.parameters).flatMap(([field, parameter]) => {
    const value = values[field];
    // Only a number can be typed wrong; the other controls offer what is allowed.
    if ((parameter.kind !== 'number' && parameter.kind !== 'integer') || typeof value !== 'number' || !isShown(parameter, values))
      return [];
    const { error } = valueSchema(parameter).safeParse(value);
    return error === undefined ? [] : [{ field, detail: error.issues[0]?.message ?? '' }];
  });
}

/** Is there an input that a group or a column can be chosen from? `of` is a parameter, or the name of an input. */
function hasTable(tool: ToolDefinition, state: FormState, of: string): boolean {
  return Object.keys(state.inputs).some((name) => {
    const parameter = tool.parameters[name];
    return name === of || (parameter !== undefined && 'input' in parameter && parameter.input === of);
  });
}

/** Sets the values of a finding's fix; rows of a groups table among them replace the chosen table. */
export function applyFix(tool: ToolDefinition, state: FormState, finding: Finding): FormState {
  const changed = { ...state.changed };
  const inputs = { ...state.inputs };
  for (const [name, value] of Object.entries(finding.fix?.parameters ?? {})) {
    const parameter = tool.parameters[name];
    if (parameter !== undefined && isInput(parameter)) {
      const given = readInput(tool, name, { [name]: value });
      const choice = given && formKind(parameter).fixed?.(given, state.inputs[name]);
      if (choice !== undefined) inputs[name] = choice;
    } else changed[name] = value as Value;
  }
  const fix: AppliedFix = { finding, changed: state.changed, inputs: state.inputs };
  return { ...state, changed, inputs, applied: [...state.applied, fix] };
}

/** Takes one fix back: only what it had set. */
export function undoFix(tool: ToolDefinition, state: FormState, fix: AppliedFix): FormState {
  const changed = { ...state.changed };
  const inputs = { ...state.inputs };
  for (const name of Object.keys(fix.finding.fix?.parameters ?? {})) {
    const parameter = tool.parameters[name] as Parameter | undefined;
    const [target, before]: [Record<string, unknown>, Readonly<Record<string, unknown>>] =
      parameter !== undefined && isInput(parameter) ? [inputs, fix.inputs] : [changed, fix.changed];
    if (before[name] === undefined) delete target[name];
    else target[name] = before[name];
  }
  return { ...state, changed, inputs, applied: state.applied.filter((other) => other !== fix) };
}

/** The groups tables that describe a matrix. */
export function groupsTablesOf(tool: ToolDefinition, matrix: string): [string, GroupsTableParameter][] {
  return Object.entries(tool.parameters).flatMap(([name, parameter]): [string, GroupsTableParameter][] =>
    parameter.kind === 'groups-table' && parameter.of === matrix ? [[name, parameter]] : [],
  );
}

/** The platforms that belong to a matrix. */
export function platformsOf(tool: ToolDefinition, matrix: string): [string, PlatformParameter][] {
  return Object.entries(tool.parameters).flatMap(([name, parameter]): [string, PlatformParameter][] =>
    parameter.kind === 'platform' && parameter.of === matrix ? [[name, parameter]] : [],
  );
}

/** Values that the user sets; they stand, whatever file comes next. */
export function withValues(state: FormState, next: Readonly<Record<string, Value>>): FormState {
  return { ...state, changed: { ...state.changed, ...next }, carried: state.carried.filter((name) => !Object.hasOwn(next, name)) };
}

/** Takes the look of a template; data and statistics stay. */
export function withTemplate(tool: ToolDefinition, state: FormState, template: FigureTemplate): FormState {
  const { values, look } = lookOf(tool, template);
  return { ...withValues(state, values), look };
}
