import type { TableDeclaration, ToolDefinition } from '../declaration/define-tool.ts';
import type { Parameter, Parameters } from '../declaration/parameters.ts';
import { TITLES } from '../declaration/titles.ts';
import type { Told } from '../declaration/told.ts';
import { commonStyle, curveStyle, ONE_COLUMN, TWO_COLUMNS } from '../style/style.ts';
import type { Codes } from '../words/codes.ts';
import { groupedAs, kmColumns, kmStyle, ratioUnknown, survivalTables } from './gene-survival.ts';
import { randomSeed } from './inputs.ts';
import { REPORTING_ANSWERS, REPORTING_ITEMS } from './reporting.ts';
import { studyTables } from './survival-matrix.ts';
import { CURVES_BY_TIME, MODEL_WORDS, REFERENCE_LINES, RISK_SIDES, TIMES, YEARS } from './vocabularies.ts';

/** What is measured of a model. */
export const MEASURES = {
  at: { zh: '{years} 年 {measure}', en: '{years}-year {measure}' },
  c: { zh: 'C 指数', en: 'C index' },
  auc: { zh: 'AUC', en: 'AUC' },
  brier: { zh: 'Brier 分数', en: 'Brier score' },
  ipa: { zh: '预测准确度 IPA', en: 'index of prediction accuracy (IPA)' },
  slope: { zh: '校准斜率', en: 'Calibration slope' },
  oe: { zh: '实际/预测（O/E）', en: 'ratio of observed to predicted risk (O/E)' },
  r2: { zh: 'R²（Nagelkerke）', en: 'R² (Nagelkerke)' },
} as const satisfies Codes;
/** In which patients. */
const VALIDATIONS = {
  nested: { zh: '嵌套交叉验证', en: 'Nested cross-validation' },
  apparent: { zh: '训练集内（偏乐观）', en: 'Training patients (optimistic)' },
  validated: { zh: '这份数据（模型原样）', en: 'These data (the model as it is)' },
  trained_nested: { zh: '训练时：嵌套交叉验证', en: 'In training: nested cross-validation' },
  trained_apparent: { zh: '训练时：训练集内（偏乐观）', en: 'In training: training patients (optimistic)' },
  corrected: { zh: '自助法校正', en: 'Corrected by the bootstrap' },
  repeated: { zh: '重复交叉验证', en: 'Repeated cross-validation' },
} as const satisfies Codes;
/** What a model is held against. */
const CHANCES = {
  permuted: { zh: '结局置换', en: 'Permuted outcome' },
  drawn: { zh: '随机基因', en: 'Random genes' },
  nested: { zh: '嵌套交叉验证', en: 'Nested cross-validation' },
  apparent: { zh: '训练集内', en: 'Training patients' },
} as const satisfies Codes;

/** What the tools that build a risk model have in common. R: engine/R/statistics/risk-models/risk-results.R. */

/** Of the high-risk group against the low one. R: `risk_facts`, `validation_facts`. */
export const riskRatioUnknown = ratioUnknown('risk_hr');

/** Times of performance, and how it is validated. R: `model_days`, `risk_results`. @param seed Default of the random numbers. */
export const modelValidation = (seed: number) =>
  ({
    times: {
      kind: 'choices',
      label: '评价的时间',
      options: [
        { value: '1', label: '1 年' },
        { value: '2', label: '2 年' },
        { value: '3', label: '3 年' },
        { value: '5', label: '5 年' },
        { value: '10', label: '10 年' },
      ],
      help: '在这些时间看 AUC、Brier 分数、校准和净获益；不选就是 1、3、5 年。到那时发生事件的和还在随访的患者都不少于 10 例才评价。',
    },
    repeats: {
      kind: 'integer',
      label: '嵌套交叉验证重复',
      default: 5,
      min: 1,
      max: 20,
      unit: '次',
      advanced: true,
      help: '每次把患者重新分成 5 折（事件少时更少），选基因、定参数全在折内重做。调大更稳，也更慢。',
    },
    chance: {
      kind: 'flag',
      label: '与偶然相比',
      default: false,
      help: '把结局在患者间打乱 100 次，每次重做全部选择；再随机抽同样多的基因 100 次，与嵌套交叉验证在同样的折里比。看这个模型站在哪里。要多算几分钟。候选基因来自同一批患者的建模结果时不做。',
    },
    seed: randomSeed({ default: seed, max: 2_147_000_000, help: '决定怎样分折。同一个种子，结果完全相同；换一个种子，看结论变不变。' }),
  }) as const satisfies Parameters;

