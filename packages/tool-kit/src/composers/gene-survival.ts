import { CATEGORY_COLOURS, COLOURS } from '@oncoloom/contract';
import type { TableDeclaration, ToolDefinition } from '../declaration/define-tool.ts';
import type { Parameter, StyleParameter } from '../declaration/parameters.ts';
import { TITLES } from '../declaration/titles.ts';
import { both, type Language, type Told } from '../declaration/told.ts';
import { commonStyle, ONE_COLUMN, pointStyle } from '../style/style.ts';
import type { Codes } from '../words/codes.ts';
import { targetGene } from './inputs.ts';
import { cohortFacts } from './public-cohort.ts';
import { meanFacts, meansDetail, meansTable, meansWhereChanging, rmstUntil } from './restricted-means.ts';
import { CUT_WAYS, ENDPOINTS, EXPRESSION_SIDES, FLOW_STEPS, OWN_UNITS, P_NAMES, SURVIVAL_TESTS, TIME_UNITS } from './vocabularies.ts';

const COMPARISONS = {
  sides: { zh: '高表达 对 低表达', en: 'High vs low expression' },
  unit: { zh: '表达量每高 1 个单位', en: 'Expression, per unit' },
} as const satisfies Codes;
const CUTOFF_NAMES = {
  possible: { zh: '截断值 {value}', en: 'Cut-off {value}' },
  used: { zh: '所用 {value}', en: 'Used: {value}' },
} as const satisfies Codes;
const CUTOFF_ROLES = {
  possible: { zh: '可选的截断值', en: 'Possible cut-off' },
  used: { zh: '所用的截断值', en: 'Cut-off used' },
} as const satisfies Codes;

/** Colours of the groups that a gene's expression makes: parameters of survival tools and style of their figures. */
export const expressionColours = {
  high_color: { kind: 'colour', label: '高表达', default: COLOURS.kmHigh },
  low_color: { kind: 'colour', label: '低表达', default: COLOURS.kmLow },
} as const satisfies Record<string, Parameter>;

/** Ways to part patients by expression that need no number. R: `expression_limits`, `best_cutoff`. */
const CUTOFFS = [
  { value: 'median', label: '中位数', help: '高于中位数为高表达。全部患者参与，最常用，也最不容易被挑选。' },
  { value: 'quartile', label: '上下四分位', help: '最高的四分之一对最低的四分之一，中间一半患者不参与。差别更清楚，但用掉一半样本。' },
  { value: 'tertile', label: '上下三分位', help: '最高的三分之一对最低的三分之一，中间三分之一患者不参与。' },
  {
    value: 'optimal',
    label: '最佳截断值',
    help: '在两边都不少于 10% 和 10 例的范围里，挑差别最大的截断值。只给出按 Lau92 校正的 P；HR 会偏大，要另行验证。',
  },
] as const;

const CUTOFF_FEEDS = 'survival::survdiff 和 survival::coxph 的分组；最佳截断值：maxstat::maxstat.test(pmethod = "Lau92")';

/** How one gene parts the patients, and the axis of the curves. R: `cut_expression`, `TIME_UNITS`. */
export const survivalParameters = {
  target_gene: targetGene,
  cutoff_method: {
    kind: 'choice',
    label: '分组方法',
    default: 'median',
    options: [...CUTOFFS, { value: 'value', label: '指定数值', help: '高于这个数值为高表达。用来在另一个队列里验证已有的截断值。' }],
    help: '表达量怎样把患者分成两组。高表达都是「大于截断值」。',
    feeds: CUTOFF_FEEDS,
  },
  cutoff_value: {
    kind: 'number',
    label: '截断值',
    default: 1,
    min: -20,
    max: 40,
    step: 0.1,
    when: { parameter: 'cutoff_method', is: ['value'] },
    help: '表达量（log2）大于它为高表达。两组各至少要有 10 例和 10% 的患者。',
  },
  time_unit: {
    kind: 'choice',
    label: '时间单位',
    default: 'day',
    options: [
      { value: 'day', label: '天' },
      { value: 'month', label: '月' },
      { value: 'year', label: '年' },
    ],
    remembered: true,
    help: '图和中位生存时间用的单位（1 个月按 30.44 天）。不影响检验。下次打开时沿用上次选的。',
  },
  time_limit: {
    kind: 'number',
    label: '横轴到',
    default: 0,
    min: 0,
    max: 20_000,
    advanced: true,
    help: '按上面的单位，0 表示画到最后一次随访。只影响图：超过这个时间的随访仍然参与检验。',
  },
  rmst_until: rmstUntil('上面的时间单位'),
  ...expressionColours,
} as const satisfies Record<string, Parameter>;

