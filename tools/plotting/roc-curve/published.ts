import type { PublishedFigure } from '@oncoloom/tool-kit';

const auc = (at: string) => ({ table: 'auc', row: { at }, column: 'auc' }) as const;

export default {
  pbc: {
    title: '原发性胆汁性胆管炎的胆红素（312 例）',
    description: 'survival 包的 pbc：梅奥医学中心的随机试验。胆红素能预测 1、3、5 年内的死亡，肝移植按删失处理。',
    files: { survival_data: { file: 'pbc.tsv', name: '原发性胆汁性胆管炎.tsv' } },
    parameters: { markers: ['bili'], times: ['365', '1095', '1825'] },
    citation:
      'Blanche P, Dartigues JF, Jacqmin-Gadda H. Estimating and comparing time-dependent areas under receiver operating characteristic curves for censored event times with competing risks. Stat Med 2013;32:5381–5397.',
    numbersFrom: '该文的软件包 timeROC，用同一份数据算出；这里用的是另一个软件包 riskRegression',
    numbers: [
      { label: '1 年的 AUC', printed: '0.856', at: auc('1 年') },
      { label: '3 年的 AUC', printed: '0.850', at: auc('3 年') },
      { label: '5 年的 AUC', printed: '0.876', at: auc('5 年') },
    ],
  },
} as const satisfies Record<string, PublishedFigure>;
