import type { ToolDefinition } from '../declaration/define-tool.ts';
import type { Parameters } from '../declaration/parameters.ts';
import { TITLES } from '../declaration/titles.ts';
import { commonStyle, curveStyle, ONE_COLUMN } from '../style/style.ts';
import type { Codes } from '../words/codes.ts';
import {
  modelValidation,
  performanceFigures,
  performanceTable,
  riskCitations,
  riskFacts,
  riskFigures,
  riskGroupsDetail,
  riskSummary,
  riskTables,
} from './risk-model.ts';
import { studyDetail, studyFacts } from './survival-matrix.ts';
import { CHOSEN } from './vocabularies.ts';

const FOREST_CURVES = { oob: { zh: '袋外误差', en: 'Out-of-bag error' } } as const satisfies Codes;

/** What the survival forest of a cohort and of one's own data have in common. R: engine/R/statistics/risk-models/forest-model.R. */

/** How a forest is grown, and which of its genes are kept. */
export const forestGrowth = {
  ntree: {
    kind: 'integer',
    label: '树的数目',
    default: 500,
    min: 50,
    max: 5000,
    unit: '棵',
    help: '看「袋外误差与树的数目」：曲线已经平了就够。调大：重要性更稳，更慢，模型的表更长。',
    feeds: 'ranger::ranger(num.trees)',
  },
  rela_imp_cutoff: {
    kind: 'number',
    label: '相对重要性',
    default: 0.2,
    min: 0,
    max: 1,
    step: 0.05,
    help: '基因的置换重要性占最大者的比例，不低于它才入选；还要高于最负的重要性的绝对值，并且袋外误差低于 0.45。调大：基因更少。',
  },
  nodesize: {
    kind: 'integer',
    label: '叶子大小',
    default: 15,
    min: 3,
    max: 500,
    unit: '例',
    advanced: true,
    help: '患者不多于它的节点不再分。调大：树更浅，更快，更不容易过拟合。患者上千时可用 50。',
    feeds: 'ranger::ranger(min.node.size)',
  },
  fold_trees: {
    kind: 'integer',
    label: '重复拟合的树',
    default: 100,
    min: 50,
    max: 1000,
    unit: '棵',
    advanced: true,
    help: '交叉验证的每一折、打乱结局、换着抽患者时，每座森林的树。步骤与主森林相同，只是树少。调大：更稳，慢得多。',
  },
} as const satisfies Parameters;

const { seed, ...validation } = modelValidation(123);

/** After the patients and genes of `cohortStudy` or `ownStudy`. */
export const forestParameters = {
  ...forestGrowth,
  null_runs: {
    kind: 'integer',
    label: '打乱结局',
    default: 20,
    min: 0,
    max: 200,
    unit: '次',
    advanced: true,
    help: '把结局在患者间打乱，重新算重要性，画出偶然的范围。0：不做。',
  },
  subsamples: {
    kind: 'integer',
    label: '换着抽患者',
    default: 20,
    min: 5,
    max: 200,
    unit: '次',
    advanced: true,
    help: '每次不放回地抽 63% 的患者重选基因，数每个基因入选几次。调大：比例更准，更慢。',
  },
  ...validation,
  // ranger takes 0 for no seed.
  seed: { ...seed, min: 1, help: '决定每棵树抽哪些患者和基因、怎样分折。同一个种子，结果完全相同；换一个种子，看结论变不变。' },
} as const satisfies Parameters;

/** R: `forest_results`. */
export const forestTables = {
  performance: performanceTable,
  importance: {
    title: { zh: '重要性与入选的{{row_subject}}', en: 'Importance and selected {{row_subject}}s' },
    role: 'result',
    columns: [
      { name: 'gene', type: 'gene', title: TITLES.row },
      { name: 'importance', type: 'number', title: { zh: '置换重要性', en: 'Permutation importance' }, digits: 4, key: true },
      { name: 'relative', type: 'number', title: { zh: '相对重要性', en: 'Relative importance' }, digits: 3, key: true },
      { name: 'chosen', type: 'integer', title: { zh: '入选（1 是）', en: 'Selected (1: yes)' } },
      { name: 'frequency', type: 'fraction', title: { zh: '换着抽患者，入选的比例', en: 'Selection frequency over resampling' } },
      { name: 'null_low', type: 'number', title: { zh: '偶然的 2.5%', en: 'Chance, 2.5%' }, digits: 4 },
      { name: 'null_high', type: 'number', title: { zh: '偶然的 97.5%', en: 'Chance, 97.5%' }, digits: 4 },
      { name: 'p', type: 'p', title: { zh: 'P（对打乱结局后最大的重要性）', en: 'P (against the largest permuted importance)' } },
    ],
    views: [
      { label: { zh: '入选', en: 'Selected' }, clauses: [{ column: 'chosen', is: '>=', value: 1 }] },
      {
        label: { zh: '入选的比例不少于 80%', en: 'Selection frequency of at least 80%' },
        clauses: [{ column: 'frequency', is: '>=', value: 0.8 }],
      },
    ],
    sort: { column: 'importance', order: 'desc' },
  },
  ...riskTables,
  oob: {
    title: { zh: '袋外误差与树的数目', en: 'Out-of-bag error over the number of trees' },
    role: 'result',
    columns: [
      { name: 'series', type: 'text', title: TITLES.measure, codes: FOREST_CURVES },
      { name: 'x', type: 'integer', title: { zh: '树的数目', en: 'Number of trees' } },
      { name: 'y', type: 'number', title: { zh: '袋外误差（1 − C）', en: 'Out-of-bag error (1 − C)' }, digits: 4 },
    ],
  },
  importance_shown: {
    title: { zh: '图上的重要性', en: 'Importance shown' },
    role: 'figure',
    columns: [
      { name: 'gene', type: 'gene' },
      { name: 'importance', type: 'number' },
      { name: 'null_low', type: 'number' },
      { name: 'null_high', type: 'number' },
      { name: 'group', type: 'text', codes: CHOSEN },
      { name: 'p', type: 'p' },
    ],
  },
} as const satisfies ToolDefinition['tables'];

