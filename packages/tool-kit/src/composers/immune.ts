import { columnOf } from '../declaration/column-of.ts';
import type { FigureDeclaration, TableDeclaration, ToolDefinition } from '../declaration/define-tool.ts';
import type { Parameter } from '../declaration/parameters.ts';
import { TITLES } from '../declaration/titles.ts';
import { both, type Told } from '../declaration/told.ts';
import { cellNames, commonStyle, comparisonStyle, groupColours, heatColours, ONE_COLUMN, pointStyle, TWO_COLUMNS } from '../style/style.ts';
import type { Codes } from '../words/codes.ts';
import { COMPARED_GROUPS } from './group-comparison.ts';
import { sampleGroups } from './inputs.ts';
import { matrix, refuse, toGeneNames, warn } from './requirements.ts';
import { EFFECTS, GENE_MATCHES, NAMES, PAIR_WORDS, SCORE_TESTS } from './vocabularies.ts';

/** Scores of the tumour's surroundings; other rows are types of cells. */
export const IMMUNE_SCORES = {
  StromalScore: { zh: '基质评分', en: 'Stromal score' },
  ImmuneScore: { zh: '免疫评分', en: 'Immune score' },
  ESTIMATEScore: { zh: 'ESTIMATE 评分', en: 'ESTIMATE score' },
  TumorPurity: { zh: '肿瘤纯度', en: 'Tumour purity' },
  TumorPurity_relative: { zh: '相对纯度指标', en: 'Relative purity' },
} as const satisfies Codes;
const SIGNATURE_PARTS = {
  stromal: { zh: '基质签名', en: 'Stromal signature' },
  immune: { zh: '免疫签名', en: 'Immune signature' },
  common: { zh: '共同基因', en: 'Common genes' },
  signature: { zh: '签名', en: 'Signature' },
  xcell: { zh: 'xCell 的基因', en: 'Genes of xCell' },
  sets: { zh: '489 套基因集的基因', en: 'Genes of the 489 gene sets' },
} as const satisfies Codes;
/** Samples by a gene's expression, by a score, and by tissue. */
const SIDES = {
  high: { zh: '{gene} 高', en: '{gene} high' },
  low: { zh: '{gene} 低', en: '{gene} low' },
  high_score: { zh: '高分', en: 'High score' },
  low_score: { zh: '低分', en: 'Low score' },
  normal: { zh: '正常', en: 'Normal' },
  tumour: { zh: '肿瘤', en: 'Tumour' },
  all: { zh: '全部样本', en: 'All samples' },
} as const satisfies Codes;
export const GENE_SIDES = { ...SIDES, ...NAMES } as const satisfies Codes;

/** What the tools that score cell types have in common. R: engine/R/statistics/immune/signature-genes.R, score-groups.R and estimate.R. */

const n = columnOf('number');
const t = columnOf('text');
/** A group: the user's word, or one of these. */
const GROUP_WORDS = { codes: { ...SIDES, every: COMPARED_GROUPS.all }, own: true } as const;
const g = (name: string, title: Told = TITLES.group) => ({ ...t(name, title), ...GROUP_WORDS });

/** Whether groups are compared, and the groups. @param field The matrix is `file_id`. */
export const comparedScores = {
  plot_comparison: {
    kind: 'flag',
    label: '比较各组',
    default: false,
    help: '打开后要给分组表：两组用 Wilcoxon 秩和检验，三组以上用 Kruskal–Wallis 检验再两两比较，P 按 BH 校正，并给出效应量。',
  },
  sample_groups: {
    ...sampleGroups,
    when: { parameter: 'plot_comparison', is: [true] },
    partial: true,
    compared: true,
    help: '每个样本一行：sample 是样本名，group 是组名。没有列出的样本照样打分，只是不参与比较。',
  },
} as const satisfies Record<string, Parameter>;

