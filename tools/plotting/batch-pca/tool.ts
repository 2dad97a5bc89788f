import {
  barStyle,
  commonStyle,
  defineTool,
  expressionFile,
  ONE_COLUMN,
  page,
  plottedTable,
  sampleAnnotations,
  type ToolDefinition,
  TWO_COLUMNS,
  unloggedPlot,
} from '@oncoloom/tool-kit';

const component = (label: string, standard: number, help: string) =>
  ({ kind: 'integer', label, default: standard, min: 1, max: 50, help }) as const;

const looks = {
  draw_confidence_ellipse: {
    kind: 'flag',
    label: '置信椭圆',
    default: true,
    help: '每组 95% 的正态范围（同 ggplot2 的 stat_ellipse(type = "norm")），不足 4 个样本的组不画。它围的是样本，不是组均值的置信区间。',
  },
  label_points: { kind: 'flag', label: '写出样本名', default: false, help: '样本多时放不下的名字不写，图下会写出有几个。' },
} as const;

const annotations = { of: 'sample_annotations', kind: 'columns', multiple: false, optional: true } as const;

export default defineTool({
  taskType: 'batch_pca_plot',
  title: '主成分分析',
  english: 'Principal component analysis',
  points: 2,
  premium: false,
  pages: [page('plotting', 1, '差异与聚类', 'batch-pca', 'analysis', ':id')],
  version: '1.1.0',
  naming: '{{file_id}}{{table}} · 主成分分析',
  summary: '把上千个基因压成几个主成分，看样本之间谁像谁：分组能不能分开、有没有批次、有没有离群的样本。从表达矩阵或粘贴的表直接画。',
  outcome: '可编辑的主成分图和碎石图，得分、载荷、解释的方差三张表',
  keywords: ['PCA', '主成分', '降维', 'principal component', 'prcomp', '样本聚类', '批次', '离群样本', '载荷', '碎石图', '3D PCA'],
  expected: { base: 0.6, perMillionCells: 0.8 },
  parameters: {
    file_id: { ...expressionFile, accepts: ['matrix', 'score_matrix'], optional: true },
    table: plottedTable,
    sample_annotations: {
      ...sampleAnnotations,
      help: '可以不填。每个样本一行：sample 是样本名，其余各列是分组、批次这样的信息，用来着色、定形状、写名字。',
    },
    group_column: {
      ...annotations,
      label: '按哪一列着色',
      detect: ['group', 'groups', '分组', '组别', '组'],
      help: '样本信息里的列。不选时用名为 group 的列，没有就用第一个能分组的文字列。',
    },
    shape_column: { ...annotations, label: '按哪一列定形状', help: '再看第二个因素，例如颜色是分组、形状是批次。最多 6 种形状。' },
    feature_strategy: {
      kind: 'choice',
      label: '用哪些基因',
      default: 'top',
      options: [
        { value: 'top', label: '排在前面的', help: '按下面的量度取前若干个。几乎不变的基因只带来噪声。' },
        { value: 'all', label: '全部', help: '缩放时每个基因同等重要，低表达基因的噪声也算在内。' },
        { value: 'list', label: '指定名单', help: '看一组基因能不能把样本分开。' },
      ],
    },
    feature_count: {
      kind: 'integer',
      label: '取多少个基因',
      default: 500,
      min: 2,
      max: 50_000,
      unit: '个',
      when: { parameter: 'feature_strategy', is: ['top'] },
      help: '调大：包括变化小的基因，分开得可能不那么明显，但更能代表整体。调小：只看变化最大的。',
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
      when: { parameter: 'feature_strategy', is: ['top'] },
    },
    gene_list: {
      kind: 'genes',
      label: '基因名单',
      max: 5000,
      optional: true,
      when: { parameter: 'feature_strategy', is: ['list'] },
      help: '基因名、Ensembl 号或 Entrez 号，可从表格整列粘贴。',
    },
    center_data: {
      kind: 'flag',
      label: '中心化',
      default: true,
      advanced: true,
      help: '每个基因减去自己的平均值。关掉后第一主成分多半只反映整体高低。',
      feeds: 'stats::prcomp(center)',
    },
    scale_data: {
      kind: 'flag',
      label: '缩放到单位方差',
      default: true,
      help: '打开：每个基因同等重要。关掉：变化大的基因说了算，用取过对数的表达量时两种都常见。',
      feeds: 'stats::prcomp(scale.)',
    },
    plot_dimension: {
      kind: 'integer',
      label: '几个主成分',
      default: 2,
      min: 2,
      max: 3,
      help: '3：把三个主成分两两画成三张并排的图，每个点都看得清，不会像立体图那样互相遮挡。',
    },
    pc_x: component('横轴', 1, '第几主成分。'),
    pc_y: component('纵轴', 2, '第几主成分。前两个看不出分组时，可换 3、4 再看。'),
    pc_z: { ...component('第三个', 3, '第几主成分。'), when: { parameter: 'plot_dimension', is: [3] } },
    ...looks,
    label_column: {
      ...annotations,
      label: '名字取自',
      when: { parameter: 'label_points', is: [true] },
      help: '样本信息里的列；不选时写样本名。',
    },
  },
  oneOf: [['file_id', 'table']],
  requirements: [
    {
      code: 'few_samples',
      level: 'must',
      field: 'file_id',
      facts: [{ input: 'file_id', fact: 'columns', is: { below: 3 } }],
      message: '只有 {{columns}} 个样本。主成分分析比较的是样本，至少要 3 个',
    },
    unloggedPlot('少数高表达的基因会决定一切；计数还会让测序深度成为第一主成分'),
  ],
  plan: '{{#center_data}}中心化{{/center_data}}{{^center_data}}不中心化{{/center_data}}、{{#scale_data}}缩放{{/scale_data}}{{^scale_data}}不缩放{{/scale_data}}后做主成分分析，画 PC{{pc_x}} 和 PC{{pc_y}}。',
  tables: {
    scores: {
      title: '样本得分',
      role: 'result',
      columns: [
        { name: 'sample', type: 'text', title: '样本' },
        { name: 'group', type: 'text', title: '组' },
      ],
      rest: { type: 'number', title: '主成分' },
    },
    variance: {
      title: '解释的方差',
      role: 'result',
      columns: [
        { name: 'component', type: 'text', title: '主成分' },
        { name: 'sdev', type: 'number', title: '标准差' },
        { name: 'share', type: 'fraction', title: '解释的方差', key: true },
        { name: 'cumulative', type: 'fraction', title: '累计' },
        { name: 'group_r2', type: 'fraction', title: '得分的差别里，分组能解释的' },
      ],
    },
    loadings: {
      title: '基因的载荷',
      role: 'result',
      columns: [{ name: 'gene', type: 'gene', title: '基因' }],
      rest: { type: 'number', title: '主成分' },
    },
    points: {
      title: '图中的点',
      role: 'figure',
      columns: [
        { name: 'label', type: 'text', title: '名字' },
        { name: 'group', type: 'text', title: '组' },
        { name: 'shape', type: 'text', title: '形状' },
        { name: 'panel', type: 'text', title: '图' },
        { name: 'x_component', type: 'text', title: '横轴' },
        { name: 'y_component', type: 'text', title: '纵轴' },
        { name: 'x', type: 'number', title: '横坐标' },
        { name: 'y', type: 'number', title: '纵坐标' },
      ],
    },
    scree: {
      title: '碎石图',
      role: 'figure',
      columns: [
        { name: 'component', type: 'text', title: '主成分' },
        { name: 'share', type: 'fraction', title: '解释的方差' },
      ],
    },
  },
  figures: {
    pca: {
      title: '主成分图',
      chart: 'pca',
      wide: true,
      tables: { points: 'points', variance: 'variance' },
      columns: {
        label: 'label',
        group: 'group',
        shape: 'shape',
        facet: 'panel',
        x: 'x',
        y: 'y',
        x_component: 'x_component',
        y_component: 'y_component',
      },
      caption:
        '每个点是一个样本；{{genes}} 个基因，{{#center_data}}中心化{{/center_data}}{{^center_data}}没有中心化{{/center_data}}、{{#scale_data}}缩放到单位方差{{/scale_data}}{{^scale_data}}没有缩放{{/scale_data}}。{{#draw_confidence_ellipse}}椭圆是每组 95% 的正态范围，不足 4 个样本的组不画。{{/draw_confidence_ellipse}}主成分的正负没有含义，这里让离原点最远的样本在正的一侧。',
      captionEnglish:
        'Each point is a sample. {{genes}} {{row_subject}}s, {{#center_data}}centred{{/center_data}}{{^center_data}}not centred{{/center_data}}, {{#scale_data}}scaled to unit variance{{/scale_data}}{{^scale_data}}not scaled{{/scale_data}}.{{#draw_confidence_ellipse}} Ellipses: 95% of a normal distribution, for groups of at least 4 samples.{{/draw_confidence_ellipse}} Signs of components are arbitrary: the sample farthest from the origin is on the positive side.',
      statistics:
        '{{samples}} 个样本{{#groups}}，{{groups}} 组{{/groups}}；{{x_name}} 解释 {{x_share}}、{{y_name}} 解释 {{y_share}} 的方差。{{#best_component}}分组在 {{best_component}} 上所占的比例最大（R² {{best_r2}}；随机打乱分组 999 次，各次最大的 R² 平均 {{best_expected}}，P {{best_chance}}）。{{/best_component}}{{^best_component}}没有做检验。{{/best_component}}',
      statisticsEnglish:
        'n = {{samples}} samples{{#groups}} in {{groups}} groups{{/groups}}. {{x_name}} explains {{x_share}} and {{y_name}} {{y_share}} of the variance.{{#best_component}} The share between groups is largest on {{best_component}} (R² {{best_r2}}; mean of the largest R² of 999 permutations of the labels {{best_expected}}, P {{best_chance}}).{{/best_component}}{{^best_component}} No test was made.{{/best_component}}',
      alternative: '主成分图：{{samples}} 个样本，{{x_name}} 解释 {{x_share}}，{{y_name}} 解释 {{y_share}} 的方差。',
      style: {
        ...commonStyle({ width: TWO_COLUMNS, height: 95 / 25.4 }),
        ...looks,
        same_axes: { kind: 'flag', label: '三张图同一范围', default: false, help: '打开后点的远近能在各图之间比较。' },
      },
    },
    scree: {
      title: '碎石图',
      chart: 'bars',
      tables: { bars: 'scree' },
      columns: { label: 'component', value: 'share' },
      caption: '每个主成分解释的方差，合计 100%；图中是前 {{listed}} 个。',
      captionEnglish: 'Share of the variance of each of the first {{listed}} components; all together are 100%.',
      statistics: '{{samples}} 个样本，{{genes}} 个基因。',
      statisticsEnglish: 'n = {{samples}} samples, {{genes}} {{row_subject}}s.',
      alternative: '碎石图：前 {{listed}} 个主成分解释的方差；数字见「解释的方差」。',
      style: {
        ...commonStyle({ width: ONE_COLUMN, height: 65 / 25.4, y: '解释的方差' }),
        ...barStyle({ mode: 'grouped', direction: 'vertical', format: 'percent' }),
        show_values: { kind: 'flag', label: '写出数值', default: true },
      },
    },
  },
  facts: {
    samples: { label: '样本', format: 'count' },
    genes: { label: '参与的基因', format: 'count' },
    genes_in: { label: '读入的基因', format: 'count' },
    components: { label: '主成分', format: 'count' },
    listed: { label: '列出的主成分', format: 'count' },
    x_name: { label: '横轴', format: 'text' },
    y_name: { label: '纵轴', format: 'text' },
    z_name: { label: '第三个', format: 'text' },
    x_share: { label: '横轴解释的方差', format: 'percent' },
    y_share: { label: '纵轴解释的方差', format: 'percent' },
    z_share: { label: '第三个解释的方差', format: 'percent' },
    groups: { label: '组', format: 'count' },
    group_title: { label: '着色的列', format: 'text' },
    best_component: { label: '分组最能解释的主成分', format: 'text' },
    best_r2: { label: '分组能解释它的', format: 'percent' },
    best_expected: { label: '随机打乱分组时平均', format: 'percent' },
    best_chance: { label: '随机打乱分组得到的 P', format: 'p' },
    beyond_chance: { label: '超出偶然', format: 'flag' },
    top_gene: { label: '横轴上载荷最大的基因', format: 'gene' },
    chosen_by: { label: '基因的取法', format: 'text' },
    chosen_by_english: { label: '基因的取法（英文）', format: 'text' },
  },
  texts: {
    headline: '{{x_name}} {{x_share}} · {{y_name}} {{y_share}}',
    summary:
      '**{{x_name}} 解释 {{x_share}} 的方差，{{y_name}} 解释 {{y_share}}**{{#z_name}}，{{z_name}} 解释 {{z_share}}{{/z_name}}。{{#best_component}}按「{{group_title}}」分的 {{groups}} 组，{{#beyond_chance}}最能解释的是 {{best_component}}：得分的差别里有 {{best_r2}} 是组间的{{/beyond_chance}}{{^beyond_chance}}**看不出与哪个主成分有关**：最高的 {{best_component}}，得分的差别里有 {{best_r2}} 是组间的{{/beyond_chance}}（随机打乱分组时平均也有 {{best_expected}}，P {{best_chance}}）。{{/best_component}}{{x_name}} 上载荷最大的是 *{{top_gene}}*。',
    detail:
      '{{samples}} 个样本 · {{genes}} 个基因（{{chosen_by}}，读入 {{genes_in}} 个） · 主成分的正负可以整体翻转，不影响远近{{#best_component}} · 组间所占的比例与随机打乱分组 999 次相比，只看列出的主成分{{/best_component}}',
  },
  produces: [],
  citations: [
    'Jolliffe IT, Cadima J. Principal component analysis: a review and recent developments. Philos Trans R Soc A 2016;374:20150202. doi:10.1098/rsta.2015.0202',
    'Ringnér M. What is principal component analysis? Nat Biotechnol 2008;26:303–304. doi:10.1038/nbt0308-303',
  ],
  packages: ['matrixStats', 'org.Hs.eg.db'],
  early: ['matrixStats'],
  example: {
    title: '膀胱癌与正常黏膜，五个批次',
    description:
      'Bioconductor 的 bladderbatch 数据集（Dyrskjøt 等，2004），57 张芯片。颜色是组织，形状是批次：两者混在一起，要先看清再做差异分析。',
    files: {
      file_id: { file: 'expression.tsv.gz', name: '膀胱癌_表达矩阵.tsv.gz' },
      sample_annotations: { file: 'samples.tsv', name: '膀胱癌_样本信息.tsv' },
    },
    parameters: { shape_column: 'batch' },
  },
  preview: true,
} as const satisfies ToolDefinition);
