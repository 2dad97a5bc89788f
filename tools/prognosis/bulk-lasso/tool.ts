import {
  candidateGenes,
  defineTool,
  lassoCitations,
  lassoFacts,
  lassoFigures,
  lassoParameters,
  lassoProduces,
  lassoTables,
  lassoTexts,
  ownStudy,
  ownStudyRequirements,
  page,
  type ToolDefinition,
} from '@oncoloom/tool-kit';

export default defineTool({
  taskType: 'bulk_lasso_regression',
  title: 'LASSO 回归',
  english: 'LASSO regression',
  points: 8,
  premium: true,
  pages: [page('bulk', 21, '预后模型', 'lasso-regression', 'analysis', ':id')],
  version: '1.2.0',
  naming: '{{file_id}} · LASSO',
  summary:
    '用自己的表达矩阵和随访数据，从候选基因中用 LASSO-Cox 选出少数几个，建成风险评分。先给出没有参与训练的患者里的表现（嵌套交叉验证），再给训练集内的曲线；模型可以原样拿到别的数据里验证。',
  outcome:
    '嵌套交叉验证的 C 指数和 AUC，基因与系数、选中频率，交叉验证曲线、系数路径、风险图、ROC、校准、决策曲线，可验证的模型，REMARK 和 TRIPOD+AI 清单',
  keywords: ['LASSO', 'lasso-cox', 'glmnet', '风险评分', 'risk score', '预后模型', '预后签名', 'signature', 'lambda', 'GEO 预后模型'],
  expected: {
    base: 1,
    perMillionCells: 20,
    each: [
      { parameter: 'repeats', seconds: 4 },
      { parameter: 'chance', seconds: 90 },
    ],
  },
  parameters: { ...ownStudy(candidateGenes, true), ...lassoParameters },
  requirements: ownStudyRequirements,
  plan: '用 {{survival_data_n}} 例患者（{{survival_data_events}} 例事件），从 {{rows}} 行表达量的候选基因里用 LASSO-Cox 建风险模型，并做嵌套交叉验证。',
  tables: lassoTables,
  figures: lassoFigures,
  facts: lassoFacts,
  texts: lassoTexts,
  produces: lassoProduces,
  citations: lassoCitations,
  packages: ['survival', 'glmnet', 'Matrix', 'matrixStats', 'riskRegression', 'org.Hs.eg.db'],
  libraries: ['cox'],
  example: {
    title: 'glmnet 的 CoxExample',
    description: '1,000 例患者、30 个变量的模拟数据（glmnet 软件包自带），时间以年为单位。种子 7 时 λ.min 选 15 个，λ.1se 选 10 个。',
    files: {
      file_id: { file: 'expression.tsv.gz', name: 'CoxExample_表达.tsv.gz' },
      survival_data: { file: 'survival.tsv', name: 'CoxExample_随访.tsv' },
    },
    parameters: { time_unit: 'year', preprocess_percent: 0, assignments: 20, repeats: 2 },
  },
} as const satisfies ToolDefinition);
