/** Where the pages of every task type stand: the specification's tables of routes, in the order in which menus show them. */
import type { TaskType } from './tasks.ts';

export const FAMILIES = ['tcga', 'bulk', 'plotting'] as const;
export type Family = (typeof FAMILIES)[number];

export const FAMILY_TITLES: Readonly<Record<Family, string>> = { tcga: 'TCGA 转录组', bulk: '通用转录组', plotting: '通用绘图' };

/** Of tools that the specification's three categories do not count. */
export const FURTHER_TITLE = '扩展工具';

/** One place where a tool is offered: a family's menu, its heading there, and the addresses of the form and of a result. */
export interface TaskPage {
  family: Family;
  /** Menu heading within the family. */
  section: string;
  /** `result` holds the number of the analysis, under any name. */
  routes: { analysis: string; result: string };
}

export interface PlacedPage extends TaskPage {
  taskType: TaskType;
  /** Beyond the pages that the specification counts: in menu and search it stands under a heading of its own. */
  further?: true;
}

/** Task types that are drawn from the results of another one. They have pages below the other's, and no entry in menu, counts and search. */
export const PART_OF = {
  go_plot: 'go_enrichment',
  kegg_plot: 'kegg_enrichment',
  gsea_plot: 'gsea_enrichment',
  plot_forest: 'uni_cox_analysis',
} as const satisfies Partial<Record<TaskType, TaskType>>;

const ROOTS: Record<Family, string> = { tcga: '/tcga-analysis', bulk: '/bulk-analysis', plotting: '/general-plotting' };

/** A row of the tables below: task type, folder below the family's root, the form's page and the result's. */
type Row = readonly [taskType: TaskType, folder: string, analysis: string, result: string];

/** Form and result of most TCGA tools, of most others, of those whose result stands beside the form, and of plots below another tool. */
const INDEX = ['index', 'detail/:id'] as const;
const DETAIL = ['analysis', 'detail/:id'] as const;
const RESULT = ['analysis', 'result/:id'] as const;
const BARE = ['analysis', ':id'] as const;
const PLOT = ['plot', 'plot_detail/:id'] as const;
/** The specification calls the number so in one place. */
const ANALYSIS_ID = ['analysis', 'result/:analysisId'] as const;

function pages(family: Family, section: string, rows: readonly Row[], further?: true): PlacedPage[] {
  return rows.map(([taskType, folder, analysis, result]) => ({
    taskType,
    family,
    section,
    routes: { analysis: `${ROOTS[family]}/${folder}/${analysis}`, result: `${ROOTS[family]}/${folder}/${result}` },
    ...(further === undefined ? {} : { further }),
  }));
}

/** The same pages stand in the menus of two families. */
const ENRICHMENT: readonly Row[] = [
  ['go_enrichment', 'go_enrichment', ...DETAIL],
  ['go_plot', 'go_enrichment', ...PLOT],
  ['kegg_enrichment', 'kegg_enrichment', ...DETAIL],
  ['kegg_plot', 'kegg_enrichment', ...PLOT],
  ['gsea_enrichment', 'gsea', ...DETAIL],
  ['gsea_plot', 'gsea', ...PLOT],
];

