import { canonicalTaskType } from '@oncoloom/contract';
import { completeRequest, fieldsOf, fileFieldOf, type ToolDefinition } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';

/**
 * The fields of each task type that the specification and the table of request fields name. A value is the default that they state: a
 * request without the field has to come out the same. `[value]` is one that a request may have, where no default is stated.
 */
type Stated = Readonly<Record<string, unknown>>;

const GENES = ['TP53', 'EGFR', 'MYC'];
const SAMPLES = ['s1', 's2', 's3', 's4'];
const GROUPS = [SAMPLES.map((sample, i) => ({ sample, group: i < 2 ? 'a' : 'b' }))];
const FOLLOW_UP = [SAMPLES.map((sample, i) => ({ sample, time: 100 + i, status: i % 2, marker: i }))];
const ANNOTATIONS = [SAMPLES.map((sample, i) => ({ sample, batch: i < 2 ? 'a' : 'b' }))];
const TABLE = [{ columns: ['gene', 'value'], rows: GENES.map((gene, i) => [gene, String(i)]) }];
const ID = [1];
const COHORT = ['TCGA-ACC'];
const LIST = [GENES];

const TUMOUR = { tumor_color: '#ff4757', normal_color: '#546de5' };
const CHANGE = { up_color: '#ff4757', down_color: '#546de5', nochange_color: '#d2dae2' };
const HIGH_LOW = { high_color: '#D55E00', low_color: '#0072B2' };
const HR = { low_hr_color: '#377eb8', high_hr_color: '#e41a1c' };
const THRESHOLDS = { log2fc: 1, padj: 0.05 };
const CONTRAST = { sample_groups: GROUPS, sample_groups_file_id: ID, case_group: ['a'], control_group: ['b'] };
const FILTER = { preprocess_percent: 50, preprocess_tpm: 0 };
const CUTOFF = { cutoff_method: 'median', cutoff_value: [5] };
const SURVIVAL = { dataset: COHORT, target_gene: ['TP53'], ...CUTOFF, time_unit: 'day', ...HIGH_LOW, time_limit: [1000] };
const SCREEN = { gene_list: LIST, pvalue_threshold: 0.05, p_value_threshold: 0.05, ...FILTER, ...HR, scale: ['raw'] };
const MODEL = { gene_list: LIST, source_analysis_id: ID, ...FILTER, times: [[1, 3, 5]] };
const LASSO = { ...MODEL, maxit: 1000, seed: 7, nfolds: 10, lambda: 'min' };
const FOREST = { ...MODEL, ntree: 500, seed: 123, rela_imp_cutoff: 0.2, nodesize: 15 };
const OWN_SURVIVAL = { file_id: ID, survival_data: FOLLOW_UP, survival_file_id: ID };
const OVER_REPRESENTATION = {
  dataSource: ['paste'],
  gene_list: LIST,
  source_analysis_id: ID,
  direction: ['up'],
  file_id: ID,
  universe: LIST,
  organism: 'hsa',
  species: 'hsa',
  pvalue_cutoff: 0.05,
  qvalue_cutoff: 0.05,
  pAdjustMethod: 'BH',
  minSize: 10,
  maxSize: 500,
};
const TERM_PLOT = { source_analysis_id: ID, plot_type: 'dot', terms: ['GO:0008150'], top_n: [10], color_scheme: ['npg'] };
const STYLE = {
  plot_title: '',
  axis_title_x: [''],
  axis_title_y: [''],
  plot_pdf_width: [5],
  plot_pdf_height: [4],
  font_family: ['Arial'],
  font_size: [7],
  color_scheme: ['npg'],
  legend_position: ['top-right'],
};

