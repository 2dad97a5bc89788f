import {
  defineTool,
  enrichmentCitations,
  enrichmentFacts,
  enrichmentTables,
  enrichmentTexts,
  listedGenes,
  specified,
  type ToolDefinition,
  termDots,
  termThresholds,
} from '@oncoloom/tool-kit';

export default defineTool({
  ...specified('go_enrichment'),
  version: '1.0.0',
  naming: '{{gene_list}} · GO 富集',
  summary:
    '看一份基因名单（如差异基因）里，哪些 GO 条目的基因比偶然更多。直接从差异分析的结果选名单，检验过的基因会作为背景，这是审稿人最常问的。',
  outcome: '富集条目表（P、校正后 P、q 值、富集倍数、基因），相似条目的合并，点图；可再画条形图、网络图、弦图和 UpSet 图',
  keywords: ['GO', 'Gene Ontology', '富集分析', 'enrichGO', 'clusterProfiler', '功能富集', 'ORA', '生物过程', 'BP', 'CC', 'MF'],
  expected: { base: 1.5, perMillionCells: 0 },
  parameters: {
    ...listedGenes,
    organism: {
      kind: 'choice',
      label: '物种',
      default: 'hsa',
      options: [
        { value: 'hsa', label: '人' },
        { value: 'mmu', label: '小鼠', help: '要由管理员安装小鼠的注释' },
      ],
    },
    ontology: {
      kind: 'choice',
      label: '本体',
      default: 'ALL',
      options: [
        { value: 'ALL', label: '全部', help: '三个本体分别检验、分别校正' },
        { value: 'BP', label: '生物过程', help: 'BP：做什么事，如细胞周期' },
        { value: 'CC', label: '细胞组分', help: 'CC：在哪里，如线粒体内膜' },
        { value: 'MF', label: '分子功能', help: 'MF：有什么活性，如激酶活性' },
      ],
    },
    terms: {
      kind: 'reference-sets',
      label: 'GO 注释',
      input: 'terms',
      family: 'go',
      organism: 'organism',
      subset: 'ontology',
      help: '条目的基因包括它下面所有子条目的基因。结果和方法里写明这个版本。',
    },
    ...termThresholds,
  },
  requirements: [],
  plan: '检验 {{gene_list_n}} 个基因的名单在 {{terms}} 的 {{terms_n}} 个条目里是否比偶然更多。',
  tables: enrichmentTables(
    [{ name: 'ONTOLOGY', type: 'text', title: '本体' }],
    [{ name: 'definition', type: 'text', title: '定义（GO）' }],
  ),
  figures: { dots: termDots(true) },
  facts: enrichmentFacts,
  texts: enrichmentTexts('GO 条目'),
  produces: [],
  citations: [
    'Ashburner M, Ball CA, Blake JA, et al. Gene ontology: tool for the unification of biology. Nat Genet 2000;25:25–29. doi:10.1038/75556',
    'The Gene Ontology Consortium. The Gene Ontology knowledgebase in 2023. Genetics 2023;224:iyad031. doi:10.1093/genetics/iyad031',
    ...enrichmentCitations,
  ],
  packages: ['org.Hs.eg.db', 'GO.db', 'qvalue', 'goseq', 'geneLenDataBase'],
  early: ['org.Hs.eg.db', 'GO.db', 'qvalue'],
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
