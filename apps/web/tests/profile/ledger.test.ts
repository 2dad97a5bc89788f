import { describe, expect, test } from 'vitest';
import { readLedgerView, signedPoints } from '../../src/profile/ledger.ts';

test.each([
  [60, '+60'],
  [8000, '+8,000'],
  [-10, '−10'],
  [-1200, '−1,200'],
  [0, '0'],
])('a change of %i is written %s', (change, text) => {
  expect(signedPoints(change)).toBe(text);
});

describe('readLedgerView', () => {
  test.each([
    ['', 1, 10],
    ['tab=points&page=3&page_size=50', 3, 50],
    ['page=0', 1, 10],
    ['page=-2', 1, 10],
    ['page=1.5', 1, 10],
    ['page=x&page_size=y', 1, 10],
    ['page=1e400', 1, 10],
    ['page_size=7', 1, 10],
  ])('%s', (query, page, pageSize) => {
    expect(readLedgerView(new URLSearchParams(query))).toEqual({ page, pageSize });
  });
});
