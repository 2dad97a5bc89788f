import { cellOf, type FactSource, rowsOf, standIn } from '../declaration/sources.ts';
import { directionViews } from './two-groups.ts';

type Sources = Readonly<Record<string, FactSource>>;

interface ComparedColumns {
  /** Names of the rows. */
  name: string;
  change: string;
  p: string;
  padj: string;
}

/** Facts of a comparison of two groups (`sharedFacts`) in its table. */
export function comparisonSources(table: string, { name, change, p, padj }: ComparedColumns) {
  const [up, down] = directionViews(change, padj);
  return {
    genes: rowsOf(table),
    up: rowsOf(table, ...(up?.clauses ?? [])),
    down: rowsOf(table, ...(down?.clauses ?? [])),
    top_up_logfc: cellOf(table, change, { column: name, fact: 'top_up' }),
    top_down_logfc: cellOf(table, change, { column: name, fact: 'top_down' }),
    smallest_padj: cellOf(table, padj, { column: name, fact: 'smallest' }),
    widest_logfc: cellOf(table, change, { column: name, fact: 'widest' }),
    p_passed: rowsOf(table, { column: padj, is: '<', value: { parameter: 'padj' } }),
    p_small: rowsOf(table, { column: p, is: '<', value: 0.05 }),
  } satisfies Sources;
}

/** Their samples, where the groups are chosen by name, and the rows of their heatmap. */
export const groupSizes = {
  heatmap_genes: rowsOf('heatmap'),
  case_n: rowsOf('pca', { column: 'group', parameter: 'case_group' }),
  control_n: rowsOf('pca', { column: 'group', parameter: 'control_group' }),
} satisfies Sources;

/** Facts of tests between groups (`groupFacts`). */
export const groupSources = {
  tests: rowsOf('tests'),
  significant_n: rowsOf('tests', { column: 'padj', is: '<', value: 0.05 }),
  ...standIn('tests', {
    first_p: 'p',
    first_effect: 'effect',
    first_low: 'effect_low',
    first_high: 'effect_high',
    first_shift: 'difference',
    first_shift_low: 'difference_low',
    first_shift_high: 'difference_high',
  }),
  first_padj: cellOf('tests', 'padj', { column: 'p', fact: 'first_p' }),
} satisfies Sources;

/** Facts of scores compared between groups (`comparisonFacts`). */
export const scoreSources = {
  significant_n: rowsOf('comparison', { column: 'padj', is: '<', value: 0.05 }),
  first_padj: { table: 'comparison', column: 'padj', of: 'min' },
  first_effect: cellOf('comparison', 'effect', { column: 'padj', fact: 'first_padj' }),
} satisfies Sources;

/** Facts of ESTIMATE's scores (`estimateFacts`). */
export const estimateSources = {
  samples: rowsOf('scores'),
  stromal_median: { table: 'scores', column: 'StromalScore', of: 'median' },
  immune_median: { table: 'scores', column: 'ImmuneScore', of: 'median' },
} satisfies Sources;

/** Facts of an over-representation analysis (`enrichmentFacts`): the first is the term of smallest P. */
export const enrichmentSources = {
  terms_tested: { table: 'overview', column: 'tested', of: 'sum' },
  terms_enriched: rowsOf('enriched'),
  terms_supported: rowsOf('enriched', { column: 'Count', is: '>=', value: 3 }),
  term_groups: { table: 'enriched', column: 'group', of: 'distinct' },
  first_count: cellOf('enriched', 'Count', { column: 'Description', fact: 'first' }),
  first_padj: cellOf('enriched', 'p.adjust', { column: 'Description', fact: 'first' }),
  first_fold: cellOf('enriched', 'FoldEnrichment', { column: 'Description', fact: 'first' }),
} satisfies Sources;

/** How patients came into an analysis. */
export const flowSources = {
  total: { table: 'flow', column: 'n', of: 'max' },
} satisfies Sources;

