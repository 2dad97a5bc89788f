import { COLOURS } from '@oncoloom/contract';
import type { FigureDeclaration, TableDeclaration, ToolDefinition } from '../declaration/define-tool.ts';
import type { Parameter, Parameters } from '../declaration/parameters.ts';
import { TITLES } from '../declaration/titles.ts';
import { higherIn } from '../kinds/group.ts';
import { changeColours, changeThresholds, commonStyle, heatColours, ONE_COLUMN, TWO_COLUMNS } from '../style/style.ts';
import type { Codes } from '../words/codes.ts';
import { sampleGroups } from './inputs.ts';
import { matrix, refuse, tell, toGeneNames, warn } from './requirements.ts';
import { NAMES } from './vocabularies.ts';

/** Covariates, and how they were read. */
const COVARIATES = {
  coded: { zh: '{name}（按编号或类别）', en: '{name} (as categories)' },
  number: { zh: '{name}（按数值）', en: '{name} (as a number)' },
  ...NAMES,
} as const satisfies Codes;

/** What the tools that compare two groups gene by gene have in common. R: engine/R/statistics/differential/comparison.R and differential-tables.R. */

/** The groups of a comparison. @param positive What tells that values are higher in the case group. */
export const groupsComparedBy = (positive: string) =>
  ({
    case_group: { kind: 'group', label: '病例组', of: 'sample_groups', positive, help: higherIn(positive) },
    control_group: { kind: 'group', label: '对照组', of: 'sample_groups', baseline: true },
  }) as const satisfies Record<string, Parameter>;

export const comparedGroups = groupsComparedBy('log2FC 大于 0');

/**
 * Columns of the groups table whose influence is taken out, and how their numbers are read. R: `read_covariates`.
 * @param feeds The model that they enter.
 */
export const covariates = (feeds: string) =>
  ({
    covariates: {
      kind: 'columns',
      label: '协变量',
      of: 'sample_groups',
      multiple: true,
      optional: true,
      advanced: true,
      help: '分组表里的列，如批次、年龄、性别。加入后比较的是扣除它们影响之后的差别；每加一个会用掉样本的信息。全是整数又像编号的列，要选按编号还是按数值读。',
      feeds,
    },
    covariate_codes: {
      kind: 'columns',
      label: '按编号读的协变量',
      of: 'sample_groups',
      multiple: true,
      optional: true,
      advanced: true,
      reads: { of: 'covariates', as: 'codes' },
      help: '批次、患者、分期这样的编号：每个值各算一类。',
      feeds: 'factor()',
    },
    covariate_numbers: {
      kind: 'columns',
      label: '按数值读的协变量',
      of: 'sample_groups',
      multiple: true,
      optional: true,
      advanced: true,
      reads: { of: 'covariates', as: 'numbers' },
      help: '年龄、剂量这样的数值：按大小算一条直线。',
      feeds: 'as.numeric()',
    },
  }) as const satisfies Record<string, Parameter>;

/** The column of the patients who have a sample in each group. @param feeds The model that it enters. */
export const pairColumn = (feeds: string) =>
  ({
    kind: 'columns',
    label: '配对列',
    of: 'sample_groups',
    multiple: false,
    optional: true,
    advanced: true,
    help: '分组表里的患者编号列。同一患者既有病例又有对照样本时选它，只在患者内部比较，通常更敏感。编号写成 1、2、3 也可以。',
    feeds,
  }) as const satisfies Parameter;

/** Surrogate variables as covariates; R: engine/R/statistics/differential/hidden-factors.R. */
export const hiddenFactors = {
  kind: 'choice',
  label: '隐藏因素（SVA）',
  default: 'none',
  advanced: true,
  options: [
    { value: 'none', label: '不用' },
    { value: 'auto', label: '估计个数', help: 'num.sv 的 be 法，种子固定' },
    { value: '1', label: '1 个' },
    { value: '2', label: '2 个' },
    { value: '3', label: '3 个' },
    { value: '4', label: '4 个' },
    { value: '5', label: '5 个' },
  ],
  help: '没有记下来的批次、纯度这样的因素，会让许多基因一起变动。sva 把它们从数据里估计出来，作为协变量扣除，常能找到更多差异。已经知道的批次请写成协变量，不要靠它；样本少、分组不平衡时，它可能把真正的差别也扣掉。',
  feeds: 'sva::sva、sva::svaseq、sva::num.sv(method = "be")',
} as const satisfies Parameter;

