import type { Chart } from '@oncoloom/tool-kit';
import { kmColumns } from '@oncoloom/tool-kit';
import type { ColumnarTable, FigureData, FigureStyle } from '../../src/index.ts';
import { figureData, tableFrom } from './figures.ts';

/** Rows from which every kind of figure makes its tables: columns of one length. */
export interface UglyRows {
  names: readonly string[];
  values: readonly number[];
  groups: readonly string[];
  facets: readonly string[] | null;
}

type Columns = Readonly<Record<string, readonly string[] | readonly number[]>>;

/** A table in which columns of no rows keep their type. */
function table(texts: Readonly<Record<string, readonly string[]>>, numbers: Readonly<Record<string, readonly number[]>>): ColumnarTable {
  return tableFrom({ ...texts, ...Object.fromEntries(Object.entries(numbers).map(([name, cells]) => [name, Float64Array.from(cells)])) });
}

const own = (columns: Columns): Record<string, string> => Object.fromEntries(Object.keys(columns).map((name) => [name, name]));
const withFacets = ({ facets }: UglyRows): Record<string, readonly string[]> => (facets === null ? {} : { facet: facets });

/** A figure whose columns have the names of their roles. */
function figure(chart: Chart, tables: Record<string, ColumnarTable>, style: FigureStyle, words: FigureData['words'] = {}): FigureData {
  const roles = own(Object.assign({}, ...Object.values(tables).map(({ columns }) => columns)));
  return figureData(chart, roles, tables, style, words);
}

/** A probability of each value: what is missing or beyond all numbers stays so. */
const powers = (values: readonly number[]) => values.map((value) => 10 ** -Math.abs(value));

const points = (rows: UglyRows, style: FigureStyle, chart: 'scatter' | 'pca') => {
  const { names: label, groups: group, values } = rows;
  return figure(
    chart,
    { points: table({ label, group, ...withFacets(rows) }, { x: values, y: values.toReversed() }) },
    { show_samples: true, ...style },
  );
};

const differential =
  (chart: 'volcano' | 'ma') =>
  ({ names, values }: UglyRows, style: FigureStyle) => {
    const [p, x] = [powers(values), values.map((value, i) => (i % 2 === 0 ? value : -value))];
    const numbers = chart === 'ma' ? { x: values, y: x, padj: p } : { x, p, padj: p };
    return figure(chart, { points: table({ label: names }, numbers) }, { label_top: 10, label_genes: names.slice(0, 5), ...style });
  };

/** Terms with all that may be said of them. */
const terms = (chart: 'dots' | 'term-bars', { names: label, groups: group, facets, values }: UglyRows, style: FigureStyle) =>
  figure(
    chart,
    { terms: table({ label, group, ...(facets !== null && { panel: facets }) }, { x: values, p: powers(values), size: values }) },
    style,
  );

/** Five numbers around each value. */
const boxNumbers = (values: readonly number[]) => ({
  low: values.map((value) => value - 2),
  q1: values.map((value) => value - 1),
  median: values,
  q3: values.map((value) => value + 1),
  high: values.map((value) => value + 2),
});

