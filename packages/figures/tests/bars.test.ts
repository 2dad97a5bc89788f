import type { ToldFigure } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import type { FigureData, FigureStyle } from '../src/data/types.ts';
import { drawFigure } from '../src/file/index.tsx';
import { layout, screenHeight } from '../src/kinds/bars/layout.ts';
import { overlap, type Rect } from '../src/plot/place-labels.ts';
import { textWidth } from '../src/text/measure.ts';
import { UNITS_PER_INCH } from '../src/text/typeface.ts';

const ONE = 85 / 25.4;
const TWO = 174 / 25.4;

interface Row {
  label: string;
  value: number;
  group?: string;
  facet?: string;
  limit?: number;
  colour?: string;
}

const direction = (declared: 'horizontal' | 'vertical') =>
  ({ kind: 'choice', label: '', default: declared, options: [] }) satisfies ToldFigure['style'][string];
const title = (text: string) => ({ kind: 'text', label: '', default: text, maxLength: 120 }) satisfies ToldFigure['style'][string];

function dataOf(rows: readonly Row[], edits: FigureStyle, declared: 'horizontal' | 'vertical' = 'vertical'): FigureData {
  const roles = (['label', 'value', 'group', 'facet', 'limit', 'colour'] as const).filter((role) =>
    rows.some((row) => row[role] !== undefined),
  );
  const columns = Object.fromEntries(
    (rows.length === 0 ? (['label', 'value'] as const) : roles).map((role) => {
      const cells = rows.map((row) => row[role]);
      const numeric = role === 'value' || role === 'limit';
      return [role, numeric ? Float64Array.from(cells, (cell) => Number(cell)) : cells.map((cell) => String(cell ?? ''))] as const;
    }),
  );
  const figure: ToldFigure = {
    title: '条形图',
    chart: 'bars',
    tables: { bars: 'bars' },
    columns: { label: 'label', value: 'value', ...Object.fromEntries(roles.map((role) => [role, role])) },
    alternative: '',
    style: {
      bar_direction: direction(declared),
      axis_title_x: title('比值'),
      axis_title_y: title(''),
      up_color: { kind: 'colour', label: '正相关', default: '#D55E00' },
      down_color: { kind: 'colour', label: '负相关', default: '#0072B2' },
    },
  };
  return {
    figure,
    tables: { bars: { rowCount: rows.length, columns, order: Object.keys(columns) } },
    style: { bar_direction: declared, bar_mode: 'grouped', axis_title_x: '比值', ...edits },
    words: {},
  };
}

const sizeOf = (width: number, height: number) => ({ width: width * UNITS_PER_INCH, height: height * UNITS_PER_INCH });

function ratios(count: number, name = (i: number) => `GSM${1000 + i}`): Row[] {
  return ['距离之和', 'KS 距离', 'Hoeffding D'].flatMap((facet, f) =>
    Array.from({ length: count }, (_, i) => {
      const value = i === 0 ? 2.4 : 0.1 + ((i * 7 + f) % 10) / 11;
      return { label: name(i), value, group: value > 1 ? '超过阈值' : '未超过', facet, limit: 1 };
    }),
  );
}

const lineOf = (count: number, value = (i: number) => i + 1): Row[] =>
  Array.from({ length: count }, (_, i) => ({ label: `S${i}`, value: value(i) }));

/** What the number of a bar covers. */
function boxes({ values, valueTypeface }: ReturnType<typeof layout>): Rect[] {
  const { size } = valueTypeface;
  return values.map(({ x, y, text, anchor, turned }) => {
    const width = textWidth(text, valueTypeface);
    const before = anchor === 'start' ? 0 : anchor === 'end' ? width : width / 2;
    return turned
      ? { x: x - size / 2, y: y - (width - before), width: size, height: width }
      : { x: x - before, y: y - size * 0.45, width, height: size * 0.9 };
  });
}

const touching = (list: readonly Rect[]) => list.flatMap((one, i) => list.slice(i + 1).filter((other) => overlap(one, other) > 0));

