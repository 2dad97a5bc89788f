import { describe, expect, it } from 'vitest';
import { drawFigure } from '../src/file/index.tsx';
import { ChartDataError, type FigureData, type FigureStyle } from '../src/index.ts';
import { layout } from '../src/kinds/heatmap/layout.ts';
import { drawnTexts, figureData, tableFrom, UGLY_NAMES } from './support/figures.ts';

const { NaN: NA, POSITIVE_INFINITY: INF, NEGATIVE_INFINITY: LESS } = Number;

/** @param rows Values gene by gene. */
function heatmap(
  rows: readonly (readonly number[])[],
  more: { tables?: FigureData['tables']; style?: FigureStyle; genes?: string[] } = {},
) {
  const genes = more.genes ?? rows.map((_, i) => `G${i}`);
  const samples = (rows[0] ?? []).map((_, j) => `S${j}`);
  const columns = Object.fromEntries(samples.map((name, j) => [name, Float64Array.from(rows, (row) => row[j] as number)]));
  const cells = tableFrom({ gene: genes, ...columns });
  const roles = { label: 'gene', sample: 'sample', group: 'group' };
  return figureData('heatmap', roles, { cells, ...more.tables }, { plot_pdf_width: 3.35, plot_pdf_height: 3, ...more.style });
}

const SIZES = [
  { width: 328, height: 360 },
  { width: 413, height: 370 },
  { width: 845, height: 729 },
];

/** Draws the file; no number of it may be none. */
async function file(data: FigureData): Promise<string> {
  const { svg } = await drawFigure('heatmap', data, []);
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  return svg;
}

/** Lays out at every size, and draws the file. */
async function everywhere(data: FigureData) {
  await file(data);
  return SIZES.map((size) => {
    const drawn = layout(data, size);
    const { cells, legend } = drawn;
    for (const number of [cells.x, cells.y, cells.width, cells.height, legend.left, legend.top]) expect(number).toBeGreaterThanOrEqual(0);
    expect(cells.x + cells.width).toBeLessThanOrEqual(size.width);
    expect(cells.y + cells.height).toBeLessThanOrEqual(size.height);
    expect(Math.max(legend.left + legend.width)).toBeLessThanOrEqual(size.width);
    return drawn;
  });
}

describe('a heatmap of ugly numbers', () => {
  it('paints infinite values as the ends, missing ones grey, and counts them', async () => {
    const data = heatmap([
      [INF, LESS, NA, 0],
      [1, -1, 0.5, INF],
    ]);
    for (const { note, legend, describe: tell } of await everywhere(data)) {
      expect(note).toContain('有 3 格是正无穷或负无穷，按色标两端的颜色画。');
      expect(legend.entries.map(({ label }) => label)).toEqual(['缺失']);
      expect([0, 1, 2].map((item) => tell(item).rows[1]?.[1])).toEqual(['∞', '−∞', '—']);
    }
    const svg = await file(data);
    for (const colour of ['#f2384a', '#3f59d8', '#e4e9eb']) expect(svg.toLowerCase()).toContain(`fill="${colour}"`);
  });

  it('draws a constant row among others, and rows that are all the same', async () => {
    await everywhere(
      heatmap([
        [0, 0, 0],
        [1, 0, -1],
      ]),
    );
    const [drawn] = await everywhere(
      heatmap([
        [0, 0],
        [0, 0],
      ]),
    );
    expect(drawn?.legend.ticks.map(({ text }) => text)).toEqual(['0']);
  });

  it('draws one colour for a scale without width', async () => {
    const scale = tableFrom({ title: ['距离'], low: [4.25], high: [4.25], middle: [NA] });
    for (const { legend, colours } of await everywhere(heatmap([[4.25, 4.25]], { tables: { scale } }))) {
      expect(legend.ticks).toEqual([{ share: 0.5, text: '4.25' }]);
      expect(new Set(colours.map(({ colour }) => colour)).size).toBe(1);
    }
  });

  it('takes the values for a scale whose ends are no numbers', async () => {
    const scale = tableFrom({ title: ['距离'], low: [NA], high: [INF], middle: [NA] });
    for (const { scale: used } of await everywhere(heatmap([[1, 7, INF]], { tables: { scale } })))
      expect([used.low, used.high]).toEqual([expect.closeTo(1.06), expect.closeTo(6.94)]);
  });

  it('says that no cell is a number', async () => {
    const data = heatmap([[NA, INF, LESS]]);
    const sentence = '1 个基因、3 个样本里没有一个数值可画：都是缺失或无穷大。请检查输入的数值';
    expect(() => layout(data, { width: 700, height: 500 })).toThrow(new ChartDataError(sentence));
    await expect(drawFigure('heatmap', data, [])).rejects.toThrow(sentence);
  });

  it.each([
    ['one row', [[1, 2, 3]]],
    ['one column', [[1], [2], [3]]],
    ['one cell', [[1]]],
  ])('draws %s', async (_, rows) => {
    for (const drawn of await everywhere(heatmap(rows))) {
      expect([drawn.grid.rows, drawn.grid.columns]).toEqual([rows.length, rows[0]?.length]);
      expect(drawn.hit(drawn.anchor(0) ?? { x: 0, y: 0 })).toBe(0);
    }
  });

  it('says that there are no rows, and no columns', async () => {
    const none = heatmap([]);
    for (const [data, sentence] of [
      [none, '没有基因可画'],
      [heatmap([[]]), '没有样本可画'],
    ] as const) {
      expect(() => layout(data, { width: 700, height: 500 })).toThrow(sentence);
      await expect(drawFigure('heatmap', data, [])).rejects.toThrow(sentence);
    }
  });
});

