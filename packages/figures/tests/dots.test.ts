import { describe, expect, it } from 'vitest';
import { layout } from '../src/kinds/dots/layout.ts';
import { pScale } from '../src/terms/p-scale.ts';
import { sizeScale } from '../src/terms/size-scale.ts';
import { wrapName } from '../src/terms/term-names.ts';
import { drawnTexts, figureData, tableFrom } from './support/figures.ts';

const SIZE = { width: 413, height: 400 };
const COLUMNS = { label: 'term', id: 'id', x: 'ratio', p: 'p', size: 'n', panel: 'ontology', group: 'side' };
const table = tableFrom({
  id: ['GO:1', 'GO:2', 'GO:3', 'GO:1', 'GO:9'],
  term: ['angiogenesis', 'chemotaxis', 'matrix', 'angiogenesis', 'matrix'],
  ratio: [0.1, 0.05, 0.2, 0.08, 0.03],
  p: [1e-8, 1e-3, 1e-4, 0.01, 0.04],
  n: [40, 10, 20, 30, 5],
  ontology: ['BP', 'BP', 'CC', 'BP', 'CC'],
  side: ['up', 'up', 'up', 'down', 'down'],
});
const drawn = layout(figureData('dots', COLUMNS, { terms: table }), SIZE);

/** WCAG's relative luminance. */
const luminance = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const share = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

