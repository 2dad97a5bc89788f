import { commonStyle, ONE_COLUMN, TWO_COLUMNS } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import type { FigureData, FigureStyle } from '../src/index.ts';
import { layoutSheet } from '../src/kinds/drawn.tsx';
import { loadKind } from '../src/kinds/index.ts';
import { UGLY_FIGURES, type UglyRows } from './support/ugly-data.ts';

const rows = (count: number, groups: number): UglyRows => ({
  names: Array.from({ length: count }, (_, i) => `S${i + 1}`),
  values: Array.from({ length: count }, (_, i) => (i % 5) + 1),
  groups: Array.from({ length: count }, (_, i) => `组 ${i % groups}`),
  facets: null,
});

/** Millimetres of a figure that a tool declares across two columns, 110 mm high. */
async function printed(chart: keyof typeof UGLY_FIGURES, data: UglyRows, style: FigureStyle = {}): Promise<[number, number]> {
  const declared = commonStyle({ width: TWO_COLUMNS, height: 110 / 25.4 });
  const drawn = UGLY_FIGURES[chart](data, { plot_pdf_width: TWO_COLUMNS, plot_pdf_height: 110 / 25.4, ...style });
  const figure: FigureData = { ...drawn, figure: { ...drawn.figure, style: { ...drawn.figure.style, ...declared } } };
  const { inches } = layoutSheet(await loadKind(chart), figure, [], true);
  return [Math.round(inches.width * 25.4), Math.round(inches.height * 25.4)];
}

describe('the printed size of a figure', () => {
  it.each([['comparison'], ['box']] as const)('is one column for two boxes of a %s, two columns for many', async (chart) => {
    expect((await printed(chart, rows(2, 2)))[0]).toBe(85);
    expect((await printed(chart, rows(40, 40)))[0]).toBe(174);
  });

  it('is what somebody chose', async () => {
    expect(await printed('comparison', rows(2, 2), { plot_pdf_width: 6.8504, plot_pdf_height: 4.3308 })).toEqual([174, 110]);
    expect((await printed('comparison', rows(2, 2), { plot_pdf_width: 6.8504 }))[0]).toBe(174);
  });

  it.each([['dots'], ['term-bars'], ['ridge']] as const)('is low for few rows of %s', async (chart) => {
    const [few, many] = [await printed(chart, rows(3, 1)), await printed(chart, rows(18, 1))];
    expect(few[1]).toBeLessThan(75);
    expect(many[1]).toBeGreaterThan(few[1] + 20);
  });

  it('gives a heatmap of few columns one column, of many two', async () => {
    expect((await printed('heatmap', rows(3, 1)))[0]).toBeLessThan(174);
    expect((await printed('heatmap', rows(60, 2)))[0]).toBe(174);
  });

  it('never makes a figure wider than it is declared for its boxes', async () => {
    const drawn = UGLY_FIGURES.box(rows(40, 40), { plot_pdf_width: ONE_COLUMN, plot_pdf_height: 3 });
    const declared = commonStyle({ width: ONE_COLUMN, height: 3 });
    const { inches } = layoutSheet(await loadKind('box'), { ...drawn, figure: { ...drawn.figure, style: declared } }, [], true);
    expect(inches.width).toBeCloseTo(ONE_COLUMN, 6);
  });
});
