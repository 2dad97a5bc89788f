import type { Cohort } from '@oncoloom/contract';
import { cohortProblem } from './cohorts.ts';
import type { ToolDefinition } from './define-tool.ts';
import type { CohortParameter, Parameters } from './parameters.ts';

/** The fields of a tool that looks at one gene in public cohorts. */
export interface SingleGene {
  gene: string;
  dataset: string;
  cohort: CohortParameter;
}

/** Undefined for a tool that takes no gene, or no cohort. */
export function singleGene(parameters: Parameters): SingleGene | undefined {
  const entries = Object.entries(parameters);
  const gene = entries.find(([, { kind }]) => kind === 'gene')?.[0];
  const [dataset, cohort] = entries.find(([, { kind }]) => kind === 'cohort') ?? [];
  return gene === undefined || dataset === undefined || cohort?.kind !== 'cohort' ? undefined : { gene, dataset, cohort };
}

type Values = Readonly<Record<string, unknown>>;

/**
 * How a cohort can be used: the values to set besides those that are given, mostly none. Where GTEx normals are lacking, TCGA's own may do. Undefined
 * with the reason where it cannot.
 */
export function usableWith(parameter: CohortParameter, cohort: Cohort, values: Values): { set: Values } | { problem: string } {
  const problem = cohortProblem(parameter, cohort, values);
  if (problem === undefined) return { set: {} };
  const flag = parameter.needs.comparison?.withGtex;
  if (flag === undefined) return { problem };
  const set = { [flag]: values[flag] !== true };
  return cohortProblem(parameter, cohort, { ...values, ...set }) === undefined ? { set } : { problem };
}

/** The values of an untouched form. */
export function defaultValues(tool: ToolDefinition): Values {
  return Object.fromEntries(Object.entries(tool.parameters).flatMap(([name, p]) => ('default' in p ? [[name, p.default]] : [])));
}