/** Which genes of the signature were found. */
export const signatureTables = {
  coverage: {
    title: { zh: '签名的覆盖率', en: 'Coverage of the signature' },
    role: 'result',
    columns: [
      { ...t('part', { zh: '签名', en: 'Signature' }), codes: SIGNATURE_PARTS, own: true },
      { name: 'genes', type: 'integer', title: { zh: '基因', en: 'Genes' } },
      { name: 'found', type: 'integer', title: { zh: '找到的', en: 'Found' } },
      { name: 'coverage', type: 'fraction', title: { zh: '覆盖率', en: 'Coverage' } },
    ],
  },
  names: {
    title: { zh: '基因名的对应', en: 'Mapping of gene names' },
    role: 'result',
    folded: true,
    hideEmpty: true,
    columns: [
      t('asked', { zh: '矩阵里的行名', en: 'Row name of the matrix' }),
      { name: 'found', type: 'gene', title: { zh: '签名里的写法', en: 'As written in the signature' } },
      { ...t('how', { zh: '怎样对应', en: 'How it was found' }), codes: GENE_MATCHES },
    ],
  },
  absent: {
    title: { zh: '签名里有、矩阵里没有的基因', en: 'Genes of the signature that the matrix lacks' },
    role: 'result',
    folded: true,
    hideEmpty: true,
    columns: [{ name: 'gene', type: 'gene', title: TITLES.gene }],
  },
} as const satisfies Record<string, TableDeclaration>;

/** Tests of groups, and what their figure is drawn from. */
export const comparisonTables = {
  comparison: {
    title: { zh: '各组的比较', en: 'Comparison of groups' },
    role: 'result',
    hideEmpty: true,
    columns: [
      { ...t('type', { zh: '项目', en: 'Feature' }), cells: true, codes: IMMUNE_SCORES, own: true },
      g('group_1', { zh: '组 1', en: 'Group 1' }),
      g('group_2', { zh: '组 2', en: 'Group 2' }),
      { name: 'n_1', type: 'integer', title: { zh: '组 1 样本', en: 'Samples, group 1' } },
      { name: 'n_2', type: 'integer', title: { zh: '组 2 样本', en: 'Samples, group 2' } },
      n('median_1', { zh: '组 1 中位数', en: 'Median, group 1' }),
      n('median_2', { zh: '组 2 中位数', en: 'Median, group 2' }),
      n('difference', { zh: '差值（组 1 − 组 2）', en: 'Difference (group 1 − group 2)' }),
      { ...t('test', TITLES.test), codes: SCORE_TESTS },
      n('statistic', { zh: '统计量', en: 'Statistic' }),
      { name: 'p', type: 'p', title: TITLES.p },
      { name: 'padj', type: 'p', title: TITLES.adjustedP, key: true },
      { ...t('effect_name', { zh: '效应量', en: 'Effect size' }), codes: EFFECTS },
      { ...n('effect', { zh: '效应量的值', en: 'Value of the effect size' }), key: true },
    ],
    views: [{ label: { zh: '显著', en: 'Significant' }, clauses: [{ column: 'padj', is: '<', value: 0.05 }] }],
  },
  boxes: {
    title: { zh: '箱线图的五个数', en: 'Boxes' },
    role: 'figure',
    columns: [
      { ...t('label'), codes: IMMUNE_SCORES, own: true },
      g('group'),
      { name: 'n', type: 'integer' },
      n('low'),
      n('q1'),
      n('median'),
      n('q3'),
      n('high'),
    ],
  },
  points: {
    title: { zh: '图中的点', en: 'Points' },
    role: 'figure',
    columns: [{ ...t('label'), codes: IMMUNE_SCORES, own: true }, g('group'), t('name'), n('value')],
  },
  notes: {
    title: { zh: '图中的检验结果', en: 'Notes' },
    role: 'figure',
    columns: [{ ...t('label'), codes: IMMUNE_SCORES, own: true }, g('group'), g('other'), { name: 'p', type: 'p' }, t('text')],
  },
} as const satisfies Record<string, TableDeclaration>;

const ROLES = {
  label: 'label',
  group: 'group',
  low: 'low',
  q1: 'q1',
  median: 'median',
  q3: 'q3',
  high: 'high',
  n: 'n',
  name: 'name',
  value: 'value',
  text: 'text',
  other: 'other',
  p: 'p',
} as const;

