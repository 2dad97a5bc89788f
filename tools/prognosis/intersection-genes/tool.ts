import {
  commonStyle,
  defineTool,
  type FigureDeclaration,
  ONE_COLUMN,
  page,
  type TableDeclaration,
  type ToolDefinition,
  TWO_COLUMNS,
} from '@oncoloom/tool-kit';

/** More genes than a species has. */
const GENES_MAX = 100_000;

const drawnSets = [
  { name: 'list', type: 'text', title: '名单' },
  { name: 'size', type: 'integer', title: '基因' },
  { name: 'colour', type: 'text', title: '颜色' },
] as const satisfies TableDeclaration['columns'];

/** What both figures are drawn from; a press on a region lists its genes. */
const regions = {
  columns: { label: 'list', size: 'size', colour: 'colour', pattern: 'region', count: 'count', gene: 'gene' },
} as const satisfies Partial<FigureDeclaration>;

export default defineTool({
  taskType: 'intersection_gene',
  title: '交集基因（韦恩图/UpSet）',
  english: 'Shared genes (Venn diagram, UpSet)',
  points: 2,
  premium: true,
  pages: [page('tcga', 9, '机器学习', 'machine_learning/intersection_gene', 'analysis', 'detail/:id')],
  version: '1.1.1',
  naming: '{{gene_sets}} · 交集',
  summary:
    '求 2–7 份基因名单的交集：哪些基因几份都有，哪些只在其中一份。名单可以填写、用文件，或直接取早先的差异分析和筛选结果；点图上任一块，就得到那一块的基因名单，接着做富集或预后分析。',
  outcome: '韦恩图（5 份以内）和 UpSet 图，每个基因在哪些名单里，每一块的基因，两两重合的程度和 P',
  keywords: ['韦恩图', 'Venn', 'UpSet', '交集', '共同基因', '重叠基因', 'overlap', 'intersection', '维恩图', '超几何检验', 'Jaccard'],
  expected: { base: 1, perMillionCells: 0 },
  parameters: {
    gene_sets: {
      kind: 'gene-sets',
      label: '基因名单',
      input: 'sets',
      fileField: 'file_id',
      min: 2,
      max: 7,
      maxGenes: GENES_MAX,
      help: '2–7 份，各有名字和颜色。基因符号、别名、Ensembl 号（可带版本）、Entrez 号可以混写，会先换成现行的基因符号再比较。',
    },
    universe: {
      kind: 'gene-list',
      label: '背景基因',
      input: 'universe',
      fileField: 'universe_file_id',
      max: GENES_MAX,
      optional: true,
      help: '实验里测到、有可能入选的全部基因，只影响两两重合的 P。不填：名单全部取自差异分析时用它们都检验过的基因，否则用人的全部蛋白编码基因，P 会偏小。',
      feeds: 'stats::phyper 的 N',
    },
  },
  requirements: [],
  plan: '求 {{gene_sets_n}} 份名单（{{gene_sets}}）的交集。',
  tables: {
    intersections: {
      title: '每一块的基因',
      role: 'result',
      columns: [
        { name: 'region', type: 'text', title: '在哪些名单里（1 在，0 不在）' },
        { name: 'lists', type: 'text', title: '只在这些名单里', key: true },
        { name: 'n_lists', type: 'integer', title: '名单数' },
        { name: 'count', type: 'integer', title: '基因数', key: true },
        { name: 'share', type: 'fraction', title: '占全部基因' },
        { name: 'genes', type: 'text', title: '基因' },
      ],
      sort: { column: 'count', order: 'desc' },
    },
    common: {
      title: '全部名单共有的基因',
      role: 'result',
      columns: [{ name: 'gene', type: 'gene', title: '基因' }],
    },
    membership: {
      title: '每个基因在哪些名单里',
      role: 'result',
      columns: [
        { name: 'gene', type: 'gene', title: '基因' },
        { name: 'n_lists', type: 'integer', title: '名单数', key: true },
        { name: 'region', type: 'text', title: '在哪些名单里（1 在，0 不在）' },
      ],
      rest: { type: 'integer', title: '名单（1 在，0 不在）' },
      sort: { column: 'n_lists', order: 'desc' },
    },
    overlap: {
      title: '两两重合',
      role: 'result',
      columns: [
        { name: 'first', type: 'text', title: '名单' },
        { name: 'second', type: 'text', title: '另一份名单' },
        { name: 'size_first', type: 'integer', title: '名单的基因' },
        { name: 'size_second', type: 'integer', title: '另一份的基因' },
        { name: 'shared', type: 'integer', title: '共有', key: true },
        { name: 'jaccard', type: 'number', title: 'Jaccard 指数', digits: 3 },
        { name: 'share_smaller', type: 'fraction', title: '占较小一份' },
        { name: 'in_first', type: 'integer', title: '名单在背景里的' },
        { name: 'in_second', type: 'integer', title: '另一份在背景里的' },
        { name: 'in_both', type: 'integer', title: '共有且在背景里' },
        { name: 'expected', type: 'number', title: '偶然会共有', digits: 1 },
        { name: 'fold', type: 'number', title: '是偶然的几倍', digits: 2 },
        { name: 'pvalue', type: 'p', title: 'P 值' },
        { name: 'padj', type: 'p', title: '校正后 P（BH）', key: true },
      ],
    },
    lists: {
      title: '名单的来源和整理',
      role: 'result',
      columns: [
        { name: 'list', type: 'text', title: '名单' },
        { name: 'size', type: 'integer', title: '基因', key: true },
        { name: 'source', type: 'text', title: '来源', naming: 'inputs' },
        { name: 'asked', type: 'integer', title: '写了几个名字' },
        { name: 'repeated', type: 'integer', title: '重复的' },
        { name: 'renamed', type: 'integer', title: '换成现行符号的' },
        { name: 'unknown', type: 'integer', title: '没有认出来的' },
        { name: 'colour', type: 'text', title: '颜色' },
      ],
    },
    names: {
      title: '基因名的对应',
      role: 'result',
      folded: true,
      hideEmpty: true,
      columns: [
        { name: 'list', type: 'text', title: '名单' },
        { name: 'asked', type: 'text', title: '名单里的写法' },
        { name: 'found', type: 'gene', title: '现行的符号' },
        { name: 'how', type: 'text', title: '怎样对应' },
      ],
    },
    background: {
      title: '背景基因',
      role: 'figure',
      hideEmpty: true,
      columns: [{ name: 'gene', type: 'gene', title: '基因' }],
    },
    venn_sets: { title: '韦恩图的名单', role: 'figure', columns: drawnSets },
    upset_sets: { title: 'UpSet 图的名单', role: 'figure', columns: drawnSets },
  },
  figures: {
    venn: {
      ...regions,
      title: '韦恩图',
      chart: 'venn',
      wide: true,
      hideEmpty: true,
      tables: { sets: 'venn_sets', intersections: 'intersections', members: 'membership' },
      caption:
        '每一块是恰好在这些名单里、不在其他名单里的基因数；名字旁是整份名单的基因数。面积不代表基因数。{{lists}} 份名单合起来 {{united}} 个基因，全部共有 {{common}} 个。点任一块，得到它的基因名单。',
      captionEnglish:
        'Venn diagram of {{lists}} gene lists. Numbers: genes in exactly these lists; beside the names: genes of the whole list. Areas are not proportional. {{united}} genes in all, {{common}} in every list.',
      statistics:
        '{{lists}} 份名单，合起来 {{united}} 个基因，全部共有 {{common}} 个。{{#has_universe}}两两的重合另用单侧超几何检验，背景 {{universe}} 个基因，P 按 Benjamini–Hochberg 法校正。{{/has_universe}}{{^has_universe}}没有背景，没有做检验。{{/has_universe}}',
      statisticsEnglish:
        '{{lists}} gene lists, {{united}} genes in all, {{common}} in every list.{{#has_universe}} Pairwise overlaps: one-sided hypergeometric tests against {{universe}} genes, P adjusted by Benjamini–Hochberg.{{/has_universe}}{{^has_universe}} No universe was given and no test was made.{{/has_universe}}',
      alternative: '韦恩图：{{list_words}}，合起来 {{united}} 个基因，全部共有 {{common}} 个。',
      style: commonStyle({ width: 120 / 25.4, height: 100 / 25.4 }),
    },
    upset: {
      ...regions,
      title: 'UpSet 图',
      chart: 'upset',
      wide: true,
      tables: { sets: 'upset_sets', intersections: 'intersections', members: 'membership' },
      caption: '每一列是一种组合：恰好在有点的名单里、不在其他名单里的基因数；左边是整份名单的基因数。点任一列，得到它的基因名单。',
      captionEnglish: 'Columns: genes in exactly the marked lists. Bars on the left: sizes of the lists.',
      statistics:
        '{{lists}} 份名单，合起来 {{united}} 个基因，全部共有 {{common}} 个。{{#has_universe}}两两的重合另用单侧超几何检验，背景 {{universe}} 个基因，P 按 Benjamini–Hochberg 法校正。{{/has_universe}}{{^has_universe}}没有背景，没有做检验。{{/has_universe}}',
      statisticsEnglish:
        '{{lists}} gene lists, {{united}} genes in all, {{common}} in every list.{{#has_universe}} Pairwise overlaps: one-sided hypergeometric tests against {{universe}} genes, P adjusted by Benjamini–Hochberg.{{/has_universe}}{{^has_universe}} No universe was given and no test was made.{{/has_universe}}',
      alternative: 'UpSet 图：{{list_words}}，{{regions}} 种组合里有基因，全部共有 {{common}} 个。',
      style: commonStyle({ width: TWO_COLUMNS, height: ONE_COLUMN }),
    },
  },
  facts: {
    lists: { label: '名单', format: 'count' },
    list_words: { label: '名单的名字', format: 'text' },
    united: { label: '合起来的基因', format: 'count' },
    common: { label: '全部共有的基因', format: 'count' },
    first_common: { label: '共有的基因例如', format: 'text' },
    in_several: { label: '至少在两份里的基因', format: 'count' },
    regions: { label: '有基因的组合', format: 'count' },
    all_equal: { label: '名单完全一样', format: 'flag' },
    renamed: { label: '换成现行符号的名字', format: 'count' },
    unknown: { label: '没有认出来的名字', format: 'count' },
    repeated: { label: '重复的名字', format: 'count' },
    universe: { label: '背景', format: 'count' },
    universe_words: { label: '背景是什么', format: 'text' },
    universe_english: { label: '背景是什么（英文）', format: 'text' },
    lists_english: { label: '名单的名字（英文）', format: 'text' },
    has_universe: { label: '有背景', format: 'flag' },
    mouse: { label: '小鼠的基因', format: 'flag' },
  },
  texts: {
    headline: '{{lists}} 份名单 · 共有 {{common}} 个基因',
    summary:
      '{{lists}} 份名单（{{list_words}}）合起来有 {{united}} 个基因：{{#common}}**全部共有 {{common}} 个**{{#first_common}}（{{first_common}}）{{/first_common}}{{/common}}{{^common}}**没有一个基因在全部名单里**{{/common}}，至少在两份里的 {{in_several}} 个。{{#all_equal}}几份名单完全一样，请核对有没有选错。{{/all_equal}}',
    detail:
      '{{#has_universe}}两两重合的 P：超几何检验，背景是{{universe_words}}（{{universe}} 个）。{{/has_universe}}{{^has_universe}}没有背景，不算重合的 P。{{/has_universe}}{{#renamed}}{{renamed}} 个名字换成了现行的基因符号。{{/renamed}}{{#repeated}}重复的 {{repeated}} 个各只计一次。{{/repeated}}{{#unknown}}{{unknown}} 个没有认出来，按原样保留。{{/unknown}}同一批样本上几种方法的交集不是验证：它们用的是同样的数据，错也会错在一起。',
    empty: {
      when: 'common',
      next: [
        {
          title: '看至少在两份里的基因',
          text: '「每个基因在哪些名单里」按名单数排列；点图上的任一块，得到那一块的基因。',
          reading: true,
        },
        { title: '核对基因名', text: '看「基因名的对应」：一份是人、另一份是小鼠，或一份是探针号，就对不上。', reading: true },
        { title: '把名单的阈值放宽一些', text: '有一份名单很短时，交集常常是空的。阈值要在看结果之前定好。' },
      ],
    },
  },
  produces: [{ what: 'gene_list', table: 'common', columns: { gene: 'gene' }, universe: { table: 'background', gene: 'gene' } }],
  citations: [
    'Venn J. On the diagrammatic and mechanical representation of propositions and reasonings. Philos Mag 1880;10:1–18.',
    'Lex A, Gehlenborg N, Strobelt H, Vuillemot R, Pfister H. UpSet: visualization of intersecting sets. IEEE Trans Vis Comput Graph 2014;20:1983–1992. doi:10.1109/TVCG.2014.2346248',
  ],
  packages: ['org.Hs.eg.db'],
  early: ['org.Hs.eg.db'],
  example: {
    title: '前列腺癌细胞：三种方法找到的差异基因',
    description:
      'goseq 软件包自带的 LNCaP 细胞 RNA-seq（Li 等，2008）：雄激素处理与对照，同一次实验用 edgeR、limma-voom 和 DESeq2 各做一遍；背景是检验过的基因。',
    files: {
      gene_sets: { file: 'lists.gmt', name: 'LNCaP_三种方法的差异基因.gmt' },
      universe: { file: 'tested.txt', name: 'LNCaP_检验过的基因.txt' },
    },
    parameters: {},
  },
} as const satisfies ToolDefinition);
