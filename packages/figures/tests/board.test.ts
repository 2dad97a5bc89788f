import { both, type Chart } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import {
  arranged,
  type BoardFigure,
  type BoardLook,
  boardCaption,
  layoutBoard,
  letterOf,
  onOtherPage,
  overlaps,
  type Place,
  placeForOneMore,
  plotOf,
  readingOrder,
  snap,
  withinPage,
} from '../src/board/index.ts';
import { drawBoard } from '../src/file/index.tsx';
import type { FigureStyle } from '../src/index.ts';
import { loadKind } from '../src/kinds/index.ts';
import { figureData, tableFrom } from './support/figures.ts';

const MM = 25.4 / 72 / (12 / 7);
const LOOK: BoardLook = {
  page: { width: 174, height: 120, margin: 0 },
  font: { family: 'Arial', size: 7 },
  letters: { style: 'A', bold: true, size: 9, place: 'above' },
  language: 'own',
  titles: true,
  align: true,
};
const PLACES: readonly Place[] = [
  { x: 0, y: 0, width: 85, height: 58 },
  { x: 89, y: 0, width: 85, height: 58 },
  { x: 0, y: 62, width: 85, height: 58 },
  { x: 89, y: 62, width: 85, height: 58 },
];

/** A volcano whose vertical numbers are as wide as the smallest p value makes them. */
function volcano(smallest: number, style: FigureStyle = {}) {
  const names = ['TP53', 'MYC', 'EGFR', 'KRAS'];
  const points = tableFrom({ name: names, x: [-3, -1, 1, 3], p: [smallest, 0.1, 0.2, 0.3] });
  return figureData('volcano', { label: 'name', x: 'x', p: 'p', padj: 'p' }, { points }, style);
}

/** Boxes with short or long numbers beside the axis. */
function boxes(scale: number, style: FigureStyle = {}) {
  const at = (values: number[]) => values.map((value) => value * scale);
  const table = tableFrom({
    sample: ['a', 'b', 'c'],
    group: ['甲', '甲', '乙'],
    low: at([1, 10, 0]),
    q1: at([2, 20, 1]),
    median: at([3, 30, 2]),
    q3: at([4, 40, 3]),
    high: at([5, 50, 4]),
    n: [4, 4, 4],
  });
  const columns = { label: 'sample', group: 'group', value: 'value', low: 'low', q1: 'q1', median: 'median', q3: 'q3', high: 'high' };
  return figureData('box', columns, { boxes: table, outliers: tableFrom({ sample: ['a'], value: [8 * scale] }) }, style);
}

async function figureOf(chart: Chart, data: BoardFigure['data']): Promise<BoardFigure> {
  return { kind: await loadKind(chart), data, notices: [] };
}

/** Left, right, top and bottom of each panel's plot on the page, millimetres. */
function plotsOf({ panels }: ReturnType<typeof layoutBoard>) {
  return panels.map(({ fitted }) => {
    const plot = fitted === null ? null : plotOf(fitted.sheet);
    if (fitted === null || plot === null) throw new Error('no plot');
    const [left, top] = [fitted.x + plot.x, fitted.y + plot.y];
    return { left: left * MM, right: (left + plot.width) * MM, top: top * MM, bottom: (top + plot.height) * MM };
  });
}

async function fourFigures(): Promise<BoardFigure[]> {
  return [
    await figureOf('volcano', volcano(1e-6)),
    await figureOf('box', boxes(1, { plot_title: '一个标题' })),
    await figureOf('box', boxes(123_456)),
    await figureOf('volcano', volcano(1e-300)),
  ];
}

const onBoard = (figures: readonly (BoardFigure | null)[], places = PLACES) =>
  figures.map((figure, i) => ({ figure, place: places[i] as Place }));

