import type { PublishedFigure } from '@oncoloom/tool-kit';

export default {
  fusions: {
    title: '两种融合基因的急性淋巴细胞白血病（47 例）',
    description:
      'Bioconductor 的 ALL：ALL1/AF4 10 例、BCR/ABL 37 例，用 limma 比较后按 Holm 法校正 P < 0.05 的 165 个探针。样本的聚类把两组完全分开。',
    files: {
      file_id: { file: 'all-fusions.tsv', name: 'ALL_融合基因_表达矩阵.tsv' },
      sample_annotations: { file: 'all-fusions-samples.tsv', name: 'ALL_融合基因_样本信息.tsv' },
    },
    parameters: { feature_count: 500, show_genes: false, show_samples: false },
    citation:
      'Gentleman RC, Carey VJ, Bates DM, et al. Bioconductor: open software development for computational biology and bioinformatics. Genome Biol 2004;5:R80.',
    numbers: [
      { label: '差异探针', printed: '165', at: { fact: 'genes' } },
      { label: '患者', printed: '47', at: { fact: 'samples' } },
    ],
  },
  golub: {
    title: '区分 ALL 与 AML 的 50 个基因（Golub，38 例）',
    description: 'multtest 包的 golub：27 例 ALL 和 11 例 AML，按信噪比各取前 25 个基因，如原文图 3B。',
    files: {
      file_id: { file: 'golub-50.tsv', name: 'Golub_50个基因.tsv' },
      sample_annotations: { file: 'golub-samples.tsv', name: 'Golub_样本信息.tsv' },
    },
    parameters: { feature_count: 50, row_clusters: 2, show_samples: false },
    citation:
      'Golub TR, Slonim DK, Tamayo P, et al. Molecular classification of cancer: class discovery and class prediction by gene expression monitoring. Science 1999;286:531–537.',
    numbers: [
      { label: '基因', printed: '50', at: { fact: 'genes' } },
      { label: '患者', printed: '38', at: { fact: 'samples' } },
    ],
  },
} as const satisfies Record<string, PublishedFigure>;
