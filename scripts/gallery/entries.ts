import type { Chart, Value } from '@oncoloom/tool-kit';

/** A kind of figure, drawn from the built-in example of a tool. */
export interface ToolEntry {
  chart: Chart;
  taskType: string;
  figure: string;
  /** What has been published of the same data, to be found in the picture. */
  published?: string;
}

/** A kind that no tool has yet, drawn from tables that `tables.R` makes of public data. */
export interface TableEntry {
  chart: Chart;
  tables: Readonly<Record<string, string>>;
  columns: Readonly<Record<string, string>>;
  /** Columns of numbers; the others are texts. */
  numeric: readonly string[];
  /** Inches. */
  size: readonly [width: number, height: number];
  /** Titles of the axes where the kind has none of its own. */
  titles?: { x?: string; y?: string };
  /** Where the figure looks otherwise than its kind by itself. */
  style?: Readonly<Record<string, Value>>;
  words?: Readonly<Record<string, string>>;
  source: string;
}

export const TOOL_ENTRIES: readonly ToolEntry[] = [
  { chart: 'volcano', taskType: 'limma_differential_analysis', figure: 'volcano' },
  { chart: 'heatmap', taskType: 'limma_differential_analysis', figure: 'heatmap' },
  { chart: 'ma', taskType: 'bulk_deseq2_diff', figure: 'ma' },
  { chart: 'pca', taskType: 'limma_differential_analysis', figure: 'pca' },
  { chart: 'dispersion', taskType: 'bulk_deseq2_diff', figure: 'dispersion' },
  { chart: 'mean-sd', taskType: 'batch_sd_calculation', figure: 'mean_sd' },
  { chart: 'histogram', taskType: 'limma_differential_analysis', figure: 'p_histogram' },
  { chart: 'box', taskType: 'microarray_normalization', figure: 'box' },
  { chart: 'tree', taskType: 'bulk_wgcna_stage1', figure: 'tree' },
  { chart: 'venn', taskType: 'intersection_gene', figure: 'venn' },
  { chart: 'density', taskType: 'microarray_normalization', figure: 'density' },
  { chart: 'bars', taskType: 'multi_dataset_batch_removal', figure: 'explained' },
  { chart: 'scatter', taskType: 'coexpression_analysis', figure: 'pairs' },
  { chart: 'comparison', taskType: 'single_gene_differential_expression', figure: 'box' },
  {
    chart: 'km',
    taskType: 'kaplan_meier',
    figure: 'km',
    published: 'medians of 270 days (men) and 426 days (women), log-rank P 0.0013, hazard ratio 0.588 (0.424–0.816)',
  },
  { chart: 'ratios', taskType: 'survival_analysis', figure: 'scan' },
  { chart: 'curve-bands', taskType: 'batch_roc_plot', figure: 'roc', published: 'AUC 0.824 (WFNS), 0.731 (S100β), 0.612 (NDKA)' },
  { chart: 'forest', taskType: 'forest_plot', figure: 'forest', published: 'hazard ratio of hormonal therapy 0.71 (0.55–0.91)' },
];