describe('a board', () => {
  it('has its page in millimetres, and every panel where it was put', async () => {
    const layout = layoutBoard(LOOK, onBoard(await fourFigures()));
    expect(layout.width * MM).toBeCloseTo(174, 6);
    expect(layout.height * MM).toBeCloseTo(120, 6);
    for (const [i, { place, fitted, letter }] of layout.panels.entries()) {
      expect(place.x * MM).toBeCloseTo(PLACES[i]?.x ?? -1, 6);
      expect(place.y * MM).toBeCloseTo(PLACES[i]?.y ?? -1, 6);
      expect(letter?.text).toBe('ABCD'[i]);
      if (fitted === null) throw new Error('not drawn');
      expect(fitted.x + fitted.sheet.width).toBeLessThanOrEqual(place.x + place.width + 1e-6);
      expect(fitted.y + fitted.sheet.height).toBeLessThanOrEqual(place.y + place.height + 1e-6);
      // The letter stands over the figure, not on it.
      expect(letter?.y ?? 0).toBeLessThan(fitted.y + 1e-6);
    }
  });

  it('begins and ends the plots of a column and of a row at the same place, which they do not by themselves', async () => {
    const higher = PLACES.map((place) => ({ ...place, y: place.y * 2, height: 116 }));
    const figures = onBoard(await fourFigures(), higher);
    const [a, b, c, d] = plotsOf(layoutBoard(LOOK, figures));
    const same = (one: number | undefined, other: number | undefined) => expect(Math.abs((one ?? 0) - (other ?? 99))).toBeLessThan(0.1);
    same(a?.left, c?.left);
    same(a?.right, c?.right);
    same(b?.left, d?.left);
    same(b?.right, d?.right);
    same(a?.top, b?.top);
    same(a?.bottom, b?.bottom);
    same(c?.top, d?.top);
    same(c?.bottom, d?.bottom);
    const [e, f, g] = plotsOf(layoutBoard({ ...LOOK, align: false }, figures));
    expect(Math.abs((e?.left ?? 0) - (g?.left ?? 0))).toBeGreaterThan(1);
    expect(Math.abs((e?.top ?? 0) - (f?.top ?? 0))).toBeGreaterThan(1);
  });

  it('writes all panels in the size and typeface of the board, whatever their own styles say', async () => {
    const figures = [
      await figureOf('volcano', volcano(1e-6, { font_size: 12, font_family: 'Times New Roman' })),
      await figureOf('box', boxes(1, { font_size: 5 })),
    ];
    const { panels } = layoutBoard({ ...LOOK, font: { family: 'Arial', size: 6 } }, onBoard(figures));
    for (const { fitted } of panels) {
      // 12 units are 7 points.
      expect(fitted?.sheet.typeface.size).toBeCloseTo((6 * 12) / 7, 10);
      expect(fitted?.sheet.typeface.name).toBe('Arial');
    }
  });

  it('leaves a figure without room out, says why, and draws the others', async () => {
    const small = [{ x: 0, y: 0, width: 15, height: 15 }, PLACES[1] as Place];
    const { panels } = layoutBoard(LOOK, onBoard((await fourFigures()).slice(0, 2), small));
    expect(panels[0]).toMatchObject({ fitted: null });
    expect(panels[0]?.refused).toMatch(/请/);
    expect(panels[1]?.fitted).not.toBeNull();
  });

  it('keeps the letters of the others where a panel is an empty frame', async () => {
    const [one, , , four] = await fourFigures();
    const { panels } = layoutBoard(LOOK, onBoard([one ?? null, null, four ?? null]));
    expect(panels.map(({ letter }) => letter?.text)).toEqual(['A', 'B', 'C']);
    expect(panels.map(({ fitted }) => fitted !== null)).toEqual([true, false, true]);
  });

  it('lets a plot lose at most 15% of its width and height, and aligns the others', async () => {
    const figures = onBoard(await fourFigures());
    const alone = plotsOf(layoutBoard({ ...LOOK, align: false }, figures));
    const drawn = plotsOf(layoutBoard(LOOK, figures));
    for (const [i, { left, right, top, bottom }] of drawn.entries()) {
      const before = alone[i] as (typeof alone)[number];
      expect((right - left) / (before.right - before.left)).toBeGreaterThanOrEqual(0.85);
      expect((bottom - top) / (before.bottom - before.top)).toBeGreaterThanOrEqual(0.85);
    }
    expect(drawn[0]?.left).toBeCloseTo(drawn[2]?.left ?? 0, 1);
  });

  it('does not let a figure with wide margins press the others', async () => {
    const names = { x: 0, y: 0, width: 85, height: 58 };
    const beside = { x: 0, y: 62, width: 85, height: 58 };
    const wide = await figureOf('box', boxes(1, { axis_title_y: '', legend_position: 'right' }));
    const long = {
      ...wide,
      data: { ...wide.data, style: { ...wide.data.style, renamed: ['甲', '很长很长很长很长很长很长的组名', '乙', '乙'] } },
    };
    const narrow = await figureOf('volcano', volcano(1e-6));
    const alone = layoutBoard({ ...LOOK, align: false }, onBoard([narrow], [beside]));
    const { panels } = layoutBoard(LOOK, onBoard([long, narrow], [names, beside]));
    const width = (fitted: (typeof panels)[number]['fitted'] | undefined) => (fitted == null ? 0 : (plotOf(fitted.sheet)?.width ?? 0));
    expect(width(panels[1]?.fitted)).toBeGreaterThanOrEqual(0.85 * width(alone.panels[0]?.fitted));
    expect(panels[0]?.fitted?.isApart).toBe(true);
  });
});

