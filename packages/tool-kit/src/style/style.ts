import { CATEGORY_COLOURS, COLOURS, MANY_COLOURS } from '@oncoloom/contract';
import type { NumberParameter, StyleParameter, ValueParameter } from '../declaration/parameters.ts';
import type { Told } from '../declaration/told.ts';

/** The default of a text that figures write, with its English. */
const toldDefault = (text: string | Told = '') => (typeof text === 'string' ? { default: text } : { default: text.zh, english: text.en });

/**
 * Style fields that every figure has. Sizes on the wire are inches; the editor shows millimetres. `x` and `y` are axis titles
 * of charts that have none of their own; `~2~` is written as a subscript.
 */
export function commonStyle(size: { width: number; height: number; x?: string | Told; y?: string | Told }) {
  return {
    plot_title: { kind: 'text', label: '标题', default: '', maxLength: 120, placeholder: '不加标题' },
    axis_title_x: { kind: 'text', label: '横轴标题', ...toldDefault(size.x), maxLength: 120, placeholder: '默认' },
    axis_title_y: { kind: 'text', label: '纵轴标题', ...toldDefault(size.y), maxLength: 120, placeholder: '默认' },
    plot_pdf_width: { kind: 'number', label: '宽度', default: size.width, min: 1.5, max: 20, unit: 'in' },
    plot_pdf_height: { kind: 'number', label: '高度', default: size.height, min: 1.5, max: 20, unit: 'in' },
    font_family: {
      kind: 'choice',
      label: '字体',
      default: 'Arial',
      options: [
        { value: 'Arial', label: 'Arial' },
        { value: 'Times New Roman', label: 'Times New Roman' },
        { value: 'Noto Sans CJK SC', label: '思源黑体' },
      ],
    },
    font_size: { kind: 'number', label: '字号', default: 7, min: 5, max: 14, step: 0.5, unit: 'pt' },
    legend_position: {
      kind: 'choice',
      label: '图例',
      default: 'top-right',
      options: [
        { value: 'top-right', label: '右上' },
        { value: 'right', label: '右侧' },
        { value: 'bottom', label: '下方' },
        { value: 'none', label: '不显示' },
      ],
    },
    figure_language: {
      kind: 'choice',
      label: '图中文字',
      default: 'zh',
      options: [
        { value: 'zh', label: '中文' },
        { value: 'en', label: 'English' },
      ],
    },
    renamed: { kind: 'tuples', label: '改名', width: 2, max: 200 },
    group_order: { kind: 'tuples', label: '分组次序', width: 1, max: 200 },
    palette: {
      kind: 'choice',
      label: '分组配色',
      default: 'default',
      options: [{ value: 'default', label: '默认' }, ...PALETTES],
    },
    group_colours: { kind: 'tuples', label: '各组颜色', width: 2, max: 100 },
    axis_range_x: { kind: 'tuples', label: '横轴范围', width: 2, max: 1 },
    axis_range_y: { kind: 'tuples', label: '纵轴范围', width: 2, max: 1 },
    axis_breaks_x: { kind: 'integer', label: '横轴刻度数', default: 0, min: 0, max: 20, help: '大约画几个刻度；0 为自动。' },
    axis_breaks_y: { kind: 'integer', label: '纵轴刻度数', default: 0, min: 0, max: 20, help: '大约画几个刻度；0 为自动。' },
    transparent_ground: { kind: 'flag', label: '透明底', default: false, help: '下载的图没有白色底，放到有颜色的幻灯片上用。' },
    moved_labels: { kind: 'tuples', label: '挪动的标注', width: 3, max: 100 },
  } as const satisfies Record<string, StyleParameter>;
}

/** Palettes of the editor, the one for all readers first; their colours stand in colour-schemes.ts. */
export const PALETTES = [
  { value: 'okabe_ito', label: 'Okabe–Ito' },
  { value: 'npg', label: 'NPG（Nature）' },
  { value: 'nejm', label: 'NEJM' },
  { value: 'lancet', label: 'Lancet' },
  { value: 'jco', label: 'JCO' },
] as const;