/** All pages of tools, built or not. The first one of a task type is where a request without a family belongs. */
export const TASK_PAGES: readonly PlacedPage[] = [
  ...pages('tcga', '差异表达', [
    ['gene_differential_expression', 'gene_diff_analysis', ...INDEX],
    ['single_gene_differential_expression', 'single_gene_diff_analysis', ...INDEX],
  ]),
  ...pages('tcga', '富集分析', ENRICHMENT),
  ...pages('tcga', '机器学习', [
    ['intersection_gene', 'machine_learning/intersection_gene', ...DETAIL],
    ['uni_cox_analysis', 'machine_learning/uni_cox', 'analysis', 'uni_cox_analysis_detail/:id'],
    ['plot_forest', 'machine_learning/uni_cox', 'plot_forest', 'plot_forest_detail/:id'],
    ['lasso_analysis', 'machine_learning/lasso', ...DETAIL],
    ['random_survival_forest', 'machine_learning/random_survival_forest', ...DETAIL],
  ]),
  ...pages('tcga', '生存预后', [
    ['survival_analysis', 'survival_analysis', ...INDEX],
    ['pfs_analysis', 'pfs_analysis', ...INDEX],
  ]),
  ...pages('tcga', '临床相关', [['clinical_feature_correlation', 'clinical_feature_correlation', ...INDEX]]),
  ...pages('tcga', '免疫微环境', [
    ['tumor_microenvironment', 'tumor_microenvironment/estimate', 'analysis', 'plot/:id'],
    ['single_gene_tme_diff_analysis', 'tumor_microenvironment/single_gene_diff', 'analysis', 'plot/:id'],
  ]),
  ...pages('tcga', '共表达', [['coexpression_analysis', 'coexpression', ...DETAIL]], true),
  ...pages(
    'tcga',
    '生存预后',
    [
      ['survival_nomogram', 'survival_nomogram', ...DETAIL],
      ['log_rank_survival', 'log_rank_survival', ...DETAIL],
      ['plot_km_survival_curve', 'plot_km_survival_curve', ...DETAIL],
    ],
    true,
  ),
  ...pages('tcga', '机器学习', [['machine_learning_key_gene', 'machine_learning/key_gene', ...DETAIL]], true),

  ...pages('bulk', '质控与标准化', [
    ['microarray_quality_assessment', 'microarray-quality-assessment', ...RESULT],
    ['microarray_normalization', 'microarray-normalization', ...RESULT],
  ]),
  ...pages('bulk', '数据预处理', [
    ['rna_seq_conversion', 'data-preprocessing/rna-seq-conversion', ...RESULT],
    ['count_expression_transform', 'data-preprocessing/count-transform', ...RESULT],
    ['log_transform', 'data-preprocessing/log-transform', ...BARE],
    ['batch_sd_calculation', 'data-preprocessing/batch-sd', ...BARE],
    ['gene_expression_extract', 'data-preprocessing/gene-expression-extract', ...RESULT],
    ['multi_dataset_batch_removal', 'data-preprocessing/multi-dataset-batch-removal', ...RESULT],
  ]),
  ...pages('bulk', '差异', [
    ['limma_differential_analysis', 'limma-differential', ...RESULT],
    ['bulk_deseq2_diff', 'deseq2-differential', ...RESULT],
  ]),
  ...pages('bulk', '富集分析', ENRICHMENT),
  ...pages('bulk', '基因集打分', [
    ['gsva_enrichment', 'gsva', ...RESULT],
    ['gsva_differential_pathway', 'gsva-differential-pathway', ...RESULT],
  ]),
  ...pages('bulk', '预后模型', [
    ['bulk_uni_cox_analysis', 'uni-cox-analysis', ...BARE],
    ['multi_cox_analysis', 'multi-cox', ...RESULT],
    ['bulk_lasso_regression', 'lasso-regression', ...BARE],
    ['bulk_random_survival_forest', 'random-survival-forest', ...BARE],
  ]),
  ...pages('bulk', '免疫浸润', [
    ['bulk_estimate_score', 'immune-infiltration/estimate-immune-score', ...ANALYSIS_ID],
    ['cibersort_analysis', 'immune-infiltration/cibersort', ...RESULT],
  ]),
  ...pages(
    'bulk',
    '免疫浸润',
    [
      ['xcell_analysis', 'immune-infiltration/xcell', ...RESULT],
      ['immune_agreement', 'immune-infiltration/agreement', ...RESULT],
    ],
    true,
  ),
  ...pages('bulk', '预后模型', [['risk_model_validation', 'risk-model-validation', ...RESULT]], true),
  ...pages(
    'bulk',
    '共表达网络',
    [
      ['bulk_wgcna_stage1', 'wgcna-stage1', ...RESULT],
      ['bulk_wgcna_stage2', 'wgcna-stage2', ...RESULT],
      ['wgcna_module_preservation', 'wgcna-preservation', ...RESULT],
    ],
    true,
  ),

  ...pages('plotting', '差异与聚类', [['batch_pca_plot', 'batch-pca', ...BARE]]),
  ...pages('plotting', '诊断与生存', [['batch_roc_plot', 'batch-roc', ...BARE]]),
  ...pages('plotting', '分布与相关', [
    ['box_plot', 'box-plot', ...RESULT],
    ['multi_group_boxplot', 'multi-group-boxplot', ...RESULT],
  ]),
  ...pages('plotting', '诊断与生存', [['kaplan_meier', 'kaplan-meier', ...RESULT]]),
  ...pages('plotting', '富集分析', [['bidirectional_barplot', 'bidirectional-barplot', ...RESULT]]),
  ...pages('plotting', '诊断与生存', [['roc_curve', 'roc-curve', ...RESULT]]),
  ...pages('plotting', '分布与相关', [['correlation_scatterplot', 'correlation-scatterplot', ...RESULT]]),
  ...pages('plotting', '差异与聚类', [
    ['volcano_plot_analysis', 'volcano-plot', ...BARE],
    ['heatmap_analysis', 'heatmap', ...RESULT],
  ]),
  ...pages('plotting', '诊断与生存', [['forest_plot', 'forest-plot', ...RESULT]], true),
];

/** A page of the specification that belongs to no task type: it introduces the tools of its folder, and is counted with them. */
export const INTRO_PAGES: readonly { family: Family; section: string; path: string; title: string }[] = [
  { family: 'tcga', section: '机器学习', path: `${ROOTS.tcga}/machine_learning/intro`, title: '预后建模导引' },
];

/** Pages of a task type, in the families' order. */
export function pagesOf(taskType: TaskType): PlacedPage[] {
  return TASK_PAGES.filter((page) => page.taskType === taskType);
}