describe('a dot plot of terms', () => {
  it('has a row for each term of a part, which the comparisons share', () => {
    expect(drawn.rows.lines.map(({ label, panel, rows }) => [label, panel, rows])).toEqual([
      ['angiogenesis', 0, [0, 3]],
      ['chemotaxis', 0, [1]],
      ['matrix', 1, [2]],
      ['matrix', 1, [4]],
    ]);
    const [first, again] = [drawn.dots.find(({ row }) => row === 0), drawn.dots.find(({ row }) => row === 3)];
    expect(first?.y).toBe(again?.y);
    expect(again?.x).toBeGreaterThan(first?.x ?? Number.NaN);
  });

  it('places each disc by its number on the axis of its panel', () => {
    for (const { row, x } of drawn.dots) {
      const panel = drawn.rows.panels[table.columns.ontology?.[row] === 'BP' ? 0 : 1]?.[table.columns.side?.[row] === 'up' ? 0 : 1];
      expect(panel?.x.invert(x)).toBeCloseTo((table.columns.ratio as Float64Array)[row] as number, 9);
      expect(x).toBeGreaterThan(panel?.plot.x ?? Number.NaN);
      expect(x).toBeLessThan((panel?.plot.x ?? 0) + (panel?.plot.width ?? 0));
    }
  });

  it('shows counts as areas, in its legend too', () => {
    const [a, b] = [drawn.dots.find(({ row }) => row === 0), drawn.dots.find(({ row }) => row === 1)];
    expect(((a?.radius ?? 0) / (b?.radius ?? 1)) ** 2).toBeCloseTo(4, 9);
    const { key, radiusOf } = sizeScale([5, 40, 10], 8, '基因数');
    for (const { text, radius } of key?.discs ?? []) expect(radius).toBeCloseTo(radiusOf(Number(text)), 9);
    expect(key?.discs.map(({ text }) => text)).toEqual(['10', '20', '30', '40']);
  });

  it.each(['viridis', 'plasma', 'blues', 'reds'])('makes %s lighter from P to larger P, and never as light as paper', (p_colours) => {
    const values = Array.from({ length: 60 }, (_, i) => 10 ** (-12 + i * 0.2));
    const { colourOf } = pScale(values, { p_colours });
    const lights = values.map((p) => luminance(colourOf(p)));
    expect(lights).toEqual(lights.toSorted((a, b) => a - b));
    expect(lights.at(-1)).toBeLessThan(0.7);
    expect(new Set(values.map(colourOf)).size).toBe(60);
  });

  it('takes the place of P between two colours by its logarithm', () => {
    const { colourOf } = pScale([1e-10, 1e-5, 1], {});
    const alone = pScale([1e-6, 1e-5, 1e-4], {});
    expect(colourOf(1e-5)).toBe(alone.colourOf(1e-5));
    expect(colourOf(0)).toBe(pScale([0, 1], {}).colourOf(0));
    expect(pScale([Number.NaN, 0.1], {}).missing).toBe(1);
  });

  it.each([
    [
      [1e-12, 1e-2],
      ['1e−12', '1e−10', '1e−8', '1e−6', '1e−4', '0.01'],
    ],
    [
      [0.002, 0.12],
      ['0.002', '0.005', '0.01', '0.02', '0.05', '0.1'],
    ],
    [
      [0.021, 0.041],
      ['0.03', '0.04'],
    ],
    [
      [0.031, 0.034],
      ['0.031', '0.034'],
    ],
    [
      [1e-40, 1e-2],
      ['1e−36', '1e−30', '1e−24', '1e−18', '1e−12', '1e−6'],
    ],
    [[0.04, 0.04], ['0.040']],
  ])('writes round P along the scale: %j', (values, texts) => {
    expect(
      pScale(values, {})
        .key?.ticks(110, () => 13)
        .map(({ text }) => text),
    ).toEqual(texts);
  });

  it('runs a line at 0 only where values lie on both sides', () => {
    expect(drawn.zero).toBeNull();
    const scores = tableFrom({ term: ['a', 'b'], ratio: [-1.5, 2] });
    expect(layout(figureData('dots', { label: 'term', x: 'ratio' }, { terms: scores }), SIZE).zero).toBe(0);
  });

  it('orders rows as the style says, each within its part', () => {
    const rows = (style: Record<string, string>) =>
      layout(
        figureData('dots', { label: 'term', id: 'id', x: 'ratio', p: 'p', panel: 'ontology' }, { terms: table }, style),
        SIZE,
      ).rows.lines.map(({ rows: [row] }) => row);
    expect(rows({})).toEqual([0, 1, 3, 2, 4]);
    expect(rows({ row_order: 'value' })).toEqual([0, 3, 1, 2, 4]);
    expect(rows({ row_order: 'p' })).toEqual([0, 1, 3, 2, 4]);
  });

  it('writes long names in up to three lines and says where one is cut', async () => {
    const long = 'positive regulation of vascular endothelial growth factor receptor signaling pathway';
    const measure = (text: string) => text.length;
    expect(wrapName(long, 30, measure)).toMatchObject({
      lines: ['positive regulation of', 'vascular endothelial growth', 'factor receptor signaling pat…'],
      whole: long,
    });
    expect(wrapName('HALLMARK_EPITHELIAL_MESENCHYMAL_TRANSITION', 22, measure).lines).toEqual([
      'HALLMARK_EPITHELIAL_',
      'MESENCHYMAL_TRANSITION',
    ]);
    const one = figureData(
      'dots',
      { label: 'term', x: 'x' },
      { terms: tableFrom({ term: [long], x: [1] }) },
      { plot_pdf_width: 3.35, plot_pdf_height: 3 },
    );
    expect((await drawnTexts('dots', one)).join(' ')).toContain('vascular endothelial');
  });

  it('writes names a little smaller rather than cut', () => {
    const name = 'regulation of transmembrane receptor protein serine/threonine kinase signaling pathway involved';
    const terms = tableFrom({ term: [name, 'taxis'], x: [1, 2] });
    const { rows } = layout(figureData('dots', { label: 'term', x: 'x' }, { terms }), SIZE);
    expect(rows.shortened).toBe(0);
  });

  it('leaves out rows that have no room, and says how many', () => {
    const many = tableFrom({ term: Array.from({ length: 80 }, (_, i) => `term ${i}`), x: Array.from({ length: 80 }, (_, i) => i) });
    const { rows, note } = layout(figureData('dots', { label: 'term', x: 'x' }, { terms: many }), { width: 413, height: 300 });
    expect(rows.lines.length + rows.left).toBe(80);
    expect(note).toContain(`图高只放得下 ${rows.lines.length} 行`);
    expect(rows.names.typeface.size).toBeGreaterThanOrEqual(5 * (12 / 7) - 1e-9);
  });

  it('draws 40 terms on a page of 150 mm without leaving one out', () => {
    const forty = tableFrom({
      term: Array.from({ length: 40 }, (_, i) => `regulation of transmembrane receptor ${i}`),
      x: Array.from({ length: 40 }, (_, i) => i / 40),
      n: Array.from({ length: 40 }, (_, i) => i + 3),
      p: Array.from({ length: 40 }, (_, i) => 10 ** (-i - 1)),
    });
    const { rows } = layout(figureData('dots', { label: 'term', x: 'x', p: 'p', size: 'n' }, { terms: forty }), {
      width: 413,
      height: 728,
    });
    expect([rows.lines.length, rows.left, rows.shortened]).toEqual([40, 0, 0]);
  });

  it('finds terms by name and by id', () => {
    expect(drawn.find('CHEMOTAXIS')).toBe(drawn.dots.findIndex(({ row }) => row === 1));
    expect(drawn.find('go:3')).toBe(drawn.dots.findIndex(({ row }) => row === 2));
    expect(drawn.describe(0)).toMatchObject({ name: 'angiogenesis', tag: 'BP · up', italic: false });
    const dot = drawn.dots[2];
    expect(drawn.hit({ x: dot?.x ?? 0, y: dot?.y ?? 0 })).toBe(2);
  });
});
