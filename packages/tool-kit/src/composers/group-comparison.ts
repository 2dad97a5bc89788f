import { columnOf } from '../declaration/column-of.ts';
import type { FigureDeclaration, TableDeclaration, ToolDefinition } from '../declaration/define-tool.ts';
import type { Parameter } from '../declaration/parameters.ts';
import { TITLES } from '../declaration/titles.ts';
import type { Told } from '../declaration/told.ts';
import { commonStyle, comparisonStyle, groupColours, TWO_COLUMNS } from '../style/style.ts';
import type { Codes } from '../words/codes.ts';
import { YES_NO } from '../words/typed-cells.ts';
import { matrix, warn } from './requirements.ts';
import { ALL_TESTS, AXIS_TITLES, EFFECTS, GROUP_TESTS, NAMES, ROW_NAMES } from './vocabularies.ts';

/** A group in a table of tests: one of the user's, or all. */
/** What stands in the place of a group where all of them are compared. */
export const COMPARED_GROUPS = { all: { zh: '全部组', en: 'All groups' } } as const satisfies Codes;
const CORRECTIONS = {
  none: { zh: '不校正', en: 'not adjusted' },
  pairs: { zh: '{method}，{n} 对之间', en: '{method}, {n} pairs' },
  items: { zh: '{method}，{n} 项之间', en: '{method}, {n} items' },
} as const satisfies Codes;
/** The same told of all tests of a run. */
const ALL_CORRECTIONS = {
  both: { zh: '总的检验 {overall}，两两比较 {pairs}', en: 'overall tests {overall}; pairs {pairs}' },
  ...CORRECTIONS,
  ...NAMES,
} as const satisfies Codes;
/** What was tested, and between which groups. */
const SUBJECTS = {
  pair: { zh: '{group} 对 {other}', en: '{group} vs {other}' },
  overall: { zh: '{feature} 各组之间', en: '{feature} over all groups' },
  groups: { zh: '各组之间', en: 'all groups' },
} as const satisfies Codes;
const DIFFERENCES = {
  shift: { zh: 'Hodges–Lehmann 差值', en: 'Hodges–Lehmann shift' },
  means: { zh: '均数差', en: 'difference of means' },
  paired_shift: { zh: '每对之差（Hodges–Lehmann）', en: 'difference within pairs (Hodges–Lehmann)' },
  paired_means: { zh: '差的均数', en: 'mean difference within pairs' },
} as const satisfies Codes;
/** Why there is no test, or what it had to do with; `{n}` is the smallest group that is tested. */
export const TEST_NOTES = {
  constant: { zh: '数值全部相同', en: 'all values are the same' },
  constant_within: { zh: '组内的数值全部相同', en: 'all values of a group are the same' },
  ties: { zh: '有相同的数值', en: 'ties' },
  few_in_both: { zh: '两组都有的对象不足 {n} 个', en: 'fewer than {n} subjects in both groups' },
  few_everywhere: { zh: '各组都有的对象不足 {n} 个', en: 'fewer than {n} subjects in all groups' },
  same_pairs: { zh: '每对的两个数值都相同', en: 'both values of each pair are the same' },
  same_differences: { zh: '每对的差都相同', en: 'all differences within pairs are the same' },
  zero_differences: { zh: '有几对的差是 0', en: 'some differences within pairs are 0' },
  tied_differences: { zh: '有相同的差', en: 'ties among the differences' },
} as const satisfies Codes;
const ASSUMPTIONS = {
  normal: { zh: '正态', en: 'Normality' },
  normal_difference: { zh: '正态', en: 'Normality' },
  equal: { zh: '方差相等', en: 'Equal variances' },
} as const satisfies Codes;

/** What the tools that compare groups of pasted or uploaded values have in common. R: engine/R/statistics/groups/group-tests.R, group-values.R. */

const n = columnOf('number');
const t = columnOf('text');
const count = columnOf('integer');

/** Tests of two groups, and of all groups with pairs after them; R: `GROUP_METHODS`. */
export const GROUP_METHODS = {
  wilcoxon: { value: 'wilcoxon', label: 'Wilcoxon 秩和检验', help: '两组；三组以上时两两比较。不要求正态。' },
  t: { value: 't', label: 't 检验（Welch）', help: '两组；三组以上时两两比较。要近似正态，不要求方差相等。' },
  kruskal: { value: 'kruskal', label: 'Kruskal–Wallis 检验', help: '三组以上先看总的差别，再用秩和检验两两比较。不要求正态。' },
  anova: {
    value: 'anova',
    label: '单因素方差分析',
    help: '三组以上先看总的差别，再用各组合并的方差做 t 检验两两比较。要近似正态、方差相等。',
  },
  welch_anova: { value: 'welch_anova', label: 'Welch 方差分析', help: '同上，不要求方差相等；两两比较用 Welch 的 t 检验。' },
} as const;