/** Facts of a risk model (`riskFacts`). */
export const riskSources = {
  patients: rowsOf('patients'),
  events: { table: 'patients', column: 'status', of: 'sum' },
  ...flowSources,
  asked: { table: 'gene_flow', column: 'n', of: 'max' },
  repeats_done: { parameter: 'repeats' },
  ...standIn('performance', {
    c_nested: 'estimate',
    c_nested_low: 'lower',
    c_nested_high: 'upper',
    c_apparent: 'estimate',
    auc_nested: 'estimate',
  }),
} satisfies Sources;

/** Facts of a model by LASSO (`lassoFacts`), and of one by a forest (`forestFacts`). */
export const lassoSources = {
  ...riskSources,
  model_genes: rowsOf('coefficients', { column: 'coefficient', is: '|>=|', value: 1e-300 }),
  genes_min: rowsOf('coefficients', { column: 'coef_min', is: '|>=|', value: 1e-300 }),
  genes_1se: rowsOf('coefficients', { column: 'coef_1se', is: '|>=|', value: 1e-300 }),
  stable_genes: rowsOf('coefficients', { column: 'frequency', is: '>=', value: 0.8 }),
} satisfies Sources;
export const forestSources = {
  ...riskSources,
  candidates: rowsOf('importance'),
  chosen_genes: rowsOf('importance', { column: 'chosen', is: '>=', value: 1 }),
  stable_genes: rowsOf('importance', { column: 'frequency', is: '>=', value: 0.8 }),
} satisfies Sources;

/** Facts of a screen of genes by Cox regression (`coxFacts`); the gene that is told is the first. */
export const coxSources = {
  patients: { table: 'genes', column: 'n', of: 'max' },
  events: { table: 'genes', column: 'events', of: 'max' },
  ...flowSources,
  asked: { table: 'gene_flow', column: 'n', of: 'max' },
  tested: rowsOf('genes'),
  found: rowsOf('significant'),
  risk: rowsOf('significant', { column: 'coef', is: '>', value: 0 }),
  protective: rowsOf('significant', { column: 'coef', is: '<', value: 0 }),
  fdr_found: rowsOf('genes', { column: 'padj', is: '<', value: 0.05 }),
  ph_found: rowsOf('significant', { column: 'ph_p', is: '<', value: 0.05 }),
  ...standIn('genes', { p: 'pvalue', padj: 'padj', hr: 'HR', hr_low: 'HR.95L', hr_high: 'HR.95H' }),
} satisfies Sources;

const RATES = ['high', 'low'].flatMap((group) =>
  [1, 3, 5].flatMap((years): [string, string][] => [
    [`${group}_${years}`, 'surv'],
    [`${group}_${years}_from`, 'lower'],
    [`${group}_${years}_to`, 'upper'],
  ]),
);

/** Facts of the survival of two groups by the expression of a gene (`survivalFacts`). */
export const survivalSources = {
  patients: { table: 'groups', column: 'n', of: 'sum' },
  events: { table: 'groups', column: 'events', of: 'sum' },
  ...flowSources,
  ...standIn('rates', Object.fromEntries(RATES)),
  ...standIn('groups', { high_median: 'median', low_median: 'median', high_n: 'n', low_n: 'n' }),
  ...standIn('means', {
    rmst_at: 'until',
    rmst_other: 'mean',
    rmst_reference: 'mean',
    rmst_difference: 'difference',
    rmst_low: 'difference_lower',
    rmst_high: 'difference_upper',
    rmst_p: 'p',
  }),
  ...standIn('tests', {
    p: 'p',
    hr: 'hr',
    hr_low: 'lower',
    hr_high: 'upper',
    unit_hr: 'hr',
    unit_low: 'lower',
    unit_high: 'upper',
    unit_p: 'p',
    ph_p: 'ph_p',
  }),
} satisfies Sources;
