import {
  commonStyle,
  defineTool,
  type FigureDeclaration,
  ONE_COLUMN,
  specified,
  type ToolDefinition,
  TWO_COLUMNS,
} from '@oncoloom/tool-kit';

/** A figure each; R: CURVES_MAX. */
const PLACES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;

const READING =
  '上：富集分数沿排序的累计，最高（或最低）处就是 ES；中：基因集里的基因在排序中的位置；下：排序的数值。共 {{genes}} 个基因。';
const READING_ENGLISH =
  'Above: running enrichment score; its extreme is ES. Middle: places of the genes of each set in the ranking. Below: ranked values. {{genes}} genes.';

const running = (sets: 'single' | 'combined') =>
  ({
    chart: 'running-score',
    tables: { sets, curve: 'curve', hits: 'hits', ranks: 'ranks' },
    columns: {
      set: 'description',
      rank: 'rank',
      score: 'score',
      label: 'gene',
      metric: 'metric',
      nes: 'NES',
      padj: 'padj',
      colour: 'colour',
    },
    caption: READING,
    captionEnglish: READING_ENGLISH,
  }) as const;

const single = (place: number): FigureDeclaration => ({
  ...running('single'),
  title: `{{set_${place}}}`,
  file: `富集曲线_${place}`,
  row: place,
  alternative: `「{{set_${place}}}」的富集曲线；数字见「画出的基因集」。`,
  style: commonStyle({ width: ONE_COLUMN, height: 85 / 25.4 }),
});

const SETS = [
  { name: 'pathway', type: 'text', title: '基因集' },
  { name: 'description', type: 'text', title: '名称' },
  { name: 'NES', type: 'number', title: 'NES', key: true },
  { name: 'pval', type: 'p', title: 'P 值' },
  { name: 'padj', type: 'p', title: '校正后 P', key: true },
  { name: 'colour', type: 'text', title: '颜色' },
] as const;

export default defineTool({
  ...specified('gsea_plot'),
  version: '1.0.0',
  naming: '{{source_analysis_id}} · 富集曲线',
  summary: '从一次 GSEA 的结果里挑基因集，画富集曲线：每个一张，或几个合在一张里比较。可以自己定颜色。',
  outcome: '富集曲线图，画出的基因集的 NES 和 P，每个基因在排序中的位置',
  keywords: ['GSEA 图', '富集曲线', 'gseaplot', 'gseaplot2', 'enrichment plot', 'running score'],
  expected: { base: 0.5, perMillionCells: 0 },
  parameters: {
    source_analysis_id: {
      kind: 'analysis',
      label: 'GSEA 结果',
      input: 'runs',
      ofParent: 'runs',
      help: '选一次已完成的 GSEA，其中检验过的基因集都可以画，不显著的也可以。',
    },
    selectedMechanism: {
      kind: 'entries',
      label: '要画的基因集',
      of: 'source_analysis_id',
      table: 'sets',
      column: 'pathway',
      title: 'description',
      max: PLACES.length,
      help: '至多 12 个。不选就画 P 最小的 3 个。可以输入名字的一部分来找。',
    },
    combinePlots: {
      kind: 'flag',
      label: '合在一张图里',
      default: false,
      help: '打开后所选的基因集画在同一张图里，便于比较；超过 5 个会看不清。',
    },
    geneSetColors: {
      kind: 'colours',
      label: '基因集的颜色',
      max: PLACES.length,
      help: '按所选的次序，一个基因集一个颜色；没有给的用默认的颜色。',
    },
  },
  requirements: [],
  plan: '从「{{source_analysis_id}}」里取基因集，画富集曲线。',
  tables: {
    drawn: { title: '画出的基因集', role: 'result', columns: SETS.slice(0, 5) },
    hits: {
      title: '基因集的基因在排序中的位置',
      role: 'result',
      columns: [
        { name: 'description', type: 'text', title: '基因集' },
        { name: 'gene', type: 'gene', title: '基因' },
        { name: 'rank', type: 'integer', title: '名次' },
        { name: 'value', type: 'number', title: '排序的数值' },
        { name: 'leading', type: 'integer', title: '是前沿基因' },
      ],
      views: [{ label: '前沿基因', clauses: [{ column: 'leading', is: '>=', value: 1 }] }],
      whole: true,
    },
    single: { title: '各自一张的', role: 'figure', columns: SETS },
    combined: { title: '合在一张的', role: 'figure', columns: SETS },
    curve: {
      title: '富集分数的累计',
      role: 'figure',
      columns: [
        { name: 'description', type: 'text', title: '基因集' },
        { name: 'rank', type: 'integer', title: '名次' },
        { name: 'score', type: 'number', title: '累计的富集分数' },
      ],
    },
    ranks: {
      title: '排序的数值',
      role: 'figure',
      columns: [
        { name: 'rank', type: 'integer', title: '名次' },
        { name: 'metric', type: 'number', title: '数值' },
      ],
    },
  },
  figures: {
    combined: {
      ...running('combined'),
      title: '富集曲线',
      wide: true,
      hideEmpty: true,
      alternative: '{{drawn}} 个基因集的富集曲线；数字见「画出的基因集」。',
      style: commonStyle({ width: TWO_COLUMNS, height: 110 / 25.4 }),
    },
    ...Object.fromEntries(PLACES.map((place) => [`set_${place}`, single(place)])),
  },
  facts: {
    drawn: { label: '画出的基因集', format: 'count' },
    genes: { label: '排序里的基因', format: 'count' },
    chosen: { label: '自己选的', format: 'flag' },
    together: { label: '合在一张图里', format: 'flag' },
    ...Object.fromEntries(PLACES.map((place) => [`set_${place}`, { label: `第 ${place} 个基因集`, format: 'text' as const }])),
  },
  texts: {
    headline: '{{drawn}} 个基因集的富集曲线',
    summary:
      '画出{{#chosen}}所选的{{/chosen}}{{^chosen}} P 最小的{{/chosen}} **{{drawn}} 个基因集**的富集曲线{{#together}}，合在一张图里{{/together}}。NES 和 P 都来自那次 GSEA，没有另外计算。',
    detail:
      '曲线在左端升到高峰：基因集偏向排序的前端（上调）；在右端落到低谷：偏向后端（下调）。到高峰为止（或从低谷起）的基因是前沿基因。换基因集另建一次（2 点）；颜色、字号点图上的「编辑」。',
  },
  produces: [{ what: 'gene_list', table: 'hits', columns: { gene: 'gene' } }],
  citations: [
    'Subramanian A, Tamayo P, Mootha VK, et al. Gene set enrichment analysis: a knowledge-based approach for interpreting genome-wide expression profiles. PNAS 2005;102:15545–15550. doi:10.1073/pnas.0506580102',
  ],
  packages: [],
  example: {
    title: '前列腺癌细胞：雄激素处理比对照的 GSEA',
    description: 'goseq 软件包自带的 LNCaP 细胞 RNA-seq（Li 等，2008）在 KEGG 通路上的 GSEA 结果。结果固定，其余可以改。',
    files: { source_analysis_id: { file: 'runs.tsv.gz', name: 'LNCaP_GSEA_结果.tsv.gz' } },
    parameters: {},
  },
} as const satisfies ToolDefinition);
