import {
  barStyle,
  both,
  type Codes,
  commonStyle,
  defineTool,
  furtherPage,
  groupColours,
  NAMES,
  rowsOf,
  TITLES,
  type ToolDefinition,
  TWO_COLUMNS,
} from '@oncoloom/tool-kit';

/** Types of cells that methods have under names of their own. */
const CELL_KINDS = {
  b_cells: { zh: 'B 细胞', en: 'B cells' },
  plasma_cells: { zh: '浆细胞', en: 'Plasma cells' },
  cd8_t_cells: { zh: 'CD8 T 细胞', en: 'CD8 T cells' },
  cd4_t_cells: { zh: 'CD4 T 细胞', en: 'CD4 T cells' },
  regulatory_t_cells: { zh: '调节性 T 细胞', en: 'Regulatory T cells' },
  nk_cells: { zh: 'NK 细胞', en: 'NK cells' },
  monocytes: { zh: '单核细胞', en: 'Monocytes' },
  macrophages: { zh: '巨噬细胞', en: 'Macrophages' },
  dendritic_cells: { zh: '树突状细胞', en: 'Dendritic cells' },
  mast_cells: { zh: '肥大细胞', en: 'Mast cells' },
  eosinophils: { zh: '嗜酸性粒细胞', en: 'Eosinophils' },
  neutrophils: { zh: '中性粒细胞', en: 'Neutrophils' },
  all_immune: { zh: '免疫细胞总体', en: 'All immune cells' },
  all_stroma: { zh: '基质细胞总体', en: 'All stromal cells' },
} as const satisfies Codes;
/** Lists of these, with the groups that they are higher in. */
const CELL_LISTS = {
  above: { zh: '{type}（{higher} 高于 {lower}）', en: '{type} ({higher} above {lower})' },
  ...NAMES,
  ...CELL_KINDS,
} as const satisfies Codes;
/** Runs by their methods, alone, in a list and in pairs. */
const METHODS = {
  absolute: { zh: 'CIBERSORT（绝对模式）', en: 'CIBERSORT (absolute mode)' },
  pair: { zh: '{first} – {second}', en: '{first} – {second}' },
  ...NAMES,
} as const satisfies Codes;
const VERDICTS = {
  unmeasured: { zh: '有方法测不到变化', en: 'a method sees no variation' },
  agreed: { zh: '各方法一致', en: 'methods agree' },
  contradicted: { zh: '互相矛盾', en: 'methods contradict each other' },
  unlike: { zh: '比例与多少不同，不能算矛盾', en: 'shares and amounts differ, which is no contradiction' },
  weaker: { zh: '方向一致，程度不同', en: 'same direction, different degree' },
  unclear: { zh: '看不出一致', en: 'no agreement seen' },
} as const satisfies Codes;
const GROUP_VERDICTS = {
  of_groups: { zh: '{first} 与 {second}：{verdict}', en: '{first} and {second}: {verdict}' },
  several: { zh: '{first}；{others}', en: '{first}; {others}' },
  unsure: { zh: '不是每种方法都显著', en: 'not significant by every method' },
  higher: { zh: '每种方法都是「{group}」更高', en: 'higher in {group} by every method' },
  unlike: { zh: '比例与多少方向不同', en: 'shares and amounts differ in direction' },
  opposite: { zh: '方向不同', en: 'different directions' },
} as const satisfies Codes;
const QUANTITIES = {
  share: { zh: '比例（签名里的细胞之间，和为 1）', en: 'shares among the cells of the signature, sum 1' },
  amount: { zh: '多少（占整个样本，或没有单位的分数）', en: 'amounts of the whole sample, or scores without a unit' },
} as const satisfies Codes;
const SHARED_QUANTITIES = {
  same: { zh: '同一种量', en: 'same quantity' },
  mixed: { zh: '比例与多少', en: 'shares and amounts' },
} as const satisfies Codes;

const run = (label: string, input: string) => ({ kind: 'analysis', label, input, accepts: ['immune_fractions'] }) as const;