/** A table whose groups are called otherwise. */
export const groupedAs = <Table extends TableDeclaration>(table: Table, words: { codes: Codes; own?: true }): Table => ({
  ...table,
  columns: table.columns.map((column) => (column.name === 'group' ? { ...column, ...words } : column)),
});

/** How every gene of a screen parts the patients. R: `cut_columns`. */
export const screenCutoff = {
  kind: 'choice',
  label: '分组方法',
  default: 'median',
  options: CUTOFFS,
  help: '每个基因的表达量怎样把患者分成两组。高表达都是「大于截断值」。',
  feeds: CUTOFF_FEEDS,
} as const satisfies Parameter;

const GROUP = { name: 'group', type: 'text', title: TITLES.group, codes: EXPRESSION_SIDES } as const;

/** Shares without an event at 1, 3 and 5 years. @param rate What the share is called: 总生存率, Overall survival. */
export const rateTable = (rate: Told) =>
  ({
    title: { zh: `1、3、5 年${rate.zh}`, en: `${rate.en} at 1, 3 and 5 years` },
    role: 'result',
    hideEmpty: true,
    columns: [
      GROUP,
      { name: 'years', type: 'integer', title: { zh: '年', en: 'Years' } },
      { name: 'n_risk', type: 'integer', title: { zh: '仍在随访的患者', en: 'Patients at risk' } },
      { name: 'surv', type: 'fraction', title: rate },
      { name: 'lower', type: 'fraction', title: TITLES.low95 },
      { name: 'upper', type: 'fraction', title: TITLES.high95 },
    ],
  }) as const satisfies ToolDefinition['tables'][string];

/** Curves of groups with the numbers at risk. @param group The column of the groups. */
export const kmTables = <const Group extends TableDeclaration['columns'][number]>(group: Group) =>
  ({
    curve: {
      title: { zh: '生存曲线的每一步', en: 'Curve' },
      role: 'figure',
      columns: [
        group,
        { name: 'time', type: 'number' },
        { name: 'surv', type: 'fraction' },
        { name: 'lower', type: 'fraction' },
        { name: 'upper', type: 'fraction' },
        { name: 'n_risk', type: 'integer' },
        { name: 'n_event', type: 'integer' },
        { name: 'n_censor', type: 'integer' },
      ],
    },
    risk: {
      title: { zh: '风险人数', en: 'Number at risk' },
      role: 'figure',
      columns: [group, { name: 'time', type: 'number' }, { name: 'n', type: 'integer' }],
    },
  }) as const satisfies ToolDefinition['tables'];

