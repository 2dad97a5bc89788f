import { acceptancesOf, carriedData, handoverOf, type Parameter, productOf, type ToolDefinition } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';

const tools: ToolDefinition[] = catalogue.map(({ tool }) => tool);
const tool = (taskType: string): ToolDefinition => {
  const found = tools.find((one) => one.taskType === taskType);
  if (found === undefined) throw new Error(`${taskType} is not there`);
  return found;
};
const follows = (source: string, target: string) => handoverOf(tool(source), tool(target));

describe('tools whose genes other tools go on from', () => {
  const comparisons = tools.filter((one) => productOf(one, 'differential_genes') !== undefined);

  it('are those that compare two groups gene by gene', () => {
    const types = comparisons.map(({ taskType }) => taskType);
    expect(types).toEqual(expect.arrayContaining(['limma_differential_analysis', 'bulk_deseq2_diff', 'gene_differential_expression']));
  });

  it.each(comparisons)('name columns of their kind, and thresholds that the run has: $taskType', (one) => {
    const product = productOf(one, 'differential_genes');
    const types = Object.fromEntries(one.tables[product?.table ?? '']?.columns.map(({ name, type }) => [name, type]) ?? []);
    const { gene = '', logFC = '', padj = '' } = product?.columns ?? {};
    expect([types[gene], types[logFC], types[padj]]).toEqual(['gene', 'log2', 'p']);
    expect(Object.keys(one.parameters)).toEqual(expect.arrayContaining(['log2fc', 'padj']));
    const columns = (product?.rows ?? []).map(({ column }) => column);
    expect(columns).toEqual([padj, logFC]);
  });
});

describe('what goes from a result into another tool', () => {
  it.each([
    // What the tools named each other for before they said what they hold and take.
    ['limma_differential_analysis', 'volcano_plot_analysis', 'source_analysis_id', 'limma'],
    ['bulk_deseq2_diff', 'volcano_plot_analysis', 'source_analysis_id', 'deseq2'],
    ['gene_differential_expression', 'volcano_plot_analysis', 'source_analysis_id', 'genes'],
    ['log_rank_survival', 'plot_km_survival_curve', 'source_analysis_id', 'genes'],
    ['log_transform', 'limma_differential_analysis', 'file_id', 'expression'],
    ['microarray_normalization', 'multi_dataset_batch_removal', 'file_ids', 'expression'],
    ['limma_differential_analysis', 'gene_expression_extract', 'gene_list', 'limma'],
    ['survival_analysis', 'clinical_feature_correlation', 'target_gene', undefined],
    ['cohort_gene_score', 'clinical_feature_correlation', 'score_genes', 'genes'],
    ['cohort_gene_score', 'pan_cancer_survival', 'target_genes', 'genes'],
    ['log_transform', 'gsva_enrichment', 'file_id', 'expression'],
    ['gsva_enrichment', 'gsva_differential_pathway', 'file_id', 'scores'],
    ['lasso_analysis', 'risk_model_validation', 'source_analysis_id', 'model'],
    ['bulk_lasso_regression', 'risk_model_validation', 'source_analysis_id', 'model'],
    ['multi_cox_analysis', 'risk_model_validation', 'source_analysis_id', 'model'],
    ['diagnostic_lasso', 'diagnostic_model_validation', 'source_analysis_id', 'model'],
    ['diagnostic_learners', 'diagnostic_model_validation', 'source_analysis_id', 'model'],
    ['diagnostic_lasso', 'diagnostic_nomogram', 'source_analysis_id', 'samples'],
  ])('%s → %s', (source, target, field, table) => {
    expect(follows(source, target)).toMatchObject({ field, table });
  });

  it('is nothing where nothing of it is accepted', () => {
    expect(follows('volcano_plot_analysis', 'limma_differential_analysis')).toBeUndefined();
    expect(follows('limma_differential_analysis', 'plot_km_survival_curve')).toBeUndefined();
    expect(follows('survival_analysis', 'limma_differential_analysis')).toBeUndefined();
    // Scores are no expression, and expression is no scores.
    expect(follows('gsva_enrichment', 'limma_differential_analysis')).toBeUndefined();
    expect(follows('log_transform', 'gsva_differential_pathway')).toBeUndefined();
    expect(handoverOf(tool('log_transform'), tool('limma_differential_analysis'), 'sample_groups')).toBeUndefined();
  });

  it('is, for a part, the table that it names of its parent alone', () => {
    const part: ToolDefinition = {
      ...tool('volcano_plot_analysis'),
      partOf: 'limma_differential_analysis',
      parameters: { of: { kind: 'analysis', label: '结果', input: 'terms', ofParent: 'p_histogram' } },
    };
    expect(acceptancesOf(part)).toEqual([{ field: 'of', what: [], ofParent: 'p_histogram' }]);
    expect(handoverOf(tool('limma_differential_analysis'), part)).toMatchObject({ field: 'of', table: 'p_histogram' });
    expect(handoverOf(tool('bulk_deseq2_diff'), part)).toBeUndefined();
  });
});

