import { describe, expect, test } from 'vitest';
import { formOfResult, LEGACY_REDIRECTS, landing, PAGE_PATHS, pageTitle, pathsToCome, SECTION_REDIRECTS } from '../src/base/paths.ts';

const legacy = new Map(LEGACY_REDIRECTS);
const sections = new Map(SECTION_REDIRECTS);

test('every fixed page has one title of its own', () => {
  expect(new Set(PAGE_PATHS.map(({ path }) => path)).size).toBe(PAGE_PATHS.length);
  expect(new Set(PAGE_PATHS.map(({ title }) => title)).size).toBe(PAGE_PATHS.length);
  expect(pageTitle('/data_download')).toBe('数据下载');
});

test('no address leads to two places or to itself', () => {
  const all = [...LEGACY_REDIRECTS, ...SECTION_REDIRECTS];
  const from = all.map(([path]) => path);
  expect(new Set(from).size).toBe(from.length);
  expect(all.filter(([path, to]) => path === to)).toEqual([]);
  const pages: readonly string[] = PAGE_PATHS.map(({ path }) => path);
  expect(from.filter((path) => pages.includes(path))).toEqual([]);
});

describe('old top-level addresses', () => {
  test.each([
    ['/gene_diff_analysis', '/tcga-analysis/gene_diff_analysis/index'],
    ['/single_gene_diff_analysis/index', '/tcga-analysis/single_gene_diff_analysis/index'],
    ['/go_enrichment', '/tcga-analysis/go_enrichment/analysis'],
    ['/kegg_enrichment/plot_detail/:id', '/tcga-analysis/kegg_enrichment/plot_detail/:id'],
    ['/gsea/plot', '/tcga-analysis/gsea/plot'],
    ['/machine_learning', '/tcga-analysis/machine_learning/intro'],
    ['/machine_learning/uni_cox/plot_forest', '/tcga-analysis/machine_learning/uni_cox/plot_forest'],
    ['/survival_analysis/detail/:id', '/tcga-analysis/survival_analysis/detail/:id'],
    ['/pfs_analysis', '/tcga-analysis/pfs_analysis/index'],
    ['/clinical_feature_correlation/detail', '/tcga-analysis/clinical_feature_correlation/detail'],
    ['/tumor_microenvironment', '/tcga-analysis/tumor_microenvironment/estimate/analysis'],
    ['/tumor_microenvironment/estimate/plot/:id', '/tcga-analysis/tumor_microenvironment/estimate/plot/:id'],
    ['/tumor_microenvironment/single_gene_diff/plot/:id', '/tcga-analysis/tumor_microenvironment/single_gene_diff/plot/:id'],
  ])('%s stands at %s', (from, to) => expect(legacy.get(from)).toBe(to));
});

describe('sections', () => {
  test.each([
    ['/', '/home'],
    ['/tcga-analysis', '/tcga-analysis/gene_diff_analysis/index'],
    ['/tcga-analysis/machine_learning', '/tcga-analysis/machine_learning/intro'],
    ['/tcga-analysis/machine_learning/uni_cox', '/tcga-analysis/machine_learning/uni_cox/analysis'],
    ['/tcga-analysis/tumor_microenvironment', '/tcga-analysis/tumor_microenvironment/estimate/analysis'],
    ['/tcga-analysis/tumor_microenvironment/single_gene_diff', '/tcga-analysis/tumor_microenvironment/single_gene_diff/analysis'],
    ['/bulk-analysis', '/bulk-analysis/microarray-quality-assessment/analysis'],
    ['/bulk-analysis/data-preprocessing', '/bulk-analysis/data-preprocessing/rna-seq-conversion/analysis'],
    ['/bulk-analysis/data-preprocessing/log-transform', '/bulk-analysis/data-preprocessing/log-transform/analysis'],
    ['/bulk-analysis/immune-infiltration', '/bulk-analysis/immune-infiltration/estimate-immune-score/analysis'],
    ['/general-plotting', '/general-plotting/batch-pca/analysis'],
    ['/general-plotting/forest-plot', '/general-plotting/forest-plot/analysis'],
  ])('%s leads to its first page %s', (from, to) => expect(sections.get(from)).toBe(to));
});

describe('where a redirect ends', () => {
  const existing = [
    '/home',
    '/bulk-analysis/limma-differential/result/:id',
    '/bulk-analysis/limma-differential/analysis',
    '/tcga-analysis/tumor_microenvironment/single_gene_diff/analysis',
    '/tcga-analysis/tumor_microenvironment/single_gene_diff/plot/:analysisId',
  ];
  const end = (from: string) => landing([from, legacy.get(from) ?? sections.get(from) ?? ''], existing);

  test('a target that exists is reached, whatever its parameter is called', () => {
    expect(end('/')).toBe('/home');
    expect(end('/bulk-analysis/limma-differential')).toBe('/bulk-analysis/limma-differential/analysis');
    expect(end('/tumor_microenvironment/single_gene_diff/plot/:id')).toBe(
      '/tcga-analysis/tumor_microenvironment/single_gene_diff/plot/:analysisId',
    );
  });

  test('a family or section whose first page is missing leads to the first one that exists, not to a result', () => {
    expect(end('/bulk-analysis')).toBe('/bulk-analysis/limma-differential/analysis');
    expect(end('/tumor_microenvironment')).toBe('/tcga-analysis/tumor_microenvironment/single_gene_diff/analysis');
  });

  test('a tool that is not there yet leads to the first one of its family, and to /404 where the family has none', () => {
    expect(end('/bulk-analysis/gsva')).toBe('/bulk-analysis/limma-differential/analysis');
    const tme = '/tcga-analysis/tumor_microenvironment/single_gene_diff/analysis';
    expect([end('/machine_learning'), end('/gene_diff_analysis/detail/:id')]).toEqual([tme, tme]);
    expect(end('/general-plotting')).toBe('/404');
  });
});

describe('addresses of tools that are not there yet', () => {
  const existing = ['/tcga-analysis/go_enrichment/analysis', '/tcga-analysis/go_enrichment/detail/:number'];
  const toCome = new Map(pathsToCome(existing).map(({ path, title }) => [path, title]));

  test('are all of the specification but those that exist, by the name of their tool', () => {
    expect(toCome.get('/tcga-analysis/go_enrichment/plot_detail')).toBe('GO 富集图');
    expect(toCome.get('/tcga-analysis/go_enrichment/plot_detail/:id')).toBe('GO 富集图');
    expect(toCome.get('/bulk-analysis/go_enrichment/analysis')).toBe('GO 富集分析');
    expect(toCome.has('/tcga-analysis/machine_learning/intro')).toBe(true);
    for (const path of [...existing, '/tcga-analysis/go_enrichment/detail/:id', '/tcga-analysis/go_enrichment/detail'])
      expect([path, toCome.has(path)]).toEqual([path, false]);
  });

  test('a result without its number belongs to its form, a plot to the plot', () => {
    expect(formOfResult('/bulk-analysis/go_enrichment/plot_detail')).toBe('/bulk-analysis/go_enrichment/plot');
    expect(formOfResult('/tcga-analysis/go_enrichment/detail/:x')).toBe('/tcga-analysis/go_enrichment/analysis');
    expect(formOfResult('/home')).toBeUndefined();
  });
});
