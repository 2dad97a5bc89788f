import {
  type Codes,
  cohort,
  cohortFacts,
  commonStyle,
  defineTool,
  expressionFile,
  furtherPage,
  linearCorrelated,
  matrix,
  ONE_COLUMN,
  refuse,
  TITLES,
  type ToolDefinition,
  TWO_COLUMNS,
  tell,
  warn,
  YES_NO,
} from '@oncoloom/tool-kit';

const RECOMMENDED = { yes: { zh: '推荐', en: 'Recommended' }, no: { zh: '其余', en: 'Others' } } as const satisfies Codes;
const LEFT_OUT = {
  missing: { zh: '缺失 {n}', en: '{n} missing' },
  constant: { zh: '不变化，或有值的样本太少', en: 'constant, or too few samples with a value' },
  outlying: { zh: '在截断的高度以上', en: 'above the cut' },
} as const satisfies Codes;
const STATES = { kept: { zh: '保留', en: 'Kept' }, excluded: { zh: '剔除', en: 'Excluded' } } as const satisfies Codes;

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
  { name: 'label', type: 'text', title: { zh: '功率', en: 'Power' } },
  { name: 'power', type: 'number', title: { zh: '软阈值功率', en: 'Soft-thresholding power' } },
  { name: 'value', type: 'number', title: TITLES.value },
  { name: 'recommended', type: 'text', title: { zh: '推荐', en: 'Recommended' }, codes: RECOMMENDED },
] as const;

const fitStyle = {
  show_samples: { kind: 'flag', label: '写出功率', default: true },
  show_counts: { kind: 'flag', label: '图例写出个数', default: false },
  group_1_color: { kind: 'colour', label: '其余', default: '#8A979E' },
  group_2_color: { kind: 'colour', label: '推荐', default: '#D55E00' },
} as const;