/** Genes that a model chooses from: typed, a file, or an earlier result; of a screen of the same patients it is repeated in each fold. */
export const candidateGenes = {
  kind: 'gene-list',
  label: '候选基因',
  input: 'candidates',
  fileField: 'gene_file_id',
  source: { field: 'source_analysis_id', directionField: 'direction', moduleField: 'module' },
  min: 2,
  max: 20_000,
  optional: true,
  help: '从这些基因里选。可以粘贴、用文件，或取自差异分析、单因素 Cox 等结果；不填就是数据里的全部基因。名单若是用同一批患者的结局筛出来的，请从那次结果取：交叉验证会在每一折里重新筛选。',
} as const satisfies Parameter;

const SERIES = { name: 'series', type: 'text', codes: CURVES_BY_TIME } as const;
/** Series of one year have one colour. */
export const SERIES_YEAR = { name: 'year', type: 'text', title: { zh: '时间', en: 'Time' }, codes: YEARS } as const;
const LINES = (title: Told) =>
  ({
    title,
    role: 'figure',
    columns: [
      { name: 'line', type: 'text' },
      { name: 'at', type: 'number' },
      { name: 'line_label', type: 'text', codes: REFERENCE_LINES },
    ],
  }) as const satisfies TableDeclaration;

/** Columns of the frozen model. R: `model_table`. */
export const modelTable = {
  title: { zh: '模型（可以在别处验证）', en: 'Model, for validation elsewhere' },
  role: 'result',
  hideEmpty: true,
  columns: [
    { name: 'part', type: 'text', title: { zh: '内容', en: 'Part of the model' } },
    { name: 'name', type: 'text', title: { zh: '名称', en: 'Name' }, naming: 'inputs', codes: MODEL_WORDS, own: true },
    { name: 'value', type: 'number', title: TITLES.value, digits: 6 },
    { name: 'tree', type: 'integer', title: { zh: '树', en: 'Tree' } },
    { name: 'node', type: 'integer', title: { zh: '节点', en: 'Node' } },
    { name: 'left', type: 'integer', title: { zh: '左', en: 'Left' } },
    { name: 'right', type: 'integer', title: { zh: '右', en: 'Right' } },
  ],
} as const satisfies TableDeclaration;

/** Measures of a model. */
export const performanceTable = {
  title: { zh: '表现', en: 'Performance of the model' },
  role: 'result',
  columns: [
    { name: 'measure', type: 'text', title: TITLES.measure, codes: MEASURES },
    { name: 'years', type: 'number', title: { zh: '年', en: 'Years' } },
    { name: 'how', type: 'text', title: { zh: '在哪些患者里', en: 'Patients' }, codes: VALIDATIONS },
    { name: 'estimate', type: 'number', title: TITLES.value, digits: 3, key: true },
    { name: 'lower', type: 'number', title: TITLES.low95, digits: 3 },
    { name: 'upper', type: 'number', title: TITLES.high95, digits: 3 },
  ],
  whole: true,
} as const satisfies TableDeclaration;

