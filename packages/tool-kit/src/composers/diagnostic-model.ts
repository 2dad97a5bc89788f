import type { ToolDefinition } from '../declaration/define-tool.ts';
import type { Parameters } from '../declaration/parameters.ts';
import { TITLES } from '../declaration/titles.ts';
import { both, type Told } from '../declaration/told.ts';
import { commonStyle, curveStyle, ONE_COLUMN } from '../style/style.ts';
import type { Codes } from '../words/codes.ts';
import { binaryOutcome } from './binary-outcome.ts';
import { expressionFile, randomSeed } from './inputs.ts';
import { readColumnsAs } from './model-terms.ts';
import { matrix, tell, toGeneNames, warn } from './requirements.ts';
import { candidateGenes } from './risk-model.ts';
import { batchCorrected } from './two-groups.ts';
import { FLOW_STEPS, OWN_UNITS, REFERENCE_LINES } from './vocabularies.ts';

/** What the tools of diagnosis have in common: a two-valued outcome told by many genes. R: engine/R/statistics/diagnosis. */

const BINARY_MEASURES = {
  auc: both('AUC'),
  average_precision: { zh: '平均精确率（PR 曲线下面积）', en: 'Average precision' },
  brier: { zh: 'Brier 分数', en: 'Brier score' },
  slope: { zh: '校准斜率', en: 'Calibration slope' },
  intercept: { zh: '校准截距', en: 'Calibration intercept' },
  sensitivity: { zh: '灵敏度', en: 'Sensitivity' },
  specificity: { zh: '特异度', en: 'Specificity' },
  ppv: { zh: '阳性预测值', en: 'Positive predictive value' },
  npv: { zh: '阴性预测值', en: 'Negative predictive value' },
  accuracy: { zh: '准确度', en: 'Accuracy' },
} as const satisfies Codes;
/** Ways to learn. R: `binary_learners`. */
export const LEARNERS = {
  lasso: both('LASSO'),
  elastic: { zh: '弹性网', en: 'elastic net' },
  ridge: { zh: '岭回归', en: 'ridge regression' },
  svm: { zh: '支持向量机', en: 'support vector machine' },
  forest: { zh: '随机森林', en: 'random forest' },
  boosting: { zh: '梯度提升', en: 'gradient boosting' },
} as const satisfies Codes;
const VALIDATED = {
  nested: { zh: '嵌套交叉验证', en: 'Nested cross-validation' },
  apparent: { zh: '训练集内（偏乐观）', en: 'Training samples (optimistic)' },
  corrected: { zh: '自助法校正', en: 'Corrected by bootstrap' },
  repeated: { zh: '重复交叉验证', en: 'Repeated cross-validation' },
  validated: { zh: '这份数据（模型原样）', en: 'These data (the model as it is)' },
  trained_nested: { zh: '训练时：嵌套交叉验证', en: 'In training: nested cross-validation' },
  trained_apparent: { zh: '训练时：训练集内（偏乐观）', en: 'In training: training samples (optimistic)' },
  model: { zh: '模型', en: 'Model' },
  all: { zh: '全部治疗', en: 'Treat all' },
  permuted: { zh: '结局打乱', en: 'Permuted outcome' },
} as const satisfies Codes;
export const OUTCOME_SIDES = { case: { zh: '阳性', en: 'Case' }, control: { zh: '对照', en: 'Control' } } as const satisfies Codes;
const CALLED = {
  positive: { zh: '判为阳性', en: 'Called a case' },
  negative: { zh: '判为对照', en: 'Called a control' },
} as const satisfies Codes;
const DIAGNOSTIC_FLOW = {
  ...FLOW_STEPS,
  variable: { zh: '缺少所选的变量', en: 'a chosen variable is missing' },
  no_clinical_row: { zh: '矩阵里有，临床资料里没有', en: 'in the matrix without clinical data' },
} as const satisfies Codes;