const STATED: Readonly<Record<string, Stated>> = {
  gene_differential_expression: { dataset: COHORT, with_gtex: 1, method: 'auto', ...THRESHOLDS, ...TUMOUR, ...CHANGE },
  single_gene_differential_expression: {
    dataset: COHORT,
    target_gene: ['TP53'],
    target_genes: LIST,
    with_gtex: 1,
    log_scale: 1,
    paired: 0,
    ...TUMOUR,
  },
  survival_analysis: SURVIVAL,
  pfs_analysis: SURVIVAL,
  clinical_feature_correlation: { dataset: COHORT, target_gene: ['TP53'], features: [['stage']], log_scale: 1, method: 'auto' },
  tumor_microenvironment: { dataset: COHORT, group_gene: ['TP53'], sample_scope: 'tumor' },
  single_gene_tme_diff_analysis: { dataset: COHORT, target_gene: ['TP53'], ...CUTOFF, ...HIGH_LOW },
  coexpression_analysis: { dataset: COHORT, target_gene: ['TP53'], method: 'pearson', top_n: 50, padj: 0.05, sample_scope: 'tumor' },
  log_rank_survival: { dataset: COHORT, gene_list: LIST, endpoint: 'OS', cutoff_method: 'median', pvalue_threshold: 0.05, ...FILTER },
  plot_km_survival_curve: { source_analysis_id: ID, target_genes: LIST, ...HIGH_LOW, time_unit: 'day' },
  survival_nomogram: {
    dataset: COHORT,
    file_id: ID,
    survival_data: FOLLOW_UP,
    features: [['age']],
    target_genes: LIST,
    times: [[365, 1095, 1825]],
    bootstrap: 500,
    seed: 123,
  },
  machine_learning_key_gene: {
    dataset: COHORT,
    gene_list: LIST,
    pvalue_threshold: 0.05,
    ...FILTER,
    maxit: 1000,
    ntree: 500,
    rela_imp_cutoff: 0.2,
    nfolds: 10,
    nodesize: 15,
  },
  intersection_gene: {
    gene_sets: [
      [
        { title: 'A', color: '#0072B2', genes: GENES },
        { title: 'B', color: '#D55E00', genes: GENES },
      ],
    ],
  },
  uni_cox_analysis: { dataset: COHORT, ...SCREEN },
  bulk_uni_cox_analysis: { ...OWN_SURVIVAL, ...SCREEN, time_unit: 'day' },
  plot_forest: { source_analysis_id: ID, target_genes: LIST, ...HR },
  multi_cox_analysis: {
    ...OWN_SURVIVAL,
    source_analysis_id: ID,
    gene_list: LIST,
    covariates: [['age']],
    stepwise: 'none',
    p_value_threshold: 0.05,
    ...HR,
  },
  lasso_analysis: { dataset: COHORT, dataSource: ['paste'], ...LASSO },
  bulk_lasso_regression: { ...OWN_SURVIVAL, dataSource: ['paste'], ...LASSO },
  random_survival_forest: { dataset: COHORT, dataSource: ['paste'], ...FOREST },
  bulk_random_survival_forest: { ...OWN_SURVIVAL, dataSource: ['paste'], ...FOREST },
  go_enrichment: { ...OVER_REPRESENTATION, ontology: 'ALL', simplify: 0 },
  kegg_enrichment: OVER_REPRESENTATION,
  go_plot: TERM_PLOT,
  kegg_plot: TERM_PLOT,
  gsea_enrichment: {
    source_analysis_id: ID,
    file_id: ID,
    ranked_genes: [GENES.map((gene, value) => ({ gene, value }))],
    rank_by: ['stat'],
    geneset: ['h.all.v2025.1.Hs.symbols.gmt'],
    geneset_file_id: ID,
    minSize: 15,
    maxSize: 500,
    pAdjustMethod: 'BH',
    pvalue_cutoff: 0.05,
    exponent: 1,
    seed: 123,
  },
  gsea_plot: { source_analysis_id: ID, selectedMechanism: [['HALLMARK_HYPOXIA']], combinePlots: 0, geneSetColors: [['#0072B2']] },
  gsva_enrichment: {
    file_id: ID,
    method: 'gsva',
    kcdf: 'auto',
    geneset: ['h.all.v2025.1.Hs.symbols.gmt'],
    geneset_file_id: ID,
    minSize: 10,
    maxSize: 500,
  },
  gsva_differential_pathway: { source_analysis_id: ID, file_id: ID, ...CONTRAST, padj: 0.05, top_n: 20 },
  limma_differential_analysis: {
    file_id: ID,
    data_type: 'microarray',
    ...CONTRAST,
    covariates: [['batch']],
    pair_column: ['patient'],
    filter_threshold: 0,
    log2_transform: 0,
    trend: 0,
    robust: 0,
    ...THRESHOLDS,
    ...CHANGE,
  },
  bulk_deseq2_diff: {
    file_id: ID,
    ...CONTRAST,
    covariates: [['batch']],
    filter_threshold: 10,
    ...THRESHOLDS,
    alpha: 0.05,
    lfc_shrink: 'none',
    ...CHANGE,
  },
  microarray_quality_assessment: { file_id: ID, sample_groups: GROUPS, log2_transform: 'auto' },
  microarray_normalization: {
    file_id: ID,
    filter_enabled: 0,
    filter_method: 'quantile',
    filter_threshold: [0.2],
    normalization_method: 'quantile',
    log2_transform: 0,
    annotate: 0,
    platform: ['GPL570'],
    annotation_file_id: ID,
    duplicate_method: 'mean',
  },
  rna_seq_conversion: {
    file_id: ID,
    from: 'counts',
    to: 'tpm',
    gene_length_file_id: ID,
    id_from: 'auto',
    id_to: 'none',
    organism: ['hsa'],
    species: ['hsa'],
  },
  count_expression_transform: {
    file_id: ID,
    transform_method: 'vst',
    filter_enabled: 1,
    filter_method: 'row_sum',
    filter_threshold: 10,
    extract_partial_rows: 0,
    target_gene_list: LIST,
  },
  log_transform: { file_id: ID, transform_method: 'log2_x_plus_1', extract_partial_rows: 0, target_gene_list: LIST },
  batch_sd_calculation: { file_id: ID },
  gene_expression_extract: { file_id: ID, gene_list: LIST },
  multi_dataset_batch_removal: {
    file_ids: [[1, 2]],
    file_id: ID,
    method: 'combat',
    sample_groups: GROUPS,
    parametric: 1,
    reference_batch: ['a'],
    join: 'intersection',
  },
  bulk_wgcna_stage1: {
    file_id: ID,
    gene_list: LIST,
    top_genes: 5000,
    network_type: 'signed',
    powers: [[1, 2, 3]],
    rsquared_cut: 0.85,
  },
  bulk_wgcna_stage2: {
    source_analysis_id: ID,
    soft_threshold_power: [6],
    min_module_gene: 30,
    network_type: ['signed'],
    deep_split: 2,
    module_similarity: 0.75,
    phenotype_data: ANNOTATIONS,
  },
  cibersort_analysis: {
    expression_file_id: ID,
    signature: ['LM22'],
    signature_file_id: ID,
    permutations: 100,
    quantile_normalization: 'auto',
    absolute: 0,
    sample_groups_file_id: ID,
    plot_heatmap: 1,
    plot_correlation: 1,
    plot_comparison: 0,
    seed: 123,
  },
  xcell_analysis: {
    expression_file_id: ID,
    data_type: 'rnaseq',
    cell_types_filter: ['all'],
    sample_groups_file_id: ID,
    plot_heatmap: 1,
    plot_comparison: 0,
  },
  bulk_estimate_score: {
    name: ['ESTIMATE'],
    input_01_expression_file: ID,
    data_type: ['rnaseq'],
    sample_groups_file: ID,
    plot_scores: 1,
    plot_comparison: 0,
  },
  batch_pca_plot: {
    file_id: ID,
    sample_annotations: ANNOTATIONS,
    center_data: 1,
    scale_data: 1,
    feature_strategy: 'top',
    feature_count: 500,
    feature_metric: 'variance',
    plot_dimension: ['2'],
    pc_x: 1,
    pc_y: 2,
    pc_z: 3,
    draw_confidence_ellipse: 1,
    label_points: 0,
    label_column: ['batch'],
  },
  batch_roc_plot: {
    table_columns: [['status', 'marker']],
    table_rows: [SAMPLES.map((_, i) => [String(i % 2), String(i)])],
    label_column: ['status'],
    positive_label: ['1'],
    metrics: [['marker']],
  },
  box_plot: {
    table: TABLE,
    file_id: ID,
    value_column: ['value'],
    genes: LIST,
    group_column: ['gene'],
    method: 'wilcoxon',
    comparisons: [[['a', 'b']]],
    show_points: 1,
  },
  multi_group_boxplot: {
    file_id: ID,
    gene_list: LIST,
    sample_groups: GROUPS,
    plot_type: 'box',
    method: 'kruskal',
    pairwise: 1,
    pAdjustMethod: 'BH',
  },
  kaplan_meier: {
    survival_data: FOLLOW_UP,
    group_column: ['marker'],
    cutoff_method: ['median'],
    time_unit: ['day'],
    risk_table: 1,
    conf_int: 0,
    group_colours: [[['a', '#0072B2']]],
  },
  bidirectional_barplot: {
    source_analysis_id: ID,
    table: TABLE,
    term_column: ['gene'],
    value_column: ['value'],
    p_column: ['p'],
    cutoff: 0.05,
    top_n: 20,
    up_color: '#ff4757',
    down_color: '#546de5',
  },
  roc_curve: {
    survival_data: FOLLOW_UP,
    markers: [['marker']],
    times: [[365, 1095, 1825]],
    time_unit: 'day',
    weighting: 'marginal',
  },
  correlation_scatterplot: {
    table: TABLE,
    file_id: ID,
    x: ['gene'],
    y: ['value'],
    method: 'pearson',
    fit: 'lm',
    conf_int: 1,
    marginal: 'density',
    color_column: ['gene'],
  },
  volcano_plot_analysis: {
    source_analysis_id: ID,
    table: TABLE,
    gene_column: ['gene'],
    log2fc_column: ['value'],
    p_column: ['p'],
    ...THRESHOLDS,
    label_genes: LIST,
    label_top: 10,
    ...CHANGE,
  },
  heatmap_analysis: {
    file_id: ID,
    gene_list: LIST,
    sample_annotations: ANNOTATIONS,
    scale: 'row',
    cluster_rows: 1,
    cluster_columns: 1,
    distance: 'euclidean',
    linkage: 'complete',
    split: ['none'],
    show_names: [1],
    high_color: ['#f2384a'],
    low_color: ['#3f59d8'],
  },
  forest_plot: {
    table: [{ columns: ['label', 'hr', 'lower', 'upper', 'p'], rows: [['a', '1.2', '1.0', '1.4', '0.04']] }],
    log_axis: 1,
    reference: 1,
    ...HR,
  },
};

