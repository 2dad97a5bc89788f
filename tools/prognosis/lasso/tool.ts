import {
  candidateGenes,
  cohortFacts,
  cohortStudy,
  defineTool,
  lassoCitations,
  lassoFacts,
  lassoFigures,
  lassoParameters,
  lassoProduces,
  lassoSources,
  lassoTables,
  lassoTexts,
  page,
  type ToolDefinition,
} from '@oncoloom/tool-kit';

export default defineTool({
  taskType: 'lasso_analysis',
  title: 'LASSO 回归',
  english: 'LASSO regression',
  points: 10,
  premium: true,
  pages: [page('tcga', 12, '机器学习', 'machine_learning/lasso', 'analysis', 'detail/:id')],
  version: '1.2.0',
  naming: '{{dataset}} · {{endpoint}} · LASSO',
  summary:
    '在一个队列里，从候选基因中用 LASSO-Cox 选出少数几个，建成风险评分。先给出没有参与训练的患者里的表现（嵌套交叉验证），再给训练集内的曲线；模型可以原样拿到别的数据里验证。',
  outcome:
    '嵌套交叉验证的 C 指数和 AUC，基因与系数、选中频率，交叉验证曲线、系数路径、风险图、ROC、校准、决策曲线，可验证的模型，REMARK 和 TRIPOD+AI 清单',
  keywords: ['LASSO', 'lasso-cox', 'glmnet', '风险评分', 'risk score', '预后模型', '预后签名', 'signature', 'lambda', 'TCGA 预后模型'],
  expected: {
    base: 1,
    perMillionCells: 20,
    each: [
      { parameter: 'repeats', seconds: 4 },
      { parameter: 'chance', seconds: 90 },
    ],
  },
  parameters: { ...cohortStudy(candidateGenes, true), ...lassoParameters },
  requirements: [],
  plan: '用 {{cohort}}（{{cohort_name}}）{{cohort_patients}} 例患者（{{cohort_events}} 例事件），从候选基因里用 LASSO-Cox 建风险模型，并做嵌套交叉验证。',
  tables: lassoTables,
  figures: lassoFigures,
  facts: { ...cohortFacts, ...lassoFacts },
  sources: lassoSources,
  texts: lassoTexts,
  produces: lassoProduces,
  citations: [
    ...lassoCitations,
    'Liu J, et al. An integrated TCGA pan-cancer clinical data resource to drive high-quality survival outcome analytics. Cell 2018;173:400–416.',
  ],
  packages: ['survival', 'glmnet', 'Matrix', 'matrixStats', 'riskRegression', 'org.Hs.eg.db'],
  libraries: ['cox'],
  example: {
    title: 'TCGA-ACC 的 198 个基因',
    description:
      '肾上腺皮质癌 79 例，软件包 miniACC 自带的 198 个基因。患者少，训练集内和交叉验证的差别看得很清楚。队列固定，其余参数可以改。',
    files: {},
    parameters: { dataset: 'TCGA-ACC' },
  },
} as const satisfies ToolDefinition);