/** Samples, their outcome, and the genes that a model chooses from. R: `diagnostic_study`. */
export const diagnosticStudy = {
  file_id: {
    ...expressionFile,
    // `source_analysis_id` names the result that the candidate genes come from.
    sourceField: 'matrix_analysis_id',
    help: '基因在行、样本在列，第一列是基因名。没有取对数的会先算 log2(x + 1)。检验科的指标也可以：一行一个指标。',
  },
  clinical_data: {
    kind: 'sample-table',
    label: '临床资料',
    input: 'clinical',
    of: 'file_id',
    fileField: 'clinical_file_id',
    help: '每个样本一行：sample 是样本名，另有一列结局，如 是/否、阳性/阴性、复发/未复发、0/1。可以从 Excel 复制后粘贴，其余的列不用删。',
  },
  ...binaryOutcome('clinical_data', {
    label: '结局列',
    help: '要预测的那一列，只能有两种取值。这一列是空的样本不参与。',
  }),
  gene_list: {
    ...candidateGenes,
    help: '从这些基因里选。可以粘贴、用文件，或取自差异分析等结果；不填就是数据里的全部基因。名单若是比较这同一份矩阵得到的，请从那次结果取：交叉验证会在每一折里重新挑。',
  },
} as const satisfies Parameters;

/**
 * Columns of the clinical table as variables of a model, and how their numbers are read. R: `clinical_factors`.
 * @param help Of the choice. @param read What reading as codes, and as numbers, does.
 */
export const clinicalColumns = (help: string, read: { codes: string; numbers: string }) => {
  const as = (label: string, how: 'codes' | 'numbers') => ({ ...readColumnsAs(label, how, read[how]), of: 'clinical_data' }) as const;
  return {
    covariates: { kind: 'columns', label: '临床变量', of: 'clinical_data', multiple: true, optional: true, help },
    covariate_codes: as('按编号读的变量', 'codes'),
    covariate_numbers: as('按数值读的变量', 'numbers'),
  } as const satisfies Parameters;
};

/** How a model is fitted and validated. R: `diagnostic_results`. */
export const diagnosticValidation = (repeats: number) =>
  ({
    screen: {
      kind: 'integer',
      label: '先留下差别最大的',
      default: 1000,
      min: 2,
      max: 20_000,
      unit: '个',
      advanced: true,
      help: '基因多于这个数时，先按 t 统计量留下差别最大的这么多个，再建模。在每一折里重做，不会偷看。调大：更慢，噪声更多。',
    },
    nfolds: {
      kind: 'integer',
      label: '调参的折数',
      default: 5,
      min: 3,
      max: 20,
      unit: '折',
      advanced: true,
      help: '内层交叉验证的折数，用来定参数。调大：每折的样本少，更慢。',
    },
    repeats: {
      kind: 'integer',
      label: '嵌套交叉验证重复',
      default: repeats,
      min: 1,
      max: 20,
      unit: '次',
      advanced: true,
      help: '每次把样本重新分成 5 折（样本少时更少），筛基因、定参数全在折内重做。调大更稳，也更慢。',
    },
    cut: {
      kind: 'number',
      label: '判为阳性的概率',
      default: 0.5,
      min: 0.01,
      max: 0.99,
      step: 0.01,
      help: '概率不低于它的判为阳性，只影响灵敏度、特异度这样的指标。按漏诊和误诊的代价事先定好，不要看了结果再换。',
    },
    permutations: {
      kind: 'integer',
      label: '打乱结局',
      default: 0,
      min: 0,
      max: 200,
      unit: '次',
      help: '把结局在样本间打乱这么多次，每次重做全部步骤，看没有关系时嵌套交叉验证的 AUC 能有多大。0 为不做；投稿前建议 100 次，要多算几分钟。',
    },
    seed: randomSeed({ default: 7, max: 2_147_000_000, help: '决定怎样分折。同一个种子，结果完全相同；换一个种子，看结论变不变。' }),
  }) as const satisfies Parameters;

export const diagnosticRequirements = [
  warn('counts_not_scaled', [matrix.counts], {
    message:
      '这张表全是非负整数，像是原始计数，没有校正测序深度：测得深的样本每个基因都偏高，与结局的关系可能只是深度的差别。请先用「Counts/FPKM/TPM 转换」或「Counts 数据变换」',
  }),
  batchCorrected,
  tell('probes', [matrix.probes], { message: '行名是探针号：每个探针算一次，同一个基因可能有几行', fix: toGeneNames }),
];

