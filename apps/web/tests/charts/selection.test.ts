import { nearestPoint, nextStop, openSpan, pointsWithin, spanText, thinningNote, writeDecimal, writeP } from '@oncoloom/figures';
import { describe, expect, it } from 'vitest';

const data = {
  names: ['A', 'B', 'C', 'D'],
  x: Float64Array.of(-5, -4, 3, Number.NaN),
  y: Float64Array.of(20, 14, 2, 1),
  looks: Uint8Array.of(1, 1, 0, 0),
};

describe('selection', () => {
  it('takes what lies in the box, in the order of the table', () => {
    expect(pointsWithin(data, [-6, -3.5], [13, 30])).toEqual([0, 1]);
    expect(pointsWithin(data, [-6, 6], [0, 30])).toEqual([0, 1, 2]);
  });

  it('tells only the bounds that cut something off', () => {
    expect(openSpan([-6, -3.5], [-5, 3])).toEqual({ low: null, high: -3.5 });
    expect(spanText('log2FC', { low: null, high: -3.5 }, writeDecimal)).toBe('log2FC < −3.50');
    expect(spanText('P', { low: 1e-13, high: null }, writeP)).toBe('P > 1.0e−13');
    expect(spanText('log2FC', { low: -2, high: 2 }, writeDecimal)).toBe('log2FC −2.00 至 2.00');
    expect(spanText('P', { low: null, high: null }, writeP)).toBe('');
  });

  it('finds the nearest point within reach, and prefers a significant one', () => {
    const points = { xs: Float64Array.of(10, 12, Number.NaN), ys: Float64Array.of(10, 10, 10), looks: Uint8Array.of(0, 1, 1) };
    expect(nearestPoint(points, { x: 10, y: 10 }, 12, 0)).toBe(1);
    expect(nearestPoint(points, { x: 10, y: 10 }, 12, null)).toBe(0);
    expect(nearestPoint(points, { x: 80, y: 10 }, 12, 0)).toBeNull();
  });

  it('walks along an axis and stays at its end', () => {
    expect(nextStop([1, 0, 2], data.x, null, 1)).toBe(1);
    expect(nextStop([1, 0, 2], data.x, 1, 1)).toBe(2);
    expect(nextStop([1, 0, 2], data.x, 2, 1)).toBe(2);
    expect(nextStop([1, 0, 2], data.y, 1, 1)).toBe(0);
    expect(nextStop([], data.x, null, 1)).toBeNull();
  });

  it('writes missing numbers as a dash', () => {
    expect(writeP(Number.NaN)).toBe('—');
    expect(writeDecimal(undefined)).toBe('—');
  });

  it('says what the screen leaves out, and nothing when it leaves out nothing', () => {
    expect(thinningNote([11_270, 601, 532], 9870, '探针')).toBe(
      '画出全部 1,133 个显著探针和 1,400 个不显著探针；其余 9,870 个被遮住，在屏幕上省略，下载的图包含全部。',
    );
    expect(thinningNote([300, 2, 1], 0, '基因')).toBe('');
    expect(thinningNote([300, 0, 0], 100, '基因')).toContain('画出 200 个不显著基因');
  });
});