/** What R says of them: `tell_hidden`. */
export const hiddenFacts = {
  hidden_asked: { label: '要估计隐藏因素', format: 'flag' },
  hidden: { label: '有隐藏因素', format: 'flag' },
  hidden_n: { label: '隐藏因素', format: 'count' },
  hidden_auto: { label: '个数由 num.sv 估计', format: 'flag' },
} as const satisfies ToolDefinition['facts'];

/** What two groups tell beside them; R: `tell_without_factors`. */
export const hiddenComparedFacts = {
  hidden_before: { label: '不扣除隐藏因素时显著', format: 'count' },
  hidden_both: { label: '其中扣除后仍显著', format: 'count' },
} as const satisfies ToolDefinition['facts'];

/** The end of a summary of two groups. */
export const hiddenSummary = {
  zh: '{{#hidden}}另扣除了从数据里估计的 {{hidden_n}} 个隐藏因素（sva）：{{#hidden_before}}不扣除时显著的有 {{hidden_before}} 个，其中 {{hidden_both}} 个扣除后仍显著{{/hidden_before}}{{^hidden_before}}不扣除时没有显著{{row_subject}}{{/hidden_before}}。{{/hidden}}{{#hidden_asked}}{{^hidden}}没有估计出隐藏因素（sva），模型和不用时一样。{{/hidden}}{{/hidden_asked}}',
  en: '{{#hidden}} Adjusted for {{hidden_n}} hidden factors estimated from the data (sva): {{#hidden_before}}without them {{hidden_before}} {{row_subject}}s were significant, and still so with them: {{hidden_both}}{{/hidden_before}}{{^hidden_before}}without them no {{row_subject}} was significant{{/hidden_before}}.{{/hidden}}{{#hidden_asked}}{{^hidden}} No hidden factor was estimated (sva): the model is the one without.{{/hidden}}{{/hidden_asked}}',
} as const;

/** The hidden factors of a run. */
export const hiddenTables = {
  hidden_links: {
    title: { zh: '隐藏因素与已知的列', en: 'Hidden factors and known columns' },
    role: 'result',
    whole: true,
    hideEmpty: true,
    columns: [
      { name: 'factor', type: 'text', title: { zh: '隐藏因素', en: 'Hidden factor' }, key: true },
      { name: 'column', type: 'text', title: { zh: '分组表的列', en: 'Column' }, key: true },
      { name: 'share', type: 'fraction', title: { zh: '由这一列解释的', en: 'Explained by the column' }, key: true },
      { name: 'p', type: 'p', title: TITLES.p },
    ],
  },
  hidden_scores: {
    title: { zh: '每个样本的隐藏因素', en: 'Hidden factors of samples' },
    role: 'result',
    folded: true,
    hideEmpty: true,
    columns: [
      { name: 'sample', type: 'text', title: TITLES.sample },
      { name: 'group', type: 'text', title: { zh: '组', en: 'Group' } },
    ],
    rest: { type: 'number', title: { zh: '隐藏因素', en: 'Hidden factor' } },
  },
} as const satisfies Record<string, TableDeclaration>;

/**
 * Works behind hidden factors.
 * @param counted The section of runs on counts, such as `#voom` or `^by_limma`; none where the tool takes nothing else.
 */
export const hiddenCitations = (counted?: `${'#' | '^'}${string}`): readonly string[] => {
  const ofCounts =
    'Leek JT. svaseq: removing batch effects and other unwanted noise from sequencing data. Nucleic Acids Res 2014;42(21):e161. doi:10.1093/nar/gku864';
  return [
    '{{#hidden_asked}}Leek JT, Storey JD. Capturing heterogeneity in gene expression studies by surrogate variable analysis. PLoS Genet 2007;3(9):e161. doi:10.1371/journal.pgen.0030161{{/hidden_asked}}',
    `{{#hidden}}${counted === undefined ? ofCounts : `{{${counted}}}${ofCounts}{{/${counted.slice(1)}}}`}{{/hidden}}`,
  ];
};

/** P of the fold change beyond its threshold. @param feeds The argument that takes the threshold. */
export const thresholdTest = (feeds: string) =>
  ({
    kind: 'flag',
    label: '直接检验差异倍数',
    default: false,
    advanced: true,
    help: '打开后，P 值回答的是「|log2FC| 是否大于阈值」，比先检验再按倍数筛选更严格，入选的基因更少，但假阳性率有保证。',
    feeds,
  }) as const satisfies Parameter;

