import type { PublishedFigure } from '@oncoloom/tool-kit';

const of = (section: string, label: string, column: string) => ({ table: 'forest', row: { section, label }, column }) as const;
const PER_UNIT = '数值变量（每 1 个单位）';

export default {
  gbsg2: {
    title: '乳腺癌复发的多因素 Cox 回归（GBSG2，686 例）',
    description: 'TH.data 包的 GBSG2：淋巴结阳性的乳腺癌，299 例事件，写成论文里的三列表。激素治疗降低风险，阳性淋巴结越多风险越高。',
    files: { file_id: { file: 'ratios.tsv', name: 'GBSG2_多因素_Cox.tsv' } },
    parameters: {},
    citation:
      'Schumacher M, Bastert G, Bojar H, et al. Randomized 2 × 2 trial evaluating hormonal treatment and the duration of chemotherapy in node-positive breast cancer patients. J Clin Oncol 1994;12:2086–2093.',
    numbersFrom: 'Hothorn T, Everitt BS. A Handbook of Statistical Analyses Using R. CRC Press, 2014',
    numbers: [
      { label: '激素治疗的 HR', printed: '0.71', at: of('激素治疗', '是', 'estimate') },
      { label: '95% CI 下限', printed: '0.55', at: of('激素治疗', '是', 'lower') },
      { label: '95% CI 上限', printed: '0.91', at: of('激素治疗', '是', 'upper') },
      { label: 'P', printed: '0.007', at: of('激素治疗', '是', 'p') },
      { label: '每个阳性淋巴结的 HR', printed: '1.05', at: of(PER_UNIT, '阳性淋巴结（个）', 'estimate') },
      { label: '每 1 fmol/l 孕激素受体的 HR', printed: '0.998', at: of(PER_UNIT, '孕激素受体（fmol/l）', 'estimate') },
    ],
  },
} as const satisfies Record<string, PublishedFigure>;
