import {
  cellOf,
  commonStyle,
  comparisonSources,
  defineTool,
  figureTables,
  groupsComparedBy,
  matrix,
  page,
  pThreshold,
  refuse,
  rowsOf,
  sharedFacts,
  sharedFigures,
  TITLES,
  type ToolDefinition,
  TWO_COLUMNS,
  twoGroupComparison,
  warn,
} from '@oncoloom/tool-kit';

const { heatmap, p_histogram } = sharedFigures;

export default defineTool({
  taskType: 'gsva_differential_pathway',
  title: 'GSVA 差异通路',
  english: 'Differential pathways (GSVA)',
  points: 3,
  premium: false,
  pages: [page('bulk', 18, '基因集打分', 'gsva-differential-pathway')],
  version: '1.0.1',
  naming: '{{case_group}} 比 {{control_group}} · {{file_id}} · 差异通路',
  summary: '比较两组样本的通路分数，找出哪些通路在一组里更高。接着「GSVA 打分」做；批次、年龄可加为协变量，同一患者的样本可以配对。',
  outcome: '每个基因集的分差、P、校正后 P，双向条形图、热图、P 值分布',
  keywords: ['GSVA 差异', '差异通路', '通路差异', 'limma', 'ssGSEA 差异', 'pathway activity', '双向条形图'],
  expected: { base: 1, perMillionCells: 1 },
  parameters: {
    file_id: {
      kind: 'file',
      label: '打分矩阵',
      input: 'scores',
      fileTypes: ['expression'],
      accepts: ['score_matrix'],
      help: '从「GSVA 打分」的结果选择，或上传同样的表：基因集在行、样本在列。要是同一次运行算出的分数。',
    },
    ...twoGroupComparison(
      { covariates: 'lmFit(~ covariates + group)', pairs: 'lmFit(~ pair + group)' },
      {
        padj: pThreshold({ label: '校正后 P 值（BH）', help: '小于它算显著。调小更严格；调大可多看候选通路，但要另行验证。' }),
        top_n: {
          kind: 'integer',
          label: '图中的基因集',
          default: 20,
          min: 2,
          max: 100,
          unit: '个',
          help: '条形图和热图画这么多个显著的基因集，升高、降低各取 P 最小的一半，一边不够由另一边补足。不影响计算。',
        },
      },
    ),
    ...groupsComparedBy('分差大于 0'),
  },
  requirements: [
    refuse('expression_as_scores', [matrix.counts], {
      message: '这张表全是非负整数，像是原始计数，不是打分矩阵。请先做「GSVA 打分」，再从结果选择',
    }),
    warn('genes_as_sets', [matrix.identifiers('symbol', 'ensembl', 'entrez', 'probe')], {
      message: '行名像是基因，这里要的是基因集的打分矩阵。逐个基因比较，请用「limma 差异分析」；要比较通路，请先做「GSVA 打分」',
    }),
  ],
  plan: '用 limma 比较{{case_group}} {{case_group_n}} 个、{{control_group}} {{control_group_n}} 个样本的通路分数，共 {{rows}} 个基因集。',
  tables: {
    pathways: {
      title: { zh: '差异通路', en: 'Differential pathways' },
      role: 'result',
      columns: [
        { name: 'set', type: 'text', title: TITLES.geneSet },
        { name: 'description', type: 'text', title: { zh: '说明', en: 'Note' } },
        { name: 'logFC', type: 'number', title: { zh: '分差', en: 'Difference of scores' }, key: true },
        { name: 'AveExpr', type: 'number', title: { zh: '平均分', en: 'Mean score' } },
        { name: 't', type: 'number', title: { zh: 't 统计量', en: 't' } },
        { name: 'P.Value', type: 'p', title: TITLES.p },
        { name: 'adj.P.Val', type: 'p', title: TITLES.adjustedP, key: true },
        { name: 'B', type: 'number', title: { zh: '差异对数几率', en: 'B (log odds)' } },
        { name: 'mean_case', type: 'number', title: { zh: '病例组平均分', en: 'Mean score, cases' } },
        { name: 'mean_control', type: 'number', title: { zh: '对照组平均分', en: 'Mean score, controls' } },
      ],
      views: [
        { label: { zh: '显著', en: 'Significant' }, clauses: [{ column: 'adj.P.Val', is: '<', value: { parameter: 'padj' } }] },
        {
          label: { zh: '升高', en: 'Higher' },
          clauses: [
            { column: 'adj.P.Val', is: '<', value: { parameter: 'padj' } },
            { column: 'logFC', is: '>=', value: 0 },
          ],
        },
        {
          label: { zh: '降低', en: 'Lower' },
          clauses: [
            { column: 'adj.P.Val', is: '<', value: { parameter: 'padj' } },
            { column: 'logFC', is: '<', value: 0 },
          ],
        },
      ],
      sort: { column: 'P.Value', order: 'asc' },
    },
    bars: {
      title: { zh: '图中的基因集', en: 'Bars' },
      role: 'figure',
      columns: [
        { name: 'set', type: 'text' },
        { name: 'id', type: 'text' },
        { name: 't', type: 'number' },
        { name: 'logFC', type: 'number' },
        { name: 'adj.P.Val', type: 'p' },
        { name: 'higher_in', type: 'text' },
      ],
    },
    heatmap: {
      title: { zh: '热图的行 z 值', en: 'Heatmap' },
      role: 'figure',
      columns: [{ name: 'set', type: 'text' }],
      rest: { type: 'number' },
    },
    heatmap_samples: figureTables.heatmap_samples,
    heatmap_tree: figureTables.heatmap_tree,
    p_histogram: figureTables.p_histogram,
  },
  figures: {
    bars: {
      title: { zh: '差异通路', en: 'Differential pathways' },
      file: '差异通路_双向条形图',
      chart: 'term-bars',
      wide: true,
      tables: { terms: 'bars' },
      columns: { id: 'id', label: 'set', x: 't', class: 'higher_in' },
      caption: {
        zh: '{{#significant}}校正后 P < {{padj}} 的基因集{{#shortened}}，升高、降低各取 P 最小的，共 {{drawn}} 个{{/shortened}}。{{/significant}}{{^significant}}没有显著的基因集，画的是 P 最小的 {{drawn}} 个，只供查看方向。{{/significant}}条长是 limma 的 t 统计量：向右，在{{case_group}}中更高；向左，在{{control_group}}中更高。',
        en: '{{#significant}}Sets with adjusted P < {{padj}}{{#shortened}}, those of smallest P in either direction ({{drawn}}){{/shortened}}. {{/significant}}{{^significant}}None is significant: the {{drawn}} sets of smallest P. {{/significant}}Bars: moderated t statistic of limma; to the right: higher in {{case_group}}, to the left: higher in {{control_group}}.',
      },
      statistics: {
        zh: '{{case_group}} {{case_n}} 例，{{control_group}} {{control_n}} 例；limma 的 moderated t 检验，双侧，P 按 BH 法校正。',
        en: '{{case_group}}: n = {{case_n}}; {{control_group}}: n = {{control_n}}. Moderated t test of limma, two-sided; P adjusted by Benjamini–Hochberg.',
      },
      alternative: {
        zh: '双向条形图：{{drawn}} 个基因集的 t 统计量（{{case_group}}比{{control_group}}）；数字见「差异通路」。',
        en: 'Diverging bar chart: t statistics of {{drawn}} gene sets ({{case_group}} against {{control_group}}); the numbers stand in the table of pathways.',
      },
      style: {
        ...commonStyle({ width: TWO_COLUMNS, height: 110 / 25.4, x: { zh: 't 统计量', en: 't statistic' } }),
        case_color: heatmap.style.case_color,
        control_color: heatmap.style.control_color,
      },
    },
    heatmap: {
      ...heatmap,
      title: { zh: '差异通路的分数', en: 'Scores of differential pathways' },
      columns: { ...heatmap.columns, label: 'set' },
      caption: {
        zh: '{{#significant}}条形图里的基因集。{{/significant}}{{^significant}}没有显著的基因集，画的是 P 最小的 {{drawn}} 个。{{/significant}}颜色是每个基因集自己的 z 值，色标覆盖 98% 的数值，不同基因集之间不能比大小。行按相关距离、样本按欧氏距离，ward.D2 聚类。',
        en: 'The {{drawn}} sets of the bar plot{{^significant}}, none of which is significant{{/significant}}. Colour: row z-score; the scale covers 98% of the values. Rows are clustered by correlation, samples by Euclidean distance (ward.D2).',
      },
      statistics: {
        zh: '{{case_group}} {{case_n}} 例，{{control_group}} {{control_n}} 例；limma 的 moderated t 检验，双侧，P 按 BH 法校正。',
        en: '{{case_group}}: n = {{case_n}}; {{control_group}}: n = {{control_n}}. Moderated t test of limma, two-sided; P adjusted by Benjamini–Hochberg.',
      },
      alternative: {
        zh: '热图：{{drawn}} 个基因集在 {{samples}} 个样本中的分数（行 z 值），行列均已聚类。',
        en: 'Heatmap: scores of {{drawn}} gene sets in {{samples}} samples (row z scores), rows and columns clustered.',
      },
      style: {
        ...heatmap.style,
        plot_pdf_height: { ...heatmap.style.plot_pdf_height, default: 95 / 25.4 },
        show_genes: { kind: 'flag', label: '基因集名', default: true },
      },
    },
    p_histogram: {
      ...p_histogram,
      style: {
        ...p_histogram.style,
        axis_title_y: { ...p_histogram.style.axis_title_y, default: '基因集数', english: 'Number of gene sets' },
      },
      caption: {
        zh: '有一批基因集有差别时，左端会高出虚线。虚线是没有任何差异时每格的期望；基因集共用基因、一起升降，没有差别时也会成堆，要看趋势，不要看单根。',
        en: 'Dashed line: count per bin expected if no set differed. Sets share genes: their P values cluster even without a difference.',
      },
      statistics: { zh: '{{genes}} 个基因集的 P（双侧，未校正）。', en: 'P of {{genes}} gene sets (two-sided, not adjusted).' },
    },
  },
  facts: {
    ...sharedFacts,
    genes: { label: '检验的基因集', format: 'count' },
    genes_in: { label: '读入的基因集', format: 'count' },
    removed: { label: '没有检验的基因集', format: 'count' },
    up: { label: '升高的基因集', format: 'count' },
    down: { label: '降低的基因集', format: 'count' },
    top_up: { label: '最显著的升高', format: 'text' },
    top_up_logfc: { label: '它的分差', format: 'log2' },
    top_up_padj: { label: '它的校正后 P', format: 'p' },
    top_down: { label: '最显著的降低', format: 'text' },
    top_down_logfc: { label: '它的分差', format: 'log2' },
    top_down_padj: { label: '它的校正后 P', format: 'p' },
    smallest: { label: 'P 最小的基因集', format: 'text' },
    heatmap_genes: { label: '热图的基因集', format: 'count' },
    significant: { label: '有显著的基因集', format: 'flag' },
    lowest: { label: '最低的分数', format: 'log2' },
    highest: { label: '最高的分数', format: 'log2' },
    drawn: { label: '图中的基因集', format: 'count' },
    shortened: { label: '图中不是全部', format: 'flag' },
    signals: { label: '合并一同升降的之后', format: 'count' },
  },
  sources: {
    ...comparisonSources('pathways', { name: 'set', change: 'logFC', p: 'P.Value', padj: 'adj.P.Val' }),
    up: rowsOf('pathways', { column: 'adj.P.Val', is: '<', value: { parameter: 'padj' } }, { column: 'logFC', is: '>=', value: 0 }),
    down: rowsOf('pathways', { column: 'adj.P.Val', is: '<', value: { parameter: 'padj' } }, { column: 'logFC', is: '<', value: 0 }),
    case_n: rowsOf('heatmap_samples', { column: 'group', parameter: 'case_group' }),
    control_n: rowsOf('heatmap_samples', { column: 'group', parameter: 'control_group' }),
    top_up_padj: cellOf('pathways', 'adj.P.Val', { column: 'set', fact: 'top_up' }),
    top_down_padj: cellOf('pathways', 'adj.P.Val', { column: 'set', fact: 'top_down' }),
  },
  texts: {
    headline: {
      zh: '{{#significant}}升高 {{up}} · 降低 {{down}}{{/significant}}{{^significant}}没有显著的基因集{{/significant}}',
      en: '{{#significant}}{{up}} higher · {{down}} lower{{/significant}}{{^significant}}No significant gene sets{{/significant}}',
    },
    summary: {
      zh: '{{#significant}}与{{control_group}}相比，{{case_group}}中 [up:{{up}} 个基因集的分数升高]、[down:{{down}} 个降低]。{{#top_up}}升高最显著的是**「{{top_up}}」**（分差 {{top_up_logfc}}，校正后 P {{top_up_padj}}）。{{/top_up}}{{#top_down}}降低最显著的是**「{{top_down}}」**（分差 {{top_down_logfc}}，校正后 P {{top_down_padj}}）。{{/top_down}}分数高说明通路里的基因整体表达偏高，不等于通路被激活。{{#signals}}这些基因集许多共用基因、一起升降：分数高度相关（|r| ≥ 0.8）的合并之后是 {{signals}} 组。{{/signals}}{{/significant}}{{^significant}}按当前阈值，**没有基因集的分数在两组间有显著差别**。{{genes}} 个基因集里，校正后 P 最小的是「{{smallest}}」（{{smallest_padj}}）。{{/significant}}{{#covariates_used}}已扣除协变量的影响：{{covariates_used}}。{{/covariates_used}}',
      en: '{{#significant}}Compared with {{control_group}}, {{case_group}} had [up:higher scores of {{up}} gene sets] and [down:lower ones of {{down}}].{{#top_up}} The most significant of the higher is **“{{top_up}}”** (difference {{top_up_logfc}}, adjusted P {{top_up_padj}}).{{/top_up}}{{#top_down}} The most significant of the lower is **“{{top_down}}”** (difference {{top_down_logfc}}, adjusted P {{top_down_padj}}).{{/top_down}} A high score means that the genes of a set are expressed highly as a whole, not that the pathway is active.{{#signals}} Many of these sets share genes and move together: those whose scores correlate (|r| ≥ 0.8) make {{signals}} groups.{{/signals}}{{/significant}}{{^significant}}At these thresholds **no gene set differs in its score between the groups**. Of {{genes}} gene sets “{{smallest}}” has the smallest adjusted P ({{smallest_padj}}).{{/significant}}{{#covariates_used}} Adjusted for covariates: {{covariates_english}}.{{/covariates_used}}',
    },
    detail: {
      zh: '{{genes}} 个基因集 · {{case_group}} {{case_n}} 个，{{control_group}} {{control_n}} 个样本 · 校正后 P < {{padj}}（BH）{{#paired}} · {{pairs}} 对配对样本{{/paired}} · 分差没有单位，大小取决于打分方法（这批分数从 {{lowest}} 到 {{highest}}），要与同一基因集在样本间的波动比；不同方法、不同数据集的分差不能比 · 未校正 P < 0.05 的有 {{p_small}} 个，纯属偶然约 {{p_expected}} 个',
      en: '{{genes}} gene sets · {{case_n}} samples of {{case_group}}, {{control_n}} of {{control_group}} · adjusted P < {{padj}} (BH){{#paired}} · {{pairs}} pairs{{/paired}} · differences of scores have no unit and depend on the method (scores from {{lowest}} to {{highest}}): compare them with the variation of the same set between samples, not across methods or data sets · {{p_small}} with P < 0.05 before adjustment, about {{p_expected}} expected by chance',
    },
    empty: {
      when: 'significant',
      next: [
        { title: '换一套更小的基因集', text: 'hallmark 只有 50 个，重复少，校正的代价小。检验几千个 GO 条目时，中等的差别也难显著。' },
        { title: '加入协变量或配对', text: '批次、年龄、肿瘤纯度会带来额外的波动；加为协变量或按患者配对，可减少它们的影响。' },
        { title: '用全部基因做 GSEA', text: 'GSEA 直接用差异分析的排序，样本少时常比逐个打分敏感。' },
        { title: '核对分组', text: '看热图里两组是否混在一起；个别样本贴错标签也会让差别消失。', reading: true },
      ],
    },
  },
  produces: [{ what: 'scored_sets', table: 'pathways', columns: { set: 'set', value: 't', padj: 'adj.P.Val' } }],
  citations: [
    'Ritchie ME, Phipson B, Wu D, et al. limma powers differential expression analyses for RNA-sequencing and microarray studies. Nucleic Acids Res 2015;43(7):e47. doi:10.1093/nar/gkv007',
    'Benjamini Y, Hochberg Y. Controlling the false discovery rate: a practical and powerful approach to multiple testing. J R Stat Soc B 1995;57:289–300.',
  ],
  packages: ['limma', 'matrixStats'],
  example: {
    title: '急性淋巴细胞白血病：T 系与 B 系的 KEGG 通路',
    description: 'Bioconductor 的 ALL 数据集（Chiaretti 等，2004），T 系 33 例、B 系 95 例，KEGG 通路（2011 年 3 月版）的 GSVA 分数。',
    files: {
      file_id: { file: 'scores.tsv.gz', name: 'ALL_KEGG_GSVA分数.tsv.gz' },
      sample_groups: { file: 'groups.tsv', name: 'ALL_分组.tsv' },
    },
    parameters: { case_group: 'T-ALL', control_group: 'B-ALL' },
  },
} as const satisfies ToolDefinition);
