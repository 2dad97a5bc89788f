import {
  defineTool,
  enrichmentCitations,
  enrichmentFacts,
  enrichmentTables,
  enrichmentTexts,
  listedGenes,
  organism,
  specified,
  type ToolDefinition,
  termDots,
  termThresholds,
} from '@oncoloom/tool-kit';

export default defineTool({
  ...specified('kegg_enrichment'),
  version: '1.1.0',
  naming: '{{gene_list}} · {{geneset}} · 通路富集',
  summary:
    '看一份基因名单（如差异基因）里，哪些通路的基因比偶然更多。可用 KEGG、Reactome、WikiPathways 或自己的 gmt。直接从差异分析的结果选名单，检验过的基因会作为背景。',
  outcome: '富集通路表（P、校正后 P、q 值、富集倍数、基因、通路链接），相似通路的合并，点图；可再画条形图、网络图、弦图和 UpSet 图',
  keywords: ['KEGG', '通路富集', 'pathway', 'enrichKEGG', 'clusterProfiler', 'Reactome', 'WikiPathways', 'ORA', '信号通路'],
  expected: { base: 1, perMillionCells: 0 },
  parameters: {
    ...listedGenes,
    organism,
    geneset: {
      kind: 'gene-set-collection',
      label: '通路数据库',
      input: 'collection',
      fileField: 'geneset_file_id',
      families: ['kegg', 'reactome', 'wikipathways', 'hallmark', 'other'],
      help: '默认是已安装的 KEGG。也可以上传 gmt 文件，每行一个通路。',
    },
    ...termThresholds,
  },
  requirements: [],
  plan: '检验 {{gene_list_n}} 个基因的名单在 {{geneset_n}} 个通路里是否比偶然更多。',
  tables: enrichmentTables([], [{ name: 'link', type: 'text', title: '通路页面' }]),
  figures: { dots: termDots(false) },
  facts: { ...enrichmentFacts, old_kegg: { label: '2011 年的 KEGG', format: 'flag' } },
  texts: enrichmentTexts('通路'),
  produces: [],
  citations: [
    {
      of: ['KEGG'],
      work: 'Kanehisa M, Goto S. KEGG: Kyoto Encyclopedia of Genes and Genomes. Nucleic Acids Res 2000;28:27–30. doi:10.1093/nar/28.1.27',
    },
    {
      of: ['Reactome'],
      work: 'Milacic M, Beavers D, Conley P, et al. The Reactome Pathway Knowledgebase 2024. Nucleic Acids Res 2024;52:D672–D678. doi:10.1093/nar/gkad1025',
    },
    ...enrichmentCitations,
  ],
  packages: ['org.Hs.eg.db', 'qvalue', 'goseq', 'geneLenDataBase'],
  libraries: ['gmt'],
  early: ['org.Hs.eg.db', 'qvalue'],
  example: {
    title: '前列腺癌细胞：雄激素处理后上调的基因',
    description: 'goseq 软件包自带的 LNCaP 细胞 RNA-seq（Li 等，2008）：雄激素处理与对照，edgeR 上调的基因，背景是检验过的基因。',
    files: {
      gene_list: { file: 'up.txt', name: 'LNCaP_雄激素_上调基因.txt' },
      universe: { file: 'tested.txt', name: 'LNCaP_检验过的基因.txt' },
    },
    parameters: {},
  },
} as const satisfies ToolDefinition);
