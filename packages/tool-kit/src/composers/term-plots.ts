import type { FigureDeclaration, ToolDefinition } from '../declaration/define-tool.ts';
import type { Parameters } from '../declaration/parameters.ts';
import { TITLES } from '../declaration/titles.ts';
import type { Told } from '../declaration/told.ts';
import { commonStyle, ONE_COLUMN, TWO_COLUMNS } from '../style/style.ts';

/** What the plots of over-represented terms have in common. R: engine/R/statistics/enrichment/term-plots.R. */

const TERMS_MAX = 60;

/** @param result What the parent's result is called: GO 富集结果. */
export const termPlotParameters = (result: string) =>
  ({
    source_analysis_id: {
      kind: 'analysis',
      label: result,
      input: 'enriched',
      ofParent: 'enriched',
      help: '选一次已完成的富集分析，画它富集的条目。',
    },
    plot_type: {
      kind: 'choice',
      label: '图的种类',
      pictured: true,
      default: 'dot',
      options: [
        { value: 'dot', label: '点图（气泡图）', name: '点图', help: '比例、基因数和 P 一起看，最常用' },
        { value: 'bar', label: '条形图', help: '基因数和 P' },
        { value: 'cnet', label: '条目与基因网络（cnetplot）', name: '条目与基因网络', help: '哪些基因属于几个条目' },
        { value: 'emap', label: '条目网络（emapplot）', name: '条目网络', help: '共用基因的条目连在一起，成团' },
        { value: 'circle', label: '弦图', help: '条目与基因围成一圈，至多 10 个条目、60 个基因' },
        { value: 'upset', label: 'UpSet 图', help: '条目之间共有和独有的基因数' },
      ],
    },
    terms: {
      kind: 'entries',
      label: '要画的条目',
      of: 'source_analysis_id',
      table: 'enriched',
      column: 'ID',
      title: 'Description',
      max: TERMS_MAX,
      help: '不选就画 P 最小的。可以输入名字或编号的一部分来找。',
    },
    top_n: {
      kind: 'integer',
      label: '每部分画几个',
      default: 10,
      min: 1,
      max: TERMS_MAX,
      help: '没有选条目时，每个本体（或通路库）画 P 最小的几个。网络、弦图和 UpSet 图在全部条目里取，弦图至多 10 个。',
    },
    compare_analysis_id: {
      kind: 'analysis',
      label: '并排比较',
      input: 'compared',
      ofParent: 'enriched',
      optional: true,
      when: { parameter: 'plot_type', is: ['dot', 'bar'] },
      help: '另一次富集分析，画在旁边：上调对下调，或两个队列。',
    },
    changes: {
      kind: 'ranked-genes',
      label: '基因的变化',
      input: 'changes',
      fileField: 'changes_file_id',
      source: { field: 'change_analysis_id', rankField: 'change_by', comparisonField: 'change_comparison' },
      min: 1,
      optional: true,
      when: { parameter: 'plot_type', is: ['cnet', 'circle'] },
      help: '给基因着色用的差异分析，一般选 log2FC；几个对比的可以选其中一个。不选就不着色。',
    },
  }) as const satisfies Parameters;

const TERM_COLUMNS = [
  { name: 'ID', type: 'text', title: { zh: '编号', en: 'ID' } },
  { name: 'Description', type: 'text', title: { zh: '条目', en: 'Term' } },
  { name: 'panel', type: 'text', title: { zh: '部分', en: 'Part' } },
  { name: 'group', type: 'text', title: { zh: '来自', en: 'From' }, naming: 'inputs' },
  { name: 'ratio', type: 'fraction', title: { zh: '名单中的比例', en: 'Gene ratio' } },
  { name: 'p.adjust', type: 'p', title: TITLES.adjustedP },
  { name: 'Count', type: 'integer', title: { zh: '基因数', en: 'Genes' } },
] as const;
const EDGE_COLUMNS = [
  { name: 'from', type: 'text' },
  { name: 'to', type: 'text' },
] as const;