/** The column of patients of whom there are several samples, in whichever group: R: engine/R/statistics/differential/repeated-patients.R. */
export const blockColumn = {
  kind: 'columns',
  label: '患者（重复测量）',
  of: 'sample_groups',
  multiple: false,
  optional: true,
  advanced: true,
  help: '分组表里的患者编号列，只有一个样本的患者也要有编号。有的患者不止一个样本时选它：同一患者的样本不是独立的，limma 把患者作随机区组，估计一个患者内相关，P 值不会因重复取样而偏小。每位患者两组各一个样本时，请选配对列；两个只能选一个。',
  feeds: 'limma::duplicateCorrelation(block)、lmFit(block, correlation)',
} as const satisfies Parameter;

/** What R says of the random blocks: `tell_blocks`. */
export const blockFacts = {
  blocked: { label: '患者作随机区组', format: 'flag' },
  block_patients: { label: '患者', format: 'count' },
  block_repeated: { label: '不止一个样本的患者', format: 'count' },
  block_both: { label: '两组都有样本的患者', format: 'count' },
  block_correlation: { label: '患者内相关', format: 'number' },
} as const satisfies ToolDefinition['facts'];

/**
 * The parameters of a comparison of two groups of the matrix `file_id`, in the order of the form.
 * @param feeds The model that covariates and pairs enter. @param own What the tool asks between the groups and the covariates.
 */
export const twoGroupComparison = <const P extends Parameters>(feeds: { covariates: string; pairs: string }, own: P) =>
  ({
    sample_groups: sampleGroups,
    ...comparedGroups,
    ...own,
    ...covariates(feeds.covariates),
    pair_column: pairColumn(feeds.pairs),
  }) as const satisfies Parameters;

/** Rows that pass the thresholds `log2fc` and `padj` of the run, by direction. */
export function directionViews(logFC: string, padj: string): NonNullable<TableDeclaration['views']> {
  const significant = { column: padj, is: '<', value: { parameter: 'padj' } } as const;
  return [
    { label: { zh: '上调', en: 'Up' }, clauses: [{ column: logFC, is: '>=', value: { parameter: 'log2fc' } }, significant] },
    {
      label: { zh: '下调', en: 'Down' },
      clauses: [{ column: logFC, is: '<=', value: { parameter: 'log2fc', negate: true } }, significant],
    },
  ];
}

/** The same, all of them first. */
export function changeViews(logFC: string, padj: string): NonNullable<TableDeclaration['views']> {
  const clauses = [
    { column: logFC, is: '|>=|', value: { parameter: 'log2fc' } },
    { column: padj, is: '<', value: { parameter: 'padj' } },
  ] as const;
  return [{ label: { zh: '显著', en: 'Significant' }, clauses }, ...directionViews(logFC, padj)];
}

/** Tables behind the heatmap, the principal components and the histogram. */
export const figureTables = {
  heatmap: {
    title: { zh: '热图的行 z 值', en: 'Heatmap' },
    role: 'figure',
    columns: [{ name: 'gene', type: 'gene' }],
    rest: { type: 'number' },
  },
  heatmap_samples: {
    title: { zh: '热图的样本', en: 'Heatmap samples' },
    role: 'figure',
    columns: [
      { name: 'sample', type: 'text' },
      { name: 'group', type: 'text' },
    ],
  },
  heatmap_tree: {
    title: { zh: '热图的聚类树', en: 'Heatmap tree' },
    role: 'figure',
    columns: [
      { name: 'side', type: 'text' },
      { name: 'position_from', type: 'number' },
      { name: 'height_from', type: 'number' },
      { name: 'position_to', type: 'number' },
      { name: 'height_to', type: 'number' },
    ],
  },
  pca: {
    title: { zh: '主成分得分', en: 'Principal component scores' },
    role: 'figure',
    columns: [
      { name: 'sample', type: 'text' },
      { name: 'group', type: 'text' },
      { name: 'PC1', type: 'number' },
      { name: 'PC2', type: 'number' },
    ],
  },
  pca_variance: {
    title: { zh: '主成分解释的方差', en: 'Variance of principal components' },
    role: 'figure',
    columns: [
      { name: 'component', type: 'text' },
      { name: 'share', type: 'fraction' },
    ],
  },
  p_histogram: {
    title: { zh: 'P 值分布', en: 'Distribution of P values' },
    role: 'figure',
    columns: [
      { name: 'from', type: 'number' },
      { name: 'to', type: 'number' },
      { name: 'count', type: 'integer' },
    ],
  },
} as const satisfies Record<string, TableDeclaration>;

