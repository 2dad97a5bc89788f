import {
  candidateGenes,
  defineTool,
  forestCitations,
  forestFacts,
  forestFigures,
  forestParameters,
  forestProduces,
  forestTables,
  forestTexts,
  ownStudy,
  ownStudyRequirements,
  specified,
  type ToolDefinition,
} from '@oncoloom/tool-kit';

export default defineTool({
  ...specified('bulk_random_survival_forest'),
  version: '1.2.0',
  naming: '{{file_id}} · 随机生存森林',
  summary:
    '用自己的表达矩阵和随访数据，用随机生存森林给候选基因的重要性排序，选出可靠的几个，重新拟合成风险模型；不假定线性，也不假定等比例风险。先给出没有参与训练的患者里的表现（嵌套交叉验证），再给训练集内的曲线；模型可以原样拿到别的数据里验证。',
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
  parameters: { ...ownStudy(candidateGenes, true), ...forestParameters },
  requirements: ownStudyRequirements,
  plan: '用 {{survival_data_n}} 例患者（{{survival_data_events}} 例事件），从 {{rows}} 行表达量的候选基因里长 {{ntree}} 棵树的随机生存森林，选基因建风险模型，并做嵌套交叉验证。',
  tables: forestTables,
  figures: forestFigures,
  facts: forestFacts,
  texts: forestTexts,
  produces: forestProduces,
  citations: forestCitations,
  packages: ['survival', 'ranger', 'glmnet', 'Matrix', 'matrixStats', 'riskRegression', 'org.Hs.eg.db'],
  libraries: ['cox'],
  example: {
    title: 'Rotterdam 乳腺癌，淋巴结阴性',
    description:
      '1,436 例患者、395 例死亡的 8 个临床和病理变量（survival 软件包自带的 rotterdam），每个变量一行。时间以天为单位，叶子 50 例。',
    files: {
      file_id: { file: 'expression.tsv.gz', name: 'rotterdam_变量.tsv.gz' },
      survival_data: { file: 'survival.tsv', name: 'rotterdam_随访.tsv' },
    },
    parameters: { preprocess_percent: 0, nodesize: 50, ntree: 200, fold_trees: 50, null_runs: 10, subsamples: 10, repeats: 1 },
  },
} as const satisfies ToolDefinition);
