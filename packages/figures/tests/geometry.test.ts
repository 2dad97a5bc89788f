import { describe, expect, it } from 'vitest';
import { linearScale, padSpan, spanOf, symmetricSpan } from '../src/plot/axes/scale.ts';
import { formatTick } from '../src/plot/axes/tick.ts';
import { ticksOf } from '../src/plot/axes/ticks.ts';
import { isZoomed, panView, zoomView } from '../src/plot/view.ts';
import { normalEllipse } from '../src/points/ellipse.ts';

import { thinPoints } from '../src/points/thin.ts';

describe('scales', () => {
  it('maps and maps back', () => {
    const scale = linearScale([-6, 6], [50, 650]);
    expect(scale(0)).toBe(350);
    expect(scale.invert(scale(2.5))).toBeCloseTo(2.5, 12);
  });

  it('widens a domain without width', () => {
    expect(linearScale([3, 3], [0, 10])(3)).toBe(5);
  });

  it('leaves missing and infinite values out of the span', () => {
    expect(spanOf(Float64Array.of(Number.NaN, 2, Number.POSITIVE_INFINITY, -1))).toEqual([-1, 2]);
    expect(spanOf(Float64Array.of(Number.NaN))).toBeNull();
  });

  it('makes the effect axis symmetric', () => {
    const [low, high] = symmetricSpan([-6, 2], 1);
    expect(low).toBe(-high);
    expect(high).toBeGreaterThan(6);
    expect(symmetricSpan(null, 1)[1]).toBeGreaterThan(1);
    expect(padSpan([0, 10], 0.1)).toEqual([-1, 11]);
  });

  it('writes ticks in powers of ten that would be all noughts', () => {
    const textsOf = (low: number, high: number) => ticksOf(linearScale([low, high], [0, 200]), 90).map((tick) => tick.text);
    expect(textsOf(-2e-300, 2e-300)).toEqual(['−2e−300', '0', '2e−300']);
    expect(textsOf(0, 3e-7)).toEqual(['0', '2e−7']);
    expect(textsOf(0, 2e15)).toEqual(['0', '1e15', '2e15']);
    expect(textsOf(0, 2e9)).toEqual(['0', '1,000,000,000', '2,000,000,000']);
  });

  it('writes ticks with a true minus, separators and even decimals', () => {
    expect(ticksOf(linearScale([-6.5, 6.5], [0, 700]), 90).map((tick) => tick.text)).toEqual(['−6', '−4', '−2', '0', '2', '4', '6']);
    expect(ticksOf(linearScale([0, 1], [0, 500]), 90).map((tick) => tick.text)).toEqual(['0', '0.2', '0.4', '0.6', '0.8', '1.0']);
    expect(ticksOf(linearScale([0, 6400], [300, 0]), 80).map((tick) => tick.text)).toEqual(['0', '2,000', '4,000', '6,000']);
    expect(formatTick(-0, 0)).toBe('0');
    expect(ticksOf(linearScale([0, 0.02], [0, 500]), 90).map((tick) => tick.text)).toContain('0.005');
  });
});

describe('zooming', () => {
  const home = { x: [-10, 10], y: [0, 20] } as const;

  it('keeps the point under the pointer in its place', () => {
    const view = zoomView(home, home, 2, { x: 5, y: 10 });
    const share = (value: number, [low, high]: readonly [number, number]) => (value - low) / (high - low);
    expect(share(5, view.x)).toBeCloseTo(share(5, home.x), 12);
    expect(view.x[1] - view.x[0]).toBeCloseTo(10, 12);
    expect(isZoomed(view, home)).toBe(true);
  });

  it('never shows more than the whole, nor less than a four-hundredth', () => {
    expect(zoomView(home, home, 0.5, { x: 0, y: 0 })).toEqual(home);
    expect(isZoomed(home, home)).toBe(false);
    const deep = zoomView(home, home, 1e9, { x: 0, y: 10 });
    expect(deep.x[1] - deep.x[0]).toBeCloseTo(20 / 400, 9);
  });

  it('stops moving at the edge', () => {
    const view = panView(zoomView(home, home, 2, { x: 0, y: 10 }), home, { x: 1000, y: -1000 });
    expect(view.x[1]).toBe(10);
    expect(view.y[0]).toBe(0);
    expect(view.x[1] - view.x[0]).toBeCloseTo(10, 12);
  });
});

describe('thinning', () => {
  const area = { width: 100, height: 100 };

  it('keeps one point per cell, the first', () => {
    const [xs, ys] = [Float64Array.of(10.1, 10.4, 50, Number.NaN, 200), Float64Array.of(10.1, 10.4, 50, 5, 5)];
    expect([...thinPoints(xs, ys, Int32Array.of(0, 1, 2, 3, 4), area, 2)]).toEqual([0, 2]);
    expect([...thinPoints(xs, ys, Int32Array.of(1, 0, 2), area, 2)]).toEqual([1, 2]);
  });

  it('leaves every dropped point within a cell of a kept one', () => {
    const n = 5000;
    const xs = Float64Array.from({ length: n }, (_, i) => (i * 37.77) % 100);
    const ys = Float64Array.from({ length: n }, (_, i) => (i * 91.13) % 100);
    const kept = thinPoints(xs, ys, Int32Array.from(xs.keys()), area, 3);
    expect(kept.length).toBeLessThan(n);
    for (let i = 0; i < n; i += 1) {
      const near = kept.some(
        (k) => Math.hypot((xs[k] as number) - (xs[i] as number), (ys[k] as number) - (ys[i] as number)) <= 3 * Math.SQRT2,
      );
      expect(near).toBe(true);
    }
  });
});

describe('normalEllipse', () => {
  it('is the 95% normal region with the small-sample radius of ggplot2', () => {
    // R: sqrt(2 * qf(0.95, 2, 9)) for ten points of unit variance and no correlation.
    const radius = 2.917_703;
    const raw = [-1.5, -1, -0.5, -0.2, 0, 0, 0.2, 0.5, 1, 1.5];
    const sd = Math.sqrt(raw.reduce((sum, v) => sum + v * v, 0) / 9);
    const x = raw.map((v) => v / sd);
    // Even in x, so that the two are uncorrelated.
    const even = x.map((v) => v * v);
    const mean = even.reduce((a, b) => a + b, 0) / 10;
    const spread = Math.sqrt(even.reduce((sum, v) => sum + (v - mean) ** 2, 0) / 9);
    const y = even.map((v) => (v - mean) / spread);
    for (const [px, py] of normalEllipse(x, y, 0.95)) expect(Math.hypot(px, py)).toBeCloseTo(radius, 5);
  });

  it('needs four points', () => {
    expect(normalEllipse([1, 2, 3], [1, 2, 4], 0.95)).toEqual([]);
  });
});
