import type { ToolDefinition } from '../declaration/define-tool.ts';
import type { Parameters } from '../declaration/parameters.ts';
import { TITLES } from '../declaration/titles.ts';
import { both } from '../declaration/told.ts';
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

const LASSO_CURVES = { deviance: { zh: '偏似然偏差', en: 'Partial likelihood deviance' } } as const satisfies Codes;
const LASSO_ROWS = {
  genes: { zh: '基因数', en: 'Number of genes' },
  events: { zh: '事件数', en: 'Number of events' },
} as const satisfies Codes;

/** What LASSO of a cohort and of one's own data have in common. R: engine/R/statistics/risk-models/lasso-model.R. */

/** After the patients and genes of `cohortStudy` or `ownStudy`. */
export const lassoParameters = {
  lambda: {
    kind: 'choice',
    label: '惩罚 λ',
    default: 'min',
    options: [
      { value: 'min', label: 'λ.min', help: '交叉验证偏差最小。基因较多，系数较大。' },
      { value: '1se', label: 'λ.1se', help: '偏差在最小值一个标准误以内的最大惩罚。基因更少，更保守；事件少时常常一个也不留。' },
    ],
    help: '惩罚越大，留下的基因越少。两个都写在结果里，这里选用哪一个建模。',
    feeds: 'glmnet::cv.glmnet 的 lambda.min、lambda.1se',
  },
  nfolds: {
    kind: 'integer',
    label: '交叉验证的折数',
    default: 10,
    min: 3,
    max: 50,
    unit: '折',
    advanced: true,
    help: '选 λ 用的折数。调大：每折的患者少，更慢。事件数要不少于折数。',
    feeds: 'glmnet::cv.glmnet(foldid)',
  },
  maxit: {
    kind: 'integer',
    label: '最多迭代',
    default: 1000,
    min: 100,
    max: 1_000_000,
    unit: '次',
    advanced: true,
    help: '不够时路径会提前结束；最佳 λ 若在末尾，自动用 100,000 次重算，并在结果里说明。',
    feeds: 'glmnet::glmnet(maxit)',
  },
  assignments: {
    kind: 'integer',
    label: '换着分折',
    default: 100,
    min: 10,
    max: 500,
    unit: '次',
    advanced: true,
    help: '用不同的分折重选 λ，数每个基因选中几次。调大：频率更准，更慢。',
  },
  ...modelValidation(7),
} as const satisfies Parameters;

const LINE_COLUMNS = {
  line: 'line',
  at: 'at',
  line_label: 'line_label',
  top_x: 'top_x',
  top_text: 'top_text',
  top_row: 'top_row',
} as const;

