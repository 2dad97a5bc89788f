import { commonStyle } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import type { FigureStyle } from '../src/index.ts';
import { layoutSheet } from '../src/kinds/drawn.tsx';
import { layout } from '../src/kinds/heatmap/layout.ts';
import { loadKind } from '../src/kinds/index.ts';
import { UNITS_PER_POINT } from '../src/text/typeface.ts';
import { figureData, tableFrom } from './support/figures.ts';

const COLUMNS = { label: 'module', sample: 'trait', group: 'module' };

function wordsData(modules: readonly string[], sized: FigureStyle = {}) {
  const column = (value: number) => Float64Array.from(modules, (_, i) => (i === 0 ? value : -value));
  const words = (text: string) => modules.map(() => text);
  const tables = {
    cells: tableFrom({ module: modules, age: column(0.9), sex: column(0.1) }),
    words: tableFrom({ module: modules, age: words('-0.90 / 2e-8'), sex: words('0.10 / 0.412') }),
    scale: tableFrom({ title: ['r'], low: Float64Array.of(-1), high: Float64Array.of(1), middle: Float64Array.of(0) }),
  };
  const style = { low_color: '#2166AC', high_color: '#B2182B', show_samples: true, ...sized };
  return figureData('heatmap', COLUMNS, tables, style);
}

const drawn = (width: number, modules: readonly string[] = ['blue', 'red']) => layout(wordsData(modules), { width, height: 400 });

describe('texts in the cells of a heatmap', () => {
  it('stand in the middle of their cells, in lines', () => {
    const { words, cells } = drawn(600);
    expect(words?.cells).toHaveLength(4);
    const [first] = words?.cells ?? [];
    expect(first?.lines).toEqual(['−0.90', '2e−8']);
    expect(first?.x).toBeCloseTo(cells.x + cells.width / 4, 6);
    expect(first?.y).toBeCloseTo(cells.y + cells.height / 4, 6);
  });

  it('are white on dark cells and dark on pale ones', () => {
    const colours = drawn(600).words?.cells.map(({ colour }) => colour);
    expect(colours).toEqual(['#ffffff', '#ffffff', '#16242B', '#16242B']);
  });

  it('are left out and told of where they have no room', () => {
    const many = Array.from({ length: 120 }, (_, i) => `m${i}`);
    const { words, note } = drawn(320, many);
    expect(words?.size).toBe(0);
    expect(note).toContain('放不下数字');
  });

  it('are never below 6 pt: a printed figure grows for them', async () => {
    const many = Array.from({ length: 40 }, (_, i) => `m${i}`);
    const declared = commonStyle({ width: 85 / 25.4, height: 75 / 25.4 });
    const data = wordsData(many, { plot_pdf_width: 85 / 25.4, plot_pdf_height: 75 / 25.4 });
    const { drawn: placed, inches } = layoutSheet(
      await loadKind('heatmap'),
      { ...data, figure: { ...data.figure, style: declared } },
      [],
      true,
    );
    expect((placed as unknown as { layout: { words: { size: number } } }).layout.words.size).toBeGreaterThanOrEqual(6 * UNITS_PER_POINT);
    expect(inches.height).toBeGreaterThan(75 / 25.4);
  });

  it('stand beside patches of the colours that modules are named after', () => {
    const { swatches, cells } = drawn(600, ['turquoise', 'green', 'no colour']);
    expect(swatches.map(({ colour }) => colour)).toEqual(['#40e0d0', '#00ff00']);
    expect(swatches.every(({ x }) => x > cells.x + cells.width)).toBe(true);
  });
});
