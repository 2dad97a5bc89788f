import {
  barStyle,
  cohort,
  cohortFacts,
  commonStyle,
  defineTool,
  figureTables,
  kmStyle,
  ONE_COLUMN,
  ratioUnknown,
  screenCutoff,
  sharedFigures,
  specified,
  survivalFigures,
  survivalTables,
  type TableDeclaration,
  type ToolDefinition,
} from '@oncoloom/tool-kit';

const threshold = {
  kind: 'number',
  label: 'P 值',
  default: 0.05,
  min: 0,
  max: 1,
  exclusiveMin: true,
  step: 0.01,
  help: '小于它的基因列为候选。这是未按基因数校正的 P：基因很多时，偶然也会有这么大比例的基因达到，请同时看校正后 P。',
} as const;

const columns = [
  { name: 'gene', type: 'gene', title: '基因' },
  { name: 'n_high', type: 'integer', title: '高表达患者' },
  { name: 'n_low', type: 'integer', title: '低表达患者' },
  { name: 'events_high', type: 'integer', title: '高表达组事件' },
  { name: 'events_low', type: 'integer', title: '低表达组事件' },
  { name: 'chisq', type: 'number', title: '卡方' },
  { name: 'pvalue', type: 'p', title: 'P 值' },
  { name: 'padj', type: 'p', title: '校正后 P（BH）' },
  { name: 'hr', type: 'number', title: 'HR', key: true },
  { name: 'lower', type: 'number', title: '95% CI 下限' },
  { name: 'upper', type: 'number', title: '95% CI 上限' },
  { name: 'log2_hr', type: 'log2', title: 'log2 HR' },
  { name: 'median_high', type: 'number', title: '高表达组中位时间（天）' },
  { name: 'median_low', type: 'number', title: '低表达组中位时间（天）' },
  { name: 'cutoff_low', type: 'number', title: '低表达不大于' },
  { name: 'cutoff_high', type: 'number', title: '高表达大于' },
  { name: 'endpoint', type: 'text', title: '终点' },
  { name: 'cut', type: 'text', title: '分组方法' },
  { name: 'test', type: 'text', title: '检验' },
] as const satisfies TableDeclaration['columns'];

const views = [
  { label: '校正后 P < 0.05', clauses: [{ column: 'padj', is: '<', value: 0.05 }] },
  { label: '风险（HR > 1）', clauses: [{ column: 'hr', is: '>', value: 1 }] },
  { label: '保护（HR < 1）', clauses: [{ column: 'hr', is: '<', value: 1 }] },
] as const satisfies TableDeclaration['views'];

const sort = { column: 'pvalue', order: 'asc' } as const;

