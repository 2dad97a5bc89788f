import type { Parameters } from '../declaration/parameters.ts';
import type { Codes } from '../words/codes.ts';

/** One gene, or several as one number of each sample. R: `score_request`, `gene_score`. */

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
    accepts: ['gene_list', 'differential_genes'],
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