/** Look of a volcano plot whose thresholds are the run's. */
export const volcanoStyle = {
  ...commonStyle({ width: ONE_COLUMN, height: 75 / 25.4 }),
  ...changeColours,
  ...changeThresholds,
  label_top: { kind: 'integer', label: '标注 P 最小的', default: 10, min: 0, max: 50, unit: '个' },
  label_genes: { kind: 'genes', label: '另外标注', max: 100, optional: true },
  show_thresholds: { kind: 'flag', label: '阈值线', default: true },
} as const satisfies FigureDeclaration['style'];

/** Colours of the two groups of a comparison: style of its figures. */
const groupPair = {
  case_color: { kind: 'colour', label: '病例组', default: COLOURS.tumor },
  control_color: { kind: 'colour', label: '对照组', default: COLOURS.normal },
} as const satisfies FigureDeclaration['style'];

/** Heatmap and principal components, drawn from `figureTables`. @param colours Of the two groups. */
export const comparisonFigures = <const C extends FigureDeclaration['style']>(colours: C) =>
  ({
    heatmap: {
      title: { zh: 'P 值最小的{{row_subject}}', en: '{{Row_subject}}s with the smallest P values' },
      chart: 'heatmap',
      wide: true,
      tables: { cells: 'heatmap', samples: 'heatmap_samples', tree: 'heatmap_tree' },
      columns: { label: 'gene', sample: 'sample', group: 'group' },
      caption: {
        zh: '{{#significant}}上调、下调各取 P 最小的，至多 25 个。{{/significant}}{{^significant}}没有显著{{row_subject}}，画的是 P 最小的 50 个。{{/significant}}行按相关距离、样本按欧氏距离，ward.D2 聚类；颜色是行 z 值，色标覆盖 98% 的数值。',
        en: '{{#significant}}Up to 25 {{row_subject}}s of smallest P in either direction.{{/significant}}{{^significant}}None is significant: the 50 {{row_subject}}s of smallest P.{{/significant}} Rows are clustered by correlation, samples by Euclidean distance (ward.D2). Colour: row z-score; the scale covers 98% of the values.',
      },
      statistics: {
        zh: '{{case_group}} {{case_n}} 例，{{control_group}} {{control_n}} 例；按校正后 P（BH）< {{padj}} 且 |{{change_word}}| ≥ {{log2fc}} 算显著。',
        en: '{{case_group}}: n = {{case_n}}; {{control_group}}: n = {{control_n}}. Significant: adjusted P (Benjamini–Hochberg) < {{padj}} and |{{change_english}}| ≥ {{log2fc}}.',
      },
      alternative: {
        zh: '热图：{{heatmap_genes}} 个{{row_subject}}在 {{samples}} 个样本中的行 z 值，行列均已聚类。',
        en: 'Heatmap: row z scores of {{heatmap_genes}} {{row_subject}}s in {{samples}} samples, rows and columns clustered.',
      },
      style: {
        ...commonStyle({ width: TWO_COLUMNS, height: 150 / 25.4 }),
        ...heatColours,
        ...colours,
        show_genes: { kind: 'flag', label: '行名', default: true },
        show_samples: { kind: 'flag', label: '样本名', default: false },
      },
    },
    pca: {
      title: { zh: '主成分分析', en: 'Principal components' },
      chart: 'pca',
      tables: { points: 'pca', variance: 'pca_variance' },
      columns: { label: 'sample', group: 'group', x: 'PC1', y: 'PC2' },
      caption: {
        zh: '方差最大的 500 个{{row_subject}}，中心化、不缩放。椭圆是 95% 的正态范围。',
        en: 'The 500 {{row_subject}}s of largest variance, centred, not scaled. Ellipses: 95% of a normal distribution.',
      },
      statistics: {
        zh: '{{case_group}} {{case_n}} 例，{{control_group}} {{control_n}} 例；没有做检验。',
        en: '{{case_group}}: n = {{case_n}}; {{control_group}}: n = {{control_n}}. No test was made.',
      },
      alternative: {
        zh: '主成分图{{#pc1}}：PC1 解释 {{pc1}}，PC2 解释 {{pc2}} 的方差{{/pc1}}。',
        en: 'Principal components{{#pc1}}: PC1 explains {{pc1}} of the variance, PC2 {{pc2}}{{/pc1}}.',
      },
      style: {
        ...commonStyle({ width: ONE_COLUMN, height: 75 / 25.4 }),
        ...colours,
        ellipse: { kind: 'flag', label: '置信椭圆', default: true },
        show_samples: { kind: 'flag', label: '样本名', default: false },
      },
    },
  }) as const satisfies Record<string, FigureDeclaration>;

