import { CURVES_BY_TIME, REFERENCE_LINES } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { layout, screenHeight } from '../src/kinds/curve-bands/layout.ts';
import { drawnTexts, figureData, tableFrom, UGLY_NAMES } from './support/figures.ts';

const COLUMNS = { series: 'series', x: 'x', y: 'y' };
const INTERVALS = { ...COLUMNS, lower: 'low', upper: 'high' };
const LINES = { line: 'line', at: 'at', line_label: 'text' };
const SIZE = { width: 410, height: 360 };

/** An ROC curve of two times, with its corners. */
const ROC = {
  series: ['1 年', '1 年', '1 年', '3 年', '3 年', '3 年'],
  x: [0, 0.2, 1, 0, 0.3, 1],
  y: [0, 0.8, 1, 0, 0.7, 1],
  label: ['1 年 AUC 0.78 (0.70–0.85)', '', '', '3 年 AUC 0.65 (0.55–0.75)', '', ''],
};
const DIAGONAL = { line: ['diagonal'], at: Float64Array.from([Number.NaN]), text: ['随机'] };
const roc = (style = {}) =>
  layout(
    figureData('curve-bands', { ...COLUMNS, ...LINES, label: 'label' }, { curves: tableFrom(ROC), lines: tableFrom(DIAGONAL) }, style),
    SIZE,
  );

/** A curve with its intervals. */
const cv = (style = {}, columns: Record<string, string> = INTERVALS, tables = {}) => {
  const x = Array.from({ length: 60 }, (_, i) => -6 + i * 0.08);
  const y = x.map((at) => 12 + (at + 4) ** 2 / 10);
  const curves = tableFrom({ series: x.map(() => 'CV'), x, y, low: y.map((v) => v - 0.2), high: y.map((v) => v + 0.2) });
  return layout(figureData('curve-bands', columns, { curves, ...tables }, style), SIZE);
};

