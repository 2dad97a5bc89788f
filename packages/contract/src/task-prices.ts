/** What every task type is called and costs: the catalogue's table. */
import { PREMIUM_TASK_TYPES, type TaskType } from './tasks.ts';

/** Title: in the menu, on its pages, in the search and in the ledger; in English for foreign readers of a result. Points: what a run costs. */
type Row = readonly [title: { zh: string; en: string }, points: number];

const ROWS: Readonly<Record<TaskType, Row>> = {
  gene_differential_expression: [{ zh: '肿瘤差异表达', en: 'Differential expression, tumour vs normal' }, 10],
  single_gene_differential_expression: [{ zh: '单基因表达差异', en: 'Expression of single genes' }, 2],
  go_enrichment: [{ zh: 'GO 富集分析', en: 'GO enrichment' }, 5],
  go_plot: [{ zh: 'GO 富集图', en: 'GO enrichment plot' }, 2],
  kegg_enrichment: [{ zh: 'KEGG 富集分析', en: 'KEGG enrichment' }, 5],
  kegg_plot: [{ zh: 'KEGG 富集图', en: 'KEGG enrichment plot' }, 2],
  gsea_enrichment: [{ zh: 'GSEA 富集分析', en: 'Gene set enrichment analysis (GSEA)' }, 8],
  gsea_plot: [{ zh: 'GSEA 富集图', en: 'GSEA plot' }, 2],
  intersection_gene: [{ zh: '交集基因（韦恩图/UpSet）', en: 'Shared genes (Venn diagram, UpSet)' }, 2],
  uni_cox_analysis: [{ zh: '单因素 Cox', en: 'Univariate Cox regression' }, 10],
  plot_forest: [{ zh: 'Cox 森林图', en: 'Forest plot of Cox regressions' }, 2],
  lasso_analysis: [{ zh: 'LASSO 回归', en: 'LASSO regression' }, 10],
  random_survival_forest: [{ zh: '随机生存森林', en: 'Random survival forest' }, 10],
  survival_analysis: [{ zh: '生存分析（OS）', en: 'Overall survival' }, 3],
  pfs_analysis: [{ zh: '无进展间期（PFI）', en: 'Progression-free interval' }, 3],
  clinical_feature_correlation: [{ zh: '临床病理特征', en: 'Expression by clinical features' }, 3],
  tumor_microenvironment: [{ zh: 'ESTIMATE 微环境', en: 'Tumour microenvironment (ESTIMATE)' }, 5],
  single_gene_tme_diff_analysis: [{ zh: '单基因与微环境', en: 'Single gene and microenvironment' }, 3],
  coexpression_analysis: [{ zh: '单基因共表达', en: 'Co-expression of a gene' }, 3],
  survival_nomogram: [{ zh: '列线图', en: 'Nomogram' }, 8],
  log_rank_survival: [{ zh: 'Log-rank 批量筛选', en: 'Log-rank screening' }, 8],
  plot_km_survival_curve: [{ zh: '批量 KM 曲线', en: 'Kaplan–Meier curves of several genes' }, 2],
  machine_learning_key_gene: [{ zh: '关键基因联合筛选', en: 'Key genes by three methods' }, 20],

  microarray_quality_assessment: [{ zh: '芯片质量评估', en: 'Microarray quality assessment' }, 5],
  microarray_normalization: [{ zh: '芯片标准化与注释', en: 'Microarray normalization and annotation' }, 5],
  rna_seq_conversion: [{ zh: 'RNA-seq 单位转换', en: 'RNA-seq unit conversion' }, 3],
  count_expression_transform: [{ zh: '计数转换', en: 'Transformation of counts' }, 3],
  log_transform: [{ zh: '对数转换', en: 'Log transformation' }, 1],
  batch_sd_calculation: [{ zh: '批量标准差', en: 'Standard deviations of genes' }, 1],
  gene_expression_extract: [{ zh: '基因表达提取', en: 'Expression of selected genes' }, 1],
  multi_dataset_batch_removal: [{ zh: '合并与批次校正', en: 'Merging and batch correction' }, 8],
  limma_differential_analysis: [{ zh: 'limma 差异分析', en: 'Differential expression (limma)' }, 5],
  bulk_deseq2_diff: [{ zh: 'DESeq2 差异分析', en: 'Differential expression (DESeq2)' }, 8],
  gsva_enrichment: [{ zh: 'GSVA 打分', en: 'GSVA scores' }, 8],
  gsva_differential_pathway: [{ zh: 'GSVA 差异通路', en: 'Differential pathways (GSVA)' }, 3],
  bulk_uni_cox_analysis: [{ zh: '单因素 Cox', en: 'Univariate Cox regression' }, 8],
  multi_cox_analysis: [{ zh: '多因素 Cox', en: 'Multivariable Cox regression' }, 8],
  bulk_lasso_regression: [{ zh: 'LASSO 回归', en: 'LASSO regression' }, 8],
  bulk_random_survival_forest: [{ zh: '随机生存森林', en: 'Random survival forest' }, 8],
  risk_model_validation: [{ zh: '风险模型外部验证', en: 'External validation of a risk model' }, 3],
  bulk_estimate_score: [{ zh: 'ESTIMATE 免疫评分', en: 'ESTIMATE scores' }, 5],
  cibersort_analysis: [{ zh: 'CIBERSORT 免疫浸润', en: 'Immune infiltration (CIBERSORT)' }, 10],
  xcell_analysis: [{ zh: 'xCell 细胞评分', en: 'Cell type scores (xCell)' }, 10],
  immune_agreement: [{ zh: '免疫浸润方法一致性', en: 'Agreement of infiltration methods' }, 1],
  bulk_wgcna_stage1: [{ zh: 'WGCNA 软阈值', en: 'WGCNA soft threshold' }, 10],
  bulk_wgcna_stage2: [{ zh: 'WGCNA 模块', en: 'WGCNA modules' }, 15],
  wgcna_module_preservation: [{ zh: 'WGCNA 模块保守性', en: 'WGCNA module preservation' }, 15],

  batch_pca_plot: [{ zh: '主成分分析', en: 'Principal component analysis' }, 2],
  batch_roc_plot: [{ zh: '多指标 ROC', en: 'ROC curves of several markers' }, 2],
  box_plot: [{ zh: '箱线图', en: 'Box plot' }, 1],
  multi_group_boxplot: [{ zh: '多组箱线图', en: 'Box plot of several groups' }, 1],
  kaplan_meier: [{ zh: 'Kaplan–Meier 曲线', en: 'Kaplan–Meier curves' }, 2],
  bidirectional_barplot: [{ zh: '双向条形图', en: 'Two-sided bar chart' }, 1],
  roc_curve: [{ zh: '时间依赖 ROC', en: 'Time-dependent ROC' }, 2],
  correlation_scatterplot: [{ zh: '相关性散点图', en: 'Correlation scatter plot' }, 1],
  volcano_plot_analysis: [{ zh: '火山图', en: 'Volcano plot' }, 1],
  heatmap_analysis: [{ zh: '热图', en: 'Heatmap' }, 2],
  forest_plot: [{ zh: '森林图', en: 'Forest plot' }, 1],
};

export interface TaskPrice {
  title: string;
  points: number;
  /** Needs an active plan. */
  premium: boolean;
}

export function priceOf(taskType: TaskType): TaskPrice {
  const [title, points] = ROWS[taskType];
  return { title: title.zh, points, premium: PREMIUM_TASK_TYPES.includes(taskType) };
}

/** What a task type is called in English. */
export function englishTaskTitle(taskType: TaskType): string {
  return ROWS[taskType][0].en;
}
