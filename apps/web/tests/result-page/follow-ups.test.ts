import { type MatrixFacts, taskOf } from '@oncoloom/contract';
import type { ToolDefinition } from '@oncoloom/tool-kit';
import { type MenuEntry, menu, toolPages } from '@oncoloom/tools/menu';
import { describe, expect, test } from 'vitest';
import limma from '../../../../tools/differential/limma-differential/tool.ts';
import countTransform from '../../../../tools/expression/count-transform/tool.ts';
import logTransform from '../../../../tools/expression/log-transform/tool.ts';
import bulkUniCox from '../../../../tools/prognosis/bulk-uni-cox/tool.ts';
import survival from '../../../../tools/survival/overall-survival/tool.ts';
import screen from '../../../../tools/tcga/log-rank-screen/tool.ts';
import { followUps, matrixOf } from '../../src/result-page/steps/follow-ups.ts';

function entry(taskType: MenuEntry['taskType'], change: Partial<MenuEntry> = {}): MenuEntry {
  const [first] = menu;
  if (first === undefined) throw new Error('the menu is empty');
  const [page] = taskOf(taskType).pages;
  return { ...first, ...page, further: false, taskType, accepts: ['differential_genes'], charts: [], ...change };
}
const BULK = { family: 'bulk', matrix: undefined, rows: 'gene' } as const;
const typesAfter = (tool: ToolDefinition, pages: readonly MenuEntry[], reached: Parameters<typeof followUps>[1] = BULK) =>
  followUps(tool, reached, pages).map(({ taskType }) => taskType);

const itself = entry('limma_differential_analysis');
const go = entry('go_enrichment', { charts: ['bars'] });
const goInBulk: MenuEntry = { ...go, family: 'bulk', routes: { analysis: '/bulk-analysis/go_enrichment/analysis', result: '' } };
const heatmap = entry('heatmap_analysis', { charts: ['heatmap'] });
const volcano = entry('volcano_plot_analysis', { charts: ['volcano'] });
const upstream = entry('batch_sd_calculation');
const elsewhere = entry('cibersort_analysis', { accepts: ['matrix'] });

describe('what goes on from limma', () => {
  test('is what accepts its genes: the same family first, and in it what the menu has further down', () => {
    const pages = [go, upstream, itself, goInBulk, elsewhere, heatmap];
    expect(typesAfter(limma, pages)).toEqual(['go_enrichment', 'batch_sd_calculation', 'heatmap_analysis']);
    expect(typesAfter(limma, [])).toEqual([]);
  });

  test('leads to the page of the result’s own family, where the tool has one there', () => {
    const pathIn = (family: string) =>
      followUps(limma, { family, matrix: undefined, rows: 'gene' }, [go, itself, goInBulk])[0]?.routes.analysis;
    expect([pathIn('bulk'), pathIn('tcga')]).toEqual(['/bulk-analysis/go_enrichment/analysis', '/tcga-analysis/go_enrichment/analysis']);
    expect(followUps(limma, BULK, [go, itself])[0]?.family).toBe('tcga');
  });

  test('is no picture that is on the page; a heatmap of other rows is another picture', () => {
    expect(typesAfter(limma, [volcano, heatmap])).toEqual(['heatmap_analysis']);
    // A tool that also computes something leads on.
    expect(typesAfter(limma, [{ ...volcano, charts: ['volcano', 'bars'] }])).toEqual(['volcano_plot_analysis']);
  });
});

test('the plots of a tool come before all others, and after no other tool', () => {
  const plot = entry('go_plot', { partOf: 'go_enrichment', accepts: [] });
  const enrichment: ToolDefinition = { ...limma, taskType: 'go_enrichment' };
  expect(typesAfter(enrichment, [heatmap, go, plot])).toEqual(['go_plot', 'heatmap_analysis']);
  expect(typesAfter(limma, [heatmap, plot])).toEqual(['heatmap_analysis']);
});

test('a plot of another tool that takes what the result holds is offered, too', () => {
  const forest = entry('plot_forest', { partOf: 'uni_cox_analysis', accepts: ['hazard_ratios'], charts: ['forest'] });
  expect(typesAfter(bulkUniCox, [forest])).toEqual(['plot_forest']);
  expect(typesAfter(limma, [forest])).toEqual([]);
});

describe('a matrix', () => {
  const matrix = (kind: MatrixFacts['kind']) => ({ kind, identifiers: 'symbol' }) as MatrixFacts;
  const facts = (change: Partial<MatrixFacts>) =>
    ({ rows: 100, columns: 8, missing: 0, negative: 0, fractional: 1, ...change }) as MatrixFacts;

  test('goes on into the tools that its numbers are meant for', () => {
    const after = (kind: MatrixFacts['kind'], tool: ToolDefinition = logTransform) =>
      typesAfter(tool, toolPages, {
        ...BULK,
        matrix: { ...facts({ fractional: kind === 'counts' ? 0 : 1 }), ...matrix(kind) },
      });
    expect(after('log')).toContain('limma_differential_analysis');
    expect(after('log')).not.toContain('bulk_deseq2_diff');
    expect(after('counts')).toContain('bulk_deseq2_diff');
    expect(typesAfter(logTransform, toolPages)).toEqual([]);
    // Its own text says that tests need the counts.
    expect(after('log', countTransform)).not.toContain('limma_differential_analysis');
    expect(after('log', countTransform)).toContain('batch_sd_calculation');
  });

  test('is the one that the tool produces, not any that stands in the result', () => {
    const table = (id: string, rows: number) => ({ id, file_key: '', filename: '', rows, columns: [], matrix: facts({ rows }) });
    expect(matrixOf(logTransform, { tables: [table('other', 1), table('expression', 2)] })?.rows).toBe(2);
    expect(matrixOf(limma, { tables: [table('expression', 2)] })).toBeUndefined();
  });
});

test('in the real menu nothing is offered twice or to itself, no volcano after limma, and the curves after their screen', () => {
  for (const tool of [limma, screen, survival] satisfies ToolDefinition[]) {
    const offered = typesAfter(tool, toolPages, { family: tool.pages[0].family, matrix: undefined, rows: 'gene' });
    expect(new Set(offered).size).toBe(offered.length);
    expect(offered).not.toContain(tool.taskType);
    expect(offered).not.toContain('volcano_plot_analysis');
  }
  expect(typesAfter(screen, toolPages, { family: 'tcga', matrix: undefined, rows: 'gene' })[0]).toBe('plot_km_survival_curve');
  expect(typesAfter(survival, toolPages, { family: 'tcga', matrix: undefined, rows: 'gene' })).toEqual(
    expect.arrayContaining([
      'pfs_analysis',
      'clinical_feature_correlation',
      'single_gene_differential_expression',
      'coexpression_analysis',
    ]),
  );
});
