import { both, CHARTS, type Chart } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { drawFigure } from '../src/file/index.tsx';
import type { FigureStyle } from '../src/index.ts';
import { PART_NAMES, UNITS_PER_INCH } from '../src/index.ts';
import { axesOf, entriesOf, labelPlaces, layoutSheet, loadKind, type Sheet } from '../src/kinds/index.ts';
import { KINDS_ON_AXES, KINDS_WITHOUT_AXES, smallFigure } from './support/every-kind.ts';
import { PLAIN_ROWS, UGLY_FIGURES } from './support/ugly-data.ts';

const sheetOf = async (chart: Chart, style: FigureStyle = {}) => layoutSheet(await loadKind(chart), smallFigure(chart, style), [], true);
const svgOf = async (chart: Chart, style: FigureStyle = {}) => (await drawFigure(chart, smallFigure(chart, style), [])).svg;

/** Axes of a kind: the panel with its numbers. */
function axisOf({ drawn }: Sheet, axis: 'x' | 'y') {
  const frame = drawn.family === 'scatter' ? drawn.scatters[0]?.layout.frame : drawn.layout.frame;
  return { scale: frame?.[axis], ticks: (axis === 'x' ? frame?.xTicks : frame?.yTicks) ?? [] };
}

/** Numeric axes of each kind. */
const NUMERIC: readonly (readonly [Chart, 'x' | 'y'])[] = [
  ...(
    ['volcano', 'ma', 'pca', 'scatter', 'mean-sd', 'dispersion', 'ratios', 'density', 'histogram', 'km', 'curve-bands', 'paths'] as const
  ).flatMap((chart) => [[chart, 'x'] as const, [chart, 'y'] as const]),
  ['box', 'y'],
  ['comparison', 'y'],
  ['bars', 'y'],
  ['upset', 'y'],
  ['tree', 'y'],
  ['forest', 'x'],
  ['importance', 'x'],
  ['dots', 'x'],
  ['term-bars', 'x'],
  ['ridge', 'x'],
  ['running-score', 'x'],
];

