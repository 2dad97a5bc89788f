import { expect, test } from 'vitest';
import { createClickGate } from '../src/base/click-gate.ts';

test('the second half of a double click does not count, a later click does', () => {
  let time = 0;
  const counts = createClickGate(1_000, () => time);
  expect(counts()).toBe(true);
  expect(counts()).toBe(false);
  time = 999;
  expect(counts()).toBe(false);
  time = 1_000;
  expect(counts()).toBe(true);
});
