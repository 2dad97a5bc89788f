import { facetsOf } from '@oncoloom/figures';
import { describe, expect, it } from 'vitest';
import { categorySpan, comparisonSpan, halfOf, jitterOf, placesOf, pointsOfBoxes } from '../../src/charts/comparison-layout.ts';

describe('a comparison', () => {
  const labels = ['A', 'A', 'B', 'A'];
  const facets = facetsOf(['x', 'x', 'x', 'y'], 4);
  const places = placesOf(facets, labels, ['肿瘤', '正常', '肿瘤', '正常'], ['肿瘤', '正常']);

  it('puts groups side by side around their category, in each panel from its first', () => {
    expect(places.categories).toEqual([['A', 'B'], ['A']]);
    expect([...places.category]).toEqual([1, 1, 2, 1]);
    expect(places.offsets).toEqual([-0.2, 0.2]);
    expect(placesOf(facets, labels, ['', '', '', ''], ['']).offsets).toEqual([0]);
  });

  it('keeps boxes and their points out of each other, and near each other where there is much room', () => {
    expect(halfOf(places, 100) * 2).toBeLessThan(places.slot * 100);
    expect(halfOf(places, 1000)).toBe(28);
    const spread = Array.from({ length: 500 }, (_, n) => jitterOf(n));
    expect(Math.max(...spread.map(Math.abs))).toBeLessThanOrEqual(0.8);
    expect(new Set(spread.map((at) => at.toFixed(4))).size).toBeGreaterThan(490);
    expect(categorySpan(2, 1100)).toEqual([-1, 4]);
    expect(categorySpan(20, 1100)).toEqual([0.5, 20.5]);
  });

  it('gives each box its own points, and room above for what the test says', () => {
    expect(pointsOfBoxes(['A\t肿瘤', 'A\t正常'], ['A\t正常', 'A\t肿瘤', 'C\t肿瘤', 'A\t正常'])).toEqual([[1], [0, 3]]);
    const [low, high] = comparisonSpan([Float64Array.of(0, 10), Float64Array.of(Number.NaN)], false);
    expect([low, high]).toEqual([-0.4, 10.4]);
    expect(comparisonSpan([Float64Array.of(0, 10)], true)[1]).toBeGreaterThan(high);
  });
});
