import { describe, expect, it } from 'vitest';
import { drawFigure } from '../src/file/index.tsx';
import { type ColumnarTable, type FigureData, facetsOf, linearScale, type Panel } from '../src/index.ts';
import { boxAxis, boxPaths, boxPoints, boxShape, placesOf } from '../src/kinds/box/box-data.ts';
import { layout } from '../src/kinds/box/layout.ts';
import { NO_HEADING } from './support/figures.ts';

const column = (...values: number[]) => Float64Array.from(values);

function panelOf(x: readonly [number, number], y: readonly [number, number]): Panel {
  const plot = { x: 0, y: 0, width: 100, height: 200 };
  const label = { name: '', x: 0, y: 0 };
  const ticks = { xTicks: [], yTicks: [], axisWidth: 1 };
  return { name: '', label, heading: NO_HEADING, first: true, plot, x: linearScale(x, [0, 100]), y: linearScale(y, [200, 0]), ...ticks };
}

describe('boxes', () => {
  const facets = facetsOf(['前', '前', '后'], 3);
  const data = {
    labels: ['S1', 'S2', 'S1'],
    low: column(0, 1, 2),
    q1: column(2, 3, 4),
    median: column(5, 5, Number.NaN),
    q3: column(6, 7, 8),
    high: column(9, 9, 10),
    facets,
    place: placesOf(facets),
  };

  it('count their places anew in each panel', () => {
    expect([...data.place]).toEqual([1, 2, 1]);
  });

  it('find the points beyond their whiskers by name and panel', () => {
    expect(boxPoints(data, ['S2', 'S1', 'S9'], ['前', '后', '前'], column(20, 30, 40))).toEqual({
      facet: [0, 1],
      place: [2, 1],
      value: [20, 30],
    });
    expect(boxAxis(data, { facet: [0], place: [1], value: [20] }, {}).span[1]).toBeGreaterThan(20);
  });

  it('are one path per part; a box without a number is left out', () => {
    const paths = boxPaths(data, [0, 1], panelOf([0.5, 2.5], [0, 10]), { half: 10, outlined: true, cap: 0 });
    expect(paths.boxes).toBe('M15.00,160.00H35.00V80.00H15.00ZM65.00,140.00H85.00V60.00H65.00Z');
    expect(paths.medians).toBe('M15.00,100.00H35.00M65.00,100.00H85.00');
    expect(boxPaths(data, [2], panelOf([0.5, 1.5], [0, 10]), boxShape(20)).boxes).toBe('');
  });

  it('lose caps, then outlines, and never their width', () => {
    expect(boxShape(40).cap).toBeGreaterThan(0);
    expect(boxShape(8)).toMatchObject({ cap: 0, outlined: true });
    expect(boxShape(0.5)).toMatchObject({ outlined: false, half: 0.4 });
  });
});

const ROLES = { label: 'sample', facet: 'stage', group: 'batch', low: 'low', q1: 'q1', median: 'median', q3: 'q3', high: 'high' };
type Row = readonly [sample: string, stage: string, batch: string, median: number];

function dataOf(rows: readonly Row[], style: FigureData['style'] = {}): FigureData {
  const around = (by: number) => Float64Array.from(rows, ([, , , median]) => median + by);
  const boxes: ColumnarTable = {
    rowCount: rows.length,
    order: [],
    columns: {
      sample: rows.map(([sample]) => sample),
      stage: rows.map(([, stage]) => stage),
      batch: rows.map(([, , batch]) => batch),
      low: around(-2),
      q1: around(-1),
      median: around(0),
      q3: around(1),
      high: around(2),
    },
  };
  const figure = { title: '箱线图', chart: 'box', tables: { boxes: 'boxes' }, columns: ROLES, alternative: '', style: {} } as const;
  return { figure, tables: { boxes }, style, words: {} };
}
const SIZE = { width: 413, height: 364 };
const TWO: readonly Row[] = [
  ['S1', '校正前', 'B', 5],
  ['S2', '校正前', 'A', 6],
  ['S1', '校正后', 'B', 5],
  ['S2', '校正后', 'A', 5.5],
];

