import type { FigureDeclaration, TableDeclaration, ToolDefinition } from '../define-tool.ts';
import type { Parameter } from '../parameters.ts';
import { cellNames, commonStyle, comparisonStyle, groupColours, ONE_COLUMN, pointStyle, TWO_COLUMNS } from '../style.ts';
import { sampleGroups } from './inputs.ts';

/** What the tools that score cell types have in common. R: engine/R/statistics/signature-genes.R, score-groups.R and estimate.R. */

const n = (name: string, title: string) => ({ name, type: 'number', title }) as const;
const t = (name: string, title: string) => ({ name, type: 'text', title }) as const;

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
    title: '签名的覆盖率',
    role: 'result',
    columns: [
      t('part', '签名'),
      { name: 'genes', type: 'integer', title: '基因' },
      { name: 'found', type: 'integer', title: '找到的' },
      { name: 'coverage', type: 'fraction', title: '覆盖率' },
    ],
  },
  names: {
    title: '基因名的对应',
    role: 'result',
    folded: true,
    hideEmpty: true,
    columns: [t('asked', '矩阵里的行名'), { name: 'found', type: 'gene', title: '签名里的写法' }, t('how', '怎样对应')],
  },
  absent: {
    title: '签名里有、矩阵里没有的基因',
    role: 'result',
    folded: true,
    hideEmpty: true,
    columns: [{ name: 'gene', type: 'gene', title: '基因' }],
  },
} as const satisfies Record<string, TableDeclaration>;

