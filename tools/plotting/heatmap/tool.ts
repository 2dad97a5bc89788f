import {
  commonStyle,
  defineTool,
  expressionFile,
  figureTables,
  plottedTable,
  sampleAnnotations,
  specified,
  type ToolDefinition,
  TWO_COLUMNS,
  unloggedPlot,
} from '@oncoloom/tool-kit';

const looks = {
  show_genes: { kind: 'flag', label: '写出行名', default: true },
  show_samples: { kind: 'flag', label: '写出样本名', default: true },
  high_color: { kind: 'colour', label: '高', default: '#f2384a' },
  low_color: { kind: 'colour', label: '低', default: '#3f59d8' },
} as const;

export default defineTool({
  ...specified('heatmap_analysis'),
  version: '1.2.0',
  popular: 5,
  naming: '{{file_id}}{{table}} · 热图',
  summary: '把一张矩阵画成聚类热图：行是基因，列是样本，颜色是高低，聚类树把相像的排在一起。可以只画一份基因名单，可以按分组或聚类分块。',
  outcome: '可编辑的热图，行和样本的次序、聚类归属，图中的数值',
  keywords: ['heatmap', '聚类', '热图', '层次聚类', 'pheatmap', 'ComplexHeatmap', 'hclust', '聚类树', '表达谱'],
  expected: { base: 0.6, perMillionCells: 0.8 },
  parameters: {
    file_id: { ...expressionFile, accepts: ['matrix', 'score_matrix'], optional: true },
    table: plottedTable,
    sample_annotations: {
      ...sampleAnnotations,
      help: '可以不填。每个样本一行：sample 是样本名，其余各列是分组这样的信息，画成样本上方的色条。',
    },
    group_column: {
      kind: 'columns',
      of: 'sample_annotations',
      multiple: false,
      optional: true,
      label: '色条用哪一列',
      detect: ['group', 'groups', '分组', '组别', '组'],
      help: '样本信息里的列。不选时用名为 group 的列，没有就用第一个能分组的文字列。',
    },
    bar_columns: {
      kind: 'columns',
      of: 'sample_annotations',
      multiple: true,
      optional: true,
      label: '再加几条色条',
      help: '样本信息里的其他列，最多 5 条，如年龄、分期、突变。文字列每种值一种颜色，最多 12 种；数字列超过 6 种值时画成由浅到深。每条有自己的图例。',
    },
    gene_list: {
      kind: 'genes',
      label: '只画这些基因',
      accepts: ['gene_list', 'differential_genes'],
      max: 5000,
      optional: true,
      help: '不填时画变化最大的若干个。填了就按名单画，不聚类时按名单的次序。',
    },
    feature_count: {
      kind: 'integer',
      label: '没有名单时画多少行',
      default: 50,
      min: 1,
      max: 5000,
      unit: '行',
      help: '调大：看到更多基因，名字会放不下。几十行以内名字看得清。',
    },
    feature_metric: {
      kind: 'choice',
      label: '按什么取',
      default: 'variance',
      options: [
        { value: 'variance', label: '方差' },
        { value: 'mad', label: '中位数绝对偏差', help: '不受个别离群样本影响。' },
        { value: 'mean', label: '平均值', help: '取表达最高的。' },
      ],
    },
    scale: {
      kind: 'choice',
      label: '颜色代表',
      default: 'row',
      options: [
        { value: 'row', label: '行 z 值', help: '每行减去自己的平均值、除以标准差：看一个基因在哪些样本里高，不同基因不能比高低。' },
        { value: 'column', label: '列 z 值', help: '每个样本减去自己的平均值、除以标准差。' },
        { value: 'none', label: '原来的数值', help: '高表达的行整行深，适合已经可比的数值，如打分、log2 倍数、相关系数。' },
      ],
      feeds: 'base::scale',
    },
    cluster_rows: { kind: 'flag', label: '行聚类', default: true, help: '关掉时按名单或按变化大小的次序。' },
    cluster_columns: { kind: 'flag', label: '样本聚类', default: true, help: '关掉时按表里的次序。' },
    distance: {
      kind: 'choice',
      label: '距离',
      default: 'euclidean',
      options: [
        { value: 'euclidean', label: '欧氏距离', help: '数值差得多就远。' },
        { value: 'correlation', label: '相关距离（1 − r）', help: '升降的样子像就近，不看高低。r 是 Pearson 相关系数。' },
      ],
      feeds: 'stats::dist, 1 - stats::cor',
    },
    linkage: {
      kind: 'choice',
      label: '连接方法',
      default: 'complete',
      options: [
        { value: 'complete', label: 'complete', help: '两类最远的一对之间的距离，类大小较匀。' },
        { value: 'ward.D2', label: 'ward.D2', help: '合并后类内差别增加得最少，块最分明。' },
        { value: 'average', label: 'average', help: '两类所有对之间的平均距离。' },
      ],
      feeds: 'stats::hclust(method)',
    },
    split: {
      kind: 'choice',
      label: '样本分块',
      default: 'none',
      options: [
        { value: 'none', label: '不分' },
        {
          value: 'group',
          label: '按分组',
          help: '各组的样本分开放，聚类只在组内做。看组间差别时更清楚，但看不出样本会不会自己分成这些组。',
        },
      ],
    },
    row_clusters: {
      kind: 'integer',
      label: '行切成几块',
      default: 0,
      min: 0,
      max: 20,
      unit: '块',
      when: { parameter: 'cluster_rows', is: [true] },
      help: '0 不切。把行的聚类树切成这么多类，类与类之间留缝，归属写在表里，可以拿去做富集。',
      feeds: 'stats::cutree(k)',
    },
    ...looks,
    show_genes: { ...looks.show_genes, aliases: ['show_names'], help: '行多时名字放不下，图下会写出。' },
  },
  oneOf: [['file_id', 'table']],
  requirements: [
    {
      code: 'few_samples',
      level: 'must',
      field: 'file_id',
      facts: [{ input: 'file_id', fact: 'columns', is: { below: 2 } }],
      message: '只有 {{columns}} 个样本，至少要 2 个才能画热图',
    },
    unloggedPlot('少数特别高的样本会占满颜色，变化最大的基因也只是表达最高的基因'),
  ],
  plan: '画热图：{{#cluster_rows}}行按 {{linkage}} 聚类{{/cluster_rows}}{{^cluster_rows}}行不聚类{{/cluster_rows}}，{{#cluster_columns}}样本按 {{linkage}} 聚类{{/cluster_columns}}{{^cluster_columns}}样本不聚类{{/cluster_columns}}。',
  tables: {
    rows: {
      title: '行的次序',
      role: 'result',
      columns: [
        { name: 'place', type: 'integer', title: '从上数' },
        { name: 'gene', type: 'gene', title: '基因' },
        { name: 'cluster', type: 'integer', title: '第几块', key: true },
        { name: 'mean', type: 'number', title: '平均值' },
        { name: 'SD', type: 'number', title: '标准差' },
      ],
    },
    samples: {
      title: '样本的次序',
      role: 'result',
      columns: [
        { name: 'place', type: 'integer', title: '从左数' },
        { name: 'sample', type: 'text', title: '样本' },
        { name: 'group', type: 'text', title: '组' },
      ],
    },
    cells: {
      title: '图中的数值',
      role: 'result',
      columns: [{ name: 'gene', type: 'gene', title: '基因' }],
      rest: { type: 'number', title: '样本' },
    },
    tree: { ...figureTables.heatmap_tree, title: '聚类树' },
    bars: {
      title: '色条',
      role: 'figure',
      columns: [
        { name: 'bar', type: 'text', title: '色条' },
        { name: 'sample', type: 'text', title: '样本' },
        { name: 'text', type: 'text', title: '文字' },
        { name: 'number', type: 'number', title: '数值' },
      ],
    },
    scale: {
      title: '色标',
      role: 'figure',
      columns: [
        { name: 'title', type: 'text', title: '名称' },
        { name: 'low', type: 'number', title: '低端' },
        { name: 'high', type: 'number', title: '高端' },
        { name: 'middle', type: 'number', title: '白色' },
      ],
    },
    breaks: {
      title: '分块',
      role: 'figure',
      columns: [
        { name: 'side', type: 'text', title: '行或列' },
        { name: 'after', type: 'integer', title: '在第几个之后' },
      ],
    },
  },
  figures: {
    heatmap: {
      title: '热图',
      chart: 'heatmap',
      wide: true,
      tables: { cells: 'cells', samples: 'samples', bars: 'bars', tree: 'tree', scale: 'scale', breaks: 'breaks' },
      columns: { label: 'gene', sample: 'sample', group: 'group', bar: 'bar', bar_text: 'text', bar_number: 'number' },
      caption:
        '{{#listed}}名单里的 {{genes}} 个基因{{/listed}}{{^listed}}{{metric}}最大的 {{genes}} 个基因{{/listed}}，{{samples}} 个样本；颜色是{{scale_word}}。{{#clustered}}{{clustered}}按 {{column_clustering}}聚类。{{/clustered}}色标覆盖 98% 的数值，超出的格按两端的颜色画。{{#missing}}灰色的 {{missing}} 格是缺失值。{{/missing}}{{#bar_titles}}上方的色条从上到下：{{bar_titles}}。{{/bar_titles}}',
      captionEnglish:
        '{{#listed}}{{genes}} listed {{row_subject}}s{{/listed}}{{^listed}}The {{genes}} {{row_subject}}s of largest {{metric_english}}{{/listed}} in {{samples}} samples; colours: {{scale_english}}.{{#clustered_english}} {{clustered_english}} are clustered by {{distance_english}}, {{linkage}} linkage.{{/clustered_english}} The scale covers 98% of the values; cells beyond have the colours of its ends.{{#missing}} Grey: {{missing}} missing values.{{/missing}}{{#bar_titles_english}} Bars, top to bottom: {{bar_titles_english}}.{{/bar_titles_english}}',
      statistics:
        '每一格是一行在一个样本里的数值；树枝的高度是合并时的距离。{{#groups}}样本上方的色条是分组（{{groups}} 组）。{{/groups}}没有做检验。',
      statisticsEnglish:
        'Cells: one {{row_subject}} in one sample; heights of branches: distances at which clusters were joined.{{#groups}} Bar above: {{groups}} groups of samples.{{/groups}} No test was made.',
      alternative: '热图：{{genes}} 个基因在 {{samples}} 个样本中的{{scale_word}}；数字见「图中的数值」。',
      style: { ...commonStyle({ width: TWO_COLUMNS, height: 150 / 25.4 }), ...looks },
    },
  },
  facts: {
    genes: { label: '行', format: 'count' },
    genes_in: { label: '读入的行', format: 'count' },
    left: { label: '没有画的行', format: 'count' },
    samples: { label: '样本', format: 'count' },
    groups: { label: '组', format: 'count' },
    group_title: { label: '色条的列', format: 'text' },
    bar_titles: { label: '全部色条', format: 'text' },
    bar_titles_english: { label: '全部色条（英文）', format: 'text' },
    row_parts: { label: '行的块', format: 'count' },
    listed: { label: '按名单', format: 'flag' },
    metric: { label: '取行的量度', format: 'text' },
    metric_english: { label: '取行的量度（英文）', format: 'text' },
    missing: { label: '缺失的格', format: 'count' },
    clustered: { label: '聚类的', format: 'text' },
    clustered_english: { label: '聚类的（英文）', format: 'text' },
    column_clustering: { label: '聚类方法', format: 'text' },
    distance_english: { label: '距离（英文）', format: 'text' },
    scale_word: { label: '颜色代表', format: 'text' },
    scale_english: { label: '颜色代表（英文）', format: 'text' },
  },
  texts: {
    headline: '{{genes}} 行 × {{samples}} 个样本',
    summary:
      '画了 **{{genes}} 个基因、{{samples}} 个样本**，颜色是{{scale_word}}。{{#clustered}}{{clustered}}已聚类（{{column_clustering}}）。{{/clustered}}{{#row_parts}}行切成 {{row_parts}} 块，归属见「行的次序」。{{/row_parts}}',
    detail:
      '{{^listed}}按{{metric}}取 · 读入 {{genes_in}} 行，其余 {{left}} 行没有画 · {{/listed}}聚类总会给出树，即使数据里没有类；树的左右次序没有含义，只有连在一起的高低有',
  },
  produces: [{ what: 'gene_list', table: 'rows', columns: { gene: 'gene' } }],
  citations: [
    '{{#clustered}}Eisen MB, Spellman PT, Brown PO, Botstein D. Cluster analysis and display of genome-wide expression patterns. PNAS 1998;95:14863–14868. doi:10.1073/pnas.95.25.14863{{/clustered}}',
    {
      of: ['ward.D2'],
      work: "Murtagh F, Legendre P. Ward's hierarchical agglomerative clustering method: which algorithms implement Ward's criterion? J Classif 2014;31:274–295. doi:10.1007/s00357-014-9161-z",
    },
  ],
  packages: ['matrixStats', 'org.Hs.eg.db'],
  early: ['matrixStats'],
  example: {
    title: '急性淋巴细胞白血病：变化最大的 50 个基因',
    description:
      'Bioconductor 的 ALL 数据集（Chiaretti 等，2004），128 例。色条是 T、B 系，分子分型和年龄；样本没有按分组排，是聚类自己把 T 系和 B 系分开的。',
    files: {
      file_id: { file: 'expression.tsv.gz', name: 'ALL_表达矩阵.tsv.gz' },
      sample_annotations: { file: 'samples.tsv', name: 'ALL_样本信息.tsv' },
    },
    parameters: { linkage: 'ward.D2', row_clusters: 3, show_samples: false, bar_columns: ['mol.biol', 'age'] },
  },
  preview: true,
} as const satisfies ToolDefinition);