/** Groups within types. @param words What the figure shows, its height in mm, and whether what it compares are types of cells. */
export const comparisonFigure = (words: {
  title: Told;
  file: string;
  what: string;
  english: string;
  y: string | Told;
  violin?: boolean;
  height?: number;
  cells?: true;
}) =>
  ({
    title: words.title,
    file: words.file,
    chart: 'comparison',
    wide: true,
    hideEmpty: true,
    tables: { boxes: 'boxes', points: 'points', notes: 'notes' },
    columns: ROLES,
    caption: {
      zh: `${words.what}每个点是一个样本；箱是四分位数和中位数，须到 1.5 倍四分位距以内最远的样本。{{#compared}}{{test_word}}，P 按 Benjamini–Hochberg 法校正：* < 0.05，** < 0.01，*** < 0.001，ns 不显著；效应量见「各组的比较」。{{/compared}}`,
      en: `${words.english} Points: samples; boxes: quartiles and median; whiskers: farthest sample within 1.5 interquartile ranges.{{#compared}} Adjusted P (Benjamini–Hochberg): * < 0.05, ** < 0.01, *** < 0.001.{{/compared}}`,
    },
    statistics: {
      zh: '{{samples}} 个样本{{#group_names}}；{{group_names}}依次有 {{group_counts}} 个{{/group_names}}。{{#compared}}检验 {{tested_types}} 项，双侧，校正后 P < 0.05 的有 {{significant_n}} 项；最小的是「{{first_type}}」（校正后 P {{first_padj}}，{{first_effect_name}} {{first_effect}}）。{{/compared}}{{^compared}}没有做检验。{{/compared}}',
      en: 'n = {{samples}} samples{{#group_names}}; {{group_names}}: {{group_counts}}{{/group_names}}.{{#compared}} {{test_word}}, two-sided, of {{tested_types}} items, {{significant_n}} with an adjusted P below 0.05; smallest: {{first_type}} (adjusted P {{first_padj}}, {{first_effect_name}} {{first_effect}}).{{/compared}}{{^compared}} No test was made.{{/compared}}',
    },
    alternative: { zh: `${words.title.zh}：{{samples}} 个样本。`, en: `${words.title.en}: {{samples}} samples.` },
    style: {
      ...commonStyle({ width: TWO_COLUMNS, height: (words.height ?? 85) / 25.4, y: words.y }),
      ...(words.cells === true ? cellNames : {}),
      ...groupColours(6),
      ...comparisonStyle,
      group_shape: { ...comparisonStyle.group_shape, default: words.violin === true ? 'violin' : 'box' },
      p_format: { ...comparisonStyle.p_format, default: 'stars' },
    },
  }) as const satisfies FigureDeclaration;

/** What is said of a comparison; R: `score_test_facts`. */
export const comparisonFacts = {
  samples: { label: '样本', format: 'count' },
  compared: { label: '比较了各组', format: 'flag' },
  groups: { label: '组', format: 'count' },
  group_names: { label: '图中的组', format: 'text', codes: GENE_SIDES },
  group_counts: { label: '各组的样本', format: 'text' },
  tested_types: { label: '检验的项目', format: 'count' },
  significant_n: { label: '校正后 P < 0.05', format: 'count' },
  first_type: { label: '差别最显著的', format: 'text', codes: IMMUNE_SCORES },
  first_padj: { label: '它的校正后 P', format: 'p' },
  first_effect: { label: '它的效应量', format: 'log2' },
  first_effect_name: { label: '效应量', format: 'text', codes: EFFECTS },
  test_word: { label: '检验', format: 'text', codes: SCORE_TESTS },
} as const satisfies ToolDefinition['facts'];

/** A sentence on the comparison, for a summary. */
export const comparisonSentence = {
  zh: '{{#compared}}{{groups}} 组之间比较了 {{tested_types}} 项，校正后 P < 0.05 的有 **{{significant_n}} 项**；{{#significant_n}}差别最显著的是{{/significant_n}}{{^significant_n}}P 最小的是{{/significant_n}}**「{{first_type}}」**（校正后 P {{first_padj}}，{{first_effect_name}} {{first_effect}}）。{{/compared}}',
  en: '{{#compared}} Of {{tested_types}} compared between {{groups}} groups, **{{significant_n}}** had an adjusted P < 0.05; {{#significant_n}}the clearest difference is that of{{/significant_n}}{{^significant_n}}the smallest P is that of{{/significant_n}} **“{{first_type}}”** (adjusted P {{first_padj}}; {{first_effect_name}} {{first_effect}}).{{/compared}}',
} as const satisfies Told;