/** Items of the reporting lists. R: `reporting_list`. */
export const reportingTable = {
  title: { zh: '报告清单（REMARK、TRIPOD+AI）', en: 'Reporting checklists (REMARK, TRIPOD+AI)' },
  role: 'result',
  columns: [
    { name: 'list', type: 'text', title: { zh: '清单', en: 'List' } },
    { name: 'item', type: 'text', title: { zh: '条目', en: 'Item' } },
    { name: 'asks', type: 'text', title: { zh: '要报告什么', en: 'What is asked for' }, codes: REPORTING_ITEMS },
    { name: 'answer', type: 'text', title: { zh: '这次运行', en: 'This run' }, naming: 'inputs', codes: REPORTING_ANSWERS, own: true },
    { name: 'filled', type: 'flag', title: { zh: '已填', en: 'Filled' } },
  ],
  whole: true,
  paper: { sections: 'list', without: ['filled'] },
} as const satisfies TableDeclaration;

/** Scores and groups of patients. */
export const scoredPatients = {
  title: { zh: '每例患者的风险评分', en: 'Risk score of each patient' },
  role: 'result',
  columns: [
    { name: 'patient', type: 'text', title: TITLES.patient },
    { name: 'sample', type: 'text', title: TITLES.sample },
    { name: 'time', type: 'number', title: { zh: '时间（天）', en: 'Time (days)' } },
    { name: 'status', type: 'integer', title: TITLES.status },
    { name: 'score', type: 'number', title: { zh: '风险评分', en: 'Risk score' }, digits: 4, key: true },
    { name: 'group', type: 'text', title: TITLES.group, codes: RISK_SIDES },
    { name: 'shown', type: 'number', title: { zh: '时间（图上的单位）', en: 'Time (unit of the figure)' } },
  ],
  sort: { column: 'score', order: 'desc' },
} as const satisfies TableDeclaration;

/** Tables of time-dependent ROC, calibration and net benefit. */
export const curveTables = {
  roc: {
    title: { zh: '时间依赖 ROC 的点', en: 'Roc' },
    role: 'figure',
    columns: [
      SERIES,
      { name: 'x', type: 'number' },
      { name: 'y', type: 'number' },
      { name: 'label', type: 'text', codes: CURVES_BY_TIME },
      { name: 'line_type', type: 'text' },
      SERIES_YEAR,
    ],
  },
  roc_lines: LINES({ zh: 'ROC 的参考线', en: 'Reference lines of the ROC curves' }),
  calibration: {
    title: { zh: '校准曲线的点', en: 'Calibration' },
    role: 'figure',
    columns: [
      SERIES,
      { name: 'x', type: 'number' },
      { name: 'y', type: 'number' },
      { name: 'lower', type: 'number' },
      { name: 'upper', type: 'number' },
      { name: 'n', type: 'integer' },
    ],
  },
  calibration_lines: LINES({ zh: '校准的参考线', en: 'Reference lines of calibration' }),
  decision: {
    title: { zh: '决策曲线的点', en: 'Decision' },
    role: 'figure',
    columns: [SERIES, { name: 'x', type: 'number' }, { name: 'y', type: 'number' }, { name: 'line_type', type: 'text' }, SERIES_YEAR],
  },
  decision_lines: LINES({ zh: '决策曲线的参考线', en: 'Reference lines of the decision curves' }),
} as const satisfies ToolDefinition['tables'];

