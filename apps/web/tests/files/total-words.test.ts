import { expect, it } from 'vitest';
import { sayTotals, unitOf } from '../../src/files/manager/drawer/total-words.ts';

const totals = (most: number, least: number) =>
  [
    { sample: 'B', total: most },
    { sample: 'A', total: least },
  ] as const;

it('names the samples with the most and the least counts, and how far they are apart', () => {
  expect(sayTotals(...totals(61_400_000, 20_000_000))).toBe('最多 61,400,000（B），最少 20,000,000（A），相差 3.1 倍。');
});

it('tells no distance where there is none', () => {
  expect(sayTotals(...totals(5, 5))).toBe('最多 5（B），最少 5（A）。');
  expect(sayTotals(...totals(5, 0))).toBe('最多 5（B），最少 0（A）。');
});

it('counts in the unit that is read at a glance', () => {
  expect([2_400, 54_000, 61.4e6].map((largest) => unitOf(largest).word)).toEqual(['次', '千', '百万']);
});
