import { describe, expect, it } from 'vitest';
import heatmap from '../../../tools/plotting/heatmap/tool.ts';
import { layout } from '../src/kinds/heatmap/layout.ts';
import { MARK } from '../src/plot/marks.ts';
import { drawnTexts, figureData, tableFrom } from './support/figures.ts';

/** Bars over the columns besides the groups: places, colours and keys. */

const { columns } = heatmap.figures.heatmap;
const samples = ['s1', 's2', 's3', 's4'];
const cells = tableFrom({
  gene: ['g1', 'g2', 'g3'],
  ...Object.fromEntries(samples.map((sample, i) => [sample, Float64Array.of(i, -i, 1)])),
});
const groups = tableFrom({ sample: samples, group: ['T', 'T', 'N', 'N'] });
/** Rows of the table: title, sample, text, number. */
const barsOf = (rows: readonly (readonly [string, string, string, number])[]) =>
  tableFrom({
    bar: rows.map(([bar]) => bar),
    sample: rows.map(([, sample]) => sample),
    text: rows.map(([, , text]) => text),
    number: Float64Array.from(rows, ([, , , number]) => number),
  });
const stage = samples.map((sample, i) => ['分期', sample, ['I', 'I', 'II', ''][i] ?? '', Number.NaN] as const);
const age = samples.map((sample, i) => ['年龄', sample, '', [30, 60, 45, Number.NaN][i] ?? 0] as const);
const ranks = samples.map((sample, i) => ['评分', sample, '', i] as const);

function drawn(rows: Parameters<typeof barsOf>[0], style = {}, size = { width: 700, height: 520 }) {
  const tables = { cells, samples: groups, ...(rows.length === 0 ? {} : { bars: barsOf(rows) }) };
  return layout(figureData('heatmap', columns, tables, { show_genes: true, ...style }, { group_title: '组织' }), size);
}
const coloursAt = (layoutOf: ReturnType<typeof drawn>, bar: number) =>
  layoutOf.annotations.bars[bar]?.pieces.map(({ colour }) => colour) ?? [];

describe('bars over a heatmap', () => {
  it('stand between the groups and the cells, one below the other, and the cells move down for them', () => {
    const [none, two] = [drawn([]), drawn([...stage, ...age])];
    expect(none.annotations.bars).toEqual([]);
    expect(two.cells.y - none.cells.y).toBe(24);
    const tops = two.annotations.bars.map(({ pieces }) => Number(/^M[\d.]+ ([\d.]+)/.exec(pieces[0]?.path ?? '')?.[1]));
    const ofGroups = Number(/^M[\d.]+ ([\d.]+)/.exec(two.bars[0]?.path ?? '')?.[1]);
    expect(tops).toEqual([ofGroups + 12, ofGroups + 24]);
    expect((tops[1] ?? 0) + 10).toBeLessThan(two.cells.y);
  });

  it('give each text a colour that no group has, each number a shade, and missing ones grey', () => {
    const both = drawn([...stage, ...age, ...ranks]);
    const [texts, numbers, others] = [0, 1, 2].map((bar) => coloursAt(both, bar));
    expect(texts).toHaveLength(3);
    expect(texts?.at(-1)).toBe(MARK.missing);
    expect(texts?.slice(0, 2).some((colour) => both.bars.some((group) => group.colour === colour))).toBe(false);
    expect(numbers).toHaveLength(4);
    expect(numbers?.at(-1)).toBe(MARK.missing);
    // Another bar of numbers has another hue.
    expect(others?.some((colour) => numbers?.includes(colour))).toBe(false);
  });

  it('have the colour that the user gave to a name', () => {
    expect(coloursAt(drawn(stage, { group_colours: ['II', '#123456'] }), 0)).toContain('#123456');
  });

  it('are told of in a legend of their own, and in the card of a cell', () => {
    const { legend, annotations, describe: card } = drawn([...stage, ...age]);
    expect(legend.heading?.text).toBe('组织');
    const [first, second] = annotations.legend.blocks;
    expect([first?.heading.text, first?.keys.map(({ label }) => label)]).toEqual(['分期', ['I（2）', 'II（1）', '缺失']]);
    expect([second?.heading.text, second?.ramp?.low, second?.ramp?.high]).toEqual(['年龄', '30', '60']);
    expect(card(1).rows.slice(-2)).toEqual([
      ['分期', 'I'],
      ['年龄', '60'],
    ]);
  });

  it.each([
    ['beside', {}, { width: 658, height: 520 }],
    ['below', { legend_position: 'bottom' }, { width: 658, height: 560 }],
    ['of one column', {}, { width: 322, height: 520 }],
    ['of a low figure', {}, { width: 658, height: 300 }],
  ])('stay within the figure, and do not cover each other: %s', (_, style, size) => {
    const placed = drawn([...stage, ...age, ...ranks], style, size);
    const { legend, annotations, note } = placed;
    const blocks = annotations.legend.blocks;
    const lowest = (block: (typeof blocks)[number]) =>
      Math.max(block.heading.y, ...block.keys.map(({ y }) => y), (block.ramp?.y ?? 0) + 20);
    for (const block of blocks) expect(legend.top + lowest(block)).toBeLessThanOrEqual(size.height + 2);
    expect(legend.left + annotations.legend.width).toBeLessThanOrEqual(size.width);
    const corners = new Set(blocks.map(({ heading }) => `${heading.x} ${heading.y}`));
    expect(corners.size).toBe(blocks.length);
    expect(blocks.length + annotations.legend.omitted).toBe(3);
    if (annotations.legend.omitted > 0) expect(note).toContain('条色条的图例放不下');
  });

  it('are English in an English figure', async () => {
    const data = figureData(
      'heatmap',
      columns,
      { cells, samples: groups, bars: barsOf(stage.map(([, ...rest]) => ['stage', ...rest] as const)) },
      { figure_language: 'en', plot_pdf_width: 6.85, plot_pdf_height: 5.9 },
      { group_title: 'tissue' },
    );
    const texts = await drawnTexts('heatmap', data);
    expect(texts.filter((text) => /[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]/.test(text))).toEqual([]);
    for (const text of ['stage', 'tissue', 'I (2)', 'Missing']) expect(texts).toContain(text);
  });
});
