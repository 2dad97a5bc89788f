import {
  cohort,
  cohortEndpoint,
  cohortFacts,
  curveTables,
  defineTool,
  expressionFile,
  ownStudyRequirements,
  performanceFigures,
  performanceTable,
  reportingTable,
  riskCitations,
  riskFigures,
  riskTables,
  scoredPatients,
  specified,
  studyFacts,
  survivalOutcome,
  type ToolDefinition,
} from '@oncoloom/tool-kit';

const { notice: _, ...km } = riskFigures.km;

export default defineTool({
  ...specified('risk_model_validation'),
  version: '1.1.1',
  naming: '{{source_analysis_id}}{{model_file_id}} · {{dataset}}{{file_id}} · 外部验证',
  summary:
    '把一个建好的风险模型原样用到另一个公共队列或自己的数据：基因、系数、中心化、截断值和基线风险都不改，看它在没有见过的患者里还成不成立。',
  outcome:
    '按冻结的截断值分组的生存曲线，C 指数、时间依赖 AUC、校准、Brier 分数、决策曲线，与训练时的对照，缺少的基因，REMARK 和 TRIPOD+AI 清单',
  keywords: ['外部验证', '验证集', 'external validation', '风险模型', '风险评分', 'risk score', 'TRIPOD', '预后签名', '校准', '决策曲线'],
  expected: { base: 6, perMillionCells: 2 },
  parameters: {
    source_analysis_id: {
      kind: 'analysis',
      label: '建模的结果',
      input: 'model',
      accepts: ['survival_model'],
      optional: true,
      help: '选一次已完成的 LASSO、多因素 Cox 或随机生存森林。',
    },
    model_file_id: {
      kind: 'file',
      label: '模型文件',
      input: 'model',
      fileTypes: ['table'],
      optional: true,
      help: '从建模的结果里下载的「模型」表（TSV 或 CSV），不要改动列名。',
    },
    dataset: { ...cohort({ survival: { parameter: 'endpoint' } }), help: '用一个公共队列来验证，不要用训练的那一个。' },
    file_id: {
      ...expressionFile,
      // `source_analysis_id` names the model.
      sourceField: 'matrix_analysis_id',
      optional: true,
      help: '用自己的数据来验证，模型里有基因时要选：基因在行、样本在列。没有取对数的会先算 log2(x + 1)。模型只有临床变量时不用选。',
    },
    endpoint: {
      ...cohortEndpoint,
      label: '终点（公共队列）',
      help: '公共队列的终点，要与建模时相同。自己的数据以随访数据里的状态为终点。',
    },
    ...survivalOutcome({
      of: 'file_id',
      optional: true,
      help: '用自己的数据时要填。每个样本一行：sample 是样本名，time 是时间，status 是状态（1 为发生事件，0 为没有；Dead、Alive、死亡、存活也认得）。模型里有临床变量时，还要有同名的列，取值和单位与训练时相同。',
    }),
    standardise: {
      kind: 'choice',
      label: '标准化',
      default: 'none',
      options: [
        { value: 'none', label: '不标准化（模型原样）', help: '单位和平台与训练时相同时用它。' },
        {
          value: 'zscore',
          label: '每份数据各自标准化',
          help: '每个基因减去这份数据的均值、除以标准差，再换到训练集的均值和标准差上。平台不同时用。',
        },
      ],
      help: '各自标准化之后，截断值指的是「比这份数据的平均水平高多少」：单个新患者不能这样算，两份患者平均风险的差别也看不到了。先定好，不要看了结果再换。',
    },
  },
  oneOf: [
    ['source_analysis_id', 'model_file_id'],
    ['dataset', 'survival_data'],
  ],
  needs: { file_id: 'survival_data' },
  requirements: ownStudyRequirements,
  plan: '把模型原样用到{{#cohort}} {{cohort}}（{{cohort_name}}）{{cohort_patients}} 例患者{{/cohort}}{{^cohort}}自己的 {{survival_data_n}} 例患者（{{survival_data_events}} 例事件）{{/cohort}}，系数和截断值都不改。',
  tables: {
    performance: { ...performanceTable, title: '表现，与训练时对照' },
    genes: {
      title: '模型的基因与临床变量',
      role: 'result',
      columns: [
        { name: 'gene', type: 'gene', title: '基因或变量' },
        { name: 'found', type: 'text', title: '在这份数据里' },
        { name: 'how', type: 'text', title: '怎样找到' },
        { name: 'coefficient', type: 'number', title: '系数', digits: 4, key: true },
        { name: 'weight', type: 'fraction', title: '占系数绝对值之和' },
        { name: 'centre', type: 'number', title: '训练集均值', digits: 3 },
        { name: 'mean', type: 'number', title: '这里的均值', digits: 3 },
        { name: 'sd', type: 'number', title: '这里的标准差', digits: 3 },
        { name: 'shift', type: 'number', title: '均值的差（标准差）', digits: 2 },
      ],
      whole: true,
    },
    patients: scoredPatients,
    reporting: reportingTable,
    flow: riskTables.flow,
    curve: riskTables.curve,
    risk: riskTables.risk,
    risk_cells: riskTables.risk_cells,
    risk_cut: riskTables.risk_cut,
    ...curveTables,
  },
  figures: {
    km: {
      ...km,
      title: '高、低风险组的生存曲线',
      caption:
        '按训练时冻结的截断值分组，没有在这里重定。{{#risk_p}}Log-rank P {{risk_p}}{{#risk_hr}}，HR {{risk_hr}}（{{risk_hr_low}}–{{risk_hr_high}}）{{/risk_hr}}。{{/risk_p}}{{#training}}这是训练数据，不是验证。{{/training}}色带是 95% 置信区间，竖线是删失。',
      captionEnglish:
        'Groups by the cut-off frozen in training. {{#training}}These are the training data; this is no validation. {{/training}}Bands: 95% confidence intervals; ticks: censored patients.',
      alternative:
        '生存曲线：高风险 {{high_n}} 例（{{high_events}} 例{{event_word}}），低风险 {{low_n}} 例（{{low_events}} 例{{event_word}}）。',
    },
    roc: {
      ...performanceFigures.roc,
      caption: '模型原样用到这些患者。删失按 IPCW 加权（riskRegression::Score）。',
      captionEnglish: 'The frozen model in these patients. Censoring weighted by IPCW (riskRegression::Score).',
      alternative: '时间依赖 ROC 曲线{{#auc_name}}：{{auc_name}} {{auc_validated}}{{/auc_name}}。',
    },
    calibration: {
      ...performanceFigures.calibration,
      caption:
        '冻结的基线预测的风险，对每组患者实际的风险（Kaplan–Meier，95% 置信区间）。点在斜线上为校准好；在斜线下，预测偏高。{{#slope}}校准斜率 {{slope}}（小于 1：预测太极端）。{{/slope}}',
      captionEnglish:
        'Risk predicted by the frozen baseline against the observed risk (Kaplan–Meier, 95% CI) in groups of patients. Diagonal: ideal.',
    },
    decision: {
      ...performanceFigures.decision,
      caption: '冻结的模型预测的风险，考虑删失。曲线高于「全部治疗」和「都不治疗」的阈值范围里，按模型决定才有好处。',
      captionEnglish:
        'Net benefit of the risks predicted by the frozen model, with censoring. The model helps where its curve lies above treating all and treating none.',
    },
    risk_plot: {
      ...riskFigures.risk,
      title: '风险评分、随访与基因',
      caption: '患者按风险评分从低到高，三幅图共用一条横轴：评分与冻结的截断值、随访时间与结局、模型基因的 z 值（截断在 ±3）。',
      captionEnglish:
        'Patients in the order of their risk scores: score and frozen cut-off, time and outcome, z-scores of the model’s genes (cut at ±3).',
    },
  },
  facts: {
    ...cohortFacts,
    ...studyFacts,
    training: { label: '是训练数据', format: 'flag' },
    holds: { label: '模型成立', format: 'flag' },
    worse: { label: '比训练时差', format: 'flag' },
    reversed: { label: '方向相反', format: 'flag' },
    no_better: { label: '不比偶然好', format: 'flag' },
    model_word: { label: '模型', format: 'text' },
    model_genes: { label: '模型的基因', format: 'count' },
    missing_genes: { label: '缺少的基因', format: 'count' },
    model_clinical: { label: '模型的临床变量', format: 'text' },
    cutoff: { label: '冻结的截断值', format: 'log2' },
    trained_on: { label: '训练的数据', format: 'text' },
    c_trained: { label: '训练时的 C 指数（嵌套交叉验证）', format: 'decimal' },
    c_validated: { label: 'C 指数', format: 'decimal' },
    c_low: { label: 'C 指数下限', format: 'decimal' },
    c_high: { label: 'C 指数上限', format: 'decimal' },
    auc_name: { label: '哪个 AUC', format: 'text' },
    auc_validated: { label: 'AUC', format: 'decimal' },
    auc_low: { label: 'AUC 下限', format: 'decimal' },
    auc_high: { label: 'AUC 上限', format: 'decimal' },
    slope: { label: '校准斜率', format: 'log2' },
    slope_low: { label: '校准斜率下限', format: 'log2' },
    slope_high: { label: '校准斜率上限', format: 'log2' },
    oe_name: { label: '哪个 O/E', format: 'text' },
    oe: { label: 'O/E', format: 'log2' },
    high_n: { label: '高风险患者', format: 'count' },
    low_n: { label: '低风险患者', format: 'count' },
    high_events: { label: '高风险组事件', format: 'count' },
    low_events: { label: '低风险组事件', format: 'count' },
    risk_p: { label: 'Log-rank P', format: 'p' },
    risk_hr: { label: 'HR', format: 'log2' },
    risk_hr_low: { label: 'HR 95% CI 下限', format: 'log2' },
    risk_hr_high: { label: 'HR 95% CI 上限', format: 'log2' },
    standardised: { label: '各自标准化', format: 'flag' },
    shift: { label: '均值的差（标准差）', format: 'log2' },
  },
  texts: {
    headline:
      '{{data}} · {{#training}}训练数据，不是验证 · {{/training}}{{#c_validated}}C {{c_validated}}{{/c_validated}}{{#no_better}} · 不成立{{/no_better}}',
    summary:
      '{{#training}}**这是训练数据，不是验证。**{{/training}}把{{#trained_on}}在 {{trained_on}} 上{{/trained_on}}建的 {{model_word}} 模型（{{model_genes}} 个基因{{#model_clinical}}，临床变量：{{model_clinical}}{{/model_clinical}}）原样用到 {{data}} 的 {{patients}} 例患者（{{events}} 例{{event_word}}）{{#c_validated}}：**C 指数 {{c_validated}}**（95% CI {{c_low}}–{{c_high}}）{{/c_validated}}{{#c_trained}}，训练时的嵌套交叉验证是 {{c_trained}}{{/c_trained}}。{{#holds}}**模型在这里有区分力**{{#worse}}，但比训练时差{{/worse}}。{{/holds}}{{#no_better}}**模型在这里不成立**：区间包含 0.5，看不出比掷硬币强。{{/no_better}}{{#reversed}}**模型在这里方向相反**：评分高的患者反而活得更久，请核对状态的写法和表达量的单位。{{/reversed}}{{#slope}}校准斜率 {{slope}}（1 为理想）{{#oe}}，{{oe_name}} {{oe}}（1 为理想，大于 1 是预测偏低）{{/oe}}。{{/slope}}',
    detail:
      '{{#excluded}}从 {{total}} 例里排除 {{excluded}} 例，原因见「纳入与排除」{{/excluded}}{{^excluded}}{{patients}} 例患者都纳入{{/excluded}} · 按冻结的截断值：高风险 {{high_n}} 例（{{high_events}} 例{{event_word}}）、低风险 {{low_n}} 例（{{low_events}} 例）{{#risk_p}}，log-rank P {{risk_p}}{{/risk_p}}{{#risk_hr}}，HR {{risk_hr}}（{{risk_hr_low}}–{{risk_hr_high}}）{{/risk_hr}} · 模型的基因缺 {{missing_genes}} 个 · {{#standardised}}每份数据各自标准化{{/standardised}}{{^standardised}}没有标准化{{/standardised}}{{#expression_unit}} · 表达量：{{expression_unit}}{{/expression_unit}}',
  },
  produces: [],
  citations: [
    'McLernon DJ, Giardiello D, Van Calster B, et al. Assessing performance and clinical usefulness in prediction models with survival outcomes: practical guidance for Cox proportional hazards models. Ann Intern Med 2023;176:105–114. doi:10.7326/M22-0844',
    'Royston P, Altman DG. External validation of a Cox prognostic model: principles and methods. BMC Med Res Methodol 2013;13:33. doi:10.1186/1471-2288-13-33',
    'Collins GS, et al. TRIPOD+AI statement. BMJ 2024;385:e078378. doi:10.1136/bmj-2023-078378',
    ...riskCitations,
  ],
  packages: ['survival', 'matrixStats', 'riskRegression', 'org.Hs.eg.db'],
  example: {
    title: 'CoxExample：500 例建模，另外 500 例验证',
    description: 'glmnet 软件包自带的模拟数据（1,000 例、30 个变量，时间以年为单位）：前 500 例用 LASSO-Cox 建的模型，原样用到后 500 例。',
    files: {
      model_file_id: { file: 'model.tsv', name: 'CoxExample_模型.tsv' },
      file_id: { file: 'expression.tsv.gz', name: 'CoxExample_后500例_表达.tsv.gz' },
      survival_data: { file: 'survival.tsv', name: 'CoxExample_后500例_随访.tsv' },
    },
    parameters: { time_unit: 'year' },
  },
} as const satisfies ToolDefinition);
