import type { EmptyHint, FigureDeclaration, TableDeclaration, ToolDefinition } from '../declaration/define-tool.ts';
import type { Parameter, Parameters } from '../declaration/parameters.ts';
import { TITLES } from '../declaration/titles.ts';
import { both } from '../declaration/told.ts';
import { commonStyle, ONE_COLUMN, pThreshold, TWO_COLUMNS } from '../style/style.ts';
import type { Codes } from '../words/codes.ts';
import { studyDetail, studyFacts, studyTables } from './survival-matrix.ts';
import { figureTables, sharedFigures } from './two-groups.ts';
import { SURVIVAL_TESTS } from './vocabularies.ts';

/** What a hazard ratio is per. */
export const HAZARD_UNITS = {
  sd: { zh: '表达量每高 1 个标准差', en: 'per standard deviation of expression' },
  raw: { zh: '表达量（log2）每高 1 个单位', en: 'per unit of log2 expression' },
} as const satisfies Codes;

/** What the tools that fit a Cox model to each gene have in common. R: engine/R/statistics/survival/cox-tables.R. */

/** Colours of hazard ratios on both sides of 1. */
export const hrColours = {
  low_hr_color: { kind: 'colour', label: '保护（HR < 1）', default: '#377eb8' },
  high_hr_color: { kind: 'colour', label: '风险（HR > 1）', default: '#e41a1c' },
} as const satisfies Record<string, Parameter>;

/** Which genes of a screen count as candidates. */
export const screenThreshold = pThreshold({
  label: 'P 值',
  help: '小于它的列为候选。这是没有校正的 P：检验很多时，偶然也会有这么大的比例达到，请同时看校正后 P。',
});

const threshold = { ...screenThreshold, aliases: ['p_value_threshold'] } as const satisfies Parameter;

/** How the genes are judged and drawn; after the patients and genes of `cohortStudy` or `ownStudy`. */
export const coxScreen = {
  pvalue_threshold: threshold,
  scale: {
    kind: 'choice',
    label: 'HR 的单位',
    default: 'sd',
    options: [
      { value: 'sd', label: '每 1 个标准差', help: '各基因可以互相比大小：波动大的和波动小的基因用同一把尺。' },
      { value: 'raw', label: '每 1 个 log2 单位', help: '表达量翻一倍时的 HR；不同基因的波动不同，不宜互相比大小。' },
    ],
    help: '只改变 HR 和系数的写法，不改变 P 值。',
    feeds: 'survival::coxph(Surv(time, status) ~ x)',
  },
  forest_top: {
    kind: 'integer',
    label: '森林图画 P 最小的',
    default: 20,
    min: 1,
    max: 60,
    unit: '个',
    advanced: true,
    help: '只画达到 P 值的基因。调大：图更长。',
  },
  forest_genes: {
    kind: 'genes',
    label: '森林图画这些基因',
    max: 60,
    optional: true,
    advanced: true,
    help: '自己选要画的基因，不论 P 值；不填就画 P 最小的。之后也可以用「Cox 森林图」另画。',
  },
  ...hrColours,
} as const satisfies Parameters;

const columns = [
  { name: 'gene', type: 'gene', title: TITLES.row },
  { name: 'n', type: 'integer', title: TITLES.patients },
  { name: 'events', type: 'integer', title: TITLES.events },
  { name: 'n_expressed', type: 'integer', title: { zh: '表达的患者', en: 'Patients expressing it' } },
  { name: 'sd', type: 'number', title: { zh: '表达量的标准差', en: 'SD of expression' } },
  { name: 'coef', type: 'number', title: TITLES.coefficient },
  { name: 'se', type: 'number', title: { zh: '标准误', en: 'SE' } },
  { name: 'HR', type: 'number', title: TITLES.hazardRatio, key: true },
  { name: 'HR.95L', type: 'number', title: TITLES.low95 },
  { name: 'HR.95H', type: 'number', title: TITLES.high95 },
  { name: 'log2_hr', type: 'log2', title: both('log2 HR') },
  { name: 'z', type: 'number', title: both('z') },
  { name: 'pvalue', type: 'p', title: TITLES.p },
  { name: 'padj', type: 'p', title: TITLES.adjustedPBH },
  { name: 'lr_p', type: 'p', title: { zh: '似然比检验 P', en: 'Likelihood-ratio P' } },
  { name: 'ph_p', type: 'p', title: { zh: '等比例风险检验 P', en: 'P of proportional hazards' } },
  { name: 'separated', type: 'flag', title: { zh: 'HR 不可估计', en: 'HR not estimable' } },
  { name: 'test', type: 'text', title: { zh: 'P 值来自', en: 'Source of P' }, codes: SURVIVAL_TESTS },
  { name: 'scale', type: 'text', title: { zh: 'HR 的单位', en: 'Unit of HR' }, codes: HAZARD_UNITS },
  { name: 'endpoint', type: 'text', title: { zh: '终点', en: 'Endpoint' } },
] as const satisfies TableDeclaration['columns'];