/** R: `risk_results`, `patient_flow`, `gene_flow_table`. A tool's own tables stand between `performance` and the others. */
export const riskTables = {
  model: modelTable,
  patients: scoredPatients,
  folds: {
    title: { zh: '嵌套交叉验证里选中的次数', en: 'Selections in nested cross-validation' },
    role: 'result',
    folded: true,
    hideEmpty: true,
    columns: [
      { name: 'gene', type: 'gene', title: TITLES.row },
      { name: 'folds', type: 'integer', title: { zh: '选中的拟合', en: 'Fits that selected it' } },
      { name: 'share', type: 'fraction', title: { zh: '占全部拟合', en: 'Share of all fits' } },
    ],
    sort: { column: 'share', order: 'desc' },
  },
  chance: {
    title: { zh: '与偶然相比', en: 'The model against chance' },
    role: 'result',
    hideEmpty: true,
    columns: [
      { name: 'kind', type: 'text', title: { zh: '怎样产生', en: 'How it was made' }, codes: CHANCES },
      { name: 'run', type: 'integer', title: { zh: '第几次', en: 'Run' } },
      { name: 'c', type: 'number', title: { zh: 'C 指数', en: 'C-index' }, digits: 3 },
    ],
  },
  reporting: reportingTable,
  ...studyTables,
  curve: groupedAs(survivalTables.curve, { codes: RISK_SIDES }),
  risk: groupedAs(survivalTables.risk, { codes: RISK_SIDES }),
  risk_cells: {
    title: { zh: '模型{{row_subject}}的 z 值', en: 'Risk cells' },
    role: 'figure',
    columns: [{ name: 'gene', type: 'gene' }],
    rest: { type: 'number' },
  },
  risk_cut: LINES({ zh: '风险评分的截断值', en: 'Cut-off of the risk scores' }),
  ...curveTables,
  chance_curves: {
    title: { zh: '偶然的分布', en: 'Chance curves' },
    role: 'figure',
    columns: [SERIES, { name: 'x', type: 'number' }, { name: 'y', type: 'number' }],
  },
  chance_lines: LINES({ zh: '模型的位置', en: 'Place of the model' }),
} as const satisfies ToolDefinition['tables'];

const LINE_COLUMNS = { line: 'line', at: 'at', line_label: 'line_label' } as const;

/** Figures of the performance in patients that the model has not seen. */
export const performanceFigures = {
  roc: {
    title: { zh: '时间依赖 ROC', en: 'Time-dependent ROC curves' },
    file: 'ROC',
    chart: 'curve-bands',
    hideEmpty: true,
    tables: { curves: 'roc', lines: 'roc_lines' },
    columns: { series: 'series', x: 'x', y: 'y', label: 'label', line_type: 'line_type', kin: 'year', ...LINE_COLUMNS },
    caption: {
      zh: '实线是嵌套交叉验证：每例患者的评分来自没有见过他的模型；一次重复里各折模型的评分合在一起算一条曲线，画的是各次重复的平均，面积就是表里的 AUC。虚线是训练集内，偏乐观。删失按 IPCW 加权（riskRegression::Score）。',
      en: 'Solid: nested cross-validation, each patient scored by a model that has not seen him; scores are pooled over the models of the folds, and the curve is the mean over repeats. Dashed: training patients, optimistic. Censoring weighted by IPCW (riskRegression::Score).',
    },
    statistics: { zh: '{{patients}} 例患者，{{events}} 例{{event_word}}。', en: '{{patients}} patients, {{events}} events.' },
    alternative: {
      zh: '时间依赖 ROC 曲线：验证与训练集内{{#auc_name}}，验证的 {{auc_name}} {{auc_nested}}{{/auc_name}}。',
      en: 'Time-dependent ROC curves of validation and of the training patients{{#auc_name}}; {{auc_name}} of validation {{auc_nested}}{{/auc_name}}.',
    },
    style: {
      ...commonStyle({
        width: ONE_COLUMN,
        height: 85 / 25.4,
        x: { zh: '1 − 特异度', en: '1 − Specificity' },
        y: { zh: '灵敏度', en: 'Sensitivity' },
      }),
      ...curveStyle({ mode: 'step', equal: true }),
    },
  },
  calibration: {
    title: { zh: '校准曲线', en: 'Calibration curves' },
    file: '校准',
    chart: 'curve-bands',
    hideEmpty: true,
    tables: { curves: 'calibration', lines: 'calibration_lines' },
    columns: { series: 'series', x: 'x', y: 'y', lower: 'lower', upper: 'upper', ...LINE_COLUMNS },
    caption: {
      zh: '嵌套交叉验证里预测的风险，对每组患者实际的风险（Kaplan–Meier，95% 置信区间；各次重复的平均）。点在斜线上为校准好；在斜线下，预测偏高。',
      en: 'Risk predicted in nested cross-validation against the observed risk (Kaplan–Meier, 95% CI) in groups of patients, mean over repeats. Diagonal: ideal.',
    },
    statistics: { zh: '{{patients}} 例患者，{{events}} 例{{event_word}}。', en: '{{patients}} patients, {{events}} events.' },
    alternative: {
      zh: '校准曲线：横轴是预测的风险，纵轴是实际的风险，斜线是理想。',
      en: 'Calibration curves: predicted risk on the x axis, observed risk on the y axis; the diagonal is ideal.',
    },
    style: {
      ...commonStyle({
        width: ONE_COLUMN,
        height: 85 / 25.4,
        x: { zh: '预测的风险', en: 'Predicted risk' },
        y: { zh: '实际的风险', en: 'Observed risk' },
      }),
      ...curveStyle({ mode: 'points-and-line', equal: true }),
    },
  },
  decision: {
    title: { zh: '决策曲线', en: 'Decision curves' },
    file: '决策曲线',
    chart: 'curve-bands',
    hideEmpty: true,
    tables: { curves: 'decision', lines: 'decision_lines' },
    columns: { series: 'series', x: 'x', y: 'y', line_type: 'line_type', kin: 'year', ...LINE_COLUMNS },
    caption: {
      zh: '嵌套交叉验证里的风险，考虑删失，各次重复的平均。曲线高于「全部治疗」和「都不治疗」的阈值范围里，按模型决定才有好处。',
      en: 'Net benefit of risks predicted in nested cross-validation, with censoring, mean over repeats. The model helps where its curve lies above treating all and treating none.',
    },
    statistics: { zh: '{{patients}} 例患者，{{events}} 例{{event_word}}。', en: '{{patients}} patients, {{events}} events.' },
    alternative: {
      zh: '决策曲线：横轴是阈值概率，纵轴是净获益，与全部治疗、都不治疗相比。',
      en: 'Decision curves: threshold probability on the x axis, net benefit on the y axis, beside treating all and treating none.',
    },
    style: {
      ...commonStyle({
        width: ONE_COLUMN,
        height: 75 / 25.4,
        x: { zh: '阈值概率', en: 'Threshold probability' },
        y: { zh: '净获益', en: 'Net benefit' },
      }),
      ...curveStyle({ mode: 'line', equal: false }),
      axis_floor_y: { kind: 'number', label: '纵轴从', default: -0.05, min: -1, max: 0, step: 0.01 },
    },
  },
} as const satisfies ToolDefinition['figures'];