const series = { name: 'series', type: 'text', codes: VALIDATED } as const;
const xy = [
  { name: 'x', type: 'number' },
  { name: 'y', type: 'number' },
] as const;
const curve = (title: Told) =>
  ({
    title,
    role: 'figure',
    columns: [series, ...xy, { name: 'label', type: 'text' }, { name: 'line_type', type: 'text' }],
  }) as const;
const lines = (title: Told) =>
  ({
    title,
    role: 'figure',
    columns: [
      { name: 'line', type: 'text' },
      { name: 'at', type: 'number' },
      { name: 'line_label', type: 'text', codes: REFERENCE_LINES, own: true },
    ],
  }) as const;

/** The first of a tool's tables. */
export const diagnosticPerformance = {
  title: { zh: '表现', en: 'Performance' },
  role: 'result',
  columns: [
    { name: 'measure', type: 'text', title: TITLES.measure, codes: BINARY_MEASURES },
    { name: 'how', type: 'text', title: { zh: '在哪些样本里', en: 'Samples' }, codes: VALIDATED },
    { name: 'estimate', type: 'number', title: TITLES.value, digits: 3, key: true },
    { name: 'lower', type: 'number', title: TITLES.low95, digits: 3 },
    { name: 'upper', type: 'number', title: TITLES.high95, digits: 3 },
  ],
  whole: true,
} as const satisfies ToolDefinition['tables'][string];

/** R: `diagnostic_results`, `permutation_results`. */
export const diagnosticTables = {
  confusion: {
    title: { zh: '混淆矩阵（没有参与训练的样本）', en: 'Confusion table of samples that took no part in training' },
    role: 'result',
    columns: [
      { name: 'called', type: 'text', title: { zh: '按概率', en: 'By probability' }, codes: CALLED },
      { name: 'cases', type: 'integer', title: { zh: '实际阳性', en: 'Cases' } },
      { name: 'controls', type: 'integer', title: { zh: '实际对照', en: 'Controls' } },
    ],
    whole: true,
  },
  samples: {
    title: { zh: '每个样本的概率', en: 'Probability of each sample' },
    role: 'result',
    columns: [
      { name: 'sample', type: 'text', title: TITLES.sample },
      { name: 'outcome', type: 'text', title: { zh: '实际', en: 'Outcome' }, codes: OUTCOME_SIDES },
      {
        name: 'probability',
        type: 'fraction',
        title: { zh: '概率（没有见过它的模型）', en: 'Probability (models that have not seen it)' },
        key: true,
      },
      { name: 'apparent', type: 'fraction', title: { zh: '概率（训练集内）', en: 'Probability (training samples)' } },
      { name: 'called', type: 'text', title: { zh: '判断', en: 'Called' }, codes: CALLED },
    ],
    sort: { column: 'probability', order: 'desc' },
  },
  permuted: {
    title: { zh: '结局打乱后的 AUC', en: 'AUC with permuted outcomes' },
    role: 'result',
    folded: true,
    hideEmpty: true,
    columns: [
      { name: 'run', type: 'integer', title: { zh: '第几次', en: 'Run' } },
      { name: 'auc', type: 'number', title: both('AUC'), digits: 3 },
    ],
  },
  flow: {
    title: { zh: '纳入与排除', en: 'Inclusion and exclusion' },
    role: 'result',
    columns: [
      { name: 'step', type: 'text', title: TITLES.step, codes: DIAGNOSTIC_FLOW },
      { name: 'n', type: 'integer', title: TITLES.samples },
    ],
  },
  roc: curve({ zh: 'ROC 的点', en: 'Roc' }),
  roc_lines: lines({ zh: 'ROC 的参考线', en: 'Reference line of the ROC curves' }),
  recall: curve({ zh: 'PR 曲线的点', en: 'Precision and recall' }),
  recall_lines: lines({ zh: 'PR 曲线的参考线', en: 'Reference line of precision' }),
  calibration: {
    title: { zh: '校准曲线的点', en: 'Calibration' },
    role: 'figure',
    columns: [series, ...xy, { name: 'lower', type: 'number' }, { name: 'upper', type: 'number' }, { name: 'n', type: 'integer' }],
  },
  calibration_lines: lines({ zh: '校准的参考线', en: 'Reference line of calibration' }),
  decision: curve({ zh: '决策曲线的点', en: 'Decision' }),
  decision_lines: lines({ zh: '决策曲线的参考线', en: 'Reference line of the decision curve' }),
  permuted_curve: { title: { zh: '结局打乱的分布', en: 'Permuted curve' }, role: 'figure', columns: [series, ...xy] },
  permuted_lines: lines({ zh: '这次的 AUC', en: 'AUC of this run' }),
} as const satisfies ToolDefinition['tables'];