describe('a figure of boxes', () => {
  it('stands in the order of the table, or of the groups where the style orders these', () => {
    expect(layout(dataOf(TWO), SIZE).stops).toEqual([0, 1, 2, 3]);
    expect(layout(dataOf(TWO, { group_order: ['A', 'B'] }), SIZE).stops).toEqual([1, 0, 3, 2]);
  });

  it('writes English, and the names that the user gave', () => {
    const { frame, panels, parts } = layout(
      dataOf(TWO, {
        figure_language: 'en',
        said: ['校正前', 'Before correction', '校正后', 'After correction'],
        renamed: ['S1', 'Patient', 'B', 'Run 2'],
      }),
      SIZE,
    );
    expect(frame.titles.x.lines).toEqual(['2 samples']);
    expect(panels.panels.map(({ name }) => name)).toEqual(['Before correction', 'After correction']);
    expect(parts[0]?.names.texts).toEqual(['Patient', 'S2']);
    expect(frame.legend.entries.map(({ label }) => label)).toEqual(['A', 'Run 2']);
  });

  it('finds the box under the pointer, and the same sample in every panel', () => {
    const { hit, anchor, grounds, find } = layout(dataOf(TWO), SIZE);
    expect([0, 1, 2, 3].map((box) => hit(anchor(box)))).toEqual([0, 1, 2, 3]);
    expect(grounds(1)).toHaveLength(2);
    expect([find('s2'), find('S9')]).toEqual([1, null]);
  });

  it('says which boxes have no numbers, and refuses where none has', () => {
    expect(layout(dataOf([...TWO, ['S3', '校正前', 'A', Number.NaN]]), SIZE).note).toBe('1 个样本没有数值，没有画。');
    expect(() => layout(dataOf([['S1', '', '', Number.POSITIVE_INFINITY]]), SIZE)).toThrow('1 个样本都没有数值可画');
    expect(() => layout(dataOf([]), SIZE)).toThrow('没有样本可画');
  });

  it('counts the groups for which the legend has no room', () => {
    const rows = Array.from({ length: 60 }, (_, i): Row => [`S${i}`, '', `一个很长的批次名 ${i}`, i]);
    const { frame } = layout(dataOf(rows), SIZE);
    const named = frame.legend.entries.length - 1;
    expect(named).toBeGreaterThan(5);
    expect(frame.legend.entries.at(-1)?.label).toBe(`另有 ${60 - named} 组`);
    expect(frame.plot.height).toBeGreaterThan(100);
    expect(frame.legend.named).toHaveLength(60);
  });

  it.each([
    ['one box', [['S1', '', '', 5]]],
    ['ties', [1, 2, 3].map((i): Row => [`S${i}`, '', 'A', 5])],
    ['long names', [1, 2].map((i): Row => [`${i}${'很长的名字'.repeat(16)}`, `${i}${'x'.repeat(80)}`, `${i}${'g'.repeat(80)}`, i])],
    ['other scripts and control characters', [['\u0007مريض <&>', '', '\u0000عينة', 5]]],
    ['500 boxes', Array.from({ length: 500 }, (_, i): Row => [`S${i}`, '', `${i % 3}`, i % 7])],
  ] as [string, Row[]][])('draws %s as a whole file without a lost number', async (_, rows) => {
    const { svg } = await drawFigure('box', dataOf(rows), []);
    expect(svg).not.toMatch(/NaN|Infinity|undefined|\p{Cc}/u);
    expect(svg.match(/<text/g)?.length ?? 0).toBeGreaterThan(2);
  });

  it('keeps its legend and the names of its panels within the figure', () => {
    const rows = [1, 2].map((i): Row => [`S${i}`, `${i}${'x'.repeat(80)}`, `${i}${'g'.repeat(80)}`, i]);
    const { frame, panels } = layout(dataOf(rows), SIZE);
    expect(frame.legend.box.x + frame.legend.box.width).toBeLessThanOrEqual(SIZE.width);
    expect(panels.panels.every(({ heading, plot }) => heading.lines.length === 2 && heading.width <= plot.width + 9)).toBe(true);
  });
});
