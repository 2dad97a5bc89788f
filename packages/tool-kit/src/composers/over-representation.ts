import { ORGANISM_TITLES, ORGANISMS } from '@oncoloom/contract';
import type { FigureDeclaration, TableDeclaration, ToolDefinition } from '../declaration/define-tool.ts';
import type { Parameter, Parameters } from '../declaration/parameters.ts';
import { TITLES } from '../declaration/titles.ts';
import type { Told } from '../declaration/told.ts';
import { commonStyle, pThreshold, TWO_COLUMNS } from '../style/style.ts';
import { COLLECTIONS, LISTED_GENE_MATCHES } from './vocabularies.ts';

/** What the tools that test a list of genes for over-represented terms have in common. R: engine/R/statistics/enrichment/over-representation.R. */

/** More genes than a species has. */
const GENES_MAX = 100_000;

/** The list, and the genes that it could have been of. */
export const listedGenes = {
  gene_list: {
    kind: 'gene-list',
    label: '基因名单',
    input: 'genes',
    fileField: 'file_id',
    source: { field: 'source_analysis_id', directionField: 'direction', moduleField: 'module' },
    max: GENES_MAX,
    enough: { least: 5, few: 10, purpose: '富集分析' },
    help: '基因符号、别名、Ensembl 号（可带版本）或 Entrez 号，可从表格整列粘贴。最好直接选早先的差异分析：它检验过的基因会作为背景。',
  },
  universe: {
    kind: 'gene-list',
    label: '背景基因',
    input: 'universe',
    fileField: 'universe_file_id',
    universeOf: 'gene_list',
    max: GENES_MAX,
    optional: true,
    help: '实验里测到、有可能入选的全部基因。不填：选了差异分析就用它检验过的基因，否则用全部有注释的基因，P 会偏小。',
    feeds: 'stats::phyper 的 N',
  },
} as const satisfies Record<string, Parameter>;

/** Whose genes they are. */
export const organism = {
  kind: 'choice',
  label: '物种',
  default: 'hsa',
  options: ORGANISMS.map((value) => ({ value, label: ORGANISM_TITLES[value] })),
  help: '小鼠的注释要由管理员安装。人的名单里夹着小鼠的写法（如 Trp53）会提示。',
} as const satisfies Parameter;

/** Which terms are tested, and which count. */
export const termThresholds = {
  pvalue_cutoff: pThreshold({ label: 'P 值', help: 'P 值和校正后 P 值都要小于它。调小更严格；调大可多看候选，但要另行验证。' }),
  qvalue_cutoff: pThreshold({
    label: 'q 值',
    help: 'q 值要小于它（qvalue 软件包）。名单很短、算不出 q 值时不用这一条。',
    feeds: 'qvalue::qvalue',
  }),
  pAdjustMethod: {
    kind: 'choice',
    label: '多重检验校正',
    default: 'BH',
    options: [
      { value: 'BH', label: 'BH', help: 'Benjamini–Hochberg，控制假发现的比例。最常用。' },
      { value: 'BY', label: 'BY', help: 'Benjamini–Yekutieli，条目彼此相关时也成立，更严。' },
      { value: 'holm', label: 'Holm', help: '控制出现任何一个假阳性的机会，很严。' },
      { value: 'bonferroni', label: 'Bonferroni', help: '最严。' },
      { value: 'none', label: '不校正', help: '只看单个条目，不能用来筛选。' },
    ],
    help: '同时检验几千个条目，不校正会有许多偶然的显著。',
    feeds: 'stats::p.adjust(method)',
  },
  minSize: {
    kind: 'integer',
    label: '条目最少基因',
    default: 10,
    min: 1,
    max: 10_000,
    advanced: true,
    help: '按背景里的基因数算。太小的条目一两个基因就显著。',
  },
  maxSize: {
    kind: 'integer',
    label: '条目最多基因',
    default: 500,
    min: 2,
    max: 100_000,
    advanced: true,
    help: '按背景里的基因数算。太大的条目（如「代谢过程」）说明不了什么。',
  },
  simplify: {
    kind: 'flag',
    label: '合并相似条目',
    default: false,
    advanced: true,
    help: '名单里的基因大半相同（Jaccard 指数 ≥ 0.5）的条目只留 P 最小的一个代表，其余的不在结果里。按共有的基因合并，不是 clusterProfiler 按语义相似度的 simplify。不打开时表里都保留，收在代表下面，可以展开；点图总是只画代表。',
  },
} as const satisfies Parameters;

type Column = Extract<TableDeclaration, { role: 'result' }>['columns'][number];

