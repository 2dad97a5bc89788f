import {
  defineTool,
  furtherPage,
  lassoParameters,
  leftOutCitations,
  leftOutFacts,
  leftOutForest,
  leftOutSources,
  leftOutSummary,
  leftOutTables,
  metaforCitation,
  randomSeed,
  studyColumn,
  studyFiles,
  survivalOutcome,
  TITLES,
  type ToolDefinition,
} from '@oncoloom/tool-kit';

const WORDS = {
  column: 'C',
  measure: { zh: 'C 指数', en: 'C index' },
  measures: { zh: 'C 指数', en: 'C indices' },
  inFull: { zh: 'Harrell C 指数', en: 'Harrell’s C index' },
  events: 'events',
  trainingEvents: 'training_events',
  eventTitle: TITLES.events,
  trainingTitle: { zh: '训练的事件', en: 'Training events' },
  eventWord: { zh: '事件', en: 'events' },
  screenedTitle: { zh: '进 LASSO 的', en: 'Screened for LASSO' },
} as const;
const SUMMARY = leftOutSummary(WORDS, {
  zh: '评分高的患者反而活得更久，请核对各数据集状态的写法',
  en: 'patients with high scores live longer; please check how the status of each study is coded',
});

export default defineTool({
  taskType: 'leave_study_out',
  title: '逐个数据集留出验证',
  english: 'Survival models validated on each left-out study',
  points: 8,
  premium: true,
  pages: [furtherPage('bulk', 32, '预后模型', 'leave-study-out')],
  version: '1.0.1',
  naming: '{{file_ids}} · 留出验证',
  summary:
    '2–10 个数据集都有表达和随访：每次留出一个，只用其余的选基因、建 LASSO-Cox 模型，再到留出的那个里算 C 指数。回答的是：这样建出来的模型，换一个中心、换一个平台还准不准。',
  outcome: '每个留出数据集的 C 指数、它们的平均和预测区间（森林图），与表观 C 指数的对照，各次入选的基因，每例患者的留出评分',
  keywords: [
    '留一数据集',
    'leave-one-study-out',
    'LOSO',
    '内部外部交叉验证',
    'IECV',
    '多中心',
    'C 指数',
    'LASSO',
    '泛化',
    '外部验证',
    'GEO 预后模型',
  ],
  expected: { base: 5, perMillionCells: 15 },
  parameters: {
    file_ids: {
      ...studyFiles,
      help: '选 2–10 个表达矩阵或 GEO series matrix，每个是一个数据集。计数、取过和没有取过对数的可以放在一起。几个数据集已在一个矩阵里时，随访数据里要有一列写数据集。',
    },
    ...survivalOutcome({
      of: 'file_ids',
      modelled: true,
      help: '所有数据集的样本写在一张表里，每个样本一行：sample 是样本名，time 是时间，status 是状态（1 为发生事件，0 为没有；Dead、Alive、死亡、存活也认得）。时间要用同一个单位。系列自己带着随访的，用下面的「各数据集的随访」最方便。',
    }),
    study_column: {
      ...studyColumn('survival_data'),
      help: '随访数据里写样本属于哪个数据集的列。没有这一列时，一个文件是一个数据集。',
    },
    screen_genes: {
      kind: 'integer',
      label: '每次筛多少个基因进 LASSO',
      default: 200,
      min: 2,
      max: 5000,
      unit: '个',
      help: '按训练数据里单因素 Cox 的 P 从小到大取。调大：LASSO 选择的余地大，也更慢；调小：只看最强的。',
    },
    lambda: { ...lassoParameters.lambda, help: '惩罚越大，留下的基因越少。每次都在训练数据里由交叉验证选出。' },
    nfolds: lassoParameters.nfolds,
    seed: randomSeed({ help: 'LASSO 交叉验证的分折用。同一个种子得到完全相同的结果。' }),
  },
  checkedBy: ['study_column', 'time_unit', 'status_event'],
  requirements: [],
  plan: '{{survival_data_n}} 例患者（{{survival_data_events}} 例事件）：每次留出一个数据集，其余的筛基因、建 LASSO-Cox 模型，在留出的里算 C 指数。',
  tables: {
    ...leftOutTables(WORDS, {
      folds: [],
      studies: [{ name: 'follow_up', type: 'number', title: { zh: '中位随访（天）', en: 'Median follow-up (days)' }, digits: 0 }],
    }),
    scores: {
      title: { zh: '留出时的评分', en: 'Scores when left out' },
      role: 'result',
      columns: [
        { name: 'sample', type: 'text', title: TITLES.sample },
        { name: 'study', type: 'text', title: { zh: '数据集', en: 'Study' }, naming: 'inputs' },
        { name: 'time', type: 'number', title: { zh: '时间（天）', en: 'Time (days)' } },
        { name: 'status', type: 'integer', title: TITLES.status },
        { name: 'score', type: 'number', title: { zh: '评分', en: 'Score' }, digits: 4 },
      ],
    },
  },
  figures: { forest: leftOutForest(WORDS) },
  facts: {
    ...leftOutFacts(WORDS),
    screen_used: { label: '进 LASSO 的{{row_subject}}', format: 'count' },
    lambda_word: { label: '惩罚', format: 'text' },
  },
  sources: leftOutSources(WORDS),
  texts: {
    headline: {
      zh: '留出的 C {{c_mean}} · 表观 {{c_apparent}}{{#no_better}} · 不比偶然好{{/no_better}}',
      en: 'C {{c_mean}} left out · {{c_apparent}} apparent{{#no_better}} · no better than chance{{/no_better}}',
    },
    summary: {
      zh: `{{studies_n}} 个数据集，{{patients}} 例患者（{{events}} 例事件）。每次留出一个数据集，其余的筛基因、建模：${SUMMARY.zh}`,
      en: `{{studies_n}} studies, {{patients}} patients ({{events}} events). Each study was left out in turn, and {{row_subject}}s were screened and the model built on the others: ${SUMMARY.en}`,
    },
    detail: {
      zh: '{{#excluded}}从 {{total}} 例里排除 {{excluded}} 例{{/excluded}}{{^excluded}}{{patients}} 例患者都纳入{{/excluded}} · 每个数据集各自标准化（z 值） · 每次按单因素 Cox 的 P 取 {{screen_used}} 个{{row_subject}}进 LASSO（{{lambda_word}}） · 全部数据训练的模型有 {{model_genes}} 个{{row_subject}} · 数据集之间的 I²{{#i2}} {{i2}}{{/i2}}{{^i2}} 算不出{{/i2}}',
      en: '{{#excluded}}{{excluded}} of {{total}} left out{{/excluded}}{{^excluded}}All {{patients}} patients were included{{/excluded}} · standardised within each study (z scores) · {{screen_used}} {{row_subject}}s of smallest P by univariate Cox entered LASSO each time ({{lambda_word}}) · {{row_subject}}s of the model of all data: {{model_genes}} · I² between studies{{#i2}} {{i2}}{{/i2}}{{^i2}} not estimable{{/i2}}',
    },
  },
  produces: [{ what: 'gene_list', table: 'genes', columns: { gene: 'gene' } }],
  citations: [
    ...leftOutCitations,
    'Simon N, Friedman J, Hastie T, Tibshirani R. Regularization paths for Cox’s proportional hazards model via coordinate descent. J Stat Softw 2011;39(5):1–13. doi:10.18637/jss.v039.i05',
    'Harrell FE, Lee KL, Mark DB. Multivariable prognostic models: issues in developing models, evaluating assumptions and adequacy, and measuring and reducing errors. Stat Med 1996;15:361–387.',
    metaforCitation,
  ],
  packages: ['survival', 'glmnet', 'Matrix', 'matrixStats', 'metafor', 'edgeR', 'org.Hs.eg.db'],
  libraries: ['cox'],
  example: {
    title: 'CoxExample：1,000 例分成四个中心',
    description: 'glmnet 软件包自带的模拟数据（1,000 例患者、30 个变量；时间没有单位，这里按月读），依次分成四份，充当四个数据集。',
    files: {
      file_ids: { file: 'expression.tsv.gz', name: 'CoxExample_表达.tsv.gz' },
      survival_data: { file: 'survival.tsv', name: 'CoxExample_随访和中心.tsv' },
    },
    parameters: { time_unit: 'month', study_column: 'study' },
  },
} as const satisfies ToolDefinition);