/** Values of the same subjects in several groups; R: `pairs_of_rows`. @param of Whose columns tell the subjects. */
export const pairedGroups = (of: string, methods: string) =>
  ({
    paired: {
      kind: 'flag',
      label: '配对',
      default: false,
      help: `同一个对象在各组都测了（治疗前后、肿瘤与癌旁）：打开后每个对象与自己比，图上连线。${methods}`,
    },
    pair_column: {
      kind: 'columns',
      label: '配对列',
      of,
      multiple: false,
      optional: true,
      when: { parameter: 'paired', is: [true] },
      help: '写着对象编号的一列（如患者、动物），同一个对象在各组写同一个编号。不选时，找每组各出现一次的一列；宽表每一行就是一个对象。表达矩阵的在分组表里。',
    },
  }) as const satisfies Record<string, Parameter>;

/** Counts of a matrix that are compared between samples as they are. */
export const countsCompared = warn('counts', [matrix.counts], {
  message: '这是 counts，样本之间的测序深度不同，直接比较会有偏差。请先转换（log2CPM、vst 或 TPM）再画',
});

/** How P of several comparisons is adjusted. */
export const adjustMethod = {
  kind: 'choice',
  label: '多重比较校正',
  default: 'BH',
  options: [
    { value: 'BH', label: 'Benjamini–Hochberg（FDR）' },
    { value: 'holm', label: 'Holm' },
    { value: 'bonferroni', label: 'Bonferroni' },
    { value: 'none', label: '不校正' },
  ],
  help: '三组以上时在各对之间校正；只有一次检验的几个项目，在项目之间校正。Holm 和 Bonferroni 更严格。',
  feeds: 'stats::p.adjust(method)',
} as const satisfies Parameter;

