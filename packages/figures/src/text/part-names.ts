/** What the parts of pictures (`data-part`) are called, for who sees them listed. */
export const PART_NAMES = {
  title: ['标题', 'Title'],
  'title-x': ['横轴标题', 'X axis title'],
  'title-y': ['纵轴标题', 'Y axis title'],
  'axis-x': ['横轴', 'X axis'],
  'axis-y': ['纵轴', 'Y axis'],
  legend: ['图例', 'Legend'],
  group: ['分组', 'Group'],
  groups: ['各组', 'Groups'],
  label: ['标注', 'Label'],
  points: ['点', 'Points'],
  dots: ['圆点', 'Dots'],
  lines: ['线', 'Lines'],
  guides: ['参考线', 'Guides'],
  curve: ['曲线', 'Curve'],
  censored: ['删失标记', 'Censored'],
  intervals: ['置信带', 'Confidence bands'],
  medians: ['中位线', 'Medians'],
  'risk-table': ['风险人数', 'Risk table'],
  box: ['箱线', 'Box'],
  boxes: ['箱线', 'Boxes'],
  violin: ['小提琴', 'Violin'],
  bars: ['柱子', 'Bars'],
  values: ['数值', 'Values'],
  expected: ['期望线', 'Expected'],
  limit: ['界线', 'Limit'],
  row: ['估计值和区间', 'Estimate'],
  column: ['列', 'Column'],
  section: ['小节', 'Section'],
  sides: ['两侧的含义', 'Meaning of the sides'],
  reference: ['参考线', 'Reference line'],
  'top-numbers': ['上方的数字', 'Numbers over the plot'],
  brackets: ['括线', 'Brackets'],
  cells: ['色块', 'Cells'],
  names: ['名称', 'Names'],
  'row-names': ['行名', 'Row names'],
  'column-names': ['列名', 'Column names'],
  tree: ['聚类树', 'Tree'],
  hits: ['命中', 'Hits'],
  ranks: ['排序', 'Ranks'],
  edges: ['连线', 'Edges'],
  nodes: ['节点', 'Nodes'],
  clusters: ['簇', 'Clusters'],
  genes: ['基因', 'Genes'],
  terms: ['条目', 'Terms'],
  ribbons: ['带', 'Ribbons'],
  sets: ['名单', 'Sets'],
  ridges: ['山脊', 'Ridges'],
  notice: ['声明', 'Notice'],
} as const satisfies Record<string, readonly [zh: string, en: string]>;

const NO_NAME = ['图形', 'Shape'] as const;

/** What a part is called; a general word for what has no name. */
export function partName(part: string, language: 'zh' | 'en'): string {
  const [zh, en] = Object.hasOwn(PART_NAMES, part) ? PART_NAMES[part as keyof typeof PART_NAMES] : NO_NAME;
  return language === 'en' ? en : zh;
}
