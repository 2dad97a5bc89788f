import { commonStyle } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { layout, screenHeight } from '../src/kinds/forest/layout.ts';
import { layoutSheet, loadKind } from '../src/kinds/index.ts';
import { drawnTexts, figureData, tableFrom, UGLY_NAMES } from './support/figures.ts';

const COLUMNS = { label: 'variable', section: 'section', estimate: 'HR', low: 'lower', high: 'upper', p: 'p', n: 'n', events: 'events' };
/** Univariable Cox models of German Breast Cancer Study Group 2 (686 women, 299 events), by coxph of survival 3.5. */
const GBSG2 = {
  variable: ['horTh: yes', 'menostat: Pre', 'tgrade: II', 'tgrade: III', 'age', 'tsize', 'pnodes', 'progrec', 'estrec'],
  section: ['分类变量', '分类变量', '分类变量', '分类变量', '连续变量', '连续变量', '连续变量', '连续变量', '连续变量'],
  n: Array.from({ length: 9 }, () => 686),
  events: Array.from({ length: 9 }, () => 299),
  HR: [0.694884, 0.939271, 2.391202, 3.170052, 0.995525, 1.014949, 1.060354, 0.997232, 0.999054],
  lower: [0.543844, 0.744975, 1.476312, 1.898643, 0.984105, 1.007997, 1.046438, 0.996107, 0.998147],
  upper: [0.887873, 1.18424, 3.873061, 5.292848, 1.007078, 1.021949, 1.074455, 0.998358, 0.999962],
  p: [0.003602, 0.596215, 0.000395, 0.0000102, 0.446158, 0.0000232, 3.5e-18, 0.0000015, 0.041046],
};
const SIZE = { width: 840, height: 400 };
const real = (style = {}, columns: Record<string, string> = COLUMNS) => figureData('forest', columns, { rows: tableFrom(GBSG2) }, style);

const one = (HR: number[], lower: number[], upper: number[], style = {}) => {
  const { label, estimate, low, high } = COLUMNS;
  const numbers = { HR: Float64Array.from(HR), lower: Float64Array.from(lower), upper: Float64Array.from(upper) };
  const table = tableFrom({ variable: HR.map((_, i) => `v${i}`), ...numbers });
  return layout(figureData('forest', { label, estimate, low, high }, { rows: table }, style), SIZE);
};