export default defineTool({
  taskType: 'bulk_wgcna_stage1',
  title: 'WGCNA 软阈值',
  english: 'WGCNA soft threshold',
  points: 10,
  premium: true,
  pages: [furtherPage('bulk', 28, '共表达网络', 'wgcna-stage1')],
  version: '1.1.0',
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
      help: '推荐第一个达到它、平均连接度又合适的功率（5,000 个基因以上是 10–200，基因少时下限按比例降低）；没有时退到 0.8，会说明；再没有就按 WGCNA 常见问题解答的表。调高会选到更大的功率、更稀的网络。',
      feeds: 'WGCNA::pickSoftThreshold(RsquaredCut)',
    },
  },
  oneOf: [['file_id', 'dataset']],
  requirements: [
    refuse('counts', [matrix.counts], {
      message: '这张表全是非负整数，像是原始计数。计数的波动随均值改变，相关系数不可靠。请先做「计数转换」（vst），再用转换后的矩阵',
    }),
    refuse('scores', [matrix.scores], { message: '这是打分矩阵，行是基因集。WGCNA 要基因的表达矩阵' }),
    refuse('few_samples', [matrix.samples({ below: 15 })], {
      message: '只有 {{columns}} 个样本，WGCNA 至少要 15 个，建议 20 个以上。样本太少时相关系数多半是偶然，请增加样本，或改做差异分析',
    }),
    warn('not_many_samples', [matrix.samples({ above: 14 }), matrix.samples({ below: 21 })], {
      message: '只有 {{columns}} 个样本，不多于 20 个：相关系数很不稳，模块要在另一个数据集里核对',
    }),
    linearCorrelated,
    warn('few_genes', [matrix.rows({ below: 1000 })], {
      message: '只有 {{rows}} 个基因。WGCNA 要几千个基因才看得出模块；不要只给差异基因',
    }),
    tell('missing', [matrix.missing], { message: '有 {{missing}} 个缺失值。缺失超过一半的基因和样本会去掉，其余按成对完整的值算相关' }),
  ],
  plan: '{{#cohort}}用 {{cohort}}（{{cohort_name}}）的肿瘤样本{{/cohort}}{{^cohort}}用 {{columns}} 个样本、{{rows}} 个基因{{/cohort}}，取变异最大的 {{top_genes}} 个基因，比较 {{network_type}} 网络的软阈值功率。',
  tables: {
    fit: {
      title: { zh: '各功率的拟合与连接度', en: 'Fit and connectivity at each power' },
      role: 'result',
      columns: [
        { name: 'Power', type: 'integer', title: { zh: '功率', en: 'Power' }, key: true },
        { name: 'SFT.R.sq', type: 'number', title: { zh: '无标度拟合 R²', en: 'Scale-free fit R²' }, key: true },
        { name: 'slope', type: 'number', title: { zh: '斜率', en: 'Slope' } },
        { name: 'truncated.R.sq', type: 'number', title: { zh: '截断指数拟合 R²', en: 'R² of the truncated exponential fit' } },
        { name: 'mean.k.', type: 'number', title: { zh: '平均连接度', en: 'Mean connectivity' }, key: true },
        { name: 'median.k.', type: 'number', title: { zh: '连接度中位数', en: 'Median connectivity' } },
        { name: 'max.k.', type: 'number', title: { zh: '最大连接度', en: 'Maximum connectivity' } },
        { name: 'recommended', type: 'text', title: { zh: '推荐', en: 'Recommended' }, codes: RECOMMENDED },
      ],
    },
    samples: {
      title: TITLES.samples,
      role: 'result',
      columns: [
        { name: 'sample', type: 'text', title: TITLES.sample },
        { name: 'joins', type: 'number', title: { zh: '并入聚类树的高度', en: 'Height of joining the tree' }, key: true },
        { name: 'kept', type: 'text', title: { zh: '保留', en: 'Kept' }, codes: YES_NO },
        { name: 'reason', type: 'text', title: { zh: '剔除的原因', en: 'Reason for exclusion' }, codes: LEFT_OUT },
      ],
    },
    excluded_genes: {
      title: { zh: '没有参与的{{row_subject}}', en: '{{Row_subject}}s left out' },
      role: 'result',
      folded: true,
      hideEmpty: true,
      columns: [
        { name: 'gene', type: 'gene', title: TITLES.row },
        { name: 'reason', type: 'text', title: { zh: '原因', en: 'Reason' }, codes: LEFT_OUT },
      ],
    },
    network: {
      title: { zh: '建网络用的矩阵', en: 'Network' },
      role: 'result',
      columns: [{ name: 'gene', type: 'gene', title: TITLES.row }],
      rest: { type: 'number', title: TITLES.samples },
      matrix: true,
    },
    r2_points: { title: { zh: '无标度拟合', en: 'Scale-free fit' }, role: 'figure', columns: points },
    r2_line: {
      title: { zh: 'R² 的界线', en: 'R2 line' },
      role: 'figure',
      columns: [
        { name: 'x', type: 'number' },
        { name: 'y', type: 'number' },
      ],
    },
    k_points: { title: { zh: '平均连接度', en: 'Mean connectivity' }, role: 'figure', columns: points },
    tree_leaves: {
      title: { zh: '聚类树的样本', en: 'Tree leaves' },
      role: 'figure',
      columns: [
        { name: 'sample', type: 'text' },
        { name: 'state', type: 'text', codes: STATES },
      ],
    },
    tree_merges: {
      title: { zh: '聚类树', en: 'Tree merges' },
      role: 'figure',
      columns: [
        { name: 'left', type: 'number' },
        { name: 'right', type: 'number' },
        { name: 'height', type: 'number' },
        { name: 'left_height', type: 'number' },
        { name: 'right_height', type: 'number' },
      ],
    },
  },
  figures: {
    fit: {
      title: { zh: '无标度拟合', en: 'Scale-free fit' },
      chart: 'scatter',
      tables: { points: 'r2_points', line: 'r2_line' },
      columns: { label: 'label', x: 'power', y: 'value', group: 'recommended', line_x: 'x', line_y: 'y' },
      caption: {
        zh: '每个点是一个功率，纵轴是无标度拓扑拟合的 R²（斜率为正时记为负）。横线是所定的界线 {{rsquared_cut}}{{^fitted}}，没有功率达到{{/fitted}}{{#relaxed}}，没有合适的功率达到，推荐的按 {{used_r2}} 选{{/relaxed}}。推荐 {{power}}：{{why}}。',
        en: 'Points: powers; y: scale-free topology fit R², negative where the slope is positive. Line: {{rsquared_cut}}{{^fitted}}, which no power reached{{/fitted}}{{#relaxed}}, which no suitable power reached; {{used_r2}} was used{{/relaxed}}. Chosen power: {{power}}.',
      },
      statistics: { zh: '{{samples}} 个样本，{{genes}} 个{{row_subject}}。', en: 'n = {{samples}} samples, {{genes}} {{row_subject}}s.' },
      alternative: {
        zh: '散点图：各软阈值功率的无标度拟合 R²，推荐的功率是 {{power}}。',
        en: 'Scatter plot: scale-free fit R² of each soft-thresholding power; {{power}} is recommended.',
      },
      style: {
        ...commonStyle({
          width: ONE_COLUMN,
          height: 70 / 25.4,
          x: { zh: '软阈值功率', en: 'Soft-thresholding power' },
          y: { zh: '无标度拟合 R²（带符号）', en: 'Signed scale-free fit R²' },
        }),
        ...fitStyle,
      },
    },
    connectivity: {
      title: { zh: '平均连接度', en: 'Mean connectivity' },
      chart: 'scatter',
      tables: { points: 'k_points' },
      columns: { label: 'label', x: 'power', y: 'value', group: 'recommended' },
      caption: {
        zh: '功率越大，网络越稀。5,000 个{{row_subject}}以上时，平均连接度在 10–200 之间的网络才看得出模块，{{row_subject}}少时下限按比例降低：太大，{{row_subject}}都连在一起；太小，多数{{row_subject}}不连。',
        en: 'Mean connectivity of the network at each power.',
      },
      statistics: { zh: '{{samples}} 个样本，{{genes}} 个{{row_subject}}。', en: 'n = {{samples}} samples, {{genes}} {{row_subject}}s.' },
      alternative: {
        zh: '散点图：各软阈值功率的平均连接度；功率 {{power}} 时是 {{mean_k}}。',
        en: 'Scatter plot: mean connectivity of each soft-thresholding power, {{mean_k}} at {{power}}.',
      },
      style: {
        ...commonStyle({
          width: ONE_COLUMN,
          height: 70 / 25.4,
          x: { zh: '软阈值功率', en: 'Soft-thresholding power' },
          y: { zh: '平均连接度', en: 'Mean connectivity' },
        }),
        ...fitStyle,
        axis_log_y: { kind: 'flag', label: '纵轴用对数坐标', default: true },
      },
    },
    tree: {
      title: { zh: '样本聚类树', en: 'Sample dendrogram' },
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
      caption: {
        zh: '{{samples_in}} 个样本按 {{genes}} 个{{row_subject}}的欧氏距离、average 法聚类。单独很晚才并入的是离群样本。{{#cut}}虚线是截断的高度 {{cut}}，剔除了 {{excluded}} 个。{{/cut}}{{^cut}}没有剔除样本。{{^paper}}点「编辑图形」可移动虚线，图下会写出会剔除谁；定好后，把高度填到「离群样本的截断高度」再运行。{{/paper}}{{/cut}}',
        en: 'Samples clustered by Euclidean distance (average linkage).{{#cut}} Dashed line: cut at {{cut}}; samples above it were excluded ({{excluded}}).{{/cut}}',
      },
      statistics: { zh: '没有做检验。', en: 'n = {{samples_in}} samples, {{genes}} genes.' },
      alternative: {
        zh: '聚类树：{{samples_in}} 个样本，剔除 {{excluded}} 个。',
        en: 'Dendrogram of {{samples_in}} samples, {{excluded}} excluded.',
      },
      style: {
        ...commonStyle({ width: TWO_COLUMNS, height: 85 / 25.4, y: { zh: '高度', en: 'Height' } }),
        cut_height: { ...cutHeight, label: '虚线的高度（0 为不画）' },
        show_samples: { kind: 'flag', label: '样本名', default: true },
        group_1_color: { kind: 'colour', label: '保留', default: '#16242B' },
        group_2_color: { kind: 'colour', label: '剔除', default: '#D55E00' },
      },
    },
  },
  facts: {
    ...cohortFacts,
    genes_in: { label: '读入的{{row_subject}}', format: 'count' },
    genes: { label: '建网络的{{row_subject}}', format: 'count' },
    genes_dropped: { label: '去掉的{{row_subject}}', format: 'count' },
    dropped_genes: { label: '去掉的{{row_subject}}的名称', format: 'text' },
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
    why_english: { label: '推荐的理由（英文）', format: 'text' },
    relaxed: { label: 'R² 低于所定', format: 'flag' },
    loose: { label: '连接度不合适', format: 'flag' },
    asked_r2: { label: '所定的 R²', format: 'decimal' },
    used_r2: { label: '选用的 R²', format: 'decimal' },
    network_word: { label: '网络类型', format: 'text' },
    kind_word: { label: '所用的样本', format: 'text' },
    listed: { label: '按名单取{{row_subject}}', format: 'flag' },
    expression_unit: { label: '表达量单位', format: 'text' },
  },
  texts: {
    headline: {
      zh: '推荐功率 {{power}} · {{genes}} 个{{row_subject}} × {{samples}} 个样本',
      en: 'Power {{power}} recommended · {{genes}} {{row_subject}}s × {{samples}} samples',
    },
    summary: {
      zh: '推荐的软阈值功率是 **{{power}}**：{{why}}。{{#relaxed}}**没有合适的功率达到 R² {{asked_r2}}**，推荐的是按较低的界线 {{used_r2}} 选的。{{/relaxed}}{{#loose}}**平均连接度不合适**，模块可能看不清。{{/loose}}{{^fitted}}**没有功率达到 R² {{asked_r2}}**，先看样本聚类树里有没有离群样本或分成几群，再决定要不要继续。{{/fitted}}网络用 {{samples}} 个样本里的 {{genes}} 个{{row_subject}}{{#excluded_names}}，剔除了 {{excluded}} 个离群样本（{{excluded_names}}）{{/excluded_names}}。{{^paper}}接着做「WGCNA 模块」，功率和矩阵会自动带过去。{{/paper}}',
      en: 'The recommended soft-thresholding power is **{{power}}**{{#why_english}}: {{why_english}}{{/why_english}}.{{#relaxed}} **No suitable power reaches an R² of {{asked_r2}}**: this one was chosen by the lower bound of {{used_r2}}.{{/relaxed}}{{#loose}} **Its mean connectivity is unsuitable**: modules may be unclear.{{/loose}}{{^fitted}} **No power reaches an R² of {{asked_r2}}**: look in the dendrogram for outliers or clusters of samples before going on.{{/fitted}} The network has {{genes}} {{row_subject}}s in {{samples}} samples{{#excluded_names}}, without {{excluded}} outlying samples ({{excluded_names}}){{/excluded_names}}.',
    },
    detail: {
      zh: '{{#cohort}}{{cohort}} {{kind_word}} · {{/cohort}}读入 {{genes_in}} 个{{row_subject}}、{{samples_in}} 个样本 · {{network_word}} · {{#listed}}按名单取{{row_subject}}{{/listed}}{{^listed}}按 MAD 取{{row_subject}}{{/listed}}{{#dropped_genes}} · 去掉缺失太多或不变化的{{row_subject}} {{genes_dropped}} 个（{{dropped_genes}}）{{/dropped_genes}}{{#dropped_samples}} · 去掉缺失太多的样本 {{samples_dropped}} 个（{{dropped_samples}}）{{/dropped_samples}}{{#expression_unit}} · 表达量：{{expression_unit}}{{/expression_unit}}',
      en: '{{#cohort}}{{cohort}} · {{/cohort}}{{genes_in}} {{row_subject}}s and {{samples_in}} samples read · {{network_type}} network · {{#listed}}{{row_subject}}s of a list{{/listed}}{{^listed}}{{row_subject}}s by MAD{{/listed}}{{#dropped_genes}} · {{genes_dropped}} {{row_subject}}s with too many missing values or no variation left out ({{dropped_genes}}){{/dropped_genes}}{{#dropped_samples}} · {{samples_dropped}} samples with too many missing values left out ({{dropped_samples}}){{/dropped_samples}}{{#expression_unit}} · expression: {{expression_unit}}{{/expression_unit}}',
    },
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
