import type { Cohort, Gene, GeneInCohort } from '@oncoloom/contract';
import type { ToolDefinition } from '../declaration/define-tool.ts';
import type { CohortParameter, Parameter, Parameters } from '../declaration/parameters.ts';
import { byExtent, type CohortChoice, cohortProblem, realOnes } from './cohorts.ts';

/** The fields of a tool that looks at one gene in public cohorts. */
interface SingleGene {
  gene: string;
  /** It takes several genes, of which one will do. */
  list: boolean;
  dataset: string;
  cohort: CohortParameter;
}

/** The specification's field for one gene: a list that may be asked for under this name as well is one that one gene will do for. */
const ONE_GENE = 'target_gene';

/** Undefined for a tool that takes no single gene, or no cohort. */
export function singleGene(parameters: Parameters): SingleGene | undefined {
  const entries = Object.entries(parameters);
  const takesOne = ({ kind, aliases }: Parameter) => kind === 'gene' || (kind === 'genes' && aliases?.includes(ONE_GENE) === true);
  const [gene, parameter] = entries.find(([, candidate]) => takesOne(candidate)) ?? [];
  const [dataset, cohort] = entries.find(([, { kind }]) => kind === 'cohort') ?? [];
  if (gene === undefined || dataset === undefined || cohort?.kind !== 'cohort') return undefined;
  return { gene, list: parameter?.kind === 'genes', dataset, cohort };
}

/** A gene in these cohorts, as a tool's request has it. */
export function singleGeneRequest({ gene, list, dataset, cohort }: SingleGene, codes: readonly string[], name: string): Values {
  return { [dataset]: cohort.several === true ? codes : codes[0], [gene]: list ? [name] : name };
}

/** An installed cohort that holds a gene. */
export interface HoldingCohort {
  cohort: Cohort;
  /** What a request calls the gene there. */
  name: string;
  /** By its symbol, which a run finds in every cohort that calls it so or as it was called before; else by what its number alone tells of. */
  bySymbol: boolean;
}

/** @param found in which cohorts the gene is, and as what. */
export function cohortsHolding(
  { symbol, aliases }: Pick<Gene, 'symbol' | 'aliases'>,
  found: readonly GeneInCohort[],
  cohorts: readonly Cohort[],
): HoldingCohort[] {
  const names = new Map(found.map((held) => [held.code, held.symbol]));
  return cohorts.flatMap((cohort): HoldingCohort[] => {
    const held = names.get(cohort.code);
    if (!cohort.installed || typeof held !== 'string') return [];
    // By its symbol, as a former name may be what others call another gene: TAZ. By a number alone it is not found.
    const bySymbol = held === symbol || aliases.includes(held);
    return [{ cohort, name: bySymbol ? symbol : held, bySymbol }];
  });
}

type Values = Readonly<Record<string, unknown>>;

/** Values to try besides those that are given: none, and the other sort of normals. */
function alternatives({ needs }: CohortChoice, values: Values): [Values, ...Values[]] {
  const flag = needs.comparison?.withGtex;
  return flag === undefined ? [{}] : [{}, { [flag]: values[flag] !== true }];
}

/**
 * How a cohort can be used by itself: the values to set besides those that are given, mostly none. Where GTEx normals are lacking, TCGA's own may do.
 * The reason where it cannot.
 */
export function usableWith(parameter: CohortChoice, cohort: Cohort, values: Values): { set: Values } | { problem: string } {
  const { several: _, ...alone } = parameter;
  const problems = alternatives(parameter, values).map((set) => ({ set, problem: cohortProblem(alone, cohort, { ...values, ...set }) }));
  const way = problems.find(({ problem }) => problem === undefined);
  return way === undefined ? { problem: problems[0]?.problem ?? '' } : { set: way.set };
}

/** What of these cohorts can be used in one run, so that most of them say something by themselves; and the values to set for it. */
export function usableTogether(parameter: CohortParameter, cohorts: readonly Cohort[], values: Values): { set: Values; cohorts: Cohort[] } {
  const { several: _, ...alone } = parameter;
  const serving = (by: CohortParameter, set: Values) =>
    cohorts.filter((cohort) => cohortProblem(by, cohort, { ...values, ...set }) === undefined);
  const [first, ...others] = alternatives(parameter, values);
  const set = others.reduce((best, next) => (serving(alone, next).length > serving(alone, best).length ? next : best), first);
  return { set, cohorts: serving(alone, set).length === 0 ? [] : serving(parameter, set) };
}

/** A cohort that a form begins with, and the values to set for it. */
interface ProposedCohort {
  cohort: Cohort;
  set: Values;
}

/**
 * The cohort that is meant when none is named: a real one before a simulated one, even where it has to be used with the other sort of normals; then one
 * that serves as the values are, the whole before the partial.
 */
export function proposedCohort(parameter: CohortChoice, cohorts: readonly Cohort[], values: Values): ProposedCohort | undefined {
  const ways = byExtent(cohorts).flatMap((cohort): ProposedCohort[] => {
    const use = usableWith(parameter, cohort, values);
    return 'set' in use ? [{ cohort, set: use.set }] : [];
  });
  const tried = realOnes(ways, ({ cohort }) => cohort);
  return tried.find(({ set }) => Object.keys(set).length === 0) ?? tried[0];
}

/** The cohorts that are meant when several are taken and none is named; those that would serve with the other sort of normals where none does with these. */
export function proposedCohorts(
  parameter: CohortParameter,
  cohorts: readonly Cohort[],
  values: Values,
): { set: Values; cohorts: readonly Cohort[] } {
  const installed = realOnes(
    cohorts.filter((one) => one.installed),
    (one) => one,
  );
  const serving = installed.filter((cohort) => cohortProblem(parameter, cohort, values) === undefined);
  const alone = serving.some((cohort) => cohortProblem({ needs: parameter.needs }, cohort, values) === undefined);
  return alone ? { set: {}, cohorts: serving } : usableTogether(parameter, installed, values);
}

/** The values of an untouched form. */
export function defaultValues(tool: ToolDefinition): Values {
  return Object.fromEntries(Object.entries(tool.parameters).flatMap(([name, p]) => ('default' in p ? [[name, p.default]] : [])));
}
