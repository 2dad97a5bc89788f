import type { Chart } from '../declaration/charts.ts';
import type { NumberParameter, StyleParameter } from '../declaration/parameters.ts';
import { curveStyle, lineStyle, pointStyle } from './style.ts';

type Fields = Readonly<Record<string, StyleParameter>>;

const axisWidth: Fields = {
  axis_width: { kind: 'number', label: '坐标轴线宽', default: 1, min: 0.25, max: 3, step: 0.25, unit: 'px' },
};

const logAxis = (axis: 'x' | 'y'): Fields => ({
  [`axis_log_${axis}`]: {
    kind: 'flag',
    label: axis === 'x' ? '横轴用对数坐标' : '纵轴用对数坐标',
    default: false,
    help: '只改变画法，不改变任何统计数字。0 和负数在对数坐标上没有位置，不画，图下会写出有几个。',
  },
});

/** Width of the lines that show data. @param width Units; 0: the figure finds one. */
const lines = (width: number): Fields => ({ line_width: { ...lineStyle.line_width, default: width } });

/** Size and opacity of points. @param size Units. */
const points = (size: number, opacity: number): Fields => ({
  point_size: { ...pointStyle.point_size, default: size },
  point_opacity: { ...pointStyle.point_opacity, default: opacity },
});

/** A number that the figure finds by itself, by how much it has to draw, until somebody sets it. */
const found = (field: NumberParameter): NumberParameter => ({ ...field, default: 0, min: 0, found: true });

const foundPoints: Fields = { point_size: found(pointStyle.point_size), point_opacity: found(pointStyle.point_opacity) };

/** Colours of P, from the smallest to the largest. */
const pColours: Fields = {
  p_colours: {
    kind: 'choice',
    label: 'P 的颜色',
    default: 'viridis',
    options: [
      { value: 'viridis', label: '紫–绿（viridis）' },
      { value: 'plasma', label: '蓝–橙（plasma）' },
      { value: 'blues', label: '蓝' },
      { value: 'reds', label: '红' },
    ],
    help: '颜色越深，P 越小；按 P 的对数由深到浅，色觉不同的读者也能分出次序。',
  },
};

const rowOrder: Fields = {
  row_order: {
    kind: 'choice',
    label: '行的次序',
    default: 'table',
    options: [
      { value: 'table', label: '按表' },
      { value: 'value', label: '按数值' },
      { value: 'p', label: '按 P' },
    ],
  },
};

/**
 * Style fields that a kind of figure has whichever tool draws it. A tool that declares one of them itself gives it another default.
 */
export const KIND_STYLE: Readonly<Record<Chart, Fields>> = {
  volcano: { ...points(2.3, 0.72), ...lines(1), ...axisWidth },
  ma: { ...points(2.3, 0.72), ...lines(1), ...axisWidth },
  pca: { ...points(4, 0.85), ...lines(1.25), ...axisWidth },
  'mean-sd': { ...points(1.6, 0.72), ...lines(2), ...axisWidth },
  dispersion: { ...points(1.6, 0.6), ...lines(2), ...axisWidth },
  scatter: { ...foundPoints, ...lines(2), ...axisWidth, ...logAxis('x'), ...logAxis('y') },
  ratios: { ...points(3.2, 0.8), ...lines(2), ...axisWidth },
  box: { ...points(1.3, 0.5), ...lines(1), ...axisWidth, ...logAxis('y') },
  comparison: { ...foundPoints, ...lines(1), ...axisWidth, ...logAxis('y') },
  density: {
    ...lines(1),
    line_opacity: { ...found(pointStyle.point_opacity), label: '线的不透明度' },
    ...axisWidth,
  },
  km: { ...lines(1.6), ...axisWidth },
  histogram: { ...axisWidth, ...logAxis('y') },
  bars: { ...axisWidth, ...logAxis('x'), ...logAxis('y') },
  forest: {
    low_hr_color: { kind: 'colour', label: '保护（HR < 1）', default: '#377eb8' },
    high_hr_color: { kind: 'colour', label: '危险（HR > 1）', default: '#e41a1c' },
    grey_uncertain: {
      kind: 'flag',
      label: '区间跨过 1 的画成灰色',
      default: false,
      help: '只给 95% 置信区间全部在 1 的一侧的行上色。',
    },
    show_sides: { kind: 'flag', label: '写出两侧的含义', default: true },
    point_size: found(pointStyle.point_size),
    ...lines(1.2),
    ...axisWidth,
  },
  'running-score': { ...lines(1.6), ...axisWidth },
  upset: axisWidth,
  venn: {
    show_percent: { kind: 'flag', label: '写出百分比', default: false, help: '每一块的基因占全部名单合起来的基因的比例，写在个数下面。' },
    fill_opacity: { ...pointStyle.point_opacity, label: '填色的不透明度', default: 0.3 },
    ...lines(1.2),
  },
  dots: {
    point_size: { ...found(pointStyle.point_size), label: '最大的点', max: 14 },
    ...pColours,
    ...rowOrder,
    ...axisWidth,
    ...logAxis('x'),
  },
  'term-bars': { ...pColours, ...rowOrder, ...axisWidth },
  ridge: { ...lines(0.6), ...pColours, ...rowOrder, ...axisWidth },
  'term-map': {
    name_terms: {
      kind: 'flag',
      label: '写出类内每个词条的名称',
      default: false,
      help: '不选时只写每一类的名称和不属于任何一类的词条；放不下的不写，图下说明有几个。',
    },
    point_size: { ...found(pointStyle.point_size), label: '最大的点', max: 14 },
    ...pColours,
  },
  'curve-bands': {
    ...curveStyle({ mode: 'line', equal: false }),
    point_size: found(pointStyle.point_size),
    ...lines(1.6),
    ...axisWidth,
    ...logAxis('x'),
    ...logAxis('y'),
  },
  'risk-plot': {
    low_risk_color: { kind: 'colour', label: '低风险', default: '#377eb8' },
    high_risk_color: { kind: 'colour', label: '高风险', default: '#e41a1c' },
    alive_color: { kind: 'colour', label: '存活', default: '#009E73' },
    dead_color: { kind: 'colour', label: '死亡', default: '#D55E00' },
    low_color: { kind: 'colour', label: '热图：低', default: '#3f59d8' },
    high_color: { kind: 'colour', label: '热图：高', default: '#f2384a' },
    point_size: found(pointStyle.point_size),
    ...axisWidth,
  },
  paths: {
    label_ends: { kind: 'flag', label: '在线的一端写出名字', default: true },
    ...lines(1.2),
    ...axisWidth,
    ...logAxis('x'),
  },
  importance: {
    importance_mark: {
      kind: 'choice',
      label: '重要性画成',
      default: 'points',
      options: [
        { value: 'points', label: '点' },
        { value: 'bars', label: '条' },
      ],
    },
    sort_rows: { kind: 'flag', label: '按重要性排序', default: true },
    group_1_color: { kind: 'colour', label: '第 1 组', default: '#0072B2' },
    group_2_color: { kind: 'colour', label: '第 2 组', default: '#8A969C' },
    point_size: found(pointStyle.point_size),
    ...lines(1.2),
    ...axisWidth,
  },
  nomogram: {
    example_color: { kind: 'colour', label: '示例患者', default: '#D55E00' },
    ...axisWidth,
  },
  chord: {},
  network: {},
  tree: { ...lines(0.9), ...axisWidth },
  heatmap: {},
};