/** Tables of the tests, of what they assume, and of the figure. */
export const groupTables = {
  tests: {
    title: TITLES.test,
    role: 'result',
    hideEmpty: true,
    columns: [
      t('feature', { zh: '项目', en: 'Feature' }),
      { ...t('group_1', { zh: '组 1', en: 'Group 1' }), codes: COMPARED_GROUPS, own: true },
      t('group_2', { zh: '组 2', en: 'Group 2' }),
      count('n_1', { zh: '组 1 例数', en: 'n, group 1' }),
      count('n_2', { zh: '组 2 例数', en: 'n, group 2' }),
      { ...t('test', TITLES.test), codes: GROUP_TESTS },
      t('statistic_name', { zh: '统计量', en: 'Statistic' }),
      n('statistic', { zh: '统计量的值', en: 'Value of the statistic' }),
      t('df', { zh: '自由度', en: 'df' }),
      { name: 'p', type: 'p', title: TITLES.p, key: true },
      { name: 'padj', type: 'p', title: TITLES.adjustedP, key: true },
      { ...t('correction', { zh: '校正', en: 'Adjustment' }), codes: CORRECTIONS },
      { ...t('difference_name', { zh: '差值', en: 'Difference' }), codes: DIFFERENCES },
      n('difference', { zh: '差值（组 1 − 组 2）', en: 'Difference (group 1 − group 2)' }),
      n('difference_low', { zh: '差值 95% CI 下限', en: '95% CI of the difference, lower' }),
      n('difference_high', { zh: '差值 95% CI 上限', en: '95% CI of the difference, upper' }),
      { ...t('effect_name', { zh: '效应量', en: 'Effect size' }), codes: EFFECTS },
      { ...n('effect', { zh: '效应量的值', en: 'Value of the effect size' }), key: true },
      n('effect_low', { zh: '效应量 95% CI 下限', en: '95% CI of the effect size, lower' }),
      n('effect_high', { zh: '效应量 95% CI 上限', en: '95% CI of the effect size, upper' }),
      { ...t('note', { zh: '说明', en: 'Note' }), codes: TEST_NOTES },
    ],
    views: [{ label: { zh: '显著', en: 'Significant' }, clauses: [{ column: 'padj', is: '<', value: 0.05 }] }],
    // What the name of the test tells, and what the notes below say, leaves room on a page across.
    paper: { without: ['statistic_name', 'df', 'correction', 'difference_name', 'note'] },
  },
  groups: {
    title: { zh: '各组的数值', en: 'Values by group' },
    role: 'result',
    columns: [
      t('feature', { zh: '项目', en: 'Feature' }),
      t('group', TITLES.group),
      count('n', { zh: '例数', en: 'n' }),
      n('mean', { zh: '均数', en: 'Mean' }),
      n('sd', { zh: '标准差', en: 'Standard deviation' }),
      n('sem', { zh: '标准误', en: 'SE' }),
      n('median', { zh: '中位数', en: 'Median' }),
      n('q1', { zh: '下四分位', en: 'Lower quartile' }),
      n('q3', { zh: '上四分位', en: 'Upper quartile' }),
      n('min', { zh: '最小', en: 'Minimum' }),
      n('max', { zh: '最大', en: 'Maximum' }),
      { ...t('tested', { zh: '参与检验', en: 'Took part in the test' }), codes: YES_NO },
    ],
  },
  assumptions: {
    title: { zh: '检验的前提', en: 'Assumptions of the tests' },
    role: 'result',
    hideEmpty: true,
    columns: [
      t('feature', { zh: '项目', en: 'Feature' }),
      { ...t('assumption', { zh: '前提', en: 'Assumption' }), codes: ASSUMPTIONS },
      { ...t('group', TITLES.group), codes: COMPARED_GROUPS, own: true },
      count('n', { zh: '例数', en: 'n' }),
      t('test', { zh: '检查', en: 'Check' }),
      n('statistic', { zh: '统计量', en: 'Statistic' }),
      { name: 'p', type: 'p', title: TITLES.p },
    ],
  },
  boxes: {
    title: { zh: '箱线图的五个数', en: 'Boxes' },
    role: 'figure',
    columns: [t('facet'), t('facet_test'), t('label'), t('group'), count('n'), n('low'), n('q1'), n('median'), n('q3'), n('high')],
  },
  points: {
    title: { zh: '图中的点', en: 'Points' },
    role: 'figure',
    columns: [t('facet'), t('label'), t('group'), { ...t('name'), codes: ROW_NAMES, own: true }, n('value'), t('pair')],
  },
  notes: {
    title: { zh: '图中的检验结果', en: 'Notes' },
    role: 'figure',
    columns: [t('facet'), t('label'), t('group'), t('other'), { name: 'p', type: 'p' }, t('text')],
  },
} as const satisfies Record<string, TableDeclaration>;