/** Tables of `gene_survival` but the rates. */
export const survivalTables = {
  tests: {
    title: { zh: '检验与风险比', en: 'Tests and hazard ratios' },
    role: 'result',
    columns: [
      { name: 'comparison', type: 'text', title: { zh: '比较', en: 'Comparison' }, codes: COMPARISONS },
      { name: 'test', type: 'text', title: TITLES.test, codes: SURVIVAL_TESTS },
      { name: 'chisq', type: 'number', title: TITLES.chiSquared },
      { name: 'p', type: 'p', title: TITLES.p },
      { name: 'hr', type: 'number', title: TITLES.hazardRatio },
      { name: 'lower', type: 'number', title: TITLES.low95 },
      { name: 'upper', type: 'number', title: TITLES.high95 },
      { name: 'ph_p', type: 'p', title: { zh: '等比例风险检验 P', en: 'P of proportional hazards' } },
    ],
  },
  groups: {
    title: { zh: '各组的中位时间', en: 'Median times by group' },
    role: 'result',
    columns: [
      GROUP,
      { name: 'n', type: 'integer', title: TITLES.patients },
      { name: 'events', type: 'integer', title: TITLES.events },
      { name: 'median', type: 'number', title: { zh: '中位时间（所选单位）', en: 'Median time' } },
      { name: 'lower', type: 'number', title: TITLES.low95 },
      { name: 'upper', type: 'number', title: TITLES.high95 },
    ],
  },
  flow: {
    title: { zh: '纳入与排除', en: 'Inclusion and exclusion' },
    role: 'result',
    columns: [
      { name: 'step', type: 'text', title: TITLES.step, codes: FLOW_STEPS },
      { name: 'n', type: 'integer', title: TITLES.patients },
    ],
  },
  patients: {
    title: { zh: '每例患者的表达量与随访', en: 'Expression and follow-up of each patient' },
    role: 'result',
    columns: [
      { name: 'patient', type: 'text', title: TITLES.patient },
      { name: 'sample', type: 'text', title: TITLES.sample },
      { name: 'time', type: 'integer', title: { zh: '时间（天）', en: 'Time (days)' } },
      { name: 'status', type: 'integer', title: TITLES.status },
      { name: 'expression', type: 'number', title: { zh: '表达量（log2）', en: 'Expression (log2)' } },
      GROUP,
    ],
  },
  cutoffs: {
    title: { zh: '各截断值的结果（未校正）', en: 'Results at every cut-off (not adjusted)' },
    role: 'result',
    columns: [
      { name: 'cutoff', type: 'number', title: { zh: '截断值', en: 'Cut-off' } },
      { name: 'high_n', type: 'integer', title: { zh: '高表达患者', en: 'Patients, high expression' } },
      { name: 'low_n', type: 'integer', title: { zh: '低表达患者', en: 'Patients, low expression' } },
      { name: 'chisq', type: 'number', title: { zh: 'Log-rank 卡方', en: 'Log-rank χ²' } },
      { name: 'p', type: 'p', title: { zh: 'P 值（未校正）', en: 'P (not adjusted)' } },
      { name: 'hr', type: 'number', title: TITLES.hazardRatio },
      { name: 'lower', type: 'number', title: TITLES.low95 },
      { name: 'upper', type: 'number', title: TITLES.high95 },
    ],
  },
  ...kmTables(GROUP),
  scan: {
    title: { zh: '各截断值的 HR', en: 'Scan' },
    role: 'figure',
    columns: [
      { name: 'cutoff', type: 'text', codes: CUTOFF_NAMES },
      { name: 'value', type: 'number' },
      { name: 'hr', type: 'number' },
      { name: 'lower', type: 'number' },
      { name: 'upper', type: 'number' },
      { name: 'high_n', type: 'integer' },
      { name: 'low_n', type: 'integer' },
      { name: 'role', type: 'text', codes: CUTOFF_ROLES },
    ],
  },
} as const satisfies ToolDefinition['tables'];

/** Tables of `gene_survival`, the rates behind the medians. @param rate See `rateTable`. */
export function geneSurvivalTables(rate: Told) {
  const { tests, groups, ...others } = survivalTables;
  return { tests, groups, means: meansTable, rates: rateTable(rate), ...others };
}

/** What of Kaplan–Meier curves is shown, whatever the groups are. */
export const kmParts = {
  risk_table: { kind: 'flag', label: '风险人数', default: true },
  conf_int: { kind: 'flag', label: '95% 置信带', default: true },
  show_median: { kind: 'flag', label: '中位线', default: true },
  show_censored: { kind: 'flag', label: '删失标记', default: true },
  time_limit: { kind: 'number', label: '横轴到（0 为全部）', default: 0, min: 0, max: 20_000 },
} as const satisfies Record<string, StyleParameter>;