describe('a figure as it is edited', () => {
  it('is tried of every kind on axes', () => {
    expect([...KINDS_ON_AXES, ...KINDS_WITHOUT_AXES].toSorted()).toEqual([...CHARTS].toSorted());
  });

  it.each(NUMERIC)('%s: the %s axis takes a range and a number of ticks', async (chart, axis) => {
    const plain = await sheetOf(chart);
    expect(axesOf(plain)[axis]).toMatchObject({ range: true, breaks: true });
    const many = axisOf(await sheetOf(chart, { [`axis_breaks_${axis}`]: 12 }), axis).ticks.length;
    const few = axisOf(await sheetOf(chart, { [`axis_breaks_${axis}`]: 2 }), axis).ticks.length;
    expect(many).toBeGreaterThan(few);
    expect(few).toBeLessThanOrEqual(4);
  });

  it.each([
    ['box', 'y', '3', '60', '有 2 个箱线', '有 1 个离群点'],
    ['comparison', 'y', '2', '60', '有 3 个样本'],
    ['density', 'x', '1', '8', '有 1 条线'],
    ['histogram', 'y', '0', '50', '有 1 根柱子'],
    ['histogram', 'x', '0.5', '1', '有 2 根柱子'],
    ['bars', 'y', '0', '50', '有 1 根柱子'],
    ['km', 'y', '50', '100', '有 1 个时间点'],
    ['km', 'x', '5', '40', '有 2 个时间点'],
    ['forest', 'x', '0.8', '2', '有 2 行的估计值'],
    ['running-score', 'y', '0', '0.8', '有 1 个基因集的曲线'],
    ['curve-bands', 'x', '2', '50', '有 2 条曲线'],
    ['curve-bands', 'y', '0', '4', '有 1 条曲线'],
    ['paths', 'y', '0', '10', '有 1 条路径'],
    ['importance', 'x', '0', '6', '有 1 个变量'],
    ['upset', 'y', '0', '20', '有 1 个交集的柱子'],
    ['dots', 'x', '0.5', '50', '有 2 个词条的点'],
    ['term-bars', 'x', '0', '50', '有 1 根柱子'],
    ['ridge', 'x', '0', '8', '有 1 个基因集的密度'],
    ['pca', 'x', '0', '5', '还有 5 个点'],
  ] as const)('%s: a range of the %s axis from %s to %s says what it hides', async (chart, axis, from, to, ...told) => {
    const { drawn } = await sheetOf(chart, { [`axis_range_${axis}`]: [from, to] });
    for (const one of told) expect(drawn.note).toContain(one);
    expect((await sheetOf(chart)).drawn.note).not.toContain('范围以外');
    const svg = await svgOf(chart, { [`axis_range_${axis}`]: [from, to] });
    expect(svg).not.toMatch(/NaN|Infinity/);
  });

  it('draws nothing of a bar or a point beyond the chosen range outside of the plot', async () => {
    const { drawn } = await sheetOf('bars', { axis_range_y: ['0', '50'] });
    if (drawn.family !== 'items' || drawn.layout.frame === undefined) throw new Error('bars stand on axes');
    const { plot } = drawn.layout.frame;
    const heights = drawn.layout.stops.map((item) => drawn.layout.anchor(item)?.y ?? Number.NaN);
    expect(Math.min(...heights)).toBeCloseTo(plot.y, 6);
  });

  it.each([
    ['box', 'y', '有 1 个箱线'],
    ['comparison', 'y', '有 1 个样本'],
    ['bars', 'y', '有 1 根柱子'],
    ['scatter', 'x', '有 1 个点是 0 或负数'],
  ] as const)('%s: a logarithmic %s axis says what it has no place for', async (chart, axis, told) => {
    const plain = await sheetOf(chart);
    expect(axesOf(plain)[axis].log).toBe(true);
    const log = await sheetOf(chart, { [`axis_log_${axis}`]: true });
    expect(log.drawn.note).toContain(told);
    const { scale, ticks } = axisOf(log, axis);
    const length = (from: number, to: number) => {
      const [first, last] = [from, to].map((number) => scale?.(chart === 'scatter' ? Math.log10(number) : number) ?? Number.NaN);
      return (last ?? Number.NaN) - (first ?? Number.NaN);
    };
    // One power of ten is as long as the next.
    expect(length(2, 20)).toBeCloseTo(length(4, 40), 6);
    expect(length(1, 2)).toBeCloseTo(length(10, 20), 6);
    expect(ticks.map(({ text }) => text)).toEqual(expect.arrayContaining(['1', '10']));
    expect(await svgOf(chart, { [`axis_log_${axis}`]: true })).not.toMatch(/NaN|Infinity/);
  });

  it('offers a logarithmic axis only where ratios mean something and something is positive', async () => {
    for (const chart of ['volcano', 'pca', 'km', 'density', 'dispersion', 'ratios', 'upset'] as const)
      expect(axesOf(await sheetOf(chart))).toMatchObject({ x: { log: false }, y: { log: false } });
    expect(axesOf(await sheetOf('bars', { bar_mode: 'stacked' })).y.log).toBe(false);
    expect(axesOf(await sheetOf('histogram')).y.log).toBe(true);
  });

  it('shows a count of 1 on a logarithmic axis', async () => {
    const { drawn } = await sheetOf('histogram', { axis_log_y: true });
    if (drawn.family !== 'items' || drawn.layout.frame === undefined) throw new Error('bars stand on axes');
    const { plot } = drawn.layout.frame;
    expect(plot.y + plot.height - (drawn.layout.anchor(2)?.y ?? 0)).toBeGreaterThan(2);
  });

  it.each(KINDS_ON_AXES)('%s: the lines of the axes are as wide as the style says', async (chart) => {
    expect(await svgOf(chart, { axis_width: 2.75 })).toContain('stroke-width="2.75"');
    expect(await svgOf(chart)).not.toContain('stroke-width="2.75"');
  });

  it.each([
    'volcano',
    'ma',
    'pca',
    'scatter',
    'mean-sd',
    'dispersion',
    'ratios',
    'box',
    'comparison',
    'density',
    'km',
    'forest',
    'curve-bands',
    'paths',
    'importance',
    'running-score',
  ] as const)('%s: its own lines are as wide as the style says', async (chart) => {
    expect(await svgOf(chart, { line_width: 3.3 })).toContain('stroke-width="3.3"');
  });

  it.each(['volcano', 'pca', 'box', 'comparison', 'scatter'] as const)(
    '%s: points have the size and opacity of the style',
    async (chart) => {
      const svg = await svgOf(chart, { point_size: 2.7, point_opacity: 0.33 });
      expect(svg).toContain('stroke-width="5.4"');
      expect(svg).toContain('stroke-opacity="0.33"');
    },
  );

  it('looks as it does by itself where the style leaves size and opacity to it', async () => {
    for (const chart of ['comparison', 'scatter', 'density', 'forest'] as const)
      expect(await svgOf(chart, { point_size: 0, point_opacity: 0, line_opacity: 0 })).toBe(await svgOf(chart));
  });
});

