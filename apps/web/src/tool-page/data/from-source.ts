import type { Analysis, Endpoint } from '@oncoloom/contract';
import { parseTsv } from '@oncoloom/figures';
import {
  carriedData,
  endpointOf,
  formatCount,
  type GenesParameter,
  handoverOf,
  type InputParameter,
  isInput,
  type Parameter,
  type Product,
  readInput,
  singleGene,
  type ToolDefinition,
  type Value,
} from '@oncoloom/tool-kit';
import { analysisFileText, getAnalysis, getAnalysisList } from '../../api/analyses.ts';
import { showInfo } from '../../base/notices.ts';
import { toolOf } from '../../live/result-path.ts';
import { allRows, rowsOfView } from '../../result-data/table-rows.ts';
import { type FormState, type InputChoice, levelsIn, matrixOf, withValues } from '../form/form-state.ts';
import { choiceIn, formKind } from '../kinds/index.ts';
import { analysisChoice } from '../kinds/load.ts';
import { namesSampleOf, withInput } from './choose-input.ts';
import { namesGroups } from './groups.ts';
import { makersOf } from './makers.ts';

/** An earlier analysis and the tool that made it. */
interface Source {
  analysis: Analysis;
  tool: ToolDefinition;
}

async function sourceOf(id: number): Promise<Source | undefined> {
  const analysis = await getAnalysis(id, { silent: true }).catch(() => undefined);
  const tool = analysis === undefined ? undefined : await toolOf(analysis)?.load();
  return analysis === undefined || tool === undefined ? undefined : { analysis, tool };
}

/**
 * The form of a tool that goes on from an earlier analysis: with the data that this looked at, and filled with what the tool accepts of its result; as it
 * was where both are nothing.
 * @param module Of its modules this one.
 */
export async function withSource(tool: ToolDefinition, form: FormState, id: number, module?: string): Promise<FormState> {
  const source = await sourceOf(id);
  if (source === undefined) return form;
  const handover = handoverOf(source.tool, tool);
  const parameter = handover && tool.parameters[handover.field];
  const begun =
    parameter?.kind === 'file' || parameter?.kind === 'files' ? await withResult(tool, form, id, handover?.field, module) : form;
  // What describes samples comes after their matrix, which asks for its own anew.
  const filled = await withDataOf(tool, begun, source);
  if (handover === undefined || parameter === undefined || begun !== form) return filled;
  if (handover.product?.what === 'gene') return withGene(tool, filled, source);
  if (parameter.kind === 'analysis') return withAlike(tool, await withResult(tool, filled, id, handover.field), source, handover.field);
  if (parameter.kind === 'genes')
    return withValues(filled, { ...showing(parameter, filled), [handover.field]: await genesOf(source, handover.product, parameter) });
  return withResult(tool, filled, id, handover.field, module);
}

/** The value that shows a parameter that a form hides: what is handed over is to be seen. */
export function showing({ when }: Pick<Parameter, 'when'>, { changed }: FormState): Record<string, Value> {
  const [value] = when?.is ?? [];
  return when === undefined || value === undefined || when.is.some((one) => one === changed[when.parameter])
    ? {}
    : { [when.parameter]: value };
}

/** The form with a result in the place of an input. */
async function withResult(tool: ToolDefinition, form: FormState, id: number, field = '', module?: string): Promise<FormState> {
  const parameter = tool.parameters[field];
  const whole = await analysisChoice(id);
  const choice = whole && module !== undefined ? { ...whole, module } : whole;
  const placed = choice && parameter !== undefined && isInput(parameter) ? formKind(parameter).placed?.(choice) : undefined;
  return placed === undefined ? form : withInput(tool, form, field, placed);
}

/** Of a list of results the newest: more are not looked through for the same data. */
const LOOKED_THROUGH = 20;

/** The data that a run was made on, by their checksum: what is analysed is declared first. */
function dataOf({ analysis, tool }: Source): string | undefined {
  const field = Object.keys(tool.parameters).find((name) => isInput(tool.parameters[name] as Parameter));
  return analysis.inputs.find((input) => input.field === field)?.sha256;
}

