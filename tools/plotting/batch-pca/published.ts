import type { PublishedFigure } from '@oncoloom/tool-kit';

const share = (component: string) => ({ table: 'variance', row: { component }, column: 'share' }) as const;

export default {
  golub: {
    title: '急性白血病：ALL 与 AML（Golub，38 例）',
    description: 'multtest 包的 golub：27 例 ALL 和 11 例 AML 的芯片，3,051 个探针。两种白血病沿第一主成分分开。',
    files: {
      file_id: { file: 'golub.tsv.gz', name: 'Golub_表达矩阵.tsv.gz' },
      sample_annotations: { file: 'golub-samples.tsv', name: 'Golub_样本信息.tsv' },
    },
    parameters: { feature_strategy: 'all', scale_data: false },
    citation:
      'Golub TR, Slonim DK, Tamayo P, et al. Molecular classification of cancer: class discovery and class prediction by gene expression monitoring. Science 1999;286:531–537.',
    numbersFrom: '探针数：Dudoit S, Fridlyand J, Speed TP. J Am Stat Assoc 2002;97:77–87；方差：R 的 prcomp 直接算出',
    numbers: [
      { label: '探针', printed: '3051', at: { fact: 'genes' } },
      { label: '患者', printed: '38', at: { fact: 'samples' } },
      { label: '第一主成分解释的方差', printed: '0.165', at: share('PC1') },
      { label: '第二主成分解释的方差', printed: '0.099', at: share('PC2') },
    ],
  },
  arrests: {
    title: '美国各州的犯罪率（USArrests）',
    description: 'R 自带的 USArrests：50 个州的四项指标，教科书里主成分分析的第一个例子。每项指标先标准化。',
    files: { file_id: { file: 'arrests.tsv', name: '美国各州犯罪率.tsv' } },
    parameters: { feature_strategy: 'all', scale_data: true },
    citation: 'James G, Witten D, Hastie T, Tibshirani R. An Introduction to Statistical Learning. Springer, 2013, 10.2.',
    numbers: [
      { label: '第一主成分解释的方差', printed: '0.620', at: share('PC1') },
      { label: '第二主成分解释的方差', printed: '0.247', at: share('PC2') },
      { label: '第三主成分解释的方差', printed: '0.089', at: share('PC3') },
      { label: '第四主成分解释的方差', printed: '0.043', at: share('PC4') },
    ],
  },
} as const satisfies Record<string, PublishedFigure>;