export default defineTool({
  ...specified('log_rank_survival'),
  version: '1.2.0',
  naming: '{{dataset}} · {{endpoint}} · Log-rank 筛选',
  summary:
    '在一个队列里，对许多基因逐个按表达量把患者分成高、低两组，做 Log-rank 检验，筛出与生存有关的候选基因。用来起步，候选基因要再验证。',
  outcome: '全部基因的 Log-rank P、校正后 P、HR（95% CI）、中位时间，火山图、P 值分布和最显著基因的生存曲线',
  keywords: ['log-rank', 'logrank', '批量生存', '生存筛选', '预后基因', 'KM 批量', 'survival screen', 'TCGA 生存'],
  expected: { base: 1, perMillionCells: 1 },
  parameters: {
    dataset: cohort({ survival: { parameter: 'endpoint' } }),
    gene_list: {
      kind: 'genes',
      accepts: ['gene_list', 'differential_genes'],
      label: '基因名单',
      max: 20_000,
      optional: true,
      help: '只筛这些基因，可从表格整列粘贴；不填就筛队列里的全部基因。名单短，校正后 P 的代价也小。',
    },
    endpoint: {
      kind: 'choice',
      label: '终点',
      default: 'OS',
      options: [
        { value: 'OS', label: '总生存（OS）', help: '到任何原因的死亡。' },
        { value: 'DSS', label: '疾病特异生存（DSS）', help: '到死于这种肿瘤。' },
        { value: 'DFI', label: '无病间期（DFI）', help: '治疗后无病的患者，到复发、转移或同一器官的新发原发瘤。' },
        { value: 'PFI', label: '无进展间期（PFI）', help: '到进展、复发、转移、新发原发瘤或带瘤死亡；没有肿瘤而死亡的算删失。' },
      ],
      help: '按 TCGA-CDR 的定义。不是每个队列都有四种终点。',
    },
    cutoff_method: screenCutoff,
    pvalue_threshold: threshold,
    preprocess_percent: {
      kind: 'number',
      label: '表达的样本至少占',
      default: 50,
      min: 0,
      max: 100,
      unit: '%',
      help: '基因要在这么大比例的患者里表达，才参与筛选。调大：去掉更多低表达基因；0 为不过滤。',
    },
    preprocess_tpm: {
      kind: 'number',
      label: '表达量大于',
      default: 0,
      min: 0,
      max: 10_000,
      help: '大于它才算表达。按没有取对数的表达量（TPM，或队列自己的单位）。常用 0 或 1。',
    },
  },
  requirements: [],
  plan: '用 {{cohort}}（{{cohort_name}}）{{cohort_patients}} 例患者（{{cohort_events}} 例事件），逐个基因按表达量分高、低两组做 Log-rank 检验。',
  tables: {
    genes: { title: '全部基因', role: 'result', columns, sort },
    significant: { title: '显著的基因', role: 'result', columns, views, sort },
    flow: survivalTables.flow,
    gene_flow: {
      title: '基因的过滤',
      role: 'result',
      columns: [
        { name: 'step', type: 'text', title: '步骤' },
        { name: 'n', type: 'integer', title: '基因' },
      ],
    },
    top: {
      title: 'P 最小的基因',
      role: 'figure',
      columns: [
        { name: 'gene', type: 'gene', title: '基因' },
        { name: 'log2_hr', type: 'log2', title: 'log2 HR' },
      ],
    },
    p_histogram: figureTables.p_histogram,
    curve: survivalTables.curve,
    risk: survivalTables.risk,
  },
  figures: {
    volcano: {
      title: 'HR 与 P 值',
      chart: 'volcano',
      tables: { points: 'genes' },
      columns: { label: 'gene', x: 'log2_hr', p: 'pvalue', padj: 'padj', judged: 'pvalue' },
      caption:
        '每个点是一个基因：横轴 log2 HR（高表达对低表达，大于 0 为风险），纵轴 −log10 P。着色按 P < {{pvalue_threshold}}（未按基因数校正）。{{#hr_unknown_genes}}有 {{hr_unknown_genes}} 个基因的 HR 不可估计，没有画出。{{/hr_unknown_genes}}',
      captionEnglish:
        'Points: genes. x: log2 HR (high against low expression; above 0: risk); y: −log10 P. Coloured by P < {{pvalue_threshold}}, not corrected for the number of genes.{{#hr_unknown_genes}} {{hr_unknown_genes}} genes whose HR cannot be estimated are not drawn.{{/hr_unknown_genes}}',
      statistics:
        '{{patients}} 例患者，{{events}} 例{{event_word}}；{{genes}} 个基因按{{cut_word}}分组，双侧检验{{#searched}}（P 按 Lau92 校正截断值的挑选）{{/searched}}，P < {{pvalue_threshold}} 的风险基因 {{risk}} 个、保护基因 {{protective}} 个；按 Benjamini–Hochberg 法校正后 P < 0.05 的 {{fdr_found}} 个。',
      statisticsEnglish:
        '{{patients}} patients, {{events}} events; {{genes}} genes, two-sided tests{{#searched}} (P corrected for the search of the cut-off, Lau92){{/searched}}; P < {{pvalue_threshold}}: {{risk}} risk and {{protective}} protective genes; adjusted P (Benjamini–Hochberg) below 0.05: {{fdr_found}}.',
      alternative: '火山图：P < {{pvalue_threshold}} 的风险基因 {{risk}} 个，保护基因 {{protective}} 个。',
      style: {
        ...commonStyle({ width: ONE_COLUMN, height: 75 / 25.4, x: 'log~2~ HR' }),
        up_color: { kind: 'colour', label: '风险', default: '#D55E00' },
        down_color: { kind: 'colour', label: '保护', default: '#0072B2' },
        nochange_color: { kind: 'colour', label: '不显著', default: '#d2dae2' },
        log2fc: { kind: 'number', label: '|log2 HR| 至少', default: 0, min: 0, max: 10, step: 0.1 },
        pvalue_threshold: threshold,
        label_top: { kind: 'integer', label: '标注 P 最小的', default: 10, min: 0, max: 50, unit: '个' },
        label_genes: { kind: 'genes', label: '另外标注', max: 100, optional: true },
        show_thresholds: { kind: 'flag', label: '阈值线', default: true },
      },
    },
    km: {
      ...survivalFigures('', { chinese: '', english: '' }).km,
      title: 'P 最小的基因的生存曲线',
      caption:
        '{{cohort}}，{{gene}} 按{{cut_word}}分组，{{endpoint_word}}。它是 {{genes}} 个基因里挑出来的一个，曲线的差别偏大，P 未按基因数校正（校正后 P {{padj}}）。',
      captionEnglish:
        '{{cohort}}, patients grouped by the expression of {{gene}}. It was chosen out of {{genes}} genes: the difference is too large, and P is not corrected for the number of genes (adjusted P {{padj}}).',
      style: kmStyle(''),
    },
    top: {
      title: 'P 最小的基因',
      chart: 'bars',
      tables: { bars: 'top' },
      columns: { label: 'gene', value: 'log2_hr' },
      caption: 'P 最小的 {{top_genes}} 个基因的 log2 HR：大于 0 为风险，小于 0 为保护。',
      captionEnglish: 'log2 HR of the {{top_genes}} genes of smallest P; above 0: risk, below 0: protective.',
      statistics:
        '{{patients}} 例患者，{{events}} 例{{event_word}}；{{genes}} 个基因按{{cut_word}}分组，双侧检验{{#searched}}（P 按 Lau92 校正截断值的挑选）{{/searched}}，P < {{pvalue_threshold}} 的风险基因 {{risk}} 个、保护基因 {{protective}} 个；按 Benjamini–Hochberg 法校正后 P < 0.05 的 {{fdr_found}} 个。',
      statisticsEnglish:
        '{{patients}} patients, {{events}} events; {{genes}} genes, two-sided tests{{#searched}} (P corrected for the search of the cut-off, Lau92){{/searched}}; P < {{pvalue_threshold}}: {{risk}} risk and {{protective}} protective genes; adjusted P (Benjamini–Hochberg) below 0.05: {{fdr_found}}.',
      alternative: '条形图：P 最小的 {{top_genes}} 个基因的 log2 HR。',
      style: {
        ...commonStyle({ width: ONE_COLUMN, height: 100 / 25.4, x: 'log~2~ HR' }),
        ...barStyle({ mode: 'grouped', direction: 'horizontal', format: 'number' }),
        up_color: { kind: 'colour', label: '风险', default: '#D55E00' },
        down_color: { kind: 'colour', label: '保护', default: '#0072B2' },
      },
    },
    p_histogram: {
      ...sharedFigures.p_histogram,
      caption:
        '左端高出虚线，说明有一批基因与{{endpoint_word}}有关；整体平坦说明多数基因看不出关系，个别显著的在图上看不出来。虚线是没有任何关系时每格的期望。{{#searched}}校正过的 P 偏大，右端会高出虚线。{{/searched}}',
      captionEnglish:
        'Dashed line: count per bin if no gene were related to the outcome.{{#searched}} Corrected P values are conservative: the right end rises above the line.{{/searched}}',
      alternative: 'P 值直方图，20 格；P < {{pvalue_threshold}} 的有 {{found}} 个，纯属偶然约 {{expected}} 个。',
    },
  },
  facts: {
    ...cohortFacts,
    endpoint_word: { label: '终点', format: 'text' },
    patients: { label: '纳入的患者', format: 'count' },
    events: { label: '事件', format: 'count' },
    event_word: { label: '事件是什么', format: 'text' },
    total: { label: '队列中的患者', format: 'count' },
    excluded: { label: '排除的患者', format: 'count' },
    cut_word: { label: '分组方法', format: 'text' },
    cut_english: { label: '分组方法（英文）', format: 'text' },
    parted: { label: '中间不参与', format: 'flag' },
    searched: { label: '截断值经过挑选', format: 'flag' },
    asked: { label: '要筛的基因', format: 'count' },
    listed: { label: '按名单筛', format: 'flag' },
    genes: { label: '参与检验的基因', format: 'count' },
    filtered: { label: '没有参与的基因', format: 'count' },
    significant: { label: '有显著的基因', format: 'flag' },
    found: { label: '显著的基因', format: 'count' },
    risk: { label: '风险基因', format: 'count' },
    protective: { label: '保护基因', format: 'count' },
    expected: { label: '偶然会有', format: 'decimal' },
    fdr_found: { label: '校正后 P < 0.05', format: 'count' },
    hr_unknown_genes: { label: 'HR 不可估计的基因', format: 'count' },
    top_genes: { label: '图中的基因', format: 'count' },
    gene: { label: 'P 最小的基因', format: 'gene' },
    high_n: { label: '高表达患者', format: 'count' },
    low_n: { label: '低表达患者', format: 'count' },
    high_events: { label: '高表达组事件', format: 'count' },
    low_events: { label: '低表达组事件', format: 'count' },
    p: { label: 'P', format: 'p' },
    padj: { label: '校正后 P', format: 'p' },
    p_name: { label: '检验', format: 'text' },
    hr: { label: 'HR', format: 'log2' },
    hr_low: { label: 'HR 95% CI 下限', format: 'log2' },
    hr_high: { label: 'HR 95% CI 上限', format: 'log2' },
    ...ratioUnknown('hr').facts,
    unit_word: { label: '时间单位', format: 'text' },
    expression_unit: { label: '表达量单位', format: 'text' },
  },
  texts: {
    headline: '{{cohort}} · {{endpoint}} · 校正后 P < 0.05 的 {{fdr_found}} 个（共 {{genes}} 个基因）',
    summary:
      '{{cohort}} 的 {{patients}} 例患者（{{events}} 例{{event_word}}）里，{{genes}} 个基因逐个按{{cut_word}}分组，检验与{{endpoint_word}}的关系：按基因数校正后（BH）P < 0.05 的有 **{{fdr_found}} 个**。不校正，P < {{pvalue_threshold}} 的有 {{found}} 个（[up:{{risk}} 个风险]、[down:{{protective}} 个保护]），纯属偶然约会有 {{expected}} 个。{{#gene}}P 最小的是 *{{gene}}*（{{p_name}} {{p}}{{#hr}}，HR {{hr}}，95% CI {{hr_low}}–{{hr_high}}{{/hr}}）。{{/gene}}',
    detail:
      '{{asked}} 个基因里 {{filtered}} 个没有参与，原因见「基因的过滤」。队列共 {{total}} 例，{{#excluded}}排除 {{excluded}} 例，原因见「纳入与排除」{{/excluded}}{{^excluded}}没有排除{{/excluded}}。{{#parted}}每个基因只比较两端的患者，中间的不参与。{{/parted}}{{#searched}}每个基因的截断值经过挑选：P 已按 Lau92 校正，HR 和曲线的差别仍然偏大。{{/searched}}表达量：{{expression_unit}}。',
    empty: {
      when: 'significant',
      next: [
        {
          title: '先看 P 值分布',
          text: '左端高出虚线，说明有信号但单个基因看不清；整体平坦，说明这批患者的事件数看不到。没有基因达到，不等于没有基因与它有关。',
          reading: true,
        },
        {
          title: '不要换着分组方法、终点、队列再试',
          text: '试到有基因 P < 0.05 的，常常是偶然。试过的都要写明。',
          reading: true,
        },
        {
          title: '只筛一份事先定好的名单',
          text: '用别的数据（差异分析、文献）定下候选基因，填在「基因名单」里：检验的基因少，校正的代价小。',
        },
        { title: '用事件更多的队列', text: '事件少的队列只看得到很强的关系。换队列之前先定好终点和分组方法。' },
      ],
    },
  },
  produces: [
    { what: 'survival_screen', table: 'genes', columns: { gene: 'gene', p: 'pvalue', padj: 'padj' } },
    { what: 'gene_list', table: 'significant', columns: { gene: 'gene' } },
  ],
  citations: [
    'Therneau TM, Grambsch PM. Modeling Survival Data: Extending the Cox Model. Springer, 2000.',
    '{{^searched}}Mantel N. Evaluation of survival data and two new rank order statistics arising in its consideration. Cancer Chemother Rep 1966;50:163–170.{{/searched}}',
    'Benjamini Y, Hochberg Y. Controlling the false discovery rate: a practical and powerful approach to multiple testing. J R Stat Soc B 1995;57:289–300.',
    '{{#searched}}Lausen B, Schumacher M. Maximally selected rank statistics. Biometrics 1992;48:73–85.{{/searched}}',
    'Liu J, et al. An integrated TCGA pan-cancer clinical data resource to drive high-quality survival outcome analytics. Cell 2018;173:400–416.',
  ],
  packages: ['survival', 'maxstat', 'matrixStats', 'org.Hs.eg.db'],
  early: ['survival', 'maxstat', 'matrixStats'],
  example: {
    title: 'TCGA-ACC 的 198 个基因',
    description: '肾上腺皮质癌 79 例，软件包 miniACC 自带的 198 个基因，细胞增殖基因多与总生存有关。队列固定，其余参数可以改。',
    files: {},
    parameters: { dataset: 'TCGA-ACC' },
  },
} as const satisfies ToolDefinition);
