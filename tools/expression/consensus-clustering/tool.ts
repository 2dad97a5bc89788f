import {
  type Codes,
  commonStyle,
  curveStyle,
  defineTool,
  expressionFile,
  furtherPage,
  groupColours,
  heatColours,
  linearCorrelated,
  matrix,
  ONE_COLUMN,
  randomSeed,
  refuse,
  rowsOf,
  TITLES,
  type ToolDefinition,
  TWO_COLUMNS,
  tell,
  warn,
  YES_NO,
} from '@oncoloom/tool-kit';

const CURVES = {
  data: { zh: '数据', en: 'Data' },
  null: { zh: '没有亚型的模拟数据', en: 'Simulated, without subtypes' },
} as const satisfies Codes;
const SCALES = { consensus: { zh: '共识', en: 'Consensus' } } as const satisfies Codes;
const ALGORITHMS = {
  hc: { zh: '层次聚类（average 法）', en: 'hierarchical clustering (average linkage)' },
  pam: { zh: 'PAM', en: 'partitioning around medoids' },
  km: { zh: 'k-means', en: 'k-means' },
} as const satisfies Codes;
const DISTANCES = {
  pearson: { zh: '1 − Pearson 相关', en: '1 − Pearson correlation' },
  spearman: { zh: '1 − Spearman 相关', en: '1 − Spearman correlation' },
  euclidean: { zh: '欧氏距离', en: 'Euclidean distance' },
} as const satisfies Codes;

const sample = { name: 'sample', type: 'text', title: TITLES.sample } as const;
const cluster = { name: 'cluster', type: 'text', title: { zh: '簇', en: 'Cluster' }, key: true } as const;
const barColumns = [sample, { name: 'group', type: 'text', title: cluster.title }] as const;

/** On the figures and in their files. */
const NOT_BETTER = {
  zh: '{{^better}}这些簇不比打乱的数据更稳{{/better}}',
  en: '{{^better}}No more stable than clusters of data without subtypes{{/better}}',
} as const;

const RUN = {
  zh: '{{samples}} 个样本，{{genes}} 个{{row_subject}}；重抽样 {{reps}} 次，模拟 {{null_repeats}} 次。',
  en: 'n = {{samples}} samples, {{genes}} {{row_subject}}s; {{reps}} resamplings, {{null_repeats}} simulations.',
} as const;