export default defineTool({
  taskType: 'immune_agreement',
  title: '免疫浸润方法一致性',
  english: 'Agreement of infiltration methods',
  points: 1,
  premium: false,
  pages: [furtherPage('bulk', 26, '免疫浸润', 'immune-infiltration/agreement')],
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
      title: { zh: '哪些结论站得住', en: 'Conclusions that hold' },
      role: 'result',
      whole: true,
      columns: [
        { name: 'type', type: 'text', title: TITLES.cellType, codes: CELL_KINDS },
        { name: 'methods', type: 'text', title: { zh: '方法', en: 'Method' }, naming: 'inputs', codes: METHODS, own: true },
        { name: 'lowest_rho', type: 'number', title: { zh: '最低的 ρ', en: 'Lowest ρ' }, key: true },
        { name: 'median_rho', type: 'number', title: { zh: 'ρ 的中位数', en: 'Median ρ' } },
        { name: 'verdict', type: 'text', title: { zh: '一句话', en: 'Conclusion' }, codes: VERDICTS },
        { name: 'conclusion', type: 'text', title: { zh: '组间差别', en: 'Group difference' }, codes: GROUP_VERDICTS },
      ],
    },
    pairs: {
      title: { zh: '方法两两之间的相关', en: 'Correlation of the methods' },
      role: 'result',
      columns: [
        { name: 'type', type: 'text', title: TITLES.cellType, codes: CELL_KINDS },
        { name: 'method_1', type: 'text', title: { zh: '方法 1', en: 'Method 1' }, naming: 'inputs', key: true, codes: METHODS, own: true },
        { name: 'method_2', type: 'text', title: { zh: '方法 2', en: 'Method 2' }, naming: 'inputs', key: true, codes: METHODS, own: true },
        { name: 'n', type: 'integer', title: TITLES.samples },
        { name: 'rho', type: 'number', title: both('Spearman ρ'), key: true },
        { name: 'p', type: 'p', title: TITLES.p },
        { name: 'padj', type: 'p', title: TITLES.adjustedP },
        { name: 'quantities', type: 'text', title: { zh: '两种方法的量', en: 'Quantities of the two methods' }, codes: SHARED_QUANTITIES },
      ],
    },
    group_verdicts: {
      title: { zh: '每两组之间站得住的差别', en: 'Differences between two groups that hold' },
      role: 'result',
      hideEmpty: true,
      columns: [
        { name: 'type', type: 'text', title: TITLES.cellType, codes: CELL_KINDS },
        { name: 'group_1', type: 'text', title: { zh: '组 1', en: 'Group 1' } },
        { name: 'group_2', type: 'text', title: { zh: '组 2', en: 'Group 2' } },
        { name: 'methods', type: 'integer', title: { zh: '方法数', en: 'Number of methods' } },
        { name: 'verdict', type: 'text', title: { zh: '一句话', en: 'Conclusion' }, key: true, codes: GROUP_VERDICTS },
        { name: 'higher_in', type: 'text', title: { zh: '更高的组', en: 'Higher in' } },
      ],
    },
    conclusions: {
      title: { zh: '每种方法的组间比较', en: 'Comparison of groups by each method' },
      role: 'result',
      hideEmpty: true,
      columns: [
        { name: 'type', type: 'text', title: TITLES.cellType, codes: CELL_KINDS },
        { name: 'method', type: 'text', title: { zh: '方法', en: 'Method' }, naming: 'inputs', codes: METHODS, own: true },
        { name: 'quantity', type: 'text', title: { zh: '给出的量', en: 'Quantity' }, codes: QUANTITIES },
        { name: 'group_1', type: 'text', title: { zh: '组 1', en: 'Group 1' } },
        { name: 'group_2', type: 'text', title: { zh: '组 2', en: 'Group 2' } },
        { name: 'higher_in', type: 'text', title: { zh: '更高的组', en: 'Higher in' } },
        { name: 'effect', type: 'number', title: { zh: '秩二列相关 r', en: 'Rank-biserial r' } },
        { name: 'p', type: 'p', title: TITLES.p },
        { name: 'padj', type: 'p', title: TITLES.adjustedP },
      ],
    },
    values: {
      title: { zh: '各方法的数值', en: 'Values of each method' },
      role: 'result',
      columns: [
        { name: 'method', type: 'text', title: { zh: '方法', en: 'Method' }, naming: 'inputs', codes: METHODS, own: true },
        { name: 'type', type: 'text', title: TITLES.cellType, codes: CELL_KINDS },
        { name: 'sample', type: 'text', title: TITLES.sample },
        { name: 'value', type: 'number', title: TITLES.value },
      ],
    },
    bars: {
      title: { zh: '图中的相关', en: 'Bars' },
      role: 'figure',
      columns: [
        { name: 'type', type: 'text', codes: CELL_KINDS },
        { name: 'pair', type: 'text', naming: 'inputs', codes: METHODS, own: true },
        { name: 'rho', type: 'number' },
      ],
    },
  },
  figures: {
    agreement: {
      title: { zh: '方法之间的一致性', en: 'Agreement of methods' },
      file: '免疫浸润方法一致性',
      chart: 'bars',
      wide: true,
      tables: { bars: 'bars' },
      columns: { label: 'type', value: 'rho', group: 'pair' },
      caption: {
        zh: '同一种细胞由两种方法在 {{samples}} 个样本里的数值之间的 Spearman 相关。1 表示样本的高低次序完全相同；负值表示互相矛盾。',
        en: 'Spearman correlation over {{samples}} samples of one cell type by two methods.',
      },
      statistics: {
        zh: '{{samples}} 个样本，{{methods}} 种方法，{{types}} 种细胞；每两种方法一次双侧检验，P 按 Benjamini–Hochberg 法在全部检验之间校正。各方法一致（每两种方法 ρ ≥ 0.5，校正后 P < 0.05）的有 {{agreed_n}} 种。',
        en: 'n = {{samples}} samples, {{methods}} methods, {{types}} cell types; one two-sided test for each two methods, P adjusted over all tests (Benjamini–Hochberg). {{agreed_n}} types agree (ρ of at least 0.5 and adjusted P below 0.05 for each two methods).',
      },
      alternative: {
        zh: '条形图：{{types}} 种细胞由各方法两两之间的 Spearman 相关；数字见「方法两两之间的相关」。',
        en: 'Bar chart: Spearman correlations between methods for {{types}} cell types; the numbers stand in the table of correlations.',
      },
      style: {
        ...commonStyle({ width: TWO_COLUMNS, height: 110 / 25.4, x: 'Spearman ρ' }),
        ...barStyle({ mode: 'grouped', direction: 'horizontal', format: 'number' }),
        ...groupColours(6),
        legend_position: { ...commonStyle({ width: 1, height: 1 }).legend_position, default: 'bottom' },
      },
    },
  },
  facts: {
    methods_word: { label: '方法', format: 'text', codes: METHODS },
    methods: { label: '方法数', format: 'count' },
    samples: { label: '样本', format: 'count' },
    types: { label: '共同的细胞类型', format: 'count' },
    agreed_n: { label: '各方法一致的', format: 'count' },
    agreed: { label: '一致的细胞', format: 'text', codes: CELL_LISTS },
    contradicted: { label: '互相矛盾的细胞', format: 'text', codes: CELL_LISTS },
    grouped: { label: '比较了各组', format: 'flag' },
    held_n: { label: '每种方法都成立的组间差别', format: 'count' },
    held: { label: '成立的细胞', format: 'text', codes: CELL_LISTS },
    several_groups: { label: '三组以上', format: 'flag' },
    shares: { label: '给出比例的方法', format: 'text' },
    amounts: { label: '给出多少的方法', format: 'text', codes: METHODS },
    mixed: { label: '既有比例也有多少', format: 'flag' },
    unlike: { label: '比例与多少不同的细胞', format: 'text', codes: CELL_LISTS },
  },
  sources: {
    samples: { table: 'values', column: 'sample', of: 'distinct' },
    types: rowsOf('verdicts'),
  },
  texts: {
    headline: {
      zh: '{{methods_word}} · {{types}} 种细胞里 {{agreed_n}} 种一致',
      en: '{{methods_word}} · {{agreed_n}} of {{types}} cell types agree',
    },
    summary: {
      zh: '{{methods_word}}在 {{samples}} 个样本里有 {{types}} 种共同的细胞类型，**{{agreed_n}} 种各方法一致**（每两种方法 ρ ≥ 0.5，校正后 P < 0.05）{{#agreed}}：{{agreed}}{{/agreed}}。{{#contradicted}}**互相矛盾的有 {{contradicted}}**：不要只凭一种方法下结论。{{/contradicted}}{{#mixed}}{{shares}} 给出的是签名里的细胞之间的**比例**，{{amounts}} 给出的是样本里有**多少**：一种细胞可以比例小而数量多{{#unlike}}，{{unlike}}就是这样，不能算矛盾{{/unlike}}。{{/mixed}}{{#grouped}}组间差别{{#several_groups}}（每两组之间）{{/several_groups}}每种方法都显著、方向相同的有 {{held_n}} 种{{#held}}：**{{held}}**{{/held}}。{{/grouped}}',
      en: '{{methods_word}} have {{types}} cell types in common in {{samples}} samples; **the methods agree on {{agreed_n}}** (ρ ≥ 0.5 and adjusted P < 0.05 for every two methods){{#agreed}}: {{agreed}}{{/agreed}}.{{#contradicted}} **They contradict each other on {{contradicted}}**: no conclusion should rest on one method alone.{{/contradicted}}{{#mixed}} {{shares}} give **shares** among the cells of their signature, {{amounts}} **amounts** in the sample: a type may have a small share and a large amount{{#unlike}}, as {{unlike}}, which is no contradiction{{/unlike}}.{{/mixed}}{{#grouped}} Differences between groups{{#several_groups}} (every two groups){{/several_groups}} that are significant by every method and in the same direction: {{held_n}}{{^several_groups}}{{#held}} (**{{held}}**){{/held}}{{/several_groups}}.{{/grouped}}',
    },
    detail: {
      zh: '一致说明样本的高低次序相同，不说明比例准确：方法可能用了同样的标志{{row_subject}} · 亚型相加成大类之后比较，如 M0、M1、M2 相加为巨噬细胞',
      en: 'Agreement means the same order of samples, not the right shares: methods may use the same marker {{row_subject}}s · Subtypes were added up before the comparison, such as M0, M1 and M2 to macrophages',
    },
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
