import { describe, expect, test } from 'vitest';
import { readColumn, splitRatio, writtenNumber } from '../src/index.ts';
import cases from './written-numbers.json' with { type: 'json' };

describe('a written number', () => {
  test.each(cases)('$cell', ({ cell, number, bounds }) => {
    expect(writtenNumber(cell) ?? null).toBe(number);
    expect(writtenNumber(cell, true) ?? null).toBe(bounds ?? number);
  });
});

describe('a column', () => {
  test('of numbers tells the rows that cannot be used, and how many are written in another way', () => {
    expect(readColumn(['1,234', '5%', 'NA', 'n.d.', '7'])).toEqual({ type: 'number', unusable: [3], rewritten: 2, missing: 1 });
  });
  test('is text where half of it is', () => {
    expect(readColumn(['TP53', '1', '', 'A']).type).toBe('text');
    expect(readColumn(['a', '1']).type).toBe('text');
    expect(readColumn(['', 'NA']).type).toBe('text');
  });
});

describe('a ratio with its interval', () => {
  test.each([
    ['0.71 (0.55–0.91)', ['0.71', '0.55', '0.91']],
    ['0.71（0.55-0.91）', ['0.71', '0.55', '0.91']],
    ['1.20 [0.90, 1.60]', ['1.20', '0.90', '1.60']],
    ['2.3 (95% CI: 1.1 to 4.8)', ['2.3', '1.1', '4.8']],
    ['3.20（1.80～5.70）', ['3.20', '1.80', '5.70']],
    ['3.20［1.80；5.70］', ['3.20', '1.80', '5.70']],
    ['0.71（0.55 至 0.91）', ['0.71', '0.55', '0.91']],
  ])('%s', (cell, parts) => expect(splitRatio(cell)).toEqual(parts));
  test.each(['0.71', '0.71 (0.55)', 'HR 0.71', '0.71 (a–b)', '1.2.3 (1–2)'])('%s is none', (cell) =>
    expect(splitRatio(cell)).toBeUndefined(),
  );
});