const sort = { column: 'pvalue', order: 'asc' } as const;

/** Rows of a forest plot of genes; `hazard_ratios` of `produces` names the same columns. */
export const forestTable = {
  title: { zh: '森林图里的{{row_subject}}', en: '{{Row_subject}}s of the forest plot' },
  role: 'figure',
  columns: columns.filter(({ name }) => ['gene', 'HR', 'HR.95L', 'HR.95H', 'pvalue', 'padj', 'n', 'events'].includes(name)),
} as const satisfies TableDeclaration;

/** R: `uni_cox`. */
export const coxTables = {
  genes: { title: { zh: '全部{{row_subject}}', en: 'All {{row_subject}}s' }, role: 'result', columns, sort },
  significant: {
    title: { zh: '显著的{{row_subject}}', en: 'Significant {{row_subject}}s' },
    role: 'result',
    columns,
    sort,
    views: [
      { label: { zh: '校正后 P < 0.05', en: 'Adjusted P < 0.05' }, clauses: [{ column: 'padj', is: '<', value: 0.05 }] },
      { label: { zh: '风险（HR > 1）', en: 'Risk (HR > 1)' }, clauses: [{ column: 'HR', is: '>', value: 1 }] },
      { label: { zh: '保护（HR < 1）', en: 'Protective (HR < 1)' }, clauses: [{ column: 'HR', is: '<', value: 1 }] },
      {
        label: { zh: '等比例风险检验 P < 0.05', en: 'P of proportional hazards < 0.05' },
        clauses: [{ column: 'ph_p', is: '<', value: 0.05 }],
      },
    ],
    whole: true,
  },
  ...studyTables,
  forest: forestTable,
  p_histogram: figureTables.p_histogram,
} as const satisfies ToolDefinition['tables'];

/** A forest plot of genes. */
export const forestFigure = {
  title: { zh: '森林图', en: 'Forest plot' },
  file: '森林图',
  chart: 'forest',
  wide: true,
  hideEmpty: true,
  tables: { rows: 'forest' },
  columns: { label: 'gene', estimate: 'HR', low: 'HR.95L', high: 'HR.95H', p: 'pvalue' },
  caption: {
    zh: '单因素 Cox 回归的 HR（{{scale_word}}）和 95% 置信区间，从高到低。HR 大于 1 为风险，小于 1 为保护；区间跨过 1 的是灰色。P 未按{{row_subject}}数校正。',
    en: 'Hazard ratios of univariate Cox regressions with 95% confidence intervals. Above 1: risk; below 1: protective. P is not corrected for the number of {{row_subject}}s.',
  },
  alternative: {
    zh: '森林图：{{forest_genes_n}} 个{{row_subject}}的 HR 和 95% 置信区间。',
    en: 'Forest plot: hazard ratios and 95% confidence intervals of {{forest_genes_n}} {{row_subject}}s.',
  },
  style: {
    ...commonStyle({ width: TWO_COLUMNS, height: 75 / 25.4 }),
    log_axis: { kind: 'flag', label: 'HR 用对数坐标', default: true },
    ...hrColours,
    grey_uncertain: { kind: 'flag', label: '区间跨过 1 的画成灰色', default: true },
  },
} as const satisfies FigureDeclaration;

