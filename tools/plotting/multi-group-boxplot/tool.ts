import {
  adjustMethod,
  both,
  countsCompared,
  defineTool,
  expressionFile,
  GROUP_METHODS,
  groupCitations,
  groupFacts,
  groupFigure,
  groupSources,
  groupTables,
  groupTexts,
  page,
  pairedGroups,
  sampleGroups,
  type ToolDefinition,
} from '@oncoloom/tool-kit';

const plotType = {
  kind: 'choice',
  label: '画成',
  default: 'box',
  options: [
    { value: 'box', label: '箱线图' },
    { value: 'violin', label: '小提琴图', help: '加上分布的形状；不足 10 个样本的组仍画箱线。' },
    { value: 'points', label: '只画点' },
  ],
} as const;
const { group_shape: _, ...style } = groupFigure({ title: both(''), file: '' }).style;

export default defineTool({
  taskType: 'multi_group_boxplot',
  title: '多组箱线图',
  english: 'Box plot of several groups',
  points: 1,
  premium: false,
  pages: [page('plotting', 4, '分布与相关', 'multi-group-boxplot')],
  version: '1.1.2',
  naming: '{{file_id}} · {{gene_list}} · 多组箱线图',
  summary: '几个基因在几组样本里的表达量画成一张箱线图或小提琴图：每个基因先做总的检验，再两两比较，P 都经过校正。',
  outcome: '可编辑的箱线图或小提琴图，每个基因的总检验和两两比较（P、校正后 P、效应量的 95% CI），检验的前提，各组的均数和中位数',
  keywords: ['boxplot', 'violin', '小提琴图', '箱线图', '多组', '多基因', 'Kruskal', 'ANOVA', '方差分析', '两两比较', '表达量'],
  expected: { base: 0.5, perMillionCells: 0.2 },
  parameters: {
    file_id: expressionFile,
    sample_groups: {
      ...sampleGroups,
      help: '每个样本一行：sample 是样本名，group 是组名，两组以上。没有列出的样本不画。',
    },
    gene_list: {
      kind: 'genes',
      accepts: ['gene_list'],
      label: '基因',
      max: 50,
      help: '要画的基因，最多 50 个；写法与矩阵的行名一致，旧名和别名会换成表里的写法。',
    },
    plot_type: plotType,
    method: {
      kind: 'choice',
      label: '检验',
      default: 'kruskal',
      options: [GROUP_METHODS.kruskal, GROUP_METHODS.anova, GROUP_METHODS.welch_anova],
      help: '按设计时定的选，不要看过 P 再换。两组时，总的检验就是这两组的比较。',
    },
    ...pairedGroups('sample_groups', 'Kruskal–Wallis 变为 Friedman 检验，两两比较变为符号秩检验；方差分析不能配对。'),
    pairwise: {
      kind: 'flag',
      label: '两两比较',
      default: true,
      help: '三组以上时，总的检验之后再比较每两组，P 在一个基因的各对之间校正。图上默认写总的检验；要写哪几对，在编辑图形里选。',
    },
    pAdjustMethod: { ...adjustMethod, help: '总的检验在基因之间校正，两两比较在一个基因的各对之间校正。Holm 和 Bonferroni 更严格。' },
  },
  requirements: [countsCompared],
  plan: '画 {{gene_list}} 在各组里的表达量，并做检验。',
  tables: groupTables,
  figures: {
    box: {
      ...groupFigure({ title: { zh: '各组的表达量', en: 'Expression by group' }, file: '多组箱线图' }),
      style: { ...style, plot_type: plotType },
    },
  },
  facts: { ...groupFacts, gene_labels: { label: '横轴是{{row_subject}}', format: 'flag' } },
  sources: {
    ...groupSources,
    n_values: { table: 'groups', column: 'n', of: 'sum' },
    groups: { table: 'groups', column: 'group', of: 'distinct' },
    features: { table: 'groups', column: 'feature', of: 'distinct' },
  },
  texts: {
    ...groupTexts,
    empty: {
      when: 'significant',
      next: [
        {
          title: '看效应量和它的置信区间',
          text: 'P ≥ 0.05 不等于没有差别。区间宽说明样本少，看不准；区间窄而且靠近 0，才说明差别小。',
          reading: true,
        },
        { title: '核对分组', text: '组内还有别的来源（批次、性别）时，差别会被掩盖；这时用差异分析，把它们放进协变量。', reading: true },
      ],
    },
  },
  produces: [],
  citations: groupCitations,
  packages: ['org.Hs.eg.db'],
  example: {
    title: '急性淋巴细胞白血病的免疫表型',
    description:
      'Bioconductor 的 ALL 数据（Chiaretti 等，2004）：128 例的芯片，按细胞来源和分化阶段（BT）分成 B1–B4 和 T 五组，看几个表型基因。',
    files: {
      file_id: { file: 'expression.tsv.gz', name: 'ALL_表达矩阵.tsv.gz' },
      sample_groups: { file: 'groups.tsv', name: 'ALL_分组.tsv' },
    },
    parameters: { gene_list: ['CD19', 'CD3D', 'CD79B', 'ZAP70'] },
  },
  preview: true,
} as const satisfies ToolDefinition);
