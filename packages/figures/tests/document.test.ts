import { both, type DocumentBlock, type ToldTable } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { figureRows } from '../src/document/figures.tsx';
import { layoutFormula } from '../src/document/formula.tsx';
import { type DocumentData, drawDocument } from '../src/document/index.tsx';
import { flowPages, linesOf, MARGIN, PAGE, type Piece, ROOM, widthOf } from '../src/document/page.ts';
import { tableColumns } from '../src/document/table.tsx';
import { figureData, tableFrom, UGLY_NAMES } from './support/figures.ts';

const piece = (height: number, more: Partial<Piece> = {}): Piece => ({
  height,
  draw: () => ({ type: 'g', props: {}, key: null }),
  ...more,
});

describe('lines', () => {
  const text = `${'芯片的强度分布（见图）与众不同，'.repeat(12)}see Kauffmann et al. (2009)，${'0123456789abcdef'.repeat(8)}`;

  it('are no wider than their room, and no closing mark begins one', () => {
    for (const width of [160, 240, 460]) {
      const lines = linesOf(text, width, 9);
      expect(lines.length).toBeGreaterThan(1);
      for (const line of lines) expect(widthOf(line, 9)).toBeLessThanOrEqual(width);
      for (const line of lines.slice(1)) expect(line).not.toMatch(/^[，。）」\s]/);
      for (const line of lines) expect(line).not.toMatch(/（$/);
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    }
  });

  it('end between Latin words, and an empty text is one', () => {
    expect(linesOf('one two three', widthOf('one two', 9) + 1, 9)).toEqual(['one two', 'three']);
    expect(linesOf('', 100, 9)).toEqual(['']);
    expect(linesOf('甲\n乙', 100, 9)).toEqual(['甲', '乙']);
  });
});

describe('pages', () => {
  it('keep a heading with what follows, and begin with the header of a table that goes on', () => {
    const header = piece(20, { follows: true });
    const rows = Array.from({ length: 9 }, () => piece(100, { again: header }));
    const pages = flowPages([piece(ROOM.height - 110), piece(30, { before: 10, follows: true }), header, ...rows]);
    expect(pages.map((page) => page.map(({ piece: { height } }) => height))).toEqual([
      [ROOM.height - 110],
      [30, 20, 100, 100, 100, 100, 100, 100],
      [20, 100, 100, 100],
    ]);
    for (const page of pages) {
      expect(page[0]?.top).toBe(MARGIN.top);
      for (const [i, { piece: own, top }] of page.entries()) {
        expect(top + own.height).toBeLessThanOrEqual(PAGE.height - MARGIN.bottom);
        if (i > 0) expect(top).toBeGreaterThanOrEqual((page[i - 1]?.top ?? 0) + (page[i - 1]?.piece.height ?? 0));
      }
    }
  });

  it('take what is higher than a page, and stop', () => {
    expect(flowPages([piece(10), piece(ROOM.height * 2), piece(10)])).toHaveLength(3);
    expect(flowPages([])).toEqual([[]]);
  });
});

describe('a formula', () => {
  it('stands its fractions above and below a line, and its limits at a sign', () => {
    const size = 10;
    const [plain, fraction] = [layoutFormula(['*n* + 1'], size), layoutFormula([{ over: ['1'], under: ['*n* + 1'] }], size)];
    expect(fraction.width).toBeGreaterThan(plain.width);
    expect(fraction.above + fraction.below).toBeGreaterThan(1.8 * (plain.above + plain.below));
    const [bare, below, both] = [
      layoutFormula([{ sign: '∑', below: '' }], size),
      layoutFormula([{ sign: '∑', below: '*i* = 1' }], size),
      layoutFormula([{ sign: '∑', below: '*i* = 1', above: '*n*' }], size),
    ];
    expect(below.width).toBeGreaterThan(bare.width);
    expect(both.above).toBeGreaterThan(below.above);
    expect(both.below).toBe(below.below);
    expect(layoutFormula(['*a*', '*b*'], size).width).toBeCloseTo(layoutFormula(['*a*'], size).width + layoutFormula(['*b*'], size).width);
    expect(layoutFormula([], size)).toMatchObject({ width: 0, above: 0, below: 0 });
  });
});

const declaration: ToldTable = {
  title: '判据',
  role: 'result',
  columns: [
    { name: 'sample', type: 'text', title: '芯片' },
    { name: 'group', type: 'text', title: '组' },
    { name: 'ks', type: 'number', title: 'KS 距离', digits: 4 },
    { name: 'limit', type: 'number', title: '阈值', digits: 4 },
    { name: 'beyond', type: 'flag', title: '异常' },
    { name: 'missing', type: 'fraction', title: '缺失' },
    { name: 'flags', type: 'integer', title: '项数' },
  ],
};
const columns = [
  { column: 'sample', width: 0.3 },
  { column: 'group', width: 0.2, hideEmpty: true },
  { column: 'ks', width: 0.2, limit: { column: 'limit', missing: '不判断' }, marked: 'beyond' },
  { column: 'missing', width: 0.1 },
  { column: 'flags', width: 0.2, title: '标记', unit: '项', marked: 'flags' },
] as const;

function criteria(samples: readonly string[], group: string, limit: number) {
  return tableFrom({
    sample: samples,
    group: samples.map(() => group),
    ks: Float64Array.from(samples, (_, i) => (i === 1 ? 0.06 : 0.01)),
    limit: Float64Array.from(samples, () => limit),
    beyond: samples.map((_, i) => (i === 1 ? 'TRUE' : 'FALSE')),
    missing: Float64Array.from(samples, () => 0.123),
    flags: Float64Array.from(samples, (_, i) => (i === 1 ? 2 : 0)),
  });
}

