import { defineTool, forestFigure, forestTable, HAZARD_UNITS, hrColours, page, rowsOf, type ToolDefinition } from '@oncoloom/tool-kit';

export default defineTool({
  taskType: 'plot_forest',
  title: 'Cox 森林图',
  english: 'Forest plot of Cox regressions',
  points: 2,
  premium: true,
  pages: [page('tcga', 11, '机器学习', 'machine_learning/uni_cox', 'plot_forest', 'plot_forest_detail/:id')],
  partOf: 'uni_cox_analysis',
  version: '1.0.1',
  naming: '{{target_genes}} · {{source_analysis_id}} · 森林图',
  summary: '接着一次 Cox 回归（单因素或多因素，公共队列或自己的数据），把选定的基因画成森林图，右边写出 HR、95% 置信区间和 P 值。',
  outcome: '所选基因的森林图和它们的数字',
  keywords: ['森林图', 'forest plot', 'Cox 森林图', 'HR 图', '风险比'],
  expected: { base: 0.5, perMillionCells: 0 },
  parameters: {
    source_analysis_id: {
      kind: 'analysis',
      label: 'Cox 回归结果',
      input: 'ratios',
      accepts: ['hazard_ratios'],
      help: '选一次已完成的单因素或多因素 Cox 回归，其中的基因都可以画，不显著的也可以。',
    },
    target_genes: {
      kind: 'genes',
      label: '要画的基因',
      max: 60,
      optional: true,
      help: '那次结果里的基因，最多 60 个；不填就画 P 最小的 20 个。',
    },
    ...hrColours,
  },
  requirements: [],
  plan: '从那次 Cox 回归里取基因，画成森林图。数字不重新计算。',
  tables: { forest: { ...forestTable, role: 'result' } },
  figures: {
    forest: {
      ...forestFigure,
      caption: {
        zh: '{{#scale_word}}HR（{{scale_word}}）{{/scale_word}}{{^scale_word}}HR{{/scale_word}} 和 95% 置信区间，从高到低。HR 大于 1 为风险，小于 1 为保护；区间跨过 1 的是灰色。P 未按{{row_subject}}数校正。',
        en: 'Hazard ratios with 95% confidence intervals. Above 1: risk; below 1: protective. P is not corrected for the number of {{row_subject}}s.',
      },
      statistics: {
        zh: '{{forest_genes_n}} 个{{row_subject}}；方块是 HR，横线是 95% 置信区间，P 为 Wald 检验（双侧），患者和事件数见那一次 Cox 回归。',
        en: '{{forest_genes_n}} {{row_subject}}s. Squares: hazard ratios; lines: 95% confidence intervals; P by the Wald test (two-sided); patients and events are those of the Cox regression.',
      },
    },
  },
  facts: {
    forest_genes_n: { label: '画出的{{row_subject}}', format: 'count' },
    offered: { label: '那次结果里的{{row_subject}}', format: 'count' },
    risk: { label: 'HR 大于 1', format: 'count' },
    protective: { label: 'HR 小于 1', format: 'count' },
    clear: { label: '区间不碰到 1', format: 'count' },
    scale_word: { label: 'HR 的单位', format: 'text', codes: HAZARD_UNITS },
    scale_english: { label: 'HR 的单位（英文）', format: 'text' },
  },
  sources: { forest_genes_n: rowsOf('forest') },
  texts: {
    headline: {
      zh: '{{forest_genes_n}} 个{{row_subject}} · 风险 {{risk}}，保护 {{protective}}',
      en: '{{forest_genes_n}} {{row_subject}}s · {{risk}} risk, {{protective}} protective',
    },
    summary: {
      zh: '从 {{offered}} 个{{row_subject}}里画出 **{{forest_genes_n}} 个**：HR 大于 1 的 {{risk}} 个，小于 1 的 {{protective}} 个；95% 置信区间不碰到 1 的有 {{clear}} 个。数字都来自那次 Cox 回归，没有另外计算。',
      en: 'Drawn: **{{forest_genes_n}}** of {{offered}} {{row_subject}}s. HR above 1: {{risk}}; below 1: {{protective}}; 95% confidence interval clear of 1: {{clear}}. All numbers are those of the Cox regression; nothing was computed anew.',
    },
    detail: {
      zh: '这些{{row_subject}}若是按 P 值挑出来的，HR 会偏大，请在另一份数据里验证。要改颜色、字号、次序，点图上的「编辑」。换{{row_subject}}，另建一次（2 点）',
      en: 'If these {{row_subject}}s were picked by P, their hazard ratios are exaggerated: please validate them in other data. Colours, font sizes and the order are changed by editing the figure. Other {{row_subject}}s need another run (2 points)',
    },
  },
  produces: [{ what: 'gene_list', table: 'forest', columns: { gene: 'gene' } }],
  citations: [
    'Lewis S, Clarke M. Forest plots: trying to see the wood and the trees. BMJ 2001;322:1479–1480. doi:10.1136/bmj.322.7300.1479',
  ],
  packages: ['org.Hs.eg.db'],
  early: ['org.Hs.eg.db'],
  example: {
    title: 'TCGA-ACC 的单因素 Cox',
    description: '肾上腺皮质癌 79 例、198 个基因的单因素 Cox 结果，画 6 个基因。结果固定，基因和颜色可以改。',
    files: { source_analysis_id: { file: 'cox.tsv.gz', name: 'TCGA-ACC_单因素_Cox.tsv.gz' } },
    parameters: { target_genes: ['CDK1', 'CHEK2', 'E2F1', 'STMN1', 'PEA15', 'PIK3R1'] },
  },
} as const satisfies ToolDefinition);
