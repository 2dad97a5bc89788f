import {
  cohort,
  cohortFacts,
  comparisonSentence,
  defineTool,
  estimateCitations,
  estimateFacts,
  estimateFigures,
  estimateTables,
  specified,
  type ToolDefinition,
} from '@oncoloom/tool-kit';

export default defineTool({
  ...specified('tumor_microenvironment'),
  version: '1.3.0',
  naming: '{{dataset}} · 肿瘤微环境评分',
  summary: '估计一个公共队列里每个肿瘤的基质细胞和免疫细胞有多少（ESTIMATE）。可以按一个基因的高低分组比较，或与正常组织比较。',
  outcome: '每个样本的基质、免疫、ESTIMATE 评分和相对纯度，小提琴图，组间比较（校正后 P、效应量），纳入与排除',
  keywords: ['ESTIMATE', '肿瘤微环境', 'TME', '免疫评分', '基质评分', '肿瘤纯度', 'tumor purity', 'TCGA', 'immune score'],
  expected: { base: 2, perMillionCells: 0.5 },
  checkedBy: ['sample_scope', 'group_gene'],
  parameters: {
    dataset: cohort({}),
    group_gene: {
      kind: 'genes',
      label: '按基因分组',
      max: 1,
      optional: true,
      help: '可以不填。填一个基因，肿瘤按它表达量的中位数分成高、低两组（高：大于中位数），比较评分。',
    },
    sample_scope: {
      kind: 'choice',
      label: '用哪些样本',
      default: 'tumor',
      options: [
        { value: 'tumor', label: '肿瘤', help: '每例患者一个肿瘤样本。' },
        { value: 'all', label: '肿瘤和正常', help: '加上 TCGA 的癌旁正常样本。正常组织没有「纯度」，那一列留空。' },
      ],
    },
    signature: {
      kind: 'signature',
      label: 'ESTIMATE 签名',
      input: 'signature',
      family: 'estimate',
      advanced: true,
      help: '基质、免疫各 141 个基因，和评分所用的共同基因。',
    },
  },
  requirements: [],
  plan: '给 {{cohort}}（{{cohort_name}}）的样本算基质、免疫和 ESTIMATE 评分。',
  tables: {
    ...estimateTables,
    flow: {
      title: '纳入与排除',
      role: 'result',
      columns: [
        { name: 'step', type: 'text', title: '步骤' },
        { name: 'n', type: 'integer', title: '样本' },
      ],
    },
  },
  figures: estimateFigures,
  facts: {
    ...cohortFacts,
    ...estimateFacts,
    tumors: { label: '肿瘤样本', format: 'count' },
    normals: { label: '正常样本', format: 'count' },
    gene: { label: '分组的基因', format: 'gene' },
    expression_unit: { label: '表达量单位', format: 'text' },
  },
  texts: {
    headline: '{{cohort}} · ESTIMATE · {{samples}} 个样本{{#compared}} · 显著 {{significant_n}} 项{{/compared}}',
    summary: `{{cohort}} 的 {{tumors}} 个肿瘤{{#normals}}和 {{normals}} 个正常样本{{/normals}}，基质评分中位数 **{{stromal_median}}**、免疫评分中位数 **{{immune_median}}**。分数越高，样本里基质或免疫细胞越多。{{#gene}}肿瘤按 *{{gene}}* 的中位数分成高低两组。{{/gene}}${comparisonSentence}{{#purity_median}}纯度公式是在 Affymetrix 芯片上拟合的，RNA-seq 上只作**相对指标**（中位数 {{purity_median}}），不要当作真实的纯度。{{/purity_median}}`,
    detail:
      '签名：{{signature_title}}，{{signature_release}} · 找到基质 {{stromal_found}}/141、免疫 {{immune_found}}/141 个基因，共同基因 {{common_found}} 个 · 表达量：{{expression_unit}}{{#score_correlation}} · 基质与免疫评分 ρ {{score_correlation}}{{/score_correlation}}{{#purity_absent}} · {{purity_absent}} 个样本超出纯度公式的范围{{/purity_absent}}',
  },
  produces: [{ what: 'immune_fractions', table: 'scores', columns: { sample: 'sample' } }],
  citations: [...estimateCitations],
  packages: ['matrixStats', 'org.Hs.eg.db'],
  example: {
    title: '乳腺癌示例队列',
    description: '5 个乳腺癌肿瘤和 5 个癌旁样本（随程序自带）。队列固定，其余参数可以改。',
    files: {},
    parameters: { dataset: 'BRCA', sample_scope: 'all' },
  },
} as const satisfies ToolDefinition);