describe('a table', () => {
  it('writes its cells as the page does, with limits, units and marks', () => {
    const [sample, group, ks, missing, flags] = tableColumns(criteria(['a', 'b'], '癌', 0.05), declaration, columns);
    expect(sample?.cells.map(({ text }) => text)).toEqual(['a', 'b']);
    expect(group?.lines).toEqual(['组']);
    expect([ks?.lines, ks?.align]).toEqual([['KS 距离', '阈值 0.0500'], 'right']);
    expect(ks?.cells).toEqual([
      { text: '0.0100', marked: false },
      { text: '0.0600', marked: true },
    ]);
    expect(missing?.cells[0]?.text).toBe('12.3%');
    expect(flags?.cells).toEqual([
      { text: '', marked: false },
      { text: '2 项', marked: true },
    ]);
  });

  it('leaves an empty column out, gives its room to the others and says where there is no limit', () => {
    const placed = tableColumns(criteria(['a', 'b'], '', Number.NaN), declaration, columns);
    expect(placed.map(({ lines }) => lines[0])).toEqual(['芯片', 'KS 距离', '缺失', '标记']);
    expect(placed[1]?.lines[1]).toBe('不判断');
    expect(placed.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(ROOM.width);
  });

  it('shortens what is longer than its column', () => {
    const [sample] = tableColumns(criteria([...UGLY_NAMES, '很长的名字'.repeat(20)], '癌', 1), declaration, columns);
    for (const { text } of sample?.cells ?? []) expect(widthOf(text, 7.5)).toBeLessThanOrEqual(sample?.width ?? 0);
    expect(sample?.cells.at(-1)?.text).toMatch(/…$/);
  });
});

it('stands two figures beside each other where both fit', () => {
  const figure = (title: string, width: number) => ({
    title,
    caption: '',
    width,
    height: 100,
    picture: { type: 'g', props: {}, key: null },
  });
  const rows = figureRows([figure('a', ROOM.width), figure('b', 240), figure('c', 240), figure('d', 240), figure('e', 400)]);
  expect(rows.map((row) => row.map(({ title }) => title))).toEqual([['a'], ['b', 'c'], ['d'], ['e']]);
});

describe('a document', () => {
  const contents: DocumentBlock[] = [
    { heading: '判据' },
    { text: '{{#few}}太少{{/few}}{{^few}}阈值 {{limit}}{{/few}}' },
    { text: '{{#few}}只有 {{arrays}} 张{{/few}}' },
    { formula: ['*K*~a~ = ', { sign: 'sup', below: '*x*' }, ' | *F*~a~(*x*) |'] },
    { table: 'criteria', columns },
    { heading: '图' },
    { figures: 'all' },
  ];
  const lines = { lines: tableFrom({ sample: ['A', 'A', 'B', 'B'], x: [1, 2, 1, 2], y: [0.1, 0.4, 0.2, 0.3] }) };
  const size = { plot_pdf_width: 3, plot_pdf_height: 2.5 };
  const density = figureData('density', { label: 'sample', x: 'x', y: 'y' }, lines, size, { caption: '每条线是一张芯片。' });
  const data: DocumentData = {
    about: {
      title: '质量评估报告',
      task: '第一批',
      facts: [
        ['SHA-256', 'aaaa'],
        ['SHA-256', 'bbbb'],
      ],
      summary: '有两张\u0007被标记。',
      points: ['一', '二'],
      methods: '方法段落',
      citations: ['Kauffmann A.'],
    },
    contents,
    words: { limit: '0.05', few: false, arrays: 80 },
    tables: {
      criteria: {
        table: criteria(
          Array.from({ length: 80 }, (_, i) => `芯片${i + 1}`),
          '癌',
          0.05,
        ),
        declaration,
      },
    },
    figures: [
      { data: density, notices: [both('只供演示')] },
      { data: { ...density, tables: {} }, notices: [] },
    ],
    notice: '模拟演示数据',
  };
  const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>(.*?)<\/text>/gs)].map(([, inner = '']) => inner.replace(/<[^>]*>/g, ''));

  it('holds all that it is told, its head and foot on every page and the header of its table on each', async () => {
    const pages = (await drawDocument(data)).map(textsOf);
    expect(pages.length).toBeGreaterThan(2);
    pages.forEach((texts, i) => {
      expect(texts).toEqual(
        expect.arrayContaining(['瘤析 OncoLoom · 质量评估报告', '模拟演示数据', `第 ${i + 1} 页，共 ${pages.length} 页`]),
      );
    });
    const [first = [], second = []] = pages;
    expect(first).toEqual(expect.arrayContaining(['质量评估报告', '第一批', 'aaaa', 'bbbb', '有两张被标记。', '阈值 0.05', 'KS 距离']));
    expect(second).toContain('KS 距离');
    const all = pages.flat();
    for (const text of ['芯片1', '芯片80', '每条线是一张芯片。', '只供演示', '方法段落', 'Kauffmann A.']) expect(all).toContain(text);
    expect(all).not.toContain('太少');
  });

  it('says of a figure that cannot be drawn why not', async () => {
    const all = (await drawDocument(data)).flatMap(textsOf).join('');
    expect(all).toMatch(/「图」画不出来：.*lines/);
  });

  it('is written without a table’s rows, figures, points and sources', async () => {
    const empty = { ...data, figures: [], about: { ...data.about, points: [], citations: [], summary: '' } };
    const [page = '', ...others] = await drawDocument({ ...empty, tables: { criteria: { table: criteria([], '', 1), declaration } } });
    expect(others).toEqual([]);
    expect(textsOf(page)).toContain('KS 距离');
  });
});
