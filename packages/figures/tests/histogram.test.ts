import type { ToldFigure } from '@oncoloom/tool-kit';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { FigureData, FigureStyle } from '../src/data/types.ts';
import { drawFigure } from '../src/file/index.tsx';
import { layout } from '../src/kinds/histogram/layout.ts';
import { Picture } from '../src/kinds/histogram/picture.tsx';
import { overlap } from '../src/plot/place-labels.ts';
import { textWidth } from '../src/text/measure.ts';
import { UNITS_PER_INCH } from '../src/text/typeface.ts';

const FIGURE: ToldFigure = {
  title: 'P 值分布',
  chart: 'histogram',
  tables: { bins: 'bins' },
  columns: { from: 'from', to: 'to', count: 'count' },
  alternative: '',
  style: {},
};
const P_STYLE = { show_expected: true, first_color: '#0B6E69', bar_color: '#8fa3ad' };
const SIZE = { width: (85 / 25.4) * UNITS_PER_INCH, height: (65 / 25.4) * UNITS_PER_INCH };

function dataOf(
  counts: readonly number[],
  style: FigureStyle = P_STYLE,
  words: FigureData['words'] = {},
  width = 1 / counts.length,
): FigureData {
  const columns = {
    from: Float64Array.from(counts, (_, i) => i * width),
    to: Float64Array.from(counts, (_, i) => (i + 1) * width),
    count: Float64Array.from(counts),
  };
  return { figure: FIGURE, tables: { bins: { rowCount: counts.length, columns, order: ['from', 'to', 'count'] } }, style, words };
}

const PEAK = [930, 460, ...Array.from({ length: 18 }, (_, i) => 400 + ((i * 37) % 50))];
const HILL = Array.from({ length: 20 }, (_, i) => (i > 14 ? 900 : 500));

describe('histograms', () => {
  it('mark the place of an empty bar that is told of', () => {
    const placed = layout(dataOf([930, 0, 2, 40]), SIZE);
    const marked = (active: number | null) =>
      renderToStaticMarkup(createElement(Picture, { layout: placed, id: 'a', active, vector: true })).match(/<rect[^>]*>/g)?.length;
    expect(marked(1)).toBe((marked(null) ?? 0) + 1);
    expect(marked(0)).toBe(marked(null));
  });

  it('have bars from 0 to their counts, side by side', () => {
    const { bars, frame } = layout(dataOf(PEAK), SIZE);
    expect(bars).toHaveLength(20);
    bars.forEach(({ x, y, width, height }, i) => {
      expect(y).toBeCloseTo(frame.y(PEAK[i] as number), 9);
      expect(y + height).toBeCloseTo(frame.plot.y + frame.plot.height, 9);
      expect(x + width).toBeLessThan(bars[i + 1]?.x ?? Number.POSITIVE_INFINITY);
    });
    expect(bars.map(({ colour }) => colour).slice(0, 2)).toEqual(['#0B6E69', '#8fa3ad']);
    expect(frame.yTicks.length).toBeGreaterThanOrEqual(4);
  });

  it('reach each bin by keys and by pointer, low bars too', () => {
    const found = layout(dataOf(PEAK), SIZE);
    expect(found.stops).toEqual([...PEAK.keys()]);
    for (const item of found.stops) expect(found.hit({ x: found.anchor(item).x, y: found.frame.plot.y + 2 })).toBe(item);
    expect(found.hit({ x: 2, y: 50 })).toBeNull();
    expect(found.describe(1)).toEqual({
      name: 'P 值 0.05–0.10',
      italic: false,
      tag: '',
      rows: [
        ['基因数', '460'],
        ['没有差异时约', '453'],
      ],
    });
  });

  it('say what the first bin and the line are, in both languages', () => {
    const texts = (style: FigureStyle) => {
      const { frame, expected } = layout(dataOf(PEAK, { ...P_STYLE, ...style }), SIZE);
      return [frame.legend.entries.map(({ label }) => label), expected?.text, frame.titles.x.lines, frame.titles.y.lines];
    };
    expect(texts({})).toEqual([['P < 0.05'], '若没有差异，每格约 453 个', ['P 值'], ['基因数']]);
    expect(texts({ figure_language: 'en', said: ['P 值', 'P value', '基因数', 'Number of genes'] })).toEqual([
      ['P < 0.05'],
      'About 453 per bin if nothing differs',
      ['P value'],
      ['Number of genes'],
    ]);
    expect(layout(dataOf(PEAK, P_STYLE, { row_subject: 'probe' }), SIZE).frame.titles.y.lines).toEqual(['探针数']);
  });

  it('write the words of the line over no bar, within the figure', () => {
    const every = { peak: PEAK, hill: HILL, ends: HILL.map((count, i) => (i < 5 ? 900 : count)), even: PEAK.map(() => 300), one: [7] };
    for (const [name, counts] of Object.entries(every)) {
      const { bars, expected, frame } = layout(dataOf(counts), SIZE);
      const { textX, textY, text } = expected ?? { textX: 0, textY: 0, text: '' };
      const { size } = frame.typeface;
      const box = { x: textX, y: textY - size * 0.8, width: textWidth(text, frame.typeface), height: size * 0.8 };
      expect(
        bars.filter((bar) => overlap(bar, box) > 0),
        name,
      ).toEqual([]);
      expect(box.x, name).toBeGreaterThanOrEqual(frame.plot.x);
      expect(box.x + box.width, name).toBeLessThanOrEqual(SIZE.width);
      expect(box.y, name).toBeGreaterThanOrEqual(frame.plot.y - 1);
    }
    // Low bars at the left: the words stand on the line there.
    const { expected } = layout(dataOf(HILL), SIZE);
    expect((expected?.y ?? 0) - (expected?.textY ?? 0)).toBe(6);
  });

  it('have neither a line nor a key of their own where they are not of P values', () => {
    const plain = layout(dataOf([3, 9, 4], { bar_color: '#0B6E69', axis_title_x: '标准差（log~2~）' }, {}, 0.5), SIZE);
    expect(plain.expected).toBeNull();
    expect(plain.frame.legend.entries).toEqual([]);
    expect(plain.describe(2).name).toBe('标准差（log2） 1.00–1.50');
  });

  it('leave out bins without numbers, and say why nothing is drawn', () => {
    expect(layout(dataOf([3, Number.NaN, 4]), SIZE).bars).toHaveLength(2);
    expect(() => layout(dataOf([0, 0, 0]), SIZE)).toThrow('没有可画的基因');
    expect(() => layout(dataOf([]), SIZE)).toThrow('没有可画的基因');
    expect(() => layout(dataOf(PEAK), { width: 300, height: 60 })).toThrow('图的高度画不下');
  });

  it('are whole in a file', async () => {
    const { svg } = await drawFigure('histogram', dataOf(PEAK, { ...P_STYLE, plot_pdf_width: 85 / 25.4, plot_pdf_height: 65 / 25.4 }), []);
    expect(svg.match(/fill="#8fa3ad"/g)).toHaveLength(19);
    for (const text of ['若没有差异，每格约 453 个', '基因数', 'P 值']) expect(svg).toContain(`>${text}<`);
  });
});