/** One printed column, 85 mm, in inches. */
export const ONE_COLUMN = 85 / 25.4;
/** Two printed columns, 174 mm, in inches. */
export const TWO_COLUMNS = 174 / 25.4;

// For figures, which import the tool kit alone.
export { CATEGORY_COLOURS, COLOURS, MANY_COLOURS };

/** Colour fields of the first so many groups. */
export function groupColours(count: number): Record<string, ValueParameter> {
  const fields = CATEGORY_COLOURS.slice(0, count).map((colour, i): [string, ValueParameter] => [
    `group_${i + 1}_color`,
    { kind: 'colour', label: `第 ${i + 1} 组`, default: colour },
  ]);
  return Object.fromEntries(fields);
}

/** Colours of a gene's change: parameters of differential tools and style of their figures. */
export const changeColours = {
  up_color: { kind: 'colour', label: '上调', default: COLOURS.up },
  down_color: { kind: 'colour', label: '下调', default: COLOURS.down },
  nochange_color: { kind: 'colour', label: '不显著', default: COLOURS.noChange },
} as const satisfies Record<string, ValueParameter>;

/** Below which P something counts. @param own Which P it is, and what a smaller and a larger threshold do. */
export const pThreshold = (own: Partial<NumberParameter> & Pick<NumberParameter, 'label' | 'help'>): NumberParameter => ({
  kind: 'number',
  default: 0.05,
  min: 0,
  max: 1,
  exclusiveMin: true,
  step: 0.01,
  ...own,
});

/** When a gene counts as changed. Figures inherit the run's values and may show others without computing anything. */
export const changeThresholds = {
  log2fc: {
    kind: 'number',
    label: '|log2FC| 阈值',
    default: 1,
    min: 0,
    max: 20,
    step: 0.1,
    help: '1 表示相差 2 倍。调大：留下的更少，差别更明显；调小：会包括细微的差别。',
  },
  padj: pThreshold({ label: '校正后 P 值（BH）', help: '调小更严格，假阳性更少；调大可多看候选，但要另行验证。' }),
} as const satisfies Record<string, ValueParameter>;

/** Points of a scatter of genes. */
export const pointStyle = {
  point_size: { kind: 'number', label: '点大小', default: 2.3, min: 0.5, max: 8, step: 0.1, unit: 'px' },
  point_opacity: { kind: 'number', label: '不透明度', default: 0.72, min: 0.1, max: 1, step: 0.01 },
} as const satisfies Record<string, ValueParameter>;

/** Ends of a heatmap's colours. */
export const heatColours = {
  high_color: { kind: 'colour', label: '高', default: '#f2384a' },
  low_color: { kind: 'colour', label: '低', default: '#3f59d8' },
} as const satisfies Record<string, ValueParameter>;

/** Colours of tumour and normal: parameters of tools that compare them and style of their figures. */
export const tissueColours = {
  tumor_color: { kind: 'colour', label: '肿瘤', default: COLOURS.tumor },
  normal_color: { kind: 'colour', label: '正常', default: COLOURS.normal },
} as const satisfies Record<string, ValueParameter>;

/** A forest plot of hazard ratios of which none is to stand out: one colour, and no word of what either side means. */
export const plainForestStyle = {
  log_axis: { kind: 'flag', label: 'HR 用对数坐标', default: true },
  low_hr_color: { kind: 'colour', label: 'HR < 1', default: '#2f4b6e' },
  high_hr_color: { kind: 'colour', label: 'HR > 1', default: '#2f4b6e' },
  show_sides: { kind: 'flag', label: '写出两侧的含义', default: false },
} as const satisfies Record<string, StyleParameter>;