/** clusterProfiler's columns. */
const testColumns = [
  { name: 'ID', type: 'text', title: { zh: '编号', en: 'ID' } },
  { name: 'Description', type: 'text', title: { zh: '条目', en: 'Term' }, key: true },
  { name: 'GeneRatio', type: 'text', title: { zh: '名单中的比例', en: 'Gene ratio' } },
  { name: 'BgRatio', type: 'text', title: { zh: '背景中的比例', en: 'Background ratio' } },
  { name: 'RichFactor', type: 'number', title: { zh: '富集因子', en: 'Enrichment factor' } },
  { name: 'FoldEnrichment', type: 'number', title: { zh: '富集倍数', en: 'Fold enrichment' } },
  { name: 'zScore', type: 'number', title: { zh: 'z 值', en: 'z score' } },
  { name: 'pvalue', type: 'p', title: TITLES.p },
  { name: 'p.adjust', type: 'p', title: TITLES.adjustedP, key: true },
  { name: 'qvalue', type: 'p', title: { zh: 'q 值', en: 'q' } },
  { name: 'geneID', type: 'text', title: { zh: '名单中的基因', en: 'Listed genes' } },
  { name: 'Count', type: 'integer', title: { zh: '基因数', en: 'Genes' }, key: true },
] as const satisfies readonly Column[];

/**
 * Tables of `enrichment_tables`.
 * @param before Columns that stand first, such as the ontology. @param after Columns of the enriched terms that stand last.
 */
export const enrichmentTables = (before: readonly Column[], after: readonly Column[]) =>
  ({
    enriched: {
      title: { zh: '富集的条目', en: 'Enriched terms' },
      role: 'result',
      columns: [
        ...before,
        ...testColumns,
        { name: 'group', type: 'text', title: { zh: '相似条目的代表', en: 'Representative term' } },
        { name: 'leads', type: 'integer', title: { zh: '是代表', en: 'Is representative' } },
        ...after,
      ],
      sort: { column: 'pvalue', order: 'asc' },
      similar: { id: 'ID', group: 'group', what: { zh: '条目', en: 'terms' } },
    },
    tested: {
      title: { zh: '全部检验过的条目', en: 'All terms tested' },
      role: 'result',
      columns: [...before, ...testColumns],
      sort: { column: 'pvalue', order: 'asc' },
    },
    overview: {
      title: { zh: '检验的范围', en: 'Scope of the test' },
      role: 'result',
      columns: [
        { name: 'collection', type: 'text', title: { zh: '注释', en: 'Annotation' }, naming: 'inputs', codes: COLLECTIONS, own: true },
        { name: 'release', type: 'text', title: { zh: '发布日期', en: 'Release date' } },
        { name: 'sets', type: 'integer', title: { zh: '条目', en: 'Terms' } },
        { name: 'tested', type: 'integer', title: { zh: '检验的条目', en: 'Terms tested' } },
        { name: 'enriched', type: 'integer', title: { zh: '富集的条目', en: 'Enriched terms' } },
        { name: 'by_chance', type: 'number', title: { zh: '偶然会有 P 达标的', en: 'Expected by chance' }, digits: 1 },
        { name: 'listed', type: 'integer', title: { zh: '名单中有注释的基因', en: 'Listed genes with annotation' } },
        { name: 'background', type: 'integer', title: { zh: '背景中有注释的基因', en: 'Background genes with annotation' } },
      ],
    },
    names: {
      title: { zh: '基因名的对应', en: 'Mapping of gene names' },
      role: 'result',
      folded: true,
      hideEmpty: true,
      columns: [
        { name: 'asked', type: 'text', title: { zh: '名单里的写法', en: 'As written in the list' } },
        { name: 'found', type: 'gene', title: { zh: '对应的基因', en: 'Gene found' } },
        { name: 'how', type: 'text', title: { zh: '怎样对应', en: 'How it was found' }, codes: LISTED_GENE_MATCHES },
      ],
    },
    length_bias: {
      title: { zh: '扣除基因长度之后的 P 值', en: 'P values without the effect of gene length' },
      role: 'result',
      hideEmpty: true,
      columns: [
        { name: 'ID', type: 'text', title: { zh: '编号', en: 'ID' } },
        { name: 'Description', type: 'text', title: { zh: '条目', en: 'Term' } },
        { name: 'pvalue', type: 'p', title: TITLES.p },
        { name: 'p_length', type: 'p', title: { zh: '扣除长度之后的 P 值（goseq）', en: 'P without gene length (goseq)' } },
      ],
      sort: { column: 'pvalue', order: 'asc' },
    },
    top: {
      title: { zh: '图中的条目', en: 'Top' },
      role: 'figure',
      columns: [
        { name: 'ID', type: 'text' },
        { name: 'Description', type: 'text' },
        { name: 'panel', type: 'text', codes: COLLECTIONS, own: true },
        { name: 'ratio', type: 'fraction' },
        { name: 'p.adjust', type: 'p' },
        { name: 'Count', type: 'integer' },
      ],
    },
  }) as const satisfies ToolDefinition['tables'];

