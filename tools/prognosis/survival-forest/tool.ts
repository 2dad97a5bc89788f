import {
  candidateGenes,
  cohortFacts,
  cohortStudy,
  defineTool,
  forestCitations,
  forestFacts,
  forestFigures,
  forestParameters,
  forestProduces,
  forestTables,
  forestTexts,
  specified,
  type ToolDefinition,
} from '@oncoloom/tool-kit';

export default defineTool({
  ...specified('random_survival_forest'),
  version: '1.2.0',
  naming: '{{dataset}} · {{endpoint}} · 随机生存森林',
  summary:
    '在一个队列里，用随机生存森林给候选基因的重要性排序，选出可靠的几个，重新拟合成风险模型；不假定线性，也不假定等比例风险。先给出没有参与训练的患者里的表现（嵌套交叉验证），再给训练集内的曲线；模型可以原样拿到别的数据里验证。',
  outcome:
    '嵌套交叉验证的 C 指数和 AUC，每个基因的重要性和偶然的范围、入选的比例，袋外误差曲线、风险图、ROC、校准、决策曲线，可验证的模型，REMARK 和 TRIPOD+AI 清单',
  keywords: [
    '随机森林',
    '随机生存森林',
    'random survival forest',
    'RSF',
    'ranger',
    'randomForestSRC',
    '重要性',
    'VIMP',
    '风险评分',
    '预后模型',
    '机器学习',
  ],
  expected: {
    base: 5,
    perMillionCells: 200,
    each: [
      { parameter: 'repeats', seconds: 3 },
      { parameter: 'chance', seconds: 120 },
    ],
  },
  parameters: { ...cohortStudy(candidateGenes, true), ...forestParameters },
  requirements: [],
  plan: '用 {{cohort}}（{{cohort_name}}）{{cohort_patients}} 例患者（{{cohort_events}} 例事件），从候选基因里种随机生存森林、选基因、建风险模型，并做嵌套交叉验证。',
  tables: forestTables,
  figures: forestFigures,
  facts: { ...cohortFacts, ...forestFacts },
  texts: forestTexts,
  produces: forestProduces,
  citations: [
    ...forestCitations,
    'Liu J, et al. An integrated TCGA pan-cancer clinical data resource to drive high-quality survival outcome analytics. Cell 2018;173:400–416.',
  ],
  packages: ['survival', 'ranger', 'glmnet', 'Matrix', 'matrixStats', 'riskRegression', 'org.Hs.eg.db'],
  libraries: ['cox'],
  example: {
    title: 'TCGA-ACC 的 198 个基因',
    description:
      '肾上腺皮质癌 79 例，软件包 miniACC 自带的 198 个基因。患者少，训练集内和交叉验证的差别看得很清楚。队列固定，其余参数可以改。',
    files: {},
    parameters: { dataset: 'TCGA-ACC' },
  },
} as const satisfies ToolDefinition);
