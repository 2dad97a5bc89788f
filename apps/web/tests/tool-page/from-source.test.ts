import { beforeEach, describe, expect, test, vi } from 'vitest';
import { catalogue } from '../../../../tools/catalogue.ts';
import deseq2 from '../../../../tools/differential/deseq2-differential/tool.ts';
import limma from '../../../../tools/differential/limma-differential/tool.ts';
import several from '../../../../tools/differential/multi-group/tool.ts';
import enrichment from '../../../../tools/enrichment/go-enrichment/tool.ts';
import batches from '../../../../tools/expression/batch-removal/tool.ts';
import extract from '../../../../tools/expression/gene-expression-extract/tool.ts';
import tme from '../../../../tools/immune/single-gene-tme/tool.ts';
import heatmap from '../../../../tools/plotting/heatmap/tool.ts';
import volcano from '../../../../tools/plotting/volcano-plot/tool.ts';
import ownLasso from '../../../../tools/prognosis/bulk-lasso/tool.ts';
import lasso from '../../../../tools/prognosis/lasso/tool.ts';
import nomogram from '../../../../tools/prognosis/nomogram/tool.ts';
import validation from '../../../../tools/prognosis/risk-model-validation/tool.ts';
import clinical from '../../../../tools/tcga/clinical-features/tool.ts';
import coexpression from '../../../../tools/tcga/coexpression/tool.ts';
import screen from '../../../../tools/tcga/log-rank-screen/tool.ts';
import pan from '../../../../tools/tcga/pan-cancer-survival/tool.ts';
import single from '../../../../tools/tcga/single-gene-differential/tool.ts';
import { completeValues } from '../../src/tool-page/form/form-state.ts';
import { loadWish, readWish } from '../../src/tool-page/form/prefill.ts';
import { freshBrowser, jsonResponse } from '../support/browser.ts';

const agreement = catalogue.find(({ tool }) => tool.taskType === 'immune_agreement')?.tool;

const wish = readWish(new URLSearchParams('source=7'));

/** A server that has one analysis, the file 3 and the table `text`. */
function serve(analysis: Record<string, unknown>, text = ''): void {
  const whole = { id: 7, task_name: '早先', status: 'completed', example: false, parameters: {}, result: null, ...analysis };
  const fetch = vi.fn(async (url: string | URL | Request) => {
    const path = String(url);
    if (path.includes('/files/')) return new Response(text, { headers: { 'Content-Type': 'text/tab-separated-values' } });
    if (path.includes('/file/'))
      return jsonResponse(200, { success: true, file: { id: 3, name: 'm.tsv', file_type: 'expression', validation_status: 'valid' } });
    return jsonResponse(200, whole);
  });
  vi.stubGlobal('fetch', fetch);
}
const table = (id: string, matrix: object | null = null) => ({
  id,
  file_key: `${id}_tsv`,
  filename: `${id}.tsv`,
  rows: 3,
  columns: [],
  matrix,
});

beforeEach(() => {
  freshBrowser();
});