/** What a training curve must carry; see SCIENCE of the field: Simon 2003. */
export const TRAINING_NOTICE = {
  zh: '训练集内结果，未经验证，P 值偏小',
  en: 'Training patients, not validated: the P value is too small',
} as const satisfies Told;

/** R: `risk_results`. */
export const riskFigures = {
  ...performanceFigures,
  km: {
    title: { zh: '高、低风险组的生存曲线（训练集内）', en: 'Kaplan–Meier curves of the risk groups in the training patients' },
    file: 'KM',
    chart: 'km',
    hideEmpty: true,
    tables: { curve: 'curve', risk: 'risk' },
    columns: kmColumns,
    notice: TRAINING_NOTICE,
    caption: {
      zh: `按风险评分的中位数分组。${TRAINING_NOTICE.zh}：模型就是在这些患者里选出来的。能不能用，看嵌套交叉验证和「外部验证」。色带是 95% 置信区间，竖线是删失。`,
      en: 'Patients grouped at the median risk score. Training patients, not validated: the P value is too small. Bands: 95% confidence intervals; ticks: censored patients.',
    },
    statistics: {
      zh: `高风险 {{high_n}} 例（{{high_events}} 例{{event_word}}），低风险 {{low_n}} 例（{{low_events}} 例{{event_word}}）{{#risk_p}}。Log-rank P {{risk_p}}（双侧，未作多重校正）{{/risk_p}}{{#risk_hr}}，HR {{risk_hr}}（95% CI {{risk_hr_low}}–{{risk_hr_high}}，Cox 模型）{{/risk_hr}}${riskRatioUnknown.chinese}。`,
      en: `High risk: n = {{high_n}} ({{high_events}} events); low risk: n = {{low_n}} ({{low_events}} events).{{#risk_p}} Log-rank P {{risk_p}} (two-sided, not corrected for multiple testing){{/risk_p}}{{#risk_hr}}; HR {{risk_hr}} (95% CI {{risk_hr_low}}–{{risk_hr_high}}; Cox model){{/risk_hr}}${riskRatioUnknown.english}{{#risk_p}}.{{/risk_p}}`,
    },
    alternative: {
      zh: '训练集内的生存曲线：高风险 {{high_n}} 例（{{high_events}} 例{{event_word}}），低风险 {{low_n}} 例（{{low_events}} 例{{event_word}}）。',
      en: 'Kaplan–Meier curves in the training patients: high risk n = {{high_n}} ({{high_events}} events), low risk n = {{low_n}} ({{low_events}} events).',
    },
    style: {
      ...kmStyle(''),
      high_color: { kind: 'colour', label: '高风险', default: '#e41a1c' },
      low_color: { kind: 'colour', label: '低风险', default: '#377eb8' },
    },
  },
  risk: {
    title: {
      zh: '风险评分、随访与{{row_subject}}（训练集内）',
      en: 'Risk scores, follow-up and {{row_subject}}s in the training patients',
    },
    file: '风险图',
    chart: 'risk-plot',
    wide: true,
    hideEmpty: true,
    tables: { patients: 'patients', cells: 'risk_cells', lines: 'risk_cut' },
    columns: {
      patient: 'sample',
      score: 'score',
      time: 'shown',
      status: 'status',
      group: 'group',
      gene: 'gene',
      ...LINE_COLUMNS,
    },
    caption: {
      zh: '患者按风险评分从低到高，三幅图共用一条横轴：评分与截断值、随访时间与结局、模型{{row_subject}}的 z 值（截断在 ±3）。训练集内，未经验证。',
      en: 'Patients in the order of their risk scores: score and cut-off, time and outcome, z-scores of the model’s {{row_subject}}s (cut at ±3). Training patients, not validated.',
    },
    statistics: {
      zh: '{{patients}} 例患者，{{events}} 例{{event_word}}；没有做检验。',
      en: '{{patients}} patients, {{events}} events; no test was made.',
    },
    alternative: {
      zh: '风险评分、随访与结局、模型{{row_subject}}的热图，{{patients}} 例患者按评分排列。',
      en: 'Risk scores, follow-up and outcome, and a heatmap of the {{row_subject}}s of the model: {{patients}} patients in the order of their scores.',
    },
    style: commonStyle({ width: TWO_COLUMNS, height: 110 / 25.4 }),
  },
  chance: {
    title: { zh: '与偶然相比', en: 'The model against chance' },
    chart: 'curve-bands',
    hideEmpty: true,
    tables: { curves: 'chance_curves', lines: 'chance_lines' },
    columns: { series: 'series', x: 'x', y: 'y', ...LINE_COLUMNS },
    caption: {
      zh: '曲线是 100 次的分布。结局打乱：同样的步骤重做一遍，训练集内的 C 指数。{{#drawn_p}}随机{{row_subject}}：抽同样多的{{row_subject}}，岭回归，没有参与训练的患者里的 C 指数，与嵌套交叉验证在同样的折里比。{{/drawn_p}}竖线是这个模型：训练集内对结局打乱{{#drawn_p}}，验证对随机{{row_subject}}{{/drawn_p}}。',
      en: 'Distributions over 100 runs: the apparent C of the same procedure on permuted outcomes{{#drawn_p}}, and the C of random signatures of the same size (ridge regression) in the held-out folds of the nested cross-validation{{/drawn_p}}. Vertical lines: this model, training against permuted outcomes{{#drawn_p}}, validation against random {{row_subject}}s{{/drawn_p}}.',
    },
    statistics: {
      zh: '{{patients}} 例患者，{{events}} 例{{event_word}}，模型 {{model_genes}} 个{{row_subject}}。{{#permuted_c}}置换的 C 中位数 {{permuted_c}}（单侧 P {{permuted_p}}）{{/permuted_c}}{{#drawn_c}}，随机{{row_subject}} {{drawn_c}}（单侧 P {{drawn_p}}）{{/drawn_c}}；P 未校正。',
      en: '{{patients}} patients, {{events}} events; {{row_subject}}s in the model: {{model_genes}}.{{#permuted_c}} Median C of permuted outcomes {{permuted_c}} (one-sided P {{permuted_p}}){{/permuted_c}}{{#drawn_c}}, of random {{row_subject}}s {{drawn_c}} (one-sided P {{drawn_p}}){{/drawn_c}}; P not corrected.',
    },
    alternative: {
      zh: '偶然的 C 指数的分布，和这个模型的位置。',
      en: 'Distributions of the C index under chance, and the place of this model.',
    },
    style: {
      ...commonStyle({ width: ONE_COLUMN, height: 75 / 25.4, x: { zh: 'C 指数', en: 'C-index' }, y: { zh: '密度', en: 'Density' } }),
      ...curveStyle({ mode: 'line', equal: false }),
    },
  },
} as const satisfies ToolDefinition['figures'];

