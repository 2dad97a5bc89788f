import type { Chart } from '@oncoloom/tool-kit';
import type { FigureData, FigureStyle } from '../../src/index.ts';
import { figureData, tableFrom } from './figures.ts';

const NAMES = ['s1', 's2', 's3', 's4', 's5', 's6'];
const GROUPS = ['甲', '甲', '甲', '乙', '乙', '乙'];
const points = (x: number[], y: number[]) => tableFrom({ name: NAMES, group: GROUPS, x, y });
const BOXES = {
  boxes: tableFrom({
    sample: ['a', 'b', 'c'],
    group: ['甲', '甲', '乙'],
    low: [1, 10, 0],
    q1: [2, 20, 1],
    median: [3, 30, 2],
    q3: [4, 40, 3],
    high: [5, 50, 4],
    n: [4, 4, 4],
  }),
  outliers: tableFrom({ sample: ['a', 'b'], value: [8, 90] }),
};
const FIVE = { low: 'low', q1: 'q1', median: 'median', q3: 'q3', high: 'high' };

type Tables = FigureData['tables'];

/** A small figure of each kind on axes: values from 0 to 100, so that some have no logarithm. */
const FIGURES: Partial<Record<Chart, readonly [columns: Readonly<Record<string, string>>, tables: Tables, words?: FigureData['words']]>> = {
  volcano: [
    { label: 'name', x: 'x', p: 'p', padj: 'p' },
    { points: tableFrom({ name: NAMES, x: [-3, -1, 0, 1, 2, 3], p: [1e-6, 0.1, 0.5, 0.2, 0.01, 1e-4] }) },
  ],
  ma: [
    { label: 'name', x: 'x', y: 'y', padj: 'p' },
    { points: tableFrom({ name: NAMES, x: [1, 2, 3, 4, 5, 6], y: [-2, 0, 1, 0, 2, 1], p: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6] }) },
  ],
  pca: [
    { label: 'name', group: 'group', x: 'x', y: 'y' },
    {
      points: tableFrom({
        name: Array.from({ length: 10 }, (_, i) => `s${i + 1}`),
        group: Array.from({ length: 10 }, (_, i) => (i < 5 ? '甲' : '乙')),
        x: [0, 2, 1, 1.5, 0.5, 9, 8, 10, 9.5, 8.5],
        y: [0, 1, 3, 2, 1, 9, 7, 8, 7, 9],
      }),
    },
  ],
  scatter: [
    { label: 'name', group: 'group', x: 'x', y: 'y', line_x: 'x', line_y: 'y' },
    { points: points([0, 1, 10, 100, 5, 20], [1, 2, 3, 4, 5, 6]), line: tableFrom({ x: [1, 100], y: [1, 6] }) },
  ],
  'mean-sd': [
    { label: 'name', x: 'x', y: 'y', trend_x: 'x', trend_y: 'y' },
    { points: points([1, 2, 3, 4, 5, 6], [1, 2, 1, 2, 1, 2]), trend: tableFrom({ x: [1, 6], y: [1, 2] }) },
  ],
  dispersion: [
    { label: 'name', mean: 'mean', estimate: 'estimate', fitted: 'fitted', final: 'final', outlier: 'outlier' },
    {
      points: tableFrom({
        name: NAMES,
        mean: [1, 10, 100, 1000, 50, 5],
        estimate: [1, 0.5, 0.2, 0.1, 0.3, 0.4],
        fitted: [0.9, 0.4, 0.2, 0.1, 0.3, 0.5],
        final: [1, 0.5, 0.2, 0.1, 0.3, 0.4],
        outlier: NAMES.map(() => 'FALSE'),
      }),
    },
  ],
  ratios: [
    { label: 'name', group: 'group', x: 'x', y: 'y', low: 'low', high: 'high', high_n: 'x', low_n: 'x' },
    {
      points: tableFrom({
        name: NAMES,
        group: GROUPS,
        x: [1, 2, 3, 4, 5, 6],
        y: [0.5, 1, 2, 1, 1, 4],
        low: [0.4, 0.8, 1, 0.5, 0.6, 2],
        high: [0.9, 2, 4, 2, 2, 8],
      }),
    },
  ],
  box: [{ label: 'sample', group: 'group', ...FIVE, value: 'value' }, BOXES],
  comparison: [
    { label: 'sample', ...FIVE, n: 'n', name: 'name', value: 'value' },
    {
      boxes: BOXES.boxes,
      points: tableFrom({
        sample: ['a', 'a', 'a', 'a', 'b', 'b', 'b', 'b', 'c', 'c', 'c', 'c'],
        name: Array.from({ length: 12 }, (_, i) => `p${i}`),
        value: [1, 2, 4, 5, 10, 20, 40, 50, 0, 1, 3, 4],
      }),
    },
  ],
  density: [
    { label: 'name', group: 'group', x: 'x', y: 'y' },
    { lines: tableFrom({ name: ['a', 'a', 'a', 'b', 'b', 'b'], group: GROUPS, x: [0, 5, 10, 2, 4, 6], y: [0, 1, 0, 0, 0.4, 0] }) },
  ],
  histogram: [
    { from: 'from', to: 'to', count: 'count' },
    { bins: tableFrom({ from: [0, 0.25, 0.5, 0.75], to: [0.25, 0.5, 0.75, 1], count: [90, 10, 1, 0] }) },
  ],
  bars: [{ label: 'name', value: 'value' }, { bars: tableFrom({ name: ['a', 'b', 'c', 'd'], value: [1, 10, 100, 0] }) }],
  km: [
    { group: 'group', time: 'time', survival: 'surv', censored: 'left', at_risk: 'risk', n: 'risk' },
    {
      curve: tableFrom({
        group: GROUPS,
        time: [0, 10, 20, 0, 15, 30],
        surv: [1, 0.8, 0.4, 1, 0.9, 0.7],
        left: [0, 0, 0, 0, 0, 1],
        risk: [5, 4, 2, 5, 4, 3],
      }),
      risk: tableFrom({ group: ['甲'], time: [0], risk: [5] }),
    },
    { p: '0.012', p_name: 'Log-rank P' },
  ],
  forest: [
    { label: 'name', section: 'part', estimate: 'x', low: 'low', high: 'high' },
    { rows: tableFrom({ name: ['a', 'b', 'c'], part: ['一', '一', '二'], x: [0.5, 1, 4], low: [0.3, 0.5, 2], high: [0.8, 2, 8] }) },
  ],
  'running-score': [
    { set: 'set', rank: 'rank', score: 'score', label: 'gene', metric: 'metric' },
    {
      curve: tableFrom({ set: ['s', 's', 's', 's'], rank: [1, 2, 3, 4], score: [0.5, 1, 0.4, 0] }),
      hits: tableFrom({ set: ['s', 's'], rank: [1, 4], gene: ['g1', 'g4'] }),
      ranks: tableFrom({ rank: [1, 2, 3, 4], metric: [2, 1, -1, -2] }),
    },
  ],
  'curve-bands': [
    { series: 'series', x: 'x', y: 'y', lower: 'low', upper: 'high', line: 'line', at: 'at', line_label: 'text' },
    {
      curves: tableFrom({
        series: ['甲', '甲', '甲', '乙', '乙', '乙'],
        x: [1, 10, 100, 1, 10, 100],
        y: [1, 2, 3, 5, 6, 8],
        low: [0.5, 1, 2, 4, 5, 7],
        high: [2, 3, 4, 6, 7, 9],
      }),
      lines: tableFrom({ line: ['vertical'], at: [10], text: ['min'] }),
    },
  ],
  'risk-plot': [
    {
      patient: 'name',
      score: 'score',
      time: 'time',
      status: 'status',
      group: 'group',
      gene: 'gene',
      line: 'line',
      at: 'at',
      line_label: 'text',
    },
    {
      patients: tableFrom({
        name: NAMES,
        score: [3, 1, 2, 6, 5, 4],
        time: [100, 400, 300, 20, 50, 80],
        status: [1, 0, 0, 1, 1, 0],
        group: ['低风险', '低风险', '低风险', '高风险', '高风险', '高风险'],
      }),
      cells: tableFrom({
        gene: ['TP53', 'MYC'],
        ...Object.fromEntries(NAMES.map((name, i) => [name, Float64Array.from([i - 2.5, 2.5 - i])])),
      }),
      lines: tableFrom({ line: ['horizontal'], at: [3.5], text: ['截断值'] }),
    },
  ],
  paths: [
    { label: 'name', x: 'x', y: 'y', line: 'line', at: 'at' },
    {
      paths: tableFrom({ name: ['a', 'a', 'a', 'b', 'b', 'b'], x: [1, 10, 100, 1, 10, 100], y: [5, 2, 0, -3, 0, 0] }),
      lines: tableFrom({ line: ['vertical'], at: [10] }),
    },
  ],
  importance: [
    { label: 'name', value: 'x', low: 'low', high: 'high', null_low: 'from', null_high: 'to', group: 'group' },
    {
      variables: tableFrom({
        name: ['a', 'b', 'c'],
        x: [8, 5, 1],
        low: [6, 4, 0],
        high: [10, 6, 2],
        from: [-1, -1, -1],
        to: [1, 2, 1],
        group: ['入选', '入选', '未入选'],
      }),
    },
  ],
  nomogram: [
    { axis: 'axis', kind: 'kind', tick: 'tick', position: 'at', value: 'value' },
    {
      axes: tableFrom({ axis: ['得分', '年龄', '总分'], kind: ['points', 'variable', 'total'] }),
      ticks: tableFrom({
        axis: ['得分', '得分', '年龄', '年龄', '总分', '总分'],
        tick: ['0', '100', '20', '80', '0', '200'],
        at: [0, 100, 0, 60, 0, 200],
      }),
      example: tableFrom({ axis: ['年龄', '总分'], at: [30, 30], value: ['50', ''] }),
    },
  ],
  upset: [
    { label: 'set', size: 'size', pattern: 'pattern', count: 'count' },
    {
      sets: tableFrom({ set: ['甲', '乙', '丙'], size: [60, 20, 5] }),
      intersections: tableFrom({ pattern: ['100', '010', '111'], count: [50, 9, 5] }),
    },
  ],
  venn: [
    { label: 'set', size: 'size', pattern: 'pattern', count: 'count' },
    {
      sets: tableFrom({ set: ['甲', '乙', '丙'], size: [60, 20, 5] }),
      intersections: tableFrom({ pattern: ['100', '010', '111'], count: [50, 9, 5] }),
    },
  ],
  dots: [
    { label: 'name', x: 'x', p: 'p', size: 'n' },
    { terms: tableFrom({ name: ['a', 'b', 'c', 'd'], x: [1, 10, 100, 0], p: [1e-6, 1e-4, 0.01, 0.04], n: [5, 10, 20, 40] }) },
  ],
  'term-bars': [
    { label: 'name', x: 'x', p: 'p' },
    { terms: tableFrom({ name: ['a', 'b', 'c', 'd'], x: [1, 10, 100, 0], p: [1e-6, 1e-4, 0.01, 0.04] }) },
  ],
  ridge: [
    { label: 'name', x: 'x', y: 'y', p: 'p' },
    {
      sets: tableFrom({ name: ['a', 'b'], p: [1e-6, 0.01] }),
      densities: tableFrom({ name: ['a', 'a', 'a', 'b', 'b', 'b'], x: [-5, 0, 5, 2, 4, 6], y: [0, 1, 0, 0, 0.4, 0] }),
    },
  ],
  'term-map': [
    { label: 'name', p: 'p', size: 'n', from: 'from', to: 'to' },
    {
      nodes: tableFrom({ name: ['a', 'b', 'c'], p: [0.01, 0.001, 0.02], n: [5, 10, 20] }),
      edges: tableFrom({ from: ['a', 'a'], to: ['b', 'c'] }),
    },
  ],
  chord: [
    { term: 'term', label: 'gene', change: 'change' },
    {
      links: tableFrom({ term: ['a', 'a', 'b'], gene: ['TP53', 'MYC', 'MYC'] }),
      genes: tableFrom({ gene: ['TP53', 'MYC'], change: [1, -2] }),
    },
  ],
  network: [
    { label: 'name', from: 'from', to: 'to' },
    { nodes: tableFrom({ name: ['TP53', 'MDM2', 'ATM'] }), edges: tableFrom({ from: ['TP53', 'TP53'], to: ['MDM2', 'ATM'] }) },
  ],
  tree: [
    {
      label: 'name',
      group: 'group',
      left: 'left',
      right: 'right',
      height: 'height',
      left_height: 'left_height',
      right_height: 'right_height',
    },
    {
      leaves: tableFrom({ name: ['a', 'b', 'c', 'd'], group: ['甲', '甲', '乙', '乙'] }),
      merges: tableFrom({
        left: Float64Array.of(3, 2, 1),
        right: Float64Array.of(4, 3.5, 2.75),
        height: Float64Array.of(10, 20, 50),
        left_height: Float64Array.of(0, 0, 0),
        right_height: Float64Array.of(0, 10, 20),
      }),
    },
  ],
};

export const KINDS_WITHOUT_AXES: readonly Chart[] = ['network', 'heatmap', 'term-map', 'chord', 'venn'];
export const KINDS_ON_AXES = (Object.keys(FIGURES) as Chart[]).filter((chart) => !KINDS_WITHOUT_AXES.includes(chart));

/** The small figure of a kind, 85 mm × 75 mm. */
export function smallFigure(chart: Chart, style: FigureStyle = {}): FigureData {
  const [columns, tables, words = {}] = FIGURES[chart] ?? [{}, {}];
  return figureData(chart, columns, tables, { plot_pdf_width: 85 / 25.4, plot_pdf_height: 75 / 25.4, ...style }, words);
}
