import {
  barStyle,
  both,
  type Codes,
  commonStyle,
  defineTool,
  expressionFile,
  groupColours,
  matrix,
  NAME_LIST,
  ONE_COLUMN,
  page,
  refuse,
  rowsOf,
  sampleGroups,
  TITLES,
  type ToolDefinition,
  TWO_COLUMNS,
  tell,
  warn,
} from '@oncoloom/tool-kit';

const CRITERIA = {
  distance: { zh: '距离之和', en: 'Sum of distances' },
  ks: { zh: 'KS 距离', en: 'KS distance' },
  hoeffding: both('Hoeffding D'),
} as const satisfies Codes;
const VERDICTS = {
  none: { zh: '都未超过', en: 'none exceeded' },
  several: { zh: '{first}；{others}', en: '{first}; {others}' },
  exceeded: { zh: '超过：{criteria}', en: 'exceeded: {criteria}' },
  within: { zh: '{criteria}未超过', en: 'not exceeded: {criteria}' },
  unjudged: { zh: '{criteria}不能判断（不足 5 张）', en: 'not judged, for fewer than 5 arrays: {criteria}' },
  listed: NAME_LIST,
  ...CRITERIA,
} as const satisfies Codes;
const RATIO_VERDICTS = {
  above: { zh: '超过阈值', en: 'Above threshold' },
  within: { zh: '未超过', en: 'Within threshold' },
} as const satisfies Codes;
const SCALES = { difference: { zh: '平均绝对差', en: 'Mean absolute difference' } } as const satisfies Codes;

const sample = { name: 'sample', type: 'text', title: { zh: '芯片', en: 'Array' } } as const;
const group = {
  name: 'group',
  type: 'text',
  title: TITLES.group,
  codes: { none: { zh: '未分组', en: 'No group' } },
  own: true,
} as const;
/** Boxes of values, and of their distances to the median array. */
const boxColumns = [
  sample,
  group,
  { name: 'low', type: 'number' },
  { name: 'q1', type: 'number' },
  { name: 'median', type: 'number' },
  { name: 'q3', type: 'number' },
  { name: 'high', type: 'number' },
] as const;
const boxRoles = { label: 'sample', group: 'group', low: 'low', q1: 'q1', median: 'median', q3: 'q3', high: 'high' } as const;
const sampleNames = { show_samples: { kind: 'flag', label: '芯片名', default: true } } as const;