/** R: `risk_facts`. */
export const riskFacts = {
  modelled: { label: '有模型', format: 'flag' },
  model_genes: { label: '模型的{{row_subject}}', format: 'count' },
  cutoff: { label: '截断值', format: 'log2' },
  c_nested: { label: 'C 指数（嵌套交叉验证）', format: 'decimal' },
  c_nested_low: { label: 'C 指数下限', format: 'decimal' },
  c_nested_high: { label: 'C 指数上限', format: 'decimal' },
  c_apparent: { label: 'C 指数（训练集内）', format: 'decimal' },
  no_better: { label: '不比偶然好', format: 'flag' },
  nothing_chosen: { label: '没有一折选出{{row_subject}}', format: 'flag' },
  told_times: { label: '评价的时间', format: 'text', codes: TIMES },
  auc_name: { label: '哪个 AUC', format: 'text', codes: MEASURES },
  auc_nested: { label: 'AUC（嵌套交叉验证）', format: 'decimal' },
  auc_nested_low: { label: 'AUC 下限', format: 'decimal' },
  auc_nested_high: { label: 'AUC 上限', format: 'decimal' },
  repeats_done: { label: '重复', format: 'count' },
  folds_done: { label: '折', format: 'count' },
  failed_fits: { label: '没有成功的拟合', format: 'count' },
  high_n: { label: '高风险患者', format: 'count' },
  low_n: { label: '低风险患者', format: 'count' },
  high_events: { label: '高风险组事件', format: 'count' },
  low_events: { label: '低风险组事件', format: 'count' },
  risk_p: { label: 'Log-rank P（训练集内）', format: 'p' },
  risk_hr: { label: 'HR（训练集内）', format: 'log2' },
  risk_hr_low: { label: 'HR 95% CI 下限', format: 'log2' },
  risk_hr_high: { label: 'HR 95% CI 上限', format: 'log2' },
  ...riskRatioUnknown.facts,
  chance_checked: { label: '与偶然比过', format: 'flag' },
  permuted_p: { label: '对结局置换的 P', format: 'p' },
  drawn_p: { label: '对随机{{row_subject}}的 P（折外）', format: 'p' },
  permuted_c: { label: '结局置换的 C（中位数）', format: 'decimal' },
  drawn_c: { label: '随机{{row_subject}}的 C（折外，中位数）', format: 'decimal' },
} as const satisfies ToolDefinition['facts'];