export const TABLE_ENTRIES: readonly TableEntry[] = [
  {
    chart: 'running-score',
    tables: { curve: 'curve', hits: 'hits', ranks: 'ranks' },
    columns: { set: 'set', rank: 'rank', score: 'score', label: 'gene', metric: 'metric' },
    numeric: ['rank', 'score', 'metric'],
    size: [3.35, 3.2],
    source: 'hallmark gene sets over cell lines with and without a mutation of TP53',
  },
  {
    chart: 'network',
    tables: { nodes: 'nodes', edges: 'edges' },
    columns: { label: 'gene', group: 'module', from: 'from', to: 'to', weight: 'r' },
    numeric: ['r'],
    size: [3.35, 3.2],
    source: 'correlations above 0.75 of the most variable genes of ovarian tumours',
  },
  {
    chart: 'upset',
    tables: { sets: 'sets', intersections: 'intersections' },
    columns: { label: 'set', size: 'size', pattern: 'pattern', count: 'count' },
    numeric: ['size', 'count'],
    size: [6.85, 3.4],
    source: 'genes of six hallmark sets',
  },
  {
    chart: 'dots',
    tables: { terms: 'terms' },
    columns: { label: 'term', id: 'id', x: 'GeneRatio', p: 'padj', size: 'count', panel: 'ontology' },
    numeric: ['GeneRatio', 'fold', 'count', 'p', 'padj'],
    size: [3.35, 4.4],
    source: 'GO terms of genes that dexamethasone changes in airway smooth muscle cells',
  },
  {
    chart: 'term-bars',
    tables: { terms: 'nes' },
    columns: { label: 'set', x: 'NES', p: 'padj', size: 'size' },
    numeric: ['NES', 'p', 'padj', 'size'],
    size: [3.35, 3.9],
    source: 'hallmark gene sets over the same genes, ordered by t',
  },
  {
    chart: 'ridge',
    tables: { sets: 'ridge_sets', densities: 'ridges' },
    columns: { label: 'set', x: 'logFC', y: 'density', p: 'padj', size: 'count', nes: 'NES' },
    numeric: ['logFC', 'density', 'padj', 'count', 'NES'],
    size: [3.35, 3.9],
    source: 'the change of the core genes of twelve of these sets',
  },
  {
    chart: 'term-map',
    tables: { nodes: 'map_nodes', edges: 'map_edges' },
    columns: { label: 'term', size: 'count', p: 'padj', cluster: 'cluster', from: 'from', to: 'to', weight: 'jaccard' },
    numeric: ['count', 'padj', 'jaccard'],
    size: [3.35, 3.7],
    source: 'the first 40 of these GO terms; edges: a fifth of their genes or more in common',
  },
  {
    chart: 'chord',
    tables: { links: 'links', genes: 'link_genes' },
    columns: { term: 'term', label: 'gene', change: 'logFC' },
    numeric: ['logFC'],
    size: [6.85, 4.7],
    source: 'six of these GO terms and the sixty genes of most of them',
  },
  {
    chart: 'paths',
    tables: { paths: 'paths', lines: 'lambdas', top: 'gene_counts' },
    columns: {
      label: 'gene',
      x: 'log_lambda',
      y: 'coefficient',
      line: 'line',
      at: 'at',
      line_label: 'name',
      top_x: 'over',
      top_text: 'genes',
      top_row: 'row',
    },
    numeric: ['log_lambda', 'coefficient', 'at', 'over', 'genes'],
    size: [3.35, 3.2],
    source: 'the coefficients of a LASSO on the Cox example of glmnet',
  },
  {
    chart: 'risk-plot',
    tables: { patients: 'patients', cells: 'model_genes', lines: 'cut' },
    columns: {
      patient: 'patient',
      score: 'score',
      time: 'time',
      status: 'status',
      group: 'group',
      gene: 'gene',
      line: 'line',
      at: 'at',
      line_label: 'name',
    },
    numeric: ['score', 'time', 'status', 'at', ...Array.from({ length: 200 }, (_, i) => `P${String(i + 1).padStart(3, '0')}`)],
    size: [6.85, 4.3],
    words: { unit_word: '年' },
    source: '200 patients of this example under the model of one standard error',
  },
  {
    chart: 'importance',
    tables: { variables: 'importance' },
    columns: { label: 'variable', value: 'value', null_low: 'low', null_high: 'high', group: 'chosen' },
    numeric: ['value', 'low', 'high'],
    size: [3.35, 2.6],
    titles: { x: '置换重要性' },
    source: 'a survival forest of German Breast Cancer Study Group 2 against permuted outcomes',
  },
  {
    chart: 'nomogram',
    tables: { axes: 'nomogram_axes', ticks: 'nomogram_ticks', example: 'nomogram_example' },
    columns: { axis: 'axis', kind: 'kind', tick: 'label', position: 'position', value: 'value' },
    numeric: ['position'],
    size: [6.85, 3.2],
    source: 'a Cox model of the same patients by rms',
  },
];

/** Kinds that `reference.R` draws from the same tables, and what with. */
export const REFERENCES: Readonly<Partial<Record<Chart, string>>> = {
  volcano: 'ggplot2 and ggrepel',
  pca: 'ggplot2',
  box: 'ggplot2',
  heatmap: 'ggplot2',
  km: 'survminer',
};
