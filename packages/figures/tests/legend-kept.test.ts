import { describe, expect, it } from 'vitest';
import { layout as layoutHeatmap } from '../src/kinds/heatmap/layout.ts';
import { layoutLegend } from '../src/plot/legend-layout.ts';
import { drawnTexts, figureData, tableFrom } from './support/figures.ts';

const SIX = Array.from({ length: 6 }, (_, i) => ({ label: `名字很长的第 ${i + 1} 个亚组`, colour: '#000000', count: '1,234' }));

describe('a legend of six groups', () => {
  it.each(['above', 'bottom', 'right', 'top-right'] as const)('is whole %s a small figure', (position) => {
    for (const [width, height] of [
      [410, 280],
      [240, 160],
    ] as const) {
      const { entries, height: taken } = layoutLegend(SIX, {}, position, { width, height });
      expect(entries.map(({ name }) => name)).toEqual(SIX.map(({ label }) => label));
      expect(taken).toBeLessThan(height);
    }
  });

  it('stands in closer rows before it takes more than its share, and leaves out of many', () => {
    const size = { width: 410, height: 280 };
    const many = Array.from({ length: 40 }, (_, i) => ({ label: `${'组'.repeat(20)}${i}`, colour: '#000000', count: '' }));
    expect(layoutLegend(many, {}, 'bottom', size).entries.at(-1)?.label).toMatch(/^另有 \d+ 组$/);
    const [first, second] = layoutLegend(many, {}, 'bottom', size).entries;
    expect((second?.y ?? 0) - (first?.y ?? 0)).toBeLessThan(16);
  });

  it('is whole in a heatmap of 85 and of 174 mm', () => {
    const samples = Array.from({ length: 12 }, (_, i) => `S${i}`);
    const cells = tableFrom({ gene: ['A', 'B'], ...Object.fromEntries(samples.map((name, i) => [name, [i, -i]])) });
    const groups = tableFrom({ sample: samples, group: samples.map((_, i) => SIX[i % 6]?.label ?? '') });
    const data = figureData('heatmap', { label: 'gene', sample: 'sample', group: 'group' }, { cells, samples: groups });
    for (const width of [413, 845]) {
      const { legend } = layoutHeatmap(data, { width, height: 220 });
      expect([legend.entries.length, legend.omitted]).toEqual([6, 0]);
    }
  });
});

it('names whole the groups of a scatter plot of 85 mm, over the plot where its corner is too narrow', async () => {
  const groups = ['A375 cells 24h Vemurafenib', 'A375 cells 24h Control'];
  const points = tableFrom({
    name: ['S1', 'S2', 'S3', 'S4'],
    x: [0, 1, 2, 3],
    y: [3, 2, 1, 0],
    group: [0, 1, 0, 1].map((i) => groups[i] ?? ''),
  });
  const data = figureData(
    'scatter',
    { label: 'name', x: 'x', y: 'y', group: 'group' },
    { points },
    { plot_pdf_width: 3.35, plot_pdf_height: 3.15 },
  );
  expect(await drawnTexts('scatter', data)).toEqual(expect.arrayContaining(groups));
});
