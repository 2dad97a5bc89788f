import {
  cohort,
  cohortFacts,
  commonStyle,
  defineTool,
  expressionFile,
  ONE_COLUMN,
  specified,
  type ToolDefinition,
  TWO_COLUMNS,
} from '@oncoloom/tool-kit';

const POWERS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20] as const;

const cutHeight = {
  kind: 'number',
  label: '离群样本的截断高度',
  default: 0,
  min: 0,
  max: 1_000_000,
  help: '0 为不截。先用 0 运行一次，看样本聚类树：有单独很晚才并入的样本，就把高度定在它下面，再运行一次。调低会剔除更多样本。图上可以先移动虚线看会剔除谁。',
  feeds: 'WGCNA::cutreeStatic(cutHeight, minSize = 10)',
} as const;

const points = [
  { name: 'label', type: 'text', title: '功率' },
  { name: 'power', type: 'number', title: '软阈值功率' },
  { name: 'value', type: 'number', title: '数值' },
  { name: 'recommended', type: 'text', title: '推荐' },
] as const;

const fitStyle = {
  show_samples: { kind: 'flag', label: '写出功率', default: true },
  group_1_color: { kind: 'colour', label: '其余', default: '#8A979E' },
  group_2_color: { kind: 'colour', label: '推荐', default: '#D55E00' },
} as const;