/** Tables of `term_plot_tables`; those of the kinds that are not drawn are empty. */
export const termPlotTables = {
  drawn: {
    title: { zh: '画出的条目', en: 'Terms of the figure' },
    role: 'result',
    columns: [...TERM_COLUMNS, { name: 'geneID', type: 'text', title: { zh: '名单中的基因', en: 'Listed genes' } }],
    sort: { column: 'p.adjust', order: 'asc' },
  },
  dot_terms: { title: { zh: '点', en: 'Dot terms' }, role: 'figure', columns: TERM_COLUMNS },
  bar_terms: { title: { zh: '条', en: 'Bar terms' }, role: 'figure', columns: TERM_COLUMNS },
  cnet_nodes: {
    title: { zh: '条目和基因', en: 'Cnet nodes' },
    role: 'figure',
    columns: [
      { name: 'label', type: 'text' },
      { name: 'kind', type: 'text' },
      { name: 'size', type: 'integer' },
      { name: 'p.adjust', type: 'p' },
      { name: 'change', type: 'log2' },
    ],
  },
  cnet_edges: { title: { zh: '条目的基因', en: 'Cnet edges' }, role: 'figure', columns: EDGE_COLUMNS },
  emap_nodes: {
    title: { zh: '条目', en: 'Terms' },
    role: 'figure',
    columns: [
      { name: 'label', type: 'text' },
      { name: 'size', type: 'integer' },
      { name: 'p.adjust', type: 'p' },
      { name: 'cluster', type: 'text' },
    ],
  },
  emap_edges: {
    title: { zh: '共用的基因', en: 'Emap edges' },
    role: 'figure',
    columns: [...EDGE_COLUMNS, { name: 'weight', type: 'fraction' }],
  },
  circle_links: {
    title: { zh: '条目的基因', en: 'Circle links' },
    role: 'figure',
    columns: [
      { name: 'term', type: 'text' },
      { name: 'gene', type: 'gene' },
    ],
  },
  circle_genes: {
    title: { zh: '基因的变化', en: 'Circle genes' },
    role: 'figure',
    columns: [
      { name: 'gene', type: 'gene' },
      { name: 'change', type: 'log2' },
    ],
  },
  upset_sets: {
    title: { zh: '条目', en: 'Terms' },
    role: 'figure',
    columns: [
      { name: 'label', type: 'text' },
      { name: 'size', type: 'integer' },
    ],
  },
  upset_intersections: {
    title: { zh: '共有的基因', en: 'Upset intersections' },
    role: 'figure',
    columns: [
      { name: 'pattern', type: 'text' },
      { name: 'count', type: 'integer' },
    ],
  },
} as const satisfies ToolDefinition['tables'];

const wide = (height: number, titles: { x?: string | Told; y?: string | Told } = {}) =>
  commonStyle({ width: TWO_COLUMNS, height: height / 25.4, ...titles });
const LISTED = '{{source}}：';
const LISTED_ENGLISH = 'Genes of the list in over-represented terms.';

/** Nothing is tested anew. */
const TESTED = {
  statistics: {
    zh: '超几何检验（单侧），P 在检验过的条目之间校正；背景和条目数见那一次富集分析。',
    en: 'Hypergeometric test (one-sided), P adjusted over the terms tested; background and number of terms are those of the enrichment.',
  },
} as const;

