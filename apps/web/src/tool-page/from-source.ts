import type { Analysis } from '@oncoloom/contract';
import { parseTsv } from '@oncoloom/figures';
import {
  formatCount,
  type GenesParameter,
  handoverOf,
  type InputParameter,
  isInput,
  matrixSource,
  type Product,
  singleGene,
  type ToolDefinition,
} from '@oncoloom/tool-kit';
import { analysisFileText, getAnalysis } from '../api/analyses.ts';
import { showInfo } from '../app/notices.ts';
import { toolOf } from '../live/result-path.ts';
import { allRows, rowsOfView } from '../result-page/table-rows.ts';
import { type FormState, type InputChoice, withValues } from './form-state.ts';
import { choiceIn, formKind } from './kinds/index.ts';
import { analysisChoice } from './kinds/load.ts';

/** An earlier analysis and the tool that made it. */
interface Source {
  analysis: Analysis;
  tool: ToolDefinition;
}

/**
 * The form of a tool that goes on from an earlier analysis: filled with what the tool accepts of its result; as it was where that is nothing.
 * @param module Of its modules this one.
 */
export async function withSource(tool: ToolDefinition, form: FormState, id: number, module?: string): Promise<FormState> {
  const analysis = await getAnalysis(id, { silent: true }).catch(() => undefined);
  const made = analysis === undefined ? undefined : await toolOf(analysis)?.load();
  if (analysis === undefined || made === undefined) return form;
  const source = { analysis, tool: made };
  const handover = handoverOf(made, tool);
  const parameter = handover && tool.parameters[handover.field];
  if (handover === undefined || parameter === undefined) return form;
  const { field, product } = handover;
  if (product?.what === 'gene') return withGene(tool, await withSameData(tool, form, source), source);
  if (parameter.kind === 'genes') {
    const genes = await genesOf(source, product, parameter);
    return withValues(await withSameData(tool, form, source), { [field]: genes });
  }
  const whole = await analysisChoice(id);
  const choice = whole && module !== undefined ? { ...whole, module } : whole;
  const placed = choice && isInput(parameter) ? formKind(parameter).placed?.(choice) : undefined;
  return placed === undefined ? form : { ...form, inputs: { ...form.inputs, [field]: placed } };
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

/** The first input of a tool that is a cohort, or that takes a matrix. */
function dataOf({ parameters }: ToolDefinition, kind: 'cohort' | 'matrix'): [string, InputParameter] | undefined {
  const field =
    kind === 'matrix' ? matrixSource(parameters)?.name : Object.keys(parameters).find((name) => parameters[name]?.kind === 'cohort');
  const parameter = field === undefined ? undefined : parameters[field];
  return field === undefined || parameter === undefined || !isInput(parameter) ? undefined : [field, parameter];
}

/** The cohort or the matrix that the earlier analysis looked at, where the tool needs one of the same kind. */
async function withSameData(tool: ToolDefinition, form: FormState, { analysis, tool: made }: Source): Promise<FormState> {
  const inputs: Record<string, InputChoice> = { ...form.inputs };
  for (const kind of ['cohort', 'matrix'] as const) {
    const [read, needed] = [dataOf(made, kind), dataOf(tool, kind)];
    if (read === undefined || needed === undefined) continue;
    const choice = await choiceIn(made, ...read, analysis.parameters);
    if (choice === undefined) continue;
    const one = choice.from === 'cohort' && !(needed[1].kind === 'cohort' && needed[1].several === true);
    inputs[needed[0]] = one ? { ...choice, codes: choice.codes.slice(0, 1) } : choice;
  }
  return { ...form, inputs };
}
