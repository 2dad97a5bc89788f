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
  // Legends
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
};