/** Honest performance in words, for `texts.summary`, behind a sentence. */
export const riskSummary = {
  zh: '{{#c_nested}}在没有参与训练的患者里（{{repeats_done}} 次重复的 {{folds_done}} 折嵌套交叉验证{{^modelled}}，各折里同样的步骤{{/modelled}}），**C 指数 {{c_nested}}**（95% CI {{c_nested_low}}–{{c_nested_high}}）{{#auc_name}}，{{auc_name}} {{auc_nested}}{{/auc_name}}{{#no_better}}：**看不出比掷硬币强**{{/no_better}}。{{/c_nested}}{{#nothing_chosen}}嵌套交叉验证（{{repeats_done}} 次重复的 {{folds_done}} 折）里没有一折选出{{row_subject}}，没有 C 指数可以报告。{{/nothing_chosen}}{{#c_apparent}}训练集内的 C 指数 {{c_apparent}} 偏乐观，不能当作表现。{{/c_apparent}}{{#permuted_p}}与偶然相比：结局打乱后同样的步骤在训练集内也能得到 C {{permuted_c}}（P {{permuted_p}}）{{#drawn_p}}；随机抽同样多的{{row_subject}}，在没有参与训练的患者里 C {{drawn_c}}（P {{drawn_p}}）{{/drawn_p}}。{{/permuted_p}}',
  en: '{{#c_nested}} In patients who took no part in training ({{folds_done}}-fold nested cross-validation repeated {{repeats_done}} times{{^modelled}}, the same procedure in each fold{{/modelled}}), the **C index is {{c_nested}}** (95% CI {{c_nested_low}}–{{c_nested_high}}){{#auc_name}}, the {{auc_name}} {{auc_nested}}{{/auc_name}}{{#no_better}}: **no evidence of being better than chance**{{/no_better}}.{{/c_nested}}{{#nothing_chosen}} No fold of the nested cross-validation ({{folds_done}} folds, repeated {{repeats_done}} times) selected any {{row_subject}}: there is no C index to report.{{/nothing_chosen}}{{#c_apparent}} The C index of {{c_apparent}} in the training patients is optimistic and no measure of performance.{{/c_apparent}}{{#permuted_p}} Against chance: on permuted outcomes the same procedure reaches C {{permuted_c}} in the training patients (P {{permuted_p}}){{#drawn_p}}; random {{row_subject}}s, as many as in the model, reach C {{drawn_c}} in patients who took no part in training (P {{drawn_p}}){{/drawn_p}}.{{/permuted_p}}',
} as const satisfies Told;