/** Terms as dots. @param panelled Are there parts, such as the ontologies? */
export const termDots = (panelled: boolean) =>
  ({
    title: { zh: '富集的条目', en: 'Enriched terms' },
    file: '富集点图',
    chart: 'dots',
    wide: true,
    hideEmpty: true,
    tables: { terms: 'top' },
    columns: {
      id: 'ID',
      label: 'Description',
      x: 'ratio',
      size: 'Count',
      p: 'p.adjust',
      ...(panelled ? { panel: 'panel' } : {}),
    },
    caption: {
      zh: '{{collection}}{{#release}}（{{release}}）{{/release}}。横轴是名单里属于这个条目的基因占名单的比例，点的大小是基因数，颜色是校正后 P（{{pAdjustMethod}}）。{{#several_parts}}各本体有注释的基因（名单/背景）：{{backgrounds}}；{{/several_parts}}{{^several_parts}}名单 {{listed}} 个基因，背景 {{background}} 个，{{/several_parts}}检验 {{terms_tested}} 个条目{{#shortened}}，画的是相似条目的代表，P 最小的 {{drawn}} 个{{/shortened}}。',
      en: 'Over-represented terms ({{#several_parts}}Gene Ontology, {{release}}{{/several_parts}}{{^several_parts}}{{collection_english}}{{/several_parts}}). x: share of the listed genes that belong to the term; area: count of genes; colour: adjusted P ({{pAdjustMethod}}). {{#several_parts}}Annotated genes, listed of background: {{backgrounds_english}}; {{/several_parts}}{{^several_parts}}{{listed}} listed genes, background of {{background}} genes, {{/several_parts}}{{terms_tested}} terms tested{{#shortened}}; of terms that share most of their genes one is drawn, the {{drawn}} of smallest P{{/shortened}}.',
    },
    statistics: {
      zh: '检验：超几何检验（单侧），P {{#corrected}}{{#several_parts}}在各本体内{{/several_parts}}按 {{pAdjustMethod}} 校正{{/corrected}}{{^corrected}}未校正{{/corrected}}（共 {{terms_tested}} 个条目）。',
      en: 'Hypergeometric test (one-sided) of {{terms_tested}} terms; P {{#corrected}}adjusted{{#several_parts}} within each ontology{{/several_parts}} ({{pAdjustMethod}}){{/corrected}}{{^corrected}}not adjusted{{/corrected}}.',
    },
    alternative: {
      zh: '点图：{{drawn}} 个富集的条目{{#first}}，P 最小的是「{{first}}」，{{first_count}} 个{{row_subject}}，校正后 P {{first_padj}}{{/first}}。',
      en: 'Dot plot: {{drawn}} enriched terms{{#first}}; the smallest P is that of “{{first}}” with {{first_count}} {{row_subject}}s and an adjusted P of {{first_padj}}{{/first}}.',
    },
    style: {
      ...commonStyle({ width: TWO_COLUMNS, height: 110 / 25.4, x: { zh: '名单中的比例', en: 'Gene ratio' } }),
    },
  }) as const satisfies FigureDeclaration;

