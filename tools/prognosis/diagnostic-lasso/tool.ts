import {
  both,
  CHOSEN,
  type Codes,
  commonStyle,
  curveStyle,
  defineTool,
  diagnosticCitations,
  diagnosticDetail,
  diagnosticFacts,
  diagnosticFigures,
  diagnosticModelTable,
  diagnosticPerformance,
  diagnosticRequirements,
  diagnosticStudy,
  diagnosticSummary,
  diagnosticTables,
  diagnosticValidation,
  furtherPage,
  lassoParameters,
  ONE_COLUMN,
  TITLES,
  type ToolDefinition,
} from '@oncoloom/tool-kit';

const CURVES = { deviance: { zh: '二项偏差', en: 'Binomial deviance' } } as const satisfies Codes;
const TOP_ROWS = { genes: { zh: '基因数', en: 'Number of genes' } } as const satisfies Codes;
const LINE_COLUMNS = {
  line: 'line',
  at: 'at',
  line_label: 'line_label',
  top_x: 'top_x',
  top_text: 'top_text',
  top_row: 'top_row',
} as const;
const METHOD = {
  zh: '{{#lasso}}LASSO{{/lasso}}{{#ridge}}岭回归{{/ridge}}{{#elastic}}弹性网{{/elastic}}',
  en: '{{#lasso}}LASSO{{/lasso}}{{#ridge}}ridge{{/ridge}}{{#elastic}}elastic net{{/elastic}}',
} as const;
const SAMPLES = {
  zh: `阳性 {{cases}} 例，对照 {{controls}} 例；${METHOD.zh} Logistic 回归（glmnet）。`,
  en: `Cases: n = {{cases}}; controls: n = {{controls}}; ${METHOD.en} logistic regression (glmnet).`,
} as const;

