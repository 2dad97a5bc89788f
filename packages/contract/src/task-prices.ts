/** What every task type is called and costs: the catalogue's table. */
import { PREMIUM_TASK_TYPES, type TaskType } from './tasks.ts';

/** Title: in the menu, on its pages, in the search and in the ledger. Points: what a run costs. */
type Row = readonly [title: string, points: number];

const ROWS: Readonly<Record<TaskType, Row>> = {
  gene_differential_expression: ['肿瘤差异表达', 10],
  single_gene_differential_expression: ['单基因表达差异', 2],
  go_enrichment: ['GO 富集分析', 5],
  go_plot: ['GO 富集图', 2],
  kegg_enrichment: ['KEGG 富集分析', 5],
  kegg_plot: ['KEGG 富集图', 2],
  gsea_enrichment: ['GSEA 富集分析', 8],
  gsea_plot: ['GSEA 富集图', 2],
  intersection_gene: ['交集基因（韦恩图/UpSet）', 2],
  uni_cox_analysis: ['单因素 Cox', 10],
  plot_forest: ['Cox 森林图', 2],
  lasso_analysis: ['LASSO 回归', 10],
  random_survival_forest: ['随机生存森林', 10],
  survival_analysis: ['生存分析（OS）', 3],
  pfs_analysis: ['无进展间期（PFI）', 3],
  clinical_feature_correlation: ['临床病理特征', 3],
  tumor_microenvironment: ['ESTIMATE 微环境', 5],
  single_gene_tme_diff_analysis: ['单基因与微环境', 3],
  coexpression_analysis: ['单基因共表达', 3],
  survival_nomogram: ['列线图', 8],
  log_rank_survival: ['Log-rank 批量筛选', 8],
  plot_km_survival_curve: ['批量 KM 曲线', 2],
  machine_learning_key_gene: ['关键基因联合筛选', 20],

  microarray_quality_assessment: ['芯片质量评估', 5],
  microarray_normalization: ['芯片标准化与注释', 5],
  rna_seq_conversion: ['RNA-seq 单位转换', 3],
  count_expression_transform: ['计数转换', 3],
  log_transform: ['对数转换', 1],
  batch_sd_calculation: ['批量标准差', 1],
  gene_expression_extract: ['基因表达提取', 1],
  multi_dataset_batch_removal: ['合并与批次校正', 8],
  limma_differential_analysis: ['limma 差异分析', 5],
  bulk_deseq2_diff: ['DESeq2 差异分析', 8],
  gsva_enrichment: ['GSVA 打分', 8],
  gsva_differential_pathway: ['GSVA 差异通路', 3],
  bulk_uni_cox_analysis: ['单因素 Cox', 8],
  multi_cox_analysis: ['多因素 Cox', 8],
  bulk_lasso_regression: ['LASSO 回归', 8],
  bulk_random_survival_forest: ['随机生存森林', 8],
  risk_model_validation: ['风险模型外部验证', 3],
  bulk_estimate_score: ['ESTIMATE 免疫评分', 5],
  cibersort_analysis: ['CIBERSORT 免疫浸润', 10],
  xcell_analysis: ['xCell 细胞评分', 10],
  immune_agreement: ['免疫浸润方法一致性', 1],
  bulk_wgcna_stage1: ['WGCNA 软阈值', 10],
  bulk_wgcna_stage2: ['WGCNA 模块', 15],
  wgcna_module_preservation: ['WGCNA 模块保守性', 15],

  batch_pca_plot: ['主成分分析', 2],
  batch_roc_plot: ['多指标 ROC', 2],
  box_plot: ['箱线图', 1],
  multi_group_boxplot: ['多组箱线图', 1],
  kaplan_meier: ['Kaplan–Meier 曲线', 2],
  bidirectional_barplot: ['双向条形图', 1],
  roc_curve: ['时间依赖 ROC', 2],
  correlation_scatterplot: ['相关性散点图', 1],
  volcano_plot_analysis: ['火山图', 1],
  heatmap_analysis: ['热图', 2],
  forest_plot: ['森林图', 1],
};

export interface TaskPrice {
  title: string;
  points: number;
  /** Needs an active plan. */
  premium: boolean;
}

export function priceOf(taskType: TaskType): TaskPrice {
  const [title, points] = ROWS[taskType];
  return { title, points, premium: PREMIUM_TASK_TYPES.includes(taskType) };
}