export const forestFigures = {
  ...performanceFigures,
  oob: {
    title: { zh: '袋外误差与树的数目', en: 'Out-of-bag error over the number of trees' },
    file: '袋外误差',
    chart: 'curve-bands',
    tables: { curves: 'oob' },
    columns: { series: 'series', x: 'x', y: 'y' },
    caption: {
      zh: '前若干棵树组成的森林，对没有抽到的患者（袋外）的误差，1 − Harrell’s C；0.5 是掷硬币。曲线平了，树就够了。共 {{ntree}} 棵，袋外误差 {{oob_error}}（ranger）。',
      en: 'Out-of-bag error (1 − Harrell’s C) of the first trees of the forest; 0.5 is chance. {{ntree}} trees, error {{oob_error}} (ranger).',
    },
    statistics: {
      zh: '{{patients}} 例患者，{{events}} 例{{event_word}}；{{candidates}} 个候选{{row_subject}}；没有做检验。',
      en: '{{patients}} patients, {{events}} events, {{candidates}} candidate {{row_subject}}s; no test was made.',
    },
    alternative: {
      zh: '袋外误差随树的数目的变化，{{ntree}} 棵时 {{oob_error}}。',
      en: 'Out-of-bag error along the number of trees: {{oob_error}} with {{ntree}} trees.',
    },
    style: {
      ...commonStyle({
        width: ONE_COLUMN,
        height: 75 / 25.4,
        x: { zh: '树的数目', en: 'Number of trees' },
        y: { zh: '袋外误差（1 − C）', en: 'Out-of-bag error (1 − C)' },
      }),
      ...curveStyle({ mode: 'line', equal: false }),
    },
  },
  importance: {
    title: { zh: '{{row_subject}}的重要性', en: 'Importance of {{row_subject}}s' },
    file: '重要性',
    chart: 'importance',
    tables: { variables: 'importance_shown' },
    columns: { label: 'gene', value: 'importance', null_low: 'null_low', null_high: 'null_high', group: 'group', p: 'p' },
    caption: {
      zh: '置换重要性：打乱一个{{row_subject}}后，袋外误差增加多少。{{#null_runs}}灰带是结局打乱 {{null_runs}} 次时全部{{row_subject}}的重要性（2.5%–97.5%），每次 {{fold_trees}} 棵树。{{/null_runs}}入选：相对重要性不低于 {{rela_imp_cutoff}}，高于最负的重要性的绝对值，袋外误差低于 0.45。',
      en: 'Permutation importance: rise of the out-of-bag error when a {{row_subject}} is permuted.{{#null_runs}} Band: all {{row_subject}}s when the outcome is permuted {{null_runs}} times (2.5%–97.5%), {{fold_trees}} trees each.{{/null_runs}}',
    },
    statistics: {
      zh: '{{patients}} 例患者，{{events}} 例{{event_word}}；{{candidates}} 个候选{{row_subject}}里入选 {{chosen_genes}} 个{{#null_runs}}，高于打乱结局的（P ≤ 0.05，置换 {{null_runs}} 次，与每次最大的重要性相比，已计入{{row_subject}}的个数）{{above_chance}} 个{{/null_runs}}。',
      en: '{{patients}} patients, {{events}} events; {{chosen_genes}} of {{candidates}} candidate {{row_subject}}s chosen{{#null_runs}}; {{above_chance}} above permuted outcomes (P ≤ 0.05 over {{null_runs}} permutations, against the largest importance of each, which accounts for the number of {{row_subject}}s){{/null_runs}}.',
    },
    alternative: {
      zh: '{{row_subject}}的置换重要性，从大到小，入选 {{chosen_genes}} 个。',
      en: 'Permutation importance of the {{row_subject}}s, the largest first; {{chosen_genes}} selected.',
    },
    style: commonStyle({ width: ONE_COLUMN, height: 80 / 25.4, x: { zh: '置换重要性', en: 'Permutation importance' } }),
  },
  risk: riskFigures.risk,
  km: riskFigures.km,
  chance: riskFigures.chance,
} as const satisfies ToolDefinition['figures'];