/** A figure for each kind of plot, on the page where its tables hold something. */
export const termPlotFigures = {
  dot: {
    title: { zh: '富集点图', en: 'Enriched terms' },
    chart: 'dots',
    wide: true,
    hideEmpty: true,
    tables: { terms: 'dot_terms' },
    columns: { id: 'ID', label: 'Description', x: 'ratio', size: 'Count', p: 'p.adjust', panel: 'panel', group: 'group' },
    caption: {
      zh: `${LISTED}横轴是名单里属于这个条目的基因占名单的比例，点的大小是基因数，颜色是校正后 P。`,
      en: 'Over-represented terms. x: share of the listed genes that belong to the term; area: count of genes; colour: adjusted P.',
    },
    ...TESTED,
    alternative: { zh: '点图：{{drawn}} 个富集的条目。', en: 'Dot plot: {{drawn}} enriched terms.' },
    style: wide(110, { x: { zh: '名单中的比例', en: 'Gene ratio' } }),
  },
  bar: {
    title: { zh: '富集条形图', en: 'Enriched terms' },
    chart: 'term-bars',
    wide: true,
    hideEmpty: true,
    tables: { terms: 'bar_terms' },
    columns: { id: 'ID', label: 'Description', x: 'Count', size: 'Count', p: 'p.adjust', panel: 'panel', group: 'group' },
    caption: {
      zh: `${LISTED}条的长短是名单里属于这个条目的基因数，颜色是校正后 P。`,
      en: 'Over-represented terms. Length: count of listed genes; colour: adjusted P.',
    },
    ...TESTED,
    alternative: { zh: '条形图：{{drawn}} 个富集的条目。', en: 'Bar chart: {{drawn}} enriched terms.' },
    style: wide(110, { x: { zh: '基因数', en: 'Number of genes' } }),
  },
  cnet: {
    title: { zh: '条目与基因的网络', en: 'Network of terms and genes' },
    chart: 'term-map',
    wide: true,
    hideEmpty: true,
    tables: { nodes: 'cnet_nodes', edges: 'cnet_edges' },
    columns: { label: 'label', kind: 'kind', size: 'size', p: 'p.adjust', change: 'change', from: 'from', to: 'to' },
    caption: {
      zh: `${LISTED}大点是条目（大小：基因数，颜色：校正后 P），小点是名单里的基因{{#coloured}}，颜色是变化{{#changed_in}}（对比 {{changed_in}}）{{/changed_in}}{{/coloured}}。连线：基因属于条目。`,
      en: `${LISTED_ENGLISH} Large discs: terms (area: count of genes; colour: adjusted P); small discs: genes{{#coloured}}, coloured by their change{{#changed_in}} (comparison {{changed_in}}){{/changed_in}}{{/coloured}}.`,
    },
    ...TESTED,
    alternative: { zh: '网络：{{drawn}} 个条目和它们的{{row_subject}}。', en: 'Network: {{drawn}} terms and their {{row_subject}}s.' },
    style: wide(120),
  },
  emap: {
    title: { zh: '条目之间的网络', en: 'Network of terms' },
    chart: 'term-map',
    wide: true,
    hideEmpty: true,
    tables: { nodes: 'emap_nodes', edges: 'emap_edges' },
    columns: { label: 'label', size: 'size', p: 'p.adjust', cluster: 'cluster', from: 'from', to: 'to', weight: 'weight' },
    caption: {
      zh: `${LISTED}点是条目（大小：基因数，颜色：校正后 P）；名单里的基因重合 20% 以上（Jaccard 指数）的连在一起，线越粗重合越多。成团的以其中 P 最小的条目为名。`,
      en: 'Over-represented terms (area: count of genes; colour: adjusted P). Edges: Jaccard index of the listed genes of at least 0.2. Clusters are named after their term of smallest P.',
    },
    ...TESTED,
    alternative: {
      zh: '网络：{{drawn}} 个条目，共用{{row_subject}}的连在一起。',
      en: 'Network: {{drawn}} terms, joined where they share {{row_subject}}s.',
    },
    style: wide(120),
  },
  circle: {
    title: { zh: '弦图', en: 'Chord diagram' },
    chart: 'chord',
    wide: true,
    hideEmpty: true,
    tables: { links: 'circle_links', genes: 'circle_genes' },
    columns: { term: 'term', label: 'gene', change: 'change' },
    caption: {
      zh: `${LISTED}右半圈是条目，左半圈是名单里的基因{{#coloured}}（颜色：变化{{#changed_in}}，对比 {{changed_in}}{{/changed_in}}）{{/coloured}}，带子把基因连到它所属的条目。`,
      en: `${LISTED_ENGLISH} Ribbons join each gene{{#coloured}} (colour: its change{{#changed_in}}, comparison {{changed_in}}{{/changed_in}}){{/coloured}} to its terms.`,
    },
    statistics: {
      zh: '{{drawn}} 个富集的条目，名单里的 {{genes_drawn}} 个基因；这里没有做检验。',
      en: '{{drawn}} enriched terms, {{genes_drawn}} listed genes; no test is made here.',
    },
    alternative: {
      zh: '弦图：{{drawn}} 个条目和它们的{{row_subject}}。',
      en: 'Chord diagram: {{drawn}} terms and their {{row_subject}}s.',
    },
    style: commonStyle({ width: TWO_COLUMNS, height: TWO_COLUMNS }),
  },
  upset: {
    title: { zh: 'UpSet 图', en: 'UpSet plot' },
    chart: 'upset',
    wide: true,
    hideEmpty: true,
    tables: { sets: 'upset_sets', intersections: 'upset_intersections' },
    columns: { label: 'label', size: 'size', pattern: 'pattern', count: 'count' },
    caption: {
      zh: `${LISTED}每一列是一种组合：名单里恰好属于这些条目的基因数。`,
      en: 'Columns: counts of listed genes that belong to just these terms.',
    },
    statistics: {
      zh: '{{drawn}} 个富集的条目，名单里的 {{genes_drawn}} 个基因；这里没有做检验。',
      en: '{{drawn}} enriched terms, {{genes_drawn}} listed genes; no test is made here.',
    },
    alternative: {
      zh: 'UpSet 图：{{drawn}} 个条目共有和独有的{{row_subject}}数。',
      en: 'UpSet plot: {{row_subject}}s that {{drawn}} terms share or have alone.',
    },
    style: commonStyle({ width: TWO_COLUMNS, height: ONE_COLUMN }),
  },
} as const satisfies Record<string, FigureDeclaration>;

