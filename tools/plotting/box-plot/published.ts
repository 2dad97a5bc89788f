import type { PublishedFigure } from '@oncoloom/tool-kit';

const test = (column: string) => ({ table: 'tests', row: {}, column }) as const;

export default {
  golub: {
    title: '白血病里的 cyclin D3（Golub，38 例）',
    description: 'multtest 包的 golub：CCND3 在 27 例 ALL 里比 11 例 AML 高。用 Welch 的 t 检验。',
    files: { file_id: { file: 'golub-ccnd3.tsv', name: 'Golub_CCND3.tsv' } },
    parameters: { group_column: 'group', value_column: 'CCND3', method: 't' },
    citation:
      'Golub TR, Slonim DK, Tamayo P, et al. Molecular classification of cancer: class discovery and class prediction by gene expression monitoring. Science 1999;286:531–537.',
    numbersFrom: 'Krijnen WP. Applied Statistics for Bioinformatics using R. 2009, 4.1',
    numbers: [
      { label: 't', printed: '6.3186', at: test('statistic') },
      { label: 'P', printed: '9.871e-06', at: test('p') },
      { label: '均数之差 95% CI 下限', printed: '0.8363826', at: test('difference_low') },
      { label: '均数之差 95% CI 上限', printed: '1.6802008', at: test('difference_high') },
      { label: 'ALL 的均数', printed: '1.8938826', at: { table: 'groups', row: { group: 'ALL' }, column: 'mean' } },
      { label: 'AML 的均数', printed: '0.6355909', at: { table: 'groups', row: { group: 'AML' }, column: 'mean' } },
    ],
  },
  sleep: {
    title: '两种药增加的睡眠（Student，10 例）',
    description: 'R 自带的 sleep：t 检验最早的例子。这里按两组独立样本比较；同一批人用了两种药，配对的检验更合适。',
    files: { file_id: { file: 'sleep.tsv', name: '睡眠.tsv' } },
    parameters: { group_column: 'drug', value_column: 'extra', method: 't' },
    citation: 'Student. The probable error of a mean. Biometrika 1908;6:1–25.',
    numbersFrom: '均数：原文；t 和 P：R 的帮助页 sleep、t.test',
    numbers: [
      { label: '药 1 的均数（小时）', printed: '0.75', at: { table: 'groups', row: { group: 'drug 1' }, column: 'mean' } },
      { label: '药 2 的均数（小时）', printed: '2.33', at: { table: 'groups', row: { group: 'drug 2' }, column: 'mean' } },
      { label: 't（Welch）', printed: '-1.8608', at: test('statistic') },
      { label: 'P', printed: '0.07939', at: test('p') },
    ],
  },
} as const satisfies Record<string, PublishedFigure>;
