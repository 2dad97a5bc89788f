import { commonStyle, defineTool, ONE_COLUMN, type ToolDefinition } from '@oncoloom/tool-kit';

const classColours = {
  up_color: { kind: 'colour', label: '上调', default: '#ff4757' },
  down_color: { kind: 'colour', label: '下调', default: '#546de5' },
  nochange_color: { kind: 'colour', label: '不显著', default: '#d2dae2' },
} as const;

const thresholds = {
  log2fc: {
    kind: 'number',
    label: '|log2FC| 阈值',
    default: 1,
    min: 0,
    max: 20,
    step: 0.1,
    help: '竖虚线的位置；1 表示相差 2 倍。调大：标为上调、下调的更少。',
  },
  padj: {
    kind: 'number',
    label: '校正后 P 值',
    default: 0.05,
    min: 0,
    max: 1,
    exclusiveMin: true,
    step: 0.01,
    help: '低于此值才算显著。调小更严格。',
  },
} as const;

const labels = {
  label_top: {
    kind: 'integer',
    label: '标注 P 最小的',
    default: 10,
    min: 0,
    max: 50,
    unit: '个',
    help: '在显著的基因里按 P 值取；0 表示不标。标得太多会挤。',
  },
  label_genes: { kind: 'genes', label: '另外标注', max: 100, optional: true, help: '想在图上指出的基因，不论是否显著。' },
} as const;

