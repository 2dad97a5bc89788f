import { expect, it } from 'vitest';
import { extremesOf, unitOf } from '../../src/files/manager/total-words.ts';

const totals = (...counts: number[]) => counts.map((total, i) => ({ sample: `S${i + 1}`, total }));

it('names the samples with the most and the least counts', () => {
  expect(extremesOf(totals(20e6, 61.4e6, 30e6))).toEqual({
    most: { sample: 'S2', total: 61.4e6 },
    least: { sample: 'S1', total: 20e6 },
    ratio: '，相差 3.1 倍',
  });
});

it('tells no ratio where there is none', () => {
  expect(extremesOf(totals(5, 5))?.ratio).toBe('');
  expect(extremesOf(totals(5, 0))?.ratio).toBe('');
  expect(extremesOf(totals(0))).toBeNull();
  expect(extremesOf([])).toBeNull();
});

it('counts in the unit that is read at a glance', () => {
  expect([2_400, 54_000, 61.4e6].map((largest) => unitOf(largest).word)).toEqual(['次', '千', '百万']);
});