/** The form of a tool that compares results with other completed runs on the same data, the newest of each method. */
async function withAlike(tool: ToolDefinition, form: FormState, source: Source, field: string): Promise<FormState> {
  const acceptedBy = (name: string) => {
    const parameter = tool.parameters[name];
    return parameter?.kind === 'analysis' ? parameter.accepts : undefined;
  };
  const accepted = acceptedBy(field) ?? [];
  const places = Object.keys(tool.parameters).filter((name) => name !== field && acceptedBy(name)?.join() === accepted.join());
  const data = places.length === 0 ? undefined : dataOf(source);
  if (data === undefined) return form;
  const types = makersOf(accepted).map(({ taskType }) => taskType);
  const list = await getAnalysisList(
    { task_type: types.join(','), status: 'done', page: 1, page_size: LOOKED_THROUGH },
    { silent: true },
  ).catch(() => undefined);
  const found = await Promise.all((list?.results ?? []).map(({ id }) => sourceOf(id)));
  const methodOf = ({ analysis }: Source) => JSON.stringify([analysis.task_type, analysis.parameters.signature]);
  const methods = new Map<string, Source>();
  for (const one of found) if (one !== undefined && dataOf(one) === data && !methods.has(methodOf(one))) methods.set(methodOf(one), one);
  methods.delete(methodOf(source));
  let next = form;
  for (const [i, one] of [...methods.values()].slice(0, places.length).entries())
    next = await withResult(tool, next, one.analysis.id, places[i]);
  return next;
}

/** The gene that the earlier analysis was asked for; the first of several where the tool takes one. */
function withGene(tool: ToolDefinition, form: FormState, source: Source): FormState {
  const [asked, taken] = [singleGene(source.tool.parameters), singleGene(tool.parameters)];
  if (asked === undefined || taken === undefined) return form;
  const given = source.analysis.parameters[asked.gene];
  const genes = (Array.isArray(given) ? given : [given]).filter((gene): gene is string => typeof gene === 'string' && gene !== '');
  const [first] = genes;
  return first === undefined ? form : withValues(form, { [taken.gene]: taken.list ? genes : first });
}

/** Genes of a product's rows, as many as the list may hold. */
async function genesOf({ analysis, tool }: Source, product: Product | undefined, parameter: GenesParameter): Promise<string[]> {
  if (product === undefined || product.what === 'gene' || !('gene' in product.columns)) return [];
  const file = analysis.result?.tables.find(({ id }) => id === product.table);
  const declaration = tool.tables[product.table];
  if (file === undefined || declaration === undefined) return [];
  const table = parseTsv(await analysisFileText(analysis.id, file.file_key, file.filename, { silent: true }), declaration);
  const rows = product.rows === undefined ? allRows(table) : rowsOfView(table, { clauses: product.rows }, analysis.parameters);
  const cells = table.columns[product.columns.gene] ?? [];
  const genes = [...new Set(rows.map((row) => String(cells[row] ?? '')).filter((gene) => gene !== ''))];
  return asManyAs(parameter, genes);
}

/** As many of the genes as the list may hold, and a word where that is not all. */
export function asManyAs({ max }: GenesParameter, genes: readonly string[]): string[] {
  if (genes.length > max)
    showInfo(`结果里有 ${formatCount(genes.length)} 个基因，这里最多填 ${formatCount(max)} 个，已填入前 ${formatCount(max)} 个。`);
  return genes.slice(0, max);
}

/** Results that rest on results that rest on results: further back nobody looks. */
const GENERATIONS = 4;