const LINE_COLUMNS = { line: 'line', at: 'at', line_label: 'line_label' } as const;
const SAMPLES_TOLD = {
  zh: '阳性「{{positive}}」{{cases}} 例，对照「{{negative}}」{{controls}} 例',
  en: 'Cases: n = {{cases}}; controls: n = {{controls}}',
} as const satisfies Told;
const square = (x: Told, y: Told) => commonStyle({ width: ONE_COLUMN, height: 85 / 25.4, x, y });
const VALIDATION_TOLD = {
  zh: '{{repeats_done}} 次重复的 {{folds_done}} 折嵌套交叉验证',
  en: '{{folds_done}}-fold nested cross-validation, repeated {{repeats_done}} times',
} as const satisfies Told;

/** Figures of the performance, the honest one drawn whole and the apparent one dashed. */
export const diagnosticFigures = {
  roc: {
    title: { zh: 'ROC 曲线', en: 'ROC curves' },
    file: 'ROC',
    chart: 'curve-bands',
    tables: { curves: 'roc', lines: 'roc_lines' },
    columns: { series: 'series', x: 'x', y: 'y', label: 'label', line_type: 'line_type', ...LINE_COLUMNS },
    caption: {
      zh: '实线是嵌套交叉验证：每个样本的概率来自没有见过它的模型，只在同一折之内比较，画的是各折各次的平均，面积就是表里的 AUC。虚线是训练集内，偏乐观。',
      en: 'Solid: nested cross-validation, each sample scored by a model that has not seen it and compared within its fold; mean over folds and repeats, the area of which is the AUC of the table. Dashed: training samples, optimistic.',
    },
    statistics: {
      zh: `${SAMPLES_TOLD.zh}。${VALIDATION_TOLD.zh}的 AUC {{auc_nested}}（95% CI {{auc_nested_low}}–{{auc_nested_high}}，DeLong 方差，Nadeau–Bengio 校正{{#auc_perfect}}；每一折都完全分开，方差为 0，区间用 Newcombe 法{{/auc_perfect}}）{{#no_better}}，看不出比掷硬币强{{/no_better}}；训练集内 {{auc_apparent}}。`,
      en: `${SAMPLES_TOLD.en}. AUC of ${VALIDATION_TOLD.en}: {{auc_nested}} (95% CI {{auc_nested_low}}–{{auc_nested_high}}, DeLong’s variance, corrected after Nadeau and Bengio{{#auc_perfect}}; all folds part cases and controls entirely, so that the variance is 0 and the interval Newcombe’s{{/auc_perfect}}){{#no_better}}, no evidence of being better than chance{{/no_better}}; in the training samples {{auc_apparent}}.`,
    },
    alternative: {
      zh: 'ROC 曲线：嵌套交叉验证的 AUC {{auc_nested}}，训练集内 {{auc_apparent}}。',
      en: 'ROC curves: AUC {{auc_nested}} in nested cross-validation, {{auc_apparent}} in the training samples.',
    },
    style: {
      ...square({ zh: '1 − 特异度', en: '1 − Specificity' }, { zh: '灵敏度', en: 'Sensitivity' }),
      ...curveStyle({ mode: 'line', equal: true }),
    },
  },
  recall: {
    title: { zh: '精确率–召回率曲线', en: 'Precision–recall curves' },
    file: 'PR',
    chart: 'curve-bands',
    tables: { curves: 'recall', lines: 'recall_lines' },
    columns: { series: 'series', x: 'x', y: 'y', line_type: 'line_type', ...LINE_COLUMNS },
    caption: {
      zh: '判为阳性的样本里真阳性的比例，对找到的阳性的比例。横线是阳性在全部样本里的比例，即随便猜。虚线是训练集内，偏乐观。',
      en: 'Share of true cases among those called cases against the share of cases found. Horizontal line: share of cases among all samples, which is chance. Dashed: training samples, optimistic.',
    },
    statistics: {
      zh: `${SAMPLES_TOLD.zh}（{{case_share}}）。嵌套交叉验证的平均精确率 {{average_precision}}。`,
      en: `${SAMPLES_TOLD.en} ({{case_share}}). Average precision of nested cross-validation: {{average_precision}}.`,
    },
    alternative: {
      zh: '精确率–召回率曲线：嵌套交叉验证的平均精确率 {{average_precision}}。',
      en: 'Precision–recall curves: average precision {{average_precision}} in nested cross-validation.',
    },
    style: {
      ...square(
        { zh: '召回率（灵敏度）', en: 'Recall (sensitivity)' },
        { zh: '精确率（阳性预测值）', en: 'Precision (positive predictive value)' },
      ),
      ...curveStyle({ mode: 'line', equal: true }),
    },
  },
  calibration: {
    title: { zh: '校准曲线', en: 'Calibration' },
    file: '校准',
    chart: 'curve-bands',
    hideEmpty: true,
    tables: { curves: 'calibration', lines: 'calibration_lines' },
    columns: { series: 'series', x: 'x', y: 'y', lower: 'lower', upper: 'upper', ...LINE_COLUMNS },
    caption: {
      zh: '嵌套交叉验证里预测的概率，对每组样本里阳性的比例（Wilson 95% 置信区间；各次重复的平均）。点在斜线上为校准好；在斜线下，预测偏高。',
      en: 'Probability predicted in nested cross-validation against the share of cases in groups of samples (Wilson 95% CI), mean over repeats. Diagonal: ideal.',
    },
    statistics: {
      zh: `${SAMPLES_TOLD.zh}。{{#slope_nested}}校准斜率 {{slope_nested}}（1 为理想，小于 1 是过拟合），{{/slope_nested}}Brier 分数 {{brier_nested}}（只猜比例为 {{brier_null}}）。`,
      en: `${SAMPLES_TOLD.en}.{{#slope_nested}} Calibration slope {{slope_nested}} (1 is ideal, less is overfitting).{{/slope_nested}} Brier score {{brier_nested}} ({{brier_null}} by the share of cases alone).`,
    },
    alternative: {
      zh: '校准曲线：横轴是预测的概率，纵轴是阳性的比例，斜线是理想。',
      en: 'Calibration: predicted probability on the x axis, share of cases on the y axis; the diagonal is ideal.',
    },
    style: {
      ...square({ zh: '预测的概率', en: 'Predicted probability' }, { zh: '阳性的比例', en: 'Share of cases' }),
      ...curveStyle({ mode: 'points-and-line', equal: true }),
    },
  },
  decision: {
    title: { zh: '决策曲线', en: 'Decision curve' },
    file: '决策曲线',
    chart: 'curve-bands',
    tables: { curves: 'decision', lines: 'decision_lines' },
    columns: { series: 'series', x: 'x', y: 'y', line_type: 'line_type', ...LINE_COLUMNS },
    caption: {
      zh: '嵌套交叉验证里的概率，各次重复的平均。曲线高于「全部治疗」和「都不治疗」的阈值范围里，按模型决定才有好处。净获益按这批样本里阳性的比例算，病例对照的样本不能直接用。',
      en: 'Net benefit of probabilities of nested cross-validation, mean over repeats. The model helps where its curve lies above treating all and treating none. Net benefit holds for the share of cases here, and not for samples that were chosen by their outcome.',
    },
    statistics: { zh: `${SAMPLES_TOLD.zh}。`, en: `${SAMPLES_TOLD.en}.` },
    alternative: {
      zh: '决策曲线：横轴是阈值概率，纵轴是净获益，与全部治疗、都不治疗相比。',
      en: 'Decision curve: threshold probability on the x axis, net benefit on the y axis, beside treating all and treating none.',
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
  permuted: {
    title: { zh: '与打乱的结局相比', en: 'Against permuted outcomes' },
    chart: 'curve-bands',
    hideEmpty: true,
    tables: { curves: 'permuted_curve', lines: 'permuted_lines' },
    columns: { series: 'series', x: 'x', y: 'y', ...LINE_COLUMNS },
    caption: {
      zh: '曲线是结局打乱 {{permutations_done}} 次、每次重做全部步骤的嵌套交叉验证 AUC 的分布，竖线是真实结局的 AUC。',
      en: 'Distribution of the nested AUC of the whole procedure on {{permutations_done}} permuted outcomes; vertical line: AUC of the true outcome.',
    },
    statistics: {
      zh: `${SAMPLES_TOLD.zh}。{{#permuted_auc}}打乱后的 AUC 平均 {{permuted_auc}}，单侧 P {{permuted_p}}（未校正）。{{/permuted_auc}}`,
      en: `${SAMPLES_TOLD.en}.{{#permuted_auc}} Mean AUC of permuted outcomes {{permuted_auc}}, one-sided P {{permuted_p}} (not corrected).{{/permuted_auc}}`,
    },
    alternative: {
      zh: '打乱结局后的 AUC 的分布，和真实结局的位置。',
      en: 'Distribution of the AUC under permuted outcomes, and the place of the true one.',
    },
    style: {
      ...commonStyle({ width: ONE_COLUMN, height: 75 / 25.4, x: both('AUC'), y: { zh: '密度', en: 'Density' } }),
      ...curveStyle({ mode: 'line', equal: false }),
    },
  },
} as const satisfies ToolDefinition['figures'];

/** R: `diagnostic_study_facts`, `diagnostic_results`, `permutation_results`. */
export const diagnosticFacts = {
  data: { label: '数据', format: 'text' },
  label: { label: '结局列', format: 'text' },
  positive: { label: '阳性', format: 'text' },
  negative: { label: '对照', format: 'text' },
  samples: { label: '纳入的样本', format: 'count' },
  cases: { label: '阳性样本', format: 'count' },
  controls: { label: '对照样本', format: 'count' },
  total: { label: '排除之前', format: 'count' },
  excluded: { label: '排除的', format: 'count' },
  candidates: { label: '候选{{row_subject}}', format: 'count' },
  screened: { label: '先筛过', format: 'flag' },
  kept_genes: { label: '筛后留下', format: 'count' },
  compared: { label: '候选由同一份矩阵比较得到', format: 'flag' },
  expression_unit: { label: '表达量单位', format: 'text', codes: OWN_UNITS },
  auc_nested: { label: 'AUC（嵌套交叉验证）', format: 'decimal' },
  auc_nested_low: { label: 'AUC 下限', format: 'decimal' },
  auc_nested_high: { label: 'AUC 上限', format: 'decimal' },
  no_better: { label: '不比偶然好', format: 'flag' },
  auc_perfect: { label: '每一折都完全分开', format: 'flag' },
  auc_apparent: { label: 'AUC（训练集内）', format: 'decimal' },
  optimism: { label: '乐观偏差', format: 'decimal' },
  brier_nested: { label: 'Brier 分数', format: 'decimal' },
  brier_null: { label: '只猜比例的 Brier 分数', format: 'decimal' },
  slope_nested: { label: '校准斜率', format: 'decimal' },
  average_precision: { label: '平均精确率', format: 'decimal' },
  case_share: { label: '阳性的比例', format: 'percent' },
  repeats_done: { label: '重复', format: 'count' },
  folds_done: { label: '折', format: 'count' },
  cut: { label: '判为阳性的概率', format: 'decimal' },
  sensitivity: { label: '灵敏度', format: 'percent' },
  specificity: { label: '特异度', format: 'percent' },
  true_positives: { label: '判对的阳性', format: 'count' },
  false_positives: { label: '误判为阳性', format: 'count' },
  flat: { label: '每一折的概率都相同', format: 'flag' },
  failed_fits: { label: '没有成功的拟合', format: 'count' },
  permutations_done: { label: '打乱的次数', format: 'count' },
  permuted_auc: { label: '打乱后的 AUC（平均）', format: 'decimal' },
  permuted_p: { label: '对打乱的 P', format: 'p' },
  beaten: { label: '胜过打乱的结局', format: 'flag' },
} as const satisfies ToolDefinition['facts'];

/** The honest performance beside the apparent one, for `texts.summary`, behind a sentence. */
export const diagnosticSummary = {
  zh: '在没有参与训练的样本里（{{repeats_done}} 次重复的 {{folds_done}} 折嵌套交叉验证，筛选和调参都在折内），**AUC {{auc_nested}}**{{^flat}}（95% CI {{auc_nested_low}}–{{auc_nested_high}}）{{/flat}}{{#flat}}（每一折里的模型都是空的，概率全相同）{{/flat}}{{#no_better}}：**看不出比掷硬币强**{{/no_better}}。训练集内的 AUC {{auc_apparent}} 高出 {{optimism}}，是乐观偏差，不能当作表现。{{#permuted_auc}}结局打乱 {{permutations_done}} 次，同样的步骤 AUC 平均 {{permuted_auc}}{{#beaten}}，真实结局胜过它们（P {{permuted_p}}）{{/beaten}}{{^beaten}}，真实结局没有胜过它们（P {{permuted_p}}）{{/beaten}}。{{/permuted_auc}}概率不低于 {{cut}} 判为阳性时，灵敏度 {{sensitivity}}，特异度 {{specificity}}。{{#slope_nested}}校准斜率 {{slope_nested}}（1 为理想）。{{/slope_nested}}',
  en: ' In samples that took no part in training ({{folds_done}}-fold nested cross-validation repeated {{repeats_done}} times, with screening and tuning inside the folds), the **AUC is {{auc_nested}}**{{^flat}} (95% CI {{auc_nested_low}}–{{auc_nested_high}}){{/flat}}{{#flat}} (the model of every fold is empty and all probabilities are the same){{/flat}}{{#no_better}}: **no evidence of being better than chance**{{/no_better}}. The AUC of {{auc_apparent}} in the training samples differs by {{optimism}}, which is optimism and no performance.{{#permuted_auc}} On {{permutations_done}} permuted outcomes the same procedure has a mean AUC of {{permuted_auc}}{{#beaten}}; the true outcome does better (P {{permuted_p}}){{/beaten}}{{^beaten}}; the true outcome does no better (P {{permuted_p}}){{/beaten}}.{{/permuted_auc}} Called cases from a probability of {{cut}} on, the sensitivity is {{sensitivity}} and the specificity {{specificity}}.{{#slope_nested}} Calibration slope {{slope_nested}} (1 is ideal).{{/slope_nested}}',
} as const satisfies Told;

export const diagnosticDetail = {
  zh: '结局「{{label}}」：阳性「{{positive}}」{{cases}} 例，对照「{{negative}}」{{controls}} 例{{#excluded}} · {{total}} 个样本里 {{excluded}} 个没有参与{{/excluded}} · 候选 {{candidates}} 个{{row_subject}}{{#screened}}，每次拟合先留差别最大的 {{kept_genes}} 个{{/screened}} · AUC 只在同一折之内比较，区间按 DeLong 方差，加上换一批训练样本的波动（Nadeau–Bengio） · Brier 分数 {{brier_nested}}，只猜比例为 {{brier_null}}',
  en: 'Outcome: {{label}}; cases: {{positive}} (n = {{cases}}); controls: {{negative}} (n = {{controls}}){{#excluded}} · {{excluded}} of {{total}} samples left out{{/excluded}} · candidates: {{candidates}} {{row_subject}}s{{#screened}}, of which each fit first keeps the {{kept_genes}} that differ most{{/screened}} · AUC compared within folds, interval by DeLong’s variance with that of other training samples (Nadeau and Bengio) · Brier score {{brier_nested}}, by the share of cases alone {{brier_null}}',
} as const satisfies Told;

export const diagnosticCitations = [
  'DeLong ER, DeLong DM, Clarke-Pearson DL. Comparing the areas under two or more correlated receiver operating characteristic curves: a nonparametric approach. Biometrics 1988;44:837–845.',
  'Nadeau C, Bengio Y. Inference for the generalization error. Mach Learn 2003;52:239–281. doi:10.1023/A:1024068626366',
  'Varma S, Simon R. Bias in error estimation when using cross-validation for model selection. BMC Bioinformatics 2006;7:91. doi:10.1186/1471-2105-7-91',
  'Cox DR. Two further applications of a model for binary regression. Biometrika 1958;45:562–565.',
  'Vickers AJ, Elkin EB. Decision curve analysis: a novel method for evaluating prediction models. Med Decis Making 2006;26:565–574. doi:10.1177/0272989X06295361',
  'Collins GS, Moons KGM, Dhiman P, et al. TRIPOD+AI statement: updated guidance for reporting clinical prediction models that use regression or machine learning methods. BMJ 2024;385:e078378.',
] as const;