describe('a form that goes on from a result', () => {
  test('has the analysis in the place of a table', async () => {
    serve({ task_type: 'limma_differential_analysis', family: 'bulk', result: { tables: [table('limma')] } });
    expect((await loadWish(volcano, wish)).inputs).toEqual({
      source_analysis_id: { from: 'analysis', id: 7, name: '早先', matrix: undefined },
    });
  });

  test('has one module of it where the address names one', async () => {
    serve({ task_type: 'bulk_wgcna_stage2', family: 'bulk', result: { tables: [table('genes')] } });
    const form = await loadWish(enrichment, readWish(new URLSearchParams('source=7&module=turquoise')));
    expect(form.inputs).toEqual({ gene_list: { from: 'analysis', id: 7, name: '早先', matrix: undefined, module: 'turquoise' } });
  });

  test('has its matrix in the place of a file, and of several', async () => {
    const matrix = { rows: 5 };
    serve({ task_type: 'log_transform', family: 'bulk', result: { tables: [table('other', { rows: 1 }), table('expression', matrix)] } });
    const choice = { from: 'analysis', id: 7, name: '早先', matrix };
    expect((await loadWish(limma, wish)).inputs).toEqual({ file_id: choice });
    expect((await loadWish(batches, wish)).inputs).toEqual({ file_ids: { from: 'files', items: [choice] } });
  });

  test('has the gene and the cohort that were asked for', async () => {
    serve({ task_type: 'survival_analysis', family: 'tcga', parameters: { target_gene: 'TP53', dataset: 'acc' } });
    const form = await loadWish(clinical, wish);
    expect([form.changed, form.inputs]).toEqual([{ target_gene: 'TP53' }, { dataset: { from: 'cohort', codes: ['acc'] } }]);
    expect((await loadWish(single, wish)).changed).toEqual({ target_genes: ['TP53'] });
    serve({
      task_type: 'single_gene_differential_expression',
      family: 'tcga',
      parameters: { target_genes: ['EGFR', 'MET'], dataset: ['acc', 'luad'] },
    });
    const one = await loadWish(clinical, wish);
    expect([one.changed, one.inputs]).toEqual([{ target_gene: 'EGFR' }, { dataset: { from: 'cohort', codes: ['acc'] } }]);
  });

  test('has a score with its genes as they were asked for, how they are combined, and shows it', async () => {
    const parameters = { dataset: 'acc', target_genes: ['PD-L1', 'CD8A'], combine: 'weights', weights: 'PD-L1 1；CD8A 2', endpoint: 'OS' };
    serve(
      { task_type: 'cohort_gene_score', family: 'tcga', parameters, result: { tables: [table('genes')] } },
      'gene\tasked\nCD274\tPD-L1\nCD8A\tCD8A',
    );
    const score = { score_genes: ['PD-L1', 'CD8A'], marker: 'score', combine: 'weights', weights: 'PD-L1 1；CD8A 2' };
    for (const tool of [clinical, tme, coexpression]) {
      const form = await loadWish(tool, wish);
      expect([form.changed, form.inputs]).toEqual([score, { dataset: { from: 'cohort', codes: ['acc'] } }]);
    }
    expect((await loadWish(pan, wish)).changed).toMatchObject({ target_genes: ['PD-L1', 'CD8A'], combine: 'weights' });
    // From one tool of a score to the next; and where one gene is asked for, nothing stands in for it.
    serve({ task_type: 'clinical_feature_correlation', family: 'tcga', parameters: { dataset: 'acc', target_gene: '', ...score } });
    expect((await loadWish(coexpression, wish)).changed).toEqual(score);
    expect((await loadWish(single, wish)).changed).toEqual({});
    // All cohorts know no GSVA.
    serve(
      {
        task_type: 'cohort_gene_score',
        family: 'tcga',
        parameters: { ...parameters, combine: 'gsva' },
        result: { tables: [table('genes')] },
      },
      'gene\tasked\nCD8A\tCD8A',
    );
    expect((await loadWish(pan, wish)).changed).not.toHaveProperty('combine');
    expect((await loadWish(clinical, wish)).changed).toMatchObject({ combine: 'gsva' });
  });

  test('has the genes that passed the run’s own thresholds, and the matrix that they were found in', async () => {
    const rows = ['gene\tlogFC\tadj.P.Val', 'A\t2\t0.01', 'B\t0.5\t0.01', 'C\t-3\t0.001', 'D\t4\t0.2', 'E\t5\t'];
    const parameters = { file_id: 3, log2fc: 1, padj: 0.05 };
    serve({ task_type: 'limma_differential_analysis', family: 'bulk', parameters, result: { tables: [table('limma')] } }, rows.join('\n'));
    const form = await loadWish(extract, wish);
    expect(form.changed).toEqual({ gene_list: ['A', 'C'] });
    expect(form.inputs).toMatchObject({ file_id: { from: 'file', file: { id: 3 } } });
    expect((await loadWish(screen, wish)).changed).toEqual({ gene_list: ['A', 'C'] });
  });

  describe('has the data of it', () => {
    const uvm = { from: 'cohort', codes: ['uvm'] };

    test('cohort and endpoint, wherever the genes go', async () => {
      const parameters = { dataset: 'TCGA-UVM', endpoint: 'PFI', gene_list: [] };
      serve({ task_type: 'uni_cox_analysis', family: 'tcga', parameters, result: { tables: [table('significant')] } }, 'gene\nA\nB');
      const modelled = await loadWish(lasso, wish);
      expect(modelled.inputs).toEqual({ dataset: uvm, gene_list: { from: 'analysis', id: 7, name: '早先', matrix: undefined } });
      expect(modelled.changed).toEqual({ endpoint: 'PFI' });
      const drawn = await loadWish(nomogram, wish);
      expect([drawn.inputs, drawn.changed]).toEqual([{ dataset: uvm }, { endpoint: 'PFI', gene_list: ['A', 'B'] }]);
      // One's own matrix has to be chosen; the follow-up of its patients is known.
      expect((await loadWish(ownLasso, wish)).inputs).toMatchObject({ survival_data: { from: 'follow-up', code: 'uvm', endpoint: 'PFI' } });
    });

    test('of a model the endpoint alone: what it was made of does not validate it', async () => {
      serve({ task_type: 'lasso_analysis', family: 'tcga', parameters: { dataset: 'TCGA-UVM', endpoint: 'PFI' }, result: { tables: [] } });
      const form = await loadWish(validation, wish);
      expect([Object.keys(form.inputs), form.changed]).toEqual([['source_analysis_id'], { endpoint: 'PFI' }]);
    });

    test('matrix, groups, compared groups and covariates', async () => {
      const sample_groups = [
        { sample: 'a', group: 'T', batch: '1' },
        { sample: 'b', group: 'N', batch: '2' },
      ];
      const parameters = { file_id: 3, sample_groups, case_group: 'T', control_group: 'N', covariates: ['batch'], log2fc: 1, padj: 0.05 };
      serve({ task_type: 'limma_differential_analysis', family: 'bulk', parameters, result: { tables: [table('limma')] } }, 'gene\nA');
      const groups = { from: 'rows', columns: ['sample', 'group', 'batch'] };
      const counted = await loadWish(deseq2, wish);
      expect(counted.inputs).toMatchObject({ file_id: { from: 'file', file: { id: 3 } }, sample_groups: groups });
      expect(counted.changed).toMatchObject({ case_group: 'T', control_group: 'N', covariates: ['batch'] });
      const drawn = await loadWish(heatmap, wish);
      expect(drawn.inputs).toMatchObject({ file_id: { from: 'file', file: { id: 3 } }, sample_annotations: groups });
      // Nothing of them has a place in a list of genes.
      expect(Object.keys((await loadWish(enrichment, wish)).inputs)).toEqual(['gene_list']);
    });

    test('the group that others are compared with, whatever a tool calls it, where its table has that group', async () => {
      const sample_groups = ['NEG', 'T', 'T', 'U'].map((group, i) => ({ sample: `s${i}`, group }));
      const given = { file_id: 3, sample_groups, log2fc: 1, padj: 0.05 };
      const from = (task_type: string, id: string, parameters: object) =>
        serve({ task_type, family: 'bulk', parameters: { ...given, ...parameters }, result: { tables: [table(id)] } }, 'gene\nA');
      from('multi_group_differential', 'main', { comparisons: 'reference', reference_group: 'T' });
      const two = await loadWish(limma, wish);
      expect(two.changed).toMatchObject({ control_group: 'T' });
      // The largest group is no longer compared with itself.
      expect(completeValues(limma, two, {}).values).toMatchObject({ case_group: 'NEG', control_group: 'T' });
      from('limma_differential_analysis', 'limma', { case_group: 'T', control_group: 'U' });
      expect((await loadWish(several, wish)).changed).toMatchObject({ reference_group: 'U' });
      // A comparison of pairs has none, and of a group that the table does not have nothing is said.
      from('multi_group_differential', 'main', { comparisons: 'pairs', reference_group: null });
      expect((await loadWish(limma, wish)).changed).not.toHaveProperty('control_group');
      from('multi_group_differential', 'main', { comparisons: 'reference', reference_group: 'gone' });
      expect((await loadWish(limma, wish)).changed).not.toHaveProperty('control_group');
    });

    test('not groups that name none of the samples of its own matrix', async () => {
      const parameters = { file_ids: [3, 4], sample_groups: [{ sample: 'a', group: 'T' }] };
      const matrix = { rows: 5, samples: ['D1_a', 'D2_a'] };
      serve({ task_type: 'multi_dataset_batch_removal', family: 'bulk', parameters, result: { tables: [table('expression', matrix)] } });
      expect(Object.keys((await loadWish(limma, wish)).inputs)).toEqual(['file_id']);
    });
  });

  test('has the newest run of every other method on the same data, where results are compared', async () => {
    const run = (id: number, signature: string, sha256 = 'm', task_type = 'cibersort_analysis') => ({
      ...{ id, task_name: `早先 ${id}`, status: 'completed', family: 'bulk', example: false, result: null, task_type },
      ...{ parameters: { signature }, inputs: [{ field: 'file_id', name: 'm', sha256, rows: 1, columns: 1 }] },
    });
    const runs = [
      run(12, 'til10'),
      run(11, 'til10'),
      run(10, 'lm22', 'other'),
      run(9, 'estimate', 'm', 'bulk_estimate_score'),
      run(7, 'lm22'),
    ];
    vi.stubGlobal('fetch', async (_: string, { body = '{}' }: { body?: string }) => {
      const { analysis_id } = JSON.parse(body) as { analysis_id?: number };
      const one = runs.find(({ id }) => id === analysis_id);
      return jsonResponse(200, one ?? { results: runs, count: runs.length, page: 1, page_size: 20, current_page: 1 });
    });
    if (agreement === undefined) throw new Error('no agreement of methods');
    const { inputs } = await loadWish(agreement, wish);
    expect(Object.fromEntries(Object.entries(inputs).map(([field, choice]) => [field, choice.from === 'analysis' && choice.id]))).toEqual({
      first_analysis_id: 7,
      second_analysis_id: 12,
      third_analysis_id: 9,
    });
  });

  test('is as it was where the tool takes nothing of the result, and where that is gone', async () => {
    serve({ task_type: 'volcano_plot_analysis', family: 'plotting', result: { tables: [table('volcano')] } });
    expect(await loadWish(limma, wish)).toMatchObject({ inputs: {}, changed: {} });
    vi.stubGlobal('fetch', async () => jsonResponse(404, { detail: '没有这次分析' }));
    expect(await loadWish(volcano, wish)).toMatchObject({ inputs: {} });
  });
});
