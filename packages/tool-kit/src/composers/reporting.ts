import type { Codes } from '../words/codes.ts';
import { ENDPOINTS, MODEL_WORDS, NAMES } from './vocabularies.ts';

/** Items of the reporting lists in our own words, numbered as published; which of them a run answers: engine/R/statistics/risk-models/reporting-lists.R. */
export const REPORTING_ITEMS = {
  'REMARK 1': { zh: '标志物、研究目的与事先的假设', en: 'Marker, objectives and hypotheses stated beforehand' },
  'REMARK 2': { zh: '患者的来源、纳入与排除标准', en: 'Patients: source, inclusion and exclusion criteria' },
  'REMARK 3': { zh: '治疗，以及怎样决定的', en: 'Treatments and how they were chosen' },
  'REMARK 4': { zh: '标本：类型、保存、对照', en: 'Specimens: type, storage, controls' },
  'REMARK 5': { zh: '检测方法、平台、质控', en: 'Assay, platform and quality control' },
  'REMARK 6': { zh: '研究设计：前瞻或回顾、分层、随访时间', en: 'Study design: prospective or retrospective, stratification, follow-up' },
  'REMARK 7': { zh: '临床终点的定义', en: 'Definition of the clinical endpoints' },
  'REMARK 8': { zh: '起初考虑过的全部变量', en: 'All variables considered at first' },
  'REMARK 9': { zh: '样本量的理由', en: 'Rationale of the sample size' },
  'REMARK 10': {
    zh: '统计方法：怎样选变量、核对前提、处理缺失',
    en: 'Statistical methods: selection of variables, checks of assumptions, missing data',
  },
  'REMARK 11': { zh: '标志物的取值怎样进入模型，截断值怎样定', en: 'How marker values enter the model and how cut-offs were set' },
  'REMARK 12': { zh: '患者流程：每一步的例数与事件数', en: 'Flow of patients: patients and events at each step' },
  'REMARK 13': { zh: '基本特征的分布与缺失', en: 'Distribution of basic characteristics and what is missing' },
  'REMARK 14': { zh: '标志物与已知预后因素的关系', en: 'Relation of the marker to known prognostic factors' },
  'REMARK 15': { zh: '单因素分析：效应、区间、P', en: 'Univariable analysis: effect, interval, P' },
  'REMARK 16': { zh: '多因素分析：效应、区间、P', en: 'Multivariable analysis: effect, interval, P' },
  'REMARK 17': { zh: '校正已知因素后标志物的效应', en: 'Effect of the marker adjusted for known factors' },
  'REMARK 18': { zh: '进一步的分析：核对前提、内部验证', en: 'Further analyses: checks of assumptions, internal validation' },
  'REMARK 19': { zh: '结果对照假设的解释，局限', en: 'Interpretation in view of the hypotheses, limitations' },
  'REMARK 20': { zh: '对今后研究与临床的意义', en: 'Implications for research and clinical practice' },
  'TRIPOD+AI 1': {
    zh: '标题：写明开发还是评价预测模型、对象、结局',
    en: 'Title: development or evaluation of a prediction model, population, outcome',
  },
  'TRIPOD+AI 2': { zh: '结构化摘要', en: 'Structured abstract' },
  'TRIPOD+AI 3': {
    zh: '背景：临床用途、现有模型、不同人群的差别',
    en: 'Background: clinical use, existing models, differences between populations',
  },
  'TRIPOD+AI 4': { zh: '目的：开发、验证，或两者', en: 'Objectives: development, validation or both' },
  'TRIPOD+AI 5': { zh: '数据来源、日期、代表性', en: 'Sources, dates and representativeness of the data' },
  'TRIPOD+AI 6': { zh: '参与者：机构、标准、治疗', en: 'Participants: settings, criteria, treatments' },
  'TRIPOD+AI 7': { zh: '数据的准备', en: 'Preparation of the data' },
  'TRIPOD+AI 8': { zh: '结局的定义与时间范围', en: 'Definition and time horizon of the outcome' },
  'TRIPOD+AI 9': { zh: '预测变量：起初的选择与测量', en: 'Predictors: initial choice and measurement' },
  'TRIPOD+AI 10': { zh: '样本量的依据', en: 'Rationale of the sample size' },
  'TRIPOD+AI 11': { zh: '缺失值的处理', en: 'Handling of missing values' },
  'TRIPOD+AI 12': {
    zh: '分析方法：模型、选择、调参、内部验证、性能指标',
    en: 'Analysis: model, selection, tuning, internal validation, performance measures',
  },
  'TRIPOD+AI 13': { zh: '结局不均衡的处理', en: 'Handling of class imbalance' },
  'TRIPOD+AI 14': { zh: '公平性的考虑', en: 'Considerations of fairness' },
  'TRIPOD+AI 15': { zh: '模型的输出与分组', en: 'Output of the model and grouping' },
  'TRIPOD+AI 16': { zh: '开发与评价数据之间的差别', en: 'Differences between development and evaluation data' },
  'TRIPOD+AI 17': { zh: '伦理批准与知情同意', en: 'Ethical approval and informed consent' },
  'TRIPOD+AI 18': {
    zh: '开放科学：资助、利益冲突、方案、登记、数据与代码',
    en: 'Open science: funding, conflicts of interest, protocol, registration, data and code',
  },
  'TRIPOD+AI 19': { zh: '患者与公众的参与', en: 'Involvement of patients and the public' },
  'TRIPOD+AI 20': { zh: '参与者：流程、例数、事件数、随访', en: 'Participants: flow, numbers, events, follow-up' },
  'TRIPOD+AI 21': { zh: '模型开发：每次分析的例数与事件数', en: 'Model development: participants and events of each analysis' },
  'TRIPOD+AI 22': {
    zh: '完整的模型：系数、基线，使别人能计算',
    en: 'The full model: coefficients and baseline, so that others can compute it',
  },
  'TRIPOD+AI 23': { zh: '性能：指标与区间，不同人群之间', en: 'Performance: measures with intervals, across populations' },
  'TRIPOD+AI 24': { zh: '模型的更新', en: 'Updating of the model' },
  'TRIPOD+AI 25': { zh: '解释：结合目的、以往研究与公平性', en: 'Interpretation in view of objectives, earlier studies and fairness' },
  'TRIPOD+AI 26': { zh: '局限', en: 'Limitations' },
  'TRIPOD+AI 27': { zh: '用于现在的诊疗：输入、人群、下一步', en: 'Use in current care: inputs, population, next steps' },
} as const satisfies Codes;