/** What every comparison of two groups shows beside its volcano: the histogram of P too. */
export const sharedFigures = {
  ...comparisonFigures(groupPair),
  p_histogram: {
    title: { zh: 'P 值分布', en: 'Distribution of P values' },
    chart: 'histogram',
    tables: { bins: 'p_histogram' },
    columns: { from: 'from', to: 'to', count: 'count' },
    caption: {
      zh: '有一批{{row_subject}}有差别时，左端会高出虚线；整体平坦说明多数{{row_subject}}没有差别，个别显著的{{row_subject}}在图上看不出来。虚线是没有任何差异时每格的期望。',
      en: 'Where some {{row_subject}}s differ, the left end rises above the dashed line, the count per bin expected if none did.',
    },
    statistics: {
      zh: '{{genes}} 个{{row_subject}}的 P（双侧，未校正）。',
      en: 'P of {{genes}} {{row_subject}}s (two-sided, not adjusted).',
    },
    alternative: {
      zh: 'P 值直方图，20 格；P < 0.05 的有 {{p_small}} 个，纯属偶然约 {{p_expected}} 个。',
      en: 'Histogram of P values in 20 bins: {{p_small}} below 0.05, about {{p_expected}} expected by chance.',
    },
    style: {
      ...commonStyle({ width: ONE_COLUMN, height: 65 / 25.4 }),
      first_color: { kind: 'colour', label: '第一格', default: '#0B6E69' },
      bar_color: { kind: 'colour', label: '其余', default: '#8fa3ad' },
      show_expected: { kind: 'flag', label: '期望线', default: true },
    },
  },
} as const satisfies Record<string, FigureDeclaration>;

/** Facts of every comparison; R: `result_facts`, `heatmap_tables`, `pca_tables`, `tell_pairs`. */
export const sharedFacts = {
  genes: { label: '参与检验的{{row_subject}}', format: 'count' },
  genes_in: { label: '读入的{{row_subject}}', format: 'count' },
  removed: { label: '过滤掉的{{row_subject}}', format: 'count' },
  samples: { label: '样本', format: 'count' },
  case_n: { label: '病例组样本', format: 'count' },
  control_n: { label: '对照组样本', format: 'count' },
  up: { label: '上调', format: 'count' },
  down: { label: '下调', format: 'count' },
  top_up: { label: '上升最多', format: 'gene' },
  top_up_logfc: { label: '上升最多的 log2FC', format: 'log2' },
  top_down: { label: '下降最多', format: 'gene' },
  top_down_logfc: { label: '下降最多的 log2FC', format: 'log2' },
  smallest: { label: '校正后 P 最小的{{row_subject}}', format: 'gene' },
  smallest_padj: { label: '最小的校正后 P', format: 'p' },
  change_word: { label: '差别叫作', format: 'text' },
  change_size: { label: '差别的大小叫作', format: 'text' },
  change_english: { label: '差别叫作（英文）', format: 'text' },
  p_passed: { label: '校正后 P 达到阈值', format: 'count' },
  widest: { label: '其中差别最大的', format: 'gene' },
  widest_logfc: { label: '其中最大的差别', format: 'log2' },
  p_small: { label: '未校正 P < 0.05', format: 'count' },
  p_expected: { label: '偶然期望', format: 'count' },
  heatmap_genes: { label: '热图{{row_subject}}', format: 'count' },
  pc1: { label: 'PC1', format: 'percent' },
  pc2: { label: 'PC2', format: 'percent' },
  pc1_chance: { label: '随机打乱分组也分得这样开', format: 'p' },
  pairs: { label: '配对', format: 'count' },
  covariates_used: { label: '协变量', format: 'text', codes: COVARIATES },
  covariates_english: { label: '协变量（英文）', format: 'text' },
  significant: { label: '有显著{{row_subject}}', format: 'flag' },
  paired: { label: '配对分析', format: 'flag' },
} as const satisfies ToolDefinition['facts'];