describe('what stands along an axis', () => {
  const listed = async (chart: Chart, style: FigureStyle = {}) =>
    entriesOf(await sheetOf(chart, style))
      .filter(({ axis }) => axis === true)
      .map(({ name, label }) => (name === label ? name : `${name} = ${label}`));

  it.each([
    ['bars', ['a', 'b', 'c', 'd']],
    ['box', ['a', 'b', 'c']],
    ['comparison', ['a', 'b', 'c']],
    ['forest', ['a', 'b', 'c', '一', '二']],
    ['importance', ['a', 'b', 'c']],
    ['upset', ['甲', '乙', '丙']],
    ['dots', ['a', 'b', 'c', 'd']],
    ['term-bars', ['a', 'b', 'c', 'd']],
    ['ridge', ['a', 'b']],
  ] as const)('%s: is listed, renamed and reordered', async (chart, names) => {
    expect(await listed(chart)).toEqual(names);
    const [first, second] = names;
    expect(await listed(chart, { renamed: [first, 'Renamed'] })).toContain(`${first} = Renamed`);
    const texts = async (style: FigureStyle) => {
      const svg = await svgOf(chart, style);
      return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
    };
    expect(await texts({ renamed: [first, 'Renamed'] })).toContain('Renamed');
    const order = (await texts({ group_order: [second, first] })).filter((text) => text === first || text === second);
    expect(order.slice(0, 2)).toEqual([second, first]);
  });

  it('keeps the groups of boxes together only where these are ordered', async () => {
    const stops = async (order: readonly string[]) => {
      const { drawn } = await sheetOf('box', { group_order: order });
      return drawn.family === 'items' ? drawn.layout.stops : [];
    };
    expect(await stops(['c', 'a', 'b'])).toEqual([2, 0, 1]);
    expect(await stops(['乙', '甲', 'b', 'a'])).toEqual([2, 1, 0]);
  });

  it('keeps the members of an intersection when sets are reordered', async () => {
    const { drawn } = await sheetOf('upset', { group_order: ['丙', '乙', '甲'] });
    const { name } = drawn.family === 'items' ? drawn.layout.describe(0) : { name: '' };
    expect(name).toBe('甲');
  });

  it('keeps a row of a forest in its section', async () => {
    const svg = await svgOf('forest', { group_order: ['c', 'b', 'a'] });
    const names = [...svg.matchAll(/data-part="group"[^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(names).toEqual(['b', 'a', 'c']);
  });
});

describe('labels that can be put elsewhere', () => {
  const MM = UNITS_PER_INCH / 25.4;
  const moved = async (chart: Chart, name: string, style: FigureStyle = {}) => {
    const before = labelPlaces(await sheetOf(chart, style)).get(name);
    if (before === undefined) throw new Error(`${chart} does not place 「${name}」`);
    const to = { x: before.x - 4, y: before.y + 3 };
    const style2 = { ...style, moved_labels: [name, String(to.x), String(to.y)] };
    const after = labelPlaces(await sheetOf(chart, style2)).get(name);
    expect([after?.x, after?.y]).toEqual([expect.closeTo(to.x, 6), expect.closeTo(to.y, 6)]);
    const placeIn = (svg: string) => {
      const own = /<text x="([\d.]+)" y="([\d.]+)"[^>]*data-part="label"/.exec(svg);
      const [, x = '', y = ''] = own ?? /data-part="label"[^>]*><text x="([\d.]+)" y="([\d.]+)"/.exec(svg) ?? [];
      return { x: Number(x), y: Number(y) };
    };
    const [from, then] = [placeIn(await svgOf(chart, style)), placeIn(await svgOf(chart, style2))];
    expect([then.x - from.x, then.y - from.y]).toEqual([expect.closeTo(-4 * MM, 4), expect.closeTo(3 * MM, 4)]);
  };

  it('are the names of samples of a PCA', async () => {
    const places = labelPlaces(await sheetOf('pca', { show_samples: true, moved_labels: ['s4', '-4', '3'] }));
    expect(places.get('s4')).toEqual({ x: expect.closeTo(-4, 6), y: expect.closeTo(3, 6) });
  });
  it('are what the tests say of curves', () => moved('km', '检验结果'));
  it('are the words of an expected count', () => moved('histogram', '期望的个数', { show_expected: true }));

  it.each([
    ['network', 'TP53'],
    ['term-map', 'a'],
  ] as const)('are the names of nodes: %s', async (chart, name) => {
    const before = labelPlaces(await sheetOf(chart)).get(name);
    expect(before).toBeDefined();
    const after = labelPlaces(await sheetOf(chart, { moved_labels: [name, '-6', '2'] })).get(name);
    expect(after).toEqual({ x: expect.closeTo(-6, 6), y: expect.closeTo(2, 6) });
  });
});

describe('parts of a figure', () => {
  it.each(CHARTS)('%s: have names', async (chart) => {
    const { svg } = await drawFigure(chart, UGLY_FIGURES[chart](PLAIN_ROWS, { plot_title: '标题' }), [both('模拟演示数据')]);
    const parts = new Set([...svg.matchAll(/data-part="([^"]*)"/g)].map(([, part]) => part as string));
    expect(parts.size).toBeGreaterThan(2);
    expect([...parts].filter((part) => !Object.hasOwn(PART_NAMES, part))).toEqual([]);
  });
});

describe('names of panels', () => {
  const halves = PLAIN_ROWS.names.map((_, i) => (i < PLAIN_ROWS.names.length / 2 ? '标准化前' : '甲医院'));
  /** Every column may hold the name of the first panel. */
  const called = { codes: { before: { zh: '标准化前', en: 'Before normalization' } } };
  const inPanels = (chart: Chart, style: FigureStyle) => {
    const figure = UGLY_FIGURES[chart]({ ...PLAIN_ROWS, facets: halves }, { plot_pdf_width: 6.85, ...style });
    const tables = Object.entries(figure.tables).map(([role, table]) => {
      const words = Object.fromEntries(Object.keys(table.columns).map((name) => [name, called]));
      return [role, { ...table, words }] as const;
    });
    return { ...figure, tables: Object.fromEntries(tables) };
  };
  const namesIn = async (chart: Chart, style: FigureStyle) =>
    entriesOf(layoutSheet(await loadKind(chart), inPanels(chart, style), [], true)).filter(({ panel }) => panel === true);

  it.each(['density', 'bars', 'box', 'comparison', 'pca'] as const)('%s: can be given other ones, in both languages', async (chart) => {
    const plain = await namesIn(chart, {});
    expect(plain.map(({ name, label }) => [name, label])).toEqual([
      ['标准化前', '标准化前'],
      ['甲医院', '甲医院'],
    ]);
    const renamed = ['甲医院', 'Hospital A'];
    const english = await namesIn(chart, { figure_language: 'en', renamed });
    expect(english.map(({ label }) => label)).toEqual(['Before normalization', 'Hospital A']);
    const { svg } = await drawFigure(chart, inPanels(chart, { renamed }), []);
    expect(svg).toMatch(/>Hospital A[<　]/);
    expect(svg).not.toContain('甲医院');
    // Its own name stays what it is moved by.
    expect((await labelPlacesOf(chart, { renamed })).has('甲医院')).toBe(true);
  });

  const labelPlacesOf = async (chart: Chart, style: FigureStyle) =>
    labelPlaces(layoutSheet(await loadKind(chart), inPanels(chart, style), [], true));

  it('are none where there is one panel', async () => {
    const sheet = layoutSheet(await loadKind('box'), UGLY_FIGURES.box(PLAIN_ROWS, {}), [], true);
    expect(entriesOf(sheet).filter(({ panel }) => panel === true)).toEqual([]);
  });
});