/** Every name, for tools that it does not belong to. */
const NAMES = [...new Set([...Object.values(STATED).flatMap((fields) => Object.keys(fields)), ...Object.keys(STYLE)])];
const OF_ALL_TOOLS = ['task_name', 'name', 'type_code', 'color_scheme'];
const KNOWN = new Set(catalogue.flatMap(({ tool }) => fieldsOf(tool)));

const toolOf = (taskType: string): ToolDefinition => {
  const found = catalogue.find(({ tool }) => tool.taskType === canonicalTaskType(taskType));
  if (found === undefined) throw new Error(`no tool of ${taskType}`);
  return found.tool;
};

/** A request that the tool completes, without the field. */
function exampleOf(tool: ToolDefinition, without: string): Record<string, unknown> {
  const files = Object.keys(tool.example.files).map((name) => [fileFieldOf(tool.parameters, name), 1]);
  const { [without]: _, ...rest } = { ...tool.example.parameters, ...Object.fromEntries(files) };
  return rest;
}

const valuesOf = (tool: ToolDefinition, body: Record<string, unknown>) => {
  const completed = completeRequest(tool, body);
  if (!completed.ok) throw new Error(JSON.stringify(completed.errors));
  return completed.request.values;
};

describe.each(Object.entries(STATED))('the fields of %s', (taskType, stated) => {
  const tool = toolOf(taskType);

  it('are all taken', () => {
    const refused = Object.entries({ ...stated, type_code: ['x'] }).flatMap(([field, value]) => {
      const given = Array.isArray(value) ? value[0] : value;
      const completed = completeRequest(tool, { [field]: given });
      return completed.ok ? [] : completed.errors.filter((error) => error.field === field || error.detail.includes('没有'));
    });
    expect(refused).toEqual([]);
  });

  it('have the stated defaults', () => {
    const differing = Object.entries(stated).flatMap(([field, value]) => {
      if (Array.isArray(value) || Object.hasOwn(tool.example.parameters, field)) return [];
      const base = exampleOf(tool, field);
      const [left, sent] = [valuesOf(tool, base), valuesOf(tool, { ...base, [field]: value })];
      return JSON.stringify(left) === JSON.stringify(sent) ? [] : [{ field, left, sent }];
    });
    expect(differing).toEqual([]);
  });

  it('of other tools are left out, and told', () => {
    const own = new Set([...fieldsOf(tool), ...OF_ALL_TOOLS]);
    const foreign = NAMES.filter((name) => !own.has(name));
    const base = exampleOf(tool, '');
    const completed = completeRequest(tool, { ...base, ...Object.fromEntries(foreign.map((name) => [name, 1])) }, KNOWN);
    expect(completed).toMatchObject({ ok: true, ignored: foreign });
    expect(completed.ok && completed.request).toEqual((completeRequest(tool, base) as { request: unknown }).request);
  });
});