export const coxFigures = {
  forest: {
    ...forestFigure,
    statistics: {
      zh: '{{patients}} 例患者，{{events}} 例{{event_word}}；方块是 HR，横线是 95% 置信区间，P 为 Wald 检验（双侧）。共检验 {{tested}} 个{{row_subject}}。',
      en: '{{patients}} patients, {{events}} events. Squares: hazard ratios; lines: 95% confidence intervals; P by the Wald test (two-sided). {{tested}} {{row_subject}}s were tested.',
    },
  },
  volcano: {
    title: { zh: 'HR 与 P 值', en: 'Hazard ratios and P values' },
    chart: 'volcano',
    tables: { points: 'genes' },
    columns: { label: 'gene', x: 'log2_hr', p: 'pvalue', padj: 'padj', judged: 'pvalue' },
    caption: {
      zh: '每个点是一个{{row_subject}}：横轴 log2 HR（{{scale_word}}，大于 0 为风险），纵轴 −log10 P。着色按 P < {{pvalue_threshold}}（未按{{row_subject}}数校正）。{{#separated}}有 {{separated}} 个{{row_subject}}的 HR 不可估计，没有画出。{{/separated}}',
      en: 'Points: {{row_subject}}s. x: log2 HR (above 0: risk); y: −log10 P. Coloured by P < {{pvalue_threshold}}, not corrected for the number of {{row_subject}}s.{{#separated}} {{separated}} {{row_subject}}s whose HR cannot be estimated are not drawn.{{/separated}}',
    },
    statistics: {
      zh: '{{patients}} 例患者，{{events}} 例{{event_word}}；共检验 {{tested}} 个{{row_subject}}（单因素 Cox 回归，Wald 检验，双侧）。',
      en: '{{patients}} patients, {{events}} events; {{tested}} {{row_subject}}s were tested (univariate Cox regression, Wald test, two-sided).',
    },
    alternative: {
      zh: '火山图：P < {{pvalue_threshold}} 的风险{{row_subject}} {{risk}} 个，保护{{row_subject}} {{protective}} 个。',
      en: 'Volcano plot: {{risk}} risk {{row_subject}}s and {{protective}} protective {{row_subject}}s with P < {{pvalue_threshold}}.',
    },
    style: {
      ...commonStyle({ width: ONE_COLUMN, height: 75 / 25.4, x: 'log~2~ HR' }),
      up_color: { kind: 'colour', label: '风险', english: 'Risk', default: '#e41a1c' },
      down_color: { kind: 'colour', label: '保护', english: 'Protective', default: '#377eb8' },
      nochange_color: { kind: 'colour', label: '不显著', default: '#d2dae2' },
      log2fc: { kind: 'number', label: '|log2 HR| 至少', default: 0, min: 0, max: 10, step: 0.1 },
      pvalue_threshold: threshold,
      label_top: { kind: 'integer', label: '标注 P 最小的', default: 10, min: 0, max: 50, unit: '个' },
      label_genes: { kind: 'genes', label: '另外标注', max: 100, optional: true },
      show_thresholds: { kind: 'flag', label: '阈值线', default: true },
    },
  },
  p_histogram: {
    ...sharedFigures.p_histogram,
    caption: {
      zh: '左端高出虚线，说明有一批{{row_subject}}与{{endpoint_word}}有关；整体平坦说明多数{{row_subject}}看不出关系，个别显著的在图上看不出来。虚线是没有任何关系时每格的期望。',
      en: 'Dashed line: count per bin if no {{row_subject}} were related to the outcome.',
    },
    alternative: {
      zh: 'P 值直方图，20 格；P < {{pvalue_threshold}} 的有 {{found}} 个，纯属偶然约 {{expected}} 个。',
      en: 'Histogram of P values, 20 bins: {{found}} with P < {{pvalue_threshold}}, about {{expected}} expected by chance.',
    },
  },
} as const satisfies ToolDefinition['figures'];

/** R: `cox_facts`. */
export const coxFacts = {
  ...studyFacts,
  tested: { label: '检验的{{row_subject}}', format: 'count' },
  significant: { label: '有显著的{{row_subject}}', format: 'flag' },
  found: { label: '显著的{{row_subject}}', format: 'count' },
  risk: { label: '风险{{row_subject}}', format: 'count' },
  protective: { label: '保护{{row_subject}}', format: 'count' },
  expected: { label: '偶然会有', format: 'decimal' },
  fdr_found: { label: '校正后 P < 0.05', format: 'count' },
  separated: { label: 'HR 不可估计的{{row_subject}}', format: 'count' },
  separated_found: { label: '显著但 HR 不可估计', format: 'count' },
  ph_found: { label: '风险比随时间变化的显著{{row_subject}}', format: 'count' },
  scale_word: { label: 'HR 的单位', format: 'text', codes: HAZARD_UNITS },
  per_sd: { label: 'HR 按标准差', format: 'flag' },
  forest_genes_n: { label: '森林图里的{{row_subject}}', format: 'count' },
  gene: { label: 'P 最小的{{row_subject}}', format: 'gene' },
  p: { label: 'P', format: 'p' },
  padj: { label: '校正后 P', format: 'p' },
  hr: { label: 'HR', format: 'log2' },
  hr_low: { label: 'HR 95% CI 下限', format: 'log2' },
  hr_high: { label: 'HR 95% CI 上限', format: 'log2' },
} as const satisfies ToolDefinition['facts'];

