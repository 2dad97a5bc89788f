import type { MatrixFacts, RowSubject } from '@oncoloom/contract';
import type { ToolDefinition } from '@oncoloom/tool-kit';
import { catalogue } from '@oncoloom/tools';
import { describe, expect, test } from 'vitest';
import { nextSteps } from '../../src/result-page/steps/usual-steps.ts';

const toolOf = (taskType: string): ToolDefinition => {
  const found = catalogue.find(({ tool }) => tool.taskType === taskType);
  if (found === undefined) throw new Error(`${taskType} is not there`);
  return found.tool;
};
const matrix = (kind: MatrixFacts['kind'], identifiers: MatrixFacts['identifiers'] = 'symbol') =>
  ({ kind, identifiers, rows: 100, columns: 8, missing: 0, negative: 0, fractional: kind === 'counts' ? 0 : 1 }) as MatrixFacts;
const after = (taskType: string, facts?: MatrixFacts, rows: RowSubject = 'gene', empty: string[] = []) => {
  const tool = toolOf(taskType);
  return nextSteps(tool, { family: tool.pages[0].family, matrix: facts, rows, empty: new Set(empty) }).steps.map(
    ({ entry }) => entry.taskType,
  );
};

describe('the next steps', () => {
  test.each<[string, MatrixFacts | undefined, string[]]>([
    ['limma_differential_analysis', undefined, ['go_enrichment', 'kegg_enrichment', 'gsea_enrichment']],
    ['bulk_deseq2_diff', undefined, ['go_enrichment', 'kegg_enrichment', 'gsea_enrichment']],
    ['uni_cox_analysis', undefined, ['lasso_analysis', 'survival_nomogram', 'plot_forest']],
    ['bulk_uni_cox_analysis', undefined, ['bulk_lasso_regression', 'survival_nomogram', 'plot_forest']],
    ['log_rank_survival', undefined, ['plot_km_survival_curve', 'lasso_analysis', 'go_enrichment']],
    ['lasso_analysis', undefined, ['risk_model_validation', 'survival_nomogram', 'go_enrichment']],
    ['diagnostic_lasso', undefined, ['diagnostic_model_validation', 'diagnostic_nomogram', 'go_enrichment']],
    ['diagnostic_learners', undefined, ['diagnostic_model_validation', 'diagnostic_nomogram', 'go_enrichment']],
    ['gene_expression_extract', matrix('counts'), ['bulk_deseq2_diff', 'count_expression_transform']],
    ['microarray_normalization', matrix('log'), ['limma_differential_analysis', 'batch_pca_plot', 'heatmap_analysis']],
    ['count_expression_transform', matrix('log'), ['batch_pca_plot', 'heatmap_analysis']],
    ['bulk_wgcna_stage1', matrix('log'), ['bulk_wgcna_stage2']],
    ['bulk_wgcna_stage2', undefined, ['go_enrichment', 'kegg_enrichment', 'wgcna_module_preservation']],
    ['go_enrichment', undefined, ['go_plot']],
    ['cohort_gene_score', undefined, ['clinical_feature_correlation', 'single_gene_tme_diff_analysis', 'pan_cancer_survival']],
  ])('after %s are the usual ones', (taskType, facts, steps) => {
    expect(after(taskType, facts)).toEqual(steps);
  });

  test.each(['limma_differential_analysis', 'bulk_wgcna_stage2'])('after %s of probes are no tools that know genes by name', (taskType) => {
    const steps = after(taskType, undefined, 'probe');
    expect(steps[0]).toBe('microarray_normalization');
    for (const refused of ['go_enrichment', 'kegg_enrichment', 'gsea_enrichment']) expect(steps).not.toContain(refused);
    expect(after(taskType)).not.toContain('microarray_normalization');
  });

  test('after a score in the place of a gene are those that take a score', () => {
    const tool = toolOf('clinical_feature_correlation');
    const of = (scored: boolean) => {
      const { steps, others } = nextSteps(tool, { family: 'tcga', matrix: undefined, rows: 'gene', scored });
      return [...steps.map(({ entry }) => entry), ...others].map(({ taskType }) => taskType);
    };
    expect(of(false)).toContain('survival_analysis');
    expect(of(true)).toEqual(expect.arrayContaining(['single_gene_tme_diff_analysis', 'coexpression_analysis', 'pan_cancer_survival']));
    for (const ofOneGene of ['survival_analysis', 'single_gene_differential_expression']) expect(of(true)).not.toContain(ofOneGene);
  });

  test('lead to no validation of a model that was not made', () => {
    expect(after('diagnostic_learners', undefined, 'gene', ['model'])).toEqual(['diagnostic_nomogram', 'go_enrichment', 'kegg_enrichment']);
    expect(after('lasso_analysis', undefined, 'gene', ['model'])).not.toContain('risk_model_validation');
  });

  test('are three at most, no two of one name, and every tool that somebody goes on from has one', () => {
    for (const { tool } of catalogue) {
      const facts = matrix('log');
      const { steps, others } = nextSteps(tool, { family: tool.pages[0].family, matrix: facts, rows: 'gene' });
      const titles = steps.map(({ entry }) => entry.title);
      expect(titles.length, tool.taskType).toBeLessThanOrEqual(3);
      expect(new Set(titles).size, tool.taskType).toBe(titles.length);
      if (others.length > 0) expect(titles, tool.taskType).not.toEqual([]);
      for (const { entry, why } of steps) {
        expect(others).not.toContain(entry);
        expect(why.length).toBeLessThanOrEqual(20);
      }
    }
  });
});
