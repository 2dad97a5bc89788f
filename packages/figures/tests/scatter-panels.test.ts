import { describe, expect, it } from 'vitest';
import { facetsOf } from '../src/data/facets.ts';
import { dispersionPoints, ESTIMATE, FINAL, fittedLine, OUTLIER } from '../src/kinds/dispersion/dispersion-points.ts';
import { formatLogTick, logTicksOf } from '../src/plot/axes/log-ticks.ts';
import { linearScale } from '../src/plot/axes/scale.ts';
import { SYMBOLS, symbolPath } from '../src/plot/symbols.ts';

import { linePoints, spanWithLines } from '../src/points/lines.ts';

const column = (...values: number[]) => Float64Array.from(values);

describe('logarithmic axes', () => {
  const texts = (low: number, high: number, pixels: number) =>
    logTicksOf(linearScale([low, high], [0, pixels]), 70).map((tick) => tick.text);

  it('have whole powers, fewer where they would stand too close', () => {
    expect(texts(-0.1, 4.2, 400)).toEqual(['1', '10', '100', '1,000', '10,000']);
    expect(texts(-8.2, 1.1, 400)).toEqual(['1e−8', '1e−6', '1e−4', '0.01', '1']);
  });

  it('have round numbers between two powers when one is zoomed in', () => {
    expect(texts(2.3, 2.9, 400)).toEqual(['200', '300', '400', '500', '600', '700']);
    const [first] = logTicksOf(linearScale([2.3, 2.9], [0, 400]), 70);
    expect(first?.value).toBeCloseTo(Math.log10(200), 9);
  });

  it('write numbers in full while they are short', () => {
    expect([1e-8, 2.5e-5, 0.001, 0.05, 1, 1e5, 1e6].map(formatLogTick)).toEqual(['1e−8', '2.5e−5', '0.001', '0.05', '1', '100,000', '1e6']);
  });
});

describe('dispersions', () => {
  const columns = {
    mean: column(0, 1, 10, 100),
    estimate: column(Number.NaN, 1e-8, 0.5, 2),
    final: column(Number.NaN, 0.5, 0.4, 2),
    outlier: [false, false, false, true],
  };

  it('ring the outliers, and leave out genes without counts', () => {
    const points = dispersionPoints(columns);
    expect([...points.gene]).toEqual([3, 1, 2, 1, 2, 3]);
    expect([...points.kind]).toEqual([OUTLIER, FINAL, FINAL, ESTIMATE, ESTIMATE, ESTIMATE]);
    expect([...points.x]).toEqual([2, 0, 1, 0, 1, 2]);
    expect(points.y[3]).toBe(-8);
  });

  it('have a fitted curve from the lowest mean to the highest, thinned', () => {
    expect(fittedLine(column(100, 1, 0), column(0.1, 1, 0.5), '#000000').points).toEqual([
      [0, 0],
      [2, -1],
    ]);
    const mean = Float64Array.from({ length: 5000 }, (_, i) => 10 ** (i / 1000));
    const { points } = fittedLine(mean, mean, '#000000');
    expect(points.length).toBeLessThanOrEqual(302);
    expect(points.at(-1)?.[0]).toBeCloseTo(4.999, 9);
  });
});

describe('lines of panels', () => {
  it('are found by the name of their panel, missing values left out', () => {
    const facets = facetsOf(['后', '前', '后', '后'], 4);
    expect(linePoints(facets, ['前', '后', '无'], column(1, 2, 3, 4), column(5, 6, Number.NaN, 8))).toEqual([
      [[2, 6]],
      [
        [1, 5],
        [4, 8],
      ],
      [],
    ]);
  });

  it('widen the span of the points', () => {
    expect(spanWithLines(column(0, 1, Number.NaN), [{ points: [[-1, 5]], colour: '' }], 0)).toEqual([-1, 1]);
    expect(spanWithLines(column(Number.NaN), [], 1)).toBeNull();
  });
});

describe('symbols', () => {
  it('are closed outlines around 0', () => {
    for (const name of SYMBOLS) {
      const numbers =
        symbolPath(name, 4)
          .match(/-?\d+\.\d+/g)
          ?.map(Number) ?? [];
      expect(symbolPath(name, 4)).toMatch(/^M.*Z$/);
      // A disc is told by its radius; the others reach about as far.
      if (name !== 'circle') expect(Math.max(...numbers)).toBeLessThan(6);
    }
  });
});
