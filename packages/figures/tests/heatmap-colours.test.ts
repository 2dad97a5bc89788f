import { describe, expect, it } from 'vitest';
import { layout } from '../src/kinds/heatmap/layout.ts';
import {
  type ColourScale,
  colourRamp,
  rampStep,
  scaleColours,
  scaleOf,
  scaleStops,
  scaleTicks,
  usableScale,
  Z_SCALE,
} from '../src/plot/colour-scale.ts';
import { textWidth } from '../src/text/measure.ts';
import { typefaceOf } from '../src/text/typeface.ts';
import { figureData, tableFrom } from './support/figures.ts';

const scaleFrom = (low: number, high: number, middle: number | null): ColourScale => ({ title: '', low, high, middle });
const textsOf = (scale: ColourScale, length = 126) => scaleTicks(scale, length, () => 10).map(({ text }) => text);

describe('colours of a heatmap', () => {
  const ramp = colourRamp(scaleColours(Z_SCALE, '#3f59d8', '#f2384a'));

  it('of z values end where 98% of them do, as far on both sides', () => {
    const values = Float64Array.from({ length: 1001 }, (_, i) => i / 1000 - 0.3);
    const { low, high } = usableScale(Z_SCALE, values);
    expect(high).toBeCloseTo(0.68, 10);
    expect(low).toBe(-high);
    const far = Float64Array.from([...Array.from({ length: 99 }, (_, i) => (i % 2 === 0 ? 1 : -1)), 40]);
    expect(usableScale(Z_SCALE, far)).toMatchObject({ low: -1, high: 1 });
    // Where nearly all are 0 the few others are told apart from them.
    expect(usableScale(Z_SCALE, Float64Array.from([...Array.from({ length: 99 }, () => 0), -3]))).toMatchObject({ low: -3, high: 3 });
  });

  it('of values of one sign leave out 1% at either end', () => {
    const values = Float64Array.from({ length: 101 }, (_, i) => i);
    expect(usableScale(scaleFrom(Number.NaN, Number.NaN, null), values)).toMatchObject({
      low: expect.closeTo(1),
      high: expect.closeTo(99),
    });
  });

  it('are white at the middle, and cut at the ends', () => {
    const scale = scaleFrom(-2.5, 2.5, 0);
    const colour = (z: number) => [...ramp.slice(rampStep(z, scale) * 3, rampStep(z, scale) * 3 + 3)];
    expect(colour(0)).toEqual([255, 255, 255]);
    expect(colour(2.5)).toEqual([0xf2, 0x38, 0x4a]);
    expect(colour(-2.5)).toEqual([0x3f, 0x59, 0xd8]);
    for (const beyond of [9, Number.POSITIVE_INFINITY]) expect(colour(beyond)).toEqual(colour(2.5));
    expect(colour(Number.NEGATIVE_INFINITY)).toEqual(colour(-2.5));
  });

  it('run straight from one to the other without a middle', () => {
    const scale = scaleFrom(2, 12, null);
    const grey = colourRamp(scaleColours(scale, '#ffffff', '#000000'));
    expect([2, 7, 12, 0].map((value) => grey[rampStep(value, scale) * 3])).toEqual([255, 128, 0, 255]);
  });

  it('keep white at the middle of uneven sides, also in the legend, which is even in its values', () => {
    const scale = scaleFrom(-0.25, 1, 0);
    expect([-0.25, -0.125, 0, 0.5, 1].map((value) => rampStep(value, scale))).toEqual([0, 64, 128, 192, 256]);
    expect(scaleStops(scale, ramp)).toEqual([
      { offset: 0, colour: '#3f59d8' },
      { offset: 0.2, colour: '#ffffff' },
      { offset: 1, colour: '#f2384a' },
    ]);
  });

  it('begin in the legend at the colour of the lowest value where the middle lies below it', () => {
    const [first, last, ...more] = scaleStops(scaleFrom(0.5, 1, 0), colourRamp(scaleColours(Z_SCALE, '#000000', '#ff0000')));
    expect([first, last, more]).toEqual([{ offset: 0, colour: '#ff8080' }, { offset: 1, colour: '#ff0000' }, []]);
  });

  it('are one for all values of a scale without width, and the ends beyond it', () => {
    for (const middle of [null, 3]) expect([2, 3, 4].map((value) => rampStep(value, scaleFrom(3, 3, middle)))).toEqual([0, 128, 256]);
    expect(textsOf(scaleFrom(3, 3, null))).toEqual(['3']);
    expect(scaleStops(scaleFrom(3, 3, null), ramp).map(({ offset }) => offset)).toEqual([0, 1]);
  });

  it('take their scale from a table of one row, else that of z values', () => {
    const scale = scaleOf(tableFrom({ title: ['距离'], low: [0], high: [4.5678], middle: [Number.NaN] }));
    expect(scale).toEqual({ title: '距离', low: 0, high: 4.5678, middle: null });
    expect(scaleOf(undefined)).toBe(Z_SCALE);
  });

  it('run over the values where the table tells no ends, and upwards', () => {
    const values = Float64Array.of(4, Number.NaN, 4, Number.POSITIVE_INFINITY);
    expect(usableScale(scaleFrom(Number.NaN, Number.POSITIVE_INFINITY, null), values)).toMatchObject({ low: 4, high: 4 });
    expect(usableScale(scaleFrom(5, 2, null), values)).toMatchObject({ low: 2, high: 5 });
  });
});