/** R: `forest_facts`. */
export const forestFacts = {
  ...studyFacts,
  ...riskFacts,
  candidates: { label: '候选{{row_subject}}', format: 'count' },
  screened: { label: '候选由同一批患者筛出', format: 'flag' },
  oob_error: { label: '袋外误差（1 − C）', format: 'decimal' },
  chosen_genes: { label: '入选的{{row_subject}}', format: 'count' },
  first_genes: { label: '入选的{{row_subject}}例如', format: 'text' },
  reliable: { label: '有可靠的重要{{row_subject}}', format: 'flag' },
  by_cutoff: { label: '只看相对重要性会入选的', format: 'count' },
  noise: { label: '最负的重要性的绝对值', format: 'decimal' },
  stable_genes: { label: '换着抽患者至少八成入选', format: 'count' },
  above_chance: { label: '高于打乱结局的（P ≤ 0.05）', format: 'count' },
} as const satisfies ToolDefinition['facts'];

export const forestTexts = {
  headline: {
    zh: '{{data}} · {{#reliable}}{{chosen_genes}} 个{{row_subject}}{{/reliable}}{{^reliable}}无可靠重要{{row_subject}}{{/reliable}}{{#c_nested}} · C {{c_nested}}（嵌套交叉验证）{{/c_nested}}',
    en: '{{data}} · {{#reliable}}{{chosen_genes}} {{row_subject}}s{{/reliable}}{{^reliable}}no reliably important {{row_subject}}{{/reliable}}{{#c_nested}} · C {{c_nested}} (nested cross-validation){{/c_nested}}',
  },
  summary: {
    zh: `{{data}} 的 {{patients}} 例患者（{{events}} 例{{event_word}}），{{candidates}} 个候选{{row_subject}}的随机生存森林（{{ntree}} 棵树）袋外误差 {{oob_error}}（0.5 是掷硬币）。**{{#reliable}}入选 {{chosen_genes}} 个{{row_subject}}：{{first_genes}}{{/reliable}}{{^reliable}}无可靠重要{{row_subject}}{{/reliable}}**{{^reliable}}：只看相对重要性会列出 {{by_cutoff}} 个，没有意义{{/reliable}}。${riskSummary.zh}{{#reliable}}换着抽 63% 的患者 {{subsamples}} 次，其中 {{stable_genes}} 个至少八成入选。{{/reliable}}`,
    en: `In {{patients}} patients of {{data}} ({{events}} events), a random survival forest ({{ntree}} trees) of {{candidates}} candidate {{row_subject}}s has an out-of-bag error of {{oob_error}} (0.5 is chance). {{#reliable}}**{{chosen_genes}} {{row_subject}}s were selected: {{first_genes}}**{{/reliable}}{{^reliable}}**No {{row_subject}} is reliably important**: the relative importance alone would list {{by_cutoff}}, which means nothing{{/reliable}}.${riskSummary.en}{{#reliable}} Over {{subsamples}} subsamples of 63% of the patients, {{stable_genes}} of these {{row_subject}}s were selected in at least 80%.{{/reliable}}`,
  },
  detail: {
    zh: `${studyDetail.zh} · 模型是只用入选{{row_subject}}重新拟合的森林${riskGroupsDetail.zh}`,
    en: `${studyDetail.en} · the model is a forest grown anew on the selected {{row_subject}}s alone${riskGroupsDetail.en}`,
  },
  empty: {
    when: 'reliable',
    next: [
      {
        title: '没有可靠的{{row_subject}}也是结果',
        text: '相对重要性总有一个是 1，哪怕全是噪声，所以还要看袋外误差和最负的重要性。不要换着种子、阈值再试到有为止。',
        reading: true,
      },
      { title: '看袋外误差的曲线', text: '在 0.5 附近，就是这批数据里没有信号；还在往下走，可以多种些树。', reading: true },
      { title: '先定一份短的候选名单', text: '噪声{{row_subject}}成百上千时，森林会被淹没。名单最好来自文献或别的数据。' },
    ],
  },
} as const satisfies ToolDefinition['texts'];

export const forestProduces = [
  { what: 'survival_model', table: 'model', columns: { part: 'part', name: 'name', value: 'value' } },
  { what: 'gene_list', table: 'importance', columns: { gene: 'gene' }, rows: [{ column: 'chosen', is: '>=', value: 1 }] },
] as const satisfies ToolDefinition['produces'];

export const forestCitations = [
  'Ishwaran H, Kogalur UB, Blackstone EH, Lauer MS. Random survival forests. Ann Appl Stat 2008;2:841–860. doi:10.1214/08-AOAS169',
  'Wright MN, Ziegler A. ranger: a fast implementation of random forests for high dimensional data in C++ and R. J Stat Softw 2017;77(1):1–17. doi:10.18637/jss.v077.i01',
  'Strobl C, Malley J, Tutz G. An introduction to recursive partitioning. Psychol Methods 2009;14:323–348. doi:10.1037/a0016973',
  ...riskCitations,
] as const;