/** R: `lasso_results`. */
export const lassoTables = {
  performance: performanceTable,
  coefficients: {
    title: { zh: '{{row_subject}}与系数', en: '{{Row_subject}}s and coefficients' },
    role: 'result',
    columns: [
      { name: 'gene', type: 'gene', title: TITLES.row },
      { name: 'coefficient', type: 'number', title: TITLES.coefficient, digits: 4, key: true },
      { name: 'hr_sd', type: 'number', title: { zh: 'HR（每 1 个标准差，已压缩）', en: 'HR (per SD, shrunken)' }, digits: 3 },
      { name: 'sd', type: 'number', title: { zh: '表达量的标准差', en: 'SD of expression' }, digits: 3 },
      { name: 'frequency', type: 'fraction', title: { zh: '换着分折，选中的比例', en: 'Selection frequency' } },
      { name: 'coef_min', type: 'number', title: { zh: 'λ.min 的系数', en: 'Coefficient at λ.min' }, digits: 4 },
      { name: 'coef_1se', type: 'number', title: { zh: 'λ.1se 的系数', en: 'Coefficient at λ.1se' }, digits: 4 },
    ],
    views: [
      { label: { zh: '进入模型', en: 'In the model' }, clauses: [{ column: 'coefficient', is: '|>=|', value: 1e-300 }] },
      {
        label: { zh: '选中不少于 80%', en: 'Selection frequency of at least 80%' },
        clauses: [{ column: 'frequency', is: '>=', value: 0.8 }],
      },
    ],
    whole: true,
  },
  ...riskTables,
  cv: {
    title: { zh: '交叉验证的偏差', en: 'Cross-validated deviance' },
    role: 'result',
    folded: true,
    columns: [
      { name: 'series', type: 'text', title: TITLES.measure, codes: LASSO_CURVES },
      { name: 'x', type: 'number', title: both('log λ') },
      { name: 'y', type: 'number', title: { zh: '偏似然偏差', en: 'Partial likelihood deviance' } },
      { name: 'lower', type: 'number', title: { zh: '减一个标准误', en: 'Minus one SE' } },
      { name: 'upper', type: 'number', title: { zh: '加一个标准误', en: 'Plus one SE' } },
      { name: 'genes', type: 'integer', title: TITLES.rowCount },
      { name: 'events', type: 'integer', title: TITLES.events },
    ],
  },
  frequencies: {
    title: { zh: '选中的比例', en: 'Selection frequency' },
    role: 'figure',
    columns: [
      { name: 'gene', type: 'gene' },
      { name: 'frequency', type: 'fraction' },
      { name: 'chosen', type: 'text', codes: CHOSEN },
    ],
  },
  lambda_lines: riskTables.risk_cut,
  lambda_top: {
    title: { zh: '各 λ 的{{row_subject}}数与事件数', en: 'Lambda top' },
    role: 'figure',
    columns: [
      { name: 'top_x', type: 'number' },
      { name: 'top_text', type: 'text' },
      { name: 'top_row', type: 'text', codes: LASSO_ROWS },
    ],
  },
  paths: {
    title: { zh: '系数路径', en: 'Coefficient paths' },
    role: 'figure',
    columns: [
      { name: 'gene', type: 'gene' },
      { name: 'x', type: 'number' },
      { name: 'y', type: 'number' },
    ],
  },
} as const satisfies ToolDefinition['tables'];

