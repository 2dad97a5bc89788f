import type { PublishedFigure } from '@oncoloom/tool-kit';

export default {
  asah: {
    title: '蛛网膜下腔出血的预后指标（aSAH，113 例）',
    description: 'pROC 包的 aSAH：动脉瘤性蛛网膜下腔出血，41 例结局差。临床分级 WFNS 比两个血液指标分得更开。',
    files: { file_id: { file: 'markers.tsv', name: '蛛网膜下腔出血.tsv' } },
    parameters: { label_column: 'outcome', positive_label: 'Poor', metrics: ['wfns', 's100b', 'ndka'] },
    citation:
      'Turck N, Vutskits L, Sanchez-Pena P, et al. A multiparameter panel method for outcome prediction following aneurysmal subarachnoid hemorrhage. Intensive Care Med 2010;36:107–115.',
    numbersFrom:
      'Robin X, Turck N, Hainard A, et al. pROC: an open-source package for R and S+. BMC Bioinformatics 2011;12:77，和该软件包的文档',
    numbers: [
      { label: 'WFNS 的 AUC', printed: '0.824', at: { table: 'auc', row: { marker: 'wfns' }, column: 'auc' } },
      { label: 'S100β 的 AUC', printed: '0.731', at: { table: 'auc', row: { marker: 's100b' }, column: 'auc' } },
      { label: 'S100β 95% CI 下限（DeLong）', printed: '0.630', at: { table: 'auc', row: { marker: 's100b' }, column: 'lower' } },
      { label: 'S100β 95% CI 上限（DeLong）', printed: '0.833', at: { table: 'auc', row: { marker: 's100b' }, column: 'upper' } },
      { label: 'NDKA 的 AUC', printed: '0.612', at: { table: 'auc', row: { marker: 'ndka' }, column: 'auc' } },
      {
        label: 'WFNS 与 S100β 比较的 Z（DeLong）',
        printed: '2.209',
        at: { table: 'pairs', row: { marker_1: 'wfns', marker_2: 's100b' }, column: 'z' },
      },
      {
        label: 'WFNS 与 S100β 比较的 P（DeLong）',
        printed: '0.02718',
        at: { table: 'pairs', row: { marker_1: 'wfns', marker_2: 's100b' }, column: 'p' },
      },
    ],
  },
} as const satisfies Record<string, PublishedFigure>;