/** The figure of these tables. @param shape What stands for a group by itself. */
export const groupFigure = (words: { title: Told; file: string; shape?: 'box' | 'violin'; width?: number; height?: number }) =>
  ({
    title: words.title,
    file: words.file,
    chart: 'comparison',
    wide: true,
    tables: { boxes: 'boxes', points: 'points', notes: 'notes' },
    columns: {
      facet: 'facet',
      facet_test: 'facet_test',
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
      pair: 'pair',
      text: 'text',
      other: 'other',
      p: 'p',
    },
    caption: {
      zh: '每个点是一个观测{{#is_paired}}，线连着同一个对象的数值{{/is_paired}}；箱是四分位数和中位数，须到 1.5 倍四分位距以内最远的观测，须以外的点是离群的观测；不足 {{boxed_from}} 个观测的组只画点。{{#compared}}{{test_word}}，双侧；多重比较校正：{{correction_word}}。写成星号时，* < 0.05，** < 0.01，*** < 0.001，ns 不显著。{{/compared}}',
      en: 'Points: observations{{#is_paired}}, lines join those of one subject{{/is_paired}}; boxes: quartiles and median; whiskers: farthest observation within 1.5 interquartile ranges. Groups of fewer than {{boxed_from}} observations are points alone.{{#compared}} {{test_word}}, two-sided; P adjusted for multiple comparisons: {{correction_word}}. Stars: * < 0.05, ** < 0.01, *** < 0.001.{{/compared}}',
    },
    statistics: {
      zh: '共 {{n_values}} 个数值，{{groups}} 组{{#is_paired}}，配对检验，{{n_pairs}} 对{{/is_paired}}。{{#compared}}{{#single}}{{first_what}}：{{first_test}} P {{first_p}}，{{first_effect_name}} {{first_effect}}{{#first_low}}（95% CI {{first_low}} 至 {{first_high}}）{{/first_low}}{{#is_paired}}{{#first_shift_low}}，{{first_shift_name}} {{first_shift}}（95% CI {{first_shift_low}} 至 {{first_shift_high}}）{{/first_shift_low}}{{/is_paired}}。{{/single}}{{^single}}{{tests}} 次检验，校正后 P < 0.05 的有 {{significant_n}} 次；{{#significant}}差别最显著的是{{/significant}}{{^significant}}P 最小的是{{/significant}}「{{first_what}}」（{{first_test}}，P {{first_p}}，校正后 P {{first_padj}}，{{first_effect_name}} {{first_effect}}{{#first_low}}，95% CI {{first_low}} 至 {{first_high}}{{/first_low}}）。{{/single}}{{/compared}}{{^compared}}没有做检验。{{/compared}}',
      en: 'n = {{n_values}} values in {{groups}} groups{{#is_paired}}, {{n_pairs}} pairs{{/is_paired}}. {{#compared}}{{#single}}{{first_what}}: {{first_test}} P {{first_p}}, {{first_effect_name}} {{first_effect}}{{#first_low}} (95% CI {{first_low}} to {{first_high}}){{/first_low}}{{#is_paired}}{{#first_shift_low}}, {{first_shift_name}} {{first_shift}} (95% CI {{first_shift_low}} to {{first_shift_high}}){{/first_shift_low}}{{/is_paired}}.{{/single}}{{^single}}{{tests}} tests ({{test_word}}; adjustment: {{correction_word}}), {{significant_n}} with an adjusted P below 0.05; smallest: {{first_what}} ({{first_test}}, P {{first_p}}, adjusted P {{first_padj}}, {{first_effect_name}} {{first_effect}}{{#first_low}}, 95% CI {{first_low}} to {{first_high}}{{/first_low}}).{{/single}}{{/compared}}{{^compared}}No test was made.{{/compared}}',
    },
    alternative: {
      zh: `${words.title.zh}：{{groups}} 组，{{n_values}} 个数值。`,
      en: `${words.title.en}: {{groups}} groups, {{n_values}} values.`,
    },
    style: {
      ...commonStyle({ width: words.width ?? TWO_COLUMNS, height: words.height ?? 85 / 25.4 }),
      ...groupColours(10),
      ...comparisonStyle,
      group_shape: {
        ...comparisonStyle.group_shape,
        default: words.shape ?? 'box',
        help: '箱线：四分位数和中位数。小提琴：加上分布的形状，要 10 个以上的观测，不够的组仍画箱线。只画点：每个观测一个点，横线是中位数。不足 6 个观测的组都只画点。',
      },
    },
  }) as const satisfies FigureDeclaration;

/** What is said of a comparison; R: `group_facts`. */
export const groupFacts = {
  n_values: { label: '数值', format: 'count' },
  features: { label: '项目', format: 'count' },
  groups: { label: '组', format: 'count' },
  tests: { label: '检验次数', format: 'count' },
  compared: { label: '做了检验', format: 'flag' },
  significant: { label: '有显著差别', format: 'flag' },
  significant_n: { label: '校正后 P < 0.05', format: 'count' },
  single: { label: '只有一次检验', format: 'flag' },
  first_what: { label: 'P 最小的', format: 'text', codes: SUBJECTS },
  first_test: { label: '它的检验', format: 'text', codes: GROUP_TESTS },
  first_p: { label: '它的 P', format: 'p' },
  first_padj: { label: '它的校正后 P', format: 'p' },
  first_effect_name: { label: '效应量', format: 'text', codes: EFFECTS },
  first_effect: { label: '它的效应量', format: 'log2' },
  first_low: { label: '效应量 95% CI 下限', format: 'log2' },
  first_high: { label: '效应量 95% CI 上限', format: 'log2' },
  first_shift_name: { label: '差值', format: 'text', codes: DIFFERENCES },
  first_shift: { label: '它的差值', format: 'log2' },
  first_shift_low: { label: '差值 95% CI 下限', format: 'log2' },
  first_shift_high: { label: '差值 95% CI 上限', format: 'log2' },
  is_paired: { label: '配对检验', format: 'flag' },
  n_pairs: { label: '配对的对象', format: 'count' },
  test_word: { label: '检验', format: 'text', codes: ALL_TESTS },
  correction_word: { label: '校正', format: 'text', codes: ALL_CORRECTIONS },
  boxed_from: { label: '画箱线至少要', format: 'count' },
  value_title: { label: '数值轴', format: 'text', codes: AXIS_TITLES },
} as const satisfies ToolDefinition['facts'];

