import { describe, expect, it } from 'vitest';
import { layout } from '../src/kinds/heatmap/layout.ts';
import { figureData, tableFrom } from './support/figures.ts';

const COLUMNS = { label: 'module', sample: 'trait', group: 'module' };

function drawn(width: number, modules: readonly string[] = ['blue', 'red']) {
  const column = (value: number) => Float64Array.from(modules, (_, i) => (i === 0 ? value : -value));
  const words = (text: string) => modules.map(() => text);
  const tables = {
    cells: tableFrom({ module: modules, age: column(0.9), sex: column(0.1) }),
    words: tableFrom({ module: modules, age: words('-0.90 / 2e-8'), sex: words('0.10 / 0.412') }),
    scale: tableFrom({ title: ['r'], low: Float64Array.of(-1), high: Float64Array.of(1), middle: Float64Array.of(0) }),
  };
  const style = { low_color: '#2166AC', high_color: '#B2182B', show_samples: true };
  return layout(figureData('heatmap', COLUMNS, tables, style), { width, height: 400 });
}

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
});
