import { expect, test } from 'vitest';
import cibersort from '../../../tools/immune/cibersort/tool.ts';
import { expectedSeconds } from '../src/index.ts';

test('a run takes as long as its cells and its repetitions do', () => {
  const { base, perMillionCells, each } = cibersort.expected;
  expect(expectedSeconds(cibersort, { permutations: 0 }, [])).toBe(base);
  expect(expectedSeconds(cibersort, { permutations: 10_000 }, [])).toBeCloseTo(base + 10_000 * each[0].seconds);
  expect(expectedSeconds(cibersort, {}, [{ rows: 20_000, columns: 50 }])).toBeCloseTo(base + perMillionCells);
});