/** The tables of each kind of figure from such rows. */
export const UGLY_FIGURES: Readonly<Record<Chart, (rows: UglyRows, style: FigureStyle) => FigureData>> = {
  volcano: differential('volcano'),
  ma: differential('ma'),
  pca: (rows, style) => points(rows, style, 'pca'),
  scatter: (rows, style) => points(rows, style, 'scatter'),
  'mean-sd': (rows, style) => {
    const { names: label, values } = rows;
    const facet = withFacets(rows);
    const data = {
      points: table({ label, ...facet }, { x: values, y: values }),
      trend: table(facet, { trend_x: values, trend_y: values }),
    };
    return figure('mean-sd', data, style);
  },
  dispersion: ({ names: label, values }, style) => {
    const outlier = label.map((_, i) => (i % 3 === 0 ? 'TRUE' : 'FALSE'));
    return figure(
      'dispersion',
      { points: table({ label, outlier }, { mean: values, estimate: values, fitted: values, final: values }) },
      style,
    );
  },
  ratios: ({ names: label, groups: group, values }, style) => {
    const numbers = {
      x: values,
      y: values,
      low: values.map((value) => value / 2),
      high: values.map((value) => value * 2),
      high_n: values,
      low_n: values,
    };
    return figure('ratios', { points: table({ label, group }, numbers) }, style);
  },
  heatmap: ({ names, groups, values }, style) => {
    const samples = names.map((name, i) => `${i}${name}`);
    const cells = table({ gene: names }, Object.fromEntries(samples.map((sample, i) => [sample, values.map((value) => value * (i % 3))])));
    const data = { cells, samples: table({ sample: samples, group: groups }, {}) };
    return figureData('heatmap', { label: 'gene', sample: 'sample', group: 'group' }, data, style);
  },
  density: (rows, style) => {
    const thrice = <T>(cells: readonly T[]) => cells.flatMap((cell) => [cell, cell, cell]);
    const { names, values, groups, facets } = rows;
    const texts = { label: thrice(names), group: thrice(groups), ...(facets === null ? {} : { facet: thrice(facets) }) };
    const numbers = { x: values.flatMap((value) => [value - 1, value, value + 1]), y: values.flatMap((value) => [0, Math.abs(value), 0]) };
    return figure('density', { lines: table(texts, numbers) }, style);
  },
  bars: (rows, style) => {
    const { names: label, groups: group, values: value } = rows;
    return figure('bars', { bars: table({ label, group, ...withFacets(rows) }, { value }) }, { show_values: true, ...style });
  },
  histogram: ({ values }, style) =>
    figure(
      'histogram',
      { bins: table({}, { from: values.map((_, i) => i), to: values.map((_, i) => i + 1), count: values }) },
      { show_expected: true, ...style },
    ),
  forest: (rows, style) => {
    const { names: label, groups: section, values } = rows;
    const numbers = {
      estimate: values,
      low: values.map((value) => value / 2),
      high: values.map((value) => value * 2),
      p: powers(values),
      n: values,
      events: values,
    };
    return figure('forest', { rows: table({ label, section }, numbers) }, style);
  },
  'running-score': ({ names, groups, values }, style) => {
    const sets = [...new Set(groups)];
    const each = <T>(cell: (set: string, row: number) => T) => sets.flatMap((set) => values.map((_, row) => cell(set, row)));
    const curve = table({ set: each((set) => set) }, { rank: each((_, row) => row), score: each((_, row) => values[row] as number) });
    const hits = table({ set: groups, label: names }, { rank: values.map((_, row) => row) });
    const ranks = table({}, { rank: values.map((_, row) => row), metric: values });
    const tests = table({ set: sets }, { nes: sets.map((_, i) => values[i] ?? 0), padj: sets.map(() => 0.01) });
    return figure('running-score', { curve, hits, ranks, sets: tests }, style);
  },
  'curve-bands': ({ names, groups: series, values }, style) => {
    const numbers = {
      x: values.map((_, row) => row),
      y: values,
      lower: values.map((value) => value - 1),
      upper: values.map((value) => value + 1),
    };
    const label = series.map((name, i) => `${name} AUC 0.7${i % 10} (0.70–0.85)`);
    const mode = series.map((name) => (name === series[0] ? 'points-and-line' : 'line'));
    const first = <T>(cells: readonly T[]) => cells.slice(0, 3);
    const lines = table(
      { line: first(['vertical', 'vertical', 'horizontal'].slice(0, values.length)), line_label: first(names) },
      { at: first(values) },
    );
    const top = table(
      { top_row: values.map((_, row) => names[row % 2] as string) },
      { top_x: values.map((_, row) => row), top_text: values },
    );
    return figure('curve-bands', { curves: table({ series, label, mode }, numbers), lines, top }, style);
  },
  'risk-plot': ({ names, groups: group, values }, style) => {
    const patient = names.map((name, row) => `${row}${name}`);
    const numbers = { score: values, time: values.map(Math.abs), status: values.map((_, row) => row % 2) };
    const genes = names.slice(0, 40);
    const cells = table(
      { gene: genes },
      Object.fromEntries(patient.map((name, row) => [name, genes.map((_, i) => (values[(row + i) % values.length] as number) - 3)])),
    );
    const lines = table({ line: values.slice(0, 1).map(() => 'horizontal'), line_label: names.slice(0, 1) }, { at: values.slice(0, 1) });
    const data = { patients: table({ patient, group }, numbers), cells, lines };
    const roles = ['patient', 'group', 'score', 'time', 'status', 'gene', 'line', 'line_label', 'at'];
    return figureData('risk-plot', Object.fromEntries(roles.map((role) => [role, role])), data, style, { unit_word: '天' });
  },
  paths: ({ names, values }, style) => {
    const rows = names.flatMap((name, i) => [0, 1, 2].map((x) => ({ name, x, y: (values[i] as number) * (2 - x) })));
    const paths = table({ label: rows.map(({ name }) => name) }, { x: rows.map(({ x }) => x), y: rows.map(({ y }) => y) });
    const lines = table({ line: values.slice(0, 2).map(() => 'vertical'), line_label: names.slice(0, 2) }, { at: values.slice(0, 2) });
    const top = table(
      { top_row: values.map((_, row) => names[row % 2] as string) },
      { top_x: values.map((_, row) => row), top_text: values },
    );
    return figure('paths', { paths, lines, top }, style);
  },
  importance: ({ names: label, groups: group, values: value }, style) => {
    const numbers = {
      value,
      low: value.map((one) => one - 1),
      high: value.map((one) => one + 1),
      null_low: value.map((_, row) => -row % 3),
      null_high: value.map((_, row) => row % 4),
    };
    const lines = table({ line: value.slice(0, 1).map(() => 'vertical'), line_label: label.slice(0, 1) }, { at: value.slice(0, 1) });
    return figure('importance', { variables: table({ label, group }, numbers), lines }, style);
  },
  nomogram: ({ names, groups, values }, style) => {
    const axis = [...new Set(groups)].slice(0, 4);
    const kind = axis.map((_, i) => ['points', 'variable', 'total', 'probability'][i % 4] as string);
    const ticks = table({ axis: groups, tick: names }, { position: values });
    const example = table({ axis, value: axis }, { position: axis.map((_, i) => values[i] ?? 0) });
    return figure('nomogram', { axes: table({ axis, kind }, {}), ticks, example }, style);
  },
  network: ({ names: label, groups: group, values: size }, style) => {
    const edges = table({ from: label.slice(1), to: label.slice(1).map(() => label[0] as string) }, { weight: size.slice(1) });
    return figure('network', { nodes: table({ label, group }, { size }), edges }, style);
  },
  dots: (rows, style) => terms('dots', rows, style),
  'term-bars': (rows, style) =>
    terms('term-bars', { ...rows, values: rows.values.map((value, i) => (i % 2 === 0 ? value : -value)) }, style),
  ridge: ({ names: label, values, facets }, style) => {
    const thrice = <T>(cells: readonly T[]) => cells.flatMap((cell) => [cell, cell, cell]);
    const densities = table(
      { label: thrice(label) },
      { x: values.flatMap((value) => [value - 1, value, value + 1]), y: values.flatMap((value) => [0, Math.abs(value), 0]) },
    );
    const sets = table({ label, ...(facets !== null && { panel: facets }) }, { p: powers(values), size: values, nes: values });
    return figure('ridge', { sets, densities }, style);
  },
  'term-map': ({ names: label, groups: cluster, facets, values: size }, style) => {
    const edges = table({ from: label.slice(1), to: label.slice(1).map(() => label[0] as string) }, { weight: size.slice(1) });
    const kind = label.map((_, i) => (facets !== null && i % 2 === 1 ? 'gene' : 'term'));
    return figure('term-map', { nodes: table({ label, cluster, kind }, { size, p: powers(size), change: size }), edges }, style);
  },
  chord: ({ names: label, groups: term, values: change }, style) =>
    figure('chord', { links: table({ label, term }, {}), genes: table({ label }, { change }) }, style),
  upset: ({ names: label, values }, style) => {
    const sets = label.slice(0, 40);
    const pattern = sets.map((_, i) => sets.map((_one, k) => (k === i || k === 0 ? '1' : '0')).join(''));
    const data = {
      sets: table({ label: sets }, { size: values.slice(0, 40) }),
      intersections: table({ pattern }, { count: values.slice(0, 40) }),
    };
    return figure('upset', data, style);
  },
  venn: ({ names: label, values }, style) => {
    const sets = label.slice(0, 4);
    const pattern = sets.map((_, i) => sets.map((_one, k) => (k === i || k === 0 ? '1' : '0')).join(''));
    const data = {
      sets: table({ label: sets }, { size: values.slice(0, 4) }),
      intersections: table({ pattern }, { count: values.slice(0, 4) }),
    };
    return figure('venn', data, style);
  },
  tree: ({ names: label, groups: group, values }, style) => {
    const colours = label.map((_, i) => (i % 3 === 0 ? 'no colour' : '#009E73'));
    const heights = values.slice(1).map(Math.abs);
    const merges = {
      left: heights.map((_, i) => 1 + i / 2),
      right: heights.map((_, i) => i + 2),
      height: heights,
      left_height: heights.map((_, i) => (i === 0 ? 0 : (heights[i - 1] as number))),
      right_height: heights.map(() => 0),
    };
    return figure(
      'tree',
      { leaves: table({ label, group, colours_1: colours }, {}), merges: table({}, merges) },
      { cut_height: 1, ...style },
    );
  },
  km: ({ groups, values }, style) => {
    const names = [...new Set(groups)];
    const each = <T>(cell: (row: number) => T) =>
      names.flatMap(() => [0, ...values.keys()].map((row, i) => (i === 0 ? cell(-1) : cell(row))));
    const share = (row: number) => (row < 0 ? 1 : 1 - Math.min(Math.abs(values[row] as number) / 10, 1));
    const numbers = {
      time: each((row) => (row < 0 ? 0 : Math.abs(values[row] as number))),
      surv: each(share),
      lower: each((row) => share(row) - 0.05),
      upper: each((row) => share(row) + 0.05),
      n_risk: each((row) => values.length - Math.max(row, 0)),
      n_censor: each((row) => (row < 0 ? 0 : 1)),
    };
    const curve = table({ group: names.flatMap((name) => [name, ...values.map(() => name)]) }, numbers);
    const risk = table(
      { group: names.flatMap((name) => [name, name]) },
      { time: names.flatMap(() => [0, 5]), n: names.flatMap(() => [values.length, 1]) },
    );
    const words = { p_name: 'Log-rank P', p: '0.012', hr: '1.84', hr_low: '1.10', hr_high: '3.07', unit_word: '天' };
    return figureData('km', kmColumns, { curve, risk }, style, words);
  },
  box: (rows, style) => {
    const { names: label, groups: group, values } = rows;
    const texts = { label, group, ...withFacets(rows) };
    const outliers = table({ label, ...withFacets(rows) }, { value: values.map((value) => value + 3) });
    return figure('box', { boxes: table(texts, boxNumbers(values)), outliers }, style);
  },
  comparison: (rows, style) => {
    const { names: label, groups: group, values } = rows;
    const texts = { label, group, ...withFacets(rows) };
    const four = <T>(cells: readonly T[]) => cells.flatMap((cell) => [cell, cell, cell, cell]);
    const many = Object.fromEntries(Object.entries(texts).map(([name, cells]) => [name, four(cells)]));
    const data = {
      boxes: table(texts, { ...boxNumbers(values), n: values.map(() => 4) }),
      points: table(
        { ...many, name: four(label).map((name, i) => `${name}${i}`) },
        { value: values.flatMap((value) => [value - 2, value - 1, value + 1, value + 2]) },
      ),
      notes: table({ ...texts, other: group, text: label.map(() => 'P = 0.012') }, { p: label.map(() => 0.012) }),
    };
    return figure('comparison', data, style, { value_title: '表达量' });
  },
};

/** Rows that are not ugly: what every kind of figure shows as papers do. */
export const PLAIN_ROWS: UglyRows = {
  names: ['TP53', 'MYC', 'HLA-DRB1', 'EGFR', '甲基化一', 'KRAS', 'PTEN', '样本乙', 'BRCA1', 'CDKN2A'],
  values: [3.2, 1.4, 2.6, 0.8, 4.1, 2.2, 1.1, 3.7, 0.5, 2.9],
  groups: ['高表达', '低表达', '高表达', '低表达', '高表达', '低表达', '高表达', '低表达', '高表达', '低表达'],
  facets: null,
};
