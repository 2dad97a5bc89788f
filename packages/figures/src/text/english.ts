/**
 * The English of what figures write: phrases of the kinds, axis titles that tools declare and names that the engine writes into tables.
 * Marks of titles (`~2~` lowered, `*x*` italic) and places of values (`{n}`) stay.
 */
export const ENGLISH: Readonly<Record<string, string>> = {
  // Genes by their change
  上调: 'Up',
  下调: 'Down',
  不显著: 'Not significant',
  // Axes
  密度: 'Density',
  数值: 'Value',
  平均表达: 'Mean expression',
  '平均表达（log~2~）': 'Mean expression (log~2~)',
  平均计数: 'Mean count',
  标准化计数的平均值: 'Mean of normalized counts',
  离散度: 'Dispersion',
  标准差: 'Standard deviation',
  均值的秩: 'Rank of mean',
  均值: 'Mean',
  截断值: 'Cut-off',
  'P 值': 'P value',
  基因数: 'Number of genes',
  探针数: 'Number of probes',
  '标准差（log~2~）': 'Standard deviation (log~2~)',
  '相关系数 r': 'Correlation coefficient r',
  解释的方差: 'Variance explained',
  与阈值之比: 'Ratio to threshold',
  '{n} 个基因': '{n} genes',
  '{n} 个探针': '{n} probes',
  '{n} 个样本': '{n} samples',
  '{n} 个截断值': '{n} cut-offs',
  // Forest
  例数: 'n',
  事件: 'Events',
  '另有 {n} 行放不下': '{n} more rows do not fit',
  // Running score of a gene set
  基因排序: 'Rank in ordered genes',
  富集分数: 'Enrichment score',
  排序值: 'Ranking metric',
  // UpSet
  交集大小: 'Intersection size',
  集合大小: 'Set size',
  '另有 {n} 个较小的交集放不下': '{n} smaller intersections not shown',
  // Network
  '另有 {n} 个连线较少的节点未画': '{n} nodes with fewer edges not shown',
  '强度（log~2~）': 'Intensity (log~2~)',
  '表达量（log~2~）': 'Expression (log~2~)',
  表达量: 'Expression',
  '与中位数之差（log~2~）': 'Difference from median (log~2~)',
  'log~2~(数值 + 1)': 'log~2~(value + 1)',
  '截断值（log~2~ 表达量）': 'Cut-off (log~2~ expression)',
  '肿瘤比 TCGA 癌旁（log~2~FC）': 'Tumour vs TCGA adjacent normal (log~2~FC)',
  '肿瘤比 GTEx（log~2~FC）': 'Tumour vs GTEx normal (log~2~FC)',
  // Legends
  可选的截断值: 'Possible cut-off',
  所用的截断值: 'Cut-off used',
  基因: 'Gene',
  探针: 'Probe',
  样本: 'Sample',
  移动中位数: 'Running median',
  离群基因: 'Outlier',
  自身的估计: 'Gene-wise estimate',
  基因自身的估计: 'Gene-wise estimate',
  拟合曲线: 'Fitted curve',
  拟合值: 'Fitted',
  最终值: 'Final',
  高表达: 'High expression',
  低表达: 'Low expression',
  阈值: 'Threshold',
  超过阈值: 'Above threshold',
  未超过: 'Within threshold',
  正相关: 'Positive',
  负相关: 'Negative',
  风险: 'Risk',
  保护: 'Protective',
  // Panels, and names of what is compared
  校正前: 'Before correction',
  校正后: 'After correction',
  批次: 'Batch',
  分组: 'Group',
  距离之和: 'Sum of distances',
  'KS 距离': 'KS distance',
  // Lines
  '若没有差异，每格约 {n} 个': 'About {n} per bin if nothing differs',
  '约 {n}': 'About {n}',
};

/** What stands inside of composed texts, the longest first. */
export const ENGLISH_PARTS: readonly (readonly [chinese: string, english: string])[] = [
  [
    '模拟演示数据：由程序生成，不是患者的数据，不能用于科研结论',
    'Simulated data made by a program: no patients, not for research conclusions',
  ],
  [' 的正常都来自 GTEx：组织的差别和来源的差别分不开', ': all normal samples are from GTEx; tissue and source cannot be told apart'],
  ['正常都来自 GTEx：组织的差别和来源的差别分不开', 'All normal samples are from GTEx; tissue and source cannot be told apart'],
  ['校正后 P', 'adjusted P'],
];