/** A covariate that nearly repeats the groups; R: `tell_inflation`. */
export const inflationFact = {
  vif: { label: '分组的方差膨胀因子', format: 'number' },
} as const satisfies ToolDefinition['facts'];

/** What DESeq2 does with counts that lie apart; R: engine/R/statistics/differential/deseq2.R. */
export const deseq2Facts = {
  untested: { label: '因离群值没有 P 值的{{row_subject}}', format: 'count' },
  filtered: { label: '因平均计数低没有校正后 P 的{{row_subject}}', format: 'count' },
  filter_mean: { label: '自动过滤的平均计数', format: 'number' },
  replaced: { label: '替换过离群计数的{{row_subject}}', format: 'count' },
  poscounts: { label: '文库大小用 poscounts', format: 'flag' },
  unjudged: { label: 'DESeq2 不查离群计数的样本', format: 'count' },
  outliers: { label: '这些样本里 Cook 距离超过界限的{{row_subject}}', format: 'count' },
  outliers_changed: { label: '其中达到阈值、没有计入的', format: 'count' },
} as const satisfies ToolDefinition['facts'];

/** The result is no independent evidence once batches were taken out of the matrix. */
export const batchCorrected = warn('batch_corrected', [matrix.batchCorrected], {
  message:
    '这是去过批次的矩阵，直接检验会让 P 值偏小：没有差别的模拟数据里，曾有 16.8% 的基因 P < 0.05，本来只应有 5%。请改用原始矩阵 + 批次协变量（合并结果里的「合并后、校正前的表达矩阵」）',
});

/** Of a matrix that the method `limma` reads, for tools with the fields `method` and `log2_transform` that take counts by `voom`, too. */
export const limmaMatrix = [
  refuse('counts_as_log', [matrix.counts], {
    field: 'method',
    when: { method: 'limma', log2_transform: false },
    message: '这张表全是非负整数，像是 RNA-seq 原始计数，不能直接当作已取 log2 的数据',
    fix: { label: '改为 limma-voom', parameters: { method: 'voom' } },
  }),
  warn('linear_as_log', [matrix.linear, matrix.minimum({ above: -1 })], {
    field: 'log2_transform',
    when: { method: 'limma', log2_transform: false },
    message: '数值 {{minimum}}–{{maximum}}，像是没有取过对数。不取 log2，得到的是差值而不是倍数，P 值也不可信',
    fix: { label: '先取 log2', parameters: { log2_transform: true } },
  }),
  warn('log_twice', [matrix.kind('log')], {
    field: 'log2_transform',
    when: { method: 'limma', log2_transform: true },
    message: '这些数值像是已取过 log2（{{minimum}}–{{maximum}}）。再取一次会把差异压小',
    fix: { label: '不再取 log2', parameters: { log2_transform: false } },
  }),
  refuse('log_of_negative', [matrix.withoutLog], {
    field: 'log2_transform',
    when: { method: 'limma', log2_transform: true },
    message: '这张表里有 {{negative}} 个负数，最小 {{minimum}}，不能取 log2(x + 1)。请重新做背景校正再上传；已取过对数的，不取 log2',
    fix: { label: '不取 log2', parameters: { log2_transform: false } },
  }),
  batchCorrected,
  warn('probes', [matrix.probes], {
    message: '行名是探针号，不是基因名',
    detail: '不转换也能运行：结果里写的是探针，一个基因可能有几行，不能接着做富集。',
    fix: toGeneNames,
  }),
  tell('missing', [matrix.missing], {
    when: { method: 'limma' },
    message: '有 {{missing}} 个缺失值。limma 只用有数值的样本估计这些基因',
  }),
] as const;