/** What is said of a ratio of two groups that is no estimate, with its cause; empty where it is one. R: `unknown_facts`. @param name Of the ratio's fact. */
export const ratioUnknown = <const N extends string>(name: N) => ({
  facts: {
    [`${name}_unknown`]: { label: 'HR 不可估计', format: 'flag' },
    [`${name}_eventless`]: { label: '有一组没有发生事件', format: 'flag' },
    [`${name}_apart`]: { label: '两组的事件几乎完全错开', format: 'flag' },
  } as const satisfies ToolDefinition['facts'],
  chinese: `{{#${name}_unknown}}，HR 不可估计{{#${name}_eventless}}：有一组没有发生事件{{/${name}_eventless}}{{#${name}_apart}}：两组的事件几乎完全错开{{/${name}_apart}}{{/${name}_unknown}}`,
  english: `{{#${name}_unknown}}; HR not estimable{{#${name}_eventless}} (one group has no event){{/${name}_eventless}}{{#${name}_apart}} (the events of the groups hardly overlap in time){{/${name}_apart}}{{/${name}_unknown}}`,
});

const UNKNOWN = ratioUnknown('hr');

/**
 * What is said of groups whose ratio changes with time: where proportional hazards fail, the log-rank test alone denies nothing. Empty where they hold.
 * R: `changing_facts`. @param groups What the groups are called. @param outcome What they are compared by.
 */
export const changingHazards = (groups: Told, outcome: Told) => ({
  facts: {
    significant: { label: '有差别', format: 'flag' },
    changing: { label: '风险比随时间变化', format: 'flag' },
    weighted: { label: '只有 Peto–Peto 检验看到差别', format: 'flag' },
    peto_p: { label: 'Peto–Peto P', format: 'p' },
    turn: { label: '中间那例事件的时间', format: 'decimal' },
    early_p: { label: '之前的 Log-rank P', format: 'p' },
    late_p: { label: '之后的 Log-rank P', format: 'p' },
    early_hr: { label: '之前的 HR', format: 'log2' },
    late_hr: { label: '之后的 HR', format: 'log2' },
  } as const satisfies ToolDefinition['facts'],
  verdict: {
    zh: `{{#significant}}{{#weighted}}${groups.zh}的${outcome.zh}**有差别，而且随时间变化**：看全程平均的 Log-rank 检验没有看到，看重早期的 Peto–Peto 检验看到了{{/weighted}}{{^weighted}}${groups.zh}的${outcome.zh}**有差别**{{/weighted}}{{/significant}}{{^significant}}{{#changing}}按全程平均**没有看到**${groups.zh}的${outcome.zh}有差别，但风险比**随时间变化**，不能说各组相同{{/changing}}{{^changing}}**没有看到**${groups.zh}的${outcome.zh}有差别{{/changing}}{{/significant}}`,
    en: `{{#significant}}{{#weighted}}Between ${groups.en}, ${outcome.en} **differs, and the difference changes with time**: the log-rank test, an average over the whole follow-up, does not see it, the Peto–Peto test, which weights early differences, does{{/weighted}}{{^weighted}}Between ${groups.en}, ${outcome.en} **differs**{{/weighted}}{{/significant}}{{^significant}}{{#changing}}On average over the whole follow-up **no difference** in ${outcome.en} was seen between ${groups.en}, but the hazard ratio **changes with time**, so that they cannot be called alike{{/changing}}{{^changing}}**No difference** in ${outcome.en} was seen between ${groups.en}{{/changing}}{{/significant}}`,
  },
  chinese: '{{#changing}}{{#peto_p}}；Peto–Peto P {{peto_p}}{{/peto_p}}；等比例风险检验 P {{ph_p}}{{/changing}}',
  english: '{{#changing}}{{#peto_p}}; Peto–Peto P {{peto_p}}{{/peto_p}}; test of proportional hazards P {{ph_p}}{{/changing}}',
  halves: {
    zh: '{{#turn}}{{#changing}}以中间那例事件的时间 {{turn}} {{unit_word}}为界，之前{{#early_p}} Log-rank P {{early_p}}{{/early_p}}{{#early_hr}} HR {{early_hr}}{{/early_hr}}，之后{{#late_p}} Log-rank P {{late_p}}{{/late_p}}{{#late_hr}} HR {{late_hr}}{{/late_hr}}。{{/changing}}{{/turn}}',
    en: '{{#turn}}{{#changing}} Before the time of the middle event ({{turn}} {{unit_english}}){{#early_p}}, log-rank P {{early_p}}{{/early_p}}{{#early_hr}}, HR {{early_hr}}{{/early_hr}}; after it{{#late_p}}, log-rank P {{late_p}}{{/late_p}}{{#late_hr}}, HR {{late_hr}}{{/late_hr}}.{{/changing}}{{/turn}}',
  },
});

