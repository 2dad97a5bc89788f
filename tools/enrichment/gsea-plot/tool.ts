import {
  both,
  type Codes,
  commonStyle,
  defineTool,
  type FigureDeclaration,
  ONE_COLUMN,
  PAIR_WORDS,
  page,
  pThreshold,
  TITLES,
  type ToolDefinition,
  TWO_COLUMNS,
} from '@oncoloom/tool-kit';

const RELATIONS = {
  same_up: { zh: '同向激活', en: 'Up in both' },
  same_down: { zh: '同向抑制', en: 'Down in both' },
  opposite: { zh: '方向相反', en: 'Opposite directions' },
  only_a: { zh: '只在 A 显著', en: 'Significant in A only' },
  only_b: { zh: '只在 B 显著', en: 'Significant in B only' },
  neither: { zh: '都不显著', en: 'Significant in neither' },
  tested_a: { zh: '只在 A 检验', en: 'Tested in A only' },
  tested_b: { zh: '只在 B 检验', en: 'Tested in B only' },
} as const satisfies Codes;

/** A figure each; R: CURVES_MAX. */
const PLACES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;

const READING =
  '上：富集分数沿排序的累计，离 0 最远处就是 ES（两边一样远时记为 0）；中：基因集里的基因在排序中的位置；下：排序的数值{{#comparison}}，对比 {{comparison}}{{/comparison}}。共 {{genes}} 个基因。';
const READING_ENGLISH =
  'Above: running enrichment score; its extreme is ES (0 where both sides are equally far). Middle: places of the genes of each set in the ranking. Below: ranked values{{#comparison}}, comparison {{comparison}}{{/comparison}}. {{genes}} genes.';

/** Nothing is tested anew. */
const FROM_RUN =
  'NES 和校正后 P 来自那一次 GSEA：P 在 NES 的符号之内计算，由自适应多层分裂蒙特卡罗法得到，在那一次检验过的基因集之间校正。';
const FROM_RUN_ENGLISH =
  'NES and adjusted P are those of the GSEA: P, conditional on the sign of NES, by adaptive multilevel splitting Monte Carlo, adjusted over the sets tested there.';

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
    caption: { zh: READING, en: READING_ENGLISH },
    statistics: { zh: FROM_RUN, en: FROM_RUN_ENGLISH },
  }) as const;

const single = (place: number): FigureDeclaration => ({
  ...running('single'),
  title: both(`{{set_${place}}}`),
  file: `富集曲线_${place}`,
  row: place,
  alternative: {
    zh: `「{{set_${place}}}」的富集曲线；数字见「画出的基因集」。`,
    en: `Running enrichment score of “{{set_${place}}}”; the numbers stand in the table of the sets drawn.`,
  },
  style: commonStyle({ width: ONE_COLUMN, height: 85 / 25.4 }),
});

/** What the engine calls the relations of two results (GSEA_RELATIONS), in the legend's order, each with its colour. */
const RELATION_COLOURS = [
  ['同向激活', '#D55E00'],
  ['同向抑制', '#0072B2'],
  ['方向相反', '#CC79A7'],
  ['只在 A 显著', '#E69F00'],
  ['只在 B 显著', '#009E73'],
  ['都不显著', '#B4BBC0'],
].flat();

const SETS = [
  { name: 'pathway', type: 'text', title: TITLES.geneSet },
  { name: 'description', type: 'text', title: { zh: '名称', en: 'Name' } },
  { name: 'NES', type: 'number', title: both('NES'), key: true },
  { name: 'pval', type: 'p', title: TITLES.p },
  { name: 'padj', type: 'p', title: TITLES.adjustedP, key: true },
  { name: 'colour', type: 'text', title: { zh: '颜色', en: 'Colour' } },
] as const;