/** Tables of a heatmap of types by samples, and of the correlations between types. */
export const typeHeatmapTables = {
  correlations: {
    title: { zh: '细胞类型之间的相关', en: 'Correlation of cell types' },
    role: 'result',
    hideEmpty: true,
    columns: [
      t('type_1', { zh: '类型 1', en: 'Type 1' }),
      { ...t('type_2', { zh: '类型 2', en: 'Type 2' }), key: true },
      { name: 'n', type: 'integer', title: TITLES.samples },
      { ...n('rho', both('Spearman ρ')), key: true },
      { name: 'p', type: 'p', title: TITLES.p },
      { name: 'padj', type: 'p', title: TITLES.adjustedP },
    ],
  },
  heatmap: { title: { zh: '热图的行 z 值', en: 'Heatmap' }, role: 'figure', columns: [t('type')], rest: { type: 'number' } },
  heatmap_samples: { title: { zh: '热图的样本', en: 'Heatmap samples' }, role: 'figure', columns: [t('sample'), g('group')] },
  heatmap_tree: {
    title: { zh: '热图的聚类树', en: 'Heatmap tree' },
    role: 'figure',
    columns: [t('side'), n('position_from'), n('height_from'), n('position_to'), n('height_to')],
  },
  correlation: {
    title: { zh: '相关系数', en: 'Correlation coefficient' },
    role: 'figure',
    columns: [t('sample')],
    rest: { type: 'number' },
  },
  correlation_tree: {
    title: { zh: '相关热图的聚类树', en: 'Correlation tree' },
    role: 'figure',
    columns: [t('side'), n('position_from'), n('height_from'), n('position_to'), n('height_to')],
  },
  correlation_scale: {
    title: { zh: '相关热图的颜色', en: 'Correlation scale' },
    role: 'figure',
    columns: [t('title'), n('low'), n('high'), n('middle')],
  },
} as const satisfies Record<string, TableDeclaration>;

/** Heatmaps of types. @param words What the values are, a sentence on their correlations, and heights in mm that leave room for the names of all types. */
export const typeHeatmaps = (words: {
  what: string;
  english: string;
  correlation: string;
  correlationEnglish: string;
  heights: readonly [samples: number, types: number];
}) =>
  ({
    heatmap: {
      title: { zh: '各样本的细胞类型', en: 'Cell types of each sample' },
      file: '细胞类型热图',
      chart: 'heatmap',
      wide: true,
      hideEmpty: true,
      tables: { cells: 'heatmap', samples: 'heatmap_samples', tree: 'heatmap_tree' },
      columns: { label: 'type', sample: 'sample', group: 'group' },
      subject: 'type',
      caption: {
        zh: `${words.what}，每一行是自己的 z 值，色标覆盖 98% 的数值：只说明样本之间谁高谁低，不同类型的颜色不能比大小。没有变化的类型不画。行按相关距离、样本按欧氏距离，ward.D2 聚类。`,
        en: `${words.english}. Colour: row z-score; the scale covers 98% of the values. Rows are clustered by correlation, samples by Euclidean distance (ward.D2).`,
      },
      statistics: { zh: '{{drawn_samples}} 个样本；没有做检验。', en: 'n = {{drawn_samples}} samples; no test was made.' },
      alternative: {
        zh: '热图：各细胞类型在 {{samples}} 个样本中的高低（行 z 值），行列均已聚类。',
        en: 'Heatmap: cell types in {{samples}} samples (row z scores), rows and columns clustered.',
      },
      style: {
        ...commonStyle({ width: TWO_COLUMNS, height: words.heights[0] / 25.4 }),
        ...cellNames,
        ...heatColours,
        ...groupColours(6),
        show_genes: { kind: 'flag', label: '类型名', default: true },
        show_samples: { kind: 'flag', label: '样本名', default: false },
      },
    },
    correlation: {
      title: { zh: '细胞类型之间的相关', en: 'Correlation of cell types' },
      file: '细胞类型相关热图',
      chart: 'heatmap',
      wide: true,
      hideEmpty: true,
      tables: { cells: 'correlation', tree: 'correlation_tree', scale: 'correlation_scale' },
      columns: { label: 'sample' },
      subject: 'type',
      caption: {
        zh: `两种细胞类型在样本之间的 Spearman 相关系数。${words.correlation}`,
        en: `Spearman correlation of cell types over samples. ${words.correlationEnglish}`,
      },
      statistics: {
        zh: '{{drawn_samples}} 个样本。{{#type_pairs}}{{type_pairs}} 对类型各做一次检验（双侧，t 近似），P 按 Benjamini–Hochberg 法校正，校正后 P < 0.05 的有 {{type_pairs_found}} 对。{{/type_pairs}}{{^type_pairs}}没有做检验。{{/type_pairs}}',
        en: 'n = {{drawn_samples}} samples.{{#type_pairs}} {{type_pairs}} pairs of types tested (two-sided, t approximation; P adjusted by Benjamini–Hochberg), {{type_pairs_found}} with an adjusted P below 0.05.{{/type_pairs}}{{^type_pairs}} No test was made.{{/type_pairs}}',
      },
      alternative: {
        zh: '热图：细胞类型两两之间的 Spearman 相关系数，已聚类；数字见「细胞类型之间的相关」。',
        en: 'Heatmap: Spearman correlations between cell types, clustered; the numbers stand in the table of correlations.',
      },
      style: {
        ...commonStyle({ width: TWO_COLUMNS, height: words.heights[1] / 25.4, x: { zh: '细胞类型', en: 'Cell types' } }),
        ...cellNames,
        low_color: { kind: 'colour', label: '负相关', default: '#3f59d8' },
        high_color: { kind: 'colour', label: '正相关', default: '#f2384a' },
        show_samples: { kind: 'flag', label: '类型名', default: true },
      },
    },
  }) as const satisfies Record<string, FigureDeclaration>;