export default defineTool({
  taskType: 'microarray_quality_assessment',
  title: '芯片质量评估',
  english: 'Microarray quality assessment',
  points: 5,
  premium: false,
  pages: [page('bulk', 1, '质控与标准化', 'microarray-quality-assessment')],
  version: '1.1.0',
  naming: '{{file_id}} · 芯片质量',
  summary:
    '逐张检查芯片：强度分布、与其他芯片的距离、MA 图的形状，用 arrayQualityMetrics 公布的三项判据找出异常的芯片。在标准化之前和之后各做一次。',
  outcome: '每张芯片的判据与标记，箱线图、密度图、MA 图、RLE、距离热图、主成分图，一份 PDF 质量评估报告',
  keywords: [
    '质控',
    '质量控制',
    '质量评估报告',
    '芯片质控',
    '离群样本',
    '异常芯片',
    'QC',
    'outlier',
    'arrayQualityMetrics',
    'MA 图',
    'RLE',
    '箱线图',
    'Hoeffding',
    'microarray',
    'GEO',
  ],
  expected: { base: 1, perMillionCells: 2.5 },
  parameters: {
    file_id: { ...expressionFile, help: '探针或基因在行、芯片在列，第一列是探针号；也可以直接用 GEO 的 series matrix。' },
    sample_groups: {
      ...sampleGroups,
      optional: true,
      partial: true,
      help: '可以不填。填了，图里按组着色，并说明被标记的芯片是否集中在一组；判据不受分组影响。',
    },
    log2_transform: {
      kind: 'choice',
      label: '取 log2',
      default: 'auto',
      options: [
        { value: 'auto', label: '自动', help: '数值没有取过对数时取 log2，取过的不再取。' },
        { value: 'yes', label: '取', help: '评估前先取 log2；0 和负数没有对数，按缺失处理。' },
        { value: 'no', label: '不取', help: '按表里的数值评估。没有取过对数的强度会让少数很亮的探针决定一切。' },
      ],
      help: '三项判据和各图都要在 log2 尺度上看。这里的对数只用于评估，文件不会改变。',
    },
  },
  requirements: [
    refuse('few_arrays', [matrix.samples({ below: 3 })], {
      message: '只有 {{columns}} 张芯片。芯片要互相比较才看得出哪张异常，至少要 3 张；请上传同一批的全部芯片',
    }),
    refuse('many_arrays', [matrix.samples({ above: 1000 })], {
      message: '有 {{columns}} 张芯片，一次最多评估 1,000 张。请按批次或平台分成几份',
    }),
    refuse('few_probes', [matrix.rows({ below: 20 })], { message: '只有 {{rows}} 行，看不出一张芯片的分布。请上传整张芯片的数据' }),
    warn('too_few_to_judge', [matrix.samples({ above: 2 }), matrix.samples({ below: 5 })], {
      message:
        '只有 {{columns}} 张芯片，不足 5 张：距离之和与 KS 距离不能判断哪张异常，只有 Hoeffding D 能判断。请把同一批的其他芯片一起评估',
    }),
    warn('coarse_rule', [matrix.samples({ above: 4 }), matrix.samples({ below: 8 })], {
      message: '只有 {{columns}} 张芯片。箱线图法则的阈值由各芯片自己定出，芯片少时阈值不稳，请结合各图判断',
    }),
    warn('part_of_array', [matrix.rows({ above: 19 }), matrix.rows({ below: 1000 })], {
      message: '只有 {{rows}} 行，不像整张芯片。只含部分基因时，分布和距离说明不了芯片的质量',
    }),
    warn('log_twice', [matrix.logged], {
      field: 'log2_transform',
      when: { log2_transform: 'yes' },
      message: '这些数值像是已取过 log2（{{minimum}}–{{maximum}}），再取一次会把差别压小',
      fix: { label: '自动判断', parameters: { log2_transform: 'auto' } },
    }),
    warn('linear', [matrix.unlogged], {
      field: 'log2_transform',
      when: { log2_transform: 'no' },
      message: '数值 {{minimum}}–{{maximum}}，没有取过对数。不取对数时，距离由少数很亮的探针决定',
      fix: { label: '取 log2', parameters: { log2_transform: 'yes' } },
    }),
    tell('logged', [matrix.unlogged, matrix.noNegative], {
      field: 'log2_transform',
      when: { log2_transform: 'auto' },
      message: '数值 {{minimum}}–{{maximum}}，没有取过对数；评估时取 log2，文件不变',
    }),
    warn('negative', [matrix.linear, matrix.negative], {
      field: 'log2_transform',
      when: { log2_transform: 'auto' },
      message: '有 {{negative}} 个负的荧光强度（最小 {{minimum}}），没有对数，评估时按缺失处理；各芯片缺失的比例会列出',
      detail: '常见于 MAS4 或扣过背景的数据',
    }),
    warn('negative_logged', [matrix.negative], {
      field: 'log2_transform',
      when: { log2_transform: 'yes' },
      message: '有 {{negative}} 个负数（最小 {{minimum}}），没有对数，评估时按缺失处理；各芯片缺失的比例会列出',
    }),
    warn('counts', [matrix.counts], { message: '这张表全是非负整数，像是 RNA-seq 计数。判据是为芯片定的；芯片强度取了整的可以继续' }),
    warn('ratios', [matrix.logged, matrix.fact('negative', { shareAbove: 1 })], {
      message: '有 {{negative}} 个负数，像是比值或中心化过的数据。这时 A 不代表强度，MA 图和 Hoeffding D 没有意义，请看另外两项判据',
    }),
    tell('batch_corrected', [matrix.batchCorrected], {
      message: '这是去过批次的矩阵。原始数据里的问题可能已被掩盖，请也评估去批次前的矩阵',
    }),
    tell('missing', [matrix.missing], { message: '有 {{missing}} 个缺失值，每项计算只用有数值的探针' }),
  ],
  plan: '评估 {{columns}} 张芯片、{{rows}} 行，得到判据表、7 张图和一份 PDF 报告。',
  tables: {
    criteria: {
      title: { zh: '每张芯片的判据', en: 'Criteria of each array' },
      role: 'result',
      columns: [
        sample,
        group,
        { name: 'flags', type: 'integer', title: { zh: '超过阈值的项数', en: 'Criteria exceeded' } },
        { name: 'verdict', type: 'text', title: { zh: '结论', en: 'Verdict' }, codes: VERDICTS },
        { name: 'distance_sum', type: 'number', title: { zh: '距离之和', en: 'Sum of distances' } },
        { name: 'distance_threshold', type: 'number', title: { zh: '距离之和的阈值', en: 'Threshold of the sum of distances' } },
        { name: 'distance_outlier', type: 'flag', title: { zh: '距离异常', en: 'Outlier by distance' } },
        { name: 'ks', type: 'number', digits: 4, title: { zh: 'KS 距离', en: 'KS distance' } },
        { name: 'ks_threshold', type: 'number', digits: 4, title: { zh: 'KS 的阈值', en: 'Threshold of KS' } },
        { name: 'ks_outlier', type: 'flag', title: { zh: '分布异常', en: 'Outlier by distribution' } },
        { name: 'hoeffding_d', type: 'number', digits: 4, title: both('Hoeffding D') },
        { name: 'd_threshold', type: 'number', title: { zh: 'D 的阈值', en: 'Threshold of D' } },
        { name: 'd_outlier', type: 'flag', title: { zh: 'MA 图异常', en: 'Outlier by MA plot' } },
        { name: 'median', type: 'number', title: { zh: '中位数', en: 'Median' } },
        { name: 'iqr', type: 'number', title: { zh: '四分位距', en: 'Interquartile range' } },
        { name: 'rle_median', type: 'number', title: { zh: 'RLE 中位数', en: 'RLE median' } },
        { name: 'rle_iqr', type: 'number', title: { zh: 'RLE 四分位距', en: 'RLE interquartile range' } },
        { name: 'missing', type: 'fraction', title: { zh: '没有数值的探针', en: 'Probes without value' } },
      ],
      views: [
        { label: { zh: '被标记', en: 'Flagged' }, clauses: [{ column: 'flags', is: '>=', value: 1 }] },
        { label: { zh: '两项以上', en: 'By two criteria or more' }, clauses: [{ column: 'flags', is: '>=', value: 2 }] },
      ],
    },
    ratios: {
      title: { zh: '判据与阈值之比', en: 'Ratios' },
      role: 'figure',
      columns: [
        sample,
        { name: 'criterion', type: 'text', codes: CRITERIA },
        { name: 'verdict', type: 'text', codes: RATIO_VERDICTS },
        { name: 'ratio', type: 'number' },
        { name: 'limit', type: 'number' },
      ],
    },
    boxes: { title: { zh: '各芯片的强度', en: 'Boxes' }, role: 'figure', columns: boxColumns },
    densities: {
      title: { zh: '各芯片的密度', en: 'Densities' },
      role: 'figure',
      columns: [sample, group, { name: 'x', type: 'number' }, { name: 'y', type: 'number' }],
    },
    rle: { title: { zh: '各芯片的相对对数表达', en: 'Relative log expression of arrays' }, role: 'figure', columns: boxColumns },
    ma: {
      title: { zh: 'MA 图的点', en: 'MA values' },
      role: 'figure',
      columns: [{ name: 'probe', type: 'gene' }, sample, { name: 'A', type: 'number' }, { name: 'M', type: 'number' }],
    },
    ma_trend: {
      title: { zh: 'MA 图的趋势', en: 'Ma trend' },
      role: 'figure',
      columns: [sample, { name: 'A', type: 'number' }, { name: 'M', type: 'number' }],
    },
    ma_words: { title: { zh: 'MA 图的 D', en: 'Ma words' }, role: 'figure', columns: [sample, { name: 'text', type: 'text' }] },
    distance: {
      title: { zh: '芯片之间的距离', en: 'Distances between arrays' },
      role: 'figure',
      columns: [sample],
      rest: { type: 'number' },
    },
    distance_samples: { title: { zh: '距离热图的芯片', en: 'Distance samples' }, role: 'figure', columns: [sample, group] },
    distance_tree: {
      title: { zh: '距离热图的聚类树', en: 'Distance tree' },
      role: 'figure',
      columns: [
        { name: 'side', type: 'text' },
        { name: 'position_from', type: 'number' },
        { name: 'height_from', type: 'number' },
        { name: 'position_to', type: 'number' },
        { name: 'height_to', type: 'number' },
      ],
    },
    distance_scale: {
      title: { zh: '距离热图的颜色', en: 'Distance scale' },
      role: 'figure',
      columns: [
        { name: 'title', type: 'text', codes: SCALES },
        { name: 'low', type: 'number' },
        { name: 'high', type: 'number' },
        { name: 'middle', type: 'number' },
      ],
    },
    pca: {
      title: { zh: '主成分得分', en: 'Principal component scores' },
      role: 'figure',
      columns: [sample, group, { name: 'PC1', type: 'number' }, { name: 'PC2', type: 'number' }],
    },
    pca_variance: {
      title: { zh: '主成分解释的方差', en: 'Variance of principal components' },
      role: 'figure',
      columns: [
        { name: 'component', type: 'text' },
        { name: 'share', type: 'fraction' },
      ],
    },
  },
  figures: {
    ratios: {
      title: { zh: '三项判据', en: 'Three criteria of array quality' },
      chart: 'bars',
      wide: true,
      tables: { bars: 'ratios' },
      columns: { label: 'sample', value: 'ratio', group: 'verdict', facet: 'criterion', limit: 'limit' },
      caption: {
        zh: '每张芯片的统计量除以阈值，越过虚线（1）就是超过阈值。阈值：{{^few}}距离之和 {{distance_threshold}}，KS 距离 {{ks_threshold}}，{{/few}}Hoeffding D 0.15。{{#few}}芯片不足 5 张，距离之和与 KS 距离不能判断，没有画。{{/few}}',
        en: 'Statistics of each array divided by their thresholds; beyond the dashed line (1) the threshold is exceeded. Thresholds: {{^few}}sum of distances {{distance_threshold}}, KS distance {{ks_threshold}}, {{/few}}Hoeffding’s D 0.15.{{#few}} Fewer than 5 arrays: sum of distances and KS distance cannot be judged and are not drawn.{{/few}}',
      },
      statistics: {
        zh: '{{arrays}} 张芯片，{{probes}} 个探针。{{^few}}距离之和与 KS 距离的阈值由各芯片的分布得到（箱线图的上须）；{{/few}}超过任一阈值的有 {{flagged}} 张，两项以上的 {{several}} 张；没有做检验。',
        en: 'n = {{arrays}} arrays, {{probes}} probes.{{^few}} Thresholds of the sum of distances and of KS come from their distribution over the arrays (upper whisker of a box plot).{{/few}} Beyond a threshold: {{flagged}} arrays, of two or more criteria: {{several}}; no test was made.',
      },
      alternative: {
        zh: '条形图：{{arrays}} 张芯片{{^few}}三项判据{{/few}}{{#few}} Hoeffding D {{/few}}与阈值之比，大于 1 的被标记，共 {{flagged}} 张。',
        en: 'Bar chart: {{^few}}three criteria{{/few}}{{#few}}Hoeffding’s D{{/few}} of {{arrays}} arrays as ratios to their thresholds; above 1 an array is flagged, {{flagged}} in all.',
      },
      style: {
        ...commonStyle({ width: TWO_COLUMNS, height: 132 / 25.4, x: { zh: '与阈值之比', en: 'Ratio to threshold' } }),
        ...barStyle({ mode: 'stacked', direction: 'horizontal', format: 'number' }),
        group_1_color: { kind: 'colour', label: '未超过', default: '#8fa3ad' },
        group_2_color: { kind: 'colour', label: '超过阈值', default: '#D55E00' },
      },
    },
    box: {
      title: { zh: '强度的箱线图', en: 'Intensities of arrays' },
      chart: 'box',
      wide: true,
      tables: { boxes: 'boxes' },
      columns: boxRoles,
      caption: {
        zh: '各芯片全部探针的数值{{#logged}}，取 log2{{/logged}}。须到 1.5 倍四分位距为止，不画离群点。高低或宽窄与众不同的芯片，KS 距离大。',
        en: 'All probes of each array{{#logged}}, log2{{/logged}}. Whiskers: 1.5 interquartile ranges; outliers are not drawn.',
      },
      statistics: {
        zh: '{{arrays}} 张芯片，{{probes}} 个探针{{^few}}；KS 距离超过阈值的有 {{by_ks}} 张{{/few}}；没有做检验。',
        en: 'n = {{arrays}} arrays, {{probes}} probes{{^few}}; KS distance beyond its threshold: {{by_ks}}{{/few}}; no test was made.',
      },
      alternative: { zh: '箱线图：{{arrays}} 张芯片的强度分布。', en: 'Box plots of the intensities of {{arrays}} arrays.' },
      style: {
        ...commonStyle({ width: TWO_COLUMNS, height: 75 / 25.4, y: { zh: '强度（log~2~）', en: 'Intensity (log~2~)' } }),
        ...groupColours(6),
        ...sampleNames,
      },
    },
    density: {
      title: { zh: '强度的密度图', en: 'Densities of intensities' },
      chart: 'density',
      tables: { lines: 'densities' },
      columns: { label: 'sample', group: 'group', x: 'x', y: 'y' },
      caption: { zh: '每条线是一张芯片。形状不同的线，常来自背景高、信号弱或饱和。', en: 'A line per array.' },
      statistics: {
        zh: '{{arrays}} 张芯片，{{probes}} 个探针{{^few}}；KS 距离超过阈值的有 {{by_ks}} 张{{/few}}；没有做检验。',
        en: 'n = {{arrays}} arrays, {{probes}} probes{{^few}}; KS distance beyond its threshold: {{by_ks}}{{/few}}; no test was made.',
      },
      alternative: { zh: '密度图：{{arrays}} 张芯片的强度分布。', en: 'Densities of the intensities of {{arrays}} arrays.' },
      style: {
        ...commonStyle({ width: ONE_COLUMN, height: 75 / 25.4, x: { zh: '强度（log~2~）', en: 'Intensity (log~2~)' } }),
        ...groupColours(6),
      },
    },
    pca: {
      title: { zh: '主成分分析', en: 'Principal components' },
      chart: 'pca',
      tables: { points: 'pca', variance: 'pca_variance' },
      columns: { label: 'sample', group: 'group', x: 'PC1', y: 'PC2' },
      caption: {
        zh: '所有没有缺失值的探针，中心化、不缩放。远离众芯片的点值得细看；按批次分开，说明有批次效应。',
        en: 'All probes without missing values, centred, not scaled.',
      },
      statistics: {
        zh: '{{arrays}} 张芯片，{{probes}} 个探针；PC1 解释 {{pc1}}，PC2 解释 {{pc2}} 的方差；没有做检验。',
        en: 'n = {{arrays}} arrays, {{probes}} probes; PC1 explains {{pc1}}, PC2 {{pc2}} of the variance; no test was made.',
      },
      alternative: {
        zh: '主成分图：PC1 解释 {{pc1}}，PC2 解释 {{pc2}} 的方差。',
        en: 'Principal components: PC1 explains {{pc1}} of the variance, PC2 {{pc2}}.',
      },
      style: {
        ...commonStyle({ width: ONE_COLUMN, height: 75 / 25.4 }),
        ...groupColours(6),
        ellipse: { kind: 'flag', label: '置信椭圆', default: false },
        show_samples: { kind: 'flag', label: '芯片名', default: false },
      },
    },
    distance: {
      title: { zh: '芯片之间的距离', en: 'Distances between arrays' },
      chart: 'heatmap',
      wide: true,
      tables: { cells: 'distance', samples: 'distance_samples', tree: 'distance_tree', scale: 'distance_scale' },
      columns: { label: 'sample', sample: 'sample', group: 'group' },
      caption: {
        zh: '两张芯片的距离是同一探针数值之差绝对值的平均。颜色越深越远；一整行都深的芯片，距离之和大。ward.D2 聚类。',
        en: 'Distance of two arrays: mean absolute difference over all probes. Clustered by ward.D2.',
      },
      statistics: {
        zh: '{{arrays}} 张芯片，{{probes}} 个探针{{^few}}；距离之和超过阈值的有 {{by_distance}} 张{{/few}}；没有做检验。',
        en: 'n = {{arrays}} arrays, {{probes}} probes{{^few}}; sum of distances beyond its threshold: {{by_distance}}{{/few}}; no test was made.',
      },
      alternative: {
        zh: '距离热图：{{arrays}} 张芯片两两之间的平均绝对差，行列均已聚类。',
        en: 'Heatmap of the mean absolute differences between {{arrays}} arrays, rows and columns clustered.',
      },
      style: {
        ...commonStyle({ width: TWO_COLUMNS, height: 138 / 25.4 }),
        low_color: { kind: 'colour', label: '近', default: '#fff7e6' },
        high_color: { kind: 'colour', label: '远', default: '#0B6E69' },
        ...groupColours(6),
        show_samples: { kind: 'flag', label: '芯片名', default: true },
      },
    },
    rle: {
      title: { zh: '相对对数表达（RLE）', en: 'Relative log expression (RLE)' },
      chart: 'box',
      wide: true,
      tables: { boxes: 'rle' },
      columns: boxRoles,
      caption: {
        zh: '每个探针减去它在所有芯片中的中位数。好的芯片中位数接近 0、箱子窄；整体偏移或明显变宽的值得细看。',
        en: 'Relative log expression: each probe minus its median over all arrays.',
      },
      statistics: {
        zh: '{{arrays}} 张芯片，{{probes}} 个探针；没有做检验。',
        en: 'n = {{arrays}} arrays, {{probes}} probes; no test was made.',
      },
      alternative: {
        zh: 'RLE 箱线图：{{arrays}} 张芯片与中位数芯片之差的分布。',
        en: 'RLE box plots: differences of {{arrays}} arrays from the array of medians.',
      },
      style: {
        ...commonStyle({
          width: TWO_COLUMNS,
          height: 75 / 25.4,
          y: { zh: '与中位数之差（log~2~）', en: 'Difference from median (log~2~)' },
        }),
        ...groupColours(6),
        ...sampleNames,
      },
    },
    ma: {
      title: { zh: 'MA 图：D 最大的芯片', en: 'MA plots of the arrays with the largest D' },
      chart: 'scatter',
      wide: true,
      tables: { points: 'ma', line: 'ma_trend', words: 'ma_words' },
      columns: { label: 'probe', x: 'A', y: 'M', facet: 'sample', line_x: 'A', line_y: 'M', text: 'text' },
      caption: {
        zh: 'Hoeffding D 最大的 {{ma_arrays}} 张芯片，各与所有芯片的中位数（虚拟的参照芯片）比较：M 是差，A 是平均，都是 log2。线是 lowess 趋势，好的芯片贴着 M = 0。每图至多画 2,500 个探针，D 按全部探针计算。',
        en: 'The {{ma_arrays}} arrays of largest Hoeffding’s D, each against the median of all arrays: M is the difference, A the mean, both log2. Line: lowess. At most 2,500 probes are drawn per panel; D is of all.',
      },
      statistics: {
        zh: '{{arrays}} 张芯片，{{probes}} 个探针；Hoeffding D 超过 0.15 的有 {{by_d}} 张，最大 {{largest_d}}；没有做检验。',
        en: 'n = {{arrays}} arrays, {{probes}} probes; Hoeffding’s D above 0.15: {{by_d}}, largest {{largest_d}}; no test was made.',
      },
      alternative: {
        zh: 'MA 图：Hoeffding D 最大的 {{ma_arrays}} 张芯片与中位数芯片比较，最大的 D 是 {{largest_d}}。',
        en: 'MA plots of the {{ma_arrays}} arrays with the largest Hoeffding’s D against the array of medians; the largest D is {{largest_d}}.',
      },
      style: {
        ...commonStyle({ width: TWO_COLUMNS, height: 110 / 25.4, x: 'A', y: 'M' }),
        group_1_color: { kind: 'colour', label: '点', default: '#0072B2' },
        line_color: { kind: 'colour', label: '趋势', default: '#D55E00' },
        point_size: { kind: 'number', label: '点大小', default: 1.6, min: 0.5, max: 8, step: 0.1, unit: 'px' },
        point_opacity: { kind: 'number', label: '不透明度', default: 0.5, min: 0.1, max: 1, step: 0.01 },
      },
    },
  },
  documents: { report: { title: '质量评估报告' } },
  facts: {
    arrays: { label: '芯片', format: 'count' },
    probes: { label: '探针', format: 'count' },
    flagged: { label: '被标记的芯片', format: 'count' },
    flagged_names: { label: '被标记的芯片名', format: 'text' },
    several: { label: '两项以上超过阈值', format: 'count' },
    few: { label: '不足 5 张', format: 'flag' },
    by_distance: { label: '距离之和超过阈值', format: 'count' },
    by_ks: { label: 'KS 距离超过阈值', format: 'count' },
    by_d: { label: 'Hoeffding D 超过阈值', format: 'count' },
    distance_threshold: { label: '距离之和的阈值', format: 'number' },
    ks_threshold: { label: 'KS 距离的阈值', format: 'number' },
    largest_d: { label: '最大的 Hoeffding D', format: 'number' },
    logged: { label: '评估时取 log2', format: 'flag' },
    without_log: { label: '没有对数的数值', format: 'count' },
    ma_arrays: { label: 'MA 图的芯片', format: 'count' },
    pc1: { label: 'PC1', format: 'percent' },
    pc2: { label: 'PC2', format: 'percent' },
  },
  sources: {
    arrays: rowsOf('criteria'),
    probes: { input: 'file_id', of: 'rows' },
    flagged: rowsOf('criteria', { column: 'flags', is: '>', value: 0 }),
    several: rowsOf('criteria', { column: 'flags', is: '>', value: 1 }),
    distance_threshold: { table: 'criteria', column: 'distance_threshold', of: 'max' },
    ks_threshold: { table: 'criteria', column: 'ks_threshold', of: 'max' },
  },
  texts: {
    headline: {
      zh: '{{#flagged}}{{arrays}} 张里标记 {{flagged}} 张{{/flagged}}{{^flagged}}{{#few}}{{arrays}} 张，太少，不能判断{{/few}}{{^few}}{{arrays}} 张，没有异常{{/few}}{{/flagged}}',
      en: '{{#flagged}}{{flagged}} of {{arrays}} arrays flagged{{/flagged}}{{^flagged}}{{#few}}{{arrays}} arrays: too few to judge{{/few}}{{^few}}{{arrays}} arrays, none flagged{{/few}}{{/flagged}}',
    },
    summary: {
      zh: '{{#flagged}}{{arrays}} 张芯片里，**{{flagged}} 张被标记**：{{flagged_names}}。{{#several}}其中 {{several}} 张有两项以上超过阈值，应先核对。{{/several}}{{^several}}都只有一项超过阈值。{{/several}}标记是提示细看，不等于要剔除。{{/flagged}}{{^flagged}}{{^few}}{{arrays}} 张芯片在三项判据上**都没有超过阈值**，看不出异常的芯片。{{/few}}{{/flagged}}{{#few}}只有 {{arrays}} 张芯片，不足 5 张，**不能用距离之和与 KS 距离判断**哪张异常：芯片这样少时，差得再远也不会超过阈值。{{^flagged}}能判断的只有 Hoeffding D，没有超过 0.15 的。{{/flagged}}请看各图，或把同一批的其他芯片一起评估。{{/few}}',
      en: '{{#flagged}}Of {{arrays}} arrays **{{flagged}} were flagged**: {{flagged_names}}.{{#several}} {{several}} of them exceed two thresholds or more and should be looked at first.{{/several}}{{^several}} Each exceeds one threshold alone.{{/several}} A flag asks for a closer look, not for exclusion.{{/flagged}}{{^flagged}}{{^few}}{{arrays}} arrays **exceed no threshold** in the three criteria: none looks abnormal.{{/few}}{{/flagged}}{{#few}} With {{arrays}} arrays, fewer than 5, **the sum of distances and the KS distance cannot judge** which is abnormal: no difference, however large, can exceed the threshold.{{^flagged}} Hoeffding’s D alone can, and none is above 0.15.{{/flagged}} Look at the figures, or assess the other arrays of the batch together with these.{{/few}}',
    },
    detail: {
      zh: '{{probes}} 个探针{{#logged}} · 数值没有取过对数，评估时取了 log2{{/logged}}{{#without_log}} · {{without_log}} 个 0 或负数没有对数，按缺失处理{{/without_log}}{{^few}} · 距离之和超过 {{distance_threshold}} 的 {{by_distance}} 张 · KS 距离超过 {{ks_threshold}} 的 {{by_ks}} 张{{/few}} · Hoeffding D 超过 0.15 的 {{by_d}} 张',
      en: '{{probes}} probes{{#logged}} · values were not logarithms; log2 was taken for the assessment{{/logged}}{{#without_log}} · {{without_log}} values of zero or below have no logarithm and count as missing{{/without_log}}{{^few}} · {{by_distance}} above {{distance_threshold}} in the sum of distances · {{by_ks}} above {{ks_threshold}} in the KS distance{{/few}} · {{by_d}} above 0.15 in Hoeffding’s D',
    },
  },
  ownCalls: {
    submit: '/api/microarray/quality-assessment/submit',
    result: '/api/microarray/quality-assessment/result',
    report: { url: '/microarray/quality-assessment/download-report/:id', file: 'report_pdf' },
  },
  produces: [],
  citations: [
    'Kauffmann A, Gentleman R, Huber W. arrayQualityMetrics—a bioconductor package for quality assessment of microarray data. Bioinformatics 2009;25(3):415–416. doi:10.1093/bioinformatics/btn647',
    'Kauffmann A, Huber W. Microarray data quality control improves the detection of differentially expressed genes. Genomics 2010;95(3):138–142. doi:10.1016/j.ygeno.2010.01.003',
    'Hoeffding W. A non-parametric test of independence. Ann Math Stat 1948;19(4):546–557. doi:10.1214/aoms/1177730150',
    'Bolstad BM, Collin F, Brettschneider J, et al. Quality assessment of Affymetrix GeneChip data. In: Gentleman R, et al., eds. Bioinformatics and Computational Biology Solutions Using R and Bioconductor. New York: Springer; 2005:33–47. doi:10.1007/0-387-29362-0_3',
  ],
  packages: ['matrixStats'],
  example: {
    title: '57 张膀胱癌芯片，5 个批次',
    description: 'Bioconductor 的 bladderbatch 数据集（Dyrskjøt 等，2004），HG-U133A 芯片，经过 RMA，22,283 个探针，按组织着色。',
    files: {
      file_id: { file: 'expression.tsv.gz', name: 'bladderbatch.tsv.gz' },
      sample_groups: { file: 'groups.tsv', name: 'bladderbatch_分组.tsv' },
    },
    parameters: {},
  },
} as const satisfies ToolDefinition);
