import type { ToolDefinition } from '../declaration/define-tool.ts';
import type { Parameters } from '../declaration/parameters.ts';
import type { Told } from '../declaration/told.ts';
import type { Codes } from '../words/codes.ts';
import { targetGene } from './inputs.ts';

/** One gene, or several as one number of each sample. R: `score_request`, `gene_score`; in one cohort `cohort_marker`. */

/** How several genes become one number. */
export const SCORES = {
  gene: { zh: '表达量', en: 'expression' },
  mean_z: { zh: '各基因 z 值的平均', en: 'mean of the z-scores of the genes' },
  pc1: { zh: '各基因 z 值的第一主成分', en: 'first principal component of the z-scores of the genes' },
  weights: { zh: '各基因表达量按系数相加', en: 'weighted sum of the expression of the genes' },
  gsva: { zh: 'GSVA', en: 'GSVA' },
} as const satisfies Codes;

/** What the hazard ratio of such a number compares. */
export const MARKER_UNITS = {
  sd: { zh: '每高 1 个标准差', en: 'per standard deviation' },
  unit: { zh: '每高 1 个单位', en: 'per unit' },
  median: { zh: '高于中位数对不高于', en: 'above against not above the median' },
} as const satisfies Codes;

const GENES_MAX = 100;

export const scoredGenes = {
  target_genes: {
    kind: 'genes',
    label: '基因',
    max: GENES_MAX,
    aliases: ['target_gene'],
    accepts: ['gene_score', 'gene_list', 'differential_genes'],
    help: '一个基因就看它的表达量；几个基因先合成一个评分，最多 100 个。可以用基因符号、旧名或别名（如 PD-L1、HER2）、Ensembl 号或 Entrez 号。',
  },
  combine: {
    kind: 'choice',
    label: '几个基因怎样合成',
    default: 'mean_z',
    options: [
      { value: 'mean_z', label: 'z 值的平均', help: '每个基因减均值、除以标准差，再平均。基因方向相同（一个通路、一组标志基因）时用它。' },
      {
        value: 'pc1',
        label: '第一主成分',
        help: '基因之间共同变化最大的方向，与 z 值的平均同向。基因彼此相关时与平均接近；不相关时没有明确的意义。',
      },
      { value: 'weights', label: '按系数相加', help: '表达量（log2）乘以给定的系数再相加，如文献里的风险评分公式。' },
    ],
    help: '只有一个基因时不起作用。',
  },
  weights: {
    kind: 'text',
    label: '系数',
    default: '',
    maxLength: 5000,
    placeholder: 'CD8A 0.32；GZMB -0.12',
    when: { parameter: 'combine', is: ['weights'] },
    help: '基因名、空格、系数，几个之间用分号隔开；每个基因都要有。系数来自文献或别的数据，不要用这些队列自己估计的。',
  },
} as const satisfies Parameters;

/** With what needs the cohort's other genes. */
export const combineInCohort = {
  ...scoredGenes.combine,
  options: [
    ...scoredGenes.combine.options,
    {
      value: 'gsva',
      label: 'GSVA',
      help: '这些基因在全部基因里的排名是靠前还是靠后（GSVA 法）。要全部基因的队列，算得久一些；一个样本的分随队列里的其他样本而变。',
    },
  ],
  help: '先定好一种，不要几种都试，挑 P 小的。',
} as const satisfies Parameters[string];

const byScore = { parameter: 'marker', is: ['score'] } as const;

/** What a tool of one cohort looks at: the expression of one gene, or a score of several. R: `cohort_marker`. */
export const geneOrScore = {
  marker: {
    kind: 'choice',
    label: '看什么',
    default: 'gene',
    options: [
      { value: 'gene', label: '一个基因', help: '它的表达量。' },
      { value: 'score', label: '几个基因的评分', help: '几个基因（一个通路、一组标志基因、文献里的公式）先合成一个评分。' },
    ],
  },
  target_gene: { ...targetGene, when: { parameter: 'marker', is: ['gene'] } },
  score_genes: {
    ...scoredGenes.target_genes,
    label: '评分的基因',
    aliases: [],
    accepts: ['gene_score'],
    when: byScore,
    help: '2 到 100 个基因。先用「多基因评分」看它们是不是一起升降，再从那里接着做。',
  },
  combine: { ...combineInCohort, when: byScore },
  weights: scoredGenes.weights,
} as const satisfies Parameters;

/** Did a run of such a tool look at a score? */
export const isOfScore = ({ marker }: Readonly<Record<string, unknown>>): boolean => marker === 'score';

/** What R tells of it. R: `marker_facts`. */
export const markerFacts = {
  gene: { label: '基因', format: 'gene' },
  scored: { label: '看的是评分', format: 'flag' },
  score_genes_n: { label: '评分里的基因', format: 'count' },
  score_words: { label: '评分的基因是', format: 'text' },
  score_english: { label: '评分的基因是（英文）', format: 'text' },
  score_how: { label: '怎样合成', format: 'text', codes: SCORES },
  score_formula: { label: '评分的公式', format: 'text' },
  by_gsva: { label: 'GSVA', format: 'flag' },
} as const satisfies ToolDefinition['facts'];

/** The work behind a score by GSVA. */
export const gsvaCitation =
  '{{#by_gsva}}Hänzelmann S, Castelo R, Guinney J. GSVA: gene set variation analysis for microarray and RNA-seq data. BMC Bioinformatics 2013;14:7.{{/by_gsva}}';

const either = (score: string, gene: string) => `{{#scored}}${score}{{/scored}}{{^scored}}${gene}{{/scored}}`;

/** Sentences name it so. */
export const MARKER = {
  /** Alone: a headline. */
  name: {
    zh: either('{{score_genes_n}} 个基因的评分', '{{gene}}'),
    en: either('Score of {{score_genes_n}} genes', '{{gene}}'),
  },
  /** As a number, in a sentence. */
  value: {
    zh: either('{{score_genes_n}} 个基因的评分', '*{{gene}}* 的表达量'),
    en: either('score of {{score_genes_n}} genes', 'expression of *{{gene}}*'),
  },
  /** As a number, where no letters are italic. */
  plain: {
    zh: either('{{score_genes_n}} 个基因的评分', '{{gene}} 的表达量'),
    en: either('score of {{score_genes_n}} genes', 'expression of {{gene}}'),
  },
  /** Itself, in a sentence. */
  itself: {
    zh: either(' {{score_genes_n}} 个基因的评分', ' *{{gene}}* '),
    en: either('the score of {{score_genes_n}} genes', '*{{gene}}*'),
  },
  /** Itself, where no letters are italic. */
  plainItself: {
    zh: either(' {{score_genes_n}} 个基因的评分', ' {{gene}} '),
    en: either('the score of {{score_genes_n}} genes', '{{gene}}'),
  },
  /** What the score is made of, behind it. */
  made: {
    zh: '{{#scored}}评分由 {{score_words}} 合成（{{score_how}}{{#score_formula}}：{{score_formula}}{{/score_formula}}）。{{/scored}}',
    en: '{{#scored}} The score is made of {{score_english}} ({{score_how}}{{#score_formula}}: {{score_formula}}{{/score_formula}}).{{/scored}}',
  },
} as const satisfies Record<string, Told>;