describe('the data of a result', () => {
  const has = (one: ToolDefinition, is: (parameter: Parameter) => boolean) => Object.values(one.parameters).some(is);
  const isCohort = ({ kind }: Parameter) => kind === 'cohort';
  const isMatrix = (parameter: Parameter) =>
    (parameter.kind === 'file' || parameter.kind === 'files') &&
    parameter.fileTypes.includes('expression') &&
    (parameter.kind === 'files' || (parameter.accepts ?? ['matrix']).includes('matrix'));
  const isFollowUp = ({ kind }: Parameter) => kind === 'survival-data';
  const isGroups = ({ kind }: Parameter) => kind === 'groups-table';
  const followed = tools.flatMap((from) =>
    tools.flatMap((to) => {
      const handover = from === to ? undefined : handoverOf(from, to);
      return handover === undefined ? [] : [{ from, to, handover, field: to.parameters[handover.field] }];
    }),
  );

  it('goes into every tool that takes something of it and reads data of the same kind', () => {
    expect(followed.length).toBeGreaterThan(200);
    const lost = followed.flatMap(({ from, to, handover, field }) => {
      if (field?.kind === 'analysis' && field.otherData === true) return [];
      const kinds = carriedData(from, to).inputs.flatMap((one) => [one, to.parameters[one.to]?.kind ?? '']);
      const words = `${from.taskType} → ${to.taskType}`;
      return [
        ...(has(from, isCohort) && has(to, isCohort) && !kinds.includes('cohort') ? [`${words}: cohort`] : []),
        ...(has(from, isFollowUp) && has(to, isFollowUp) && !kinds.includes('survival-data') ? [`${words}: follow-up`] : []),
        ...(has(from, isGroups) && has(to, isGroups) && !kinds.includes('groups-table') ? [`${words}: groups`] : []),
        ...(has(from, isMatrix) && has(to, isMatrix) && !isMatrix(to.parameters[handover.field] as Parameter) && !kinds.includes('file')
          ? [`${words}: matrix`]
          : []),
      ];
    });
    expect(lost).toEqual([]);
  });

  it('is never placed where the result stands, nor twice in one place', () => {
    for (const { from, to, handover } of followed) {
      const places = carriedData(from, to).inputs.map((one) => one.to);
      expect(places).not.toContain(handover.field);
      expect(new Set(places).size).toBe(places.length);
    }
  });

  it('stays behind where a tool looks at data that the result has not seen', () => {
    const apart = followed.filter(({ field }) => field?.kind === 'analysis' && field.otherData === true);
    expect(new Set(apart.map(({ to }) => to.taskType))).toEqual(
      new Set(['risk_model_validation', 'diagnostic_model_validation', 'wgcna_module_preservation']),
    );
    for (const { from, to } of apart) expect(carriedData(from, to).inputs).toEqual([]);
    expect(carriedData(tool('lasso_analysis'), tool('risk_model_validation')).values).toEqual([{ from: 'endpoint', to: 'endpoint' }]);
  });

  it('keeps the one endpoint that a tool looks at', () => {
    expect(carriedData(tool('pfs_analysis'), tool('uni_cox_analysis')).set).toEqual({ endpoint: 'PFI' });
  });
});