/** Sentences of the result; R: `group_facts`. */
export const groupTexts = {
  headline: {
    zh: '{{#compared}}{{first_what}} · P {{first_padj}}{{/compared}}{{^compared}}{{groups}} 组 · 没有检验{{/compared}}',
    en: '{{#compared}}{{first_what}} · P {{first_padj}}{{/compared}}{{^compared}}{{groups}} groups · not tested{{/compared}}',
  },
  summary: {
    zh: '{{groups}} 组共 {{n_values}} 个数值{{#is_paired}}，按 {{n_pairs}} 对配对比较{{/is_paired}}。{{#compared}}{{#single}}**{{first_what}}**：{{first_test}} P {{first_p}}，{{first_effect_name}} {{first_effect}}{{#first_low}}（95% CI {{first_low}} 至 {{first_high}}）{{/first_low}}{{#is_paired}}{{#first_shift_low}}，{{first_shift_name}} {{first_shift}}（95% CI {{first_shift_low}} 至 {{first_shift_high}}）{{/first_shift_low}}{{/is_paired}}。{{/single}}{{^single}}做了 {{tests}} 次检验，校正后 P < 0.05 的有 **{{significant_n}} 次**；{{#significant}}差别最显著的是{{/significant}}{{^significant}}没有一次能断定有差别，P 最小的是{{/significant}}**「{{first_what}}」**（校正后 P {{first_padj}}，{{first_effect_name}} {{first_effect}}{{#first_low}}，95% CI {{first_low}} 至 {{first_high}}{{/first_low}}）。{{/single}}{{/compared}}{{^compared}}没有两组够 3 个不全相同的数值，只画图，没有检验。{{/compared}}',
    en: '{{n_values}} values of {{groups}} groups{{#is_paired}}, compared within {{n_pairs}} pairs{{/is_paired}}. {{#compared}}{{#single}}**{{first_what}}**: {{first_test}}, P {{first_p}}; {{first_effect_name}} {{first_effect}}{{#first_low}} (95% CI {{first_low}} to {{first_high}}){{/first_low}}{{#is_paired}}{{#first_shift_low}}; {{first_shift_name}} {{first_shift}} (95% CI {{first_shift_low}} to {{first_shift_high}}){{/first_shift_low}}{{/is_paired}}.{{/single}}{{^single}}Of {{tests}} tests, **{{significant_n}}** had an adjusted P < 0.05; {{#significant}}the clearest difference is{{/significant}}{{^significant}}no difference can be claimed, the smallest P is that of{{/significant}} **“{{first_what}}”** (adjusted P {{first_padj}}; {{first_effect_name}} {{first_effect}}{{#first_low}}, 95% CI {{first_low}} to {{first_high}}{{/first_low}}).{{/single}}{{/compared}}{{^compared}}No two groups have 3 values that are not all the same: drawn, not tested.{{/compared}}',
  },
  detail: {
    zh: '{{#compared}}{{test_word}}，双侧 · 校正：{{correction_word}}{{/compared}}{{^compared}}没有检验{{/compared}}',
    en: '{{#compared}}{{test_word}}, two-sided · adjustment of P: {{correction_word}}{{/compared}}{{^compared}}Not tested{{/compared}}',
  },
} as const;

export const groupCitations = [
  'R Core Team. R: A language and environment for statistical computing. R Foundation for Statistical Computing, Vienna, Austria.',
  {
    of: ['rank-sum'],
    work: 'Newcombe RG. Confidence intervals for an effect size measure based on the Mann–Whitney statistic. Part 2: asymptotic methods and evaluation. Stat Med 2006;25:559–573.',
  },
  {
    of: ['t test'],
    work: 'Hedges LV. Distribution theory for Glass’s estimator of effect size and related estimators. J Educ Stat 1981;6:107–128.',
  },
  {
    of: ['analysis of variance'],
    work: 'Steiger JH. Beyond the F test: effect size confidence intervals and tests of close fit in the analysis of variance and contrast analysis. Psychol Methods 2004;9:164–182.',
  },
  {
    of: ['Kruskal'],
    work: 'Tomczak M, Tomczak E. The need to report effect size estimates revisited. Trends Sport Sci 2014;21:19–25.',
  },
  '{{#compared}}Brown MB, Forsythe AB. Robust tests for the equality of variances. J Am Stat Assoc 1974;69:364–367.{{/compared}}',
] as const;