describe('curves with intervals', () => {
  it('stand where their numbers are, as straight lines', () => {
    const { series, frame } = roc();
    const [first] = series;
    expect(first?.line).toHaveLength(1);
    expect(first?.line[0]?.map(([x, y]) => [frame.x.invert(x), frame.y.invert(y)])).toEqual(
      [0, 1, 2].map((i) => [expect.closeTo(ROC.x[i] as number, 9), expect.closeTo(ROC.y[i] as number, 9)]),
    );
  });

  it('stand on a logarithmic axis where the style wants one, as far apart up as down', () => {
    const curves = tableFrom({ series: ['HR', 'HR', 'HR'], x: [1, 2, 3], y: [0.5, 1, 2], low: [0.4, 1, 1.5], high: [0.7, 1, 2.6] });
    const at = (style: Record<string, boolean>) =>
      layout(figureData('curve-bands', INTERVALS, { curves }, style), SIZE).series[0]?.line[0] ?? [];
    const [low, middle, high] = at({ axis_log_y: true }).map(([, y]) => y);
    expect(Number(low) - Number(middle)).toBeCloseTo(Number(middle) - Number(high), 6);
    const [straightLow, straightMiddle, straightHigh] = at({}).map(([, y]) => y);
    expect(Number(straightLow) - Number(straightMiddle)).toBeCloseTo((Number(straightMiddle) - Number(straightHigh)) / 2, 6);
  });

  it('count at 1, 2, 5, 10, … along a logarithmic axis across, at powers of ten where there is no room for more', () => {
    const ticks = (most: number, width: number, style = {}) => {
      const x = Array.from({ length: 20 }, (_, i) => most ** (i / 19));
      const curves = tableFrom({ series: x.map(() => 'SVM'), x, y: x.map((at) => 1 / at) });
      return layout(figureData('curve-bands', COLUMNS, { curves }, { axis_log_x: true, ...style }), {
        width,
        height: 300,
      }).frame.xTicks.map(({ text }) => text);
    };
    expect(ticks(200, 330)).toEqual(['1', '2', '5', '10', '20', '50', '100', '200']);
    expect(ticks(12, 330)).toEqual(['1', '2', '5', '10']);
    expect(ticks(20000, 330)).toEqual(['1', '10', '100', '1,000', '10,000']);
    expect(ticks(200, 330, { axis_log_x: false })[0]).toBe('0');
  });

  it('have strokes on the axis where single values lie, each place once, none beyond the plot', () => {
    const rug = (values: number[]) => cv({}, { ...INTERVALS, rug: 'value' }, { rug: tableFrom({ value: values }) });
    const { rug: path, frame } = rug([-4, -4, -2, 400, Number.NaN]);
    const places = [...path.matchAll(/M([\d.]+),/g)].map(([, x]) => Number(x));
    expect(places).toHaveLength(2);
    expect(places[0]).toBeCloseTo(frame.x(-4), 0);
    expect(places[1]).toBeCloseTo(frame.x(-2), 0);
    expect(cv().rug).toBe('');
  });

  it('go in steps that keep a value until the next', () => {
    const { series, frame } = roc({ curve_mode: 'step' });
    const corners = series[0]?.line[0]?.map(([x, y]) => [frame.x.invert(x), frame.y.invert(y)].map((v) => Number(v.toFixed(6)) + 0));
    expect(corners).toEqual([
      [0, 0],
      [0.2, 0],
      [0.2, 0.8],
      [1, 0.8],
      [1, 1],
    ]);
  });

  it('keep their names whole beside numbers in the legend of a narrow figure', () => {
    const markers = ['wfns', 's100b', 'ndka'];
    const curves = tableFrom({
      series: markers.flatMap((name) => [name, name, name]),
      x: markers.flatMap(() => [0, 0.1, 1]),
      y: markers.flatMap(() => [0, 0.9, 1]),
      label: markers.flatMap(() => ['AUC 0.731 (0.630–0.833)', '', '']),
    });
    const data = figureData('curve-bands', { ...COLUMNS, label: 'label' }, { curves }, { equal_axes: true });
    for (const width of [240, 310, 420]) {
      const { legend } = layout(data, { width, height: width }).frame;
      expect([width, legend.entries.map(({ label }) => label)]).toEqual([width, markers]);
    }
  });

  it('of shares on equal axes are shown as high as their square needs, on a phone as well', () => {
    const data = (style: Record<string, boolean>) => figureData('curve-bands', COLUMNS, { curves: tableFrom(ROC) }, style);
    for (const width of [340, 410, 840]) {
      const height = screenHeight(data({ equal_axes: true }), width);
      const { plot } = layout(data({ equal_axes: true }), { width, height }).frame;
      expect([width, Math.abs(plot.width - plot.height)]).toEqual([width, expect.toSatisfy((more: number) => more < 1)]);
      expect(height).toBeLessThanOrEqual(screenHeight(data({}), width));
    }
    expect(screenHeight(data({ equal_axes: true }), 340)).toBeLessThan(screenHeight(data({}), 340));
  });

  it('of shares on equal axes run from 0 to 1 in a square', () => {
    for (const size of [SIZE, { width: 300, height: 420 }, { width: 840, height: 360 }]) {
      const { frame } = layout(figureData('curve-bands', COLUMNS, { curves: tableFrom(ROC) }, { equal_axes: true }), size);
      expect([frame.x.domain, frame.y.domain]).toEqual([
        [0, 1],
        [0, 1],
      ]);
      expect(frame.plot.width).toBeCloseTo(frame.plot.height, 6);
      expect(frame.plot.x + frame.plot.width).toBeLessThanOrEqual(size.width);
    }
  });

  it('say in the legend what the data say of them, each name once', () => {
    const { frame, describe: told } = roc();
    expect(frame.legend.entries.map(({ label, count }) => `${label}|${count}`)).toEqual([
      '1 年|AUC 0.78 (0.70–0.85)',
      '3 年|AUC 0.65 (0.55–0.75)',
      '随机|',
    ]);
    expect(told(0).tag).toBe('AUC 0.78 (0.70–0.85)');
  });

  it('of one year have one colour, whole and dashed, which the style may change for each', () => {
    const curves = tableFrom({
      series: ['验证 1 年', '验证 3 年', '训练集内 1 年', '训练集内 3 年'].flatMap((name) => [name, name]),
      x: [0, 1, 0, 1, 0, 1, 0, 1],
      y: [0, 1, 0, 1, 0, 1, 0, 1],
      year: ['1 年', '1 年', '3 年', '3 年', '1 年', '1 年', '3 年', '3 年'],
    });
    const coloursOf = (columns: Record<string, string>, style = {}) =>
      layout(figureData('curve-bands', { ...COLUMNS, ...columns }, { curves }, style), SIZE).series.map(({ colour }) => colour);
    const [first, third, ...others] = coloursOf({ kin: 'year' });
    expect(others).toEqual([first, third]);
    expect(first).not.toBe(third);
    expect(new Set(coloursOf({})).size).toBe(4);
    expect(coloursOf({ kin: 'year' }, { group_colours: ['训练集内 1 年', '#123456'] })).toEqual([first, third, '#123456', third]);
    // A result of a version without the column is drawn as before.
    expect(new Set(coloursOf({ kin: 'absent' })).size).toBe(4);
  });

  it('have no legend over a curve', () => {
    for (const mode of ['line', 'step', 'points']) {
      const { frame, series } = roc({ curve_mode: mode, equal_axes: true });
      const { box, position } = frame.legend;
      if (position === 'above') continue;
      const within = series
        .flatMap(({ line, points }) => [...line.flat(), ...points])
        .filter(([x, y]) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height);
      expect(within).toEqual([]);
    }
    // Curves in every corner.
    const x = Array.from({ length: 400 }, (_, i) => (i % 20) / 19);
    const everywhere = tableFrom({ series: x.map((_, i) => (i < 200 ? '甲' : '乙')), x, y: x.map((_, i) => Math.floor(i / 20) / 19) });
    expect(layout(figureData('curve-bands', COLUMNS, { curves: everywhere }, { curve_mode: 'points' }), SIZE).frame.legend.position).toBe(
      'above',
    );
  });

  it('draw intervals as a band along a line and as bars of points', () => {
    const [line] = cv().series;
    expect([line?.bands.length, line?.bands[0]?.length, line?.bars.length]).toEqual([1, 120, 0]);
    const drawn = cv({ curve_mode: 'points' });
    expect([drawn.series[0]?.bands.length, drawn.series[0]?.bars.length]).toEqual([0, 60]);
    const bar = drawn.series[0]?.bars[0];
    expect(drawn.frame.y.invert(bar?.low ?? 0)).toBeCloseTo(12.2, 9);
    expect(drawn.frame.y.invert(bar?.high ?? 0)).toBeCloseTo(12.6, 9);
    expect(cv({ curve_interval: 'none' }).series[0]?.bands).toEqual([]);
  });

  it('are parted where a value is missing', () => {
    const curves = tableFrom({ series: ['a', 'a', 'a', 'a', 'a'], x: [1, 2, 3, 4, 5], y: [1, 2, Number.NaN, 4, 5] });
    const { series, stops } = layout(figureData('curve-bands', COLUMNS, { curves }), SIZE);
    expect(series[0]?.line.map((part) => part.length)).toEqual([2, 2]);
    expect(stops).toEqual([0, 4]);
  });

  it('put lines of reference and their names where they belong, off each other', () => {
    const lines = tableFrom({ line: ['vertical', 'vertical', 'horizontal'], at: [-4, -3.9, 12.5], text: ['λ.min', 'λ.1se', '界线'] });
    const { lineLabels, lines: paths, frame } = cv({}, { ...INTERVALS, ...LINES }, { lines });
    expect(paths[0]).toBe(`M${frame.x(-4)},${frame.plot.y}V${frame.plot.y + frame.plot.height}`);
    expect(paths).toHaveLength(3);
    expect(lineLabels.map(({ text }) => text)).toEqual(['λ.min', 'λ.1se']);
    const [min, se] = lineLabels;
    expect(min?.y !== se?.y || Math.abs((min?.x ?? 0) - (se?.x ?? 0)) > 30).toBe(true);
    expect(frame.legend.entries.map(({ label }) => label)).toContain('界线');
  });

  it('have numbers over the plot at their places, the same of both rows, none on another', () => {
    const at = Array.from({ length: 60 }, (_, i) => -6 + i * 0.08);
    const top = tableFrom({
      x: [...at, ...at],
      n: [...at.map((_, i) => 60 - i), ...at.map(() => 1692)],
      row: [...at.map(() => '基因数'), ...at.map(() => '事件数')],
    });
    const columns = { ...INTERVALS, top_x: 'x', top_text: 'n', top_row: 'row' };
    const drawn = cv({}, columns, { top });
    const [genes, events] = drawn.top.rows.toSorted((a, b) => a.y - b.y);
    expect([genes?.name, events?.name]).toEqual(['基因数', '事件数']);
    expect(genes?.numbers.map(({ x }) => x)).toEqual(events?.numbers.map(({ x }) => x));
    expect(events?.numbers.every(({ text }) => text === '1,692')).toBe(true);
    const xs = events?.numbers.map(({ x }) => x) ?? [];
    expect(Math.min(...xs.slice(1).map((x, i) => x - (xs[i] as number)))).toBeGreaterThan(30);
    for (const { x, text } of genes?.numbers ?? []) {
      const nearest = at.findIndex((one) => Math.abs(drawn.frame.x(one) - x) < 1e-6);
      expect(text).toBe(String(60 - nearest));
    }
  });

  it('have no more room above them for what the floor cuts', () => {
    const curves = tableFrom({ series: ['全部治疗', '全部治疗'], x: [0, 0.99], y: [0.25, -75] });
    const { frame } = layout(figureData('curve-bands', COLUMNS, { curves }, { axis_floor_y: -0.05 }), SIZE);
    expect(frame.y.domain[0]).toBe(-0.05);
    expect(frame.y.domain[1]).toBeLessThan(0.3);
  });

  it('end at a floor that the style sets, and say nothing is lost by it', () => {
    const curves = tableFrom({ series: ['全部治疗', '全部治疗', '全部治疗'], x: [0, 0.5, 0.99], y: [0.4, -0.2, -40] });
    const { frame, cut, note } = layout(figureData('curve-bands', COLUMNS, { curves }, { axis_floor_y: -0.05 }), SIZE);
    expect(frame.y.domain[0]).toBe(-0.05);
    expect([cut, note]).toEqual([true, '']);
  });

  it('are walked along by arrows across, and changed by arrows down', () => {
    const { walk, describe: told } = roc();
    if (walk === undefined) throw new Error('no walk');
    expect(walk(0, { across: 1, down: 0 })).toBe(1);
    expect(walk(2, { across: 1, down: 0 })).toBe(2);
    expect(walk(1, { across: 0, down: 1 })).toBe(4);
    expect(told(4).rows).toEqual([
      ['横轴', '0.3'],
      ['纵轴', '0.7'],
    ]);
    expect(roc().hit({ x: -500, y: 0 })).toBeNull();
  });

  it('are English where that is chosen', async () => {
    const CALLED = Object.fromEntries(
      ['series', 'label', 'text', 'line_label'].map((name) => [name, { codes: { ...CURVES_BY_TIME, ...REFERENCE_LINES } }]),
    );
    const data = figureData(
      'curve-bands',
      { ...COLUMNS, ...LINES, label: 'label' },
      { curves: { ...tableFrom(ROC), words: CALLED }, lines: { ...tableFrom({ ...DIAGONAL, text: ['没有区分力'] }), words: CALLED } },
      { figure_language: 'en', axis_title_x: '1 − Specificity', axis_title_y: 'Sensitivity' },
    );
    const texts = await drawnTexts('curve-bands', data);
    expect(texts).toEqual(expect.arrayContaining(['1 year', '3 years', '1 − Specificity', 'Sensitivity', 'No discrimination']));
    expect(texts.join('')).not.toMatch(/[\u4e00-\u9fff]/);
  });

  it('draw 60 series, one point and ugly names, and say why nothing is drawn', async () => {
    const sixty = Array.from({ length: 120 }, (_, i) => `series of a long name ${i % 60}`);
    const many = layout(
      figureData('curve-bands', COLUMNS, { curves: tableFrom({ series: sixty, x: sixty.map((_, i) => i), y: sixty.map((_, i) => i) }) }),
      SIZE,
    );
    expect(many.series).toHaveLength(60);
    expect(layout(figureData('curve-bands', COLUMNS, { curves: tableFrom({ series: ['a'], x: [1], y: [1] }) }), SIZE).stops).toEqual([
      0, 0,
    ]);
    const ugly = tableFrom({ series: UGLY_NAMES, x: UGLY_NAMES.map((_, i) => i), y: UGLY_NAMES.map(() => 1) });
    expect((await drawnTexts('curve-bands', figureData('curve-bands', COLUMNS, { curves: ugly }))).join('')).not.toContain('<script>');
    const none = tableFrom({ series: ['a'], x: Float64Array.from([Number.NaN]), y: Float64Array.from([1]) });
    expect(() => layout(figureData('curve-bands', COLUMNS, { curves: none }), SIZE)).toThrow(/没有可画的曲线/);
    const wrong = { ...COLUMNS, ...LINES };
    const lines = tableFrom({ line: ['aslant'], at: [1], text: [''] });
    expect(() => layout(figureData('curve-bands', wrong, { curves: tableFrom(ROC), lines }), SIZE)).toThrow(/参考线的种类/);
  });
});