export const enrichmentFacts = {
  collection: { label: '注释', format: 'text' },
  release: { label: '注释的发布日期', format: 'text' },
  release_packages: { label: '注释的来源', format: 'text' },
  asked: { label: '名单', format: 'count' },
  listed: { label: '名单中有注释的{{row_subject}}', format: 'count' },
  background: { label: '背景中有注释的{{row_subject}}', format: 'count' },
  several_parts: { label: '几个本体分别检验', format: 'flag' },
  backgrounds: { label: '各本体有注释的{{row_subject}}（名单/背景）', format: 'text' },
  backgrounds_english: { label: '各本体有注释的{{row_subject}}（英文）', format: 'text' },
  ontologies: { label: '本体', format: 'text' },
  ontologies_english: { label: '本体（英文）', format: 'text' },
  collection_english: { label: '注释（英文）', format: 'text' },
  release_english: { label: '注释的来源（英文）', format: 'text' },
  organism_word: { label: '物种', format: 'text' },
  organism_english: { label: '物种（英文）', format: 'text' },
  simplified: { label: '相似条目只留代表', format: 'flag' },
  own_universe: { label: '自己给的背景', format: 'flag' },
  tested_universe: { label: '背景是检验过的{{row_subject}}', format: 'flag' },
  terms_tested: { label: '检验的条目', format: 'count' },
  terms_enriched: { label: '富集的条目', format: 'count' },
  terms_supported: { label: '其中名单里至少有 3 个{{row_subject}}的', format: 'count' },
  weakly_supported: { label: '富集的条目都只有 1–2 个{{row_subject}}', format: 'flag' },
  hardly_seen: { label: '名单不适合看富集', format: 'flag' },
  hardly_why: { label: '为什么', format: 'text' },
  hardly_why_english: { label: '为什么（英文）', format: 'text' },
  term_groups: { label: '相似条目合并之后', format: 'count' },
  by_chance: { label: '偶然会有 P 达标的', format: 'count' },
  drawn: { label: '图中的条目', format: 'count' },
  shortened: { label: '图中不是全部', format: 'flag' },
  first: { label: 'P 最小的条目', format: 'text' },
  first_count: { label: '它的{{row_subject}}数', format: 'count' },
  first_padj: { label: '它的校正后 P', format: 'p' },
  first_fold: { label: '它的富集倍数', format: 'log2' },
  corrected: { label: '校正了多重检验', format: 'flag' },
  q_missing: { label: '算不出 q 值', format: 'flag' },
  length_ratio: { label: '名单与其余{{row_subject}}的长度之比', format: 'log2' },
  length_biased: { label: '名单偏向长的{{row_subject}}', format: 'flag' },
  length_goseq: { label: '扣除了{{row_subject}}长度', format: 'flag' },
} as const satisfies ToolDefinition['facts'];

/** Terms that count in what is said. Results that were kept before these were told apart have the other number alone. */
const COUNTED = '{{#terms_supported}}{{terms_supported}}{{/terms_supported}}{{^terms_supported}}{{terms_enriched}}{{/terms_supported}}';

