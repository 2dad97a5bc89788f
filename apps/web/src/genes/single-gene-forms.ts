import type { Cohort, Gene, GeneInCohort } from '@oncoloom/contract';
import { defaultValues, proposedCohort, realOnes, singleGene, type ToolDefinition, usableTogether, usableWith } from '@oncoloom/tool-kit';
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
  { symbol, aliases }: Pick<Gene, 'symbol' | 'aliases'>,
  found: readonly GeneInCohort[],
  cohorts: readonly Cohort[],
): GeneForms {
  const values = defaultValues(tool);
  const each: CohortForm[] = [];
  const without: { cohort: Cohort; problem: string }[] = [];
  const fields = singleGene(tool.parameters);
  if (fields === undefined) return { entry, best: undefined, each, without };
  const { gene, list, dataset, cohort: parameter } = fields;
  const names = new Map(found.map((held) => [held.code, held.symbol]));
  const named = (name: string) => ({ [gene]: list ? [name] : name });
  const held = cohorts.filter(({ code, installed }) => installed && typeof names.get(code) === 'string');
  const real = realOnes(held, (cohort) => cohort);
  for (const cohort of real) {
    const name = names.get(cohort.code) ?? '';
    const use = usableWith(parameter, cohort, values);
    if ('problem' in use) without.push({ cohort, problem: use.problem });
    else {
      const one = parameter.several === true ? [cohort.code] : cohort.code;
      // By its symbol, as a former name may be what others call another gene: TAZ. By a number alone it is not found.
      const known = [symbol, ...aliases].includes(name) ? symbol : name;
      each.push({ cohort, path: formWith(entry, { [dataset]: one, ...named(known), ...use.set }) });
    }
  }
  if (parameter.several === true) {
    // One request names a gene one way: by a symbol that only its number tells of, it is not found.
    const alike = real.filter(({ code }) => [symbol, ...aliases].includes(names.get(code) ?? ''));
    const { set, cohorts: together } = usableTogether(parameter, alike, values);
    const path = formWith(entry, { [dataset]: together.map(({ code }) => code), ...named(symbol), ...set });
    if (together.length > 1) return { entry, best: { path, cohorts: together }, each, without };
  }
  const serving = each.map(({ cohort }) => cohort);
  const preferred = proposedCohort(parameter, serving, values)?.cohort ?? serving[0];
  const one = each.find(({ cohort }) => cohort === preferred);
  return { entry, best: one && { path: one.path, cohorts: [one.cohort] }, each, without };
}