/** What is said of a comparison, and what to try when nothing was found. */
export const sharedTexts = {
  headline: {
    zh: '{{#significant}}上调 {{up}} · 下调 {{down}}{{/significant}}{{^significant}}{{#p_passed}}{{p_passed}} 个{{row_subject}} P 达标，{{change_size}}都不到阈值{{/p_passed}}{{^p_passed}}没有显著{{row_subject}}{{/p_passed}}{{/significant}}',
    en: '{{#significant}}{{up}} up · {{down}} down{{/significant}}{{^significant}}{{#p_passed}}{{p_passed}} {{row_subject}}s pass in P, none in {{change_english}}{{/p_passed}}{{^p_passed}}No significant {{row_subject}}s{{/p_passed}}{{/significant}}',
  },
  summary: {
    zh: '{{#significant}}与{{control_group}}相比，{{case_group}}中 [up:{{up}} 个{{row_subject}}上调]、[down:{{down}} 个下调]。{{#top_down}}下降最多的是 *{{top_down}}*（{{change_word}} {{top_down_logfc}}）{{/top_down}}{{#top_up}}{{#top_down}}，{{/top_down}}上升最多的是 *{{top_up}}*（{{change_word}} {{top_up_logfc}}）{{/top_up}}。{{/significant}}{{^significant}}{{#p_passed}}**没有{{row_subject}}两个阈值都过，但两组有差别**：校正后 P < {{padj}} 的有 **{{p_passed}} 个**，{{change_size}}都不到阈值 {{log2fc}}（最大的是 *{{widest}}*，{{change_word}} {{widest_logfc}}；校正后 P 最小的是 *{{smallest}}*，{{smallest_padj}}）。差别可信而幅度小，要看它们请调低 |{{change_word}}| 阈值。{{/p_passed}}{{^p_passed}}**没有{{row_subject}}达到显著**：{{genes}} 个{{row_subject}}里没有一个的校正后 P < {{padj}}{{#smallest}}；校正后 P 最小的是 *{{smallest}}*（{{smallest_padj}}）{{/smallest}}。这也是一个结果：{{case_group}} {{case_n}} 例与{{control_group}} {{control_n}} 例的表达差别不大，或样本量不足以看清。{{/p_passed}}{{/significant}}{{#covariates_used}}已扣除协变量的影响：{{covariates_used}}。{{/covariates_used}}',
    en: '{{#significant}}Compared with {{control_group}}, {{case_group}} had [up:{{up}} {{row_subject}}s up] and [down:{{down}} down]. {{#top_down}}The largest decrease is that of *{{top_down}}* ({{change_english}} {{top_down_logfc}}){{/top_down}}{{#top_up}}{{#top_down}}; the{{/top_down}}{{^top_down}}The{{/top_down}} largest increase is that of *{{top_up}}* ({{change_english}} {{top_up_logfc}}){{/top_up}}.{{/significant}}{{^significant}}{{#p_passed}}**No {{row_subject}} passes both thresholds, but the groups differ**: **{{p_passed}}** have an adjusted P < {{padj}}, none a {{change_english}} of {{log2fc}} or more (the largest: *{{widest}}*, {{widest_logfc}}; the smallest adjusted P: *{{smallest}}*, {{smallest_padj}}). The differences are reliable and small; a lower threshold shows them.{{/p_passed}}{{^p_passed}}**No {{row_subject}} is significant**: none of {{genes}} has an adjusted P < {{padj}}{{#smallest}}; the smallest is that of *{{smallest}}* ({{smallest_padj}}){{/smallest}}. This is a result, too: {{case_group}} (n = {{case_n}}) and {{control_group}} (n = {{control_n}}) differ little in expression, or there are too few samples to see it.{{/p_passed}}{{/significant}}{{#covariates_used}} Adjusted for covariates: {{covariates_english}}.{{/covariates_used}}',
  },
  empty: {
    when: 'significant',
    next: [
      { title: '把 |log2FC| 阈值降到 0.5', text: '会包括细微但稳定的差别，约 1.4 倍。', parameters: { log2fc: 0.5 } },
      { title: '把校正后 P 放宽到 0.10', text: '会多出一些候选{{row_subject}}。适合挑候选，不适合下结论。', parameters: { padj: 0.1 } },
      { title: '加入协变量或配对', text: '批次、年龄、肿瘤纯度会带来额外的波动；加为协变量或按患者配对，可减少它们的影响。' },
      { title: '核对分组', text: '看主成分图里两组是否混在一起；个别样本贴错标签也会让差别消失。' },
    ],
  },
} as const satisfies Omit<ToolDefinition['texts'], 'detail'>;