describe('numbers of the colour scale', () => {
  it('are about five, round, and even about the middle of z values', () => {
    const z = scaleFrom(-2.5, 2.5, 0);
    expect(textsOf(z)).toEqual(['−2', '−1', '0', '1', '2']);
    const places = scaleTicks(z, 126, () => 10).map(({ share }) => share);
    for (const [i, share] of places.entries()) expect(share).toBeCloseTo(0.1 + 0.2 * i, 10);
    expect(textsOf(scaleFrom(0, 4.5678, null))).toEqual(['0', '1', '2', '3', '4']);
    expect(textsOf(scaleFrom(-0.25, 1, 0))).toEqual(['−0.2', '0', '0.2', '0.4', '0.6', '0.8', '1.0']);
  });

  it.each([
    ['z values', -2.5, 2.5],
    ['small', 0.000012, 0.000094],
    ['large', -1_234_567, 9_876_543],
    ['far from zero', 100_000_000, 1_000_000_000],
    ['nearly one value', 7.0001, 7.0002],
    ['infinitely small', 1e-300, 2e-300],
  ])('never stand over each other: %s', (_, low, high) => {
    for (const size of [7, 12, 17, 24])
      for (const length of [40, 90, 130, 200])
        for (const extentOf of [() => size * 0.85, (text: string) => (text.length * size) / 2]) {
          const ticks = scaleTicks(scaleFrom(low, high, null), length, extentOf);
          expect(ticks.length).toBeGreaterThan(0);
          for (const [i, tick] of ticks.entries()) {
            expect(tick.share).toBeGreaterThanOrEqual(0);
            expect(tick.share).toBeLessThanOrEqual(1);
            const before = ticks[i - 1];
            if (before === undefined) continue;
            const room = (tick.share - before.share) * length;
            expect(room).toBeGreaterThan((extentOf(tick.text) + extentOf(before.text)) / 2);
          }
        }
  });

  it.each([
    ['bottom', 85],
    ['right', 174],
  ] as const)('are as many in a legend at the %s of a figure of %i mm', (side, mm) => {
    const width = (mm / 25.4) * 72 * (12 / 7);
    const cells = tableFrom({ gene: ['A', 'B'], S1: [0, 2.5], S2: [2.5, -1] });
    const { legend } = layout(figureData('heatmap', { label: 'gene' }, { cells }), { width, height: 400 });
    expect([legend.side, legend.ticks.map(({ text }) => text)]).toEqual([side, ['−2', '−1', '0', '1', '2']]);
  });

  it('stay within the figure, however long they and the title are', () => {
    const cells = tableFrom({ gene: ['A', 'B'], S1: [1e9, 1], S2: [1e8, 7] });
    const scale = tableFrom({ title: ['表达量的标题很长'.repeat(10)], low: [1], high: [1e9], middle: [Number.NaN] });
    const typeface = typefaceOf({});
    for (const width of [413, 845]) {
      const { legend } = layout(figureData('heatmap', { label: 'gene' }, { cells, scale }), { width, height: 400 });
      expect(legend.left + legend.width).toBeLessThanOrEqual(width);
      if (legend.side === 'right') continue;
      for (const { share, text } of legend.ticks) {
        const middle = legend.left + legend.ramp.x + share * legend.ramp.width;
        expect(middle - textWidth(text, typeface) / 2).toBeGreaterThanOrEqual(0);
        expect(middle + textWidth(text, typeface) / 2).toBeLessThanOrEqual(width);
      }
    }
  });
});