/** What legends say of the heatmaps; R: `score_heatmap_facts`. */
export const typeHeatmapFacts = {
  drawn_samples: { label: '图中的样本', format: 'count' },
  type_pairs: { label: '检验的类型对', format: 'count' },
  type_pairs_found: { label: '校正后 P < 0.05 的类型对', format: 'count' },
} as const satisfies ToolDefinition['facts'];

/** The signature of ESTIMATE. */
export const estimateSignature = {
  kind: 'signature',
  label: 'ESTIMATE 签名',
  input: 'signature',
  family: 'estimate',
  advanced: true,
  help: '基质、免疫各 141 个基因，和评分所用的共同基因。',
} as const satisfies Parameter;

/** Requirements of a matrix whose genes a signature knows. */
export const signatureRequirements = [
  refuse('scores_again', [matrix.scores], { message: '这是打分矩阵，行不是基因。请选基因的表达矩阵' }),
  refuse('probes', [matrix.probes], { message: '行名是探针号，签名里是基因名，对不上', fix: toGeneNames }),
  refuse('other_species', [matrix.fact('species', { in: ['mouse', 'rat'] })], {
    message: '行名像是小鼠或大鼠的基因，签名是人的，对不上。请先换成人的同源基因',
  }),
  warn('few_genes', [matrix.rows({ below: 5000 })], {
    message: '只有 {{rows}} 行，不像全部基因。这种方法要用全部基因的表达矩阵，不要只给一部分（如差异基因）',
  }),
];