export default defineTool({
  ...specified('bulk_wgcna_stage1'),
  version: '1.0.0',
  naming: '{{file_id}}{{dataset}} · WGCNA 软阈值',
  summary:
    'WGCNA 的第一步：检查基因和样本，画样本聚类树找离群样本，比较各个软阈值功率，推荐一个并说明理由。接着用它的结果做第二步「WGCNA 模块」，不用再上传。',
  outcome: '样本聚类树和离群样本，各功率的无标度拟合与连接度，推荐的功率和理由，第二步用的矩阵',
  keywords: ['WGCNA', '软阈值', 'soft threshold', '共表达网络', '加权基因共表达', 'pickSoftThreshold', 'scale-free', '无标度', '模块'],
  expected: { base: 3, perMillionCells: 8 },
  parameters: {
    file_id: {
      ...expressionFile,
      optional: true,
      help: '基因在行、样本在列，取过 log2（芯片、log2(TPM+1)、vst）。至少 15 个样本，建议 20 个以上；不要只给差异基因。',
    },
    dataset: {
      ...cohort({}),
      help: '用公共队列的肿瘤样本，每例患者一个；临床资料会一起带到第二步。',
    },
    gene_list: {
      kind: 'genes',
      accepts: ['gene_list'],
      label: '基因名单',
      max: 20_000,
      optional: true,
      advanced: true,
      help: '只用这些基因建网络，可从表格整列粘贴；不填就按变异大小选。不要填差异基因：按分组挑出的基因彼此都相关，建不出无标度的网络。',
    },
    top_genes: {
      kind: 'integer',
      label: '基因数',
      default: 5000,
      min: 100,
      max: 25_000,
      unit: '个',
      help: '取中位绝对偏差（MAD）最大的这么多个。调大：网络更全，时间按平方增加；调小：更快，会漏掉变化小的模块。常用 5,000。',
    },
    network_type: {
      kind: 'choice',
      label: '网络类型',
      default: 'signed',
      options: [
        { value: 'signed', label: 'signed', help: '只有正相关的基因算相连。模块里的基因同升同降，容易解释，多数情况用它。' },
        { value: 'unsigned', label: 'unsigned', help: '正负相关都算相连。一个模块里会有升有降。' },
        { value: 'signed hybrid', label: 'signed hybrid', help: '正相关同 unsigned，负相关记为 0。' },
      ],
      help: '第二步要用同一种。signed 网络的功率大约是 unsigned 的两倍。',
      feeds: 'WGCNA::pickSoftThreshold(networkType)',
    },
    cut_height: cutHeight,
    powers: {
      kind: 'choices',
      label: '比较的功率',
      options: POWERS.map((power) => ({ value: String(power), label: String(power) })),
      advanced: true,
      help: '不选就是 1–10 和 12–20 全部。功率越大，弱的相关压得越低，网络越稀。',
      feeds: 'WGCNA::pickSoftThreshold(powerVector)',
    },
    rsquared_cut: {
      kind: 'number',
      label: '无标度拟合 R² 至少',
      default: 0.85,
      min: 0.5,
      max: 0.99,
      step: 0.01,
      advanced: true,
      help: '推荐第一个达到它、平均连接度又在 10–200 之间的功率；没有时退到 0.8，再没有就按 WGCNA 常见问题解答的表。调高会选到更大的功率、更稀的网络。',
      feeds: 'WGCNA::pickSoftThreshold(RsquaredCut)',
    },
  },
  oneOf: [['file_id', 'dataset']],
  requirements: [
    {
      code: 'counts',
      level: 'must',
      field: 'file_id',
      facts: [{ input: 'file_id', fact: 'kind', is: { in: ['counts'] } }],
      message: '这张表全是非负整数，像是原始计数。计数的波动随均值改变，相关系数不可靠。请先做「计数转换」（vst），再用转换后的矩阵',
    },
    {
      code: 'scores',
      level: 'must',
      field: 'file_id',
      facts: [{ input: 'file_id', fact: 'kind', is: { in: ['scores'] } }],
      message: '这是打分矩阵，行是基因集。WGCNA 要基因的表达矩阵',
    },
    {
      code: 'few_samples',
      level: 'must',
      field: 'file_id',
      facts: [{ input: 'file_id', fact: 'columns', is: { below: 15 } }],
      message: '只有 {{columns}} 个样本，WGCNA 至少要 15 个，建议 20 个以上。样本太少时相关系数多半是偶然，请增加样本，或改做差异分析',
    },
    {
      code: 'not_many_samples',
      level: 'should',
      field: 'file_id',
      facts: [
        { input: 'file_id', fact: 'columns', is: { above: 14 } },
        { input: 'file_id', fact: 'columns', is: { below: 21 } },
      ],
      message: '只有 {{columns}} 个样本，不多于 20 个：相关系数很不稳，模块要在另一个数据集里核对',
    },
    {
      code: 'linear',
      level: 'should',
      field: 'file_id',
      facts: [{ input: 'file_id', fact: 'kind', is: { in: ['linear'] } }],
      message: '数值 {{minimum}}–{{maximum}}，像是没有取过对数。少数特别高的样本会左右相关系数，建议先用「对数转换」取 log2',
    },
    {
      code: 'few_genes',
      level: 'should',
      field: 'file_id',
      facts: [{ input: 'file_id', fact: 'rows', is: { below: 1000 } }],
      message: '只有 {{rows}} 个基因。WGCNA 要几千个基因才看得出模块；不要只给差异基因',
    },
    {
      code: 'missing',
      level: 'note',
      field: 'file_id',
      facts: [{ input: 'file_id', fact: 'missing', is: { above: 0 } }],
      message: '有 {{missing}} 个缺失值。缺失超过一半的基因和样本会去掉，其余按成对完整的值算相关',
    },
  ],
  plan: '{{#cohort}}用 {{cohort}}（{{cohort_name}}）的肿瘤样本{{/cohort}}{{^cohort}}用 {{columns}} 个样本、{{rows}} 个基因{{/cohort}}，取变异最大的 {{top_genes}} 个基因，比较 {{network_type}} 网络的软阈值功率。',
  tables: {
    fit: {
      title: '各功率的拟合与连接度',
      role: 'result',
      columns: [
        { name: 'Power', type: 'integer', title: '功率', key: true },
        { name: 'SFT.R.sq', type: 'number', title: '无标度拟合 R²', key: true },
        { name: 'slope', type: 'number', title: '斜率' },
        { name: 'truncated.R.sq', type: 'number', title: '截断指数拟合 R²' },
        { name: 'mean.k.', type: 'number', title: '平均连接度', key: true },
        { name: 'median.k.', type: 'number', title: '连接度中位数' },
        { name: 'max.k.', type: 'number', title: '最大连接度' },
        { name: 'recommended', type: 'text', title: '推荐' },
      ],
    },
    samples: {
      title: '样本',
      role: 'result',
      columns: [
        { name: 'sample', type: 'text', title: '样本' },
        { name: 'joins', type: 'number', title: '并入聚类树的高度', key: true },
        { name: 'kept', type: 'text', title: '保留' },
        { name: 'reason', type: 'text', title: '剔除的原因' },
      ],
    },
    excluded_genes: {
      title: '没有参与的基因',
      role: 'result',
      hideEmpty: true,
      columns: [
        { name: 'gene', type: 'gene', title: '基因' },
        { name: 'reason', type: 'text', title: '原因' },
      ],
    },
    network: {
      title: '建网络用的矩阵',
      role: 'result',
      columns: [{ name: 'gene', type: 'gene', title: '基因' }],
      rest: { type: 'number', title: '样本' },
      matrix: true,
    },
    r2_points: { title: '无标度拟合', role: 'figure', columns: points },
    r2_line: {
      title: 'R² 的界线',
      role: 'figure',
      columns: [
        { name: 'x', type: 'number', title: '功率' },
        { name: 'y', type: 'number', title: 'R²' },
      ],
    },
    k_points: { title: '平均连接度', role: 'figure', columns: points },
    tree_leaves: {
      title: '聚类树的样本',
      role: 'figure',
      columns: [
        { name: 'sample', type: 'text', title: '样本' },
        { name: 'state', type: 'text', title: '保留' },
      ],
    },
    tree_merges: {
      title: '聚类树',
      role: 'figure',
      columns: [
        { name: 'left', type: 'number', title: '左枝的位置' },
        { name: 'right', type: 'number', title: '右枝的位置' },
        { name: 'height', type: 'number', title: '合并的高度' },
        { name: 'left_height', type: 'number', title: '左枝的高度' },
        { name: 'right_height', type: 'number', title: '右枝的高度' },
      ],
    },
  },
  figures: {
    fit: {
      title: '无标度拟合',
      chart: 'scatter',
      tables: { points: 'r2_points', line: 'r2_line' },
      columns: { label: 'label', x: 'power', y: 'value', group: 'recommended', line_x: 'x', line_y: 'y' },
      caption:
        '每个点是一个功率，纵轴是无标度拓扑拟合的 R²（斜率为正时记为负）。横线是所定的界线 {{rsquared_cut}}。推荐 {{power}}：{{why}}。',
      captionEnglish:
        'Points: powers; y: scale-free topology fit R², negative where the slope is positive. Line: {{rsquared_cut}}. Chosen power: {{power}}.',
      alternative: '散点图：各软阈值功率的无标度拟合 R²，推荐的功率是 {{power}}。',
      style: {
        ...commonStyle({ width: ONE_COLUMN, height: 70 / 25.4, x: '软阈值功率', y: '无标度拟合 R²（带符号）' }),
        ...fitStyle,
      },
    },
    connectivity: {
      title: '平均连接度',
      chart: 'scatter',
      tables: { points: 'k_points' },
      columns: { label: 'label', x: 'power', y: 'value', group: 'recommended' },
      caption: '功率越大，网络越稀。平均连接度在 10–200 之间的网络才看得出模块：太大，基因都连在一起；太小，多数基因不连。',
      captionEnglish: 'Mean connectivity of the network at each power.',
      alternative: '散点图：各软阈值功率的平均连接度；功率 {{power}} 时是 {{mean_k}}。',
      style: {
        ...commonStyle({ width: ONE_COLUMN, height: 70 / 25.4, x: '软阈值功率', y: '平均连接度' }),
        ...fitStyle,
        axis_log_y: { kind: 'flag', label: '纵轴用对数坐标', default: true },
      },
    },
    tree: {
      title: '样本聚类树',
      chart: 'tree',
      wide: true,
      tables: { leaves: 'tree_leaves', merges: 'tree_merges' },
      columns: {
        label: 'sample',
        group: 'state',
        left: 'left',
        right: 'right',
        height: 'height',
        left_height: 'left_height',
        right_height: 'right_height',
      },
      caption:
        '{{samples_in}} 个样本按 {{genes}} 个基因的欧氏距离、average 法聚类。单独很晚才并入的是离群样本。{{#cut}}虚线是截断的高度 {{cut}}，剔除了 {{excluded}} 个。{{/cut}}{{^cut}}没有剔除样本。点「编辑图形」可移动虚线，图下会写出谁在虚线以上；定好后，把高度填到「离群样本的截断高度」再运行。{{/cut}}',
      captionEnglish:
        'Samples clustered by Euclidean distance (average linkage).{{#cut}} Dashed line: cut at {{cut}}; samples above it were excluded ({{excluded}}).{{/cut}}',
      alternative: '聚类树：{{samples_in}} 个样本，剔除 {{excluded}} 个。',
      style: {
        ...commonStyle({ width: TWO_COLUMNS, height: 85 / 25.4, y: '高度' }),
        cut_height: { ...cutHeight, label: '虚线的高度（0 为不画）' },
        show_samples: { kind: 'flag', label: '样本名', default: true },
        group_1_color: { kind: 'colour', label: '保留', default: '#16242B' },
        group_2_color: { kind: 'colour', label: '剔除', default: '#D55E00' },
      },
    },
  },
  facts: {
    ...cohortFacts,
    genes_in: { label: '读入的基因', format: 'count' },
    genes: { label: '建网络的基因', format: 'count' },
    genes_dropped: { label: '去掉的基因', format: 'count' },
    dropped_genes: { label: '去掉的基因的名称', format: 'text' },
    samples_in: { label: '读入的样本', format: 'count' },
    samples: { label: '建网络的样本', format: 'count' },
    samples_dropped: { label: '缺失太多的样本', format: 'count' },
    dropped_samples: { label: '缺失太多的样本的名称', format: 'text' },
    excluded: { label: '离群样本', format: 'count' },
    excluded_names: { label: '离群样本的名称', format: 'text' },
    cut: { label: '截断的高度', format: 'decimal' },
    power: { label: '推荐的功率', format: 'count' },
    r2: { label: '它的 R²', format: 'decimal' },
    mean_k: { label: '它的平均连接度', format: 'decimal' },
    fitted: { label: '达到无标度', format: 'flag' },
    why: { label: '推荐的理由', format: 'text' },
    network_word: { label: '网络类型', format: 'text' },
    kind_word: { label: '所用的样本', format: 'text' },
    listed: { label: '按名单取基因', format: 'flag' },
    expression_unit: { label: '表达量单位', format: 'text' },
  },
  texts: {
    headline: '推荐功率 {{power}} · {{genes}} 个基因 × {{samples}} 个样本',
    summary:
      '推荐的软阈值功率是 **{{power}}**：{{why}}。{{#fitted}}{{/fitted}}{{^fitted}}**没有功率达到无标度拟合**，先看样本聚类树里有没有离群样本或分成几群，再决定要不要继续。{{/fitted}}网络用 {{samples}} 个样本里的 {{genes}} 个基因{{#excluded_names}}，剔除了 {{excluded}} 个离群样本（{{excluded_names}}）{{/excluded_names}}。接着做「WGCNA 模块」，功率和矩阵会自动带过去。',
    detail:
      '{{#cohort}}{{cohort}} {{kind_word}} · {{/cohort}}读入 {{genes_in}} 个基因、{{samples_in}} 个样本 · {{network_word}} · {{#listed}}按名单取基因{{/listed}}{{^listed}}按 MAD 取基因{{/listed}}{{#dropped_genes}} · 去掉缺失太多或不变化的基因 {{genes_dropped}} 个（{{dropped_genes}}）{{/dropped_genes}}{{#dropped_samples}} · 去掉缺失太多的样本 {{samples_dropped}} 个（{{dropped_samples}}）{{/dropped_samples}}{{#expression_unit}} · 表达量：{{expression_unit}}{{/expression_unit}}',
  },
  produces: [{ what: 'coexpression_input', table: 'network', columns: {} }],
  citations: [
    'Langfelder P, Horvath S. WGCNA: an R package for weighted correlation network analysis. BMC Bioinformatics 2008;9:559. doi:10.1186/1471-2105-9-559',
    'Zhang B, Horvath S. A general framework for weighted gene co-expression network analysis. Stat Appl Genet Mol Biol 2005;4:17. doi:10.2202/1544-6115.1128',
  ],
  packages: ['WGCNA', 'foreach', 'matrixStats', 'org.Hs.eg.db'],
  example: {
    title: '急性淋巴细胞白血病：1,500 个基因',
    description: 'Bioconductor 的 ALL 数据集（Chiaretti 等，2004）里 B 系的 95 例，变异最大的 1,500 个基因。',
    files: { file_id: { file: 'expression.tsv.gz', name: 'ALL_B系_表达.tsv.gz' } },
    parameters: { top_genes: 1500 },
  },
} as const satisfies ToolDefinition);
