import {
  defineTool,
  specified,
  type ToolDefinition,
  termPlotFacts,
  termPlotFigures,
  termPlotParameters,
  termPlotTables,
  termPlotTexts,
} from '@oncoloom/tool-kit';

export default defineTool({
  ...specified('go_plot'),
  version: '1.0.1',
  naming: '{{source_analysis_id}} · {{plot_type}}',
  summary: '把一次 GO 富集的结果画成点图、条形图、网络图、弦图或 UpSet 图。可以自己挑条目，也可以与另一次结果并排。',
  outcome: '所选种类的图，和画出的条目及其基因的表',
  keywords: ['GO 可视化', '富集点图', '气泡图', 'cnetplot', 'emapplot', '弦图', 'chord', 'UpSet'],
  expected: { base: 0.5, perMillionCells: 0 },
  parameters: termPlotParameters('GO 富集结果'),
  requirements: [],
  plan: '从那次富集分析里取条目，画成图。数字不重新计算。',
  tables: termPlotTables,
  figures: termPlotFigures,
  facts: termPlotFacts,
  texts: termPlotTexts('GO 条目'),
  produces: [],
  citations: [
    'R Core Team. R: A language and environment for statistical computing. R Foundation for Statistical Computing, Vienna, Austria.',
  ],
  packages: ['org.Hs.eg.db'],
  early: ['org.Hs.eg.db'],
  example: {
    title: '前列腺癌细胞：雄激素上调基因的GO 富集',
    description: 'goseq 软件包自带的 LNCaP 细胞 RNA-seq（Li 等，2008），雄激素处理后上调的基因的GO 富集结果。结果固定，图的种类可以改。',
    files: { source_analysis_id: { file: 'enriched.tsv.gz', name: 'LNCaP_GO 富集结果.tsv.gz' } },
    parameters: {},
  },
} as const satisfies ToolDefinition);
