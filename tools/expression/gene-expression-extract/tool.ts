import {
  commonStyle,
  defineTool,
  expressionFile,
  figureTables,
  ONE_COLUMN,
  specified,
  type ToolDefinition,
  TWO_COLUMNS,
} from '@oncoloom/tool-kit';

export default defineTool({
  ...specified('gene_expression_extract'),
  version: '1.0.2',
  naming: '{{gene_list}} · {{file_id}} · 表达量',
  summary: '从整张表达矩阵里取出一份名单上的基因。旧名、别名、Ensembl 号、Entrez 号会换成表里的写法，每个名字怎样对上都写在结果里。',
  outcome: '目标基因的表达矩阵，热图、箱线图，换了写法和没有找到的名字',
  keywords: ['提取', '子集', '目标基因', '基因列表', '别名', 'gene list', 'subset', 'extract', 'alias', '提取目标基因'],
  expected: { base: 1, perMillionCells: 0.1 },
  parameters: {
    file_id: { ...expressionFile, keepsLogBase: true },
    gene_list: {
      kind: 'genes',
      accepts: ['gene_list', 'differential_genes'],
      label: '基因名单',
      max: 5000,
      aliases: ['target_genes', 'target_gene_list'],
      help: '基因名、Ensembl 号或 Entrez 号，可从表格整列粘贴，用空格、逗号或换行分开。结果按名单的顺序排列。',
      feeds: 'org.Hs.eg.db（ALIAS、ENSEMBL、ENTREZID）',
    },
  },
  requirements: [
    {
      code: 'probes',
      level: 'should',
      field: 'file_id',
      facts: [{ input: 'file_id', fact: 'identifiers', is: { in: ['probe'] } }],
      message: '行名像是探针号，不是基因名。名单里也要填探针号；要按基因名取，请先换成基因名',
      fix: { label: '换成基因名', file: 'probes_to_genes' },
    },
  ],
  plan: '从 {{rows}} 行 × {{columns}} 列的表里取出名单上的基因。',
  tables: {
    expression: {
      title: '目标基因的表达矩阵',
      role: 'result',
      matrix: true,
      columns: [{ name: 'gene', type: 'gene', title: '基因' }],
      rest: { type: 'number', title: '样本' },
    },
    names: {
      title: '名单里换了写法或没有找到的名字',
      role: 'result',
      folded: true,
      hideEmpty: true,
      columns: [
        { name: 'asked', type: 'gene', title: '填写的名字' },
        { name: 'found', type: 'gene', title: '表里的名字' },
        { name: 'how', type: 'text', title: '怎样对上' },
      ],
    },
    heatmap: figureTables.heatmap,
    heatmap_tree: figureTables.heatmap_tree,
    boxes: {
      title: '各基因的分布',
      role: 'figure',
      columns: [
        { name: 'gene', type: 'gene', title: '基因' },
        { name: 'low', type: 'number', title: '下须' },
        { name: 'q1', type: 'number', title: '下四分位数' },
        { name: 'median', type: 'number', title: '中位数' },
        { name: 'q3', type: 'number', title: '上四分位数' },
        { name: 'high', type: 'number', title: '上须' },
      ],
    },
    outliers: {
      title: '须以外的样本',
      role: 'figure',
      columns: [
        { name: 'gene', type: 'gene', title: '基因' },
        { name: 'sample', type: 'text', title: '样本' },
        { name: 'value', type: 'number', title: '表达量' },
      ],
    },
  },
  figures: {
    heatmap: {
      title: '目标基因的热图',
      chart: 'heatmap',
      wide: true,
      tables: { cells: 'heatmap', tree: 'heatmap_tree' },
      columns: { label: 'gene' },
      caption:
        '{{#more_genes}}名单较长，画的是标准差最大的 {{heatmap_genes}} 个基因。{{/more_genes}}{{#log_shown}}先取 log2(x + 1)；{{/log_shown}}颜色是行 z 值，色标覆盖 98% 的数值。行按相关距离、样本按欧氏距离，ward.D2 聚类。不变的和有缺失值的基因不画。',
      captionEnglish:
        '{{#more_genes}}The {{heatmap_genes}} {{row_subject}}s of largest standard deviation. {{/more_genes}}{{#log_shown}}Values are log2(x + 1). {{/log_shown}}Colour: row z-score; the scale covers 98% of the values. Rows are clustered by correlation, samples by Euclidean distance (ward.D2). Constant rows and rows with missing values are not drawn.',
      statistics: '{{heatmap_genes}} 个基因，{{samples}} 个样本；没有做检验。',
      statisticsEnglish: '{{heatmap_genes}} {{row_subject}}s, n = {{samples}} samples; no test was made.',
      alternative: '热图：{{heatmap_genes}} 个基因在 {{samples}} 个样本中的行 z 值，行列均已聚类。',
      style: {
        ...commonStyle({ width: TWO_COLUMNS, height: 110 / 25.4 }),
        high_color: { kind: 'colour', label: '高', default: '#f2384a' },
        low_color: { kind: 'colour', label: '低', default: '#3f59d8' },
        show_genes: { kind: 'flag', label: '基因名', default: true },
        show_samples: { kind: 'flag', label: '样本名', default: true },
      },
    },
    boxes: {
      title: '目标基因的分布',
      chart: 'box',
      wide: true,
      tables: { boxes: 'boxes', outliers: 'outliers' },
      columns: { label: 'gene', low: 'low', q1: 'q1', median: 'median', q3: 'q3', high: 'high', value: 'value' },
      caption:
        '{{#log_shown}}纵轴是 log2(x + 1)。{{/log_shown}}{{^log_shown}}纵轴是表里的数值。{{/log_shown}}箱是四分位数，须到 1.5 倍四分位距以内最远的样本，点是须以外的样本。{{#box_limited}}画出名单最前的 {{box_genes}} 个基因。{{/box_limited}}',
      captionEnglish:
        '{{#log_shown}}y: log2(x + 1). {{/log_shown}}Boxes: quartiles and median; whiskers: farthest sample within 1.5 interquartile ranges; points: samples beyond.{{#box_limited}} The first {{box_genes}} of the list.{{/box_limited}}',
      statistics: '{{box_genes}} 个基因，{{samples}} 个样本；没有做检验。',
      statisticsEnglish: '{{box_genes}} {{row_subject}}s, n = {{samples}} samples; no test was made.',
      alternative: '箱线图：{{box_genes}} 个基因在 {{samples}} 个样本中的分布。',
      style: {
        ...commonStyle({ width: ONE_COLUMN * 1.4, height: 70 / 25.4, y: '表达量' }),
        group_1_color: { kind: 'colour', label: '箱', default: '#0072B2' },
        show_outliers: { kind: 'flag', label: '须以外的点', default: true },
      },
    },
  },
  facts: {
    genes: { label: '取出的基因', format: 'count' },
    genes_in: { label: '读入的基因', format: 'count' },
    samples: { label: '样本', format: 'count' },
    asked: { label: '名单里的名字', format: 'count' },
    renamed: { label: '换了写法的名字', format: 'count' },
    missing_genes: { label: '没有找到的名字', format: 'count' },
    highest: { label: '平均表达最高的基因', format: 'gene' },
    log_shown: { label: '图中取了 log2', format: 'flag' },
    heatmap_genes: { label: '热图基因', format: 'count' },
    more_genes: { label: '热图没有画全', format: 'flag' },
    box_genes: { label: '箱线图基因', format: 'count' },
    box_limited: { label: '箱线图没有画全', format: 'flag' },
  },
  texts: {
    headline: '取出 {{genes}} 个基因',
    summary:
      '名单里 {{asked}} 个名字，在表里取出 **{{genes}} 个基因**、{{samples}} 个样本，数值没有改变；平均表达最高的是 *{{highest}}*。{{#renamed}}{{renamed}} 个名字换成了表里的写法。{{/renamed}}{{#missing_genes}}没有找到的有 **{{missing_genes}} 个**。{{/missing_genes}}',
    detail: '读入 {{genes_in}} 个基因 · 名单 {{asked}} 个，没有找到 {{missing_genes}} 个 · 可存到空间，或直接作下一步的输入',
  },
  produces: [{ what: 'matrix', table: 'expression', columns: {} }],
  citations: [
    '{{#renamed}}Carlson M. org.Hs.eg.db: Genome wide annotation for Human. R package, Bioconductor. doi:10.18129/B9.bioc.org.Hs.eg.db{{/renamed}}',
    'R Core Team. R: A language and environment for statistical computing. R Foundation for Statistical Computing, Vienna, Austria.',
  ],
  packages: ['org.Hs.eg.db'],
  example: {
    title: '去势敏感的前列腺癌细胞 LNCaP：雄激素通路的基因',
    description: 'goseq 包所带 Li 等（2008）的 RNA-seq 数据，7 个样本的 CPM。名单里 PSA、HK2、AIS 是别名，会换成今天的写法。',
    files: { file_id: { file: 'expression.tsv.gz', name: 'LNCaP_CPM.tsv.gz' } },
    parameters: {
      gene_list: ['PSA', 'KLK2', 'TMPRSS2', 'FKBP5', 'AR', 'NKX3-1', 'SLC45A3', 'STEAP4', 'ORM1', 'P53', 'HER2', 'Ki-67'],
    },
  },
} as const satisfies ToolDefinition);