const MEANS = meansDetail({ zh: '高表达组', en: 'high expression' }, { zh: '低表达组', en: 'low expression' });
const CHANGING = changingHazards({ zh: '两组', en: 'the two groups' }, both('{{endpoint}}'));

/** Look of Kaplan–Meier curves of high and low. @param y What the curve is of. */
export const kmStyle = (y: string | Told) =>
  ({
    ...commonStyle({ width: ONE_COLUMN, height: 90 / 25.4, y }),
    ...expressionColours,
    ...kmParts,
  }) as const satisfies Record<string, StyleParameter>;

/** Which columns of the tables `curve` and `risk` the chart takes. */
export const kmColumns = {
  group: 'group',
  time: 'time',
  survival: 'surv',
  lower: 'lower',
  upper: 'upper',
  at_risk: 'n_risk',
  censored: 'n_censor',
  n: 'n',
} as const;

/**
 * Curves with the numbers at risk, and the hazard ratio at every cut-off. @param y What the curve is of. @param changing What its statistics say of
 * hazards that are not proportional.
 */
export const survivalFigures = (y: string | Told, changing: { chinese: string; english: string } = CHANGING) =>
  ({
    km: {
      title: { zh: '生存曲线', en: 'Kaplan–Meier curves' },
      file: 'KM',
      chart: 'km',
      tables: { curve: 'curve', risk: 'risk' },
      columns: kmColumns,
      caption: {
        zh: '{{cohort}}，{{gene}} 按{{cut_word}}分组。{{#searched}}截断值经过挑选，P 已按 Lau92 校正，HR 仍偏大。{{/searched}}色带是 95% 置信区间，竖线是删失（失访或随访结束），虚线指向中位时间。',
        en: '{{cohort}}, patients grouped by the expression of {{gene}}.{{#searched}} The cut-off was searched for: P is corrected (Lau92), HR remains too large.{{/searched}} Bands: 95% confidence intervals; ticks: censored patients; dashed lines: medians.',
      },
      statistics: {
        zh: `高表达 {{high_n}} 例（{{high_events}} 例{{event_word}}），低表达 {{low_n}} 例（{{low_events}} 例{{event_word}}）。{{p_name}} {{p}}（双侧{{#searched}}，maxstat 的 Lau92 校正{{/searched}}{{^searched}}，未作多重校正{{/searched}}）{{#hr}}，HR {{hr}}（95% CI {{hr_low}}–{{hr_high}}，Cox 模型，Efron 法）{{/hr}}${UNKNOWN.chinese}${changing.chinese}。`,
        en: `High expression: n = {{high_n}} ({{high_events}} events); low expression: n = {{low_n}} ({{low_events}} events). {{p_name}} {{p}} (two-sided{{#searched}}, corrected by Lau92 of maxstat{{/searched}}{{^searched}}, not corrected for multiple testing{{/searched}}){{#hr}}; HR {{hr}} (95% CI {{hr_low}}–{{hr_high}}; Cox model, Efron’s method){{/hr}}${UNKNOWN.english}${changing.english}.`,
      },
      alternative: {
        zh: `生存曲线：高表达 {{high_n}} 例（{{high_events}} 例{{event_word}}），低表达 {{low_n}} 例（{{low_events}} 例{{event_word}}），{{p_name}} {{p}}{{#hr}}，HR {{hr}}{{/hr}}${UNKNOWN.chinese}。`,
        en: `Kaplan–Meier curves: high expression n = {{high_n}} ({{high_events}} events), low expression n = {{low_n}} ({{low_events}} events); {{p_name}} {{p}}{{#hr}}; HR {{hr}}{{/hr}}${UNKNOWN.english}.`,
      },
      style: kmStyle(y),
    },
    scan: {
      title: { zh: '换一个截断值会怎样', en: 'Hazard ratio at every cut-off' },
      chart: 'ratios',
      tables: { points: 'scan' },
      columns: { label: 'cutoff', x: 'value', y: 'hr', low: 'lower', high: 'upper', group: 'role', high_n: 'high_n', low_n: 'low_n' },
      caption: {
        zh: '每个点是按一个截断值（两边都不少于 10% 和 10 例）分组的 HR，竖线是它的 95% 置信区间，虚线是 HR = 1；{{^parted}}另一种颜色的是所用的截断值{{/parted}}{{#parted}}所选的方法用两个截断值，不在图上{{/parted}}。各点用的是同一批患者，不是彼此独立的证据：看 HR 的方向和大小是否稳定，不要从中挑一个。',
        en: 'Points: HR of patients grouped at each cut-off (at least 10% and 10 patients on either side); lines: 95% confidence intervals; dashed line: HR = 1. All points are of the same patients and no independent evidence.',
      },
      statistics: {
        zh: '{{patients}} 例患者，{{events}} 例{{event_word}}；HR 来自 Cox 模型（Efron 法），各截断值的置信区间未作多重校正。',
        en: '{{patients}} patients, {{events}} events; HR of Cox models (Efron’s method), intervals not corrected for the number of cut-offs.',
      },
      alternative: {
        zh: '各截断值的 HR 和 95% 置信区间：横轴是截断值，纵轴是 HR（对数坐标）。',
        en: 'Hazard ratio with its 95% confidence interval at each cut-off: cut-off on the x axis, HR on the y axis (logarithmic).',
      },
      style: {
        ...commonStyle({
          width: ONE_COLUMN,
          height: 75 / 25.4,
          x: { zh: '截断值（log~2~ 表达量）', en: 'Cut-off (log~2~ expression)' },
          y: { zh: 'HR（95% CI）', en: 'HR (95% CI)' },
        }),
        ...pointStyle,
        point_size: { ...pointStyle.point_size, default: 3 },
        group_1_color: { kind: 'colour', label: '可选的截断值', default: CATEGORY_COLOURS[0] },
        group_2_color: { kind: 'colour', label: '所用的截断值', default: CATEGORY_COLOURS[1] },
      },
    },
  }) as const satisfies ToolDefinition['figures'];