describe('forest plot', () => {
  const drawn = layout(real(), SIZE);

  it('places estimates on a logarithmic axis', () => {
    for (const [i, row] of drawn.rows.entries()) {
      const at = 10 ** drawn.frame.x.invert(row.mark?.x ?? Number.NaN);
      expect(at).toBeCloseTo(GBSG2.HR[i] as number, 6);
      expect(10 ** drawn.frame.x.invert(row.mark?.high ?? Number.NaN)).toBeCloseTo(GBSG2.upper[i] as number, 6);
    }
    expect(10 ** drawn.frame.x.invert(drawn.reference)).toBeCloseTo(1, 9);
    expect(drawn.frame.xTicks.map(({ text }) => text)).toEqual(expect.arrayContaining(['0.5', '1', '2', '4']));
  });

  it('places differences on a linear axis around 0', () => {
    const { frame, rows, reference } = one([-1, 2], [-2, 1], [0.5, 3], { log_axis: false });
    expect(frame.x.invert(reference)).toBeCloseTo(0);
    expect(frame.x.invert(rows[1]?.mark?.x ?? Number.NaN)).toBeCloseTo(2);
  });

  it('writes the numbers beside, with as many decimals as tell the ends apart', () => {
    expect(drawn.columns.map(({ title }) => title)).toEqual(['例数', '事件', 'HR (95% CI)', '*P*']);
    expect(drawn.columns[2]?.texts.slice(0, 1)).toEqual(['0.69 (0.54–0.89)']);
    expect(drawn.columns[2]?.texts.at(-1)).toBe('0.999 (0.998–1.000)');
  });

  it('writes P as its source does, and no column without a number', () => {
    const none = Float64Array.from({ length: 9 }, () => Number.NaN);
    const p = Float64Array.from(GBSG2.p);
    p[0] = Number.NaN;
    const rows = { ...GBSG2, n: none, p, written: GBSG2.p.map((_, i) => (i === 0 ? '< 0.001' : '')) };
    const { columns } = layout(figureData('forest', { ...COLUMNS, p_text: 'written' }, { rows: tableFrom(rows) }, {}), SIZE);
    expect(columns.map(({ title }) => title)).toEqual(['事件', 'HR (95% CI)', '*P*']);
    expect(columns.at(-1)?.texts.slice(0, 2)).toEqual(['< 0.001', '0.596']);
    const without = layout(figureData('forest', COLUMNS, { rows: tableFrom({ ...GBSG2, p: none }) }, {}), SIZE);
    expect(without.columns.map(({ title }) => title)).not.toContain('*P*');
  });

  it('keeps names, plot and columns apart', () => {
    const { frame, columns } = drawn;
    expect(drawn.labelX).toBeGreaterThan(0);
    expect(frame.plot.x).toBeGreaterThan(drawn.labelX + 60);
    const [n, events, first] = columns;
    // Counts stand before the plot, the estimate and P behind it.
    expect(n?.x).toBeGreaterThan(drawn.labelX + 60);
    expect((events?.x ?? 0) - (n?.x ?? 0)).toBeGreaterThan(20);
    expect(events?.x).toBeLessThan(frame.plot.x);
    expect(first?.x).toBeGreaterThan(frame.plot.x + frame.plot.width);
    expect(columns.at(-1)?.x).toBeLessThanOrEqual(SIZE.width);
  });

  it('colours by the side of the estimate, in the colours of the style', () => {
    expect(drawn.rows.map(({ colour }) => colour).slice(0, 3)).toEqual(['#377eb8', '#377eb8', '#e41a1c']);
    const { rows } = layout(real({ low_hr_color: '#111111', high_hr_color: '#222222' }), SIZE);
    expect(rows.map(({ colour }) => colour).slice(0, 3)).toEqual(['#111111', '#111111', '#222222']);
  });

  it('colours only rows whose whole interval lies on one side where the style wants that', () => {
    const { rows } = layout(real({ grey_uncertain: true }), SIZE);
    const [low, none, high] = [rows[0], rows[1], rows[2]].map((row) => row?.colour);
    expect(new Set([low, none, high]).size).toBe(3);
    expect(rows[4]?.colour).toBe(none);
  });

  it('says what the sides mean, and nothing where one of them has no room', () => {
    expect(drawn.sides.map(({ text }) => text)).toEqual(['← 保护', '危险 →']);
    const [low, high] = drawn.sides;
    expect(low?.x).toBeLessThan(drawn.reference);
    expect(high?.x).toBeGreaterThan(drawn.reference);
    expect(layout(real({ show_sides: false }), SIZE).sides).toEqual([]);
    const right = one([4, 8], [3.9, 7], [4.1, 9]);
    expect(right.sides).toEqual([]);
  });

  it('leaves counts out where the plot would be too narrow, and says so', () => {
    const narrow = layout(real(), { width: 410, height: 400 });
    expect(narrow.columns.map(({ title }) => title)).toEqual(['HR (95% CI)', '*P*']);
    expect(narrow.note).toContain('「例数」和「事件」');
    expect(drawn.note).toBe('');
  });

  it('leaves P and then the estimates out on a phone, and says so', () => {
    const phone = layout(real(), { width: 340, height: 400 });
    expect(phone.columns.map(({ title }) => title)).toEqual(['HR (95% CI)']);
    expect(phone.frame.plot.width).toBeGreaterThanOrEqual(60);
    expect(phone.note).toContain('「例数」和「事件」和「P」');
    const narrow = layout(real(), { width: 200, height: 400 });
    expect(narrow.columns).toEqual([]);
    expect(narrow.note).toContain('「HR (95% CI)」');
  });

  it('has room for a single row', () => {
    const { label, estimate, low, high } = COLUMNS;
    const rows = tableFrom({ variable: ['v'], HR: Float64Array.of(2), lower: Float64Array.of(1), upper: Float64Array.of(3) });
    const data = figureData('forest', { label, estimate, low, high }, { rows });
    expect(layout(data, { width: 340, height: screenHeight(data) }).rows).toHaveLength(1);
  });

  it('is in print as high as its rows need, until somebody chooses a height', async () => {
    const sixty = Array.from({ length: 60 }, (_, i) => 1 + i / 60);
    const rows = tableFrom({
      variable: sixty.map((_, i) => `GENE${i}`),
      HR: sixty,
      lower: sixty.map((v) => v * 0.8),
      upper: sixty.map((v) => v * 1.2),
    });
    const { label, estimate, low, high } = COLUMNS;
    const fields = commonStyle({ width: 6.85, height: 3 });
    const sheetOf = async (height: number) => {
      const data = figureData('forest', { label, estimate, low, high }, { rows }, { plot_pdf_width: 6.85, plot_pdf_height: height });
      return layoutSheet(await loadKind('forest'), { ...data, figure: { ...data.figure, style: fields } }, [], true);
    };
    const [own, chosen] = [await sheetOf(3), await sheetOf(4)];
    expect(own.inches.height).toBeGreaterThan(7);
    expect(own.inches.height).toBeLessThan(12);
    expect(own.drawn.note).toBe('');
    expect(chosen.inches.height).toBe(4);
    expect(chosen.drawn.note).toContain('图高只放得下');
  });

  it('ends an interval that knows nothing in an arrow, and keeps the others readable', () => {
    const { rows, frame } = one([1.2, 5], [0.9, 0], [1.6, Number.POSITIVE_INFINITY]);
    expect(rows[1]?.mark?.beyond).toEqual({ low: true, high: true });
    expect(rows[1]?.mark?.high).toBeCloseTo(frame.plot.x + frame.plot.width);
    expect((rows[0]?.mark?.high ?? 0) - (rows[0]?.mark?.low ?? 0)).toBeGreaterThan(20);
  });

  it('leaves rows without an estimate unmarked and says why in the column', () => {
    const { rows, columns } = one([Number.NaN, 2], [Number.NaN, 1], [Number.NaN, 4]);
    expect([rows[0]?.mark, columns[0]?.texts[0]]).toEqual([null, '不可估计']);
    const table = tableFrom({
      variable: ['I 级', 'II 级'],
      HR: Float64Array.from([Number.NaN, 2]),
      lower: Float64Array.from([Number.NaN, 1]),
      upper: Float64Array.from([Number.NaN, 4]),
      remark: ['参照', ''],
    });
    const { label, estimate, low, high } = COLUMNS;
    const drawnRows = layout(figureData('forest', { label, estimate, low, high, remark: 'remark' }, { rows: table }), SIZE);
    expect(drawnRows.columns[0]?.texts).toEqual(['参照', '2.00 (1.00–4.00)']);
  });

  it('keeps the others readable beside an interval that knows nothing', () => {
    const { rows, frame } = one([0.5, 1.2, 2], [0.4, 0.9, 0.01], [0.7, 1.6, 900]);
    expect(rows[2]?.mark?.beyond).toEqual({ low: true, high: true });
    expect((rows[0]?.mark?.high ?? 0) - (rows[0]?.mark?.low ?? 0)).toBeGreaterThan(frame.plot.width / 8);
  });

  it('says how many rows have no room', () => {
    const many = Array.from({ length: 200 }, (_, i) => 1 + i / 100);
    const { rows, note, sections } = one(
      many,
      many.map((v) => v / 2),
      many.map((v) => v * 2),
    );
    expect(rows.length).toBeLessThan(40);
    expect(sections.at(-1)?.text).toBe(`另有 ${200 - rows.length} 行放不下`);
    expect(note).toContain(`前 ${rows.length} 行`);
    const gaps = rows.slice(1).map(({ y }, i) => y - (rows[i]?.y ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(drawn.frame.typeface.size * 1.1);
  });

  it('is as high on screen as its rows', () => {
    expect(screenHeight(real())).toBeGreaterThan(11 * 20);
  });

  it('is English where that is chosen, but for the user’s own names', async () => {
    const texts = await drawnTexts('forest', real({ figure_language: 'en', plot_pdf_width: 6.85 }));
    expect(texts).toContain('Events');
    expect(texts.filter((text) => /[\u4e00-\u9fff]/.test(text))).toEqual(['分类变量', '连续变量']);
  });

  it('draws one row, equal rows and ugly names', async () => {
    expect(one([1], [1], [1]).rows[0]?.mark?.x).toBeGreaterThan(0);
    const { label, estimate, low, high } = COLUMNS;
    const values = UGLY_NAMES.map(() => 2);
    const data = figureData(
      'forest',
      { label, estimate, low, high },
      {
        rows: tableFrom({ variable: UGLY_NAMES, HR: values, lower: values.map(() => 1), upper: values.map(() => 4) }),
      },
    );
    const texts = await drawnTexts('forest', data);
    expect(texts).toContain('中文名');
    expect(texts.join('')).not.toContain('<script>');
    expect(texts.some((text) => text.endsWith('…') && text.startsWith('xxx'))).toBe(true);
  });

  it('says why nothing is drawn', () => {
    expect(() => one([], [], [])).toThrow(/没有/);
  });
});
