import { defineTool, expressionFile, matrix, page, partialRows, refuse, TITLES, type ToolDefinition, warn } from '@oncoloom/tool-kit';

export default defineTool({
  taskType: 'log_transform',
  title: '对数转换',
  english: 'Log transformation',
  points: 1,
  premium: false,
  pages: [page('bulk', 5, '数据预处理', 'data-preprocessing/log-transform', 'analysis', ':id')],
  version: '1.1.1',
  naming: '{{file_id}} · 取对数',
  summary: '把表达矩阵取对数，让高低表达的基因能放在一起比较。FPKM、TPM、芯片荧光强度在画图、做相关或差异分析之前常要这一步。',
  outcome: '取过对数的表达矩阵，可直接作下一步的输入',
  keywords: ['log2', 'log10', '取对数', 'log 转换', '标准化', 'TPM', 'FPKM'],
  expected: { base: 0.5, perMillionCells: 0.6 },
  parameters: {
    file_id: { ...expressionFile, keepsLogBase: true },
    transform_method: {
      kind: 'choice',
      label: '转换方法',
      default: 'log2_x_plus_1',
      options: [
        { value: 'log2_x_plus_1', label: 'log2(x + 1)（推荐）', help: '有 0 的表用它：0 仍是 0。低表达的差别会缩小一些。' },
        { value: 'log2_x', label: 'log2(x)', help: '没有 0 和负数的表才能用，例如芯片的荧光强度。' },
        { value: 'log10_x_plus_1', label: 'log10(x + 1)', help: '画图用。差异倍数按 log2 计；接着做分析时会先换成 log2。' },
        { value: 'log10_x', label: 'log10(x)', help: '同上，且不能有 0 和负数。' },
        { value: 'none', label: '不转换', help: '只取出部分基因时用。', idle: true },
      ],
      help: '加 1 是为了让 0 有值可取；底数只改变单位。差异分析、富集、WGCNA 都按 log2 理解数据。',
      feeds: 'base::log2, base::log10',
      suggestedBy: { input: 'file_id', fact: 'kind', values: { log: 'none', 'batch-corrected': 'none' } },
    },
    ...partialRows,
  },
  requirements: [
    warn('logged', [matrix.logged], {
      field: 'transform_method',
      when: { transform_method: ['log2_x_plus_1', 'log2_x', 'log10_x_plus_1', 'log10_x'] },
      message: '这些数值像是已取过对数（{{minimum}}–{{maximum}}）。再取一次会把差异压小',
      fix: { label: '不再取对数', parameters: { transform_method: 'none' } },
    }),
    refuse('zero', [matrix.minimum({ below: Number.MIN_VALUE })], {
      field: 'transform_method',
      when: { transform_method: 'log2_x' },
      message: '表里有 0 或负数（最小 {{minimum}}），不能直接取对数。请改用 log2(x + 1)，或先补值',
      fix: { label: '改用 log2(x + 1)', parameters: { transform_method: 'log2_x_plus_1' } },
    }),
    refuse('zero_log10', [matrix.minimum({ below: Number.MIN_VALUE })], {
      field: 'transform_method',
      when: { transform_method: 'log10_x' },
      message: '表里有 0 或负数（最小 {{minimum}}），不能直接取对数。请改用 log10(x + 1)，或先补值',
      fix: { label: '改用 log10(x + 1)', parameters: { transform_method: 'log10_x_plus_1' } },
    }),
    refuse('negative', [matrix.negative], {
      when: { transform_method: ['log2_x_plus_1', 'log10_x_plus_1'] },
      message: '有 {{negative}} 个负数（最小 {{minimum}}），不能取对数。请先做背景校正或把负数补为 0，再上传',
    }),
    warn('log10', [matrix.rows({ above: 0 })], {
      field: 'transform_method',
      when: { transform_method: ['log10_x', 'log10_x_plus_1'] },
      message: '差异分析按 log2 理解数据。结果会记住是 log10，接着做分析时先换回 log2；下载后另用，差异倍数会小到约 0.3 倍',
      fix: { label: '改用 log2(x + 1)', parameters: { transform_method: 'log2_x_plus_1' } },
    }),
  ],
  plan: '把 {{rows}} 行 × {{columns}} 列的表取对数。',
  tables: {
    expression: {
      title: { zh: '转换后的表达矩阵', en: 'Expression' },
      role: 'result',
      matrix: true,
      columns: [{ name: 'gene', type: 'gene', title: TITLES.row }],
      rest: { type: 'number', title: TITLES.samples },
    },
    names: {
      title: { zh: '名单里换了写法或没有找到的名字', en: 'Names that were rewritten or not found' },
      role: 'result',
      folded: true,
      hideEmpty: true,
      columns: [
        { name: 'asked', type: 'gene', title: { zh: '填写的名字', en: 'Name asked for' } },
        { name: 'found', type: 'gene', title: { zh: '表里的名字', en: 'Name in the table' } },
        { name: 'how', type: 'text', title: { zh: '怎样对上', en: 'How it was matched' } },
      ],
    },
  },
  figures: {},
  facts: {
    genes: { label: '{{row_subject}}', format: 'count' },
    genes_in: { label: '读入的{{row_subject}}', format: 'count' },
    samples: { label: '样本', format: 'count' },
    transform: { label: '转换', format: 'text' },
    transformed: { label: '取了对数', format: 'flag' },
    log10: { label: '结果是 log10', format: 'flag' },
    low: { label: '最小值', format: 'number' },
    high: { label: '最大值', format: 'number' },
    asked: { label: '名单里的{{row_subject}}', format: 'count' },
    missing_genes: { label: '没有找到的{{row_subject}}', format: 'count' },
  },
  texts: {
    headline: {
      zh: '{{genes}} 个{{row_subject}} · {{transform}}',
      en: '{{genes}} {{row_subject}}s · {{#transformed}}{{transform}}{{/transformed}}{{^transformed}}not transformed{{/transformed}}',
    },
    summary: {
      zh: '{{#transformed}}**{{genes}} 个{{row_subject}}、{{samples}} 个样本**已取 {{transform}}，数值在 {{low}} 到 {{high}} 之间。{{/transformed}}{{#log10}}底数是 10：接着做别的分析时，会先换成 log2。{{/log10}}{{^transformed}}取出了 **{{genes}} 个{{row_subject}}、{{samples}} 个样本**，数值没有改变。{{/transformed}}',
      en: '{{#transformed}}**{{genes}} {{row_subject}}s in {{samples}} samples** were transformed to {{transform}}, with values from {{low}} to {{high}}.{{/transformed}}{{#log10}} The base is 10: other analyses turn such values into log2 first.{{/log10}}{{^transformed}}**{{genes}} {{row_subject}}s in {{samples}} samples** were extracted, their values unchanged.{{/transformed}}',
    },
    detail: {
      zh: '读入 {{genes_in}} 个{{row_subject}}{{#asked}} · 名单 {{asked}} 个，没有找到 {{missing_genes}} 个{{/asked}} · 可存到空间，或直接作下一步的输入',
      en: '{{genes_in}} {{row_subject}}s read{{#asked}} · {{asked}} listed, {{missing_genes}} not found{{/asked}} · The matrix can be kept, or be the next tool’s input',
    },
  },
  produces: [{ what: 'matrix', table: 'expression', columns: {} }],
  citations: [
    'R Core Team. R: A language and environment for statistical computing. R Foundation for Statistical Computing, Vienna, Austria.',
  ],
  packages: ['org.Hs.eg.db'],
  example: {
    title: '去势敏感的前列腺癌细胞 LNCaP：计数换成的 CPM',
    description: 'goseq 包所带 Li 等（2008）的 RNA-seq 数据，7 个样本，每百万 read 的计数（CPM），没有取过对数。',
    files: { file_id: { file: 'expression.tsv.gz', name: 'LNCaP_CPM.tsv.gz' } },
    parameters: {},
  },
} as const satisfies ToolDefinition);