export default defineTool({
  taskType: 'consensus_clustering',
  title: '共识聚类分型',
  english: 'Subtypes by consensus clustering',
  points: 10,
  premium: true,
  pages: [furtherPage('bulk', 41, '分子分型', 'consensus-clustering')],
  version: '1.0.0',
  naming: '{{file_id}} · 共识聚类',
  summary:
    '按表达谱把样本分成亚型：ConsensusClusterPlus 反复抽样聚类，按 PAC 和轮廓系数选 K，并与没有亚型的模拟数据比较。不比它更稳的，会直接说明，不给亚型。',
  outcome: '每个 K 的 PAC、轮廓系数和模拟数据的对照，每个样本的簇和共识，各簇的标志基因和中心，共识矩阵、CDF、PAC 和热图',
  keywords: ['共识聚类', '一致性聚类', 'ConsensusClusterPlus', '分子分型', '亚型', 'subtype', 'PAC', '轮廓系数', 'M3C', '无监督聚类'],
  expected: {
    base: 20,
    perMillionCells: 60,
    slower: [{ parameter: 'algorithm', is: ['pam', 'km'], perMillionCells: 600 }],
  },
  parameters: {
    file_id: {
      ...expressionFile,
      help: '基因在行、样本在列，取过 log2（芯片、log2(TPM+1)、vst）。10–600 个样本，建议 50 个以上；只放要分型的肿瘤样本，有批次先校正。',
    },
    top_genes: {
      kind: 'integer',
      label: '基因数',
      default: 1000,
      min: 50,
      max: 5000,
      unit: '个',
      help: '取中位绝对偏差（MAD）最大的这么多个，减去各自的中位数。调大：小的差别也算进来，噪声也多；调小：只看变化最大的。常用 1,000–2,000。',
    },
    max_k: {
      kind: 'integer',
      label: '最多几类',
      default: 6,
      min: 3,
      max: 6,
      unit: '类',
      help: '从 2 类试到这么多类。调大：会多比较几种，时间稍长；调小：只在较少的类里选。',
      feeds: 'ConsensusClusterPlus(maxK)',
    },
    algorithm: {
      kind: 'choice',
      label: '聚类方法',
      default: 'hc',
      options: [
        { value: 'hc', label: '层次聚类', help: 'average 法，最快，容易把离群样本单独分出来。' },
        { value: 'pam', label: 'PAM', help: '围绕中心样本，各类大小较均匀；慢。' },
        { value: 'km', label: 'k-means', help: '只能用欧氏距离；慢。' },
      ],
      help: '每次抽样后怎样聚类。换一种方法看结论变不变。',
      feeds: 'ConsensusClusterPlus(clusterAlg)',
    },
    distance: {
      kind: 'choice',
      label: '距离',
      default: 'pearson',
      options: [
        { value: 'pearson', label: '1 − Pearson', help: '看样本的谱形像不像，常用。' },
        { value: 'spearman', label: '1 − Spearman', help: '按名次，不怕极端值。' },
        { value: 'euclidean', label: '欧氏距离', help: '看数值差多少；k-means 只能用它。' },
      ],
      help: '两个样本有多不同。',
      feeds: 'ConsensusClusterPlus(distance)',
    },
    reps: {
      kind: 'integer',
      label: '重抽样次数',
      default: 200,
      min: 50,
      max: 1000,
      unit: '次',
      advanced: true,
      help: '调大：共识更细，时间按比例增加；调小：更快，PAC 会有出入。',
      feeds: 'ConsensusClusterPlus(reps)',
    },
    p_item: {
      kind: 'number',
      label: '每次抽取的样本比例',
      default: 0.8,
      min: 0.5,
      max: 0.95,
      step: 0.05,
      advanced: true,
      help: '调大：每次更像全体，簇显得更稳；调小：更严。模拟数据用同样的比例。',
      feeds: 'ConsensusClusterPlus(pItem)',
    },
    null_repeats: {
      kind: 'integer',
      label: '模拟数据的份数',
      default: 25,
      min: 20,
      max: 100,
      unit: '份',
      advanced: true,
      help: '没有亚型、基因间协方差相同的数据，走同样的流程。调大：P 更细，时间按比例增加；P 最小是 1/(份数 + 1)。',
    },
    seed: randomSeed({
      max: 2_147_000_000,
      help: '决定抽样和模拟。同一个种子，结果完全相同；换一个种子，看结论变不变。',
      feeds: 'ConsensusClusterPlus(seed)',
    }),
  },
  requirements: [
    refuse('counts', [matrix.counts], {
      message: '这张表全是非负整数，像是原始计数：样本会按测序深度聚在一起。请先做「计数转换」（vst），再用转换后的矩阵',
    }),
    refuse('few_samples', [matrix.samples({ below: 10 })], {
      message: '只有 {{columns}} 个样本，至少要 10 个才谈得上分型，建议 50 个以上。请增加样本',
    }),
    refuse('many_samples', [matrix.samples({ above: 600 })], {
      message: '有 {{columns}} 个样本，最多 600 个。请先取一部分样本（如一种病理类型）再聚类',
    }),
    warn('not_many_samples', [matrix.samples({ above: 9 }), matrix.samples({ below: 50 })], {
      message: '只有 {{columns}} 个样本：亚型要在另一个数据集里核对',
    }),
    linearCorrelated,
    tell('missing', [matrix.missing], { message: '有 {{missing}} 个缺失值，有缺失的基因不参与' }),
  ],
  plan: '用 {{columns}} 个样本，取变异最大的 {{top_genes}} 个基因，比较 2–{{max_k}} 类，与 {{null_repeats}} 份没有亚型的模拟数据对照。',
  tables: {
    ks: {
      title: { zh: '各个 K 与模拟数据的对照', en: 'Numbers of clusters against simulated data' },
      role: 'result',
      whole: true,
      columns: [
        { name: 'k', type: 'integer', title: { zh: 'K', en: 'K' }, key: true },
        { name: 'pac', type: 'number', title: { zh: 'PAC', en: 'PAC' }, key: true, digits: 3 },
        { name: 'null_pac', type: 'number', title: { zh: '模拟数据的 PAC（均数）', en: 'Mean PAC of simulated data' }, digits: 3 },
        { name: 'pac_p', type: 'p', title: { zh: 'PAC 的 P', en: 'P of PAC' }, key: true },
        { name: 'silhouette', type: 'number', title: { zh: '轮廓系数', en: 'Silhouette' }, key: true, digits: 3 },
        {
          name: 'null_silhouette',
          type: 'number',
          title: { zh: '模拟数据的轮廓系数（均数）', en: 'Mean silhouette of simulated data' },
          digits: 3,
        },
        { name: 'silhouette_p', type: 'p', title: { zh: '轮廓系数的 P', en: 'P of silhouette' } },
        { name: 'smallest', type: 'integer', title: { zh: '最小的簇的样本', en: 'Samples of the smallest cluster' } },
        { name: 'chosen', type: 'text', title: { zh: '选用', en: 'Chosen' }, codes: YES_NO },
      ],
    },
    classes: {
      title: { zh: '样本的簇', en: 'Clusters of samples' },
      role: 'result',
      hideEmpty: true,
      columns: [
        sample,
        cluster,
        { name: 'consensus', type: 'number', title: { zh: '与同簇样本的共识', en: 'Consensus with its cluster' }, key: true, digits: 3 },
        { name: 'silhouette', type: 'number', title: { zh: '轮廓系数', en: 'Silhouette' }, digits: 3 },
      ],
    },
    markers: {
      title: { zh: '各簇的标志{{row_subject}}（描述）', en: 'Marker {{row_subject}}s of clusters (descriptive)' },
      role: 'result',
      hideEmpty: true,
      columns: [
        cluster,
        { name: 'gene', type: 'gene', title: TITLES.row },
        { name: 'logFC', type: 'number', title: { zh: '与其余样本之差', en: 'Difference from the rest' }, key: true },
        { name: 't', type: 'number', title: { zh: '调节 t', en: 'Moderated t' }, digits: 2 },
        { name: 'mean', type: 'number', title: { zh: '簇内均数', en: 'Mean of the cluster' } },
        { name: 'rest', type: 'number', title: { zh: '其余均数', en: 'Mean of the rest' } },
      ],
    },
    centroids: {
      title: { zh: '各簇的中心', en: 'Centroids' },
      role: 'result',
      folded: true,
      hideEmpty: true,
      columns: [{ name: 'gene', type: 'gene', title: TITLES.row }],
      rest: { type: 'number', title: cluster.title },
    },
    cdf: {
      title: { zh: '共识的累积分布', en: 'Cumulative distribution of consensus' },
      role: 'figure',
      columns: [
        { name: 'series', type: 'text' },
        { name: 'x', type: 'number' },
        { name: 'y', type: 'number' },
      ],
    },
    pac: {
      title: { zh: '各个 K 的 PAC', en: 'PAC by K' },
      role: 'figure',
      columns: [
        { name: 'series', type: 'text', codes: CURVES },
        { name: 'x', type: 'number' },
        { name: 'y', type: 'number' },
        { name: 'lower', type: 'number' },
        { name: 'upper', type: 'number' },
      ],
    },
    consensus: {
      title: { zh: '共识矩阵', en: 'Consensus matrix' },
      role: 'figure',
      columns: [sample],
      rest: { type: 'number' },
    },
    consensus_samples: { title: { zh: '共识矩阵的样本', en: 'Consensus samples' }, role: 'figure', columns: barColumns },
    consensus_tree: {
      title: { zh: '共识矩阵的聚类树', en: 'Consensus tree' },
      role: 'figure',
      columns: [
        { name: 'side', type: 'text' },
        { name: 'position_from', type: 'number' },
        { name: 'height_from', type: 'number' },
        { name: 'position_to', type: 'number' },
        { name: 'height_to', type: 'number' },
      ],
    },
    consensus_scale: {
      title: { zh: '共识矩阵的颜色', en: 'Consensus scale' },
      role: 'figure',
      columns: [
        { name: 'title', type: 'text', codes: SCALES },
        { name: 'low', type: 'number' },
        { name: 'high', type: 'number' },
        { name: 'middle', type: 'number' },
      ],
    },
    marker_cells: {
      title: { zh: '标志{{row_subject}}的 z 值', en: 'Marker cells' },
      role: 'figure',
      columns: [{ name: 'gene', type: 'gene' }],
      rest: { type: 'number' },
    },
    marker_samples: { title: { zh: '标志热图的样本', en: 'Marker samples' }, role: 'figure', columns: barColumns },
  },
  figures: {
    consensus: {
      title: { zh: '共识矩阵（K = {{drawn_k}}）', en: 'Consensus matrix (K = {{drawn_k}})' },
      file: '共识矩阵',
      chart: 'heatmap',
      wide: true,
      tables: { cells: 'consensus', samples: 'consensus_samples', tree: 'consensus_tree', scale: 'consensus_scale' },
      columns: { label: 'sample', sample: 'sample', group: 'group' },
      notice: NOT_BETTER,
      caption: {
        zh: '两个样本的共识是同时抽到它们时分在同一类的比例：1 总在一起，0 从不在一起。按 1 − 共识的 average 法聚类排列，画 {{shown_samples}} 个样本。{{^better}}画的是 PAC 最低的 K。{{/better}}',
        en: 'Consensus of two samples: share of the resamplings with both in which they were in one cluster. Ordered by average linkage on 1 − consensus; {{shown_samples}} samples are drawn.{{^better}} K with the lowest PAC.{{/better}}',
      },
      statistics: RUN,
      alternative: {
        zh: '共识矩阵热图：{{shown_samples}} 个样本，K = {{drawn_k}}，PAC {{pac_value}}。',
        en: 'Heatmap of the consensus matrix of {{shown_samples}} samples, K = {{drawn_k}}, PAC {{pac_value}}.',
      },
      style: {
        ...commonStyle({ width: TWO_COLUMNS, height: 138 / 25.4 }),
        low_color: { kind: 'colour', label: '0', default: '#ffffff' },
        high_color: { kind: 'colour', label: '1', default: '#1f5fa8' },
        ...groupColours(6),
        show_samples: { kind: 'flag', label: '样本名', default: false },
      },
    },
    cdf: {
      title: { zh: '共识的累积分布', en: 'Cumulative distribution of consensus' },
      chart: 'curve-bands',
      tables: { curves: 'cdf' },
      columns: { series: 'series', x: 'x', y: 'y' },
      notice: NOT_BETTER,
      caption: {
        zh: '每条线是一个 K。中间（0.1–0.9）越平，拿不准的样本对越少；这一段升高的就是 PAC。',
        en: 'A curve for each K. The rise between 0.1 and 0.9 is PAC, the share of ambiguous pairs.',
      },
      statistics: RUN,
      alternative: {
        zh: '共识的累积分布：K = {{drawn_k}} 的 PAC 是 {{pac_value}}。',
        en: 'Cumulative distributions of consensus; PAC is {{pac_value}} at K = {{drawn_k}}.',
      },
      style: {
        ...commonStyle({
          width: ONE_COLUMN,
          height: 80 / 25.4,
          x: { zh: '共识', en: 'Consensus' },
          y: { zh: '累积比例', en: 'Cumulative share' },
        }),
        ...curveStyle({ mode: 'step', equal: false }),
      },
    },
    pac: {
      title: { zh: '各个 K 的 PAC 与模拟数据', en: 'PAC by K against simulated data' },
      chart: 'curve-bands',
      tables: { curves: 'pac' },
      columns: { series: 'series', x: 'x', y: 'y', lower: 'lower', upper: 'upper' },
      notice: NOT_BETTER,
      caption: {
        zh: 'PAC 越低，簇越稳。模拟数据没有亚型、基因间协方差与数据相同，画的是 {{null_repeats}} 份的均数和中间 90%。数据在它下面，才比没有亚型时更稳。',
        en: 'Lower PAC: more stable. Simulated data have no subtypes and the covariance of the data: mean and middle 90% of {{null_repeats}}.',
      },
      statistics: {
        zh: '{{samples}} 个样本，{{genes}} 个{{row_subject}}；所有 K 一起，数据比模拟数据更稳的 P = {{p}}。',
        en: 'n = {{samples}} samples, {{genes}} {{row_subject}}s; over all K, P = {{p}} for data more stable than simulated ones.',
      },
      alternative: {
        zh: '各个 K 的 PAC：K = {{drawn_k}} 是 {{pac_value}}，模拟数据平均 {{null_pac}}。',
        en: 'PAC by K: {{pac_value}} at K = {{drawn_k}}, {{null_pac}} on average in simulated data.',
      },
      style: {
        ...commonStyle({ width: ONE_COLUMN, height: 80 / 25.4, x: 'K', y: 'PAC' }),
        ...curveStyle({ mode: 'points-and-line', equal: false }),
      },
    },
    markers: {
      title: { zh: '各簇的标志{{row_subject}}', en: 'Marker {{row_subject}}s of clusters' },
      chart: 'heatmap',
      wide: true,
      hideEmpty: true,
      tables: { cells: 'marker_cells', samples: 'marker_samples' },
      columns: { label: 'gene', sample: 'sample', group: 'group' },
      caption: {
        zh: '每簇调节 t 最大的{{row_subject}}，至多 15 个；颜色是行 z 值，样本按簇排列。簇是按这些{{row_subject}}分出来的，差别大是必然的，不是证据。',
        en: 'Up to 15 {{row_subject}}s of largest moderated t of each cluster; colour: row z-score, samples by cluster. The clusters were made of these {{row_subject}}s: their differences are no evidence.',
      },
      statistics: {
        zh: '{{#sizes}}{{sizes}}。{{/sizes}}没有做检验。',
        en: '{{#sizes}}{{sizes}}. {{/sizes}}No test was made.',
      },
      alternative: {
        zh: '热图：各簇标志{{row_subject}}的行 z 值。',
        en: 'Heatmap: row z scores of the marker {{row_subject}}s of clusters.',
      },
      style: {
        ...commonStyle({ width: TWO_COLUMNS, height: 150 / 25.4 }),
        ...heatColours,
        ...groupColours(6),
        show_genes: { kind: 'flag', label: '行名', default: true },
        show_samples: { kind: 'flag', label: '样本名', default: false },
      },
    },
  },
  facts: {
    samples: { label: '样本', format: 'count' },
    genes_in: { label: '可用的{{row_subject}}', format: 'count' },
    genes: { label: '聚类用的{{row_subject}}', format: 'count' },
    genes_missing: { label: '有缺失值的{{row_subject}}', format: 'count' },
    genes_constant: { label: '不变化的{{row_subject}}', format: 'count' },
    better: { label: '比模拟数据更稳', format: 'flag' },
    k: { label: '选用的 K', format: 'count' },
    drawn_k: { label: '画出的 K', format: 'count' },
    p: { label: '所有 K 一起的 P', format: 'p' },
    pac_value: { label: '它的 PAC', format: 'decimal' },
    null_pac: { label: '模拟数据的 PAC', format: 'decimal' },
    silhouette: { label: '它的轮廓系数', format: 'decimal' },
    null_silhouette: { label: '模拟数据的轮廓系数', format: 'decimal' },
    sizes: { label: '各簇的样本', format: 'text' },
    algorithm_word: { label: '聚类方法', format: 'text', codes: ALGORITHMS },
    distance_word: { label: '距离', format: 'text', codes: DISTANCES },
    shown_samples: { label: '画出的样本', format: 'count' },
  },
  sources: {
    samples: rowsOf('classes'),
    genes: rowsOf('centroids'),
  },
  texts: {
    headline: {
      zh: '{{#better}}{{k}} 个簇，比没有亚型的模拟数据更稳{{/better}}{{^better}}这些簇不比打乱的数据更稳{{/better}}',
      en: '{{#better}}{{k}} clusters, more stable than in simulated data without subtypes{{/better}}{{^better}}These clusters are no more stable than those of data without subtypes{{/better}}',
    },
    summary: {
      zh: '{{#better}}{{samples}} 个样本分成 **{{k}} 个簇**（{{sizes}}）：PAC {{pac_value}}，没有亚型的模拟数据平均 {{null_pac}}；所有 K 一起，P = {{p}}。轮廓系数 {{silhouette}}，模拟数据平均 {{null_silhouette}}。簇稳不等于有临床意义，要在另一个数据集里核对。{{/better}}{{^better}}**这些簇不比打乱的数据更稳**：PAC 最低的 K = {{drawn_k}} 是 {{pac_value}}，没有亚型的模拟数据平均 {{null_pac}}；所有 K 一起，P = {{p}}。没有给出亚型。{{/better}}',
      en: '{{#better}}{{samples}} samples form **{{k}} clusters** ({{sizes}}): PAC {{pac_value}}, on average {{null_pac}} in simulated data without subtypes; over all K, P = {{p}}. Silhouette {{silhouette}}, on average {{null_silhouette}} in simulated data. Stable clusters need not matter clinically; check them in another data set.{{/better}}{{^better}}**These clusters are no more stable than those of data without subtypes**: PAC is {{pac_value}} at K = {{drawn_k}}, on average {{null_pac}} in simulated data without subtypes; over all K, P = {{p}}. No subtypes are given.{{/better}}',
    },
    detail: {
      zh: '{{genes_in}} 个可用的{{row_subject}}里 MAD 最大的 {{genes}} 个{{#genes_missing}} · {{genes_missing}} 个有缺失值，没有参与{{/genes_missing}}{{#genes_constant}} · {{genes_constant}} 个不变化，没有参与{{/genes_constant}} · {{algorithm_word}} · {{distance_word}} · 最多 {{max_k}} 类 · 重抽样 {{reps}} 次，每次 {{p_item}} · 模拟 {{null_repeats}} 份 · 种子 {{seed}}',
      en: '{{genes}} of {{genes_in}} usable {{row_subject}}s, of largest MAD{{#genes_missing}} · {{genes_missing}} with missing values left out{{/genes_missing}}{{#genes_constant}} · {{genes_constant}} constant ones left out{{/genes_constant}} · {{algorithm_word}} · {{distance_word}} · up to {{max_k}} clusters · {{reps}} resamplings of {{p_item}} · {{null_repeats}} simulations · seed {{seed}}',
    },
  },
  produces: [{ what: 'gene_list', table: 'markers', columns: { gene: 'gene' } }],
  citations: [
    'Wilkerson MD, Hayes DN. ConsensusClusterPlus: a class discovery tool with confidence assessments and item tracking. Bioinformatics 2010;26:1572–1573. doi:10.1093/bioinformatics/btq170',
    'Şenbabaoğlu Y, Michailidis G, Li JZ. Critical limitations of consensus clustering in class discovery. Sci Rep 2014;4:6207. doi:10.1038/srep06207',
    'John CR, Watson D, Russ D, et al. M3C: Monte Carlo reference-based consensus clustering. Sci Rep 2020;10:1816. doi:10.1038/s41598-020-58766-1',
    'Ritchie ME, Phipson B, Wu D, et al. limma powers differential expression analyses for RNA-sequencing and microarray studies. Nucleic Acids Res 2015;43(7):e47. doi:10.1093/nar/gkv007',
  ],
  packages: ['ConsensusClusterPlus', 'cluster', 'limma', 'matrixStats'],
  example: {
    title: '急性淋巴细胞白血病：B 系和 T 系',
    description:
      'Bioconductor 的 ALL 数据集（Chiaretti 等，2004）：128 例，变异最大的 1,500 个基因。不告诉谱系，看能不能把 B 系 95 例和 T 系 33 例分开。',
    files: { file_id: { file: 'expression.tsv.gz', name: 'ALL_表达.tsv.gz' } },
    parameters: { top_genes: 1000 },
  },
} as const satisfies ToolDefinition);