export default defineTool({
  taskType: 'gsea_plot',
  title: 'GSEA 富集图',
  english: 'GSEA plot',
  points: 2,
  premium: false,
  pages: [page('tcga', 8, '富集分析', 'gsea', 'plot', 'plot_detail/:id'), page('bulk', 16, '富集分析', 'gsea', 'plot', 'plot_detail/:id')],
  partOf: 'gsea_enrichment',
  version: '1.2.0',
  naming: '{{source_analysis_id}} · 富集曲线',
  summary:
    '从一次 GSEA 的结果里挑基因集，画富集曲线：每个一张，或几个合在一张里比较。再选一次 GSEA，就把两次的 NES 并排比较（两个队列、两种处理）。',
  outcome: '富集曲线图，画出的基因集的 NES 和 P，每个基因在排序中的位置；两次比较时还有 NES 的散点图、并排的点图和两次的对照表',
  keywords: ['GSEA 图', '富集曲线', 'gseaplot', 'gseaplot2', 'enrichment plot', 'running score', '两次 GSEA 比较', '队列比较'],
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
      pictured: { off: '富集曲线，每个一张', on: '富集曲线，合在一张' },
      default: false,
      help: '打开后所选的基因集画在同一张图里，便于比较；超过 5 个会看不清。',
    },
    geneSetColors: {
      kind: 'colours',
      label: '基因集的颜色',
      max: PLACES.length,
      help: '按所选的次序，一个基因集一个颜色；没有给的用默认的颜色。',
    },
    compare_analysis_id: {
      kind: 'analysis',
      label: '与另一次比较',
      input: 'compared',
      ofParent: 'runs',
      optional: true,
      help: '另一次 GSEA（B），与上面选的（A）逐个基因集比较：两个队列、两种处理或两种排序。要用同一套基因集做。',
    },
    pvalue_cutoff: pThreshold({
      label: '比较时的校正后 P',
      advanced: true,
      help: '两次比较时，校正后 P 小于它的基因集算显著，由此分出同向、反向和只在一方显著。调小更严格。不比较时不用。',
    }),
  },
  requirements: [],
  plan: '从「{{source_analysis_id}}」里取基因集，画富集曲线{{#compare_analysis_id}}，并与「{{compare_analysis_id}}」逐个基因集比较{{/compare_analysis_id}}。',
  tables: {
    compared: {
      title: { zh: '两次结果的对照', en: 'Comparison of the two results' },
      role: 'result',
      hideEmpty: true,
      columns: [
        { name: 'pathway', type: 'text', title: TITLES.geneSet },
        { name: 'description', type: 'text', title: { zh: '名称', en: 'Name' }, key: true },
        { name: 'relation', type: 'text', title: { zh: '两次的关系', en: 'Relation' }, key: true, codes: RELATIONS },
        { name: 'NES_a', type: 'number', title: { zh: 'NES（A）', en: 'NES (A)' }, key: true },
        { name: 'NES_b', type: 'number', title: { zh: 'NES（B）', en: 'NES (B)' }, key: true },
        { name: 'padj_a', type: 'p', title: { zh: '校正后 P（A）', en: 'Adjusted P (A)' } },
        { name: 'padj_b', type: 'p', title: { zh: '校正后 P（B）', en: 'Adjusted P (B)' } },
        { name: 'camera_a', type: 'p', title: { zh: 'camera P（A）', en: 'camera P (A)' } },
        { name: 'camera_b', type: 'p', title: { zh: 'camera P（B）', en: 'camera P (B)' } },
        { name: 'leading_a', type: 'integer', title: { zh: '前沿基因（A）', en: 'Leading-edge genes (A)' } },
        { name: 'leading_b', type: 'integer', title: { zh: '前沿基因（B）', en: 'Leading-edge genes (B)' } },
        { name: 'leading_both', type: 'integer', title: { zh: '共有的前沿基因', en: 'Shared leading-edge genes' } },
        { name: 'jaccard', type: 'fraction', title: { zh: '前沿基因的 Jaccard 指数', en: 'Jaccard index of leading-edge genes' } },
      ],
    },
    overlap: {
      title: { zh: '两次的关系各有多少基因集', en: 'Gene sets by relation of the two results' },
      role: 'result',
      hideEmpty: true,
      columns: [
        { name: 'relation', type: 'text', title: { zh: '两次的关系', en: 'Relation' }, codes: RELATIONS },
        { name: 'sets', type: 'integer', title: { zh: '基因集', en: 'Gene sets' } },
      ],
    },
    drawn: { title: { zh: '画出的基因集', en: 'Gene sets of the figure' }, role: 'result', columns: SETS.slice(0, 5) },
    hits: {
      title: { zh: '基因集的基因在排序中的位置', en: 'Positions of the genes of the set in the ranking' },
      role: 'result',
      columns: [
        { name: 'description', type: 'text', title: TITLES.geneSet },
        { name: 'gene', type: 'gene', title: TITLES.gene },
        { name: 'rank', type: 'integer', title: { zh: '名次', en: 'Rank' } },
        { name: 'value', type: 'number', title: { zh: '排序的数值', en: 'Ranking value' } },
        { name: 'leading', type: 'integer', title: { zh: '是前沿基因', en: 'Is in leading edge' } },
      ],
      views: [{ label: { zh: '前沿基因', en: 'Leading edge' }, clauses: [{ column: 'leading', is: '>=', value: 1 }] }],
      whole: true,
    },
    single: { title: { zh: '各自一张的', en: 'Single' }, role: 'figure', columns: SETS },
    combined: { title: { zh: '合在一张的', en: 'Combined' }, role: 'figure', columns: SETS },
    curve: {
      title: { zh: '富集分数的累计', en: 'Curve' },
      role: 'figure',
      columns: [
        { name: 'description', type: 'text' },
        { name: 'rank', type: 'integer' },
        { name: 'score', type: 'number' },
      ],
    },
    ranks: {
      title: { zh: '排序的数值', en: 'Ranking value' },
      role: 'figure',
      columns: [
        { name: 'rank', type: 'integer' },
        { name: 'metric', type: 'number' },
      ],
    },
    compared_points: {
      title: { zh: '两次的 NES', en: 'Compared points' },
      role: 'figure',
      columns: [
        { name: 'pathway', type: 'text' },
        { name: 'description', type: 'text' },
        { name: 'NES_a', type: 'number' },
        { name: 'NES_b', type: 'number' },
        { name: 'relation', type: 'text', codes: RELATIONS },
      ],
    },
    diagonal: {
      title: { zh: '对角线', en: 'Diagonal' },
      role: 'figure',
      columns: [
        { name: 'x', type: 'number' },
        { name: 'y', type: 'number' },
      ],
    },
    compared_words: {
      title: { zh: '散点图的文字', en: 'Compared words' },
      role: 'figure',
      columns: [
        { name: 'text', type: 'text', codes: PAIR_WORDS },
        { name: 'x_title', type: 'text' },
        { name: 'y_title', type: 'text' },
      ],
    },
    paired: {
      title: { zh: '并排的基因集', en: 'Paired' },
      role: 'figure',
      columns: [
        { name: 'pathway', type: 'text' },
        { name: 'description', type: 'text' },
        { name: 'result', type: 'text', naming: 'inputs' },
        { name: 'NES', type: 'number' },
        { name: 'padj', type: 'p' },
        { name: 'leading_size', type: 'integer' },
      ],
    },
  },
  figures: {
    scatter: {
      title: { zh: '两次的 NES：A 对 B', en: 'Normalized enrichment scores: A against B' },
      file: 'NES_散点图',
      chart: 'scatter',
      wide: true,
      hideEmpty: true,
      tables: { points: 'compared_points', line: 'diagonal', words: 'compared_words' },
      columns: {
        label: 'description',
        x: 'NES_a',
        y: 'NES_b',
        group: 'relation',
        line_x: 'x',
        line_y: 'y',
        text: 'text',
        x_title: 'x_title',
        y_title: 'y_title',
      },
      caption: {
        zh: '每个点是一个两次都检验过的基因集（{{both_tested}} 个）。右上：两次都偏向前端（同向激活）；左下：两次都偏向后端（同向抑制）；左上和右下：方向相反。斜线上两次的 NES 相等。显著：校正后 P < {{pvalue_cutoff}}。A：{{name_a}}{{#comparison}}，对比 {{comparison}}{{/comparison}}；B：{{name_b}}{{#comparison_b}}，对比 {{comparison_b}}{{/comparison_b}}。{{#related}}基因集互相重叠，不是独立的，所以只给 ρ，不给它的 P。{{/related}}',
        en: 'Points: gene sets tested in both results (n = {{both_tested}}). Upper right: towards the top of both rankings; lower left: towards the bottom of both; the other quadrants: opposite directions. Line: equal NES. Significant: adjusted P < {{pvalue_cutoff}}. A: {{name_a}}{{#comparison}}, comparison {{comparison}}{{/comparison}}; B: {{name_b}}{{#comparison_b}}, comparison {{comparison_b}}{{/comparison_b}}.{{#related}} Gene sets overlap and are not independent; no P value is given for ρ.{{/related}}',
      },
      statistics: {
        zh: '两次都显著：同向激活 {{same_up}} 个，同向抑制 {{same_down}} 个，方向相反 {{opposite}} 个；只在 A 显著 {{only_a}} 个，只在 B 显著 {{only_b}} 个{{#related}}。NES 的 Spearman ρ {{rho}}，没有做检验{{/related}}。',
        en: 'Significant in both: {{same_up}} towards the top, {{same_down}} towards the bottom, {{opposite}} in opposite directions; {{only_a}} in A alone, {{only_b}} in B alone.{{#related}} Spearman’s ρ of NES {{rho}}, not tested.{{/related}}',
      },
      alternative: {
        zh: '散点图：{{both_tested}} 个基因集在两次结果里的 NES{{#related}}，Spearman ρ {{rho}}{{/related}}；数字见「两次结果的对照」。',
        en: 'Scatter plot: NES of {{both_tested}} gene sets in both results{{#related}}, Spearman’s ρ {{rho}}{{/related}}; the numbers stand in the table of both results.',
      },
      style: {
        ...commonStyle({ width: TWO_COLUMNS, height: 120 / 25.4 }),
        group_colours: { kind: 'tuples', label: '各组颜色', width: 2, max: 100, default: RELATION_COLOURS },
        group_order: { kind: 'tuples', label: '分组次序', width: 1, max: 200, default: RELATION_COLOURS.filter((_, i) => i % 2 === 0) },
        zero_lines: { kind: 'flag', label: '0 处的线', default: true },
        show_samples: { kind: 'flag', label: '写出名称', default: false },
        line_color: { kind: 'colour', label: '斜线', default: '#9aa3a9' },
        line_width: { kind: 'number', label: '线宽', default: 1, min: 0.25, max: 6, step: 0.25, unit: 'px' },
      },
    },
    paired: {
      title: { zh: '两次的 NES 并排', en: 'Normalized enrichment scores of both rankings' },
      file: 'NES_并排',
      chart: 'dots',
      wide: true,
      hideEmpty: true,
      tables: { terms: 'paired' },
      columns: { id: 'pathway', label: 'description', x: 'NES', size: 'leading_size', p: 'padj', group: 'result' },
      caption: {
        zh: '{{#chosen}}所选的基因集{{/chosen}}{{^chosen}}两次里校正后 P 最小的基因集（各 10 个以内）{{/chosen}}，按两次 NES 的平均从高到低。横轴是 NES：大于 0 偏向前端{{#up_down}}（上调）{{/up_down}}，小于 0 偏向后端{{#up_down}}（下调）{{/up_down}}；点的大小是前沿基因数，颜色是各自的校正后 P。一边没有点：那一次没有检验这个基因集。',
        en: '{{#chosen}}Chosen gene sets{{/chosen}}{{^chosen}}Gene sets of smallest adjusted P (at most ten of each result){{/chosen}}, by their mean NES. x: normalised enrichment score; area: number of leading-edge genes; colour: adjusted P within each result. No dot: not tested in that result.',
      },
      statistics: { zh: FROM_RUN, en: FROM_RUN_ENGLISH },
      alternative: {
        zh: '点图：两次结果的 NES 并排；数字见「两次结果的对照」。',
        en: 'Dot plot: NES of both results side by side; the numbers stand in the table of both results.',
      },
      style: commonStyle({ width: TWO_COLUMNS, height: 120 / 25.4, x: 'NES' }),
    },
    combined: {
      ...running('combined'),
      title: { zh: '富集曲线', en: 'Running enrichment score' },
      wide: true,
      hideEmpty: true,
      alternative: {
        zh: '{{drawn}} 个基因集的富集曲线；数字见「画出的基因集」。',
        en: 'Running enrichment scores of {{drawn}} gene sets; the numbers stand in the table of the sets drawn.',
      },
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
    up_down: { label: '两端是上调和下调', format: 'flag' },
    comparison: { label: '排序来自的对比', format: 'text' },
    comparison_b: { label: 'B 的排序来自的对比', format: 'text' },
    compared: { label: '与另一次比较', format: 'flag' },
    name_a: { label: 'A', format: 'text' },
    name_b: { label: 'B', format: 'text' },
    both_tested: { label: '两次都检验过的基因集', format: 'count' },
    same_up: { label: '同向激活', format: 'count' },
    same_down: { label: '同向抑制', format: 'count' },
    opposite: { label: '方向相反', format: 'count' },
    only_a: { label: '只在 A 显著', format: 'count' },
    only_b: { label: '只在 B 显著', format: 'count' },
    neither: { label: '都不显著', format: 'count' },
    tested_a: { label: '只在 A 检验', format: 'count' },
    tested_b: { label: '只在 B 检验', format: 'count' },
    genes_common: { label: '两次排序共有的基因', format: 'count' },
    related: { label: '算得出相关', format: 'flag' },
    rho: { label: 'NES 的 Spearman ρ', format: 'decimal' },
  },
  texts: {
    headline: {
      zh: '{{#compared}}两次 GSEA 比较：同向激活 {{same_up}}，同向抑制 {{same_down}}，方向相反 {{opposite}}{{/compared}}{{^compared}}{{drawn}} 个基因集的富集曲线{{/compared}}',
      en: '{{#compared}}Two GSEA: {{same_up}} up in both, {{same_down}} down in both, {{opposite}} opposite{{/compared}}{{^compared}}Running scores of {{drawn}} gene sets{{/compared}}',
    },
    summary: {
      zh: '{{#compared}}A「{{name_a}}」与 B「{{name_b}}」：两次都检验过的 **{{both_tested}} 个基因集**里，[up:{{same_up}} 个同向激活]，[down:{{same_down}} 个同向抑制]，{{opposite}} 个方向相反，{{only_a}} 个只在 A 显著，{{only_b}} 个只在 B 显著，{{neither}} 个都不显著（校正后 P < {{pvalue_cutoff}}）。{{#related}}NES 的 Spearman ρ 是 **{{rho}}**；基因集互相重叠，不是独立的，所以不给 P。{{/related}}另外{{/compared}}画出{{#compared}} A 里{{/compared}}{{#chosen}}所选的{{/chosen}}{{^chosen}} P 最小的{{/chosen}} **{{drawn}} 个基因集**的富集曲线{{#together}}，合在一张图里{{/together}}{{#comparison}}；排序来自对比 {{comparison}}{{/comparison}}。NES 和 P 都来自{{#compared}}各自的{{/compared}}{{^compared}}那次{{/compared}} GSEA，没有另外计算。',
      en: '{{#compared}}A: “{{name_a}}”; B: “{{name_b}}”. Of **{{both_tested}} gene sets** tested in both, [up:{{same_up}} are up in both], [down:{{same_down}} down in both], {{opposite}} opposite, {{only_a}} significant in A only, {{only_b}} in B only and {{neither}} in neither (adjusted P < {{pvalue_cutoff}}).{{#related}} Spearman’s ρ of the NES is **{{rho}}**; gene sets overlap and are not independent, so it has no P.{{/related}} {{/compared}}Running scores are drawn of {{#chosen}}the chosen{{/chosen}}{{^chosen}}the{{/chosen}} **{{drawn}} gene sets**{{^chosen}} of smallest P{{/chosen}}{{#compared}} of A{{/compared}}{{#together}}, in one figure{{/together}}{{#comparison}}; genes are ranked in the comparison {{comparison}}{{/comparison}}. NES and P are those of the GSEA {{#compared}}of each{{/compared}}{{^compared}}itself{{/compared}}.',
    },
    detail: {
      zh: '{{#compared}}只在一方显著，不等于两方不同：另一方可能样本少、P 刚过界，先看 NES 的方向和大小。前沿基因的 Jaccard 指数越近 1，两次带动这个基因集的基因越相同。{{#tested_a}}{{tested_a}} 个基因集只在 A 检验过。{{/tested_a}}{{#tested_b}}{{tested_b}} 个只在 B 检验过。{{/tested_b}}两次排序共有 {{genes_common}} 个基因。{{/compared}}曲线在左端升到高峰：基因集偏向排序的前端{{#up_down}}（上调）{{/up_down}}；在右端落到低谷：偏向后端{{#up_down}}（下调）{{/up_down}}。到高峰为止（或从低谷起）的基因是前沿基因。换基因集另建一次（2 点）；颜色、字号点图上的「编辑」。',
      en: '{{#compared}}Significant in one alone does not mean that both differ: compare direction and size of NES. The nearer the Jaccard index of the leading edges to 1, the more the same genes drive a set in both.{{#tested_a}} {{tested_a}} sets were tested in A alone.{{/tested_a}}{{#tested_b}} {{tested_b}} in B alone.{{/tested_b}} The rankings share {{genes_common}} genes. {{/compared}}A score that peaks at the left is of a set at the top of the ranking{{#up_down}} (up){{/up_down}}, one with its minimum at the right of a set at the bottom{{#up_down}} (down){{/up_down}}; genes before the peak, or from the minimum on, are the leading edge.',
    },
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
