import { barStyle, commonStyle, defineTool, groupColours, specified, type ToolDefinition, TWO_COLUMNS } from '@oncoloom/tool-kit';

const run = (label: string, input: string) => ({ kind: 'analysis', label, input, accepts: ['immune_fractions'] }) as const;

export default defineTool({
  ...specified('immune_agreement'),
  version: '1.1.0',
  naming: '{{first_analysis_id}} · 方法一致性',
  summary:
    '把同一个表达矩阵上几种方法（CIBERSORT、quanTIseq、xCell、ESTIMATE）的结果放在一起：同一种细胞，各方法在样本之间说的是不是一回事。',
  outcome: '每种细胞的一句话结论，方法两两之间的 Spearman 相关，有分组时每种方法的组间比较是否都成立',
  keywords: ['一致性', '方法比较', 'agreement', 'CIBERSORT', 'xCell', 'quanTIseq', 'ESTIMATE', '稳健性', '免疫浸润'],
  expected: { base: 0.5, perMillionCells: 0 },
  parameters: {
    first_analysis_id: { ...run('第一次分析', 'first'), help: '一次已完成的免疫浸润分析。' },
    second_analysis_id: { ...run('第二次分析', 'second'), help: '同一个表达矩阵上，用另一种方法的分析。' },
    third_analysis_id: { ...run('第三次分析', 'third'), optional: true, help: '可以不选。' },
    fourth_analysis_id: { ...run('第四次分析', 'fourth'), optional: true, help: '可以不选。' },
    sample_groups: {
      kind: 'sample-table',
      label: '分组',
      input: 'groups',
      fileField: 'sample_groups_file_id',
      optional: true,
      help: '可以不填。填了（sample、group 两列），就看每两组之间的差别是不是每种方法都显著、方向相同。',
    },
  },
  requirements: [],
  plan: '比较几次免疫浸润分析里相同的细胞类型。',
  tables: {
    verdicts: {
      title: '哪些结论站得住',
      role: 'result',
      whole: true,
      columns: [
        { name: 'type', type: 'text', title: '细胞类型' },
        { name: 'methods', type: 'text', title: '方法', naming: 'inputs' },
        { name: 'lowest_rho', type: 'number', title: '最低的 ρ', key: true },
        { name: 'median_rho', type: 'number', title: 'ρ 的中位数' },
        { name: 'verdict', type: 'text', title: '一句话' },
        { name: 'conclusion', type: 'text', title: '组间差别' },
      ],
    },
    pairs: {
      title: '方法两两之间的相关',
      role: 'result',
      columns: [
        { name: 'type', type: 'text', title: '细胞类型' },
        { name: 'method_1', type: 'text', title: '方法 1', naming: 'inputs', key: true },
        { name: 'method_2', type: 'text', title: '方法 2', naming: 'inputs', key: true },
        { name: 'n', type: 'integer', title: '样本' },
        { name: 'rho', type: 'number', title: 'Spearman ρ', key: true },
        { name: 'p', type: 'p', title: 'P 值' },
        { name: 'padj', type: 'p', title: '校正后 P' },
        { name: 'quantities', type: 'text', title: '两种方法的量' },
      ],
    },
    group_verdicts: {
      title: '每两组之间站得住的差别',
      role: 'result',
      hideEmpty: true,
      columns: [
        { name: 'type', type: 'text', title: '细胞类型' },
        { name: 'group_1', type: 'text', title: '组 1' },
        { name: 'group_2', type: 'text', title: '组 2' },
        { name: 'methods', type: 'integer', title: '方法数' },
        { name: 'verdict', type: 'text', title: '一句话', key: true },
        { name: 'higher_in', type: 'text', title: '更高的组' },
      ],
    },
    conclusions: {
      title: '每种方法的组间比较',
      role: 'result',
      hideEmpty: true,
      columns: [
        { name: 'type', type: 'text', title: '细胞类型' },
        { name: 'method', type: 'text', title: '方法', naming: 'inputs' },
        { name: 'quantity', type: 'text', title: '给出的量' },
        { name: 'group_1', type: 'text', title: '组 1' },
        { name: 'group_2', type: 'text', title: '组 2' },
        { name: 'higher_in', type: 'text', title: '更高的组' },
        { name: 'effect', type: 'number', title: '秩二列相关 r' },
        { name: 'p', type: 'p', title: 'P 值' },
        { name: 'padj', type: 'p', title: '校正后 P' },
      ],
    },
    values: {
      title: '各方法的数值',
      role: 'result',
      columns: [
        { name: 'method', type: 'text', title: '方法', naming: 'inputs' },
        { name: 'type', type: 'text', title: '细胞类型' },
        { name: 'sample', type: 'text', title: '样本' },
        { name: 'value', type: 'number', title: '数值' },
      ],
    },
    bars: {
      title: '图中的相关',
      role: 'figure',
      columns: [
        { name: 'type', type: 'text', title: '细胞类型' },
        { name: 'pair', type: 'text', title: '两种方法', naming: 'inputs' },
        { name: 'rho', type: 'number', title: 'Spearman ρ' },
      ],
    },
  },
  figures: {
    agreement: {
      title: '方法之间的一致性',
      file: '免疫浸润方法一致性',
      chart: 'bars',
      wide: true,
      tables: { bars: 'bars' },
      columns: { label: 'type', value: 'rho', group: 'pair' },
      caption: '同一种细胞由两种方法在 {{samples}} 个样本里的数值之间的 Spearman 相关。1 表示样本的高低次序完全相同；负值表示互相矛盾。',
      captionEnglish: 'Spearman correlation over {{samples}} samples of one cell type by two methods.',
      statistics:
        '{{samples}} 个样本，{{methods}} 种方法，{{types}} 种细胞；每两种方法一次双侧检验，P 按 Benjamini–Hochberg 法在全部检验之间校正。各方法一致（每两种方法 ρ ≥ 0.5，校正后 P < 0.05）的有 {{agreed_n}} 种。',
      statisticsEnglish:
        'n = {{samples}} samples, {{methods}} methods, {{types}} cell types; one two-sided test for each two methods, P adjusted over all tests (Benjamini–Hochberg). {{agreed_n}} types agree (ρ of at least 0.5 and adjusted P below 0.05 for each two methods).',
      alternative: '条形图：{{types}} 种细胞由各方法两两之间的 Spearman 相关；数字见「方法两两之间的相关」。',
      style: {
        ...commonStyle({ width: TWO_COLUMNS, height: 110 / 25.4, x: 'Spearman ρ' }),
        ...barStyle({ mode: 'grouped', direction: 'horizontal', format: 'number' }),
        ...groupColours(6),
        legend_position: { ...commonStyle({ width: 1, height: 1 }).legend_position, default: 'bottom' },
      },
    },
  },
  facts: {
    methods_word: { label: '方法', format: 'text' },
    methods: { label: '方法数', format: 'count' },
    samples: { label: '样本', format: 'count' },
    types: { label: '共同的细胞类型', format: 'count' },
    agreed_n: { label: '各方法一致的', format: 'count' },
    agreed: { label: '一致的细胞', format: 'text' },
    contradicted: { label: '互相矛盾的细胞', format: 'text' },
    grouped: { label: '比较了各组', format: 'flag' },
    held_n: { label: '每种方法都成立的组间差别', format: 'count' },
    held: { label: '成立的细胞', format: 'text' },
    several_groups: { label: '三组以上', format: 'flag' },
    shares: { label: '给出比例的方法', format: 'text' },
    amounts: { label: '给出多少的方法', format: 'text' },
    mixed: { label: '既有比例也有多少', format: 'flag' },
    unlike: { label: '比例与多少不同的细胞', format: 'text' },
  },
  texts: {
    headline: '{{methods_word}} · {{types}} 种细胞里 {{agreed_n}} 种一致',
    summary:
      '{{methods_word}}在 {{samples}} 个样本里有 {{types}} 种共同的细胞类型，**{{agreed_n}} 种各方法一致**（每两种方法 ρ ≥ 0.5，校正后 P < 0.05）{{#agreed}}：{{agreed}}{{/agreed}}。{{#contradicted}}**互相矛盾的有 {{contradicted}}**：不要只凭一种方法下结论。{{/contradicted}}{{#mixed}}{{shares}} 给出的是签名里的细胞之间的**比例**，{{amounts}} 给出的是样本里有**多少**：一种细胞可以比例小而数量多{{#unlike}}，{{unlike}}就是这样，不能算矛盾{{/unlike}}。{{/mixed}}{{#grouped}}组间差别{{#several_groups}}（每两组之间）{{/several_groups}}每种方法都显著、方向相同的有 {{held_n}} 种{{#held}}：**{{held}}**{{/held}}。{{/grouped}}',
    detail: '一致说明样本的高低次序相同，不说明比例准确：方法可能用了同样的标志基因 · 亚型相加成大类之后比较，如 M0、M1、M2 相加为巨噬细胞',
  },
  produces: [],
  citations: [
    'Sturm G, Finotello F, Petitprez F, et al. Comprehensive evaluation of transcriptome-based cell-type quantification methods for immuno-oncology. Bioinformatics 2019;35:i436–i445. doi:10.1093/bioinformatics/btz363',
  ],
  packages: [],
  example: {
    title: '两种方法的模拟结果',
    description: '24 个样本由两种方法得到的比例：T 细胞和巨噬细胞一致，中性粒细胞不一致。数值是造出来的，只为演示。',
    files: {
      first_analysis_id: { file: 'first.tsv', name: 'CIBERSORT_比例.tsv' },
      second_analysis_id: { file: 'second.tsv', name: 'quanTIseq_比例.tsv' },
      sample_groups: { file: 'groups.tsv', name: '分组.tsv' },
    },
    parameters: {},
  },
} as const satisfies ToolDefinition);
