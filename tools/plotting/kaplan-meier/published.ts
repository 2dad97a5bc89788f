import type { PublishedFigure } from '@oncoloom/tool-kit';

export default {
  lung: {
    title: '晚期肺癌按性别（228 例）',
    description: 'survival 包的 lung：北中部癌症治疗组（NCCTG）的晚期肺癌，165 例死亡。女性的生存更长。',
    files: { survival_data: { file: 'survival.tsv', name: '晚期肺癌随访.tsv' } },
    parameters: { group_column: 'sex', reference_group: 'male' },
    citation:
      'Loprinzi CL, Laurie JA, Wieand HS, et al. Prospective evaluation of prognostic variables from patient-completed questionnaires. J Clin Oncol 1994;12:601–607.',
    numbersFrom: 'R 软件包 survival 的文档（Therneau）',
    numbers: [
      { label: 'Log-rank 卡方', printed: '10.3', at: { table: 'tests', row: {}, column: 'chisq' } },
      { label: 'Log-rank P', printed: '0.0013', at: { table: 'tests', row: {}, column: 'p' } },
      { label: '男性的中位生存时间（天）', printed: '270', at: { table: 'groups', row: { group: 'male' }, column: 'median' } },
      { label: '女性的中位生存时间（天）', printed: '426', at: { table: 'groups', row: { group: 'female' }, column: 'median' } },
      { label: '女性对男性的 HR', printed: '0.588', at: { table: 'ratios', row: { group: 'female' }, column: 'hr' } },
      { label: 'HR 95% CI 下限', printed: '0.424', at: { table: 'ratios', row: { group: 'female' }, column: 'lower' } },
      { label: 'HR 95% CI 上限', printed: '0.816', at: { table: 'ratios', row: { group: 'female' }, column: 'upper' } },
    ],
  },
  gbsg2: {
    title: '乳腺癌的激素治疗（GBSG2，686 例）',
    description: 'TH.data 包的 GBSG2：淋巴结阳性的乳腺癌，299 例复发或死亡。用激素治疗的无复发生存更长。',
    files: { survival_data: { file: 'gbsg2.tsv', name: 'GBSG2_随访.tsv' } },
    parameters: { group_column: 'horTh', reference_group: 'no' },
    citation:
      'Schumacher M, Bastert G, Bojar H, et al. Randomized 2 × 2 trial evaluating hormonal treatment and the duration of chemotherapy in node-positive breast cancer patients. J Clin Oncol 1994;12:2086–2093.',
    numbersFrom: 'Hothorn T, Everitt BS. A Handbook of Statistical Analyses Using R. CRC Press, 2014',
    numbers: [
      { label: 'Log-rank P', printed: '0.0034', at: { table: 'tests', row: {}, column: 'p' } },
      { label: '患者', printed: '686', at: { fact: 'patients' } },
      { label: '事件', printed: '299', at: { fact: 'events' } },
    ],
  },
  veteran: {
    title: '肺癌的四种细胞类型（退伍军人试验，137 例）',
    description: 'survival 包的 veteran：不能手术的肺癌，按细胞类型分成四组。小细胞癌和腺癌的生存最短。',
    files: { survival_data: { file: 'veteran.tsv', name: '退伍军人肺癌试验.tsv' } },
    parameters: { group_column: 'celltype', cutoff_method: 'category' },
    citation: 'Kalbfleisch JD, Prentice RL. The Statistical Analysis of Failure Time Data. Wiley, 1980.',
    numbersFrom: 'R 软件包 survival 的文档（Therneau）',
    numbers: [
      { label: 'Log-rank 卡方（自由度 3）', printed: '25.4', at: { table: 'tests', row: {}, column: 'chisq' } },
      { label: '鳞癌的中位生存时间（天）', printed: '118', at: { table: 'groups', row: { group: 'squamous' }, column: 'median' } },
      { label: '小细胞癌', printed: '51', at: { table: 'groups', row: { group: 'smallcell' }, column: 'median' } },
      { label: '腺癌', printed: '51', at: { table: 'groups', row: { group: 'adeno' }, column: 'median' } },
      { label: '大细胞癌', printed: '156', at: { table: 'groups', row: { group: 'large' }, column: 'median' } },
    ],
  },
} as const satisfies Record<string, PublishedFigure>;
