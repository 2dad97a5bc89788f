import type { Told } from './told.ts';

/** A check of whether a result stands. */
export interface CheckOfResult {
  title: Told;
  asks: Told;
  /**
   * What it reads beside the inputs of its run: by platform the probes of the genes that one sex alone expresses, ESTIMATE's signature, or the
   * user's batch-corrected results with as many rows.
   */
  reads?: 'sex-probes' | 'estimate' | 'corrected';
}

/**
 * Whether what a result says stands: small runs of its own that a reader of the paper would ask for, free of points, each made once and kept with the
 * result. R: `robustness` of a tool's `run.R`, by these codes.
 */
export const ROBUSTNESS_CHECKS = {
  labels: {
    title: { zh: '打乱标签', en: 'Shuffled labels' },
    asks: {
      zh: '把样本的分组（或时间）随机打乱，还会找到这么多吗？',
      en: 'Are as many found when the groups (or times) of the samples are shuffled?',
    },
  },
  samples: {
    title: { zh: '逐个去掉样本', en: 'Samples left out' },
    asks: { zh: '名单是不是靠某一个样本撑起来的？', en: 'Does the list hang on one sample?' },
  },
  copies: {
    title: { zh: '重复的样本', en: 'Copied samples' },
    asks: { zh: '有没有一份样本用了两个名字？', en: 'Is one sample there under two names?' },
  },
  sexes: {
    title: { zh: '样本的性别', en: 'Sex of the samples' },
    asks: {
      zh: 'XIST 和 Y 染色体基因看出的性别，与表里写的一样吗？',
      en: 'Is the sex that XIST and the genes of Y tell that of the table?',
    },
    reads: 'sex-probes',
  },
  pairs: {
    title: { zh: '成对的样本', en: 'Partners' },
    asks: { zh: '每位患者的两份样本，真的是同一个人的吗？', en: 'Are the two samples of each patient of one person?' },
  },
  composition: {
    title: { zh: '细胞组成', en: 'Cell composition' },
    asks: {
      zh: '扣除基质和免疫细胞的多少（ESTIMATE 评分），名单还在吗？',
      en: 'Is the list still there when the amounts of stroma and immune cells (ESTIMATE scores) are held constant?',
    },
    reads: 'estimate',
  },
  fingerprint: {
    title: { zh: '矩阵的来历', en: 'History of the matrix' },
    asks: { zh: '矩阵去过批次或按行标准化吗？那样不该再检验', en: 'Were batches removed or rows standardised before the test?' },
    reads: 'corrected',
  },
  cutoff: {
    title: { zh: '截断值', en: 'Cut-off' },
    asks: { zh: '不截断成两组，数值本身也与预后有关吗？', en: 'Is the number itself associated with survival, without any cut-off?' },
  },
  effect: {
    title: { zh: '能检出多大的差异', en: 'Detectable difference' },
    asks: { zh: '这么多样本，多小的差异就看不到了？', en: 'Which differences are too small for this many samples?' },
  },
} as const satisfies Readonly<Record<string, CheckOfResult>>;

export type RobustnessCheck = keyof typeof ROBUSTNESS_CHECKS;