/** The data that the earlier analysis looked at, or that what it was made of looked at, as far as the tool takes them. */
async function withDataOf(tool: ToolDefinition, form: FormState, source: Source, generations = GENERATIONS): Promise<FormState> {
  const { inputs, values, set } = carriedData(source.tool, tool);
  const { parameters } = source.analysis;
  let next = form;
  for (const { from, to } of inputs) {
    const [read, needed] = [source.tool.parameters[from], tool.parameters[to]];
    if (read === undefined || needed === undefined || !isInput(read) || !isInput(needed)) continue;
    const choice = await choiceIn(source.tool, from, read, parameters);
    const placed = choice && carriedChoice(choice, needed, endpointAsked(source));
    if (choice === undefined || placed === undefined || !describes(placed, next, needed)) continue;
    next = withInput(tool, next, to, placed);
    // The follow-up of a cohort is followed to its endpoint.
    if (choice.from === 'follow-up' && needed.kind === 'cohort' && typeof needed.needs.survival === 'object')
      next = withValues(next, { [needed.needs.survival.parameter]: choice.endpoint });
  }
  const earlier = inputs.some(({ to }) => next.inputs[to] !== undefined) || generations === 0 ? undefined : await madeOf(source);
  if (earlier !== undefined) return withDataOf(tool, next, earlier, generations - 1);
  const known = values.flatMap(({ from, to }): [string, Value][] => {
    const value = parameters[from] as Value | undefined;
    const target = tool.parameters[to];
    // The tool may know fewer ways, and its table other groups.
    const unknown =
      (target?.kind === 'choice' && !target.options.some((option) => option.value === value)) ||
      (target?.kind === 'group' && !mayName(next.inputs[target.of], value));
    return value === undefined || value === null || unknown ? [] : [[to, value]];
  });
  const fixed = Object.entries(set).filter(([field]) =>
    inputs.some(({ to }) => isReadBy(tool, to, field) && next.inputs[to] !== undefined),
  );
  return withValues(next, Object.fromEntries([...known, ...fixed]));
}

/** Does a table have this group? Which groups a file has, the form may not know. */
function mayName(table: InputChoice | undefined, group: Value | undefined): boolean {
  const levels = levelsIn(table);
  return table !== undefined && (levels.length === 0 || levels.some(({ name }) => name === group));
}

/** The earlier analysis that a run has read, where it has read one. */
async function madeOf({ analysis, tool }: Source): Promise<Source | undefined> {
  for (const name of Object.keys(tool.parameters)) {
    const value = readInput(tool, name, analysis.parameters);
    if (value?.from === 'analysis') return sourceOf(value.id);
  }
  return undefined;
}

/** The endpoint that a run on a cohort looked at. */
function endpointAsked({ analysis, tool }: Source): Endpoint {
  const cohort = Object.values(tool.parameters).find((parameter) => parameter.kind === 'cohort');
  return (cohort && endpointOf(cohort.needs, analysis.parameters)) ?? 'OS';
}

/** Does this field say how that input is read? */
function isReadBy({ parameters }: ToolDefinition, input: string, field: string): boolean {
  const parameter = parameters[input];
  if (parameter?.kind === 'survival-data') return parameter.unit === field;
  const survival = parameter?.kind === 'cohort' ? parameter.needs.survival : undefined;
  return typeof survival === 'object' && survival.parameter === field;
}

/** A choice of one tool's form as another's parameter takes it; undefined where it does not. */
function carriedChoice(choice: InputChoice, needed: InputParameter, endpoint: Endpoint): InputChoice | undefined {
  const codes = choice.from === 'cohort' ? choice.codes : choice.from === 'follow-up' ? [choice.code] : [];
  const [code] = codes;
  switch (needed.kind) {
    case 'cohort':
      return code === undefined ? undefined : { from: 'cohort', codes: needed.several === true ? codes : [code] };
    case 'survival-data':
      if (choice.from === 'cohort') return code === undefined ? undefined : { from: 'follow-up', code, endpoint };
      return choice;
    case 'file':
    case 'files': {
      const items = choice.from === 'files' ? choice.items : choice.from === 'file' || choice.from === 'analysis' ? [choice] : [];
      const taken = items.filter((item) => item.from === 'analysis' || needed.fileTypes.includes(item.file.file_type));
      const [item] = taken;
      if (needed.kind === 'files') return taken.length === 0 ? undefined : { from: 'files', items: taken };
      return taken.length === 1 ? item : undefined;
    }
    case 'groups-table':
      if (choice.from === 'rows') return choice.columns.includes('group') ? choice : undefined;
      return choice.from === 'file' && namesGroups(choice.file) ? choice : undefined;
    case 'sample-table':
      return choice.from === 'rows' || choice.from === 'file' ? choice : undefined;
    default:
      return undefined;
  }
}

/** Rows that name none of the samples of the matrix that stands in the form describe another. */
function describes(choice: InputChoice, { inputs }: FormState, needed: InputParameter): boolean {
  const matrix = 'of' in needed && needed.of !== undefined ? matrixOf(inputs[needed.of]) : undefined;
  return choice.from !== 'rows' || matrix === undefined || namesSampleOf(choice, matrix);
}