/** Tests of groups, and what their figure is drawn from. */
export const comparisonTables = {
  comparison: {
    title: '各组的比较',
    role: 'result',
    hideEmpty: true,
    columns: [
      { ...t('type', '项目'), cells: true },
      t('group_1', '组 1'),
      t('group_2', '组 2'),
      { name: 'n_1', type: 'integer', title: '组 1 样本' },
      { name: 'n_2', type: 'integer', title: '组 2 样本' },
      n('median_1', '组 1 中位数'),
      n('median_2', '组 2 中位数'),
      n('difference', '差值（组 1 − 组 2）'),
      t('test', '检验'),
      n('statistic', '统计量'),
      { name: 'p', type: 'p', title: 'P 值' },
      { name: 'padj', type: 'p', title: '校正后 P', key: true },
      t('effect_name', '效应量'),
      { ...n('effect', '效应量的值'), key: true },
    ],
    views: [{ label: '显著', clauses: [{ column: 'padj', is: '<', value: 0.05 }] }],
  },
  boxes: {
    title: '箱线图的五个数',
    role: 'figure',
    columns: [
      t('label', '项目'),
      t('group', '组'),
      { name: 'n', type: 'integer', title: '样本' },
      n('low', '下须'),
      n('q1', '下四分位'),
      n('median', '中位数'),
      n('q3', '上四分位'),
      n('high', '上须'),
    ],
  },
  points: { title: '图中的点', role: 'figure', columns: [t('label', '项目'), t('group', '组'), t('name', '样本'), n('value', '数值')] },
  notes: {
    title: '图中的检验结果',
    role: 'figure',
    columns: [
      t('label', '项目'),
      t('group', '组'),
      t('other', '另一组'),
      { name: 'p', type: 'p', title: '校正后 P' },
      t('text', '图上写的'),
    ],
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
  title: string;
  file: string;
  what: string;
  english: string;
  y: string;
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
    caption: `${words.what}每个点是一个样本；箱是四分位数和中位数，须到 1.5 倍四分位距以内最远的样本。{{#compared}}{{test_word}}，P 按 Benjamini–Hochberg 法校正：* < 0.05，** < 0.01，*** < 0.001，ns 不显著；效应量见「各组的比较」。{{/compared}}`,
    captionEnglish: `${words.english} Points: samples; boxes: quartiles and median; whiskers: farthest sample within 1.5 interquartile ranges.{{#compared}} Adjusted P (Benjamini–Hochberg): * < 0.05, ** < 0.01, *** < 0.001.{{/compared}}`,
    statistics:
      '{{samples}} 个样本{{#group_names}}；{{group_names}}依次有 {{group_counts}} 个{{/group_names}}。{{#compared}}检验 {{tested_types}} 项，双侧，校正后 P < 0.05 的有 {{significant_n}} 项；最小的是「{{first_type}}」（校正后 P {{first_padj}}，{{first_effect_name}} {{first_effect}}）。{{/compared}}{{^compared}}没有做检验。{{/compared}}',
    statisticsEnglish:
      'n = {{samples}} samples{{#group_names}}; {{group_names}}: {{group_counts}}{{/group_names}}.{{#compared}} {{test_word}}, two-sided, of {{tested_types}} items, {{significant_n}} with an adjusted P below 0.05; smallest: {{first_type}} (adjusted P {{first_padj}}, {{first_effect_name}} {{first_effect}}).{{/compared}}{{^compared}} No test was made.{{/compared}}',
    alternative: `${words.title}：{{samples}} 个样本。`,
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
  group_names: { label: '图中的组', format: 'text' },
  group_counts: { label: '各组的样本', format: 'text' },
  tested_types: { label: '检验的项目', format: 'count' },
  significant_n: { label: '校正后 P < 0.05', format: 'count' },
  first_type: { label: '差别最显著的', format: 'text' },
  first_padj: { label: '它的校正后 P', format: 'p' },
  first_effect: { label: '它的效应量', format: 'log2' },
  first_effect_name: { label: '效应量', format: 'text' },
  test_word: { label: '检验', format: 'text' },
} as const satisfies ToolDefinition['facts'];

/** A sentence on the comparison, for a summary. */
export const comparisonSentence =
  '{{#compared}}{{groups}} 组之间比较了 {{tested_types}} 项，校正后 P < 0.05 的有 **{{significant_n}} 项**；{{#significant_n}}差别最显著的是{{/significant_n}}{{^significant_n}}P 最小的是{{/significant_n}}**「{{first_type}}」**（校正后 P {{first_padj}}，{{first_effect_name}} {{first_effect}}）。{{/compared}}';

/** Tables of a heatmap of types by samples, and of the correlations between types. */
export const typeHeatmapTables = {
  correlations: {
    title: '细胞类型之间的相关',
    role: 'result',
    hideEmpty: true,
    columns: [
      t('type_1', '类型 1'),
      { ...t('type_2', '类型 2'), key: true },
      { name: 'n', type: 'integer', title: '样本' },
      { ...n('rho', 'Spearman ρ'), key: true },
      { name: 'p', type: 'p', title: 'P 值' },
      { name: 'padj', type: 'p', title: '校正后 P' },
    ],
  },
  heatmap: { title: '热图的行 z 值', role: 'figure', columns: [t('type', '类型')], rest: { type: 'number', title: '样本' } },
  heatmap_samples: { title: '热图的样本', role: 'figure', columns: [t('sample', '样本'), t('group', '组')] },
  heatmap_tree: {
    title: '热图的聚类树',
    role: 'figure',
    columns: [
      t('side', '行或列'),
      n('position_from', '起点位置'),
      n('height_from', '起点高度'),
      n('position_to', '终点位置'),
      n('height_to', '终点高度'),
    ],
  },
  correlation: { title: '相关系数', role: 'figure', columns: [t('sample', '类型')], rest: { type: 'number', title: '类型' } },
  correlation_tree: {
    title: '相关热图的聚类树',
    role: 'figure',
    columns: [
      t('side', '行或列'),
      n('position_from', '起点位置'),
      n('height_from', '起点高度'),
      n('position_to', '终点位置'),
      n('height_to', '终点高度'),
    ],
  },
  correlation_scale: {
    title: '相关热图的颜色',
    role: 'figure',
    columns: [t('title', '含义'), n('low', '最小'), n('high', '最大'), n('middle', '中间')],
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
      title: '各样本的细胞类型',
      file: '细胞类型热图',
      chart: 'heatmap',
      wide: true,
      hideEmpty: true,
      tables: { cells: 'heatmap', samples: 'heatmap_samples', tree: 'heatmap_tree' },
      columns: { label: 'type', sample: 'sample', group: 'group' },
      subject: 'type',
      caption: `${words.what}，每一行是自己的 z 值，色标覆盖 98% 的数值：只说明样本之间谁高谁低，不同类型的颜色不能比大小。没有变化的类型不画。行按相关距离、样本按欧氏距离，ward.D2 聚类。`,
      captionEnglish: `${words.english}. Colour: row z-score; the scale covers 98% of the values. Rows are clustered by correlation, samples by Euclidean distance (ward.D2).`,
      statistics: '{{drawn_samples}} 个样本；没有做检验。',
      statisticsEnglish: 'n = {{drawn_samples}} samples; no test was made.',
      alternative: '热图：各细胞类型在 {{samples}} 个样本中的高低（行 z 值），行列均已聚类。',
      style: {
        ...commonStyle({ width: TWO_COLUMNS, height: words.heights[0] / 25.4 }),
        ...cellNames,
        high_color: { kind: 'colour', label: '高', default: '#f2384a' },
        low_color: { kind: 'colour', label: '低', default: '#3f59d8' },
        ...groupColours(6),
        show_genes: { kind: 'flag', label: '类型名', default: true },
        show_samples: { kind: 'flag', label: '样本名', default: false },
      },
    },
    correlation: {
      title: '细胞类型之间的相关',
      file: '细胞类型相关热图',
      chart: 'heatmap',
      wide: true,
      hideEmpty: true,
      tables: { cells: 'correlation', tree: 'correlation_tree', scale: 'correlation_scale' },
      columns: { label: 'sample' },
      subject: 'type',
      caption: `两种细胞类型在样本之间的 Spearman 相关系数。${words.correlation}`,
      captionEnglish: `Spearman correlation of cell types over samples. ${words.correlationEnglish}`,
      statistics:
        '{{drawn_samples}} 个样本。{{#type_pairs}}{{type_pairs}} 对类型各做一次检验（双侧，t 近似），P 按 Benjamini–Hochberg 法校正，校正后 P < 0.05 的有 {{type_pairs_found}} 对。{{/type_pairs}}{{^type_pairs}}没有做检验。{{/type_pairs}}',
      statisticsEnglish:
        'n = {{drawn_samples}} samples.{{#type_pairs}} {{type_pairs}} pairs of types tested (two-sided, t approximation; P adjusted by Benjamini–Hochberg), {{type_pairs_found}} with an adjusted P below 0.05.{{/type_pairs}}{{^type_pairs}} No test was made.{{/type_pairs}}',
      alternative: '热图：细胞类型两两之间的 Spearman 相关系数，已聚类；数字见「细胞类型之间的相关」。',
      style: {
        ...commonStyle({ width: TWO_COLUMNS, height: words.heights[1] / 25.4, x: '细胞类型' }),
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

/** Requirements of a matrix whose genes a signature knows. */
export const signatureRequirements = [
  {
    code: 'scores_again',
    level: 'must',
    field: 'file_id',
    facts: [{ input: 'file_id', fact: 'kind', is: { in: ['scores'] } }],
    message: '这是打分矩阵，行不是基因。请选基因的表达矩阵',
  },
  {
    code: 'probes',
    level: 'must',
    field: 'file_id',
    facts: [{ input: 'file_id', fact: 'identifiers', is: { in: ['probe'] } }],
    message: '行名是探针号，签名里是基因名，对不上',
    fix: { label: '换成基因名', file: 'probes_to_genes' },
  },
  {
    code: 'other_species',
    level: 'must',
    field: 'file_id',
    facts: [{ input: 'file_id', fact: 'species', is: { in: ['mouse', 'rat'] } }],
    message: '行名像是小鼠或大鼠的基因，签名是人的，对不上。请先换成人的同源基因',
  },
  {
    code: 'few_genes',
    level: 'should',
    field: 'file_id',
    facts: [{ input: 'file_id', fact: 'rows', is: { below: 5000 } }],
    message: '只有 {{rows}} 行，不像全部基因。这种方法要用全部基因的表达矩阵，不要只给一部分（如差异基因）',
  },
] as const satisfies ToolDefinition['requirements'];

/** ESTIMATE's tables, whatever the samples are. */
export const estimateTables = {
  scores: {
    title: '每个样本的评分',
    role: 'result',
    columns: [
      t('sample', '样本'),
      t('group', '组'),
      { ...n('StromalScore', '基质评分'), key: true },
      { ...n('ImmuneScore', '免疫评分'), key: true },
      n('ESTIMATEScore', 'ESTIMATE 评分'),
      n('TumorPurity', '肿瘤纯度（Affymetrix）'),
      n('TumorPurity_relative', '相对纯度指标'),
    ],
  },
  ...comparisonTables,
  ...signatureTables,
  scatter: {
    title: '散点图的点',
    role: 'figure',
    columns: [t('sample', '样本'), n('x', '基质评分'), n('y', '免疫评分'), t('group', '组')],
  },
  scatter_line: { title: '散点图的直线', role: 'figure', columns: [n('x', '基质评分'), n('y', '免疫评分')] },
  scatter_words: { title: '散点图的文字', role: 'figure', columns: [t('text', '结果'), t('x_title', '横轴'), t('y_title', '纵轴')] },
} as const satisfies Record<string, TableDeclaration>;

export const estimateFigures = {
  scores: comparisonFigure({
    title: 'ESTIMATE 评分',
    file: 'ESTIMATE评分',
    what: '基质、免疫和 ESTIMATE 评分；ESTIMATE 评分是前两项之和，不另检验。小提琴的宽度是分布的密度（10 个以上样本的组）。',
    english: 'Stromal, immune and ESTIMATE scores; the last is the sum of the others and not tested again.',
    y: '评分',
    violin: true,
  }),
  scatter: {
    title: '基质评分与免疫评分',
    file: '基质与免疫评分',
    chart: 'scatter',
    hideEmpty: true,
    tables: { points: 'scatter', line: 'scatter_line', words: 'scatter_words' },
    columns: { label: 'sample', x: 'x', y: 'y', line_x: 'x', line_y: 'y', text: 'text', x_title: 'x_title', y_title: 'y_title' },
    caption: '每个点是一个样本，直线是最小二乘拟合。两种评分都随肿瘤细胞的减少而升高，相关不说明基质与免疫细胞互相吸引。',
    captionEnglish: 'Points: samples; line: least squares. Both scores rise as tumour cells become fewer.',
    statistics: '{{samples}} 个样本{{#score_correlation}}，Spearman ρ {{score_correlation}}{{/score_correlation}}；没有做检验。',
    statisticsEnglish:
      'n = {{samples}} samples{{#score_correlation}}; Spearman’s ρ {{score_correlation}}{{/score_correlation}}; no test was made.',
    alternative: '散点图：{{samples}} 个样本的基质评分与免疫评分。',
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
  common_found: { label: '共同基因', format: 'count' },
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