/** What is said of the result. @param terms What the terms are called: GO 条目, 通路. */
export const enrichmentTexts = (terms: Told) =>
  ({
    headline: {
      zh: `{{#hardly_seen}}{{hardly_why}}，富集很难判断{{/hardly_seen}}{{^hardly_seen}}{{#terms_enriched}}{{^weakly_supported}}富集 ${COUNTED} 个：{{first}}{{/weakly_supported}}{{#weakly_supported}}没有 3 个{{row_subject}}以上的富集条目{{/weakly_supported}}{{/terms_enriched}}{{^terms_enriched}}没有富集的条目{{/terms_enriched}}{{/hardly_seen}}`,
      en: `{{#hardly_seen}}Hardly to be judged: {{hardly_why_english}}{{/hardly_seen}}{{^hardly_seen}}{{#terms_enriched}}{{^weakly_supported}}${COUNTED} enriched: {{first}}{{/weakly_supported}}{{#weakly_supported}}No enriched term with 3 {{row_subject}}s or more{{/weakly_supported}}{{/terms_enriched}}{{^terms_enriched}}No enriched terms{{/terms_enriched}}{{/hardly_seen}}`,
    },
    summary: {
      zh: `{{#hardly_seen}}**{{hardly_why}}，富集很难判断**：下面的条目只能当线索。{{/hardly_seen}}{{asked}} 个{{row_subject}}的名单里，{{#terms_enriched}}{{^weakly_supported}}**${terms.zh}富集了 ${COUNTED} 个**{{#terms_supported}}（只数名单里至少有 3 个{{row_subject}}的，表里共 {{terms_enriched}} 个）{{/terms_supported}}，相似的合并之后是 {{term_groups}} 组{{#simplified}}，表里每组只留 P 最小的一个{{/simplified}}。P 最小的是**「{{first}}」**：名单里有 {{first_count}} 个{{row_subject}}，是偶然会有的 {{first_fold}} 倍（校正后 P {{first_padj}}）。{{/weakly_supported}}{{#weakly_supported}}**没有一个富集的${terms.zh}里有 3 个以上的名单基因**：表里的 {{terms_enriched}} 个都只有 1–2 个{{row_subject}}，偶然就会如此。{{/weakly_supported}}{{/terms_enriched}}{{^terms_enriched}}按当前阈值，**没有富集的${terms.zh}**。{{/terms_enriched}}{{#release}}注释是 **{{release}}** 的版本。{{/release}}`,
      en: `{{#hardly_seen}}**Enrichment can hardly be judged ({{hardly_why_english}})**: the terms below are hints alone. {{/hardly_seen}}{{#terms_enriched}}{{^weakly_supported}}**${COUNTED} ${terms.en} are enriched** in the list of {{asked}} {{row_subject}}s{{#terms_supported}} (those with at least 3 listed {{row_subject}}s; {{terms_enriched}} stand in the table){{/terms_supported}}, {{term_groups}} groups once similar ones are merged{{#simplified}}, of each of which the table keeps the term of smallest P{{/simplified}}. The smallest P is that of **“{{first}}”**: {{first_count}} listed {{row_subject}}s, {{first_fold}} times what chance gives (adjusted P {{first_padj}}).{{/weakly_supported}}{{#weakly_supported}}**None of the enriched ${terms.en} has 3 {{row_subject}}s or more of the list** of {{asked}}: the {{terms_enriched}} of the table have 1 or 2 each, as chance alone may give.{{/weakly_supported}}{{/terms_enriched}}{{^terms_enriched}}**No ${terms.en} are enriched** in the list of {{asked}} {{row_subject}}s at these thresholds.{{/terms_enriched}}{{#release}} Annotations are dated **{{release}}**.{{/release}}`,
    },
    detail: {
      zh: '检验 {{terms_tested}} 个条目（背景里 {{minSize}}–{{maxSize}} 个{{row_subject}}）· {{#several_parts}}各本体有注释的{{row_subject}}（名单/背景）：{{backgrounds}}；背景是{{/several_parts}}{{^several_parts}}背景 {{background}} 个{{row_subject}}：{{/several_parts}}{{#own_universe}}自己给的{{/own_universe}}{{#tested_universe}}那次分析检验过的{{/tested_universe}}{{^own_universe}}{{^tested_universe}}全部有注释的（没有给出）{{/tested_universe}}{{/own_universe}} · 超几何检验，{{pAdjustMethod}} 校正 · {{collection}}{{#release_packages}}（{{release_packages}}）{{/release_packages}}{{#q_missing}} · 这批 P 值算不出 q 值，没有用 q 值筛选{{/q_missing}}{{#length_ratio}} · 名单基因的长度是其余{{row_subject}}的 {{length_ratio}} 倍{{/length_ratio}}',
      en: '{{terms_tested}} terms tested ({{minSize}}–{{maxSize}} {{row_subject}}s of the background) · {{#several_parts}}annotated {{row_subject}}s of each ontology (list/background): {{backgrounds_english}}; background: {{/several_parts}}{{^several_parts}}background of {{background}} {{row_subject}}s: {{/several_parts}}{{#own_universe}}given by the user{{/own_universe}}{{#tested_universe}}those tested in that analysis{{/tested_universe}}{{^own_universe}}{{^tested_universe}}all annotated (none was given){{/tested_universe}}{{/own_universe}} · hypergeometric test, {{#corrected}}adjusted by {{pAdjustMethod}}{{/corrected}}{{^corrected}}not adjusted{{/corrected}} · {{collection_english}}{{#q_missing}} · q values could not be computed and were not used{{/q_missing}}{{#length_ratio}} · listed genes are {{length_ratio}} times as long as the others{{/length_ratio}}',
    },
    empty: {
      when: 'terms_enriched',
      next: [
        {
          title: '改用 GSEA',
          text: 'GSEA 用全部{{row_subject}}的排序，不取阈值：许多{{row_subject}}一起小幅变化时，这里看不出，GSEA 看得出。',
        },
        {
          title: '把差异的阈值放宽一些',
          text: '名单太短时，几千个条目里很难有一个显著。100–2,000 个{{row_subject}}最合适。',
        },
        {
          title: '上调和下调分开做',
          text: '混在一起时，方向相反的通路会互相冲淡。',
        },
        {
          title: '看「全部检验过的条目」',
          text: '校正前 P 小的条目可以当线索，不能当结论。',
          reading: true,
        },
      ],
    },
  }) as const satisfies ToolDefinition['texts'];

export const enrichmentCitations = [
  'Boyle EI, Weng S, Gollub J, et al. GO::TermFinder. Bioinformatics 2004;20:3710–3715. doi:10.1093/bioinformatics/bth456',
  '{{#length_goseq}}Young MD, Wakefield MJ, Smyth GK, Oshlack A. Gene ontology analysis for RNA-seq: accounting for selection bias. Genome Biol 2010;11:R14. doi:10.1186/gb-2010-11-2-r14{{/length_goseq}}',
  '{{^q_missing}}Storey JD, Tibshirani R. Statistical significance for genomewide studies. PNAS 2003;100:9440–9445. doi:10.1073/pnas.1530509100{{/q_missing}}',
] as const;