/** Risk groups of the training patients, at the end of `texts.detail`. */
export const riskGroupsDetail = {
  zh: '{{#modelled}} · 训练集内按中位数分组：高风险 {{high_n}} 例（{{high_events}} 例{{event_word}}）、低风险 {{low_n}} 例（{{low_events}} 例）{{/modelled}}',
  en: '{{#modelled}} · training patients grouped at the median: high risk n = {{high_n}} ({{high_events}} events), low risk n = {{low_n}} ({{low_events}} events){{/modelled}}',
} as const satisfies Told;

export const riskCitations = [
  'Harrell FE, Lee KL, Mark DB. Multivariable prognostic models: issues in developing models, evaluating assumptions and adequacy, and measuring and reducing errors. Stat Med 1996;15:361–387.',
  'Varma S, Simon R. Bias in error estimation when using cross-validation for model selection. BMC Bioinformatics 2006;7:91. doi:10.1186/1471-2105-7-91',
  '{{#told_times}}Blanche P, Dartigues JF, Jacqmin-Gadda H. Estimating and comparing time-dependent areas under receiver operating characteristic curves for censored event times with competing risks. Stat Med 2013;32:5381–5397.{{/told_times}}',
  '{{#drawn_p}}Venet D, Dumont JE, Detours V. Most random gene expression signatures are significantly associated with breast cancer outcome. PLoS Comput Biol 2011;7:e1002240. doi:10.1371/journal.pcbi.1002240{{/drawn_p}}',
  '{{#told_times}}Vickers AJ, Cronin AM, Elkin EB, Gonen M. Extensions to decision curve analysis. BMC Med Inform Decis Mak 2008;8:53. doi:10.1186/1472-6947-8-53{{/told_times}}',
] as const;