export default defineTool({
  taskType: 'volcano_plot_analysis',
  version: '1.0.0',
  family: 'plotting',
  section: '差异与聚类',
  title: '火山图',
  menuTitle: '火山图',
  summary: '把一张差异结果表画成火山图：横轴是差异倍数，纵轴是显著性。用平台上的差异分析结果，或粘贴、上传任何软件的差异表。',
  outcome: '可编辑的火山图，PDF、SVG 和 300 dpi PNG',
  keywords: ['volcano', '火山', 'log2FC', '差异基因', 'DEG'],
  popular: true,
  routes: { analysis: '/general-plotting/volcano-plot/analysis', result: '/general-plotting/volcano-plot/:id' },
  points: 1,
  premium: false,
  expected: { base: 0.5, perMillionCells: 0.5 },
  parameters: {
    source_analysis_id: {
      kind: 'analysis',
      label: '差异分析结果',
      input: 'statistics',
      tables: [{ taskType: 'limma_differential_analysis', table: 'limma' }],
      optional: true,
      help: '选一次已完成的差异分析，不用再上传。',
    },
    file_id: {
      kind: 'file',
      label: '差异表文件',
      input: 'statistics',
      fileTypes: ['table'],
      optional: true,
      help: '每个基因一行，至少有基因、log2FC、P 值三列。',
    },
    table: {
      kind: 'table',
      label: '粘贴的差异表',
      input: 'statistics',
      maxRows: 100_000,
      maxColumns: 50,
      optional: true,
      help: '从 Excel 复制后粘贴，第一行是列名。',
    },
    gene_column: {
      kind: 'columns',
      label: '基因列',
      of: 'statistics',
      multiple: false,
      detect: ['gene', 'symbol', 'gene_symbol', 'genesymbol', 'gene_name', 'genename', 'id', 'ID_REF', 'probe', '基因'],
    },
    log2fc_column: {
      kind: 'columns',
      label: 'log2FC 列',
      of: 'statistics',
      multiple: false,
      type: 'number',
      detect: ['logFC', 'log2FoldChange', 'log2FC', 'avg_log2FC', 'log2_fold_change', 'lfc'],
    },
    p_column: {
      kind: 'columns',
      label: 'P 值列',
      of: 'statistics',
      multiple: false,
      type: 'number',
      detect: ['P.Value', 'pvalue', 'p_val', 'p.value', 'PValue', 'pval', 'p', 'adj.P.Val', 'padj'],
      help: '纵轴画的是它的 −log10。',
    },
    padj_column: {
      kind: 'columns',
      label: '校正后 P 列',
      of: 'statistics',
      multiple: false,
      type: 'number',
      optional: true,
      detect: ['adj.P.Val', 'padj', 'FDR', 'p_val_adj', 'q.value', 'qvalue', 'adj.p', 'p.adjust'],
      help: '没有这一列时，由 P 值按 BH 法算出。',
    },
    ...thresholds,
    ...labels,
    ...classColours,
  },
  oneOf: [['source_analysis_id', 'file_id', 'table']],
  requirements: [],
  plan: '按 |log2FC| ≥ {{log2fc}}、校正后 P < {{padj}} 画火山图。',
  tables: {
    volcano: {
      title: '图中数据',
      role: 'result',
      columns: [
        { name: 'gene', type: 'gene', title: '基因' },
        { name: 'log2FC', type: 'log2', title: '差异倍数（log2）' },
        { name: 'pvalue', type: 'p', title: 'P 值' },
        { name: 'padj', type: 'p', title: '校正后 P' },
        { name: 'change', type: 'text', title: '变化' },
      ],
      views: [
        {
          label: '显著',
          clauses: [
            { column: 'log2FC', is: '|>=|', value: { parameter: 'log2fc' } },
            { column: 'padj', is: '<', value: { parameter: 'padj' } },
          ],
        },
        {
          label: '上调',
          clauses: [
            { column: 'log2FC', is: '>=', value: { parameter: 'log2fc' } },
            { column: 'padj', is: '<', value: { parameter: 'padj' } },
          ],
        },
        {
          label: '下调',
          clauses: [
            { column: 'log2FC', is: '<=', value: { parameter: 'log2fc', negate: true } },
            { column: 'padj', is: '<', value: { parameter: 'padj' } },
          ],
        },
      ],
      sort: { column: 'pvalue', order: 'asc' },
    },
  },
  figures: {
    volcano: {
      title: '火山图',
      chart: 'volcano',
      wide: true,
      tables: { points: 'volcano' },
      columns: { label: 'gene', x: 'log2FC', p: 'pvalue', padj: 'padj' },
      alternative: '火山图：上调 {{up}} 个，下调 {{down}} 个，不显著 {{unchanged}} 个。',
      style: {
        ...commonStyle({ width: ONE_COLUMN, height: 75 / 25.4 }),
        ...classColours,
        point_size: { kind: 'number', label: '点大小', default: 2.3, min: 0.5, max: 8, step: 0.1, unit: 'px' },
        point_opacity: { kind: 'number', label: '不透明度', default: 0.72, min: 0.1, max: 1, step: 0.01 },
        ...thresholds,
        ...labels,
        show_thresholds: { kind: 'flag', label: '阈值线', default: true },
      },
    },
  },
  facts: {
    genes: { label: '画出的基因', format: 'count' },
    dropped: { label: '缺少数值而去掉的行', format: 'count' },
    up: { label: '上调', format: 'count' },
    down: { label: '下调', format: 'count' },
    unchanged: { label: '不显著', format: 'count' },
    significant: { label: '有显著基因', format: 'flag' },
    padj_computed: { label: '校正后 P 由 BH 法算出', format: 'flag' },
  },
  texts: {
    headline: '上调 {{up}} · 下调 {{down}}',
    summary: '{{genes}} 个基因里，[up:{{up}} 个上调]、[down:{{down}} 个下调]，{{unchanged}} 个没有达到阈值。',
    detail:
      '|log2FC| ≥ {{log2fc}} 且校正后 P < {{padj}}{{#padj_computed}} · 校正后 P 由 BH 法算出{{/padj_computed}}{{#dropped}} · 缺少数值的 {{dropped}} 行没有画出{{/dropped}}',
    empty: {
      when: 'significant',
      next: [
        { title: '放宽阈值', text: '把校正后 P 放宽到 0.10，或把 |log2FC| 降到 0.5，看看分布。', parameters: { padj: 0.1, log2fc: 0.5 } },
      ],
    },
  },
  next: [],
  citations: [
    'Benjamini Y, Hochberg Y. Controlling the false discovery rate: a practical and powerful approach to multiple testing. J R Stat Soc B 1995;57(1):289–300.',
    'Wickham H. ggplot2: Elegant Graphics for Data Analysis. 2nd ed. Springer; 2016.',
  ],
  packages: ['ggplot2', 'ggrepel'],
  example: {
    title: '雄激素处理 LNCaP 细胞的差异结果',
    description: 'goseq 包里 Li 等（2008）的 RNA-seq 数据，用 edgeR 比较处理与对照后的差异表。',
    files: { file_id: { file: 'statistics.tsv.gz', name: 'LNCaP_差异表.tsv.gz' } },
    parameters: {},
  },
  preview: true,
} as const satisfies ToolDefinition);
