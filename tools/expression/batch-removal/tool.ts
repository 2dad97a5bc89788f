import {
  barStyle,
  type Codes,
  commonStyle,
  defineTool,
  groupColours,
  matrixOf,
  ONE_COLUMN,
  page,
  refuse,
  rowsOf,
  TITLES,
  type ToolDefinition,
  TWO_COLUMNS,
  tell,
  warn,
} from '@oncoloom/tool-kit';

const FACTORS = { batch: { zh: '批次', en: 'Batch' }, group: { zh: '分组', en: 'Group' } } as const satisfies Codes;
const STAGES = {
  before: { zh: '校正前', en: 'Before correction' },
  after: { zh: '校正后', en: 'After correction' },
} as const satisfies Codes;
const GROUPS = { none: { zh: '未分组', en: 'No group' } } as const satisfies Codes;

const matrices = matrixOf('file_ids');

/** On the figure and in its files. */
const notice = {
  zh: '{{#inseparable}}批次和分组分不开：组间的差别已随批次去掉{{/inseparable}}',
  en: '{{#inseparable}}Batches and groups cannot be told apart: differences between groups went with the batches{{/inseparable}}',
} as const;

export default defineTool({
  taskType: 'multi_dataset_batch_removal',
  title: '合并与批次校正',
  english: 'Merging and batch correction',
  points: 8,
  premium: true,
  pages: [page('bulk', 8, '数据预处理', 'data-preprocessing/multi-dataset-batch-removal')],
  version: '1.2.0',
  naming: '{{file_ids}} · 去批次',
  summary:
    '把几个数据集按共同的基因合并成一个矩阵，去掉数据集之间的系统差别。结果用于聚类、热图、PCA 和打分；差异分析请用合并前的矩阵，把批次作协变量。',
  outcome: '校正前后的合并矩阵，前后的 PCA、箱线图、密度图，批次和分组解释的方差',
  keywords: ['ComBat', 'ComBat-seq', 'removeBatchEffect', '去批次', '批次效应', '合并', 'GEO', '多数据集', 'batch', 'sva', 'meta'],
  expected: {
    base: 3,
    perMillionCells: 4,
    slower: [
      { parameter: 'method', is: ['combat_seq'], perMillionCells: 25 },
      { parameter: 'parametric', is: [false], perMillionCells: 220 },
    ],
  },
  parameters: {
    file_ids: {
      kind: 'files',
      label: '表达矩阵',
      input: 'expression',
      fileTypes: ['expression'],
      aliases: ['file_id', 'expression_file_id'],
      sourceField: 'source_analysis_ids',
      min: 1,
      max: 10,
      help: '选 2–10 个矩阵，每个是一批；行名要是同一种写法，数值要是同一种。只有一个已合并的矩阵时，分组表里要有一列 batch。',
    },
    sample_groups: {
      kind: 'groups-table',
      label: '分组',
      input: 'groups',
      of: 'file_ids',
      fileField: 'sample_groups_file_id',
      fileAliases: ['sample_groups_file'],
      optional: true,
      partial: true,
      help: '每个样本一行：sample 是样本名，group 是组名。给了分组，校正时会保住组间的差别；没有写的样本归入「未分组」，不算一个组。',
    },
    batch_column: {
      kind: 'columns',
      label: '批次所在的列',
      of: 'sample_groups',
      multiple: false,
      optional: true,
      detect: ['batch', '批次', 'dataset', '数据集', 'gse', 'series', 'study'],
      help: '分组表里写批次的列。没有这一列时，一个文件是一批。',
      advanced: true,
    },
    method: {
      kind: 'choice',
      label: '校正方法',
      default: 'combat',
      options: [
        { value: 'combat', label: 'ComBat（推荐）', help: '经验贝叶斯，每批至少 2 个样本；样本少的批次也稳。用 log2 数据。' },
        { value: 'combat_seq', label: 'ComBat-seq', help: '给 RNA-seq 原始计数用，结果仍是整数。' },
        { value: 'limma', label: 'removeBatchEffect', help: 'limma 的线性模型，改动最小，只去均值的差别。用 log2 数据，适合画图。' },
      ],
      suggestedBy: { input: 'file_ids', fact: 'kind', values: { counts: 'combat_seq', log: 'combat' } },
      feeds: 'sva::ComBat, sva::ComBat_seq, limma::removeBatchEffect',
    },
    protect_groups: {
      kind: 'flag',
      label: '保住组间的差别',
      default: true,
      help: '把分组放进模型。画图时打开；要用结果训练预测模型时关掉，否则组的信息会漏进数据。',
      feeds: 'ComBat(mod), ComBat_seq(group), removeBatchEffect(design)',
    },
    parametric: {
      kind: 'flag',
      label: '参数法先验',
      default: true,
      advanced: true,
      when: { parameter: 'method', is: ['combat'] },
      help: '默认即可。关掉用非参数法，批次的分布很怪时才需要；慢得多，22,000 个探针约要 5 分钟，参数法只要几秒。',
      feeds: 'sva::ComBat(par.prior)',
    },
    reference_batch: {
      kind: 'text',
      label: '参照批次',
      default: '',
      maxLength: 80,
      advanced: true,
      when: { parameter: 'method', is: ['combat'] },
      help: '填一个批次名（文件名，不带后缀）：这一批不改，其余向它看齐。不填则各批向总平均看齐。',
      feeds: 'sva::ComBat(ref.batch)',
    },
    join: {
      kind: 'choice',
      label: '合并方式',
      default: 'intersection',
      advanced: true,
      options: [{ value: 'intersection', label: '共同的基因', help: '只留每个矩阵里都有的基因。' }],
    },
  },
  batches: { files: 'file_ids', groups: 'sample_groups', column: 'batch_column', protect: 'protect_groups' },
  requirements: [
    refuse('counts_only', [matrices.fractional], {
      field: 'method',
      when: { method: 'combat_seq' },
      message: '约 {{fractional}} 的数值带小数，不是原始计数。ComBat-seq 只接受计数',
      fix: { label: '改用 ComBat', parameters: { method: 'combat' } },
    }),
    tell('rounded', [matrices.fact('fractional', { above: 0 }), matrices.fact('fractional', { below: 0.01 })], {
      field: 'method',
      when: { method: 'combat_seq' },
      message: '约 {{fractional}} 的计数带小数，会四舍五入',
    }),
    refuse('missing_counts', [matrices.missing], {
      field: 'method',
      when: { method: 'combat_seq' },
      message: '计数里有 {{missing}} 个空格子。没有测到的基因请填 0，再上传',
    }),
    refuse('negative_counts', [matrices.negative], {
      field: 'method',
      when: { method: 'combat_seq' },
      message: '有 {{negative}} 个负数，不是原始计数。ComBat-seq 只接受计数',
      fix: { label: '改用 ComBat', parameters: { method: 'combat' } },
    }),
    refuse('raw_counts', [matrices.counts], {
      field: 'method',
      when: { method: ['combat', 'limma'] },
      message: '这些矩阵是原始计数，ComBat 和 removeBatchEffect 要用 log2 数据',
      fix: { label: '改用 ComBat-seq', parameters: { method: 'combat_seq' } },
    }),
    refuse('linear', [matrices.linear], {
      when: { method: ['combat', 'limma'] },
      message: '数值 {{minimum}}–{{maximum}}，没有取过对数。请先用「对数转换」取 log2，再合并',
    }),
    warn('slow_nonparametric', [matrices.rows({ above: 3000 })], {
      field: 'parametric',
      when: { method: 'combat', parametric: false },
      message:
        '非参数法要逐个基因与其余所有基因比较，{{rows}} 个基因很慢：22,000 个探针、57 个样本约要 5 分钟（参数法 7 秒），基因多一倍，时间约为四倍',
      fix: { label: '用参数法', parameters: { parametric: true } },
    }),
    warn('corrected_already', [matrices.batchCorrected], {
      message: '这些矩阵已去过一次批次。再去一次会把真正的差别也压小，请用没有去过批次的矩阵',
    }),
    warn('probes', [matrices.probes], { message: '行名是探针号。不同平台的探针对不上，请先用「芯片标准化与注释」换成基因' }),
  ],
  plan: '合并 {{columns}} 个样本，去掉批次间的差别。',
  tables: {
    expression: {
      title: { zh: '校正后的表达矩阵', en: 'Expression' },
      role: 'result',
      matrix: true,
      columns: [{ name: 'gene', type: 'gene', title: TITLES.row }],
      rest: { type: 'number', title: TITLES.samples },
    },
    merged: {
      title: { zh: '合并后、校正前的表达矩阵', en: 'Merged' },
      role: 'result',
      matrix: true,
      columns: [{ name: 'gene', type: 'gene', title: TITLES.row }],
      rest: { type: 'number', title: TITLES.samples },
    },
    samples: {
      title: { zh: '样本、批次和分组', en: 'Samples, batches and groups' },
      role: 'result',
      columns: [
        { name: 'sample', type: 'text', title: TITLES.sample },
        { name: 'batch', type: 'text', title: { zh: '批次', en: 'Batch' }, naming: 'inputs' },
        { name: 'group', type: 'text', title: TITLES.group, codes: GROUPS, own: true },
        { name: 'original', type: 'text', title: { zh: '原来的样本名', en: 'Original sample name' } },
      ],
    },
    batches: {
      title: { zh: '各批次', en: 'Batches' },
      role: 'result',
      columns: [
        { name: 'batch', type: 'text', title: { zh: '批次', en: 'Batch' }, naming: 'inputs' },
        { name: 'group', type: 'text', title: TITLES.group, codes: GROUPS, own: true },
        { name: 'samples', type: 'integer', title: TITLES.samples },
        { name: 'genes', type: 'integer', title: { zh: '矩阵里的{{row_subject}}', en: '{{Row_subject}}s of the matrix' } },
        { name: 'common', type: 'fraction', title: { zh: '其中共同的', en: 'Common genes' } },
      ],
    },
    explained: {
      title: { zh: '批次和分组解释的方差', en: 'Variance explained by batch and group' },
      role: 'result',
      columns: [
        { name: 'factor', type: 'text', title: { zh: '因素', en: 'Factor' }, codes: FACTORS },
        { name: 'stage', type: 'text', title: { zh: '前后', en: 'Before or after' }, codes: STAGES },
        {
          name: 'share',
          type: 'fraction',
          title: { zh: '解释的方差（各{{row_subject}} R² 的平均）', en: 'Explained variance (mean R² of {{row_subject}}s)' },
        },
      ],
    },
    pca: {
      title: { zh: '主成分得分', en: 'Principal component scores' },
      role: 'figure',
      columns: [
        { name: 'stage', type: 'text', codes: STAGES },
        { name: 'sample', type: 'text' },
        { name: 'batch', type: 'text', naming: 'inputs' },
        { name: 'group', type: 'text', codes: GROUPS, own: true },
        { name: 'PC1', type: 'number' },
        { name: 'PC2', type: 'number' },
      ],
    },
    pca_variance: {
      title: { zh: '主成分解释的方差', en: 'Variance of principal components' },
      role: 'figure',
      columns: [
        { name: 'stage', type: 'text', codes: STAGES },
        { name: 'component', type: 'text' },
        { name: 'share', type: 'fraction' },
      ],
    },
    boxes: {
      title: { zh: '校正前后各样本的分布', en: 'Boxes' },
      role: 'figure',
      columns: [
        { name: 'sample', type: 'text' },
        { name: 'stage', type: 'text', codes: STAGES },
        { name: 'batch', type: 'text', naming: 'inputs' },
        { name: 'low', type: 'number' },
        { name: 'q1', type: 'number' },
        { name: 'median', type: 'number' },
        { name: 'q3', type: 'number' },
        { name: 'high', type: 'number' },
      ],
    },
    densities: {
      title: { zh: '校正前后各样本的密度', en: 'Densities' },
      role: 'figure',
      columns: [
        { name: 'sample', type: 'text' },
        { name: 'stage', type: 'text', codes: STAGES },
        { name: 'batch', type: 'text', naming: 'inputs' },
        { name: 'x', type: 'number' },
        { name: 'y', type: 'number' },
      ],
    },
  },
  figures: {
    pca: {
      title: { zh: '校正前后的主成分分析', en: 'Principal components before and after batch correction' },
      chart: 'pca',
      wide: true,
      tables: { points: 'pca', variance: 'pca_variance' },
      columns: { label: 'sample', group: 'batch', shape: 'group', x: 'PC1', y: 'PC2', facet: 'stage' },
      caption: {
        zh: '颜色是批次，形状是组。各取方差最大的 500 个{{row_subject}}，中心化、不缩放，两边坐标轴相同。校正得好，同一颜色不再聚成一团。{{#inseparable}}批次和分组分不开，组间的差别已随批次去掉。{{/inseparable}}',
        en: 'Colour: batch; shape: group. The 500 {{row_subject}}s of largest variance in each panel, centred, not scaled; both panels have the same axes.{{#inseparable}} Batch and group are confounded: their difference was removed with the batches.{{/inseparable}}',
      },
      statistics: {
        zh: '{{samples}} 个样本，{{batches}} 个批次，{{genes}} 个{{row_subject}}；{{method_word}}{{#protected}}，模型里保住了 {{groups}} 组的差别{{/protected}}；没有做检验。',
        en: 'n = {{samples}} samples in {{batches}} batches, {{genes}} {{row_subject}}s; {{#by_combat}}ComBat{{/by_combat}}{{#by_seq}}ComBat-seq{{/by_seq}}{{#by_limma}}removeBatchEffect of limma{{/by_limma}}{{#protected}} with {{groups}} groups in the model{{/protected}}; no test was made.',
      },
      alternative: {
        zh: '主成分图：{{samples}} 个样本在批次校正前后的前两个主成分，颜色是 {{batches}} 个批次，形状是组。',
        en: 'Principal components of {{samples}} samples before and after correction: colours, {{batches}} batches; shapes, groups.',
      },
      notice,
      style: {
        ...commonStyle({ width: TWO_COLUMNS, height: 90 / 25.4 }),
        ...groupColours(8),
        ellipse: { kind: 'flag', label: '置信椭圆', default: true },
        show_samples: { kind: 'flag', label: '样本名', default: false },
        same_axes: { kind: 'flag', label: '坐标轴相同', default: true },
      },
    },
    explained: {
      title: { zh: '批次和分组解释的方差', en: 'Variance explained by batch and group' },
      chart: 'bars',
      tables: { bars: 'explained' },
      columns: { label: 'factor', value: 'share', group: 'stage' },
      caption: {
        zh: '逐{{row_subject}}算批次（或分组）解释的方差 R²，取平均。校正后批次的应当变小，分组的不应变小。{{#group_rose}}分组的变大有一部分来自校正本身：分组放进了模型，组间的差别原样留下，其余的波动被压小。{{/group_rose}}{{#ungrouped}}分组的一栏不含没有分组的 {{ungrouped}} 个样本。{{/ungrouped}}',
        en: 'Variance explained (R²) by batch or group, {{row_subject}} by {{row_subject}}, averaged.{{#group_rose}} Groups were part of the model: part of their rise comes from the correction itself.{{/group_rose}}{{#ungrouped}} {{ungrouped}} samples without a group do not count for the groups.{{/ungrouped}}',
      },
      statistics: {
        zh: '{{samples}} 个样本，{{batches}} 个批次，{{genes}} 个{{row_subject}}；{{method_word}}{{#protected}}，模型里保住了 {{groups}} 组的差别{{/protected}}。批次解释的方差由 {{batch_before}} 变为 {{batch_after}}{{#group_before}}，分组的由 {{group_before}} 变为 {{group_after}}{{/group_before}}；没有做检验。',
        en: 'n = {{samples}} samples in {{batches}} batches, {{genes}} {{row_subject}}s; {{#by_combat}}ComBat{{/by_combat}}{{#by_seq}}ComBat-seq{{/by_seq}}{{#by_limma}}removeBatchEffect of limma{{/by_limma}}{{#protected}} with {{groups}} groups in the model{{/protected}}. Variance explained by batch: {{batch_before}} before, {{batch_after}} after{{#group_before}}; by group: {{group_before}} before, {{group_after}} after{{/group_before}}; no test was made.',
      },
      alternative: {
        zh: '柱状图：批次解释的方差由 {{batch_before}} 变为 {{batch_after}}。',
        en: 'Bar chart: the variance explained by batch went from {{batch_before}} to {{batch_after}}.',
      },
      style: {
        ...commonStyle({ width: ONE_COLUMN, height: 70 / 25.4, y: { zh: '解释的方差', en: 'Variance explained' } }),
        ...barStyle({ mode: 'grouped', direction: 'vertical', format: 'percent' }),
        ...groupColours(2),
      },
    },
    box: {
      title: { zh: '校正前后的箱线图', en: 'Values before and after batch correction' },
      chart: 'box',
      wide: true,
      tables: { boxes: 'boxes' },
      columns: { label: 'sample', facet: 'stage', group: 'batch', low: 'low', q1: 'q1', median: 'median', q3: 'q3', high: 'high' },
      caption: {
        zh: '每个样本一个箱，颜色是批次{{#counted}}，按 log2(CPM + 1) 画{{/counted}}，两边纵轴相同。须到 1.5 倍四分位距为止，不画离群点。',
        en: 'A box per sample, coloured by batch{{#counted}}, of log2(CPM + 1){{/counted}}; both panels have the same axis. Whiskers: 1.5 interquartile ranges; outliers are not drawn.',
      },
      statistics: {
        zh: '{{samples}} 个样本，{{batches}} 个批次，{{genes}} 个{{row_subject}}；{{method_word}}{{#protected}}，模型里保住了 {{groups}} 组的差别{{/protected}}；没有做检验。',
        en: 'n = {{samples}} samples in {{batches}} batches, {{genes}} {{row_subject}}s; {{#by_combat}}ComBat{{/by_combat}}{{#by_seq}}ComBat-seq{{/by_seq}}{{#by_limma}}removeBatchEffect of limma{{/by_limma}}{{#protected}} with {{groups}} groups in the model{{/protected}}; no test was made.',
      },
      alternative: {
        zh: '箱线图：{{samples}} 个样本在批次校正前后的数值，两边纵轴相同。',
        en: 'Box plots of the values of {{samples}} samples before and after correction, on one scale.',
      },
      style: {
        ...commonStyle({ width: TWO_COLUMNS, height: 75 / 25.4, y: { zh: '表达量（log~2~）', en: 'Expression (log~2~)' } }),
        ...groupColours(8),
        show_samples: { kind: 'flag', label: '写出样本名', default: false },
      },
    },
    density: {
      title: { zh: '校正前后的密度图', en: 'Densities before and after batch correction' },
      chart: 'density',
      wide: true,
      tables: { lines: 'densities' },
      columns: { label: 'sample', facet: 'stage', group: 'batch', x: 'x', y: 'y' },
      caption: {
        zh: '每条线是一个样本，颜色是批次{{#counted}}，按 log2(CPM + 1) 画{{/counted}}，两边坐标轴相同。',
        en: 'A line per sample, coloured by batch{{#counted}}, of log2(CPM + 1){{/counted}}; both panels have the same axes.',
      },
      statistics: {
        zh: '{{samples}} 个样本，{{batches}} 个批次，{{genes}} 个{{row_subject}}；{{method_word}}{{#protected}}，模型里保住了 {{groups}} 组的差别{{/protected}}；没有做检验。',
        en: 'n = {{samples}} samples in {{batches}} batches, {{genes}} {{row_subject}}s; {{#by_combat}}ComBat{{/by_combat}}{{#by_seq}}ComBat-seq{{/by_seq}}{{#by_limma}}removeBatchEffect of limma{{/by_limma}}{{#protected}} with {{groups}} groups in the model{{/protected}}; no test was made.',
      },
      alternative: {
        zh: '密度图：{{samples}} 个样本在批次校正前后的数值分布，两边坐标轴相同。',
        en: 'Densities of the values of {{samples}} samples before and after correction, on the same axes.',
      },
      style: {
        ...commonStyle({ width: TWO_COLUMNS, height: 75 / 25.4, x: { zh: '表达量（log~2~）', en: 'Expression (log~2~)' } }),
        ...groupColours(8),
      },
    },
  },
  facts: {
    files: { label: '矩阵', format: 'count' },
    batches: { label: '批次', format: 'count' },
    samples: { label: '样本', format: 'count' },
    genes: { label: '共同的{{row_subject}}', format: 'count' },
    incomplete: { label: '因缺失值去掉的{{row_subject}}', format: 'count' },
    method_word: { label: '校正方法', format: 'text' },
    by_combat: { label: '用 ComBat', format: 'flag' },
    by_seq: { label: '用 ComBat-seq', format: 'flag' },
    by_limma: { label: '用 removeBatchEffect', format: 'flag' },
    reference: { label: '参照批次', format: 'text' },
    nonparametric: { label: '非参数法先验', format: 'flag' },
    counted: { label: '图按 log2(CPM + 1) 画', format: 'flag' },
    groups: { label: '组', format: 'count' },
    protected: { label: '保住了组间的差别', format: 'flag' },
    batch_before: { label: '批次解释的方差（校正前）', format: 'percent' },
    batch_after: { label: '批次解释的方差（校正后）', format: 'percent' },
    group_before: { label: '分组解释的方差（校正前）', format: 'percent' },
    group_after: { label: '分组解释的方差（校正后）', format: 'percent' },
    inseparable: { label: '组间的差别随批次去掉', format: 'flag' },
    group_shrank: { label: '组间的差别去掉了一部分', format: 'flag' },
    group_rose: { label: '分组解释的方差变大', format: 'flag' },
    ungrouped: { label: '没有分组的样本', format: 'count' },
    renamed: { label: '改了名的样本', format: 'count' },
  },
  sources: {
    batches: { table: 'samples', column: 'batch', of: 'distinct' },
    samples: rowsOf('samples'),
    genes: rowsOf('expression'),
  },
  texts: {
    headline: {
      zh: '{{batches}} 批 · {{samples}} 个样本 · {{genes}} 个{{row_subject}}',
      en: '{{batches}} batches · {{samples}} samples · {{genes}} {{row_subject}}s',
    },
    summary: {
      zh: '**{{batches}} 个批次、{{samples}} 个样本**按 **{{genes}} 个共同的{{row_subject}}**合并，已用{{method_word}}校正：批次解释的方差由 {{batch_before}} 变为 {{batch_after}}{{#group_before}}，分组解释的由 {{group_before}} 变为 {{group_after}}{{/group_before}}。{{#group_rose}}分组的变大**有一部分来自校正本身**（分组放进了模型，组间的差别原样留下，其余的波动被压小），不是差别更真实的证据。{{/group_rose}}{{#inseparable}}**批次和分组分不开，组间的差别已随批次一起去掉**：校正后的矩阵不能用来比较两组。{{/inseparable}}{{#group_shrank}}分组没有放进模型，组间的差别**有一部分随批次去掉了**。{{/group_shrank}}',
      en: '**{{samples}} samples in {{batches}} batches** were merged on **{{genes}} common {{row_subject}}s** and corrected by {{#by_combat}}ComBat{{/by_combat}}{{#by_seq}}ComBat-seq{{/by_seq}}{{#by_limma}}removeBatchEffect{{/by_limma}}: the variance explained by batch went from {{batch_before}} to {{batch_after}}{{#group_before}}, that explained by group from {{group_before}} to {{group_after}}{{/group_before}}.{{#group_rose}} The rise of the latter **comes in part from the correction itself** (the groups were in the model: differences between them stay, other variation was reduced) and is no evidence of a truer difference.{{/group_rose}}{{#inseparable}} **Batch and group cannot be told apart, and the difference between the groups went with the batches**: the corrected matrix cannot be used to compare the groups.{{/inseparable}}{{#group_shrank}} The groups were not in the model, and **part of the difference between them went with the batches**.{{/group_shrank}}',
    },
    detail: {
      zh: '{{#protected}}分组放进了模型{{/protected}}{{^protected}}没有保护分组{{/protected}}{{#ungrouped}} · {{ungrouped}} 个样本没有分组，不算一个组{{/ungrouped}}{{#incomplete}} · {{incomplete}} 个{{row_subject}}有缺失值，已去掉{{/incomplete}}{{#renamed}} · {{renamed}} 个样本重名，已加前缀{{/renamed}} · 校正后的矩阵用于画图和聚类；差异分析请用「合并后、校正前的表达矩阵」，把批次作协变量',
      en: '{{#protected}}Groups in the model{{/protected}}{{^protected}}Groups not protected{{/protected}}{{#ungrouped}} · {{ungrouped}} samples without a group, which are no group of their own{{/ungrouped}}{{#incomplete}} · {{incomplete}} {{row_subject}}s with missing values left out{{/incomplete}}{{#renamed}} · {{renamed}} samples of the same name given prefixes{{/renamed}} · The corrected matrix is for plots and clustering; for differential expression use the merged matrix before correction, with batch as a covariate',
    },
  },
  produces: [{ what: 'matrix', table: 'expression', columns: {}, notFor: ['differential_genes'] }],
  citations: [
    '{{#by_combat}}Johnson WE, Li C, Rabinovic A. Adjusting batch effects in microarray expression data using empirical Bayes methods. Biostatistics 2007;8:118–127. doi:10.1093/biostatistics/kxj037{{/by_combat}}',
    '{{#by_seq}}Zhang Y, Parmigiani G, Johnson WE. ComBat-seq: batch effect adjustment for RNA-seq count data. NAR Genom Bioinform 2020;2:lqaa078. doi:10.1093/nargab/lqaa078{{/by_seq}}',
    '{{^by_limma}}Leek JT, Johnson WE, Parker HS, Jaffe AE, Storey JD. The sva package for removing batch effects and other unwanted variation in high-throughput experiments. Bioinformatics 2012;28:882–883. doi:10.1093/bioinformatics/bts034{{/by_limma}}',
    '{{#by_limma}}Ritchie ME, Phipson B, Wu D, et al. limma powers differential expression analyses for RNA-sequencing and microarray studies. Nucleic Acids Res 2015;43:e47. doi:10.1093/nar/gkv007{{/by_limma}}',
    '{{#protected}}Nygaard V, Rødland EA, Hovig E. Methods that remove batch effects while retaining group differences may lead to exaggerated confidence in downstream analyses. Biostatistics 2016;17:29–39. doi:10.1093/biostatistics/kxv027{{/protected}}',
  ],
  packages: ['sva', 'limma', 'edgeR'],
  example: {
    title: '膀胱癌：57 张芯片，5 个批次',
    description: 'bladderbatch 包所带 Dyrskjøt 等（2004）的芯片，按批次列分批；批次和分组有关联，会提醒。',
    files: {
      file_ids: { file: 'expression.tsv.gz', name: 'bladderbatch.tsv.gz' },
      sample_groups: { file: 'groups.tsv', name: 'bladderbatch_分组与批次.tsv' },
    },
    parameters: { batch_column: 'batch' },
  },
} as const satisfies ToolDefinition);