const next: readonly EmptyHint[] = [
  {
    title: '先看 P 值分布',
    text: '左端高出虚线，说明有信号但单个{{row_subject}}看不清；整体平坦，说明这批患者的事件数看不到。没有{{row_subject}}达到，不等于没有{{row_subject}}与它有关。',
    reading: true,
  },
  {
    title: '不要换着终点、过滤、数据再试',
    text: '试到有{{row_subject}} P < 0.05 的，常常是偶然。试过的都要写明。',
    reading: true,
  },
  {
    title: '只检验一份事先定好的名单',
    text: '用别的数据（差异分析、文献）定下候选{{row_subject}}，填在「基因名单」里：检验的{{row_subject}}少，校正的代价小。',
  },
  { title: '用事件更多的数据', text: '事件少的数据只看得到很强的关系。换之前先定好终点。' },
];

export const coxTexts = {
  headline: {
    zh: '{{data}} · 校正后 P < 0.05 的 {{fdr_found}} 个（共 {{tested}} 个{{row_subject}}）',
    en: '{{data}} · {{fdr_found}} of {{tested}} {{row_subject}}s with adjusted P < 0.05',
  },
  summary: {
    zh: '{{data}} 的 {{patients}} 例患者（{{events}} 例{{event_word}}）里，{{tested}} 个{{row_subject}}逐个做单因素 Cox 回归，看与{{endpoint_word}}的关系：按{{row_subject}}数校正后（BH）P < 0.05 的有 **{{fdr_found}} 个**。不校正，P < {{pvalue_threshold}} 的有 {{found}} 个（[up:{{risk}} 个风险]、[down:{{protective}} 个保护]），纯属偶然约会有 {{expected}} 个。{{#gene}}P 最小的是 *{{gene}}*（P {{p}}，校正后 {{padj}}{{#hr}}，HR {{hr}}，95% CI {{hr_low}}–{{hr_high}}{{/hr}}）。{{/gene}}HR 是{{scale_word}}的风险比，大于 1 为危险因素。',
    en: 'In {{patients}} patients of {{data}} ({{events}} events), {{tested}} {{row_subject}}s were tested one by one for their relation to {{endpoint_word}} by univariate Cox regression. After adjustment for the number of {{row_subject}}s (Benjamini–Hochberg), P is below 0.05 for **{{fdr_found}}**. Without adjustment, P is below {{pvalue_threshold}} for {{found}} ([up:{{risk}} risk], [down:{{protective}} protective]); chance alone would give about {{expected}}.{{#gene}} The smallest P is that of *{{gene}}* (P {{p}}, adjusted {{padj}}{{#hr}}; HR {{hr}}, 95% CI {{hr_low}}–{{hr_high}}{{/hr}}).{{/gene}} Hazard ratios are {{#per_sd}}per standard deviation of expression{{/per_sd}}{{^per_sd}}per unit of log2 expression{{/per_sd}}; above 1: risk.',
  },
  detail: {
    zh: `${studyDetail.zh}{{#ph_found}} · 显著的{{row_subject}}里 {{ph_found}} 个的风险比随时间变化（等比例风险检验 P < 0.05），只标出，不排除{{/ph_found}}{{#separated}} · {{separated}} 个{{row_subject}}的 HR 不可估计，用似然比检验的 P{{/separated}}`,
    en: `${studyDetail.en}{{#ph_found}} · hazard ratios that change with time among the significant {{row_subject}}s (test of proportional hazards, P < 0.05): {{ph_found}}, marked and not left out{{/ph_found}}{{#separated}} · P of the likelihood-ratio test for {{separated}} {{row_subject}}s whose HR is not estimable{{/separated}}`,
  },
  empty: { when: 'significant', next },
} as const satisfies ToolDefinition['texts'];

export const coxProduces = [
  { what: 'hazard_ratios', table: 'genes', columns: { gene: 'gene', hr: 'HR', lower: 'HR.95L', upper: 'HR.95H', p: 'pvalue' } },
  { what: 'gene_list', table: 'significant', columns: { gene: 'gene' } },
] as const satisfies ToolDefinition['produces'];

export const coxCitations = [
  'Cox DR. Regression models and life-tables. J R Stat Soc B 1972;34:187–220.',
  'Therneau TM, Grambsch PM. Modeling Survival Data: Extending the Cox Model. Springer, 2000.',
  'Grambsch PM, Therneau TM. Proportional hazards tests and diagnostics based on weighted residuals. Biometrika 1994;81:515–526.',
  'Benjamini Y, Hochberg Y. Controlling the false discovery rate: a practical and powerful approach to multiple testing. J R Stat Soc B 1995;57:289–300.',
] as const;
