import { ChartDataError } from '@oncoloom/figures';
import { describe, expect, it } from 'vitest';
import { failureText } from '../../src/charts/chart-boundary.tsx';

describe('what stands in place of a figure', () => {
  it('is the sentence of data that cannot be drawn alone: a reload would not help', () => {
    expect(failureText(new ChartDataError('没有可画的基因集：富集曲线是空的'))).toBe('没有可画的基因集：富集曲线是空的。');
    expect(failureText(new ChartDataError('图的宽度画不下图例。请加大宽度。'))).toBe('图的宽度画不下图例。请加大宽度。');
  });

  it('offers a reload and the numbers after a fault of the program, without its English words', () => {
    expect(failureText(new TypeError('x is undefined'))).toBe('这张图没有画出来。刷新页面再试；图中数据仍可下载。');
  });
});