/** Answers that a run can give. R: `reporting_list`. */
export const REPORTING_ANSWERS = {
  authors: { zh: '请作者填写', en: 'To be completed by the authors' },
  patients: { zh: '{data}，{n} 例', en: '{data}, {n} patients' },
  events_of: { zh: '{data}：{n} 例患者，{events} 例{event}', en: '{data}: {n} patients, {events} events' },
  events: { zh: '{n} 例患者，{events} 例{event}', en: '{n} patients, {events} events' },
  events_each: { zh: '{n} 例事件，{columns} 个系数，每个 {each} 例', en: '{n} events, {columns} coefficients, {each} events each' },
  events_candidates: {
    zh: '{n} 例事件，{columns} 个候选系数，每个 {each} 例',
    en: '{n} events, {columns} candidate coefficients, {each} events each',
  },
  assay: { zh: '表达量：{unit}', en: 'Expression: {unit}' },
  retrospective: { zh: '回顾性；{follow_up}', en: 'Retrospective; {follow_up}' },
  follow_up: { zh: '中位随访 {time} {unit}（反向 Kaplan–Meier 法）', en: 'median follow-up {time} {unit} (reverse Kaplan–Meier method)' },
  day: { zh: '天', en: 'days' },
  month: { zh: '个月', en: 'months' },
  year: { zh: '年', en: 'years' },
  candidates: { zh: '候选基因 {n} 个', en: '{n} candidate genes' },
  forest: {
    zh: 'ranger 的随机生存森林，log-rank 分裂，{n} 棵树；按置换重要性选基因后重新拟合',
    en: 'Random survival forest of ranger, log-rank splitting, {n} trees; fitted anew to the genes selected by permutation importance',
  },
  lasso: {
    zh: 'glmnet 的 LASSO-Cox，{n} 折交叉验证选 λ（{lambda}）；等比例风险由 Cox 模型假定',
    en: 'LASSO Cox regression of glmnet, λ by {n}-fold cross-validation ({lambda}); proportional hazards are assumed',
  },
  lasso_screened: {
    zh: 'glmnet 的 LASSO-Cox，{n} 折交叉验证选 λ（{lambda}），之前用单因素 Cox 筛选，交叉验证的每一折里重做；等比例风险由 Cox 模型假定',
    en: 'LASSO Cox regression of glmnet, λ by {n}-fold cross-validation ({lambda}), after a screen by univariable Cox regression that each fold repeats; proportional hazards are assumed',
  },
  screened: {
    zh: '{methods}，之前用单因素 Cox 筛选，交叉验证的每一折里重做',
    en: '{methods}, after a screen by univariable Cox regression that each fold repeats',
  },
  key: {
    zh: '单因素 Cox（P < {p}）、glmnet 的 LASSO-Cox、ranger 的随机生存森林，至少 {n} 种都选中的基因，岭回归 Cox 建模',
    en: 'Univariable Cox regression (P < {p}), LASSO Cox regression of glmnet and the random survival forest of ranger; ridge-penalised Cox model of the genes that at least {n} of them select',
  },
  cox_all: {
    zh: '多因素 Cox 回归（Efron 法），变量全部进入；等比例风险用 Schoenfeld 残差检验',
    en: 'Multivariable Cox regression (Efron), all variables entered; proportional hazards tested by Schoenfeld residuals',
  },
  cox_chosen: {
    zh: '多因素 Cox 回归（Efron 法），按 AIC {way}；等比例风险用 Schoenfeld 残差检验',
    en: 'Multivariable Cox regression (Efron), variables by AIC ({way}); proportional hazards tested by Schoenfeld residuals',
  },
  cox_all_entered: {
    zh: '多因素 Cox 回归（Efron 法），按左截断处理进入时间，变量全部进入；等比例风险用 Schoenfeld 残差检验',
    en: 'Multivariable Cox regression (Efron) with left truncation by times of entry, all variables entered; proportional hazards tested by Schoenfeld residuals',
  },
  cox_chosen_entered: {
    zh: '多因素 Cox 回归（Efron 法），按左截断处理进入时间，按 AIC {way}；等比例风险用 Schoenfeld 残差检验',
    en: 'Multivariable Cox regression (Efron) with left truncation by times of entry, variables by AIC ({way}); proportional hazards tested by Schoenfeld residuals',
  },
  forward: { zh: '向前逐步选择', en: 'forward selection' },
  backward: { zh: '向后逐步选择', en: 'backward elimination' },
  both: { zh: '双向逐步选择', en: 'selection in both directions' },
  frozen: { zh: '冻结的模型，{n} 个基因，缺 {missing} 个', en: 'Frozen model, {n} genes, {missing} missing' },
  frozen_clinical: {
    zh: '冻结的模型，{n} 个基因，缺 {missing} 个；临床变量：{variables}',
    en: 'Frozen model, {n} genes, {missing} missing; clinical variables: {variables}',
  },
  frozen_methods: {
    zh: '冻结的系数、中心、截断值和基线风险；Harrell C、时间依赖 AUC 与 Brier 分数（IPCW）、校准斜率、O/E、决策曲线',
    en: 'Frozen coefficients, centres, cut-off and baseline hazard; Harrell’s C, time-dependent AUC and Brier score (IPCW), calibration slope, O/E, decision curves',
  },
  frozen_methods_entered: {
    zh: '冻结的系数、中心和截断值；按左截断处理进入时间的 Harrell C 和校准斜率',
    en: 'Frozen coefficients, centres and cut-off; Harrell’s C and calibration slope with left truncation by times of entry',
  },
  cutoff: {
    zh: '风险评分大于训练集中位数 {value} 为高风险；连续取值进入模型',
    en: 'High risk: a score above the median of the training patients, {value}; values enter the model as they are',
  },
  frozen_cutoff: { zh: '训练时冻结的截断值 {value}，没有重定', en: 'Cut-off {value} of the training, not set anew' },
  median: {
    zh: '连续变量不分组进入模型；高低风险按训练患者风险评分的中位数',
    en: 'Continuous variables enter as they are; risk groups by the median score of the training patients',
  },
  straight: { zh: '连续变量不分组，按直线进入模型；不分风险组', en: 'Continuous variables enter linearly, ungrouped; no risk groups' },
  flow: {
    zh: '读入 {n} 例，排除 {out} 例，原因见「纳入与排除」表',
    en: '{n} patients read, {out} excluded for the reasons in the table of inclusion and exclusion',
  },
  flow_table: { zh: '见「纳入与排除」：{events}', en: 'See the table of inclusion and exclusion: {events}' },
  coefficients: { zh: '见「模型的系数」', en: 'See the coefficients of the model' },
  lasso_table: { zh: '系数见「基因与系数」表', en: 'See the table of genes and coefficients' },
  cox_table: { zh: '见「单因素 Cox」表', en: 'See the table of univariable Cox regression' },
  nested: {
    zh: '{n} 次重复的 {folds} 折嵌套交叉验证，选基因在每一折内重做',
    en: 'Nested cross-validation, {folds} folds, {n} repetitions; genes are selected within each fold',
  },
  nested_terms: {
    zh: '{n} 次重复的嵌套交叉验证，选择变量也在折内',
    en: 'Nested cross-validation, {n} repetitions; variables are selected within the folds',
  },
  nested_whole: { zh: '{n} 次重复的嵌套交叉验证', en: 'Nested cross-validation, {n} repetitions' },
  bootstrap: {
    zh: '{n} 次自助抽样校正；{repeats} 次重复的交叉验证',
    en: 'Correction by {n} bootstrap samples; cross-validation, {repeats} repetitions',
  },
  external: { zh: '外部验证', en: 'External validation' },
  training: { zh: '这是训练数据，不是外部验证', en: 'These are the training data, not an external validation' },
  mixed: { zh: '混有训练患者，不是外部验证', en: 'Training patients are among them: not an external validation' },
  limits: {
    zh: '回顾性单一数据集，没有外部验证；训练集内的结果偏乐观',
    en: 'A single retrospective data set without external validation; results in the training patients are optimistic',
  },
  no_external: { zh: '没有外部验证', en: 'No external validation' },
  missing: {
    zh: '缺少状态、时间或表达量的患者不纳入，例数见「纳入与排除」表',
    en: 'Patients without status, time or expression are left out; numbers in the table of inclusion and exclusion',
  },
  missing_frozen: {
    zh: '缺少状态、时间或表达量的患者不纳入；缺少的基因用训练集的均值代替',
    en: 'Patients without status, time or expression are left out; missing genes have the mean of the training patients',
  },
  missing_terms: {
    zh: '所选变量有缺失的患者不参与，人数见「纳入与排除」',
    en: 'Patients without one of the chosen variables are left out; numbers in the table of inclusion and exclusion',
  },
  complete: {
    zh: '只用所选变量齐全的患者，缺失的人数见「纳入与排除」',
    en: 'Complete cases of the chosen variables; numbers in the table of inclusion and exclusion',
  },
  imbalance: { zh: '没有重采样；每一折的事件比例相同', en: 'No resampling; each fold has the same share of events' },
  no_resampling: { zh: '没有重采样', en: 'No resampling' },
  software: { zh: '{r}；R 软件包 {packages}，版本见方法段落', en: '{r}; R packages {packages}, versions in the methods' },
  oncoloom: { zh: 'OncoLoom；R {version}', en: 'OncoLoom; R {version}' },
  with_rms: { zh: '{version}，rms {rms}', en: '{version}, rms {rms}' },
  whole: {
    zh: '基因、系数、中心、截断值和基线风险见「模型」表，可直接用于新的患者',
    en: 'Genes, coefficients, centres, cut-off and baseline hazard are in the table of the model, ready for new patients',
  },
  whole_forest: {
    zh: '每棵树的节点、截点，每片叶子的死亡数和累积风险见「模型」表，可直接用于新的患者',
    en: 'Nodes and cut-points of each tree, deaths and cumulative hazards of each leaf are in the table of the model, ready for new patients',
  },
  whole_frozen: {
    zh: '系数与中心见「模型的基因与临床变量」，完整的模型见建模的那次分析',
    en: 'Coefficients and centres are in the table of genes and clinical variables, the whole model in the analysis that made it',
  },
  whole_cox: { zh: '见「模型的系数」和「可套用的模型」', en: 'See the coefficients of the model, and the model for use elsewhere' },
  nomogram: { zh: '列线图、「每个取值的得分」「总分对应的生存率」', en: 'The nomogram, points of each value, total points and survival' },
  c: {
    zh: 'C 指数 {value}（95% CI {low}–{high}）；AUC、Brier 分数见「表现」表',
    en: 'C index {value} (95% CI {low}–{high}); AUC and Brier score in the table of performance',
  },
  c_frozen: {
    zh: 'C 指数 {value}（95% CI {low}–{high}）；其余见「表现」表',
    en: 'C index {value} (95% CI {low}–{high}); others in the table of performance',
  },
  c_none: {
    zh: 'C 指数 没有：各折里都没有选出基因；AUC、Brier 分数见「表现」表',
    en: 'No C index: no fold selected a gene; AUC and Brier score in the table of performance',
  },
  c_nested: {
    zh: 'C 指数：嵌套交叉验证 {nested}，训练集内 {apparent}',
    en: 'C index: {nested} by nested cross-validation, {apparent} in the training patients',
  },
  c_corrected: {
    zh: 'C 指数：自助法校正 {corrected}，训练集内 {apparent}',
    en: 'C index: {corrected} after correction by the bootstrap, {apparent} in the training patients',
  },
  interval: { zh: '{value}（{low}–{high}）', en: '{value} ({low}–{high})' },
  none: { zh: '没有', en: 'none' },
  difference: {
    zh: '训练：{training}；这里：{here}。各基因的差别见「模型的基因与临床变量」',
    en: 'Training: {training}; here: {here}. Differences of genes are in the table of genes and clinical variables',
  },
  difference_standardised: {
    zh: '训练：{training}；这里：{here}。各基因的差别见「模型的基因与临床变量」；每份数据各自标准化',
    en: 'Training: {training}; here: {here}. Differences of genes are in the table of genes and clinical variables; each data set standardised by itself',
  },
  diagnostic_samples: { zh: '{data}，{n} 个样本', en: '{data}, {n} samples' },
  diagnostic_outcome: { zh: '「{column}」：阳性「{positive}」，其余为对照', en: '“{column}”: cases are “{positive}”, all others controls' },
  diagnostic_events: { zh: '{n} 个样本，阳性 {cases} 个', en: '{n} samples, {cases} cases' },
  diagnostic_methods: {
    zh: '冻结的系数、中心和界限；AUC、平均精确率、Brier 分数、校准斜率与截距、决策曲线',
    en: 'Frozen coefficients, centres and cut; AUC, average precision, Brier score, calibration slope and intercept, decision curves',
  },
  diagnostic_cut: {
    zh: '概率不低于训练时定的 {cut} 判为阳性，没有重定',
    en: 'Called cases from a probability of {cut} on, the cut of the training, not set anew',
  },
  diagnostic_flow: {
    zh: '读入 {n} 个样本，排除 {out} 个，原因见「纳入与排除」表',
    en: '{n} samples read, {out} excluded for the reasons in the table of inclusion and exclusion',
  },
  diagnostic_training: { zh: '这是训练样本，不是外部验证', en: 'These are the training samples, not an external validation' },
  diagnostic_mixed: { zh: '混有训练样本，不是外部验证', en: 'Training samples are among them: not an external validation' },
  diagnostic_internal: {
    zh: '与训练样本同一份矩阵里的其余样本，是内部验证',
    en: 'Other samples of the matrix of training: an internal validation',
  },
  diagnostic_missing: {
    zh: '缺少结局或表达量的样本不纳入；缺少的基因用训练集的均值代替',
    en: 'Samples without outcome or expression are left out; missing genes have the mean of the training samples',
  },
  diagnostic_difference: {
    zh: '训练：{training}；这里：{here}。各基因的差别见「模型的基因」',
    en: 'Training: {training}; here: {here}. Differences of genes are in the table of the genes of the model',
  },
  diagnostic_difference_standardised: {
    zh: '训练：{training}；这里：{here}。各基因的差别见「模型的基因」；每份数据各自标准化',
    en: 'Training: {training}; here: {here}. Differences of genes are in the table of the genes of the model; each data set standardised by itself',
  },
  diagnostic_whole: {
    zh: '系数与中心见「模型的基因」，截距和完整的模型见建模的那次分析',
    en: 'Coefficients and centres are in the table of genes, the intercept and the whole model in the analysis that made it',
  },
  diagnostic_auc: {
    zh: 'AUC {value}（95% CI {low}–{high}）；其余见「表现」表',
    en: 'AUC {value} (95% CI {low}–{high}); others in the table of performance',
  },
  untold: { zh: '未记录', en: 'not recorded' },
  title_frozen: {
    zh: '外部验证预测模型（模型原样，不重新拟合）',
    en: 'External validation of a prediction model, as it is, not fitted anew',
  },
  title_cox: { zh: '开发预测模型（多因素 Cox 回归）', en: 'Development of a prediction model (multivariable Cox regression)' },
  title_nomogram: { zh: '开发预测模型（列线图）', en: 'Development of a prediction model (nomogram)' },
  log: MODEL_WORDS.log,
  scores: MODEL_WORDS.scores,
  ...ENDPOINTS,
  ...NAMES,
} as const satisfies Codes;