describe('figures of bars', () => {
  it('give each bar the colour that its row names, outlined and without a key, and grey where it names none', async () => {
    const rows: Row[] = [
      { label: 'turquoise', value: 3, colour: '#40e0d0' },
      { label: 'white', value: 2, colour: '#ffffff' },
      { label: 'odd', value: 1, colour: 'url(#x)' },
    ];
    const { fills, frame } = layout(dataOf(rows, {}), sizeOf(ONE, 3));
    expect(fills.map(({ colour, rects }) => [colour, rects.length])).toEqual([
      ['#40e0d0', 1],
      ['#ffffff', 1],
      ['#E4E9EB', 1],
    ]);
    expect(frame.legend.entries).toEqual([]);
    const { svg } = await drawFigure('bars', dataOf(rows, {}), []);
    expect(svg).toMatch(/fill="#ffffff"[^>]*stroke="#7d8b92"/);
    expect((await drawFigure('bars', dataOf([{ label: 'a', value: 1 }], {}), [])).svg).not.toContain('stroke="#7d8b92"');
  });

  it('name the line that crosses the bars, and write both languages', () => {
    const stacked = { bar_mode: 'stacked' };
    const said = [
      '未超过',
      'Within threshold',
      '超过阈值',
      'Above threshold',
      '阈值',
      'Threshold',
      '距离之和',
      'Sum of distances',
      'KS 距离',
      'KS distance',
    ];
    const legend = (style: FigureStyle) =>
      layout(dataOf(ratios(5), { ...stacked, ...style }, 'horizontal'), sizeOf(TWO, 4)).frame.legend.entries.map(({ label, mark }) => [
        label,
        mark,
      ]);
    expect(legend({})).toEqual([
      ['未超过', 'square'],
      ['超过阈值', 'square'],
      ['阈值', 'dashes'],
    ]);
    expect(legend({ figure_language: 'en', said }).map(([label]) => label)).toEqual(['Within threshold', 'Above threshold', 'Threshold']);
    const english = layout(dataOf(ratios(5), { ...stacked, figure_language: 'en', said }, 'horizontal'), sizeOf(TWO, 4));
    expect(english.panels.panels.map(({ name }) => name)).toEqual(['Sum of distances', 'KS distance', 'Hoeffding D']);
  });

  it('tell the colours of the signs that occur', () => {
    const labels = (values: number[]) =>
      layout(
        dataOf(
          lineOf(2, (i) => values[i] as number),
          {},
        ),
        sizeOf(ONE, 3),
      ).frame.legend.entries.map(({ label }) => label);
    expect(labels([1, -1])).toEqual(['正相关', '负相关']);
    expect(labels([-2, -1])).toEqual(['负相关']);
  });

  it('find every bar by pointer and by keys, and say what it is', () => {
    const found = layout(dataOf(ratios(8), { bar_mode: 'stacked' }, 'horizontal'), sizeOf(TWO, 4));
    expect(found.stops).toHaveLength(24);
    for (const item of found.stops) {
      const { x, y, width, height } = found.rects[item] as Rect;
      expect(found.hit({ x: x + width / 2, y: y + height / 2 })).toBe(item);
    }
    expect(found.describe(8)).toEqual({
      name: 'GSM1000',
      italic: false,
      tag: '超过阈值',
      rows: [
        ['图', 'KS 距离'],
        ['数值', '2.40'],
      ],
    });
    expect([found.find('gsm1003'), found.find('GSM9'), found.named(3)]).toEqual([3, null, 'GSM1003']);
  });

  it('make names smaller before they touch, and count them where they would be too small', () => {
    const left = (count: number, style: FigureStyle = {}) => {
      const placed = layout(dataOf(lineOf(count), { ...style }, 'horizontal'), sizeOf(ONE, 4));
      return { names: placed.left, title: placed.frame.titles.y.lines, band: placed.panels.panels[0]?.y };
    };
    expect(left(10).names?.typeface.size).toBe(12);
    const close = left(40);
    expect(close.names?.texts).toHaveLength(40);
    expect(close.names?.typeface.size).toBeLessThan(Math.abs((close.band?.(2) ?? 0) - (close.band?.(1) ?? 0)));
    expect(close.names?.typeface.size).toBeGreaterThanOrEqual((5 * 12) / 7);
    expect(left(200)).toMatchObject({ names: { texts: [] }, title: ['200 个样本'] });
    expect(left(200, { figure_language: 'en' }).title).toEqual(['200 samples']);
    expect(layout(dataOf(lineOf(200), { axis_title_x: '' }), sizeOf(ONE, 3)).frame.titles.x.lines).toEqual(['200 个样本']);
  });

  it('write numbers beyond the bars, within the plot, none over another', () => {
    for (const way of ['horizontal', 'vertical'] as const) {
      for (const count of [1, 2, 12, 24]) {
        const placed = layout(
          dataOf(
            lineOf(count, (i) => (i - count / 3) * 1000.25),
            { show_values: true },
            way,
          ),
          sizeOf(ONE, 4),
        );
        const { plot } = placed.frame;
        expect(placed.values, `${way} ${count}`).toHaveLength(count);
        for (const { x, y, width, height } of boxes(placed)) {
          expect(y).toBeGreaterThanOrEqual(plot.y - 0.5);
          expect(y + height).toBeLessThanOrEqual(plot.y + plot.height + 0.5);
          expect(x + width).toBeLessThanOrEqual(plot.x + plot.width + 0.5);
          expect(x).toBeGreaterThanOrEqual(plot.x - 0.5);
        }
        expect(touching(boxes(placed)), `${way} ${count}`).toEqual([]);
      }
    }
  });

  it('leave out numbers without room and say how many', () => {
    const placed = layout(dataOf(lineOf(120), { show_values: true }), sizeOf(ONE, 3));
    expect(placed.values).toEqual([]);
    expect(placed.note).toContain('120 个数值写不下');
  });

  it('write and tell of none where numbers are not asked for', () => {
    for (const count of [1, 4, 120]) {
      const placed = layout(dataOf(lineOf(count), { show_values: false }), sizeOf(ONE, 3));
      expect(placed.values).toEqual([]);
      expect(placed.note).not.toContain('写不下');
    }
  });

  it('write numbers of piled bars within them, and those alone on their pile beyond', () => {
    const rows: Row[] = [
      { label: 'a', value: 50, group: 'x' },
      { label: 'a', value: 1, group: 'y' },
      { label: 'b', value: 30, group: 'y' },
    ];
    const placed = layout(dataOf(rows, { show_values: true, bar_mode: 'stacked' }, 'horizontal'), sizeOf(ONE, 2));
    expect(placed.values.map(({ text, anchor }) => [text, anchor])).toEqual([
      ['50', 'middle'],
      ['30', 'start'],
    ]);
    expect(placed.note).toContain('1 个数值写不下');
  });

  it('clear the line under a number that stands over it', () => {
    const placed = layout(
      dataOf(
        [
          { label: 'a', value: 0.98, limit: 1 },
          { label: 'b', value: 0.2, limit: 1 },
        ],
        { show_values: true },
        'horizontal',
      ),
      sizeOf(ONE, 3),
    );
    expect(placed.values.map(({ ground }) => ground !== null)).toEqual([true, false]);
  });

  it('take the title of the values with them when they are turned', () => {
    const titles = (edits: FigureStyle) => {
      const { frame } = layout(dataOf(lineOf(3), edits, 'horizontal'), sizeOf(ONE, 3));
      return [frame.titles.x.lines, frame.titles.y.lines];
    };
    expect(titles({})).toEqual([['比值'], []]);
    expect(titles({ bar_direction: 'vertical' })).toEqual([[], ['比值']]);
    expect(titles({ bar_direction: 'vertical', axis_title_x: '我的' })).toEqual([['我的'], []]);
  });

  it('leave room of a screen for each row of panels', () => {
    const data = dataOf(ratios(40), {}, 'horizontal');
    expect(screenHeight(data, 360)).toBeGreaterThan(3 * 40 * 12);
    expect(screenHeight(data, 1100)).toBeLessThan(screenHeight(data, 360));
  });

  it('draw what is odd: one bar, zeros, missing and infinite values, long, Chinese and right-to-left names', () => {
    expect(layout(dataOf(lineOf(1), {}), sizeOf(ONE, 3)).stops).toEqual([0]);
    expect(
      layout(
        dataOf(
          lineOf(3, () => 0),
          {},
        ),
        sizeOf(ONE, 3),
      ).panels.panels[0]?.y.domain,
    ).toEqual([0, 1]);
    const odd = layout(
      dataOf(
        lineOf(4, (i) => [1, Number.NaN, Number.POSITIVE_INFINITY, 2][i] as number),
        {},
      ),
      sizeOf(ONE, 3),
    );
    expect(odd.stops).toHaveLength(2);
    expect(odd.note).toContain('2 个数值缺失');
    const names = ['肝癌组织'.repeat(20), 'x'.repeat(80), 'שלום עולם', 'a\u0007b'];
    for (const width of [ONE, TWO]) {
      const { left, panels } = layout(
        dataOf(
          ratios(4, (i) => names[i] as string),
          {},
          'horizontal',
        ),
        sizeOf(width, 6),
      );
      for (const text of left?.texts ?? [])
        expect(textWidth(text, panels.frame.typeface)).toBeLessThanOrEqual(width * UNITS_PER_INCH * 0.4);
      for (const { plot } of panels.panels) expect(plot.width).toBeGreaterThan(30);
    }
  });

  it('say why where there is nothing to draw or no room', () => {
    expect(() => layout(dataOf([], {}), sizeOf(ONE, 3))).toThrow('没有数值可画');
    expect(() =>
      layout(
        dataOf(
          lineOf(2, () => Number.NaN),
          {},
        ),
        sizeOf(ONE, 3),
      ),
    ).toThrow('没有数值可画');
    const many = Array.from({ length: 60 }, (_, i): Row => ({ label: 'a', value: i + 1, group: `一个名字相当长的组 ${i}` }));
    expect(() => layout(dataOf(many, {}), sizeOf(ONE, 1))).toThrow('图的高度画不下');
    expect(layout(dataOf(many, { legend_position: 'none' }), sizeOf(ONE, 1)).stops).toHaveLength(60);
    expect(layout(dataOf(many, {}), sizeOf(ONE, 2)).frame.legend.entries.at(-1)?.label).toMatch(/^另有 \d+ 组$/);
  });

  it('are whole in a file, without what XML cannot hold', async () => {
    const data = dataOf(
      ratios(12, (i) => (i === 2 ? 'a\u0007b' : `芯片 ${i}`)),
      { bar_mode: 'stacked', plot_pdf_width: TWO, plot_pdf_height: 4 },
      'horizontal',
    );
    const { svg } = await drawFigure('bars', data, []);
    expect(svg.match(/<path[^>]*fill="#[0-9A-Fa-f]{6}"/g)?.length).toBeGreaterThanOrEqual(6);
    expect(svg.match(/h[\d.]+v[\d.]+h-[\d.]+Z/g)).toHaveLength(36);
    for (const text of ['>芯片 11<', '>阈值<', '>ab<', '>比值<']) expect(svg).toContain(text);
  });

  it('keep the blank behind what is lowered in a title', async () => {
    const { svg } = await drawFigure('bars', dataOf(lineOf(2), { axis_title_x: 'log~2~ HR' }, 'horizontal'), []);
    expect(svg).toMatch(/xml:space="preserve"> HR</);
  });
});

describe('piles of many types', () => {
  const types = Array.from({ length: 34 }, (_, i) => `Type ${i + 1}`);
  const rows = types.map((group) => ({ label: 'S1', value: 1 / types.length, group }));
  const style = { bar_mode: 'stacked', legend_position: 'right' };
  const size = { width: TWO * UNITS_PER_INCH, height: (112 / 25.4) * UNITS_PER_INCH };

  it('have a colour each, by whatever palette, and all stand in the legend', () => {
    for (const palette of ['default', 'okabe_ito', 'npg', 'jco']) {
      const drawn = layout(dataOf(rows, { ...style, palette }), size);
      expect(new Set(drawn.fills.map(({ colour }) => colour)).size).toBe(34);
      expect(drawn.frame.legend.entries.map(({ name }) => name)).toEqual(types);
    }
  });

  it('keep their names apart in the legend', () => {
    const { entries } = layout(dataOf(rows, style), size).frame.legend;
    const pitch = (entries[1]?.y ?? 0) - (entries[0]?.y ?? 0);
    expect(pitch).toBeGreaterThan(7 * (UNITS_PER_INCH / 72) * 1.1);
    expect(entries.every(({ coloured }) => coloured)).toBe(true);
  });
});
