/**
 * The tables of the specification's first document (the platform), transcribed. `{id}` is any id in a path; `{result}` is a
 * result page that the specification puts at `result/{id}` or directly at `{id}` without saying which.
 */

/** Section 2. */
export const OPEN_PAGES = ['/login', '/forgot-password', '/reset-password', '/verify-email'];
export const PUBLIC_PAGES = [...OPEN_PAGES, '/404'];
export const LAYOUT_PAGES = [
  '/home',
  '/quick-start',
  '/file-manager',
  '/data_download',
  '/more_features',
  '/referral',
  '/custom-analysis',
  '/profile',
];

const pages = (base: string, names: readonly string[]): string[] => names.map((name) => `${base}/${name}`);
const ENRICHMENT = ['analysis', 'detail', 'plot', 'plot_detail'];

/** Sections of the TCGA family, which also stood at the top level once. */
const TCGA_SECTIONS: Record<string, string[]> = {
  gene_diff_analysis: ['index', 'detail'],
  single_gene_diff_analysis: ['index', 'detail'],
  go_enrichment: ENRICHMENT,
  kegg_enrichment: ENRICHMENT,
  gsea: ENRICHMENT,
  machine_learning: [
    'intro',
    ...pages('intersection_gene', ['analysis', 'detail']),
    ...pages('uni_cox', ['analysis', 'uni_cox_analysis_detail', 'plot_forest', 'plot_forest_detail']),
    ...pages('lasso', ['analysis', 'detail']),
    ...pages('random_survival_forest', ['analysis', 'detail']),
  ],
  survival_analysis: ['index', 'detail'],
  pfs_analysis: ['index', 'detail'],
  clinical_feature_correlation: ['index', 'detail'],
  tumor_microenvironment: [...pages('estimate', ['analysis', 'plot/{id}']), ...pages('single_gene_diff', ['analysis', 'plot/{id}'])],
};
export const TCGA_PAGES = Object.entries(TCGA_SECTIONS).flatMap(([section, names]) => pages(`/tcga-analysis/${section}`, names));

const bulk = (tool: string, ...names: string[]): string[] => pages(`/bulk-analysis/${tool}`, names);
export const BULK_PAGES = [
  ...bulk('microarray-quality-assessment', 'analysis', '{result}'),
  ...bulk('microarray-normalization', 'analysis', '{result}'),
  ...bulk('data-preprocessing/rna-seq-conversion', 'analysis', '{result}'),
  ...bulk('data-preprocessing/count-transform', 'analysis', '{result}'),
  ...bulk('data-preprocessing/log-transform', 'analysis', '{id}'),
  ...bulk('data-preprocessing/batch-sd', 'analysis', '{id}'),
  ...bulk('data-preprocessing/gene-expression-extract', 'analysis', '{result}'),
  ...bulk('data-preprocessing/multi-dataset-batch-removal', 'analysis', '{result}'),
  ...bulk('limma-differential', 'analysis', '{result}'),
  ...bulk('deseq2-differential', 'analysis', '{result}'),
  ...bulk('go_enrichment', ...ENRICHMENT),
  ...bulk('kegg_enrichment', ...ENRICHMENT),
  ...bulk('gsea', ...ENRICHMENT),
  ...bulk('gsva', 'analysis', 'result/{id}'),
  ...bulk('gsva-differential-pathway', 'analysis', 'result/{id}'),
  ...bulk('uni-cox-analysis', 'analysis', '{id}'),
  ...bulk('lasso-regression', 'analysis', '{id}'),
  ...bulk('random-survival-forest', 'analysis', '{id}'),
  ...bulk('multi-cox', 'analysis', 'result/{id}'),
  ...bulk('immune-infiltration/estimate-immune-score', 'analysis', 'result/{id}'),
  ...bulk('immune-infiltration/cibersort', 'analysis', 'result/{id}'),
];

const plotting = (tool: string, result: string): string[] => pages(`/general-plotting/${tool}`, ['analysis', result]);
export const PLOTTING_PAGES = [
  ...plotting('batch-pca', '{id}'),
  ...plotting('batch-roc', '{id}'),
  ...plotting('box-plot', 'result/{id}'),
  ...plotting('kaplan-meier', 'result/{id}'),
  ...plotting('multi-group-boxplot', 'result/{id}'),
  ...plotting('bidirectional-barplot', 'result/{id}'),
  ...plotting('roc-curve', 'result/{id}'),
  ...plotting('correlation-scatterplot', 'result/{id}'),
  ...plotting('volcano-plot', '{id}'),
  ...plotting('heatmap', 'result/{id}'),
  ...plotting('forest-plot', 'result/{id}'),
];

/** From a path to its first page. */
export const FIRST_PAGES: [from: string, to: string][] = [
  ['/', '/home'],
  ...Object.entries(TCGA_SECTIONS).map(([section, [first]]): [string, string] => [
    `/tcga-analysis/${section}`,
    `/tcga-analysis/${section}/${first}`,
  ]),
  ['/general-plotting', '/general-plotting/batch-pca/analysis'],
];

/** Old top-level paths and where they stand today. */
export const OLD_PATHS: [from: string, to: string][] = Object.entries(TCGA_SECTIONS).flatMap(([section, [first, ...others]]) => [
  [`/${section}`, `/tcga-analysis/${section}/${first}`] as [string, string],
  ...pages(section, [first ?? '', ...others]).map((page): [string, string] => [`/${page}`, `/tcga-analysis/${page}`]),
]);