describe('a heatmap of ugly names', () => {
  const style = { show_genes: true, show_samples: true };
  const samples = (group: readonly string[]) => tableFrom({ sample: group.map((_, i) => `S${i}`), group });

  it('writes names of every script, shortened within their room', async () => {
    const genes = [...UGLY_NAMES, '🧬'.repeat(40)];
    const row = genes.map((_, i) => i);
    const cells = tableFrom({ gene: genes, ...Object.fromEntries(genes.map((name) => [name === '' ? ' ' : name, row])) });
    const membership = tableFrom({ sample: genes, group: genes });
    const data = { ...heatmap([[0]], { style }), tables: { cells, samples: membership } };
    for (const { rowNames, columnNames, cells: box, legend } of await everywhere(data)) {
      expect(rowNames.texts).toHaveLength(genes.length);
      expect(rowNames.box.width).toBeLessThanOrEqual(box.width * 1.2);
      expect(columnNames.texts.some((text) => text.endsWith('…'))).toBe(true);
      for (const { label } of legend.entries) expect(label).toMatch(/（\d+）$|未分组/);
      for (const text of [...rowNames.texts, ...columnNames.texts, ...legend.entries.map(({ label }) => label)])
        expect(text).not.toMatch(/\p{Surrogate}/u);
    }
    const texts = await drawnTexts('heatmap', data);
    expect(texts).toContain('中文名');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the file must not hold them
    expect(texts.join('')).not.toMatch(/[\u0000-\u0008]/);
  });

  it('counts the groups that its legend has no room for, and says that colours repeat', async () => {
    const group = Array.from({ length: 60 }, (_, i) => `第 ${i + 1} 组`);
    const data = heatmap([group.map((_, i) => i / 30 - 1)], { tables: { samples: samples(group) } });
    for (const { legend, note, height, bars, entries } of await everywhere(data)) {
      expect(bars).toHaveLength(60);
      expect(entries).toHaveLength(60);
      const omitted = 60 - legend.entries.length;
      if (omitted > 0) expect(note).toContain(`图例里有 ${omitted} 个分组放不下`);
      expect(note).toContain('60 个分组比颜色多，有的颜色代表几个分组');
      expect(legend.top + legend.height).toBeLessThanOrEqual(height + 1);
    }
  });

  it('tells samples without a group from the others', async () => {
    const data = heatmap([[1, 2, 3]], { tables: { samples: samples(['a', '', 'a']) } });
    for (const { legend, bars, entries } of await everywhere(data)) {
      expect(legend.entries.map(({ label }) => label)).toEqual(['a（2）', '未分组']);
      expect(bars.map(({ name }) => name)).toEqual(['a', '']);
      expect(entries?.map(({ name }) => name)).toEqual(['a']);
    }
    const none = heatmap([[1, 2, 3]], { tables: { samples: samples(['', '', '']) } });
    for (const { legend, bars } of await everywhere(none)) expect([legend.entries, bars]).toEqual([[], []]);
  });
});

describe('a heatmap of ugly trees', () => {
  const tree = (heights: readonly number[]) =>
    tableFrom({
      side: [...heights.map(() => 'row'), 'column'],
      position_from: [...heights.map(() => 1), 1],
      height_from: [...heights.map(() => 0), 0],
      position_to: [...heights.map(() => 2), 2],
      height_to: [...heights, 3],
    });
  const rows = [
    [1, -1],
    [0, 1],
  ];

  it.each([[NA], [INF]])('leaves a tree with a height of %f out, and says so', async (height) => {
    for (const { trees, cells, note } of await everywhere(heatmap(rows, { tables: { tree: tree([1, height]) } }))) {
      expect(trees.paths).toHaveLength(1);
      expect(cells.x).toBeLessThan(20);
      expect(note).toContain('行的聚类树里有不是数的高度，没有画树。');
    }
  });

  it('draws tied heights, and a tree without any height', async () => {
    for (const heights of [
      [2, 2, 2],
      [0, 0],
    ])
      for (const { trees } of await everywhere(heatmap(rows, { tables: { tree: tree(heights) } }))) expect(trees.paths).toHaveLength(2);
  });
});

describe('groups of a heatmap in the editor', () => {
  const samples = tableFrom({ sample: ['S0', 'S1', 'S2'], group: ['B', 'A', 'A'] });
  const drawn = (style: FigureStyle) => layout(heatmap([[1, 2, 3]], { tables: { samples }, style }), { width: 845, height: 400 });

  it('are entries that can be renamed, recoloured and put in another order', () => {
    expect(drawn({}).entries).toEqual([
      { name: 'A', label: 'A', colour: '#0072B2', count: '2', coloured: true },
      { name: 'B', label: 'B', colour: '#D55E00', count: '1', coloured: true },
    ]);
    const { entries, legend, bars } = drawn({ group_order: ['B', 'A'], renamed: ['B', '对照'], group_colours: ['B', '#112233'] });
    expect(entries?.map(({ name, label, colour }) => [name, label, colour])).toEqual([
      ['B', '对照', '#112233'],
      ['A', 'A', '#0072B2'],
    ]);
    expect(legend.entries.map(({ name, label }) => [name, label])).toEqual([
      ['B', '对照（1）'],
      ['A', 'A（2）'],
    ]);
    expect(bars.map(({ name, colour }) => [name, colour])).toEqual([
      ['B', '#112233'],
      ['A', '#0072B2'],
    ]);
  });

  it('stay entries where no legend is drawn', () => {
    expect(drawn({ legend_position: 'none' }).entries).toHaveLength(2);
  });
});