export const termPlotFacts = {
  source: { label: '画的是', format: 'text' },
  plot_word: { label: '图的种类', format: 'text' },
  plot_english: { label: '图的种类（英文）', format: 'text' },
  chosen: { label: '自己选的条目', format: 'flag' },
  compared_source: { label: '并排的是', format: 'text' },
  drawn: { label: '画出的条目', format: 'count' },
  offered: { label: '富集的条目', format: 'count' },
  coloured: { label: '{{row_subject}}按变化着色', format: 'flag' },
  changed_in: { label: '变化来自的对比', format: 'text' },
  compared: { label: '与另一次结果并排', format: 'flag' },
  genes_drawn: { label: '其中的{{row_subject}}', format: 'count' },
} as const satisfies ToolDefinition['facts'];

/** @param terms What the terms are called: GO 条目, 通路. */
export const termPlotTexts = (terms: Told) =>
  ({
    headline: { zh: '{{drawn}} 个条目', en: '{{drawn}} terms' },
    summary: {
      zh: `画出 {{offered}} 个富集的${terms.zh}里的 **{{drawn}} 个**{{#compared}}，两次结果并排{{/compared}}，名单里有 {{genes_drawn}} 个{{row_subject}}属于它们{{#changed_in}}，按它们在对比 {{changed_in}} 里的变化着色{{/changed_in}}。数字都来自那次富集分析，没有另外计算。`,
      en: `**{{drawn}}** of {{offered}} enriched ${terms.en} are drawn{{#compared}}, beside those of the other result{{/compared}}, to which {{genes_drawn}} {{row_subject}}s of the list belong{{#changed_in}}, coloured by their change in the comparison {{changed_in}}{{/changed_in}}. All numbers are those of that enrichment analysis.`,
    },
    detail: {
      zh: '要改颜色、字号、次序和条目的名字，点图上的「编辑」。换条目或换一种图，另建一次（2 点）。',
      en: 'Terms, their names, colours and order can be edited on the figure.',
    },
  }) as const satisfies ToolDefinition['texts'];
