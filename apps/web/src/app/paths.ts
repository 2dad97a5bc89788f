/** Addresses of the specification that no tool declares: fixed pages, and what leads from one address to another. No browser code here. */

interface Page {
  path: string;
  title: string;
}

/** Pages that always exist; the pages of tools come from the tools' declarations. */
export const PAGE_PATHS = [
  { path: '/login', title: '登录' },
  { path: '/404', title: '没有这个页面' },
  { path: '/verify-email', title: '验证邮箱' },
  { path: '/forgot-password', title: '忘记密码' },
  { path: '/reset-password', title: '重设密码' },
  { path: '/home', title: '首页' },
  { path: '/tasks', title: '全部任务' },
  { path: '/quick-start', title: '快速开始' },
  { path: '/file-manager', title: '文件空间' },
  { path: '/data_download', title: '数据下载' },
  { path: '/more_features', title: '更多功能' },
  { path: '/referral', title: '推荐有礼' },
  { path: '/custom-analysis', title: '定制分析' },
  { path: '/profile', title: '个人信息' },
  { path: '/terms', title: '使用条款' },
  { path: '/privacy', title: '隐私说明' },
] as const satisfies readonly Page[];
export type PagePath = (typeof PAGE_PATHS)[number]['path'];

const TITLES: ReadonlyMap<string, string> = new Map(PAGE_PATHS.map(({ path, title }) => [path, title]));

/** The title of a fixed page. */
export function pageTitle(path: PagePath): string {
  return TITLES.get(path) ?? path;
}

const TCGA = '/tcga-analysis';
const BULK = '/bulk-analysis';
const PLOTTING = '/general-plotting';

/** Sections of the TCGA family, which once stood at the top level, and their pages; the first one is where the section itself leads. */
const TCGA_PAGES = {
  gene_diff_analysis: ['index', 'detail'],
  single_gene_diff_analysis: ['index', 'detail'],
  go_enrichment: ['analysis', 'detail', 'plot', 'plot_detail'],
  kegg_enrichment: ['analysis', 'detail', 'plot', 'plot_detail'],
  gsea: ['analysis', 'detail', 'plot', 'plot_detail'],
  machine_learning: [
    'intro',
    'intersection_gene/analysis',
    'intersection_gene/detail',
    'uni_cox/analysis',
    'uni_cox/uni_cox_analysis_detail',
    'uni_cox/plot_forest',
    'uni_cox/plot_forest_detail',
    'lasso/analysis',
    'lasso/detail',
    'random_survival_forest/analysis',
    'random_survival_forest/detail',
  ],
  survival_analysis: ['index', 'detail'],
  pfs_analysis: ['index', 'detail'],
  clinical_feature_correlation: ['index', 'detail'],
  tumor_microenvironment: ['estimate/analysis', 'estimate/plot/:id', 'single_gene_diff/analysis', 'single_gene_diff/plot/:id'],
} as const satisfies Record<string, readonly [string, ...string[]]>;

/** Folders of tools: the first tool of each group is where the group leads. */
const BULK_TOOLS = [
  'microarray-quality-assessment',
  'microarray-normalization',
  'data-preprocessing/rna-seq-conversion',
  'data-preprocessing/count-transform',
  'data-preprocessing/log-transform',
  'data-preprocessing/batch-sd',
  'data-preprocessing/gene-expression-extract',
  'data-preprocessing/multi-dataset-batch-removal',
  'limma-differential',
  'deseq2-differential',
  'go_enrichment',
  'kegg_enrichment',
  'gsea',
  'gsva',
  'gsva-differential-pathway',
  'uni-cox-analysis',
  'lasso-regression',
  'random-survival-forest',
  'multi-cox',
  'immune-infiltration/estimate-immune-score',
  'immune-infiltration/cibersort',
] as const;

const PLOTTING_TOOLS = [
  'batch-pca',
  'batch-roc',
  'box-plot',
  'kaplan-meier',
  'multi-group-boxplot',
  'bidirectional-barplot',
  'roc-curve',
  'correlation-scatterplot',
  'volcano-plot',
  'heatmap',
  'forest-plot',
] as const;

/** Where every unknown path ends. */
export const NOT_FOUND = '/404' satisfies PagePath;

/** From an address to another one; both may hold `:id`. */
export type PathRedirect = readonly [from: string, to: string];

/** A detail page is reached with the task's id in its path; without one the address is known as well. */
function spellings(page: string): string[] {
  return page.endsWith('detail') ? [page, `${page}/:id`] : [page];
}

/** Old top-level addresses and where they stand today. */
export const LEGACY_REDIRECTS: readonly PathRedirect[] = Object.entries(TCGA_PAGES).flatMap(([section, pages]) => [
  [`/${section}`, `${TCGA}/${section}/${pages[0]}`] as const,
  ...pages.flatMap(spellings).map((page) => [`/${section}/${page}`, `${TCGA}/${section}/${page}`] as const),
]);

/** Every folder between a family and its pages leads to the first page below it. */
function folderRedirects(family: string, pages: readonly string[]): PathRedirect[] {
  const first = new Map<string, string>();
  for (const page of pages) {
    const path = `${family}/${page}`;
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (!first.has(folder)) first.set(folder, path);
    }
  }
  return [...first];
}

const toAnalysis = (tool: string) => `${tool}/analysis`;

/** The root, families and their sub-sections, each to its first page. */
export const SECTION_REDIRECTS: readonly PathRedirect[] = [
  ['/', '/home'],
  ...folderRedirects(
    TCGA,
    Object.entries(TCGA_PAGES).flatMap(([section, pages]) =>
      pages.filter((page) => !page.includes(':')).map((page) => `${section}/${page}`),
    ),
  ),
  ...folderRedirects(BULK, BULK_TOOLS.map(toAnalysis)),
  ...folderRedirects(PLOTTING, PLOTTING_TOOLS.map(toAnalysis)),
];

/** The page of a result without its number, from `/x/detail/:id`: an address of the specification that may name the result in its query. */
export function bareDetails(existing: readonly string[]): string[] {
  return existing.filter((path) => /detail\/:\w+$/.test(path)).map((path) => path.replace(/\/:\w+$/, ''));
}

const shape = (path: string) => path.replace(/:\w+/g, ':');

/** What a redirect may fall back on: its own folder, or the section that an old address belonged to. */
function scopeOf([from, to]: PathRedirect): string {
  return to.startsWith(`${from}/`) ? from : to.split('/').slice(0, 3).join('/');
}

/**
 * Where a redirect leads among the pages that exist: its target; where that tool is missing, the first page below the same
 * folder; and /404 where there is none, because another section's tool would pass for the one that was asked for.
 */
export function landing(redirect: PathRedirect, existing: readonly string[]): string {
  const [, to] = redirect;
  const target = existing.find((path) => shape(path) === shape(to));
  if (target !== undefined) return target;
  const scope = scopeOf(redirect);
  return existing.find((path) => path.startsWith(`${scope}/`) && !path.includes(':')) ?? NOT_FOUND;
}
