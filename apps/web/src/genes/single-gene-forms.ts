import type { Cohort, Gene, GeneInCohort } from '@oncoloom/contract';
import {
  cohortsHolding,
  defaultValues,
  proposedCohort,
  realOnes,
  singleGene,
  singleGeneRequest,
  type ToolDefinition,
  usableTogether,
  usableWith,
} from '@oncoloom/tool-kit';
import type { MenuEntry } from '@oncoloom/tools/menu';
import { formWith } from '../base/form-links.ts';

interface CohortForm {
  cohort: Cohort;
  path: string;
}

/** The filled forms of one tool for one gene. */
export interface GeneForms {
  entry: MenuEntry;
  /** Over all cohorts where the tool takes several, else over the one that it prefers; undefined where it has none. */
  best: { path: string; cohorts: readonly Cohort[] } | undefined;
  /** Over each cohort that serves. */
  each: readonly CohortForm[];
  /** Cohorts that hold the gene and cannot be used, with the reason. */
  without: readonly { cohort: Cohort; problem: string }[];
}

/**
 * Forms of a tool with a gene and a cohort filled in.
 *
 * @param found in which cohorts the gene is, and as what.
 */
export function formsOfGene(
  { entry, tool }: { entry: MenuEntry; tool: ToolDefinition },
  gene: Pick<Gene, 'symbol' | 'aliases'>,
  found: readonly GeneInCohort[],
  cohorts: readonly Cohort[],
): GeneForms {
  const values = defaultValues(tool);
  const each: CohortForm[] = [];
  const without: { cohort: Cohort; problem: string }[] = [];
  const fields = singleGene(tool.parameters);
  if (fields === undefined) return { entry, best: undefined, each, without };
  const { cohort: parameter } = fields;
  const formOf = (codes: readonly string[], name: string, set: Readonly<Record<string, unknown>>) =>
    formWith(entry, { ...singleGeneRequest(fields, codes, name), ...set });
  const held = realOnes(cohortsHolding(gene, found, cohorts), ({ cohort }) => cohort);
  for (const { cohort, name } of held) {
    const use = usableWith(parameter, cohort, values);
    if ('problem' in use) without.push({ cohort, problem: use.problem });
    else each.push({ cohort, path: formOf([cohort.code], name, use.set) });
  }
  if (parameter.several === true) {
    // One request names a gene one way: by a symbol that only its number tells of, it is not found.
    const alike = held.flatMap(({ cohort, bySymbol }) => (bySymbol ? [cohort] : []));
    const { set, cohorts: together } = usableTogether(parameter, alike, values);
    const codes = together.map(({ code }) => code);
    if (together.length > 1) return { entry, best: { path: formOf(codes, gene.symbol, set), cohorts: together }, each, without };
  }
  const serving = each.map(({ cohort }) => cohort);
  const preferred = proposedCohort(parameter, serving, values)?.cohort ?? serving[0];
  const one = each.find(({ cohort }) => cohort === preferred);
  return { entry, best: one && { path: one.path, cohorts: [one.cohort] }, each, without };
}
