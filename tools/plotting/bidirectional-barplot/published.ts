import type { PublishedFigure } from '@oncoloom/tool-kit';

const cyclin = (column: string) => ({ table: 'terms', row: { term: 'CCND3 Cyclin D3' }, column }) as const;

export default {
  golub: {
    title: '区分 ALL 与 AML 的 50 个基因（Golub，38 例）',
    description:
      'multtest 包的 golub：27 例 ALL 和 11 例 AML，按信噪比两边各取前 25 个基因，如原文图 3B；条的长短是 Welch t 检验的 t，向右在 ALL 里更高。',
    files: { file_id: { file: 'golub-50.tsv', name: 'Golub_50个基因.tsv' } },
    parameters: { term_column: 'gene', value_column: 't', p_column: 'P.Value', top_n: 50 },
    citation:
      'Golub TR, Slonim DK, Tamayo P, et al. Molecular classification of cancer: class discovery and class prediction by gene expression monitoring. Science 1999;286:531–537.',
    numbersFrom: '两边的基因数：原文；cyclin D3：Krijnen WP. Applied Statistics for Bioinformatics using R. 2009, 4.1',
    numbers: [
      { label: 'ALL 里更高的基因', printed: '25', at: { fact: 'up' } },
      { label: 'AML 里更高的基因', printed: '25', at: { fact: 'down' } },
      { label: 'cyclin D3 的 t', printed: '6.3186', at: cyclin('value') },
      { label: 'cyclin D3 的 P', printed: '9.871e-06', at: cyclin('p') },
    ],
  },
} as const satisfies Record<string, PublishedFigure>;
