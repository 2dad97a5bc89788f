import { describe, expect, it } from 'vitest';
import { spread } from '../src/plot/spread.ts';

const of = (places: readonly number[], size = 10) => places.map((at) => ({ at, size }));

describe('things spread along a line', () => {
  it('stay where they want to be when there is room', () => {
    expect(spread(of([20, 50, 80]), 0, 100)).toEqual([20, 50, 80]);
  });

  it('keep off each other around the middle of their places, in their order', () => {
    expect(spread(of([50, 50]), 0, 100)).toEqual([45, 55]);
    expect(spread(of([50, 20, 50]), 0, 100)).toEqual([45, 20, 55]);
    expect(spread(of([50, 52, 54]), 0, 100)).toEqual([42, 52, 62]);
  });

  it('stay between the ends', () => {
    expect(spread(of([-5, 0, 99, 300]), 0, 100)).toEqual([5, 15, 85, 95]);
  });

  it('of several sizes touch at most', () => {
    const things = [30, 31, 33, 40, 41, 70].map((at, i) => ({ at, size: 4 + i * 3 }));
    const middles = spread(things, 0, 100) ?? [];
    for (let i = 1; i < middles.length; i += 1) {
      const apart = (middles[i] as number) - (middles[i - 1] as number);
      expect(apart).toBeGreaterThanOrEqual(((things[i]?.size ?? 0) + (things[i - 1]?.size ?? 0)) / 2 - 1e-9);
    }
  });

  it('are none where there is no room for all', () => {
    expect(spread(of([1, 2, 3]), 0, 29)).toBeNull();
    expect(spread([], 0, 1)).toEqual([]);
  });
});