/** ESTIMATE's tables, whatever the samples are. */
export const estimateTables = {
  scores: {
    title: { zh: '每个样本的评分', en: 'Scores of each sample' },
    role: 'result',
    columns: [
      t('sample', TITLES.sample),
      g('group', TITLES.group),
      { ...n('StromalScore', { zh: '基质评分', en: 'Stromal score' }), key: true },
      { ...n('ImmuneScore', { zh: '免疫评分', en: 'Immune score' }), key: true },
      n('ESTIMATEScore', { zh: 'ESTIMATE 评分', en: 'ESTIMATE scores' }),
      n('TumorPurity', { zh: '肿瘤纯度（Affymetrix）', en: 'Tumour purity (Affymetrix)' }),
      n('TumorPurity_relative', { zh: '相对纯度指标', en: 'Relative purity' }),
    ],
  },
  ...comparisonTables,
  ...signatureTables,
  scatter: {
    title: { zh: '散点图的点', en: 'Scatter' },
    role: 'figure',
    columns: [t('sample'), n('x'), n('y'), g('group')],
  },
  scatter_line: { title: { zh: '散点图的直线', en: 'Scatter line' }, role: 'figure', columns: [n('x'), n('y')] },
  scatter_words: {
    title: { zh: '散点图的文字', en: 'Scatter words' },
    role: 'figure',
    columns: [
      { ...t('text'), codes: PAIR_WORDS },
      { ...t('x_title'), codes: IMMUNE_SCORES },
      { ...t('y_title'), codes: IMMUNE_SCORES },
    ],
  },
} as const satisfies Record<string, TableDeclaration>;

export const estimateFigures = {
  scores: comparisonFigure({
    title: { zh: 'ESTIMATE 评分', en: 'ESTIMATE scores' },
    file: 'ESTIMATE评分',
    what: '基质、免疫和 ESTIMATE 评分；ESTIMATE 评分是前两项之和，不另检验。小提琴的宽度是分布的密度（10 个以上样本的组）。',
    english: 'Stromal, immune and ESTIMATE scores; the last is the sum of the others and not tested again.',
    y: { zh: '评分', en: 'Score' },
    violin: true,
  }),
  scatter: {
    title: { zh: '基质评分与免疫评分', en: 'Stromal and immune scores' },
    file: '基质与免疫评分',
    chart: 'scatter',
    hideEmpty: true,
    tables: { points: 'scatter', line: 'scatter_line', words: 'scatter_words' },
    columns: { label: 'sample', x: 'x', y: 'y', line_x: 'x', line_y: 'y', text: 'text', x_title: 'x_title', y_title: 'y_title' },
    caption: {
      zh: '每个点是一个样本，直线是最小二乘拟合。两种评分都随肿瘤细胞的减少而升高，相关不说明基质与免疫细胞互相吸引。',
      en: 'Points: samples; line: least squares. Both scores rise as tumour cells become fewer.',
    },
    statistics: {
      zh: '{{samples}} 个样本{{#score_correlation}}，Spearman ρ {{score_correlation}}{{/score_correlation}}；没有做检验。',
      en: 'n = {{samples}} samples{{#score_correlation}}; Spearman’s ρ {{score_correlation}}{{/score_correlation}}; no test was made.',
    },
    alternative: {
      zh: '散点图：{{samples}} 个样本的基质评分与免疫评分。',
      en: 'Scatter plot: stromal and immune scores of {{samples}} samples.',
    },
    style: {
      ...commonStyle({ width: ONE_COLUMN, height: 75 / 25.4 }),
      ...pointStyle,
      line_color: { kind: 'colour', label: '直线', default: '#D55E00' },
    },
  },
} as const satisfies Record<string, FigureDeclaration>;

export const estimateFacts = {
  ...comparisonFacts,
  signature_title: { label: '签名', format: 'text' },
  signature_release: { label: '签名的版本', format: 'text' },
  common_found: { label: '共同{{row_subject}}', format: 'count' },
  stromal_found: { label: '基质签名找到', format: 'count' },
  immune_found: { label: '免疫签名找到', format: 'count' },
  stromal_median: { label: '基质评分中位数', format: 'log2' },
  immune_median: { label: '免疫评分中位数', format: 'log2' },
  affymetrix: { label: 'Affymetrix 芯片', format: 'flag' },
  purity_median: { label: '纯度中位数', format: 'percent' },
  purity_absent: { label: '算不出纯度的样本', format: 'count' },
  normal_samples: { label: '没有纯度的正常样本', format: 'count' },
  score_correlation: { label: '基质与免疫的 Spearman ρ', format: 'log2' },
} as const satisfies ToolDefinition['facts'];

export const estimateCitations = [
  'Yoshihara K, Shahmoradgoli M, Martínez E, et al. Inferring tumour purity and stromal and immune cell admixture from expression data. Nat Commun 2013;4:2612. doi:10.1038/ncomms3612',
] as const;
