import { both, commonStyle, SIMULATED, type ToldFigure, type ToldTable } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { drawFigure } from '../src/file/index.tsx';
import { parseTsv } from '../src/index.ts';
import { entriesOf, layoutSheet, loadKind } from '../src/kinds/index.ts';

const COLUMNS = ['gene', 'logFC', 'P.Value', 'adj.P.Val'];
const ROWS = [
  ['TP53', 2.5, 1e-8, 1e-6],
  ['MYC', -2.1, 1e-6, 1e-4],
  ['EGFR', 0.2, 0.6, 0.8],
];
const declaration: ToldTable = {
  title: '结果',
  role: 'result',
  columns: COLUMNS.map((name, i) => ({ name, title: name, type: i === 0 ? 'gene' : 'number' })),
};
const figure: ToldFigure = {
  title: '火山图',
  chart: 'volcano',
  tables: { points: 'limma' },
  columns: { label: 'gene', x: 'logFC', p: 'P.Value', padj: 'adj.P.Val' },
  style: commonStyle({ width: 3, height: 2 }),
  alternative: '',
};
const points = parseTsv([COLUMNS, ...ROWS].map((row) => row.join('\t')).join('\n'), declaration);
const data = (style: Record<string, number | string | readonly string[]>) => ({ figure, tables: { points }, style, words: {} });
const SIZE = { plot_pdf_width: 3, plot_pdf_height: 2 };

describe('a sheet', () => {
  it('writes its notices in its language', async () => {
    const { notices } = layoutSheet(await loadKind('volcano'), data({ ...SIZE, figure_language: 'en' }), [SIMULATED], true);
    expect(notices.map(({ text }) => text)).toEqual([SIMULATED.en]);
  });

  it('has the printed size, and notices below the figure', async () => {
    const kind = await loadKind('volcano');
    const plain = layoutSheet(kind, data(SIZE), [], true);
    const told = layoutSheet(kind, data(SIZE), [both('模拟数据')], true);
    expect(plain.width / plain.height).toBeCloseTo(1.5, 10);
    expect([told.width, told.height]).toEqual([plain.width, plain.height]);
    const bottom = (sheet: typeof plain) => (sheet.drawn.family === 'scatter' ? sheet.drawn.grid.height : Number.NaN);
    expect(bottom(told)).toBeLessThan(told.notices[0]?.y ?? 0);
    expect(bottom(told)).toBeLessThan(bottom(plain));
  });

  it('is laid out anew for another width, not stretched', async () => {
    const kind = await loadKind('volcano');
    const frameOf = (width: number) => {
      const { drawn } = layoutSheet(kind, data({ ...SIZE, plot_pdf_width: width }), [], true);
      return drawn.family === 'scatter' ? drawn.scatters[0]?.layout.frame : undefined;
    };
    const [narrow, wide] = [frameOf(3), frameOf(6)];
    expect(wide?.typeface.size).toBe(narrow?.typeface.size);
    expect(wide?.plot.x).toBe(narrow?.plot.x);
    expect(wide?.xTicks.length).toBeGreaterThan(narrow?.xTicks.length ?? 0);
  });

  it('lists what can be renamed, under its own name, also where no legend is drawn', async () => {
    const kind = await loadKind('volcano');
    const style = { ...SIZE, figure_language: 'en', renamed: ['下调', 'Repressed'], group_order: ['不显著', '上调'] };
    const named = (more: object) =>
      entriesOf(layoutSheet(kind, data({ ...style, ...more }), [], true)).map(({ name, label }) => [name, label]);
    const expected = [
      ['不显著', 'Not significant'],
      ['上调', 'Up'],
      ['下调', 'Repressed'],
    ];
    expect(named({})).toEqual(expected);
    expect(named({ legend_position: 'none' })).toEqual(expected);
  });

  it('names the parts that can be edited in the file that it becomes', async () => {
    const { svg } = await drawFigure('volcano', data({ ...SIZE, plot_title: '标题', label_genes: ['TP53'] }), []);
    const parts = [...svg.matchAll(/data-part="([^"]+)"/g)].map(([, part]) => part);
    for (const part of ['title', 'title-x', 'title-y', 'axis-x', 'axis-y', 'legend', 'group', 'label', 'points'])
      expect(parts).toContain(part);
    expect(svg).toContain('>TP53<');
  });

  it('leaves the former names of what was renamed out of the file', async () => {
    const { svg } = await drawFigure('volcano', data({ ...SIZE, renamed: ['上调', 'Induced'] }), []);
    expect(svg).toContain('>Induced<');
    expect(svg).not.toContain('上调');
  });
});