const RATE_YEARS = [1, 3, 5] as const;

/** Rates of both groups; `rate_1`: at least one group was followed for a year. R: `rate_facts`. */
const rateFacts: ToolDefinition['facts'] = Object.fromEntries(
  RATE_YEARS.flatMap((year): [string, ToolDefinition['facts'][string]][] => [
    [`rate_${year}`, { label: `随访到 ${year} 年`, format: 'flag' }],
    ...(['high', 'low'] as const).flatMap((group): [string, ToolDefinition['facts'][string]][] => {
      const label = `${group === 'high' ? '高' : '低'}表达组 ${year} 年`;
      return [
        [`${group}_${year}`, { label, format: 'percent' }],
        [`${group}_${year}_from`, { label: `${label}下限`, format: 'percent' }],
        [`${group}_${year}_to`, { label: `${label}上限`, format: 'percent' }],
      ];
    }),
  ]),
);

/** What is said of the rates: of a year, and of a group that may not have been followed so long. */
const RATE_WORDS = {
  zh: {
    year: (rate: string, year: number, high: string, low: string) => ` · ${year} 年${rate}：高表达 ${high}，低表达 ${low}`,
    interval: (from: string, to: string) => `（${from}–${to}）`,
    unfollowed: '随访不到',
  },
  en: {
    year: (rate: string, year: number, high: string, low: string) =>
      ` · ${rate} at ${year} ${year === 1 ? 'year' : 'years'}: high expression ${high}, low expression ${low}`,
    interval: (from: string, to: string) => ` (${from}–${to})`,
    unfollowed: 'not followed so long',
  },
} as const satisfies Record<Language, unknown>;