/** Groups of a comparison figure, and what the tests say over them. */
export const comparisonStyle = {
  group_shape: {
    kind: 'choice',
    label: '每组画成',
    default: 'box',
    options: [
      { value: 'box', label: '箱线' },
      { value: 'violin', label: '小提琴' },
      { value: 'points', label: '只画点' },
    ],
    help: '箱线：四分位数和中位数。小提琴：加上分布的形状，要 10 个以上的样本，不够的组仍画箱线。只画点：每个样本一个点，横线是中位数。不足 3 个样本的组都只画点。',
  },
  show_points: { kind: 'flag', label: '样本点', default: true },
  p_format: {
    kind: 'choice',
    label: 'P 写成',
    default: 'exact',
    options: [
      { value: 'exact', label: '数值' },
      { value: 'stars', label: '星号' },
    ],
    help: '星号：* < 0.05，** < 0.01，*** < 0.001，ns 不显著。选数值而写不下时也用星号。',
  },
  brackets: {
    kind: 'tuples',
    label: '括线',
    width: 2,
    max: 60,
    help: '在哪两组之间画括线和 P。P 来自结果的表，不另外计算；表里没有的比较不画。不选：画这个结果主要的比较。',
  },
} as const satisfies Record<string, StyleParameter>;

/** Bars: how those of one label stand, which way they run, and how their values are written. */
export function barStyle(bars: { mode: 'grouped' | 'stacked'; direction: 'horizontal' | 'vertical'; format: 'number' | 'percent' }) {
  return {
    bar_mode: {
      kind: 'choice',
      label: '排列',
      default: bars.mode,
      options: [
        { value: 'grouped', label: '并列' },
        { value: 'stacked', label: '堆叠' },
      ],
    },
    bar_direction: {
      kind: 'choice',
      label: '方向',
      default: bars.direction,
      options: [
        { value: 'horizontal', label: '横向' },
        { value: 'vertical', label: '纵向' },
      ],
    },
    value_format: {
      kind: 'choice',
      label: '数值写法',
      default: bars.format,
      options: [
        { value: 'number', label: '数值' },
        { value: 'percent', label: '百分比' },
      ],
    },
    show_values: { kind: 'flag', label: '写出数值', default: false },
  } as const satisfies Record<string, ValueParameter>;
}

/** Names of cell types: in words of the figure's language, or as the method labels them. */
export const cellNames = {
  cell_names: {
    kind: 'choice',
    label: '细胞名称',
    default: 'words',
    options: [
      { value: 'words', label: '写成名称' },
      { value: 'labels', label: '方法的原名' },
    ],
    help: '例如 T.cells.CD4 写成「CD4 T 细胞」，英文图里写成 CD4 T cells；没有对应名称的照原样。结果表里总是原名。',
  },
} as const satisfies Record<string, StyleParameter>;

/** Thin lines, as those of densities. */
export const lineStyle = {
  line_width: { kind: 'number', label: '线宽', default: 1, min: 0.5, max: 4, step: 0.1, unit: 'px' },
} as const satisfies Record<string, ValueParameter>;

/**
 * Curves over a number: how a series without a way of its own is drawn, how its intervals are, and whether both axes have one span, as those
 * of ROC and calibration curves.
 */
export function curveStyle(curves: { mode: 'line' | 'step' | 'points' | 'points-and-line'; equal: boolean }) {
  return {
    curve_mode: {
      kind: 'choice',
      label: '曲线画成',
      default: curves.mode,
      options: [
        { value: 'line', label: '线' },
        { value: 'step', label: '阶梯线' },
        { value: 'points', label: '点' },
        { value: 'points-and-line', label: '点和线' },
      ],
    },
    curve_interval: {
      kind: 'choice',
      label: '置信区间',
      default: 'auto',
      options: [
        { value: 'auto', label: '自动' },
        { value: 'band', label: '带' },
        { value: 'bars', label: '竖线' },
        { value: 'none', label: '不显示' },
      ],
      help: '自动：线的区间画成带，点的区间画成竖线。',
    },
    equal_axes: { kind: 'flag', label: '两轴同一范围', default: curves.equal, help: '横轴和纵轴范围相同，绘图区是正方形。' },
  } as const satisfies Record<string, StyleParameter>;
}
