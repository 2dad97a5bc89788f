import {
  commonStyle,
  defineTool,
  expressionFile,
  matrix,
  ONE_COLUMN,
  page,
  refuse,
  rowsOf,
  TITLES,
  type ToolDefinition,
  tell,
  warn,
} from '@oncoloom/tool-kit';

export default defineTool({
  taskType: 'batch_sd_calculation',
  title: '批量标准差',
  english: 'Standard deviations of genes',
  points: 1,
  premium: false,
  pages: [page('bulk', 6, '数据预处理', 'data-preprocessing/batch-sd', 'analysis', ':id')],
  version: '1.0.0',
  naming: '{{file_id}} · 标准差',
  summary:
    '逐基因算标准差、平均值、变异系数和中位绝对偏差，按标准差排名。挑变化大的基因做聚类、WGCNA，或看一张表里有多少基因几乎不变时用它。',
  outcome: '按标准差排名的基因表，标准差的分布图，均值–标准差图',
  keywords: ['SD', '标准差', 'MAD', 'CV', '变异系数', '高变基因', 'HVG', 'variance', '方差', '基因变异度'],
  expected: { base: 0.5, perMillionCells: 0.3 },
  parameters: { file_id: expressionFile },
  requirements: [
    refuse('negative', [matrix.unlogged, matrix.negative], {
      message: '没有取过对数，又有 {{negative}} 个负数（最小 {{minimum}}），取不了 log2。请先做背景校正或把负数补为 0，再上传',
    }),
    tell('counts', [matrix.counts], { message: '是原始计数，会先除以各样本的总数，换成 log2(CPM + 1)，否则测序深度的差别会算成变异' }),
    tell('linear', [matrix.linear], { message: '没有取过对数，会先取 log2(x + 1) 再算标准差；变异系数用原来的数值算' }),
    tell('logged', [matrix.kind('log')], { message: '已取过对数，直接算标准差；变异系数没有意义，这一列会空着' }),
    warn('few_samples', [matrix.samples({ below: 3 })], {
      message: '只有 {{columns}} 个样本，标准差不可靠。建议至少 3 个，最好 10 个以上',
    }),
    tell('constant_rows', [matrix.fact('constantRows', { above: 0 })], {
      message: '有 {{constant_rows}} 行在所有样本中完全不变，标准差是 0，排在最后，分布图里不画',
    }),
  ],
  plan: '逐行计算 {{rows}} 行在 {{columns}} 个样本中的标准差。',
  tables: {
    variability: {
      title: { zh: '各{{row_subject}}的变异度', en: 'Variability of {{row_subject}}s' },
      role: 'result',
      columns: [
        { name: 'rank', type: 'integer', title: { zh: '排名', en: 'Rank' } },
        { name: 'gene', type: 'gene', title: TITLES.row },
        { name: 'SD', type: 'log2', title: { zh: '标准差（log2）', en: 'SD (log2)' } },
        { name: 'mean', type: 'log2', title: { zh: '平均值（log2）', en: 'Mean (log2)' } },
        { name: 'MAD', type: 'log2', title: { zh: '中位绝对偏差 ×1.4826（log2）', en: 'MAD × 1.4826 (log2)' } },
        { name: 'CV', type: 'number', title: { zh: '变异系数（原数值）', en: 'CV (raw values)' } },
      ],
      views: [
        { label: { zh: '前 1,000', en: 'First 1,000' }, clauses: [{ column: 'rank', is: '<=', value: 1000 }] },
        { label: { zh: '前 5,000', en: 'First 5,000' }, clauses: [{ column: 'rank', is: '<=', value: 5000 }] },
      ],
      sort: { column: 'rank', order: 'asc' },
    },
    histogram: {
      title: { zh: '标准差的分布', en: 'Distribution of standard deviations' },
      role: 'figure',
      columns: [
        { name: 'from', type: 'number' },
        { name: 'to', type: 'number' },
        { name: 'count', type: 'integer' },
      ],
    },
    mean_sd: {
      title: { zh: '均值与标准差', en: 'Mean sd' },
      role: 'figure',
      columns: [
        { name: 'gene', type: 'gene' },
        { name: 'rank', type: 'integer' },
        { name: 'mean', type: 'log2' },
        { name: 'sd', type: 'log2' },
      ],
    },
    mean_sd_trend: {
      title: { zh: '标准差的移动中位数', en: 'Mean sd trend' },
      role: 'figure',
      columns: [
        { name: 'rank', type: 'number' },
        { name: 'sd', type: 'log2' },
      ],
    },
  },
  figures: {
    histogram: {
      title: { zh: '标准差的分布', en: 'Distribution of standard deviations' },
      chart: 'histogram',
      tables: { bins: 'histogram' },
      columns: { from: 'from', to: 'to', count: 'count' },
      caption: {
        zh: '每格是标准差落在这一段的{{row_subject}}数，中位数是 {{median_sd}}。{{#constant}}{{constant}} 个完全不变的{{row_subject}}没有画。{{/constant}}',
        en: 'Number of {{row_subject}}s by standard deviation; the median is {{median_sd}}.{{#constant}} {{constant}} constant ones are not drawn.{{/constant}}',
      },
      statistics: {
        zh: '{{genes}} 个{{row_subject}}，{{samples}} 个样本；没有做检验。',
        en: '{{genes}} {{row_subject}}s, n = {{samples}} samples; no test was made.',
      },
      alternative: {
        zh: '标准差的直方图：{{genes}} 个{{row_subject}}，中位数 {{median_sd}}。',
        en: 'Histogram of standard deviations: {{genes}} {{row_subject}}s, median {{median_sd}}.',
      },
      style: {
        ...commonStyle({ width: ONE_COLUMN, height: 65 / 25.4, x: { zh: '标准差（log~2~）', en: 'Standard deviation (log~2~)' } }),
        bar_color: { kind: 'colour', label: '柱', default: '#0B6E69' },
      },
    },
    mean_sd: {
      title: { zh: '均值–标准差图', en: 'Standard deviation against mean' },
      chart: 'mean-sd',
      tables: { points: 'mean_sd', trend: 'mean_sd_trend' },
      columns: { label: 'gene', x: 'rank', y: 'sd', mean: 'mean', trend_x: 'rank', trend_y: 'sd' },
      caption: {
        zh: '横轴按平均值从低到高排名。线是移动中位数：平坦表示变异不随表达高低改变；左边高说明低表达{{row_subject}}的噪声大，按标准差挑{{row_subject}}会偏向它们。',
        en: 'x: rank of the mean of each {{row_subject}}. Line: running median of the standard deviation.',
      },
      statistics: {
        zh: '{{genes}} 个{{row_subject}}，{{samples}} 个样本；没有做检验。',
        en: '{{genes}} {{row_subject}}s, n = {{samples}} samples; no test was made.',
      },
      alternative: {
        zh: '均值–标准差图：横轴是平均值的秩，纵轴是标准差，共 {{genes}} 个{{row_subject}}。',
        en: 'Mean against standard deviation: x, rank of the mean; y, standard deviation; {{genes}} {{row_subject}}s.',
      },
      style: {
        ...commonStyle({ width: ONE_COLUMN, height: 65 / 25.4 }),
        point_color: { kind: 'colour', label: '点', default: '#8fa3ad' },
        line_color: { kind: 'colour', label: '移动中位数', default: '#D55E00' },
      },
    },
  },
  facts: {
    genes: { label: '{{row_subject}}', format: 'count' },
    samples: { label: '样本', format: 'count' },
    scale: { label: '标准差的尺度', format: 'text' },
    transformed: { label: '先取了对数', format: 'flag' },
    counted: { label: '由计数换成 CPM', format: 'flag' },
    median_sd: { label: '标准差的中位数', format: 'log2' },
    top: { label: '标准差最大的{{row_subject}}', format: 'gene' },
    top_sd: { label: '最大的标准差', format: 'log2' },
    constant: { label: '完全不变的{{row_subject}}', format: 'count' },
    missing_sd: { label: '算不出标准差的{{row_subject}}', format: 'count' },
    has_cv: { label: '有变异系数', format: 'flag' },
  },
  sources: {
    genes: rowsOf('variability'),
    samples: { input: 'file_id', of: 'columns' },
    median_sd: { table: 'variability', column: 'SD', of: 'median' },
    top_sd: { table: 'variability', column: 'SD', of: 'max' },
  },
  texts: {
    headline: { zh: '{{genes}} 个{{row_subject}} · SD 中位数 {{median_sd}}', en: '{{genes}} {{row_subject}}s · median SD {{median_sd}}' },
    summary: {
      zh: '**{{genes}} 个{{row_subject}}**的标准差按{{scale}}计算，中位数 {{median_sd}}；变化最大的是 *{{top}}*（SD {{top_sd}}）。{{^has_cv}}数据已取过对数，变异系数没有意义，这一列空着。{{/has_cv}}',
      en: 'Standard deviations of **{{genes}} {{row_subject}}s** were computed on {{#transformed}}{{scale}}{{/transformed}}{{^transformed}}the log expression values{{/transformed}}, median {{median_sd}}; the most variable is *{{top}}* (SD {{top_sd}}).{{^has_cv}} The values are logarithms, of which a coefficient of variation has no meaning: its column is empty.{{/has_cv}}',
    },
    detail: {
      zh: '{{samples}} 个样本 · 标准差、平均值、MAD 都按{{scale}}{{#has_cv}} · 变异系数按没有取对数的数值{{/has_cv}}{{#constant}} · {{constant}} 个{{row_subject}}完全不变{{/constant}}',
      en: '{{samples}} samples · standard deviation, mean and MAD on {{#transformed}}{{scale}}{{/transformed}}{{^transformed}}the log expression values{{/transformed}}{{#has_cv}} · coefficient of variation on {{#counted}}counts per million{{/counted}}{{^counted}}untransformed values{{/counted}}{{/has_cv}}{{#constant}} · {{constant}} {{row_subject}}s do not vary at all{{/constant}}',
    },
  },
  produces: [
    { what: 'gene_list', table: 'variability', columns: { gene: 'gene' }, rows: [{ column: 'rank', is: '<=', value: 1000 }] },
    { what: 'ranked_genes', table: 'variability', columns: { gene: 'gene', value: 'SD' } },
  ],
  citations: [
    'R Core Team. R: A language and environment for statistical computing. R Foundation for Statistical Computing, Vienna, Austria.',
    'Bengtsson H. matrixStats: Functions that apply to rows and columns of matrices. R package. doi:10.32614/CRAN.package.matrixStats',
  ],
  packages: ['matrixStats'],
  example: {
    title: '急性淋巴细胞白血病：128 例的芯片',
    description: 'Bioconductor 的 ALL 数据集（Chiaretti 等，2004），12,625 个探针已换成约 8,800 个基因，已取 log2。',
    files: { file_id: { file: 'expression.tsv.gz', name: 'ALL_128.tsv.gz' } },
    parameters: {},
  },
} as const satisfies ToolDefinition);
