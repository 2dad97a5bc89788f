/** Names of the task types, their aliases, and the words for a task's status. */

/** Every task type of the specification and of the request fields' page. */
export const TASK_TYPES = [
  'gene_differential_expression',
  'single_gene_differential_expression',
  'machine_learning_key_gene',
  'coexpression_analysis',
  'survival_analysis',
  'pfs_analysis',
  'survival_nomogram',
  'intersection_gene',
  'uni_cox_analysis',
  'plot_forest',
  'lasso_analysis',
  'random_survival_forest',
  'log_rank_survival',
  'plot_km_survival_curve',
  'go_enrichment',
  'go_plot',
  'kegg_enrichment',
  'kegg_plot',
  'gsea_enrichment',
  'gsea_plot',
  'gsva_enrichment',
  'gsva_differential_pathway',
  'tumor_microenvironment',
  'single_gene_tme_diff_analysis',
  'limma_differential_analysis',
  'bulk_deseq2_diff',
  'volcano_plot_analysis',
  'heatmap_analysis',
  'bulk_lasso_regression',
  'bulk_random_survival_forest',
  'bulk_wgcna_stage1',
  'bulk_wgcna_stage2',
  'batch_sd_calculation',
  'batch_pca_plot',
  'batch_roc_plot',
  'microarray_quality_assessment',
  'microarray_normalization',
  'multi_dataset_batch_removal',
  'count_expression_transform',
  'log_transform',
  'gene_expression_extract',
  'box_plot',
  'kaplan_meier',
  'multi_group_boxplot',
  'bidirectional_barplot',
  'roc_curve',
  'correlation_scatterplot',
  'rna_seq_conversion',
  'bulk_uni_cox_analysis',
  'multi_cox_analysis',
  'cibersort_analysis',
  'xcell_analysis',
  'bulk_estimate_score',
  'immune_agreement',
  'wgcna_module_preservation',
  'clinical_feature_correlation',
  'forest_plot',
  'risk_model_validation',
] as const;

export type TaskType = (typeof TASK_TYPES)[number];

/** Both spellings occur in the specification; they are accepted everywhere and stored under the right-hand name. */
export const TASK_TYPE_ALIASES = {
  gsea_analysis: 'gsea_enrichment',
  single_gene_tme_diff: 'single_gene_tme_diff_analysis',
} as const satisfies Record<string, TaskType>;

/** Task types that need an active plan (answer 406 otherwise). */
export const PREMIUM_TASK_TYPES: readonly TaskType[] = [
  'intersection_gene',
  'uni_cox_analysis',
  'plot_forest',
  'lasso_analysis',
  'random_survival_forest',
  'microarray_normalization',
  'multi_dataset_batch_removal',
  'bulk_uni_cox_analysis',
  'bulk_lasso_regression',
  'bulk_random_survival_forest',
  'multi_cox_analysis',
  'bulk_wgcna_stage1',
  'bulk_wgcna_stage2',
  'cibersort_analysis',
  'bulk_estimate_score',
];

/** The one name under which a task type is stored, or undefined when it is unknown. */
export function canonicalTaskType(name: string): TaskType | undefined {
  const resolved = Object.hasOwn(TASK_TYPE_ALIASES, name) ? TASK_TYPE_ALIASES[name as keyof typeof TASK_TYPE_ALIASES] : name;
  return (TASK_TYPES as readonly string[]).includes(resolved) ? (resolved as TaskType) : undefined;
}

export const TASK_STATUSES = ['pending', 'running', 'completed', 'failed'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** Spellings of a status that other clients and servers use. */
const STATUS_ALIASES: Record<string, TaskStatus> = { success: 'completed', fail: 'failed', error: 'failed' };

/** Reads any spelling of a status. */
export function canonicalStatus(status: string): TaskStatus | undefined {
  const resolved = STATUS_ALIASES[status] ?? status;
  return (TASK_STATUSES as readonly string[]).includes(resolved) ? (resolved as TaskStatus) : undefined;
}

/** The three states that the front end tells apart, and lists can be narrowed to. */
export const STATUS_GROUPS = ['in-progress', 'done', 'failed'] as const;
export type StatusGroup = (typeof STATUS_GROUPS)[number];

export function statusGroup(status: string): StatusGroup | undefined {
  switch (canonicalStatus(status)) {
    case 'completed':
      return 'done';
    case 'pending':
    case 'running':
      return 'in-progress';
    case 'failed':
      return 'failed';
    default:
      return undefined;
  }
}
