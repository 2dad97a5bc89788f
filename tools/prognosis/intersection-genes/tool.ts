import {
  type Codes,
  commonStyle,
  defineTool,
  type FigureDeclaration,
  LISTED_GENE_MATCHES,
  ONE_COLUMN,
  page,
  rowsOf,
  type TableDeclaration,
  TITLES,
  type ToolDefinition,
  TWO_COLUMNS,
} from '@oncoloom/tool-kit';

const SOURCES = { typed: { zh: '填写', en: 'typed' } } as const satisfies Codes;

/** More genes than a species has. */
const GENES_MAX = 100_000;

const drawnSets = [
  { name: 'list', type: 'text', title: { zh: '名单', en: 'List name' } },
  { name: 'size', type: 'integer', title: TITLES.rowCount },
  { name: 'colour', type: 'text', title: { zh: '颜色', en: 'Colour' } },
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
      title: { zh: '每一块的{{row_subject}}', en: '{{Row_subject}}s of each region' },
      role: 'result',
      columns: [
        { name: 'region', type: 'text', title: { zh: '在哪些名单里（1 在，0 不在）', en: 'Lists (1: in, 0: not in)' } },
        { name: 'lists', type: 'text', title: { zh: '只在这些名单里', en: 'Only in these lists' }, key: true },
        { name: 'n_lists', type: 'integer', title: { zh: '名单数', en: 'Number of lists' } },
        { name: 'count', type: 'integer', title: { zh: '{{row_subject}}数', en: '{{Row_subject}}s' }, key: true },
        { name: 'share', type: 'fraction', title: { zh: '占全部{{row_subject}}', en: 'Share of all {{row_subject}}s' } },
        { name: 'genes', type: 'text', title: TITLES.row },
      ],
      sort: { column: 'count', order: 'desc' },
    },
    common: {
      title: { zh: '全部名单共有的{{row_subject}}', en: '{{Row_subject}}s common to all lists' },
      role: 'result',
      columns: [{ name: 'gene', type: 'gene', title: TITLES.row }],
    },
    membership: {
      title: { zh: '每个{{row_subject}}在哪些名单里', en: 'Lists that hold each {{row_subject}}' },
      role: 'result',
      columns: [
        { name: 'gene', type: 'gene', title: TITLES.row },
        { name: 'n_lists', type: 'integer', title: { zh: '名单数', en: 'Number of lists' }, key: true },
        { name: 'region', type: 'text', title: { zh: '在哪些名单里（1 在，0 不在）', en: 'Lists (1: in, 0: not in)' } },
      ],
      rest: { type: 'integer', title: { zh: '名单（1 在，0 不在）', en: 'List (1: in it, 0: not)' } },
      sort: { column: 'n_lists', order: 'desc' },
    },
    overlap: {
      title: { zh: '两两重合', en: 'Pairwise overlaps' },
      role: 'result',
      columns: [
        { name: 'first', type: 'text', title: { zh: '名单', en: 'List name' } },
        { name: 'second', type: 'text', title: { zh: '另一份名单', en: 'Other list' } },
        { name: 'size_first', type: 'integer', title: { zh: '名单的{{row_subject}}', en: '{{Row_subject}}s of the list' } },
        { name: 'size_second', type: 'integer', title: { zh: '另一份的{{row_subject}}', en: '{{Row_subject}}s of the other list' } },
        { name: 'shared', type: 'integer', title: { zh: '共有', en: 'Shared' }, key: true },
        { name: 'jaccard', type: 'number', title: { zh: 'Jaccard 指数', en: 'Jaccard index' }, digits: 3 },
        { name: 'share_smaller', type: 'fraction', title: { zh: '占较小一份', en: 'Share of the smaller list' } },
        { name: 'in_first', type: 'integer', title: { zh: '名单在背景里的', en: 'List in background' } },
        { name: 'in_second', type: 'integer', title: { zh: '另一份在背景里的', en: 'Other list in background' } },
        { name: 'in_both', type: 'integer', title: { zh: '共有且在背景里', en: 'Shared in background' } },
        { name: 'expected', type: 'number', title: { zh: '偶然会共有', en: 'Expected by chance' }, digits: 1 },
        { name: 'fold', type: 'number', title: { zh: '是偶然的几倍', en: 'Fold over chance' }, digits: 2 },
        { name: 'pvalue', type: 'p', title: TITLES.p },
        { name: 'padj', type: 'p', title: TITLES.adjustedPBH, key: true },
      ],
    },
    lists: {
      title: { zh: '名单的来源和整理', en: 'Sources and cleaning of the lists' },
      role: 'result',
      columns: [
        { name: 'list', type: 'text', title: { zh: '名单', en: 'List name' } },
        { name: 'size', type: 'integer', title: TITLES.rowCount, key: true },
        { name: 'source', type: 'text', title: { zh: '来源', en: 'Source' }, naming: 'inputs', codes: SOURCES, own: true },
        { name: 'asked', type: 'integer', title: { zh: '写了几个名字', en: 'Names written' } },
        { name: 'repeated', type: 'integer', title: { zh: '重复的', en: 'Repeated' } },
        { name: 'renamed', type: 'integer', title: { zh: '换成现行符号的', en: 'Rewritten to current symbols' } },
        { name: 'unknown', type: 'integer', title: { zh: '没有认出来的', en: 'Not recognized' } },
        { name: 'colour', type: 'text', title: { zh: '颜色', en: 'Colour' } },
      ],
    },
    names: {
      title: { zh: '{{row_subject}}名的对应', en: 'Mapping of {{row_subject}} names' },
      role: 'result',
      folded: true,
      hideEmpty: true,
      columns: [
        { name: 'list', type: 'text', title: { zh: '名单', en: 'List name' } },
        { name: 'asked', type: 'text', title: { zh: '名单里的写法', en: 'As written in the list' } },
        { name: 'found', type: 'gene', title: { zh: '现行的符号', en: 'Current symbol' } },
        { name: 'how', type: 'text', title: { zh: '怎样对应', en: 'How it was found' }, codes: LISTED_GENE_MATCHES },
      ],
    },
    background: {
      title: { zh: '背景{{row_subject}}', en: 'Background' },
      role: 'figure',
      hideEmpty: true,
      columns: [{ name: 'gene', type: 'gene' }],
    },
    venn_sets: { title: { zh: '韦恩图的名单', en: 'Venn sets' }, role: 'figure', columns: drawnSets },
    upset_sets: { title: { zh: 'UpSet 图的名单', en: 'Upset sets' }, role: 'figure', columns: drawnSets },
  },
  figures: {
    venn: {
      ...regions,
      title: { zh: '韦恩图', en: 'Venn diagram' },
      chart: 'venn',
      wide: true,
      hideEmpty: true,
      tables: { sets: 'venn_sets', intersections: 'intersections', members: 'membership' },
      caption: {
        zh: '每一块是恰好在这些名单里、不在其他名单里的{{row_subject}}数；名字旁是整份名单的{{row_subject}}数。面积不代表{{row_subject}}数。{{^paper}}点任一块，得到它的{{row_subject}}名单。{{/paper}}',
        en: 'Venn diagram of {{lists}} {{row_subject}} lists. Numbers: {{row_subject}}s in exactly these lists; beside the names: {{row_subject}}s of the whole list. Areas are not proportional.',
      },
      statistics: {
        zh: '{{lists}} 份名单，合起来 {{united}} 个{{row_subject}}，全部共有 {{common}} 个。{{#has_universe}}两两的重合另用单侧超几何检验，背景 {{universe}} 个{{row_subject}}，P 按 Benjamini–Hochberg 法校正。{{/has_universe}}{{^has_universe}}没有背景，没有做检验。{{/has_universe}}',
        en: '{{lists}} {{row_subject}} lists, {{united}} {{row_subject}}s in all, {{common}} in every list.{{#has_universe}} Pairwise overlaps: one-sided hypergeometric tests against {{universe}} {{row_subject}}s, P adjusted by Benjamini–Hochberg.{{/has_universe}}{{^has_universe}} No universe was given and no test was made.{{/has_universe}}',
      },
      alternative: {
        zh: '韦恩图：{{list_words}}，合起来 {{united}} 个{{row_subject}}，全部共有 {{common}} 个。',
        en: 'Venn diagram of {{lists}} lists{{#lists_english}} ({{lists_english}}){{/lists_english}}: {{united}} {{row_subject}}s in all, {{common}} in every list.',
      },
      style: commonStyle({ width: 120 / 25.4, height: 100 / 25.4 }),
    },
    upset: {
      ...regions,
      title: { zh: 'UpSet 图', en: 'UpSet plot' },
      chart: 'upset',
      wide: true,
      tables: { sets: 'upset_sets', intersections: 'intersections', members: 'membership' },
      caption: {
        zh: '每一列是一种组合：恰好在有点的名单里、不在其他名单里的{{row_subject}}数；左边是整份名单的{{row_subject}}数。{{^paper}}点任一列，得到它的{{row_subject}}名单。{{/paper}}',
        en: 'Columns: {{row_subject}}s in exactly the marked lists. Bars on the left: sizes of the lists.',
      },
      statistics: {
        zh: '{{lists}} 份名单，合起来 {{united}} 个{{row_subject}}，全部共有 {{common}} 个。{{#has_universe}}两两的重合另用单侧超几何检验，背景 {{universe}} 个{{row_subject}}，P 按 Benjamini–Hochberg 法校正。{{/has_universe}}{{^has_universe}}没有背景，没有做检验。{{/has_universe}}',
        en: '{{lists}} {{row_subject}} lists, {{united}} {{row_subject}}s in all, {{common}} in every list.{{#has_universe}} Pairwise overlaps: one-sided hypergeometric tests against {{universe}} {{row_subject}}s, P adjusted by Benjamini–Hochberg.{{/has_universe}}{{^has_universe}} No universe was given and no test was made.{{/has_universe}}',
      },
      alternative: {
        zh: 'UpSet 图：{{list_words}}，{{regions}} 种组合里有{{row_subject}}，全部共有 {{common}} 个。',
        en: 'UpSet plot of {{lists}} lists{{#lists_english}} ({{lists_english}}){{/lists_english}}: {{row_subject}}s in {{regions}} of the combinations, {{common}} in every list.',
      },
      style: commonStyle({ width: TWO_COLUMNS, height: ONE_COLUMN }),
    },
  },
  facts: {
    lists: { label: '名单', format: 'count' },
    list_words: { label: '名单的名字', format: 'text' },
    united: { label: '合起来的{{row_subject}}', format: 'count' },
    common: { label: '全部共有的{{row_subject}}', format: 'count' },
    first_common: { label: '共有的{{row_subject}}例如', format: 'text' },
    in_several: { label: '至少在两份里的{{row_subject}}', format: 'count' },
    regions: { label: '有{{row_subject}}的组合', format: 'count' },
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
  sources: {
    lists: rowsOf('lists'),
    united: rowsOf('membership'),
    common: rowsOf('common'),
    renamed: { table: 'lists', column: 'renamed', of: 'sum' },
    unknown: { table: 'lists', column: 'unknown', of: 'sum' },
    universe: rowsOf('background'),
  },
  texts: {
    headline: { zh: '{{lists}} 份名单 · 共有 {{common}} 个{{row_subject}}', en: '{{lists}} lists · {{common}} shared {{row_subject}}s' },
    summary: {
      zh: '{{lists}} 份名单（{{list_words}}）合起来有 {{united}} 个{{row_subject}}：{{#common}}**全部共有 {{common}} 个**{{#first_common}}（{{first_common}}）{{/first_common}}{{/common}}{{^common}}**没有一个{{row_subject}}在全部名单里**{{/common}}，至少在两份里的 {{in_several}} 个。{{#all_equal}}几份名单完全一样，请核对有没有选错。{{/all_equal}}',
      en: '{{lists}} lists{{#lists_english}} ({{lists_english}}){{/lists_english}} hold {{united}} {{row_subject}}s in all: {{#common}}**{{common}} in every list**{{#first_common}} ({{first_common}}){{/first_common}}{{/common}}{{^common}}**none in every list**{{/common}}, {{in_several}} in at least two.{{#all_equal}} The lists are exactly the same: please check that the right ones were chosen.{{/all_equal}}',
    },
    detail: {
      zh: '{{#has_universe}}两两重合的 P：超几何检验，背景是{{universe_words}}（{{universe}} 个）。{{/has_universe}}{{^has_universe}}没有背景，不算重合的 P。{{/has_universe}}{{#renamed}}{{renamed}} 个名字换成了现行的基因符号。{{/renamed}}{{#repeated}}重复的 {{repeated}} 个各只计一次。{{/repeated}}{{#unknown}}{{unknown}} 个没有认出来，按原样保留。{{/unknown}}同一批样本上几种方法的交集不是验证：它们用的是同样的数据，错也会错在一起',
      en: '{{#has_universe}}P of pairwise overlaps: hypergeometric tests against a universe of {{universe}} genes ({{universe_english}}).{{/has_universe}}{{^has_universe}}Without a universe there is no P of overlaps.{{/has_universe}}{{#renamed}} {{renamed}} names were rewritten to current gene symbols.{{/renamed}}{{#repeated}} {{repeated}} repeated names were counted once.{{/repeated}}{{#unknown}} {{unknown}} unrecognised names were kept as written.{{/unknown}} What several methods share on the same samples is no validation: they rest on the same data and can be wrong together',
    },
    empty: {
      when: 'common',
      next: [
        {
          title: '看至少在两份里的{{row_subject}}',
          text: '「每个{{row_subject}}在哪些名单里」按名单数排列；点图上的任一块，得到那一块的{{row_subject}}。',
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