export const lassoFigures = {
  ...performanceFigures,
  cv: {
    title: { zh: '交叉验证曲线', en: 'Cross-validated deviance along the penalty' },
    file: 'LASSO 交叉验证',
    chart: 'curve-bands',
    tables: { curves: 'cv', lines: 'lambda_lines', top: 'lambda_top' },
    columns: { series: 'series', x: 'x', y: 'y', lower: 'lower', upper: 'upper', ...LINE_COLUMNS },
    caption: {
      zh: '{{nfolds}} 折交叉验证的偏似然偏差（± 1 个标准误）。虚线是 λ.min（{{genes_min}} 个{{row_subject}}）和 λ.1se（{{genes_1se}} 个{{row_subject}}），上方是各 λ 的{{row_subject}}数和事件数。',
      en: 'Partial likelihood deviance of {{nfolds}}-fold cross-validation (± 1 SE). Dashed lines: λ.min ({{genes_min}} {{row_subject}}s) and λ.1se ({{genes_1se}} {{row_subject}}s). Above: {{row_subject}}s and events.',
    },
    statistics: {
      zh: '{{patients}} 例患者，{{events}} 例{{event_word}}；LASSO-Cox（glmnet）。',
      en: '{{patients}} patients, {{events}} events; LASSO-penalized Cox regression (glmnet).',
    },
    alternative: {
      zh: 'LASSO 交叉验证曲线：λ.min 处 {{genes_min}} 个{{row_subject}}，λ.1se 处 {{genes_1se}} 个。',
      en: 'Cross-validation curve of the LASSO: {{genes_min}} {{row_subject}}s at λ.min, {{genes_1se}} at λ.1se.',
    },
    style: {
      ...commonStyle({ width: ONE_COLUMN, height: 80 / 25.4, x: 'log(λ)', y: { zh: '偏似然偏差', en: 'Partial likelihood deviance' } }),
      ...curveStyle({ mode: 'points', equal: false }),
    },
  },
  paths: {
    title: { zh: '系数路径', en: 'Coefficient paths' },
    file: 'LASSO 系数路径',
    chart: 'paths',
    hideEmpty: true,
    tables: { paths: 'paths', lines: 'lambda_lines', top: 'lambda_top' },
    columns: { label: 'gene', x: 'x', y: 'y', ...LINE_COLUMNS },
    caption: {
      zh: '每条线是一个{{row_subject}}的系数随 λ 的变化；虚线是 λ.min 和 λ.1se，上方是{{row_subject}}数和事件数。',
      en: 'Coefficients along the penalty; dashed lines: λ.min and λ.1se. Above: {{row_subject}}s and events.',
    },
    statistics: {
      zh: '{{patients}} 例患者，{{events}} 例{{event_word}}；LASSO-Cox（glmnet）。',
      en: '{{patients}} patients, {{events}} events; LASSO-penalized Cox regression (glmnet).',
    },
    alternative: {
      zh: 'LASSO 系数路径：每个{{row_subject}}的系数随 log λ 的变化。',
      en: 'Coefficient paths of the LASSO: the coefficient of each {{row_subject}} along log λ.',
    },
    style: commonStyle({ width: ONE_COLUMN, height: 80 / 25.4 }),
  },
  frequencies: {
    title: { zh: '换一种分折还选不选它', en: 'Selection frequency over assignments to folds' },
    file: '选中的比例',
    chart: 'importance',
    hideEmpty: true,
    tables: { variables: 'frequencies' },
    columns: { label: 'gene', value: 'frequency', group: 'chosen' },
    caption: {
      zh: '把患者重新分折 {{assignments}} 次，每次重选 λ，数每个{{row_subject}}选中几次（最多画 40 个）。选中不到一半的{{row_subject}}，换一批患者多半不在模型里。',
      en: 'Share of {{assignments}} assignments to folds in which a {{row_subject}} was chosen (at most 40 {{row_subject}}s).',
    },
    statistics: {
      zh: '{{patients}} 例患者，{{events}} 例{{event_word}}；{{assignments}} 次里至少八成选中的有 {{stable_genes}} 个；没有做检验。',
      en: '{{patients}} patients, {{events}} events; {{stable_genes}} {{row_subject}}s chosen in at least 80% of {{assignments}} assignments; no test was made.',
    },
    alternative: {
      zh: '选中的比例：每个{{row_subject}}在 {{assignments}} 次分折里选中的比例。',
      en: 'Selection frequency of each {{row_subject}} over {{assignments}} assignments to folds.',
    },
    style: commonStyle({ width: ONE_COLUMN, height: 80 / 25.4, x: { zh: '选中的比例', en: 'Selection frequency' } }),
  },
  risk: riskFigures.risk,
  km: riskFigures.km,
  chance: riskFigures.chance,
} as const satisfies ToolDefinition['figures'];

/** R: `lasso_facts`. */
export const lassoFacts = {
  ...studyFacts,
  ...riskFacts,
  candidates: { label: '候选{{row_subject}}', format: 'count' },
  screened: { label: '候选由同一批患者筛出', format: 'flag' },
  lambda_word: { label: '选用的 λ', format: 'text' },
  lambda_value: { label: 'λ', format: 'decimal' },
  genes_min: { label: 'λ.min 的{{row_subject}}', format: 'count' },
  genes_1se: { label: 'λ.1se 的{{row_subject}}', format: 'count' },
  again: { label: '用更多迭代重算', format: 'flag' },
  stable_genes: { label: '换着分折至少八成选中', format: 'count' },
  size_least: { label: '换着分折最少的{{row_subject}}', format: 'count' },
  size_most: { label: '换着分折最多的{{row_subject}}', format: 'count' },
} as const satisfies ToolDefinition['facts'];