/** 「3 年总生存率：高表达 45.1%（33.0%–61.6%），低表达 …」, as far as patients were followed. */
const rateText = (rate: Told, language: Language) => {
  const words = RATE_WORDS[language];
  const one = (name: string) => {
    const interval = words.interval(`{{${name}_from}}`, `{{${name}_to}}`);
    return `{{#${name}}}{{${name}}}{{#${name}_from}}${interval}{{/${name}_from}}{{/${name}}}{{^${name}}}${words.unfollowed}{{/${name}}}`;
  };
  return RATE_YEARS.map(
    (year) => `{{#rate_${year}}}${words.year(rate[language], year, one(`high_${year}`), one(`low_${year}`))}{{/rate_${year}}}`,
  ).join('');
};

/** Facts of `gene_survival`. */
export const survivalFacts = {
  ...cohortFacts,
  gene: { label: '{{row_subject}}', format: 'gene' },
  endpoint: { label: '终点', format: 'text', codes: ENDPOINTS },
  patients: { label: '纳入的患者', format: 'count' },
  events: { label: '事件', format: 'count' },
  event_word: { label: '事件是什么', format: 'text' },
  ...rateFacts,
  seen_hr: { label: '看得出的 HR（大于 1）', format: 'log2' },
  seen_hr_below: { label: '看得出的 HR（小于 1）', format: 'log2' },
  total: { label: '队列中的患者', format: 'count' },
  excluded: { label: '排除的患者', format: 'count' },
  cut_word: { label: '分组方法', format: 'text', codes: CUT_WAYS },
  cut_english: { label: '分组方法（英文）', format: 'text' },
  cutoff_low: { label: '低表达的上限', format: 'log2' },
  cutoff_high: { label: '高表达的下限', format: 'log2' },
  parted: { label: '中间不参与', format: 'flag' },
  high_n: { label: '高表达患者', format: 'count' },
  low_n: { label: '低表达患者', format: 'count' },
  high_events: { label: '高表达组事件', format: 'count' },
  low_events: { label: '低表达组事件', format: 'count' },
  high_median: { label: '高表达组中位生存', format: 'decimal' },
  low_median: { label: '低表达组中位生存', format: 'decimal' },
  p: { label: 'P', format: 'p' },
  p_name: { label: '检验', format: 'text', codes: P_NAMES },
  ...CHANGING.facts,
  searched: { label: '截断值经过挑选', format: 'flag' },
  hr: { label: 'HR', format: 'log2' },
  hr_low: { label: 'HR 95% CI 下限', format: 'log2' },
  hr_high: { label: 'HR 95% CI 上限', format: 'log2' },
  ...UNKNOWN.facts,
  ...meanFacts,
  unit_hr: { label: '每个单位的 HR', format: 'log2' },
  unit_low: { label: '每个单位的 HR 下限', format: 'log2' },
  unit_high: { label: '每个单位的 HR 上限', format: 'log2' },
  unit_p: { label: '连续变量的 P', format: 'p' },
  ph_p: { label: '等比例风险检验 P', format: 'p' },
  follow_up: { label: '中位随访时间', format: 'decimal' },
  unit_word: { label: '时间单位', format: 'text', codes: TIME_UNITS },
  unit_english: { label: '时间单位（英文）', format: 'text' },
  expression_unit: { label: '表达量单位', format: 'text', codes: OWN_UNITS },
} as const satisfies ToolDefinition['facts'];