/** Section 3: what the user info call answers. */
export const USER_FIELDS = ['username', 'email', 'avatar', 'user_type', 'points', 'expired_at', 'has_used_trial_card', 'email_verified'];

/** Every task type of the specification and of the request fields' page. */
export const TASK_TYPES = [
  'batch_pca_plot',
  'batch_roc_plot',
  'batch_sd_calculation',
  'bidirectional_barplot',
  'box_plot',
  'bulk_deseq2_diff',
  'bulk_estimate_score',
  'bulk_lasso_regression',
  'bulk_random_survival_forest',
  'bulk_uni_cox_analysis',
  'bulk_wgcna_stage1',
  'bulk_wgcna_stage2',
  'cibersort_analysis',
  'clinical_feature_correlation',
  'coexpression_analysis',
  'correlation_scatterplot',
  'count_expression_transform',
  'forest_plot',
  'gene_differential_expression',
  'gene_expression_extract',
  'go_enrichment',
  'go_plot',
  'gsea_enrichment',
  'gsea_plot',
  'gsva_differential_pathway',
  'gsva_enrichment',
  'heatmap_analysis',
  'immune_agreement',
  'intersection_gene',
  'kaplan_meier',
  'kegg_enrichment',
  'kegg_plot',
  'lasso_analysis',
  'limma_differential_analysis',
  'log_rank_survival',
  'log_transform',
  'machine_learning_key_gene',
  'microarray_normalization',
  'microarray_quality_assessment',
  'multi_cox_analysis',
  'multi_dataset_batch_removal',
  'multi_group_boxplot',
  'pfs_analysis',
  'plot_forest',
  'plot_km_survival_curve',
  'random_survival_forest',
  'risk_model_validation',
  'rna_seq_conversion',
  'roc_curve',
  'single_gene_differential_expression',
  'single_gene_tme_diff_analysis',
  'survival_analysis',
  'survival_nomogram',
  'tumor_microenvironment',
  'uni_cox_analysis',
  'volcano_plot_analysis',
  'wgcna_module_preservation',
  'xcell_analysis',
];

/** Both spellings occur in the specification. */
export const TASK_TYPE_ALIASES = { gsea_analysis: 'gsea_enrichment', single_gene_tme_diff: 'single_gene_tme_diff_analysis' };

/** Section 6. */
export const PREMIUM_TYPES = [
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

/** Section 7: method and path, the payload's fields, the answer's fields that are named. */
export const CALLS: { call: string; payload: string[]; answer: string[] }[] = [
  { call: 'POST /api/login', payload: ['username', 'password'], answer: ['access_token'] },
  { call: 'POST /api/register', payload: [], answer: [] },
  { call: 'GET /api/user/info', payload: [], answer: USER_FIELDS },
  { call: 'GET /api/user/profile', payload: [], answer: [] },
  { call: 'POST /api/user/change-password', payload: [], answer: [] },
  { call: 'POST /api/ws_token', payload: [], answer: ['ws_token'] },
  { call: 'POST /api/user/redeem_card', payload: ['card_code'], answer: ['message'] },
  { call: 'GET /api/user/subscription_status', payload: [], answer: [] },
  { call: 'POST /api/user/verify-email', payload: [], answer: [] },
  { call: 'POST /api/user/resend-verification-email', payload: ['email'], answer: [] },
  { call: 'POST /api/user/forgot-password', payload: [], answer: [] },
  { call: 'POST /api/user/verify-reset-token', payload: [], answer: [] },
  { call: 'POST /api/user/reset-password', payload: [], answer: [] },
  { call: 'GET /api/user/xhs-note', payload: [], answer: [] },
];

/** Sections 2, 4 and 8: texts that are given word for word. */
export const MESSAGES = ['Has Error', '订阅升级成功！', '验证邮件已重新发送，请检查您的邮箱', 'ERROR', 'Error', '重发邮件失败'];

/** Section 9. */
export const PLAN_TABLE = [
  { months: 1, price: 49, points: 600, mark: '' },
  { months: 3, price: 99, points: 2000, mark: 'popular' },
  { months: 6, price: 189, points: 4000, mark: 'recommended' },
  { months: 12, price: 299, points: 8000, mark: '' },
];

/** By the names of the contract. */
export const CONSTANTS = {
  CARD_LENGTH: 16,
  CARD_GROUP: 4,
  REQUEST_TIMEOUT_MS: 10_000,
  ERROR_TOAST_MS: 5_000,
  COMPLETED_CLEAR_DELAY_MS: 100,
  LIVE_RETRIES: 3,
  LIVE_RETRY_DELAY_MS: 3_000,
  TASK_CACHE_RETENTION_MS: 5 * 60_000,
  TASK_CACHE_MAX: 50,
  TASK_CACHE_CLEANUP_MS: 60_000,
  MOBILE_BREAKPOINT_PX: 992,
  SIDEBAR_WIDTH_PX: 210,
  SEARCH_RESULTS_MAX: 20,
  DEFAULT_PAGE_SIZE: 10,
  FIRST_PAGE: 1,
};
export const TOOL_NUMBERS = { tcga: 15, bulk: 21, plotting: 10 };
export const CARD_CODE_WITH_HYPHENS = 19;
