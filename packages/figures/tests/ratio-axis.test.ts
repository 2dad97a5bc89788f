import { describe, expect, it } from 'vitest';
import { ratioSpan, ratioTicks } from '../src/plot/axes/ratio-axis.ts';
import { linearScale } from '../src/plot/axes/scale.ts';

const column = (...values: number[]) => Float64Array.from(values);

describe('the axis of ratios', () => {
  it('holds every interval and HR = 1', () => {
    const [low, high] = ratioSpan(column(2, 3), column(1.5, 2), column(4, 8)).map((power) => 10 ** power) as [number, number];
    expect(low).toBeLessThan(1);
    expect(low).toBeGreaterThan(0.8);
    expect(high).toBeGreaterThan(8);
    expect(high).toBeLessThan(10);
  });

  it('is not pressed flat by an interval that knows nothing, but shows every ratio', () => {
    const [low, high] = ratioSpan(column(2, 30), column(1e-9, 5), column(1e9, 400)).map((power) => 10 ** power) as [number, number];
    expect(low).toBeGreaterThan(0.01);
    expect(high).toBeGreaterThan(30);
    expect(high).toBeLessThan(60);
  });

  it('has ticks at halves and doubles of 1, in steps of four where they are many', () => {
    const texts = (low: number, high: number) =>
      ratioTicks(linearScale([Math.log10(low), Math.log10(high)], [200, 0]), undefined, () => 20).map(({ text }) => text);
    expect(texts(0.4, 5)).toEqual(['0.5', '1', '2', '4']);
    expect(texts(0.2, 30)).toEqual(['0.25', '1', '4', '16']);
    // No two of them nearer than their texts are high.
    expect(texts(1e-300, 1e300).length).toBeLessThanOrEqual(11);
    expect(texts(1e-300, 1e300)).toContain('1');
  });
});
