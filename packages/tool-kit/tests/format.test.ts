import { expect, test } from 'vitest';
import { formatCell, formatP } from '../src/words/format.ts';

test('a cell keeps its decimals, a true minus, and what they would round to nothing', () => {
  expect([-1.5, 0, 12, 0.0005, -0.00002, 3e-12].map((value) => formatCell(value, 3))).toEqual([
    '−1.500',
    '0.000',
    '12.000',
    '0.001',
    '−2.0e−5',
    '3.0e−12',
  ]);
  expect([-3, 0, 1200].map((value) => formatCell(value, 0))).toEqual(['−3', '0', '1200']);
});

test('p values have three decimals, below 0.001 two digits', () => {
  expect([0, 0.0499, 0.001, 0.00099, 1.234e-20].map(formatP)).toEqual(['< 1e−300', '0.050', '0.001', '9.9e−4', '1.2e−20']);
});