export default defineTool({
  taskType: 'diagnostic_lasso',
  title: 'LASSO 诊断模型',
  english: 'LASSO logistic regression',
  points: 8,
  premium: true,
  pages: [furtherPage('bulk', 36, '诊断模型', 'diagnostic-lasso')],
  version: '1.1.0',
  naming: '{{file_id}} · {{label_column}} · LASSO 诊断模型',
  summary:
    '结局只有两种（有病/没病、复发/未复发、应答/不应答）时，从许多候选基因里用 LASSO、岭回归或弹性网 Logistic 回归建诊断模型。先给出没有参与训练的样本里的 AUC，训练集内的印在旁边对照。',
  outcome:
    '嵌套交叉验证的 AUC（95% CI）、PR、Brier 分数、校准斜率，ROC、校准、决策曲线，混淆矩阵，基因与系数、选中频率，可以在别处用的模型表',
  keywords: [
    'LASSO',
    'logistic',
    '逻辑回归',
    '二分类',
    '诊断模型',
    '预测模型',
    '弹性网',
    'elastic net',
    '岭回归',
    'ridge',
    'glmnet',
    'AUC',
    '混淆矩阵',
    '疗效预测',
    'biomarker',
  ],
  expected: {
    base: 2,
    perMillionCells: 20,
    each: [
      { parameter: 'repeats', seconds: 2 },
      { parameter: 'permutations', seconds: 1.5 },
    ],
  },
  checkedBy: ['label_column', 'positive_label', 'one_against_rest'],
  parameters: {
    ...diagnosticStudy,
    alpha: {
      kind: 'number',
      label: '惩罚的种类 α',
      default: 1,
      min: 0,
      max: 1,
      step: 0.05,
      help: '1 是 LASSO，只留少数基因；0 是岭回归，全部留下、系数压小；之间是弹性网，相关的基因会一起留下。',
      feeds: 'glmnet::glmnet(alpha)',
    },
    lambda: lassoParameters.lambda,
    ...diagnosticValidation(5),
  },
  requirements: diagnosticRequirements,
  plan: '从 {{rows}} 行表达量的候选基因里建诊断模型，并做嵌套交叉验证。',
  tables: {
    performance: diagnosticPerformance,
    coefficients: {
      title: { zh: '{{row_subject}}与系数', en: '{{Row_subject}}s and coefficients' },
      role: 'result',
      columns: [
        { name: 'gene', type: 'gene', title: TITLES.row },
        { name: 'coefficient', type: 'number', title: TITLES.coefficient, digits: 4, key: true },
        { name: 'or_sd', type: 'number', title: { zh: 'OR（每 1 个标准差，已压缩）', en: 'OR (per SD, shrunken)' }, digits: 3 },
        { name: 'sd', type: 'number', title: { zh: '表达量的标准差', en: 'SD of expression' }, digits: 3 },
        {
          name: 'frequency',
          type: 'fraction',
          title: { zh: '嵌套交叉验证里选中的比例', en: 'Selection frequency in nested cross-validation' },
        },
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
    model: diagnosticModelTable,
    ...diagnosticTables,
    cv: {
      title: { zh: '交叉验证的偏差', en: 'Cross-validated deviance' },
      role: 'result',
      folded: true,
      columns: [
        { name: 'series', type: 'text', title: TITLES.measure, codes: CURVES },
        { name: 'x', type: 'number', title: both('log λ') },
        { name: 'y', type: 'number', title: CURVES.deviance },
        { name: 'lower', type: 'number', title: { zh: '减一个标准误', en: 'Minus one SE' } },
        { name: 'upper', type: 'number', title: { zh: '加一个标准误', en: 'Plus one SE' } },
        { name: 'genes', type: 'integer', title: TITLES.rowCount },
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
    lambda_lines: {
      title: { zh: 'λ.min 与 λ.1se', en: 'Lambda lines' },
      role: 'figure',
      columns: [
        { name: 'line', type: 'text' },
        { name: 'at', type: 'number' },
        { name: 'line_label', type: 'text' },
      ],
    },
    lambda_top: {
      title: { zh: '各 λ 的{{row_subject}}数', en: 'Lambda top' },
      role: 'figure',
      columns: [
        { name: 'top_x', type: 'number' },
        { name: 'top_text', type: 'text' },
        { name: 'top_row', type: 'text', codes: TOP_ROWS },
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
  },
  figures: {
    ...diagnosticFigures,
    cv: {
      title: { zh: '交叉验证曲线', en: 'Cross-validated deviance along the penalty' },
      file: 'LASSO 交叉验证',
      chart: 'curve-bands',
      tables: { curves: 'cv', lines: 'lambda_lines', top: 'lambda_top' },
      columns: { series: 'series', x: 'x', y: 'y', lower: 'lower', upper: 'upper', ...LINE_COLUMNS },
      caption: {
        zh: '{{nfolds}} 折交叉验证的二项偏差（± 1 个标准误）。虚线是 λ.min（{{genes_min}} 个{{row_subject}}）和 λ.1se（{{genes_1se}} 个{{row_subject}}），上方是各 λ 的{{row_subject}}数。',
        en: 'Binomial deviance of {{nfolds}}-fold cross-validation (± 1 SE). Dashed lines: λ.min ({{genes_min}} {{row_subject}}s) and λ.1se ({{genes_1se}} {{row_subject}}s). Above: {{row_subject}}s.',
      },
      statistics: SAMPLES,
      alternative: {
        zh: '交叉验证曲线：λ.min 处 {{genes_min}} 个{{row_subject}}，λ.1se 处 {{genes_1se}} 个。',
        en: 'Cross-validation curve: {{genes_min}} {{row_subject}}s at λ.min, {{genes_1se}} at λ.1se.',
      },
      style: {
        ...commonStyle({ width: ONE_COLUMN, height: 80 / 25.4, x: 'log(λ)', y: CURVES.deviance }),
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
        zh: '每条线是一个{{row_subject}}的系数随 λ 的变化（系数最大的，至多 40 个）；虚线是 λ.min 和 λ.1se，上方是{{row_subject}}数。',
        en: 'Coefficients along the penalty (the largest, at most 40); dashed lines: λ.min and λ.1se. Above: {{row_subject}}s.',
      },
      statistics: SAMPLES,
      alternative: {
        zh: '系数路径：每个{{row_subject}}的系数随 log λ 的变化。',
        en: 'Coefficient paths: the coefficient of each {{row_subject}} along log λ.',
      },
      style: commonStyle({ width: ONE_COLUMN, height: 80 / 25.4 }),
    },
    frequencies: {
      title: { zh: '换一批样本还选不选它', en: 'Selection frequency over the fits of nested cross-validation' },
      file: '选中的比例',
      chart: 'importance',
      hideEmpty: true,
      tables: { variables: 'frequencies' },
      columns: { label: 'gene', value: 'frequency', group: 'chosen' },
      caption: {
        zh: '嵌套交叉验证的 {{fits}} 次拟合，每次少一折样本，数每个{{row_subject}}选中几次（最多画 40 个）。选中不到一半的{{row_subject}}，换一批样本多半不在模型里。',
        en: 'Share of the {{fits}} fits of nested cross-validation, each without a fold, in which a {{row_subject}} was chosen (at most 40 {{row_subject}}s).',
      },
      statistics: {
        zh: `阳性 {{cases}} 例，对照 {{controls}} 例；至少八成选中的有 {{stable_genes}} 个；没有做检验。`,
        en: `Cases: n = {{cases}}; controls: n = {{controls}}; {{stable_genes}} {{row_subject}}s chosen in at least 80% of the fits; no test was made.`,
      },
      alternative: {
        zh: '选中的比例：每个{{row_subject}}在 {{fits}} 次拟合里选中的比例。',
        en: 'Selection frequency of each {{row_subject}} over {{fits}} fits.',
      },
      style: commonStyle({ width: ONE_COLUMN, height: 80 / 25.4, x: { zh: '选中的比例', en: 'Selection frequency' } }),
    },
  },
  facts: {
    ...diagnosticFacts,
    ridge: { label: '岭回归', format: 'flag' },
    lasso: { label: 'LASSO', format: 'flag' },
    elastic: { label: '弹性网', format: 'flag' },
    modelled: { label: '有模型', format: 'flag' },
    model_genes: { label: '模型的{{row_subject}}', format: 'count' },
    lambda_word: { label: '选用的 λ', format: 'text' },
    lambda_value: { label: 'λ', format: 'decimal' },
    genes_min: { label: 'λ.min 的{{row_subject}}', format: 'count' },
    genes_1se: { label: 'λ.1se 的{{row_subject}}', format: 'count' },
    stable_genes: { label: '至少八成拟合选中', format: 'count' },
    size_least: { label: '一次拟合最少的{{row_subject}}', format: 'count' },
    size_most: { label: '一次拟合最多的{{row_subject}}', format: 'count' },
    fits: { label: '嵌套交叉验证的拟合', format: 'count' },
  },
  texts: {
    headline: {
      zh: '{{#modelled}}{{model_genes}} 个{{row_subject}}{{/modelled}}{{^modelled}}没有{{row_subject}}进入模型{{/modelled}} · AUC {{auc_nested}}（嵌套交叉验证）{{#no_better}} · 看不出比掷硬币强{{/no_better}}',
      en: '{{#modelled}}{{Row_subject}}s in the model: {{model_genes}}{{/modelled}}{{^modelled}}No {{row_subject}} in the model{{/modelled}} · AUC {{auc_nested}} (nested cross-validation){{#no_better}} · no evidence of being better than chance{{/no_better}}',
    },
    summary: {
      zh: `{{samples}} 个样本（阳性「{{positive}}」{{cases}} 例，对照 {{controls}} 例），从 {{candidates}} 个候选{{row_subject}}里用 ${METHOD.zh} Logistic 回归（{{lambda_word}}）得到 **{{#modelled}}{{model_genes}} 个{{row_subject}}的模型{{/modelled}}{{^modelled}}0 个{{row_subject}}：加进任何{{row_subject}}都不比没有好{{/modelled}}**。${diagnosticSummary.zh}{{^ridge}}嵌套交叉验证的 {{fits}} 次拟合里，选中的{{row_subject}}从 {{size_least}} 到 {{size_most}} 个不等，其中 {{stable_genes}} 个至少八成选中。{{/ridge}}`,
      en: `In {{samples}} samples (cases: {{positive}}, n = {{cases}}; controls: n = {{controls}}), ${METHOD.en} logistic regression ({{lambda_word}}) of {{candidates}} candidate {{row_subject}}s gave **{{#modelled}}a model of {{model_genes}} {{row_subject}}s{{/modelled}}{{^modelled}}no {{row_subject}}: adding any does no better than none{{/modelled}}**.${diagnosticSummary.en}{{^ridge}} Over the {{fits}} fits of nested cross-validation, from {{size_least}} to {{size_most}} {{row_subject}}s were selected, {{stable_genes}} of them in at least 80% of the fits.{{/ridge}}`,
    },
    detail: {
      zh: `${diagnosticDetail.zh} · λ.min 处 {{genes_min}} 个{{row_subject}}，λ.1se 处 {{genes_1se}} 个 · 表达量：{{expression_unit}}`,
      en: `${diagnosticDetail.en} · {{genes_min}} {{row_subject}}s at λ.min, {{genes_1se}} at λ.1se`,
    },
    empty: {
      when: 'modelled',
      next: [
        {
          title: '空的模型也是结果',
          text: '交叉验证看不出任何{{row_subject}}有用，多半是样本太少，或候选{{row_subject}}与结局的关系弱。不要换着种子、λ、过滤再试到有为止。',
          reading: true,
        },
        { title: '看差异分析和 P 值分布', text: '整体平坦，说明这批数据里没有信号。', reading: true },
        { title: '用样本更多的数据', text: '或用别的数据先定一份短的候选名单。' },
      ],
    },
  },
  produces: [
    { what: 'binary_model', table: 'model', columns: { part: 'part', name: 'name', value: 'value' } },
    { what: 'sample_probabilities', table: 'samples', columns: { sample: 'sample', probability: 'probability' } },
    { what: 'gene_list', table: 'coefficients', columns: { gene: 'gene' }, rows: [{ column: 'coefficient', is: '|>=|', value: 1e-300 }] },
  ],
  citations: [
    '{{#lasso}}Tibshirani R. Regression shrinkage and selection via the lasso. J R Stat Soc B 1996;58:267–288.{{/lasso}}',
    '{{#ridge}}Hoerl AE, Kennard RW. Ridge regression: biased estimation for nonorthogonal problems. Technometrics 1970;12:55–67.{{/ridge}}',
    '{{#elastic}}Zou H, Hastie T. Regularization and variable selection via the elastic net. J R Stat Soc B 2005;67:301–320.{{/elastic}}',
    'Friedman J, Hastie T, Tibshirani R. Regularization paths for generalized linear models via coordinate descent. J Stat Softw 2010;33(1):1–22. doi:10.18637/jss.v033.i01',
    ...diagnosticCitations,
  ],
  packages: ['glmnet', 'Matrix', 'matrixStats', 'org.Hs.eg.db'],
  example: {
    title: '白血病的 BCR/ABL 融合（ALL 包）',
    description:
      'Chiaretti 等 2004：79 例 B 细胞急性淋巴细胞白血病，37 例 BCR/ABL 阳性，方差最大的 2,000 个基因。融合本身改变 ABL1 的表达，能分得开。',
    files: {
      file_id: { file: 'expression.tsv.gz', name: 'ALL_表达.tsv.gz' },
      clinical_data: { file: 'clinical.tsv', name: 'ALL_临床资料.tsv' },
    },
    parameters: { label_column: '融合基因', positive_label: '阳性', screen: 500, repeats: 2 },
  },
} as const satisfies ToolDefinition);