export const lassoTexts = {
  headline: {
    zh: '{{data}} · {{#modelled}}{{model_genes}} 个{{row_subject}}{{#c_nested}} · C {{c_nested}}（嵌套交叉验证）{{/c_nested}}{{/modelled}}{{^modelled}}没有{{row_subject}}进入模型{{/modelled}}',
    en: '{{data}} · {{#modelled}}{{model_genes}} {{row_subject}}s{{#c_nested}} · C {{c_nested}} (nested cross-validation){{/c_nested}}{{/modelled}}{{^modelled}}no {{row_subject}} in the model{{/modelled}}',
  },
  summary: {
    zh: `{{data}} 的 {{patients}} 例患者（{{events}} 例{{event_word}}），从 {{candidates}} 个候选{{row_subject}}里用 LASSO-Cox（{{lambda_word}}）选出 **{{#modelled}}{{model_genes}} 个{{row_subject}}{{/modelled}}{{^modelled}}0 个{{row_subject}}：加进任何{{row_subject}}都不比没有好{{/modelled}}**。${riskSummary.zh}换一种分折，选中的{{row_subject}}从 {{size_least}} 到 {{size_most}} 个不等，其中 {{stable_genes}} 个在 {{assignments}} 次里至少八成选中。`,
    en: `In {{patients}} patients of {{data}} ({{events}} events), LASSO-penalised Cox regression ({{lambda_word}}) of {{candidates}} candidate {{row_subject}}s selected **{{#modelled}}{{model_genes}} {{row_subject}}s{{/modelled}}{{^modelled}}no {{row_subject}}: adding any does no better than none{{/modelled}}**.${riskSummary.en} Over other assignments to folds, from {{size_least}} to {{size_most}} {{row_subject}}s were selected, {{stable_genes}} of them in at least 80% of {{assignments}} assignments.`,
  },
  detail: {
    zh: `${studyDetail.zh} · λ.min 处 {{genes_min}} 个{{row_subject}}，λ.1se 处 {{genes_1se}} 个${riskGroupsDetail.zh}{{#again}} · 迭代不够，已用更多次重算{{/again}}`,
    en: `${studyDetail.en} · {{genes_min}} {{row_subject}}s at λ.min, {{genes_1se}} at λ.1se${riskGroupsDetail.en}{{#again}} · too few iterations: computed again with more{{/again}}`,
  },
  empty: {
    when: 'modelled',
    next: [
      {
        title: '空的模型也是结果',
        text: '交叉验证看不出任何{{row_subject}}有用，多半是事件太少，或候选{{row_subject}}与结局的关系弱。不要换着种子、λ、过滤再试到有为止。',
        reading: true,
      },
      { title: '看单因素 Cox 和 P 值分布', text: '整体平坦，说明这批数据里没有信号。', reading: true },
      { title: '用事件更多的数据', text: '或用别的数据先定一份短的候选名单。' },
    ],
  },
} as const satisfies ToolDefinition['texts'];

export const lassoProduces = [
  { what: 'survival_model', table: 'model', columns: { part: 'part', name: 'name', value: 'value' } },
  { what: 'gene_list', table: 'coefficients', columns: { gene: 'gene' }, rows: [{ column: 'coefficient', is: '|>=|', value: 1e-300 }] },
] as const satisfies ToolDefinition['produces'];

export const lassoCitations = [
  'Tibshirani R. The lasso method for variable selection in the Cox model. Stat Med 1997;16:385–395.',
  'Simon N, Friedman J, Hastie T, Tibshirani R. Regularization paths for Cox’s proportional hazards model via coordinate descent. J Stat Softw 2011;39(5):1–13. doi:10.18637/jss.v039.i05',
  'Tibshirani R, Bien J, Friedman J, et al. Strong rules for discarding predictors in lasso-type problems. J R Stat Soc B 2012;74:245–266.',
  ...riskCitations,
] as const;