describe('the picture of a board', () => {
  it('has no id twice and no mark that is no number', async () => {
    const figures = await fourFigures();
    const panels = figures.map(({ data }, i) => ({
      chart: data.figure.chart,
      place: PLACES[i] as Place,
      data,
      notices: [both('模拟数据')],
    }));
    const { svg, size } = await drawBoard({ look: LOOK, title: '图 1', caption: 'A，火山图。', panels });
    expect([size.width * 25.4, size.height * 25.4].map(Math.round)).toEqual([174, 120]);
    const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of svg.matchAll(/url\(#([^)]+)\)/g)) expect(ids).toContain(id);
    expect(svg.replace(/<text.*?<\/text>/gs, '')).not.toMatch(/NaN|undefined|Infinity/);
    expect(svg.match(/模拟数据/g)).toHaveLength(4);
    for (const letter of 'ABCD') expect(svg).toContain(`data-part="letter">${letter}</text>`);
  });

  it('is refused with the letter of the panel that cannot be drawn', async () => {
    const panels = [{ chart: 'volcano' as const, place: { x: 0, y: 0, width: 15, height: 15 }, data: volcano(1e-6), notices: [] }];
    await expect(drawBoard({ look: LOOK, title: '', caption: '', panels })).rejects.toThrow(/^图 A：/);
  });
});

describe('letters and captions', () => {
  it.each([
    [0, 'A', 'A'],
    [1, 'a', 'b'],
    [2, '(a)', '(c)'],
    [25, '(A)', '(Z)'],
    [26, 'A', 'AA'],
    [3, 'none', ''],
  ] as const)('letter %i in the style %s is %s', (at, style, letter) => {
    expect(letterOf(at, style)).toBe(letter);
  });

  it('join what the figures say, each behind its letter and with an end', () => {
    const zh = [
      { title: '火山图', caption: '各点是一个基因' },
      { title: '箱线图', caption: '' },
    ];
    expect(boardCaption(zh, '(a)', 'zh')).toBe('(a)，火山图。各点是一个基因。(b)，箱线图。');
    expect(boardCaption([{ title: 'Volcano plot', caption: 'Volcano plot of 20 genes.' }], 'A', 'en')).toBe('A, Volcano plot of 20 genes.');
    expect(boardCaption(zh, 'none', 'zh')).toMatch(/^A，/);
  });
});

describe('places of panels', () => {
  const page = LOOK.page;
  it('are free ones, beside the first and then below on a page that grows, up to that of a journal', () => {
    let at = { page, places: [] as Place[] };
    const add = () => {
      const more = placeForOneMore(at.places, at.page, 15);
      at = { page: more.page, places: [...at.places, more.place] };
    };
    for (let i = 0; i < 6; i += 1) add();
    expect(overlaps(at.places)).toEqual([]);
    // Rows and columns with a gap between them, so that plots can stand in line.
    expect(at.places.map(({ x }) => x)).toEqual([0, 89, 0, 89, 0, 89]);
    expect(at.places.map(({ y }) => y)).toEqual([0, 0, 72, 72, 144, 144]);
    expect(at.page.width).toBe(174);
    expect(at.page.height).toBeGreaterThan(120);
    // No page of a journal holds a fourth row: it is told, not hidden.
    for (let i = 0; i < 2; i += 1) add();
    expect(overlaps(at.places).length).toBeGreaterThan(0);
    expect(at.page.height).toBeLessThanOrEqual(234);
    for (const { x, y, width, height } of at.places) {
      expect(x + width).toBeLessThanOrEqual(at.page.width);
      expect(y + height).toBeLessThanOrEqual(at.page.height);
    }
  });

  it('fill the page within its margin when they are arranged', () => {
    const places = arranged(5, { width: 210, height: 297, margin: 15 }, 2);
    expect(overlaps(places)).toEqual([]);
    expect(places[0]).toMatchObject({ x: 15, y: 15 });
    expect((places[1]?.x ?? 0) + (places[1]?.width ?? 0)).toBeCloseTo(195, 1);
    expect((places[4]?.y ?? 0) + (places[4]?.height ?? 0)).toBeCloseTo(282, 0);
  });

  it('stay within the page, also of a smaller one', () => {
    expect(withinPage({ x: 160, y: -4, width: 30, height: 300 }, page, 15)).toEqual({ x: 144, y: 0, width: 30, height: 120 });
    for (const { x, y, width, height } of onOtherPage(PLACES, page, { width: 85, height: 60, margin: 0 }, 15)) {
      expect(x + width).toBeLessThanOrEqual(85.05);
      expect(y + height).toBeLessThanOrEqual(60.05);
    }
  });

  it('are read from the left to the right, then down', () => {
    expect(readingOrder([PLACES[3], PLACES[1], PLACES[2], PLACES[0]] as Place[])).toEqual([3, 1, 2, 0]);
  });

  it('lie on the lines of the grid', () => {
    expect([snap(3.2, 2), snap(3.2, 5), snap(7.6, 5)]).toEqual([4, 5, 10]);
  });
});
