import {
  barStyle,
  cohort,
  cohortFacts,
  commonStyle,
  defineTool,
  figureTables,
  furtherPage,
  ONE_COLUMN,
  pointStyle,
  type ToolDefinition,
  TWO_COLUMNS,
} from '@oncoloom/tool-kit';

export default defineTool({
  taskType: 'coexpression_analysis',
  title: '单基因共表达',
  english: 'Co-expression of a gene',
  points: 3,
  premium: false,
  pages: [furtherPage('tcga', 19, '共表达', 'coexpression', 'analysis', 'detail/:id')],
  version: '1.1.2',
  naming: '{{target_gene}} · {{dataset}} · 共表达',
  summary: '在一个队列里，找出与你的基因一同升降的基因。相关不等于调控：常用来提示功能、挑候选基因。',
  outcome: '全部基因的相关系数和 P 值，最相关基因的条形图、热图和散点图',
  keywords: ['共表达', 'coexpression', '相关', 'correlation', 'Pearson', 'Spearman', 'GEPIA', 'LinkedOmics', 'TCGA'],
  expected: { base: 1, perMillionCells: 0.25 },
  parameters: {
    dataset: cohort({}),
    target_gene: {
      kind: 'gene',
      label: '基因',
      help: '一个基因。可以用基因符号、旧名或别名（如 PD-L1、HER2）、Ensembl 号或 Entrez 号。',
    },
    method: {
      kind: 'choice',
      label: '相关系数',
      default: 'pearson',
      options: [
        { value: 'pearson', label: 'Pearson', help: '直线关系的强弱，用 log2 表达量算。受离群样本影响。' },
        { value: 'spearman', label: 'Spearman', help: '按名次算，不怕离群样本，也认得弯曲但单调的关系。' },
      ],
      feeds: 'stats::cor(method)；P 值同 stats::cor.test（Spearman 用 t 近似）',
    },
    sample_scope: {
      kind: 'choice',
      label: '用哪些样本',
      default: 'tumor',
      options: [
        { value: 'tumor', label: '肿瘤', help: '每例患者一个肿瘤样本。' },
        { value: 'normal', label: '正常', help: 'TCGA 的癌旁正常样本，至少要 10 个。' },
        { value: 'all', label: '全部', help: '肿瘤和正常一起。肿瘤与正常的差别本身就会造成相关，解释时要小心。' },
      ],
    },
    top_n: {
      kind: 'integer',
      label: '热图基因数',
      default: 50,
      min: 4,
      max: 200,
      help: '热图画 |r| 最大的这么多个显著基因。不影响计算。',
    },
    padj: {
      kind: 'number',
      label: '校正后 P',
      default: 0.05,
      min: 0,
      max: 1,
      exclusiveMin: true,
      step: 0.01,
      help: '小于它算显著（BH）。样本多时很弱的相关也会显著，请同时看 |r|。',
    },
  },
  requirements: [],
  plan: '在 {{cohort}}（{{cohort_name}}）里，计算 {{target_gene}} 与其余每个基因的相关。',
  tables: {
    correlations: {
      title: '与各基因的相关',
      role: 'result',
      columns: [
        { name: 'gene', type: 'gene', title: '基因' },
        { name: 'cor', type: 'number', title: '相关系数 r' },
        { name: 'p', type: 'p', title: 'P 值' },
        { name: 'padj', type: 'p', title: '校正后 P' },
      ],
      views: [
        {
          label: '正相关',
          clauses: [
            { column: 'padj', is: '<', value: { parameter: 'padj' } },
            { column: 'cor', is: '>=', value: 0 },
          ],
        },
        {
          label: '负相关',
          clauses: [
            { column: 'padj', is: '<', value: { parameter: 'padj' } },
            { column: 'cor', is: '<', value: 0 },
          ],
        },
      ],
      sort: { column: 'p', order: 'asc' },
    },
    flow: {
      title: '纳入与排除',
      role: 'result',
      columns: [
        { name: 'step', type: 'text', title: '步骤' },
        { name: 'n', type: 'integer', title: '数目' },
      ],
    },
    top: {
      title: '最相关的基因',
      role: 'figure',
      columns: [
        { name: 'gene', type: 'gene', title: '基因' },
        { name: 'cor', type: 'number', title: '相关系数 r' },
      ],
    },
    pairs: {
      title: '散点图的点',
      role: 'figure',
      columns: [
        { name: 'partner', type: 'text', title: '基因' },
        { name: 'sample', type: 'text', title: '样本' },
        { name: 'x', type: 'log2', title: '目标基因' },
        { name: 'y', type: 'log2', title: '另一个基因' },
      ],
    },
    pair_lines: {
      title: '散点图的直线',
      role: 'figure',
      columns: [
        { name: 'partner', type: 'text', title: '基因' },
        { name: 'x', type: 'number', title: '目标基因' },
        { name: 'y', type: 'number', title: '另一个基因' },
      ],
    },
    pair_words: {
      title: '散点图的文字',
      role: 'figure',
      columns: [
        { name: 'partner', type: 'text', title: '基因' },
        { name: 'text', type: 'text', title: '结果' },
        { name: 'x_title', type: 'text', title: '横轴' },
        { name: 'y_title', type: 'text', title: '纵轴' },
      ],
    },
    heatmap: figureTables.heatmap,
    heatmap_tree: figureTables.heatmap_tree,
  },
  figures: {
    top: {
      title: '最相关的基因',
      chart: 'bars',
      tables: { bars: 'top' },
      columns: { label: 'gene', value: 'cor' },
      caption: '正、负相关各取最强的 10 个显著基因。',
      captionEnglish: 'The 10 strongest significant genes of either sign.',
      statistics:
        '{{samples}} 个{{scope_word}}，{{genes}} 个基因；{{method_word}} 相关，t 检验（双侧），P 按 Benjamini–Hochberg 法校正，校正后 P < {{padj}} 的正相关 {{up}} 个，负相关 {{down}} 个。',
      statisticsEnglish:
        'n = {{samples}} {{scope_english}}{{^scope_english}}samples{{/scope_english}}, {{genes}} genes; {{method_word}} correlation with {{gene}}, t test (two-sided), P adjusted by Benjamini–Hochberg; below {{padj}}: {{up}} positive, {{down}} negative.',
      alternative: '条形图：与 {{gene}} 最相关的基因和相关系数。',
      style: {
        ...commonStyle({ width: ONE_COLUMN, height: 110 / 25.4, x: '相关系数 r' }),
        ...barStyle({ mode: 'grouped', direction: 'horizontal', format: 'number' }),
        up_color: { kind: 'colour', label: '正相关', default: '#D55E00' },
        down_color: { kind: 'colour', label: '负相关', default: '#0072B2' },
      },
    },
    pairs: {
      title: '与最相关基因的散点图',
      chart: 'scatter',
      wide: true,
      tables: { points: 'pairs', line: 'pair_lines', words: 'pair_words' },
      columns: {
        label: 'sample',
        x: 'x',
        y: 'y',
        facet: 'partner',
        line_x: 'x',
        line_y: 'y',
        text: 'text',
        x_title: 'x_title',
        y_title: 'y_title',
      },
      caption: '每个点是一个样本，直线是最小二乘拟合。请看相关是否由少数离群样本撑起。',
      captionEnglish: 'Points: samples; line: least squares.',
      statistics:
        '{{samples}} 个{{scope_word}}，{{genes}} 个基因；{{method_word}} 相关，t 检验（双侧），P 按 Benjamini–Hochberg 法校正，校正后 P < {{padj}} 的正相关 {{up}} 个，负相关 {{down}} 个。',
      statisticsEnglish:
        'n = {{samples}} {{scope_english}}{{^scope_english}}samples{{/scope_english}}, {{genes}} genes; {{method_word}} correlation with {{gene}}, t test (two-sided), P adjusted by Benjamini–Hochberg; below {{padj}}: {{up}} positive, {{down}} negative.',
      alternative: '散点图：{{gene}} 与最相关的几个基因的表达量。',
      style: {
        ...commonStyle({ width: TWO_COLUMNS, height: 75 / 25.4 }),
        ...pointStyle,
        line_color: { kind: 'colour', label: '直线', default: '#D55E00' },
      },
    },
    heatmap: {
      title: '最相关基因的热图',
      chart: 'heatmap',
      wide: true,
      tables: { cells: 'heatmap', tree: 'heatmap_tree' },
      columns: { label: 'gene' },
      caption:
        '{{gene}} 和 |r| 最大的 {{heatmap_genes}} 个显著基因。颜色是行 z 值，色标覆盖 98% 的数值。行按相关距离、样本按欧氏距离，ward.D2 聚类。',
      captionEnglish:
        '{{gene}} and the {{heatmap_genes}} significant genes of largest |r|. Colour: row z-score; the scale covers 98% of the values. Rows are clustered by correlation, samples by Euclidean distance (ward.D2).',
      statistics:
        '{{samples}} 个{{scope_word}}，{{genes}} 个基因；{{method_word}} 相关，t 检验（双侧），P 按 Benjamini–Hochberg 法校正，校正后 P < {{padj}} 的正相关 {{up}} 个，负相关 {{down}} 个。',
      statisticsEnglish:
        'n = {{samples}} {{scope_english}}{{^scope_english}}samples{{/scope_english}}, {{genes}} genes; {{method_word}} correlation with {{gene}}, t test (two-sided), P adjusted by Benjamini–Hochberg; below {{padj}}: {{up}} positive, {{down}} negative.',
      alternative: '热图：{{gene}} 和 {{heatmap_genes}} 个最相关基因在 {{samples}} 个样本中的行 z 值。',
      style: {
        ...commonStyle({ width: TWO_COLUMNS, height: 130 / 25.4 }),
        high_color: { kind: 'colour', label: '高', default: '#f2384a' },
        low_color: { kind: 'colour', label: '低', default: '#3f59d8' },
        show_genes: { kind: 'flag', label: '基因名', default: true },
        show_samples: { kind: 'flag', label: '样本名', default: false },
      },
    },
  },
  facts: {
    ...cohortFacts,
    gene: { label: '基因', format: 'gene' },
    samples: { label: '样本', format: 'count' },
    scope_word: { label: '样本范围', format: 'text' },
    scope_english: { label: '样本范围（英文）', format: 'text' },
    genes: { label: '参与计算的基因', format: 'count' },
    silent: { label: '表达太少没有算的基因', format: 'count' },
    up: { label: '正相关', format: 'count' },
    down: { label: '负相关', format: 'count' },
    significant: { label: '有显著相关', format: 'flag' },
    method_word: { label: '相关系数', format: 'text' },
    strongest: { label: '最强的正相关', format: 'gene' },
    strongest_r: { label: '最强正相关的 r', format: 'log2' },
    opposite: { label: '最强的负相关', format: 'gene' },
    opposite_r: { label: '最强负相关的 r', format: 'log2' },
    heatmap_genes: { label: '热图基因', format: 'count' },
    expression_unit: { label: '表达量单位', format: 'text' },
  },
  texts: {
    headline: '{{gene}} · {{cohort}} · 正相关 {{up}}，负相关 {{down}}',
    summary:
      '{{cohort}} 的 {{samples}} 个{{scope_word}}里，{{^significant}}**没有找到**与 *{{gene}}* 显著相关的基因（{{method_word}}，校正后 P < {{padj}}）。{{/significant}}{{#significant}}与 *{{gene}}* 显著相关的基因有 **{{up}} 个正相关、{{down}} 个负相关**（{{method_word}}，校正后 P < {{padj}}）。{{#strongest}}最强的正相关是 *{{strongest}}*（r {{strongest_r}}）。{{/strongest}}{{#opposite}}最强的负相关是 *{{opposite}}*（r {{opposite_r}}）。{{/opposite}}{{/significant}}',
    detail:
      '{{genes}} 个基因参与计算，{{silent}} 个在半数以上样本里没有表达，没有算 · 表达量：{{expression_unit}} · 相关不说明因果，也可能来自肿瘤纯度或细胞组成',
    empty: {
      when: 'significant',
      next: [
        { title: '改用 Spearman', text: '关系弯曲或有离群样本时，它更容易看到。', parameters: { method: 'spearman' } },
        { title: '换一个队列', text: '样本少的队列里，只有很强的相关才会显著。' },
      ],
    },
  },
  produces: [
    { what: 'gene' },
    {
      what: 'gene_list',
      table: 'correlations',
      columns: { gene: 'gene' },
      rows: [{ column: 'padj', is: '<', value: { parameter: 'padj' } }],
    },
    { what: 'ranked_genes', table: 'correlations', columns: { gene: 'gene', value: 'cor' } },
  ],
  citations: [
    'R Core Team. R: A language and environment for statistical computing. R Foundation for Statistical Computing, Vienna, Austria.',
    'Benjamini Y, Hochberg Y. Controlling the false discovery rate: a practical and powerful approach to multiple testing. J R Stat Soc B 1995;57:289–300.',
  ],
  packages: ['matrixStats', 'org.Hs.eg.db'],
  example: {
    title: '模拟演示队列与 LCK',
    description: '模拟队列里预先放进了一组一同升降的基因，LCK 在其中。队列和基因固定，其余参数可以改。',
    files: {},
    parameters: { dataset: 'SIM', target_gene: 'LCK' },
  },
} as const satisfies ToolDefinition);