/** What is said of a gene's survival analysis. @param rate What the curves are of. */
export const survivalTexts = (rate: Told) =>
  ({
    headline: {
      zh: '{{gene}} · {{cohort}} · {{p_name}} {{p}}{{#hr}} · HR {{hr}}{{/hr}}',
      en: '{{gene}} · {{cohort}} · {{p_name}} {{p}}{{#hr}} · HR {{hr}}{{/hr}}',
    },
    summary: {
      zh: `{{cohort}} 的 {{patients}} 例患者（{{events}} 例{{event_word}}）按 *{{gene}}* 表达量的{{cut_word}}分为高表达 {{high_n}} 例、低表达 {{low_n}} 例。${CHANGING.verdict.zh}（{{p_name}} {{p}}${CHANGING.chinese}{{#hr}}，HR {{hr}}，95% CI {{hr_low}}–{{hr_high}}{{/hr}}${UNKNOWN.chinese}）。HR 大于 1 表示高表达者风险更高。${CHANGING.halves.zh}${meansWhereChanging.zh}{{^significant}}{{#seen_hr}}没有看到不等于没有关系：{{events}} 例{{event_word}}、按这样分组，真实的 HR 要大于 {{seen_hr}}（或小于 {{seen_hr_below}}），才有八成的机会得到 P < 0.05{{#searched}}，截断值经过挑选，还要更大{{/searched}}；更小的差别，这批数据看不出。{{/seen_hr}}{{/significant}}`,
      en: `{{patients}} patients of {{cohort}} ({{events}} events) were grouped by the expression of *{{gene}}* {{cut_english}}: {{high_n}} with high and {{low_n}} with low expression. ${CHANGING.verdict.en} ({{p_name}} {{p}}${CHANGING.english}{{#hr}}; HR {{hr}}, 95% CI {{hr_low}}–{{hr_high}}{{/hr}}${UNKNOWN.english}). HR above 1: higher risk with high expression.${CHANGING.halves.en}${meansWhereChanging.en}{{^significant}}{{#seen_hr}} To see no difference is not to show that there is none: with {{events}} events and these groups, the true HR would have to be above {{seen_hr}} (or below {{seen_hr_below}}) for an 80% chance of P < 0.05{{#searched}}, and further from 1 still as the cut-off was searched for{{/searched}}; these data cannot show a smaller difference.{{/seen_hr}}{{/significant}}`,
    },
    detail: {
      zh: `${MEANS.zh}中位时间：高表达组{{#high_median}} {{high_median}} {{unit_word}}{{/high_median}}{{^high_median}}未达到{{/high_median}}，低表达组{{#low_median}} {{low_median}} {{unit_word}}{{/low_median}}{{^low_median}}未达到{{/low_median}}；中位随访{{#follow_up}} {{follow_up}} {{unit_word}}（反向 Kaplan–Meier 法）{{/follow_up}}{{^follow_up}}无法估计{{/follow_up}}${rateText(rate, 'zh')}{{#unit_hr}} · 不分组，表达量每高 1 个单位（{{expression_unit}}），HR {{unit_hr}}（95% CI {{unit_low}}–{{unit_high}}，P {{unit_p}}）{{/unit_hr}} · 队列共 {{total}} 例，{{#excluded}}排除 {{excluded}} 例，原因见「纳入与排除」{{/excluded}}{{^excluded}}没有排除{{/excluded}}`,
      en: `${MEANS.en}Median time: high expression{{#high_median}} {{high_median}} {{unit_english}}{{/high_median}}{{^high_median}} not reached{{/high_median}}, low expression{{#low_median}} {{low_median}} {{unit_english}}{{/low_median}}{{^low_median}} not reached{{/low_median}}; median follow-up{{#follow_up}} {{follow_up}} {{unit_english}} (reverse Kaplan–Meier method){{/follow_up}}{{^follow_up}} not estimable{{/follow_up}}${rateText(rate, 'en')}{{#unit_hr}} · without groups, per unit of expression ({{expression_unit}}): HR {{unit_hr}} (95% CI {{unit_low}}–{{unit_high}}, P {{unit_p}}){{/unit_hr}} · {{total}} patients in the cohort, {{#excluded}}{{excluded}} left out; reasons in “Inclusion and exclusion”{{/excluded}}{{^excluded}}none left out{{/excluded}}`,
    },
    empty: {
      when: 'significant',
      next: [
        {
          title: '看 HR 的区间，和不分组的结果',
          text: '「检验与风险比」第二行按表达量本身算，不受截断值影响。区间宽，是数据少；区间窄又紧贴 1，才说明关系即使有也很小。',
          reading: true,
        },
        {
          title: '不要换着分组方法、终点、队列再试',
          text: '试到 P < 0.05 的，常常是偶然：没有任何关系时，独立地试 5 次，至少一次 P < 0.05 的机会是 23%。试过的都要写明，P 按次数校正。',
          reading: true,
        },
        {
          title: '在事件更多的独立队列里再看一次',
          text: '事先定好{{row_subject}}、终点和分组方法，只看这一次，结果好坏都报告。',
        },
      ],
    },
  }) as const satisfies ToolDefinition['texts'];
